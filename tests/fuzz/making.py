"""The kinds of tries, and how each is made from a seed and a number and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.fuzz import files, hostile, runs
from tests.fuzz.corpus import Corpus
from tests.fuzz.tries import Try, as_text

Make = Callable[[Random, Corpus], Try]

KINDS: dict[str, tuple[Make, float]] = {
    "words": (runs.ask, 30),
    "facts": (runs.rule, 32),
    "stream": (runs.stream, 12),
    "replay": (runs.replay, 4),
    "terminal": (runs.terminal, 8),
    "command": (runs.command, 12),
    "house": (files.own_house, 3),
    "progress": (files.progress, 3),
}
"""The kinds of tries, each with its share."""


CORPUS = Corpus()


class Maker:
    """Makes the tries of a seed."""

    def __init__(self, seed: int, kinds: tuple[str, ...] = (), corpus: Corpus = CORPUS) -> None:
        self._seed = seed
        self._corpus = corpus
        self._weights = {k: w for k, (_, w) in KINDS.items() if not kinds or k in kinds}

    def make(self, number: int) -> Try:
        """The try of that number."""
        chance = Random(f"{self._seed}/{number}")
        kind = chance.choices(list(self._weights), list(self._weights.values()))[0]
        make, _ = KINDS[kind]
        made = make(chance, self._corpus)
        return made._replace(
            kind=kind,
            arguments=tuple(map(_argument, made.arguments)),
            columns=chance.choice((80, 80, 80, 40, 20, 200, 1)),
            fresh=made.fresh or chance.random() < 0.1,
        )


def _argument(text: str) -> str:
    """The text as it comes from a command line, which is of bytes and holds no zero."""
    return as_text(hostile.encoded(text.replace("\0", "")))

"""What can be wrong with a rulebase, told with its place and the nearest right word."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class FloorError(Exception):
    """The root of every error that this program raises on purpose."""


class Problem(NamedTuple):
    """One fault in a source file."""

    file: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class RulebaseError(FloorError):
    """The sources of a rulebase cannot be used as they stand; ``problems`` says why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or nothing when none is near.

    >>> did_you_mean("anounced", ["announced", "facing"])
    '; did you mean "announced"?'
    >>> did_you_mean("xyz", ["announced", "facing"])
    ''
    """
    from rapidfuzz import fuzz, process

    names, word = list(known), word[:100]
    best = process.extractOne(word, names, scorer=fuzz.ratio, score_cutoff=66)
    best = best or process.extractOne(word, names, score_cutoff=70)
    return f'; did you mean "{best[0]}"?' if best else ""

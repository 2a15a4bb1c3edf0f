"""What the event recogniser looks at in a narrative, in blocks that are weighed apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.reading.cues import hits
from engine.reading.lexicon import Lexicon
from engine.reading.units import Unit

BLOCKS = ("words", "pairs", "starts", "cues")
"""Single units; units with the one that follows; beginnings of words, which forgive slips of
spelling and bring forms together; phrases of the vocabulary."""

_ENDS = frozenset(".!?;:\n")


def features(units: Sequence[Unit], lexicon: Lexicon) -> dict[str, list[str]]:
    """The features of a narrative by block, as often as they occur."""
    keys = [_key(unit) for unit in units]
    words = [key for key in keys if key not in (".", ",")]
    pairs = [f"{one} {two}" for one, two in pairwise(keys) if two not in ".,"]
    return {
        "words": words,
        "pairs": words + pairs,
        "starts": list(_starts(units)),
        "cues": list(_cues(units, lexicon)),
    }


def _key(unit: Unit) -> str:
    if unit.numeral:
        return "#" if unit.number is None else size(unit.number)
    if unit.mark:
        return "." if unit.word in _ENDS else ","
    return "@" if unit.letter else unit.key


def size(number: int) -> str:
    """A number as it matters to the kind of incident: small ones count things.

    >>> [size(n) for n in (2, 7, 45, 600)]
    ['#2', '#9', '#99', '#+']
    """
    for limit in (1, 2, 3, 4, 9, 99):
        if number <= limit:
            return f"#{limit}"
    return "#+"


def _starts(units: Iterable[Unit]) -> Iterable[str]:
    for unit in units:
        if unit.mark or unit.numeral:
            continue
        for word in unit.word.split():
            if len(word) > 4:
                yield word[:4]
            if len(word) > 6:
                yield word[:6]


def _cues(units: Sequence[Unit], lexicon: Lexicon) -> Iterable[str]:
    for table in (lexicon.events, lexicon.facts, lexicon.decisions):
        for hit in hits(table, units, lexicon):
            pattern = hit.pattern
            yield f"{pattern.kind} {pattern.about} {pattern.value}"

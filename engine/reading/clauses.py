"""Clauses of a narrative, and how each is meant: told, asked, supposed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.reading.lexicon import Lexicon
from engine.reading.units import Unit

_SENTENCE_ENDS = frozenset(".!?\n")
_PARTS = frozenset(',;:()"')
_RELATIVES = frozenset(["who", "what", "whose", "have"])
_MORE_STARTERS = frozenset(["how", "which", "where", "why", "when"])
_IFS = frozenset(["if", "suppos", "unless", "whether", "imagin"])


class Clause(NamedTuple):
    """Units ``first`` up to ``last``.

    ``sentence`` counts from 0, ``mood`` is told, asked, supposed or noted.
    """

    first: int
    last: int
    sentence: int
    mood: str = "told"


def clauses(units: Sequence[Unit], lexicon: Lexicon) -> tuple[Clause, ...]:
    """The clauses of the units, in order; marks belong to none."""
    found: list[Clause] = []
    for number, (first, last, end) in enumerate(_sentences(units)):
        bounds = list(_bounds(units, first, last, lexicon))
        moods = _moods(units, bounds, lexicon, asked=end == "?")
        found.extend(Clause(a, b, number, mood) for (a, b), mood in zip(bounds, moods, strict=True))
    return tuple(found)


def _sentences(units: Sequence[Unit]) -> list[tuple[int, int, str]]:
    found, first = [], 0
    for place, unit in enumerate(units):
        if unit.mark and unit.word in _SENTENCE_ENDS and not _inside_quotes(units, place):
            if place > first:
                found.append((first, place, unit.word))
            first = place + 1
    if first < len(units):
        found.append((first, len(units), ""))
    return found


def _inside_quotes(units: Sequence[Unit], place: int) -> bool:
    return units[place].quoted


def _bounds(
    units: Sequence[Unit], first: int, last: int, lexicon: Lexicon
) -> list[tuple[int, int]]:
    """Parts of a sentence between marks and joining words; a joint opens its part."""
    found, start = [], first
    for place in range(first, last):
        unit = units[place]
        part = unit.mark and unit.word in _PARTS and not (unit.quoted and unit.word != '"')
        if part and unit.word == '"':
            continue
        joint = unit.key in lexicon.words["joints"] and place > start and not unit.quoted
        if part or joint:
            if place > start:
                found.append((start, place))
            start = place + 1 if part else place
    if start < last:
        found.append((start, last))
    return found


def _moods(
    units: Sequence[Unit], bounds: list[tuple[int, int]], lexicon: Lexicon, *, asked: bool
) -> list[str]:
    moods = ["told"] * len(bounds)
    for place, (first, last) in enumerate(bounds):
        keys = [unit.key for unit in units[first:last] if not unit.mark and not unit.quoted]
        opening = next((key for key in keys if key not in ("and", "so", "but", "then", "or")), "")
        starts = opening in lexicon.words["question-starters"]
        starts = starts or (asked and opening in _MORE_STARTERS)
        if opening in _RELATIVES and place and not asked:
            starts = False
        if place and not asked and _done(keys, lexicon):
            starts = False
        if starts and not (opening in ("is", "was", "are", "were", "has") and place and not asked):
            for later in range(place, len(bounds)):
                moods[later] = "told" if _case(units, bounds[later], lexicon) else "asked"
            break
        if _IFS & set(keys[:2]):
            moods[place] = "supposed"
    if asked and bounds and "asked" not in moods:
        moods[-1] = "asked"
    return moods


def _done(keys: list[str], lexicon: Lexicon) -> bool:
    """Whether a clause goes on telling of one already named, though it begins like a question.

    >>> from engine.reading.lexicon import lexicon
    >>> from rulebase.load import vocabulary
    >>> known = lexicon(vocabulary())
    >>> _done(["did", "it", "on", "purpos"], known), _done(["did", "it", "count"], known)
    (True, False)
    >>> _done(["and", "can", "be", "pick", "out"], known), _done(["can", "he", "rais"], known)
    (True, False)
    """
    words = lexicon.words
    if keys[:1] == ["and"]:
        keys = keys[1:]
    if len(keys) < 2:
        return False
    if keys[0] in words["able"]:
        return keys[1] in words["after-able"]
    if keys[0] != "did" or len(keys) < 3:
        return False
    return keys[1] in words["done-it"] and keys[2] in words["done-how"]


def _case(units: Sequence[Unit], bounds: tuple[int, int], lexicon: Lexicon) -> bool:
    """Whether a part of a question tells the case asked about.

    It does in "who shows if he is all-in?", and in "the hand of the man who folded?".
    """
    first, last = bounds
    before = units[first - 1] if first else None
    if units[first].key not in ("if", "who") or before is None:
        return False
    if before.key in lexicon.words["before-complements"]:
        return False
    if units[first].key == "who" and (before.mark or before.key in ("and", "or", "but")):
        return False
    return not {unit.word for unit in units[first:last]} & lexicon.words["unreal"]

"""Phrases found in a narrative: the longest wins and hides what it covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from engine.reading.lexicon import Lexicon, Pattern, Patterns
from engine.reading.units import Unit

GAP = 3
"""How many words "..." may stand for."""
LABELS = frozenset("seat tabl level room rule number day game".split())  # noqa: SIM905
"""A number behind one of these counts nothing: in "seat 3 checks" it is one check."""


class Hit(NamedTuple):
    """A phrase found: units ``first`` up to ``last``, with ``slots`` where it has some."""

    pattern: Pattern
    first: int
    last: int
    slots: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        """How many units it covers."""
        return self.last - self.first


class Stream(NamedTuple):
    """The keys that patterns run over, each with the place of its unit."""

    keys: tuple[str, ...]
    places: tuple[int, ...]


def streams(units: Sequence[Unit], skip: frozenset[str]) -> tuple[Stream, Stream]:
    """The units with and without small words; quotation marks are in neither."""
    full = [(u.key, place) for place, u in enumerate(units) if u.word != '"']
    short = [(key, place) for key, place in full if key not in skip]
    return _stream(full), _stream(short)


def _stream(pairs: list[tuple[str, int]]) -> Stream:
    return Stream(tuple(key for key, _ in pairs), tuple(place for _, place in pairs))


def hits(table: Patterns, units: Sequence[Unit], lexicon: Lexicon) -> list[Hit]:
    """Every phrase of the table that is found, also where several overlap."""
    full, short = streams(units, lexicon.skip)
    barred = lexicon.words["bars-gaps"]
    return [
        *_run(table, full, units, barred, full=True),
        *_run(table, short, units, barred, full=False),
    ]


def _run(
    table: Patterns, stream: Stream, units: Sequence[Unit], barred: frozenset[str], *, full: bool
) -> Iterator[Hit]:
    for start, (key, following) in enumerate(zip_longest(stream.keys, stream.keys[1:])):
        if key.startswith("#") and start and stream.keys[start - 1] in LABELS:
            continue
        for pattern in (*table.get(key), *table.get(f"{key} {following}")):
            if pattern.full is full and (end := _matched(pattern.keys, stream, start, barred)):
                hit = Hit(pattern, stream.places[start], stream.places[end - 1] + 1)
                if "~" in pattern.keys and units[hit.first].quoted != units[hit.last - 1].quoted:
                    continue
                if not pattern.spoken or _spoken(hit, units):
                    yield hit


def _matched(
    keys: tuple[str, ...], stream: Stream, start: int, barred: frozenset[str] = frozenset()
) -> int:
    """Where a match of the keys from ``start`` on ends; 0 without one."""
    place, gap = start, False
    for key in keys:
        if key == "~":
            gap = True
            continue
        reach = GAP + 1 if gap else 1
        for step in range(reach):
            here = place + step
            if here >= len(stream.keys):
                return 0
            if stream.keys[here] == key:
                place, gap = here + 1, False
                break
            if stream.keys[here] in ".!?;\n" or stream.keys[here] in barred:
                return 0
        else:
            return 0
    return place


def _spoken(hit: Hit, units: Sequence[Unit]) -> bool:
    """Whether the phrase stands as somebody's words."""
    if units[hit.first].quoted:
        return True
    if hit.size > len(hit.pattern.keys):
        return False
    before = [u.key for u in units[max(0, hit.first - 3) : hit.first]]
    return any(key in ("say", "announc", "declar", "mumbl", "goe", "shout") for key in before)


def longest(found: Iterable[Hit]) -> list[Hit]:
    """Of hits about one thing those that no longer one covers; look-alikes hide and go.

    A look-alike hides only phrases of the value that it looks like.
    """
    kept: list[Hit] = []
    for hit in sorted(
        found, key=lambda h: (-len(h.pattern.keys), h.pattern.kind, -h.size, h.first)
    ):
        if not any(_hides(other, hit) for other in kept):
            kept.append(hit)
    return [hit for hit in kept if hit.pattern.kind != "not"]


def _hides(other: Hit, hit: Hit) -> bool:
    if not (hit.first < other.last and other.first < hit.last):
        return False
    alike = other.pattern.kind == "not" or hit.pattern.kind == "not"
    return not alike or other.pattern.value == hit.pattern.value


def negated(hit: Hit, units: Sequence[Unit], clause: tuple[int, int], lexicon: Lexicon) -> bool:
    """Whether a negator before the phrase, in its clause and near, turns it round."""
    negators, reach = lexicon.groups["negators"], lexicon.groups["negator-reach"]
    seen = 0
    for place in range(hit.first - 1, clause[0] - 1, -1):
        unit = units[place]
        if unit.key in lexicon.skip or unit.mark:
            continue
        if unit.key in negators:
            return unit.key != "no" or seen == 0
        if unit.key in (*_SAYING, "but"):
            return False
        seen += 1
        if seen >= reach:
            return False
    return False


_SAYING = ("say", "announc")


def unsaid(hit: Hit, units: Sequence[Unit], clause: tuple[int, int], lexicon: Lexicon) -> bool:
    """Whether it is told that nobody said the phrase: "he never said he would re-buy"."""
    till = hit.first + (units[hit.first].key in _SAYING)
    before = [u for u in units[clause[0] : till] if u.key not in lexicon.skip and not u.mark]
    return any(
        one.key in lexicon.groups["negators"] and two.key in _SAYING
        for one, two in pairwise(before)
    )

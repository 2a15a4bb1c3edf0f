"""Numbers that phrases name: "{n} players left", "for {time}", "winners in seats {list}"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.reading.cues import GAP, LABELS, Stream, streams
from engine.reading.lexicon import Lexicon, Pattern
from engine.reading.units import Unit

_UNITS = {"second": 1, "sec": 1, "minut": 60, "min": 60, "hour": 3600}
_ARTICLES = ("a", "an", "one")
_STARTS = ("a", "an", "half")
_PADDING = ("full", "whole", "good", "solid", "at", "least", "about", "exact", "over", "around")

SLOTS = ("{n}", "{list}", "{time}", "{min}")

LONGEST_LIST = 30
"""The most numbers that a list is taken for: seats, or what players have."""


class Counted(NamedTuple):
    """A number found: ``value`` of the fact ``about``, from units ``first`` up to ``last``."""

    about: str
    value: int | tuple[int, ...]
    first: int
    last: int
    size: int
    place: int


def counted(units: Sequence[Unit], lexicon: Lexicon) -> list[Counted]:
    """Every number that a phrase of the table names; of overlapping ones the longest."""
    full, _ = streams(units, lexicon.skip)
    found: list[Counted] = []
    for start in range(len(full.keys)):
        for pattern in _beginning(full, start, units, lexicon):
            if one := _match(pattern, full, start, units, lexicon):
                found.append(one)
    return list(_longest(found))


def _beginning(
    stream: Stream, start: int, units: Sequence[Unit], lexicon: Lexicon
) -> Iterator[Pattern]:
    """The phrases that may begin at ``start``, by their first two keys."""
    firsts = [(stream.keys[start], start + 1)]
    unit = units[stream.places[start]]
    if unit.numeral or unit.word in _STARTS:
        for slot in SLOTS if unit.numeral else SLOTS[2:]:
            if step := _step(slot, stream, start, units):
                firsts.append((slot, step[0]))
    for first, place in firsts:
        yield from lexicon.numbers.get(first)
        for following in dict.fromkeys(_following(stream, place, lexicon)):
            yield from lexicon.numbers.get(f"{first} {following}")


def _following(stream: Stream, place: int, lexicon: Lexicon) -> Iterator[str]:
    """The key that stands next, and what stands behind words that may stand within."""
    for key in stream.keys[place:]:
        yield key
        if key not in lexicon.words["within-counts"]:
            return


def _longest(found: list[Counted]) -> Iterator[Counted]:
    kept: list[Counted] = []
    for one in sorted(found, key=lambda c: (-c.size, c.first)):
        same = (k for k in kept if k.about == one.about)
        if not any(one.first < k.last and k.first < one.last for k in same):
            kept.append(one)
            yield one


def _match(
    pattern: Pattern, stream: Stream, start: int, units: Sequence[Unit], lexicon: Lexicon
) -> Counted | None:
    counts = pattern.keys[0] == "{n}" or pattern.keys[0].startswith("#")
    if counts and start and stream.keys[start - 1] in (*LABELS, "he"):
        return None
    players = lexicon.focus["counts-players"]
    place, gap = start, 0
    value: int | tuple[int, ...] | None = int(pattern.value) if pattern.value else None
    slot_place = -1
    for number, key in enumerate(pattern.keys):
        if key == "~":
            gap = GAP
            continue
        while True:
            if place >= len(stream.keys):
                return None
            step = _step(key, stream, place, units)
            alone = number == 1 and key == "he" and pattern.about in players
            if alone and units[stream.places[place]].word in lexicon.words["pronouns"]:
                return None
            if step is not None:
                if step[1] is not None:
                    value, slot_place = step[1], place
                place, gap = step[0], 0
                break
            here = stream.keys[place]
            if number and here in lexicon.words["within-counts"]:
                place += 1
            elif gap and here not in ".!?;\n" and here not in lexicon.words["bars-gaps"]:
                place, gap = place + 1, gap - 1
            else:
                return None
    least = int(pattern.kind.partition(" ")[2] or 0)
    if value is None or (isinstance(value, int) and value < least):
        return None
    first, last = stream.places[start], stream.places[place - 1] + 1
    return Counted(
        pattern.about,
        value,
        first,
        last,
        len(pattern.keys),
        stream.places[slot_place] if slot_place >= 0 else first,
    )


def _step(
    key: str, stream: Stream, place: int, units: Sequence[Unit]
) -> tuple[int, int | tuple[int, ...] | None] | None:
    """Where the stream goes on after ``key``, with the value of a slot; None: no match."""
    unit = units[stream.places[place]]
    if key == "{n}":
        plain = unit.numeral and unit.number is not None and not _counts_chips(stream, place, units)
        return (place + 1, unit.number) if plain else None
    if key in ("{time}", "{min}"):
        return _time(stream, place, units, in_minutes=key == "{min}")
    if key == "{list}":
        return _listed(stream, place, units)
    return (place + 1, None) if stream.keys[place] == key else None


def _counts_chips(stream: Stream, place: int, units: Sequence[Unit]) -> bool:
    """Whether a number tells how many chips of the next one there are: "3 500s"."""
    behind = _at(stream, place + 1, units)
    return behind is not None and behind.numeral and behind.plural


def _listed(
    stream: Stream, place: int, units: Sequence[Unit]
) -> tuple[int, tuple[int, ...]] | None:
    found: list[int] = []
    end = place
    of_seats = place > 0 and stream.keys[place - 1] == "seat"
    joins = (",", "and", "&", "/", *(["seat"] if of_seats else []))
    while place < len(stream.keys):
        unit = units[stream.places[place]]
        if unit.numeral and unit.number is not None:
            if unit.number in found or len(found) == LONGEST_LIST:
                return None
            found.append(unit.number)
            end = place + 1
        elif not found or unit.word not in joins:
            break
        place += 1
    return (end, tuple(found)) if len(found) > 1 else None


def _time(
    stream: Stream, place: int, units: Sequence[Unit], *, in_minutes: bool
) -> tuple[int, int] | None:
    """A stretch of time from ``place`` on: "a minute and twenty seconds", "half an hour"."""
    total, end, halves = 0, -1, False
    while True:
        part = _time_part(stream, place, units)
        if part is None:
            break
        end, seconds = part
        total += seconds
        place = end
        words = [units[p].word for p in stream.places[place : place + 3]]
        if words == ["and", "a", "half"] and not halves:
            unit_size = 60 if seconds < 3600 else 3600
            total, end, halves, place = total + unit_size // 2, place + 3, True, place + 3
            break
        if words[:1] == ["and"]:
            place += 1
    if end < 0:
        return None
    if in_minutes:
        return (end, total // 60) if total % 60 == 0 else None
    return end, total


def _time_part(stream: Stream, place: int, units: Sequence[Unit]) -> tuple[int, int] | None:
    step = place
    halved, number = False, None
    unit = _at(stream, step, units)
    if unit is not None and unit.word == "half":
        halved, step = True, step + 1
        unit = _at(stream, step, units)
    if unit is not None and unit.numeral:
        number, step = unit.number, step + 1
        if number is None:
            return None
    elif unit is not None and unit.word in _ARTICLES:
        number, step = 1, step + 1
    while (unit := _at(stream, step, units)) is not None and unit.key in _PADDING:
        step += 1
    if unit is None or unit.key not in _UNITS or number is None:
        return None
    seconds = number * _UNITS[unit.key]
    return step + 1, seconds // 2 if halved else seconds


def _at(stream: Stream, place: int, units: Sequence[Unit]) -> Unit | None:
    return units[stream.places[place]] if place < len(stream.keys) else None

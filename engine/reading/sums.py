"""Amounts and chips as people say them: "to 800", "500 more", "two 1ks", "three blacks"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.incident import Told
from engine.reading.lexicon import Lexicon
from engine.reading.units import Unit
from rulebase.values import HIGHEST, Span

MOST_CHIPS = 200
_WAGER_KEYS = frozenset(["bet", "raise", "all-in"])
_SINGLE = frozenset(["a", "an", "one", "single", "lone", "oversized", "another"])


class Amount(NamedTuple):
    """A number of chips: ``kind`` is to (a total), by (on top), bare, or behind."""

    number: int
    kind: str
    place: int


@dataclass(frozen=True, slots=True)
class Chips:
    """Chips described: each chip where its value is told, else only how many or how much."""

    chips: tuple[int, ...] = ()
    count: int | None = None
    several: bool = False
    total: int | None = None
    last: int = 0


def amount_after(units: Sequence[Unit], place: int, last: int, lexicon: Lexicon) -> Amount | None:
    """The amount that a verb before ``place`` takes, up to ``last``."""
    kind, step = "bare", place
    groups, passed = lexicon.groups, lexicon.words["before-amounts"]
    while step < last:
        unit = units[step]
        if unit.numeral:
            return _amount(units, step, last, kind, lexicon)
        if unit.word in ("to", "total", "straight"):
            kind = "to"
        elif unit.key in groups["by-before"]:
            kind = "by"
        elif unit.word not in (*passed, "for", "a", "an", "of", "raise", "bet"):
            return None
        if step - place >= 5:
            return None
        step += 1
    return None


def _amount(
    units: Sequence[Unit], place: int, last: int, kind: str, lexicon: Lexicon
) -> Amount | None:
    unit = units[place]
    if unit.number is None or unit.number == 0:
        return None
    after = [u.word for u in units[place + 1 : min(last, place + 4)]]
    joined = " ".join(after)
    if after[:1] and after[0] in (
        "times",
        "players",
        "player",
        "callers",
        "people",
        "of",
        "way",
        "ways",
    ):
        return None
    if after[:1] == ["percent"] or joined.startswith(("per cent", "big blinds", "bbs", "seconds")):
        return None
    if joined.startswith(("more", "on top", "extra", "additional", "over the top")):
        kind = "by"
    if joined.startswith(("total", "straight", "to go", "altogether", "in total", "in all")):
        kind = "to"
    if {u.key for u in units[place + 1 : min(last, place + 3)]} & _WAGER_KEYS:
        kind = "faced"
    if joined.startswith(("behind", "left", "back")):
        kind = "behind"
    return Amount(unit.number, kind, place)


def chips_after(units: Sequence[Unit], place: int, last: int, lexicon: Lexicon) -> Chips | None:
    """The chips described from ``place`` on: "one 5,000 chip", "a 500 chip and two 100s"."""
    step = place
    while step < last and units[step].word in lexicon.words["before-amounts"] - {"all"}:
        step += 1
    chips: list[int] = []
    first = _item(units, step, last, lexicon)
    if first is None:
        return _loose(units, step, last, lexicon)
    if not first.chips:
        spelled = _each(units, first, last) or _spelled(units, first, last, lexicon)
        return spelled or _counted_on(units, first, last, lexicon)
    while first is not None and first.chips:
        chips.extend(first.chips)
        if len(chips) > MOST_CHIPS:
            return None
        step = first.last
        after = step
        while after < last and (units[after].word in ("and", "plus", ",", "+", "with")):
            after += 1
        first = _item(units, after, last, lexicon) if after > step else None
    return Chips(tuple(chips), len(chips), False, sum(chips), step)


def _counted_on(units: Sequence[Unit], first: Chips, last: int, lexicon: Lexicon) -> Chips:
    """Chips without a value, counted together: "a black and four reds"."""
    while first.count is not None:
        after = first.last
        while after < last and units[after].word in ("and", "plus", ",", "+"):
            after += 1
        more = _item(units, after, last, lexicon) if after > first.last else None
        if more is None or more.count is None:
            break
        first = Chips((), first.count + more.count, False, None, more.last)
    return first


def series(units: Sequence[Unit], place: int, last: int) -> list[int]:
    """Amounts told one after the other: "for totals of 500, 650 and 800"."""
    found: list[int] = []
    for unit in units[place:last]:
        if unit.numeral and unit.number:
            found.append(unit.number)
        elif (found and unit.word not in (",", "and")) or (
            not found and unit.word not in ("for", "total", "totals", "of", "to")
        ):
            break
    return found


def _each(units: Sequence[Unit], chips: Chips, last: int) -> Chips | None:
    """The value of chips told after their number: "two chips, both 1,000s"."""
    step = chips.last
    while step < last and units[step].word in (",", "both", "all", "each", "of", "them", "worth"):
        step += 1
    if step == chips.last or step >= last or not chips.count or chips.count > MOST_CHIPS:
        return None
    unit, said = units[step], [u.word for u in units[chips.last : step]]
    if not (unit.numeral and unit.number and (unit.plural or "each" in said or "worth" in said)):
        return None
    values = (unit.number,) * chips.count
    return Chips(values, chips.count, False, sum(values), step + 1)


def _spelled(units: Sequence[Unit], chips: Chips, last: int, lexicon: Lexicon) -> Chips | None:
    """Chips whose number is told first: "three chips, two 1,000s and a 500"."""
    step = chips.last
    if step >= last or units[step].word not in (",", ":", "-", "("):
        return None
    spelled = chips_after(units, step + 1, last, lexicon)
    return spelled if spelled is not None and len(spelled.chips) == chips.count else None


def _item(units: Sequence[Unit], place: int, last: int, lexicon: Lexicon) -> Chips | None:
    """One kind of chips: how many, of what value."""
    count, step, article = 1, place, False
    counted = False
    while step < last and units[step].word in _SINGLE:
        article = article or units[step].word in ("a", "an")
        counted, step = True, step + 1
    if step < last and not counted and _counts(units[step]):
        count, counted, step = units[step].number or 1, True, step + 1
    while step < last and units[step].key in lexicon.groups["colors"] and step + 1 < last:
        if not units[step + 1].numeral:
            break
        step += 1
    if step >= last:
        return None
    value = _value(units[step], lexicon)
    unit_of = step + 1
    if unit_of < last and units[unit_of].key in ("dollar", "euro", "pound"):
        unit_of += 1
    noun = unit_of < last and units[unit_of].key == "chip"
    if value is not None and counted:
        ends = unit_of + 1 if noun else step + 1
        plural = units[step].plural or units[step].key in lexicon.groups["plural-numbers"]
        if noun or plural or (count == 1 and _ends_noun(units, step + 1, last)):
            return Chips((value,) * count, count, False, value * count, ends)
        return None
    if counted and units[step].key == "chip" and not article:
        return Chips((), count, False, None, step + 1)
    if counted and article and units[step].key == "chip":
        return Chips((), 1, False, None, step + 1)
    if counted and _color(units[step], lexicon):
        ends = unit_of + 1 if noun else step + 1
        return Chips((), count, False, None, ends)
    return None


def _counts(unit: Unit) -> bool:
    return bool(unit.numeral and unit.number and unit.number <= 60 and not unit.plural)


def _value(unit: Unit, lexicon: Lexicon) -> int | None:
    if unit.numeral:
        return unit.number or None
    value = lexicon.groups["plural-numbers"].get(unit.key)
    return int(value) if value is not None else None


def _color(unit: Unit, lexicon: Lexicon) -> bool:
    return unit.key in lexicon.groups["colors"]


def _ends_noun(units: Sequence[Unit], place: int, last: int) -> bool:
    """Whether nothing follows that would make the number a wager ("a 600 bet")."""
    if place >= last:
        return True
    return units[place].key not in (
        "bet",
        "raise",
        "call",
        "all-in",
        "pot",
        "stack",
        "dollar",
    ) and (not units[place].numeral)


def _loose(units: Sequence[Unit], place: int, last: int, lexicon: Lexicon) -> Chips | None:
    """ "1,600 in several chips", "several chips", "500"."""
    if place >= last:
        return None
    unit = units[place]
    rest = [u.key for u in units[place + 1 : min(last, place + 5)]]
    following = units[place + 1] if place + 1 < len(units) else None
    if following is not None and following.numeral and following.start - unit.end == 1:
        return None
    if unit.numeral and unit.number and _WAGER_KEYS & set(rest[:2]):
        return None
    if made := _made_of(units, place, last, lexicon):
        return made
    if unit.in_words and (unit.number or 0) < 20:
        more = rest[:2] == ["more", "chip"] or rest[1:2] == ["chip"]
        return Chips((), unit.number, False, None, place + 2) if more and unit.number else None
    if (
        unit.numeral
        and unit.number
        and not (rest and rest[0] in ("card", "he", "player", "time", "of"))
    ):
        return Chips((), None, _several(rest, lexicon), unit.number, place + 1)
    if unit.key in lexicon.groups["several"]:
        near = [u.key for u in units[place : min(last, place + 4)]]
        if "chip" in near:
            return Chips((), None, unit.word != "stack", None, place + 2)
    return None


def _made_of(units: Sequence[Unit], place: int, last: int, lexicon: Lexicon) -> Chips | None:
    """A sum told with its chips: "1,000 in two 500 chips"."""
    if not (units[place].numeral and place + 2 < last and units[place + 1].word in ("in", "as")):
        return None
    chips = chips_after(units, place + 2, last, lexicon)
    return (
        chips if chips is not None and chips.chips and chips.total == units[place].number else None
    )


def _several(rest: list[str], lexicon: Lexicon) -> bool:
    return "chip" in rest and any(word in lexicon.groups["several"] for word in rest)


def chip_facts(chips: Chips, words: str) -> dict[str, Told]:
    """What a description of chips put in tells: how many, how much, the largest, the smallest."""
    found: dict[str, Told] = {}
    if chips.count is not None:
        found["chips"] = Told(Span.of(chips.count), "said", words)
    elif chips.several:
        found["chips"] = Told(Span.parse(">= 2"), "said", words)
    if chips.total is not None and 0 < chips.total <= HIGHEST:
        found["put-in"] = Told(Span.of(chips.total), "said", words)
    if chips.chips:
        found["largest-chip"] = Told(Span.of(max(chips.chips)), "said", words)
        found["smallest-chip-put"] = Told(Span.of(min(chips.chips)), "said", words)
    return found

"""Lists by seat or player: a chip race's odd chips and cards, starting stacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.incident import Told
from engine.reading.scene import Scene
from engine.reading.units import Unit
from rulebase.values import Span

_CARD = re.compile(r"(10|[2-9tjqka])[shdc]\Z")
_HAVE = frozenset(["have", "hold"])


def race(scene: Scene) -> dict[str, Told]:
    """Who races how many chips, and which cards he drew."""
    odd: dict[int, int] = {}
    cards: dict[int, str] = {}
    values: set[int] = set()
    spans: dict[str, list[int]] = {"odd-chips": [], "cards": []}
    for seat, first, last in _seats(scene.units):
        drawn = [(p, u.word) for p, u in enumerate(scene.units[first:last], first) if _card(u)]
        if len(drawn) > 0 and (len(drawn) > 1 or drawn[0][1] != "as"):
            cards[seat] = " ".join(word for _, word in drawn)
            spans["cards"] += [first - 2, drawn[-1][0] + 1]
            continue
        counted = [(p, u) for p, u in enumerate(scene.units[first:last], first) if u.numeral]
        if counted and counted[0][1].number and counted[0][0] - first <= 2:
            odd[seat] = counted[0][1].number or 0
            values.update(u.number for _, u in counted[1:2] if u.plural and u.number)
            spans["odd-chips"] += [first - 2, counted[-1][0] + 1]
    found: dict[str, Told] = {}
    raced = any(one.about == "old-chip" for one in scene.numbers)
    if len(odd) > 1 and (cards or values or raced):
        found["odd-chips"] = _listed(scene, odd, spans["odd-chips"])
        if len(values) == 1:
            found["old-chip"] = Told(Span.of(values.pop()), "said", found["odd-chips"].words)
    if len(cards) > 1:
        found["cards"] = _listed(scene, cards, spans["cards"])
    return found


def _listed(scene: Scene, raw: dict[int, Any], span: list[int]) -> Told:
    from rulebase.values import ANY_NUMBER

    return Told(ANY_NUMBER, "said", scene.words(max(0, min(span)), max(span)), raw=raw)


def _card(unit: Unit) -> bool:
    return _CARD.match(unit.word) is not None


def _seats(units: Sequence[Unit]) -> Iterator[tuple[int, int, int]]:
    """Each "seat 4", and the run of units up to the next seat or the sentence's end."""
    starts = [
        place
        for place, unit in enumerate(units[:-1])
        if unit.word == "seat" and units[place + 1].number is not None
    ]
    for number, place in enumerate(starts):
        last = starts[number + 1] if number + 1 < len(starts) else len(units)
        for step in range(place + 2, last):
            if units[step].mark and units[step].word in ";.!?\n":
                last = step
                break
        yield units[place + 1].number or 0, place + 2, last


def stacks(scene: Scene) -> dict[str, Told]:
    """With how much those who went out had started the hand.

    Amounts after "with" or "had" in a sentence that speaks of starting or of having.
    """
    found: list[tuple[int, int]] = []
    for place, unit in enumerate(scene.units):
        if not (unit.numeral and unit.number and unit.number >= 25) or place < 1:
            continue
        before = [u.key for u in scene.units[max(0, place - 3) : place]]
        also = found and "other" in before
        if (
            also
            or {"with", "have", "had"} & set(before)
            or {"had", "has"} & {u.word for u in scene.units[max(0, place - 3) : place]}
        ):
            found.append((place, unit.number))
    starting = any(
        u.key in ("start", "began", "begin", "have") or u.word in ("had", "started")
        for u in scene.units
    )
    if len(found) < 2 or not starting:
        return {}
    raw = [number for _, number in found]
    words = scene.words(found[0][0], found[-1][0] + 1)
    told = {"starting-stacks": Told(_any(), "said", words, raw=raw)}
    kind = "different" if len(set(raw)) == len(raw) else "equal"
    if len(set(raw)) in (1, len(raw)):
        told["start-stacks"] = Told(frozenset({kind}), "said", words)
    return told


def _any() -> Span:
    from rulebase.values import ANY_NUMBER

    return ANY_NUMBER

"""Blinds and limits: "blinds 300/600", "at 2-4k", "in a 2/5 game", "$4-8 limit"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.incident import Told
from engine.reading.frame import STREETS, is_street
from engine.reading.scene import Scene
from engine.reading.units import Unit
from rulebase.values import HIGHEST, Span

_BLIND_KEYS = frozenset(
    "blinds level stake game nl no-limit at in nlhe plo cash".split()  # noqa: SIM905
)
_SMALLEST_EVENT = 20
"""No event begins with a big blind as small: such stakes are those of a cash game."""
_SURELY_EVENT = 100
"""From this big blind on, in no money, it is told of a tournament."""
_RATIOS = ((1, 1), (2, 1), (5, 2), (3, 1), (3, 2), (5, 3), (8, 5))


def stakes(scene: Scene) -> dict[str, Told]:
    """The blinds or the limit's bets, where exactly one pair of numbers tells them."""
    pairs = list(_pairs(scene))
    if len({(small, big) for small, big, *_ in pairs}) != 1:
        return _played_for_money(scene)
    small, big, ante, first, last = pairs[0]
    words = scene.words(first, last)
    played = _played_for_money(scene)
    if _is_money(scene, scene.units[first]) or big <= _SMALLEST_EVENT:
        source = "said" if _is_money(scene, scene.units[first]) else "assumed"
        played = {"format": Told(frozenset({"cash"}), source, words)}
    elif not played and big >= _SURELY_EVENT:
        played = {"format": Told(frozenset({"tournament"}), "assumed", words)}
    if big == 2 * small and not _told_of_blinds(scene, first, last):
        return played  # "a $4-8 game" may be one of limit bets
    if _is_limit(scene, first, last):
        return {**_limit(scene, small, big, words), **played}
    found = {"small-blind": small, "big-blind": big}
    if ante is not None:
        found["ante"] = ante
    return {**{name: Told(Span.of(n), "said", words) for name, n in found.items()}, **played}


def _told_of_blinds(scene: Scene, first: int, last: int) -> bool:
    """Whether two numbers are the blinds, or bets of a limit game told as one."""
    keys = {unit.key for unit in scene.units}
    marked = _marked(scene.units, first, last - 1)
    return (
        marked
        or not _is_money(scene, scene.units[first])
        or bool(scene.lexicon.words["no-limits"] & keys)
    )


def _is_money(scene: Scene, unit: Unit) -> bool:
    return scene.text.plain[unit.start] == "$"


def _played_for_money(scene: Scene) -> dict[str, Told]:
    """That it is a cash game, where a wager is told in dollars."""
    for frame in scene.frames:
        place = frame.amount.place if frame.amount is not None else frame.place
        if frame.act != "say" and frame.amount is not None and _is_money(scene, scene.units[place]):
            words = scene.words(place, place + 1)
            return {"format": Told(frozenset({"cash"}), "said", words)}
    return {}


def _limit(scene: Scene, small: int, big: int, words: str) -> dict[str, Told]:
    """The bet of a limit game, by the street that is named last."""
    limit = {"structure": Told(frozenset({"limit"}), "said", words)}
    named = [u.key for p, u in enumerate(scene.units) if is_street(scene.units, p)]
    street = next((key for key in reversed(named) if key in STREETS), "")
    if street in ("turn", "river"):
        return {"limit-bet": Told(Span.of(big), "said", words), **limit}
    return {"limit-bet": Told(Span.of(small), "said", words), **limit} if street else limit


def _pairs(scene: Scene) -> Iterator[tuple[int, int, int | None, int, int]]:
    units = scene.units
    for place in range(len(units) - 1):
        low = units[place]
        if place > 1 and units[place - 1].word == "/" and units[place - 2].numeral:
            continue
        high_place = place + 2 if units[place + 1].word == "/" else place + 1
        if high_place >= len(units):
            continue
        high = units[high_place]
        if not (low.numeral and high.numeral and low.number and high.number):
            continue
        between = scene.text.plain[low.end : high.start].strip()
        money = _is_money(scene, low)
        if between not in ("/", "-", "and", "&") or low.in_words or high.in_words:
            continue
        small, big = _scaled(low, high, scene)
        if not small < big + money or big > HIGHEST:
            continue
        marked = money or _marked(units, place, high_place)
        alone = between == "-" and big >= _SURELY_EVENT and _alone(units, place, high_place)
        exact = any(small * r[0] == big * r[1] for r in _RATIOS)
        halves = small * 2 == big and (between == "/" or alone)
        if exact and (marked or (halves and big >= 2)):
            ante, last = _ante(units, high_place)
            yield small, big, ante, place, last


def _alone(units: Sequence[Unit], first: int, last: int) -> bool:
    """Whether two numbers stand by themselves: "Satellite, 400-800."."""
    before = first == 0 or units[first - 1].mark
    return before and (last + 1 == len(units) or units[last + 1].mark)


def _scaled(low: Unit, high: Unit, scene: Scene) -> tuple[int, int]:
    """ "2-4k" is 2,000 and 4,000."""
    small, big = low.number or 0, high.number or 0
    if small < 1000 <= big and scene.text.plain[low.start : low.end].isdigit():
        for scale in (1_000, 1_000_000):
            if big % scale == 0 and small * scale < big and scene.text.plain[high.end - 1] in "km":
                return small * scale, big
    return small, big


def _marked(units: Sequence[Unit], first: int, last: int) -> bool:
    before = [u.key for u in units[max(0, first - 4) : first]]
    after = [u.key for u in units[last + 1 : last + 4]]
    return bool(_BLIND_KEYS & {*before[-3:], *after}) or "limit" in (*before[-2:], *after)


def _ante(units: Sequence[Unit], place: int) -> tuple[int | None, int]:
    rest = units[place + 1 : place + 3]
    if len(rest) == 2 and rest[0].word == "/" and rest[1].numeral and rest[1].number:
        return rest[1].number, place + 3
    return None, place + 1


def _is_limit(scene: Scene, first: int, last: int) -> bool:
    keys = [u.key for u in scene.units[max(0, first - 3) : last + 3]]
    return "limit" in keys

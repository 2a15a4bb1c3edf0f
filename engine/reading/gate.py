"""Which facts a reading may tell: those that bear on the chosen events, and the context."""

from __future__ import annotations

from functools import lru_cache

from rulebase.book import Vocabulary

CONTEXT = frozenset(
    [
        "format",
        "game",
        "structure",
        "street",
        "small-blind",
        "big-blind",
        "ante",
        "players-in-hand",
        "players-left",
        "players-at-table",
        "player",
    ]
)


@lru_cache(maxsize=1)
def _symbols() -> frozenset[str]:
    from engine.arithmetic.amounts import AMOUNTS

    return frozenset(fact for symbol in AMOUNTS.values() for fact in symbol.needs)


_OF_ACT = frozenset(
    [
        "facing",
        "announced",
        "stated",
        "amount-said",
        "to-call",
        "put-in",
        "chips",
        "chips-put",
        "largest-chip",
        "smallest-chip-put",
        "total-in",
        "already-in",
    ]
)
_OF_RACE = frozenset(["old-chip", "new-chip", "odd-chips", "other-chips"])


def admitted(events: tuple[str, ...], vocabulary: Vocabulary) -> frozenset[str]:
    """The facts that may be told of incidents of these events.

    Beside the facts that rules test for them, those that arithmetic computes these from,
    and those that amounts are made of where the event is about chips.
    """
    from engine.arithmetic.registry import inputs

    tested = [fact for event in events for fact in vocabulary.events[event].facts]
    tested += [fact for event in events for fact in vocabulary.events[event].assumes]
    found = inputs(tested)
    found |= CONTEXT | _symbols()
    direct = {fact for event in events for fact in vocabulary.events[event].facts}
    of_betting = "betting" in {vocabulary.events[event].topic for event in events}
    if not of_betting and not direct & {"to-call", "put-in", "last-raise"}:
        found -= _OF_ACT - direct
    if not direct & _OF_RACE:
        found -= _OF_RACE
    return frozenset(found) & frozenset(vocabulary.facts)

"""A set of possible values made into one incident, on which the engine is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.arithmetic import disagreements
from engine.incident import Incident, Told
from engine.known import know
from engine.lint.solve import Store
from engine.network import definite
from rulebase.values import HIGHEST, Span, Truth, Value, Values, status

MOST_PICKS = 200


def incidents(store: Store, events: frozenset[str], asked: str) -> Iterator[Incident]:
    """An incident of single values that the store allows, if there is one that can be."""
    ordered = _in_order(events, asked, store)
    for facts in _picks(store, list(store.told), ordered):
        told = {fact: Told(definite(value), "given") for fact, value in facts.items()}
        incident = Incident(events=ordered, facts=told, asked=asked)
        known = know(incident, store.vocabulary)
        if not known.contradictions and not disagreements(known.exact()):
            yield incident


def written(incident: Incident) -> dict[str, Any]:
    """An incident as ``floor rule`` takes it."""
    facts = {fact: told.shown() for fact, told in incident.facts.items()}
    found: dict[str, Any] = {"events": list(incident.events), "facts": facts}
    if incident.line:
        found["line"] = [dict(act) for act in incident.line]
    return {**found, "asked": incident.asked} if incident.asked else found


def fits(facts: Mapping[str, Value], store: Store) -> bool:
    """Whether the store allows all these values."""
    return all(
        status(values, definite(facts[fact])) is Truth.TRUE
        for fact, values in store.values.items()
        if fact in facts
    )


def _in_order(events: frozenset[str], asked: str, store: Store) -> tuple[str, ...]:
    """The event that asks first."""
    decides = store.vocabulary.events
    return tuple(sorted(events, key=lambda e: (asked not in decides[e].decides, e)))


def _picks(store: Store, facts: list[str], events: tuple[str, ...]) -> Iterator[dict[str, Value]]:
    """One value for each fact, those assumed first, so that nothing contradicts."""
    steps = 0

    def pick(at: int, narrowed: Store, chosen: dict[str, Value]) -> Iterator[dict[str, Value]]:
        nonlocal steps
        if at == len(facts):
            yield chosen
            return
        fact = facts[at]
        for value in _candidates(fact, narrowed, events):
            steps += 1
            if steps > MOST_PICKS:
                return
            after = narrowed.copy()
            if after.narrow(fact, definite(value)):
                yield from pick(at + 1, after, {**chosen, fact: value})

    yield from pick(0, store, {})


def _candidates(fact: str, store: Store, events: tuple[str, ...]) -> list[Value]:
    possible: Values = store.possible(fact)
    if isinstance(possible, Span):
        return _numbers(possible)
    assumed = {v for e in events for v in store.vocabulary.events[e].assumes.get(fact, ())}  # type: ignore[union-attr]
    declared = store.vocabulary.facts[fact].values
    return sorted((v for v in declared if v in possible), key=lambda v: v not in assumed)


def _numbers(possible: Span) -> list[Value]:
    """A few numbers of a span, plain ones before nothing and the bounds."""
    found: dict[Value, None] = {}
    for low, high in possible.ranges:
        for number in (low or 1, low + 1, low, high if high < HIGHEST else low + 2):
            if low <= number <= high:
                found[number] = None
    return list(found)

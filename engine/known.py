"""What is known of an incident before any house's rules run.

Facts are narrowed to a fixpoint: told, implied by what happened and by other facts,
computed by table arithmetic, and last assumed where nobody said otherwise. A fact
left with no value at all is a contradiction: it becomes a question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.arithmetic.registry import COMPUTATIONS, Computation, compute
from engine.incident import TOLD, Incident, Told
from rulebase.book import Implication, Vocabulary
from rulebase.values import Span, Truth, Value, Values, meet, only, shown, status

CONTRADICTED = "contradicted"
"""The source of a fact of which two things were told that cannot both be."""


class Contradiction(NamedTuple):
    """Two things told of one fact that cannot both be; ``facts`` are those of the other."""

    fact: str
    one: str
    other: str
    facts: tuple[str, ...] = ()

    def asks(self) -> str:
        """The question that settles it.

        >>> Contradiction("chips", "chips is 1", "motions 2").asks()
        'Which is right: chips is 1, or motions 2? Both cannot be.'
        """
        return f"Which is right: {self.one}, or {self.other}? Both cannot be."


@dataclass(eq=False, repr=False)
class Known:
    """The facts of an incident, each with its possible values and where they come from."""

    vocabulary: Vocabulary
    incident: Incident
    facts: dict[str, Told] = field(default_factory=dict)
    contradictions: list[Contradiction] = field(default_factory=list)

    def values(self, fact: str) -> Values:
        """The values that ``fact`` may have."""
        if fact in self.facts:
            return self.facts[fact].values
        return self.vocabulary.facts[fact].domain

    def exact(self) -> dict[str, Any]:
        """The facts known to a single value, and the structured ones: what arithmetic reads."""
        found: dict[str, Any] = {}
        for name, told in self.facts.items():
            value = told.raw if told.raw is not None else only(told.values)
            if value is not None:
                found[name] = value
        return found


def know(incident: Incident, vocabulary: Vocabulary) -> Known:
    """Everything that the incident says, implies, lets compute, or leaves to assumption.

    Of facts at odds the same one is put in question, in whatever order they were told.

    Raises:
        LineError: the line of action cannot be.
    """
    known = Known(vocabulary, incident)
    fresh = []
    for name, told in incident.facts.items():
        known.facts[name] = told
        fresh.append(name)
    for event in incident.events:
        for name, values in vocabulary.events[event].implies.items():
            if _narrow(known, name, values, "implied", f"the event {event}"):
                fresh.append(name)
    _settle(known, sorted(fresh))
    _compare(known)
    for name, values in _assumptions(incident, vocabulary).items():
        _assume(known, name, values)
    return known


def _compare(known: Known) -> None:
    """Mark what was told, or follows from an event, otherwise than arithmetic makes it."""
    told = {name: t for name, t in known.facts.items() if t.source in TOLD}
    exact = {name: value for name, value in known.exact().items() if name in told}
    implied = {name: t for name, t in known.facts.items() if t.source == "implied"}
    for name, one in sorted({**told, **implied}.items()):
        if one.raw is not None or not (ways := COMPUTATIONS.get(name)):
            continue
        rest = {other: value for other, value in exact.items() if other != name}
        computed = compute(rest, known.incident.line)
        value = computed.get(name)
        if value is None or meet(one.values, _only(value)):
            continue
        together = {**rest, **computed}
        needs = next((way.needs for way in ways if _by_numbers(way, together, value)), ())
        if needs:
            other = ", ".join(f"{need} is {together[need]}" for need in needs)
            _contradict(known, name, f"{name} is {one.shown()}", other, needs)


def _by_numbers(way: Computation, facts: dict[str, Any], value: Value) -> bool:
    """Whether this way computes ``value``, from numbers alone: what rests on words is a guess."""
    numbers = all(isinstance(facts.get(need), int) for need in way.needs)
    return numbers and way.function(facts) == value


def _assumptions(incident: Incident, vocabulary: Vocabulary) -> dict[str, Values]:
    found: dict[str, Values] = {}
    for event in incident.events:
        for name, values in vocabulary.events[event].assumes.items():
            found.setdefault(name, values)
    return found


def _whole(known: Known, name: str) -> Values:
    return known.vocabulary.facts[name].domain


def _assume(known: Known, name: str, values: Values) -> None:
    before = known.facts.get(name)
    if before is not None and before.source in TOLD and before.values == _whole(known, name):
        return  # told to be open
    if before is not None and (only(before.values) is not None or before.raw is not None):
        return
    if not meet(known.values(name), values):
        return
    facts, faults = dict(known.facts), list(known.contradictions)
    known.facts[name] = Told(meet(known.values(name), values), "assumed")
    _settle(known, [name])
    if len(known.contradictions) > len(faults):
        known.facts, known.contradictions = facts, faults


def _settle(known: Known, fresh: list[str]) -> None:
    """Follow implications and arithmetic from the facts just learned, to a fixpoint."""
    index = known.vocabulary.implications_by_fact
    while fresh:
        computing = any(name in _INPUTS for name in fresh) or bool(known.incident.line)
        while fresh:
            for implication in index.get(fresh.pop(), ()):
                fresh.extend(_imply(known, implication))
        if computing:
            for name, value in compute(known.exact(), known.incident.line).items():
                if name in known.vocabulary.facts and _open_to(known, name, value):
                    known.facts[name] = Told(_only(value), "derived")
                    fresh.append(name)


def _open_to(known: Known, name: str, value: Value) -> bool:
    """Whether a computed value tells more: nothing is known yet, or only that it is one of some."""
    told = known.facts.get(name)
    if told is None:
        return True
    several = told.source == "implied" and told.raw is None and only(told.values) is None
    return several and bool(meet(told.values, _only(value)))


def _only(value: Value) -> Values:
    return Span.of(value) if isinstance(value, int) else frozenset({value})


def _contradict(known: Known, fact: str, one: str, other: str, facts: Iterable[str]) -> None:
    known.contradictions.append(Contradiction(fact, one, other, tuple(facts)))
    known.facts[fact] = Told(known.vocabulary.facts[fact].domain, CONTRADICTED)


_INPUTS = frozenset(
    name
    for computations in COMPUTATIONS.values()
    for computation in computations
    for name in (*computation.needs, *computation.uses)
)


def _imply(known: Known, implication: Implication) -> list[str]:
    for fact, allowed in implication.when:
        if fact not in known.facts or status(allowed, known.values(fact)) is not Truth.TRUE:
            return []
    assumed = any(known.facts[fact].source == "assumed" for fact, _ in implication.when)
    source = "assumed" if assumed else "implied"
    because = tuple(fact for fact, _ in implication.when)
    return [
        fact for fact, values in implication.then if _narrow(known, fact, values, source, because)
    ]


def _narrow(
    known: Known, fact: str, values: Values, source: str, because: str | tuple[str, ...]
) -> bool:
    """Narrow ``fact`` to ``values``; whether that said anything new."""
    old = known.facts.get(fact)
    if old is not None and old.source == CONTRADICTED:
        return False
    before = known.values(fact)
    after = meet(before, values)
    if after == before:
        return False
    if not after:
        one = f"{fact} is {old.shown() if old else shown(before)}"
        if isinstance(because, str):
            _contradict(known, fact, one, because, ())
        else:
            other = ", ".join(f"{name} is {known.facts[name].shown()}" for name in because)
            _contradict(known, fact, one, other, because)
        return True
    known.facts[fact] = Told(
        after, old.source if old and only(old.values) else source, old.words if old else ""
    )
    return True

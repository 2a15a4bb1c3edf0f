"""One house's clauses on one incident: each true, false or open.

The matcher chains what is certain; what it leaves is told apart here into clauses
that cannot hold and clauses that hang on something unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.house_network import HouseMatcher, clause_of
from engine.known import Known
from engine.network import Fired
from rulebase.book import Clause, House, Tests
from rulebase.values import Span, Truth, Values, join, meet, status


@dataclass(slots=True)
class Evaluation:
    """What a house's clauses come to on an incident."""

    house: House
    known: Known
    fired: Fired
    truths: dict[str, Truth] = field(default_factory=dict)
    _possible: dict[str, Values] = field(default_factory=dict)
    _facts: dict[str, Values] = field(default_factory=dict)
    _true: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self._facts = {name: told.values for name, told in self.known.facts.items()}
        self._true = frozenset(clause_of(rule) for rule in self.fired.rules)

    def possible(self, fact: str) -> Values:
        """The values that ``fact`` may have in this house: known, else derived, else any."""
        found = self._possible.get(fact)
        if found is None:
            found = self._possible[fact] = self._reckon(fact)
        return found

    def _reckon(self, fact: str) -> Values:
        if fact in self._facts:
            return self._facts[fact]
        if fact in self.fired.facts:
            return _only(self.fired.facts[fact])
        domain = self.known.vocabulary.facts[fact].domain
        deriving = self.house.deriving.get(fact)
        if not deriving:
            return domain
        self._possible[fact] = domain
        found: Values | None = None
        if fact in self.house.defaults:
            found = _only(self.house.defaults[fact])
        for clause in deriving:
            if self.truth(clause) is not Truth.FALSE:
                value = _only(clause.derives[fact])
                found = value if found is None else join(found, value)
        return domain if found is None or fact not in self.house.defaults else found

    def truth(self, clause: Clause) -> Truth:
        """Whether ``clause`` holds."""
        found = self.truths.get(clause.name)
        if found is None:
            found = self.truths[clause.name] = self._truth(clause)
        return found

    def _truth(self, clause: Clause) -> Truth:
        present = self.known.incident.events
        if clause.events and clause.events.isdisjoint(present):
            return Truth.FALSE
        if clause.also and clause.also.isdisjoint(present):
            return Truth.FALSE
        if clause.name in self._true:
            return Truth.TRUE
        if clause.wakes_on and self.all_hold(clause.wakes_on) is not Truth.TRUE:
            return Truth.FALSE
        found = self.all_hold(clause.when)
        if found is Truth.FALSE:
            return found
        for group in clause.unless:
            blocked = self.all_hold(group)
            if blocked is Truth.TRUE:
                return Truth.FALSE
            if blocked is Truth.OPEN:
                found = Truth.OPEN
        return found

    def asleep(self) -> Iterator[Clause]:
        """The clauses that decide something and that only a fact nobody raised keeps from it."""
        present = self.known.incident.events
        for clause in self.house.clauses.values():
            if not clause.wakes_on or not clause.decides:
                continue
            apart = clause.events and clause.events.isdisjoint(present)
            if apart or (clause.also and clause.also.isdisjoint(present)):
                continue
            if self.all_hold(clause.wakes_on) is not Truth.OPEN:
                continue
            blocked = any(self.all_hold(group) is Truth.TRUE for group in clause.unless)
            if not blocked and self.all_hold(clause.when) is not Truth.FALSE:
                yield clause

    def all_hold(self, tests: Tests) -> Truth:
        """Whether all ``tests`` hold."""
        found = Truth.TRUE
        for fact, allowed in tests:
            truth = status(allowed, self.possible(fact))
            if truth is Truth.FALSE:
                return truth
            if truth is Truth.OPEN:
                found = truth
        return found

    def unmet(self, clause: Clause) -> Iterator[tuple[str, Values]]:
        """The tests that keep ``clause`` from holding; for an exception, what it would take."""
        for fact, allowed in (*clause.wakes_on, *clause.when):
            if status(allowed, self.possible(fact)) is Truth.FALSE:
                yield fact, allowed
        for group in clause.unless:
            if self.all_hold(group) is Truth.TRUE:
                for fact, allowed in group:
                    yield fact, _other(self.known.vocabulary.facts[fact].domain, allowed)

    def wanting(self, clause: Clause, against: Iterable[Clause] = ()) -> dict[str, Values]:
        """What an open clause still takes to hold, as far as single tests tell.

        ``against`` are clauses of which none may hold: those that beat it, or the closed list
        that it closes.
        """
        groups = [*clause.unless]
        for other in against:
            if self.truth(other) is Truth.OPEN:
                excepted = any(self.all_hold(group) is Truth.OPEN for group in other.unless)
                groups += [] if excepted else [other.when]
        found: dict[str, Values] = {}
        for fact, allowed in (*clause.when, *self._others(groups)):
            if status(allowed, self.possible(fact)) is Truth.OPEN:
                found[fact] = meet(found.get(fact, allowed), allowed)
        return {fact: values for fact, values in found.items() if values}

    def _others(self, groups: Iterable[Tests]) -> Iterator[tuple[str, Values]]:
        """What keeps each group of tests from holding together, where one of them is open."""
        for group in groups:
            if self.all_hold(group) is Truth.OPEN:
                tests = [t for t in group if status(t[1], self.possible(t[0])) is Truth.OPEN]
                if len(tests) == 1:
                    [(fact, allowed)] = tests
                    yield fact, _other(self.known.vocabulary.facts[fact].domain, allowed)

    def unknown(self, clause: Clause) -> Iterator[str]:
        """The facts on which an open clause hangs."""
        seen = set()
        groups = [g for g in clause.unless if self.all_hold(g) is Truth.OPEN]
        for fact, allowed in (*clause.when, *(test for group in groups for test in group)):
            if fact not in seen and status(allowed, self.possible(fact)) is Truth.OPEN:
                seen.add(fact)
                yield fact


def _other(domain: Values, allowed: Values) -> Values:
    if isinstance(allowed, Span):
        return ~allowed
    assert isinstance(domain, frozenset)
    return domain - allowed


def _only(value: str | int) -> Values:
    return Span.of(value) if isinstance(value, int) else frozenset({value})


def evaluate(house: House, matcher: HouseMatcher, known: Known) -> Evaluation:
    """Run the house's network on what is known, and tell true, false and open clauses apart.

    A derived fact that stays open but cannot be anything that would fail a test is
    handed to the matcher once more, as the set of what it may be.
    """
    events = known.incident.events
    facts = {name: told.values for name, told in known.facts.items()}
    found = Evaluation(house, known, matcher.fire(events, facts))
    partial = _open_derivations(found)
    while partial:
        fired = matcher.fire(events, {**facts, **partial}, again=True)
        again = Evaluation(house, known, fired)
        again._facts.update(partial)
        more = {**partial, **_open_derivations(again)}
        if more == partial:
            return again
        partial = more
    return found


def _open_derivations(found: Evaluation) -> dict[str, Values]:
    """Derived facts still open, whose possible values are fewer than all."""
    partial: dict[str, Values] = {}
    for fact in found.house.deriving:
        if fact not in found._facts and fact not in found.fired.facts:
            possible = found.possible(fact)
            if possible != found.known.vocabulary.facts[fact].domain:
                partial[fact] = possible
    return partial

"""Clauses as formulas over the values of facts, derived facts followed to what derives them.

A formula is a test of one fact, or all or any of other formulas. It speaks of an
incident in which certain events happened and no others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from engine.arithmetic import COMPUTATIONS, LINE_FACTS
from engine.network import definite
from rulebase.book import Clause, House, Tests, Vocabulary
from rulebase.values import Span, Values, meet


class Test(NamedTuple):
    """A fact must have one of these values; ``derived`` where rules make it so."""

    fact: str
    values: Values
    derived: bool = False


class All(NamedTuple):
    """Every part must hold."""

    parts: tuple[Formula, ...]


class Either(NamedTuple):
    """Some part must hold."""

    parts: tuple[Formula, ...]


Formula: TypeAlias = Test | All | Either

ALWAYS = All(())
NEVER = Either(())


def complement(fact: str, values: Values, vocabulary: Vocabulary) -> Values:
    """The values of ``fact`` that are not among ``values``."""
    if isinstance(values, Span):
        return ~values
    domain = vocabulary.facts[fact].domain
    assert isinstance(domain, frozenset)
    return domain - values


class Logic:
    """The formulas of one house's clauses, in an incident of these events."""

    def __init__(self, house: House, vocabulary: Vocabulary, events: Iterable[str]) -> None:
        self.house = house
        self.vocabulary = vocabulary
        self.events = frozenset(events)
        self._told = {f for e in self.events for f in vocabulary.events[e].implies}
        self._made: dict[tuple[str, Values], Formula] = {}
        self._inside: set[str] = set()

    def speaks(self, clause: Clause) -> Formula:
        """The clause says what it says: it holds; a closed list closes."""
        if not clause.otherwise:
            return self.holds(clause)
        members = (self.house.clauses[name] for name in clause.members)
        fails = (self.fails(m) for m in members if not m.keeps_default and m is not clause)
        return All((self.holds(clause), *fails))

    def holds(self, clause: Clause) -> Formula:
        """The clause holds."""
        if self._absent(clause):
            return NEVER
        parts: list[Formula] = [self._test(f, v) for f, v in (*clause.when, *clause.wakes_on)]
        parts += [self._none_of(group) for group in clause.unless]
        return All(tuple(parts))

    def fails(self, clause: Clause) -> Formula:
        """The clause cannot hold."""
        if self._absent(clause):
            return ALWAYS
        tests = (*clause.when, *clause.wakes_on)
        groups = (All(tuple(self._test(f, v) for f, v in group)) for group in clause.unless)
        return Either((self._none_of(tests), *groups))

    def _absent(self, clause: Clause) -> bool:
        return any(keys and keys.isdisjoint(self.events) for keys in (clause.events, clause.also))

    def _none_of(self, tests: Tests) -> Formula:
        """Not all of the tests are met."""
        vocabulary = self.vocabulary
        return Either(tuple(self._test(f, complement(f, v, vocabulary)) for f, v in tests))

    def _test(self, fact: str, values: Values) -> Formula:
        if fact not in self.house.deriving or fact in self._told:
            return Test(fact, values)
        if fact in self._inside:
            return NEVER
        key = fact, values
        if key not in self._made:
            self._inside.add(fact)
            self._made[key] = self._derived(fact, values)
            self._inside.remove(fact)
        return self._made[key]

    def _derived(self, fact: str, values: Values) -> Formula:
        """The ways in which rules give a fact one of the values, or leave it to be told."""
        deriving = self.house.deriving[fact]
        ways: list[Formula] = []
        others: list[Formula] = []
        for clause in deriving:
            value = definite(clause.derives[fact])
            if meet(values, value):
                ways.append(All((Test(fact, value, derived=True), self.holds(clause))))
            else:
                others.append(self.fails(clause))
        if fact not in self.house.defaults:
            if self._may_be_told(fact):
                ways.append(All((Test(fact, values), *others)))
        elif meet(values, default := definite(self.house.defaults[fact])):
            failed = (self.fails(clause) for clause in deriving)
            ways.append(All((Test(fact, default, derived=True), *failed)))
        return Either(tuple(ways))

    def _may_be_told(self, fact: str) -> bool:
        known = fact in COMPUTATIONS or fact in LINE_FACTS
        implied = any(fact == name for i in self.vocabulary.implications for name, _ in i.then)
        return bool(self.vocabulary.facts[fact].asks) or known or implied

"""A house as the lint sees it: its clauses beside those of the books that it adopts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from engine.lint.formula import All, Formula, Logic
from engine.lint.solve import GaveUp, Store, begin, solutions
from engine.ruling import Engine
from rulebase.book import Clause, House, Vocabulary

Written = Mapping[str, list[dict[str, Any]]]
"""The statements of each entry of a house, as its files write them."""


class Told(NamedTuple):
    """One clause, with the house that holds it."""

    house: House
    clause: Clause

    @property
    def key(self) -> tuple[str, str]:
        """House and clause, as an override names it."""
        return self.house.name, self.clause.name

    @property
    def says(self) -> dict[str, str]:
        """The outcome on each decision."""
        return self.clause.otherwise or self.clause.decides

    @property
    def amount_on(self) -> str:
        """The decision that its amount belongs to."""
        return next(iter(self.says), "") if self.clause.amount else ""


class Book:
    """One house to be checked, with the books that it adopts."""

    def __init__(
        self, house: House, adopted: Iterable[House], vocabulary: Vocabulary, written: Written
    ) -> None:
        self.house = house
        self.adopted = tuple(adopted)
        self.vocabulary = vocabulary
        self.written = written
        self._logics: dict[tuple[str, frozenset[str]], Logic] = {}
        self._begun: dict[frozenset[str], Store | None] = {}

    @cached_property
    def engine(self) -> Engine:
        """Rules by this house alone."""
        engine = Engine({self.house.name: self.house}, self.vocabulary)
        return engine.adopt({book.name: book for book in self.adopted})

    @cached_property
    def own(self) -> dict[str, Told]:
        """The house's own clauses; those that every house shares are left out."""
        return {
            name: Told(self.house, clause)
            for name, clause in self.house.clauses.items()
            if clause.house == self.house.name
        }

    @cached_property
    def all(self) -> dict[tuple[str, str], Told]:
        """Its own clauses and those of the books that it adopts."""
        found = {told.key: told for told in self.own.values()}
        for book in self.adopted:
            clauses = (Told(book, c) for c in book.clauses.values() if c.house == book.name)
            found.update((told.key, told) for told in clauses)
        return found

    def cited(self, told: Told) -> str:
        """How a finding names a clause."""
        name = told.clause.name
        if len(told.house.rules[told.clause.rule].clauses) == 1:
            name = name.partition("#")[0]
        return name if told.house is self.house else f"{told.house.name}/{name}"

    def logic(self, house: House, events: frozenset[str]) -> Logic:
        """The formulas of a house's clauses in an incident of these events."""
        key = house.name, events
        if key not in self._logics:
            self._logics[key] = Logic(house, self.vocabulary, events)
        return self._logics[key]

    def begun(self, events: frozenset[str]) -> Store | None:
        """What the events imply; None where they cannot happen together."""
        if events not in self._begun:
            self._begun[events] = begin(self.vocabulary, events)
        return self._begun[events]

    def together(self, clauses: Iterable[Told], events: frozenset[str]) -> Iterator[Store]:
        """Ways in which all the clauses speak, in an incident of these events.

        Raises:
            GaveUp: the search grew too long.
        """
        store = self.begun(events)
        if store is not None:
            parts: list[Formula] = [self.logic(t.house, events).speaks(t.clause) for t in clauses]
            yield from solutions(store, All(tuple(parts)))

    def can_speak(self, clauses: Iterable[Told], events: frozenset[str]) -> bool:
        """Whether all the clauses can speak there; yes where the search gives up."""
        try:
            return next(self.together(clauses, events), None) is not None
        except GaveUp:
            return True


def happenings(*clauses: Told) -> list[frozenset[str]]:
    """The sets of events in which the clauses may all speak, the smallest first."""
    needs = [keys for t in clauses for keys in (t.clause.events, t.clause.also) if keys]
    ways = {frozenset(way) for way in product(*needs)}
    fewest = (w for w in ways if not any(other < w for other in ways))
    return sorted(fewest, key=lambda way: (len(way), sorted(way)))


def locators(told: Told) -> tuple[str, str]:
    """The names by which a reading may speak of a clause."""
    return told.clause.rule, told.clause.name

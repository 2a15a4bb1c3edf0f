"""Two rulebooks asked about the same incident: two houses, or two states of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.comparing.verdicts import Verdict, verdict
from engine.incident import Incident
from engine.known import Known, know
from engine.lint.book import Told
from engine.lint.formula import Logic
from engine.resolve import NEEDS_FACTS, SILENT
from engine.ruling import Engine, HouseRuling
from rulebase.book import House, Vocabulary


class Side:
    """One rulebook: its name in the comparison, and the engine that rules by it."""

    def __init__(self, name: str, engine: Engine, house: str) -> None:
        self.name = name
        self.house = engine.houses[house]
        self.books = (self.house, *(engine.book(book) for book in self.house.adopts))
        self._engine = engine if len(engine.houses) == 1 else _alone(engine, self.house)
        self._logics: dict[tuple[str, frozenset[str]], Logic] = {}

    def ruling(self, known: Known) -> HouseRuling:
        """What it rules on what is known."""
        return self._engine.rule_known(known).houses[self.house.name]

    def speaking(self, event: str) -> Iterator[Told]:
        """The clauses that an event wakes, its adopted books' too."""
        for book in self.books:
            for name in book.by_event.get(event, ()):
                clause = book.clauses[name]
                if not clause.authority:
                    yield Told(book, clause)

    def logic(self, told: Told, events: frozenset[str]) -> Logic:
        """The formulas of the book that a clause stands in, in an incident of these events."""
        key = told.house.name, events
        if key not in self._logics:
            vocabulary = self._engine.vocabulary
            self._logics[key] = Logic(told.house, vocabulary, events)
        return self._logics[key]


def _alone(engine: Engine, house: House) -> Engine:
    """An engine of one house, so that nobody else's rules are run."""
    books = {name: engine.book(name) for name in house.adopts}
    return Engine({house.name: house}, engine.vocabulary).adopt(books)


class Pair:
    """Two rulebooks and what both rule; what was asked once is remembered."""

    def __init__(self, one: Side, other: Side, vocabulary: Vocabulary) -> None:
        self.one = one
        self.other = other
        self.vocabulary = vocabulary
        self._ruled: dict[Any, Mapping[str, HouseRuling] | None] = {}

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.one, self.other

    def rule(self, incident: Incident) -> Mapping[str, HouseRuling] | None:
        """What each rules; None where the incident contradicts itself."""
        key = _key(incident)
        if key not in self._ruled:
            known = know(incident, self.vocabulary)
            self._ruled[key] = (
                None
                if known.contradictions
                else {side.name: side.ruling(known) for side in self.sides}
            )
        return self._ruled[key]

    def verdicts(self, incident: Incident, decision: str) -> tuple[Verdict, Verdict] | None:
        """What each rules on one decision; None where the incident contradicts itself."""
        ruled = self.rule(incident)
        if ruled is None:
            return None
        return verdict(ruled[self.one.name], decision), verdict(ruled[self.other.name], decision)


def _key(incident: Incident) -> Any:
    """What tells one incident from another."""
    facts = frozenset(
        (fact, told.values if told.raw is None else str(told.raw))
        for fact, told in incident.facts.items()
    )
    return incident.events, facts, str(incident.line) if incident.line else ""


def pair(engine: Engine, one: str, other: str) -> Pair:
    """Two houses of one engine."""
    return Pair(Side(one, engine, one), Side(other, engine, other), engine.vocabulary)


def settled(each: Verdict) -> bool:
    """Whether it can be compared: nothing hangs on more facts, or is moot by another decision."""
    return each.status != NEEDS_FACTS and not (each.status == SILENT and each.silent == "moot")

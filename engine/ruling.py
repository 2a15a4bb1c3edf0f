"""Incident in, rulings out: the engine's front door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.differences import differences
from engine.evaluate import Evaluation, evaluate
from engine.house_network import HouseMatcher, MakeMatcher, best_matcher
from engine.incident import Incident
from engine.known import Known, know
from engine.resolve import SILENT, Resolved, resolve
from engine.ruling_json import house_json as house_json
from engine.ruling_json import incident_json as incident_json
from engine.ruling_json import rulebase_json
from rulebase.book import House, Vocabulary

NO_RULE = "no-rule"


class HouseRuling(NamedTuple):
    """What one house rules: each decision that its clauses speak on, and the one asked."""

    house: House
    asked: str
    resolved: Mapping[str, Resolved]
    evaluations: tuple[Evaluation, ...]

    @property
    def main(self) -> Resolved:
        """The decision asked."""
        none = Resolved(self.asked, SILENT, NO_RULE)
        return self.resolved.get(self.asked, none)

    @property
    def status(self) -> str:
        """The status of the decision asked."""
        return self.main.status


class Ruling(NamedTuple):
    """An incident as it was understood, and what each house rules on it."""

    known: Known
    asked: str
    houses: Mapping[str, HouseRuling]

    def as_json(self) -> dict[str, Any]:
        """The ruling as ``--json`` prints it (DESIGN: "A ruling")."""
        return {
            "incident": incident_json(self.known),
            "houses": {name: house_json(h, self.known) for name, h in self.houses.items()},
            "differences": differences(self.houses),
            "rulebase": rulebase_json(
                self.known.vocabulary,
                (e.house for ruling in self.houses.values() for e in ruling.evaluations),
            ),
        }


class Engine:
    """Rules on incidents by the houses it was given.

    ``make`` makes the matchers: durable-rules where it can be, which rules as the plain
    matcher does.
    """

    def __init__(
        self,
        houses: Mapping[str, House],
        vocabulary: Vocabulary,
        make: MakeMatcher = best_matcher,
    ) -> None:
        self.houses = dict(houses)
        self.vocabulary = vocabulary
        self._make = make
        self._matchers: dict[str, HouseMatcher] = {}
        self._books: dict[str, House] = dict(houses)

    def adopt(self, books: Mapping[str, House]) -> Engine:
        """Hold ``books`` for the houses that adopt them, without ruling by them."""
        self._books = {**books, **self._books}
        return self

    def only(self, *names: str) -> Engine:
        """An engine that rules by some of the houses, and shares what was made for all."""
        some = {name: self.houses[name] for name in names}
        one = Engine(some, self.vocabulary, self._make)
        one._matchers, one._books = self._matchers, self._books
        return one

    def book(self, name: str) -> House:
        """A house, or a book that one adopts, by name."""
        return self._books[name]

    def books(self) -> Iterator[House]:
        """The houses asked, each followed by the books that it adopts."""
        for house in self.houses.values():
            yield from (self._books[name] for name in (house.name, *house.adopts))

    def matcher(self, house: House) -> HouseMatcher:
        """The matcher of a house, made when first needed."""
        if house.name not in self._matchers:
            self._matchers[house.name] = HouseMatcher(house, self.vocabulary, self._make)
        return self._matchers[house.name]

    def rule(self, incident: Incident) -> Ruling:
        """What each house rules on ``incident``.

        Raises:
            LineError: its line of action cannot be.
        """
        return self.rule_known(know(incident, self.vocabulary))

    def rule_known(self, known: Known) -> Ruling:
        """What each house rules on what is known; a book that several use is asked once."""
        evaluations: dict[str, Evaluation] = {}

        def evaluated(name: str) -> Evaluation:
            if name not in evaluations:
                book = self._books[name]
                evaluations[name] = evaluate(book, self.matcher(book), known)
            return evaluations[name]

        mine = {
            name: tuple(evaluated(book) for book in (name, *house.adopts))
            for name, house in self.houses.items()
        }
        resolved = {name: resolve(evals) for name, evals in mine.items()}
        asked = _asked(known.incident, self.vocabulary, resolved.values())
        return Ruling(
            known,
            asked,
            {
                name: HouseRuling(self.houses[name], asked, resolved[name], mine[name])
                for name in self.houses
            },
        )


def _asked(
    incident: Incident, vocabulary: Vocabulary, resolved: Iterable[Mapping[str, Resolved]]
) -> str:
    """The decision asked: the one named, else the first of the event's that any house speaks on."""
    if incident.asked:
        return incident.asked
    decisions = [d for event in incident.events for d in vocabulary.events[event].decides]
    spoken = {d for each in resolved for d, r in each.items() if r.fired or r.open}
    return next((d for d in decisions if d in spoken), decisions[0])

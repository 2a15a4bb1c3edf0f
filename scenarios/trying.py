"""Trying mutants of the rulebase on the scenario bank: what kills one, what would show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from engine.incident import Told
from engine.known import Known, know
from engine.plain import PlainMatcher
from engine.resolve import SILENT
from engine.ruling import Engine, Ruling
from rulebase.book import Clause, House, Vocabulary
from rulebase.clause_source import SHARED
from rulebase.problems import FloorError
from rulebase.values import HIGHEST, Span, Values
from scenarios.bank import Scenario, failures
from scenarios.mutants import Mutant, mutants, with_mutant


class Trial(NamedTuple):
    """One scenario as one house must rule it."""

    scenario: Scenario
    known: Known


class Telling(NamedTuple):
    """A scenario on which a mutant shows, once these facts are changed."""

    scenario: Scenario
    change: Mapping[str, Told]

    def __str__(self) -> str:
        changed = ", ".join(f"{fact}: {told.shown()}" for fact, told in self.change.items())
        file = self.scenario.file
        where = f"{file.parent.name}/{file.name}:{self.scenario.line}"
        return f"{where} with {changed}" if changed else f"{where} as it is"


class Bench:
    """The bank, ready to try mutants of the houses on."""

    def __init__(self, engine: Engine, bank: Iterable[Scenario]) -> None:
        self._engine = engine
        self._trials: dict[str, dict[str, list[Trial]]] = {name: {} for name in engine.houses}
        for scenario in bank:
            self._add(scenario)

    def _add(self, scenario: Scenario) -> None:
        """Keep the scenario for each house that meets it, by event.

        The decision asked is settled with all the houses and unmutated, as the bank is.
        """
        known = know(scenario.incident, self._engine.vocabulary)
        ruling = self._engine.rule_known(known)
        incident = scenario.incident.asking(ruling.asked)
        failing = {what.partition(":")[0] for what in failures(scenario, ruling)}
        for house, expected in scenario.expect.items():
            if house in self._trials and house not in failing:
                alone = replace(scenario, incident=incident, expect={house: expected})
                trial = Trial(alone, know(incident, self._engine.vocabulary))
                for event in incident.events:
                    self._trials[house].setdefault(event, []).append(trial)

    def mutants(self, name: str) -> list[Mutant]:
        """Every mutant of a house, or of what all of them share."""
        house = self._engine.houses.get(name) or next(iter(self._engine.houses.values()))
        return [
            mutant
            for clause in house.clauses.values()
            if clause.house == name
            for mutant in mutants(clause, house, self._engine.vocabulary)
        ]

    def section(self, clause: Clause) -> str:
        """Where a clause stands in its house."""
        house = self._engine.houses.get(clause.house)
        return house.rules[clause.rule].section if house else clause.rule

    def killed_by(self, mutant: Mutant) -> Scenario | None:
        """The first scenario found that fails on the mutant."""
        for _, engine, trials in self._ruled_with(mutant):
            for trial in trials:
                if _fails(engine, trial):
                    return trial.scenario
        return None

    def told_by(self, mutant: Mutant) -> Telling | None:
        """A scenario, with one fact changed where it must be, that the mutant rules otherwise."""
        changes = ({}, *telling_facts(mutant, self._engine.vocabulary))
        for engine, mutated, trials in self._ruled_with(mutant):
            for trial, change in product(trials, changes):
                incident = trial.scenario.incident.with_facts(change)
                known = know(incident, self._engine.vocabulary)
                told = dict(spoken(engine.rule_known(known)))
                if told != dict(spoken(mutated.rule_known(known))):
                    return Telling(trial.scenario, change)
        return None

    def _ruled_with(self, mutant: Mutant) -> Iterator[tuple[Engine, Engine, list[Trial]]]:
        """For each house that uses the clause: rulers without and with the mutant, and trials.

        The trials are those that wake it, the scenarios about its rule first.
        """
        rule, vocabulary = mutant.of.rule, self._engine.vocabulary
        for book in self._books(mutant):
            changed = with_mutant(book, mutant)
            events = woken(book, mutant.of)
            for house in self._engine.houses.values():
                if book.name not in (house.name, *house.adopts):
                    continue
                adopted = {name: self._engine.book(name) for name in house.adopts}
                books = {house.name: house, **adopted, book.name: changed}
                mutated = Engine({house.name: books[house.name]}, vocabulary, PlainMatcher)
                trials = self._woken(house.name, events)
                trials.sort(key=lambda trial: not _names(trial.scenario, rule))
                yield self._engine.only(house.name), mutated.adopt(books), trials

    def _books(self, mutant: Mutant) -> Iterator[House]:
        for house in self._engine.houses.values():
            if mutant.of.house in (house.name, SHARED) and mutant.of.name in house.clauses:
                yield house

    def _woken(self, house: str, events: Iterable[str]) -> list[Trial]:
        found = [t for event in sorted(events) for t in self._trials[house].get(event, ())]
        return list({id(trial): trial for trial in found}.values())


def _fails(engine: Engine, trial: Trial) -> bool:
    try:
        return any(failures(trial.scenario, engine.rule_known(trial.known)))
    except FloorError:
        return True


def telling_facts(mutant: Mutant, vocabulary: Vocabulary) -> Iterator[dict[str, Told]]:
    """Each other value of the facts whose conditions the mutant changes."""
    was = set(_conditions(mutant.of))
    now = set(_conditions(mutant.clause)) if mutant.clause else set()
    for fact, allowed in sorted(was ^ now, key=str):
        if isinstance(allowed, Span):
            bounds = {bound + by for pair in allowed.ranges for bound in pair for by in (-1, 0, 1)}
            values: list[Values] = [Span.of(n) for n in sorted(bounds) if 0 <= n < HIGHEST]
        else:
            values = [frozenset({word}) for word in vocabulary.facts[fact].values]
        yield from ({fact: Told(value, "given")} for value in values)


def _conditions(clause: Clause) -> Iterator[tuple[str, Values]]:
    yield from (*clause.when, *clause.wakes_on)
    for group in clause.unless:
        yield from group


def spoken(ruling: Ruling) -> Iterator[tuple[str, object]]:
    """What an expectation can tell of each decision of a ruling."""
    for house in ruling.houses.values():
        for decision, resolved in house.resolved.items():
            said = resolved.fired
            if resolved.status != SILENT:
                yield (
                    decision,
                    (
                        resolved.status,
                        {say.outcome for say in said},
                        [say.amount for say in said],
                        [say.clause.force for say in said],
                        {say.clause.name for say in said},
                    ),
                )


def _names(scenario: Scenario, rule: str) -> bool:
    """Whether an expectation of the scenario is about the rule."""
    named = (str(n) for e in scenario.expect.values() for n in (*e.rules, *e.without))
    return any(name.rpartition("/")[2].partition("#")[0] == rule for name in named)


def woken(house: House, clause: Clause) -> frozenset[str]:
    """The events whose rulings may change with a clause, by what it decides or derives."""
    if not clause.derives and not clause.default:
        return clause.events
    facts = {*clause.derives, *clause.default}
    events: set[str] = set()
    grown = True
    while grown:
        before = len(facts)
        for other in house.clauses.values():
            if not facts.isdisjoint(other.facts):
                facts |= other.derives.keys() | other.default.keys()
                events |= frozenset() if other.derives else other.events
        grown = len(facts) > before
    return frozenset(events)

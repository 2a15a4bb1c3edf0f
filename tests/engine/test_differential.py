"""durable-rules against the plain matcher, over the real rulebase."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.house_network import clause_of, durable_available
from engine.incident import Incident
from engine.plain import PlainMatcher
from engine.ruling import Engine, Ruling
from rulebase import load
from rulebase.values import Truth
from scenarios.bank import scenarios
from scenarios.generate import Generator

RANDOM = 1_500
PARTS = 4
"""In how many parts the scenarios are tried, so that several processes can share them."""

pytestmark = pytest.mark.skipif(not durable_available(), reason="durable-rules is not here")


@pytest.fixture(scope="module")
def engines() -> tuple[Engine, Engine]:
    houses, vocabulary = load.houses(), load.vocabulary()
    return Engine(houses, vocabulary), Engine(houses, vocabulary, PlainMatcher)


def agree(engines: tuple[Engine, Engine], incident: Incident) -> Ruling:
    durable, plain = (engine.rule(incident) for engine in engines)
    assert durable.as_json() == plain.as_json(), incident
    return durable


def fired(ruling: Ruling, book: str) -> set[str]:
    """The clauses of a book that fired, in whichever house asked it."""
    return {
        clause_of(rule)
        for house in ruling.houses.values()
        for evaluation in house.evaluations
        if evaluation.house.name == book
        for rule in evaluation.fired.rules
    }


@pytest.mark.parametrize("part", range(PARTS))
def test_the_matchers_agree_on_every_scenario(engines: tuple[Engine, Engine], part: int) -> None:
    for scenario in islice(scenarios(load.vocabulary()), part, None, PARTS):
        agree(engines, scenario.incident)


def test_the_matchers_agree_on_random_incidents(engines: tuple[Engine, Engine]) -> None:
    made = Generator(load.vocabulary(), load.houses(), seed=20261129)
    happened: set[str] = set()
    for _ in range(RANDOM):
        incident = made.incident()
        happened.update(incident.events)
        agree(engines, incident)
    assert happened == set(load.vocabulary().events)


def test_the_matchers_agree_at_the_boundary_of_every_clause(
    engines: tuple[Engine, Engine],
) -> None:
    """Most of these incidents meet the clause that they are made for, the others just miss it."""
    made = Generator(load.vocabulary(), load.houses(), seed=20261130)
    tried: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for house, clause in made.clauses():
        ruling = agree(engines, made.at(house, clause))
        tried[house.name] += 1
        met[house.name] += clause.name in fired(ruling, house.name)
    assert set(tried) == set(load.built_in())
    for name, many in tried.items():
        assert 0.55 * many < met[name] < 0.95 * many, (name, met[name], many)


def test_a_first_incident_is_matched_as_a_later_one(engines: tuple[Engine, Engine]) -> None:
    """The small network made for a first incident, and the whole one of the event."""
    made = Generator(load.vocabulary(), load.houses(), seed=20261201)
    for house, clause in islice(made.clauses(), 0, None, 20):
        incident = made.at(house, clause)
        first = Engine(load.houses(), load.vocabulary()).rule(incident)
        assert first.as_json() == engines[0].rule(incident).as_json(), incident


def test_what_fires_is_what_the_evaluator_finds_true(engines: tuple[Engine, Engine]) -> None:
    """The matcher's certain matches are the evaluator's true clauses, no more and no fewer."""
    made = Generator(load.vocabulary(), load.houses(), seed=7)
    for _ in range(300):
        ruling = engines[0].rule(made.incident())
        for house in ruling.houses.values():
            for evaluation in house.evaluations:
                fired = {c for rule in evaluation.fired.rules if (c := clause_of(rule))}
                true = {
                    name
                    for event in ruling.known.incident.events
                    for name in evaluation.house.by_event.get(event, ())
                    if not evaluation.house.clauses[name].otherwise
                    and evaluation.truth(evaluation.house.clauses[name]) is Truth.TRUE
                }
                deciding = {c for c in fired if evaluation.house.clauses[c].decides}
                assert deciding == true

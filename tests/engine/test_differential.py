"""durable-rules against the plain matcher, over the real rulebase."""

from __future__ import annotations

import pytest

from engine.house_network import durable_available
from engine.incident import Incident
from engine.plain import PlainMatcher
from engine.ruling import Engine
from rulebase import load
from scenarios.bank import scenarios
from scenarios.generate import Generator

RANDOM = 1_500

pytestmark = pytest.mark.skipif(not durable_available(), reason="durable-rules is not here")


@pytest.fixture(scope="module")
def engines() -> tuple[Engine, Engine]:
    houses, vocabulary = load.houses(), load.vocabulary()
    return Engine(houses, vocabulary), Engine(houses, vocabulary, PlainMatcher)


def agree(engines: tuple[Engine, Engine], incident: Incident) -> None:
    durable, plain = (engine.rule(incident).as_json() for engine in engines)
    assert durable == plain, incident


def test_the_matchers_agree_on_every_scenario(engines: tuple[Engine, Engine]) -> None:
    for scenario in scenarios(load.vocabulary()):
        agree(engines, scenario.incident)


def test_the_matchers_agree_on_random_incidents(engines: tuple[Engine, Engine]) -> None:
    made = Generator(load.vocabulary(), load.houses(), seed=20261129)
    for _ in range(RANDOM):
        agree(engines, made.incident())


def test_what_fires_is_what_the_evaluator_finds_true(engines: tuple[Engine, Engine]) -> None:
    """The matcher's certain matches are the evaluator's true clauses, no more and no fewer."""
    from engine.house_network import clause_of
    from rulebase.values import Truth

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

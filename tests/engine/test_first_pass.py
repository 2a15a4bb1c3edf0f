"""The first time that an event happens is ruled as every later time.

The first time a network holds only the rules that what is known does not rule out.
"""

from __future__ import annotations

from engine.plain import PlainMatcher
from engine.ruling import Engine
from rulebase import load
from scenarios.generate import Generator


def test_a_network_made_for_one_incident_gives_what_the_whole_one_gives() -> None:
    houses, vocabulary = load.houses(load.built_in()), load.vocabulary()
    generator = Generator(vocabulary, houses, seed=21)
    often = Engine(houses, vocabulary, PlainMatcher)
    for _ in range(300):
        incident = generator.incident()
        first = Engine(houses, vocabulary, PlainMatcher).rule(incident).as_json()
        for _ in range(2):
            later = often.rule(incident).as_json()
        assert first == later, incident

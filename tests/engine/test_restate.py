"""An incident told back in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.incident import from_mapping, known_fact, told
from engine.restate import Teller, changes
from rulebase import load
from scenarios.bank import scenarios

TELLER = Teller(load.vocabulary(), load.restates())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            {
                "events": ["chips-put-in"],
                "facts": {
                    "structure": "no-limit",
                    "game": "holdem",
                    "format": "tournament",
                    "small-blind": 300,
                    "big-blind": 600,
                    "street": "preflop",
                    "facing": "bet",
                    "to-call": 600,
                    "put-in": 5000,
                    "chips": 1,
                    "announced": "nothing",
                },
            },
            "No-limit hold'em in a tournament, blinds 300/600, before the flop. A player put chips "
            "in. He faces a bet. The bet stands at 600. He put in chips worth 5,000. He put in one "
            "chip. He said nothing.",
        ),
        (
            {
                "events": ["wants-to-raise-again"],
                "facts": {"player": "B"},
                "line": [
                    {"who": "A", "does": "bet", "to": 100},
                    {"who": "sb", "does": "all-in", "to": 250},
                    {"who": "big blind", "does": "fold"},
                ],
            },
            "Player A bets 100. The small blind goes all-in for 250. The big blind folds. A player "
            "who has acted already wants to raise again. The question is about Player B.",
        ),
    ],
)
def test_an_incident_in_words(data: dict[str, Any], words: str) -> None:
    incident, _ = from_mapping(data, load.vocabulary())
    assert TELLER.incident(incident) == words


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("released", "no", "He never let go of the chips."),
        ("players-acted", 0, "By then no players had acted in turn after the blinds."),
        ("players-acted", 1, "By then one player had acted in turn after the blinds."),
        (
            "players-acted",
            ">= 2",
            "By then 2 or more players had acted in turn after the blinds.",
        ),
        ("waiting", 12, "The list for that game has 12 people."),
        (
            "facing",
            ["bet", "raise"],
            "Either he faces a bet, or there was a raise in front of him.",
        ),
        ("chips-put", [1000, 500], "He put in chips of 1,000, 500."),
    ],
)
def test_a_fact_in_words(name: str, value: Any, words: str) -> None:
    assert TELLER.fact(name, told(known_fact(name, load.vocabulary()), value)) == words


def test_a_fact_without_a_sentence_is_told_by_its_question() -> None:
    bare = Teller(load.vocabulary(), {"events": {}, "facts": {}})
    fact = known_fact("released", load.vocabulary())
    assert bare.fact("released", told(fact, "no")) == "Did he let go of the chips? No."


def test_what_changed_is_told_alone() -> None:
    before, _ = from_mapping(
        {"events": ["gesture"], "facts": {"gesture": "tap"}}, TELLER.vocabulary
    )
    after = before.with_facts({"gesture": told(known_fact("gesture", TELLER.vocabulary), "nod")})
    assert list(changes(TELLER, before, after)) == ["He nodded."]


def test_hardly_an_event_or_a_fact_that_a_scenario_tells_lacks_its_sentence() -> None:
    vocabulary, sentences = load.vocabulary(), load.restates()
    bank = list(scenarios(vocabulary))
    events = {event for scenario in bank for event in scenario.incident.events}
    facts = {fact for scenario in bank for fact in scenario.incident.facts}
    assert len(events - set(sentences["events"])) <= len(events) / 50
    assert len(facts - set(sentences["facts"])) <= len(facts) / 50


def test_each_value_of_a_fact_is_told_in_other_words() -> None:
    for fact, sentences in load.restates()["facts"].items():
        if isinstance(sentences, dict):
            assert len(set(sentences.values())) == len(sentences), fact

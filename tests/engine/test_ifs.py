"""What would be ruled, were it so: each if stands with the ruling that holds under it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.incident import from_mapping
from engine.ruling import Engine, Ruling
from rulebase import load
from rulebase.values import Span

VOCABULARY = load.vocabulary()

HANGING: list[dict[str, Any]] = [
    {"events": ["extra-or-missing-card"], "facts": {"card-error": "extra"}},
    {"events": ["call-short"], "facts": {"to-call": 1500, "put-in": 500, "facing": "raise"}},
    {"events": ["gesture"], "facts": {"facing": "bet"}},
    {"events": ["gesture"], "facts": {"gesture": "tap"}},
    {"events": ["clock-called"], "facts": {"facing": "bet"}},
    {"events": ["chips-put-in"], "facts": {"put-in": 500, "chips": 1, "big-blind": 200}},
    {"events": ["acted-out-of-turn"], "facts": {"oot-act": "check"}},
    {"events": ["hand-discarded"], "facts": {"facing": "nothing"}},
    {"events": ["hand-killed-by-dealer"], "facts": {}},
    {"events": ["tables-uneven"], "facts": {}},
    {"events": ["all-in-face-up"], "facts": {}},
    {"events": ["blind-busts"], "facts": {}},
    {"events": ["string-raise"], "facts": {"facing": "bet"}},
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load.houses(), VOCABULARY)


def _rule(data: dict[str, Any], engine: Engine) -> Ruling:
    return engine.rule(from_mapping(data, VOCABULARY)[0])


def _value(fact: str, needed: str) -> Any:
    """One of the values that an if leaves."""
    values = needed.split(" or ")
    if isinstance(VOCABULARY.facts[fact].domain, Span):
        return Span.parse(values[-1]).ranges[0][0]
    return values[-1]


@pytest.mark.parametrize("data", HANGING, ids=lambda d: f"{d['events'][0]} {d['facts']}")
def test_what_an_if_says_is_ruled_where_it_is_so(data: dict[str, Any], engine: Engine) -> None:
    checked = 0
    houses = _rule(data, engine).as_json()["houses"]
    for name, house in houses.items():
        for entry in house["rulings"]:
            needs = entry.get("needs", {})
            if not needs or not all(VOCABULARY.facts[fact].asks for fact in needs):
                continue
            facts = {**data["facts"], **{f: _value(f, needed) for f, needed in needs.items()}}
            decision = entry["decision"]
            then = _rule({**data, "facts": facts, "asked": decision}, engine).as_json()
            rulings = [r for r in then["houses"][name]["rulings"] if r["decision"] == decision]
            if then["houses"][name]["status"] == "ruled":
                checked += 1
                assert entry["outcome"] in {r["outcome"] for r in rulings}, (name, entry, rulings)
    assert checked


def _ifs(data: dict[str, Any], house: str, decision: str, engine: Engine) -> dict[str, str]:
    rulings = _rule(data, engine).as_json()["houses"][house]["rulings"]
    return {
        "; ".join(f"{fact} {needed}" for fact, needed in e["needs"].items()): e["say"]
        for e in rulings
        if e["decision"] == decision and "needs" in e
    }


def test_grounds_of_one_outcome_keep_their_own_words(engine: Engine) -> None:
    extra = _ifs(HANGING[0], "hosted", "deal", engine)
    assert extra["players-acted 0"] == "The deal stands and is played out."
    assert extra["action-occurred yes"].startswith("Too late")
    assert "players-acted >= 1" in next(on for on, say in extra.items() if say == "Misdeal.")


def test_a_call_and_the_floors_choice_of_a_call_are_two(engine: Engine) -> None:
    short = _ifs(HANGING[1], "tda-2024", "counts-as", engine)
    assert short["heads-up yes"] == "That's a call: 1,500."
    assert short["heads-up no"].startswith("The director decides")


def test_before_the_flop_a_blind_is_faced(engine: Engine) -> None:
    def ifs(street: str) -> dict[str, str]:
        facts = {"street": street, "put-in": 500, "chips": 1}
        return _ifs({"events": ["chips-put-in"], "facts": facts}, "adc", "counts-as", engine)

    assert all("nothing" not in on for on in ifs("preflop"))
    assert any("nothing" in on for on in ifs("flop"))


@pytest.mark.parametrize("event", ["wager-wrong-size", "string-raise"])
def test_chips_that_are_wagered_are_no_fold(event: str, engine: Engine) -> None:
    data = {"events": [event], "facts": {"facing": "bet", "to-call": 1500}}
    for house in _rule(data, engine).as_json()["houses"].values():
        assert "fold" not in {entry["outcome"] for entry in house["rulings"]}


def test_an_amount_unknown_says_what_it_waits_for(engine: Engine) -> None:
    data = {"events": ["minimum-raise-asked"], "facts": {"facing": "raise"}}
    [least, *_] = _rule(data, engine).as_json()["houses"]["adc"]["rulings"]
    assert least["waits-for"] == ["to-call", "last-raise"]
    known = {**data, "facts": {"facing": "raise", "to-call": 600, "last-raise": 400}}
    [least, *_] = _rule(known, engine).as_json()["houses"]["adc"]["rulings"]
    assert (least["amount"], least.get("waits-for")) == (1000, None)


def test_an_outcome_is_not_told_twice_where_the_seat_is_unknown(engine: Engine) -> None:
    facts = {"winners": [2, 5, 8], "button-seat": 3}
    [chip, *_] = _rule({"events": ["odd-chip"]}, engine).as_json()["houses"]["adc"]["rulings"]
    assert chip["say"] == "The odd chip goes to the first winning hand clockwise from the button."
    known = {"events": ["odd-chip"], "facts": facts}
    [chip, *_] = _rule(known, engine).as_json()["houses"]["adc"]["rulings"]
    assert chip["say"].endswith("from the button: seat 5.")

"""An answer rules outright only where the words leave no doubt; else it tells the ifs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.answer import answer, answer_to
from engine.reading.reader import read
from engine.ruling import Engine
from rulebase import load

SURE = "Blinds 300/600. A player bets 600, the next player puts in one 5,000 chip without a word."
BESIDE = (
    "Seat 2 bets 600 and the next player puts in one 5,000 chip without saying a word. "
    "The waitress had just asked him about his omelette. He was humming a song from the war. "
    "His cousin at the rail was waving a newspaper at the chandelier."
)
RIVALLED = (
    "Seven-card stud. Last card, Uncle Pat bets, I call. 'Hearts, a flush,' he says, so my three "
    "nines go face down into the pile of dead cards. Then he fans his hand out and there are only "
    "four hearts. I say the pot is mine because he told me wrong."
)
UNCLEAR = "He did something with the thing over there and nobody liked it."


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load.houses(["adc", "homegame", "tda-2007"]), load.vocabulary())


def _houses(text: str, engine: Engine) -> tuple[dict[str, Any], dict[str, Any]]:
    data = answer(text, engine).as_json()
    return data["incident"], data["houses"]


def test_what_is_told_without_doubt_is_ruled(engine: Engine) -> None:
    incident, houses = _houses(SURE, engine)
    assert incident["events"] == ["chips-put-in"]
    assert "left-aside" not in incident
    assert houses["adc"]["status"] == "ruled"
    assert houses["adc"]["rulings"][0]["rules"][0]["rule"] == "III.5.11"


def test_words_left_aside_make_the_ruling_hang_on_being_confirmed(engine: Engine) -> None:
    incident, houses = _houses(BESIDE, engine)
    assert incident["events"] == ["chips-put-in"]
    assert any("omelette" in words for words in incident["left-aside"])
    adc = houses["adc"]
    assert (adc["status"], adc["if-confirmed"]) == ("needs-facts", "ruled")
    assert adc["questions"][0]["fact"] == "event"
    assert adc["rulings"][0]["rules"][0]["rule"] == "III.5.11"
    assert all(entry["provisional"] for entry in adc["rulings"])


def test_a_reading_in_doubt_is_followed_by_its_rivals(engine: Engine) -> None:
    reading = read(RIVALLED, engine.vocabulary)
    reading = replace(reading, events=("hand-discarded",), rivals=("miscalled-hand",))
    assert not reading.sure
    for house in answer_to(reading, engine).as_json()["houses"].values():
        believed = [entry for entry in house["rulings"] if "if" not in entry]
        others = house["rulings"][len(believed) :]
        assert believed
        assert others
        assert {entry["if"]["event"][0] for entry in others} == {"miscalled-hand"}


def test_what_is_certain_has_no_rivals(engine: Engine) -> None:
    reading = replace(read(SURE, engine.vocabulary), rivals=("said-something",))
    assert reading.sure
    assert reading.readings == (("chips-put-in",),)


def test_several_readings_are_ruled_each_by_itself(engine: Engine) -> None:
    incident, houses = _houses(UNCLEAR, engine)
    assert incident["events"] == []
    assert len(incident["offered"]) == 5
    for house in houses.values():
        assert house["status"] == "needs-facts"
        for entry in house["rulings"]:
            assert entry["if"]["event"][0] in incident["offered"]


def test_no_words_at_all_only_ask(engine: Engine) -> None:
    incident, houses = _houses("?!", engine)
    assert incident["offered"] == []
    assert {house["status"] for house in houses.values()} == {"needs-facts"}
    assert not any(house["rulings"] for house in houses.values())


def test_a_ruling_that_hangs_on_a_fact_says_what_it_takes(engine: Engine) -> None:
    from engine.incident import from_mapping

    data = {"events": ["hand-discarded"], "facts": {"facing": "nothing"}}
    incident, _ = from_mapping(data, engine.vocabulary)
    rulings = engine.rule(incident).as_json()["houses"]["tda-2007"]["rulings"]
    [dead] = [e for e in rulings if e["decision"] == "hand"]
    assert (dead["outcome"], dead["hangs-on"]) == ("dead", ["landed"])
    assert dead["needs"] == {"landed": "muck"}

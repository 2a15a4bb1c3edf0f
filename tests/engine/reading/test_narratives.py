"""The narratives that the program must read and rule from words alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.reading.reader import read, taken
from engine.ruling import Engine
from rulebase import load

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "narratives.yaml").read_text(encoding="utf8")
)
NAMES = [case["event"] + ": " + case["text"][:30] for case in CASES]


@cache
def _engine() -> Engine:
    return Engine(load.houses(), load.vocabulary())


def _needs(case: dict[str, Any]) -> None:
    if case["event"] not in load.vocabulary().events:
        pytest.skip(f"the vocabulary has no {case['event']} yet")


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_facts_are_read_with_their_words(case: dict[str, Any]) -> None:
    _needs(case)
    incident = taken(case["text"], (case["event"],), load.vocabulary())
    shown = {name: told.shown() for name, told in incident.facts.items()}
    assert {name: shown.get(name) for name in case["facts"]} == case["facts"]
    assert not set(shown) & set(case.get("without", ()))
    assert incident.asked == case.get("asked", "")
    assert all(told.words for told in incident.facts.values())
    concluded = {name for name, told in incident.facts.items() if told.source != "said"}
    assert concluded <= {"format"}  # from the stakes


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_event_is_recognised(case: dict[str, Any]) -> None:
    _needs(case)
    reading = read(case["text"], load.vocabulary())
    assert reading.events[:1] == (case["event"],)
    assert case["event"] in reading.offered


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_houses_rule_as_their_books_say(case: dict[str, Any]) -> None:
    _needs(case)
    incident = taken(case["text"], (case["event"],), load.vocabulary())
    houses = _engine().rule(incident).as_json()["houses"]
    for house, expected in case["expect"].items():
        _check(houses[house], expected, house)
    if "tda-2007" in case["expect"]:
        assert houses["denver"]["status"] == case["expect"]["tda-2007"]["status"]


def _check(got: dict[str, Any], expected: dict[str, Any], house: str) -> None:
    assert got["status"] == expected["status"], house
    first = got["rulings"][0] if got["rulings"] else {}
    for name in ("decision", "outcome", "amount", "force"):
        if name in expected:
            assert first.get(name) == expected[name], (house, name)
    cited = [entry["rule"] for entry in first.get("rules", ())]
    wanted = expected.get("rules", [])
    assert cited[: len(wanted)] == wanted, house
    if "hands" in expected:
        assert expected["hands"] in [r.get("amount") for r in got["rulings"]], house
    if "nearest" in expected:
        assert expected["nearest"] in [n["rule"] for n in got["nearest"]], house
    others = {r["decision"]: r["outcome"] for r in got["rulings"]}
    assert expected.get("also", {}).items() <= others.items(), house

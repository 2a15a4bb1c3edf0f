"""The JSON that the commands promise, for every house."""

from __future__ import annotations

import json
from importlib import metadata
from typing import Any

import pytest

from rulebase import load
from tests.cli.conftest import HOUSES, ONE_BIG_CHIP, Run, main_rulings

STATUSES = {"ruled", "needs-facts", "judgment", "conflict", "silent"}
SOURCES = {"said", "given", "answered", "implied", "assumed", "derived", "contradicted"}

INCIDENTS: list[dict[str, Any]] = [
    ONE_BIG_CHIP,
    {"events": ["clock-called"], "facts": {"facing": "raise"}, "asked": "hand"},
    {"events": ["clock-called"], "facts": {"facing": "raise", "seconds-passed": 80}},
    {"events": ["duplicate-card"], "facts": {"found-where": "board"}},
    {"events": ["side-pots"], "facts": {"stacks": {"A": 500, "B": 2000, "C": 3000}}},
    {"events": ["unaware-of-raise"], "facts": {"misread": "amount", "announced": "call"}},
    {"events": ["time-called"]},
    {"events": ["hand-discarded"], "facts": {"facing": "nothing", "landed": "short-of-muck"}},
]


@pytest.mark.parametrize("incident", INCIDENTS, ids=lambda i: i["events"][0])
def test_a_ruling_has_the_promised_names(incident: dict[str, Any], floor: Run) -> None:
    ran = floor("rule", "-", "--json", given=json.dumps(incident))
    data = ran.json
    assert set(data) == {"incident", "houses", "differences", "rulebase"}
    _check_incident(data["incident"])
    _check_rulebase(data["rulebase"])
    assert tuple(data["houses"]) == HOUSES
    for house in data["houses"].values():
        _check_house(house)
    for difference in data["differences"]:
        assert set(difference) == {"decision", "outcomes", "because"}
        assert set(difference["outcomes"]) == set(HOUSES)
    statuses = {house["status"] for house in data["houses"].values()}
    expected = 3 if "needs-facts" in statuses else 0 if "ruled" in statuses else 4
    assert ran.code == expected


def _check_incident(incident: dict[str, Any]) -> None:
    assert {"text", "events", "offered", "facts"} <= set(incident)
    for fact in incident["facts"].values():
        assert {"value", "source"} <= set(fact) <= {"value", "source", "words", "told"}
        assert fact["source"] in SOURCES


def _check_rulebase(rulebase: dict[str, Any]) -> None:
    assert set(rulebase) == {"program", "hash", "houses"}
    assert rulebase["program"] == metadata.version("floorcall")
    assert rulebase["hash"] == load.rulebase_hash()
    houses = {n: {"edition": h.edition, "digest": h.digest} for n, h in load.houses(HOUSES).items()}
    assert rulebase["houses"] == houses
    assert len({book["digest"] for book in houses.values()}) == len(HOUSES)


def _check_house(house: dict[str, Any]) -> None:
    assert house["status"] in STATUSES
    assert isinstance(house["asked"], str)
    assert (house["status"] == "silent") == ("silent" in house)
    assert house.get("silent") in (None, "no-rule", "not-met", "moot")
    for ruling in house["rulings"]:
        _check_ruling(ruling)
    decisions = [r["decision"] for r in house["rulings"]]
    assert decisions == sorted(decisions, key=lambda d: d != house["asked"])
    for question in house.get("questions", []):
        assert {"fact", "asks", "values", "changes"} <= set(question)
        assert question["asks"].endswith("?")
        assert question["changes"]
    if house["status"] == "needs-facts":
        assert house["questions"]
    for near in house.get("nearest", []):
        assert {"house", "rule", "unmet"} <= set(near)


def _check_ruling(ruling: dict[str, Any]) -> None:
    assert {"decision", "outcome", "force", "say", "rules", "because"} <= set(ruling)
    assert ruling["force"] in ("must", "should", "may")
    assert ruling["say"]
    assert ruling["rules"]
    for rule in ruling["rules"]:
        assert {"house", "rule", "title", "gist"} <= set(rule)
        assert all(isinstance(rule[name], str) for name in ("house", "rule", "title", "gist"))
    for reason in ruling["because"]:
        assert set(reason) == {"fact", "value", "source"}
        assert reason["source"] in SOURCES


@pytest.mark.parametrize("house", HOUSES)
def test_one_house_alone_rules_as_it_does_among_all(house: str, floor: Run) -> None:
    together = floor("rule", "-", "--json", given=json.dumps(ONE_BIG_CHIP)).json
    alone = floor("rule", "-", "--json", "-H", house, given=json.dumps(ONE_BIG_CHIP)).json
    assert alone["houses"] == {house: together["houses"][house]}


def test_the_amounts_of_the_first_row_are_numbers(floor: Run) -> None:
    houses = floor("rule", "-", "--json", given=json.dumps(ONE_BIG_CHIP)).json["houses"]
    (ruling,) = main_rulings(houses["adc"])
    assert (ruling["outcome"], ruling["amount"], ruling["do"]) == ("call", 600, "Give back 4,400.")
    assert {r["rule"] for r in ruling["rules"]} == {"III.5.11", "VI.1.9"}
    assert houses["homegame"]["status"] == "silent"
    (adopted,) = main_rulings(houses["denver"])
    assert [(r["house"], r["rule"]) for r in adopted["rules"]] == [("tda-2007", "11")]


def test_every_rule_is_listed_with_its_clauses(floor: Run) -> None:
    entries = floor("rules", "--json").json
    assert {entry["house"] for entry in entries} == set(HOUSES)
    for entry in entries:
        assert {"house", "rule", "title", "gist", "status", "under", "clauses"} <= set(entry)
        assert entry["status"] in ("operative", "definition", "preamble")
        assert entry["under"] is None or isinstance(entry["under"], str)
        for clause in entry["clauses"]:
            assert isinstance(clause, dict)
    assert len({(e["house"], e["rule"]) for e in entries}) == len(entries)


def test_rules_may_be_limited_to_a_topic(floor: Run) -> None:
    entries = floor("rules", "--json", "-H", "adc", "--topic", "betting").json
    assert entries
    assert {(e["house"], e["topic"]) for e in entries} == {("adc", "betting")}


def test_show_tells_all_of_a_rule(floor: Run) -> None:
    data = floor("show", "adc", "III.5.11", "--json").json
    assert {"gist", "clauses", "readings", "below", "scenarios", "counterparts"} <= set(data)
    assert data["scenarios"]
    assert {"house": "tda-2007", "rule": "11"}.items() <= data["counterparts"][-1].items() or [
        c for c in data["counterparts"] if (c["house"], c["rule"]) == ("tda-2007", "11")
    ]
    told = floor("show", "adc", "III.5.11").out
    assert data["title"] in told
    assert data["scenarios"][0][:30] in told


def test_houses_tell_edition_and_source(floor: Run) -> None:
    listed = floor("houses", "--json").json
    assert [one["house"] for one in listed] == list(HOUSES)
    assert {"name", "edition", "source", "notice", "adopts", "rules", "readings"} <= set(listed[0])
    assert next(one for one in listed if one["house"] == "denver")["adopts"] == ["tda-2007"]


def test_facts_hold_the_vocabulary(floor: Run) -> None:
    data = floor("facts", "--json").json
    assert set(data) == {"events", "facts", "decisions"}
    assert list(data["facts"]["announced"]["values"])[:1] == ["nothing"]
    one = floor("facts", "clock-called", "--json").json
    assert list(one["events"]) == ["clock-called"]
    assert "seconds-passed" in one["facts"]


def test_search_and_define_find_their_words(floor: Run) -> None:
    found = floor("search", "odd", "chip", "--json").json
    assert any("odd" in (e["title"] + e["gist"]).lower() for e in found[:3])
    assert floor("search", "zzzzqq").code == 4
    assert floor("search", "zzzzqq", "--json").json == []
    assert floor("define", "muck", "--json").json["rule"].startswith("Glossary: ")


def test_why_why_not_and_what_if_are_told(floor: Run) -> None:
    arguments = ("--why", "--why-not", "adc", "V.1.11", "--what-if", "announced=raise")
    data = floor("rule", "-", "--json", *arguments, given=yaml_of_first_row()).json
    assert set(data["why"]) == set(HOUSES)
    assert data["why-not"]["adc"]
    assert data["what-if"]["adc"]["now"] != data["what-if"]["adc"]["then"]
    told = floor("rule", "-", *arguments, given=yaml_of_first_row())
    assert "why, ADC" in told.out
    assert "what if announced=raise" in told.out


def yaml_of_first_row() -> str:
    """The first row of the table as YAML."""
    return (
        "events: [chips-put-in]\n"
        "facts: {facing: bet, to-call: 600, put-in: 5000, chips: 1, announced: nothing}\n"
    )

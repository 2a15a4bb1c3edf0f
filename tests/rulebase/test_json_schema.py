"""The schema that editors get: it takes what the program takes, and refuses what is wrong."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.arithmetic.acts import DOES
from rulebase import json_schema, load
from rulebase.source import read
from scenarios.bank import DATA


@cache
def _whole() -> dict[str, Any]:
    return json_schema.schema(load.vocabulary())


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": _whole()["$defs"]})


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(_whole())
    assert json_schema.DOES == DOES


def _incidents() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for file in sorted(DATA.rglob("*.yaml")):
        for item in read(file).data:
            of = {k: item[k] for k in ("id", "events", "facts", "line", "asked") if k in item}
            found.append((item["name"], of))
            for near in item.get("near-misses", []):
                facts = {**item.get("facts", {}), **near.get("change", {})}
                other = {k: near[k] for k in ("events", "line", "asked") if k in near}
                facts = {fact: value for fact, value in facts.items() if value is not None}
                found.append((near["name"], {**of, "facts": facts, **other}))
    return found


def test_every_incident_of_the_bank_is_taken() -> None:
    for name, incident in _incidents():
        assert not [e.message for e in _validator("incident").iter_errors(incident)], name
    assert Draft202012Validator(_whole()).is_valid(_incidents()[0][1])


def test_every_rule_file_is_taken() -> None:
    for file in sorted((load.ROOT / "houses").rglob("*.yaml")):
        if file.name != "house.yaml":
            errors = _validator("rules").iter_errors(read(file).data)
            assert not [(list(e.absolute_path), e.message) for e in errors], file


GOOD = {
    "events": ["chips-put-in"],
    "facts": {"facing": ["bet", "raise"], "to-call": 600, "chips": ">= 2", "in-turn": True},
    "line": [{"who": "A", "does": "bet", "to": 100}, {"who": 2, "does": "call"}],
    "asked": "counts-as",
    "houses": ["adc"],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("events", []),
        ("events", ["chips-put-im"]),
        ("facts", {"announcd": "raise"}),
        ("facts", {"announced": "rais"}),
        ("facts", {"chips": -1}),
        ("facts", {"chips": 1.5}),
        ("facts", {"chips": "many"}),
        ("facts", {"chips": 2**60}),
        ("facts", {"chips": True}),
        ("facts", {"chips": None}),
        ("facts", {"chips-put": 5}),
        ("line", [{"who": "A", "does": "bett"}]),
        ("line", [{"does": "bet"}]),
        ("asked", "counts-az"),
        ("event", "chips-put-in"),
    ],
)
def test_a_wrong_incident_is_refused(field: str, value: Any) -> None:
    assert _validator("incident").is_valid(GOOD)
    assert not _validator("incident").is_valid({**GOOD, field: value})


RULE = {
    "rule": "III.5.11",
    "title": "t",
    "gist": "g",
    "when": {"event": "chips-put-in", "chips": 1, "facing": ["bet", "not nothing"]},
    "unless": [{"announced": "raise"}],
    "decides": {"counts-as": "call", "amount": "to-call"},
}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("when", {"event": "chips-put-im"}),
        ("when", {"chipz": 1}),
        ("when", {"chips": "> x"}),
        ("unless", {"event": "chips-put-in"}),
        ("decides", {"counts-as": "cal"}),
        ("decides", {"counts-az": "call"}),
        ("decides", {"counts-as": "call", "amount": "to-cal"}),
        ("derives", {"chips": "x"}),
        ("force", "shall"),
        ("status", "lost"),
        ("topic", "nosuch"),
        ("whenn", {}),
        ("gist", None),
    ],
)
def test_a_wrong_rule_is_refused(field: str, value: Any) -> None:
    assert _validator("rules").is_valid([RULE])
    wrong = copy.deepcopy(RULE)
    wrong[field] = value
    assert not _validator("rules").is_valid([wrong])

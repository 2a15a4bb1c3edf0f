"""Kinds of words, and what is read from them and what must not be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.reading.reader import taken
from rulebase import load

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "readings.yaml").read_text(encoding="utf8")
)


@pytest.mark.parametrize("case", CASES, ids=[f"{c['kind']}: {c['text'][:30]}" for c in CASES])
def test_reading(case: dict[str, Any]) -> None:
    incident = taken(case["text"], (case["event"],), load.vocabulary())
    shown = {name: told.shown() for name, told in incident.facts.items()}
    expected = case.get("facts", {})
    assert {name: shown.get(name) for name in expected} == expected
    assert not set(shown) & set(case.get("without", ()))
    if "line" in case:
        assert [entry.get("to") for entry in incident.line] == case["line"]

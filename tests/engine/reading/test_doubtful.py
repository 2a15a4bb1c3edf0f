"""Words that put an event that looks likely in doubt, or tell another, and near ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.reading.reader import read
from rulebase.load import vocabulary
from rulebase.source import read as source

CASES: list[dict[str, str]] = source(Path(__file__).parent / "doubtful.yaml").data


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:50] for case in CASES])
def test_what_is_in_doubt_is_asked(case: dict[str, str]) -> None:
    reading = read(case["text"], vocabulary())
    if "sure" in case:
        assert reading.events[:1] == (case["sure"],)
        return
    assert len(set(reading.offered)) == len(reading.offered)
    assert reading.events in ((), (case.get("rather"),))
    if "rather" in case:
        assert reading.offered[0] == case["rather"]
    if "doubts" in case:
        assert reading.offered[0] == case["doubts"]

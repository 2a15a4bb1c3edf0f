"""Events that the words rule out, and what is taken in their place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.reading.reader import read
from rulebase.load import vocabulary
from rulebase.source import read as listed

CASES = listed(Path(__file__).parent / "barred.yaml").data


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:60])
def test_words_rule_events_out(case: dict[str, Any]) -> None:
    found = read(case["text"], vocabulary(), twice=True)
    named = [*found.events, *found.offered]
    assert not {*found.events, *found.offered} & set(case.get("never", ()))
    assert named[0] == case.get("first", named[0])

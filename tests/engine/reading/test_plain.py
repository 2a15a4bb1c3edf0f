"""Plain sentences as people type them: facts that must be read, and facts that must not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.reading.reader import taken
from rulebase.load import vocabulary
from rulebase.source import read

FOLDER = Path(__file__).parent
CASES = [case for file in sorted(FOLDER.glob("plain-*.yaml")) for case in read(file).data]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:60])
def test_plain_words_are_read(case: dict[str, Any]) -> None:
    told = taken(case["text"], (case["event"],), vocabulary()).facts
    read_as = {name: told[name].shown() for name in case.get("facts", {}) if name in told}
    assert read_as == case.get("facts", {})
    assert not told.keys() & set(case.get("unread", ()))

"""What a person types, read as the value of a fact."""

from __future__ import annotations

from typing import Any

import pytest

from cli.answers import read_answer
from engine.incident import IncidentError
from rulebase import load

GOOD: list[tuple[str, str, Any]] = [
    ("facing", "3", "bet"),
    ("facing", "bet", "bet"),
    ("facing", "RAI", "raise"),
    ("facing", "all in", "all-in"),
    ("in-turn", "y", "yes"),
    ("in-turn", "No", "no"),
    ("announced", "call then raise", "call-then-raise"),
    ("to-call", "600", 600),
    ("to-call", "5k", 5000),
    ("to-call", "1,200", 1200),
    ("to-call", "six hundred", 600),
    ("seconds-passed", "80 seconds", 80),
    ("seconds-passed", "a minute", None),
    ("seconds-passed", "1 minute 20 seconds", 80),
    ("seconds-passed", "2 min", 120),
    ("seconds-passed", "over 60", ">= 61"),
    ("seconds-passed", "> 60", ">= 61"),
    ("seconds-passed", "at least 60", ">= 60"),
    ("seconds-passed", "under 15", "<= 14"),
    ("seconds-passed", "15 or more", ">= 15"),
    ("minutes-away", "2 hours", 120),
    ("button-seat", "seat 3", 3),
    ("winners", "2, 5 and 8", [2, 5, 8]),
    ("winners", "2 5 8", [2, 5, 8]),
    ("winners", "seats 2, 5, 8", [2, 5, 8]),
    ("stacks", "A 500, B 2,000, C 3k", {"A": 500, "B": 2000, "C": 3000}),
    ("odd-chips", "seat 1: 3; seat 4: 2", {1: 3, 4: 2}),
    ("cards", "1: Qs 4h 9d; 4: Jd 10c", {1: "Qs 4h 9d", 4: "Jd 10c"}),
    ("other-chips", "1 yes, 4 no", {1: "yes", 4: "no"}),
    ("player", "UTG", "UTG"),
]

BAD = [
    ("facing", "99"),
    ("facing", "x"),
    ("facing", "9" * 200),
    ("to-call", "-5"),
    ("to-call", "many"),
    ("to-call", "1.5"),
    ("to-call", "5 or 6"),
    ("to-call", "9" * 40),
    ("winners", ""),
    ("stacks", "A 500, 7"),
    ("player", "x" * 100),
]


@pytest.mark.parametrize(("fact", "written", "value"), GOOD, ids=lambda x: str(x))
def test_an_answer_is_read(fact: str, written: str, value: Any) -> None:
    declared = load.vocabulary().facts[fact]
    if value is None:
        with pytest.raises(IncidentError):
            read_answer(declared, written)
        return
    told = read_answer(declared, written)
    assert (told.shown(), told.source) == (value, "answered")


@pytest.mark.parametrize(("fact", "written"), BAD, ids=lambda x: x[:12])
def test_what_is_no_answer_is_refused(fact: str, written: str) -> None:
    with pytest.raises(IncidentError):
        read_answer(load.vocabulary().facts[fact], written)

"""What the terminal shows: the answer first, in words, at any width, without colour too."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.ruling import Engine
from rulebase import load
from scenarios.bank import Scenario, scenarios
from tests.cli.conftest import HOUSES, ONE_BIG_CHIP, Run, entry_point, main_rulings


def yaml_of(incident: dict[str, Any]) -> str:
    """An incident as YAML, which is one document wherever it is read."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in incident.items())


def test_the_answer_comes_first_then_citation_reasons_houses_assumptions(floor: Run) -> None:
    told = floor("rule", "-", given=yaml_of(ONE_BIG_CHIP)).out
    places = [
        told.index(words)
        for words in (
            "THAT'S A CALL: 600.",
            "Give back 4,400.",
            "III.5.11",
            "why: ",
            "Homegame",
            "understood: ",
            "assumed, and it counts: ",
        )
    ]
    assert places == sorted(places)
    assert told.startswith(" THAT'S A CALL: 600.")


def test_houses_that_differ_are_marked_without_colour(floor: Run) -> None:
    houses = [x for name in ("adc", "hosted", "homegame", "tda-2007") for x in ("-H", name)]
    rows = floor("rule", "-", *houses, given=yaml_of(ONE_BIG_CHIP)).out.splitlines()
    marked = {line.split()[1] for line in rows if line.startswith("≠ ") and "rules oth" not in line}
    assert marked == {"Homegame"}
    assert any(line.startswith("≠ rules otherwise than ADC") for line in rows)


def test_no_colour_where_none_is_wanted() -> None:
    given = yaml_of(ONE_BIG_CHIP)
    assert "\x1b" not in entry_point("rule", "-", given=given).out
    forced = entry_point("rule", "-", given=given, env={"FORCE_COLOR": "1"}).out
    assert "\x1b[" in forced
    plain = entry_point("rule", "-", given=given, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out
    assert not re.search(r"\x1b\[[\d;]*3[0-7]m", plain)


def _sample() -> list[Scenario]:
    found: dict[str, Scenario] = {}
    for scenario in scenarios(load.vocabulary()):
        for event in scenario.incident.events:
            found.setdefault(event, scenario)
    return list(found.values())


@pytest.mark.parametrize("columns", [40, 80])
def test_every_event_is_told_in_words_within_the_width(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli import console, render

    monkeypatch.setenv("COLUMNS", str(columns))
    console.out.cache_clear()
    engine = Engine(load.houses(), load.vocabulary())
    for scenario in _sample():
        data = engine.rule(scenario.incident).as_json()
        render.ruling(json.loads(json.dumps(data)))
        told = capsys.readouterr().out
        assert max(map(len, told.splitlines())) <= columns, scenario.name
        for raw in ("'kind'", "needs-facts", "not-met", "no-rule", "Traceback", "{"):
            assert raw not in told, scenario.name
        _tells_the_first_answer(data, told)
    console.out.cache_clear()


def _tells_the_first_answer(data: dict[str, Any], told: str) -> None:
    heads = [
        r["say"] for h in data["houses"].values() if h["status"] == "ruled" for r in main_rulings(h)
    ]
    flat = " ".join(told.split()).lower()
    if heads:
        assert any(flat.startswith(" ".join(head.split()).lower()[:25]) for head in heads)


AMOUNTS = [
    (
        {"events": ["side-pots"], "facts": {"stacks": {"A": 500, "B": 2000, "C": 3000}}},
        "main pot 1,500 for A, B and C; side pot 3,000 for B and C; 1,000 back to C",
    ),
    (
        {
            "events": ["color-up"],
            "facts": {
                "old-chip": 25,
                "new-chip": 100,
                "all-hold-others": "yes",
                "odd-chips": {"1": 3, "4": 2, "7": 3},
                "cards": {"1": "Qs 4h 9d", "4": "Jd 10c", "7": "Ah Kc 7s"},
            },
        },
        "seat 7 gets 2",
    ),
    (
        {
            "events": ["odd-chip"],
            "facts": {"winners": [2, 5, 8], "button-seat": 3, "game": "holdem"},
        },
        "seat 5",
    ),
    (
        {
            "events": ["clock-called"],
            "facts": {"facing": "raise", "seconds-passed": 5},
            "asked": "time-allowed",
        },
        "seconds",
    ),
]


@pytest.mark.parametrize(
    ("incident", "words"), AMOUNTS, ids=lambda x: x["events"][0] if isinstance(x, dict) else ""
)
def test_amounts_are_told_in_words(incident: dict[str, Any], words: str, floor: Run) -> None:
    told = floor("rule", "-", given=yaml_of(incident)).out
    assert words in " ".join(told.replace("\n", " ").split()) or words.upper() in told
    narrow = floor("rule", "-", given=yaml_of(incident), columns=40).out
    assert max(map(len, narrow.splitlines())) <= 40


def test_a_house_asked_alone_has_no_table(floor: Run) -> None:
    told = floor("rule", "-", "-H", "homegame", given=yaml_of(ONE_BIG_CHIP)).out
    assert "THE BOOK IS SILENT" in told
    assert "≠" not in told
    assert not any(line.startswith("so rule") for line in told.splitlines())


def _row(told: str, house: str) -> str:
    """The row of a house in the table, in one line."""
    rows = told.splitlines()
    first = next(i for i, line in enumerate(rows) if re.match(rf"[≠ ] {house}  ", line))
    rest = [line for line in rows[first + 1 : first + 4] if line.startswith("     ")]
    return " ".join(" ".join([rows[first], *rest]).split())


def test_a_house_silent_on_what_was_asked_tells_what_it_rules(floor: Run) -> None:
    facts = {"found-where": "hole-cards", "players-acted": 0, "acted-on-hand": "no"}
    given = yaml_of({"events": ["joker-found"], "facts": facts, "asked": "hand"})
    told = floor("rule", "-", given=given, columns=120).out
    assert "silent on this, but: Misdeal. 35-A(6)" in _row(told, "TDA 2024")
    assert _row(told, "Denver").startswith("≠ Denver silent")
    assert "THE HAND IS DEAD." in told


def test_a_house_of_which_another_decision_hangs_says_so(floor: Run) -> None:
    incident = {"events": ["acted-out-of-turn"], "facts": {"oot-act": "check"}}
    given = yaml_of(incident) + "asked: penalty\n"
    told = floor("rule", "-", given=given, columns=120).out
    assert "HE MAY BE PENALISED, THE FIRST TIME TOO." in told
    assert "open: Is the player held to what he did or said?" in _row(told, "TDA 2007")


def test_what_only_answers_a_question_stands_after_it(floor: Run) -> None:
    incident = {"events": ["big-chips-hidden"], "facts": {"chips-where": "behind-others"}}
    told = " ".join(floor("rule", "-", given=yaml_of(incident)).out.split())
    assert "also: Is he entitled to see an opponent's chips clearly? Yes, he is." in told
    asked = floor("rule", "-", given=yaml_of(incident) + "asked: clear-view\n").out
    assert asked.startswith(" YES, HE IS.")
    assert "asked: Is he entitled to see an opponent's chips clearly?" in asked


def test_an_amount_that_one_house_leaves_unsaid_is_no_difference() -> None:
    from cli.render import _fullest, _groups

    rules = [{"house": "a", "rule": "1", "title": "", "gist": ""}]
    call = {"decision": "counts-as", "outcome": "call", "force": "must", "rules": rules}
    told: dict[str, dict[str, Any]] = {
        "a": {},
        "b": {"amount": 2000},
        "c": {"amount": 2000},
        "d": {"amount": 900},
        "e": {"force": "may"},
    }
    houses = {
        name: {"status": "ruled", "asked": "counts-as", "rulings": [{**call, **more}]}
        for name, more in told.items()
    }
    assert _groups(houses) == [["a", "b", "c"], ["d"], ["e"]]
    assert _fullest(["a", "b", "c"], houses) is houses["b"]


def test_a_ruling_that_differs_in_its_force_says_so(floor: Run) -> None:
    facts = {"cards-exposed": 2, "players-acted": 0, "exposed-by": "dealer"}
    given = yaml_of({"events": ["card-exposed-by-dealer"], "facts": facts})
    told = floor("rule", "-", given=given, columns=120).out
    assert _row(told, "ADC").startswith("ADC Misdeal. III")
    assert _row(told, "Homegame").startswith("≠ Homegame Misdeal. (may)")


def test_nothing_is_told_twice_beside_the_ruling(floor: Run) -> None:
    incident = {"events": ["gesture"], "facts": {"gesture": "tap", "facing": "bet"}}
    told = floor("rule", "-", given=yaml_of(incident), columns=120).out
    assert told.startswith(" A tap is a check")
    assert "also: A tap" not in told


def test_an_amount_that_cannot_be_told_says_what_it_waits_for(floor: Run) -> None:
    incident = {"events": ["minimum-raise-asked"], "facts": {"facing": "raise"}}
    told = floor("rule", "-", given=yaml_of(incident)).out
    assert "the amount waits for: to call; last raise" in told


def test_a_format_concluded_from_the_stakes_is_told_as_assumed(floor: Run) -> None:
    words = "Blinds 300/600. A player bets 600, the next puts in one 5,000 chip without a word."
    told = " ".join(floor("ask", words, "--no-input").out.split())
    understood, _, assumed = told.partition("assumed, and it counts")
    assert 'format: tournament (from "300/600")' in assumed
    assert "format" not in understood.partition("understood:")[2]


def test_what_is_still_needed_is_asked(floor: Run) -> None:
    incident = {"events": ["clock-called"], "facts": {"facing": "raise"}, "asked": "hand"}
    ran = floor("rule", "-", given=yaml_of(incident))
    assert ran.code == 3
    assert "? How many seconds has the clock been running on him? (seconds)" in ran.out


def test_the_catalog_fits_a_narrow_terminal(floor: Run) -> None:
    for arguments in (
        ("rules", "-H", "homegame"),
        ("houses",),
        ("facts", "chips-put-in"),
        ("show", "adc", "III.5.11"),
        ("search", "odd", "chip"),
        ("define", "muck"),
    ):
        told = floor(*arguments, columns=40).out
        assert told
        assert max(map(len, told.splitlines())) <= 40, arguments


def test_houses_are_named_in_the_help_of_an_error(floor: Run) -> None:
    told = floor("rules", "-H", "zzz").err
    assert all(house in told for house in HOUSES)

"""``floor rule --replay``: what was printed is ruled again, and it is told whether it stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ONE_BIG_CHIP, Run, drives_terminal, entry_point, written

WORDS = "Blinds 300/600. A player bets 600, the next player puts in one 5,000 chip silently."
OPEN = "He did something with the thing over there and nobody liked it."


@pytest.fixture
def printed(floor: Run) -> dict[str, Any]:
    """The ruling on one big chip."""
    found: dict[str, Any] = floor("rule", "-", "--json", given=json.dumps(ONE_BIG_CHIP)).json
    return found


def altered(printed: dict[str, Any]) -> dict[str, Any]:
    """The ruling, had adc ruled a raise."""
    found: dict[str, Any] = json.loads(json.dumps(printed))
    found["houses"]["adc"]["rulings"][0].update(outcome="raise", amount=1200)
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        ("rule", "-", "--json"),
        ("rule", "-", "--json", "-H", "denver", "-H", "adc"),
        ("rule", "-", "--json", "--why", "--what-if", "chips=2"),
        ("rule", "-", "--json", "--on", "2008-06-01"),
        ("ask", WORDS, "--json"),
        ("ask", OPEN, "--json"),
        ("ask", "?!", "--json"),
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_what_was_printed_stands(arguments: tuple[str, ...], floor: Run, tmp_path: Path) -> None:
    given = json.dumps(ONE_BIG_CHIP, indent=1) if arguments[0] == "rule" else ""
    path = written(tmp_path, "ruling.json", floor(*arguments, given=given).out)
    ran = floor("rule", "--replay", path)
    assert (ran.code, ran.out, ran.err) == (0, "Today's ruling is the same.\n", "")
    assert floor("rule", path, "--replay", "--json").json == {"same": True}


def test_what_differs_is_told_in_words_and_as_json(
    printed: dict[str, Any], floor: Run, tmp_path: Path
) -> None:
    path = written(tmp_path, "ruling.json", altered(printed))
    ran = floor("rule", "--replay", path)
    assert ran.code == 1
    assert ran.out.startswith("Today's ruling differs.\n  ADC, counts as:\n")
    assert "then raise 1200 (must, ADC III.5.11, ADC VI.1.9), Give back 4,400." in ran.out
    assert "now call 600 (must, ADC III.5.11" in ran.out
    data = floor("rule", "--replay", path, "--json").json
    assert (data["same"], list(data["houses"])) == (False, ["adc"])
    alone = floor("rule", "--replay", path, "-H", "hosted", "-H", "tda")
    assert (alone.code, alone.out) == (0, "Today's ruling is the same.\n")


def test_a_stream_of_rulings_is_summed_up(
    printed: dict[str, Any], floor: Run, tmp_path: Path
) -> None:
    rows = [
        printed,
        {**altered(printed), "incident": {**printed["incident"], "id": "x7"}},
        {"line": 3, "error": "column 2: no JSON"},
    ]
    path = written(tmp_path, "all.jsonl", "\n".join(map(json.dumps, rows)) + "\n\n")
    ran = floor("rule", "--replay", path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines()[0] == "line 2 (x7): Today's ruling differs."
    summed = "Rulings: 2; the same today: 1; different: 1; bad input then: 1"
    assert ran.out.splitlines()[-1] == summed
    lines = floor("rule", "--replay", path, "--json").lines
    assert [(line["line"], line.get("same")) for line in lines] == [
        (1, True),
        (2, False),
        (3, None),
    ]
    assert "column 2" in lines[2]["skipped"]


def test_a_stream_is_told_alike_by_several_processes(
    printed: dict[str, Any], tmp_path: Path
) -> None:
    rows = [printed, altered(printed), {"bad": 1}] * 12
    path = written(tmp_path, "all.jsonl", "\n".join(map(json.dumps, rows)))
    alone = entry_point("rule", "--replay", path, "-H", "adc")
    assert entry_point("rule", "--replay", path, "-H", "adc", "--jobs", "2") == alone
    assert alone.code == 2
    assert len(alone.err.splitlines()) == 12


BAD = [
    ("", "there is nothing in it"),
    ("{", "no JSON"),
    ("events: [chips-put-in]", "no JSON"),
    ("[1]", "a ruling is a map"),
    ('{"a": 1,\n"a": 2}', '"a" stands twice'),
    (json.dumps(ONE_BIG_CHIP), "no ruling: incident: field required"),
    ('{"incident": {"text": "a"},\n "houses": {"adc": {"status": 1}}}', "houses.adc.status: "),
    ('{"incident": ' + "[" * 50_000, "nested too deeply"),
    ('{"incident": {"text": "' + "x" * 1_000_000 + '"}}', "longer than 1,000,000"),
    ("\x1b[31m\x00", "no JSON"),
]


@pytest.mark.parametrize(("text", "told"), BAD, ids=[told for _, told in BAD])
def test_what_is_no_ruling_is_refused(text: str, told: str, floor: Run, tmp_path: Path) -> None:
    ran = floor("rule", "--replay", written(tmp_path, "bad.json", text))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("floor: ")
    assert told in ran.err
    assert not drives_terminal(ran.err)
    ran = floor("rule", "--replay", "-", given=text.replace("\n", " ") + "\n{}")
    assert (ran.code, "Traceback" in ran.err) == (2, False)


def test_options_that_would_change_the_ruling_are_refused(floor: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", "{}")
    ran = floor("rule", "--replay", path, "--on", "2008-06-01", "--what-if", "chips=2", "--why")
    assert (ran.code, ran.out) == (2, "")
    assert "it takes no --on, --why, --what-if" in ran.err
    assert 'did you mean "adc"?' in floor("rule", "--replay", path, "-H", "adcc").err
    assert floor("rule", "--replay", str(tmp_path / "no.json")).code == 2


def test_what_drives_a_terminal_never_reaches_it(
    printed: dict[str, Any], floor: Run, tmp_path: Path
) -> None:
    hostile = "\x1b]0;owned\x07\x9b2J\u202e\ud800"
    data = altered(printed)
    data["incident"]["id"] = hostile
    data["houses"]["adc"]["rulings"][0].update(outcome=hostile, do=hostile)
    data["houses"][hostile] = data["houses"]["adc"]
    data["rulebase"]["houses"]["adc"]["edition"] = hostile
    data["incident"]["facts"][hostile] = {"value": [hostile], "source": hostile}
    path = written(tmp_path, "a.json", data)
    for more in ((), ("--json",)):
        ran = floor("rule", "--replay", path, *more)
        assert (ran.code, drives_terminal(ran.out + ran.err)) == (1, False)


HOUSE = "house: mine\nname: Mine\nedition: '{edition}'\nsource: us\nadopts: [tda-2007]\n"
RULE = """\
- rule: Chips 1
  title: One chip
  gist: One chip is what it is.
  topic: betting
  when: {{event: chips-put-in, chips: 1}}
  decides: {{counts-as: {outcome}}}
  overrides: [tda-2007/11]
"""


def house(folder: Path, edition: str, outcome: str) -> None:
    """Write a house of one's own with one rule."""
    folder.mkdir(exist_ok=True)
    (folder / "house.yaml").write_text(HOUSE.format(edition=edition))
    (folder / "rules.yaml").write_text(RULE.format(outcome=outcome))


def test_a_house_of_ones_own_may_have_changed_or_gone(tmp_path: Path) -> None:
    mine, moved = tmp_path / "houses" / "mine", tmp_path / "mine"
    mine.parent.mkdir()
    env = {"FLOOR_HOUSES": str(mine.parent)}
    house(mine, "1", "call")
    ran = entry_point("rule", "-", "-H", "mine", "--json", given=json.dumps(ONE_BIG_CHIP), env=env)
    path = written(tmp_path, "ruling.json", ran.out)
    assert entry_point("rule", "--replay", path, env=env).code == 0

    house(mine, "1", "raise")
    ran = entry_point("rule", "--replay", path, env=env)
    told = " ".join(ran.out.split())
    assert ran.code == 1
    assert "then call 600 (must, Mine Chips 1" in told
    assert "now raise (must, Mine Chips 1" in told
    assert "Mine is not encoded as it was then" in told

    house(mine, "2", "raise")
    ran = entry_point("rule", "--replay", path, env=env)
    assert "Mine: edition 1 then, 2 now." in ran.out

    (mine / "rules.yaml").write_text("- rule: [")
    ran = entry_point("rule", "--replay", path, env=env)
    assert (ran.code, ran.err) == (1, "")
    assert "Mine: it has faults: " in ran.out

    house(mine, "1", "call")
    mine.rename(moved)
    ran = entry_point("rule", "--replay", path, env=env)
    assert ran.code == 1
    assert 'Mine: there is no house "mine" any more' in ran.out
    assert entry_point("rule", "--replay", path, "-H", str(moved), env=env).code == 0

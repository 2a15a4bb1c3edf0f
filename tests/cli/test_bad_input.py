"""Bad input: what is wrong, where, the nearest right word; exit 2 or 3, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ONE_BIG_CHIP, Ran, Run, drives_terminal, entry_point, written


def incident(facts: Any = None, **more: Any) -> str:
    """A bad incident as JSON: ``facts`` instead of the good ones, and other fields."""
    data: dict[str, Any] = {"events": ["chips-put-in"], **more}
    return json.dumps(data if facts is None else {**data, "facts": facts})


def refused(ran: Ran, *told: str) -> None:
    """Check that the input was refused in one clear message."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("floor: ")
    assert not drives_terminal(ran.err)
    assert len(ran.err) < 1000
    for words in told:
        assert words in ran.err


UNKNOWN = [
    (["ask", "-H", "adcc", "hm"], 'no house "adcc"; did you mean "adc"?'),
    (["show", "adc", "III.5.1x"], 'adc has no rule "III.5.1x"; did you mean "III.5.1"?'),
    (["show", "hostd", "Betting 1"], 'no house "hostd"; did you mean "hosted"?'),
    (["define", "mukc"], 'no term "mukc"; did you mean "muck"?'),
    (["rules", "--topic", "beting"], 'no topic "beting"; did you mean "betting"?'),
    (["rules", "-H", "adc", "-H", "nosuch"], 'no house "nosuch"'),
    (["facts", "chips-put-im"], 'no event "chips-put-im"; did you mean "chips-put-in"?'),
    (["search", "odd", "-H", "adcc"], "did you mean"),
]


@pytest.mark.parametrize(("arguments", "told"), UNKNOWN, ids=lambda x: x[0] if x else "")
def test_an_unknown_name_gets_the_nearest(arguments: list[str], told: str, floor: Run) -> None:
    refused(floor(*arguments), told)


FACTS = [
    (incident({"announcd": "raise"}), 'no fact "announcd"; did you mean "announced"?'),
    (incident({"announced": "rais"}), 'announced: "rais" is no value'),
    (incident({"announced": "rais"}), 'did you mean "raise"?'),
    (incident(asked="counts-az"), 'no decision "counts-az"; did you mean "counts-as"?'),
    (incident(houses=["adcc"]), 'no house "adcc"; did you mean "adc"?'),
    (incident(event="x"), '"event" is no field; did you mean "events"?'),
    ('{"events": ["chips-put-im"]}', 'no event "chips-put-im"; did you mean "chips-put-in"?'),
    ('{"facts": {}}', "events: at least one is needed"),
    ('{"events": 5}', "events: a list of names is needed"),
    ('{"events": [null]}', "events: a list of names is needed"),
    (incident([1, 2]), "facts: a map"),
    (incident({"put-in": -500}), "put-in: -500 is below 0"),
    (incident({"put-in": "-500"}), "put-in: -500 is below 0"),
    (incident({"put-in": 10**39}), "put-in: "),
    (incident({"put-in": "9" * 5000}), "put-in: a number of 5000 digits"),
    (incident({"put-in": 1.5}), "put-in: a whole number is needed, not 1.5"),
    (incident({"put-in": float("nan")}), "put-in: a whole number is needed, not NaN"),
    (incident({"put-in": float("inf")}), "not Infinity"),
    (incident({"put-in": None}), "put-in: a whole number is needed, not null"),
    (incident({"put-in": True}), "put-in: a whole number is needed, not true"),
    (incident({"put-in": {}}), "put-in: a whole number is needed, not a map"),
    (incident({"put-in": []}), "put-in: an empty list says nothing"),
    (incident({"put-in": "many"}), "'many' is no number"),
    (incident({"announced": None}), 'announced: "null" is no value'),
    (incident({"announced": 1.0}), 'announced: "1.0" is no value'),
    (incident({"in-turn": "maybe"}), 'in-turn: "maybe" is no value (no, yes)'),
    (incident({"chips": list(range(1000))}), "chips: more than 200 values"),
    (incident({"chips-put": "many"}), "chips-put: a list or a map is needed"),
    (incident({"chips-put": [1.5]}), "chips-put: whole numbers and names are needed, not 1.5"),
    (incident({"chips-put": [None]}), "not null"),
    (incident({"chips-put": [-5]}), "chips-put: a number is below 0"),
    (incident({"chips-put": [[[[[[1]]]]]]}), "chips-put: nested too deeply"),
    (incident({"chips-put": [1] * 5000}), "chips-put: more than 200 things"),
    (incident({"player": ["A"]}), "player: a name is needed"),
    (incident(text=["x"]), "text: words are needed"),
    (incident(text="x" * 20_001), "text: longer than 20,000 characters"),
    (incident(line="A bets"), "line: a list of {who, does, to}"),
    (incident(line=[{"who": "A", "does": "bett"}]), "line: entry 1"),
    (incident(line=[{"who": "A", "does": "bet", "to": -1}]), "line: entry 1"),
    (incident(line=[{"who": "A", "does": "bet", "to": 1.5}]), "line: entry 1"),
    (incident(line=[{"who": "A", "does": "bet", "too": 1}]), "line: entry 1"),
    (incident(line=[{"who": "A", "does": "bet", "to": 1}] * 501), "more than 500 actions"),
]


@pytest.mark.parametrize(("text", "told"), FACTS, ids=lambda x: x[:40])
def test_a_bad_incident_is_refused(text: str, told: str, floor: Run, tmp_path: Path) -> None:
    refused(floor("rule", written(tmp_path, "bad.json", text)), "bad.json: " * 0 + told)
    ran = floor("rule", "-", given=text + "\n" + json.dumps(ONE_BIG_CHIP))
    assert ran.code == 2
    assert ran.lines[0]["line"] == 1
    assert ran.lines[1]["houses"]["adc"]["status"] == "ruled"


DOCUMENTS: list[tuple[str, str | bytes, str]] = [
    ("bad.yaml", "events: [chips-put-in\nfacts: {", "bad.yaml:2: no YAML"),
    ("bad.yaml", "events: [chips-put-in\nfacts: {", "(column "),
    ("bad.json", '{"events": ["x"],\n "facts": {"a" 1}}', "bad.json:2: column 16: no JSON"),
    ("bad.yaml", "", "there is nothing in it"),
    ("bad.yaml", " \n\n", "there is nothing in it"),
    ("bad.yaml", "just words", "an incident is a map"),
    ("bad.json", "[1, 2]", "an incident is a map"),
    ("bad.yaml", "events: [x]\nevents: [y]", 'bad.yaml:2: "events" stands twice'),
    ("bad.json", '{"events": ["x"], "events": []}', '"events" stands twice'),
    ("bad.yaml", "events: &a [x]\nfacts: *a", "bad.yaml:2: an alias (*name) is not allowed"),
    ("bad.yaml", "a: &a [x]\nb: &b [*a, *a]\nevents: *b", "an alias"),
    ("bad.yaml", "? [a, b]\n: c", "a key must be a word"),
    ("bad.yaml", "!!python/object/apply:os.system [echo]", "an incident is a map"),
    ("bad.yaml", "events: " + "[" * 50_000, "no YAML"),
    ("bad.yaml", "- " * 50_000, "no YAML"),
    ("bad.json", '{"events": ' + "[" * 50_000 + "]" * 50_000 + "}", "nested too deeply"),
    ("bad.yaml", "\n".join(" " * n + "a:" for n in range(300)), "nested too deeply"),
    ("bad.yaml", b"events: [chips-put-in]\x00\x1b[31m", "no YAML"),
    ("bad.yaml", bytes(range(256)), "no YAML"),
    ("bad.yaml", "text: " + "x" * 1_000_000, "longer than 1,000,000 characters"),
    ("bad.json", '{"text": "' + "x" * 1_000_000, "longer than 1,000,000 characters"),
    ("bad.jsonl", "", ""),
]


@pytest.mark.parametrize(("name", "data", "told"), DOCUMENTS, ids=[d[2][:30] for d in DOCUMENTS])
def test_a_broken_document_is_told_with_its_place(
    name: str, data: str | bytes, told: str, floor: Run, tmp_path: Path
) -> None:
    ran = floor("rule", written(tmp_path, name, data))
    if told:
        refused(ran, told)
    else:
        assert (ran.out, ran.err) == ("", "")


def test_a_file_that_cannot_be_read_is_told(floor: Run, tmp_path: Path) -> None:
    refused(floor("rule", str(tmp_path / "no.yaml")), "no.yaml: No such file")
    refused(floor("rule", str(tmp_path)), "Is a directory")
    refused(floor("rule", "a\0b.yaml"), "null byte")


@pytest.mark.parametrize("words", ["", "   ", "\u202e\u200b", "\x07\x08"])
def test_an_empty_narrative_is_refused(words: str, floor: Run) -> None:
    refused(floor("ask", words), "say what happened")
    refused(floor("ask", "-", given=words), "say what happened")


def test_a_megabyte_of_text_is_refused(floor: Run) -> None:
    refused(floor("ask", "-", given="word " * 200_000), "longer than 20,000 characters")
    refused(floor("ask", "x" * 100_000), "longer than 20,000 characters")


HOSTILE = [
    "\x1b[31mA bets 600\x1b[0m and B puts in one 5,000 chip \x9b2J silently",
    "\u202eA player bets 600\u202c, the next one \u2066puts in a 5,000 chip\u2069",
    "UTG bets " + "9" * 40 + " and the next player calls",
    "UTG bets -500, next player calls -500",
    "{'events': [*a]}; DROP TABLE rules; [red]bold[/red] {to-call}",
    "A bets \ud800 600",
    "a" * 20_000,
    "( " * 9_000,
    "one two three " * 1_400,
    "\u0661\u0662\u0663 \u4e00\u5343 \U0001f0a1 \u2160 \u00bd",
]


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_narrative_gets_a_ruling_or_a_question(words: str, floor: Run) -> None:
    ran = floor("ask", "--no-input", words)
    assert ran.code in (0, 3, 4)
    assert ran.err == ""
    assert not drives_terminal(ran.out)
    as_json = floor("ask", "--no-input", "--json", words)
    assert as_json.code == ran.code
    assert not drives_terminal(as_json.out)
    assert as_json.json["incident"]["text"] == words


def test_what_drives_a_terminal_never_reaches_it(floor: Run, tmp_path: Path) -> None:
    hostile = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\u200f\ud800\x7f"
    data = {
        "text": hostile,
        "id": hostile,
        "events": ["side-pots"],
        "facts": {"stacks": {f"{hostile}A": 500, f"{hostile}B": 700}, "all-in": "no"},
        "line": [{"who": hostile, "does": "bet", "to": 5}],
    }
    for arguments in ((), ("--json",), ("--why",)):
        ran = floor("rule", written(tmp_path, "a.json", data), *arguments)
        assert ran.code in (0, 3, 4), ran.err
        assert not drives_terminal(ran.out + ran.err)
    for bad in (
        {"events": [hostile]},
        {"events": ["side-pots"], "facts": {hostile: hostile}},
        {"events": ["side-pots"], "facts": {"format": hostile}},
        {"events": ["side-pots"], "asked": hostile, hostile: 1},
    ):
        refused(floor("rule", written(tmp_path, "bad.json", bad)))
    refused(floor(hostile))
    refused(floor("ask", f"--{hostile}"))
    refused(floor("show", hostile, hostile))
    refused(floor("rule", f"{hostile}.yaml"))
    refused(floor("define", hostile))
    assert not drives_terminal(floor("search", hostile).err)


CONTRADICTIONS: list[tuple[dict[str, Any], tuple[str, str]]] = [
    (
        {"put-in": 5000, "already-in": 0, "to-call": 600, "against-call": "less"},
        ("against-call is less", "to-call is 600"),
    ),
    ({"announced": "nothing", "amount-said": "clear"}, ("amount-said is clear", "announced is")),
    ({"put-in": 500, "already-in": 100, "total-in": 700}, ("total-in is 700", "put-in is 500")),
]


@pytest.mark.parametrize(("facts", "both"), CONTRADICTIONS, ids=range(len(CONTRADICTIONS)))
def test_a_contradiction_is_a_question_that_names_both(
    facts: dict[str, Any], both: tuple[str, str], floor: Run, tmp_path: Path
) -> None:
    path = written(tmp_path, "a.json", incident(facts))
    ran = floor("rule", path, "--json")
    assert ran.code == 3
    (fault,) = ran.json["incident"]["contradictions"]
    assert fault["asks"].startswith("Which is right: ")
    assert all(one in fault["asks"] for one in both)
    told = floor("rule", path)
    assert told.code == 3
    assert "Which is right: " in told.out.splitlines()[0]
    assert floor("rule", "-", given=incident(facts) + "\n" + incident(facts)).code == 3


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("announcd=raise", 'no fact "announcd"; did you mean "announced"?'),
        ("announced=rais", 'did you mean "raise"?'),
        ("announced", "write FACT=VALUE"),
        ("=x", "write FACT=VALUE"),
        ("chips=" + "9" * 5000, "a number of 5000 digits"),
        ("chips=-1", "is below 0"),
        ("chips=\xb2", "is no number"),
    ],
    ids=lambda x: x[:14],
)
def test_a_bad_change_is_refused(change: str, told: str, floor: Run, tmp_path: Path) -> None:
    refused(floor("rule", written(tmp_path, "a.json", ONE_BIG_CHIP), "--what-if", change), told)


def test_a_rule_asked_about_must_be_known(floor: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", ONE_BIG_CHIP)
    refused(floor("rule", path, "--why-not", "adc", "V.1.1x"), 'did you mean "V.1.1"?')
    refused(floor("rule", path, "--why-not", "adcc", "V.1.1"), 'did you mean "adc"?')
    refused(floor("rule", path, "-H", "adc", "--why-not", "hosted", "x"), '"hosted" was not asked')


def test_through_the_entry_point_too() -> None:
    for text in (incident({"put-in": -5}), '{"events": ' + "[" * 99_999, "\x1b[31m", ""):
        ran = entry_point("rule", "-", given=text)
        assert ran.code == 2
        assert "Traceback" not in ran.err
        assert not drives_terminal(ran.err)

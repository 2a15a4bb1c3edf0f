"""A ruling printed as JSON can be ruled again from that alone, and what differs is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from engine.answer import answer, answer_to
from engine.incident import Incident, IncidentError, Told, from_mapping
from engine.reading.reader import read
from engine.replay import Replay, Replayer
from engine.ruling import Engine
from rulebase import load
from rulebase.values import Span
from scenarios.bank import DATA, scenarios
from scenarios.generate import Generator

ONE_BIG_CHIP = {
    "id": "7",
    "events": ["chips-put-in"],
    "facts": {"facing": "bet", "to-call": 600, "put-in": 5000, "chips": 1, "announced": "nothing"},
}
AT_ODDS = {
    "events": ["chips-put-in"],
    "facts": {"put-in": 5000, "already-in": 0, "to-call": 600, "against-call": "less"},
}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load.houses(load.built_in()), load.vocabulary())


@pytest.fixture(scope="module")
def replayer(engine: Engine) -> Replayer:
    return Replayer(engine, {"faulty": "it has faults"})


def printed(incident: Incident, engine: Engine) -> dict[str, Any]:
    """The ruling on an incident, as a program reads it."""
    found: dict[str, Any] = json.loads(json.dumps(engine.rule(incident).as_json()))
    return found


def one_big_chip(engine: Engine) -> dict[str, Any]:
    """The ruling on one big chip."""
    return printed(from_mapping(ONE_BIG_CHIP, engine.vocabulary)[0], engine)


def stands(replay: Replay) -> bool:
    """Whether neither the ruling nor anything that it rests on is otherwise."""
    return replay.as_json() == {"same": True} | ({"id": replay.id} if replay.id else {})


def test_scenarios_are_ruled_again_from_their_rulings(engine: Engine, replayer: Replayer) -> None:
    files = sorted(DATA.rglob("*.yaml"))[::12]
    for scenario in islice(scenarios(engine.vocabulary, files), 0, None, 2):
        assert stands(replayer.replay(printed(scenario.incident, engine))), scenario.name


STRUCTURED: list[dict[str, Any]] = [
    {"events": ["side-pots"], "facts": {"stacks": {"A": 500, "B": 2000, "7": 3000}}},
    {"events": ["side-pots"], "facts": {"stacks": {1: 500, 4: 2000}, "all-in": "yes"}},
    {"events": ["color-up"], "facts": {"odd-chips": {1: 3, 4: 2}, "cards": {1: "Qs 4h 9d"}}},
    {"events": ["odd-chip"], "facts": {"winners": [2, 5, 8], "button-seat": 3}},
    {
        "events": ["wants-to-raise-again"],
        "facts": {"player": "B or C"},
        "line": [
            {"who": "A", "does": "bet", "to": 100},
            {"who": "B or C", "does": "raise", "to": 200},
            {"who": 3, "does": "all-in", "to": 250},
            {"who": "A", "does": "call", "to": None},
        ],
        "text": "\u2660 \ud800 \x1b[31m",
        "id": 12,
    },
]


@pytest.mark.parametrize("data", STRUCTURED, ids=lambda data: data["events"][0])
def test_lists_maps_names_and_lines_are_ruled_again(
    data: dict[str, Any], engine: Engine, replayer: Replayer
) -> None:
    incident, _ = from_mapping(data, engine.vocabulary)
    assert stands(replayer.replay(printed(incident, engine)))


def test_generated_incidents_are_ruled_again(engine: Engine, replayer: Replayer) -> None:
    generator = Generator(engine.vocabulary, engine.houses, seed=11)
    for _ in range(150):
        incident = generator.incident()
        assert stands(replayer.replay(printed(incident, engine))), incident


PARTLY: list[dict[str, Told]] = [
    {"chips": Told(Span.parse("1") | Span.parse(">= 3"), "said", "some chips")},
    {"announced": Told(frozenset({"raise", "call"}), "answered")},
    {
        "amount-said": Told(frozenset({"clear", "none"}), "given"),
        "announced": Told(frozenset({"nothing"}), "said"),
    },
]


@pytest.mark.parametrize("facts", PARTLY, ids=lambda facts: "+".join(facts))
def test_what_is_known_in_part_keeps_value_source_and_words(
    facts: dict[str, Told], engine: Engine, replayer: Replayer
) -> None:
    data = printed(Incident(("chips-put-in",), facts), engine)
    for name, told in facts.items():
        shown = data["incident"]["facts"][name]
        shown = shown.get("told", shown)
        assert (shown["source"], shown.get("words", "")) == (told.source, told.words)
    assert stands(replayer.replay(data))


def test_what_contradicts_itself_keeps_what_was_told(engine: Engine, replayer: Replayer) -> None:
    data = printed(from_mapping(AT_ODDS, engine.vocabulary)[0], engine)
    fact = data["incident"]["facts"]["against-call"]
    assert (fact["source"], fact["told"]) == ("contradicted", {"value": "less", "source": "given"})
    assert stands(replayer.replay(data))


def test_the_decision_asked_is_printed_only_where_it_was_named(engine: Engine) -> None:
    assert "asked" not in one_big_chip(engine)["incident"]
    named, _ = from_mapping({**ONE_BIG_CHIP, "asked": "binding"}, engine.vocabulary)
    assert printed(named, engine)["incident"]["asked"] == "binding"


NARRATIVES = {
    "sure": "Blinds 300/600. A player bets 600, the next player puts in one 5,000 chip silently.",
    "open": "He did something with the thing over there and nobody liked it.",
    "nothing told": "?!",
}
RIVALLED = (
    "Stud. He said he had a flush, so I threw my three nines face down into the dead cards. "
    "Then he fans his hand out and there are only four hearts. I say the pot is mine."
)


@pytest.mark.parametrize("text", NARRATIVES.values(), ids=list(NARRATIVES))
def test_a_narrative_is_ruled_again(text: str, engine: Engine, replayer: Replayer) -> None:
    data = json.loads(json.dumps(answer(text, engine).as_json()))
    assert stands(replayer.replay(data))


def test_a_ruling_to_be_confirmed_is_compared_as_confirmed(
    engine: Engine, replayer: Replayer
) -> None:
    found = answer(NARRATIVES["sure"], engine)
    data = json.loads(json.dumps(found._in_doubt(found.rulings[0].as_json(), ())))
    assert data["houses"]["adc"]["if-confirmed"] == "ruled"
    assert stands(replayer.replay(data))
    adc(data).update(amount=601)
    assert list(replayer.replay(data).houses) == ["adc"]


def test_what_rivals_would_come_to_is_not_compared(engine: Engine, replayer: Replayer) -> None:
    reading = read(RIVALLED, engine.vocabulary)
    reading = replace(reading, events=("hand-discarded",), rivals=("miscalled-hand",))
    data = json.loads(json.dumps(answer_to(reading, engine).as_json()))
    assert any("if" in entry for house in data["houses"].values() for entry in house["rulings"])
    for house in data["houses"].values():
        house["rulings"] = [entry for entry in house["rulings"] if "if" not in entry]
    assert stands(replayer.replay(data))


def test_a_narrative_read_otherwise_is_told(engine: Engine, replayer: Replayer) -> None:
    data = json.loads(json.dumps(answer(NARRATIVES["open"], engine).as_json()))
    data["incident"]["text"] = NARRATIVES["sure"]
    replay = replayer.replay(data)
    assert (replay.same, replay.read) == (False, {"then": [], "now": ["chips-put-in"]})
    data["incident"]["text"] = NARRATIVES["open"]
    data["houses"]["adc"]["rulings"].pop()
    (change,) = replayer.replay(data).houses["adc"]["decisions"]
    assert change["if"]["event"][0] in data["incident"]["offered"]


Change = Callable[[dict[str, Any]], Any]


def adc(data: dict[str, Any]) -> dict[str, Any]:
    """What adc rules on the decision asked."""
    found: dict[str, Any] = data["houses"]["adc"]["rulings"][0]
    return found


RULED_OTHERWISE: dict[str, Change] = {
    "outcome": lambda data: adc(data).update(outcome="raise"),
    "amount": lambda data: adc(data).update(amount=601),
    "force": lambda data: adc(data).update(force="may"),
    "rules": lambda data: adc(data)["rules"].pop(),
    "rule order": lambda data: adc(data)["rules"].reverse(),
    "procedure": lambda data: adc(data).update(do="Give back 1."),
    "penalty": lambda data: adc(data).update(penalty="a hand"),
    "conflict": lambda data: adc(data).update(conflict=True),
    "another decision": lambda data: adc(data).update(decision="binding"),
    "default": lambda data: adc(data).update(default={"outcome": "raise", "rules": []}),
    "status": lambda data: data["houses"]["adc"].update(status="judgment"),
    "asked": lambda data: data["houses"]["adc"].update(asked="binding"),
    "silent": lambda data: data["houses"]["adc"].update(silent="moot"),
    "questions": lambda data: data["houses"]["adc"].update(questions=[{"fact": "chips"}]),
}
WORDS_ONLY: dict[str, Change] = {
    "words": lambda data: adc(data).update(say="It is a call."),
    "title": lambda data: adc(data)["rules"][0].update(title="Another"),
    "nearest": lambda data: data["houses"]["homegame"].pop("nearest"),
    "more": lambda data: data.update(why={"adc": []}),
    "offered": lambda data: data["incident"].pop("offered"),
}


@pytest.mark.parametrize("change", RULED_OTHERWISE)
def test_whatever_makes_a_ruling_another_is_told(
    change: str, engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    RULED_OTHERWISE[change](data)
    replay = replayer.replay(data)
    assert (replay.same, list(replay.houses)) == (False, ["adc"])
    (reason,) = replay.because
    assert reason.startswith("Rulebook and program are those of then")


@pytest.mark.parametrize("change", WORDS_ONLY)
def test_other_words_make_no_other_ruling(change: str, engine: Engine, replayer: Replayer) -> None:
    data = one_big_chip(engine)
    WORDS_ONLY[change](data)
    assert stands(replayer.replay(data))


def test_outcomes_are_told_then_and_now(engine: Engine, replayer: Replayer) -> None:
    data = one_big_chip(engine)
    adc(data).update(amount=601)
    (decision,) = replayer.replay(data).houses["adc"]["decisions"]
    (then,), (now,) = decision["then"], decision["now"]
    assert (decision["decision"], then["amount"], now["amount"]) == ("counts-as", 601, 600)
    assert then["rules"] == now["rules"]
    assert now["rules"][0] == {"house": "adc", "rule": "III.5.11"}


RESTS_OTHERWISE: list[tuple[Change, str, str]] = [
    (lambda r: r.update(program="0.0.9"), "program", "0.0.9"),
    (lambda r: r.update(hash="0"), "hash", "vocabulary or in another house"),
    (lambda r: r["houses"]["adc"].update(digest="0"), "houses", "ADC is not encoded as it was"),
    (lambda r: r["houses"]["adc"].update(edition="1999"), "houses", "ADC: edition 1999 then"),
    (lambda r: r["houses"].pop("tda-2007"), "houses", "consulted now but not then"),
    (lambda r: r["houses"].update(x=r["houses"]["adc"]), "houses", "consulted then but not now"),
]


@pytest.mark.parametrize(("change", "part", "told"), RESTS_OTHERWISE, ids=lambda x: str(x)[:9])
def test_another_state_of_the_rulebase_is_told(
    change: Change, part: str, told: str, engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    change(data["rulebase"])
    replay = replayer.replay(data)
    assert replay.same
    assert list(replay.rulebase) == [part]
    assert told in " ".join(replay.because)


def test_a_ruling_that_does_not_name_its_rulebase_says_so(
    engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    del data["rulebase"]
    replay = replayer.replay(data)
    assert replay.same
    assert "does not say by which rulebook" in replay.because[0]


def test_facts_worked_out_otherwise_are_told(engine: Engine, replayer: Replayer) -> None:
    data = one_big_chip(engine)
    data["incident"]["facts"]["in-turn"] = {"value": "no", "source": "assumed"}
    data["incident"]["facts"].pop("change")
    data["incident"]["facts"]["against-call"]["source"] = "implied"
    found = {each["fact"]: (each["then"], each["now"]) for each in replayer.replay(data).facts}
    assert found["in-turn"] == (
        {"value": "no", "source": "assumed"},
        {"value": "yes", "source": "assumed"},
    )
    assert found["change"] == (None, {"value": 4400, "source": "derived"})
    assert set(found) == {"in-turn", "change", "against-call"}


def test_what_is_told_is_never_taken_from_what_was_worked_out(
    engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    data["incident"]["facts"]["chips"]["value"] = 2
    assert replayer.replay(data).houses["adc"]["decisions"]
    data = one_big_chip(engine)
    data["incident"]["facts"]["against-call"]["value"] = "less"
    replay = replayer.replay(data)
    assert replay.same
    assert [each["fact"] for each in replay.facts] == ["against-call"]


@pytest.mark.parametrize(("name", "told"), [("adcc", 'did you mean "adc"?'), ("faulty", "faults")])
def test_a_house_that_is_gone_is_told(
    name: str, told: str, engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    data["houses"][name] = data["houses"]["adc"]
    replay = replayer.replay(data)
    assert (replay.same, list(replay.houses)) == (False, [name])
    assert told in replay.houses[name]["gone"]
    data["houses"] = {name: data["houses"]["adc"]}
    assert list(replayer.replay(data).houses) == [name]


def test_the_others_are_asked_what_was_asked_because_of_a_house_now_gone(engine: Engine) -> None:
    both = engine.only("adc", "homegame")
    incident = Incident(("etiquette",))
    data = printed(incident, both)
    assert data["houses"]["homegame"]["asked"] != both.only("homegame").rule(incident).asked
    assert list(Replayer(engine.only("homegame"), {}).replay(data).houses) == ["adc"]


def test_it_is_told_of_the_houses_named_alone(engine: Engine) -> None:
    data = one_big_chip(engine)
    adc(data).update(amount=601)
    assert list(Replayer(engine, {}, ["adc", "hosted"]).replay(data).houses) == ["adc"]
    assert Replayer(engine, {}, ["hosted"]).replay(data).same
    with pytest.raises(IncidentError, match="no ruling by nosuch"):
        Replayer(engine, {}, ["nosuch"]).replay(data)


UNKNOWN: list[tuple[Change, str]] = [
    (lambda i: i["facts"].update(announcd={"value": "x", "source": "said"}), 'mean "announced"'),
    (lambda i: i["facts"]["announced"].update(value="rais"), 'did you mean "raise"'),
    (lambda i: i.update(events=["chips-put-im"]), 'did you mean "chips-put-in"'),
    (lambda i: i.update(asked="countsas"), 'did you mean "counts-as"'),
    (lambda i: i.update(line=[{"who": "A", "does": "bett"}]), "line: entry 1"),
]


@pytest.mark.parametrize(("change", "told"), UNKNOWN, ids=[told for _, told in UNKNOWN])
def test_what_is_known_no_more_cannot_be_ruled_on(
    change: Change, told: str, engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    change(data["incident"])
    with pytest.raises(IncidentError, match=told):
        replayer.replay(data)
    data["rulebase"]["hash"] = "that of then"
    replay = replayer.replay(data)
    assert not replay.same
    assert told.split('"')[0] in replay.cannot


def deep(levels: int) -> Any:
    """A list in a list in a list …"""
    found: Any = 1
    for _ in range(levels):
        found = [found]
    return found


NO_RULING: list[tuple[Change, str]] = [
    (lambda d: d.pop("incident"), "no ruling: incident: field required"),
    (lambda d: d.update(incident=[]), "no ruling: incident: "),
    (lambda d: d["incident"].update(events="x"), "no ruling: incident.events: "),
    (lambda d: d["incident"].update(events=[], text=" "), "neither events nor text"),
    (lambda d: d["incident"].update(text="x" * 20_001), "longer than 20,000"),
    (lambda d: d["incident"]["facts"].update(x=1), "no ruling: incident.facts.x: "),
    (lambda d: d["incident"]["facts"]["chips"].pop("value"), "facts.chips.value: field required"),
    (lambda d: d["incident"]["facts"]["chips"].update(value=deep(99)), "nested too deeply"),
    (lambda d: d["incident"].update(line=deep(99)), "no ruling: incident.line"),
    (lambda d: d.update(houses={}), "no ruling: houses: "),
    (lambda d: d["houses"].update(adc=1), "no ruling: houses.adc: "),
    (lambda d: d["houses"]["adc"].pop("status"), "houses.adc.status: field required"),
    (lambda d: adc(d).pop("outcome"), r"houses.adc.rulings.0.outcome: field required"),
    (lambda d: adc(d).update(rules=["x"]), r"rulings.0.rules.0: "),
    (lambda d: adc(d).update(amount=deep(99)), "nested too deeply"),
    (lambda d: d.update(rulebase=1), "no ruling: rulebase: "),
]


@pytest.mark.parametrize(("change", "told"), NO_RULING, ids=[told for _, told in NO_RULING])
def test_what_is_no_ruling_is_refused(
    change: Change, told: str, engine: Engine, replayer: Replayer
) -> None:
    data = one_big_chip(engine)
    change(data)
    with pytest.raises(IncidentError, match=told):
        replayer.replay(data)


@pytest.mark.parametrize("data", [None, 1, [], "x", {}, [{}]])
def test_anything_else_is_refused(data: Any, replayer: Replayer) -> None:
    with pytest.raises(IncidentError):
        replayer.replay(data)

"""The questions at a terminal: answered, undone, unknown, stopped; the event picked."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from engine.asking import next_question, possible_answers
from engine.incident import Incident, Told
from engine.ruling import Engine
from rulebase import load
from tests.cli.terminal import Terminal

NARRATIVE = "A player is on the clock and has not acted. Is his hand dead?"
CLOCK = ("ask", "-H", "adc", "-H", "hosted", "-H", "homegame", NARRATIVE)
SECONDS = "How many seconds has the clock been running on him?"
FACES = "What does he face"
LIMIT = "How many seconds does the house give"


@pytest.fixture
def clock() -> Iterator[Terminal]:
    """An interview about a clock, at its first question."""
    with Terminal(*CLOCK) as terminal:
        yield terminal


def test_each_question_says_why_it_matters_and_the_end_what_each_answer_changed(
    clock: Terminal,
) -> None:
    before = " ".join(clock.answer("80 seconds\n").split())
    assert "understood: clock called" in before
    assert SECONDS in before
    assert "ADC: " in before
    assert "> 15 seconds (III.3.1" in before
    assert "Hosted: > 60 seconds (Dead hands 1" in before
    assert FACES in clock.answer("raise\n")
    assert LIMIT in clock.answer("60\n")
    code, told = clock.end()
    assert code == 0
    order = ["seconds passed: 80", "facing: raise", "clock limit: 60", "THE HAND IS DEAD."]
    places = [told.index(words) for words in order]
    assert places == sorted(places)
    assert "Hosted: One more fact is needed. Now: The hand is dead." in told


def test_a_choice_is_one_key(clock: Terminal) -> None:
    clock.answer("80\n")
    assert "4 raise" in clock.answer("4")
    assert LIMIT in clock.answer("?")
    code, told = clock.end()
    assert code == 3
    assert "facing: raise" in told
    assert "clock limit: not known" in told


def test_back_undoes_the_last_answer(clock: Terminal) -> None:
    clock.answer("5\n")
    assert FACES in clock.answer("b\n")
    assert "undone: seconds passed" in clock.expect(SECONDS)
    clock.answer("80\n")
    assert FACES in clock.answer("4")
    clock.answer("b\n")
    assert "undone: facing" in clock.expect(FACES)
    clock.answer("bet\n")
    clock.answer("?")
    code, told = clock.end()
    assert code == 3
    assert "facing: bet" in told
    assert "seconds passed: 80" in told


def test_dont_know_moves_on_and_is_told(clock: Terminal) -> None:
    clock.answer("don't know\n")
    assert SECONDS not in clock.answer("q\n")
    clock.expect("seconds passed: not known")
    code, _ = clock.end()
    assert code == 3


@pytest.mark.parametrize("keys", ["q\n", "stop\n", "\x04"])
def test_stopping_rules_on_what_is_known(clock: Terminal, keys: str) -> None:
    clock.answer("80\n")
    clock.answer(keys)
    code, told = clock.end()
    assert code == 3
    assert "seconds passed: 80" in told
    assert "Traceback" not in told


def test_an_interrupt_leaves_the_terminal_as_it_was(clock: Terminal) -> None:
    clock.expect("\n> ")
    assert not clock.cooked()
    assert clock.interrupt() == 130
    assert clock.cooked()


def test_what_is_no_answer_is_told_and_asked_again(clock: Terminal) -> None:
    clock.answer("-5\n")
    clock.expect("is below 0")
    clock.answer("many\n")
    clock.expect("is no number")
    clock.answer("\n")
    clock.answer("9" * 40 + "\n")
    clock.answer("80\n")
    clock.answer("nosuch\n")
    clock.expect("is no value")
    clock.answer("q\n")
    code, told = clock.end()
    assert code == 3
    assert "seconds passed: 80" in told


def test_typing_can_be_mended(clock: Terminal) -> None:
    clock.answer("99\x7f\x7f8\x1b[D0\n")
    clock.answer("xyz\x15bet\n")
    clock.answer("60\n")
    code, told = clock.end()
    assert code == 0
    assert "seconds passed: 80" in told
    assert "facing: bet" in told


def test_the_event_is_picked_from_five_by_one_key() -> None:
    with Terminal("ask", "something odd about giraffes") as terminal:
        offered = terminal.answer("1")
        assert "What happened?" in offered
        assert "5 " in offered
        assert "0 something else" in offered
        assert "+ more happened than" in terminal.answer("+")
        more = terminal.answer("1")
        assert "What else happened?" in more
        assert "0 nothing else" in more
        terminal.answer("0")
        assert ", " in terminal.answer("\n").partition("more happened than")[2]
        assert "Traceback" not in terminal.end()[1]


def test_several_of_the_five_are_picked_in_one_answer_the_issue_first() -> None:
    with Terminal("ask", "something odd about giraffes") as terminal:
        offered = terminal.expect("first as well")
        names = [line.split(":")[0].split(maxsplit=1)[1] for line in _numbered(offered)]
        terminal.answer("+29\n")
        assert "a number from 0 to 5" in terminal.answer("+42\n")
        taken = terminal.answer("q")
        happened = taken.partition("more happened than ")[2].splitlines()[0]
        assert happened.startswith(names[3])
        assert names[1] in happened


def _numbered(shown: str) -> list[str]:
    return [line for line in shown.splitlines() if re.match(r"\s+[1-9] ", line)]


def test_what_else_happened_may_be_none_of_the_offered() -> None:
    with Terminal("ask", "something odd about giraffes") as terminal:
        terminal.answer("1")
        terminal.answer("+")
        assert "5 something else: by its topic" in terminal.answer("5")
        assert "What is it about?" in terminal.answer("hands\n")
        assert "What happened?" in terminal.answer("clock-called\n")
        assert "What else happened?" in terminal.answer("0")
        assert ", clock called" in terminal.answer("\n").partition("more happened than")[2]


def test_what_nobody_raised_can_be_raised_by_one_key() -> None:
    narrative = "Something odd about giraffes: he put in 500 and said call."
    with Terminal("ask", "-H", "adc", narrative) as terminal:
        terminal.answer("0")
        terminal.answer("betting\n")
        terminal.answer("chips-put-in\n")
        granted = terminal.answer("*")
        assert "* what nobody has raised yet: " in granted
        assert "misread" in granted
        assert "What is raised?" in terminal.answer("misread\n")
        assert "had he not noticed a raise" in terminal.answer("1")
        terminal.answer("q")
        assert "misread: raise" in terminal.end()[1]


def test_what_was_left_aside_is_told_and_enter_confirms_the_first() -> None:
    narrative = (
        "Seat 2 bets 600 and the next player puts in one 5,000 chip without saying a word. "
        "The waitress had just asked him about his omelette. He was humming a song from the war."
    )
    with Terminal("ask", "-H", "adc", narrative) as terminal:
        asked = terminal.answer("\n")
        assert "left aside: The waitress" in asked
        assert "Is that what it turns on? Enter for the first." in asked
        assert "1 chips put in" in asked
        assert "announced: nothing" in terminal.answer("\n")
        code, told = terminal.end()
        assert code == 0
        assert "III.5.11" in told


def test_what_was_misread_is_withdrawn_by_not_knowing_it() -> None:
    narrative = (
        "Seat 2 bets 600 and the next player puts in one 5,000 chip and says raise. "
        "The waitress had just asked him about his omelette. He was humming a song from the war."
    )
    with Terminal("ask", "-H", "adc", narrative) as terminal:
        terminal.answer("\n")
        assert '5 announced: raise ("says raise")' in terminal.answer("5")
        asked = terminal.answer("?")
        assert "? nobody said so" in asked
        assert "ruled out" not in asked
        assert "announced: raise" not in terminal.answer("q")
        code, told = terminal.end()
        assert code in (0, 3)
        assert "announced: not so, withdrawn" in told
        assert "ADC: That's a raise. Now: " in told


def test_none_of_the_five_opens_the_picker() -> None:
    with Terminal("ask", "something odd about giraffes") as terminal:
        terminal.answer("0")
        assert "What is it about?" in terminal.answer("0")
        assert terminal.end()[0] == 3


def test_the_picker_gets_to_a_ruling_with_few_keys() -> None:
    with Terminal("ask") as terminal:
        topics = terminal.answer("1")
        assert "1 betting" in topics
        assert "1 chips put in" in terminal.answer("1\n")
        taken = terminal.answer("1")
        assert "Taken for granted. A number changes one, Enter goes on." in taken
        assert "1 announced: nothing" in taken
        assert "What did the player say" in terminal.answer("raise\n")
        assert "announced: nothing" not in terminal.answer("\n")
        terminal.expect("\n> ")
        for _ in range(3):
            terminal.send("?")
            assert "it counts" not in terminal.expect("\n> ")
        terminal.send("q\n")
        assert terminal.end()[0] in (0, 3, 4)


def test_the_picker_takes_words_and_goes_back() -> None:
    with Terminal("ask", columns=40) as terminal:
        terminal.answer("3")
        assert "hand discarded" in terminal.answer("0")
        assert "What is it about?" in terminal.answer("hands\n")
        terminal.answer("clock\n")
        terminal.answer("b")
        assert "What is it about?" in terminal.answer("9\n")
        assert "a number from 0 to" in terminal.answer("q\n")
        assert terminal.end()[0] == 3
        assert max(map(len, terminal.seen.splitlines())) <= 40


def test_json_and_no_input_never_ask() -> None:
    for option in ("--json", "--no-input"):
        with Terminal(*CLOCK, option) as terminal:
            code, told = terminal.end()
        assert code == 3
        assert "q stop" not in told


def test_what_contradicts_itself_is_asked_first() -> None:
    engine = Engine(load.houses(), load.vocabulary())
    from cli.interview import Interview
    from engine.incident import from_mapping

    facts = {"put-in": 5000, "already-in": 0, "to-call": 600, "against-call": "less"}
    incident, _ = from_mapping({"events": ["chips-put-in"], "facts": facts}, engine.vocabulary)
    interview = Interview(engine, incident)
    ruling = engine.rule(incident)
    asked = interview._next(ruling)
    assert asked is not None
    assert asked.name == "against-call"


def test_every_event_gets_to_a_ruling_by_its_questions() -> None:
    """With nothing told but the event, and any answers: at most eight, and none needs facts."""
    engine = Engine(load.houses(), load.vocabulary())
    chance = random.Random(7)
    asked = []
    for event in engine.vocabulary.events:
        asked.append(_questions(engine, Incident((event,)), chance))
    assert max(asked) <= 8
    assert sum(asked) / len(asked) <= 3


def _questions(engine: Engine, incident: Incident, chance: random.Random) -> int:
    ruling = engine.rule(incident)
    first, given, seen = ruling.asked, {}, list[str]()
    while question := next_question(engine, ruling, seen):
        seen.append(question.fact)
        fact = engine.vocabulary.facts[question.fact]
        if not fact.structured:
            left = ruling.known.values(question.fact)
            (value,) = chance.sample(list(possible_answers(left, ())), 1)
            given[question.fact] = Told(value, "answered")
        ruling = engine.rule(incident.with_facts(given).asking(first))
    return len(seen)

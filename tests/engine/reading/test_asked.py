"""The decision asked, from questions and demands, and what happened besides."""

from __future__ import annotations

import pytest

from engine.reading.asked import asked
from engine.reading.beside import beside, borne_out
from engine.reading.reader import _facts, taken
from engine.reading.scene import Scene
from rulebase import load

VOCABULARY = load.vocabulary()


@pytest.mark.parametrize(
    ("text", "events", "decision"),
    [
        ("He puts in one chip. Call or raise?", ("chips-put-in",), "counts-as"),
        ("He tosses in 300. May he take it back?", ("chips-put-in",), "binding"),
        ("A mucks. Now he wants his hand back.", ("hand-discarded",), "hand"),
        ("B turns up trips. Now B wants to see C's hand.", ("asks-to-see-hand",), "may-see"),
        ("A bets out of turn, and B wants him held to it.", ("acted-out-of-turn",), "binding"),
        ('"Is his hand dead?" asks B. Who gets the pot?', ("pot-misawarded",), "pot"),
        ("He wants to raise.", ("minimum-raise-asked",), ""),
        ("A checks, B bets 40. Now C wants to raise.", ("minimum-raise-asked",), ""),
        ("He checked out of turn and now wants to bet.", ("acted-out-of-turn",), "may-raise"),
        ("He acted out of turn but still wants to raise.", ("acted-out-of-turn",), "may-raise"),
        ("He checked out of turn.", ("acted-out-of-turn",), ""),
        ("Where's the button go?", ("blind-busts",), "button"),
        ("He is out. Is the button dead now?", ("blind-busts",), "button"),
        ("so there's no small blind next hand?", ("blind-busts",), "small-blind-due"),
        ("Who posts the small blind then?", ("blind-busts",), "small-blind-due"),
        ("Who is the big blind next?", ("blind-busts",), "big-blind-due"),
        ("Does the button post the small blind?", ("heads-up-button",), "button-blind"),
        ("Heads-up now. Who has to act first?", ("heads-up-button",), "first-to-act"),
        ('"Call," he says, with no bet. What does that mean?', ("said-something",), "counts-as"),
        ("Two odd chips. Can the same player get both?", ("odd-chip",), "odd-chip-limit"),
        ("Three ways, and who gets the odd chip?", ("odd-chip",), "odd-chip"),
        ("Which pot gets decided first?", ("side-pots",), "pots-order"),
        ("I lost my last chip in the race. Am I out?", ("color-up",), "raced-out"),
        ("We are four short, do we have to stop?", ("tables-uneven",), "short-table"),
        ("Nine here and six there. Do we have to move a player?", ("tables-uneven",), "balance"),
        ("Their table breaks. Which seat does he get?", ("table-broken-or-balanced",), ""),
        ("Is it a call and can he take it back?", ("chips-put-in",), ""),
    ],
)
def test_the_decision_asked(text: str, events: tuple[str, ...], decision: str) -> None:
    assert asked(Scene(text, VOCABULARY), events) == decision


def test_word_and_chips_that_tell_two_amounts_ask_how_much() -> None:
    text = 'On the river he says "4,000" and puts out one 5,000 chip.'
    assert taken(text, ("said-something",), VOCABULARY).asked == "counts-as"


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ('Blinds 50/100. UTG says "raise, 150".', "counts-as"),
        ('Nobody has bet. He says "bet 300".', "counts-as"),
        ('A bets 200. B says "bet 300".', ""),
        ('He says "raise".', ""),
        ('He says "raise, 150". Is he held to it?', "binding"),
    ],
)
def test_an_amount_told_in_words_asks_how_much(text: str, decision: str) -> None:
    assert taken(text, ("said-something",), VOCABULARY).asked == decision


def _beside(text: str, event: str) -> tuple[str, ...]:
    scene = Scene(text, VOCABULARY)
    return beside(scene, (event,), lambda events: _facts(scene, events)[0])


def test_what_happened_besides() -> None:
    chips = _beside('He says "raise" and puts in one 5,000 chip.', "said-something")
    assert chips == ("said-something", "chips-put-in")
    text = "Seat 5 bets out of turn. Now seat 4 says he has not acted."
    assert "player-skipped" in _beside(text, "acted-out-of-turn")
    assert _beside("He says call.", "said-something") == ("said-something",)
    assert _beside("", "said-something") == ("said-something",)


def test_an_event_is_borne_out_by_its_phrases_or_facts() -> None:
    scene = Scene("Last night the dealer burned two cards before the turn.", VOCABULARY)
    assert borne_out(scene, "burn-mistake", _facts(scene, ("burn-mistake",))[0])
    assert not borne_out(scene, "clock-called", {})

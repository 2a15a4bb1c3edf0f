"""Whatever is typed, reading ends and tells only what it may."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.reader import read, taken
from rulebase import load
from rulebase.values import HIGHEST, Span

VOCABULARY = load.vocabulary()
_EVENTS = sorted(VOCABULARY.events)
_WORDS = st.sampled_from(
    [
        "A",
        "B",
        "C",
        "seat",
        "4",
        "bets",
        "raises",
        "to",
        "600",
        "5k",
        "calls",
        "all-in",
        "folds",
        "checks",
        "says",
        '"call"',
        "the",
        "turn",
        "nobody",
        "not",
        "has",
        "acted",
        "puts",
        "in",
        "one",
        "chip",
        "chips",
        "two",
        "1ks",
        "300/600",
        "blinds",
        "a",
        "minute",
        "and",
        "twenty",
        "seconds",
        "50bb",
        ",",
        ".",
        "?",
        "!",
        ";",
        ":",
        "(",
        ")",
        "UTG",
        "button",
        "he",
        "I",
        "if",
        "raise",
        "by",
        "200",
        "more",
        "makes",
        "it",
        "99999999999999999999999999999999999999999",
        "-5",
        "winners",
        "in",
        "seats",
        "2",
        ",",
        "5",
        "and",
        "8",
        "one",
        "six",
        "hundred",
        "thousand",
        "million",
        "and",
        "a",
        "half",
        "1/2/4/8",
        "draws",
        "As",
        "Kd",
        "\u202e",
        "\u200b",
        "\x00",
        "\x1b[31m",
        "♠",
        "10♣",
        "０１",
        "Ⅷ",
        "½",
        "﷽",
        "ß",
        "ı",
        "💰",
        "\n",
    ]
)
_TEXTS = st.one_of(st.text(max_size=300), st.lists(_WORDS, max_size=60).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(_TEXTS, st.sampled_from(_EVENTS))
def test_reading_never_fails_and_tells_what_may_be(text: str, event: str) -> None:
    incident = taken(text, (event,), VOCABULARY)
    for name, told in incident.facts.items():
        domain = VOCABULARY.facts[name].domain
        assert told.source == "said" or (name, told.source) == ("format", "assumed")
        assert type(told.values) is type(domain)
        if isinstance(told.values, Span):
            assert told.values <= Span(((0, HIGHEST),))
        elif isinstance(domain, frozenset):
            assert told.values <= domain


@settings(max_examples=100, deadline=None)
@given(_TEXTS)
def test_reading_is_the_same_each_time(text: str) -> None:
    one, other = read(text, VOCABULARY), read(text, VOCABULARY)
    assert (one.events, one.offered) == (other.events, other.offered)
    events = one.events or one.offered[:1]
    assert one.incident(events) == other.incident(events)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "9" * 40,
        "1," * 400,
        '"' * 99,
        "a" * 20_000,
        "bets 5 " * 3000,
        "he says " * 500,
        "\u202eraise\u202c",
        "((((",
        "seat " * 200,
        "one " * 300,
        "a million thousand hundred grand",
    ],
)
def test_hostile_texts_are_read(text: str) -> None:
    reading = read(text, VOCABULARY)
    for event in ("chips-put-in", "color-up", "two-bust", "acted-out-of-turn"):
        reading.incident((event,))


@pytest.mark.parametrize(
    "phrase",
    ["not ", "hundred, ", "four chips, ", "a minute and ", "seat 1 and 2 and ", '"call" '],
)
def test_a_text_takes_as_long_as_it_is_long(phrase: str) -> None:
    begun = time.process_time()
    read((phrase * 10_000)[:20_000], VOCABULARY)
    assert time.process_time() - begun < 4


def test_a_street_that_is_only_supposed_is_not_told() -> None:
    incident = taken("Dealer whether a river deciding shove, bet", ("chips-put-in",), VOCABULARY)
    assert "street" not in incident.facts


def test_a_list_of_numbers_without_end_is_none() -> None:
    begun = time.process_time()
    read(", ".join(map(str, range(1, 4000)))[:20_000], VOCABULARY)
    assert time.process_time() - begun < 4


def test_no_event_no_facts() -> None:
    assert not taken("he bets 500", (), VOCABULARY).facts

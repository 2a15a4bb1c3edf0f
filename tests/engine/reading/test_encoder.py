"""The second look: what the encoder believes, and what it may do to a reading."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading import encoder as module
from engine.reading.encoder import LONGEST, Encoder, encoder
from engine.reading.reader import read
from rulebase.load import vocabulary

OPEN = (
    "Some sort of trouble about a hand that was thrown away by somebody who wanted it back later."
)
SURE = "On the flop nobody has bet; the first player tosses in a single 1,000 chip, says nothing."


@pytest.fixture(scope="module")
def learned() -> Encoder:
    found = encoder()
    assert found is not None
    return found


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    plain = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "numpy":
            raise ImportError(name)
        return plain(name, *rest, **more)

    encoder.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.delitem(sys.modules, "numpy", raising=False)
    yield
    encoder.cache_clear()


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("The dealer burned two cards before the turn.", "burn-mistake"),
        ("She checks her mail on a telephone although it is her turn to act.", "phone"),
        ("Two are eliminated in the same deal; which of them ranks above?", "two-bust"),
        ("He had far less time than that before somebody asked for a countdown.", "clock-called"),
    ],
)
def test_it_knows_an_event_by_its_sense(learned: Encoder, text: str, event: str) -> None:
    beliefs = learned.beliefs(text)
    assert event in sorted(beliefs, key=lambda name: -beliefs[name])[:5]


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=400))
def test_its_beliefs_are_shares_whatever_is_told(text: str) -> None:
    found = encoder()
    assert found is not None
    beliefs = found.beliefs(text)
    assert set(beliefs) == set(found.events)
    assert all(0.0 <= share <= 1.0 for share in beliefs.values())
    assert sum(beliefs.values()) == pytest.approx(1.0, abs=1e-4)


def test_a_long_text_is_cut_and_a_long_word_unknown(learned: Encoder) -> None:
    many = "the dealer burned two cards " * LONGEST
    assert learned.beliefs(many) == learned.beliefs(many + "and the turn was red")
    assert learned.beliefs("x" * 5000) == learned.beliefs("y" * 5000)


def test_every_event_that_it_knows_is_one_of_the_vocabulary_or_was_split(learned: Encoder) -> None:
    events = vocabulary().events
    assert set(learned.events) <= {*events, *(event.parent for event in events.values())}


def test_it_makes_nothing_certain() -> None:
    once, twice = (read(OPEN, vocabulary(), twice=again) for again in (False, True))
    assert once.events == twice.events == ()
    assert len(twice.offered) == len(set(twice.offered)) == len(once.offered)


def test_what_is_certain_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("looked at")

    monkeypatch.setattr("engine.reading.reader.encoder", never)
    assert read(SURE, vocabulary(), twice=True).sure
    assert read(OPEN, vocabulary()).events == ()


@pytest.mark.usefixtures("without_numpy")
def test_without_numpy_there_is_no_second_look() -> None:
    assert encoder() is None
    assert read(OPEN, vocabulary(), twice=True).offered == read(OPEN, vocabulary()).offered


def test_the_weights_are_where_they_are_looked_for() -> None:
    assert module.FILE.is_file()

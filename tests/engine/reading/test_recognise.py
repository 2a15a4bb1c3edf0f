"""The event recogniser: what it must know, what it must leave open, and its weights."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.recognise import OFFERED, Recognised, recognise
from engine.reading.text import normalise
from engine.reading.weights import FILE, parse, weights
from rulebase.load import vocabulary

SAID: dict[str, list[str]] = yaml.safe_load(
    (Path(__file__).parent / "recognised.yaml").read_text("utf8")
)
PLAIN = [(event, text) for event, texts in SAID.items() for text in texts]


@cache
def recognised(text: str) -> Recognised:
    return recognise(normalise(text), vocabulary())


@pytest.mark.parametrize(("event", "text"), PLAIN, ids=[text[:40] for _, text in PLAIN])
def test_plain_narratives_are_recognised(event: str, text: str) -> None:
    family = {event, vocabulary().events[event].parent or event}
    found = recognised(text).events
    assert found, recognised(text).offered
    assert {found[0], vocabulary().events[found[0]].parent or found[0]} & family


def test_words_that_tell_of_nothing_are_left_open() -> None:
    for text in ("We had pizza and the music was loud.", "Is that right?", "xyzzy plugh"):
        assert recognised(text).events == ()
        assert len(recognised(text).offered) == OFFERED


def test_no_words_offer_nothing() -> None:
    assert recognised("") == recognised(" \n.!?") == Recognised((), ())


def test_a_part_of_a_split_event_is_told_from_the_whole() -> None:
    joker = recognised("The river is a joker. The board had four cards before.")
    assert "joker-elsewhere" in joker.offered
    assert "joker-found" not in joker.offered


def test_every_event_has_weights_and_every_column_is_an_event() -> None:
    learned, told = weights(), vocabulary().events
    parents = set(learned.parents.values())
    assert set(told) <= set(learned.events)
    assert {e for e in learned.events if e not in told} <= parents
    assert learned.parents == {
        e.name: e.parent for e in told.values() if e.parent and e.parent != e.name
    }


def test_the_file_of_weights_is_whole() -> None:
    learned = weights()
    rows = sum(len(block.marks) for block in learned.blocks.values())
    assert len(learned.table) == rows * len(learned.events)
    assert len(learned.start) == len(learned.events)
    assert all(sorted(set(block.marks)) == list(block.marks) for block in learned.blocks.values())
    assert all(min(learned.table[i :: len(learned.events)]) > 0 for i in range(3))


def test_shares_of_belief_add_up() -> None:
    shares = recognised(PLAIN[0][1]).scores
    assert abs(sum(shares.values()) - 1) < 1e-9
    assert min(shares.values()) >= 0


def test_loading_is_quick() -> None:
    data = FILE.read_bytes()
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        parse(data)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.1, "ten times what it takes on a quiet machine"


@given(st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_text_is_taken(text: str) -> None:
    found = recognise(normalise(text), vocabulary())
    assert len(found.events) <= 2
    assert len(found.offered) in (0, OFFERED)
    assert len(set(found.offered)) == len(found.offered)
    assert set(found.events) <= set(found.offered)
    assert set(found.offered) <= set(vocabulary().events)


@pytest.mark.parametrize(
    "text", ["9" * 40, "a " * 100_000, "\u202e\u0000\ud7ff" * 50, "1" * 10_000, "é" * 5_000]
)
def test_hostile_texts_are_taken(text: str) -> None:
    found = recognise(normalise(text), vocabulary())
    assert found == recognise(normalise(text), vocabulary())

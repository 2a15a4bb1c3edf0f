"""An incident told back in words is read as it was: its events, its facts, its line of action.

Word for word, where the text is the program's own and nothing else; and, less surely, as a
stranger's words, where a sentence beside it makes it a narrative like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from zlib import crc32

import pytest

from engine.incident import Incident, Told
from engine.reading.reader import read, taken
from engine.reading.retold import retold
from engine.restate import Teller
from rulebase import load
from scenarios.bank import scenarios
from scenarios.generate import Generator

VOCABULARY = load.vocabulary()
TELLER = Teller(VOCABULARY, load.restates())
GENERATED = 1_500
EVERY = 8
"""Of the scenarios, one in so many is read whole."""

AS_A_STRANGER = {
    "betting": 0.63,
    "chips": 0.68,
    "conduct": 0.57,
    "context": 0.78,
    "dealing": 0.68,
    "hands": 0.78,
    "house": 0.55,
    "seating": 0.69,
    "showdown": 0.7,
}
"""The least share of each topic's facts that is read from the same sentences as a stranger's."""


@cache
def bank() -> tuple[Incident, ...]:
    return tuple(scenario.incident for scenario in scenarios(VOCABULARY))


def same(one: Told | None, other: Told) -> bool:
    return one is not None and (one.values, one.raw) == (other.values, other.raw)


def shares(
    pairs: Iterable[tuple[Mapping[str, Told], Mapping[str, Told]]],
) -> dict[str, tuple[int, int]]:
    """Of what was told, by topic: how many facts were read alike, and how many there are."""
    alike: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for told, found in pairs:
        for name, fact in told.items():
            topic = VOCABULARY.facts[name].topic
            every[topic] += 1
            alike[topic] += same(found.get(name), fact)
    return {topic: (alike[topic], many) for topic, many in every.items()}


def plainly(incident: Incident) -> Incident:
    """The incident with players as they are told: "bb" is the big blind, "c" Player C."""
    if "player" not in incident.facts:
        return incident
    player = incident.facts["player"]
    short = player.raw.upper() if len(player.raw) <= 2 else player.raw
    name = {"SB": "small blind", "BB": "big blind"}.get(short, short)
    return incident.with_facts({"player": player._replace(raw=name)})


def test_every_scenario_is_read_back() -> None:
    pairs = []
    for incident in bank():
        text = TELLER.incident(incident)
        found = retold(text, VOCABULARY)
        assert found is not None, text
        assert found.events == incident.events
        assert set(found.facts) == set(incident.facts), text
        assert TELLER.incident(found) == text
        assert len(found.line) == len(incident.line)
        pairs.append((plainly(incident).facts, found.facts))
    found_shares = shares(pairs)
    assert set(found_shares) == set(AS_A_STRANGER)
    for topic, (alike, many) in found_shares.items():
        assert alike == many, topic


def test_what_is_known_in_part_is_read_back() -> None:
    """Random incidents, with comparisons and with one of several values."""
    made, parts = Generator(VOCABULARY, load.houses(), seed=31), 0
    for _ in range(GENERATED):
        incident = made.incident()
        found = retold(TELLER.incident(incident), VOCABULARY)
        assert found is not None, TELLER.incident(incident)
        assert found.events == incident.events
        for name, told in incident.facts.items():
            everything = told.values == VOCABULARY.facts[name].domain
            assert everything or same(found.facts.get(name), told), (name, told)
            parts += not isinstance(told.shown(), int) and not everything
    assert parts > GENERATED


def test_it_is_read_so_without_the_events_being_named() -> None:
    for incident in bank()[:: 3 * EVERY]:
        reading = read(TELLER.incident(incident), VOCABULARY)
        assert reading.sure, reading.text
        assert reading.events == incident.events, reading.text
        assert reading.offered[: len(incident.events)] == incident.events
        found = reading.incident(reading.events).facts
        for name, told in plainly(incident).facts.items():
            assert same(found.get(name), told), (name, reading.text)


def _facts(events: tuple[str, ...], text: str) -> Mapping[str, Told]:
    return taken(text, events, VOCABULARY).facts


def test_as_a_strangers_words_most_of_it_is_read() -> None:
    asked = " What is the ruling?"
    told = ((incident, TELLER.incident(incident)) for incident in bank())
    pairs = (
        (incident.facts, _facts(incident.events, text + asked))
        for incident, text in told
        if crc32(text.encode()) % EVERY == 0
    )
    found = shares(pairs)
    for topic, (alike, many) in found.items():
        assert alike / many >= AS_A_STRANGER[topic], (topic, alike, many)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("A player put chips in. He smiled.", id="a sentence of somebody's own"),
        pytest.param("He said nothing.", id="no event"),
        pytest.param('A player put chips in. He said nothing. He said "call".', id="two answers"),
        pytest.param("A player put chips in. A player put chips in.", id="told twice"),
        pytest.param("A player put chips in. Blinds 300/600.", id="the setting at the end"),
        pytest.param("Blinds 3,/,6. A player put chips in.", id="no number"),
        pytest.param(f"Big blind {'9' * 30}. A player put chips in.", id="too many digits"),
        pytest.param("Big blind 9007199254740993. A player put chips in.", id="more than there is"),
        pytest.param(f"A player put chips in. He put in {'9' * 5000}.", id="a number to no end"),
        pytest.param("A player put chips in. He put in some.", id="words for a number"),
        pytest.param("A player put chips in. The question is about .", id="nobody"),
    ],
)
def test_anything_else_is_no_text_of_ours(text: str) -> None:
    assert retold(text, VOCABULARY) is None
    read(text, VOCABULARY)


def test_a_line_that_cannot_be_is_not_taken_word_for_word() -> None:
    told = "Player A bets 500. Player B raises to 400. A player who has acted already wants to "
    reading = read(f"{told}raise again.", VOCABULARY)
    assert reading.events == ("wants-to-raise-again",)
    assert reading.incident(reading.events).line == ()

"""Every phrase of the vocabulary finds itself, so that none stands there in vain."""

from __future__ import annotations

import pytest

from engine.reading.compiling import Compiler, _counts, _sayings, _yaml
from engine.reading.cues import hits
from engine.reading.lexicon import lexicon
from engine.reading.numbers import counted
from engine.reading.scene import Scene
from rulebase import load

VOCABULARY = load.vocabulary()


def _examples() -> list[tuple[str, str, str]]:
    return [
        (name, str(value), str(phrase))
        for name, fact in VOCABULARY.facts.items()
        for value, entry in fact.values.items()
        for phrase in entry.get("says", ())
    ] + [
        (name, value, str(phrase))
        for name, values in _sayings(VOCABULARY).items()
        for value, entry in values.items()
        for phrase in entry.get("says", ())
    ]


def test_each_fact_phrase_matches_its_own_example() -> None:
    lost = []
    for name, value, phrase in _examples():
        scene = Scene(f'he says "{phrase.replace("...", "and then")}"', VOCABULARY)
        found = {(h.pattern.about, h.pattern.value) for h in scene.fact_hits}
        if (name, value) not in found:
            lost.append(f"{name}: {value}: {phrase}")
    assert not lost, f"{len(lost)} phrases never match: {lost}"


def test_each_event_phrase_matches_its_own_example() -> None:
    known = lexicon(VOCABULARY)
    lost = []
    for event in VOCABULARY.events.values():
        for phrase in event.says:
            scene = Scene(f'he says "{phrase}"', VOCABULARY)
            found = {h.pattern.about for h in hits(known.events, scene.units, known)}
            if event.name not in found:
                lost.append(f"{event.name}: {phrase}")
    assert not lost, f"{len(lost)} phrases never match: {lost}"


def test_each_number_phrase_matches_its_own_example() -> None:
    lost = []
    known = lexicon(VOCABULARY)
    fillings = {"{time}": "two minutes", "{min}": "20 minutes", "{list}": "2, 5 and 8"}
    for name, entries in _counts().items():
        for entry in entries:
            fillings["{n}"] = str(max(7, entry.get("least", 0)))
            for phrase in entry.get("says", ()):
                text = phrase.replace("...", "right there")
                for slot, filling in fillings.items():
                    text = text.replace(slot, filling)
                scene = Scene(text, VOCABULARY)
                found = {c.about for c in counted(scene.units, known)}
                if name not in found:
                    lost.append(f"{name}: {phrase}")
    assert not lost, f"{len(lost)} phrases never match: {lost}"


def test_each_question_and_demand_matches_its_own_example() -> None:
    lost = []
    known = lexicon(VOCABULARY)
    for kind, group in (("says", "questions"), ("demand", "demands")):
        for decision, said in _yaml("asked.yaml")[group].items():
            for phrase in said:
                scene = Scene(phrase.replace("...", "that one"), VOCABULARY)
                found = {
                    (h.pattern.about, h.pattern.kind)
                    for h in hits(known.decisions, scene.units, known)
                }
                if (decision, kind) not in found:
                    lost.append(f"{decision}: {phrase}")
    assert not lost, f"{len(lost)} phrases never match: {lost}"


@pytest.mark.parametrize(
    ("names", "known"),
    [
        (_yaml("asked.yaml")["questions"], VOCABULARY.decisions),
        (_yaml("asked.yaml")["demands"], VOCABULARY.decisions),
        (_counts(), VOCABULARY.facts),
        (_yaml("notes.yaml")["labels"], VOCABULARY.facts),
        (_sayings(VOCABULARY), VOCABULARY.facts),
        (_yaml("focus.yaml")["owned"], VOCABULARY.facts),
    ],
)
def test_tables_name_what_the_vocabulary_has(names: list[str], known: dict[str, object]) -> None:
    assert set(names) <= set(known)


def test_groups_hide_the_senses_of_their_words() -> None:
    compiler = Compiler(_yaml("lexicon.yaml"))
    assert compiler.joined("call the clock") == ["call-clock"]
    assert compiler.joined("he jams") == ["he", "all-in"]

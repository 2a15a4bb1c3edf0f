"""A narrative taken apart: units, clauses, frames, phrases and numbers, each computed once."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from engine.reading.actors import Actor
from engine.reading.clauses import Clause, clauses
from engine.reading.cues import Hit, hits
from engine.reading.frame import Frame
from engine.reading.frames import Framer
from engine.reading.lexicon import Lexicon, lexicon
from engine.reading.notes import NOTED, Note, notes
from engine.reading.numbers import Counted, counted
from engine.reading.text import Text, normalise
from engine.reading.tokens import tokens
from engine.reading.units import Unit, units
from rulebase.book import Vocabulary

LONGEST = 1_500
"""How many tokens of a narrative are read; nobody tells a floor more."""


class Scene:
    """What a narrative holds, before it is known which events it tells of."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.text: Text = normalise(text)
        self.lexicon: Lexicon = lexicon(vocabulary)
        self.taken: dict[tuple[str, ...], Any] = {}

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units of the narrative."""
        found = tokens(self.text)[:LONGEST]
        return units(found, self.text, self.lexicon.phrases, self.lexicon.irregular)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Its clauses."""
        found = clauses(self.units, self.lexicon)
        if not self.notes:
            return found
        moods = {
            place: "supposed" if note.supposed else NOTED
            for note in self.notes
            for place in range(note.first, note.last)
        }
        return tuple(
            c if c.mood == "asked" else c._replace(mood=moods.get(c.first, c.mood)) for c in found
        )

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Its notes of the form "label: value"."""
        return notes(self.units, self.lexicon)

    def note(self, place: int) -> Note | None:
        """The note that a unit stands in."""
        return next((n for n in self.notes if n.first <= place < n.last), None)

    @cached_property
    def _framer(self) -> Framer:
        framer = Framer(self.units, self.clauses, self.lexicon)
        framer.run()
        return framer

    @property
    def frames(self) -> list[Frame]:
        """Its frames, in order."""
        return self._framer.frames

    @property
    def mentioned(self) -> frozenset[int]:
        """Where somebody is mentioned."""
        return frozenset(self._framer.mentions)

    @property
    def actors(self) -> list[Actor]:
        """Who is mentioned, in order."""
        return [actor for actor, _ in self._framer.mentions.values()]

    def mention(self, place: int) -> Actor | None:
        """Who is mentioned at a place."""
        found = self._framer.mentions.get(place)
        return found[0] if found else None

    @cached_property
    def players(self) -> frozenset[str]:
        """The players who are spoken of."""
        return frozenset(a.name for a in self._framer.subjects if a is not None and a.plays)

    def called(self, who: str) -> str:
        """The words that first name a player."""
        for place, (actor, end) in self._framer.mentions.items():
            if actor.name == who:
                return self.words(place, end)
        return ""

    def subject(self, place: int) -> Actor | None:
        """Who is spoken of at a unit."""
        return self._framer.subjects[place]

    def clause(self, place: int) -> Clause | None:
        """The clause of a unit; None for a mark between clauses."""
        number = self._framer.clause_of[place]
        return self.clauses[number] if number >= 0 else None

    @cached_property
    def fact_hits(self) -> list[Hit]:
        """Phrases of facts found in it."""
        return hits(self.lexicon.facts, self.units, self.lexicon)

    @cached_property
    def event_hits(self) -> list[Hit]:
        """Phrases of events found in it."""
        return hits(self.lexicon.events, self.units, self.lexicon)

    @cached_property
    def numbers(self) -> list[Counted]:
        """Numbers that phrases of it name."""
        return counted(self.units, self.lexicon)

    def words(self, first: int, last: int) -> str:
        """The writer's own words for a run of units."""
        if not 0 <= first < last <= len(self.units):
            return ""
        return self.text.words(self.units[first].start, self.units[last - 1].end)

    def mood(self, place: int) -> str:
        """How the clause of a unit is meant."""
        clause = self.clause(place)
        return clause.mood if clause else "told"


class Focus(NamedTuple):
    """The act in question, and whose it is; without an act perhaps only where, or the player."""

    frame: Frame | None
    who: str | None
    place: int | None = None

    @property
    def at(self) -> int | None:
        """Where the act in question is told."""
        return self.frame.place if self.frame is not None else self.place

"""A quiz question: what happened, what is asked, the choices, and which one is right."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.incident import Incident

LETTERS = "abcd"


class Choice(NamedTuple):
    """One choice: its words, and what the engine would have to say for it to be right.

    ``means`` holds an outcome (with its amount), a house, a rule, a fact to ask for or a
    change of facts, by the kind of question.
    """

    text: str
    means: Mapping[str, Any]


class Recipe(NamedTuple):
    """From what a question is made: it can be made again from this, and only from this."""

    kind: str
    house: str
    file: str
    scenario: str

    def key(self) -> str:
        """The recipe as one line."""
        return "|".join(self)

    @classmethod
    def read(cls, key: str) -> Recipe:
        """The recipe that :meth:`key` wrote."""
        kind, house, file, scenario = key.split("|", 3)
        return cls(kind, house, file, scenario)


class Draft(NamedTuple):
    """What a kind of question makes of a case; ``wrong`` in the order of preference."""

    text: str
    asks: str
    right: Choice
    wrong: tuple[Choice, ...]
    incident: Incident
    rules: tuple[str, ...]
    level: int


class Question(NamedTuple):
    """A question ready to be put.

    ``id`` changes with the rules that it rests on; ``recipe`` does not. ``topic`` is the
    event that it is about, ``area`` the part of the vocabulary, ``section`` that of the
    house document.
    """

    id: str
    recipe: Recipe
    level: int
    topic: str
    area: str
    section: str
    rules: tuple[str, ...]
    decision: str
    incident: Incident
    text: str
    asks: str
    choices: tuple[Choice, ...]
    key: int

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.recipe.kind

    @property
    def house(self) -> str:
        """The house that it is about."""
        return self.recipe.house

    @property
    def prompt(self) -> str:
        """What happened and what is asked."""
        return f"{self.text} {self.asks}"

    def as_json(self) -> dict[str, Any]:
        """The question as ``floor quiz --json`` lists it; its incident can be ruled again."""
        facts = {name: told.shown() for name, told in self.incident.facts.items()}
        return {
            "id": self.id,
            "kind": self.kind,
            "house": self.house,
            "level": self.level,
            "topic": self.topic,
            "area": self.area,
            "section": self.section,
            "rules": list(self.rules),
            "decision": self.decision,
            "scenario": f"{self.recipe.file}: {self.recipe.scenario}",
            "incident": {
                "events": list(self.incident.events),
                "facts": facts,
                "line": [dict(act) for act in self.incident.line],
                "asked": self.decision,
            },
            "text": self.text,
            "asks": self.asks,
            "choices": [
                {"key": letter, "text": choice.text, **choice.means}
                for letter, choice in zip(LETTERS, self.choices, strict=False)
            ],
            "answer": LETTERS[self.key],
        }


def digest(*parts: object) -> str:
    """A short name for what is always told in the same words."""
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:16]


def order(seed: object, item: object) -> str:
    """Where ``item`` stands in the order of ``seed``: apart from what else there is."""
    return digest(seed, item)

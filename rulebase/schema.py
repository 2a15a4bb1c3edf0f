"""The pydantic models of the source files: vocabulary, houses, rules.

Field names with hyphens in the files have underscores here. Nothing beyond what
stands here is allowed in a file, so that a slip of the pen is told at once.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


def _hyphens(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class Strict(BaseModel):
    """A model that takes the hyphened names of its fields and no others."""

    model_config = ConfigDict(extra="forbid", alias_generator=_hyphens, populate_by_name=True)


DAY = r"^\d{4}-\d{2}-\d{2}$"
"""A day, as in 2007-03-15."""

Condition = int | str | list[int | str]
"""A value, any of several values, or a comparison such as ``">= 2"`` or ``"2..5"``."""

Conditions = dict[str, Condition]
"""Conditions that hold together: ``event`` (any of several) and facts by name."""

Kind = Literal["choice", "yes-no", "count", "chips", "seat", "list", "name"]
Force = Literal["must", "should", "may"]
Status = Literal["operative", "definition", "preamble"]


class Words(Strict):
    """The words people use for a thing, and those that only look like it."""

    means: str | None = None
    says: list[str] = Field(default_factory=list)
    not_: list[str] = Field(default_factory=list)


class FactSource(Strict):
    """A fact: its question, kind, values, and the words for them."""

    asks: str | None = None
    kind: Kind = "choice"
    values: dict[str, Words | None] | None = None
    unit: str | None = None
    judgment: bool = False
    means: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("values"), list):
            data = {**data, "values": dict.fromkeys(data["values"])}
        return data

    @model_validator(mode="after")
    def _shape(self) -> FactSource:
        if self.kind == "choice" and not self.values:
            raise ValueError("a choice needs values")
        if self.kind not in ("choice", "yes-no") and self.values:
            raise ValueError(f"a {self.kind} has numbers, not values")
        return self


class EventSource(Strict):
    """A kind of incident: what it is, what it asks, what is taken for granted."""

    means: str
    parent: str | None = None
    decides: list[str] = Field(min_length=1)
    facts: list[str] = Field(default_factory=list)
    assumes: dict[str, int | str] = Field(default_factory=dict)
    implies: Conditions = Field(default_factory=dict)
    says: list[str] = Field(default_factory=list)


class OutcomeSource(Strict):
    """One answer to a decision, as the floor says it."""

    say: str
    means: str | None = None


class DecisionSource(Strict):
    """A question that a floor decides, with its closed list of answers."""

    asks: str
    outcomes: dict[str, OutcomeSource | str]
    moot_when: dict[str, str | list[str]] = Field(default_factory=dict)


class ImplicationSource(Strict):
    """What some facts say about others in every house."""

    when: Conditions
    then: Conditions
    because: str | None = None


class AmountSource(Strict):
    """An amount that a rule names, and how to say it when its number is unknown."""

    words: str


class RestatesSource(Strict):
    """How the events and facts of a topic are told back in plain words.

    A fact has a sentence for each value, or one sentence with ``{n}`` for the value;
    ``{n:player}`` counts players, ``{n:person|people}`` gives a plural of its own.
    """

    events: dict[str, str] = Field(default_factory=dict)
    facts: dict[str, str | dict[str, str]] = Field(default_factory=dict)


class ClauseFields(Strict):
    """What one statement of a rule may hold."""

    when: Conditions = Field(default_factory=dict)
    unless: Conditions | list[Conditions] = Field(default_factory=list)
    wakes_on: Conditions | None = None
    decides: dict[str, int | str] = Field(default_factory=dict)
    allows: dict[str, int | str] = Field(default_factory=dict)
    derives: dict[str, int | str] = Field(default_factory=dict)
    otherwise: dict[str, int | str] = Field(default_factory=dict)
    force: Force | None = None
    say: str | None = None
    procedure: str | None = None
    penalty: str | None = None
    overrides: list[str] = Field(default_factory=list)
    modifies: list[str] = Field(default_factory=list)
    authority: bool = False
    reading: str | None = None


class ClauseSource(ClauseFields):
    """One of several statements of a rule."""


class RuleSource(ClauseFields):
    """A numbered rule or bullet: an entry of the manifest."""

    rule: str = Field(min_length=1)
    title: str = Field(min_length=1)
    gist: str = Field(min_length=1)
    status: Status = "operative"
    topic: str | None = None
    under: str | None = None
    idle: str | None = None
    terms: list[str] = Field(default_factory=list)
    clauses: list[ClauseSource] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _locator(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("rule"), int):
            data = {**data, "rule": str(data["rule"])}
        return data


class ReadingSource(Strict):
    """How a passage that contradicts or repeats another is read, and why."""

    about: list[str | int] = Field(min_length=1)
    kind: Literal["contradiction", "duplicate", "gap", "ambiguity"]
    says: str
    beats: dict[str, list[str]] = Field(default_factory=dict)


class HouseSource(Strict):
    """A rulebook as a whole.

    ``family`` joins the editions of one rulebook; ``in-force-until`` is the last day on
    which no later edition, held here or not, was in force.
    """

    house: str
    name: str
    edition: str
    family: str | None = None
    holds_from: str | None = Field(None, pattern=DAY)
    in_force_until: str | None = Field(None, pattern=DAY)
    source: str
    notice: str | None = None
    adopts: list[str] = Field(default_factory=list)
    readings: list[ReadingSource] = Field(default_factory=list)

"""The rulebase as the program uses it: vocabulary, houses, rules, clauses.

These are read from the compiled form (see ``rulebase.compile``), which is
checked when it is made; nothing is validated here, so that start-up stays short.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulebase.values import ANY_NUMBER, HIGHEST, Span, Value, Values

Tests = tuple[tuple[str, Values], ...]
"""Conditions that hold together: each a fact and the values allowed to it."""


def encode(values: Values) -> list[Any]:
    """Values as JSON: words as a list of words, numbers as a list of ranges.

    >>> encode(Span.parse(">= 2")), encode(frozenset({"call", "bet"}))
    ([[2, -1]], ['bet', 'call'])
    """
    if isinstance(values, Span):
        return [[low, -1 if high == HIGHEST else high] for low, high in values.ranges]
    return sorted(values)


def decode(data: list[Any]) -> Values:
    """The values that :func:`encode` wrote.

    >>> decode([[2, -1]]) == Span.parse(">= 2")
    True
    """
    if data and isinstance(data[0], list):
        return Span(tuple((low, HIGHEST if high == -1 else high) for low, high in data))
    return frozenset(data)


def _tests(data: dict[str, list[Any]]) -> Tests:
    return tuple((fact, decode(values)) for fact, values in data.items())


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the vocabulary.

    ``unit`` says what a number counts (chips, seconds, hands); ``judgment`` marks
    what only the floor can judge.
    """

    name: str
    asks: str
    kind: str
    values: dict[str, dict[str, Any]]
    unit: str
    judgment: bool
    topic: str
    domain: Values
    means: str

    @property
    def structured(self) -> bool:
        """Whether its value is a list or a map, which only arithmetic reads."""
        return self.kind == "list"


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of incident."""

    name: str
    means: str
    topic: str
    parent: str
    decides: tuple[str, ...]
    facts: tuple[str, ...]
    assumes: dict[str, Values]
    implies: dict[str, Values]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that a floor decides, and how each answer is said."""

    name: str
    asks: str
    topic: str
    outcomes: dict[str, str]
    moot_when: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Implication:
    """What some facts say about others in every house, before any rule runs."""

    when: Tests
    then: Tests


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a rule: when it holds, what it decides or derives.

    ``events`` is what must have happened (any of them; empty: anything), and
    ``also`` what must have happened besides. ``unless`` holds groups of tests:
    the clause is off when all tests of one group hold. ``wakes_on`` keeps a clause
    asleep until all of it is known to hold. ``beats`` names the clauses that this
    one overrides, as ``(house, clause)``.
    """

    name: str
    house: str
    rule: str
    events: frozenset[str]
    also: frozenset[str]
    when: Tests
    unless: tuple[Tests, ...]
    wakes_on: Tests
    decides: dict[str, str]
    amount: str
    derives: dict[str, Value]
    otherwise: dict[str, str]
    default: dict[str, Value]
    force: str
    keeps_default: bool
    say: str
    procedure: str
    penalty: str
    beats: frozenset[tuple[str, str]]
    authority: bool
    members: tuple[str, ...]

    @property
    def facts(self) -> frozenset[str]:
        """Every fact that it tests."""
        tested = {fact for fact, _ in (*self.when, *self.wakes_on)}
        return frozenset(tested | {fact for group in self.unless for fact, _ in group})


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of a house document: what ``floor show`` tells of it."""

    house: str
    rule: str
    title: str
    gist: str
    status: str
    under: str
    topic: str
    section: str
    idle: str
    terms: tuple[str, ...]
    source: dict[str, Any]
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class House:
    """A rulebook: its entries, its clauses by name, and how it reads its own contradictions."""

    name: str
    title: str
    edition: str
    holds_from: str
    source: str
    notice: str
    adopts: tuple[str, ...]
    readings: tuple[dict[str, Any], ...]
    rules: dict[str, Rule]
    clauses: dict[str, Clause]

    @cached_property
    def by_event(self) -> dict[str, tuple[Clause, ...]]:
        """The deciding clauses that each event wakes, in the order of the document."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            for event in clause.events:
                if clause.decides or clause.otherwise:
                    found.setdefault(event, []).append(clause)
        return {event: tuple(clauses) for event, clauses in found.items()}

    @cached_property
    def deriving(self) -> dict[str, tuple[Clause, ...]]:
        """The clauses that derive each fact in this house."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            for fact in clause.derives:
                found.setdefault(fact, []).append(clause)
        return {fact: tuple(clauses) for fact, clauses in found.items()}

    @cached_property
    def defaults(self) -> dict[str, Value]:
        """What a derived fact is once every derivation of it has failed."""
        return {f: v for clause in self.clauses.values() for f, v in clause.default.items()}


@dataclass(frozen=True)
class Vocabulary:
    """The closed, typed language of rules and incidents."""

    facts: dict[str, Fact]
    events: dict[str, Event]
    decisions: dict[str, Decision]
    implications: tuple[Implication, ...]
    amounts: dict[str, str]
    topics: tuple[str, ...]

    @cached_property
    def implications_by_fact(self) -> dict[str, tuple[Implication, ...]]:
        """The implications that each fact may set off."""
        found: dict[str, list[Implication]] = {}
        for implication in self.implications:
            for fact, _ in implication.when:
                found.setdefault(fact, []).append(implication)
        return {fact: tuple(items) for fact, items in found.items()}


def vocabulary_from(data: dict[str, Any]) -> Vocabulary:
    """The vocabulary that the compiled form holds."""
    return Vocabulary(
        facts={
            name: Fact(name=name, domain=_domain(fact), **fact)
            for name, fact in data["facts"].items()
        },
        events={
            name: Event(
                name=name,
                **{
                    **event,
                    "decides": tuple(event["decides"]),
                    "facts": tuple(event["facts"]),
                    "says": tuple(event["says"]),
                    "assumes": {f: decode(v) for f, v in event["assumes"].items()},
                    "implies": {f: decode(v) for f, v in event["implies"].items()},
                },
            )
            for name, event in data["events"].items()
        },
        decisions={
            name: Decision(
                name=name,
                **{
                    **decision,
                    "moot_when": {d: tuple(o) for d, o in decision["moot_when"].items()},
                },
            )
            for name, decision in data["decisions"].items()
        },
        implications=tuple(
            Implication(_tests(item["when"]), _tests(item["then"])) for item in data["implications"]
        ),
        amounts=data["amounts"],
        topics=tuple(data["topics"]),
    )


def _domain(fact: dict[str, Any]) -> Values:
    if fact["values"]:
        return frozenset(fact["values"])
    return ANY_NUMBER


def clause_from(data: dict[str, Any]) -> Clause:
    """The clause that the compiled form holds."""
    return Clause(
        **{
            **data,
            "events": frozenset(data["events"]),
            "also": frozenset(data["also"]),
            "when": _tests(data["when"]),
            "unless": tuple(_tests(group) for group in data["unless"]),
            "wakes_on": _tests(data["wakes_on"]),
            "beats": frozenset((house, clause) for house, clause in data["beats"]),
            "members": tuple(data["members"]),
        }
    )


def house_from(data: dict[str, Any]) -> House:
    """The house that the compiled form holds."""
    return House(
        **{
            **data,
            "adopts": tuple(data["adopts"]),
            "readings": tuple(data["readings"]),
            "rules": {
                name: Rule(
                    **{**rule, "clauses": tuple(rule["clauses"]), "terms": tuple(rule["terms"])}
                )
                for name, rule in data["rules"].items()
            },
            "clauses": {name: clause_from(clause) for name, clause in data["clauses"].items()},
        }
    )

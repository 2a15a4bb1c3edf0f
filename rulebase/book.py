"""The rulebase as the program uses it: vocabulary, houses, rules, clauses.

These are read from the compiled form (see ``rulebase.compile``), which is
checked when it is made; nothing is validated here, so that start-up stays short.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

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


class Fact(NamedTuple):
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
        """Whether its value is a list, a map or a name, which only arithmetic reads."""
        return self.kind in ("list", "name")


class Event(NamedTuple):
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


class Decision(NamedTuple):
    """A question that a floor decides, and how each answer is said."""

    name: str
    asks: str
    topic: str
    outcomes: dict[str, str]
    moot_when: dict[str, tuple[str, ...]]


class Implication(NamedTuple):
    """What some facts say about others in every house, before any rule runs."""

    when: Tests
    then: Tests


class Clause(NamedTuple):
    """One statement of a rule: when it holds, what it decides or derives.

    ``events`` is what must have happened (any of them; empty: anything), and
    ``also`` what must have happened besides. ``unless`` holds groups of tests:
    the clause is off when all tests of one group hold. ``wakes_on`` keeps a clause
    asleep until all of it is known to hold. ``beats`` names the clauses that this
    one overrides, as ``(house, clause)``; ``leads`` those that only repeat it, and are
    cited after it.
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
    leads: frozenset[tuple[str, str]]
    authority: bool
    members: tuple[str, ...]

    @property
    def facts(self) -> frozenset[str]:
        """Every fact that it tests."""
        tested = {fact for fact, _ in (*self.when, *self.wakes_on)}
        return frozenset(tested | {fact for group in self.unless for fact, _ in group})


MOST_ANTECEDENTS = 15
"""The most facts and events that one clause may rest on, taken together: what the matchers hold."""

MOST_WAYS = 12
"""The most ways in which the exceptions of one clause may all not apply."""


class Rule(NamedTuple):
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
    clauses: tuple[str, ...]


class House:
    """A rulebook: its entries, its clauses by name, and how it reads its own contradictions.

    Entries and clauses are made from the compiled form when they are first asked for.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self.name: str = data["name"]
        self.title: str = data["title"]
        self.edition: str = data["edition"]
        self.family: str = data["family"]
        self.holds_from: str = data["holds_from"]
        self.in_force_until: str = data["in_force_until"]
        self.source: str = data["source"]
        self.notice: str = data["notice"]
        self.adopts: tuple[str, ...] = tuple(data["adopts"])
        self.readings: tuple[dict[str, Any], ...] = tuple(data["readings"])
        self.rules: Mapping[str, Rule] = Lazy(data["rules"], _rule_from)
        self.clauses: Mapping[str, Clause] = Lazy(data["clauses"], clause_from)
        self.by_event: dict[str, list[str]] = data["by_event"]
        """The names of the deciding clauses that each event wakes, in the document's order."""
        self.defaults: dict[str, Value] = data["defaults"]
        """What a derived fact is once every derivation of it has failed."""
        self.authority: list[str] = data["authority"]
        """The clauses that speak beside silence, conflict and judgment."""
        self.digest: str = data["digest"]
        """What tells this state of the house from any other."""

    @cached_property
    def deriving(self) -> dict[str, tuple[Clause, ...]]:
        """The clauses that derive each fact in this house."""
        return {
            fact: tuple(self.clauses[name] for name in names)
            for fact, names in self._data["deriving"].items()
        }


class Vocabulary:
    """The closed, typed language of rules and incidents."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.facts: Mapping[str, Fact] = Lazy(data["facts"], _fact_from)
        self.events: Mapping[str, Event] = Lazy(data["events"], _event_from)
        self.decisions: Mapping[str, Decision] = Lazy(data["decisions"], _decision_from)
        self.digest: str = data.get("hash", "")
        """What tells one state of the rulebase from another; empty where it was not written out."""
        self.amounts: dict[str, str] = data["amounts"]
        self.topics: tuple[str, ...] = tuple(data["topics"])
        self.implications = tuple(
            Implication(_tests(item["when"]), _tests(item["then"])) for item in data["implications"]
        )

    @cached_property
    def implications_by_fact(self) -> dict[str, tuple[Implication, ...]]:
        """The implications that each fact may set off."""
        found: dict[str, list[Implication]] = {}
        for implication in self.implications:
            for fact, _ in implication.when:
                found.setdefault(fact, []).append(implication)
        return {fact: tuple(items) for fact, items in found.items()}


T = TypeVar("T")


class Lazy(Mapping[str, T]):
    """A map whose values are made from their compiled form when first asked for.

    The compiled form of each is a JSON text of its own, so that the others stay unread.
    """

    def __init__(self, data: dict[str, str], make: Callable[[str, Any], T]) -> None:
        self._data = data
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._make(name, json.loads(self._data[name]))
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)


def _fact_from(name: str, data: dict[str, Any]) -> Fact:
    return Fact(
        name=name,
        asks=data.get("asks", ""),
        kind=data["kind"],
        values=data.get("values", {}),
        unit=data.get("unit", ""),
        judgment=data.get("judgment", False),
        topic=data["topic"],
        domain=_domain(data),
        means=data.get("means", ""),
    )


def _event_from(name: str, data: dict[str, Any]) -> Event:
    return Event(
        name=name,
        means=data["means"],
        topic=data["topic"],
        parent=data["parent"],
        decides=tuple(data["decides"]),
        facts=tuple(data.get("facts", ())),
        assumes={fact: decode(values) for fact, values in data.get("assumes", {}).items()},
        implies={fact: decode(values) for fact, values in data.get("implies", {}).items()},
        says=tuple(data.get("says", ())),
    )


def _decision_from(name: str, data: dict[str, Any]) -> Decision:
    moot = {d: tuple(outcomes) for d, outcomes in data.get("moot_when", {}).items()}
    return Decision(name, data["asks"], data["topic"], data["outcomes"], moot)


def _rule_from(_: str, data: dict[str, Any]) -> Rule:
    texts = {name: data.get(name, "") for name in ("under", "topic", "section", "idle")}
    return Rule(
        house=data["house"],
        rule=data["rule"],
        title=data["title"],
        gist=data["gist"],
        status=data["status"],
        terms=tuple(data.get("terms", ())),
        clauses=tuple(data.get("clauses", ())),
        **texts,
    )


def _domain(fact: dict[str, Any]) -> Values:
    if fact.get("values"):
        return frozenset(fact["values"])
    return ANY_NUMBER


def clause_from(_: str, data: dict[str, Any]) -> Clause:
    """The clause that the compiled form holds."""
    get = data.get
    return Clause(
        name=data["name"],
        house=data["house"],
        rule=data["rule"],
        events=frozenset(get("events", ())),
        also=frozenset(get("also", ())),
        when=_tests(get("when", {})),
        unless=tuple(_tests(group) for group in get("unless", ())),
        wakes_on=_tests(get("wakes_on", {})),
        decides=get("decides", {}),
        amount=get("amount", ""),
        derives=get("derives", {}),
        otherwise=get("otherwise", {}),
        default=get("default", {}),
        force=data["force"],
        keeps_default=get("keeps_default", False),
        say=get("say", ""),
        procedure=get("procedure", ""),
        penalty=get("penalty", ""),
        beats=frozenset((house, clause) for house, clause in get("beats", ())),
        leads=frozenset((house, clause) for house, clause in get("leads", ())),
        authority=get("authority", False),
        members=tuple(get("members", ())),
    )

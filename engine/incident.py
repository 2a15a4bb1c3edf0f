"""An incident: what happened, and what is known of it.

It comes as typed facts (from a file, a stream, answered questions) or from plain
words (``engine.reading``). Nothing that the vocabulary does not know gets past here.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from rulebase.book import Fact, Vocabulary
from rulebase.problems import FloorError, did_you_mean
from rulebase.values import HIGHEST, Span, Values, ValuesError, join, only

FIELDS = ("id", "text", "events", "facts", "line", "asked", "houses")
LONGEST_TEXT = 20_000
LONGEST_NAME = 60
LONGEST_LINE = 500
"""The most actions that a line of action may have."""
MOST_VALUES = 200
"""The most values that one fact may be given, or things in a structured one."""
DEEPEST = 4
"""How deep a structured value may be nested."""


TOLD = ("said", "given", "answered")
"""The sources of a fact that somebody told; the others are worked out."""


class IncidentError(FloorError):
    """An incident that cannot be taken: what is wrong, where, and the nearest right word."""


class Told(NamedTuple):
    """One fact as it is known, from what source, and in which words it was said.

    ``source`` is said, given, answered, implied, assumed or derived; ``raw`` holds a
    structured value (a list of seats, stacks by player), which only arithmetic reads.
    """

    values: Values
    source: str
    words: str = ""
    raw: Any = None

    @property
    def number(self) -> int | None:
        """The number that it is; None where it is none, or not known to be one."""
        single = only(self.values)
        return single if isinstance(single, int) else None

    def shown(self) -> Any:
        """The value as ``--json`` prints it: a word, a number, several, or a comparison."""
        if self.raw is not None:
            return self.raw
        if (single := only(self.values)) is not None:
            return single
        return str(self.values) if isinstance(self.values, Span) else sorted(self.values)


class Incident(NamedTuple):
    """What happened (``events``, the issue first), the facts told, and a line of action."""

    events: tuple[str, ...]
    facts: Mapping[str, Told] = {}
    line: tuple[Mapping[str, object], ...] = ()
    asked: str = ""
    text: str = ""
    id: str = ""
    offered: tuple[str, ...] = ()

    def with_facts(self, more: Mapping[str, Told]) -> Incident:
        """The incident with some facts told or told anew."""
        return self._replace(facts={**self.facts, **more})

    def without(self, facts: Collection[str]) -> Incident:
        """The incident with some facts no longer told."""
        left = {name: told for name, told in self.facts.items() if name not in facts}
        return self._replace(facts=left)

    def asking(self, decision: str) -> Incident:
        """The incident with the decision asked named."""
        return self._replace(asked=decision)


def told(fact: Fact, value: object, source: str = "given", words: str = "") -> Told:
    """What a written value says of ``fact``.

    Raises:
        IncidentError: it is no value of the fact.
    """
    if fact.kind == "name":
        if not isinstance(value, str | int) or _unfit(value) or len(str(value)) > LONGEST_NAME:
            raise IncidentError(f"{fact.name}: a name is needed, not {_short(value)}")
        return Told(fact.domain, source, words, raw=str(value))
    if fact.structured:
        if not isinstance(value, list | dict):
            raise IncidentError(f"{fact.name}: a list or a map is needed, not {_short(value)}")
        if wrong := _unfit(value):
            raise IncidentError(f"{fact.name}: {wrong}")
        return Told(fact.domain, source, words, raw=value)
    options = value if isinstance(value, list) else [value]
    if not options:
        raise IncidentError(f"{fact.name}: an empty list says nothing")
    if len(options) > MOST_VALUES:
        raise IncidentError(f"{fact.name}: more than {MOST_VALUES} values")
    values: Values | None = None
    for option in options:
        one = _one(fact, option)
        values = one if values is None else join(values, one)
    assert values is not None
    return Told(values, source, words)


def _one(fact: Fact, value: object) -> Values:
    if isinstance(fact.domain, frozenset):
        if isinstance(value, bool):
            value = "yes" if value else "no"
        word = str(value) if isinstance(value, str | int) else _short(value)
        if word not in fact.domain:
            known = ", ".join(sorted(fact.domain))
            hint = did_you_mean(word, fact.domain)
            raise IncidentError(f'{fact.name}: "{_short(word)}" is no value ({known}){hint}')
        return frozenset({word})
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise IncidentError(f"{fact.name}: a whole number is needed, not {_short(value)}")
    try:
        return _number(value)
    except ValuesError as error:
        raise IncidentError(f"{fact.name}: {_short(str(error))}") from error


def _number(value: str | int) -> Span:
    """A number or a comparison; one that is out of all bounds is never computed with.

    Raises:
        ValuesError: it is neither, or too low or too high.
    """
    if isinstance(value, str):
        if len(value) > 80:
            digits = f"a number of {len(value)} digits" if value.isdecimal() else "a long text"
            raise ValuesError(f"{digits} is no number that chips or counts have")
        if value.strip().startswith("-"):
            raise ValuesError(f"{value.strip()} is below 0")
        return Span.parse(value)
    if value < 0:
        raise ValuesError(f"{value if value > -HIGHEST else 'the number'} is below 0")
    if value > HIGHEST:
        raise ValuesError(f"a number above {HIGHEST} is more than chips or counts have")
    return Span.of(value)


def _unfit(value: object, depth: int = 0) -> str:
    """What keeps a structured value from being read; nothing when it is fit."""
    if isinstance(value, str):
        return "" if len(value) <= MOST_VALUES else f"{_short(value)} is too long"
    if isinstance(value, int):
        if 0 <= value <= HIGHEST:
            return ""
        return "a number is below 0" if value < 0 else f"a number is above {HIGHEST}"
    if not isinstance(value, list | dict):
        return f"whole numbers and names are needed, not {_short(value)}"
    if depth == DEEPEST:
        return "nested too deeply"
    if len(value) > MOST_VALUES:
        return f"more than {MOST_VALUES} things"
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return next((wrong for part in parts if (wrong := _unfit(part, depth + 1))), "")


def _short(value: object) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a map"
    if isinstance(value, int) and not -HIGHEST <= value <= HIGHEST:
        return "a number out of all bounds"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 80 else text[:77] + "..."


def from_mapping(data: object, vocabulary: Vocabulary) -> tuple[Incident, tuple[str, ...]]:
    """An incident written as facts, and the houses that it asks for (none: all).

    Raises:
        IncidentError: a field, event, fact, value or decision is unknown or of the wrong kind.
    """
    if not isinstance(data, Mapping):
        raise IncidentError("an incident is a map with events and facts")
    for name in data:
        if name not in FIELDS:
            hint = did_you_mean(str(name), FIELDS) or f" (known: {', '.join(FIELDS)})"
            raise IncidentError(f'"{_short(name)}" is no field{hint}')
    events = _names(data.get("events"), "events")
    if not events:
        raise IncidentError("events: at least one is needed")
    for event in events:
        known_event(event, vocabulary)
    facts: dict[str, Told] = {}
    written = data.get("facts") or {}
    if not isinstance(written, Mapping):
        raise IncidentError("facts: a map of fact to value is needed")
    for name, value in written.items():
        facts[str(name)] = told(known_fact(str(name), vocabulary), value)
    asked = _text(data, "asked")
    if asked:
        known_decision(asked, vocabulary)
    text = _text(data, "text")
    if len(text) > LONGEST_TEXT:
        raise IncidentError(f"text: longer than {LONGEST_TEXT:,} characters")
    incident = Incident(
        events=events,
        facts=facts,
        line=_line(data.get("line")),
        asked=asked,
        text=text,
        id=_text(data, "id"),
    )
    return incident, _names(data.get("houses"), "houses")


def _text(data: Mapping[str, object], name: str) -> str:
    value = data.get(name)
    if value is None:
        return ""
    if not isinstance(value, str | int):
        raise IncidentError(f"{name}: words are needed, not {_short(value)}")
    return value if isinstance(value, str) else str(value) if abs(value) <= HIGHEST else ""


def _names(data: object, field_name: str) -> tuple[str, ...]:
    if data is None:
        return ()
    if isinstance(data, str):
        return (data,)
    if isinstance(data, Sequence) and len(data) > MOST_VALUES:
        raise IncidentError(f"{field_name}: more than {MOST_VALUES} names")
    if not isinstance(data, Sequence) or not all(isinstance(x, str) for x in data):
        raise IncidentError(f"{field_name}: a list of names is needed")
    return tuple(dict.fromkeys(data))


def _line(data: object) -> tuple[Mapping[str, object], ...]:
    if data is None:
        return ()
    if not isinstance(data, Sequence) or not all(isinstance(x, Mapping) for x in data):
        raise IncidentError("line: a list of {who, does, to} is needed")
    if len(data) > LONGEST_LINE:
        raise IncidentError(f"line: more than {LONGEST_LINE} actions")
    return tuple(_act(number, act) for number, act in enumerate(data, 1))


def _act(number: int, act: Mapping[str, object]) -> Mapping[str, object]:
    if wrong := _unfit({name: value for name, value in act.items() if value is not None}):
        raise IncidentError(f"line: entry {number}: {wrong}")
    who = act.get("who")
    return {**act, "who": str(who)} if isinstance(who, int) else act


def known_fact(name: str, vocabulary: Vocabulary) -> Fact:
    """The fact ``name``.

    Raises:
        IncidentError: there is none.
    """
    if name not in vocabulary.facts:
        hint = did_you_mean(name, vocabulary.facts)
        raise IncidentError(f'no fact "{_short(name)}"{hint}')
    return vocabulary.facts[name]


def known_event(name: str, vocabulary: Vocabulary) -> None:
    """Check that there is an event ``name``.

    Raises:
        IncidentError: there is none.
    """
    if name not in vocabulary.events:
        hint = did_you_mean(name, vocabulary.events)
        raise IncidentError(f'no event "{_short(name)}"{hint}')


def known_decision(name: str, vocabulary: Vocabulary) -> None:
    """Check that there is a decision ``name``.

    Raises:
        IncidentError: there is none.
    """
    if name not in vocabulary.decisions:
        hint = did_you_mean(name, vocabulary.decisions)
        raise IncidentError(f'no decision "{_short(name)}"{hint}')

"""Conditions as people write them, read into the sets of values that they allow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulebase.problems import Problem, did_you_mean
from rulebase.source import Place, Source
from rulebase.values import Span, Values, ValuesError, join, meet

EVENT_KEYS = ("event", "event-also")


@dataclass(slots=True)
class Conditions:
    """The language that conditions are read in, and where faults go."""

    facts: dict[str, dict[str, Any]]
    events: set[str]
    problems: list[Problem]

    def fault(self, source: Source, place: Place, what: str) -> None:
        """Note a fault."""
        self.problems.append(source.problem(place, what))


@dataclass(slots=True)
class Read:
    """Conditions as read: what happened, what happened besides, and tests of facts."""

    events: set[str] = field(default_factory=set)
    also: set[str] = field(default_factory=set)
    tests: dict[str, Values] = field(default_factory=dict)


def check_value(
    fact: str, value: int | str, language: Conditions, source: Source, place: Place
) -> Values | None:
    """The set that one written value or comparison allows; None, with a fault, if it is none."""
    declared = language.facts.get(fact)
    if declared is None:
        hint = did_you_mean(fact, language.facts)
        language.fault(source, place, f'"{fact}" is no fact{hint}')
        return None
    if declared["kind"] in ("list", "name"):
        what = f'"{fact}" is a {declared["kind"]}: arithmetic reads it, rules do not'
        language.fault(source, place, what)
        return None
    if declared["values"]:
        word = str(value).removeprefix("not ")
        if word not in declared["values"]:
            hint = did_you_mean(word, declared["values"])
            known = ", ".join(declared["values"])
            language.fault(source, place, f'"{word}" is no value of {fact} ({known}){hint}')
            return None
        one = frozenset({word})
        return one if word == str(value) else frozenset(declared["values"]) - one
    try:
        return Span.parse(value)
    except ValuesError as error:
        language.fault(source, place, f"{fact}: {error}")
        return None


def read_conditions(
    written: dict[str, Any], language: Conditions, source: Source, place: Place
) -> Read:
    """Read a mapping of conditions; faults are noted in ``language``."""
    found = Read()
    for key, value in written.items():
        here = (*place, key)
        options = value if isinstance(value, list) else [value]
        if key in EVENT_KEYS:
            names = found.events if key == "event" else found.also
            for name in options:
                if name not in language.events:
                    hint = did_you_mean(str(name), language.events)
                    language.fault(source, here, f'"{name}" is no event{hint}')
                names.add(str(name))
            continue
        allowed: Values | None = None
        for option in options:
            values = check_value(key, option, language, source, here)
            if values is not None:
                allowed = values if allowed is None else join(allowed, values)
        if allowed is not None:
            found.tests[key] = allowed
            _check_useful(key, allowed, language, source, here)
    return found


def _check_useful(
    fact: str, allowed: Values, language: Conditions, source: Source, place: Place
) -> None:
    values = language.facts[fact]["values"]
    everything = allowed == frozenset(values) if values else not ~allowed  # type: ignore[operator]
    if everything or not allowed:
        language.fault(
            source, place, f"{fact}: this allows {'every' if everything else 'no'} value"
        )


def both(a: Read, b: Read) -> Read:
    """The conditions of ``a`` and ``b`` together; where both test a fact, what both allow."""
    tests = dict(a.tests)
    for fact, values in b.tests.items():
        tests[fact] = meet(tests[fact], values) if fact in tests else values
    return Read(
        a.events & b.events if a.events and b.events else a.events | b.events,
        a.also | b.also,
        tests,
    )

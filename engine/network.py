"""The rule network that both matchers run: its shape, its limits and its rounds.

A rule is a list of conditions, at most one on each fact, and what it asserts when
all of them are met. Whatever a rulebook says (chapeaus, exceptions, alternatives)
is compiled down to that before it comes here, since it is all that durable-rules
matches safely.

Rules fire in rounds. Every rule that is met fires; then what they assert is
added in the order of the rule list, a fact that is known or set already staying
as it is; then comes the next round, until one adds nothing. The rounds are kept
here, so that the order in which an engine happens to find its matches cannot
change a ruling.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from rulebase.book import MOST_ANTECEDENTS
from rulebase.problems import FloorError
from rulebase.values import ANY_NUMBER, HIGHEST, Span, Truth, Value, Values, status

Fact: TypeAlias = tuple[str, Value]

MOST_RULES = 400
MOST_TESTS = 60
MOST_SHARED = 250
MOST_FACTS = 500
"""What durable-rules holds in its fixed arrays, some of which it overruns without
a word: frames of 16 messages, a stack of 64 tests, 256 users of one test, 512
branches of one node."""

_WORD = re.compile(r"[A-Za-z0-9 :_#().,'-]{1,100}\Z")
_NAME = re.compile(r"[A-Za-z0-9 :_#().,'-]{1,500}\Z")  # a name may list several events


class NetworkError(FloorError):
    """A rule, or a value, that the matchers cannot take."""


class Antecedent(NamedTuple):
    """One condition of a rule: the fact it is about and the values that meet it."""

    about: str
    allowed: Values


class Rule(NamedTuple):
    """A rule of the network: all the antecedents met, then everything asserted."""

    name: str
    antecedents: tuple[Antecedent, ...]
    asserts: tuple[Fact, ...] = ()


class Fired(NamedTuple):
    """What came of one incident: the rules that fired, and what they made known.

    ``trace`` has an entry for each rule that fired; its facts are those that this
    rule was the first to set, so each fact has one rule to be explained by.
    """

    rules: tuple[str, ...]
    facts: dict[str, Value]
    trace: tuple[tuple[str, tuple[Fact, ...]], ...]


class Matcher(Protocol):
    """Finds the rules that an incident meets."""

    def fire(self, known: Mapping[str, Values]) -> Fired:
        """Fire the rules to a fixpoint on the values that each fact may still have.

        Raises:
            NetworkError: a value that the matchers cannot take.
        """


class Rounds:
    """The rounds of one incident: what has fired and what has been asserted."""

    def __init__(self, rules: Sequence[Rule], known: Mapping[str, Values]) -> None:
        self._rules = rules
        self._known = known
        self._facts: dict[str, Value] = {}
        self._fired: dict[int, tuple[Fact, ...]] = {}

    def close(self, met: Iterable[int]) -> list[Fact]:
        """Fire the rules met in this round, given by their places in the rule list.

        Returns:
            The facts that were not there before, for the next round.
        """
        added: list[Fact] = []
        for place in sorted(met):
            if place in self._fired:
                continue
            mine: list[Fact] = []
            for name, value in self._rules[place].asserts:
                if name not in self._known and name not in self._facts:
                    self._facts[name] = value
                    mine.append((name, value))
            self._fired[place] = tuple(mine)
            added += mine
        return added

    def fired(self) -> Fired:
        """All that happened so far."""
        trace = tuple((self._rules[place].name, facts) for place, facts in self._fired.items())
        return Fired(tuple(dict.fromkeys(name for name, _ in trace)), self._facts, trace)


@lru_cache(maxsize=65536)
def holds(allowed: Values, possible: Values) -> bool:
    """Whether a fact with these possible values meets an antecedent.

    A fact without a possible value is a contradiction, and meets nothing.
    """
    return bool(possible) and status(allowed, possible) is Truth.TRUE


def definite(value: Value) -> Values:
    """The set of one value, as a fact that a rule asserted is known."""
    return Span.of(value) if isinstance(value, int) else frozenset({value})


def distinct_tests(rules: Iterable[Rule]) -> dict[str, tuple[Values, ...]]:
    """The distinct sets that the rules test each fact against."""
    found: dict[str, dict[Values, None]] = {}
    for rule in rules:
        for antecedent in rule.antecedents:
            found.setdefault(antecedent.about, {})[antecedent.allowed] = None
    return {about: tuple(allowed) for about, allowed in found.items()}


@lru_cache(maxsize=8192)
def vet(possible: Values, numbers: bool) -> None:
    """Refuse values of the wrong kind, and text that is no vocabulary.

    Both matchers vet each known fact that some rule tests. Only the vocabulary
    may reach the C engine, which finds "5" equal to 5 and takes its text raw.

    Raises:
        NetworkError: such a value.
    """
    if isinstance(possible, Span) != numbers:
        raise NetworkError(
            f"{'words' if numbers else 'numbers'} known of a fact that is "
            f"tested for {'numbers' if numbers else 'words'}: {possible}"
        )
    if isinstance(possible, Span):
        if any(not 0 <= low <= high <= HIGHEST for low, high in possible.ranges):
            raise NetworkError(f"{possible} is outside 0 to {HIGHEST}")
        return
    for word in possible:
        _vet_text(word, "a known value")


def _vet_text(text: object, what: str, pattern: re.Pattern[str] = _WORD) -> None:
    if not isinstance(text, str) or not pattern.match(text):
        raise NetworkError(f"{what} is no word of the vocabulary: {text!r}")


def check(rules: Sequence[Rule], label: str) -> None:
    """Refuse a network that the matchers, durable-rules above all, cannot run safely.

    Raises:
        NetworkError: the first thing wrong, with the rule it is in.
    """
    if len(rules) > MOST_RULES:
        raise NetworkError(f"{label}: {len(rules)} rules, a network holds {MOST_RULES}")
    kinds: dict[str, bool] = {}
    shared: Counter[tuple[str, Values]] = Counter()
    for rule in rules:
        where = f"{label}, rule {rule.name}"
        _check_antecedents(rule, where)
        for antecedent in rule.antecedents:
            shared[antecedent.about, antecedent.allowed] += 1
        sides = [(a.about, isinstance(a.allowed, Span)) for a in rule.antecedents]
        sides += [(about, isinstance(value, int)) for about, value in rule.asserts]
        for about, numbers in sides:
            if kinds.setdefault(about, numbers) != numbers:
                raise NetworkError(f"{where}: {about} has words in one place, numbers in another")
        for about, value in rule.asserts:
            _vet_text(about, f"{where}: the name of an asserted fact", _NAME)
            if isinstance(value, bool):
                raise NetworkError(f"{where}: {about} is asserted {value}, write yes or no")
            if isinstance(value, str):
                _vet_text(value, f"{where}: the value asserted of {about}")
            elif not 0 <= value <= HIGHEST:
                raise NetworkError(f"{where}: {about} {value} is outside 0 to {HIGHEST}")
    distinct = Counter(about for about, _ in shared)
    for about, count in distinct.items():
        if count > MOST_TESTS:
            raise NetworkError(
                f"{label}: {count} different tests on {about}, a network holds {MOST_TESTS}"
            )
    if len(distinct) > MOST_FACTS:
        raise NetworkError(f"{label}: {len(distinct)} facts, a network holds {MOST_FACTS}")
    for (about, allowed), count in shared.items():
        if count > MOST_SHARED:
            raise NetworkError(
                f"{label}: {count} rules share the test of {about} for {_words(allowed)}, "
                f"a network holds {MOST_SHARED}"
            )


def _check_antecedents(rule: Rule, where: str) -> None:
    if not rule.antecedents:
        raise NetworkError(f"{where}: no antecedent, it would always fire")
    if len(rule.antecedents) > MOST_ANTECEDENTS:
        raise NetworkError(
            f"{where}: {len(rule.antecedents)} antecedents, a rule holds {MOST_ANTECEDENTS}"
        )
    seen: set[str] = set()
    for antecedent in rule.antecedents:
        about, allowed = antecedent.about, antecedent.allowed
        _vet_text(about, f"{where}: the name of a fact", _NAME)
        if about in seen:
            raise NetworkError(f"{where}: two antecedents about {about}, intersect them")
        seen.add(about)
        if not allowed:
            raise NetworkError(f"{where}: nothing is allowed of {about}, it would never fire")
        if allowed == ANY_NUMBER:
            raise NetworkError(f"{where}: everything is allowed of {about}, it tests nothing")
        if isinstance(allowed, frozenset):
            for word in allowed:
                _vet_text(word, f"{where}: a value of {about}")


def _words(allowed: Values) -> str:
    return str(allowed) if isinstance(allowed, Span) else " or ".join(sorted(allowed))

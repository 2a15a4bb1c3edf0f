"""Facts that meet a formula: a search over sets of values, narrowed by implications.

Implications are followed both ways here: what cannot follow cannot have held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.lint.formula import All, Either, Formula, Test, complement
from rulebase.book import Implication, Vocabulary
from rulebase.values import Truth, Values, meet, status

MOST_STEPS = 4000
"""How many choices a search weighs before it gives up."""


class GaveUp(Exception):
    """The search was too long to tell."""


class Store:
    """What each fact may be; ``told`` are those that an incident must tell."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.values: dict[str, Values] = {}
        self.told: dict[str, None] = {}
        self._index = _mentions(vocabulary)

    def copy(self) -> Store:
        """The same facts, to be narrowed apart."""
        other = Store.__new__(Store)
        other.vocabulary, other._index = self.vocabulary, self._index
        other.values, other.told = dict(self.values), dict(self.told)
        return other

    def possible(self, fact: str) -> Values:
        """The values that ``fact`` may have."""
        found = self.values.get(fact)
        return self.vocabulary.facts[fact].domain if found is None else found

    def narrow(self, fact: str, values: Values) -> bool:
        """Narrow a fact and all that follows; whether anything is left."""
        fresh = [(fact, values)]
        while fresh:
            name, allowed = fresh.pop()
            before = self.possible(name)
            after = meet(before, allowed)
            if not after:
                return False
            if after != before or name not in self.values:
                self.values[name] = after
                for implication in self._index.get(name, ()):
                    fresh.extend(self._follow(implication))
        return True

    def _follow(self, implication: Implication) -> Iterator[tuple[str, Values]]:
        """What an implication says now: what follows, or that its last open condition fails."""
        open_test: tuple[str, Values] | None = None
        for fact, allowed in implication.when:
            truth = status(allowed, self.possible(fact))
            if truth is Truth.FALSE or (truth is Truth.OPEN and open_test):
                return
            if truth is Truth.OPEN:
                open_test = fact, allowed
        if open_test is None:
            yield from implication.then
        elif any(status(v, self.possible(f)) is Truth.FALSE for f, v in implication.then):
            yield open_test[0], complement(*open_test, self.vocabulary)


@lru_cache(maxsize=4)
def _mentions(vocabulary: Vocabulary) -> Mapping[str, tuple[Implication, ...]]:
    found: dict[str, list[Implication]] = {}
    for implication in vocabulary.implications:
        for fact in {f for f, _ in (*implication.when, *implication.then)}:
            found.setdefault(fact, []).append(implication)
    return {fact: tuple(items) for fact, items in found.items()}


def begin(vocabulary: Vocabulary, events: frozenset[str]) -> Store | None:
    """What the events imply; None where they cannot happen together."""
    store = Store(vocabulary)
    for event in sorted(events):
        for fact, values in vocabulary.events[event].implies.items():
            if not store.narrow(fact, values):
                return None
    return store


def solutions(store: Store, formula: Formula) -> Iterator[Store]:
    """Ways to meet the formula, each with the facts that it takes.

    Raises:
        GaveUp: the search grew too long.
    """
    steps = [0]
    yield from _search(store.copy(), [formula], [], steps)


def _search(
    store: Store, pending: list[Formula], choices: list[Either], steps: list[int]
) -> Iterator[Store]:
    steps[0] += 1
    if steps[0] > MOST_STEPS:
        raise GaveUp
    while True:
        if not _take(store, pending, choices):
            return
        pending, left = [], []
        for choice in choices:
            parts = _open_parts(store, choice)
            if parts is None:
                continue
            if not parts:
                return
            if len(parts) == 1:
                pending.append(parts[0])
            else:
                left.append(Either(parts))
        choices = left
        if not pending:
            break
    if not choices:
        yield store
        return
    first = min(choices, key=lambda c: len(c.parts))
    rest = [c for c in choices if c is not first]
    for part in first.parts:
        yield from _search(store.copy(), [part], list(rest), steps)


def _take(store: Store, pending: list[Formula], choices: list[Either]) -> bool:
    """Narrow the store by what must hold, and gather the choices; whether it can be met."""
    while pending:
        formula = pending.pop()
        if isinstance(formula, Test):
            if not store.narrow(formula.fact, formula.values):
                return False
            if not formula.derived:
                store.told[formula.fact] = None
        elif isinstance(formula, All):
            pending.extend(reversed(formula.parts))
        else:
            choices.append(formula)
    return True


def _open_parts(store: Store, choice: Either) -> tuple[Formula, ...] | None:
    """The parts that still can hold; None where one holds already."""
    parts = []
    for part in choice.parts:
        truth = _truth(store, part)
        if truth is Truth.TRUE:
            return None
        if truth is Truth.OPEN:
            parts.append(part)
    return tuple(parts)


def _truth(store: Store, formula: Formula) -> Truth:
    """Whether a formula holds, looking no deeper than the tests that it names itself."""
    if isinstance(formula, Test):
        found = status(formula.values, store.possible(formula.fact))
        told = formula.derived or formula.fact in store.told
        return Truth.OPEN if found is Truth.TRUE and not told else found
    if isinstance(formula, Either):
        return Truth.OPEN if formula.parts else Truth.FALSE
    found = Truth.TRUE
    for part in formula.parts:
        truth = _truth(store, part)
        if truth is Truth.FALSE:
            return truth
        if truth is Truth.OPEN:
            found = truth
    return found

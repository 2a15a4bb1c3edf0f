"""Mutants of a rulebook: its clauses, each with one thing made wrong.

A mutant stands for a slip in encoding a rule. What cannot show in any ruling is not
made: a condition left out that follows from the others, and an override between
clauses that cannot hold together, share no decision or say the same on it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from rulebase.book import Clause, House, Tests, Vocabulary
from rulebase.values import HIGHEST, Span, Truth, Value, Values, meet, shown, status

DROP, SHIFT, FLIP, SWAP, WEAKEN, DELETE, OVERRIDE = KINDS = (
    "drop a condition",
    "shift a comparison",
    "flip a yes/no",
    "swap an outcome",
    "weaken must to may",
    "delete the clause",
    "remove an override",
)


class Mutant(NamedTuple):
    """A clause with one thing changed; without a ``clause`` it is deleted."""

    kind: str
    of: Clause
    clause: Clause | None
    what: str

    def __str__(self) -> str:
        return f"{self.of.house} {self.of.name}: {self.kind}: {self.what}"


def mutants(clause: Clause, house: House, vocabulary: Vocabulary) -> Iterator[Mutant]:
    """Every mutant of a clause that decides or derives."""
    if clause.authority:
        return
    for kind, what, changed in (
        *_dropped(clause, vocabulary),
        *_tested(clause, vocabulary),
        *_said(clause, vocabulary),
        *_unbeaten(clause, house),
    ):
        yield Mutant(kind, clause, changed, what)
    if clause.force == "must" and not clause.derives:
        yield Mutant(WEAKEN, clause, clause._replace(force="may"), "may, not must")
    yield Mutant(DELETE, clause, None, "left out")


def with_mutant(house: House, mutant: Mutant) -> House:
    """The house with the mutant in place of its clause."""
    name, found = mutant.of.name, copy.copy(house)
    clauses = dict(house.clauses)
    if mutant.clause is not None:
        clauses[name] = mutant.clause
    else:
        del clauses[name]
        for head in [c for c in clauses.values() if name in c.members]:
            left = tuple(member for member in head.members if member != name)
            clauses[head.name] = head._replace(members=left)
        found.by_event = {e: [n for n in ns if n != name] for e, ns in house.by_event.items()}
    found.clauses = clauses
    found.deriving = {
        fact: tuple(clauses[c.name] for c in deriving if c.name in clauses)
        for fact, deriving in house.deriving.items()
    }
    found.defaults = {f: v for c in clauses.values() for f, v in c.default.items()}
    return found


Change = tuple[str, str, Clause]


def _dropped(clause: Clause, vocabulary: Vocabulary) -> Iterator[Change]:
    for i, (fact, allowed) in enumerate(clause.when):
        left = clause._replace(when=_without(clause.when, i))
        if not _follows(fact, allowed, left, vocabulary):
            yield DROP, f"{fact}: {shown(allowed)}", left
    for i, (fact, allowed) in enumerate(clause.wakes_on):
        left = clause._replace(wakes_on=_without(clause.wakes_on, i))
        yield DROP, f"wakes on {fact}: {shown(allowed)}", left
    for i, group in enumerate(clause.unless):
        left = clause._replace(unless=(*clause.unless[:i], *clause.unless[i + 1 :]))
        yield DROP, f"unless {_told(group)}", left
        for j, (fact, allowed) in enumerate(group if len(group) > 1 else ()):
            what = f"{fact}: {shown(allowed)} of unless {_told(group)}"
            yield DROP, what, _with_group(clause, i, _without(group, j))
    if clause.also and clause.events:
        yield DROP, f"also {', '.join(sorted(clause.also))}", clause._replace(also=frozenset())


def _follows(fact: str, allowed: Values, left: Clause, vocabulary: Vocabulary) -> bool:
    """Whether each event of the clause, with its other conditions, implies the condition."""
    return bool(left.events) and all(
        _within(_implied(event, left.when, vocabulary), ((fact, allowed),)) for event in left.events
    )


def _implied(event: str, tests: Tests, vocabulary: Vocabulary) -> dict[str, Values]:
    """What is known of an incident with this event that meets these conditions."""
    known = dict(vocabulary.events[event].implies)
    more: list[Tests] = [tests]
    while more:
        for name, values in (test for each in more for test in each):
            known[name] = meet(known[name], values) if name in known else values
        more = [
            implication.then
            for implication in vocabulary.implications
            if _within(known, implication.when) and not _within(known, implication.then)
        ]
    return known


def _within(known: Mapping[str, Values], tests: Tests) -> bool:
    """Whether all the conditions hold on what is known."""
    return all(
        fact in known and status(allowed, known[fact]) is Truth.TRUE for fact, allowed in tests
    )


def _tested(clause: Clause, vocabulary: Vocabulary) -> Iterator[Change]:
    """Comparisons moved by one, and yes for no, in every list of conditions."""
    places: list[tuple[str, Tests, Callable[[Tests], Clause]]] = [
        ("", clause.when, lambda tests: clause._replace(when=tests)),
        ("wakes on ", clause.wakes_on, lambda tests: clause._replace(wakes_on=tests)),
        *(
            ("unless ", group, lambda tests, i=i: _with_group(clause, i, tests))
            for i, group in enumerate(clause.unless)
        ),
    ]
    for where, tests, put in places:
        for i, (fact, allowed) in enumerate(tests):
            for other in _others(allowed, vocabulary.facts[fact].kind):
                if not _tells(fact, allowed, other, clause, vocabulary):
                    continue
                changed = put((*tests[:i], (fact, other), *tests[i + 1 :]))
                kind = SHIFT if isinstance(allowed, Span) else FLIP
                yield kind, f"{where}{fact}: {shown(other)}, not {shown(allowed)}", changed


def _tells(
    fact: str, allowed: Values, other: Values, clause: Clause, vocabulary: Vocabulary
) -> bool:
    """Whether an event of the clause leaves a value that only one of the two tests lets pass."""
    left = [vocabulary.events[event].implies.get(fact) for event in clause.events]
    return not left or any(
        known is None or meet(known, allowed) != meet(known, other) for known in left
    )


def _others(allowed: Values, kind: str) -> Iterator[Values]:
    if isinstance(allowed, Span):
        yield from shifted(allowed)
    elif kind == "yes-no" and len(allowed) == 1:
        yield frozenset({"yes", "no"}) - allowed


def shifted(span: Span) -> Iterator[Span]:
    """The span with one of its bounds moved by one, either way.

    >>> [str(s) for s in shifted(Span.parse(">= 2"))], [str(s) for s in shifted(Span.of(1))]
    (['>= 1', '>= 3'], ['<= 1', '1..2'])
    """
    for i, (low, high) in enumerate(span.ranges):
        moved = [(low + by, high) for by in (-1, 1) if low > 0]
        moved += [(low, high + by) for by in (-1, 1) if high < HIGHEST]
        for bounds in moved:
            if bounds[0] <= bounds[1]:
                ranges = (*span.ranges[:i], bounds, *span.ranges[i + 1 :])
                found = reduce(or_, (Span((each,)) for each in ranges))
                if found.ranges != ((0, HIGHEST),):
                    yield found


def _said(clause: Clause, vocabulary: Vocabulary) -> Iterator[Change]:
    for field in ("decides", "otherwise"):
        said: Mapping[str, str] = getattr(clause, field)
        for decision, outcome in said.items():
            other = _next(outcome, tuple(vocabulary.decisions[decision].outcomes))
            if other != outcome:
                what = f"{decision}: {other}, not {outcome}"
                yield SWAP, what, _put(clause, field, decision, other)
    for field in ("derives", "default"):
        derived: Mapping[str, Value] = getattr(clause, field)
        for fact, value in derived.items():
            known = vocabulary.facts[fact]
            put = _next(value, tuple(known.values)) if known.values else int(value) + 1
            kind = FLIP if known.kind == "yes-no" else SWAP
            what = f"{field} {fact}: {put}, not {value}"
            yield kind, what, _put(clause, field, fact, put)


def _put(clause: Clause, field: str, name: str, value: Value) -> Clause:
    changed: dict[str, Any] = {field: {**getattr(clause, field), name: value}}
    return clause._replace(**changed)


def _unbeaten(clause: Clause, house: House) -> Iterator[Change]:
    """The clauses of one rule are let go together, as an entry of ``overrides`` names them."""
    rules: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for target in sorted(clause.beats):
        rules.setdefault((target[0], target[1].partition("#")[0]), set()).add(target)
    for rule, beaten in rules.items():
        others = [house.clauses.get(name) if at == house.name else None for at, name in beaten]
        if any(other is None or _differ(clause, other) for other in others):
            left = clause._replace(beats=clause.beats - beaten)
            yield OVERRIDE, f"over {'/'.join(rule)}", left


def _differ(one: Clause, other: Clause) -> bool:
    """Whether the clauses can meet, and say different things of a decision."""
    a, b = one.otherwise or one.decides, other.otherwise or other.decides
    shared = set(a) & set(b)
    amounts = bool(shared) and one.amount and other.amount and one.amount != other.amount
    differ = bool(amounts) or any(a[decision] != b[decision] for decision in shared)
    return differ and not _apart(one, other)


def _apart(one: Clause, other: Clause) -> bool:
    """Whether no facts meet the conditions of both."""
    mine, theirs = dict(one.when), dict(other.when)
    return (
        any(not meet(mine[fact], theirs[fact]) for fact in mine.keys() & theirs.keys())
        or any(_within(mine, group) for group in other.unless)
        or any(_within(theirs, group) for group in one.unless)
    )


def _next(value: Value, known: tuple[str, ...]) -> str:
    return known[(known.index(str(value)) + 1) % len(known)]


def _without(tests: Tests, place: int) -> Tests:
    return (*tests[:place], *tests[place + 1 :])


def _with_group(clause: Clause, place: int, tests: Tests) -> Clause:
    return clause._replace(unless=(*clause.unless[:place], tests, *clause.unless[place + 1 :]))


def _told(tests: Tests) -> str:
    return " and ".join(f"{fact}: {shown(allowed)}" for fact, allowed in tests)

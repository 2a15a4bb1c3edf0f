"""Clauses that say nothing which a wider clause of the same house does not say already."""

from __future__ import annotations

from collections.abc import Iterator

from engine.lint.book import Book, Told, locators
from engine.lint.finding import Finding
from rulebase.book import Clause, Tests
from rulebase.values import Truth, Values, meet, status


def subsumed(book: Book) -> Iterator[Finding]:
    """Clauses with the conditions of a wider one, and more, and the same outcome."""
    spoken: dict[tuple[str, str, str], list[Told]] = {}
    for told in book.own.values():
        clause = told.clause
        for event in sorted(clause.events) if not (clause.authority or clause.otherwise) else ():
            for decision, outcome in clause.decides.items():
                spoken.setdefault((event, decision, outcome), []).append(told)
    found: dict[tuple[str, str], None] = {}
    for group in spoken.values():
        for narrow in group:
            for wide in group:
                pair = wide.clause.name, narrow.clause.name
                if wide is narrow or pair in found or pair[::-1] in found:
                    continue
                if _adds_nothing(narrow, wide) and not _told(book, narrow, wide):
                    found[pair] = None
    for wide_name, narrow_name in found:
        wide, narrow = book.own[wide_name], book.own[narrow_name]
        names = book.cited(narrow), book.cited(wide)
        what = f"{names[0]} adds nothing to {names[1]}, which holds wherever it does"
        yield Finding("subsumed", book.house.name, (narrow_name, wide_name), what)


def _adds_nothing(narrow: Told, wide: Told) -> bool:
    a, b = narrow.clause, wide.clause
    return (
        a.decides.items() <= b.decides.items()
        and (not a.amount or (a.amount == b.amount and narrow.amount_on == wide.amount_on))
        and a.force == b.force
        and a.keeps_default == b.keeps_default
        and a.beats <= b.beats
        and a.procedure in ("", b.procedure)
        and a.penalty in ("", b.penalty)
        and a.say in ("", b.say)
        and contains(a, b)
    )


def contains(narrow: Clause, wide: Clause) -> bool:
    """Whether ``wide`` holds wherever ``narrow`` does, as their own tests tell."""
    if not (narrow.events <= wide.events):
        return False
    if wide.also and not (narrow.also and narrow.also <= wide.also):
        return False
    known = _known(narrow)
    if not _follows(wide.wakes_on, dict(narrow.wakes_on)) or not _follows(wide.when, known):
        return False
    return all(_excluded(group, known, narrow.unless) for group in wide.unless)


def _known(clause: Clause) -> dict[str, Values]:
    found: dict[str, Values] = {}
    for fact, values in (*clause.when, *clause.wakes_on):
        found[fact] = meet(found[fact], values) if fact in found else values
    return found


def _follows(tests: Tests, known: dict[str, Values]) -> bool:
    return all(f in known and status(v, known[f]) is Truth.TRUE for f, v in tests)


def _excluded(group: Tests, known: dict[str, Values], unless: tuple[Tests, ...]) -> bool:
    """Whether a group of exceptions cannot hold where the narrower clause does."""
    if any(f in known and status(v, known[f]) is Truth.FALSE for f, v in group):
        return True
    return any(_follows(other, dict(group)) for other in unless)


def _told(book: Book, narrow: Told, wide: Told) -> bool:
    """Whether the house tells how the two stand: a reading, an override, a closed list between."""
    for reading in book.house.readings:
        about = set(map(str, reading["about"]))
        if narrow.clause.rule != wide.clause.rule and all(
            not about.isdisjoint(locators(t)) for t in (narrow, wide)
        ):
            return True
    one, other = narrow.key, wide.key
    if one in wide.clause.beats or other in narrow.clause.beats:
        return True
    heads = [c.members for c in book.house.clauses.values() if c.otherwise]
    return any(one[1] in members and other[1] not in members for members in heads)

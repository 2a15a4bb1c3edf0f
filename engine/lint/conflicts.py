"""Two clauses that can speak together and differ, with an incident that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from engine.incident import Incident
from engine.lint.amounts import with_numbers
from engine.lint.book import Book, Told, happenings, locators
from engine.lint.finding import Finding
from engine.lint.firing import differing
from engine.lint.solve import GaveUp
from engine.lint.witness import incidents, written
from engine.resolve import CONFLICT

MOST_WITNESSES = 40
"""How many ways of meeting two clauses are tried on the engine."""


def conflicts(book: Book) -> Iterator[Finding]:
    """Pairs of clauses that leave a decision in conflict, one finding for two entries."""
    told: set[tuple[str, ...]] = set()
    for one, other in _pairs(book):
        for decision in differing(one, other):
            sides = sorted((t.house.name, t.clause.rule, t.says[decision]) for t in (one, other))
            key = decision, *sides[0], *sides[1]
            if key in told or _open_contradiction(book, one, other):
                continue
            incident = shown(book, one, other, decision)
            if incident is not None:
                told.add(key)
                yield _finding(book, one, other, decision, incident)


def _finding(book: Book, one: Told, other: Told, decision: str, incident: Incident) -> Finding:
    sides = []
    for side in (one, other):
        amount = f" {side.clause.amount}" if side.amount_on == decision else ""
        sides.append(f"{book.cited(side)} ({side.says[decision]}{amount})")
    what = f"{' and '.join(sides)} both hold and differ on {decision}"
    about = tuple(
        t.clause.name if t.house is book.house else f"{t.house.name}/{t.clause.name}"
        for t in (one, other)
    )
    return Finding("conflict", book.house.name, about, what, written(incident))


def _pairs(book: Book) -> Iterator[tuple[Told, Told]]:
    """Clauses that share an event and a decision, one of them at least the house's own."""
    spoken: dict[tuple[str, str], list[Told]] = {}
    for told in book.all.values():
        if not told.clause.authority:
            for event in sorted(told.clause.events):
                for decision in told.says:
                    spoken.setdefault((event, decision), []).append(told)
    seen: set[frozenset[tuple[str, str]]] = set()
    for group in spoken.values():
        for one, other in combinations(group, 2):
            pair = frozenset((one.key, other.key))
            if pair in seen or book.house not in (one.house, other.house):
                continue
            seen.add(pair)
            if other.key not in one.clause.beats and one.key not in other.clause.beats:
                yield one, other


def _open_contradiction(book: Book, one: Told, other: Told) -> bool:
    """Whether a reading names both as a contradiction that is left to be seen."""
    return any(
        reading["kind"] == "contradiction"
        and not reading["beats"]
        and all(not about.isdisjoint(locators(side)) for side in (one, other))
        for reading in book.house.readings
        for about in [set(map(str, reading["about"]))]
    )


def shown(book: Book, one: Told, other: Told, decision: str) -> Incident | None:
    """An incident on which the engine finds the two in conflict, if one was found."""
    tried = (i for way in happenings(one, other) for i in _tries(book, one, other, decision, way))
    for incident in islice(tried, MOST_WITNESSES):
        ruling = book.engine.rule(incident).houses[book.house.name]
        resolved = ruling.resolved.get(decision)
        if resolved is None or resolved.status != CONFLICT:
            continue
        groups = [{say.key for say in group} for group in resolved.outcomes]
        with_one = [g for g in groups if one.key in g]
        with_other = [g for g in groups if other.key in g]
        if with_one and with_other and with_one != with_other:
            return incident
    return None


def _tries(
    book: Book, one: Told, other: Told, decision: str, events: frozenset[str]
) -> Iterator[Incident]:
    apart = one.says[decision] != other.says[decision]
    try:
        for store in islice(book.together([one, other], events), MOST_WITNESSES):
            for incident in islice(incidents(store, events, decision), 1):
                if apart:
                    yield incident
                else:
                    yield from with_numbers(incident, one, other, book.vocabulary)
    except GaveUp:
        return

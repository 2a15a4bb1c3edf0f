"""Clauses that can never speak, and overrides that never come to bear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.lint.book import Book, Told, happenings
from engine.lint.finding import Finding


def never_fires(book: Book) -> Iterator[Finding]:
    """Clauses whose conditions can never all hold, and events in which they never do."""
    more = _deriving_events(book)
    for told in book.own.values():
        if told.clause.authority and not told.says:
            continue
        dead = [way for way in happenings(told) if not _can(book, told, way, more)]
        if not dead:
            continue
        name = book.cited(told)
        if len(dead) == len(happenings(told)):
            what = f"{name} can never hold: what it asks for cannot be together"
        else:
            events = ", ".join(sorted({e for way in dead for e in way}))
            what = f"{name} can never hold after {events}, which its when names"
        yield Finding("never-fires", book.house.name, (told.clause.name,), what)


def _deriving_events(book: Book) -> frozenset[str]:
    """The events after which some fact is derived."""
    deriving = (c for clauses in book.house.deriving.values() for c in clauses)
    return frozenset(event for clause in deriving for event in clause.events)


def _can(book: Book, told: Told, way: frozenset[str], more: frozenset[str]) -> bool:
    if book.can_speak([told], way):
        return True
    return any(book.can_speak([told], way | {event}) for event in sorted(more - way))


def dangling_overrides(book: Book) -> Iterator[Finding]:
    """Overrides, written in a rule or a reading, that no incident brings to bear."""
    for winner, written in _overrides(book):
        losers = [t for t in _named(book, written) if t.key != winner.key]
        if any(bears(book, winner, loser) for loser in losers):
            continue
        names = (book.cited(winner), written)
        same = all(not differing(winner, loser) for loser in losers)
        why = "they never say different things" if same else "they never speak together"
        what = f"{names[0]} overrides {written}, but {why}"
        yield Finding("dangling-override", book.house.name, (winner.clause.name, written), what)
    for number, reading in enumerate(book.house.readings, 1):
        for beaten, losers_written in reading["beats"].items():
            for written in losers_written:
                pairs = [(w, t) for w in _named(book, beaten) for t in _named(book, written)]
                if not any(bears(book, winner, loser) for winner, loser in pairs):
                    what = f"reading {number} lets {beaten} beat {written}, which never matters"
                    about = (str(beaten), str(written))
                    yield Finding("dangling-override", book.house.name, about, what)


def _overrides(book: Book) -> Iterator[tuple[Told, str]]:
    for rule, statements in book.written.items():
        for number, statement in enumerate(statements, 1):
            winner = book.own.get(f"{rule}#{number}")
            for written in (*statement.get("overrides", ()), *statement.get("modifies", ())):
                if winner is not None:
                    yield winner, str(written)


def _named(book: Book, locator: str | int) -> list[Told]:
    """The clauses that a locator of an override names."""
    house, _, rest = str(locator).rpartition("/")
    found = (t for t in book.all.values() if t.house.name == (house or book.house.name))
    return [t for t in found if rest in (t.clause.rule, t.clause.name)]


def differing(one: Told, other: Told) -> list[str]:
    """The decisions on which two clauses may say different things."""
    shared = one.says.keys() & other.says.keys()
    return sorted(d for d in shared if one.says[d] != other.says[d] or _amounts(one, other, d))


def _amounts(one: Told, other: Told, decision: str) -> bool:
    """Whether both name an amount on the decision, and not the same."""
    both = one.amount_on == other.amount_on == decision
    return both and one.clause.amount != other.clause.amount


def bears(book: Book, winner: Told, loser: Told) -> bool:
    """Whether some incident has both speak, and differ."""
    if winner.key == loser.key or not differing(winner, loser):
        return False
    ways: Iterable[frozenset[str]] = happenings(winner, loser)
    return any(book.can_speak([winner, loser], way) for way in ways)

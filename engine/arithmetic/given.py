"""Reading what is known of an incident: numbers, words, and values by seat.

A value of another shape than asked for is taken as unknown, so that arithmetic
never guesses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rulebase.values import HIGHEST

Known: TypeAlias = Mapping[str, object]
"""A fact's name and its exact value: a word (yes and no too), a whole number, or for the
structured facts a list or a mapping."""

Seat: TypeAlias = int | str
"""A seat's number, or a player's name where no number is known."""

BLINDS = ("small-blind", "big-blind")
PREFLOP = frozenset({"preflop", "before-the-flop"})
LATER_STREETS = frozenset({"flop", "turn", "river"})


def whole(value: object) -> int | None:
    """The value as a whole number from 0 to 2**53.

    >>> whole(600), whole(True), whole(-1), whole("600")
    (600, None, None, None)
    """
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST:
        return value
    return None


def number(known: Known, name: str) -> int | None:
    """The fact as a whole number."""
    return whole(known.get(name))


def numbers(known: Known, *names: str) -> tuple[int, ...] | None:
    """The facts as whole numbers, or None when one of them is missing.

    >>> numbers({"to-call": 600, "put-in": 500}, "to-call", "put-in")
    (600, 500)
    >>> numbers({"to-call": 600}, "to-call", "put-in") is None
    True
    """
    found = [n for name in names if (n := number(known, name)) is not None]
    return tuple(found) if len(found) == len(names) else None


def word(known: Known, name: str) -> str | None:
    """The fact as a word of the vocabulary."""
    value = known.get(name)
    return value if isinstance(value, str) else None


def seat(value: object) -> Seat | None:
    """A seat's number, also where it came as text (JSON keys), or a player's name.

    >>> seat("7"), seat(7), seat("button")
    (7, 7, 'button')
    """
    if isinstance(value, str) and 0 < len(value) <= 100:
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 6 else value
    return whole(value)


def seats(known: Known, name: str) -> tuple[int, ...] | None:
    """A list of different seat numbers.

    >>> seats({"winners": [2, 5, 8]}, "winners")
    (2, 5, 8)
    """
    listed = known.get(name)
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
        return None
    found = [s for one in listed if isinstance(s := seat(one), int)]
    return tuple(found) if len(found) == len(listed) == len(set(found)) else None


def by_seat(known: Known, name: str) -> dict[Seat, object] | None:
    """A mapping whose keys are seats or players, in the order given."""
    table = known.get(name)
    if not isinstance(table, Mapping) or not table:
        return None
    found = {s: value for key, value in table.items() if (s := seat(key)) is not None}
    return found if len(found) == len(table) else None


def counts_by_seat(known: Known, name: str) -> dict[Seat, int] | None:
    """A mapping from seats or players to whole numbers.

    >>> counts_by_seat({"odd-chips": {"1": 3, "4": 2}}, "odd-chips")
    {1: 3, 4: 2}
    """
    table = by_seat(known, name)
    if table is None:
        return None
    found = {s: n for s, value in table.items() if (n := whole(value)) is not None}
    return found if len(found) == len(table) else None


def yes(truth: bool) -> str:
    """The vocabulary's word for a truth."""
    return "yes" if truth else "no"

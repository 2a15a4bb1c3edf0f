"""Amounts, comparisons and houses in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

UNITS: dict[str, str] = {
    "balance": "players",
    "button": "seat",
    "new-seat": "seat",
    "odd-chip": "seat",
    "penalty": "hands",
    "shows-first": "seat",
    "time-allowed": "seconds",
    "who-moves": "seat",
}
"""What the number of a decision counts; chips where it is not named here."""

TOLD_BY_OUTCOME = frozenset(
    [name for name, unit in UNITS.items() if unit in ("seat", "players")]
    + ["may-raise", "new-chips", "place", "pots", "redress"]
)
"""The decisions of which the outcome says all that can be said while the number is unknown."""

_LEADS = {"may-raise": "to at least "}
_ONE = {"seconds": "second", "hands": "hand", "players": "player"}


def amount_words(decision: str, amount: Any) -> str:
    """The amount of a ruling on ``decision`` as people say it.

    >>> amount_words("counts-as", 4400), amount_words("time-allowed", 60)
    ('4,400', '60 seconds')
    >>> amount_words("odd-chip", 5), amount_words("new-chips", {7: 1, 1: 2})
    ('seat 5', 'seat 7 gets 1, seat 1 gets 2')
    >>> amount_words("pots", [{"kind": "main", "amount": 1500, "players": ["A", "B"]},
    ...                       {"kind": "uncalled", "amount": 1000, "players": ["B"]}])
    'main pot 1,500 for A and B; 1,000 back to B'
    """
    if isinstance(amount, Mapping):
        return ", ".join(f"{_who(who)} gets {spoken(part)}" for who, part in amount.items())
    if isinstance(amount, list) and amount and isinstance(amount[0], Mapping):
        return "; ".join(_pot(pot) for pot in amount)
    unit = UNITS.get(decision, "")
    if unit == "seat":
        return _who(amount)
    if unit and isinstance(amount, int):
        return f"{spoken(amount)} {_ONE[unit] if amount == 1 else unit}"
    return f"{_LEADS.get(decision, '')}{spoken(amount)}"


def _who(who: Any) -> str:
    """A seat by its number, a player by his name."""
    return f"seat {who}" if isinstance(who, int) or str(who).isdecimal() else str(who)


def _pot(pot: Mapping[str, Any]) -> str:
    """One of the pots, or the wager that nobody called."""
    names = [_who(who) for who in pot["players"]]
    among = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    if pot["kind"] == "uncalled":
        return f"{spoken(pot['amount'])} back to {among}"
    return f"{pot['kind']} pot {spoken(pot['amount'])} for {among}"


def spoken(amount: Any) -> str:
    """An amount as people write it: thousands apart, lists and maps in words.

    >>> spoken(4400), spoken({"7": 2}), spoken([2, 5])
    ('4,400', '7: 2', '2, 5')
    """
    if isinstance(amount, bool) or not isinstance(amount, int | list | dict):
        return str(amount)
    if isinstance(amount, int):
        return f"{amount:,}"
    if isinstance(amount, dict):
        return "; ".join(f"{key}: {spoken(value)}" for key, value in amount.items())
    return ", ".join(spoken(item) for item in amount)


_COMPARED = (
    (re.compile(r">= (\d+)\Z"), "{} or more"),
    (re.compile(r"<= (\d+)\Z"), "up to {}"),
    (re.compile(r"> (\d+)\Z"), "over {}"),
    (re.compile(r"< (\d+)\Z"), "under {}"),
    (re.compile(r"!= (\d+)\Z"), "not {}"),
)
_RANGE = re.compile(r"(\d+)\.\.(\d+)\Z")


def number_words(text: str) -> str:
    """A comparison in words.

    >>> number_words(">= 2"), number_words("2..5"), number_words("<= 15 or 60..69")
    ('2 or more', '2 to 5', 'up to 15 or 60 to 69')
    """
    return " or ".join(_compared(part) for part in text.split(" or "))


def _compared(text: str) -> str:
    if found := _RANGE.match(text):
        return f"{int(found[1]):,} to {int(found[2]):,}"
    for pattern, words in _COMPARED:
        if found := pattern.match(text):
            return words.format(f"{int(found[1]):,}")
    return text


def label(house: str) -> str:
    """A house's name as a person writes it.

    >>> label("adc"), label("tda-2007"), label("homegame")
    ('ADC', 'TDA 2007', 'Homegame')
    """
    first, *rest = house.split("-")
    return " ".join([first.upper() if len(first) <= 3 else first.capitalize(), *rest])

"""The entries of a line of action, checked one by one.

An entry says who did what, and ``to`` which total in this betting round:

    {"who": "B", "does": "raise", "to": 200}

``to`` may be left out: a call is then of the full bet, a blind of its full size, and a
wager of an amount that is not known. An ante's ``to`` is the ante.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.arithmetic.given import Known
from rulebase.problems import FloorError
from rulebase.values import HIGHEST

POSTS = ("ante", "post-small", "post-big", "post")
WAGERS = ("bet", "raise", "all-in")
DOES = (*POSTS, "check", "fold", "call", *WAGERS)

_LONGEST_NAME = 100


class LineError(FloorError, ValueError):
    """A line of action that cannot be; the message names the entry."""

    def __init__(self, entry: int, wrong: str) -> None:
        super().__init__(f"entry {entry}: {wrong}")
        self.entry = entry


class Act(NamedTuple):
    """One entry of the line: ``entry`` counts from 1, ``to`` is the total in this round."""

    entry: int
    who: str
    does: str
    to: int | None = None

    @property
    def voluntary(self) -> bool:
        """Whether this is an action, and no blind or ante."""
        return self.does not in POSTS


def read_acts(line: Sequence[Mapping[str, object]]) -> tuple[Act, ...]:
    """The entries, each with a name, a known verb and an amount that may be.

    >>> read_acts([{"who": "A", "does": "bet", "to": 100}])
    (Act(entry=1, who='A', does='bet', to=100),)
    >>> read_acts([{"who": "A", "does": "bet", "to": -100}])
    Traceback (most recent call last):
    engine.arithmetic.acts.LineError: entry 1: "to" must be 0 or more, not -100

    Raises:
        LineError: an entry is malformed.
    """
    if isinstance(line, (str, Mapping)) or not isinstance(line, Sequence):
        raise LineError(1, "a line of action is a list of entries {who, does, to}")
    return tuple(_read_act(number, entry) for number, entry in enumerate(line, 1))


def _read_act(number: int, entry: object) -> Act:
    if not isinstance(entry, Mapping):
        raise LineError(number, "an entry is a mapping {who, does, to}")
    if odd := [key for key in entry if key not in ("who", "does", "to")]:
        raise LineError(number, f"unknown key {str(odd[0])[:40]!r}, an entry has who, does and to")
    does = entry.get("does")
    if does not in DOES:
        raise LineError(number, f'"does" must be one of {", ".join(DOES)}, not {str(does)[:40]!r}')
    return Act(number, player_name(entry.get("who"), number), str(does), _read_to(number, entry))


def player_name(who: object, entry: int = 1) -> str:
    """A player's name as the line has it; a seat number will do.

    >>> player_name(" UTG "), player_name(3)
    ('UTG', '3')
    """
    if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < 1000:
        who = str(who)
    if not isinstance(who, str) or not (name := " ".join(who.split())):
        raise LineError(entry, '"who" must name a player')
    if len(name) > _LONGEST_NAME:
        raise LineError(entry, f'"who" is longer than {_LONGEST_NAME} characters')
    return name


def asked_player(known: Known) -> str | None:
    """The player in question as the line names him; None without a usable name."""
    try:
        return player_name(known.get("player"))
    except LineError:
        return None


def _read_to(number: int, entry: Mapping[str, object]) -> int | None:
    to = entry.get("to")
    if to is None:
        return None
    if isinstance(to, bool) or not isinstance(to, int):
        raise LineError(number, f'"to" must be a whole number of chips, not {str(to)[:40]!r}')
    if to > HIGHEST:
        raise LineError(number, f'"to" is over {HIGHEST:,}')
    if to < 0:
        raise LineError(
            number, '"to" must be 0 or more' + (f", not {to}" if to >= -HIGHEST else "")
        )
    if to and entry["does"] in ("check", "fold"):
        raise LineError(number, f'a {entry["does"]} puts in no chips, it has no "to"')
    if not to and entry["does"] in ("call", *WAGERS):
        raise LineError(number, f'"to" of a {entry["does"]} must be more than 0')
    return to

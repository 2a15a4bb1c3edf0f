"""Seats that plain arithmetic gives: blinds, the button, who moves where, who places higher."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.arithmetic.given import Known, Seat, counts_by_seat, number, seat, seats, whole
from engine.arithmetic.odd_chips import clockwise
from engine.arithmetic.registry import computes


def _first_after(known: Known, listed: str, after: str) -> int | None:
    found, place = seats(known, listed), number(known, after)
    return clockwise(found, place)[0] if found is not None and place is not None else None


def next_big_blind(known: Known) -> int | None:
    """The next taken seat after the big blind: due for it, and the one to move (adc VII.o).

    >>> next_big_blind({"seats": [1, 3, 4, 8], "big-blind-seat": 8})
    1
    """
    return _first_after(known, "seats", "big-blind-seat")


def earliest_blind_seat(known: Known) -> int | None:
    """The open seat that the big blind reaches first (adc VII.o, tda-2024 11-A).

    >>> earliest_blind_seat({"open-seats": [2, 6], "big-blind-seat": 4})
    6
    """
    return _first_after(known, "open-seats", "big-blind-seat")


def first_from_button(known: Known) -> int | None:
    """The first of the seats still in the hand, left of the button (tda-2007 37)."""
    return _first_after(known, "seats-in-hand", "button-seat")


def heads_up_button(known: Known) -> Seat | None:
    """Heads-up the one who had the big blind last has the button (adc IV.1.3, VII.ee).

    >>> heads_up_button({"last-big-blind": 3})
    3
    """
    return seat(known.get("last-big-blind"))


def heads_up_big_blind(known: Known) -> Seat | None:
    """Heads-up the other of the two ``seats`` has the big blind (adc IV.1.3).

    >>> heads_up_big_blind({"last-big-blind": 3, "seats": [3, 7]})
    7
    """
    last, both = heads_up_button(known), seats(known, "seats")
    if both is None or len(both) != 2 or last not in both:
        return None
    return both[0] if last == both[1] else both[1]


def place_order(known: Known) -> list[Seat] | None:
    """Who went out in one hand, from the largest ``starting-stacks`` down; None if two tie."""
    stacks = counts_by_seat(known, "starting-stacks")
    if stacks is None or len(set(stacks.values())) < len(stacks):
        return None
    return sorted(stacks, key=lambda who: stacks[who], reverse=True)


@computes("start-stacks", needs=("starting-stacks",))
def start_stacks(known: Known) -> str | None:
    """Whether those who went out started the hand with different stacks or equal ones.

    >>> start_stacks({"starting-stacks": {"A": 4000, "B": 9000}})
    'different'
    """
    listed = known.get("starting-stacks")
    stacks = listed.values() if isinstance(listed, Mapping) else listed
    if not isinstance(stacks, Iterable) or isinstance(stacks, str):
        return None
    amounts = [whole(one) for one in stacks]
    if len(amounts) < 2 or None in amounts:
        return None
    return "different" if len(set(amounts)) == len(amounts) else "equal"


def place_by_stack(known: Known) -> Seat | None:
    """Who started the hand with more places higher (hosted Tournaments 29).

    Of stacks without names the larger stack itself.

    >>> place_by_stack({"starting-stacks": {"A": 4000, "B": 9000}})
    'B'
    >>> place_by_stack({"starting-stacks": [4000, 9000]})
    9000
    """
    listed = known.get("starting-stacks")
    if isinstance(listed, Sequence) and not isinstance(listed, str):
        stacks = [n for one in listed if (n := whole(one)) is not None]
        told = len(stacks) == len(listed) > 1 and stacks.count(max(stacks)) == 1
        return max(stacks) if told else None
    order = place_order(known)
    return order[0] if order else None

"""Odd chips: to whom they go, and what each winner of a split pot takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.arithmetic.cards import hands
from engine.arithmetic.five_cards import winning_five
from engine.arithmetic.given import Known, Seat, number, seats, word


def clockwise(of: Iterable[int], after: int) -> list[int]:
    """Seats in the order in which one comes to them clockwise after a seat, itself last.

    >>> clockwise([2, 5, 8], after=3)
    [5, 8, 2]
    """
    return sorted(of, key=lambda seat: (seat <= after, seat))


def odd_chip_seat(known: Known) -> Seat | None:
    """The first winner clockwise from the button (adc III.7.5(1), hosted Ties 5(a), tda-2007 3).

    >>> odd_chip_seat({"winners": [2, 5, 8], "button-seat": 3})
    5
    """
    order = _by_button(known, "winners")
    return order[0] if order else None


def odd_chip_high_card(known: Known) -> Seat | None:
    """Stud: the hand with the highest card by suit, of all its cards (hosted Ties 5(b)).

    >>> odd_chip_high_card({"cards": {2: "Kh 4d", 6: "Ks 2c"}})
    6
    """
    order = _by_card(known, None, low=False)
    return order[0] if order else None


def odd_chip_winning_card(known: Known) -> Seat | None:
    """Stud: the hand with the highest card by suit among the five that win (tda-2024 20-B).

    Between low hands the ace is the lowest card, as it is in them.

    >>> odd_chip_winning_card({"cards": {2: "9h 8d 7c 6s 5h As 2c", 6: "9s 8c 7h 6d 5c 3d 2d"}})
    6
    """
    dealt, won = hands(known) or {}, seats(known, "winners")
    told = list(won if won is not None else dealt)
    if not told or not all(dealt.get(seat) for seat in told):
        return None
    low = word(known, "odd-between") == "tied-low-hands"
    return max(
        told,
        key=lambda seat: max(
            card.ace_low if low else card for card in winning_five(dealt[seat], low=low)
        ),
    )


def odd_chip_low_card(known: Known) -> Seat | None:
    """Stud played for low: the hand with the lowest card by suit (hosted Ties 5(b)).

    The ace is the lowest card, unless the fact ``ace`` is high.

    >>> odd_chip_low_card({"cards": {2: "Kh 2d", 6: "Ks 2c"}})
    6
    """
    order = _by_card(known, None, low=True)
    return order[0] if order else None


def pot_shares(known: Known) -> dict[Seat, int] | None:
    """What each of the ``winners`` of a button game takes of ``pot`` (hosted Ties 3 to 5(a)).

    >>> pot_shares({"pot": 1025, "smallest-chip": 25, "winners": [2, 9], "button-seat": 1})
    {2: 525, 9: 500}
    """
    return _split(number(known, "pot"), known, _by_button(known, "winners"))


def high_low_shares(known: Known) -> dict[Seat, int] | None:
    """High-low: the high half has the odd chip, and each half is split (hosted Ties 5(c)).

    In a button game both halves' odd chips go left of the button; in stud to the highest card
    of the tied high hands, and to the lowest card of the tied low hands.

    >>> high_low_shares({"pot": 1025, "smallest-chip": 25, "high-winners": [4],
    ...                  "low-winners": [2, 7], "button-seat": 3})
    {4: 525, 7: 250, 2: 250}
    """
    return _high_low(known, low=True)


def high_low_shares_high_card(known: Known) -> dict[Seat, int] | None:
    """High-low as tda-2007 3: in stud the highest card has either half's odd chip.

    Hands that are identical, tied for high and for low, split the whole pot as one.

    >>> high_low_shares_high_card({"pot": 1050, "smallest-chip": 25, "high-winners": [4, 5],
    ...                            "low-winners": [4, 5], "button-seat": 3})
    {4: 525, 5: 525}
    """
    high, low = seats(known, "high-winners"), seats(known, "low-winners")
    if high and low and len(high) > 1 and set(high) == set(low):
        return _split(number(known, "pot"), known, _winners(known, "high-winners", low=False))
    return _high_low(known, low=False)


def _high_low(known: Known, low: bool) -> dict[Seat, int] | None:
    pot, unit = number(known, "pot"), number(known, "smallest-chip")
    if pot is None or not unit:
        return None
    low_half = pot // unit // 2 * unit
    high_shares = _split(pot - low_half, known, _winners(known, "high-winners", low=False))
    low_shares = _split(low_half, known, _winners(known, "low-winners", low=low))
    if high_shares is None or low_shares is None:
        return None
    won = dict.fromkeys([*high_shares, *low_shares])
    return {seat: high_shares.get(seat, 0) + low_shares.get(seat, 0) for seat in won}


def _split(amount: int | None, known: Known, order: list[Seat] | None) -> dict[Seat, int] | None:
    """An amount in chips of the smallest value, one odd chip each from the first on.

    What is under one chip stays with the first.
    """
    unit = number(known, "smallest-chip")
    if amount is None or not unit or not order:
        return None
    chips, under = divmod(amount, unit)
    each, odd = divmod(chips, len(order))
    shares = {seat: (each + (place < odd)) * unit for place, seat in enumerate(order)}
    shares[order[0]] += under
    return shares


def _winners(known: Known, name: str, low: bool) -> list[Seat] | None:
    """Winners in the order in which they get an odd chip in this game."""
    if word(known, "game") == "stud":
        return _by_card(known, seats(known, name), low)
    return _by_button(known, name)


def _by_button(known: Known, name: str) -> list[Seat] | None:
    won, button = seats(known, name), number(known, "button-seat")
    if won is None or (button is None and len(won) > 1):
        return None
    return list(won if button is None else clockwise(won, button))


def _by_card(known: Known, won: Sequence[Seat] | None, low: bool) -> list[Seat] | None:
    """The hands (those of the winners, if told) from the one whose card gets the odd chip on."""
    if won is not None and len(won) == 1:
        return list(won)
    dealt = hands(known) or {}
    told = list(won if won is not None else dealt)
    if not told or not all(dealt.get(seat) for seat in told):
        return None
    if not low:
        return sorted(told, key=lambda seat: max(dealt[seat]), reverse=True)
    ace_low = word(known, "ace") != "high"
    return sorted(told, key=lambda seat: min(c.ace_low if ace_low else c for c in dealt[seat]))

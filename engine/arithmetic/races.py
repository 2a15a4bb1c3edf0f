"""The chip race: who gets the new chips when the odd ones of a color are taken away.

Facts: ``odd-chips`` by seat, ``cards`` dealt by seat (one for each odd chip), ``old-chip`` and
``new-chip`` values, and whether a seat holds other chips (``other-chips`` by seat, or
``all-hold-others``). Answers: new chips by seat, seats without one left out.
"""

from __future__ import annotations

from engine.arithmetic.cards import Card, hands
from engine.arithmetic.given import Known, Seat, by_seat, counts_by_seat, numbers, word


def _race(known: Known) -> tuple[int, list[Seat]] | None:
    """How many new chips there are, and the seat of each card from the highest down.

    What is left over makes one more chip if it is half of one or more (adc VII.k, hosted
    Tournaments 9).
    """
    odd, dealt = counts_by_seat(known, "odd-chips"), hands(known)
    values = numbers(known, "old-chip", "new-chip")
    if odd is None or dealt is None or values is None:
        return None
    old, new = values
    racing = {seat: count for seat, count in odd.items() if count}
    if not 0 < old < new or any(count * old >= new for count in racing.values()):
        return None
    if racing != {seat: len(cards) for seat, cards in dealt.items() if cards}:
        return None
    order: list[tuple[Card, Seat]] = [(card, seat) for seat in racing for card in dealt[seat]]
    order.sort(key=lambda drawn: drawn[0], reverse=True)
    whole, rest = divmod(sum(racing.values()) * old, new)
    return whole + (2 * rest >= new), [seat for _, seat in order]


def _without_others(known: Known, racing: list[Seat]) -> set[Seat] | None:
    """The racing seats that have no other chips; None when that is not known of one."""
    if word(known, "all-hold-others") == "yes":
        return set()
    told = by_seat(known, "other-chips") or {}
    if any(told.get(seat) not in ("yes", "no") for seat in racing):
        return None
    return {seat for seat in racing if told[seat] == "no"}


def _tally(awarded: list[Seat]) -> dict[Seat, int]:
    return {seat: awarded.count(seat) for seat in dict.fromkeys(awarded)}


def race_by_card(known: Known) -> dict[Seat, int] | None:
    """The highest cards each take a new chip, whoever holds them (hosted Tournaments 9).

    >>> race_by_card({"odd-chips": {1: 3, 4: 2, 7: 3}, "old-chip": 25, "new-chip": 100,
    ...     "cards": {1: "Q♠ 4♥ 9♦", 4: "J♦ 10♣", 7: "A♥ K♣ 7♠"}})
    {7: 2}
    """
    if (race := _race(known)) is None:
        return None
    chips, order = race
    return _tally(order[:chips])


def race_by_card_protected(known: Known) -> dict[Seat, int] | None:
    """As by card, but who would be left without any chip is given one first (adc VII.k).

    These chips come out of the race; the highest cards share what remains.

    >>> race_by_card_protected({"odd-chips": {1: 3, 4: 2, 7: 3}, "old-chip": 25,
    ...     "new-chip": 100, "cards": {1: "Q♠ 4♥ 9♦", 4: "J♦ 10♣", 7: "A♥ K♣ 7♠"},
    ...     "other-chips": {1: "yes", 4: "no", 7: "yes"}})
    {4: 1, 7: 1}
    """
    if (race := _race(known)) is None:
        return None
    chips, order = race
    if (bare := _without_others(known, order)) is None:
        return None
    saved: list[Seat] = []
    while True:
        rest = [seat for seat in order if seat not in saved][: max(0, chips - len(saved))]
        lost = [seat for seat in dict.fromkeys(order) if seat in bare - {*saved, *rest}]
        if not lost:
            return _tally(saved + rest)
        saved += lost


def race_one_each_protected(known: Known) -> dict[Seat, int] | None:
    """The highest cards take one new chip, one a player at most (tda-2007 2, tda-2024 24-A).

    Who has lost his last chips in the race is then given one of the smallest in play.

    >>> race_one_each_protected({"odd-chips": {1: 3, 4: 2, 7: 3}, "old-chip": 25,
    ...     "new-chip": 100, "cards": {1: "Q♠ 4♥ 9♦", 4: "J♦ 10♣", 7: "A♥ K♣ 7♠"},
    ...     "all-hold-others": "yes"})
    {7: 1, 1: 1}
    """
    if (race := _race(known)) is None:
        return None
    chips, order = race
    if (bare := _without_others(known, order)) is None:
        return None
    awarded = list(dict.fromkeys(order))[:chips]
    return _tally(awarded + [seat for seat in dict.fromkeys(order) if seat in bare - {*awarded}])

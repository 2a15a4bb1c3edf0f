"""Of more cards, the five that make a hand: its best for high, or its best for low."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from engine.arithmetic.cards import Card

FIVE = 5
_WHEEL = frozenset({0, 1, 2, 3, 12})
_SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
"""How the ranks of five cards fall together, from no pair to four of a kind."""


def winning_five(cards: Iterable[Card], *, low: bool) -> tuple[Card, ...]:
    """The five cards that play; of equal ones those with the highest suits.

    >>> from engine.arithmetic.cards import read_cards
    >>> dealt = read_cards("9h 8d 7c 6s 5h As 2c") or ()
    >>> [sorted(card.rank for card in winning_five(dealt, low=low)) for low in (False, True)]
    [[3, 4, 5, 6, 7], [0, 3, 4, 5, 12]]
    """
    dealt = sorted(cards, reverse=True)
    if len(dealt) <= FIVE:
        return tuple(dealt)
    return max(combinations(dealt, FIVE), key=_low if low else _high)


def _high(five: tuple[Card, ...]) -> tuple[int, ...]:
    """A value that is higher for a better hand."""
    shape, ranks = _grouped(card.rank for card in five)
    straight, top = _straight(ranks)
    flush = len({card.suit for card in five}) == 1
    kinds = {(True, True): 8, (False, True): 5, (True, False): 4}
    kind = kinds.get((straight, flush)) or (0, 1, 2, 3, 6, 7)[_SHAPES.index(shape)]
    return (kind, top) if straight else (kind, *ranks)


def _low(five: tuple[Card, ...]) -> tuple[int, ...]:
    """A value that is higher for a lower hand, ace to five: no straights, no flushes."""
    shape, ranks = _grouped(card.ace_low.rank for card in five)
    return (-_SHAPES.index(shape), *(-rank for rank in ranks))


def _grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many cards of each rank, and those ranks, the largest groups and ranks first."""
    groups = sorted(((many, rank) for rank, many in Counter(ranks).items()), reverse=True)
    return tuple(many for many, _ in groups), tuple(rank for _, rank in groups)


def _straight(ranks: tuple[int, ...]) -> tuple[bool, int]:
    """Whether five ranks follow each other, and the top one; under a wheel lies the ace."""
    if frozenset(ranks) == _WHEEL:
        return True, 3
    return len(ranks) == FIVE and ranks[0] - ranks[-1] == FIVE - 1, ranks[0]

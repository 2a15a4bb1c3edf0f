"""The five cards that play, held against PokerKit's hands."""

from __future__ import annotations

import random

import pytest
from pokerkit import Hand, RegularLowHand, StandardHighHand

from engine.arithmetic.cards import RANKS, SUITS, Card
from engine.arithmetic.five_cards import winning_five

DECK = [Card(rank, suit) for rank in range(len(RANKS)) for suit in range(len(SUITS))]


def written(cards: tuple[Card, ...]) -> str:
    return "".join(RANKS[card.rank] + SUITS[card.suit] for card in cards)


@pytest.mark.parametrize(("low", "kind"), [(False, StandardHighHand), (True, RegularLowHand)])
def test_no_five_of_seven_are_better(low: bool, kind: type[Hand]) -> None:
    chance = random.Random(2024)
    for _ in range(400):
        dealt = tuple(chance.sample(DECK, 7))
        assert kind(written(winning_five(dealt, low=low))) == kind.from_game(written(dealt))


def test_of_equal_fives_the_one_with_the_highest_suit_plays() -> None:
    # A nine of hearts and one of spades both make the straight.
    straight = [Card(rank, 0) for rank in (3, 4, 5, 6)]
    nines = [Card(7, SUITS.index(suit)) for suit in "hs"]
    two = Card(0, 1)
    assert max(winning_five([*straight, *nines, two], low=False)) == nines[1]

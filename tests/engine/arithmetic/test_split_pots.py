"""Split pots and the five cards that play, against pokerkit on random hands.

Where a house's rule is not pokerkit's, the test says which rule it is and how they differ:

- hosted Ties 4, adc III.7.4 and tda-2024 20-A give each winner at most one odd chip, in turn
  from the left of the button; pokerkit gives all that is odd to the first.

Who wins is told in an incident (``winners``), never worked out. Cards are looked at only for
odd chips in stud: which five of a hand play, and which is the highest or the lowest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from pokerkit import (
    Automation,
    ChipsPushing,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitTexasHoldem,
    RegularLowHand,
    StandardHighHand,
    State,
)

from engine.arithmetic import AMOUNTS
from engine.arithmetic.cards import RANKS, SUITS, read_cards
from engine.arithmetic.five_cards import winning_five

HANDS = 500
HIGH_LOW = 200
CARDS = 500
DECK = [rank + suit for rank in RANKS for suit in SUITS]
_SHOWDOWN = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
)


class Pushed(NamedTuple):
    """A pot, or half of one, as pokerkit pushed it: seat by seat, and what kind of hand won."""

    pot: int
    half: int | None
    shares: dict[int, int]

    @property
    def amount(self) -> int:
        return sum(self.shares.values())


def holdem(rng: random.Random) -> State:
    """Those who do not fold are all-in before the flop, on a board that often plays."""
    players = rng.randint(2, 6)
    stacks = [rng.randint(101, 140) if rng.random() < 0.5 else 997 for _ in range(players)]
    state = NoLimitTexasHoldem.create_state(_SHOWDOWN, True, 0, (1, 2), 2, stacks, players)
    board = "AsKsQsJsTs" if rng.random() < 0.4 else "AhAdKcKsQd"
    return _run_out(state, rng, board, cards=2)


def omaha_high_low(rng: random.Random) -> State:
    """Those who do not fold bet all they have, on a board with a low."""
    players = rng.randint(2, 5)
    stacks = [rng.randint(3, 9) for _ in range(players)]
    game = FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    state = game.create_state(_SHOWDOWN, True, 0, (1, 2), 2, 4, stacks, players)
    return _run_out(state, rng, "2c3d4hKsKd", cards=4)


def _run_out(state: State, rng: random.Random, board: str, cards: int) -> State:
    left = [card for card in DECK if card not in board]
    for _ in state.player_indices:
        dealt = rng.sample(left, cards)
        left = [card for card in left if card not in dealt]
        state.deal_hole("".join(dealt))
    streets = iter((board[:6], board[6:8], board[8:]))
    while state.status:
        if state.checking_or_calling_amount and rng.random() < 0.35:
            state.fold()
        elif state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        elif state.can_check_or_call():
            state.check_or_call()
        elif state.can_burn_card("??"):
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board(next(streets))
        else:
            state.pull_chips()
    return state


def pushed(state: State) -> Iterator[Pushed]:
    """What was pushed, in order; seats count from 1 at the small blind, the last has the button."""
    for operation in state.operations:
        if isinstance(operation, ChipsPushing):
            shares = {seat: won for seat, won in enumerate(operation.amounts, 1) if won}
            yield Pushed(operation.pot_index, operation.hand_type_index, shares)


def facts(state: State, pot: int, **winners: list[int]) -> dict[str, object]:
    told = {name.replace("_", "-"): seats for name, seats in winners.items()}
    return {"pot": pot, "smallest-chip": 1, "button-seat": state.player_count, **told}


def dealt_out(shares: dict[int, int]) -> list[int]:
    return sorted(shares.values(), reverse=True)


def test_a_pot_is_split_as_pokerkit_splits_it_but_for_one_odd_chip_each() -> None:
    rng, tried = random.Random(21), Counter[str]()
    for _ in range(HANDS):
        state = holdem(rng)
        for one in pushed(state):
            winners = list(one.shares)
            ours = AMOUNTS["pot-shares"].function(facts(state, one.amount, winners=winners))
            assert isinstance(ours, dict)
            assert sum(ours.values()) == one.amount
            odd = one.amount % len(winners)
            if odd < 2:
                assert ours == one.shares
            else:
                assert max(ours.values()) - min(ours.values()) == 1
                assert sum(won == max(ours.values()) for won in ours.values()) == odd
            if odd and len(winners) > 1:
                first = AMOUNTS["odd-chip-seat"].function(
                    {"winners": winners, "button-seat": state.player_count}
                )
                assert one.shares[winners[0]] == max(one.shares.values())
                assert first == winners[0]
            tried[f"{len(winners)} winners, {odd} odd"] += 1
    assert min(tried["2 winners, 1 odd"], tried["3 winners, 1 odd"]) > 10, tried
    assert sum(many for kind, many in tried.items() if int(kind[-5]) > 1) > 10, tried


def test_a_high_low_pot_is_split_as_pokerkit_splits_it() -> None:
    """The high half has the odd chip (hosted Ties 5(c), adc III.7.5, tda-2007 3)."""
    rng, tried = random.Random(23), Counter[str]()
    for _ in range(HIGH_LOW):
        state = omaha_high_low(rng)
        halves = list(pushed(state))
        for pot in {one.pot for one in halves}:
            high, *low = (one for one in halves if one.pot == pot)
            if len(low) != 1 or high.amount % len(high.shares) > 1:
                continue
            if low[0].amount % len(low[0].shares) > 1:
                continue
            together = Counter(high.shares) + Counter(low[0].shares)
            told = facts(
                state,
                high.amount + low[0].amount,
                high_winners=list(high.shares),
                low_winners=list(low[0].shares),
            )
            assert AMOUNTS["high-low-shares"].function(told) == together, told
            tried["odd"] += high.amount != low[0].amount
            tried["quartered"] += len(low[0].shares) > 1 or len(high.shares) > 1
            if set(high.shares) != set(low[0].shares) or len(high.shares) == 1:
                assert AMOUNTS["high-low-shares-high-card"].function(told) == together
    assert min(tried["odd"], tried["quartered"]) > 10, tried


@pytest.mark.parametrize("count", [6, 7])
def test_the_five_cards_that_play_are_as_good_as_pokerkits_best(count: int) -> None:
    rng, straights = random.Random(count), 0
    for _ in range(CARDS):
        deck = DECK if rng.random() < 0.5 else [c for c in DECK if c[0] in "A2345678"]
        if rng.random() < 0.3:
            deck = [card for card in deck if card[1] in "hs"]
        dealt = rng.sample(deck, count)
        cards = read_cards(dealt)
        assert cards is not None
        for low, hand in ((False, StandardHighHand), (True, RegularLowHand)):
            five = "".join(RANKS[c.rank] + SUITS[c.suit] for c in winning_five(cards, low=low))
            assert hand(five) == hand.from_game("".join(dealt)), (dealt, five)
            straights += "Straight" in str(hand.from_game("".join(dealt)).entry.label)
    assert straights > 10

"""Minimum raise, reopening and side pots against pokerkit, on random no-limit hands.

Where a house's rule is not pokerkit's, the test says which rule it is and how they differ:

- adc VI.1.4 and tda-2024 47-A add up all that a player faces since he acted. pokerkit does so
  too, but once short all-ins have come to a full raise it counts those after them anew.
- tda-2007 10 adds nothing up: one wager must be a full raise by itself.
- adc VI.1.2 and VI.1.3 take the minimum bet (before the flop the big blind) as the least raise
  from the start. To pokerkit the first all-in of a round is a full wager, however small.
- adc IV.1.1 keeps the full price of a big blind that is short. In pokerkit the price sinks to it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.arithmetic import AMOUNTS
from engine.arithmetic.pots import side_pots
from engine.incident import from_mapping
from engine.ruling import Engine
from rulebase import load
from tests.engine.arithmetic.dealt import BIG_BLIND, DEEP, Hand, decisions

HANDS = 500
RULED = 250


def test_the_smallest_raise_is_pokerkits() -> None:
    tried: Counter[str] = Counter()
    for hand in decisions(1, HANDS):
        if hand.over:
            continue
        least = hand.state.min_completion_betting_or_raising_to_amount
        if least is None:
            continue
        facts = hand.facts()
        if facts["facing"] == "nothing":
            ours = min(BIG_BLIND, hand.state.stacks[hand.actor])
            assert facts["min-bet"] == BIG_BLIND
        else:
            ours = AMOUNTS["min-raise-to"].function(facts)  # type: ignore[assignment]
        assert ours == least, (hand.line, hand.who)
        assert facts["to-call"] == max(hand.state.bets)
        assert facts["already-in"] == hand.state.bets[hand.actor]
        tried[str(facts["facing"])] += 1
    assert set(tried) == {"nothing", "blind", "bet", "raise", "all-in"}
    assert min(tried.values()) > 50, tried


def test_who_has_acted_may_raise_again_as_pokerkit_lets_him() -> None:
    """Where they differ it is for one of the reasons at the head of this file."""
    found: Counter[str] = Counter()
    for hand in decisions(2, HANDS):
        if hand.over or not hand.raising_has_a_point():
            continue
        facts, theirs = hand.facts(), hand.state.can_complete_bet_or_raise_to()
        if facts["already-acted"] == "no":
            assert theirs, hand.line
            continue
        if facts["faces-full-raise-singly"] == "yes":
            assert facts["faces-full-wager"] == "yes", hand.line
        ours = facts["faces-full-wager"] == "yes"
        if ours == theirs:
            found["agreed: yes" if ours else "agreed: no"] += 1
        elif theirs:
            found["the first all-in of the round was short of the minimum bet"] += 1
            assert hand.state.completion_betting_or_raising_amount < BIG_BLIND, hand.line
        else:
            found["counted anew"] += 1
            assert facts["faces-full-raise-singly"] == "no", hand.line
            assert int(str(facts["short-all-ins"])) >= 2, hand.line
    assert min(found["agreed: yes"], found["agreed: no"]) > 50, found
    assert len(found) == 4, found


@pytest.fixture(scope="module")
def engine() -> Engine:
    houses = load.houses(["adc", "tda-2007", "tda-2024"])
    return Engine(houses, load.vocabulary())


def may_raise(engine: Engine, hand: Hand) -> dict[str, str]:
    """What each house rules when the player whose turn it is wants to raise again."""
    facts = {"player": hand.who, "street": hand.street, "big-blind": BIG_BLIND}
    incident, _ = from_mapping(
        {"events": ["wants-to-raise-again"], "facts": facts, "line": hand.line}, engine.vocabulary
    )
    ruling = engine.rule(incident.asking("may-raise"))
    return {
        name: house.main.fired[0].outcome if house.main.fired else "silent"
        for name, house in ruling.houses.items()
    }


def test_the_houses_rule_as_the_sums_say(engine: Engine) -> None:
    """Cumulative by adc VI.1.4 and tda-2024 47-A, one full raise by tda-2007 10."""
    tried = 0
    for hand in decisions(3, HANDS):
        if hand.over or tried == RULED or hand.facts()["already-acted"] == "no":
            continue
        tried += 1
        facts, ruled = hand.facts(), may_raise(engine, hand)
        assert ruled["adc"] == ruled["tda-2024"] == facts["faces-full-wager"], hand.line
        assert (ruled["tda-2007"] == "no") == (facts["faces-full-raise-singly"] == "no"), hand.line
    assert tried == RULED


def after(stacks: tuple[int, ...], *totals: int) -> Hand:
    """Before the flop: the totals put in, one after another from the first after the blinds."""
    hand = Hand.dealt(*stacks)
    for to in totals:
        hand.act("call" if to == max(hand.state.bets) else "raise", to)
    return hand


def test_short_all_ins_that_come_to_a_raise(engine: Engine) -> None:
    """Bet 300 (a raise by 200), all-ins to 420 and 500: 200 in sum, no full raise singly."""
    hand = after((DEEP, DEEP, DEEP, 420, 500), 300, 420, 500, 500, 500)
    assert (hand.who, hand.facts()["faced-since-acting"]) == ("P2", 200)
    assert hand.state.can_complete_bet_or_raise_to()
    assert may_raise(engine, hand) == {"adc": "yes", "tda-2024": "yes", "tda-2007": "no"}


def test_short_all_ins_that_fall_short_of_a_raise(engine: Engine) -> None:
    hand = after((DEEP, DEEP, DEEP, 420, 499), 300, 420, 499, 499, 499)
    assert (hand.who, hand.facts()["faced-since-acting"]) == ("P2", 199)
    assert not hand.state.can_complete_bet_or_raise_to()
    assert may_raise(engine, hand) == {"adc": "no", "tda-2024": "no", "tda-2007": "no"}


def test_pokerkit_counts_anew_after_a_raise_in_sum_and_no_house_does(engine: Engine) -> None:
    """All-ins to 420, 500 and 550: he faces 250, of which pokerkit looks at the last 50."""
    hand = after((DEEP, DEEP, DEEP, 420, 500, 550), 300, 420, 500, 550, 550, 550)
    assert (hand.who, hand.facts()["faced-since-acting"]) == ("P2", 250)
    assert not hand.state.can_complete_bet_or_raise_to()
    assert may_raise(engine, hand) == {"adc": "yes", "tda-2024": "yes", "tda-2007": "no"}


def test_a_first_all_in_short_of_a_raise_reopens_in_pokerkit_alone(engine: Engine) -> None:
    """He called the blind of 100, an all-in of 150 came behind him."""
    hand = after((DEEP, DEEP, DEEP, 150), 100, 150, 150, 150)
    assert (hand.who, hand.facts()["faced-since-acting"]) == ("P2", 50)
    assert hand.state.can_complete_bet_or_raise_to()
    assert may_raise(engine, hand) == {"adc": "no", "tda-2024": "no", "tda-2007": "no"}


def test_a_short_big_blind_keeps_its_price_with_us_alone() -> None:
    hand = Hand.dealt(DEEP, 60, DEEP, DEEP)
    assert max(hand.state.bets) == 60
    facts = hand.facts()
    assert (facts["to-call"], facts["min-raise-to"]) == (BIG_BLIND, 2 * BIG_BLIND)


def test_side_pots_are_pokerkits() -> None:
    """The same pots with the same players; what nobody called is a pot of ours alone."""
    tried: Counter[int] = Counter()
    returned = 0
    for hand in decisions(4, HANDS):
        state = hand.state
        if not hand.over or sum(state.statuses) == 1:
            continue
        theirs = [(pot.amount, [f"P{n}" for n in pot.player_indices]) for pot in state.pots]
        pots = side_pots({"stacks": hand.put, "folded": hand.folded}) or []
        ours = [(pot["amount"], pot["players"]) for pot in pots if pot["kind"] != "uncalled"]
        assert ours == theirs, (hand.put, hand.folded)
        uncalled = sum(int(str(pot["amount"])) for pot in pots if pot["kind"] == "uncalled")
        assert sum(hand.put.values()) - state.total_pot_amount == uncalled
        tried[len(ours)] += 1
        returned += uncalled > 0
    assert min(tried[1], tried[2], tried[3]) > 20, tried
    assert returned > 20

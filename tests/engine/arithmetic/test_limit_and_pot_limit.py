"""Pot-limit and limit against pokerkit, on random hands.

Where a house's rule is not pokerkit's, the test says which rule it is and how they differ:

- tda-2024 54-B counts short or dead blinds in full when the pot is figured before the flop;
  pokerkit counts the chips that are there.
- hosted Betting 5 lets an all-in under half a bet be completed; to pokerkit any all-in is
  raised by a full bet. It also lets who has acted raise again over half a bet, as does
  tda-2024 47-B in sum; pokerkit asks for a full bet there too.
- hosted Betting 3(a) counts the big blind as the bet and allows three raises over it, and an
  all-in under half a bet is no raise; pokerkit allows four before the flop and counts them all.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.arithmetic import AMOUNTS
from engine.incident import from_mapping
from engine.ruling import Engine, HouseRuling
from rulebase import load
from tests.engine.arithmetic.dealt import BIG_BLIND, DEEP, SMALL_BET, Hand, decisions

HANDS = 300
RULED = 120


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load.houses(["hosted", "tda-2024"]), load.vocabulary())


def ruled(
    engine: Engine, hand: Hand, event: str, asked: str, **more: object
) -> dict[str, HouseRuling]:
    """What each house rules on an event of the hand as it stands."""
    data = {"events": [event], "facts": {**hand.given(), **more}, "line": hand.line}
    incident, _ = from_mapping(data, engine.vocabulary)
    return dict(engine.rule(incident.asking(asked)).houses)


def outcome(ruling: HouseRuling) -> str:
    return ruling.main.fired[0].outcome if ruling.main.fired else "silent"


def amount(ruling: HouseRuling) -> object:
    return next((say.amount for say in ruling.main.fired if say.amount is not None), None)


def test_the_most_and_the_least_in_pot_limit_are_pokerkits() -> None:
    tried: Counter[str] = Counter()
    for hand in decisions(5, HANDS, "pot-limit"):
        if hand.over or hand.state.min_completion_betting_or_raising_to_amount is None:
            continue
        facts = hand.facts()
        chips = hand.state.stacks[hand.actor] + hand.state.bets[hand.actor]
        most = AMOUNTS["pot-limit-max"].function(facts)
        assert isinstance(most, int), hand.line
        theirs = hand.state.max_completion_betting_or_raising_to_amount
        assert min(most, chips) == theirs, (hand.line, hand.who)
        if facts["facing"] != "nothing":
            least = AMOUNTS["min-raise-to"].function(facts)
            assert least == hand.state.min_completion_betting_or_raising_to_amount, hand.line
        tried[f"{facts['facing']}, {hand.street}"] += 1
        tried["capped by the pot"] += most < chips
    assert tried["capped by the pot"] > 100
    assert min(tried["blind, preflop"], tried["nothing, flop"], tried["raise, flop"]) > 50, tried


def test_a_short_big_blind_counts_in_full_for_the_pot_with_us_alone() -> None:
    """tda-2024 54-B: blinds of 50 and 100 are a pot of 150, though the big blind has but 60."""
    hand = Hand.dealt(DEEP, 60, DEEP, DEEP, structure="pot-limit")
    assert hand.state.total_pot_amount == 110
    assert hand.state.max_completion_betting_or_raising_to_amount == 60 + 60 + 110
    assert AMOUNTS["pot-limit-max"].function(hand.facts()) == 100 + 100 + 150


def test_bets_and_raises_in_limit_are_pokerkits() -> None:
    tried: Counter[str] = Counter()
    for hand in decisions(6, HANDS, "limit"):
        if hand.over or hand.state.min_completion_betting_or_raising_to_amount is None:
            continue
        facts, chips = hand.facts(), hand.state.stacks[hand.actor] + hand.state.bets[hand.actor]
        least = AMOUNTS["min-raise-to"].function(facts)
        ours = min(hand.limit_bet, chips) if facts["facing"] == "nothing" else least
        assert ours == hand.state.min_completion_betting_or_raising_to_amount, hand.line
        assert facts["min-bet"] == facts["last-raise"] == hand.limit_bet
        tried[f"{facts['facing']}, {hand.limit_bet}"] += 1
    kinds = {f"{facing}, {bet}" for facing in ("nothing", "bet", "raise") for bet in (100, 200)}
    assert min(tried[kind] for kind in kinds) > 20, tried


def test_raises_in_limit_are_counted_as_pokerkit_counts_them() -> None:
    """But for all-ins under half a bet, which hosted Betting 5 does not count as raises."""
    tried: Counter[bool] = Counter()
    for hand in decisions(7, HANDS, "limit"):
        if hand.over or not hand.line:
            continue
        counted = hand.state.completion_betting_or_raising_count
        opening = int(hand.street != "preflop" and counted > 0)
        short = _wagers_under_half(hand)
        assert hand.facts()["raises-so-far"] == counted - opening - short, hand.line
        tried[short > 0] += 1
    assert min(tried[True], tried[False]) > 20, tried


def _wagers_under_half(hand: Hand) -> int:
    """All-ins over a bet or blind that add less than half a bet to it."""
    stands, found = 0, 0
    for act in hand.line:
        to = act.get("to")
        if isinstance(to, int) and to > stands:
            found += act["does"] == "all-in" and stands > 0 and 2 * (to - stands) < hand.limit_bet
            stands = to
    return found


def test_the_cap_is_pokerkits_but_for_one_raise_before_the_flop(engine: Engine) -> None:
    """A bet and three raises (hosted Betting 3(a)); before the flop the blind is the bet."""
    tried: Counter[str] = Counter()
    for hand in decisions(8, HANDS, "limit"):
        deep = sum(stack > 0 for stack in hand.state.stacks)
        if hand.over or deep < 3 or not hand.raising_has_a_point() or _wagers_under_half(hand):
            continue
        counted = hand.state.completion_betting_or_raising_count
        if counted < 3 or tried[f"{hand.street} {counted}"] == RULED // 4:
            continue
        tried[f"{hand.street} {counted}"] += 1
        more = {"betting-rounds": 4, "players-not-all-in": deep, "player": "somebody"}
        found = ruled(engine, hand, "raise-cap", "may-raise", **more)["hosted"]
        before_flop = hand.street == "preflop"
        assert outcome(found) == ("no" if counted >= 4 - before_flop else "yes"), hand.line
        if counted == 4:
            assert not hand.state.can_complete_bet_or_raise_to()
    assert min(tried["preflop 3"], tried["preflop 4"], tried["flop 3"], tried["flop 4"]) > 10


def limit_hand(*stacks: int, totals: tuple[int, ...]) -> Hand:
    """Before the flop in limit: the totals put in, one after another."""
    hand = Hand.dealt(*stacks, structure="limit")
    for to in totals:
        hand.act("call" if to == max(hand.state.bets) else "raise", to)
    return hand


@pytest.mark.parametrize(
    ("all_in", "smallest"),
    [
        pytest.param(140, 200, id="under half a bet: completed"),
        pytest.param(150, 250, id="half a bet: raised"),
        pytest.param(190, 290, id="nearly a bet: raised"),
        pytest.param(200, 300, id="a full bet: raised"),
    ],
)
def test_a_short_all_in_is_completed_or_raised(engine: Engine, all_in: int, smallest: int) -> None:
    """hosted Betting 5; pokerkit has the all-in raised by a full bet however small it is."""
    hand = limit_hand(DEEP, DEEP, all_in, DEEP, totals=(all_in,))
    theirs = hand.state.min_completion_betting_or_raising_to_amount
    assert theirs == all_in + SMALL_BET
    found = ruled(engine, hand, "minimum-raise-asked", "minimum")["hosted"]
    assert amount(found) == smallest
    assert (smallest == theirs) == (2 * (all_in - BIG_BLIND) >= SMALL_BET)


@pytest.mark.parametrize(
    ("all_in", "again"),
    [
        pytest.param(249, "no", id="under half a bet"),
        pytest.param(250, "yes", id="half a bet"),
        pytest.param(299, "yes", id="nearly a bet"),
        pytest.param(300, "yes", id="a full bet"),
    ],
)
def test_half_a_bet_lets_who_has_acted_raise_again(engine: Engine, all_in: int, again: str) -> None:
    """hosted Betting 5 and tda-2024 47-B: over half a bet; pokerkit wants a full one."""
    hand = limit_hand(DEEP, DEEP, DEEP, all_in, totals=(200, all_in, all_in, all_in))
    assert (hand.who, hand.facts()["faced-since-acting"]) == ("P2", all_in - 200)
    assert hand.state.can_complete_bet_or_raise_to() == (all_in == 300)
    found = ruled(engine, hand, "wants-to-raise-again", "may-raise", **{"in-for-all-bets": "yes"})
    assert {name: outcome(ruling) for name, ruling in found.items()} == {
        "hosted": again,
        "tda-2024": again,
    }

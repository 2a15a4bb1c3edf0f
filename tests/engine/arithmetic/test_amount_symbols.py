"""Amounts by symbol: wagers, pots, odd chips, chip races, seats."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arithmetic import AMOUNTS, amount, needs
from engine.arithmetic.cards import RANKS, SUITS

RACE: dict[str, Any] = {
    "odd-chips": {"1": 3, "4": 2, "7": 3},
    "cards": {"1": ["Q♠", "4♥", "9♦"], "4": ["J♦", "10♣"], "7": ["A♥", "K♣", "7♠"]},
    "old-chip": 25,
    "new-chip": 100,
    "all-hold-others": "yes",
}


@pytest.mark.parametrize(
    ("symbol", "known", "value"),
    [
        ("to-call", {"to-call": 600}, 600),
        ("to-call", {"to-call": 600, "already-in": 100, "stack": 300}, 400),
        ("to-add", {"to-call": 600, "already-in": 50}, 550),
        ("to-add", {"to-call": 600, "already-in": 50, "stack": 500}, 500),
        ("to-add", {"to-call": 600}, None),
        ("min-raise-to", {"facing": "bet", "to-call": 1000, "street": "flop"}, 2000),
        (
            "min-raise-to",
            {"to-call": 1000, "last-raise": 1000, "already-in": 0, "stack": 1600},
            1600,
        ),
        ("min-raise-by", {"to-call": 3600, "last-raise": 2000}, 2000),
        ("raise-made-up", {"total-in": 1600, "min-raise-to": 2000}, 2000),
        ("raise-made-up", {"total-in": 2600, "min-raise-to": 2000}, 2600),
        ("max-of-chip", {"largest-chip": 5000}, 5000),
        ("max-of-chip", {"chips": 1, "put-in": 1000, "facing": "nothing"}, 1000),
        ("raise-of-chip", {"largest-chip": 1000, "min-raise-to": 1200}, 1200),
        ("change", {"total-in": 5000, "to-call": 600}, 4400),
        ("shortfall", {"total-in": 300, "to-call": 1200}, 900),
        ("all-in-plus-min-bet", {"all-in-to": 20, "big-blind": 100}, 120),
        ("all-in-plus-min-bet", {"to-call": 20, "big-blind": 100}, 120),
        ("complete-to", {"all-in-over": 0, "limit-bet": 20}, 20),
        ("half-mark", {"to-call": 1400, "last-raise": 1400}, 2100),
        ("half-mark", {"to-call": 1100, "last-raise": 600}, 1400),
        ("reopens-at", {"already-in": 125, "last-raise": 100}, 225),
        ("believed-change", {"total-in": 500, "believed-bet": 400}, 100),
        ("buy-in-minimum", {"max-bet": 6}, 60),
        ("hands-missed", {"players-at-table": 9, "penalty-rounds": 2}, 18),
        ("place-by-stack", {"starting-stacks": {"A": 4000, "B": 9000}}, "B"),
        ("place-by-stack", {"starting-stacks": {"A": 9000, "B": 9000}}, None),
        ("place-by-stack", {"starting-stacks": [4000, 9000]}, 9000),
        ("place-by-stack", {"starting-stacks": [9000, 9000, 4000]}, None),
        ("place-by-stack", {"starting-stacks": [9000]}, None),
        ("raise-of-chip", {"min-raise-to": 1200}, None),
        ("next-big-blind", {"seats": [1, 3]}, None),
        ("heads-up-big-blind", {"last-big-blind": 5, "seats": [3, 7]}, None),
        ("heads-up-big-blind", {"last-big-blind": 3, "seats": [3, 5, 7]}, None),
        ("big-blind", {"big-blind": 200, "small-blind": 100}, 200),
        ("place-order", {"starting-stacks": {"A": 1, "B": 3, "C": 2}}, ["B", "C", "A"]),
        ("heads-up-button", {"last-big-blind": "Ann"}, "Ann"),
        ("heads-up-big-blind", {"last-big-blind": 3, "seats": [3, 7]}, 7),
        ("next-big-blind", {"seats": [1, 3, 4, 8], "big-blind-seat": 4}, 8),
        ("earliest-blind-seat", {"open-seats": [2, 6], "big-blind-seat": 7}, 2),
        ("first-from-button", {"seats-in-hand": [2, 9], "button-seat": 5}, 9),
    ],
)
def test_amounts(symbol: str, known: dict[str, object], value: object) -> None:
    assert amount(symbol, known) == value


def test_the_last_seat_for_an_odd_chip_is_the_button() -> None:
    for winners, button, seat in [([2, 5, 8], 3, 5), ([2, 5], 5, 2), ([5, 2], 8, 2), ([5], 5, 5)]:
        assert amount("odd-chip-seat", {"winners": winners, "button-seat": button}) == seat
    assert amount("odd-chip-seat", {"winners": [2, 5]}) is None
    assert amount("odd-chip-seat", {"winners": [2, 2], "button-seat": 1}) is None


@pytest.mark.parametrize(
    ("known", "most"),
    [
        # tda-2024 54-B: 100-200, first to act; small blind dead, or big blind short
        ({"pot": 200, "facing": "blind", "acted-with-chips": 0}, 700),
        ({"facing": "blind", "acted-with-chips": 0}, 700),
        ({"pot": 500, "facing": "blind"}, 900),
        ({"pot": 10500, "facing": "nothing"}, 10500),
        ({"pot": 200, "facing": "bet", "to-call": 100, "street": "flop"}, 400),
        ({"pot": 600, "facing": "raise", "to-call": 300, "already-in": 100}, 1100),
    ],
)
def test_pot_limit(known: dict[str, object], most: int) -> None:
    blinds = {"small-blind": 100, "big-blind": 200, "already-in": 0, "structure": "pot-limit"}
    assert amount("pot-limit-max", {**blinds, **known}) == most
    assert amount("max-of-chip", {**blinds, **known, "largest-chip": 50_000}) == most


def test_the_shares_of_a_high_low_pot() -> None:
    # dev.yaml, rule20-hilo-quartered: 525 to the high, 250 to each low
    quartered: dict[str, object] = {
        "pot": 1025,
        "smallest-chip": 25,
        "high-winners": [6],
        "low-winners": [2, 9],
        "button-seat": 1,
    }
    assert amount("high-low-shares", quartered) == {6: 525, 2: 250, 9: 250}
    assert amount("high-low-shares-high-card", quartered) == {6: 525, 2: 250, 9: 250}
    odd_low = {**quartered, "pot": 1100}
    assert amount("high-low-shares", odd_low) == {6: 550, 2: 275, 9: 275}
    odd_low["pot"] = 1050
    assert amount("high-low-shares", odd_low) == {6: 525, 2: 275, 9: 250}


def test_stud_splits_the_low_by_the_lowest_or_by_the_highest_card() -> None:
    stud: dict[str, object] = {
        "game": "stud",
        "pot": 1050,
        "smallest-chip": 25,
        "high-winners": [6],
        "low-winners": [2, 9],
        "cards": {2: "2c 7h Kd", 9: "3c 7d Ks"},
    }
    assert amount("high-low-shares", stud) == {6: 525, 2: 275, 9: 250}
    assert amount("high-low-shares-high-card", stud) == {6: 525, 9: 275, 2: 250}


def test_identical_hands_split_the_whole_pot() -> None:
    wheel = {
        "pot": 1050,
        "smallest-chip": 25,
        "high-winners": [2, 4],
        "low-winners": [2, 4],
        "button-seat": 1,
    }
    assert amount("high-low-shares", wheel) == {2: 550, 4: 500}
    assert amount("high-low-shares-high-card", wheel) == {2: 525, 4: 525}


def test_odd_chip_by_card() -> None:
    cards = {"cards": {2: "Ac 5d", 6: "Kh 2c", 8: "Kd As"}}
    assert amount("odd-chip-high-card", cards) == 8
    assert amount("odd-chip-low-card", cards) == 2
    assert amount("odd-chip-low-card", {**cards, "ace": "high"}) == 6
    assert amount("odd-chip-high-card", {"cards": {2: "Ac", 6: "Ac"}}) is None
    assert amount("odd-chip-high-card", {"cards": {2: "Ac", 6: "joker"}}) is None


@pytest.mark.parametrize("symbol", ["race-by-card", "race-by-card-protected"])
def test_the_chip_race_of_the_issue(symbol: str) -> None:
    assert amount(symbol, RACE) == {7: 2}
    assert amount("race-one-each-protected", RACE) == {7: 1, 1: 1}


def test_who_would_be_left_without_chips_is_saved_each_houses_way() -> None:
    known = {**RACE, "other-chips": {"1": "yes", "4": "no", "7": "yes"}}
    del known["all-hold-others"]
    assert amount("race-by-card", known) == {7: 2}
    assert amount("race-by-card-protected", known) == {4: 1, 7: 1}
    assert amount("race-one-each-protected", known) == {7: 1, 1: 1, 4: 1}
    # saving seat 4 takes a chip from the pool, so seat 7 wins one; with two to save none is left
    known["other-chips"] = {"1": "no", "4": "no", "7": "yes"}
    assert amount("race-by-card-protected", known) == {1: 1, 4: 1}
    del known["other-chips"]["4"]
    assert amount("race-by-card-protected", known) is None


def test_a_save_that_costs_another_bare_player_his_chip_saves_him_too() -> None:
    known = {
        "odd-chips": {1: 2, 2: 2},
        "cards": {1: "As Ks", 2: "2c 3c"},
        "old-chip": 25,
        "new-chip": 100,
        "other-chips": {1: "no", 2: "no"},
    }
    assert amount("race-by-card-protected", known) == {2: 1, 1: 1}


@pytest.mark.parametrize(("odd", "chips"), [(1, 0), (2, 1), (3, 1)])
def test_what_is_left_makes_a_chip_from_half_up(odd: int, chips: int) -> None:
    known = {**RACE, "odd-chips": {1: odd}, "cards": {1: ["As", "Ks", "Qs"][:odd]}}
    assert amount("race-by-card", known) == ({1: chips} if chips else {})


@pytest.mark.parametrize(
    "wrong",
    [
        {"cards": {"1": ["Q♠"], "4": ["J♦", "10♣"], "7": ["A♥", "K♣", "7♠"]}},
        {"cards": {"1": ["Q♠", "4♥", "9♦"], "4": ["J♦", "J♦"], "7": ["A♥", "K♣", "7♠"]}},
        {"odd-chips": {"1": 4, "4": 2, "7": 3}},
        {"old-chip": 100},
        {"new-chip": None},
        {"odd-chips": [3, 2, 3]},
    ],
)
def test_a_race_that_cannot_be_told(wrong: dict[str, object]) -> None:
    for symbol in ("race-by-card", "race-by-card-protected", "race-one-each-protected"):
        assert amount(symbol, {**RACE, **wrong}) is None


def test_side_pots() -> None:
    pots = amount(
        "side-pots", {"stacks": {"A": 500, "B": 2000, "C": 3000, "D": 900}, "folded": ["D"]}
    )
    assert pots == [
        {"kind": "main", "amount": 2000, "players": ["A", "B", "C"]},
        {"kind": "side", "amount": 3400, "players": ["B", "C"]},
        {"kind": "uncalled", "amount": 1000, "players": ["C"]},
    ]


@given(
    st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(0, 50), min_size=1),
    st.sets(st.sampled_from("ABCDEFGH")),
    st.integers(2, 500),
)
def test_side_pots_sum_and_scale(stacks: dict[str, int], folded: set[str], factor: int) -> None:
    known: dict[str, object] = {"stacks": stacks, "folded": sorted(folded)}
    pots: Any = amount("side-pots", known)
    assert sum(pot["amount"] for pot in pots) == sum(stacks.values())
    larger: Any = amount(
        "side-pots", {**known, "stacks": {k: v * factor for k, v in stacks.items()}}
    )
    assert larger == [{**pot, "amount": pot["amount"] * factor} for pot in pots]
    for pot in pots:
        assert pot["amount"] > 0
        if pot["kind"] != "uncalled":
            assert not folded & set(pot["players"])
    won = [set(pot["players"]) for pot in pots if pot["kind"] != "uncalled"]
    assert all(later < earlier for earlier, later in pairwise(won))


DECK = [rank + suit for rank in RANKS for suit in SUITS]


@st.composite
def races(draw: st.DrawFn) -> dict[str, Any]:
    odd = draw(st.dictionaries(st.integers(1, 9), st.integers(1, 3), min_size=1))
    deck = draw(st.permutations(DECK))
    cards: dict[int, list[str]] = {}
    for seat, count in odd.items():
        cards[seat], deck = deck[:count], deck[count:]
    others = {seat: draw(st.sampled_from(["yes", "no"])) for seat in odd}
    return {
        "odd-chips": odd,
        "cards": cards,
        "old-chip": 25,
        "new-chip": 100,
        "other-chips": others,
    }


@given(races())
def test_chip_races(known: dict[str, Any]) -> None:
    odd = sum(known["odd-chips"].values())
    chips = (odd + 2) // 4
    bare = {seat for seat, others in known["other-chips"].items() if others == "no"}
    plain: Any = amount("race-by-card", known)
    saved: Any = amount("race-by-card-protected", known)
    each: Any = amount("race-one-each-protected", known)
    assert sum(plain.values()) == chips
    assert bare <= saved.keys()
    assert sum(saved.values()) == chips or (sum(saved.values()) > chips and saved.keys() <= bare)
    assert bare <= each.keys()
    assert set(each.values()) <= {1}
    assert chips <= len(each) <= chips + len(bare)
    if not bare:
        assert saved == plain


@given(races(), st.randoms(use_true_random=False))
def test_a_race_does_not_depend_on_the_order_of_seats(known: dict[str, Any], rng: Any) -> None:
    turned = dict(known)
    for name in ("odd-chips", "cards", "other-chips"):
        items = list(known[name].items())
        rng.shuffle(items)
        turned[name] = dict(items)
    for symbol in ("race-by-card", "race-by-card-protected", "race-one-each-protected"):
        assert amount(symbol, turned) == amount(symbol, known)


@given(
    st.integers(1, 100_000),
    st.sampled_from([1, 5, 25, 100]),
    st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True),
    st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True),
    st.integers(1, 9),
)
def test_shares_sum_to_the_pot(
    pot: int, unit: int, high: list[int], low: list[int], button: int
) -> None:
    known: dict[str, object] = {
        "pot": pot,
        "smallest-chip": unit,
        "winners": high,
        "high-winners": high,
        "low-winners": low,
        "button-seat": button,
    }
    for symbol in ("pot-shares", "high-low-shares", "high-low-shares-high-card"):
        shares: Any = amount(symbol, known)
        assert sum(shares.values()) == pot
    split: Any = amount("pot-shares", {**known, "pot": pot * unit})
    assert max(split.values()) - min(split.values()) in (0, unit)
    assert len(high) == 1 or split[amount("odd-chip-seat", known)] == max(split.values())


def test_every_symbol_is_told_nothing_and_says_what_it_needs() -> None:
    for symbol in AMOUNTS:
        assert amount(symbol, {}) is None
        assert needs(symbol)
    with pytest.raises(KeyError):
        amount("min-rise-to", {})

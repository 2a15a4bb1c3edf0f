"""The line of action: what it comes to, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arithmetic import LINE_FACTS, LineError, compute, disagreements, fold_line
from engine.arithmetic.line import line_facts


def line(text: str) -> list[dict[str, Any]]:
    """``A bet 100, B all-in 125, A call`` as entries; the last word may be the total."""
    entries: list[dict[str, Any]] = []
    for part in filter(None, text.split(", ")):
        words = part.split()
        to = int(words.pop()) if words[-1].lstrip("-").isdecimal() else None
        entry = {"who": " ".join(words[:-1]), "does": words[-1]}
        entries.append(entry if to is None else {**entry, "to": to})
    return entries


def facts(text: str, **known: object) -> dict[str, object]:
    given_facts = {name.replace("_", "-"): value for name, value in known.items()}
    return {**given_facts, **compute(given_facts, line(text))}


@pytest.mark.parametrize(
    ("text", "known", "least"),
    [
        # tda-2024 47-A, Add.; issue: 300/500/650/800
        ("A bet 300, B all-in 500, C all-in 650, D all-in 800, E call", {}, 1100),
        ("A bet 300, B all-in 500, C all-in 650, D all-in 800", {"big_blind": 100}, 1100),
        # 43-A, Add.
        ("A bet 600, B raise 1600, C raise 3600", {"small_blind": 100, "big_blind": 200}, 5600),
        ("A all-in 150", {"street": "preflop", "big_blind": 100}, 250),
        ("A raise 500, B call, C call", {"street": "preflop", "big_blind": 50}, 950),
        ("A bet 300, B raise 1000", {"street": "turn", "big_blind": 200}, 1700),
        # adc VI.1.2: a tiny all-in, 20 -> 120
        ("A all-in 20", {"street": "flop", "big_blind": 100}, 120),
        ("A all-in 20, B all-in 60", {"street": "flop", "big_blind": 100}, 160),
        # adc VI.1.2, IV.1.1: a short big blind keeps the full price
        ("S post-small 50, B post-big 60", {"big_blind": 100}, 200),
        ("S post-small 50, B post-big 100, A all-in 70", {"big_blind": 100}, 200),
        # adc VI.1.3
        ("A bet 100, B raise 200", {}, 300),
        ("A bet 100, B all-in 125, C all-in 200", {"player": "A"}, 300),
        ("A call 4000, B fold, C all-in 7500, small blind fold", {"big_blind": 4000}, 11500),
        # a raise over short all-ins sets the yardstick by what it adds to them
        ("A bet 300, B all-in 500, C raise 900", {}, 1300),
        # a raise that was too small leaves the yardstick alone
        ("A bet 600, B raise 1000", {"player": "C"}, 1600),
        # limit
        ("A bet 20, B raise 40", {"structure": "limit", "limit_bet": 20}, 60),
        ("A all-in 15", {"structure": "limit", "limit_bet": 20, "street": "flop"}, 35),
    ],
)
def test_smallest_raise(text: str, known: dict[str, object], least: int) -> None:
    assert facts(text, **known)["min-raise-to"] == least


@pytest.mark.parametrize(
    ("text", "player", "faced", "full", "singly"),
    [
        ("A bet 100, B raise 200, C all-in 250, A call", "B", 50, "no", "no"),
        ("A bet 100, B raise 200, C all-in 250", "A", 150, "yes", "yes"),
        ("A bet 100, B all-in 125, C all-in 200", "A", 100, "yes", "no"),
        ("A bet 100, B all-in 125, C all-in 199", "A", 99, "no", "no"),
        ("A bet 100, B all-in 200", "A", 100, "yes", "yes"),
        # tda-2024 47-A, Add.: C faces 75, after a raise to 300 he faces 175
        ("A bet 100, B all-in 125, C call, D all-in 200, E call, A call", "C", 75, "no", "no"),
        (
            "A bet 100, B all-in 125, C call, D all-in 200, E call, A raise 300",
            "C",
            175,
            "yes",
            "yes",
        ),
        # 47-A, Add.: the limper behind a big blind that calls, or raises
        ("BB post-big, A call, C all-in 7500, BB call", "A", 3500, "no", "no"),
        ("BB post-big, A call, C all-in 7500, BB raise 11500", "A", 7500, "yes", "yes"),
    ],
)
def test_reopening(text: str, player: str, faced: int, full: str, singly: str) -> None:
    found = facts(text, player=player, big_blind=4000 if "7500" in text else 100)
    assert found["already-acted"] == "yes"
    assert found["faced-since-acting"] == faced
    assert found["faces-full-wager"] == full
    assert found["faces-full-raise-singly"] == singly


def test_the_big_blind_has_not_acted_by_posting() -> None:
    text = "SB post-small, BB post-big, A call, C all-in 7500, SB fold"
    found = facts(text, player="BB", small_blind=2000, big_blind=4000)
    assert found["already-acted"] == "no"
    assert (found["to-add"], found["min-raise-to"]) == (3500, 11500)
    assert "faces-full-wager" not in found


def test_a_blind_is_in_by_name_or_by_position() -> None:
    text = "A call, C all-in 7500"
    assert facts(text, player="big blind", big_blind=4000)["to-add"] == 3500
    by_position = facts(text, player="X", position="big-blind", big_blind=4000)
    assert by_position["to-add"] == 3500
    assert facts(text, player="X", position="button", big_blind=4000)["to-add"] == 7500
    assert "already-in" not in facts(text, player="X", big_blind=4000)


def test_the_players_last_act_is_the_one_in_question() -> None:
    found = facts("A bet 600, B raise 1000", player="B", street="flop", big_blind=200)
    assert found["facing"] == "bet"
    assert (found["total-in"], found["to-call"], found["min-raise-to"]) == (1000, 600, 1200)
    assert found["raise-part"] == "half-or-more"
    under = facts("A bet 600, B raise 800", player="B", street="flop", big_blind=200)
    assert under["raise-part"] == "under-half"
    short = facts("A bet 300, B raise 1200, C call 300", player="C")
    assert (short["against-call"], short["shortfall"], short["acted-after-him"]) == ("less", 900, 0)


def test_counts() -> None:
    found = facts("SB post-small, BB post-big, A fold, B call, C fold", player="B", big_blind=2)
    assert found["acted-after-blinds"] == 3
    assert (found["acted-with-chips"], found["acted-without-chips"]) == (1, 2)
    assert (found["folds-so-far"], found["acted-after-him"]) == (2, 1)
    assert "acted-after-blinds" not in facts("A check", street="turn")


def test_counts_start_with_the_last_of_his_acts() -> None:
    found = facts("A check, B bet 100, A raise 300, B call", player="A")
    assert found["acted-after-him"] == 1
    assert facts("A bet 100, B call", player="C").keys().isdisjoint({"acted-after-him"})


def test_a_bet_of_the_blinds_size_only_calls_it() -> None:
    found = facts("A bet 600", player="B", street="preflop", big_blind=600, position="button")
    assert (found["facing"], found["to-call"], found["min-raise-to"]) == ("blind", 600, 1200)
    with pytest.raises(LineError):
        facts("A raise 600", street="preflop", big_blind=600)
    with pytest.raises(LineError):
        facts("A bet 600, B bet 600", street="flop")
    with pytest.raises(LineError):
        facts("A bet 1200, B bet 1200", street="preflop", big_blind=600)


def test_short_all_ins() -> None:
    text = "A bet 100, B all-in 125, C raise 300, D all-in 310, E all-in 600"
    found = facts(text, player="A")
    assert (found["short-all-ins"], found["short-all-ins-sum"]) == (2, 35)
    assert (found["all-in-to"], found["all-in-over"]) == (600, 310)
    assert found["all-in-part"] == "full-raise"
    behind = facts("A bet 100, B all-in 125, C raise 300", player="A")
    assert (behind["all-in-to"], behind["all-in-over"]) == (125, 100)
    assert (behind["all-in-adds"], behind["all-in-part"]) == (25, "under-half-raise")
    tiny = facts("A all-in 20", big_blind=100, street="flop")
    assert tiny["all-in-part"] == "under-min-bet"
    assert facts("A bet 20, B all-in 28", limit_bet=20)["limit-all-in-part"] == "under-half"


def test_what_he_puts_in_follows_from_his_total() -> None:
    text = "SB post-small, BB post-big, A raise 600, SB raise 1500"
    found = facts(text, player="SB", small_blind=100, big_blind=200)
    assert (found["already-in"], found["total-in"], found["put-in"]) == (100, 1500, 1400)
    assert "put-in" not in facts("A bet 100, B raise", player="B")


def test_a_posted_blind_tells_its_size_and_a_straddle_raises_it() -> None:
    found = facts("S post-small 50, B post-big 100", player="A")
    assert (found["to-call"], found["min-raise-to"], found["already-in"]) == (100, 200, 0)
    assert "already-in" not in facts("B post-big 100", player="A")
    assert facts("S post-small 50, B post-big 100, U post 200")["min-raise-to"] == 400
    assert "already-in" not in facts("A raise 600", player="X", position="small-blind")


def test_raises_so_far_leave_short_all_ins_out() -> None:
    assert facts("A bet 100, B raise 200, C all-in 250, D raise 350")["raises-so-far"] == 2
    limit = {"structure": "limit", "limit_bet": 20, "street": "flop"}
    assert facts("A bet 20, B all-in 29", **limit)["raises-so-far"] == 0
    assert facts("A bet 20, B all-in 30", **limit)["raises-so-far"] == 1


@pytest.mark.parametrize(
    ("text", "facing"),
    [
        ("A check", "nothing"),
        ("SB post-small 1, BB post-big 2", "blind"),
        ("A bet 100", "bet"),
        ("A bet 100, B raise 200", "raise"),
        ("A bet 100, B all-in 150", "all-in"),
        ("A bet 100, B all-in 50", "bet"),
        ("A raise 600, B call", "raise"),
    ],
)
def test_facing(text: str, facing: str) -> None:
    assert facts(text)["facing"] == facing


def test_an_unknown_amount_stays_unknown_until_told() -> None:
    found = facts("A bet, B raise, C call", player="A")
    assert (found["raises-so-far"], found["facing"]) == (1, "raise")
    assert not {"to-call", "last-raise", "min-raise-to", "faces-full-wager"} & found.keys()
    assert found["faces-full-raise-singly"] == "yes"
    told = facts("A bet, B raise 800", player="A")
    assert told["to-call"] == 800
    assert "min-raise-to" not in told
    assert facts("A bet, B raise 800, C raise 2000")["min-raise-to"] == 3200
    assert "faces-full-raise-singly" not in facts("A bet 100, B all-in", player="A")


def test_the_pot_counts_what_is_in_the_line() -> None:
    blinds = {"small_blind": 100, "big_blind": 200, "street": "preflop"}
    assert facts("SB post-small, BB post-big, A raise 600, SB call", **blinds)["pot"] == 1400
    assert facts("BB post-big 50, A raise 600", **blinds)["pot"] == 900
    assert "pot" not in facts("A raise 600", **blinds)
    assert facts("A bet 100", street="flop", pot_before_round=250)["pot"] == 350
    assert facts("A ante 5, SB post-small, BB post-big", **blinds)["pot"] == 305


@pytest.mark.parametrize(
    ("entries", "entry", "says"),
    [
        (line("A bet -100"), 1, "0 or more"),
        ([{"who": "A", "does": "bet", "to": 10**40}], 1, "over 9,007,199,254,740,992"),
        ([{"who": "A", "does": "bet", "to": -(10**40)}], 1, "0 or more"),
        (line("A bet 300, B raise 300"), 2, "B raises to 300, but the bet stands at 300"),
        (line("A bet 300, B bet 200"), 2, "B bets to 200"),
        (line("A bet 300, B raise 900, A call 200"), 3, "backwards"),
        (line("A bet 300, B call 400"), 2, "calls 400, but the bet stands at 300"),
        (line("A bet 300, B fold, B call"), 3, "out of the betting with entry 2"),
        (line("A all-in 300, B raise 900, A call"), 3, "out of the betting with entry 1"),
        (line("A bet 0"), 1, "more than 0"),
        (line("A check 5"), 1, "no chips"),
        (line("A limps 5"), 1, "must be one of"),
        ([{"who": "", "does": "call"}], 1, "must name a player"),
        ([{"who": "x" * 101, "does": "call"}], 1, "longer than"),
        ([{"who": "A", "does": "bet", "to": "600"}], 1, "whole number"),
        ([{"who": "A", "does": "bet", "to": 6.5}], 1, "whole number"),
        ([{"who": "A", "does": "bet", "to": True}], 1, "whole number"),
        ([{"who": "A", "does": "bet", "by": 5}], 1, "unknown key 'by'"),
        (["A bets"], 1, "mapping"),
        ("A bets", 1, "list of entries"),
    ],
)
def test_a_line_that_cannot_be(entries: Any, entry: int, says: str) -> None:
    with pytest.raises(LineError, match=says) as caught:
        fold_line(entries, {})
    assert str(caught.value).startswith(f"entry {entry}: ")
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 200
    with pytest.raises(LineError):
        compute({}, entries)


def test_the_act_in_question_cannot_run_backwards_either() -> None:
    with pytest.raises(LineError, match="entry 3: A has 300"):
        fold_line(line("A bet 300, B raise 900, A call 200"), {"player": "A"})
    with pytest.raises(LineError, match="entry 3: A was out"):
        fold_line(line("A all-in 300, B raise 900, A call"), {"player": "A"})


def test_given_facts_stand_and_disagreements_show() -> None:
    known = {"to-call": 500, "player": "B"}
    assert "to-call" not in compute(known, line("A bet 600"))
    assert disagreements(known, line("A bet 600")) == {"to-call": (500, 600)}
    assert disagreements({"to-call": 600}, line("A bet 600")) == {}


@st.composite
def lines(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Legal lines after the flop, with short all-ins."""
    entries: list[dict[str, Any]] = []
    current, yardstick, seat = 0, 100, 0
    for seat in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(["call", "raise", "short", "fold"]))
        if kind == "call" and current:
            entries.append({"who": f"P{seat}", "does": "call"})
        elif kind == "raise":
            size = yardstick + draw(st.integers(0, 500))
            does = "raise" if current else "bet"
            current, yardstick = current + size, size
            entries.append({"who": f"P{seat}", "does": does, "to": current})
        elif kind == "short":
            current += draw(st.integers(1, 99))
            entries.append({"who": f"P{seat}", "does": "all-in", "to": current})
        else:
            entries.append({"who": f"P{seat}", "does": "fold"})
    return entries


@given(lines(), st.integers(0, 6), st.integers(2, 1000))
def test_amounts_scale(entries: list[dict[str, Any]], who: int, factor: int) -> None:
    known = {"player": f"P{who}", "big-blind": 100, "street": "flop"}
    larger = [{**e, "to": e["to"] * factor} if "to" in e else e for e in entries]
    plain = line_facts(fold_line(entries, known), known)
    scaled = line_facts(fold_line(larger, {**known, "big-blind": 100 * factor}), known)
    counts = {n for n in LINE_FACTS if n.startswith(("acted", "folds", "raises"))} | {
        "short-all-ins"
    }
    for name, value in plain.items():
        same = isinstance(value, str) or name in counts
        assert scaled[name] == (value if same else value * factor), name


@given(lines(), st.integers(0, 6))
def test_the_yardstick_never_shrinks_and_sum_covers_single(
    entries: list[dict[str, Any]], who: int
) -> None:
    known = {"player": f"P{who}", "big-blind": 100, "street": "flop"}
    seen = [fold_line(entries[:n], {**known, "player": "watcher"}) for n in range(len(entries) + 1)]
    sizes = [betting.last_raise or 0 for betting in seen]
    assert sizes == sorted(sizes)
    found = line_facts(fold_line(entries, known), known)
    assert set(found) <= set(LINE_FACTS)
    if found.get("faces-full-raise-singly") == "yes":
        assert found["faces-full-wager"] == "yes"

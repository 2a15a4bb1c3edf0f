"""Facts computed without a line of action."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arithmetic import COMPARED, COMPUTATIONS, compute, disagreements

FACING = {"facing": "bet", "to-call": 1000, "already-in": 0}


@pytest.mark.parametrize(
    ("put_in", "against", "part"),
    [
        (900, "less", "none"),
        (1000, "equal", "none"),
        (1001, "more", "under-half"),
        (1400, "more", "under-half"),
        (1499, "more", "under-half"),
        (1500, "more", "half-or-more"),
        (1600, "more", "half-or-more"),
        (1999, "more", "half-or-more"),
        (2000, "more", "full"),
    ],
)
def test_facing_a_bet_of_1000(put_in: int, against: str, part: str) -> None:
    found = compute({**FACING, "put-in": put_in})
    assert (found["against-call"], found["raise-part"]) == (against, part)
    assert found["min-raise-to"] == 2000
    assert found["change"] == max(0, put_in - 1000)
    assert found["shortfall"] == max(0, 1000 - put_in)


def test_what_is_already_in_is_never_guessed() -> None:
    assert "total-in" not in compute({"facing": "bet", "to-call": 1000, "put-in": 1600})
    preflop = {"street": "preflop", "already-acted": "no", "big-blind": 50}
    assert "already-in" not in compute(preflop)
    assert compute({**preflop, "position": "big-blind"})["already-in"] == 50
    assert compute({**preflop, "position": "cutoff"})["already-in"] == 0
    assert compute({"street": "flop", "already-acted": "no"})["already-in"] == 0
    assert "already-in" not in compute({"street": "flop", "already-acted": "yes"})
    assert compute({"facing": "nothing"})["already-in"] == 0


@pytest.mark.parametrize(
    ("facts", "total"),
    [
        ({"already-in": 50, "put-in": 1000, "prior-chips": "left"}, 1050),
        ({"already-in": 50, "put-in": 1000, "prior-chips": "fully-back"}, 1000),
        ({"put-in": 1000, "prior-chips": "none"}, 1000),
        ({"already-in": 50, "put-in": 1000, "prior-chips": "partly-back"}, None),
        ({"already-in": 50, "put-in": 1000, "prior-chips": "partly-back", "taken-back": 25}, 1025),
    ],
)
def test_prior_chips(facts: dict[str, object], total: int | None) -> None:
    assert compute(facts).get("total-in") == total


@pytest.mark.parametrize(
    ("to_call", "in_already", "chips", "needed"),
    [
        (1100, 0, [1000, 500], "yes"),  # tda-2024 45-A
        (1050, 0, [1000, 1000], "yes"),
        (1400, 0, [1000, 500, 500], "no"),  # 45-B(1)
        (1100, 0, [1000, 100, 100, 100, 100, 100], "no"),
        (600, 50, [500, 500], "yes"),  # 46-C(1), old and new counted together
        (600, 50, [100, 500], "yes"),
        (600, 50, [1000, 500], "no"),
        (600, 0, [5000], "yes"),
        (600, 0, [500, 100, 100], "no"),
        (600, 0, [500, 200, 100], "no"),
        (600, 0, [700, 200, 200], "no"),
        (600, 0, [500, 100], "yes"),
        (600, 0, [100], "yes"),
    ],
)
def test_every_chip_needed(to_call: int, in_already: int, chips: list[int], needed: str) -> None:
    found = compute({"to-call": to_call, "already-in": in_already, "chips-put": chips})
    assert found["every-chip-needed"] == needed
    assert (found["chips"], found["put-in"]) == (len(chips), sum(chips))
    assert (found["largest-chip"], found["smallest-chip-put"]) == (max(chips), min(chips))


def test_one_chip() -> None:
    found = compute({**FACING, "chips": 1, "largest-chip": 5000})
    assert (found["put-in"], found["chip-covers"], found["against-call"]) == (5000, "yes", "more")
    assert compute({**FACING, "chips": 1, "put-in": 999})["chip-covers"] == "no"
    assert compute({**FACING, "chips": 1, "put-in": 1000})["chip-covers"] == "yes"
    assert "put-in" not in compute({**FACING, "chips": 2, "largest-chip": 5000})


@pytest.mark.parametrize(
    ("facts", "size"),
    [
        ({"facing": "blind", "big-blind": 600}, 600),
        ({"facing": "bet", "to-call": 600, "big-blind": 200, "street": "flop"}, 600),
        ({"facing": "bet", "to-call": 600, "big-blind": 200, "street": "preflop"}, 400),
        ({"facing": "bet", "to-call": 300, "big-blind": 200, "street": "preflop"}, 200),
        ({"facing": "bet", "to-call": 600, "street": "preflop"}, None),
        (
            {
                "facing": "raise",
                "to-call": 1100,
                "big-blind": 500,
                "street": "preflop",
                "raises-so-far": 1,
            },
            600,
        ),
        ({"facing": "raise", "to-call": 1200, "opening-bet": 300, "raises-so-far": 1}, 900),
        ({"facing": "raise", "to-call": 1200, "opening-bet": 300}, None),
        ({"facing": "raise", "to-call": 1200, "opening-bet": 300, "raises-so-far": 2}, None),
        ({"facing": "all-in", "to-call": 200, "opening-bet": 100, "raises-so-far": 1}, None),
        ({"facing": "all-in", "to-call": 20, "big-blind": 100}, 100),
        ({"facing": "all-in", "to-call": 250, "big-blind": 100}, None),
        ({"structure": "limit", "limit-bet": 20, "facing": "all-in", "to-call": 35}, 20),
    ],
)
def test_last_raise(facts: dict[str, object], size: int | None) -> None:
    assert compute(facts).get("last-raise") == size


def test_facing_the_blind_the_price_is_full_and_a_raise_doubles_it() -> None:
    found = compute({"facing": "blind", "big-blind": 600})
    assert (found["to-call"], found["min-raise-to"], found["min-bet"]) == (600, 1200, 600)


def test_facing_nothing_there_is_no_raise() -> None:
    found = compute({"facing": "nothing", "put-in": 1000, "big-blind": 200})
    assert (found["to-call"], found["total-in"]) == (0, 1000)
    assert not {"raise-part", "min-raise-to", "put-share", "change"} & found.keys()


@pytest.mark.parametrize(
    ("put", "bet", "share"), [(300, 1200, 25), (799, 1000, 79), (800, 1000, 80), (7, 3, 233)]
)
def test_put_share(put: int, bet: int, share: int) -> None:
    assert compute({"total-in": put, "to-call": bet})["put-share"] == share


@pytest.mark.parametrize(
    ("facts", "part"),
    [
        ({"all-in-to": 99, "all-in-over": 0, "big-blind": 100}, "under-min-bet"),
        ({"all-in-to": 100, "all-in-over": 0, "big-blind": 100}, "full-raise"),
        ({"all-in-to": 249, "all-in-over": 200, "last-raise": 100}, "under-half-raise"),
        ({"all-in-to": 250, "all-in-over": 200, "last-raise": 100}, "half-raise-or-more"),
        ({"all-in-to": 300, "all-in-over": 200, "last-raise": 100}, "full-raise"),
        ({"all-in-to": 150, "all-in-over": 200, "last-raise": 100}, None),
    ],
)
def test_all_in_part(facts: dict[str, object], part: str | None) -> None:
    assert compute(facts).get("all-in-part") == part


def test_reopening_from_facts() -> None:
    known = {"already-acted": "yes", "already-in": 200, "to-call": 250, "last-raise": 100}
    found = compute(known)
    assert (found["faces-full-wager"], found["faces-full-raise-singly"]) == ("no", "no")
    full = compute({**known, "to-call": 300})
    assert full["faces-full-wager"] == "yes"
    assert "faces-full-raise-singly" not in full
    assert (
        compute({**known, "to-call": 300, "short-all-ins": 0})["faces-full-raise-singly"] == "yes"
    )
    assert "faces-full-wager" not in compute({**known, "already-acted": "no"})


@pytest.mark.parametrize(
    ("facts", "name", "value"),
    [
        ({"seconds-passed": 15, "clock-limit": 15}, "past-limit", "no"),
        ({"seconds-passed": 16, "clock-limit": 15}, "past-limit", "yes"),
        ({"stated": 1400, "to-call": 1000}, "stated-against-call", "more"),
        ({"stated": 1400, "to-call": 1000, "last-raise": 1000}, "stated-raise-part", "under-half"),
        ({"smallest-chip-put": 5, "smallest-chip": 25}, "chips-too-small", "yes"),
        ({"total-in": 100, "big-blind": 200}, "below-min-bet", "yes"),
        ({"put-in": 2000, "stack": 2000}, "all-in", "yes"),
        ({"put-in": 1999, "stack": 2000}, "all-in", "no"),
        ({"put-in": 2001, "stack": 2000}, "all-in", None),
        ({"players-at-table": 9, "penalty-rounds": 2}, "hands-missed", 18),
        ({"max-bet": 6}, "buy-in-minimum", 60),
        ({"faced-since-acting": 9, "limit-bet": 20}, "faces-half-wager", "no"),
        ({"faced-since-acting": 10, "limit-bet": 20}, "faces-half-wager", "yes"),
        ({"faces-full-wager": "yes", "short-all-ins": 1}, "faces-full-raise-singly", None),
        ({"table-sizes": [9, 8, 6]}, "table-gap", 3),
        ({"players-left": 3, "players-out": 3}, "finishing-place", 1),
        ({"stack": 80, "big-blind": 100, "small-blind": 50}, "blind-short", "yes"),
        ({"stack": 100, "big-blind": 100}, "blind-short", "no"),
        ({"facing": "bet"}, "raises-so-far", 0),
        ({"facing": "bet", "street": "preflop"}, "raises-so-far", None),
        ({"facing": "raise"}, "raises-so-far", None),
        ({"max-bet": 6, "buy-in": 59}, "buy-in-short", "yes"),
        ({"max-bet": 6, "buy-in": 60}, "buy-in-short", "no"),
        ({"players-left": 52, "players-out": 3}, "finishing-place", 50),
        ({"players-left": 2, "players-out": 3}, "finishing-place", None),
        ({"fullest-table": 9, "shortest-table": 7, "tables-left": 7}, "balance-needed", "no"),
        ({"fullest-table": 9, "shortest-table": 7, "tables-left": 6}, "balance-needed", "yes"),
        ({"fullest-table": 9, "shortest-table": 6, "tables-left": 7}, "balance-needed", "yes"),
        ({"fullest-table": 8, "players-at-table": 5}, "players-short", 3),
        ({"table-sizes": [9, 9, 6]}, "players-to-move", 2),
        ({"table-sizes": [9, 8, 8]}, "players-to-move", 0),
        ({"table-sizes": [9] * 6 + [6]}, "players-to-move", 1),
    ],
)
def test_other_facts(facts: dict[str, object], name: str, value: object) -> None:
    assert compute(facts).get(name) == value


def test_nothing_leaves_the_range_of_the_engine() -> None:
    top = 2**53
    found = compute({"to-call": top, "last-raise": 1, "already-in": 0, "put-in": top})
    assert "min-raise-to" not in found
    assert found["against-call"] == "equal"
    assert compute({"to-call": -5, "put-in": "many", "already-in": True, "stated": 10**40}) == {}


AMOUNTS = ("to-call", "put-in", "already-in", "last-raise", "smallest-chip-put", "stated", "stack")
WORDS = {
    "facing": ["nothing", "blind", "bet", "raise", "all-in"],
    "street": ["preflop", "flop", "river"],
    "already-acted": ["yes", "no"],
    "position": ["big-blind", "button"],
    "prior-chips": ["none", "left", "partly-back", "fully-back"],
}
KNOWN = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.integers(0, 5000) for name in (*AMOUNTS, "big-blind", "opening-bet")},
        **{name: st.sampled_from(words) for name, words in WORDS.items()},
    },
)
RATIOS = {"put-share", "raises-so-far"}


@given(KNOWN, st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_matter(known: dict[str, object], rng: random.Random) -> None:
    items = list(known.items())
    rng.shuffle(items)
    assert compute(dict(items)) == compute(known)


@given(KNOWN)
def test_a_fixpoint_that_keeps_what_was_given(known: dict[str, object]) -> None:
    new = compute(known)
    assert not new.keys() & known.keys()
    assert compute({**known, **new}) == {}


@given(KNOWN, st.integers(2, 999))
def test_facts_scale(known: dict[str, object], factor: int) -> None:
    larger = {n: v * factor if isinstance(v, int) else v for n, v in known.items()}
    expected = {
        n: v if isinstance(v, str) or n in RATIOS else v * factor for n, v in compute(known).items()
    }
    assert compute(larger) == expected


@given(KNOWN)
def test_computed_facts_agree_with_each_other(known: dict[str, object]) -> None:
    new = compute(known)
    all_facts = {**known, **new}
    if new.get("against-call") in ("less", "equal"):
        assert all_facts.get("raise-part", "none") == "none"
    if {"change", "shortfall"} <= new.keys():
        assert 0 in (new["change"], new["shortfall"])
    if "total-in" in new:
        assert disagreements({**known, "total-in": new["total-in"]}).get("total-in") is None


def test_every_computation_says_what_it_reads() -> None:
    assert COMPARED.keys() <= COMPUTATIONS.keys()
    for name, ways in COMPUTATIONS.items():
        for way in ways:
            assert way.name == name
            assert way.needs
            assert name not in (*way.needs, *way.uses)
            read: set[str] = set()

            class Watched(dict[str, object]):
                def get(self, key: str, default: object = None, seen: set[str] = read) -> object:
                    seen.add(key)
                    return super().get(key, default)

                def __getitem__(self, key: str, seen: set[str] = read) -> object:
                    seen.add(key)
                    return super().__getitem__(key)

            for value in (1, 100, "yes", "no", "blind", "bet", "raise", "limit", "fully-back"):
                names = (*way.needs, *way.uses)
                way.function(Watched(dict.fromkeys(names, value)))
                way.function(Watched({n: 100 if n != "facing" else value for n in names}))
            assert read <= {*way.needs, *way.uses}, name


def test_import_is_light() -> None:
    heavy = "pydantic", "typer", "rich", "yaml", "durable_rules_engine", "hypothesis"
    code = f"import engine.arithmetic, sys; print([m for m in {heavy!r} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"

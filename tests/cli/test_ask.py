"""The incidents of the first table, from their words alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.cli.conftest import Run, main_rulings


class Row(NamedTuple):
    """An incident in words, and for each house: outcome, amount, rules; or its status."""

    words: str
    houses: dict[str, Any]


FACING = (
    "Facing a bet of 1,000, a player silently slides out {} in several chips, he has plenty more."
)
SILENT = "silent"

ROWS = [
    Row(
        "No-limit, blinds 300/600. A player bets 600, the next player puts in one 5,000 chip "
        "without saying anything.",
        {
            "adc": ("call", 600, ["III.5.11", "VI.1.9"]),
            "hosted": ("call", 600, ["Betting 15"]),
            "homegame": SILENT,
            "tda-2007": ("call", 600, ["11"]),
        },
    ),
    Row(
        "On the flop nobody has bet; the first player tosses in a single 1,000 chip, says nothing.",
        {
            "adc": ("bet", 1000, ["VI.1.9"]),
            "hosted": SILENT,
            "homegame": SILENT,
            "tda-2007": ("bet", 1000, ["11"]),
        },
    ),
    Row(
        FACING.format("1,600"),
        {
            "adc": ("raise", 2000, ["III.5.10", "VI.1.10"]),
            "hosted": ("raise", 2000, ["Betting 14"]),
            "homegame": ("raise", 2000, ["Betting 4"]),
            "tda-2007": ("raise", 2000, ["10"]),
        },
    ),
    Row(
        FACING.format("1,400"),
        {
            "adc": ("call", 1000, ["III.5.10"]),
            "hosted": ("call", 1000, ["Betting 14"]),
            "homegame": ("call", 1000, ["Betting 4"]),
            "tda-2007": SILENT,
        },
    ),
    Row(
        "Dealer flips over the very first card, dealt to the small blind; nobody has acted.",
        {
            "adc": ("misdeal", None, ["V.1.1", "III.2.2(1)"]),
            "hosted": ("misdeal", None, ["Misdeals 1(a)"]),
            "homegame": ("plays-on", None, ["Misdeals 2"]),
            "tda-2007": ("misdeal", None, ["27"]),
        },
    ),
    Row(
        "Dealer puts out the turn while two players still have to act on the flop.",
        {
            "adc": ("does-not-play", None, ["V.1.8", "V.1.5"]),
            "hosted": ("does-not-play", None, ["Irregularities 15"]),
            "homegame": ("does-not-play", None, ["Misdeals 6"]),
            "tda-2007": SILENT,
        },
    ),
    Row(
        "Four cards come out on the flop.",
        {
            "adc": ("redealt", None, ["V.1.3", "V.1.7"]),
            "hosted": SILENT,
            "homegame": ("one-becomes-burn", None, ["Misdeals 5"]),
            "tda-2007": SILENT,
        },
    ),
    Row(
        'Somebody says "call" out of turn, then the player whose turn it was raises to 800.',
        {
            "adc": ("not-bound", None, ["III.5.7"]),
            "hosted": ("not-bound", None, ["Betting 10"]),
            "tda-2007": ("may-be-held", None, ["30"]),
        },
    ),
    Row(
        "A bets 100, B raises to 200, C is all-in for 250, A calls. Can B raise again?",
        {
            "adc": ("no", None, ["VI.1.4", "VI.1.3"]),
            "hosted": SILENT,
            "homegame": ("no", None, ["Betting 5"]),
            "tda-2007": ("no", None, ["10"]),
        },
    ),
    Row(
        'A bets 300, B makes it 1,200, C hasn\'t noticed, drops in 300 and says "call".',
        {
            "adc": ("released", None, ["III.5.9", "VI.1.11(1)", "VI.1.11"]),
            "hosted": ("released", None, ["Betting 12"]),
            "homegame": "judgment",
            "tda-2007": ("bound", None, ["30"]),
        },
    ),
    Row(
        "On the river two kings of hearts turn up.",
        {
            "adc": ("void", None, ["III.4.4"]),
            "hosted": ("void", None, ["Irregularities 4"]),
            "homegame": SILENT,
            "tda-2007": SILENT,
        },
    ),
    Row(
        "With no bet to him a player flicks his cards forward, face down; they stop short of the "
        "muck and nobody has acted since.",
        {
            "adc": ("live", None, ["V.1.11"]),
            "hosted": ("live", None, ["Dead hands 1"]),
            "homegame": ("dead", None, ["Dead hands (b)"]),
            "tda-2007": SILENT,
        },
    ),
    Row(
        "He has had the clock on him for a minute and twenty seconds facing a raise.",
        {
            "adc": ("dead", None, ["III.3.1(3)", "VI.1.13"]),
            "hosted": ("dead", None, ["Dead hands 1(f)"]),
            "homegame": "needs-facts",
            "tda-2007": ("dead", None, ["5"]),
        },
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.words[:40])
def test_words_alone_get_the_rulings_of_every_house(row: Row, floor: Run) -> None:
    ran = floor("ask", row.words, "--json", "--no-input")
    houses = ran.json["houses"]
    for house, expected in row.houses.items():
        got = houses[house]
        if isinstance(expected, str):
            assert got["status"] == expected, house
            continue
        outcome, amount, rules = expected
        (ruling, *_) = main_rulings(got)
        assert (got["status"], ruling["outcome"]) == ("ruled", outcome), house
        assert amount is None or ruling["amount"] == amount, house
        assert set(rules) <= {rule["rule"] for rule in ruling["rules"]}, house
    assert houses["denver"]["status"] == houses["tda-2007"]["status"]
    statuses = {house["status"] for house in houses.values()}
    assert ran.code == (3 if "needs-facts" in statuses else 0)


def test_force_is_told_where_it_is_not_must(floor: Run) -> None:
    ran = floor("ask", FACING.format("1,400"), "--json", "--no-input").json
    assert [main_rulings(ran["houses"][h])[0]["force"] for h in ("adc", "hosted")] == [
        "should",
        "should",
    ]
    told = floor("ask", FACING.format("1,400"), "--no-input", "-H", "adc").out
    assert "it should be so, not that it must" in " ".join(told.split())


def test_what_was_understood_is_shown_with_its_words(floor: Run) -> None:
    told = floor("ask", ROWS[0].words, "--no-input").out
    assert "understood: chips put in" in told
    assert 'announced: nothing ("' in told
    assert "assumed" in told


def test_words_come_on_standard_input_too(floor: Run) -> None:
    one = floor("ask", ROWS[0].words, "--json", "--no-input").json
    other = floor("ask", "-", "--json", given=ROWS[0].words).json
    assert other == one


def test_an_event_that_is_not_recognised_is_offered(floor: Run) -> None:
    ran = floor("ask", "something odd about giraffes", "--no-input")
    assert ran.code == 3
    assert "What happened? These are the likeliest." in ran.out
    as_json = floor("ask", "something odd about giraffes", "--no-input", "--json")
    assert as_json.code == 3
    data = as_json.json
    assert data["incident"]["events"] == []
    assert len(data["incident"]["offered"]) == 5
    for house in data["houses"].values():
        assert house["status"] == "needs-facts"
        assert house["questions"][0]["asks"] == "What happened?"

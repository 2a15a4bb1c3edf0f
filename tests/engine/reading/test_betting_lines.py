"""Random betting rounds put in words and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.reader import taken
from rulebase import load

VOCABULARY = load.vocabulary()
PLAYERS = ("A", "B", "C", "D", "E", "F")


def _number(amount: int, style: int) -> str:
    if style == 1 and amount % 1000 == 0:
        return f"{amount // 1000}k"
    return f"{amount:,}" if style == 2 else str(amount)


_VERBS: dict[str, tuple[str, ...]] = {
    "bet": ("bets {n}", "leads {n}", "bets out {n}", "fires {n}"),
    "raise": ("raises to {n}", "makes it {n}", "raises it to {n}", "makes it {n} total"),
    "by": ("raises {by} more", "raises by {by}"),
    "all-in": ("is all-in for {n}", "jams for {n}", "shoves for {n}", "moves all-in for {n} total"),
    "call": ("calls", "just calls", "flats"),
    "fold": ("folds",),
    "check": ("checks",),
}


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, list[dict[str, Any]], int]:
    """A text, the line it tells, and the bet that stands at its end."""
    unit = draw(st.sampled_from((25, 100, 500, 1000)))
    style = draw(st.integers(0, 2))
    order = list(PLAYERS[: draw(st.integers(3, 6))])
    stands, size, out = 0, unit, set[str]()
    line: list[dict[str, Any]] = []
    said: list[str] = []
    for who in [*order, *order[: draw(st.integers(0, 2))]]:
        if who in out or (line and line[-1]["who"] == who):
            continue
        kind = draw(st.sampled_from(("bet", "raise", "by", "all-in", "call", "fold")))
        if stands == 0:
            kind = "bet" if kind in ("bet", "raise", "by", "all-in") else "check"
        elif kind == "bet":
            kind = "raise"
        if kind in ("bet", "raise", "by"):
            before, size = stands, size * draw(st.integers(1, 3))
            stands += size
            words = draw(st.sampled_from(_VERBS[kind]))
            to, by = _number(stands, style), _number(stands - before, style)
            said.append(f"{who} {words.format(n=to, by=by)}")
            line.append({"who": who, "does": "bet" if kind == "bet" else "raise", "to": stands})
        elif kind == "all-in":
            stands += unit * draw(st.integers(1, 4))
            said.append(
                f"{who} {draw(st.sampled_from(_VERBS[kind])).format(n=_number(stands, style))}"
            )
            line.append({"who": who, "does": "all-in", "to": stands})
            out.add(who)
        else:
            said.append(f"{who} {draw(st.sampled_from(_VERBS[kind]))}")
            line.append({"who": who, "does": kind})
            if kind == "fold":
                out.add(who)
    separator = draw(st.sampled_from((", ", ", then ", ". ")))
    text = "On the flop " + separator.join(said) + ". Can A raise again?"
    return text, line, stands


def _wagers(line: list[dict[str, Any]] | tuple[Mapping[str, object], ...]) -> list[Any]:
    return [entry for entry in line if entry["does"] in ("bet", "raise", "all-in")]


@settings(max_examples=300, deadline=None)
@given(rounds())
def test_a_round_in_words_is_read_back(told: tuple[str, list[dict[str, Any]], int]) -> None:
    text, line, _ = told
    incident = taken(text, ("wants-to-raise-again",), VOCABULARY)
    if len(_wagers(line)) < 2:
        return
    assert [dict(entry) for entry in incident.line] == line, text


@settings(max_examples=200, deadline=None)
@given(
    st.integers(1, 5000).map(lambda n: n * 25),
    st.lists(st.sampled_from((25, 100, 500, 1000, 5000)), min_size=1, max_size=3, unique=True),
    st.lists(st.integers(1, 9), min_size=3, max_size=3),
    st.sampled_from(
        ("silently puts in {}", "tosses in {} without a word", "slides out {}, says nothing")
    ),
)
def test_chips_in_words_are_read_back(
    bet: int, values: list[int], counts: list[int], how: str
) -> None:
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    told = list(zip(values, counts, strict=False))
    parts = [f"{words[n - 1]} {v:,} chip" if n == 1 else f"{words[n - 1]} {v:,}s" for v, n in told]
    chips = " and ".join(parts)
    text = f"On the turn A bets {bet:,}. B {how.format(chips)}."
    facts = taken(text, ("chips-put-in",), VOCABULARY).facts
    assert facts["chips"].shown() == sum(n for _, n in told), text
    assert facts["put-in"].shown() == sum(v * n for v, n in told), text
    assert facts["largest-chip"].shown() == max(v for v, _ in told), text
    assert facts["to-call"].shown() == bet, text
    assert facts["announced"].shown() == "nothing", text


def test_by_and_to_are_told_apart() -> None:
    def line(text: str) -> list[object]:
        return [e.get("to") for e in taken(text, ("wants-to-raise-again",), VOCABULARY).line]

    assert line("A bets 500, B raises 500 more. Can A raise?") == [500, 1000]
    assert line("A bets 500, B raises to 1,500. Can A raise?") == [500, 1500]
    assert line("A bets 100, B makes it 200, C jams for 250, A calls. Can B raise?") == [
        100,
        200,
        250,
        None,
    ]
    assert line("A bets 500, B raises 700. Can A raise?") == []

"""Counts that tell whether a stub suffices, and whether a hand reached the money."""

from __future__ import annotations

from engine.arithmetic.given import Known, number, numbers, word, yes
from engine.arithmetic.registry import computes

BURNS = 3
"""The burns of a whole board, which may be added to a stub that is too small."""


@computes("stub-too-small", needs=("stub-cards", "players-in-hand"))
def stub_too_small(known: Known) -> str | None:
    """Whether a stub lacks a card for each player, a burn and the last card (tda-2024 RP-9).

    >>> stub_too_small({"stub-cards": 6, "players-in-hand": 5})
    'yes'
    """
    counts = numbers(known, "stub-cards", "players-in-hand")
    return yes(counts[0] < counts[1] + 2) if counts else None


@computes("burns-suffice", needs=("stub-cards", "players-in-hand"))
def burns_suffice(known: Known) -> str | None:
    """Whether the stub suffices once the burns are added."""
    counts = numbers(known, "stub-cards", "players-in-hand")
    return yes(counts[0] + BURNS >= counts[1] + 2) if counts else None


@computes("reaches-money", needs=("players-left", "players-out", "places-paid"))
def reaches_money(known: Known) -> str | None:
    """Whether those who went out brought the field to the money; ``players-left`` before they did.

    >>> reaches_money({"players-left": 52, "players-out": 3, "places-paid": 50})
    'yes'
    """
    counts = numbers(known, "players-left", "players-out", "places-paid")
    return yes(counts[0] - counts[1] <= counts[2]) if counts else None


@computes("prior-chip-covers", needs=("already-in", "to-call", "prior-chips"))
def prior_chip_covers(known: Known) -> str | None:
    """Whether what a player left in from before covers the call by itself.

    >>> prior_chip_covers({"already-in": 1000, "to-call": 700, "prior-chips": "left"})
    'yes'
    """
    amounts = numbers(known, "already-in", "to-call")
    if amounts is None or word(known, "prior-chips") in (None, "none"):
        return None
    return yes(amounts[0] >= amounts[1] and bool(number(known, "to-call")))

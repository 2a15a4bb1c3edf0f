"""Facts about the room: hands missed, buy-ins, places, tables out of balance."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arithmetic.given import Known, number, numbers, whole, word
from engine.arithmetic.registry import computes


@computes("hands-missed", needs=("players-at-table", "penalty-rounds"))
def hands_missed(known: Known) -> int | None:
    """Hands: one for each player at the table, the offender too, times the rounds (tda-2007 7).

    >>> hands_missed({"players-at-table": 9, "penalty-rounds": 2})
    18
    """
    counts = numbers(known, "players-at-table", "penalty-rounds")
    return counts[0] * counts[1] if counts else None


@computes("buy-in-minimum", needs=("max-bet",))
def buy_in_minimum(known: Known) -> int | None:
    """Chips: ten times the largest bet of a limit game (hosted Buy-in 1)."""
    most = number(known, "max-bet")
    return 10 * most if most is not None else None


@computes("buy-in-size", needs=("buying", "buy-in-minimum", "minimum-set-otherwise"))
def buy_in_size(known: Known) -> str | None:
    """Whether the buy-in is full or short, where the house set no other minimum (hosted Buy-in 1).

    >>> known = {"buying": 150, "buy-in-minimum": 200, "minimum-set-otherwise": "no"}
    >>> buy_in_size(known)
    'short'
    """
    amounts = numbers(known, "buying", "buy-in-minimum")
    if amounts is None or word(known, "minimum-set-otherwise") != "no":
        return None
    return "short" if amounts[0] < amounts[1] else "full"


@computes("finishing-place", needs=("players-left", "players-out"))
def finishing_place(known: Known) -> int | None:
    """The best of the places of those who went out at once; ``players-left`` before they did.

    >>> finishing_place({"players-left": 52, "players-out": 3})
    50
    """
    counts = numbers(known, "players-left", "players-out")
    if counts is None or not 0 < counts[1] <= counts[0]:
        return None
    return counts[0] - counts[1] + 1


def _table_sizes(known: Known) -> list[int]:
    listed = known.get("table-sizes")
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        return []
    sizes = [n for size in listed if (n := whole(size)) is not None]
    return sizes if len(sizes) == len(listed) <= 1000 else []


@computes("tables-left", needs=("table-sizes",))
def tables_left(known: Known) -> int | None:
    """How many tables are in play."""
    return len(_table_sizes(known)) or None


@computes("fullest-table", needs=("table-sizes",))
def fullest_table(known: Known) -> int | None:
    """Players at the fullest table."""
    return max(_table_sizes(known), default=None)


@computes("shortest-table", needs=("table-sizes",))
def shortest_table(known: Known) -> int | None:
    """Players at the shortest table."""
    return min(_table_sizes(known), default=None)


@computes("table-gap", needs=("fullest-table", "shortest-table"))
def table_gap(known: Known) -> int | None:
    """Players: the fullest table over the shortest."""
    counts = numbers(known, "fullest-table", "shortest-table")
    return counts[0] - counts[1] if counts else None


@computes("table-gap-allowed", needs=("tables-left",))
def table_gap_allowed(known: Known) -> int | None:
    """Players: two with more than six tables, else one (adc VII.r, hosted Tournaments 14)."""
    tables = number(known, "tables-left")
    return None if tables is None else (2 if tables > 6 else 1)


@computes("players-short", needs=("fullest-table", "players-at-table"))
def players_short(known: Known) -> int | None:
    """Players fewer than the fullest table; play halts at three (tda-2007 25, tda-2024 11-D)."""
    counts = numbers(known, "fullest-table", "players-at-table")
    return counts[0] - counts[1] if counts else None


@computes("players-short", needs=("table-gap",))
def shortest_players_short(known: Known) -> int | None:
    """Players that the shortest table lacks, where nobody says which table is meant."""
    return number(known, "table-gap")


@computes("seats-open", needs=("open-seats",))
def seats_open(known: Known) -> int | None:
    """How many seats are open, from a list of them."""
    listed = known.get("open-seats")
    return len(listed) if isinstance(listed, Sequence) and not isinstance(listed, str) else None


@computes("players-to-move", needs=("table-gap", "table-gap-allowed"), uses=("table-sizes",))
def players_to_move(known: Known) -> int | None:
    """The fewest moves after which the tables are balanced.

    Without all sizes it is what one table gives the other.

    >>> players_to_move({"table-gap": 3, "table-gap-allowed": 1})
    1
    >>> players_to_move({"table-gap": 3, "table-gap-allowed": 1, "table-sizes": [9, 9, 6]})
    2
    """
    gaps = numbers(known, "table-gap", "table-gap-allowed")
    if gaps is None:
        return None
    gap, allowed = gaps
    if sizes := _table_sizes(known):
        return _fewest_moves(sizes, allowed)
    return max(0, (gap - allowed + 1) // 2)


def _fewest_moves(sizes: list[int], allowed: int) -> int | None:
    """Moves until all sizes are between some least and least + allowed."""
    moves = []
    for least in range(min(sizes), max(sizes) + 1):
        if least * len(sizes) <= sum(sizes) <= (least + allowed) * len(sizes):
            taken = sum(max(0, size - least - allowed) for size in sizes)
            given = sum(max(0, least - size) for size in sizes)
            moves.append(max(taken, given))
    return min(moves, default=None)

"""The pot, what is the most that may be bet into it, and the side pots."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arithmetic.given import (
    BLINDS,
    PREFLOP,
    Known,
    Seat,
    counts_by_seat,
    number,
    numbers,
    seat,
    word,
)
from engine.arithmetic.registry import computes


@computes("pot", needs=("in-this-round",), uses=("pot-before-round", "street", "facing"))
def pot(known: Known) -> int | None:
    """All that is in the middle, this round's wagers too."""
    wagered, before = number(known, "in-this-round"), number(known, "pot-before-round")
    if before is None and (word(known, "street") in PREFLOP or known.get("facing") == "blind"):
        before = 0
    return wagered + before if wagered is not None and before is not None else None


def pot_of_the_blinds(known: Known) -> int | None:
    """Before the first wager the blinds, in full (tda-2024 54-B)."""
    blinds = numbers(known, *BLINDS)
    first = known.get("facing") == "blind" and known.get("acted-with-chips") == 0
    return sum(blinds) if blinds is not None and first else None


def pot_limit_max(known: Known) -> int | None:
    """The largest total that pot-limit allows: a call, then as much as the pot then holds.

    ``pot`` is all in the middle when it is the player's turn. Before the first wager the
    blinds count in full, dead or short (tda-2024 54-B).

    >>> pot_limit_max({"facing": "blind", "pot": 200, "small-blind": 100, "big-blind": 200,
    ...                "acted-with-chips": 0, "to-call": 200, "to-add": 200})
    700
    >>> pot_limit_max({"facing": "nothing", "pot": 10500, "to-call": 0, "to-add": 0})
    10500
    """
    owed = numbers(known, "to-call", "to-add")
    middle = max(number(known, "pot") or 0, pot_of_the_blinds(known) or 0)
    return sum(owed) + middle if owed is not None and middle else None


@computes(
    "most-allowed",
    needs=("structure", "to-call"),
    uses=("facing", "min-bet", "last-raise", "pot", "to-add", "acted-with-chips", *BLINDS),
)
def most_allowed(known: Known) -> int | None:
    """The largest total that limit or pot-limit lets him wager.

    >>> most_allowed({"structure": "limit", "facing": "bet", "to-call": 10, "last-raise": 10})
    20
    >>> most_allowed({"structure": "pot-limit", "facing": "nothing", "to-call": 0, "to-add": 0,
    ...               "pot": 300})
    300
    """
    match word(known, "structure"):
        case "pot-limit":
            return pot_limit_max(known)
        case "limit" if known.get("facing") == "nothing":
            return number(known, "min-bet")
        case "limit":
            amounts = numbers(known, "to-call", "last-raise")
            return sum(amounts) if amounts else None
    return None


def side_pots(known: Known) -> list[dict[str, object]] | None:
    """The pots, main pot first, from what each put in (``stacks``) and who ``folded``.

    Each is ``{kind, amount, players}``; what nobody called is of kind ``uncalled`` and goes
    back. Each is won and split on its own (adc III.7.5(2), hosted Ties 5(d), tda-2007 4).

    >>> for one in side_pots({"stacks": {"A": 500, "B": 2000, "C": 3000}}): print(one)
    {'kind': 'main', 'amount': 1500, 'players': ['A', 'B', 'C']}
    {'kind': 'side', 'amount': 3000, 'players': ['B', 'C']}
    {'kind': 'uncalled', 'amount': 1000, 'players': ['C']}
    """
    put, folded = counts_by_seat(known, "stacks"), _folded(known)
    if put is None or folded is None:
        return None
    *_, second, most = [0, *sorted(put.values())]
    leader = next(who for who in put if put[who] == most)
    called = {who: min(amount, second) for who, amount in put.items()}
    pots = _layers(called, folded)
    if most > second:
        pots.append({"kind": "uncalled", "amount": most - second, "players": [leader]})
    return pots


@computes("side-pots", needs=("stacks",), uses=("folded",))
def side_pot_count(known: Known) -> int | None:
    """How many side pots there are beside the main pot."""
    pots = side_pots(known)
    return None if pots is None else sum(pot["kind"] == "side" for pot in pots)


def _layers(put: dict[Seat, int], folded: set[Seat]) -> list[dict[str, object]]:
    """One pot for each set of players who can win it."""
    found: list[tuple[int, list[Seat]]] = []
    below = 0
    for level in sorted({amount for amount in put.values() if amount}):
        amount = sum(min(n, level) - min(n, below) for n in put.values())
        players = [who for who, n in put.items() if n >= level and who not in folded]
        below = level
        if found and players in ([], found[-1][1]):
            amount += found[-1][0]
            players = found.pop()[1]
        found.append((amount, players))
    return [
        {"kind": "side" if place else "main", "amount": amount, "players": players}
        for place, (amount, players) in enumerate(found)
    ]


def _folded(known: Known) -> set[Seat] | None:
    listed = known.get("folded", ())
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        return None
    found = {s for one in listed if (s := seat(one)) is not None}
    return found if len(found) == len(listed) else None

"""What a wager faced costs: the price, the least bet, the last raise, the least raise."""

from __future__ import annotations

from engine.arithmetic.given import LATER_STREETS, PREFLOP, Known, number, numbers, word
from engine.arithmetic.registry import computes


@computes("to-call", needs=("facing",), uses=("big-blind", "opening-bet"))
def to_call(known: Known) -> int | None:
    """The total at which the wager faced stands.

    The big blind's price is full even when the blind is short (adc IV.1.1, VI.1.2).

    >>> to_call({"facing": "blind", "big-blind": 600})
    600
    """
    match known["facing"]:
        case "nothing":
            return 0
        case "blind":
            return number(known, "big-blind")
        case "bet":
            return number(known, "opening-bet")
    return None


@computes("min-bet", needs=("structure", "limit-bet"))
def min_bet_in_limit(known: Known) -> int | None:
    """In limit the bet of the street."""
    return number(known, "limit-bet") if known["structure"] == "limit" else None


@computes("min-bet", needs=("big-blind",), uses=("structure",))
def min_bet(known: Known) -> int | None:
    """The big blind, on all streets (adc VI.1.2, homegame Betting 2)."""
    return number(known, "big-blind") if word(known, "structure") != "limit" else None


@computes("last-raise", needs=("structure", "limit-bet"))
def last_raise_in_limit(known: Known) -> int | None:
    """In limit every raise has the size of the bet."""
    return number(known, "limit-bet") if known["structure"] == "limit" else None


@computes("last-raise", needs=("facing",), uses=("to-call", "street", "min-bet", "raises-so-far"))
def last_raise(known: Known) -> int | None:
    """The yardstick: the size of the last full bet or raise (adc VI.1.3, tda-2007 26).

    An opening bet is its own size, at least the minimum bet (adc VI.1.2). Before the flop
    the big blind opens the round, and a first raise has what it adds to it.

    >>> last_raise({"facing": "bet", "to-call": 1000})
    1000
    >>> last_raise({"facing": "bet", "to-call": 600, "min-bet": 200, "street": "preflop"})
    400
    """
    facing, stands, least = known["facing"], number(known, "to-call"), number(known, "min-bet")
    if facing == "blind":
        return least
    if facing == "all-in":
        return least if stands is not None and least is not None and stands < least else None
    before_flop = word(known, "street") in PREFLOP
    first = facing == "raise" and number(known, "raises-so-far") == 1
    if stands is None or not (facing == "bet" or (first and before_flop)):
        return None
    if before_flop:
        return max(stands - least, least) if least is not None else None
    return max(stands, least or 0)


@computes("last-raise", needs=("facing", "to-call", "opening-bet", "raises-so-far"))
def last_raise_over_the_opening_bet(known: Known) -> int | None:
    """One raise over an opening bet has what it adds, at least the bet."""
    amounts = numbers(known, "to-call", "opening-bet")
    if amounts is None or known["facing"] != "raise" or known["raises-so-far"] != 1:
        return None
    stands, opening = amounts
    return max(stands - opening, opening)


@computes(
    "last-raise",
    needs=("facing", "all-in-to", "all-in-over", "opening-bet"),
    uses=("street", "big-blind"),
)
def last_raise_under_an_all_in(known: Known) -> int | None:
    """An all-in over an opening bet is a raise of its own only where it adds the bet or more.

    >>> facing = {"facing": "all-in", "all-in-to": 700, "all-in-over": 500, "opening-bet": 500}
    >>> last_raise_under_an_all_in(facing)
    500
    >>> last_raise_under_an_all_in({**facing, "street": "preflop", "big-blind": 200})
    300
    """
    amounts = numbers(known, "all-in-to", "all-in-over", "opening-bet")
    if amounts is None or known["facing"] != "all-in":
        return None
    total, over, opening = amounts
    blind = number(known, "big-blind")
    if word(known, "street") in LATER_STREETS or (blind is None and "street" not in known):
        size = opening
    elif word(known, "street") in PREFLOP and blind is not None:
        size = max(opening - blind, blind)
    else:
        return None
    return max(size, total - over) if over == opening and total > over else None


@computes("raises-so-far", needs=("facing",), uses=("street",))
def raises_so_far(known: Known) -> int | None:
    """No raise yet while nothing, a blind or a bet stands."""
    facing = known["facing"]
    if facing in ("nothing", "blind") or (facing == "bet" and known.get("street") not in PREFLOP):
        return 0
    return None


@computes("min-raise-to", needs=("to-call", "last-raise"), uses=("facing",))
def min_raise_to(known: Known) -> int | None:
    """The smallest legal raise, as a total (adc VI.1.3, tda-2007 26, homegame Betting 3).

    >>> min_raise_to({"to-call": 3600, "last-raise": 2000})
    5600
    """
    amounts = numbers(known, "to-call", "last-raise")
    return sum(amounts) if amounts and amounts[0] and known.get("facing") != "nothing" else None

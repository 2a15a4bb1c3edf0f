"""Facts about a short all-in, and whether it reopens the betting to one who has acted."""

from __future__ import annotations

from engine.arithmetic.given import Known, number, numbers, yes
from engine.arithmetic.registry import computes
from engine.arithmetic.wagers import part_of_raise


@computes("all-in-adds", needs=("all-in-to", "all-in-over"))
def all_in_adds(known: Known) -> int | None:
    """What an all-in adds to the bet that it went over.

    >>> all_in_adds({"all-in-to": 250, "all-in-over": 200})
    50
    """
    amounts = numbers(known, "all-in-to", "all-in-over")
    return amounts[0] - amounts[1] if amounts and amounts[0] >= amounts[1] else None


@computes("all-in-part", needs=("all-in-to", "all-in-over"), uses=("last-raise", "min-bet"))
def all_in_part(known: Known) -> str | None:
    """What the all-in faced comes to: a bet under the minimum, or part of a raise.

    Homegame Betting 5 and adc VI.1.2 speak of the bet, adc VI.1.3 and tda-2007 10 of the raise.

    >>> all_in_part({"all-in-to": 250, "all-in-over": 200, "last-raise": 100})
    'half-raise-or-more'
    >>> all_in_part({"all-in-to": 20, "all-in-over": 0, "min-bet": 100})
    'under-min-bet'
    """
    amounts = numbers(known, "all-in-to", "all-in-over")
    if amounts is None:
        return None
    total, over = amounts
    if over == 0:
        least = number(known, "min-bet")
        if least is None:
            return None
        return "under-min-bet" if total < least else "full-raise"
    size = number(known, "last-raise")
    if size is None or total <= over:
        return None
    return {
        "under-half": "under-half-raise",
        "half-or-more": "half-raise-or-more",
        "full": "full-raise",
    }[part_of_raise(total, over, size)]


@computes("all-in-part", needs=("facing", "to-call", "min-bet"))
def all_in_under_the_minimum(known: Known) -> str | None:
    """An all-in faced that is less than the minimum bet (adc VI.1.2).

    >>> all_in_under_the_minimum({"facing": "all-in", "to-call": 60, "min-bet": 100})
    'under-min-bet'
    """
    amounts = numbers(known, "to-call", "min-bet")
    if amounts is None or known["facing"] != "all-in" or not amounts[0]:
        return None
    return "under-min-bet" if amounts[0] < amounts[1] else None


@computes("limit-all-in-part", needs=("all-in-adds", "limit-bet"))
def limit_all_in_part(known: Known) -> str | None:
    """A short all-in against the limit bet: less than half, or half and more (hosted Betting 5).

    >>> [limit_all_in_part({"all-in-adds": n, "limit-bet": 20}) for n in (8, 10, 15, 20)]
    ['under-half', 'half-or-more', 'half-or-more', 'full']
    """
    amounts = numbers(known, "all-in-adds", "limit-bet")
    return part_of_raise(amounts[0], 0, amounts[1]) if amounts and amounts[1] else None


@computes("faced-since-acting", needs=("already-acted", "to-add"))
def faced_since_acting(known: Known) -> int | None:
    """What has been put on top since he acted, in sum: all that he now owes."""
    return number(known, "to-add") if known["already-acted"] == "yes" else None


@computes("faces-full-wager", needs=("faced-since-acting", "last-raise"))
def faces_full_wager(known: Known) -> str | None:
    """Whether, in sum since he acted, he faces a full bet or raise (adc VI.1.4, tda-2024 47-A).

    >>> faces_full_wager({"faced-since-acting": 50, "last-raise": 100})
    'no'
    """
    amounts = numbers(known, "faced-since-acting", "last-raise")
    return yes(amounts[0] >= amounts[1]) if amounts else None


@computes("faces-half-wager", needs=("faced-since-acting", "limit-bet"))
def faces_half_wager(known: Known) -> str | None:
    """Whether, in sum since he acted, he faces half of the limit bet (tda-2024 47-B)."""
    amounts = numbers(known, "faced-since-acting", "limit-bet")
    return yes(2 * amounts[0] >= amounts[1]) if amounts else None


@computes("faces-full-raise-singly", needs=("faces-full-wager",))
def no_full_raise_singly(known: Known) -> str | None:
    """What is not a full raise in sum holds no single full raise (tda-2007 10)."""
    return "no" if known["faces-full-wager"] == "no" else None


@computes("faces-full-raise-singly", needs=("faces-full-wager", "short-all-ins"))
def full_raise_singly(known: Known) -> str | None:
    """A full raise in sum, without short all-ins, was made singly."""
    full = known["faces-full-wager"] == "yes" and known["short-all-ins"] == 0
    return "yes" if full else None

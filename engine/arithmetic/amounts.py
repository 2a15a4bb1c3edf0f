"""Amounts by symbol: what a rule's ``amount: min-raise-to`` comes to in this incident."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from engine.arithmetic import odd_chips, pots, races, seating
from engine.arithmetic.given import Known, number, numbers, word
from engine.arithmetic.registry import compute
from engine.arithmetic.wagers import all_he_has, highest_reading

Amount: TypeAlias = int | str | Mapping[int | str, int] | list[int | str] | list[dict[str, object]]


class Symbol(NamedTuple):
    """An amount and the facts that it needs; with those unknown it cannot be told.

    ``most`` is the fact that it never exceeds.
    """

    needs: tuple[str, ...]
    function: Callable[[Known], Amount | None]
    most: str = ""


def _fact(name: str) -> Callable[[Known], Amount | None]:
    return lambda known: number(known, name)


def _at_most_his_chips(known: Known, total: int | None) -> int | None:
    """A total, or all that he has where that is less: nobody puts in more (table stakes)."""
    has = all_he_has(known)
    return total if total is None or has is None else min(total, has)


def _as_allowed(known: Known, total: int | None) -> int | None:
    """A wager as far as the limit or the pot allows it; None where that cannot be told.

    In pot-limit with the pot unknown, three times the call is always allowed.
    """
    if total is None or word(known, "structure") not in ("limit", "pot-limit"):
        return total
    most = number(known, "most-allowed")
    if most is not None:
        return min(total, most)
    if word(known, "structure") == "limit":
        return total
    return total if total <= 3 * (number(known, "to-call") or 0) else None


def as_stated(known: Known) -> int | None:
    """What he said he bets, never more than the limit or the pot allows.

    >>> as_stated({"stated": 1000, "structure": "pot-limit", "most-allowed": 700})
    700
    >>> as_stated({"stated": 1000, "structure": "no-limit"})
    1000
    >>> [as_stated({"stated": n, "structure": "pot-limit", "to-call": 100}) for n in (300, 400)]
    [300, None]
    """
    return _as_allowed(known, number(known, "stated"))


def as_put_in(known: Known) -> int | None:
    """All that he has in, never more than the limit or the pot allows.

    >>> as_put_in({"total-in": 50, "structure": "limit", "most-allowed": 20})
    20
    """
    return _as_allowed(known, number(known, "total-in"))


def stated_on_top(known: Known) -> int | None:
    """What he named on top of the bet: at least a full raise, at most what is allowed.

    >>> [stated_on_top({"stated": n, "to-call": 2000, "min-raise-to": 4000}) for n in (5000, 500)]
    [7000, 4000]
    """
    amounts, least = numbers(known, "stated", "to-call"), number(known, "min-raise-to")
    if amounts is None:
        return None
    return _as_allowed(known, _at_most_his_chips(known, max(sum(amounts), least or 0)))


def call_to(known: Known) -> int | None:
    """The total of a call; his last chips where they are fewer.

    >>> call_to({"to-call": 600}), call_to({"to-call": 600, "already-in": 100, "stack": 300})
    (600, 400)
    >>> call_to({"to-call": 600, "total-in": 400, "all-in": "yes"})
    400
    """
    return _at_most_his_chips(known, number(known, "to-call"))


def add_to_call(known: Known) -> int | None:
    """What he puts in to call; his last chips where they are fewer."""
    owed, stack = number(known, "to-add"), number(known, "stack")
    return owed if owed is None or stack is None else min(owed, stack)


def raise_to(known: Known) -> int | None:
    """The smallest legal raise; his last chips where they are fewer."""
    return _at_most_his_chips(known, number(known, "min-raise-to"))


def raise_made_up(known: Known) -> int | None:
    """A raise as put in, made up to the smallest legal one (adc VI.1.10, tda-2007 10).

    >>> raise_made_up({"total-in": 1600, "min-raise-to": 2000})
    2000
    """
    totals = numbers(known, "total-in", "min-raise-to")
    return _as_allowed(known, _at_most_his_chips(known, max(totals))) if totals else None


def max_of_chip(known: Known) -> int | None:
    """The whole of the chip as the total bet, as far as the limit or the pot allows (tda-2007 11).

    >>> max_of_chip({"largest-chip": 5000}), max_of_chip({"chips": 1, "put-in": 1000})
    (5000, 1000)
    """
    chip = number(known, "put-in" if known.get("chips") == 1 else "largest-chip")
    return _as_allowed(known, chip)


def raise_of_chip(known: Known) -> int | None:
    """ "Raise" said and one chip put in: all of it, made up to the smallest legal raise."""
    chip, least = max_of_chip(known), number(known, "min-raise-to")
    return None if chip is None or least is None else _at_most_his_chips(known, max(chip, least))


def all_in_plus_min_bet(known: Known) -> int | None:
    """Raising an all-in under the minimum bet: that much more (adc VI.1.2).

    >>> all_in_plus_min_bet({"all-in-to": 20, "min-bet": 100})
    120
    """
    least = number(known, "min-bet")
    all_in = number(known, "all-in-to" if "all-in-to" in known else "to-call")
    return None if all_in is None or least is None else all_in + least


def pot_made_up(known: Known) -> int | None:
    """The pot as the total bet; his last chips where they are fewer."""
    return _at_most_his_chips(known, pots.pot_limit_max(known))


def twice_big_blind(known: Known) -> int | None:
    """The least raise over a big blind that was posted short (adc VI.1.2).

    >>> twice_big_blind({"big-blind": 100})
    200
    """
    big = number(known, "big-blind")
    return None if big is None else 2 * big


def complete_to(known: Known) -> int | None:
    """Limit: a short all-in completed to a full bet (hosted Betting 5).

    >>> complete_to({"all-in-over": 20, "limit-bet": 20})
    40
    """
    amounts = numbers(known, "all-in-over", "limit-bet")
    return sum(amounts) if amounts else None


def half_mark(known: Known) -> int | None:
    """The total from which silent chips are half of a raise (tda-2024 43-A, 45-B(1)).

    >>> half_mark({"to-call": 1400, "last-raise": 1400})
    2100
    """
    amounts = numbers(known, "to-call", "last-raise")
    return amounts[0] + (amounts[1] + 1) // 2 if amounts else None


def reopens_at(known: Known) -> int | None:
    """The bet from which one who has acted may raise again (adc VI.1.4, tda-2024 47-A).

    >>> reopens_at({"already-in": 125, "last-raise": 100})
    225
    """
    amounts = numbers(known, "already-in", "last-raise")
    return sum(amounts) if amounts else None


def believed_change(known: Known) -> int | None:
    """What comes back of chips put in for a smaller bet that he believed he faced.

    >>> believed_change({"total-in": 500, "believed-bet": 400})
    100
    """
    amounts = numbers(known, "total-in", "believed-bet")
    return max(0, amounts[0] - amounts[1]) if amounts else None


_RACE = ("odd-chips", "cards", "old-chip", "new-chip")
_HIGH_LOW = ("pot", "smallest-chip", "high-winners", "low-winners", "button-seat")


def uncalled_part(known: Known) -> int | None:
    """What nobody has called of a wager: all of it where nothing stood before.

    >>> [uncalled_part({"total-in": 800, "to-call": stood}) for stood in (300, 0)]
    [500, 800]
    """
    amounts = numbers(known, "total-in", "to-call")
    return max(0, amounts[0] - amounts[1]) if amounts else None


AMOUNTS: dict[str, Symbol] = {
    "to-call": Symbol(("to-call",), call_to),
    "to-add": Symbol(("to-call", "already-in"), add_to_call),
    "min-raise-to": Symbol(("to-call", "last-raise"), raise_to),
    "min-raise-by": Symbol(("last-raise",), _fact("last-raise")),
    "raise-made-up": Symbol(("total-in", "to-call", "last-raise"), raise_made_up, "most-allowed"),
    "put-in": Symbol(("put-in",), _fact("put-in")),
    "total-in": Symbol(("total-in",), as_put_in, "most-allowed"),
    "all-put-in": Symbol(("total-in",), _fact("total-in")),
    "already-in": Symbol(("already-in",), _fact("already-in")),
    "stated": Symbol(("stated",), as_stated, "most-allowed"),
    "stated-on-top": Symbol(("stated", "to-call"), stated_on_top, "most-allowed"),
    "all-said": Symbol(("stated",), _fact("stated")),
    "max-of-chip": Symbol(("largest-chip",), max_of_chip, "most-allowed"),
    "raise-of-chip": Symbol(("largest-chip", "to-call", "last-raise"), raise_of_chip),
    "change": Symbol(("total-in", "to-call"), _fact("change")),
    "uncalled-part": Symbol(("total-in", "to-call"), uncalled_part),
    "highest-reading": Symbol(("readings", "pot"), highest_reading),
    "shortfall": Symbol(("total-in", "to-call"), _fact("shortfall")),
    "believed-bet": Symbol(("believed-bet",), _fact("believed-bet")),
    "believed-change": Symbol(("total-in", "believed-bet"), believed_change),
    "half-mark": Symbol(("to-call", "last-raise"), half_mark),
    "reopens-at": Symbol(("already-in", "last-raise"), reopens_at),
    "small-blind": Symbol(("small-blind",), _fact("small-blind")),
    "big-blind": Symbol(("big-blind",), _fact("big-blind")),
    "ante": Symbol(("ante",), _fact("ante")),
    "all-he-has": Symbol(("stack", "already-in"), all_he_has),
    "stack": Symbol(("stack",), _fact("stack")),
    "min-bet": Symbol(("big-blind",), _fact("min-bet")),
    "all-in-plus-min-bet": Symbol(("to-call", "big-blind"), all_in_plus_min_bet),
    "twice-big-blind": Symbol(("big-blind",), twice_big_blind),
    "complete-to": Symbol(("all-in-over", "limit-bet"), complete_to),
    "pot": Symbol(("pot",), _fact("pot")),
    "pot-limit-max": Symbol(("pot", "to-call", "already-in"), pot_made_up),
    "hands-missed": Symbol(("players-at-table", "penalty-rounds"), _fact("hands-missed")),
    "buy-in-minimum": Symbol(("max-bet",), _fact("buy-in-minimum")),
    "finishing-place": Symbol(("players-left", "players-out"), _fact("finishing-place")),
    "players-to-move": Symbol(("table-sizes",), _fact("players-to-move")),
    "table-gap-allowed": Symbol(("tables-left",), _fact("table-gap-allowed")),
    "players-short": Symbol(("fullest-table", "players-at-table"), _fact("players-short")),
    "odd-chip-seat": Symbol(("winners", "button-seat"), odd_chips.odd_chip_seat),
    "odd-chip-high-card": Symbol(("cards",), odd_chips.odd_chip_high_card),
    "odd-chip-winning-card": Symbol(("cards",), odd_chips.odd_chip_winning_card),
    "odd-chip-low-card": Symbol(("cards",), odd_chips.odd_chip_low_card),
    "pot-shares": Symbol(("pot", "smallest-chip", "winners", "button-seat"), odd_chips.pot_shares),
    "high-low-shares": Symbol(_HIGH_LOW, odd_chips.high_low_shares),
    "high-low-shares-high-card": Symbol(_HIGH_LOW, odd_chips.high_low_shares_high_card),
    "side-pots": Symbol(("stacks",), pots.side_pots),
    "race-by-card": Symbol(_RACE, races.race_by_card),
    "race-by-card-protected": Symbol((*_RACE, "other-chips"), races.race_by_card_protected),
    "race-one-each-protected": Symbol((*_RACE, "other-chips"), races.race_one_each_protected),
    "place-by-stack": Symbol(("starting-stacks",), seating.place_by_stack),
    "place-order": Symbol(("starting-stacks",), seating.place_order),
    "heads-up-button": Symbol(("last-big-blind",), seating.heads_up_button),
    "heads-up-big-blind": Symbol(("last-big-blind", "seats"), seating.heads_up_big_blind),
    "next-big-blind": Symbol(("seats", "big-blind-seat"), seating.next_big_blind),
    "earliest-blind-seat": Symbol(("open-seats", "big-blind-seat"), seating.earliest_blind_seat),
    "first-from-button": Symbol(("seats-in-hand", "button-seat"), seating.first_from_button),
}
"""Every symbol that a rule may name as an amount."""


def needs(symbol: str) -> tuple[str, ...]:
    """The facts to ask for when the amount cannot be told.

    >>> needs("min-raise-to")
    ('to-call', 'last-raise')

    Raises:
        KeyError: no such symbol.
    """
    return AMOUNTS[symbol].needs


def amount(symbol: str, known: Known) -> Amount | None:
    """What the symbol comes to, or None when what is known does not tell.

    >>> amount("min-raise-to", {"facing": "bet", "to-call": 1000, "street": "flop"})
    2000

    Raises:
        KeyError: no such symbol.
    """
    return AMOUNTS[symbol].function({**known, **compute(known)})

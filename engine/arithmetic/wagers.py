"""Facts about one wager: what is in, what it is against the call, what part of a raise."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arithmetic.given import (
    BLINDS,
    LATER_STREETS,
    PREFLOP,
    Known,
    number,
    numbers,
    whole,
    word,
    yes,
)
from engine.arithmetic.registry import computes
from engine.arithmetic.relations import relate


def _chips_put(known: Known) -> list[int]:
    chips = known.get("chips-put")
    if not isinstance(chips, Sequence) or isinstance(chips, str):
        return []
    found = [n for chip in chips if (n := whole(chip))]
    return found if len(found) == len(chips) else []


@computes("chips", needs=("chips-put",))
def chips(known: Known) -> int | None:
    """How many chips were put in.

    >>> chips({"chips-put": [500, 100, 100]})
    3
    """
    return len(_chips_put(known)) or None


@computes("largest-chip", needs=("chips-put",))
def largest_chip(known: Known) -> int | None:
    """The value of the largest chip put in."""
    return max(_chips_put(known), default=None)


@computes("smallest-chip-put", needs=("chips-put",))
def smallest_chip_put(known: Known) -> int | None:
    """The value of the smallest chip put in."""
    return min(_chips_put(known), default=None)


@computes("put-in", needs=("chips-put",))
def put_in(known: Known) -> int | None:
    """The value of the chips put in now."""
    return sum(_chips_put(known)) or None


@computes("put-in", needs=("chips", "largest-chip"))
def put_in_one_chip(known: Known) -> int | None:
    """A single chip puts in its own value."""
    return number(known, "largest-chip") if known["chips"] == 1 else None


@computes("already-in", needs=("facing",))
def nothing_in_yet(known: Known) -> int | None:
    """While nobody has bet, nobody has chips in this round."""
    return 0 if known["facing"] == "nothing" else None


@computes("already-in", needs=("prior-chips",))
def no_prior_chips(known: Known) -> int | None:
    """A player without chips from before has none in."""
    return 0 if known["prior-chips"] == "none" else None


@computes("already-in", needs=("already-acted",), uses=("street", "position", *BLINDS))
def in_before_acting(known: Known) -> int | None:
    """One who has not acted has his blind in, or nothing; unknown who may be on a blind.

    >>> in_before_acting({"already-acted": "no", "street": "preflop", "position": "button"})
    0
    >>> in_before_acting({"already-acted": "no", "street": "preflop"}) is None
    True
    """
    if known["already-acted"] != "no":
        return None
    if word(known, "street") in LATER_STREETS:
        return 0
    position = word(known, "position")
    if position in BLINDS:
        return number(known, position) if word(known, "street") in PREFLOP else None
    return 0 if position else None


@computes("total-in", needs=("prior-chips", "put-in"))
def total_of_new_chips(known: Known) -> int | None:
    """Old chips pulled back altogether: the new ones are the wager (tda-2024 46-C(1))."""
    return number(known, "put-in") if known["prior-chips"] == "fully-back" else None


@computes("total-in", needs=("already-in", "put-in"), uses=("prior-chips", "taken-back"))
def total_in(known: Known) -> int | None:
    """All that the player has in this round; what he took back does not count.

    >>> total_in({"already-in": 50, "put-in": 1500})
    1550
    """
    amounts = numbers(known, "already-in", "put-in")
    back = number(known, "taken-back")
    if amounts is None or (back is None and word(known, "prior-chips") == "partly-back"):
        return None
    return sum(amounts) - (back or 0)


@computes("to-add", needs=("to-call", "already-in"))
def to_add(known: Known) -> int | None:
    """What the player still owes for a call."""
    amounts = numbers(known, "to-call", "already-in")
    return max(0, amounts[0] - amounts[1]) if amounts else None


def part_of_raise(total: int, stands: int, size: int) -> str:
    """How much of a full raise a total is over what stands (tda-2007 10, adc III.5.10).

    >>> [part_of_raise(total, 1000, 1000) for total in (1000, 1499, 1500, 2000)]
    ['none', 'under-half', 'half-or-more', 'full']
    """
    over = total - stands
    if over <= 0:
        return "none"
    if over >= size:
        return "full"
    return "half-or-more" if 2 * over >= size else "under-half"


def _raise_part(known: Known, total: str) -> str | None:
    amounts = numbers(known, total, "to-call", "last-raise")
    return part_of_raise(*amounts) if amounts and amounts[1] else None


@computes("raise-part", needs=("total-in", "to-call", "last-raise"))
def raise_part(known: Known) -> str | None:
    """The part of a full raise that the chips make."""
    return _raise_part(known, "total-in")


@computes("stated-raise-part", needs=("stated", "to-call", "last-raise"))
def stated_raise_part(known: Known) -> str | None:
    """The part of a full raise that the amount said makes, as if in chips (tda-2024 40-C)."""
    return _raise_part(known, "stated")


def highest_reading(known: Known) -> int | None:
    """The largest amount that words may mean, not over the pot (tda-2024 57).

    >>> highest_reading({"readings": [500, 5000], "pot": 4999})
    500
    """
    listed, pot = known.get("readings"), number(known, "pot")
    if not isinstance(listed, list) or pot is None:
        return None
    return max((n for one in listed if (n := whole(one)) is not None and n <= pot), default=None)


def _read(known: Known) -> Known:
    """What is known, with an unclear amount as its highest reading."""
    unclear = word(known, "amount-said") == "unclear"
    return {**known, "stated": highest_reading(known) if unclear else None}


@computes("stated-against-call", needs=("amount-said", "readings", "pot", "to-call"))
def reading_against_call(known: Known) -> str | None:
    """An unclear amount against the call: its highest reading is (tda-2024 57).

    >>> unclear = {"amount-said": "unclear", "readings": [500, 5000], "to-call": 400}
    >>> reading_against_call({**unclear, "pot": 900})
    'more'
    """
    amounts = numbers(_read(known), "stated", "to-call")
    return relate(amounts[0], "<=>", amounts[1]) if amounts else None


@computes("stated-below-min", needs=("amount-said", "readings", "pot", "min-bet"))
def reading_below_min(known: Known) -> str | None:
    """Whether even the highest reading of an unclear amount is below the minimum (tda-2024 57).

    >>> unclear = {"amount-said": "unclear", "readings": [10, 100], "pot": 500}
    >>> reading_below_min({**unclear, "min-bet": 200})
    'yes'
    """
    amounts = numbers({**known, **_read(known)}, "stated", "min-bet")
    return relate(amounts[0], "<", amounts[1]) if amounts else None


@computes("stated-raise-part", needs=("amount-said", "readings", "pot", "to-call", "last-raise"))
def reading_raise_part(known: Known) -> str | None:
    """The part of a raise that an unclear amount makes by its highest reading (tda-2024 57).

    >>> unclear = {"amount-said": "unclear", "readings": [500, 5000], "to-call": 400}
    >>> [reading_raise_part({**unclear, "last-raise": 400, "pot": pot}) for pot in (900, 6000)]
    ['under-half', 'full']
    """
    return _raise_part(_read(known), "stated")


@computes("against-call", needs=("put-in", "to-call"))
def more_than_the_call(known: Known) -> str | None:
    """New chips worth more than the whole bet are more than the call, whatever was in.

    >>> more_than_the_call({"put-in": 500, "to-call": 400})
    'more'
    """
    amounts = numbers(known, "put-in", "to-call")
    return "more" if amounts is not None and amounts[0] > amounts[1] else None


@computes(
    "every-chip-needed",
    needs=("total-in", "to-call"),
    uses=("smallest-chip-put", "chips", "put-in"),
)
def every_chip_needed(known: Known) -> str | None:
    """Whether with one of the smallest new chips less it is no call (tda-2024 45).

    >>> every_chip_needed({"total-in": 1500, "to-call": 1100, "smallest-chip-put": 500})
    'yes'
    >>> every_chip_needed({"total-in": 1500, "to-call": 1100, "smallest-chip-put": 100})
    'no'
    """
    amounts = numbers(known, "total-in", "to-call")
    if amounts is None:
        return None
    smallest = number(known, "put-in" if known.get("chips") == 1 else "smallest-chip-put")
    if amounts[0] < amounts[1]:
        return "yes"
    return None if smallest is None else yes(amounts[0] - smallest < amounts[1])


@computes("chip-covers", needs=("to-add",), uses=("largest-chip", "chips", "put-in"))
def chip_covers(known: Known) -> str | None:
    """Whether one chip, the largest put in, covers what is owed."""
    chip = number(known, "put-in" if known.get("chips") == 1 else "largest-chip")
    owed = number(known, "to-add")
    return yes(chip >= owed) if chip is not None and owed is not None else None


@computes("chip-over-bet", needs=("to-call",), uses=("largest-chip", "chips", "put-in"))
def chip_over_bet(known: Known) -> str | None:
    """Whether one chip alone, the largest put in, is worth more than the whole bet.

    >>> chip_over_bet({"to-call": 600, "chips": 1, "put-in": 5000})
    'yes'
    """
    chip = number(known, "put-in" if known.get("chips") == 1 else "largest-chip")
    bet = number(known, "to-call")
    return yes(chip > bet) if chip is not None and bet is not None else None


@computes("put-share", needs=("total-in", "to-call"))
def put_share(known: Known) -> int | None:
    """Per cent of the bet put in, rounded down (the eighty per cent of adc VI.1.11(1)).

    >>> put_share({"total-in": 300, "to-call": 1200})
    25
    """
    amounts = numbers(known, "total-in", "to-call")
    return 100 * amounts[0] // amounts[1] if amounts and amounts[1] else None


@computes("change", needs=("total-in", "to-call"))
def change(known: Known) -> int | None:
    """What comes back of a call; 0 when nothing does."""
    amounts = numbers(known, "total-in", "to-call")
    return max(0, amounts[0] - amounts[1]) if amounts and amounts[1] else None


@computes("shortfall", needs=("total-in", "to-call"))
def shortfall(known: Known) -> int | None:
    """What is missing to a call; 0 when nothing is."""
    amounts = numbers(known, "total-in", "to-call")
    return max(0, amounts[1] - amounts[0]) if amounts else None


@computes(
    "over-most",
    needs=("most-allowed",),
    uses=("stated", "total-in", "said-as-increase", "to-call"),
)
def over_most(known: Known) -> str | None:
    """Whether the wager, as named or else as put in, is over the most allowed (tda-2024 52-B).

    >>> over_most({"most-allowed": 10500, "total-in": 11500})
    'yes'
    """
    most, named = number(known, "most-allowed"), number(known, "stated")
    if named is not None and word(known, "said-as-increase") == "yes":
        named += number(known, "to-call") or 0
    wager = number(known, "total-in") if named is None else named
    return yes(wager > most) if most is not None and wager is not None else None


@computes("can-raise", needs=("to-call",), uses=("already-in", "stack", "all-in", "total-in"))
def can_raise(known: Known) -> str | None:
    """Whether he has more than the call takes: nobody wagers what he has not (table stakes).

    >>> can_raise({"to-call": 500, "already-in": 0, "stack": 300})
    'no'
    >>> can_raise({"to-call": 500, "all-in": "yes", "total-in": 800})
    'yes'
    """
    stands, has = number(known, "to-call"), all_he_has(known)
    return yes(has > stands) if has is not None and stands else None


def all_he_has(known: Known) -> int | None:
    """All his chips, those in already and those behind."""
    chips = numbers(known, "already-in", "stack")
    if chips is not None:
        return sum(chips)
    return number(known, "total-in") if word(known, "all-in") == "yes" else None


@computes("all-in", needs=("put-in", "stack"))
def all_in(known: Known) -> str | None:
    """Whether the chips put in are all that he had behind."""
    amounts = numbers(known, "put-in", "stack")
    return yes(amounts[0] == amounts[1]) if amounts and amounts[0] <= amounts[1] else None


@computes(
    "misreading-suspected",
    needs=("facing", "total-in", "to-call"),
    uses=("opening-bet", "street", "big-blind", "last-raise", "all-in-over", "all-in"),
)
def pays_the_bet_before(known: Known) -> str | None:
    """Chips that come to just the bet before a raise tell that it was missed (adc VI.1.11(1)).

    >>> raised = {"facing": "raise", "total-in": 300, "to-call": 1200}
    >>> pays_the_bet_before({**raised, "opening-bet": 300})
    'yes'
    >>> pays_the_bet_before({**raised, "last-raise": 900})
    'yes'
    """
    amounts = numbers(known, "total-in", "to-call")
    if amounts is None or known["facing"] not in ("raise", "all-in"):
        return None
    if known.get("all-in") == "yes":
        return None
    paid, stands = amounts
    raised = number(known, "last-raise") if known["facing"] == "raise" else None
    before = {
        number(known, "big-blind" if word(known, "street") in PREFLOP else "opening-bet"),
        number(known, "all-in-over") if known["facing"] == "all-in" else None,
        stands - raised if raised is not None else None,
    }
    return "yes" if paid in before and 0 < paid < stands else None

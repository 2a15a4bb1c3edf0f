"""Facts that compare two others, as a table."""

from __future__ import annotations

from engine.arithmetic.given import Known, numbers, yes
from engine.arithmetic.registry import computes
from rulebase.values import Value

COMPARED: dict[str, tuple[str, str, str]] = {
    "against-call": ("total-in", "<=>", "to-call"),
    "stated-against-call": ("stated", "<=>", "to-call"),
    "stated-against-put-in": ("stated", "<=>", "total-in"),
    "below-min-bet": ("total-in", "<", "min-bet"),
    "stated-below-min": ("stated", "<", "min-bet"),
    "chips-too-small": ("smallest-chip-put", "<", "smallest-chip"),
    "past-limit": ("seconds-passed", ">", "clock-limit"),
    "limit-reached": ("seconds-passed", ">=", "clock-limit"),
    "cap-reached": ("raises-so-far", ">=", "raise-cap"),
    "blind-short": ("stack", "<", "big-blind"),
    "buy-in-short": ("buy-in", "<", "buy-in-minimum"),
    "hidden-chips-covered": ("opponent-left", ">=", "hidden-chips"),
    "odd-chip-divisible": ("odd-chip", ">", "smallest-chip"),
    "balance-needed": ("table-gap", ">", "table-gap-allowed"),
}
"""Fact: (left, relation, right). ``<=>`` answers less, equal or more, the others yes or no.

``past-limit``: hosted Dead hands 1(f), tda-2007 5 and adc III.3.1(3) say "exceed", so the
last second still counts; ``limit-reached``: by tda-2024 29 time is up then.
``chips-too-small``: adc III.5.1, hosted Betting 7. ``buy-in-short``: hosted Buy-in 1.
``balance-needed``: adc VII.r, hosted Tournaments 14. ``hidden-chips-covered``: adc VII.u,
hosted Tournaments 16.
"""


def relate(left: int, relation: str, right: int) -> str:
    """The answer to one comparison.

    >>> relate(1600, "<=>", 1000), relate(15, ">", 15), relate(3, ">=", 3)
    ('more', 'no', 'yes')
    """
    match relation:
        case "<=>":
            return "equal" if left == right else ("less" if left < right else "more")
        case "<":
            return yes(left < right)
        case ">":
            return yes(left > right)
        case ">=":
            return yes(left >= right)
    raise ValueError(f"{relation!r} is no relation")


def _register(name: str, left: str, relation: str, right: str) -> None:
    @computes(name, needs=(left, right))
    def compared(known: Known) -> Value | None:
        amounts = numbers(known, left, right)
        return relate(amounts[0], relation, amounts[1]) if amounts else None


for _name, _terms in COMPARED.items():
    _register(_name, *_terms)

"""Sets of possible values: what a fact may be, what a condition allows.

A fact of kind choice or yes/no has words for values; a count or an amount of
chips has whole numbers. A condition is the set of values it allows, and what is
known of a fact is the set of values it may still have, so that three questions
settle everything: is the known inside the allowed (true), apart from it (false),
or neither (open)?

>>> known = Span.parse(">= 2")
>>> Span.parse("1..5").status(known), Span.parse(">= 1").status(known), Span.of(1).status(known)
(<Truth.OPEN: 2>, <Truth.TRUE: 1>, <Truth.FALSE: 0>)
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int

HIGHEST = 2**53
"""The largest whole number that a fact may have: what a double holds exactly."""


class Truth(enum.IntEnum):
    """Three-valued truth: whether a condition holds on what is known."""

    FALSE = 0
    TRUE = 1
    OPEN = 2


class ValuesError(ValueError):
    """A value or a comparison that cannot be read."""


_COMPARISON = re.compile(r"(<=|>=|!=|<|>)?\s*(-?\d+)\Z")
_RANGE = re.compile(r"(\d+)\s*\.\.\s*(\d+)\Z")


@dataclass(frozen=True, slots=True)
class Span:
    """A set of whole numbers from 0 to HIGHEST: disjoint closed ranges in rising order.

    >>> Span.parse("< 3")
    Span(ranges=((0, 2),))
    >>> ~Span.parse("3..5")
    Span(ranges=((0, 2), (6, 9007199254740992)))
    """

    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, number: int) -> Span:
        """The set of one number."""
        if not 0 <= number <= HIGHEST:
            raise ValuesError(f"{number} is outside 0 to {HIGHEST}")
        return cls(((number, number),))

    @classmethod
    def parse(cls, text: str | int) -> Span:
        """Read ``5``, ``">= 2"``, ``"< 3"``, ``"!= 4"`` or ``"2..5"``.

        Raises:
            ValuesError: the text is none of these, or a number is out of range.
        """
        if isinstance(text, int):
            return cls.of(text)
        if found := _RANGE.match(text.strip()):
            low, high = _whole(found[1]), _whole(found[2])
            if low > high:
                raise ValuesError(f"{text!r} runs backwards")
            return cls.of(low) | cls.of(high) | cls(((low, high),))
        if not (found := _COMPARISON.match(text.strip())):
            raise ValuesError(f'{text!r} is no number or comparison such as ">= 2"')
        number = cls.of(_whole(found[2])).ranges[0][0]
        match found[1]:
            case None:
                return cls.of(number)
            case "!=":
                return ~cls.of(number)
            case ">=":
                return cls(((number, HIGHEST),))
            case ">":
                return cls._clean([(number + 1, HIGHEST)])
            case "<=":
                return cls(((0, number),))
            case _:
                return cls._clean([(0, number - 1)])

    @classmethod
    def _clean(cls, ranges: list[tuple[int, int]]) -> Span:
        merged: list[tuple[int, int]] = []
        for low, high in sorted(r for r in ranges if r[0] <= r[1]):
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(merged[-1][1], high))
            else:
                merged.append((low, high))
        return cls(tuple(merged))

    def __and__(self, other: Span) -> Span:
        return self._clean(
            [(max(a, c), min(b, d)) for a, b in self.ranges for c, d in other.ranges]
        )

    def __or__(self, other: Span) -> Span:
        return self._clean([*self.ranges, *other.ranges])

    def __invert__(self) -> Span:
        gaps, start = [], 0
        for low, high in self.ranges:
            gaps.append((start, low - 1))
            start = high + 1
        return self._clean([*gaps, (start, HIGHEST)])

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and any(low <= number <= high for low, high in self.ranges)

    def __le__(self, other: Span) -> bool:
        return (self & other) == self

    @property
    def only(self) -> int | None:
        """The single number of the set, or None."""
        if len(self.ranges) == 1 and self.ranges[0][0] == self.ranges[0][1]:
            return self.ranges[0][0]
        return None

    def status(self, known: Values) -> Truth:
        """Whether a fact that may be ``known`` meets this condition."""
        return status(self, known)

    def __str__(self) -> str:
        return " or ".join(_range_words(low, high) for low, high in self.ranges) or "nothing"


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise ValuesError(f"a number of {len(digits)} digits is above {HIGHEST}")
    return int(digits)


def _range_words(low: int, high: int) -> str:
    if low == high:
        return str(low)
    if high == HIGHEST:
        return f">= {low}"
    return f"<= {high}" if low == 0 else f"{low}..{high}"


Values: TypeAlias = frozenset[str] | Span

ANY_NUMBER = Span(((0, HIGHEST),))


def status(allowed: Values, known: Values) -> Truth:
    """Whether a fact that may be ``known`` meets a condition that allows ``allowed``.

    >>> status(frozenset({"call"}), frozenset({"call", "raise"}))
    <Truth.OPEN: 2>

    Raises:
        ValuesError: one is of words and the other of numbers.
    """
    if isinstance(allowed, frozenset) and isinstance(known, frozenset):
        if known <= allowed:
            return Truth.TRUE
        return Truth.OPEN if known & allowed else Truth.FALSE
    if isinstance(allowed, Span) and isinstance(known, Span):
        if known <= allowed:
            return Truth.TRUE
        return Truth.OPEN if known & allowed else Truth.FALSE
    raise ValuesError("words compared with numbers")


def meet(a: Values, b: Values) -> Values:
    """The values in both sets.

    Raises:
        ValuesError: one is of words and the other of numbers.
    """
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return a & b
    if isinstance(a, Span) and isinstance(b, Span):
        return a & b
    raise ValuesError("words compared with numbers")


def join(a: Values, b: Values) -> Values:
    """The values in either set.

    Raises:
        ValuesError: one is of words and the other of numbers.
    """
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return a | b
    if isinstance(a, Span) and isinstance(b, Span):
        return a | b
    raise ValuesError("words compared with numbers")


def only(values: Values) -> Value | None:
    """The single value left, or None.

    >>> only(frozenset({"call"})), only(Span.of(600)), only(frozenset({"call", "raise"}))
    ('call', 600, None)
    """
    if isinstance(values, Span):
        return values.only
    return next(iter(values)) if len(values) == 1 else None


def shown(values: Values) -> str:
    """Values in words.

    >>> shown(frozenset({"raise", "bet"})), shown(Span.parse(">= 2"))
    ('bet or raise', '>= 2')
    """
    return str(values) if isinstance(values, Span) else " or ".join(sorted(values))

"""The words and numbers of a narrative, each with its place.

Numbers come in digits ("5,000", "5k", "1.5m", "300/600" is two), in words ("six
hundred"), and as cards ("9d" is none). What may be two numbers ("one twenty-five")
is a number of unknown value. Hyphens part words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.reading.text import Text
from rulebase.values import HIGHEST

_TOKEN = re.compile(
    r"(?P<card>\b(?:10|[2-9tjqka])[shdc]\b"
    r"|\b(?:10|[2-9tjqka])(?:-(?:10|[2-9tjqka])){2,}\b"
    r"|\b(?:[tjqka]-(?:10|[2-9tjqka])|(?:10|[2-9])-[tjqka])\b)"
    r"|[$£€]?(?P<number>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<unit>k|m|bbs?|c)?(?P<plural>'?s)?(?![a-z0-9])"
    r"|(?P<word>[a-z0-9_]+(?:'[a-z]+)*)"
    r"|(?P<end>[.!?;:,()\n\"/+])"
)
_UNITS = {"k": 1_000, "m": 1_000_000}
_SMALL = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),  # noqa: SIM905
        2,
    )
} | {"fourty": 40}
_SCALES = {"hundred": 100, "thousand": 1_000, "grand": 1_000, "k": 1_000, "million": 1_000_000}
_PLURALS = {"fives": "five", "hundreds": "hundred", "thousands": "thousand"}
"""How chips are called that are worth a number of several words: "twenty-fives"."""


class Token(NamedTuple):
    """A word, a number or a mark; ``number`` is set where it is a known whole number.

    ``in_words`` tells "two" from "2": a count in words is seldom an amount. ``numeral``
    holds for every number, also one whose value is not known; ``plural`` for "100s".
    """

    word: str
    start: int
    end: int
    number: int | None = None
    in_words: bool = False
    mark: bool = False
    numeral: bool = False
    plural: bool = False


def tokens(text: Text) -> tuple[Token, ...]:
    """The tokens of a narrative, numbers in words joined.

    >>> from engine.reading.text import normalise
    >>> [t.number or t.word for t in tokens(normalise("bets 5k into six hundred, 300/600"))]
    ['bets', 5000, 'into', 600, ',', 300, '/', 600]
    >>> [(t.word, t.number) for t in tokens(normalise("all-in, one twenty-five"))]
    [('all', None), ('in', None), (',', None), ('one twenty five', None)]
    >>> [t.number or t.word for t in tokens(normalise("two twenty-fives, three five-dollar chips"))]
    [2, 25, ',', 3, 5, 'dollar', 'chips']
    """
    return tuple(_join_numbers(list(_raw(text.plain)), text.plain))


def _raw(plain: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(plain):
        word, start, end = found[0], found.start(), found.end()
        if found["end"]:
            yield Token(word, start, end, mark=True)
        elif found["number"]:
            value = _value(found["number"], found["unit"])
            yield Token(word, start, end, value, numeral=True, plural=bool(found["plural"]))
        else:
            yield Token(word, start, end)


def _value(digits: str, unit: str | None) -> int | None:
    """The value of digits; None for fractions, for big blinds, and for "5.000", which may be both.

    >>> _value("1.5", "k"), _value("5,000", None), _value("5.000", None), _value("12", "bb")
    (1500, 5000, None, None)
    """
    if unit and unit not in _UNITS:
        return None
    whole, point, rest = digits.replace(",", "").partition(".")
    if point and not unit and len(rest) == 3:
        return None
    scale = _UNITS.get(unit or "", 1)
    if len(whole) > 16 or len(rest) > 6:
        return None
    number, left = divmod(int((whole or "0") + rest) * scale, 10 ** len(rest))
    return number if not left and number <= HIGHEST else None


def _join_numbers(raw: list[Token], plain: str) -> Iterator[Token]:
    place = 0
    while place < len(raw):
        token = raw[place]
        if token.numeral and place + 1 < len(raw) and raw[place + 1].word in _SCALES:
            scaled = token.number and token.number * _SCALES[raw[place + 1].word]
            number = scaled if scaled and scaled <= HIGHEST else None
            yield Token(token.word, token.start, raw[place + 1].end, number, numeral=True)
            place += 2
        elif length := _number_words(raw, place):
            length, plural = _hyphened(raw, place, length, plain)
            run = raw[place : place + length]
            words = [t.word for t in run]
            number = said_number([_PLURALS.get(word, word) for word in words])
            yield Token(
                " ".join(words),
                run[0].start,
                run[-1].end,
                number,
                in_words=not plural,
                numeral=True,
                plural=plural,
            )
            place += length
        else:
            yield token
            place += 1


def _is_number_word(word: str) -> bool:
    return word in _SMALL or word in _TENS or word in _SCALES


def _number_words(raw: list[Token], place: int) -> int:
    """How many tokens from ``place`` on are words of one number."""
    end = place
    if raw[place].word == "a" and place + 1 < len(raw) and raw[place + 1].word in _SCALES:
        end += 1
    elif raw[place].word in _SCALES and raw[place].word in ("k", "grand"):
        return 0
    while end < len(raw):
        if _is_number_word(raw[end].word):
            end += 1
        elif (
            raw[end].word == "and"
            and end > place
            and raw[end - 1].word in ("hundred", "thousand")
            and end + 1 < len(raw)
            and (raw[end + 1].word in _SMALL or raw[end + 1].word in _TENS)
        ):
            end += 2
        else:
            break
    return end - place


def _hyphened(raw: list[Token], place: int, length: int, plain: str) -> tuple[int, bool]:
    """How much of a run of number words is one number, and whether it is a plural.

    What a hyphen joins to the word behind it is a number by itself, with a count before it.
    """
    end = place + length
    first = end - 1
    while first > place and _joined(raw, first, plain):
        first -= 1
    if end == len(raw) or not _joined(raw, end, plain):
        return length, False
    if first > place and said_number([t.word for t in raw[place:end]]) is None:
        return first - place, False
    plural = raw[end].word in _PLURALS
    return length + plural, plural


def _joined(raw: list[Token], place: int, plain: str) -> bool:
    """Whether a hyphen joins a token to the one before it."""
    return plain[raw[place - 1].end : raw[place].start] == "-"


def said_number(words: list[str]) -> int | None:
    """The number that words say, or None where they say several or none.

    >>> [said_number(w.split()) for w in ("thirty five hundred", "two hundred and ten")]
    [3500, 210]
    >>> said_number("two ten".split()), said_number("forty one five".split())
    (None, None)
    """
    total, group, last, ceiling = 0, 0, 100, HIGHEST
    for place, word in enumerate(words):
        if word == "and":
            continue
        if word == "a" and place == 0:
            group = 1
        elif word in _SMALL:
            size = _SMALL[word]
            if last <= 9 or (last < 100 and size > 9) or (size == 0 and len(words) > 1):
                return None
            group, last = group + size, min(size, 9)
        elif word in _TENS:
            if last < 100:
                return None
            group, last = group + _TENS[word], 10
        else:
            scale = _SCALES[word]
            if scale == 100:
                if not 0 < group < 100 and len(words) > 1:
                    return None
                group, last = group * 100, 100
            else:
                if (not group and len(words) > 1) or scale >= ceiling:
                    return None
                total, group, last, ceiling = total + group * scale, 0, 100, scale
    if words in (["hundred"], ["thousand"]):
        return _SCALES[words[0]]
    value = total + group
    return value if value <= HIGHEST else None

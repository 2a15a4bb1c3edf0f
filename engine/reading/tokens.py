"""The words and numbers of a narrative, each with its place.

Numbers come in digits ("5,000", "5k", "1.5m", "300/600" is two), in words ("six
hundred"), and as cards ("9d" is none). What is no number keeps its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.reading.text import Text
from rulebase.values import HIGHEST

_TOKEN = re.compile(
    r"(?P<card>\b(?:10|[2-9tjqka])[shdc]\b)"
    r"|[$£€]?(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)(?P<unit>k|m|bb|c)?(?:'?s)?(?![a-z0-9])"
    r"|(?P<word>[a-z0-9_]+(?:'[a-z]+)*(?:-[a-z]+)*)"
    r"|(?P<end>[.!?;:,()\n\"/])"
)
_UNITS = {"k": 1_000, "m": 1_000_000, "c": 100}

_NUMBER_WORDS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fourty fifty sixty seventy "
    "eighty ninety hundred thousand million grand".split()
)
_MULTIPLIERS = {"hundred": 100, "thousand": 1_000, "grand": 1_000, "k": 1_000, "million": 1_000_000}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark; ``number`` is set where it is a whole number.

    ``in_words`` tells "two" from "2": a count in words is seldom an amount.
    """

    word: str
    start: int
    end: int
    number: int | None = None
    in_words: bool = False
    mark: bool = False


def tokens(text: Text) -> tuple[Token, ...]:
    """The tokens of a narrative, numbers in words joined.

    >>> from engine.reading.text import normalise
    >>> [t.number or t.word for t in tokens(normalise("bets 5k into six hundred, 300/600"))]
    ['bets', 5000, 'into', 600, ',', 300, '/', 600]
    """
    return tuple(_join_numbers(list(_raw(text.plain))))


def _raw(plain: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(plain):
        word, start, end = found[0], found.start(), found.end()
        if found["end"]:
            yield Token(word, start, end, mark=True)
        elif found["number"]:
            yield Token(word, start, end, _value(found["number"], found["unit"]))
        else:
            yield Token(word, start, end)


def _value(digits: str, unit: str | None) -> int | None:
    try:
        value = float(digits.replace(",", "")) * _UNITS.get(unit or "", 1)
    except (ValueError, OverflowError):
        return None
    whole = round(value)
    return whole if abs(value - whole) < 1e-6 and whole <= HIGHEST else None


def _join_numbers(raw: list[Token]) -> Iterator[Token]:
    place = 0
    while place < len(raw):
        token = raw[place]
        if token.number is not None and place + 1 < len(raw):
            scale = _MULTIPLIERS.get(raw[place + 1].word)
            if scale:
                number = token.number * scale
                if number <= HIGHEST:
                    yield Token(token.word, token.start, raw[place + 1].end, number)
                    place += 2
                    continue
        length = _number_words(raw, place)
        if length:
            run = raw[place : place + length]
            number_said = _said(run)
            if number_said is not None:
                words = " ".join(t.word for t in run)
                yield Token(words, run[0].start, run[-1].end, number_said, in_words=True)
                place += length
                continue
        yield token
        place += 1


def _number_words(raw: list[Token], place: int) -> int:
    """How many tokens from ``place`` on are words of one number."""
    end = place
    while end < len(raw):
        parts = raw[end].word.split("-")
        article = raw[end].word == "a" and end == place
        if not (all(p in _NUMBER_WORDS for p in parts) or article):
            break
        end += 1
    if end == place + 1 and raw[place].word == "a":
        return 0
    if end > place and raw[place].word == "a" and raw[place + 1].word not in _MULTIPLIERS:
        return 0
    return end - place


def _said(run: list[Token]) -> int | None:
    """The number that words say, or None where they say several or none."""
    from text_to_num import text2num

    words = " ".join(t.word.replace("fourty", "forty").replace("grand", "thousand") for t in run)
    words = re.sub(r"^(a )?(?=hundred|thousand|million)", "one ", words)
    try:
        return int(text2num(words, "en"))
    except ValueError:
        return None

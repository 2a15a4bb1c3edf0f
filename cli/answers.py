"""What a person typed, as the value of a fact: a number, a word, an amount, a list."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from engine.incident import IncidentError, Told, told
from rulebase.book import Fact

_COMPARED = (
    (re.compile(r"(?:>=|at least)\s*(.+)"), ">= "),
    (re.compile(r"(?:<=|at most|up to)\s*(.+)"), "<= "),
    (re.compile(r"(?:>|over|more than|above)\s*(.+)"), "> "),
    (re.compile(r"(?:<|under|less than|below)\s*(.+)"), "< "),
    (re.compile(r"(.+?)\s*(?:or more|and more|\+)\Z"), ">= "),
    (re.compile(r"(.+?)\s*or (?:less|fewer)\Z"), "<= "),
)
_TIMES = {"seconds": {"h": 3600, "m": 60}, "minutes": {"h": 60}}
_PAIR = re.compile(r"(?:seat\s+)?([^\s:=]+)\s*[:=\s]\s*(.+)\Z", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def read_answer(fact: Fact, written: str) -> Told:
    """An answer as it was typed.

    Raises:
        IncidentError: it is no answer to the question.
    """
    if fact.values:
        return told(fact, _choice(fact, written.lower()), "answered", written)
    if fact.kind == "name":
        return told(fact, written, "answered", written)
    if fact.structured:
        return told(fact, read_list(written), "answered", written)
    return told(fact, _amount(fact, written.lower()), "answered", written)


def _choice(fact: Fact, written: str) -> str:
    """The value meant: by its number, its name, how it begins, or words said for it."""
    choices = list(fact.values)
    if written.isdecimal() and 1 <= int(written[:3]) <= len(choices):
        return choices[int(written[:3]) - 1]
    word = written.replace(" ", "-")
    if word in choices:
        return word
    begun = [c for c in choices if c.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    said = [c for c in choices if written in fact.values[c]["says"]]
    return said[0] if len(said) == 1 else word


def _amount(fact: Fact, written: str) -> int | str:
    for pattern, compared in _COMPARED:
        if found := pattern.match(written):
            number = _number(fact, found[1])
            return written if number is None else f"{compared}{number}"
    number = _number(fact, written)
    return written if number is None else number


def _number(fact: Fact, written: str) -> int | None:
    """The one number in what was typed; times added up in the fact's unit."""
    from engine.reading.text import normalise
    from engine.reading.tokens import tokens

    if re.search(r"(?<!\d)-\s*\d", written) or re.search(r"\d\.\d+(?!k|m|\d)", written):
        return None
    found = [t for t in tokens(normalise(written)) if not t.mark]
    numbers = [t.number for t in found if t.number is not None]
    units = _TIMES.get(fact.unit, {})
    after = [b.word[:1] for a, b in pairwise([*found, *found[-1:]]) if a.number is not None]
    if len(after) == len(numbers) and any(unit in units for unit in after):
        return sum(n * units.get(unit, 1) for n, unit in zip(numbers, after, strict=True))
    return numbers[0] if len(numbers) == 1 else None


def read_list(written: str) -> list[Any] | dict[Any, Any]:
    """A list of seats, amounts or players, or what each of them has.

    >>> read_list("2, 5 and 8"), read_list("A 500, B 2,000")
    ([2, 5, 8], {'A': 500, 'B': 2000})
    >>> read_list("1: Qs 4h; seat 4: Jd 10c")
    {1: 'Qs 4h', 4: 'Jd 10c'}

    Raises:
        IncidentError: it is neither.
    """
    split = r";|\n" if ";" in written else r",|\band\b|\+"
    parts = [part.strip() for part in re.split(split, _THOUSANDS.sub("", written))]
    parts = [re.sub(r"(?i)^seats?\s+(?=\S+\Z)", "", part) for part in parts if part]
    if len(parts) == 1 and re.fullmatch(r"[\d\s]+", parts[0]):
        parts = parts[0].split()
    pairs = [_PAIR.match(part) for part in parts]
    if parts and all(pairs):
        return {_thing(p[1]): _thing(p[2].strip()) for p in pairs if p}
    if parts and not any(pairs):
        return [_thing(part) for part in parts]
    raise IncidentError('write a list such as "2, 5, 8", or pairs such as "A 500, B 2000"')


def _thing(written: str) -> int | str:
    if re.fullmatch(r"\d{1,15}", written):
        return int(written)
    if found := re.fullmatch(r"(\d{1,9})k", written.lower()):
        return int(found[1]) * 1000
    return written

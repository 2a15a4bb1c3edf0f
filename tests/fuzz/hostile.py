"""What hostile input is made of: characters, words, numbers, values, and damage to good text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LONGEST = 150_000
"""The most bytes that damage may grow a text to."""

DRIVES = (
    "\x1b[31m",
    "\x1b]0;owned\x07",
    "\x1b[2J\x1b[H",
    "\x1bc",
    "\x1bPq\x1b\\",
    "\x9b2J",
    "\x9d0;owned\x9c",
    "\x07",
    "\x08\x08",
    "\r",
    "\x0c",
    "\x7f",
    "\x85",
    "\x00",
)
"""What drives a terminal."""

UNSEEN = (
    "\u202e",
    "\u2066",
    "\u200f",
    "\u061c",
    "\u200b",
    "\u200d",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\xad",
    "\u180e",
    "\ufff9",
    "\U0001d173",
    "\U000e0041",
    "\ud800",
    "\udfff",
    "\ue000",
    "\u0378",
)
"""What turns text around, joins it, hides in it, or is no character at all."""

ODD_TEXT = (
    "[red]bold[/red]",
    "[link=file:///etc]x[/link]",
    "[/]",
    "{to-call}",
    "{0.__class__}",
    "%s%n",
    "'; drop table card; --",
    "../../etc/passwd",
    "a|b|c|d|e",
    "-",
    "--",
    "--nosuch",
    "'",
    '"',
    "\\",
    "\\u001b[31m",
    "not " * 2000,
    "e\u0301" * 40,
    "\u1e9e\u0130\ufb03",
    "\u5c71" * 90,
    "\U0001f0a1\U0001f468\u200d\U0001f469",
    "x" * 5000,
)

ODD_NUMBERS = (
    "-1",
    "-0",
    "007",
    "1.5",
    "1e999",
    "NaN",
    "Infinity",
    "0x10",
    "1_000",
    "1,000",
    "\u0663",
    "\xb2",
    "\xbd",
    "\u4e00\u5343",
    "\u2167",
    str(2**53),
    str(2**53 + 1),
    str(2**63),
    "9" * 19,
    "9" * 20,
    "9" * 400,
    "9" * 5000,
    ">= " + "9" * 5000,
    "0.." + "9" * 5000,
    "5..2",
    "!= 0",
    "< 0",
    "> 9007199254740992",
    ">= \xb2",
    "2 .. \u0663",
)

ODD_YAML = (
    "*a",
    "&a [*a]",
    "&a x",
    "<<: *a",
    "!!python/object/apply:os.system [echo]",
    "!!binary AA==",
    "!t",
    "? [a, b]\n: c",
    "? ",
    "---",
    "...",
    "--- x\n--- y",
    "%YAML 9.9\n---",
    "%TAG ! tag:x,2000:",
    "\t",
    "|",
    ">-",
    "{",
    "}",
    "[",
    "]",
    "#",
    ": ",
    ":",
    "- ",
    "-",
    ",",
    "yes",
    "null",
    "~",
    "2007-03-15",
    "@",
    "`",
    "\n",
    "\n\n  ",
    "\u2028",
)

SNIPPETS = (*DRIVES, *UNSEEN, *ODD_TEXT, *ODD_NUMBERS, *ODD_YAML)

_PLANES = (
    (0x00, 0xFF),
    (0x100, 0x24FF),
    (0x2000, 0x20FF),
    (0xD800, 0xDFFF),
    (0xE000, 0xFFFF),
    (0x10000, 0x1FFFF),
    (0xE0000, 0xE01FF),
    (0x20000, 0x10FFFF),
)


def character(chance: Random) -> str:
    """Any character of Unicode, and what is none."""
    return chr(chance.randint(*chance.choice(_PLANES)))


def word(chance: Random, good: Sequence[str] = ("A", "UTG", "Bob")) -> str:
    """A good word, a hostile one, or a good one with something hostile in it."""
    match chance.randrange(5):
        case 0:
            return chance.choice(good)
        case 1:
            return chance.choice(SNIPPETS)
        case 2:
            return "".join(character(chance) for _ in range(chance.randint(1, 30)))
        case 3:
            base = chance.choice(good)
            at = chance.randint(0, len(base))
            return base[:at] + chance.choice((*DRIVES, *UNSEEN)) + base[at:]
        case _:
            return chance.choice(good) * chance.choice((2, 50, 900))


def number(chance: Random) -> Any:
    """A number as people, programs and vandals write one."""
    match chance.randrange(6):
        case 0:
            return chance.choice((0, 1, 2, 100, 600, 5000))
        case 1:
            return chance.choice((-1, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**19, 10**300))
        case 2:
            return chance.choice((0.5, -0.0, 1e300, math.inf, -math.inf, math.nan))
        case 3:
            return chance.choice(ODD_NUMBERS)
        case 4:
            return f"{chance.choice(('<', '<=', '>', '>=', '!='))} {chance.randint(0, 9000)}"
        case _:
            return chance.randint(0, 10 ** chance.randint(1, 18))


def value(chance: Random, deep: int = 3) -> Any:
    """Anything that YAML or JSON can hold."""
    match chance.randrange(9 if deep else 6):
        case 0 | 1:
            return word(chance, ("yes", "nothing", "raise", "A", "all-in"))
        case 2 | 3:
            return number(chance)
        case 4:
            return chance.choice((None, True, False))
        case 5:
            return chance.choice(("", [], {}))
        case 6:
            return [value(chance, deep - 1) for _ in range(chance.randint(1, 3))]
        case 7 if chance.random() < 0.2:
            return {f"{n}": n for n in range(chance.choice((201, 3000)))}
        case 7:
            return {word(chance): value(chance, deep - 1) for _ in range(chance.randint(1, 3))}
        case _:
            return nested(chance, chance.choice((4, 5, 30, 45, 200)))


def nested(chance: Random, depth: int) -> Any:
    """Lists in maps in lists."""
    found: Any = 1
    for _ in range(depth):
        found = [found] if chance.random() < 0.7 else {"a": found}
    return found


def warped(chance: Random, data: Any, other: Sequence[str] = ()) -> Any:
    """The data with one place in it changed: its kind, its name, its depth, or left out.

    ``other`` are names that are known elsewhere.
    """
    if isinstance(data, dict) and data and chance.random() < 0.85:
        key = chance.choice(list(data))
        if chance.random() < 0.7:
            return {**data, key: warped(chance, data[key], other)}
        rest = {k: v for k, v in data.items() if k != key}
        match chance.randrange(3):
            case 0:
                return rest
            case 1:
                return {**rest, _key(chance, other): data[key]}
            case _:
                return {**data, _key(chance, other): value(chance)}
    if isinstance(data, list) and data and chance.random() < 0.85:
        place = chance.randrange(len(data))
        match chance.randrange(6):
            case 0:
                return data[:place] + data[place + 1 :]
            case 1:
                return data[:place] + [data[place]] * chance.choice((2, 3, 250)) + data[place:]
            case _:
                return [*data[:place], warped(chance, data[place], other), *data[place + 1 :]]
    match chance.randrange(5):
        case 0:
            return [data]
        case 1:
            return chance.choice(other) if other else {str(data): data}
        case _:
            return value(chance)


def _key(chance: Random, other: Sequence[str]) -> Any:
    if other and chance.random() < 0.6:
        return chance.choice(other)
    return chance.choice((word(chance), "facts", "events", 5, "when", "rule"))


Damage = Callable[[Random, bytes], bytes]


def damaged(chance: Random, data: bytes, most: int = 4) -> bytes:
    """The text after one to ``most`` kinds of damage."""
    for _ in range(chance.randint(1, most)):
        data = chance.choice(_DAMAGES)(chance, data)[:LONGEST]
    return data


def _slice(chance: Random, data: bytes) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.choice((1, 2, 8, 40, 400)))


def _flip(chance: Random, data: bytes) -> bytes:
    if not data:
        return b"\xff"
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def _cut_off(chance: Random, data: bytes) -> bytes:
    return data[: chance.randint(0, len(data))]


def _cut_out(chance: Random, data: bytes) -> bytes:
    start, end = _slice(chance, data)
    return data[:start] + data[end:]


def _repeat(chance: Random, data: bytes) -> bytes:
    start, end = _slice(chance, data)
    return data[:end] + data[start:end] * chance.choice((1, 2, 30, 1000)) + data[end:]


def _insert(chance: Random, data: bytes) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + encoded(chance.choice(SNIPPETS)) + data[place:]


def _replace_word(chance: Random, data: bytes) -> bytes:
    words = list(re.finditer(rb"[\w-]+", data[:20_000]))
    if not words:
        return data
    found = chance.choice(words)
    return data[: found.start()] + encoded(chance.choice(SNIPPETS)) + data[found.end() :]


def _replace_number(chance: Random, data: bytes) -> bytes:
    numbers = list(re.finditer(rb"\d[\d,]*", data[:20_000]))
    if not numbers:
        return data
    found = chance.choice(numbers)
    return data[: found.start()] + encoded(chance.choice(ODD_NUMBERS)) + data[found.end() :]


def _swap_lines(chance: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _double_line(chance: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    return b"\n".join([*lines[: place + 1], *lines[place:]])


def _junk(chance: Random, data: bytes) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.randbytes(chance.choice((1, 4, 60))) + data[place:]


_DAMAGES: tuple[Damage, ...] = (
    _flip,
    _cut_off,
    _cut_out,
    _repeat,
    _insert,
    _insert,
    _replace_word,
    _replace_word,
    _replace_number,
    _swap_lines,
    _double_line,
    _junk,
)


def encoded(text: str) -> bytes:
    """Text as bytes, surrogates too."""
    return text.encode("utf8", "surrogatepass")


def bomb(chance: Random) -> bytes:
    """A document that grows, or goes deep, beyond what its size lets one expect."""
    depth = chance.choice((45, 999, 1001, 20_000))
    return chance.choice(_BOMBS)(depth)


def _laughs(depth: int) -> bytes:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    return "\n".join([*lines, "events: *a39"]).encode()


_BOMBS: tuple[Callable[[int], bytes], ...] = (
    _laughs,
    lambda depth: b"events: " + b"[" * depth,
    lambda depth: b"events: " + b"[" * depth + b"]" * depth,
    lambda depth: b"- " * depth,
    lambda depth: b"? " * depth,
    lambda depth: b"&a " * depth,
    lambda depth: b"{a: " * depth + b"}" * depth,
    lambda depth: b'{"events": ' + b"[" * depth + b"]" * depth + b"}",
    lambda depth: b'{"a":' * depth + b"1" + b"}" * depth,
    lambda depth: "\n".join(" " * n + "a:" for n in range(min(depth, 400))).encode(),
    lambda depth: b"events: [chips-put-in]\nfacts: {chips: " + b"9" * depth + b"}",
    lambda depth: b'{"events": ["chips-put-in"], "id": ' + b"9" * depth + b"}",
    lambda depth: b"{" + b",".join(b'"k%d": 1' % n for n in range(depth)) + b"}",
    lambda depth: b"events: [" + b"chips-put-in, " * depth + b"]",
    lambda depth: b"events: [chips-put-in]\ntext: " + b"x" * (depth * 52),
    lambda depth: b"a" * depth + b": 1",
    lambda depth: b"<<: {a: 1}\n" * min(depth, 2000),
    lambda depth: b"--- {}\n" * min(depth, 2000),
)

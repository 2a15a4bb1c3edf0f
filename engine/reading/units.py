"""Tokens as units: a word is its stem, and a phrase that means one thing is one unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.reading.text import Text
from engine.reading.tokens import Token
from engine.reading.words import stem

Phrases = dict[str, list[tuple[tuple[str, ...], str]]]
"""Phrases by their first stem, the longest first, each with the unit that it is."""


class Unit(NamedTuple):
    """A word, a number, a mark or a phrase of the narrative.

    ``key`` is what cues compare: a stem, the name of a group of the lexicon, or ``#5``.
    ``letter`` is set for a player named by a letter; ``capital`` tells a name.
    """

    key: str
    word: str
    start: int
    end: int
    number: int | None = None
    numeral: bool = False
    in_words: bool = False
    plural: bool = False
    mark: bool = False
    quoted: bool = False
    capital: bool = False
    letter: str = ""


def stems_of(tokens: Sequence[Token], irregular: dict[str, str]) -> list[str]:
    """The key of each token by itself."""
    return [_key(token, irregular) for token in tokens]


def _key(token: Token, irregular: dict[str, str]) -> str:
    if token.mark:
        return token.word
    if token.numeral:
        return f"#{'?' if token.number is None else token.number}"
    return stem(token.word, irregular)


def join_phrases(
    keys: Sequence[str], phrases: Phrases, marks: Sequence[bool]
) -> list[tuple[str, int, int]]:
    """Runs of keys as units: each its key and the first and last place of its run.

    >>> phrases = {"call": [(("call", "the", "floor"), "x")]}
    >>> join_phrases(["call", "the", "floor"], phrases, [False] * 3)
    [('x', 0, 3)]
    """
    found, place = [], 0
    while place < len(keys):
        key, length = keys[place], 1
        if not marks[place]:
            for phrase, name in phrases.get(key, ()):
                end = place + len(phrase)
                if tuple(keys[place:end]) == phrase and not _within(keys, phrases, place, end):
                    key, length = name, len(phrase)
                    break
        found.append((key, place, place + length))
        place += length
    return found


def _within(keys: Sequence[str], phrases: Phrases, first: int, last: int) -> bool:
    """Whether a longer phrase begins inside a run: "out of turn" in "bets out of turn"."""
    return any(
        len(phrase) > last - first and place + len(phrase) > last
        for place in range(first + 1, last)
        for phrase, _ in phrases.get(keys[place], ())
        if tuple(keys[place : place + len(phrase)]) == phrase
    )


def letters(tokens: Sequence[Token], text: Text) -> dict[int, str]:
    """The tokens that are players named by a letter: "A bets", "player B".

    A capital A is a letter only beside other letters, and never before a noun's "of".
    """
    capitals = {
        place: token.word.upper()
        for place, token in enumerate(tokens)
        if (len(token.word) == 1 and "a" <= token.word <= "h") or token.word in ("x", "y", "z")
        if text.original[text.places[token.start]].isupper()
    }
    others = {letter for letter in capitals.values() if letter != "A"}
    if not others and not any(
        place and tokens[place - 1].word in ("player", "seat") for place in capitals
    ):
        return {}
    return {place: letter for place, letter in capitals.items() if not _article(tokens, place)}


def _article(tokens: Sequence[Token], place: int) -> bool:
    """Whether a capital A at the start of a sentence is the article ("A player bets")."""
    if tokens[place].word != "a":
        return False
    follows = tokens[place + 1].word if place + 1 < len(tokens) else ""
    starts = place == 0 or tokens[place - 1].mark
    before = tokens[place - 1].word if place else ""
    return starts and before != "," and follows in _NOUNS


_NOUNS = frozenset(
    [
        "player",
        "man",
        "guy",
        "woman",
        "lady",
        "kid",
        "dealer",
        "bet",
        "raise",
        "hand",
        "card",
        "chip",
        "pot",
        "hold",
        "short",
        "big",
        "small",
        "few",
        "new",
        "third",
        "second",
        "first",
        "young",
        "local",
        "friend",
        "regular",
        "buddy",
        "visitor",
        "winner",
        "loser",
    ]
)


def units(
    tokens: Sequence[Token],
    text: Text,
    phrases: Phrases,
    irregular: dict[str, str],
) -> tuple[Unit, ...]:
    """The units of a narrative."""
    named = letters(tokens, text)
    keys = stems_of(tokens, irregular)
    for place, letter in named.items():
        keys[place] = f"@{letter}"
    inside = _quoted(tokens)
    alone = [t.mark or _numbers_a_seat(tokens, place, text) for place, t in enumerate(tokens)]
    found = []
    for key, first, last in join_phrases(keys, phrases, alone):
        token, end = tokens[first], tokens[last - 1]
        found.append(
            Unit(
                key=key,
                word=" ".join(t.word for t in tokens[first:last]),
                start=token.start,
                end=end.end,
                number=token.number if last == first + 1 else None,
                numeral=token.numeral and last == first + 1,
                in_words=token.in_words,
                plural=token.plural,
                mark=token.mark,
                quoted=inside[first],
                capital=text.original[text.places[token.start]].isupper(),
                letter=named.get(first, ""),
            )
        )
    return tuple(found)


def _numbers_a_seat(tokens: Sequence[Token], place: int, text: Text) -> bool:
    """Whether a number tells which seat: "seat 3 bets", not "the player 3-bets"."""
    if not (tokens[place].numeral and 0 < place < len(tokens) - 1):
        return False
    between = text.plain[tokens[place].end : tokens[place + 1].start]
    return tokens[place - 1].word in ("seat", "player") and between.isspace()


def _quoted(tokens: Sequence[Token]) -> list[bool]:
    """Which tokens stand between quotation marks; an unclosed one quotes nothing."""
    marks = [place for place, token in enumerate(tokens) if token.word == '"']
    inside = [False] * len(tokens)
    for opening, closing in zip(marks[::2], marks[1::2], strict=False):
        for place in range(opening + 1, closing):
            inside[place] = True
    return inside


def reduce(keys: Iterable[str], skip: frozenset[str]) -> tuple[str, ...]:
    """Keys without small words; all of them where nothing else is left."""
    every = tuple(keys)
    return tuple(key for key in every if key not in skip) or every

"""A narrative made plain, with the way back to the words as they were written.

Case, typographic quotes and dashes, control characters and direction marks are
evened out one character at a time, so that what is read in the plain text can be
shown in the writer's own words.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_SAME = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": " ", "−": "-", "…": " ", "×": "x"}
)
_QUOTED = re.compile(
    r"(?<![\w'])'(?=\w)([^'\"\n]*(?:(?<=\w)'(?=\w)[^'\"\n]*)*)(?<=[\w.,!?;:)])'(?!\w)"
)
"""Words between single quotation marks, apostrophes within words among them."""
MOST_QUOTED = 32
"""Single marks around more letters than this hold a tale, not what is said in the hand."""
_SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


class Text(NamedTuple):
    """``plain`` is read; ``places[i]`` is where its character i stands in ``original``."""

    original: str
    plain: str
    places: tuple[int, ...]

    def words(self, start: int, end: int) -> str:
        """The writer's own words for a stretch of the plain text, on one line."""
        if start >= end:
            return ""
        found = self.original[self.places[start] : self.places[end - 1] + 1]
        return " ".join("".join(c for c in found if _printable(c)).split())


def _printable(character: str) -> bool:
    return character in "\t\n " or not unicodedata.category(character).startswith("C")


def normalise(original: str) -> Text:
    """Make a narrative plain.

    >>> text = normalise("UTG says “Raise”—600…")
    >>> text.plain, text.words(9, 16)
    ('utg says "raise" 600 ', '“Raise”')
    >>> print(normalise("'I'd call,' says the players' friend").plain)
    "i'd call," says the players' friend
    """
    plain: list[str] = []
    places: list[int] = []
    for place, character in enumerate(original):
        if character in _SUITS:
            replaced = _SUITS[character]
        elif character.isspace():
            replaced = "\n" if character == "\n" else " "
        elif not _printable(character):
            continue
        else:
            replaced = unicodedata.normalize("NFKC", character.translate(_SAME)).lower()
        for piece in replaced:
            plain.append(piece if piece.isascii() else _ascii(piece))
            places.append(place)
    return Text(original, _QUOTED.sub(_evened, "".join(plain)), tuple(places))


def _evened(quoted: re.Match[str]) -> str:
    return f'"{quoted[1]}"' if len(quoted[1]) <= MOST_QUOTED else quoted[0]


def _ascii(character: str) -> str:
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base.isascii() else "_"

"""Cards that break ties: by rank, then by suit, spades over hearts, diamonds and clubs.

The order of suits is that of adc III.7.1 and hosted Ties 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.arithmetic.given import Known, Seat, by_seat

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}


class Card(NamedTuple):
    """A card, ordered by rank (ace high) and then by suit."""

    rank: int
    suit: int

    @property
    def ace_low(self) -> Card:
        """The card in the order of low games, where the ace is below the two."""
        return Card(-1, self.suit) if self.rank == RANKS.index("A") else self


def read_card(text: object) -> Card | None:
    """A card as ``Qs``, ``10c`` or ``Q♠``; None for anything else.

    >>> read_card("Q♠") == read_card("Qs"), read_card("10c") == read_card("tc"), read_card("1x")
    (True, True, None)
    """
    if not isinstance(text, str):
        return None
    name = text.strip().replace("\N{VARIATION SELECTOR-16}", "")
    rank = name[:-1].strip().upper().replace("10", "T")
    suit = _SYMBOLS.get(name[-1:], name[-1:].lower())
    if len(rank) != 1 or len(suit) != 1 or rank not in RANKS or suit not in SUITS:
        return None
    return Card(RANKS.index(rank), SUITS.index(suit))


def read_cards(listed: object) -> tuple[Card, ...] | None:
    """A list of cards, or text with a card to a word.

    >>> len(read_cards("Q♠ 4♥ 9♦") or ())
    3
    """
    words = listed.replace(",", " ").split() if isinstance(listed, str) else listed
    if not isinstance(words, Sequence) or isinstance(words, str):
        return None
    found = [card for one in words if (card := read_card(one)) is not None]
    return tuple(found) if len(found) == len(words) else None


def hands(known: Known) -> dict[Seat, tuple[Card, ...]] | None:
    """The fact ``cards``: each seat's cards, none of them in two places."""
    table = by_seat(known, "cards")
    if table is None:
        return None
    found = {s: cards for s, listed in table.items() if (cards := read_cards(listed)) is not None}
    dealt = [card for cards in found.values() for card in cards]
    return found if len(found) == len(table) and len(set(dealt)) == len(dealt) else None

"""One act told: who did what, to how much, how, and whether it was meant and told as done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.reading.actors import Actor
from engine.reading.sums import Amount, Chips
from engine.reading.units import Unit

WAGERS = ("bet", "raise", "make", "all-in")
STREETS = ("preflop", "flop", "turn", "river")
_RANKS = re.compile(r"(10|[2-9tjqka])(-?(10|[2-9tjqka]))+\Z|(10|[2-9tjqka])[shdc]\Z")


class Frame(NamedTuple):
    """One act. ``act``: bet, raise, call, check, fold, all-in, make, put, say or throw.

    ``sure`` is unset where the actor was inferred; ``mood`` is told, asked, supposed or
    meant. A ``noun`` frame is a wager spoken of ("a bet of 1,000"), nobody's act here.
    ``said`` is what a say frame's words come to.
    """

    act: str
    actor: Actor | None
    place: int
    end: int
    clause: int
    mood: str = "told"
    positive: bool = True
    sure: bool = True
    noun: bool = False
    amount: Amount | None = None
    chips: Chips | None = None
    said: str = ""
    street: str = ""
    opens: bool = False

    @property
    def who(self) -> str | None:
        """The name of who did it; None where nobody is named."""
        return self.actor.name if self.actor is not None else None

    @property
    def done(self) -> bool:
        """Whether it is told as something that happened."""
        return self.mood == "told" and self.positive


def is_street(units: Sequence[Unit], place: int) -> bool:
    """Whether a street's name tells when: not "the preflop raiser", not "turns"."""
    unit = units[place]
    before = units[place - 1].word if place else ""
    two_before = units[place - 2].word if place > 1 else ""
    if unit.key == "turn" and (
        unit.word not in ("turn", "4th street", "fourth street")
        or before in ("a", "my", "your", "in", "took")
        or two_before in ("my", "your", "his", "her")
    ):
        return False
    after = units[place + 1] if place + 1 < len(units) else None
    if unit.key != "preflop" or after is None:
        return True
    if after.word in ("raiser", "caller", "action", "aggressor", "limper"):
        return False
    return not (
        after.key in ("bet", "raise", "call", "all-in") and not after.word.endswith(("s", "ed"))
    )


def names_cards(unit: Unit) -> bool:
    """Whether a word names cards by their ranks: "A-9", not an amount that looks so."""
    return not unit.numeral and bool(_RANKS.match(unit.word))


def merged(frames: list[Frame]) -> Iterator[Frame]:
    """ "B, all-in, makes it 500" is one act, an all-in for 500."""
    place = 0
    while place < len(frames):
        one = frames[place]
        two = frames[place + 1] if place + 1 < len(frames) else None
        if two is not None and _one_act(one, two):
            wager = two if one.act == "all-in" else one
            yield wager._replace(act="all-in", place=one.place, end=two.end)
            place += 2
        else:
            yield one
            place += 1


def _one_act(one: Frame, two: Frame) -> bool:
    near = two.clause - one.clause <= 1 and two.place - one.place <= 8
    if not near or one.noun or two.noun or one.actor != two.actor or one.mood != two.mood:
        return False
    acts = {one.act, two.act}
    bare = one if one.act == "all-in" else two
    return "all-in" in acts and bool(acts & {"make", "raise", "bet"}) and bare.amount is None

"""A betting round as it goes: the bet to match, the yardstick of a raise, each one's chips.

The yardstick is the largest full bet or raise of the round so far (adc VI.1.3, tda-2007 26,
tda-2024 43-A). An opening bet counts, a short all-in leaves it alone. A big blind that is
short keeps its full price (adc IV.1.1, VI.1.2), and so does an all-in below the minimum bet
for those who raise it (adc VI.1.2). In limit the yardstick is the bet of the street.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.arithmetic.acts import WAGERS, Act, LineError, asked_player
from engine.arithmetic.given import LATER_STREETS, PREFLOP, Known, number, word

_BLIND_NAMES = {"sb": "small-blind", "bb": "big-blind"}


def add(*amounts: int | None) -> int | None:
    """The sum, or None when one of the amounts is not known.

    >>> add(100, 200), add(100, None)
    (300, None)
    """
    found = [amount for amount in amounts if amount is not None]
    return sum(found) if len(found) == len(amounts) else None


class Wager(NamedTuple):
    """A bet, raise or all-in that went over what stood.

    ``over`` is the bet that it went over, ``size`` what it added to it; ``full`` whether
    that was a full bet or raise. None: not known.
    """

    entry: int
    who: str
    does: str
    over: int | None
    size: int | None
    full: bool | None


@dataclass(eq=False, repr=False)
class Round:
    """The state of a betting round, for chips in totals of this round. None: not known."""

    preflop: bool
    small_blind: int | None
    big_blind: int | None
    limit_bet: int | None
    current: int | None
    yardstick: int | None
    chips: dict[str, int | None] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    wagers: list[Wager] = field(default_factory=list)
    posted: set[str] = field(default_factory=set)
    antes: int | None = 0
    short_of_blinds: int | None = 0

    @classmethod
    def begun(cls, acts: tuple[Act, ...], known: Known) -> Round:
        """The round before its first entry."""
        posted = [act.to for act in acts if act.does == "post-big" and act.to is not None]
        given = number(known, "big-blind")
        big = given if given is not None else max(posted, default=None)
        limit = number(known, "limit-bet") if word(known, "structure") == "limit" else None
        before_flop = _before_flop(acts, known)
        table = cls(
            preflop=before_flop,
            small_blind=number(known, "small-blind"),
            big_blind=big,
            limit_bet=limit,
            current=big if before_flop else 0,
            yardstick=limit if limit is not None else (big if before_flop else None),
        )
        if before_flop:
            table._put_out_blinds(acts, known)
        return table

    def _put_out_blinds(self, acts: tuple[Act, ...], known: Known) -> None:
        """The blinds of players known to have them, where no entry posts them."""
        asked, position = asked_player(known), word(known, "position")
        posting = {act.who for act in acts if act.does in ("post-small", "post-big", "post")}
        for who in {act.who for act in acts} | ({asked} if asked else set()):
            blind = blind_of(who) or (position if who == asked else None)
            if who not in posting and blind in ("small-blind", "big-blind"):
                self.chips[who] = self.big_blind if blind == "big-blind" else self.small_blind
                self.posted.add(blind)

    @property
    def min_bet(self) -> int | None:
        """The smallest bet that opens the round: the big blind, in limit the bet of the street."""
        return self.limit_bet if self.limit_bet is not None else self.big_blind

    @property
    def in_round(self) -> int | None:
        """All chips wagered in this round, antes too.

        Before the flop the blinds count in full, dead or short ones too (tda-2024 54-B); not
        known unless the big blind is among the entries.
        """
        missing: int | None = self.short_of_blinds
        if self.preflop and "big-blind" not in self.posted:
            missing = None
        elif self.preflop and "small-blind" not in self.posted:
            missing = add(missing, self.small_blind)
        return add(missing, self.antes, *self.chips.values())

    def play(self, act: Act) -> None:
        """Take one entry into account.

        Raises:
            LineError: it runs backwards, or its player is out or all-in.
        """
        self.check_total(act)
        if act.does == "ante":
            self.antes = add(self.antes, act.to)
        elif act.does.startswith("post"):
            self._post(act)
        elif act.does == "call":
            self._call(act)
        elif act.does in WAGERS:
            self._wager(act)
        if act.does in ("fold", "all-in"):
            self.out[act.who] = act.entry

    def _post(self, act: Act) -> None:
        blind = {"post-small": "small-blind", "post-big": "big-blind"}.get(act.does)
        price = {"small-blind": self.small_blind, "big-blind": self.big_blind}.get(blind or "")
        to = act.to if act.to is not None else price
        self.chips[act.who] = to
        if blind:
            self.posted.add(blind)
            if to is not None and price is not None:
                self.short_of_blinds = add(self.short_of_blinds, max(0, price - to))
        if to is not None and self.current is not None and to > self.current:
            self.current = to
            self.yardstick = self.limit_bet if self.limit_bet is not None else to

    def _call(self, act: Act) -> None:
        if act.to is not None and self.current is not None and act.to > self.current:
            wrong = f"{act.who} calls {act.to:,}, but the bet stands at {self.current:,}"
            raise LineError(act.entry, wrong)
        self.chips[act.who] = act.to if act.to is not None else self.current
        if self.current is None:
            self.current = act.to

    def _wager(self, act: Act) -> None:
        over, to = self.current, act.to
        self.chips[act.who] = to
        if to is not None and over is not None and to <= over:
            if act.does != "all-in" and not self._is_limp(act):
                wrong = f"{act.who} {act.does}s to {to:,}, but the bet stands at {over:,}"
                raise LineError(act.entry, wrong)
            return
        size = to - over if to is not None and over is not None else None
        full = self._is_full(act, over, size)
        self.wagers.append(Wager(act.entry, act.who, act.does, over, size, full))
        self.current = to
        self._measure(over, size, full)

    def _is_limp(self, act: Act) -> bool:
        """Whether a "bet" of the blind's own size, before any raise, only calls the blind."""
        return act.does == "bet" and act.to == self.current and self.preflop and not self.wagers

    def _is_full(self, act: Act, over: int | None, size: int | None) -> bool | None:
        least = (self.min_bet or 0) if over == 0 else self.yardstick
        if size is not None and least is not None:
            return size >= least
        return None if act.does == "all-in" else True

    def _measure(self, over: int | None, size: int | None, full: bool | None) -> None:
        """The yardstick after a wager."""
        if self.limit_bet is not None:
            return
        if over == 0 and size is not None:
            self.yardstick = max(size, self.min_bet or 0)
        elif full:
            self.yardstick = size
        elif full is None:
            self.yardstick = None

    def check_total(self, act: Act) -> None:
        """Refuse the act of one who is out, and a total that shrinks."""
        if act.who in self.out:
            wrong = f"{act.who} was out of the betting with entry {self.out[act.who]}"
            raise LineError(act.entry, wrong)
        before = self.chips.get(act.who)
        if act.does != "ante" and None not in (act.to, before) and (act.to or 0) < (before or 0):
            wrong = f"{act.who} has {before:,} in already, a total of {act.to:,} runs backwards"
            raise LineError(act.entry, wrong)


def blind_of(who: str) -> str | None:
    """The blind that a player is called by, if any.

    >>> blind_of("Big blind"), blind_of("SB"), blind_of("UTG")
    ('big-blind', 'small-blind', None)
    """
    name = who.casefold().replace(" ", "-").removeprefix("the-")
    name = _BLIND_NAMES.get(name, name)
    return name if name in _BLIND_NAMES.values() else None


def _before_flop(acts: tuple[Act, ...], known: Known) -> bool:
    """Whether the blinds open this round: as told, else as the first acts show."""
    street = word(known, "street")
    if street in PREFLOP or street in LATER_STREETS:
        return street in PREFLOP
    if any(act.does.startswith("post") for act in acts) or word(known, "facing") == "blind":
        return True
    first = next((act.does for act in acts if act.does not in ("ante", "fold")), "check")
    return first in ("call", "raise")

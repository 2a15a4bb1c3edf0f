"""The line of action folded into the state that the player in question faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.arithmetic.acts import WAGERS, Act, LineError, asked_player, read_acts
from engine.arithmetic.given import LATER_STREETS, Known, number, word, yes
from engine.arithmetic.round import Round, Wager, add
from rulebase.values import Value

__all__ = ["LINE_FACTS", "Betting", "LineError", "fold_line", "line_facts"]

LINE_FACTS = (
    "facing",
    "to-call",
    "last-raise",
    "opening-bet",
    "raises-so-far",
    "already-in",
    "already-acted",
    "faced-since-acting",
    "faces-full-wager",
    "faces-full-raise-singly",
    "acted-after-him",
    "short-all-ins",
    "short-all-ins-sum",
    "all-in-over",
    "all-in-to",
    "total-in",
    "put-in",
    "in-this-round",
    "acted-with-chips",
    "acted-without-chips",
    "folds-so-far",
    "acted-after-blinds",
)
"""The facts that a line of action can tell; any of them may be given without a line."""


class Betting(NamedTuple):
    """The betting when the action is on the player in question; None is not known.

    Chips are totals of this round: ``current`` the bet to match, ``own`` what he has in,
    ``made`` what his act in question comes to. ``last_raise`` is the yardstick of a raise.
    What ``since`` names counts from his last action, or from the start if he has not acted.
    """

    current: int | None
    last_raise: int | None
    min_raise_to: int | None
    opening: int | None
    facing: str | None
    raises: int
    acts: int
    acts_with_chips: int
    folds: int
    in_round: int | None
    short_all_ins_since: int
    short_sum_since: int | None
    all_in_over: int | None
    all_in_to: int | None
    preflop: bool
    own: int | None = None
    acted: bool | None = None
    faces_since: int | None = None
    full_raise_since: bool | None = None
    acted_after: int | None = None
    made: int | None = None


def fold_line(line: Sequence[Mapping[str, object]], known: Known) -> Betting:
    """The state of the betting for the fact ``player``, or after the last entry without one.

    An action of that player which ends the line is the one in question: the state is that
    before it, and ``made`` is its total.

    >>> line = [{"who": "A", "does": "bet", "to": 100}, {"who": "B", "does": "raise", "to": 200},
    ...         {"who": "C", "does": "all-in", "to": 250}, {"who": "A", "does": "call"}]
    >>> betting = fold_line(line, {"player": "B"})
    >>> betting.faces_since, betting.last_raise, betting.full_raise_since
    (50, 100, False)

    Raises:
        LineError: the line cannot be; the message names the entry.
    """
    acts = read_acts(line)
    player = asked_player(known)
    asked = acts[-1] if acts and acts[-1].who == player and acts[-1].voluntary else None
    before = acts[:-1] if asked else acts
    table = Round.begun(acts, known)
    for act in before:
        table.play(act)
    if asked:
        table.check_total(asked)
    return _seen_by(player, table, before, acts, asked, known)


def _seen_by(
    player: str | None,
    table: Round,
    before: tuple[Act, ...],
    acts: tuple[Act, ...],
    asked: Act | None,
    known: Known,
) -> Betting:
    mine = [act.entry for act in before if act.who == player and act.voluntary]
    last = mine[-1] if mine else 0
    since = [wager for wager in table.wagers if wager.entry > last]
    short = [w for w in since if w.does == "all-in" and w.full is False]
    sizes = [w.size for w in short if w.size is not None]
    all_in = next((w for w in reversed(table.wagers) if w.does == "all-in"), None)
    told = [act for act in acts if act.voluntary]
    own = _own(player, table, before, known) if player is not None else None
    last_told = max((act.entry for act in told if act.who == player), default=None)
    return Betting(
        current=table.current,
        last_raise=table.yardstick,
        min_raise_to=add(table.current, table.yardstick) if table.current != 0 else None,
        opening=_opening(table),
        facing=_facing(table),
        raises=sum(_counts_as_raise(w, table) for w in table.wagers),
        acts=len(told),
        acts_with_chips=sum(act.does in ("call", *WAGERS) for act in told),
        folds=sum(act.does == "fold" for act in told),
        in_round=table.in_round,
        short_all_ins_since=len(short),
        short_sum_since=sum(sizes) if len(sizes) == len(short) else None,
        all_in_over=all_in.over if all_in else None,
        all_in_to=add(all_in.over, all_in.size) if all_in else None,
        preflop=table.preflop,
        own=own,
        acted=bool(mine) if player is not None else None,
        faces_since=_less(table.current, own) if mine else None,
        full_raise_since=_any_full(since) if mine else None,
        acted_after=None if last_told is None else sum(a.entry > last_told for a in told),
        made=_made(asked, table) if asked else None,
    )


def _own(player: str, table: Round, before: tuple[Act, ...], known: Known) -> int | None:
    """The player's chips in this round; unknown for one who may have posted unseen."""
    if (given := number(known, "already-in")) is not None:
        return given
    if player in table.chips or not table.preflop:
        return table.chips.get(player, 0)
    posted = {act.does for act in before}
    elsewhere = word(known, "position") not in ("small-blind", "big-blind", None)
    return 0 if elsewhere or {"post-small", "post-big"} <= posted else None


def _made(asked: Act, table: Round) -> int | None:
    """The total of the act in question; an improper one stands as it was made."""
    return table.current if asked.does == "call" and asked.to is None else asked.to


def _facing(table: Round) -> str | None:
    """What kind of wager stands: a first raise of the blind is a raise, whatever it is called."""
    if not table.wagers:
        return "blind" if table.preflop else "nothing"
    last = table.wagers[-1]
    if last.does == "all-in":
        return "all-in"
    return "raise" if len(table.wagers) > 1 or table.preflop else "bet"


def _opening(table: Round) -> int | None:
    if not table.wagers or table.preflop:
        return None
    first = table.wagers[0]
    return first.size if first.over == 0 else None


def _counts_as_raise(wager: Wager, table: Round) -> bool:
    """Raises over a bet or blind; in limit an all-in of half a bet counts (hosted Betting 5)."""
    if wager.over == 0:
        return False
    half = table.limit_bet is not None and wager.size is not None
    return wager.full is not False or (half and 2 * (wager.size or 0) >= (table.limit_bet or 0))


def _any_full(wagers: list[Wager]) -> bool | None:
    if any(wager.full for wager in wagers):
        return True
    return None if any(wager.full is None for wager in wagers) else False


def _less(amount: int | None, taken: int | None) -> int | None:
    return None if amount is None or taken is None else max(0, amount - taken)


def line_facts(betting: Betting, known: Known) -> dict[str, Value]:
    """The facts that a line of action tells, chips as totals of the round.

    >>> line = [{"who": "A", "does": "bet", "to": 100}, {"who": "B", "does": "all-in", "to": 125},
    ...         {"who": "C", "does": "all-in", "to": 200}]
    >>> facts = line_facts(fold_line(line, {"player": "A"}), {})
    >>> facts["faces-full-wager"], facts["faces-full-raise-singly"], facts["short-all-ins"]
    ('yes', 'no', 2)
    """
    found: dict[str, Value | None] = {
        "facing": betting.facing,
        "to-call": betting.current,
        "last-raise": betting.last_raise,
        "opening-bet": betting.opening,
        "raises-so-far": betting.raises,
        "already-in": betting.own,
        "already-acted": None if betting.acted is None else yes(betting.acted),
        "faced-since-acting": betting.faces_since,
        "faces-full-raise-singly": (
            None if betting.full_raise_since is None else yes(betting.full_raise_since)
        ),
        "acted-after-him": betting.acted_after,
        "short-all-ins": betting.short_all_ins_since,
        "short-all-ins-sum": betting.short_sum_since,
        "all-in-over": betting.all_in_over,
        "all-in-to": betting.all_in_to,
        "total-in": betting.made,
        "in-this-round": betting.in_round,
        "put-in": (None if betting.made is None else _less(betting.made, betting.own)),
        "acted-with-chips": betting.acts_with_chips,
        "acted-without-chips": betting.acts - betting.acts_with_chips,
        "folds-so-far": betting.folds,
    }
    if word(known, "street") not in LATER_STREETS:
        found["acted-after-blinds"] = betting.acts
    if betting.faces_since is not None and betting.last_raise is not None:
        found["faces-full-wager"] = yes(betting.faces_since >= betting.last_raise)
    return {name: value for name, value in found.items() if value is not None}

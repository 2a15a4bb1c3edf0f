"""The betting of a narrative: the acts of one round, and what a player faces at one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.reading.frame import WAGERS, Frame
from engine.reading.scene import Focus
from rulebase.values import HIGHEST

LATER = ("flop", "turn", "river")


class Entry(NamedTuple):
    """One act of the line, ``to`` its total of the round where that is told."""

    who: str
    does: str
    to: int | None
    frame: Frame

    def as_map(self) -> Mapping[str, object]:
        """As an incident holds it."""
        entry: dict[str, object] = {"who": self.who, "does": self.does}
        if self.to is not None:
            entry["to"] = self.to
        return entry


class Standing(NamedTuple):
    """What stands before an act: the kind of the last wager and its total, None not known."""

    facing: str | None
    to_call: int | None
    frame: Frame | None


def told_acts(frames: Iterable[Frame]) -> list[Frame]:
    """The acts of the betting that are told as done, wagers spoken of among them."""
    kinds = (*WAGERS, "call", "check", "fold", "put")
    return [f for f in frames if f.act in kinds and f.done]


def line(frames: Sequence[Frame], street: str, preflop: bool) -> tuple[Entry, ...]:
    """The line of action of one round; empty where an actor or an amount leaves it open."""
    entries: list[Entry] = []
    stands = 0
    raised = False
    for frame in frames:
        if frame.street != street or frame.noun:
            continue
        if frame.actor is not None and frame.actor.kind in ("everybody", "nobody"):
            if frame.act in ("fold", "check"):
                continue
            return ()
        if frame.actor is None or not frame.actor.plays:
            return ()
        entry = _entry(frame, stands, raised or preflop)
        if entry is None:
            return ()
        if entry.does in ("bet", "raise", "all-in"):
            if entry.to is None:
                return ()
            raised = True
            stands = max(stands, entry.to)
        entries.append(entry)
    return tuple(entries)


def _entry(frame: Frame, stands: int, raised: bool) -> Entry | None:
    assert frame.actor is not None
    who = frame.actor.name
    if frame.act in ("check", "fold"):
        return Entry(who, frame.act, None, frame)
    total = total_of(frame, stands)
    if frame.act == "call":
        return Entry(who, "call", total if total and total <= stands else None, frame)
    if frame.act == "all-in":
        return Entry(who, "all-in", total, frame)
    if frame.act == "put":
        return None
    does = "raise" if raised else ("bet" if frame.act in ("bet", "make") else frame.act)
    if raised and frame.act == "bet" and (total or 0) <= stands:
        return None
    return Entry(who, does, total, frame)


def total_of(frame: Frame, stands: int) -> int | None:
    """The total of the round that an act comes to, where its words tell."""
    if frame.amount is not None:
        number = frame.amount.number
        if frame.amount.kind == "by":
            total: int | None = stands + number
        elif frame.amount.kind in ("behind", "faced"):
            total = None
        elif frame.amount.kind == "bare" and frame.act == "raise" and stands:
            total = None if number < 2 * stands else number
        else:
            total = number
        return total if total is None or total <= HIGHEST else None
    if frame.chips is not None and frame.chips.total is not None:
        return frame.chips.total if frame.act != "raise" else None
    return None


def standing(frames: Sequence[Frame], focus: Focus, street: str) -> Standing:
    """What the player of ``focus`` faces at that act, as the acts before it tell.

    A wager by the player himself, or one told after the act, is not what he faces.
    ``facing`` holds two words where an opening may be a bet or a raise of the blind.
    """
    facing: str | None = None
    total: int | None = None
    at: Frame | None = None
    checked: Frame | None = None
    own: Frame | None = None
    who = focus.who
    wagers = 0
    for frame in frames:
        if focus.at is not None and frame.place >= focus.at:
            break
        if street and frame.street and frame.street != street:
            facing, total, at, wagers, checked = None, None, None, 0, None
            continue
        if frame.act == "check" and frame.street in LATER:
            checked = frame
        if frame.act == "call" and own is not None and facing is None:
            facing, total, at = "nothing", None, own
        if frame.act not in WAGERS:
            continue
        mine = frame.actor is not None and frame.actor.name == who
        amount = total_of(frame, total or 0)
        if mine:
            facing, total, at, own = None, None, None, frame
            continue
        if frame.noun and frame.amount is not None and frame.amount.number == total:
            continue
        if frame.noun and frame.amount is None:
            continue
        if amount is not None and total is not None and amount < total:
            continue
        facing, total, at = _kind(frame, wagers, street), amount, frame
        wagers += 1
    if facing is None and checked is not None and own is None:
        return Standing("nothing", None, checked)
    return Standing(facing, total, at)


def _kind(frame: Frame, wagers: int, street: str) -> str:
    if frame.act == "all-in":
        return "all-in"
    if frame.act == "raise":
        return "raise"
    if wagers or street == "preflop":
        return "raise"
    return "bet raise" if not street and frame.opens else "bet"

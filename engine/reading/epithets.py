"""Players called by what they did: "the original bettor", "the man who bet first"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.reading.actors import Actor
from engine.reading.frame import WAGERS, Frame
from engine.reading.lexicon import Lexicon
from engine.reading.units import Unit


def renamed(
    frames: Sequence[Frame], names: Iterable[str], units: Sequence[Unit], lexicon: Lexicon
) -> tuple[list[Frame], dict[str, Actor]]:
    """The frames with such players under the name they acted by, and who is meant by which.

    ``names`` are what players are called that are known by no name, seat or position.

    An act that only tells who is meant ("the one who raised first wants to") is none of its own.
    """
    meant: dict[str, Actor] = {}
    kept: list[Frame] = []
    for frame in frames:
        who = _of_clause(frame, units, kept)
        if who is not None and frame.actor is not None:
            meant.setdefault(frame.actor.name, who)
        else:
            kept.append(frame)
    for name in names:
        who = _of_word(name, kept, lexicon)
        if who is not None:
            meant.setdefault(name, who)
    return [_under(meant, frame) for frame in kept], meant


def _of_clause(frame: Frame, units: Sequence[Unit], before: Sequence[Frame]) -> Actor | None:
    """Who did before what "who" tells of him again: "the man who bet first"."""
    telling = units[frame.place - 1].word if frame.place else ""
    if telling != "who" or frame.actor is None or frame.actor.kind != "role":
        return None
    did = [
        f.actor for f in before if f.act == frame.act and f.actor is not None and _apart(f, frame)
    ]
    return did[0] if len({actor.name for actor in did}) == 1 else None


def _of_word(name: str, frames: Sequence[Frame], lexicon: Lexicon) -> Actor | None:
    """Who is meant by a word for what he did, which he is not called by when he does it."""
    ordinal, _, role = f" {name}".rpartition(" ")
    ordinal = ordinal.strip()
    acts = lexicon.groups["did"].get(role, [])
    first = ordinal in lexicon.words["first-of"]
    if not first and (ordinal or not acts):
        return None
    if any(f.who == name and f.act in WAGERS and f.done and not f.noun for f in frames):
        return None
    did = list(_actors(frames, acts, name)) or (
        list(_actors(frames, WAGERS, name)) if first else []
    )
    return did[0] if (first and did) or len({a.name for a in did}) == 1 else None


def _actors(frames: Sequence[Frame], acts: Sequence[str], name: str) -> Iterator[Actor]:
    for frame in frames:
        told = frame.done and not frame.noun and frame.act in acts
        if told and frame.actor is not None and frame.actor.plays and frame.actor.name != name:
            yield frame.actor


def _apart(one: Frame, other: Frame) -> bool:
    return one.who != other.who and one.done and not one.noun


def _under(meant: dict[str, Actor], frame: Frame) -> Frame:
    who = meant.get(frame.who or "")
    return frame._replace(actor=who) if who is not None else frame

"""How many acted behind a player who was passed over, where seats or letters give the order."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.betting import WAGERS, told_acts
from engine.reading.focus import unacted
from engine.reading.scene import Scene
from rulebase.values import Span


def acted_behind(scene: Scene) -> dict[str, Told]:
    """The acts after the skipped player's turn: those of later seats, in one run.

    >>> from rulebase.load import vocabulary
    >>> text = "Seat 3 raises, seat 5 calls and seat 6 folds. Now seat 4 says he has not acted."
    >>> {name: told.shown() for name, told in acted_behind(Scene(text, vocabulary())).items()}
    {'acted-behind': 2}
    """
    claim = unacted(scene)
    if claim is None:
        return {}
    place, who = claim
    turn = _order(who)
    acts = [
        frame
        for frame in told_acts(scene.frames)
        if frame.place < place
        and not frame.noun
        and frame.act in (*WAGERS, "call", "check", "fold")
    ]
    behind = []
    for frame in reversed(acts):
        order = _order(frame.actor.name) if frame.actor is not None else None
        if turn is None or order is None or order[0] != turn[0]:
            return {}
        if order[1] < turn[1]:
            break
        behind.append(frame)
    else:
        return {}
    if not behind:
        return {}
    words = scene.words(behind[-1].place, behind[0].end)
    return {"acted-behind": Told(Span.of(len(behind)), "said", words)}


def _order(who: str) -> tuple[str, int] | None:
    """A seat's number or a letter's place, with which of them it is."""
    kind, _, number = who.partition(" ")
    if kind == "seat" and number.isdecimal():
        return "seat", int(number)
    return ("letter", ord(who)) if len(who) == 1 and who.isupper() else None

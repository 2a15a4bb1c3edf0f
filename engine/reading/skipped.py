"""How many acted behind a player: after the act in question, or past one who was passed over."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.betting import told_acts
from engine.reading.focus import acts_apart, unacted
from engine.reading.frame import WAGERS
from engine.reading.scene import Focus, Scene
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


def acted_after(scene: Scene, focus: Focus) -> dict[str, Told]:
    """The acts of others told after the act in question: at least so many acted after him.

    Only calls and folds, which answer it, and only what is not told of an earlier time.

    >>> from rulebase.load import vocabulary
    >>> from engine.reading.focus import focus
    >>> scene = Scene("A puts in 500 without a word. B folds and C calls.", vocabulary())
    >>> {n: t.shown() for n, t in acted_after(scene, focus(scene, "chips-put-in")).items()}
    {'acted-after-him': '>= 2'}
    """
    act = focus.frame
    if act is None or focus.who is None or not act.sure:
        return {}
    later = [
        frame
        for frame in told_acts(acts_apart(scene))
        if frame.place >= act.end
        and frame.act in ("call", "fold")
        and frame.sure
        and not frame.noun
        and frame.street == act.street
        and frame.actor is not None
        and frame.actor.plays
        and frame.actor.name != focus.who
        and not _earlier(scene, frame.place)
    ]
    players = {frame.actor.name for frame in later if frame.actor is not None}
    if not players:
        return {}
    words = scene.words(later[0].place, later[-1].end)
    return {"acted-after-him": Told(Span.parse(f">= {len(players)}"), "said", words)}


def _earlier(scene: Scene, place: int) -> bool:
    """Whether it is told of what was before: "had called", "after B folds"."""
    clause = scene.clause(place)
    if clause is None:
        return False
    words = {unit.word for unit in scene.units[clause.first : place]}
    return bool(words & scene.lexicon.words["earlier"])


def _order(who: str) -> tuple[str, int] | None:
    """A seat's number or a letter's place, with which of them it is."""
    kind, _, number = who.partition(" ")
    if kind == "seat" and number.isdecimal():
        return "seat", int(number)
    return ("letter", ord(who)) if len(who) == 1 and who.isupper() else None

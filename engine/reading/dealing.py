"""How far the action had gone when a mistake of the deal came out."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.betting import told_acts
from engine.reading.frame import WAGERS, Frame
from engine.reading.scene import Scene
from rulebase.values import Span

_CHIPS = (*WAGERS, "call")


def ended(scene: Scene) -> dict[str, Told]:
    """How the betting of the river ended, where its acts are told to the end.

    >>> from rulebase.load import vocabulary
    >>> scene = Scene("On the river A bets and B calls. A throws his cards forward.", vocabulary())
    >>> {name: told.shown() for name, told in ended(scene).items()}
    {'betting-ended': 'bet-called'}
    """
    acts = [f for f in told_acts(scene.frames) if not f.noun and f.act != "put"]
    if not acts or acts[-1].street != "river":
        return {}
    on_river = [f for f in acts if f.street == "river"]
    value = ""
    if on_river[-1].act == "call" and any(f.act in WAGERS for f in on_river[:-1]):
        value = "bet-called"
    checkers = {f.actor for f in on_river if f.act == "check"}
    everybody = any(a is not None and a.kind == "everybody" for a in checkers)
    if all(f.act == "check" for f in on_river) and (len(checkers) > 1 or everybody):
        value = "checked-through"
    if not value:
        return {}
    words = scene.words(on_river[0].place, on_river[-1].end)
    return {"betting-ended": Told(frozenset({value}), "said", words)}


def acted(scene: Scene) -> dict[str, Told]:
    """At least how many players acted before the flop, as the acts told show.

    One player is counted once; acts of unknown players and of later streets count not.
    """
    acts = [
        frame
        for frame in told_acts(scene.frames)
        if not frame.noun
        and frame.act in (*_CHIPS, "fold", "check")
        and frame.actor is not None
        and frame.actor.kind in ("named", "role", "writer")
    ]
    if not acts or any(frame.street not in ("", "preflop") for frame in acts):
        return {}
    words = scene.words(acts[0].place, acts[-1].end)
    players = {frame.actor.name for frame in acts if frame.actor is not None}
    paying = {f.actor.name for f in acts if f.actor is not None and f.act in _CHIPS}
    found = {"players-acted": Told(Span.parse(f">= {len(players)}"), "said", words)}
    if paying:
        found["acted-with-chips"] = Told(Span.parse(f">= {len(paying)}"), "said", words)
    return found


def only_folded(scene: Scene, told: Told) -> dict[str, Told]:
    """That nobody who acted put chips in, where all that is told of them is folds.

    >>> from rulebase.load import vocabulary
    >>> scene = Scene("Two players folded, then we saw the empty seat.", vocabulary())
    >>> found = only_folded(scene, Told(Span.of(2), "said", "Two players folded"))
    >>> {name: told.shown() for name, told in found.items()}
    {'acted-with-chips': 0}
    """
    acts = [frame for frame in told_acts(scene.frames) if frame.act in (*_CHIPS, "put", "check")]
    words = told.words or ""
    if acts or not any(scene.words(f.place, f.end) in words for f in _folds(scene)):
        return {}
    return {"acted-with-chips": Told(Span.of(0), "said", words)}


def _folds(scene: Scene) -> list[Frame]:
    return [frame for frame in scene.frames if frame.act == "fold" and not frame.noun]

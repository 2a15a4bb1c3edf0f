"""How far the action had gone when a mistake of the deal came out."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.betting import WAGERS, told_acts
from engine.reading.scene import Scene
from rulebase.values import Span

_CHIPS = (*WAGERS, "call")


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

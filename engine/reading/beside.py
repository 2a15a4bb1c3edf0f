"""What else happened beside the event recognised, where the facts read show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.incident import Told
from engine.reading.declared import words_in_doubt
from engine.reading.focus import unacted
from engine.reading.gate import CONTEXT
from engine.reading.scene import Scene

MOST_TELLING = 6
COMMON = CONTEXT | {"facing", "announced", "in-turn"}
"""Facts that bear on so many events that they tell none."""

Facts = Callable[[tuple[str, ...]], Mapping[str, Told]]


def beside(scene: Scene, events: tuple[str, ...], facts: Facts) -> tuple[str, ...]:
    """The events, with those added that ``focus.yaml`` lists under "beside"."""
    if not events:
        return events
    for rule in scene.lexicon.focus["beside"]:
        name = rule["add"]
        fits = events[0] in rule["to"] and name not in events and name in scene.vocabulary.events
        if fits and _shown(scene, rule, facts((*events, name))):
            events = (*events, name)
    return events


def _shown(scene: Scene, rule: Mapping[str, Any], facts: Mapping[str, Told]) -> bool:
    did = rule.get("did")
    if did == "put" and words_in_doubt(scene):
        return False
    if did and not any(frame.act == did and frame.done for frame in scene.frames):
        return False
    if rule.get("says") == "unacted" and unacted(scene) is None:
        return False
    return all(
        name in facts and value in ("known", facts[name].shown())
        for name, value in rule.get("facts", {}).items()
    )


def borne_out(scene: Scene, event: str, facts: Mapping[str, Told]) -> bool:
    """Whether more than its likeness to other texts speaks for an event.

    One of its phrases must stand in the narrative, or one of the facts that bear on it first
    must be told; else it is only offered.
    """
    if any(h.pattern.about == event and h.pattern.kind == "says" for h in scene.event_hits):
        return True
    first = scene.vocabulary.events[event].facts[:MOST_TELLING]
    return any(name in facts and name not in COMMON for name in first)


def in_doubt(scene: Scene, event: str) -> str | None:
    """Whether words are told that ``lookalikes.yaml`` lists as putting an event in doubt.

    The event that it may rather be, empty where none is named.
    """
    for hit in scene.event_hits:
        if hit.pattern.about == event and hit.pattern.kind == "not":
            return hit.pattern.value
    return None

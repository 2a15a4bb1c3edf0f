"""What else happened beside the event recognised, where the facts read show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.incident import Told
from engine.reading.focus import unacted
from engine.reading.scene import Scene
from engine.reading.wagers import words_in_doubt

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

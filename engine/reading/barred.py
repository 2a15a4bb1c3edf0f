"""Events that the words rule out although they look alike, and what they tell of instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.incident import Told
from engine.reading.recognise import Recognised
from engine.reading.scene import Scene

Facts = Callable[[tuple[str, ...]], Mapping[str, Told]]


def unbarred(scene: Scene, found: Recognised, facts: Facts) -> Recognised:
    """What was recognised, without the events that ``lookalikes.yaml`` bars for its words.

    Where a rule names what it is instead, that stands in its place; else it is left open.
    """
    many = len(found.offered)
    taken = {event: _taken(scene, event, facts) for event in found.offered}
    events = [taken[event] for event in found.events]
    first = taken[found.offered[0]] if found.offered else ""
    if events and not events[0]:
        events = []
    elif not events and first not in ("", *found.offered[:1]) and _phrased(scene, first):
        events = [first]
    offered = _once([first, *taken.values()])
    if len(offered) < many:
        offered = _once([*offered, *(_taken(scene, event, facts) for event in found.rest)])
    return replace(found, events=_once(events), offered=offered[:many])


def _once(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))


def _taken(scene: Scene, event: str, facts: Facts) -> str:
    """The event itself where nothing bars it; else what it is instead, or nothing."""
    for rule in scene.lexicon.barred:
        if event in rule["events"] and _bars(scene, rule, event, facts):
            return str(rule.get("instead", ""))
    return event


def _bars(scene: Scene, rule: Mapping[str, Any], event: str, facts: Facts) -> bool:
    keys = [unit.key for unit in scene.units]
    if "spoken" in rule and not set(keys) & set(rule["spoken"]):
        return False
    if set(keys) & set(rule.get("unless", ())):
        return False
    if any(keys.count(once) > 1 for once in rule.get("once", ())):
        return False
    told = f" {' '.join(keys)} "
    if "run" in rule and not any(f" {run} " in told for run in rule["run"]):
        return False
    if "phrase" in rule and not _phrased(scene, rule["phrase"]):
        return False
    undone = rule.get("undone", ())
    if any(frame.act in undone and frame.done for frame in scene.frames):
        return False
    if "facts" not in rule:
        return True
    known = facts((event,))
    return all(n in known and known[n].shown() == value for n, value in rule["facts"].items())


def _phrased(scene: Scene, event: str) -> bool:
    return any(hit.pattern.about == event for hit in scene.event_hits)

"""What of a narrative a reading leaves aside: the clauses that told it nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.incident import Incident
from engine.reading.clauses import Clause
from engine.reading.scene import Scene

SHORTEST = 3
"""Clauses of fewer units tell nothing by themselves."""
LEFT_OUT = 1
"""How many clauses a reading may leave aside and still be sure of the rest."""
UNDERSTOOD = 0.8
"""From this share of clauses on, more may be left aside."""


def left_aside(scene: Scene, incident: Incident) -> tuple[str, ...]:
    """The words of the clauses from which the incident took neither its events nor a fact."""
    return tuple(
        scene.words(c.first, c.last) for c in _told(scene) if not _used(c, scene, incident)
    )


def understood(scene: Scene, incident: Incident) -> bool:
    """Whether so little is left aside that it can hardly change anything."""
    left, told = len(left_aside(scene, incident)), len(list(_told(scene)))
    return left <= LEFT_OUT or left <= (1 - UNDERSTOOD) * told


def _told(scene: Scene) -> Iterator[Clause]:
    return (c for c in scene.clauses if c.mood != "asked" and c.last - c.first >= SHORTEST)


def _used(clause: Clause, scene: Scene, incident: Incident) -> bool:
    def inside(first: int, last: int) -> bool:
        return first < clause.last and last > clause.first

    events = scene.vocabulary.events
    family = {name for e in incident.events for name in (e, events[e].parent)}
    if any(
        inside(hit.first, hit.last)
        for hit in scene.event_hits
        if hit.pattern.kind == "says"
        if hit.pattern.about in family or events[hit.pattern.about].parent in family
    ):
        return True
    if incident.line and any(inside(f.place, f.end) for f in scene.frames if f.done):
        return True
    said = scene.words(clause.first, clause.last).lower()
    return any(
        told.words and (told.words.lower() in said or said in told.words.lower())
        for told in incident.facts.values()
    )

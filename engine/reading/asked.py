"""The decision that the question at the end asks for, where it is plain."""

from __future__ import annotations

from engine.reading.cues import hits, longest
from engine.reading.scene import Scene


def asked(scene: Scene, events: tuple[str, ...]) -> str:
    """The decision asked, one of those that the events raise; "" where it is not plain."""
    decides = {d for event in events for d in scene.vocabulary.events[event].decides}
    found = {
        hit.pattern.about
        for hit in longest(hits(scene.lexicon.decisions, scene.units, scene.lexicon))
        if hit.pattern.about in decides and _asks(scene, hit.first)
    }
    return found.pop() if len(found) == 1 else ""


def _asks(scene: Scene, place: int) -> bool:
    """Whether a phrase stands in a question of the teller's own."""
    clause = scene.clause(place)
    if clause is None or scene.units[place].quoted:
        return False
    return clause.mood == "asked"

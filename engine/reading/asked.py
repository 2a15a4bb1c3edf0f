"""The decision that the question at the end asks for, where it is plain."""

from __future__ import annotations

from engine.reading.cues import hits, longest
from engine.reading.scene import Scene


def asked(scene: Scene, events: tuple[str, ...]) -> str:
    """The decision asked, one of those that the events raise; "" where it is not plain."""
    decides = {d for event in events for d in scene.vocabulary.events[event].decides}
    found: dict[str, int] = {}
    for hit in longest(hits(scene.lexicon.decisions, scene.units, scene.lexicon)):
        name = hit.pattern.about
        if name in decides and scene.mood(hit.first) == "asked":
            found[name] = max(found.get(name, 0), len(hit.pattern.keys))
    if not found:
        return ""
    most = max(found.values())
    best = [name for name, size in found.items() if size == most]
    return best[0] if len(best) == 1 else ""

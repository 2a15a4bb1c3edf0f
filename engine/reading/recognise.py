"""Which event a narrative tells of. (A simple stand-in: phrases and ranked search.)"""

from __future__ import annotations

from dataclasses import dataclass

from engine.reading.cues import hits
from engine.reading.lexicon import lexicon
from engine.reading.text import Text
from engine.reading.tokens import tokens
from engine.reading.units import units
from rulebase.book import Vocabulary


@dataclass(frozen=True, slots=True)
class Recognised:
    """The events recognised with confidence, the issue first, and the five likeliest."""

    events: tuple[str, ...]
    offered: tuple[str, ...]


def recognise(text: Text, vocabulary: Vocabulary) -> Recognised:
    """Recognise the events of a narrative."""
    known = lexicon(vocabulary)
    found = units(tokens(text), text, known.phrases, known.irregular)
    scores: dict[str, float] = {}
    for hit in hits(known.events, found, known):
        if hit.pattern.about in vocabulary.events:
            weight = len(hit.pattern.keys) ** 1.5
            scores[hit.pattern.about] = max(scores.get(hit.pattern.about, 0), weight) + 0.2
    for fact in {hit.pattern.about for hit in hits(known.facts, found, known)}:
        for name, event in vocabulary.events.items():
            if fact in event.facts[:3]:
                scores[name] = scores.get(name, 0) + 1
    from engine.search import event_index

    for rank, name in enumerate(event_index(vocabulary).search(text.plain, 8)):
        scores[name] = scores.get(name, 0) + 1.5 / (1 + rank)
    ranked = sorted(scores, key=lambda name: (-scores[name], name))
    sure = ranked[:1] if ranked and scores[ranked[0]] >= 2 else []
    return Recognised(tuple(sure), tuple(ranked[:5]))

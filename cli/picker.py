"""Picking an event without words: a topic, then an event of it."""

from __future__ import annotations

from cli.interview import pick
from rulebase.book import Vocabulary


def pick_event(vocabulary: Vocabulary) -> str | None:
    """Let the person pick what happened by two keys; None where they give up."""
    by_topic: dict[str, list[tuple[str, str]]] = {}
    for event in vocabulary.events.values():
        by_topic.setdefault(event.topic, []).append((event.name, event.means))
    topics = [
        (t, ", ".join(n for n, _ in by_topic[t][:4])) for t in vocabulary.topics if t in by_topic
    ]
    while topic := pick("What is it about?", topics):
        if event_name := pick("What happened?", by_topic[topic]):
            return event_name
    return None

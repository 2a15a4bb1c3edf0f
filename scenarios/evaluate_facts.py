"""How well facts are read: ``python -m scenarios.evaluate_facts [FILE …]``.

For narratives labelled with their events and facts (``engine/reading/corpus/told``), each
taken as telling of its events: of the facts labelled, how many are read, and of those read,
how many are read otherwise. ``--misses`` lists them, by fact.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.incident import Told, told
from engine.known import know
from engine.reading.reader import taken
from rulebase.book import Vocabulary
from rulebase.load import vocabulary
from rulebase.source import read as read_yaml
from rulebase.values import Truth, meet, status
from scenarios.texts import TOLD

FOUND, MISSED, WRONG = "found", "missed", "wrong"


def labelled(item: Mapping[str, Any], known: Vocabulary) -> dict[str, Told]:
    """The facts that a narrative is labelled with."""
    facts = {**item["facts"], **item.get("more", {})}
    return {name: told(known.facts[name], value) for name, value in facts.items()}


def compared(
    item: dict[str, Any], known: Vocabulary, *, notes: bool = False
) -> Iterator[tuple[str, str, str]]:
    """Each labelled fact, how it was read, and with what; with ``notes`` its key facts count."""
    words = ". ".join([item["text"], *(item.get("key_facts", ()) if notes else ())])
    read = know(taken(words, tuple(item["events"]), known), known)
    for name, right in labelled(item, known).items():
        found = read.facts.get(name)
        if found is None or found.source == "assumed":
            assumed = found is not None and found.values == right.values
            yield name, FOUND if assumed else MISSED, f"{right.shown()} not read"
        elif (found.raw or found.values) == (right.raw or right.values):
            yield name, FOUND, ""
        elif type(found.values) is not type(right.values):
            yield name, WRONG, f"{found.shown()} for {right.shown()}"
        elif status(right.values, found.values) is Truth.TRUE or meet(found.values, right.values):
            yield name, FOUND, ""
        else:
            yield name, WRONG, f'{found.shown()} for {right.shown()} by "{found.words}"'


def main() -> None:
    """Print the figures for the files named, or all."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("files", type=Path, nargs="*")
    asked.add_argument("--misses", action="store_true", help="list what was missed or misread")
    asked.add_argument("--notes", action="store_true", help="read the key facts noted as well")
    said = asked.parse_args()
    known = vocabulary()
    topics: dict[str, Counter[str]] = defaultdict(Counter)
    misses: dict[str, list[str]] = defaultdict(list)
    for file in said.files or sorted(TOLD.glob("*.yaml")):
        for item in read_yaml(file).data:
            topic = known.events[item["events"][0]].topic
            for name, how, what in compared(item, known, notes=said.notes):
                topics[topic][how] += 1
                if how != FOUND:
                    misses[name].append(f"  {how}: {what} | {item['id']} {item['text']}")
    for topic, found in (*topics.items(), ("all", sum(topics.values(), Counter[str]()))):
        every = found.total()
        shares = ", ".join(f"{how} {found[how] / every:.1%}" for how in (FOUND, MISSED, WRONG))
        print(f"{topic:10}{every:6} facts: {shares}")
    for name, lines in sorted(misses.items()) if said.misses else ():
        print("\n".join([name, *lines]))


if __name__ == "__main__":
    main()

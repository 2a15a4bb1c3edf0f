"""How well events are recognised: ``python -m scenarios.evaluate_reading FILE``.

For a file of retellings or of incidents, over the texts that nobody has looked at
(``--readable`` for the others): how often the right event comes first and among the five
offered, and how often the recogniser is sure and right. Only figures are printed. A part
of a split event counts as the whole.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.reading.reader import Reading, read
from rulebase.load import vocabulary
from scenarios.texts import Labelled, shared

Pair = tuple[Labelled, Reading]


def measure(texts: Iterable[Labelled]) -> list[Pair]:
    """Each text as the command reads it."""
    return [(text, read(text.text, vocabulary(), twice=True)) for text in texts]


def whole(events: Iterable[str]) -> list[str]:
    """The events, each part by the name of the event that was split."""
    known = vocabulary().events
    return [known[event].parent or event for event in events]


def row(name: str, pairs: Sequence[Pair]) -> str:
    """One line of figures."""
    many = len(pairs)
    ranked = [(text, whole((*found.events[:1], *found.offered))) for text, found in pairs]
    first = sum(events[:1] == [text.events[0]] for text, events in ranked)
    five = sum(text.events[0] in list(dict.fromkeys(events))[:5] for text, events in ranked)
    sure = [(text, whole(found.events)) for text, found in pairs if found.events]
    right = sum(found[0] == text.events[0] for text, found in sure)
    one = sum(text.events[0] in found for text, found in sure)
    told = sum(found[0] in text.events for text, found in sure)

    def part(count: int, of: int) -> str:
        return f"{count / of:6.1%}" if of else "     -"

    return (
        f"{name:12}{many:5}  first {part(first, many)}  five {part(five, many)}  "
        f"sure {part(len(sure), many)}: issue first {part(right, len(sure))}, "
        f"issue among them {part(one, len(sure))}, first is told of {part(told, len(sure))}"
    )


def main() -> None:
    """Print the figures for the files named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("files", type=Path, nargs="+")
    asked.add_argument("--readable", action="store_true", help="the texts that may be read")
    said = asked.parse_args()
    for file in said.files:
        pairs = measure(shared(file, kept=not said.readable))
        print(f"{file.name}: {len(pairs)} texts, {'readable' if said.readable else 'unread'}")
        kinds = dict.fromkeys(text.kind for text, _ in pairs)
        for kind in kinds:
            print(row(kind, [pair for pair in pairs if pair[0].kind == kind]))
        if len(kinds) > 1:
            print(row("all", pairs))


if __name__ == "__main__":
    main()

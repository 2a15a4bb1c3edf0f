"""Measures reading on labelled texts: precision and recall of facts, events given.

    python -m tests.engine.reading.measuring RETELLINGS [--unread] [--show FACT]

Only aggregate figures are printed of the unread third.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import yaml

from engine.reading.reader import taken
from rulebase import load

TABLE: dict[str, dict[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "provisional.yaml").read_text(encoding="utf8")
)


def unread(identity: str) -> bool:
    """Whether a text belongs to the third that nobody develops on."""
    return int(hashlib.sha256(identity.encode()).hexdigest(), 16) % 3 == 0


def texts(path: Path, *, held_out: bool) -> list[dict[str, Any]]:
    """The labelled texts of a file, of one side only."""
    data = yaml.load(path.read_text(encoding="utf8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return [item for item in data if unread(item["id"]) is held_out]


def expected(facts: dict[str, Any]) -> dict[str, str]:
    """The labels in the vocabulary's names; what has no counterpart is left out."""
    found: dict[str, str] = {}
    for name, value in facts.items():
        table = TABLE.get(name, {})
        target = table.get(str(value), table.get("*", ""))
        if "=" in target:
            fact, _, word = target.partition("=")
            found[fact] = word
        elif target and isinstance(value, int):
            found[target] = str(value)
        if name == "blinds" and isinstance(value, str) and value.count("/") == 1:
            small, big = value.split("/")
            if small.isdigit() and big.isdigit():
                found |= {"small-blind": small, "big-blind": big}
    return found


def measure(path: Path, *, held_out: bool, show: str = "") -> dict[str, Counter[str]]:
    """Right, wrong and missed facts, by fact."""
    vocabulary = load.vocabulary()
    tally: dict[str, Counter[str]] = {}
    for item in texts(path, held_out=held_out):
        events = tuple(e for e in item["events"] if e in vocabulary.events)
        if not events:
            continue
        text = item.get("text") or item["narrative"]
        incident = taken(text, events, vocabulary)
        labels = expected(item.get("facts") or {})
        may = set(vocabulary.facts)
        for fact, value in labels.items():
            if fact not in may:
                continue
            told = incident.facts.get(fact)
            kind = (
                "missed" if told is None else ("right" if _same(told.shown(), value) else "wrong")
            )
            tally.setdefault(fact, Counter())[kind] += 1
            if show and not held_out and show in (fact, kind, f"{fact}:{kind}"):
                said = f"{told.shown()} ({told.words})" if told else "-"
                print(f"{kind} {fact}: {value} / {said}\n   [{item['id']}] {text.strip()}")
    return tally


def _same(read_as: Any, label: str) -> bool:
    if isinstance(read_as, str) and read_as.startswith(">= "):
        return label.isdigit() and int(label) >= int(read_as[3:])
    if isinstance(read_as, list):
        return label in read_as
    return str(read_as) == label


def main(arguments: list[str]) -> None:
    """Print the figures."""
    held_out = "--unread" in arguments
    show = arguments[arguments.index("--show") + 1] if "--show" in arguments else ""
    tally = measure(Path(arguments[0]), held_out=held_out, show=show)
    total: Counter[str] = Counter()
    for fact, counts in sorted(tally.items(), key=lambda i: -sum(i[1].values())):
        total += counts
        if not held_out:
            print(
                f"{fact:22} right {counts['right']:3} wrong {counts['wrong']:3} "
                f"missed {counts['missed']:3}"
            )
    told = total["right"] + total["wrong"]
    print(
        f"precision {total['right']}/{told} = {total['right'] / max(1, told):.1%}, "
        f"recall {total['right']}/{told + total['missed']} "
        f"= {total['right'] / max(1, told + total['missed']):.1%}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

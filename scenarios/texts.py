"""Texts labelled with their events, for training and for measuring the recogniser."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from rulebase.load import vocabulary

CORPUS = Path(__file__).parent.parent / "engine" / "reading" / "corpus"
TOLD = CORPUS / "told"
"""Texts that are labelled with facts too."""
CONTRASTS = CORPUS / "contrasts"
"""Texts of the same two events, of which now the one is disputed and now the other."""
HEARD = CORPUS / "heard"
"""Incidents that were really argued about, each told again by two others."""
QUARRELS = CORPUS / "quarrels"
"""Reports as they reach a floor, in which several things happen and one of them is disputed."""
_BY_NUMBER = re.compile(r"-(\d\d)$")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text, its events (the issue first) and its kind; ``part`` where it tells of a part.

    ``weight`` is how much it counts in training.
    """

    text: str
    events: tuple[str, ...]
    kind: str
    part: str = ""
    weight: float = 1.0


def unread(name: str) -> bool:
    """Whether a text is kept for measuring: nobody looks at it, nothing is trained on it."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def _yaml(file: Path) -> Any:
    return yaml.load(file.read_text("utf8"), yaml.CSafeLoader)


def corpus(folder: Path = CORPUS) -> Iterator[Labelled]:
    """Our own texts: up to six files an event.

    ``more-`` files also tell its parts apart; ``incidents-``, ``cases-`` and ``columns-``
    files hold reports as floors and columnists write them, ``disputes-`` files such in which
    more happens than what is disputed.
    """
    for file in sorted(folder.glob("*.yaml")):
        event = file.stem
        for kind in ("more-", "incidents-", "cases-", "columns-", "disputes-"):
            event = event.removeprefix(kind)
        whole = event if file.stem.startswith("more-") else ""
        for item in _yaml(file):
            events = (event, *item.get("also", ()))
            yield Labelled(item["text"], events, "corpus", item.get("event", whole))


def told(folders: Iterable[Path] = (TOLD, CONTRASTS, QUARRELS, HEARD)) -> Iterator[Labelled]:
    """Our texts whose labels stand beside them, by the whole events that they tell of."""
    events = vocabulary().events
    for file in (file for folder in folders for file in sorted(folder.glob("*.yaml"))):
        for item in _yaml(file):
            parents = {name: events[name].parent for name in item["events"] if name in events}
            whole = dict.fromkeys(parents.get(name) or name for name in item["events"])
            yield Labelled(item["text"], tuple(whole), "corpus", item["events"][0])


def shared(file: Path, *, kept: bool) -> Iterator[Labelled]:
    """The texts of a file of retellings or of incidents: those kept unread, or the others."""
    for item in _yaml(file):
        if unread(item["id"]) is kept:
            text = item["text"] if "text" in item else item["narrative"]
            yield Labelled(text, tuple(item["events"]), _kind(item))


def _kind(item: dict[str, Any]) -> str:
    """One-liner, report or story by the number of a retelling; else a real incident."""
    number = _BY_NUMBER.search(item["id"])
    if "narrative" in item or number is None:
        return "incident"
    return "one-liner" if int(number[1]) <= 6 else "report" if int(number[1]) <= 14 else "story"


def amid(texts: Iterable[Labelled], times: int, weight: float) -> Iterator[Labelled]:
    """The texts again, set among sentences that have nothing to do with their event.

    Every game has blinds and every story a pizza: so the classifier learns what weighs nothing.
    """
    setups = _yaml(CORPUS / "background" / "setups.yaml")
    fillers = _yaml(CORPUS / "background" / "fillers.yaml")
    for text in texts:
        chance = random.Random(text.text)
        for _ in range(times):
            pool = setups if chance.random() < 0.6 else fillers
            short = len(text.text.split()) < 15
            around = chance.sample(pool, chance.randint(1, 3) + short)
            place = chance.randint(0, len(around))
            stop = "" if text.text[-1:] in ".!?" else "."
            whole = [*around[:place], text.text + stop, *around[place:]]
            yield replace(text, text=" ".join(whole), weight=text.weight * weight)

"""How often houses agree, topic by topic: counts over many incidents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from engine.comparing.matrix import Case, Selection
from engine.comparing.verdicts import (
    DIFFERENT,
    PARTLY_SILENT,
    SAME,
    UNSETTLED,
    standing,
    verdict,
)
from engine.resolve import SILENT
from engine.ruling import Engine, Ruling

STANDINGS = (SAME, DIFFERENT, PARTLY_SILENT, UNSETTLED)
MOOT = "moot"
ALL = "all"
"""The topic under which all are counted together."""


class Agreement(NamedTuple):
    """Two houses on one topic: on how many decisions about incidents each standing was found."""

    topic: str
    houses: tuple[str, str]
    counts: dict[str, int]

    @property
    def share(self) -> float | None:
        """The share of agreement where both rule; None where they never both do."""
        both = self.counts[SAME] + self.counts[DIFFERENT]
        return self.counts[SAME] / both if both else None

    def as_json(self) -> dict[str, Any]:
        """The counts, with the share of agreement where both rule."""
        share = self.share
        rounded = None if share is None else round(share, 3)
        return {"topic": self.topic, "houses": list(self.houses), **self.counts, "share": rounded}


def agreement(engine: Engine, cases: Iterable[Case], only: Iterable[str] = ()) -> list[Agreement]:
    """The counts of every two houses, topic by topic and over all.

    Decisions on which neither of the two speaks, or that one has made moot, are not counted.

    Raises:
        ComparingError: ``only`` names what is no topic, decision or event.
    """
    kept = Selection(only, engine.vocabulary)
    pairs = list(combinations(engine.houses, 2))
    counted: dict[tuple[str, tuple[str, str]], Counter[str]] = {}
    for case in cases:
        ruling = engine.rule(case.incident)
        for decision in _decisions(ruling):
            if not kept(decision, case.incident.events):
                continue
            topic = engine.vocabulary.decisions[decision].topic
            verdicts = {name: verdict(h, decision) for name, h in ruling.houses.items()}
            for one, other in pairs:
                both = verdicts[one], verdicts[other]
                if any(v.status != SILENT for v in both) and MOOT not in (v.silent for v in both):
                    found = standing(both)
                    counted.setdefault((topic, (one, other)), Counter())[found] += 1
                    counted.setdefault((ALL, (one, other)), Counter())[found] += 1
    topics = [t for t in (*engine.vocabulary.topics, ALL) if any(t == k[0] for k in counted)]
    return [
        Agreement(topic, two, {s: counted.get((topic, two), Counter())[s] for s in STANDINGS})
        for topic in topics
        for two in pairs
    ]


def _decisions(ruling: Ruling) -> Iterator[str]:
    """Every decision that any house speaks on."""
    yield from dict.fromkeys(d for house in ruling.houses.values() for d in house.resolved)

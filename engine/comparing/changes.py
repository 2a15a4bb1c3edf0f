"""What changed in rulings between two states of one house's files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.comparing.matrix import Case, Selection
from engine.comparing.sides import Pair
from engine.comparing.verdicts import Verdict, verdict
from engine.comparing.witness import Witness, witnesses
from engine.resolve import SILENT


class Changed(NamedTuple):
    """An incident of the bank that is ruled, or cited, otherwise than before."""

    case: str
    topic: str
    decision: str
    before: Verdict
    after: Verdict

    def as_json(self) -> dict[str, Any]:
        """Both verdicts."""
        return {
            "incident": self.case,
            "topic": self.topic,
            "decision": self.decision,
            "before": self.before.as_json(),
            "after": self.after.as_json(),
        }


class Changes(NamedTuple):
    """What changed: the rulings on cases, the citations alone, and a witness of each difference."""

    house: str
    cases: int
    rulings: list[Changed]
    citations: list[Changed]
    witnesses: list[Witness]

    def as_json(self) -> dict[str, Any]:
        """The changes as ``floor diff --format json`` prints them."""
        return {
            "house": self.house,
            "incidents": self.cases,
            "rulings": [change.as_json() for change in self.rulings],
            "citations": [change.as_json() for change in self.citations],
            "witnesses": [witness.as_json() for witness in self.witnesses],
        }


def changes(pair: Pair, cases: Iterable[Case], only: Iterable[str] = ()) -> Changes:
    """What the second of the pair rules otherwise than the first.

    Raises:
        ComparingError: ``only`` names what is no topic, decision or event.
    """
    told = list(cases)
    found = list(_changed(pair, told, Selection(only, pair.vocabulary)))
    return Changes(
        house=pair.one.house.name,
        cases=len(told),
        rulings=[c for c in found if _ruling(c.before) != _ruling(c.after)],
        citations=[c for c in found if _ruling(c.before) == _ruling(c.after)],
        witnesses=witnesses(pair, told, only),
    )


def _changed(pair: Pair, cases: Iterable[Case], kept: Selection) -> Iterator[Changed]:
    for case in cases:
        ruled = pair.rule(case.incident)
        if ruled is None:
            continue
        before, after = ruled[pair.one.name], ruled[pair.other.name]
        for decision in dict.fromkeys((*before.resolved, *after.resolved)):
            if not kept(decision, case.incident.events):
                continue
            old, new = verdict(before, decision), verdict(after, decision)
            if (_ruling(old), old.rules) != (_ruling(new), new.rules):
                topic = pair.vocabulary.decisions[decision].topic
                yield Changed(case.name, topic, decision, old, new)


def _ruling(each: Verdict) -> tuple[Any, ...]:
    """What is ruled, without what it rests on; silent is silent, whyever."""
    if each.status == SILENT:
        return (SILENT,)
    return each.status, frozenset(each.outcomes), each.amount, each.force, frozenset(each.asks)

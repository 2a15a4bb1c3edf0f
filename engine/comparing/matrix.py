"""Houses side by side over many incidents: topic by topic, decision by decision.

Incidents on which the houses say the same things in the same way make one row; its
example is the one that needs the fewest words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.comparing.verdicts import Verdict, standing, verdict
from engine.incident import Incident
from engine.lint.witness import written
from engine.resolve import SILENT
from engine.ruling import Engine, Ruling
from rulebase.book import Vocabulary
from rulebase.problems import FloorError, did_you_mean


class ComparingError(FloorError):
    """A comparison that cannot be made."""


class Case(NamedTuple):
    """An incident to compare on, and the decisions that it was told for besides the one asked."""

    name: str
    incident: Incident
    decisions: tuple[str, ...] = ()


@dataclass(slots=True)
class Row:
    """One way in which the houses rule on a decision, with the incidents that show it.

    ``incident`` is the example, as ``floor rule`` takes it; ``rules`` are those of every case.
    """

    topic: str
    decision: str
    event: str
    standing: str
    verdicts: dict[str, Verdict]
    turns_on: dict[str, Any]
    example: str
    incident: dict[str, Any]
    rules: dict[str, dict[str, None]]
    cases: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The row as ``floor compare --format json`` prints it."""
        return {
            "topic": self.topic,
            "decision": self.decision,
            "event": self.event,
            "standing": self.standing,
            "turns-on": self.turns_on,
            "houses": {
                name: {**each.as_json(), "rules": list(self.rules[name])}
                for name, each in self.verdicts.items()
            },
            "example": {"name": self.example, "incident": self.incident},
            "incidents": len(self.cases),
        }


def matrix(engine: Engine, cases: Iterable[Case], only: Iterable[str] = ()) -> list[Row]:
    """The rows, in the vocabulary's order of topics and decisions.

    ``only`` names topics, decisions or events to keep to.

    Raises:
        ComparingError: one of those is none, or nothing is left to compare.
    """
    kept = Selection(only, engine.vocabulary)
    rows: dict[Any, Row] = {}
    for case in cases:
        if not kept.may_keep(case):
            continue
        ruling = engine.rule(case.incident)
        for decision in _decisions(case, ruling):
            if kept(decision, case.incident.events):
                _add(rows, case, decision, ruling)
    if not rows:
        raise ComparingError("no incident to compare on: nothing is left of the selection")
    topics = {topic: i for i, topic in enumerate(engine.vocabulary.topics)}
    decisions = {name: i for i, name in enumerate(engine.vocabulary.decisions)}
    order = sorted(rows.values(), key=lambda r: (topics[r.topic], decisions[r.decision]))
    return [row for row in order if any(v.status != SILENT for v in row.verdicts.values())]


class Selection:
    """Whether a decision on some events is among the topics, decisions and events named.

    Raises:
        ComparingError: a name is none of these.
    """

    def __init__(self, only: Iterable[str], vocabulary: Vocabulary) -> None:
        self.names = frozenset(only)
        self.vocabulary = vocabulary
        known = (*vocabulary.topics, *vocabulary.decisions, *vocabulary.events)
        for name in self.names:
            if name not in known:
                hint = did_you_mean(name, known) or f" (known: {', '.join(vocabulary.topics)})"
                raise ComparingError(f'"{name}" is no topic, decision or event{hint}')

    def may_keep(self, case: Case) -> bool:
        """Whether a decision that the case may be about is among them."""
        events = case.incident.events
        raised = (d for event in events for d in self.vocabulary.events[event].decides)
        asked = (case.incident.asked,) if case.incident.asked else ()
        return any(self(decision, events) for decision in (*asked, *case.decisions, *raised))

    def __call__(self, decision: str, events: Sequence[str]) -> bool:
        topic = self.vocabulary.decisions[decision].topic
        return not self.names or not self.names.isdisjoint((topic, decision, *events))


def _decisions(case: Case, ruling: Ruling) -> Iterator[str]:
    """The decision asked and those that the case was told for."""
    yield from dict.fromkeys((ruling.asked, *case.decisions))


def _add(rows: dict[Any, Row], case: Case, decision: str, ruling: Ruling) -> None:
    verdicts = {name: verdict(house, decision) for name, house in ruling.houses.items()}
    stands = standing(verdicts.values())
    event = _issue(case.incident.events, decision, ruling.known.vocabulary)
    key = decision, event, stands, tuple(v.kind for v in verdicts.values())
    turns_on = situation(ruling, decision)
    told = written(case.incident.asking(decision))
    row = rows.get(key)
    if row is None:
        topic = ruling.known.vocabulary.decisions[decision].topic
        rules: dict[str, dict[str, None]] = {name: {} for name in verdicts}
        row = rows[key] = Row(
            topic, decision, event, stands, verdicts, turns_on, case.name, told, rules
        )
    elif len(turns_on) < len(row.turns_on):
        row.verdicts, row.turns_on = verdicts, turns_on
        row.example, row.incident = case.name, told
    for name, each in verdicts.items():
        row.rules[name].update(dict.fromkeys(each.rules))
    row.cases.append(case.name)


def _issue(events: Sequence[str], decision: str, vocabulary: Vocabulary) -> str:
    """The event that raises the decision, else the first."""
    return next((e for e in events if decision in vocabulary.events[e].decides), events[0])


def situation(ruling: Ruling, decision: str) -> dict[str, Any]:
    """What the rulings on a decision turn on: the facts that the deciding clauses test."""
    found: dict[str, Any] = {}
    for house in ruling.houses.values():
        resolved = house.resolved.get(decision)
        for say in resolved.fired[:1] if resolved else ():
            for fact, _ in (*say.clause.when, *say.clause.wakes_on):
                told = ruling.known.facts.get(fact)
                if told is not None and told.source != "assumed":
                    found.setdefault(fact, told.shown())
    return found

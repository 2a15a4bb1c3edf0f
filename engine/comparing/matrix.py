"""Houses side by side over many incidents: topic by topic, decision by decision.

Incidents on which the houses say the same things in the same way make one row; its
example is the one that needs the fewest words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine.comparing.verdicts import Verdict, standing, verdict
from engine.incident import Incident
from engine.lint.witness import written
from engine.resolve import SILENT
from engine.ruling import Engine, HouseRuling, Ruling
from rulebase.book import Vocabulary
from rulebase.problems import FloorError, did_you_mean

NOTHING = "no incident to compare on: nothing is left of the selection"


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

    ``facts`` are what each house's ruling turns on; ``incident`` is the example, as ``floor
    rule`` takes it; ``rules`` are those of every case; ``cases`` are numbered from 0.
    """

    topic: str
    decision: str
    event: str
    standing: str
    verdicts: dict[str, Verdict]
    facts: dict[str, dict[str, Any]]
    example: str
    incident: dict[str, Any]
    rules: dict[str, dict[str, None]]
    cases: list[int] = field(default_factory=list)

    @property
    def turns_on(self) -> dict[str, Any]:
        """The facts that the rulings turn on, in any of the houses."""
        return {fact: value for found in self.facts.values() for fact, value in found.items()}

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


def matrix(engine: Engine, cases: Iterable[Case]) -> list[Row]:
    """The rows, in the vocabulary's order of topics and decisions.

    Raises:
        ComparingError: there is nothing to compare.
    """
    rows: dict[Any, Row] = {}
    for number, case in enumerate(cases):
        ruling = engine.rule(case.incident)
        for decision in _decisions(case, ruling):
            _add(rows, number, case, decision, ruling)
    return _ordered(rows.values(), engine.vocabulary)


def _ordered(rows: Iterable[Row], vocabulary: Vocabulary) -> list[Row]:
    """The rows on which any house speaks.

    Raises:
        ComparingError: there is none.
    """
    spoken = [row for row in rows if any(v.status != SILENT for v in row.verdicts.values())]
    if not spoken:
        raise ComparingError(NOTHING)
    topics = {topic: i for i, topic in enumerate(vocabulary.topics)}
    decisions = {name: i for i, name in enumerate(vocabulary.decisions)}
    return sorted(spoken, key=lambda row: (topics[row.topic], decisions[row.decision]))


def selected(rows: Iterable[Row], only: Iterable[str], vocabulary: Vocabulary) -> list[Row]:
    """The rows about the topics, decisions and events that ``only`` names; all if it names none.

    Raises:
        ComparingError: one of those is none, or no row is left.
    """
    kept = Selection(only, vocabulary)
    found = [row for row in rows if kept(row.decision, (row.event,))]
    if not found:
        raise ComparingError(NOTHING)
    return found


def narrowed(rows: Iterable[Row], names: Sequence[str], vocabulary: Vocabulary) -> list[Row]:
    """The matrix of some of the houses of a matrix: rows that no longer differ become one.

    Raises:
        ComparingError: none of them speaks on anything.
    """
    found: dict[Any, Row] = {}
    for row in rows:
        part = replace(
            row,
            verdicts={name: row.verdicts[name] for name in names},
            facts={name: row.facts[name] for name in names},
            rules={name: dict(row.rules[name]) for name in names},
            cases=list(row.cases),
        )
        part.standing = standing(part.verdicts.values())
        _merge(found, part)
    return _ordered(found.values(), vocabulary)


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

    def __call__(self, decision: str, events: Sequence[str]) -> bool:
        topic = self.vocabulary.decisions[decision].topic
        return not self.names or not self.names.isdisjoint((topic, decision, *events))


def _decisions(case: Case, ruling: Ruling) -> Iterator[str]:
    """The decision asked and those that the case was told for."""
    yield from dict.fromkeys((ruling.asked, *case.decisions))


def _add(rows: dict[Any, Row], number: int, case: Case, decision: str, ruling: Ruling) -> None:
    verdicts = {name: verdict(house, decision) for name, house in ruling.houses.items()}
    stands = standing(verdicts.values())
    event = _issue(case.incident.events, decision, ruling.known.vocabulary)
    topic = ruling.known.vocabulary.decisions[decision].topic
    facts = {name: situation(ruling, house, decision) for name, house in ruling.houses.items()}
    rules = {name: dict.fromkeys(each.rules) for name, each in verdicts.items()}
    told = written(case.incident.asking(decision))
    row = Row(topic, decision, event, stands, verdicts, facts, case.name, told, rules, [number])
    _merge(rows, row)


def _merge(rows: dict[Any, Row], new: Row) -> None:
    """Add a row, or to the one that says the same; of two examples the shorter is kept."""
    key = new.decision, new.event, new.standing, tuple(v.kind for v in new.verdicts.values())
    row = rows.setdefault(key, new)
    if row is new:
        return
    if len(new.turns_on) < len(row.turns_on):
        row.verdicts, row.facts = new.verdicts, new.facts
        row.example, row.incident = new.example, new.incident
    for name, rules in new.rules.items():
        row.rules[name].update(rules)
    row.cases.extend(new.cases)


def _issue(events: Sequence[str], decision: str, vocabulary: Vocabulary) -> str:
    """The event that raises the decision, else the first."""
    return next((e for e in events if decision in vocabulary.events[e].decides), events[0])


def situation(ruling: Ruling, house: HouseRuling, decision: str) -> dict[str, Any]:
    """What a house's ruling on a decision turns on: the facts that its deciding clause tests."""
    found: dict[str, Any] = {}
    resolved = house.resolved.get(decision)
    for say in resolved.fired[:1] if resolved else ():
        for fact, _ in (*say.clause.when, *say.clause.wakes_on):
            told = ruling.known.facts.get(fact)
            if told is not None and told.source != "assumed":
                found.setdefault(fact, told.shown())
    return found

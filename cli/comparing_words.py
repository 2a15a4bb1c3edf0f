"""Verdicts, situations and witnesses in the few words that a table has room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli.report import Cell, Table
from cli.words import label, plain, value_words
from engine.amount_words import amount_words
from engine.comparing.verdicts import DIFFERENT, SAME, Verdict
from engine.comparing.witness import Turn, Witness
from engine.differences import same
from engine.incident import Incident
from engine.resolve import JUDGMENT, NEEDS_FACTS, RULED, SILENT
from rulebase.book import Vocabulary

MOST_RULES = 4
"""How many locators a cell names."""
MOST_FACTS = 6
"""How many facts of a situation are told."""


def decision_words(decision: str) -> str:
    """A decision's name in words."""
    return plain(decision)


def facts_words(events: Iterable[str], facts: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    """What happened and the facts that matter, in short."""
    told = [_fact(name, value, vocabulary) for name, value in facts.items()]
    more = len(told) - MOST_FACTS
    tail = [f"{more} more"] if more > 0 else []
    happened = " + ".join(map(plain, events))
    return f"{happened}: {', '.join([*told[:MOST_FACTS], *tail])}" if told else happened


def _fact(name: str, value: Any, vocabulary: Vocabulary) -> str:
    if value in ("yes", "no"):
        return plain(name) if value == "yes" else f"not {plain(name)}"
    return f"{plain(name)} {value_words(value, vocabulary.facts.get(name))}"


def incident_words(incident: Incident, vocabulary: Vocabulary) -> str:
    """An incident in short, its line of action too."""
    facts = {name: told.shown() for name, told in incident.facts.items()}
    words = facts_words(incident.events, facts, vocabulary)
    acts = (f"{a.get('who')} {a.get('does')} {a.get('to', '')}".strip() for a in incident.line)
    line = ", ".join(acts)
    return f"{words}; {line}" if line else words


def verdict_cell(
    decision: str, each: Verdict, beside: Iterable[Verdict], rules: Sequence[str]
) -> Cell:
    """What a house rules, its rules, and how it stands to the first that rules."""
    return Cell(verdict_words(decision, each, rules), mark(each, beside))


def mark(each: Verdict, beside: Iterable[Verdict]) -> str:
    """Same as the first that rules or different; else why it is neither."""
    if each.status != RULED:
        return each.status
    first = next(v for v in beside if v.status == RULED)
    return SAME if same(first.says, each.says) else DIFFERENT


def verdict_words(decision: str, each: Verdict, rules: Sequence[str]) -> str:
    """A verdict in short: outcome, amount, force, rules."""
    if each.status == SILENT:
        return {"not-met": "silent on this", "moot": "does not arise"}.get(each.silent, "silent")
    words = plain(each.outcome)
    if each.amount is not None:
        words = f"{words} {amount_words(decision, each.amount)}"
    if each.force in ("may", "should"):
        words = f"{words} ({each.force})"
    if each.status == JUDGMENT:
        words = f"judgment{f', else {words}' if words else ''}"
    elif each.status == NEEDS_FACTS:
        words = f"hangs on {', '.join(map(plain, each.asks[:2]))}"
    named = [*rules[:MOST_RULES], *(["…"] if len(rules) > MOST_RULES else [])]
    return f"{words} [{', '.join(named)}]" if named else words


def witness_rows(
    found: Sequence[Witness], names: tuple[str, str], vocabulary: Vocabulary, *, alone: bool
) -> list[Table]:
    """Witnesses as tables, one a topic."""
    columns = ["Decision", "Smallest incident", *map(label, names), "Because", "The same when"]
    of = "" if alone else f"{label(names[0])} and {label(names[1])}: "
    topics: dict[str, list[list[Cell]]] = {}
    for witness in found:
        sides = [
            verdict_cell(witness.decision, each, witness.verdicts, each.rules)
            for each in witness.verdicts
        ]
        row = [
            Cell(decision_words(witness.decision), witness.standing),
            Cell(incident_words(witness.incident, vocabulary)),
            *sides,
            Cell(witness.because),
            Cell("; ".join(turn_words(turn, vocabulary) for turn in witness.agree_when)),
        ]
        topics.setdefault(witness.topic, []).append(row)
    return [Table(f"{of}{plain(t).capitalize()}", columns, rows) for t, rows in topics.items()]


def turn_words(turn: Turn, vocabulary: Vocabulary) -> str:
    """The change of a fact after which both rule the same."""
    return f"{_fact(turn.fact, turn.instead, vocabulary)} ({plain(turn.outcome)})"

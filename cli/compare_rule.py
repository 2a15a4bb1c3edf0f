"""``floor compare HOUSE RULE``: one rule with its counterparts, what each adds and drops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.catalog import UnknownName
from cli.comparing_words import incident_words, verdict_words
from cli.report import Cell, Report, Table
from cli.words import label, plain
from engine.comparing.counterparts import Change, Counterpart, counterparts
from engine.comparing.sides import pair
from engine.comparing.witness import Witness, around
from engine.ruling import Engine
from rulebase import load
from rulebase.book import House, Rule
from rulebase.problems import did_you_mean

_WORDS = {"adds": "adds", "drops": "does not have", "changes": "has instead"}


def rule_report(house: str, locator: str) -> Report:
    """A rule beside its counterparts.

    Raises:
        UnknownName: the house has no such rule.
    """
    book = load.house(house)
    rule = book.rules.get(locator)
    if rule is None:
        near_house = did_you_mean(locator, load.house_names())
        hint = f", and no house is so named{near_house}" if near_house else ""
        raise UnknownName(
            f'{house} has no rule "{locator}"{did_you_mean(locator, book.rules)}{hint}'
        )
    every = load.houses()
    engine = Engine(every, load.vocabulary())
    found = list(counterparts(book, rule, every))
    shown = {c: _witness(engine, book, rule, c) for c in found}
    without = [
        label(name) for name in every if name != house and all(c.rule.house != name for c in found)
    ]
    notes = [rule.gist, *([f"Nothing of the kind: {', '.join(without)}."] if without else [])]
    return Report(
        title=f"{label(house)} {locator}: {rule.title}",
        tables=[_table(c, witness) for c, witness in shown.items()],
        data={
            "house": house,
            "rule": locator,
            "title": rule.title,
            "gist": rule.gist,
            "counterparts": [_json(c, witness) for c, witness in shown.items()],
        },
        notes=notes,
    )


def _witness(engine: Engine, book: House, rule: Rule, other: Counterpart) -> Witness | None:
    """An incident on which the two houses differ by these two rules, if there is one."""
    two = pair(engine, book.name, other.rule.house)
    return next(iter(around(two, rule.rule, other.rule.rule)), None)


def _json(counterpart: Counterpart, witness: Witness | None) -> dict[str, Any]:
    return {**counterpart.as_json(), "witness": witness.as_json() if witness else None}


def _table(counterpart: Counterpart, witness: Witness | None) -> Table:
    rule = counterpart.rule
    rows = list(map(_cells, counterpart.changes))
    if not rows:
        rows = [[Cell("states the same"), Cell(""), Cell(""), Cell("")]]
    return Table(
        heading=f"{label(rule.house)} {rule.rule}: {rule.title}",
        columns=["It", "What", "Here", "There"],
        rows=rows,
        note=" ".join(_note(counterpart, witness)),
    )


def _cells(change: Change) -> list[Cell]:
    return [
        Cell(_WORDS[change.how]),
        Cell(plain(change.what)),
        Cell(plain(change.mine)),
        Cell(plain(change.theirs)),
    ]


def _note(counterpart: Counterpart, witness: Witness | None) -> Iterator[str]:
    yield counterpart.rule.gist
    if witness is None:
        yield "No incident was found on which the two rule differently by these rules."
        return
    one, other = witness.verdicts
    here = verdict_words(witness.decision, one, one.rules)
    there = verdict_words(witness.decision, other, other.rules)
    incident = incident_words(witness.incident, load.vocabulary())
    yield f"They differ on {plain(witness.decision)} where {incident}: here {here}; there {there}."

"""``floor compare HOUSE RULE``: one rule with its counterparts, what each adds and drops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

CLOSE = 0.6
"""How near, of 1, a second counterpart of a house must be to be told."""

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
    found = list(_telling(counterparts(book, rule, every)))
    shown = {c: _witness(engine, book, rule, c) for c in found}
    notes = [rule.gist, *_elsewhere(house, every, {c.rule.house for c in found})]
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


def _elsewhere(house: str, every: Mapping[str, House], found: set[str]) -> Iterator[str]:
    """The houses that have it by adoption, and those that have nothing of the kind."""
    without = []
    for name, book in every.items():
        if name in (house, *found):
            continue
        adopted = [b for b in book.adopts if b in (house, *found)]
        if adopted:
            yield f"{label(name)} adopts {' and '.join(map(label, adopted))}."
        else:
            without.append(label(name))
    if without:
        yield f"Nothing of the kind: {', '.join(without)}."


def _telling(found: Iterable[Counterpart]) -> Iterator[Counterpart]:
    """The nearest of each house, and others that have most in common with the rule."""
    seen: set[str] = set()
    for each in found:
        if each.rule.house not in seen or each.near >= CLOSE:
            seen.add(each.rule.house)
            yield each


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

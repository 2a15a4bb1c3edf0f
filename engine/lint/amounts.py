"""Two amounts for one outcome: numbers at a table on which they come apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from engine.arithmetic import AMOUNTS, compute, disagreements
from engine.incident import Incident, Told
from engine.known import know
from engine.lint.book import Told as Side
from engine.network import definite
from rulebase.book import Vocabulary
from rulebase.values import Value

TABLES: tuple[Mapping[str, Value], ...] = tuple(
    {
        "big-blind": 200,
        "to-call": to_call,
        "last-raise": last_raise,
        "already-in": already_in,
        "put-in": put_in,
        "total-in": already_in + put_in,
        "stated": stated,
        "largest-chip": chip,
        "stack": 20_000,
    }
    for to_call, last_raise, already_in, put_in, stated, chip in product(
        (0, 200, 600, 1000),
        (200, 400),
        (0, 200),
        (100, 200, 500, 600, 1300, 5000),
        (700, 2500),
        (
            500,
            5000,
        ),
    )
)
"""Numbers that rules about wagers speak of, at a few tables."""


def with_numbers(
    incident: Incident, one: Side, other: Side, vocabulary: Vocabulary
) -> Iterator[Incident]:
    """The incident at tables where the amounts of two clauses are known and differ."""
    given = know(incident, vocabulary).exact()
    needs = {n for side in (one, other) for n in _inputs(side.clause.amount)}
    seen: set[tuple[tuple[str, Value], ...]] = set()
    for table in TABLES:
        numbers = {f: v for f, v in table.items() if f in needs and f not in given}
        key = tuple(sorted(numbers.items()))
        if key in seen:
            continue
        seen.add(key)
        together = {**given, **numbers}
        if disagreements(together):
            continue
        facts = {**together, **compute(together)}
        amounts = [_number(side.clause.amount, facts) for side in (one, other)]
        if None not in amounts and amounts[0] != amounts[1]:
            told = {f: Told(definite(v), "given") for f, v in numbers.items()}
            if not know(incident.with_facts(told), vocabulary).contradictions:
                yield incident.with_facts(told)


def _inputs(symbol: str) -> tuple[str, ...]:
    return (*AMOUNTS[symbol].needs, "already-in") if symbol in AMOUNTS else ()


def _number(symbol: str, facts: Mapping[str, object]) -> object:
    if symbol.isdigit():
        return int(symbol)
    return AMOUNTS[symbol].function(facts) if symbol in AMOUNTS else None

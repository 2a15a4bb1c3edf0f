"""How the speed falls with the number of rules, and with the number of facts known.

The rulebases are generated: clauses of the real houses, spread evenly over the events, each
with one of its conditions drawn anew among those that any house tests of that fact.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from benchmarks import matchers
from benchmarks.measuring import Table, apart
from benchmarks.rulings import measured
from engine.incident import Incident
from rulebase import load
from rulebase.book import Clause, House, Rule
from rulebase.values import Values
from scenarios.generate import Generator

SIZES = (500, 1_000, 2_000, 5_000)
TOLD = (0, 4, 8, 16)
NAME = "generated"


def rulebase(count: int, seed: int = 1) -> House:
    """A house of ``count`` clauses that decide; what it derives is what adc derives."""
    rng = random.Random(seed)
    houses = load.houses()
    by_event: dict[str, list[Clause]] = {}
    tests: dict[str, dict[Values, None]] = {}
    for _, clause in Generator(load.vocabulary(), houses, seed).clauses():
        for event in sorted(clause.events):
            by_event.setdefault(event, []).append(clause)
        for fact, allowed in clause.when:
            tests.setdefault(fact, {})[allowed] = None
    adc = houses["adc"]
    clauses = {name: clause for name, clause in adc.clauses.items() if clause.derives}
    events = sorted(by_event)
    woken: dict[str, list[str]] = {}
    for number in range(count):
        event = events[number % len(events)]
        made = _varied(rng.choice(by_event[event]), f"G.{number}", event, tests, rng)
        clauses[made.name] = made
        woken.setdefault(event, []).append(made.name)
    return _house(clauses, woken, adc)


def _varied(
    clause: Clause,
    name: str,
    event: str,
    tests: Mapping[str, Mapping[Values, None]],
    rng: random.Random,
) -> Clause:
    when = dict(clause.when)
    if when:
        fact = rng.choice(sorted(when))
        when[fact] = rng.choice(list(tests[fact]))
    nothing = frozenset[tuple[str, str]]()
    alone = clause._replace(name=name, house=NAME, rule=name, beats=nothing, leads=nothing)
    return alone._replace(events=frozenset({event}), when=tuple(when.items()), members=())


def _house(clauses: dict[str, Clause], woken: dict[str, list[str]], adc: House) -> House:
    words = dict.fromkeys(
        ("title", "edition", "family", "holds_from", "in_force_until", "source", "notice"), ""
    )
    deriving = {fact: [c.name for c in found] for fact, found in adc.deriving.items()}
    house = House(
        {**words, "name": NAME, "adopts": [], "readings": [], "rules": {}, "clauses": {}}
        | {"by_event": woken, "deriving": deriving, "defaults": adc.defaults}
        | {"authority": [], "digest": ""}
    )
    house.clauses = clauses
    cited = (
        Rule(NAME, clause.rule, clause.rule, "", "operative", "", "", "", "", (), (clause.name,))
        for clause in clauses.values()
    )
    house.rules = {rule.rule: rule for rule in cited}
    return house


def rate_of_size(matcher: str, clauses: int, many: int) -> dict[str, Any]:
    """How fast a matcher rules by a generated house of so many clauses."""
    houses = {NAME: rulebase(clauses)}
    generator = Generator(load.vocabulary(), houses, seed=3)
    return measured(matcher, houses, (generator.incident() for _ in range(many)))


def rate_of_facts(matcher: str, told: int, many: int) -> dict[str, Any]:
    """How fast a matcher rules by all houses on incidents of which so many facts are told."""
    houses = load.houses()
    generator = Generator(load.vocabulary(), houses, seed=4)
    rng = random.Random(4)
    found: list[Incident] = []
    while len(found) < many:
        incident = generator.incident()
        if len(incident.facts) >= max(TOLD):
            some = rng.sample(list(incident.facts.items()), told)
            found.append(incident._replace(facts=dict(some)))
    return measured(matcher, houses, found)


def by_rules(many: int = 1_000, sizes: tuple[int, ...] = SIZES) -> Table:
    """The table against the number of rules."""
    names = matchers.installed()
    table = Table(
        "Against the number of rules: rulings a second by one generated house",
        ("clauses", "clauses an event wakes", *names, "loops, durable-rules"),
    )
    for size in sizes:
        _add(table, (size, size / len(load.vocabulary().events)), "rate_of_size", size, many)
    return table


def by_facts(many: int = 500) -> Table:
    """The table against the number of facts told."""
    table = Table(
        f"Against the number of facts told: rulings a second, {len(load.houses())} houses",
        ("facts told", *matchers.installed(), "loops, durable-rules"),
        notes=["The same incidents throughout, of events on which many facts bear."],
    )
    for told in TOLD:
        _add(table, (told,), "rate_of_facts", told, many)
    return table


def _add(table: Table, head: tuple[object, ...], function: str, size: int, many: int) -> None:
    """A row: the rates of all matchers, which must rule alike."""
    found = {
        name: apart("benchmarks.growth", function, name, size, many)
        for name in matchers.installed()
    }
    ours = found.get("durable-rules", found["plain"])
    if unlike := [name for name, f in found.items() if f["digest"] != ours["digest"]]:
        table.notes.append(f"**{', '.join(unlike)} rules otherwise at {size:,}.**")
    table.add(*head, *(1 / f["ruling"] for f in found.values()), ours["loops"])

"""What the scenario bank lacks, and what of it no longer holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.lint import Finding
from engine.ruling import Engine
from rulebase.book import Clause, House, Rule
from scenarios.bank import Scenario, failures

BANK = "scenarios"
"""The house under whose name a scenario is told that asks for a house that is none."""


def findings(bank: Sequence[Scenario], engine: Engine, names: Iterable[str]) -> Iterator[Finding]:
    """Entries without a scenario or a near miss, and scenarios that fail, in these houses."""
    asked = tuple(names)
    for name in asked:
        yield from uncovered(engine.houses[name], bank)
    yield from failing(bank, engine, asked)


def uncovered(house: House, bank: Iterable[Scenario]) -> Iterator[Finding]:
    """Operative entries that no scenario fires, or that no near miss keeps from firing."""
    scenarios = tuple(bank)
    fires = _named(house, scenarios, "rules")
    misses = _named(house, scenarios, "without")
    for rule in house.rules.values():
        if not cited(rule, house):
            continue
        if rule.rule not in fires:
            what = f"no scenario fires {rule.rule}"
            yield Finding("no-scenario", house.name, (rule.rule,), what)
        if rule.rule not in misses:
            what = f"no near miss keeps {rule.rule} from firing"
            yield Finding("no-near-miss", house.name, (rule.rule,), what)


def cited(rule: Rule, house: House) -> bool:
    """Whether a ruling can cite the entry: it is operative, and decides something."""
    clauses = (house.clauses[name] for name in rule.clauses)
    return rule.status == "operative" and any(map(_decides, clauses))


def _decides(clause: Clause) -> bool:
    return bool(clause.decides or clause.otherwise) and not clause.authority


def _named(house: House, bank: Iterable[Scenario], field: str) -> set[str]:
    """The entries that expectations name in ``rules`` or ``without``.

    An adopted rule may be named under the house that adopts it.
    """
    found = set()
    for scenario in bank:
        for name, expected in scenario.expect.items():
            for locator in map(str, getattr(expected, field)):
                of, _, rest = locator.rpartition("/")
                if (of or name) == house.name:
                    found.add(rest.partition("#")[0])
    return found


def failing(bank: Iterable[Scenario], engine: Engine, names: Sequence[str]) -> Iterator[Finding]:
    """The scenarios that get another ruling than they expect of these houses."""
    for scenario in bank:
        expect: Mapping[str, object] = scenario.expect
        if not any(name in names or name not in engine.houses for name in expect):
            continue
        for what in failures(scenario, engine.rule(scenario.incident)):
            house = what.removeprefix("no house ").partition(":")[0]
            if house in names or house not in engine.houses:
                where = f"{scenario.file.parent.name}/{scenario.file.name}:{scenario.line}"
                of = house if house in engine.houses else BANK
                yield Finding("scenario-fails", of, (scenario.name,), f"{where}: {what}")

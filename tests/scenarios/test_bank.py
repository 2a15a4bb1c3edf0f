"""Every scenario of the bank holds, and the bank covers the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.ruling import Engine
from rulebase import load
from scenarios.bank import Scenario, engine_for_all, failures, scenarios

BANK = list(scenarios(load.vocabulary()))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return engine_for_all()


@pytest.mark.parametrize("scenario", BANK, ids=lambda s: f"{s.topic}: {s.name}")
def test_scenario(scenario: Scenario, engine: Engine) -> None:
    assert not list(failures(scenario, engine.rule(scenario.incident)))


def operative() -> Iterator[tuple[str, str]]:
    for house in load.houses().values():
        for rule in house.rules.values():
            heads = any(other.under == rule.rule for other in house.rules.values())
            if rule.status == "operative" and not rule.idle and rule.clauses and not heads:
                yield house.name, rule.rule


@pytest.mark.parametrize("kind", ["rules", "without"])
def test_each_operative_entry_has_its_scenario_and_its_near_miss(kind: str) -> None:
    named = {
        (house, locator.partition("#")[0])
        for scenario in BANK
        for house, expected in scenario.expect.items()
        for locator in map(str, getattr(expected, kind))
    }
    assert sorted(set(operative()) - named) == []

"""What the lint says of a scenario bank: what it lacks, and what of it no longer holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ruling import Engine
from rulebase.book import House, Vocabulary
from rulebase.build import build
from scenarios.bank import scenarios
from scenarios.lint import failing, uncovered

GOOD = Path(__file__).parents[1] / "rulebase" / "fixtures" / "good"
BANK = """
- name: One chip
  events: [chips-put-in]
  facts: {chips: 1}
  expect: {ours: {outcome: %s, rules: ["1"]}}
  near-misses:
    - {name: two chips, change: {chips: 2}, expect: {ours: {rules: ["2"], without: ["1"]}}}
- name: A raise said
  events: [said-something]
  facts: {announced: raise}
  expect: {ours: {rules: [3(a), theirs/9], without: ["3"], decision: counts-as}}
"""


@pytest.fixture(scope="module")
def engine() -> Engine:
    whole = build(GOOD)
    houses = {name: House(part) for name, part in whole["houses"].items()}
    return Engine(houses, Vocabulary(whole["vocabulary"]))


def test_entries_without_scenario_or_near_miss(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "bank.yaml"
    file.write_text(BANK % "call")
    bank = tuple(scenarios(engine.vocabulary, [file]))
    told = {(f.check, f.about[0]) for f in uncovered(engine.houses["ours"], bank)}
    assert told == {
        ("no-near-miss", "2"),
        ("no-scenario", "3"),
        ("no-near-miss", "3(a)"),
    }
    told = {(f.check, f.about[0]) for f in uncovered(engine.houses["theirs"], bank)}
    assert told == {("no-near-miss", "9")}


def test_a_scenario_that_no_longer_holds(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "bank.yaml"
    file.write_text(BANK.partition("- name: A raise")[0] % "raise")
    bank = tuple(scenarios(engine.vocabulary, [file]))
    (found,) = failing(bank, engine, ["ours"])
    assert (found.check, found.about) == ("scenario-fails", ("One chip",))
    assert "comes out call, not raise" in found.what
    assert list(failing(bank, engine, ["theirs"])) == []

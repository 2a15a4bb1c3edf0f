"""The benchmarks run, and what they compare rules alike."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import batch, growth, matchers, reading, rulings
from benchmarks.differential import incidents
from benchmarks.measuring import Table, apart
from engine.incident import from_mapping
from rulebase import load
from scenarios.generate import Generator


def test_a_table_in_markdown() -> None:
    table = Table("Speed", ("what", "a second", "of it"), notes=["By the clock."])
    table.add("plain", 1234.5, 1)
    assert table.markdown().splitlines() == [
        "### Speed",
        "",
        "| what | a second | of it |",
        "|---|--:|--:|",
        "| plain | 1,234 | 1 |",
        "",
        "By the clock.",
    ]


def test_what_runs_apart_comes_back_or_fails_aloud() -> None:
    assert apart("json", "loads", '{"a": [1]}') == {"a": [1]}
    with pytest.raises(RuntimeError, match="no_such"):
        apart("json", "no_such")


@pytest.mark.parametrize("package", matchers.NEEDS)
def test_the_others_rule_alike(package: str) -> None:
    if not find_spec(matchers.NEEDS[package]):
        pytest.skip(f"{package} is not installed")
    plain, other = (apart("benchmarks.rulings", "rate", name, 60) for name in ("plain", package))
    assert other["digest"] == plain["digest"]


def test_a_generated_house_is_as_large_as_asked_and_is_ruled_by_alike() -> None:
    for size in (300, 5_000):
        house = growth.rulebase(size)
        assert sum(len(names) for names in house.by_event.values()) == size
        made = Generator(load.vocabulary(), {growth.NAME: house}, seed=1)
        told = [made.incident() for _ in range(60)]
        found = [rulings.measured(m, {growth.NAME: house}, told) for m in matchers.ours()]
        assert len({one["digest"] for one in found}) == 1
        assert all(0 < one["matching"] < one["ruling"] for one in found)


def test_a_batch_holds_incidents_as_they_were_made(tmp_path: Path) -> None:
    file = tmp_path / "batch.jsonl"
    batch.write(file, 50)
    made = incidents(Generator(load.vocabulary(), load.houses(), seed=5))
    lines = file.read_text("utf8").splitlines()
    assert len(lines) == 50
    for line, incident in zip(lines, made, strict=False):
        found, _ = from_mapping(json.loads(line), load.vocabulary())
        assert found.facts == incident.facts
        assert found.events == incident.events


def test_narratives_are_counted() -> None:
    table = reading.compare(5)
    assert [row[0] for row in table.rows] == ["read", "read, and ruled on by all houses"]
    assert all(isinstance(cell, float) and cell > 0 for row in table.rows for cell in row[1:])

"""The matrix that is kept is the matrix that is made, and never one of another state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.comparing.matrix import Row
from engine.comparing.verdicts import standing, verdict
from engine.incident import from_mapping
from engine.ruling import Engine
from rulebase import load
from rulebase.book import House
from scenarios import comparing
from scenarios.comparing import bank_cases, bank_matrix


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    few = tuple(bank_cases(load.vocabulary()))[::25]
    monkeypatch.setattr(comparing, "_folder", lambda: tmp_path / "compared")
    monkeypatch.setattr(comparing, "bank_cases", lambda _: iter(few))
    return tmp_path / "compared"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load.houses(["homegame", "tda-2007"]), load.vocabulary())


def test_what_is_kept_is_what_was_made(folder: Path, engine: Engine) -> None:
    made = bank_matrix(engine)
    kept = bank_matrix(engine)
    assert len(list(folder.iterdir())) == 1
    assert _printed(kept) == _printed(made)


def _printed(rows: list[Row]) -> str:
    """Everything that is told of rows, as JSON prints it."""
    return json.dumps([[row.as_json(), list(row.verdicts.values()), row.cases] for row in rows])


def test_a_damaged_file_is_made_anew(folder: Path, engine: Engine) -> None:
    made = bank_matrix(engine)
    file = next(folder.iterdir())
    for damage in ("", "[1]", '[{"topic": "betting"}]', "{"):
        file.write_text(damage, encoding="utf8")
        assert len(bank_matrix(engine)) == len(made)


def test_a_changed_house_is_compared_anew(engine: Engine) -> None:
    before = comparing._digest(engine)
    house = House({**engine.houses["homegame"]._data, "digest": "another"})
    after = Engine({**engine.houses, "homegame": house}, engine.vocabulary)
    assert comparing._digest(after) != before
    assert comparing._digest(Engine({"adc": load.house("adc")}, engine.vocabulary)) != before


def test_a_part_of_a_matrix_is_what_those_houses_rule(folder: Path, engine: Engine) -> None:
    rows = bank_matrix(engine)
    keys = [(r.decision, r.event, r.standing, *(v.kind for v in r.verdicts.values())) for r in rows]
    assert len(set(keys)) == len(keys)
    for row in rows[::9]:
        incident, _ = from_mapping(row.incident, engine.vocabulary)
        ruling = engine.rule(incident)
        verdicts = {name: verdict(house, row.decision) for name, house in ruling.houses.items()}
        assert verdicts == row.verdicts
        assert standing(verdicts.values()) == row.standing

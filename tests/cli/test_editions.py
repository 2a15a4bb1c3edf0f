"""``--on`` and a family's name choose the edition that held."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cli.main import app

INCIDENT = {
    "events": ["wants-to-raise-again"],
    "facts": {"player": "A"},
    "line": [
        {"who": "A", "does": "bet", "to": 100},
        {"who": "B", "does": "all-in", "to": 125},
        {"who": "C", "does": "all-in", "to": 200},
    ],
}


def rule(*options: str) -> tuple[dict[str, str], str]:
    """Each house asked with its outcome, and what was complained of."""
    result = CliRunner().invoke(
        app, ["rule", "-", "--json", *options], input=json.dumps(INCIDENT) + "\n"
    )
    houses = json.loads(result.stdout)["houses"]
    outcomes = {h: d["rulings"][0]["outcome"] if d["rulings"] else "" for h, d in houses.items()}
    return outcomes, result.stderr


@pytest.mark.parametrize(
    ("options", "house", "outcome", "warning"),
    [
        (["-H", "tda"], "tda-2024", "yes", ""),
        (["-H", "tda", "--on", "2008-06-01"], "tda-2007", "no", ""),
        (["-H", "tda", "--on", "2012-06-01"], "tda-2007", "no", "a later edition, not held here"),
        (["-H", "tda-2024", "--on", "2012-06-01"], "tda-2024", "yes", "holds only from 2024-10-09"),
        (["-H", "tda-2007", "--on", "2025-06-01"], "tda-2007", "no", "tda-2024 was in force"),
    ],
)
def test_the_edition_of_the_day(options: list[str], house: str, outcome: str, warning: str) -> None:
    outcomes, complained = rule(*options)
    assert outcomes == {house: outcome}
    assert warning in complained
    assert bool(warning) == bool(complained)


def test_without_a_name_one_edition_of_a_family_is_asked_on_a_day() -> None:
    assert "tda-2024" not in rule("--on", "2008-06-01")[0]
    assert "tda-2007" not in rule("--on", "2025-01-01")[0]
    assert {"tda-2007", "tda-2024"} <= set(rule()[0])


def test_a_day_that_is_none_is_told() -> None:
    result = CliRunner().invoke(app, ["rule", "-", "--on", "1.6.2008"], input="{}\n")
    assert "write it as 2008-06-01" in str(result.exception)

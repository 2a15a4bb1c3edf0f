"""Houses of one's own: made, adopted, faulty, and the one that docs/own-house.md works out."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import house as command
from engine.ruling import Engine
from rulebase import load, own
from rulebase.problems import RulebaseError
from scenarios.bank import failures, scenarios

PAGE = Path(__file__).parents[2] / "docs" / "own-house.md"


@pytest.fixture(autouse=True)
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(own.FOLDER_VARIABLE, str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    load.house.cache_clear()
    load.house_names.cache_clear()
    load._own_part.cache_clear()
    load.faulty.clear()


def made(name: str = "mycardroom", adopts: str = "tda-2007") -> Path:
    path = own.new(name, adopts, None, load.built_in(), 2026)
    forget()
    return path


def blocks() -> dict[str, str]:
    """The YAML of the page, by the first word of its first rule or scenario."""
    text = PAGE.read_text()
    found = re.findall(r"((?:^    .*\n|^\n)+)", text, re.MULTILINE)
    yaml = [textwrap.dedent(block).strip() + "\n" for block in found]
    return {
        "rules": next(b for b in yaml if b.startswith("- rule")),
        "scenarios": next(b for b in yaml if b.startswith("- name")),
    }


def test_the_house_of_the_page_rules_as_its_scenario_says() -> None:
    path = made()
    (path / "rules.yaml").write_text(blocks()["rules"])
    (path / "scenarios").mkdir()
    (path / "scenarios" / "clock.yaml").write_text(blocks()["scenarios"])
    forget()
    engine = Engine(load.houses(), load.vocabulary())
    bank = list(scenarios(load.vocabulary(), [path / "scenarios"]))
    assert len(bank) == 2
    assert [list(failures(s, engine.rule(s.incident))) for s in bank] == [[], []]
    assert set(load.house("mycardroom").rules) == {"Clock 1", "Betting 1", "Phones 1"}


def test_a_house_may_stand_anywhere_and_be_named_by_its_path(tmp_path: Path) -> None:
    path = own.new("elsewhere", "", tmp_path / "deep", load.built_in(), 2026)
    assert load.house(str(path)).name == "elsewhere"


@pytest.mark.parametrize(
    ("name", "adopts", "says"),
    [
        ("adc", "", "built-in"),
        ("my room", "", "no name for a house"),
        ("../up", "", "no name for a house"),
        ("mine", "tda-207", 'did you mean "tda-2007"?'),
    ],
)
def test_a_house_that_cannot_be_made_says_why(name: str, adopts: str, says: str) -> None:
    with pytest.raises(own.OwnHouseError, match=re.escape(says)):
        made(name, adopts)


def test_what_is_there_already_is_left_alone() -> None:
    path = made()
    (path / "rules.yaml").write_text("- mine\n")
    with pytest.raises(own.OwnHouseError, match="there already"):
        made()
    assert (path / "rules.yaml").read_text() == "- mine\n"


def test_a_faulty_house_is_left_out_and_harms_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    path = made()
    (path / "rules.yaml").write_text(blocks()["rules"].replace("clock-called", "clock-caled"))
    forget()
    assert "mycardroom" not in load.houses()
    assert "adc" in load.houses()
    assert 'did you mean "clock-called"' in str(load.faulty["mycardroom"])
    with pytest.raises(RulebaseError):
        load.houses(["mycardroom"])
    assert command.check("mycardroom") == 1
    assert "rules.yaml:6:" in capsys.readouterr().out

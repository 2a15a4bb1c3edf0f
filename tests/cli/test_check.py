"""``floor check``: exit codes and output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cli.check
from engine.lint import Finding

CLASH = Finding("conflict", "adc", ("1#1", "2#1"), "1 and 2 differ", {"events": ["x"], "facts": {}})
EXCEPTION = "- {check: conflict, house: adc, rules: ['1', '2'], because: The book is split.}\n"


@pytest.fixture
def clash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.check, "_rulebase_findings", lambda names: [CLASH])
    monkeypatch.setattr(cli.check, "_bank_findings", lambda names: [])


@pytest.mark.usefixtures("clash")
def test_findings_exit_1_with_the_incident(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.check.check([], as_json=False, exceptions=tmp_path / "none.yaml") == 1
    told = capsys.readouterr().out
    assert "1 and 2 differ" in told
    assert "events: [x]" in told


@pytest.mark.usefixtures("clash")
def test_what_the_data_explain_exits_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "lint.yaml"
    file.write_text(EXCEPTION)
    assert cli.check.check([], as_json=True, exceptions=file) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["findings"] == []
    assert told["excepted"][0]["because"] == "The book is split."


@pytest.mark.usefixtures("clash")
def test_exceptions_of_other_houses_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "lint.yaml"
    file.write_text(EXCEPTION + EXCEPTION.replace("adc", "hosted"))
    assert cli.check.check(["adc"], as_json=True, exceptions=file) == 0
    assert cli.check.check([], as_json=True, exceptions=file) == 1

"""The sources' checks: a good rulebase compiles, and each fault is told with its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulebase.book import House, Vocabulary
from rulebase.build import build
from rulebase.problems import RulebaseError

FIXTURES = Path(__file__).parent / "fixtures"
BAD = sorted((FIXTURES / "bad").glob("*.yaml"))


def header(text: str, name: str) -> str:
    found = re.search(rf"^# {name}: (.*)$", text, re.MULTILINE)
    assert found
    return found[1]


@pytest.mark.parametrize("file", BAD, ids=lambda f: f.stem)
def test_a_fault_is_told_with_its_file_and_line(file: Path, tmp_path: Path) -> None:
    root = tmp_path / "rulebase"
    shutil.copytree(FIXTURES / "good", root)
    text = file.read_text()
    target = root / header(text, "puts")
    target.write_text(text)
    with pytest.raises(RulebaseError) as caught:
        build(root)
    told = [p for p in caught.value.problems if p.file == target]
    assert any(
        header(text, "says") in p.what and p.line == int(header(text, "line")) for p in told
    ), caught.value


def test_the_good_rulebase_compiles_and_loads() -> None:
    whole = build(FIXTURES / "good")
    vocabulary = Vocabulary(whole["vocabulary"])
    ours = House(whole["houses"]["ours"])
    assert ours.clauses["3(a)#1"].events == {"said-something"}
    assert ours.clauses["1#1"].beats == {("ours", "2#1")}
    assert ours.clauses["3#1"].members == ("3(a)#1",)
    assert vocabulary.events["chips-put-in"].facts == ("announced", "chips", "acted")


def test_the_hash_tells_one_rulebase_from_another(tmp_path: Path) -> None:
    root = tmp_path / "rulebase"
    shutil.copytree(FIXTURES / "good", root)
    before = build(root)["hash"]
    rules = root / "houses/ours/rules.yaml"
    rules.write_text(rules.read_text().replace("chips: 1", "chips: 2"))
    assert build(root)["hash"] != before


def test_a_house_of_ones_own_is_compiled_beside_the_others(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "house.yaml").write_text("house: mine\nname: Mine\nedition: '1'\nsource: me\n")
    assert "mine" in build(FIXTURES / "good", [mine])["houses"]

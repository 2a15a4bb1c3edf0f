"""``floor compare`` and ``floor diff`` in every form, and what they say of bad input."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from rulebase.load import ROOT
from tests.cli.conftest import Run

CLOCK = ("--topic", "time-allowed")


def test_the_matrix_tells_same_from_different_without_colour(floor: Run) -> None:
    ran = floor("compare", "adc", "tda-2007", "hosted", *CLOCK)
    assert ran.code == 0
    assert "= seconds 15 seconds" in ran.out
    assert "≠ seconds 60 seconds" in ran.out
    assert "\x1b" not in ran.out


def test_a_narrow_terminal_gets_a_row_under_a_row(floor: Run) -> None:
    ran = floor("compare", "adc", "tda-2007", *CLOCK, columns=40)
    assert max(map(len, ran.out.splitlines())) <= 40
    assert "  TDA 2007: ≠ seconds 60 seconds [5]" in ran.out


def test_csv_has_a_column_a_house(floor: Run) -> None:
    ran = floor("compare", "adc", "tda-2007", *CLOCK, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert {"part", "Decision", "When", "ADC", "TDA 2007"} == set(rows[0])
    assert any(row["ADC"].startswith("seconds 15") for row in rows)


def test_markdown_leaves_out_what_is_ruled_the_same(floor: Run) -> None:
    arguments = ("compare", "adc", "tda-2007", "--topic", "counts-as", "--format", "markdown")
    every = floor(*arguments).out.splitlines()
    some = floor(*arguments, "--only-differences").out.splitlines()
    assert any(line.startswith("| = counts as") for line in every)
    assert not any(line.startswith("| = counts as") for line in some)
    left = [line for line in every if line.startswith(("| ≠", "| –"))]
    assert left == [line for line in some if line.startswith(("| ≠", "| –"))]


def test_the_page_stands_alone(floor: Run) -> None:
    ran = floor("compare", "adc", "tda-2007", *CLOCK, "--format", "html")
    assert ran.out.startswith("<!doctype html>")
    assert 'class="different"' in ran.out
    assert "@media print" in ran.out
    for outside in ("http:", "https:", "src=", "<script", "@import", "url("):
        assert outside not in ran.out


def test_one_house_is_set_beside_all_others(floor: Run) -> None:
    ran = floor("compare", "tda-2007", *CLOCK, "--format", "json")
    assert ran.json["houses"][0] == "tda-2007"
    assert len(ran.json["houses"]) > 4


def test_witnesses_can_be_ruled_on_again(floor: Run) -> None:
    import json

    found = floor("compare", "adc", "hosted", "--witness", *CLOCK, "--format", "json").json
    assert found
    incidents = "\n".join(json.dumps(witness["incident"]) for witness in found)
    ruled = floor("rule", "-", "-H", "adc", "-H", "hosted", given=f"{incidents}\n{incidents}").lines
    for witness, again in zip(found, ruled, strict=False):
        for house, each in witness["houses"].items():
            assert again["houses"][house]["status"] == each["status"]


def test_counts_over_the_bank_and_generated_incidents(floor: Run) -> None:
    ran = floor(
        "compare", "adc", "hosted", "--count", *CLOCK, "--generated", "20", "--format", "json"
    )
    assert set(ran.json) == {"bank", "generated"}
    assert {"topic", "houses", "same", "different", "share"} <= set(ran.json["bank"][0])


def test_one_rule_with_its_counterparts(floor: Run) -> None:
    ran = floor("compare", "adc", "III.5.11")
    assert "Hosted Betting 15" in ran.out
    assert "Denver adopts TDA 2007." in ran.out
    assert floor("compare", "hosted", "Betting", "15", "--format", "json").json["counterparts"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("adc", "denvr"), 'did you mean "denver"'),
        (("adcc",), 'did you mean "adc"'),
        (("adc", "III.5.111"), 'did you mean "III.5.11"'),
        (("adc", "hosted", "--topic", "bettng"), 'did you mean "betting"'),
        (("adc", "hosted", "--format", "markdwn"), 'did you mean "markdown"'),
        (("adc", "adc", "--topic", "prizes", "--format", "pdf"), 'no format "pdf"'),
    ],
)
def test_bad_input_is_told_with_the_nearest_right_word(
    arguments: tuple[str, ...], words: str, floor: Run
) -> None:
    ran = floor("compare", *arguments)
    assert ran.code == 2
    assert words in ran.err
    assert not ran.out


@pytest.fixture
def versions(tmp_path: Path) -> tuple[Path, Path]:
    """A house as it is, and with a clock of half the time."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        shutil.copytree(ROOT / "houses" / "hosted", folder)
    file = new / "dead-hands.yaml"
    text = file.read_text(encoding="utf8")
    assert '"> 60"' in text
    file.write_text(text.replace('"> 60"', '"> 30"'), encoding="utf8")
    return old, new


def test_diff_tells_the_rulings_that_changed(versions: tuple[Path, Path], floor: Run) -> None:
    ran = floor("diff", *map(str, versions), "--topic", "hand", "--format", "json")
    assert ran.code == 0
    assert {c["decision"] for c in ran.json["rulings"]} == {"hand"}
    assert all(c["before"]["outcome"] == "live" for c in ran.json["rulings"])
    seconds = [w["incident"]["facts"].get("seconds-passed") for w in ran.json["witnesses"]]
    assert seconds
    assert all(31 <= number <= 60 for number in seconds)


def test_diff_of_other_words_tells_nothing(versions: tuple[Path, Path], floor: Run) -> None:
    old, new = versions
    shutil.rmtree(new)
    shutil.copytree(old, new)
    file = new / "betting.yaml"
    file.write_text(file.read_text(encoding="utf8").replace("title: ", "title: On ", 1))
    ran = floor("diff", str(old), str(new), "--topic", "betting")
    assert "Nothing changed in rulings." in ran.out


def test_diff_names_what_is_wrong(versions: tuple[Path, Path], floor: Run) -> None:
    old, new = versions
    missing = floor("diff", str(old), str(new / "nowhere"))
    assert (missing.code, "no such folder" in missing.err) == (2, True)
    file = new / "dead-hands.yaml"
    file.write_text(file.read_text(encoding="utf8").replace("hand: dead", "hand: deadd", 1))
    faulty = floor("diff", str(old), str(new))
    assert faulty.code == 2
    assert "dead-hands.yaml:" in faulty.err
    assert 'did you mean "dead"?' in faulty.err
    other = floor("diff", str(old), str(ROOT / "houses" / "homegame"))
    assert (other.code, "two houses" in other.err) == (2, True)

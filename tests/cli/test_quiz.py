"""``floor quiz`` as a person meets it: at a terminal, as JSON, as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.terminal import Terminal

FIRST = ("quiz", "--seed", "4", "--count", "2")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "floorcall"


@pytest.fixture
def key(floor: Run) -> list[dict[str, Any]]:
    """The questions of ``FIRST`` as JSON."""
    listed: list[dict[str, Any]] = floor(*FIRST, "--json").json
    return listed


def test_each_answer_is_followed_at_once_by_the_ruling(
    home: Path, key: list[dict[str, Any]]
) -> None:
    with Terminal(*FIRST) as terminal:
        told = terminal.answer(key[0]["answer"])
        assert "1/2" in told
        assert key[0]["choices"][0]["text"] in " ".join(told.split())
        after = terminal.answer("\n")
        assert "Right." in after
        assert "again in" in after
        assert after.count(":") >= 5  # a line for each house
        terminal.answer("?")
        code, rest = terminal.end()
    assert code == 0
    assert f"No. {key[1]['answer']}" in rest
    assert "1 of 2 right." in rest


def test_the_rule_is_cited_with_its_gist(home: Path) -> None:
    arguments = ("quiz", "--seed", "1", "--count", "1", "--rule", "III.5.11", "--kind", "ruling")
    with Terminal(*arguments) as terminal:
        terminal.answer("a")
        _, rest = terminal.end()
    assert "ADC III.5.11" in rest
    assert "why: " in rest
    assert "Hosted: " in rest


def test_it_is_left_and_gone_on_with(home: Path, key: list[dict[str, Any]]) -> None:
    with Terminal(*FIRST) as terminal:
        terminal.answer(key[0]["answer"])
        terminal.answer("q")
        code, rest = terminal.end()
    assert code == 0
    assert "goes on from here" in rest
    with Terminal(*FIRST) as terminal:
        told = terminal.answer("q")
        terminal.end()
    assert "Going on after 1 of 2" in told
    assert "2/2" in told


def test_a_key_that_is_no_choice_is_asked_again(home: Path) -> None:
    with Terminal(*FIRST) as terminal:
        terminal.answer("x\n")
        assert "? don't know, q quit" in terminal.answer("q")
        assert terminal.end()[0] == 0


def test_it_fits_forty_columns(home: Path, key: list[dict[str, Any]]) -> None:
    with Terminal(*FIRST, columns=40) as terminal:
        terminal.answer(key[0]["answer"])
        terminal.answer("q")
        terminal.end()
    assert max(map(len, terminal.seen.splitlines())) <= 40


def test_an_exam_says_nothing_until_the_end_and_leaves_its_record(home: Path, floor: Run) -> None:
    exam = ("quiz", "--exam", "3", "--pass", "60", "--seed", "7", "--name", "Ann")
    key = floor("quiz", "--seed", "7", "--count", "3", "--json").json
    with Terminal(*exam) as terminal:
        assert "60 % to pass" in terminal.answer(key[0]["answer"])
        terminal.answer(key[1]["answer"])
        terminal.answer("?")
        code, rest = terminal.end()
    assert code == 0
    assert "Right." not in terminal.seen
    assert "Passed: 2 of 3, 66.7 %" in rest
    files = sorted((home / "exams").iterdir())
    assert [file.suffix for file in files] == [".html", ".json"]
    record = json.loads(files[1].read_text(encoding="utf8"))
    assert (record["name"], record["right"], record["passed"]) == ("Ann", 2, True)
    assert "Ann" in files[0].read_text(encoding="utf8")


def test_statistics(home: Path, floor: Run, key: list[dict[str, Any]]) -> None:
    assert "Nothing answered yet." in floor("quiz", "stats").out
    with Terminal(*FIRST) as terminal:
        terminal.answer(key[0]["answer"])
        terminal.answer("\n")
        terminal.answer("?")
        terminal.end()
    data = floor("quiz", "stats", "--json").json
    assert (data["cards"], sum(line["right"] for line in data["house"])) == (2, 1)
    for columns in (40, 80):
        told = floor("quiz", "stats", columns=columns)
        assert "by topic, the weakest first" in told.out
        assert key[0]["topic"] in "".join(told.out.split())
        assert max(map(len, told.out.splitlines())) <= columns


def test_files(home: Path, floor: Run, tmp_path: Path) -> None:
    package, table = tmp_path / "floor.apkg", tmp_path / "floor.csv"
    done = floor(
        "quiz", "export", "--anki", str(package), "--csv", str(table), "--count", "3", "-H", "adc"
    )
    assert done.code == 0
    assert done.err.count("3 questions written to") == 2
    assert package.read_bytes().startswith(b"PK")
    assert len(table.read_text(encoding="utf8").splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--house", "denvr"], 'did you mean "denver"'),
        (["--topic", "bettng"], 'did you mean "betting"'),
        (["--rule", "III.5.99"], 'did you mean "III.5.9"'),
        (["--level", "7"], "levels 1 to 3"),
        (["--kind", "rule"], 'did you mean "which-rule"'),
        (["stat"], 'did you mean "stats"'),
        (["export"], "needs --anki FILE.apkg or --csv FILE"),
        (["export", "--csv", "/dev/null/x.csv"], "/dev/null/x.csv"),
        (["--csv", "x.csv"], "belong to floor quiz export"),
        (
            ["--json", "-H", "homegame", "--topic", "phone", "--kind", "amount"],
            "no question answers",
        ),
        ([], "needs a terminal"),
        (["--exam", "0"], "--exam"),
    ],
)
def test_bad_input_is_told_in_a_line(
    home: Path, floor: Run, arguments: list[str], words: str
) -> None:
    done = floor("quiz", *arguments)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


def test_a_damaged_file_is_set_aside_and_said_so(home: Path, floor: Run) -> None:
    home.mkdir()
    (home / "progress.sqlite").write_bytes(b"damaged, and kept as it was" * 100)
    done = floor("quiz", "stats")
    assert done.code == 0
    assert "was damaged. It was set aside as progress-damaged-" in done.err
    kept = [file for file in home.iterdir() if "damaged" in file.name]
    assert [file.read_bytes() for file in kept] == [b"damaged, and kept as it was" * 100]

"""Progress: nothing is lost to a crash, to a second session, to a damaged file."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scenarios.quiz import progress as module
from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Selection
from scenarios.quiz.progress import Progress, ProgressError
from scenarios.quiz.question import LETTERS, Question
from scenarios.quiz.statistics import lines
from scenarios.quiz.training import Training

ALL = Selection()


@pytest.fixture
def progress(tmp_path: Path) -> Iterator[Progress]:
    opened = Progress(tmp_path / "progress.sqlite")
    yield opened
    opened.close()


def give(progress: Progress, question: Question, right: bool, who: str = "") -> datetime:
    return progress.record(who, question, right, "a", 1.0, 0)


def test_a_right_answer_comes_later_than_a_wrong_one(
    progress: Progress, few: list[Question]
) -> None:
    assert give(progress, few[0], True) > give(progress, few[1], False)
    assert progress.due("", ALL) == []
    later = datetime.now(UTC) + timedelta(minutes=5)
    assert [card.id for card in progress.due("", ALL, later)] == [few[1].id]


def test_each_right_answer_puts_it_further_off(progress: Progress, few: list[Question]) -> None:
    first = give(progress, few[0], True)
    again = give(progress, few[0], True)
    assert again - first > timedelta(hours=12)


def test_each_person_has_progress_of_his_own(progress: Progress, few: list[Question]) -> None:
    give(progress, few[0], True, "Ann")
    assert progress.cards("Bob") == []
    assert [card.id for card in progress.cards("Ann")] == [few[0].id]


def test_what_is_due_is_chosen_as_new_questions_are(
    progress: Progress, few: list[Question]
) -> None:
    later = datetime.now(UTC) + timedelta(days=1)
    for question in few:
        give(progress, question, False)
    for question in few:
        wanted = Selection(houses=(question.house,), topics=(question.topic,))
        found = progress.due("", wanted, later)
        assert question.id in [card.id for card in found]
        assert all(wanted.takes(card) for card in found)


def test_statistics_put_the_weakest_first(progress: Progress, few: list[Question]) -> None:
    for question in few:
        give(progress, question, question.house != "adc")
    weakest = lines(progress.cards(""), "house")[0]
    assert (weakest.name, weakest.share) == ("adc", 0.0)
    assert sum(line.seen for line in lines(progress.cards(""), "topic")) == len(few)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: b"no database at all", id="text"),
        pytest.param(lambda data: data[:100] + b"\xff" * (len(data) - 100), id="overwritten"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut off"),
        pytest.param(lambda data: data.replace(b"CREATE TABLE", b"CREATE TABL\x83"), id="schema"),
    ],
)
def test_a_damaged_file_is_set_aside_whole(
    tmp_path: Path, few: list[Question], damage: object
) -> None:
    file = tmp_path / "progress.sqlite"
    before = Progress(file)
    give(before, few[0], True)
    before.close()
    data = damage(file.read_bytes())  # type: ignore[operator]
    file.write_bytes(data)
    after = Progress(file)
    assert after.set_aside is not None
    assert after.set_aside.read_bytes() == data
    give(after, few[1], True)
    assert after.answers("") == 1
    after.close()


@pytest.mark.parametrize(
    "statement",
    [
        "update card set recipe = 'nobody wrote this'",
        "update card set rules = '[1'",
        "update card set seen = x'00'",
        "update card set seen = 0",
        "update card set right = -1",
        "update card set due = 'soon'",
        "update card set due = '2026-01-01T00:00:00'",
        "update card set state = '{}'",
        "update card set state = json_set(state, '$.stability', -5)",
        "update card set section = cast(x'ff' as text)",
        "update answer set at = 5",
        "update session set options = '[]'",
        "update session set options = '{\"seed\": 1e999}'",
        "update session set started = 'never'",
        "update session set process = 1099511627776",
        "alter table card rename column level to hardness",
        "drop table answer",
        "create trigger t after insert on answer begin delete from card; end",
    ],
)
def test_a_file_with_a_row_that_nobody_here_wrote_is_set_aside_whole(
    tmp_path: Path, makes: Maker, statement: str
) -> None:
    file = tmp_path / "progress.sqlite"
    before = Progress(file)
    training = Training(makes, before, ALL, count=2, seed=1)
    training.answer(next(iter(training)), "a", 1.0)
    before.close()
    with sqlite3.connect(file) as db:
        db.execute(statement)
    db.close()
    data = file.read_bytes()
    after = Progress(file)
    assert after.set_aside is not None
    assert after.set_aside.read_bytes() == data
    assert after.cards("") == []
    after.close()


def test_another_program_s_file_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("create table thing (name text)")
    other.close()
    opened = Progress(file)
    assert opened.set_aside is not None
    opened.close()


def test_a_file_of_a_newer_version_is_left_as_it_is(
    tmp_path: Path, few: list[Question], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "progress.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr(module, "VERSION", module.VERSION + 1)
        newer = Progress(file)
        give(newer, few[0], True)
        newer.close()
    data = file.read_bytes()
    with pytest.raises(ProgressError, match="newer floor"):
        Progress(file)
    assert file.read_bytes() == data


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf8")
    with pytest.raises(ProgressError, match="file"):
        Progress(tmp_path / "file" / "progress.sqlite")


WRITER = """
import os, signal, sys
from pathlib import Path
from scenarios.quiz.pool import Pool, Selection, maker, take
from scenarios.quiz import progress as module
opened = module.Progress(Path(sys.argv[1]))
questions = take(Pool(maker(), Selection(), 3), 12)
if sys.argv[2] == "killed":
    write = module._write_answer
    def killed(db, who, card, *rest):
        write(db, who, card, *rest)
        if card == questions[3].id:
            os.kill(os.getpid(), signal.SIGKILL)
    module._write_answer = killed
print("ready", flush=True)
sys.stdin.readline()
for question in questions * int(sys.argv[3]):
    opened.record("", question, True, "a", 1.0, 0)
"""


def writer(file: Path, how: str, times: int = 1) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(file), how, str(times)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(module.__file__).parents[2])},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_a_kill_in_the_middle_of_an_answer_leaves_those_before_it(
    tmp_path: Path, few: list[Question]
) -> None:
    file = tmp_path / "progress.sqlite"
    process = writer(file, "killed")
    process.communicate("go\n", timeout=60)
    assert process.returncode == -signal.SIGKILL
    after = Progress(file)
    assert after.set_aside is None
    assert after.answers("") == 3
    assert {card.id for card in after.cards("")} == {question.id for question in few[:3]}
    give(after, few[3], True)
    assert after.answers("") == 4
    after.close()


def test_two_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite"
    both = [writer(file, "whole", 5) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.wait(60) for process in both] == [0, 0]
    for process in both:
        process.communicate()
    after = Progress(file)
    assert after.answers("") == 120
    assert {card.seen for card in after.cards("")} == {10}
    after.close()


def test_a_quiz_goes_on_where_it_was_left(makes: Maker, progress: Progress) -> None:
    first = Training(makes, progress, ALL, count=4, seed=2)
    begun = iter(first)
    asked = [next(begun)]
    first.answer(asked[0], LETTERS[asked[0].key], 1.0)
    second = Training(makes, progress, ALL, count=4, seed=2)
    assert second.resumed
    for question in second:
        asked.append(question)
        second.answer(question, LETTERS[question.key], 1.0)
    assert len({question.id for question in asked}) == 4
    assert not Training(makes, progress, ALL, count=4, seed=2).resumed
    assert Training(makes, progress, ALL, count=4, seed=2, fresh=True).answered == 0


def test_what_is_due_comes_first_and_what_is_asked_otherwise_now_is_made_again(
    makes: Maker, progress: Progress, few: list[Question]
) -> None:
    stale = few[0]._replace(id="0123456789abcdef")
    for question in (stale, few[1]):
        give(progress, question, False)
    progress._db.execute("update card set due = '2020-01-01T00:00:00+00:00'")
    training = Training(makes, progress, ALL, count=5, seed=9)
    asked = []
    for question in training:
        asked.append(question.id)
        training.answer(question, LETTERS[question.key], 1.0)
    assert {few[0].id, few[1].id} <= set(asked[:2])
    assert stale.id not in [card.id for card in progress.cards("")]

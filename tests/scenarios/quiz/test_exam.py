"""An exam: the same for a seed, marked at the end, its record whole and printable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rulebase import load
from scenarios.quiz.exam import Exam, write
from scenarios.quiz.making import Maker
from scenarios.quiz.pool import QuizError, Selection
from scenarios.quiz.progress import Progress
from scenarios.quiz.question import LETTERS

COUNT = 8


@pytest.fixture
def progress(tmp_path: Path) -> Iterator[Progress]:
    opened = Progress(tmp_path / "progress.sqlite")
    yield opened
    opened.close()


def exam(makes: Maker, progress: Progress, name: str = "Ann", **more: Any) -> Exam:
    given = {"count": COUNT, "pass_mark": 75, "seed": 7, **more}
    return Exam(makes, progress, Selection(), name=name, **given)


def sat(one: Exam, wrong: int) -> dict[str, Any]:
    for number, question in one:
        key = question.key if number > wrong else (question.key + 1) % len(question.choices)
        assert one.answer(question, LETTERS[key], 1.0)
    return one.finish()


@pytest.mark.parametrize(
    ("wrong", "score", "passed"), [(0, 100.0, True), (2, 75.0, True), (3, 62.5, False)]
)
def test_the_score_and_whether_it_passes(
    makes: Maker, progress: Progress, wrong: int, score: float, passed: bool
) -> None:
    record = sat(exam(makes, progress), wrong)
    assert (record["score"], record["passed"]) == (score, passed)
    assert sum(topic["questions"] for topic in record["topics"].values()) == COUNT
    assert sum(topic["right"] for topic in record["topics"].values()) == COUNT - wrong
    assert [a["number"] for a in record["answers"] if not a["right"]] == list(range(1, wrong + 1))


def test_the_record_says_who_when_by_which_rulebooks(makes: Maker, progress: Progress) -> None:
    record = sat(exam(makes, progress), 1)
    assert record["name"] == "Ann"
    assert record["rulebase"] == load.rulebase_hash()
    asked = {answer["house"] for answer in record["answers"]}
    assert {n: e["edition"] for n, e in record["editions"].items()} == {
        name: load.house(name).edition for name in asked
    }
    assert record["date"] <= record["ended"]


def test_the_record_is_written_twice_over_and_never_over_another(
    makes: Maker, progress: Progress, tmp_path: Path
) -> None:
    record = sat(exam(makes, progress, name="Ann <b>& Co"), 1)
    data, page = write(record, tmp_path / "records")
    assert json.loads(data.read_text(encoding="utf8")) == json.loads(json.dumps(record))
    html = page.read_text(encoding="utf8")
    assert "Ann &lt;b&gt;&amp; Co" in html
    assert "87.5 %" in html
    assert html.count('class="question"') == COUNT
    assert "http" not in html
    again, _ = write(record, tmp_path / "records")
    assert again != data


def test_everybody_with_one_seed_gets_the_same_questions(makes: Maker, progress: Progress) -> None:
    ann, bob = exam(makes, progress), exam(makes, progress, name="Bob")
    assert ann.questions == bob.questions
    assert exam(makes, progress, name="Cy", seed=8).questions != ann.questions


def test_an_exam_goes_on_where_it_was_left(makes: Maker, progress: Progress) -> None:
    first = exam(makes, progress)
    _, question = next(iter(first))
    first.answer(question, LETTERS[question.key], 1.0)
    second = exam(makes, progress)
    assert second.resumed
    assert second.ends == first.ends
    assert len(list(second)) == COUNT - 1
    assert sat(second, 0)["score"] == 100.0
    assert not exam(makes, progress).resumed


def test_an_answer_after_the_time_does_not_count(makes: Maker, progress: Progress) -> None:
    one = exam(makes, progress)
    _, question = next(iter(one))
    one.limit = timedelta()
    assert not one.answer(question, LETTERS[question.key], 1.0)
    assert list(one) == []
    record = one.finish()
    assert (record["right"], record["answers"][0]["given"]) == (0, None)


def test_an_exam_schedules_nothing(makes: Maker, progress: Progress) -> None:
    sat(exam(makes, progress), 4)
    assert progress.cards("Ann") == []
    assert progress.answers("Ann") == COUNT


def test_what_cannot_be_is_told(makes: Maker, progress: Progress) -> None:
    with pytest.raises(QuizError, match="0 to 100"):
        exam(makes, progress, pass_mark=101)
    narrow = Selection(houses=("homegame",), topics=("who-deals",))
    with pytest.raises(QuizError, match="only"):
        Exam(makes, progress, narrow, name="", count=300, pass_mark=85, seed=1)

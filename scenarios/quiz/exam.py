"""An exam: so many questions of one seed, no word until the end, and a record of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from rulebase import load
from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Pool, QuizError, Selection, take
from scenarios.quiz.progress import Progress
from scenarios.quiz.question import LETTERS, Question

SECONDS_EACH = 90
"""The time given for a question where no limit is set."""


class Exam:
    """The exam of one person; gone on with where it was left, its clock running all the while."""

    def __init__(
        self,
        maker: Maker,
        progress: Progress,
        selection: Selection,
        *,
        name: str,
        count: int,
        pass_mark: int,
        seed: int,
        minutes: int | None = None,
    ) -> None:
        """Draw the questions.

        Raises:
            QuizError: there are too few, or a number is out of bounds.
        """
        if not 0 <= pass_mark <= 100:
            raise QuizError(f"--pass {pass_mark}: a share of 0 to 100 per cent is needed")
        self.maker = maker
        self.progress = progress
        self.name = name
        self.pass_mark = pass_mark
        self.seed = seed
        self.limit = (
            timedelta(minutes=minutes) if minutes else timedelta(seconds=SECONDS_EACH * count)
        )
        self.questions = take(Pool(maker, selection, seed), count)
        if len(self.questions) < count:
            raise QuizError(
                f"only {len(self.questions)} questions answer that selection, not {count}"
            )
        options = {
            "seed": seed,
            "count": count,
            "pass": pass_mark,
            "limit": self.limit.total_seconds(),
            "rulebase": load.rulebase_hash(),
            "questions": [question.id for question in self.questions],
        }
        left = progress.unfinished(name, "exam", options)
        self.resumed = left is not None
        self.session = left or progress.begin(name, "exam", options)
        self.answers: dict[str, str] = dict(self.session.answered)

    @property
    def ends(self) -> datetime:
        """When the time is over."""
        return self.session.started + self.limit

    def time_left(self) -> timedelta:
        """The time that is left."""
        return max(timedelta(), self.ends - datetime.now(UTC))

    def __iter__(self) -> Iterator[tuple[int, Question]]:
        """The questions still to answer, each with its number, until the time is over."""
        for number, question in enumerate(self.questions, 1):
            if question.id not in self.answers and self.time_left():
                yield number, question

    def answer(self, question: Question, letter: str, seconds: float) -> bool:
        """Write an answer; whether it came in time."""
        if not self.time_left():
            return False
        right = letter == LETTERS[question.key]
        self.progress.note(self.name, question, right, letter, seconds, self.session.number)
        self.answers[question.id] = letter
        return True

    def finish(self) -> dict[str, Any]:
        """End the exam; its record."""
        self.progress.end(self.session)
        right = sum(self._right(question) for question in self.questions)
        score = round(100 * right / len(self.questions), 1)
        ended = min(datetime.now(UTC), self.ends)
        return {
            "record": "floor quiz exam",
            "name": self.name,
            "date": self.session.started.isoformat(timespec="seconds"),
            "ended": ended.isoformat(timespec="seconds"),
            "minutes": {
                "allowed": round(self.limit.total_seconds() / 60, 1),
                "used": round((ended - self.session.started).total_seconds() / 60, 1),
            },
            "rulebase": load.rulebase_hash(),
            "editions": {
                name: {"name": book.title, "edition": book.edition}
                for name, book in self.maker.engine.houses.items()
                if name in {question.house for question in self.questions}
            },
            "seed": self.seed,
            "pass": self.pass_mark,
            "questions": len(self.questions),
            "right": right,
            "score": score,
            "passed": score >= self.pass_mark,
            "topics": self._by_area(),
            "answers": [self._answered(n, q) for n, q in enumerate(self.questions, 1)],
        }

    def _right(self, question: Question) -> bool:
        return self.answers.get(question.id) == LETTERS[question.key]

    def _by_area(self) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for question in self.questions:
            area = found.setdefault(question.area, {"questions": 0, "right": 0})
            area["questions"] += 1
            area["right"] += self._right(question)
        return dict(sorted(found.items()))

    def _answered(self, number: int, question: Question) -> dict[str, Any]:
        letter = self.answers.get(question.id, "")
        written = question.as_json()
        kept = ("id", "kind", "house", "topic", "area", "rules", "text", "asks", "choices")
        return {
            "number": number,
            **{name: written[name] for name in kept},
            "answer": written["answer"],
            "given": letter or None,
            "right": self._right(question),
        }


def write(record: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """Write a record as JSON and as a page to print; where they are.

    Raises:
        QuizError: they cannot be written.
    """
    name = re.sub(r"[^\w]+", "-", record["name"], flags=re.ASCII).strip("-").lower()[:40]
    date = re.sub(r"[^0-9T]", "", record["date"].partition("+")[0])
    stem = "-".join(part for part in ("exam", date, name) if part)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while (folder / f"{stem}.json").exists():
            number += 1
            stem = f"{stem.partition('_')[0]}_{number}"
        data, printed = folder / f"{stem}.json", folder / f"{stem}.html"
        data.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf8")
        printed.write_text(_page(record), encoding="utf8")
    except OSError as error:
        raise QuizError(f"{error.filename}: {error.strerror}") from error
    return data, printed


def _page(record: dict[str, Any]) -> str:
    """The record as one page of HTML that prints well and needs nothing else."""
    from jinja2 import Environment

    template = (Path(__file__).parent / "record.html").read_text(encoding="utf8")
    return Environment(autoescape=True).from_string(template).render(record=record)

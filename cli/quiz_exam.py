"""``floor quiz --exam``: no word until the end, then the result and its record."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from cli.console import say
from cli.keys import Stop
from cli.quiz import ask, opened, put
from scenarios.quiz.exam import Exam, write
from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Selection
from scenarios.quiz.progress import folder

if TYPE_CHECKING:
    from cli.quiz import Wanted


def examine(makes: Maker, chosen: Selection, wanted: Wanted) -> None:
    """Hold an exam, or go on with one that was left; its clock has been running.

    Raises:
        QuizError: there are too few questions, or the record cannot be written.
    """
    progress = opened()
    try:
        exam = Exam(
            makes,
            progress,
            chosen,
            name=wanted.name,
            count=wanted.exam or 0,
            pass_mark=wanted.pass_mark,
            seed=1 if wanted.seed is None else wanted.seed,
            minutes=wanted.minutes,
        )
        _announce(exam)
        if _answered(exam):
            record = exam.finish()
            files = write(record, wanted.record or folder() / "exams")
            _result(record)
            for file in files:
                say(f"record: {file}", "dim")
    finally:
        progress.close()


def _announce(exam: Exam) -> None:
    count, left = len(exam.questions), _minutes(exam)
    if exam.resumed:
        say(
            f"Going on with the exam: {len(exam.answers)} of {count} answered, {left} left.", "bold"
        )
    else:
        say(f"{count} questions, {left}, {exam.pass_mark} % to pass.", "bold")
    say("? leaves a question unanswered, q leaves the exam; its clock goes on.", "dim")


def _answered(exam: Exam) -> bool:
    """Put the questions; whether the exam is over."""
    try:
        for number, question in exam:
            put(question, f"{number}/{len(exam.questions)}, {_minutes(exam)} left")
            begun = time.monotonic()
            letter = ask(question)
            if not exam.answer(question, letter, time.monotonic() - begun):
                say("The time is over; that answer came too late.", "bold")
    except Stop:
        say("\nLeft. The same command goes on while there is time.", "dim")
        return False
    return True


def _minutes(exam: Exam) -> str:
    minutes = -(-int(exam.time_left().total_seconds()) // 60)
    return f"{minutes} minute{'' if minutes == 1 else 's'}"


def _result(record: dict[str, Any]) -> None:
    passed = "Passed" if record["passed"] else "Not passed"
    score = f"{record['right']} of {record['questions']}, {record['score']} %"
    say(f"\n{passed}: {score}, {record['pass']} % needed.", "bold")
    for name, topic in record["topics"].items():
        say(f"  {name}: {topic['right']} of {topic['questions']}")

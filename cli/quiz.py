"""``floor quiz``: questions at the terminal, each answered at once by the ruling."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cli.console import complain, interactive, out, print_json, say, styled
from cli.keys import Stop, answer
from cli.render import answer as house_answer
from cli.render import main_rulings
from cli.words import fact_words, label
from engine.ruling import HouseRuling, Ruling, house_json
from rulebase.problems import did_you_mean
from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Pool, QuizError, Selection, maker, select, take
from scenarios.quiz.progress import Progress
from scenarios.quiz.question import LETTERS, Question
from scenarios.quiz.training import Training

UNKNOWN = "?"
QUIT = "q"
COUNT = 20
DO = ("stats", "export")


@dataclass(frozen=True)
class Wanted:
    """What ``floor quiz`` was asked for."""

    do: str
    houses: list[str]
    topics: list[str]
    rules: list[str]
    levels: list[int]
    kinds: list[str]
    count: int | None
    seed: int | None
    name: str
    as_json: bool
    fresh: bool
    exam: int | None
    pass_mark: int
    minutes: int | None
    anki: Path | None
    csv: Path | None
    record: Path | None


def quiz(wanted: Wanted) -> None:
    """Run a quiz or an exam, show how it goes, or write questions to a file.

    Raises:
        QuizError, UnknownHouse: it cannot be done as asked for.
    """
    if wanted.do and wanted.do not in DO:
        hint = did_you_mean(wanted.do, DO) or f" (known: {', '.join(DO)}, or nothing)"
        raise QuizError(f'floor quiz "{wanted.do[:80]}"{hint}')
    _check_name(wanted.name)
    if (wanted.anki or wanted.csv) and wanted.do != "export":
        raise QuizError("--anki and --csv belong to floor quiz export")
    makes = maker()
    chosen = select(
        makes.engine,
        wanted.houses,
        wanted.topics,
        wanted.rules,
        wanted.levels,
        wanted.kinds,
    )
    if wanted.do:
        from cli import quiz_reports

        if wanted.do == "stats":
            quiz_reports.stats(wanted.name, chosen, as_json=wanted.as_json)
        else:
            pool = Pool(makes, chosen, _seed(wanted))
            quiz_reports.export(pool, wanted.count, wanted.anki, wanted.csv)
    elif wanted.exam is not None:
        from cli.quiz_exam import examine

        _need_terminal()
        examine(makes, chosen, wanted)
    elif wanted.as_json:
        found = take(Pool(makes, chosen, _seed(wanted)), wanted.count or COUNT)
        print_json([question.as_json() for question in found])
    else:
        _need_terminal()
        train(makes, chosen, wanted)


def _check_name(name: str) -> None:
    try:
        name.encode("utf8")
    except UnicodeEncodeError as error:
        raise QuizError(f'--name "{name[:80]}": it is no text that can be kept') from error


def _seed(wanted: Wanted) -> int:
    return 1 if wanted.seed is None else wanted.seed


def _need_terminal() -> None:
    if not interactive(no_input=False):
        raise QuizError("a quiz needs a terminal; --json lists its questions without one")


def opened() -> Progress:
    """The progress file; tells where a damaged one went."""
    progress = Progress()
    if progress.set_aside:
        complain(
            f"{progress.file} was damaged. It was set aside as {progress.set_aside.name}, "
            "beside it; a new one begins."
        )
    return progress


def train(makes: Maker, chosen: Selection, wanted: Wanted) -> None:
    """Put questions until the count is reached or the person has had enough."""
    progress = opened()
    training = Training(
        makes,
        progress,
        chosen,
        who=wanted.name,
        count=wanted.count or COUNT,
        seed=wanted.seed,
        fresh=wanted.fresh,
    )
    right = given = 0
    if training.resumed:
        say(f"Going on after {training.answered} of {training.count}. --fresh begins anew.", "dim")
    try:
        for question in training:
            put(question, f"{training.answered + 1}/{training.count}")
            begun = time.monotonic()
            letter = ask(question)
            correct, due = training.answer(question, letter, time.monotonic() - begun)
            given += 1
            right += correct
            _tell(question, correct, due, makes)
            if training.answered < training.count:
                _go_on()
    except Stop:
        say("\nLeft. The same command goes on from here.", "dim")
    finally:
        progress.close()
    if given:
        say(f"\n{right} of {given} right.", "bold")


def put(question: Question, number: str) -> None:
    """Show a question and its choices."""
    say(f"\n{number}  {label(question.house)}, {question.topic.replace('-', ' ')}", "dim")
    say(question.text)
    say(question.asks, "bold")
    for letter, choice in zip(LETTERS, question.choices, strict=False):
        say(f"  {letter}  {choice.text}")


def ask(question: Question) -> str:
    """The letter of the choice taken; ``?`` where the person does not know.

    Raises:
        Stop: the person has had enough.
    """
    letters = LETTERS[: len(question.choices)]
    while True:
        written = answer("> ", [*letters, UNKNOWN, QUIT]).lower()
        if written in (QUIT, "quit", "stop", "exit"):
            raise Stop
        if written and written in {*letters, UNKNOWN}:
            return written
        complain(f"{', '.join(letters)}; {UNKNOWN} don't know, {QUIT} quit")


def _go_on() -> None:
    say("\nEnter goes on, q stops.", "dim")
    if answer("> ", [QUIT]).lower().startswith(QUIT):
        raise Stop


def _tell(question: Question, correct: bool, due: datetime, makes: Maker) -> None:
    """The verdict, the ruling with its citation and reason, and how the other houses rule."""
    key = question.choices[question.key].text
    if correct:
        say("Right.", "bold green")
    else:
        say(f"No. {LETTERS[question.key]}  {key}", "bold red")
    ruling = makes.engine.rule(question.incident.asking(question.decision))
    _ruled(ruling.houses[question.house], ruling)
    others = [name for name in ruling.houses if name != question.house]
    for name in others:
        data = house_json(ruling.houses[name], ruling.known)
        line = styled(f"{label(name)}: ", "bold")
        line.append(styled(_otherwise(data, makes)))
        where = [_cite(r, name) for entry in main_rulings(data) for r in entry["rules"][:2]]
        line.append(styled(f" {', '.join(where)}" if where else "", "dim"))
        out().print(line)
    say(f"again {_when(due)}", "dim")


def _otherwise(data: Mapping[str, Any], makes: Maker) -> str:
    """What another house answers, or would ask first."""
    words = house_answer(data, makes.engine.vocabulary)
    asks = [question["asks"] for question in data.get("questions", [])[:1]]
    return " ".join([words, *asks]) if data["status"] == "needs-facts" else words


def _cite(rule: Mapping[str, Any], house: str) -> str:
    own = str(rule["rule"])
    return own if rule["house"] == house else f"{label(rule['house'])} {own}"


def _ruled(mine: HouseRuling, ruling: Ruling) -> None:
    data = house_json(mine, ruling.known)
    vocabulary = ruling.known.vocabulary
    say(f"{label(mine.house.name)}: {house_answer(data, vocabulary)}", "bold")
    for entry in main_rulings(data):
        if "do" in entry:
            say(entry["do"])
        for rule in entry["rules"][:3]:
            say(f"{label(rule['house'])} {rule['rule']}  {rule['title']}", "cyan")
            say(f"  {rule['gist']}")
        reasons = [fact_words(r["fact"], r["value"], vocabulary) for r in entry["because"]]
        if reasons:
            say(f"why: {'; '.join(reasons)}", "dim")
    for near in [] if main_rulings(data) else data.get("nearest", [])[:1]:
        say(f"nearest: {label(near['house'])} {near['rule']}  {near['title']}", "cyan")
    for question in data.get("questions", [])[:1]:
        say(f"first to ask: {question['asks']} ({', '.join(question['changes'])})", "dim")


_UNITS: tuple[tuple[timedelta, str], ...] = (
    (timedelta(days=1), "day"),
    (timedelta(hours=1), "hour"),
    (timedelta(minutes=1), "minute"),
)


def _when(due: datetime, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> str:
    """When a question comes again.

    >>> noon = datetime(2024, 1, 1, 12, tzinfo=UTC)
    >>> _when(noon + timedelta(days=3, hours=2), lambda: noon), _when(noon, lambda: noon)
    ('in 3 days', 'in a minute')
    """
    left = due - now() + timedelta(seconds=30)
    for unit, name in _UNITS:
        number = left // unit
        if number > 1 or (number == 1 and name != "minute"):
            return f"in {number} {name}{'s' if number > 1 else ''}"
    return "in a minute"

"""What a person has learned: cards and answers in a small SQLite file.

An answer is one transaction, so that a crash or a second session in the middle of it
loses nothing. A damaged file is set aside, never overwritten; one of a newer version is
left as it is.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from scenarios.quiz.pool import QuizError, Selection
from scenarios.quiz.question import Question, Recipe
from scenarios.quiz.soundness import sound as rows_sound

APPLICATION = 0x464C4F52
VERSION = 1
FILE = "progress.sqlite"
WAIT = 20.0
"""Seconds to wait for another session's answer to be written."""

_SCHEMA = """
create table card (
    who text not null, id text not null, recipe text not null, kind text not null,
    house text not null, area text not null, topic text not null, section text not null,
    rules text not null, level integer not null, due text not null, state text not null,
    seen integer not null, right integer not null, primary key (who, id)
) without rowid;
create index card_due on card (who, due);
create table answer (
    number integer primary key, who text not null, id text not null, at text not null,
    right integer not null, chosen text not null, seconds real not null, session integer
);
create index answer_session on answer (session);
create table session (
    number integer primary key, who text not null, kind text not null, options text not null,
    started text not null, ended text, process integer not null
);
"""


class ProgressError(QuizError):
    """A progress file that cannot be used."""


class Card(NamedTuple):
    """A question that was answered before, and how it went."""

    id: str
    recipe: Recipe
    area: str
    topic: str
    section: str
    rules: tuple[str, ...]
    level: int
    due: str
    seen: int
    right: int

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.recipe.kind

    @property
    def house(self) -> str:
        """The house that it is about."""
        return self.recipe.house


class Session(NamedTuple):
    """A quiz or an exam that was begun."""

    number: int
    options: dict[str, Any]
    started: datetime
    answered: tuple[tuple[str, str], ...]
    """The ids answered so far, each with what was chosen."""


def folder() -> Path:
    """Where progress and the records of exams are kept."""
    from platformdirs import user_data_path

    return user_data_path("floorcall")


BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What a database may raise: its complaint may quote a damaged file, and be no text."""


class Progress:
    """The progress file, open; ``set_aside`` is where a damaged one went."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the file, or begin one.

        Raises:
            ProgressError: it cannot be opened, or is of a newer version.
        """
        self.file = file or folder() / FILE
        self.set_aside: Path | None = None
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ProgressError(f"{self.file.parent}: {error.strerror}") from error
        opened = self._open()
        if opened is None:
            self.set_aside = self._move_away()
            opened = self._open()
        if opened is None:
            raise ProgressError(f"{self.file}: it cannot be used as a progress file")
        self._db = opened

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _open(self) -> sqlite3.Connection | None:
        """The database, made where there is none; None where the file is damaged or another's."""
        db: sqlite3.Connection | None = None
        try:
            db = sqlite3.connect(self.file, timeout=WAIT, isolation_level=None)
            db.execute("pragma synchronous = full")
            db.execute("begin immediate")
            version = db.execute("pragma user_version").fetchone()[0]
            owner = db.execute("pragma application_id").fetchone()[0]
            empty = not db.execute("select count(*) from sqlite_master").fetchone()[0]
            if empty and owner == 0 and version == 0:
                _create(db)
            sound = db.execute("pragma quick_check(1)").fetchone()[0] == "ok"
            owner = db.execute("pragma application_id").fetchone()[0]
            version = db.execute("pragma user_version").fetchone()[0]
            if owner == APPLICATION and version <= VERSION:
                sound = sound and rows_sound(db)
            db.execute("commit")
            if owner != APPLICATION or not sound:
                db.close()
                return None
            if version > VERSION:
                db.close()
                raise ProgressError(
                    f"{self.file} was written by a newer floor (version {version}, this one reads "
                    f"{VERSION}). It is left as it is: update floor, or move the file away."
                )
            with suppress(sqlite3.OperationalError):  # another session is just writing
                db.execute("pragma journal_mode = wal")
        except BROKEN as error:
            if db is not None:
                db.close()
            if _damaged(error):
                return None
            raise ProgressError(f"{self.file}: {error}") from error
        return db

    def _move_away(self) -> Path:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        aside = self.file.with_name(f"{self.file.stem}-damaged-{stamp}{self.file.suffix}")
        try:
            for ending in ("", "-wal", "-shm"):
                part = self.file.with_name(self.file.name + ending)
                if part.exists():
                    part.rename(aside.with_name(aside.name + ending))
        except OSError as error:
            raise ProgressError(f"{self.file} is damaged: {error.strerror}") from error
        return aside

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        try:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")
        except BROKEN as error:
            raise self._failed(error) from error

    def _read(self, query: str, *values: object) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except BROKEN as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> ProgressError:
        if _damaged(error):
            return ProgressError(f"{self.file} is damaged; the next start sets it aside ({error})")
        return ProgressError(f"{self.file}: {error}")

    def record(
        self, who: str, question: Question, right: bool, chosen: str, seconds: float, session: int
    ) -> datetime:
        """Write one answer and schedule its card anew; when it is due again."""
        from fsrs import Card as Memory
        from fsrs import Rating, Scheduler

        now = datetime.now(UTC)
        with self._writing() as db:
            row = db.execute(
                "select state from card where who = ? and id = ?", (who, question.id)
            ).fetchone()
            memory = Memory.from_json(row[0]) if row else Memory(card_id=_number(question.id))
            rating = Rating.Good if right else Rating.Again
            memory, _ = Scheduler(enable_fuzzing=False).review_card(memory, rating, now)
            due = memory.due.astimezone(UTC)
            db.execute(
                "insert into card values (?,?,?,?,?,?,?,?,?,?,?,?,1,?) on conflict (who, id) do "
                "update set due = excluded.due, state = excluded.state, seen = seen + 1, "
                "right = right + excluded.right",
                (
                    who,
                    question.id,
                    question.recipe.key(),
                    question.kind,
                    question.house,
                    question.area,
                    question.topic,
                    question.section,
                    json.dumps(question.rules),
                    question.level,
                    due.isoformat(),
                    memory.to_json(),
                    int(right),
                ),
            )
            _write_answer(db, who, question.id, now, right, chosen, seconds, session)
        return due

    def note(
        self, who: str, question: Question, right: bool, chosen: str, seconds: float, session: int
    ) -> None:
        """Write an answer of an exam, which schedules nothing."""
        with self._writing() as db:
            now = datetime.now(UTC)
            _write_answer(db, who, question.id, now, right, chosen, seconds, session)

    def due(self, who: str, wanted: Selection, now: datetime | None = None) -> list[Card]:
        """The cards that are due, the longest due first."""
        until = (now or datetime.now(UTC)).isoformat()
        return [c for c in self.cards(who) if c.due <= until and wanted.takes(c)]

    def cards(self, who: str) -> list[Card]:
        """Every card, the longest due first."""
        rows = self._read(
            "select id, recipe, area, topic, section, rules, level, due, seen, right from card "
            "where who = ? order by due, id",
            who,
        )
        return [_card(row) for row in rows]

    def retire(self, who: str, card: str) -> None:
        """Drop a card whose question is asked otherwise now; its answers stay."""
        with self._writing() as db:
            db.execute("delete from card where who = ? and id = ?", (who, card))

    def unfinished(self, who: str, kind: str, options: dict[str, Any]) -> Session | None:
        """The latest session of the same options that was left before its end."""
        rows = self._read(
            "select number, options, started, process from session where who = ? and kind = ? and "
            "ended is null order by number desc",
            who,
            kind,
        )
        for number, written, started, process in rows:
            found = json.loads(written)
            same = all(found.get(name) == value for name, value in options.items())
            if same and not _runs(process):
                answers = self._read(
                    "select id, chosen from answer where session = ? order by number", number
                )
                with self._writing() as db:
                    own = (os.getpid(), number)
                    db.execute("update session set process = ? where number = ?", own)
                return Session(number, found, datetime.fromisoformat(started), tuple(answers))
        return None

    def begin(self, who: str, kind: str, options: dict[str, Any]) -> Session:
        """Begin a session."""
        now = datetime.now(UTC)
        with self._writing() as db:
            cursor = db.execute(
                "insert into session (who, kind, options, started, process) values (?, ?, ?, ?, ?)",
                (who, kind, json.dumps(options), now.isoformat(), os.getpid()),
            )
            number = int(cursor.lastrowid or 0)
        return Session(number, options, now, ())

    def end(self, session: Session) -> None:
        """Mark a session as ended."""
        with self._writing() as db:
            now = datetime.now(UTC).isoformat()
            db.execute("update session set ended = ? where number = ?", (now, session.number))

    def answers(self, who: str) -> int:
        """How many answers were given."""
        return int(self._read("select count(*) from answer where who = ?", who)[0][0])


def _create(db: sqlite3.Connection) -> None:
    for statement in _SCHEMA.split(";"):
        if statement.strip():
            db.execute(statement)
    db.execute(f"pragma application_id = {APPLICATION}")
    db.execute(f"pragma user_version = {VERSION}")


def _runs(process: int) -> bool:
    """Whether another session is still at it, as far as that can be told."""
    if os.name != "posix" or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _damaged(error: Exception) -> bool:
    if isinstance(error, UnicodeDecodeError):
        return True
    codes = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in codes


def _number(name: str) -> int:
    return int(name[:12], 16)


def _write_answer(
    db: sqlite3.Connection,
    who: str,
    card: str,
    now: datetime,
    right: bool,
    chosen: str,
    seconds: float,
    session: int,
) -> None:
    db.execute(
        "insert into answer (who, id, at, right, chosen, seconds, session) "
        "values (?, ?, ?, ?, ?, ?, ?)",
        (who, card, now.isoformat(), int(right), chosen, seconds, session),
    )


def _card(row: tuple[Any, ...]) -> Card:
    name, recipe, area, topic, section, rules, level, due, seen, right = row
    read = Recipe.read(recipe)
    return Card(name, read, area, topic, section, tuple(json.loads(rules)), level, due, seen, right)

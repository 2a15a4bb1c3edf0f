"""Whether the rows of a progress file are such as this program writes.

SQLite takes anything into any column, and its own check sees damaged pages only. A row that
cannot be read back is damage too.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Json, ValidationError
from pydantic import model_validator as checked


def _moment(written: str) -> str:
    if datetime.fromisoformat(written).tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return written


Moment = Annotated[str, AfterValidator(_moment)]
Count = Annotated[int, Field(ge=0, le=2**53)]


class _Row(BaseModel):
    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class _Memory(_Row):
    """How well a question is remembered, as fsrs writes it after an answer."""

    card_id: int
    state: Annotated[int, Field(ge=1, le=3)]
    step: Count | None
    stability: Annotated[float, Field(gt=0, le=1e6)]
    difficulty: Annotated[float, Field(ge=1, le=10)]
    due: Moment
    last_review: Moment

    @checked(mode="after")
    def _has_step(self) -> _Memory:
        if (self.step is None) != (self.state == 2):  # only one under review has none
            raise ValueError("the step does not belong to the state")
        return self


class _Card(_Row):
    who: str
    id: str
    recipe: Annotated[str, Field(pattern=r"^([^|]*\|){3}")]
    kind: str
    house: str
    area: str
    topic: str
    section: str
    rules: Json[list[str]]
    level: Count
    due: Moment
    state: Json[_Memory]
    seen: Annotated[Count, Field(ge=1)]
    right: Count


class _Answer(_Row):
    number: int
    who: str
    id: str
    at: Moment
    right: Count
    chosen: str
    seconds: float
    session: int | None


class _Options(_Row):
    model_config = ConfigDict(extra="allow")

    seed: int


class _Session(_Row):
    number: int
    who: str
    kind: str
    options: Json[_Options]
    started: Moment
    ended: Moment | None
    process: Annotated[int, Field(ge=0, lt=2**31)]


TABLES: dict[str, type[_Row]] = {"card": _Card, "answer": _Answer, "session": _Session}


def sound(db: sqlite3.Connection) -> bool:
    """Whether the file holds the tables of a progress file, with nothing in them that is odd.

    Raises:
        sqlite3.Error: it cannot be read at all.
    """
    others = "select 1 from sqlite_master where type not in ('table', 'index')"
    if db.execute(others).fetchone():
        return False  # it would do things by itself
    return all(_fits(db, table, row) for table, row in TABLES.items())


def _fits(db: sqlite3.Connection, table: str, row: type[_Row]) -> bool:
    try:
        found = db.execute(f"select * from {table}")
        names = [column[0] for column in found.description]
        if set(names) != set(row.model_fields):
            return False
        for values in found:
            row.model_validate(dict(zip(names, values, strict=True)))
    except ValidationError:
        return False
    except sqlite3.OperationalError as error:
        # No such table, and text that is none, which has no code.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR:
            return False
        raise
    return True

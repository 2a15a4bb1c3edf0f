"""Questions for the tests, made once."""

from __future__ import annotations

import pytest

from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Pool, Selection, maker, take
from scenarios.quiz.question import Question


@pytest.fixture(scope="session")
def makes() -> Maker:
    return maker()


@pytest.fixture(scope="session")
def few(makes: Maker) -> list[Question]:
    """Some questions of every house."""
    return take(Pool(makes, Selection(), 3), 12)

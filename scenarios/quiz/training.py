"""A quiz as it runs: what is due first, then what is new, until the count is reached."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Pool, QuizError, Selection
from scenarios.quiz.progress import Progress, Session
from scenarios.quiz.question import LETTERS, Question


class Training:
    """One quiz of a person; begun anew, or gone on with where it was left."""

    def __init__(
        self,
        maker: Maker,
        progress: Progress,
        selection: Selection,
        *,
        who: str = "",
        count: int,
        seed: int | None = None,
        fresh: bool = False,
    ) -> None:
        self.maker = maker
        self.progress = progress
        self.selection = selection
        self.who = who
        self.count = count
        wanted: dict[str, Any] = {"count": count, **_written(selection)}
        if seed is not None:
            wanted["seed"] = seed
        left = None if fresh else progress.unfinished(who, "quiz", wanted)
        self.resumed = bool(left and left.answered)
        self.session: Session = left or progress.begin(
            who, "quiz", {"seed": secrets.randbelow(10**6), **wanted}
        )
        self.answered = len(self.session.answered)
        self._asked = {name for name, _ in self.session.answered}
        known = {card.id for card in progress.cards(who)}
        pool = Pool(maker, selection, int(self.session.options["seed"]))
        self._new = (q for q in pool if q.id not in known and q.id not in self._asked)

    def __iter__(self) -> Iterator[Question]:
        """The questions to come.

        Raises:
            QuizError: there is not one.
        """
        while self.answered < self.count:
            question = self._due() or next(self._new, None)
            if question is None:
                if not self.answered:
                    raise QuizError(
                        "no question answers that selection, and none is due: "
                        "ask for more houses, topics or levels"
                    )
                break
            yield question
        self.progress.end(self.session)

    def answer(self, question: Question, letter: str, seconds: float) -> tuple[bool, datetime]:
        """Write an answer; whether it is right, and when the question is due again.

        A letter that is no choice means that the person does not know.
        """
        right = letter == LETTERS[question.key]
        number = self.session.number
        due = self.progress.record(self.who, question, right, letter, seconds, number)
        self.answered += 1
        self._asked.add(question.id)
        return right, due

    def _due(self) -> Question | None:
        """The question that has been due the longest, as the rules now have it."""
        for card in self.progress.due(self.who, self.selection):
            if card.house not in self.maker.engine.houses:
                continue
            question = self.maker.make(card.recipe)
            if question is not None and question.id == card.id:
                return question
            self.progress.retire(self.who, card.id)
            if question is not None and self.selection.takes(question):
                return question
        return None


def _written(selection: Selection) -> dict[str, list[Any]]:
    return {name: list(values) for name, values in selection._asdict().items()}

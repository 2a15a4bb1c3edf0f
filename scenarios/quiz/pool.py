"""The questions to choose from, in the order of a seed, made one by one as they are taken."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

from engine.restate import Teller
from engine.ruling import Engine
from rulebase import load
from rulebase.book import House
from rulebase.problems import FloorError, did_you_mean
from scenarios.bank import Scenario
from scenarios.quiz.kinds import cited
from scenarios.quiz.making import HARDEST, KINDS, Maker, combinations
from scenarios.quiz.question import Question, Recipe, order


class QuizError(FloorError):
    """A quiz that cannot be made as it was asked for."""


class Described(Protocol):
    """What tells whether a question is wanted."""

    @property
    def house(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def area(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def level(self) -> int: ...


class Selection(NamedTuple):
    """Which questions are wanted; what is empty wants all.

    ``topics`` are areas of the vocabulary (betting) or events (chips-put-in); ``rules`` are
    locators.
    """

    houses: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()

    def takes(self, question: Described) -> bool:
        """Whether a question is one of them."""
        return (
            (not self.houses or question.house in self.houses)
            and (not self.topics or not {question.topic, question.area}.isdisjoint(self.topics))
            and (not self.rules or not set(question.rules).isdisjoint(self.rules))
            and (not self.levels or question.level in self.levels)
            and (not self.kinds or question.kind in self.kinds)
        )


def select(
    engine: Engine,
    houses: list[str],
    topics: list[str],
    rules: list[str],
    levels: list[int],
    kinds: list[str],
) -> Selection:
    """A selection by names that the rulebase holds.

    Raises:
        UnknownHouse, QuizError: a name is unknown.
    """
    vocabulary = engine.vocabulary
    books = load.houses(houses) if houses else engine.houses
    known = [*vocabulary.topics, *vocabulary.events]
    for topic in topics:
        _check(topic, known, "topic", f" (known: {', '.join(vocabulary.topics)}, or an event)")
    locators = {
        locator: book.name
        for book in books.values()
        for name in (book.name, *book.adopts)
        for rule in engine.book(name).rules
        for locator in ((rule,) if name == book.name else (f"{name}/{rule}",))
    }
    for rule in rules:
        _check(rule, locators, "rule", f" in {', '.join(books)}")
    for kind in kinds:
        _check(kind, KINDS, "kind of question", f" (known: {', '.join(KINDS)})")
    for level in levels:
        if not 1 <= level <= HARDEST:
            raise QuizError(f"--level {level}: there are levels 1 to {HARDEST}")
    return Selection(tuple(houses), tuple(topics), tuple(rules), tuple(levels), tuple(kinds))


def _check(name: str, known: Collection[str], what: str, otherwise: str) -> None:
    if name not in known:
        raise QuizError(f'no {what} "{name[:80]}"{did_you_mean(name, known) or otherwise}')


class Pool:
    """Questions of a selection: every scenario once before any comes again.

    What is taken from one scenario does not hang on the others, so that a changed rule
    changes its own questions and no more.
    """

    def __init__(self, maker: Maker, selection: Selection, seed: int) -> None:
        self.maker = maker
        self.selection = selection
        self.seed = seed
        self._events = self._wanted_events()
        self._houses = selection.houses or tuple(maker.engine.houses)
        self._kinds = selection.kinds or tuple(KINDS)

    def __iter__(self) -> Iterator[Question]:
        seen: set[str] = set()
        waiting = self._first_round(seen)
        queue: list[Iterator[Question]] = []
        for question, more in waiting:
            yield question
            queue.append(more)
        while queue:
            for more in list(queue):
                following = next(more, None)
                if following is None:
                    queue.remove(more)
                else:
                    yield following

    def _first_round(self, seen: set[str]) -> Iterator[tuple[Question, Iterator[Question]]]:
        """The first question of each scenario, a scenario of every file at a time."""
        files = sorted(self.maker.files(), key=lambda file: order(self.seed, file))
        orders = {file: self._in_order(file) for file in files}
        while orders:
            for file in list(orders):
                scenario = next(orders[file], None)
                if scenario is None:
                    del orders[file]
                    continue
                questions = self._of(file, scenario, seen)
                question = next(questions, None)
                if question is not None:
                    yield question, questions

    def _in_order(self, file: str) -> Iterator[Scenario]:
        found = [s for s in self.maker.scenarios(file) if self._events & {*s.incident.events}]
        yield from sorted(found, key=lambda s: order(self.seed, s.name))

    def _of(self, file: str, scenario: Scenario, seen: set[str]) -> Iterator[Question]:
        salt = f"{self.seed}|{file}|{scenario.name}"
        for kind, house in combinations(self._bearing(file, scenario), self._kinds, salt):
            question = self.maker.make(Recipe(kind, house, file, scenario.name))
            if question is None or question.prompt in seen or not self.selection.takes(question):
                continue
            seen.add(question.prompt)
            self.maker.forget(file, scenario)
            yield question
        self.maker.forget(file, scenario)

    def _bearing(self, file: str, scenario: Scenario) -> tuple[str, ...]:
        """The houses to ask about: where rules are named, those that cite one of them here."""
        wanted = set(self.selection.rules)
        if not wanted:
            return self._houses
        case = self.maker.case(file, scenario)
        return tuple(h for h in self._houses if not wanted.isdisjoint(cited(case.house(h))))

    def _wanted_events(self) -> set[str]:
        """The events of which a wanted question may be."""
        engine, wanted = self.maker.engine, self.selection
        events = {
            name
            for name in engine.vocabulary.events
            if not wanted.topics or {name, engine.vocabulary.events[name].topic} & {*wanted.topics}
        }
        if not wanted.rules:
            return events
        by_rules: set[str] = set()
        for house in self._books():
            for clause in house.clauses.values():
                if clause.rule in wanted.rules or f"{house.name}/{clause.rule}" in wanted.rules:
                    by_rules |= clause.events
        return events & by_rules

    def _books(self) -> Iterator[House]:
        engine = self.maker.engine
        for name in self.selection.houses or engine.houses:
            for book in (name, *engine.book(name).adopts):
                yield engine.book(book)


def maker() -> Maker:
    """A maker of questions by every house."""
    vocabulary = load.vocabulary()
    return Maker(Engine(load.houses(), vocabulary), Teller(vocabulary, load.restates()))


def take(pool: Pool, count: int) -> list[Question]:
    """The first questions of a pool.

    Raises:
        QuizError: there is not one.
    """
    found = []
    for question in pool:
        found.append(question)
        if len(found) == count:
            break
    if not found:
        raise QuizError("no question answers that selection: ask for more houses, topics or levels")
    return found

"""The questions at the terminal: an event to pick, then the next best question until it stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from cli.console import err, out, styled
from engine.asking import Question, next_question
from engine.explain import changed
from engine.incident import Incident, IncidentError, Told, told
from engine.ruling import Engine, Ruling
from rulebase.book import Fact
from rulebase.values import shown

UNKNOWN = ("?", "", "don't know", "dont know", "unknown")
BACK = ("b", "back")
DONE = ("q", "quit", "stop")


class Stop(Exception):
    """The person has had enough questions."""


@dataclass(slots=True)
class Interview:
    """An incident being asked about: what was answered, in order, and what nobody knew."""

    engine: Engine
    incident: Incident
    answers: list[tuple[str, Told | None]] = field(default_factory=list)

    def current(self) -> Incident:
        """The incident with the answers so far."""
        given = {fact: told for fact, told in self.answers if told is not None}
        return self.incident.with_facts(given)

    def run(self) -> Ruling:
        """Ask until every house is settled, or until the person stops."""
        ruling = self.engine.rule(self.current())
        asked = ruling.asked
        while True:
            question = next_question(self.engine, ruling, [fact for fact, _ in self.answers])
            if question is None:
                break
            try:
                self._ask(question)
            except Stop:
                break
            ruling = self.engine.rule(self.current().asking(asked))
        self._tell_changes(asked)
        return ruling

    def _ask(self, question: Question) -> None:
        fact = self.engine.vocabulary.facts[question.fact]
        out().print()
        out().print(styled(fact.asks or fact.name.replace("-", " "), "bold"))
        for line in why_it_matters(self.engine, question):
            out().print(styled(f"  {line}", "dim"))
        choices = list(fact.values)
        for number, value in enumerate(choices, 1):
            means = fact.values[value]["means"]
            out().print(styled(f"  {number} {value}{f' — {means}' if means else ''}"))
        hint = "number or word" if choices else f"a number ({fact.unit or fact.kind})"
        while True:
            written = prompt(f"{hint}; ? don't know, b back, q stop> ").strip().lower()
            if written in DONE:
                raise Stop
            if written in BACK:
                if self.answers:
                    self.answers.pop()
                return
            if written in UNKNOWN:
                self.answers.append((fact.name, None))
                return
            try:
                self.answers.append((fact.name, read_answer(fact, written)))
            except IncidentError as error:
                err().print(styled(str(error), "red"))
            else:
                return

    def _tell_changes(self, asked: str) -> None:
        before = self.engine.rule(self.incident.asking(asked))
        given: dict[str, Told] = {}
        for fact, value in self.answers:
            if value is None:
                continue
            given[fact] = value
            after = self.engine.rule(self.incident.with_facts(given).asking(asked))
            for house, (one, other) in changed(before, after).items():
                line = f"{fact} {value.shown()}: {house} from {one} to {other}"
                out().print(styled(line, "dim"))
            before = after


def read_answer(fact: Fact, written: str) -> Told:
    """An answer as it was typed: the number of a choice, a word, or an amount such as 5k.

    Raises:
        IncidentError: it is no answer to the question.
    """
    choices = list(fact.values)
    if choices:
        if written.isdigit() and 1 <= int(written) <= len(choices):
            return told(fact, choices[int(written) - 1], "answered", written)
        matches = [c for c in choices if c.startswith(written)]
        return told(fact, matches[0] if len(matches) == 1 else written, "answered", written)
    from engine.reading.text import normalise
    from engine.reading.tokens import tokens

    numbers = [t.number for t in tokens(normalise(written)) if t.number is not None]
    if len(numbers) == 1 and not written.startswith(("<", ">", "!")):
        return told(fact, numbers[0], "answered", written)
    return told(fact, written, "answered", written)


def why_it_matters(engine: Engine, question: Question) -> list[str]:
    """What each house's rules make of the answer: "adc VI.1.13: > 15 seconds"."""
    unit = engine.vocabulary.facts[question.fact].unit
    lines = []
    for house, locator in question.changes[:5]:
        book = engine.book(house)
        tests = {
            shown(values)
            for name in book.rules[locator].clauses
            for group in (book.clauses[name].when, *book.clauses[name].unless)
            for fact, values in group
            if fact == question.fact
        }
        words = f": {' / '.join(sorted(tests))} {unit}".rstrip() if tests else ""
        lines.append(f"{house} {locator} {book.rules[locator].title}{words}")
    return lines


def pick(asks: str, choices: list[tuple[str, str]]) -> str | None:
    """Let the person pick one of a few things by one key; None for none of them."""
    out().print(styled(asks, "bold"))
    for number, (name, means) in enumerate(choices, 1):
        out().print(styled(f"  {number} {name.replace('-', ' ')} — {means}"))
    out().print(styled("  0 none of these"))
    while True:
        written = prompt("> ").strip().lower()
        if written in ("0", "none", *DONE):
            return None
        if written.isdigit() and 1 <= int(written) <= len(choices):
            return choices[int(written) - 1][0]
        err().print(styled(f"a number from 0 to {len(choices)}", "red"))


def prompt(words: str) -> str:
    """Read one line; the end of input stops the questions.

    Raises:
        Stop: there is no more input.
    """
    try:
        return input(words)
    except EOFError as error:
        raise Stop from error

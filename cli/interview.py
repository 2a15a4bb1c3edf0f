"""The questions at the terminal: what happened, then the next best question until it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli import picker
from cli.answers import read_answer
from cli.console import complain, say
from cli.keys import Stop, answer
from cli.matters import why_it_matters
from cli.words import fact_words, label, plain
from engine.asking import changeable, next_question, sleeping
from engine.incident import Incident, IncidentError, Told
from engine.ruling import Engine, Ruling, house_json, incident_json
from rulebase.book import Fact

if TYPE_CHECKING:
    from engine.reading.reader import Reading

UNKNOWN = ("?", "don't know", "dont know", "unknown", "idk")
BACK = ("b", "back", "undo")
DONE = ("q", "quit", "stop", "exit")
CLAIM = "*"
"""The key that adds what nobody has raised yet."""


class Back(Exception):
    """The person wants to go back behind the first question."""


def converse(words: str, engine: Engine) -> Incident | None:
    """An incident told in words or picked, with every answer that was given; None: given up."""
    from engine.reading.reader import read

    vocabulary = engine.vocabulary
    reading = read(words, vocabulary, twice=True) if words.strip() else None
    events = reading.events if reading and reading.sure else ()
    while True:
        picked = not events
        if reading and picked:
            events = _confirmed(reading)
        elif picked:
            events = picker.pick(vocabulary)
        if not events:
            return None
        incident = reading.incident(events) if reading else Incident(events)
        interview = Interview(engine, incident, picked, reading)
        try:
            interview.run()
        except Back:
            events = ()
        else:
            return interview.current()


def _confirmed(reading: Reading) -> tuple[str, ...]:
    """The events that the person says it is about; none where they give up."""
    asks = "What happened?"
    offered = reading.offered
    if reading.events:
        asks = "Is that what it turns on? Enter for the first."
        offered = tuple(dict.fromkeys((reading.events[0], *offered)))[: len(offered)]
        say(f"left aside: {'; '.join(reading.left_aside)}", "dim")
    chosen = picker.pick(reading.scene.vocabulary, offered, asks)
    if not chosen:
        return ()
    issue = chosen[0]
    taken = reading.events if issue in reading.events[:1] else reading.taken_as(issue)
    return tuple(dict.fromkeys((*taken, *chosen)))


@dataclass(slots=True)
class Interview:
    """An incident being asked about: what was answered, in order, and what nobody knew.

    ``picked`` marks one whose event was picked: what is taken for granted is shown first, so
    that it can be put right, and what else happened, of what ``reading`` offers, added.
    """

    engine: Engine
    incident: Incident
    picked: bool = False
    reading: Reading | None = None
    answers: list[tuple[str, Told | None]] = field(default_factory=list)

    def current(self) -> Incident:
        """The incident with the answers so far."""
        return self._with(dict(self.answers))

    def _with(self, given: Mapping[str, Told | None]) -> Incident:
        """The incident with some answers; what was read and nobody knows of is withdrawn."""
        unknown = [fact for fact, told in given.items() if told is None]
        known = {fact: told for fact, told in given.items() if told is not None}
        return self.incident.without(unknown).with_facts(known)

    def run(self) -> Ruling:
        """Ask until every house is settled, or until the person stops.

        Raises:
            Back: the person wants another event.
        """
        ruling = self.engine.rule(self.current())
        asked = ruling.asked
        try:
            if self.picked:
                ruling = self._taken_for_granted(ruling)
            else:
                self._understood(ruling)
            while fact := self._next(ruling):
                self._ask(fact, ruling)
                ruling = self.engine.rule(self.current().asking(asked))
        except Stop:
            pass
        self._tell_changes(asked)
        return ruling

    def _next(self, ruling: Ruling) -> Fact | None:
        """The next fact to ask for: first what contradicts itself, then what decides most."""
        seen = [fact for fact, _ in self.answers]
        facts = self.engine.vocabulary.facts
        for fault in ruling.known.contradictions:
            for name in (fault.fact, *fault.facts):
                if name not in seen and facts[name].asks:
                    say(f"\n{fault.asks()}", "bold red")
                    return facts[name]
        question = next_question(self.engine, ruling, seen)
        return facts[question.fact] if question else None

    def _understood(self, ruling: Ruling) -> None:
        vocabulary = self.engine.vocabulary
        facts = incident_json(ruling.known)["facts"]
        told = [
            fact_words(name, fact["value"], vocabulary)
            for name, fact in facts.items()
            if fact["source"] in ("said", "given")
        ]
        events = ", ".join(map(plain, self.incident.events))
        say("; ".join([f"understood: {events}", *told]), "dim")

    def _taken_for_granted(self, ruling: Ruling) -> Ruling:
        """Show what was read and is assumed until nothing of it needs changing."""
        while (names := changeable(ruling)) or self._others():
            claims = self._claims(ruling)
            self._show_granted(ruling, names, claims)
            digits = "123456789"[: len(names)] if len(names) < 10 else ""
            written = answer("> ", f"{digits}{picker.MORE}{CLAIM if claims else ''}bq?")
            written = written.lower()
            if not written or written in UNKNOWN:
                break
            if written in DONE:
                raise Stop
            if written in BACK:
                self._undo()
            elif written == picker.MORE:
                self._add_events()
            elif written == CLAIM and claims:
                self._ask_claim(claims, ruling)
            elif written.isdecimal() and 1 <= int(written[:3]) <= len(names):
                self._ask(self.engine.vocabulary.facts[names[int(written[:3]) - 1]], ruling)
            else:
                complain(f"a number from 1 to {len(names)}, or Enter")
            ruling = self.engine.rule(self.current().asking(ruling.asked))
        return ruling

    def _show_granted(self, ruling: Ruling, names: Sequence[str], claims: Sequence[str]) -> None:
        say("\nTaken for granted. A number changes one, Enter goes on.", "bold")
        for number, name in enumerate(names, 1):
            told = ruling.known.facts[name]
            words = f' ("{told.words}")' if told.words else ""
            say(f"  {number} {fact_words(name, told.shown(), self.engine.vocabulary)}{words}")
        happened = ", ".join(map(plain, self.incident.events))
        say(f"  {picker.MORE} more happened than {happened}")
        if claims:
            say(f"  {CLAIM} what nobody has raised yet: {', '.join(map(plain, claims))}")

    def _others(self) -> list[str]:
        """What else may have happened, of what was offered."""
        if self.reading is None:
            return []
        offered = (*self.reading.events[:1], *self.reading.offered)
        return [name for name in dict.fromkeys(offered) if name not in self.incident.events]

    def _add_events(self) -> None:
        known = self.incident.events
        events = (*known, *picker.pick_more(self.engine.vocabulary, self._others(), known))
        if self.reading is not None:
            self.incident = self.reading.incident(events)
        else:
            self.incident = self.incident._replace(events=events)

    def _claims(self, ruling: Ruling) -> list[str]:
        """What nobody has raised and would change a ruling."""
        seen = {fact for fact, _ in self.answers}
        return [fact for fact in sleeping(self.engine, ruling) if fact not in seen]

    def _ask_claim(self, claims: Sequence[str], ruling: Ruling) -> None:
        facts = self.engine.vocabulary.facts
        asked = [(name, facts[name].asks) for name in claims]
        if chosen := picker.choose("What is raised?", asked, "nothing", enter=picker.NONE[0]):
            self._ask(facts[chosen], ruling)

    def _undo(self) -> None:
        if not self.answers:
            raise Back
        fact, _ = self.answers.pop()
        say(f"undone: {plain(fact)}", "dim")

    def _ask(self, fact: Fact, ruling: Ruling) -> None:
        say(f"\n{fact.asks or plain(fact.name).capitalize() + '?'}", "bold")
        for line in why_it_matters(ruling, fact):
            say(f"  {line}", "dim")
        told = ruling.known.facts.get(fact.name)
        doubted = told is not None and told.source in ("assumed", "said")
        left = fact.domain if doubted else ruling.known.values(fact.name)
        for number, value in enumerate(fact.values, 1):
            means = fact.values[value]["means"]
            out_of_question = isinstance(left, frozenset) and value not in left
            note = " (ruled out by the rest)" if out_of_question else ""
            say(f"  {number} {plain(value)}{f': {means}' if means else ''}{note}")
        instant = "123456789"[: len(fact.values)] if len(fact.values) < 10 else ""
        instant += "yn" if fact.kind == "yes-no" else ""
        say(f"  {_hint(fact, read=fact.name in self.incident.facts)}", "dim")
        while True:
            written = answer("> ", instant + "?")
            if written.lower() in DONE:
                raise Stop
            if written.lower() in BACK:
                return self._undo()
            if written.lower() in UNKNOWN:
                return self.answers.append((fact.name, None))
            if not written:
                continue
            try:
                return self.answers.append((fact.name, read_answer(fact, written)))
            except IncidentError as error:
                complain(str(error))

    def _tell_changes(self, asked: str) -> None:
        """Tell what each answer did to each house's ruling, in the order of the answers."""
        vocabulary = self.engine.vocabulary
        before = self._answers_of_houses({}, asked)
        given: dict[str, Told | None] = {}
        if self.answers:
            say("")
        for name, told in self.answers:
            given[name] = told
            if told is None and name not in self.incident.facts:
                say(f"{plain(name)}: not known", "dim")
                continue
            after = self._answers_of_houses(given, asked)
            withdrawn = f"{plain(name)}: not so, withdrawn"
            say(fact_words(name, told.shown(), vocabulary) if told else withdrawn, "bold")
            changes = [house for house in after if after[house] != before[house]]
            for house in changes:
                say(f"  {label(house)}: {before[house]} Now: {after[house]}")
            if not changes:
                say("  changes nothing", "dim")
            before = after
        if self.answers:
            say("")

    def _answers_of_houses(self, given: Mapping[str, Told | None], asked: str) -> dict[str, str]:
        from cli.render import answer as house_answer

        ruling = self.engine.rule(self._with(given).asking(asked))
        return {
            name: house_answer(house_json(house, ruling.known), self.engine.vocabulary)
            for name, house in ruling.houses.items()
        }


def _hint(fact: Fact, *, read: bool) -> str:
    """What may be typed, in one short line."""
    if fact.values:
        what = "number or word"
    elif fact.structured:
        what = "a list, or a name" if fact.kind == "name" else "a list"
    elif fact.kind == "seat":
        what = "a seat number"
    else:
        what = f"how many {fact.unit}" if fact.unit else "a number"
    unknown = "nobody said so" if read else "don't know"
    return f"{what}; ? {unknown}, b back, q stop"

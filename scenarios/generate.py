"""Random incidents over the real vocabulary, biased to the boundaries that rules name."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from engine.asking import possible_answers
from engine.incident import Incident, Told
from rulebase.book import Clause, House, Tests, Vocabulary
from rulebase.values import HIGHEST, Span, Values, meet, only

DEEPEST = 3
"""How many derivations, one resting on another, are followed to meet a clause."""


class Generator:
    """Makes incidents: an event or two, and some of the facts that bear on them.

    >>> from rulebase import load
    >>> made = Generator(load.vocabulary(), load.houses(["homegame"]), seed=1)
    >>> made.incident() == Generator(made.vocabulary, made.houses, seed=1).incident()
    True
    """

    def __init__(self, vocabulary: Vocabulary, houses: Mapping[str, House], seed: int) -> None:
        self.vocabulary = vocabulary
        self.houses = houses
        self._random = random.Random(seed)
        self._events = sorted(vocabulary.events)
        self._answers = self._worth_telling_apart()

    def _worth_telling_apart(self) -> dict[str, list[Values]]:
        tests: dict[str, dict[Values, None]] = {}
        for house in self.houses.values():
            for clause in house.clauses.values():
                for group in (clause.when, clause.wakes_on, *clause.unless):
                    for fact, allowed in group:
                        tests.setdefault(fact, {})[allowed] = None
        return {
            fact: list(possible_answers(self.vocabulary.facts[fact].domain, allowed))
            for fact, allowed in tests.items()
        }

    def incident(self) -> Incident:
        """The next incident."""
        chosen = self._random
        events = chosen.sample(self._events, 2 if chosen.random() < 0.15 else 1)
        return Incident(tuple(events), self._some_facts(events, chosen.choice((0.1, 0.5, 0.8, 1))))

    def clauses(self) -> Iterator[tuple[House, Clause]]:
        """Every clause that decides, and its house: what ``at`` makes incidents for."""
        for house in self.houses.values():
            for name in dict.fromkeys(name for names in house.by_event.values() for name in names):
                if not house.clauses[name].otherwise:
                    yield house, house.clauses[name]

    def at(self, house: House, clause: Clause) -> Incident:
        """An incident at the boundary of a clause: it just meets it, or misses it by a fact.

        So far as can be told from the clause alone: what else is known may rule it out.
        """
        chosen = self._random
        events = [chosen.choice(sorted(clause.events))]
        if clause.also:
            events += sorted({chosen.choice(sorted(clause.also))} - set(events))
        told = self._some_facts(events, chosen.choice((0, 0.2, 0.6)))
        aimed: dict[str, Values] = {}
        self._meet((*clause.when, *clause.wakes_on), house, aimed, DEEPEST)
        for group in clause.unless:
            fact, allowed = chosen.choice(group)
            outside = self._outside(fact, allowed)
            if outside and fact not in aimed:
                aimed[fact] = outside
        told |= {fact: Told(self._edge(values), "given") for fact, values in aimed.items()}
        if aimed and chosen.random() < 0.4:
            missed = chosen.choice(sorted(aimed))
            told[missed] = Told(self._value(missed), "given")
        return Incident(tuple(events), told)

    def _meet(self, tests: Tests, house: House, aimed: dict[str, Values], deep: int) -> None:
        """Aim at the facts tested, or at those that a derived one of them is derived from."""
        for fact, allowed in tests:
            giving = [
                clause
                for clause in house.deriving.get(fact, ())
                if not clause.events and clause.derives[fact] in allowed
            ]
            if giving and deep and self._random.random() < 0.7:
                clause = self._random.choice(giving)
                self._meet((*clause.when, *clause.wakes_on), house, aimed, deep - 1)
            elif narrowed := meet(aimed.get(fact, allowed), allowed):
                aimed[fact] = narrowed

    def _outside(self, fact: str, allowed: Values) -> Values:
        if isinstance(allowed, Span):
            return ~allowed
        domain = self.vocabulary.facts[fact].domain
        assert isinstance(domain, frozenset)
        return domain - allowed

    def _edge(self, allowed: Values) -> Values:
        """One of the values allowed, of numbers one where a range ends; now and then them all."""
        chosen = self._random
        if chosen.random() < 0.1:
            return allowed
        if isinstance(allowed, frozenset):
            return frozenset({chosen.choice(sorted(allowed))})
        low, high = chosen.choice(allowed.ranges)
        return Span.of(chosen.choice((low, low + 1 if high == HIGHEST else high)))

    def _some_facts(self, events: Iterable[str], share: float) -> dict[str, Told]:
        facts = dict.fromkeys(f for e in events for f in self.vocabulary.events[e].facts)
        told: dict[str, Told] = {}
        for fact in facts:
            if self.vocabulary.facts[fact].structured or self._random.random() > share:
                continue
            told[fact] = Told(self._value(fact), "given")
        return told

    def _value(self, fact: str) -> Values:
        answers = self._answers.get(fact)
        if not answers:
            domain = self.vocabulary.facts[fact].domain
            if isinstance(domain, frozenset):
                return frozenset({self._random.choice(sorted(domain))})
            return Span.of(self._random.choice((0, 1, 2, 100, 600, 5000)))
        value = self._random.choice(answers)
        if isinstance(value, Span) and only(value) is None and self._random.random() < 0.8:
            low, high = self._random.choice(value.ranges)
            return Span.of(self._random.choice((low, min(high, low + 1), min(high, low + 100))))
        if isinstance(value, frozenset) and self._random.random() < 0.1:
            return value | self._random.choice(answers)  # type: ignore[operator]
        return value

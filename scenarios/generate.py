"""Random incidents over the real vocabulary, biased to the boundaries that rules name."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.asking import possible_answers
from engine.incident import Incident, Told
from rulebase.book import House, Vocabulary
from rulebase.values import Span, Values, only


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
        facts = dict.fromkeys(f for e in events for f in self.vocabulary.events[e].facts)
        share = chosen.choice((0.1, 0.5, 0.8, 1.0))
        told: dict[str, Told] = {}
        for fact in facts:
            if self.vocabulary.facts[fact].structured or chosen.random() > share:
                continue
            told[fact] = Told(self._value(fact), "given")
        return Incident(tuple(events), told)

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

"""A scenario as the ground that questions grow on: its rulings, its near misses, its variants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.arithmetic.acts import LineError
from engine.asking import possible_answers
from engine.incident import Incident, IncidentError, Told
from engine.known import Known, know
from engine.restate import Teller
from engine.ruling import Engine, HouseRuling, Ruling
from rulebase.book import Clause
from rulebase.values import HIGHEST, Span, Values, only
from scenarios.bank import Scenario
from scenarios.quiz.question import order

KEPT = frozenset({"facing", "game", "street", "player", "board-cards", "position"})
"""Facts that no variant changes: the rest of what is told hangs on them."""

MOST_VARIANTS = 40


class Variant:
    """The incident with one fact told otherwise, and how it is ruled then."""

    def __init__(self, fact: str, told: Told, known: Known, engine: Engine) -> None:
        self.fact = fact
        self.told = told
        self.known = known
        self._engine = engine
        self._houses: dict[str, HouseRuling] = {}

    @property
    def incident(self) -> Incident:
        """What happened then."""
        return self.known.incident

    def house(self, name: str) -> HouseRuling:
        """How one house rules then."""
        if name not in self._houses:
            ruling = self._engine.only(name).rule_known(self.known)
            self._houses[name] = ruling.houses[name]
        return self._houses[name]

    @cached_property
    def ruling(self) -> Ruling:
        """How every house rules then."""
        return self._engine.rule_known(self.known)


@dataclass
class Case:
    """One scenario with everything that is asked of the engine about it, each thing once.

    ``family`` are the scenarios that vary it, or that it varies.
    """

    engine: Engine
    teller: Teller
    scenario: Scenario
    family: tuple[Scenario, ...] = ()

    def __post_init__(self) -> None:
        self._variants: list[Variant] = []
        self._more = self._vary()

    @property
    def incident(self) -> Incident:
        """What happened."""
        return self.scenario.incident

    @cached_property
    def ruling(self) -> Ruling:
        """How every house rules on it."""
        return self.engine.rule(self.incident)

    def house(self, name: str) -> HouseRuling:
        """How one house rules on it."""
        return self.ruling.houses[name]

    @cached_property
    def near(self) -> tuple[Variant, ...]:
        """The scenarios of the family that tell one fact otherwise, and nothing else."""
        found = []
        for other in self.family:
            changed = _changed(self.incident, other.incident)
            if changed is not None:
                told = other.incident.facts[changed]
                found += self._variant(changed, told, other.incident)
        return tuple(found)

    def variants(self) -> Iterator[Variant]:
        """The near misses of the bank, then those made here by changing a fact or an amount."""
        yield from self.near
        place = 0
        while True:
            while place < len(self._variants):
                yield self._variants[place]
                place += 1
            made = next(self._more, None)
            if made is None:
                return
            self._variants.append(made)

    def text(self, ruling: Ruling | None = None) -> str:
        """The incident told in words, with what is assumed and counts."""
        ruling = ruling or self.ruling
        facts = ruling.known.facts
        count = {f for h in ruling.houses.values() for s in h.main.fired for f in s.clause.facts}
        also = {f: t for f, t in facts.items() if t.source == "assumed" and f in count}
        return self.teller.incident(ruling.known.incident, also)

    def _vary(self) -> Iterator[Variant]:
        ruled = self.ruling
        names = [n for n, t in ruled.known.facts.items() if t.source in ("given", "assumed")]
        made = 0
        for name in sorted(names, key=lambda n: order(self.scenario.name, n)):
            fact = self.engine.vocabulary.facts[name]
            if fact.structured or name in KEPT or not fact.asks:
                continue
            for values in self._others(name, ruled.known.facts[name]):
                told = Told(values, "given")
                for variant in self._variant(name, told, self.incident.with_facts({name: told})):
                    yield variant
                    made += 1
                if made == MOST_VARIANTS:
                    return

    def _variant(self, fact: str, told: Told, incident: Incident) -> list[Variant]:
        """The variant, if such an incident can be."""
        try:
            known = know(incident.asking(self.ruling.asked), self.engine.vocabulary)
        except (IncidentError, LineError):
            return []
        return [] if known.contradictions else [Variant(fact, told, known, self.engine)]

    def _others(self, name: str, told: Told) -> Iterator[Values]:
        """Other values of a fact: the other words, or numbers on the other sides of tests."""
        value = only(told.values)
        if isinstance(told.values, frozenset):
            domain = self.engine.vocabulary.facts[name].domain
            assert isinstance(domain, frozenset)
            yield from (frozenset({word}) for word in sorted(domain) if word != value)
        elif isinstance(value, int):
            tests = [v for c in self._clauses() for f, v in _tests(c) if f == name]
            numbers = [_edge(part) for part in possible_answers(Span.parse(">= 0"), tests)]
            if self.engine.vocabulary.facts[name].unit == "chips" and value > 1:
                numbers = [value * 2, value // 2]
            for number in dict.fromkeys(numbers):
                if number not in (value, 0):
                    yield Span.of(number)

    def _clauses(self) -> Iterable[Clause]:
        for house in self.engine.houses.values():
            for event in self.incident.events:
                yield from (house.clauses[name] for name in house.by_event.get(event, ()))
            for clauses in house.deriving.values():
                yield from clauses


def _tests(clause: Clause) -> Iterator[tuple[str, Values]]:
    for group in (clause.when, clause.wakes_on, *clause.unless):
        yield from group


def _edge(part: Values) -> int:
    """The number of a range next to its edge: its least, for the first its greatest."""
    assert isinstance(part, Span)
    low, high = part.ranges[0]
    return high if low == 0 and high != HIGHEST else low


def _changed(before: Incident, after: Incident) -> str | None:
    """The one fact that ``after`` tells otherwise; None where more or less differs."""
    if before.events != after.events or before.line != after.line:
        return None
    names = {*before.facts, *after.facts}
    changed = [n for n in names if before.facts.get(n) != after.facts.get(n)]
    return changed[0] if len(changed) == 1 and changed[0] in after.facts else None

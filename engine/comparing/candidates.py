"""Incidents that may tell two rulebooks apart, found around the boundaries of their clauses.

For each two clauses that speak on one decision about one event: where both speak and
differ, and where the one speaks and the other just fails. The solver that the lint
uses makes the incidents; whether they show a difference is the engine's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from engine.comparing.matrix import Selection
from engine.comparing.sides import Pair, Side
from engine.incident import Incident
from engine.lint.amounts import with_numbers
from engine.lint.book import Told
from engine.lint.firing import differing
from engine.lint.formula import All, Formula
from engine.lint.solve import GaveUp, begin, solutions
from engine.lint.witness import incidents

MOST_WAYS = 3
"""How many ways of meeting (or failing) two clauses are made into incidents."""


def candidates(pair: Pair, kept: Selection) -> Iterator[tuple[str, Incident]]:
    """Decisions, each with an incident on which the two may differ about it."""
    for event in pair.vocabulary.events:
        for one, other in (pair.sides, pair.sides[::-1]):
            theirs = list(other.speaking(event))
            for mine in one.speaking(event):
                for decision in mine.says:
                    if kept(decision, (event,)):
                        rivals = [t for t in theirs if decision in t.says]
                        meeting = _Meeting(pair, one, other, mine, event, decision)
                        yield from ((decision, incident) for incident in meeting.tries(rivals))


def between(pair: Pair, rule: str, rival: str) -> Iterator[tuple[str, Incident]]:
    """Decisions, each with an incident on which two rules, one of each side, may differ."""
    for one, other, here, there in (
        (pair.one, pair.other, rule, rival),
        (pair.other, pair.one, rival, rule),
    ):
        for event in pair.vocabulary.events:
            theirs = [told for told in other.speaking(event) if told.clause.rule == there]
            for mine in one.speaking(event) if theirs else ():
                for decision in mine.says if mine.clause.rule == here else ():
                    rivals = [t for t in theirs if decision in t.says]
                    meeting = _Meeting(pair, one, other, mine, event, decision)
                    tries = meeting.tries(rivals) if rivals else ()
                    yield from ((decision, incident) for incident in tries)


@dataclass(slots=True)
class _Meeting:
    """One clause of one side on one decision, to be met by the other side's clauses."""

    pair: Pair
    one: Side
    other: Side
    mine: Told
    event: str
    decision: str

    @property
    def events(self) -> frozenset[str]:
        return frozenset((self.event, *sorted(self.mine.clause.also)[:1]))

    def tries(self, rivals: Iterable[Told]) -> Iterator[Incident]:
        """Incidents on which the clause speaks and the other side may say otherwise."""
        speaks = self.one.logic(self.mine, self.events).speaks(self.mine.clause)
        yield from self._met(speaks)
        for rival in rivals:
            if rival.clause == self.mine.clause:
                continue
            logic = self.other.logic(rival, self.events)
            both = All((speaks, logic.speaks(rival.clause)))
            if rival.says[self.decision] != self.mine.says[self.decision]:
                yield from self._met(both)
                continue
            yield from self._met(All((speaks, logic.fails(rival.clause))))
            if self.decision in differing(self.mine, rival):
                for incident in islice(self._met(both), 1):
                    yield from islice(
                        with_numbers(incident, self.mine, rival, self.pair.vocabulary), 1
                    )

    def _met(self, formula: Formula) -> Iterator[Incident]:
        store = begin(self.pair.vocabulary, self.events)
        if store is None:
            return
        try:
            for found in islice(solutions(store, formula), MOST_WAYS):
                yield from islice(incidents(found, self.events, self.decision), 1)
        except GaveUp:
            return

"""Facts, outcomes and amounts that no rule uses, and amounts that arithmetic does not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.arithmetic import AMOUNTS, COMPUTATIONS, LINE_FACTS
from engine.lint.finding import VOCABULARY, Check, Finding
from rulebase.book import Clause, House, Vocabulary

LINE_READS = ("player", "position", "street", "structure", "big-blind", "small-blind", "limit-bet")
"""The facts that folding a line of action reads beside the line."""

_PLACE = re.compile(r"\{([a-z0-9-]+)\}")


class Used:
    """What all the houses make use of."""

    def __init__(self, houses: Iterable[House], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.clauses = [c for house in houses for c in house.clauses.values()]
        self.named = {(c.house, c.name): set(_places(c)) for c in self.clauses}
        spoken = {place for o in vocabulary.decisions.values() for place in _said(o.outcomes)}
        symbols = {c.amount for c in self.clauses if c.amount and not c.amount.isdigit()}
        self.symbols = symbols.union(spoken, *self.named.values())
        self.outcomes = {
            pair for c in self.clauses for pair in (*c.decides.items(), *c.otherwise.items())
        }
        self.tested = self._reached()

    def _reached(self) -> set[str]:
        """The facts that rules test, and all that those rest on."""
        rest = {fact for c in self.clauses for fact in c.facts} | self.symbols
        for symbol in self.symbols & AMOUNTS.keys():
            rest |= {*AMOUNTS[symbol].needs, AMOUNTS[symbol].most} - {""}
        found: set[str] = set()
        while rest:
            fact = rest.pop()
            if fact in found:
                continue
            found.add(fact)
            if fact in LINE_FACTS:
                rest.update(LINE_READS)
            for way in COMPUTATIONS.get(fact, ()):
                rest |= {*way.needs, *way.uses}
            for implication in self.vocabulary.implications:
                if any(name == fact for name, _ in implication.then):
                    rest |= {name for name, _ in implication.when}
        return found


def _places(clause: Clause) -> Iterator[str]:
    for text in (clause.say, clause.procedure, clause.penalty):
        yield from _PLACE.findall(text)


def _said(outcomes: dict[str, str]) -> Iterator[str]:
    for text in outcomes.values():
        yield from _PLACE.findall(text)


def unused(houses: Iterable[House], vocabulary: Vocabulary) -> Iterator[Finding]:
    """What the vocabulary declares and nothing uses."""
    used = Used(houses, vocabulary)
    mentioned = _mentioned(vocabulary)
    for fact in vocabulary.facts:
        if fact in used.tested:
            continue
        if fact in mentioned:
            yield _found("untested-fact", fact, f"no rule of any house rests on {fact}")
        else:
            yield _found("unused-fact", fact, f"nothing at all uses {fact}")
    for decision in vocabulary.decisions.values():
        for outcome in decision.outcomes:
            if (decision.name, outcome) not in used.outcomes:
                name = f"{decision.name}: {outcome}"
                yield _found("unused-outcome", name, f"no rule of any house decides {name}")
    for symbol in vocabulary.amounts:
        if symbol not in used.symbols:
            yield _found("unused-amount", symbol, f"no rule of any house names {symbol}")


def _found(check: Check, name: str, what: str) -> Finding:
    return Finding(check, VOCABULARY, (name,), what)


def _mentioned(vocabulary: Vocabulary) -> set[str]:
    """The facts that events, implications or arithmetic speak of."""
    found = {*COMPUTATIONS, *LINE_FACTS, *LINE_READS}
    found |= {n for ways in COMPUTATIONS.values() for w in ways for n in (*w.needs, *w.uses)}
    found |= {need for symbol in AMOUNTS.values() for need in symbol.needs}
    for event in vocabulary.events.values():
        found |= {*event.facts, *event.assumes, *event.implies}
    for implication in vocabulary.implications:
        found |= {name for name, _ in (*implication.when, *implication.then)}
    return found


def unknown(house: House, vocabulary: Vocabulary) -> Iterator[Finding]:
    """Amounts and placeholders of a house that arithmetic does not know or cannot feed."""
    facts, computed = vocabulary.facts, {*COMPUTATIONS, *LINE_FACTS}
    for clause in house.clauses.values():
        if clause.house != house.name:
            continue
        about = (clause.name,)
        if clause.amount and not clause.amount.isdigit() and clause.amount not in AMOUNTS:
            what = f"arithmetic does not know the amount {clause.amount}"
            yield Finding("unknown-amount", house.name, about, what)
        symbols = {clause.amount, *_places(clause)}
        for symbol in sorted(symbols - {clause.amount} - AMOUNTS.keys() - set(facts)):
            if symbol in computed:
                what = f"arithmetic computes {symbol}, but it is declared no fact"
                yield Finding("undeclared-fact", house.name, about, what)
            elif symbol not in vocabulary.amounts:
                what = f"{{{symbol}}} is no amount and no fact"
                yield Finding("unknown-amount", house.name, about, what)
        needs = {need for s in symbols & AMOUNTS.keys() for need in AMOUNTS[s].needs}
        for need in sorted(needs - set(facts)):
            what = f"its amount needs {need}, which is declared no fact"
            yield Finding("undeclared-fact", house.name, about, what)

"""A house's clauses as a rule network, and the matcher that runs it.

Three things that a clause may hold are compiled away here: several events (a fact
of its own, ``happened:a,b``), exceptions (one rule for each way of none applying),
and defaults (a derived fact gets its default by rules that fire when each of its
derivations is known to have failed: an absence is never a match).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product

from engine.network import Antecedent, Matcher, NetworkError, Rule
from engine.plain import PlainMatcher
from rulebase.book import Clause, House, Tests, Vocabulary
from rulebase.values import Span, Values, meet

MOST_WAYS = 12
"""The most rules that one clause with exceptions may become."""


def happened(events: Iterable[str]) -> str:
    """The name of the fact that one of these events happened."""
    return f"happened:{','.join(sorted(events))}"


def clause_of(rule: str) -> str:
    """The clause that a rule of the network stands for; empty for a helper rule.

    >>> clause_of("III.5.11#1~2"), clause_of("failed III.2.1#1 0")
    ('III.5.11#1', '')
    """
    return "" if rule.startswith(("failed ", "default ")) else rule.partition("~")[0]


def network(house: House, vocabulary: Vocabulary) -> tuple[Rule, ...]:
    """The rules of the network that stands for ``house``."""
    builder = _Builder(vocabulary)
    rules = [
        rule for clause in house.clauses.values() if not clause.otherwise
        for rule in builder.clause(clause)
    ]
    for fact, default in house.defaults.items():
        rules += builder.default(fact, default, house.deriving.get(fact, ()))
    return tuple(rules)


class _Builder:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def complement(self, fact: str, values: Values) -> Values:
        if isinstance(values, Span):
            return ~values
        domain = self.vocabulary.facts[fact].domain
        assert isinstance(domain, frozenset)
        return domain - values

    def clause(self, clause: Clause) -> Iterator[Rule]:
        base: dict[str, Values] = {}
        for key in (clause.events, clause.also):
            if key:
                base[happened(key)] = frozenset({"yes"})
        _intersect(base, (*clause.when, *clause.wakes_on))
        ways = list(product(*clause.unless))
        if len(ways) > MOST_WAYS:
            raise NetworkError(f"{clause.house} {clause.name}: its exceptions make {len(ways)} rules")
        asserts = tuple(clause.derives.items())
        for number, way in enumerate(ways, 1):
            tests = dict(base)
            _intersect(tests, ((fact, self.complement(fact, values)) for fact, values in way))
            if all(tests.values()):
                name = clause.name if len(ways) == 1 else f"{clause.name}~{number}"
                yield Rule(name, _antecedents(tests), asserts)

    def default(self, fact: str, value: str | int, deriving: Iterable[Clause]) -> Iterator[Rule]:
        failed = []
        for clause in deriving:
            failed.append(f"failed:{clause.name}")
            for number, tests in enumerate(self._ways_to_fail(clause)):
                yield Rule(
                    f"failed {clause.name} {number}",
                    _antecedents(tests),
                    ((failed[-1], "yes"),),
                )
        antecedents = tuple(Antecedent(name, frozenset({"yes"})) for name in failed)
        if antecedents:
            yield Rule(f"default {fact}", antecedents, ((fact, value),))

    def _ways_to_fail(self, clause: Clause) -> Iterator[dict[str, Values]]:
        for key in (clause.events, clause.also):
            if key:
                yield {happened(key): frozenset({"no"})}
        for fact, values in (*clause.when, *clause.wakes_on):
            yield {fact: self.complement(fact, values)}
        for group in clause.unless:
            tests: dict[str, Values] = {}
            _intersect(tests, group)
            yield tests


def _intersect(tests: dict[str, Values], more: Iterable[tuple[str, Values]] | Tests) -> None:
    for fact, values in more:
        tests[fact] = meet(tests[fact], values) if fact in tests else values


def _antecedents(tests: Mapping[str, Values]) -> tuple[Antecedent, ...]:
    return tuple(Antecedent(fact, values) for fact, values in tests.items())


class HouseMatcher:
    """A house's network with its matcher, asked with events and known facts."""

    def __init__(self, house: House, vocabulary: Vocabulary, *, plain: bool = False) -> None:
        rules = network(house, vocabulary)
        self.matcher = _matcher(house.name, rules, plain=plain)
        keys = {c for clause in house.clauses.values() for c in (clause.events, clause.also) if c}
        needed = {
            key
            for fact in house.defaults
            for clause in house.deriving.get(fact, ())
            for key in (clause.events, clause.also)
            if key
        }
        self._keys = [(key, happened(key), key in needed) for key in keys]

    def known(self, events: Iterable[str], facts: Mapping[str, Values]) -> dict[str, Values]:
        """The facts, and what is to be known of the events."""
        present = frozenset(events)
        found = dict(facts)
        for key, name, needed in self._keys:
            if not present.isdisjoint(key):
                found[name] = _YES
            elif needed:
                found[name] = _NO
        return found


_YES, _NO = frozenset({"yes"}), frozenset({"no"})


@cache
def durable_available() -> bool:
    """Whether durable-rules can be imported here; else the plain matcher takes over."""
    from engine.durable import available

    return available()


def _matcher(label: str, rules: tuple[Rule, ...], *, plain: bool) -> Matcher:
    if plain or not durable_available():
        return PlainMatcher(label, rules)
    from engine.durable import DurableMatcher

    return DurableMatcher(label, rules)

"""A house's clauses as a rule network, and the matcher that runs it.

Three things that a clause may hold are compiled away here: several events (a fact
of its own, ``happened:a,b``), exceptions (one rule for each way of none applying),
and defaults (a derived fact gets its default by rules that fire when each of its
derivations is known to have failed: an absence is never a match).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from engine.network import Antecedent, Fired, Matcher, NetworkError, Rule, holds
from engine.plain import PlainMatcher
from rulebase.book import MOST_WAYS, Clause, House, Tests, Vocabulary
from rulebase.values import Span, Values, meet

_HAPPENED = "happened:"


def happened(events: Iterable[str]) -> str:
    """The name of the fact that one of these events happened."""
    return _HAPPENED + ",".join(sorted(events))


def clause_of(rule: str) -> str:
    """The clause that a rule of the network stands for; empty for a helper rule.

    >>> clause_of("III.5.11#1~2"), clause_of("failed III.2.1#1 0")
    ('III.5.11#1', '')
    """
    return "" if rule.startswith(("failed ", "default ")) else rule.partition("~")[0]


def network(
    house: House,
    event: str,
    vocabulary: Vocabulary,
    facts: Mapping[str, Values] | None = None,
) -> tuple[Rule, ...]:
    """The rules that stand for the clauses that ``event`` wakes, and for all that they rest on.

    Clauses that decide never feed each other, so each event has a network of its own:
    small, and made only when the event happens. With ``facts``, rules of clauses that they
    do not meet are left out.
    """
    clauses = [house.clauses[name] for name in house.by_event.get(event, ())]
    builder = _Builder(vocabulary)
    if facts is None:
        return builder.rules(house, clauses)
    rules = builder.rules(house, clauses, lambda clause: _meets(clause, facts))
    derived = {fact for rule in rules for fact, _ in rule.asserts}
    return tuple(
        rule
        for rule in rules
        if all(
            holds(a.allowed, facts[a.about])
            if a.about in facts
            else a.about in derived or a.about.startswith(_HAPPENED)
            for a in rule.antecedents
        )
    )


def _meets(clause: Clause, facts: Mapping[str, Values]) -> bool:
    """Whether the facts that are known meet a clause, as far as they go."""
    tests = (*clause.when, *clause.wakes_on)
    return all(fact not in facts or holds(allowed, facts[fact]) for fact, allowed in tests)


class _Builder:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def complement(self, fact: str, values: Values) -> Values:
        if isinstance(values, Span):
            return ~values
        domain = self.vocabulary.facts[fact].domain
        assert isinstance(domain, frozenset)
        return domain - values

    def rules(
        self,
        house: House,
        clauses: Iterable[Clause],
        wanted: Callable[[Clause], bool] = lambda clause: True,
    ) -> tuple[Rule, ...]:
        """The rules of the clauses that are ``wanted``, and all that derive a fact they test.

        So too what the others test: of a clause that cannot hold it is told what it lacks.
        """
        deciding = (clause for clause in clauses if not clause.otherwise and wanted(clause))
        rules = [rule for clause in deciding for rule in self.clause(clause)]
        ahead = sorted({fact for clause in clauses for fact in clause.facts})
        seen: set[str] = set()
        while ahead:
            fact = ahead.pop()
            if fact in seen:
                continue
            seen.add(fact)
            for clause in house.deriving.get(fact, ()):
                if wanted(clause):
                    rules += self.clause(clause)
                ahead += sorted(clause.facts)
            if fact in house.defaults:
                rules += self.default(fact, house.defaults[fact], house.deriving.get(fact, ()))
        return tuple({rule.name: rule for rule in rules}.values())

    def clause(self, clause: Clause) -> Iterator[Rule]:
        base: dict[str, Values] = {}
        for key in (clause.events, clause.also):
            if key:
                base[happened(key)] = frozenset({"yes"})
        _intersect(base, (*clause.when, *clause.wakes_on))
        ways = list(product(*clause.unless))
        if len(ways) > MOST_WAYS:
            raise NetworkError(
                f"{clause.house} {clause.name}: its exceptions make {len(ways)} rules"
            )
        asserts = tuple(clause.derives.items())
        for number, way in enumerate(ways, 1):
            tests = dict(base)
            _intersect(tests, ((fact, self.complement(fact, values)) for fact, values in way))
            if all(tests.values()):
                name = clause.name if len(ways) == 1 else f"{clause.name}~{number}"
                yield Rule(name, _antecedents(tests), asserts)

    def default(self, fact: str, value: str | int, deriving: Iterable[Clause]) -> Iterator[Rule]:
        failed = []
        for place, clause in enumerate(deriving):
            failed.append(f"failed:{fact} {place}")  # a clause's name may be in any script
            for number, tests in enumerate(self._ways_to_fail(clause)):
                yield Rule(
                    f"failed {fact} {clause.name} {number}",
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


MakeMatcher = Callable[[str, Sequence[Rule]], Matcher]
"""What makes a matcher of a network, given its label and its rules."""


class HouseMatcher:
    """A house's networks, each made when its event happens, asked with events and facts.

    To make a whole network takes longer than to run it a hundred times, and a floor person
    asks once. So the first time that an event happens its network holds only the rules
    that what is known does not rule out; from the second time on it is whole, and kept.
    """

    def __init__(self, house: House, vocabulary: Vocabulary, make: MakeMatcher) -> None:
        self._house = house
        self._vocabulary = vocabulary
        self._make = make
        self._seen: set[str] = set()
        self._matchers: dict[str, tuple[Matcher | None, tuple[frozenset[str], ...]]] = {}

    def fire(
        self, events: Iterable[str], facts: Mapping[str, Values], *, again: bool = False
    ) -> Fired:
        """What fires in the networks of the events; ``again`` for the incident of the last time."""
        present = frozenset(events)
        fired = [self._fire(event, present, facts, again) for event in sorted(present)]
        if len(fired) == 1:
            return fired[0]
        return Fired(
            tuple(dict.fromkeys(rule for each in fired for rule in each.rules)),
            {fact: value for each in fired for fact, value in each.facts.items()},
            tuple(dict.fromkeys(step for each in fired for step in each.trace)),
        )

    def _fire(
        self, event: str, present: frozenset[str], facts: Mapping[str, Values], again: bool
    ) -> Fired:
        label = f"{self._house.name}-{event}"
        if event not in self._matchers and (again or event not in self._seen):
            self._seen.add(event)
            rules = network(self._house, event, self._vocabulary, facts)
            known = _with_events(facts, _asked_about(rules), present)
            return self._make(label, rules).fire(known) if rules else _NOTHING
        if event not in self._matchers:
            rules = network(self._house, event, self._vocabulary)
            matcher = self._make(label, rules) if rules else None
            self._matchers[event] = matcher, _asked_about(rules)
        matcher, asked = self._matchers[event]
        return matcher.fire(_with_events(facts, asked, present)) if matcher else _NOTHING


_NOTHING = Fired((), {}, ())


def _with_events(
    facts: Mapping[str, Values], asked: Iterable[frozenset[str]], present: frozenset[str]
) -> dict[str, Values]:
    """The facts, and whether any of each set of events happened."""
    told = {happened(key): _NO if present.isdisjoint(key) else _YES for key in asked}
    return {**facts, **told}


def _asked_about(rules: Iterable[Rule]) -> tuple[frozenset[str], ...]:
    names = {a.about for rule in rules for a in rule.antecedents if a.about.startswith(_HAPPENED)}
    return tuple(frozenset(n.removeprefix(_HAPPENED).split(",")) for n in sorted(names))


_YES, _NO = frozenset({"yes"}), frozenset({"no"})


@cache
def durable_available() -> bool:
    """Whether durable-rules can be imported here; else the plain matcher takes over."""
    from engine.durable import available

    return available()


def best_matcher(label: str, rules: Sequence[Rule]) -> Matcher:
    """durable-rules where it can be imported, the plain matcher elsewhere."""
    if not durable_available():
        return PlainMatcher(label, rules)
    from engine.durable import DurableMatcher

    return DurableMatcher(label, rules)

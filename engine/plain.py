"""The plain matcher: the network's rules evaluated one by one, to a fixpoint.

It is the oracle that the durable-rules matcher is tested against, so it shares
none of the matching with it, and it takes over where durable-rules cannot be
imported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.network import (
    Antecedent,
    Fired,
    Rounds,
    Rule,
    check,
    definite,
    distinct_tests,
    holds,
    vet,
)
from rulebase.values import Span, Values


class PlainMatcher:
    """Matches a network in Python alone."""

    def __init__(self, label: str, rules: Sequence[Rule]) -> None:
        """Check the rules.

        Raises:
            NetworkError: the network breaks a limit.
        """
        check(rules, label)
        self._rules = tuple(rules)
        self._numbers = {
            about: isinstance(allowed[0], Span) for about, allowed in distinct_tests(rules).items()
        }
        self._about: dict[str, list[int]] = defaultdict(list)
        for place, rule in enumerate(self._rules):
            for antecedent in rule.antecedents:
                self._about[antecedent.about].append(place)

    def fire(self, known: Mapping[str, Values]) -> Fired:
        """Fire the rules to a fixpoint on the values that each fact may still have.

        Raises:
            NetworkError: a known value is of the wrong kind, or no vocabulary.
        """
        for about, possible in known.items():
            if about in self._numbers:
                vet(possible, self._numbers[about])
        facts = dict(known)
        rounds = Rounds(self._rules, known)
        candidates: set[int] = set(range(len(self._rules)))
        while candidates:
            added = rounds.close(
                place
                for place in candidates
                if all(_met(antecedent, facts) for antecedent in self._rules[place].antecedents)
            )
            facts.update((about, definite(value)) for about, value in added)
            # Only a rule that tests what is new can be met now and not before.
            candidates = {place for about, _ in added for place in self._about.get(about, ())}
        return rounds.fired()


def _met(antecedent: Antecedent, facts: Mapping[str, Values]) -> bool:
    possible = facts.get(antecedent.about)
    return possible is not None and holds(antecedent.allowed, possible)

"""The same rule networks as decision tables of zen-engine (GoRules), only to compare with.

A network is one table that collects every row met: a row a rule, a column a fact. What its
language lacks is made up for here: nothing a row gives is seen by the other rows, so the
table is asked again for each round; and a cell compares one value, so a fact known in part
is a list of words, or the least and the most of a number, which the cells test as such.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.network import Fired, Rounds, Rule, definite, distinct_tests
from rulebase.values import Span, Values


class ZenMatcher:
    """The same rounds, with the matching done by zen-engine (only for this comparison)."""

    def __init__(self, label: str, rules: Sequence[Rule]) -> None:
        """Build the table of the rules."""
        import zen

        self._rules = rules
        self._columns = {about: f"f{n}" for n, about in enumerate(distinct_tests(rules))}
        self._table = zen.ZenEngine().create_decision(json.dumps(self._graph()))

    def _graph(self) -> dict[str, Any]:
        columns = [{"id": name, "name": name, "field": name} for name in self._columns.values()]
        rows = [
            {"_id": str(place), "met": str(place)}
            | {self._columns[a.about]: _cell(a.allowed) for a in rule.antecedents}
            for place, rule in enumerate(self._rules)
        ]
        table = {
            "hitPolicy": "collect",
            "inputs": columns,
            "outputs": [{"id": "met", "name": "met", "field": "met"}],
            "rules": rows,
        }
        place = {"x": 0, "y": 0}
        return {
            "nodes": [
                {"id": "in", "name": "in", "type": "inputNode", "position": place},
                {"id": "table", "name": "table", "type": "decisionTableNode", "position": place}
                | {"content": table},
                {"id": "out", "name": "out", "type": "outputNode", "position": place},
            ],
            "edges": [
                {"id": "asked", "type": "edge", "sourceId": "in", "targetId": "table"},
                {"id": "told", "type": "edge", "sourceId": "table", "targetId": "out"},
            ],
        }

    def fire(self, known: Mapping[str, Values]) -> Fired:
        """Fire the rules to a fixpoint."""
        rounds = Rounds(self._rules, known)
        told: dict[str, object] = {}
        new = dict(known)
        while new:
            for about, possible in new.items():
                if about in self._columns and possible:
                    told[self._columns[about]] = _written(possible)
            met = [row["met"] for row in self._table.evaluate(told)["result"]]
            new = {about: definite(value) for about, value in rounds.close(met)}
        return rounds.fired()


def _cell(allowed: Values) -> str:
    """What a cell tests: a lone bracket around it would be read as a range."""
    if isinstance(allowed, Span):
        return " or ".join(f"$.least >= {a} and $.most <= {b}" for a, b in allowed.ranges)
    return f"all($, # in {json.dumps(sorted(allowed))})"


def _written(possible: Values) -> object:
    if isinstance(possible, Span):
        return {"least": possible.ranges[0][0], "most": possible.ranges[-1][1]}
    return sorted(possible)

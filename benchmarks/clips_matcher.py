"""The same rule networks matched by CLIPS, only to compare with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.network import Antecedent, Fired, Rounds, Rule, definite, distinct_tests
from rulebase.values import Span, Values


class ClipsMatcher:
    """The same rounds, with the matching done by CLIPS (only for this comparison)."""

    def __init__(self, label: str, rules: Sequence[Rule]) -> None:
        """Build the rules; each fact of the incident is a relation of its own."""
        import clips

        self._symbol = clips.Symbol
        self._rules = rules
        self._met: list[int] = []
        self._relations = {about: f"f{n}" for n, about in enumerate(distinct_tests(rules))}
        self._clips: Any = clips.Environment()
        self._clips.define_function(self._met.append, name="met")
        for relation in self._relations.values():
            self._clips.build(f"(deftemplate {relation} (multislot is) (slot least) (slot most))")
        self._templates = {
            about: self._clips.find_template(name) for about, name in self._relations.items()
        }
        for place, rule in enumerate(rules):
            patterns = "".join(self._pattern(*found) for found in enumerate(rule.antecedents))
            self._clips.build(f"(defrule r{place} {patterns} => (met {place}))")

    def _pattern(self, n: int, antecedent: Antecedent) -> str:
        relation, allowed = self._relations[antecedent.about], antecedent.allowed
        if isinstance(allowed, Span):
            inside = " ".join(f"(and (>= ?l{n} {a}) (<= ?m{n} {b}))" for a, b in allowed.ranges)
            return f"({relation} (least ?l{n}) (most ?m{n}&:(or {inside} FALSE)))"
        if len(allowed) == 1:
            return f"({relation} (is {next(iter(allowed))}))"
        words = " ".join(sorted(allowed))
        return f"({relation} (is $?w{n}&:(subsetp ?w{n} (create$ {words}))))"

    def fire(self, known: Mapping[str, Values]) -> Fired:
        """Fire the rules to a fixpoint."""
        rounds = Rounds(self._rules, known)
        new = dict(known)
        self._clips.reset()
        while new:
            for about, possible in new.items():
                if about not in self._templates or not possible:
                    continue
                said: dict[str, Any]
                if isinstance(possible, Span):
                    said = {"least": possible.ranges[0][0], "most": possible.ranges[-1][1]}
                else:
                    said = {"is": [self._symbol(word) for word in possible]}
                self._templates[about].assert_fact(**said)
            self._met.clear()
            self._clips.run()
            new = {about: definite(value) for about, value in rounds.close(self._met)}
        return rounds.fired()

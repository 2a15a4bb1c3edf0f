"""One statement of a rule, checked against the vocabulary and compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Protocol

from rulebase.book import MOST_ANTECEDENTS, MOST_WAYS, encode
from rulebase.conditions import Conditions, Read, both, check_value, read_conditions
from rulebase.problems import did_you_mean
from rulebase.schema import ClauseFields, RuleSource
from rulebase.source import Place, Source
from rulebase.values import HIGHEST, only
from rulebase.vocabulary_source import VocabularySource

SHARED = "vocabulary"
"""The house under whose name the derivations that every house shares are held."""


class Placed(Protocol):
    """An entry with where it stands."""

    source: Source
    place: Place
    rule: RuleSource

    def statements(self) -> list[ClauseFields]: ...


@dataclass(slots=True)
class ClauseCompiler:
    """Compiles the clauses of one house."""

    house: str
    adopts: Sequence[str]
    names: Mapping[str, Mapping[str, list[str]]]
    vocabulary: dict[str, Any]
    language: Conditions

    def clause(
        self, name: str, written: ClauseFields, entry: Placed, heads: Sequence[Placed]
    ) -> dict[str, Any] | None:
        """The compiled clause; None for one that only heads others (conditions, no statement)."""
        source, place = entry.source, entry.place
        conditions = read_conditions(written.when, self.language, source, (*place, "when"))
        groups = self._groups(written, entry)
        for head in heads:
            for above in head.statements()[:1]:
                inherited = read_conditions(above.when, self.language, head.source, head.place)
                conditions = both(conditions, inherited)
                groups += self._groups(above, head)
        decides = {**written.decides, **written.allows}
        amount = str(decides.pop("amount", ""))
        says = decides or written.derives or written.otherwise
        if not says and not written.authority:
            return None
        self._check_says(written, decides, amount, conditions, entry)
        soft = bool(written.allows or written.modifies)
        waking = read_conditions(written.wakes_on or {}, self.language, source, place)
        self._check_size(conditions, waking, groups, entry)
        derived = {f: v for f, v in written.otherwise.items() if f in self.language.facts}
        return {
            "name": name,
            "house": self.house,
            "rule": entry.rule.rule,
            "events": sorted(conditions.events),
            "also": sorted(conditions.also),
            "when": {fact: encode(values) for fact, values in conditions.tests.items()},
            "unless": [{f: encode(v) for f, v in g.tests.items()} for g in groups],
            "wakes_on": {fact: encode(values) for fact, values in waking.tests.items()},
            "decides": {d: str(o) for d, o in decides.items()},
            "amount": amount,
            "derives": self._values(written.derives, entry, "derives"),
            "otherwise": {d: str(o) for d, o in written.otherwise.items() if d not in derived},
            "default": self._values(derived, entry, "otherwise"),
            "force": written.force or ("may" if soft else "must"),
            "keeps_default": soft,
            "say": written.say or "",
            "procedure": written.procedure or "",
            "penalty": written.penalty or "",
            "beats": [
                list(target)
                for locator in (*written.overrides, *written.modifies)
                for target in self.targets(locator, source, place)
                if target != (self.house, name)
            ],
            "leads": [],
            "authority": written.authority,
            "members": [],
        }

    def _groups(self, written: ClauseFields, entry: Placed) -> list[Read]:
        unless = written.unless if isinstance(written.unless, list) else [written.unless]
        place = (*entry.place, "unless")
        read = [read_conditions(g, self.language, entry.source, place) for g in unless if g]
        for group in read:
            if group.events or group.also:
                self.language.fault(entry.source, place, "unless is about facts, not events")
        return read

    def _check_size(
        self, conditions: Read, waking: Read, groups: Sequence[Read], entry: Placed
    ) -> None:
        """What the matchers cannot hold is told here, with its place."""
        exceptions = [group.tests for group in groups if group.tests]
        ways = prod(map(len, exceptions))
        if ways > MOST_WAYS:
            what = f"its exceptions may fail to apply in {ways} ways, {MOST_WAYS} are the most"
            self.language.fault(entry.source, entry.place, f"{what}: write several clauses")
            return
        facts = {*conditions.tests, *waking.tests}
        events = bool(conditions.events) + bool(conditions.also)
        rests_on = max(len(facts | {*way}) for way in product(*exceptions)) + events
        if rests_on > MOST_ANTECEDENTS:
            what = f"it rests on {rests_on} facts and events, {MOST_ANTECEDENTS} are the most"
            self.language.fault(entry.source, entry.place, f"{what}: derive a fact from some")

    def _values(self, written: Mapping[str, int | str], entry: Placed, key: str) -> dict[str, Any]:
        found = {}
        for fact, value in written.items():
            place = (*entry.place, key, fact)
            values = check_value(fact, value, self.language, entry.source, place)
            if values is not None:
                found[fact] = only(values)
                if found[fact] is None:
                    self.language.fault(entry.source, place, f"{fact} must have one value")
        return found

    def _check_says(
        self,
        written: ClauseFields,
        decides: Mapping[str, int | str],
        amount: str,
        conditions: Read,
        entry: Placed,
    ) -> None:
        fault, source, place = self.language.fault, entry.source, entry.place
        decisions = self.vocabulary["decisions"]
        for decision, outcome in (*decides.items(), *written.otherwise.items()):
            if decision in self.language.facts and decision in written.otherwise:
                continue
            if decision not in decisions:
                hint = did_you_mean(decision, decisions)
                fault(source, place, f'"{decision}" is no decision{hint}')
            elif str(outcome) not in decisions[decision]["outcomes"]:
                known = decisions[decision]["outcomes"]
                hint = did_you_mean(str(outcome), known)
                what = f'"{outcome}" is no outcome of {decision} ({", ".join(known)}){hint}'
                fault(source, place, what)
        if amount and not _in_chips(amount) and amount not in self.vocabulary["amounts"]:
            hint = did_you_mean(amount, self.vocabulary["amounts"])
            fault(source, place, f'"{amount}" is no amount{hint}')
        if decides and not conditions.events:
            fault(source, place, "a rule that decides needs an event in its when")
        if decides and written.derives:
            fault(source, place, "one clause either decides or derives")

    def targets(self, locator: str, source: Source, place: Place) -> list[tuple[str, str]]:
        """The clauses that ``locator`` names: ``III.5.5``, ``III.5.5#2`` or ``tda-2007/11``."""
        house, _, rest = locator.rpartition("/")
        house = house or self.house
        if house not in self.names:
            hint = did_you_mean(house, self.names)
            self.language.fault(source, place, f'"{house}" is no house{hint}')
            return []
        rule = rest.partition("#")[0]
        known = self.names[house]
        if rule not in known or ("#" in rest and rest not in known[rule]):
            hint = did_you_mean(rest, [*known, *(c for cs in known.values() for c in cs)])
            self.language.fault(source, place, f'no rule "{locator}" in {house}{hint}')
            return []
        if house != self.house and house not in self.adopts:
            self.language.fault(source, place, f"{self.house} does not adopt {house}")
        return [(house, clause) for clause in (known[rule] if "#" not in rest else [rest])]


def _in_chips(amount: str) -> bool:
    """Whether an amount is written as a number of chips."""
    digits = amount.isascii() and amount.isdecimal() and len(amount) < 20
    return digits and int(amount) <= HIGHEST


def compile_derivations(
    vocabulary: VocabularySource, compiled: dict[str, Any], language: Conditions
) -> dict[str, dict[str, Any]]:
    """The derivations that every house shares, as clauses of the house ``SHARED``."""
    compiler = ClauseCompiler(SHARED, (), {SHARED: {}}, compiled, language)
    clauses = {}
    for declared in vocabulary.derivations:
        name = f"{declared.topic}.{declared.place[0]}"
        rule = RuleSource(rule=declared.topic, title="shared", gist="shared")
        entry = _Derivation(declared.source, declared.place, rule)
        clause = compiler.clause(name, declared.item, entry, ())
        if clause is None or not (clause["derives"] or clause["default"]):
            language.fault(declared.source, declared.place, "a derivation derives a fact")
        else:
            clauses[name] = clause
    return clauses


@dataclass(slots=True)
class _Derivation:
    source: Source
    place: Place
    rule: RuleSource

    def statements(self) -> list[ClauseFields]:
        return []

"""Why a question matters, in terms of the rules: "ADC: > 15 seconds (III.3.1(3))"."""

from __future__ import annotations

from collections.abc import Iterator

from cli.words import label, plain
from engine.arithmetic.registry import COMPUTATIONS
from engine.resolve import Say, unknown_base
from engine.ruling import Ruling
from rulebase import load
from rulebase.book import Clause, Fact, House
from rulebase.values import Span, Truth, Values, shown

MOST_HOUSES = 5
MOST_RULES = 3


def why_it_matters(ruling: Ruling, fact: Fact) -> list[str]:
    """A line a house: what its open rules ask of the fact, and by which rules."""
    tests: dict[str, dict[str, list[str]]] = {}
    for house in ruling.houses.values():
        for say in house.main.open:
            if fact.name in unknown_base(say):
                of_house = tests.setdefault(say.clause.house, {})
                for text in _texts(say, fact):
                    rules = of_house.setdefault(text, [])
                    if say.clause.rule not in rules:
                        rules.append(say.clause.rule)
    return [_line(name, of_house) for name, of_house in list(tests.items())[:MOST_HOUSES]]


def _line(house: str, tests: dict[str, list[str]]) -> str:
    parts = [f"{text} ({', '.join(rules[:MOST_RULES])})" for text, rules in list(tests.items())[:4]]
    return f"{label(house)}: {'; '.join(parts)}."


def _texts(say: Say, fact: Fact) -> list[str]:
    """What an open clause asks of the fact; else of what is worked out from it."""
    tests = list(dict.fromkeys(_tests(say, fact)))
    direct = [text for text, of_fact in tests if of_fact]
    return direct or [text for text, _ in tests] or [plain(say.outcome)]


def _tests(say: Say, fact: Fact) -> Iterator[tuple[str, bool]]:
    """The tests of an open clause and of the definitions it rests on, and if of the fact."""
    seen: set[str] = set()
    waiting = [say.clause]
    if say.closes:
        waiting += [say.evaluation.house.clauses[name] for name in say.clause.members]
    while waiting:
        clause = waiting.pop(0)
        if clause.name in seen or say.evaluation.truth(clause) is not Truth.OPEN:
            continue
        seen.add(clause.name)
        yield from _own_tests(clause, fact, say.evaluation.house)
        for name in say.evaluation.unknown(clause):
            waiting.extend(say.evaluation.house.deriving.get(name, ()))


def _own_tests(clause: Clause, fact: Fact, house: House) -> Iterator[tuple[str, bool]]:
    for name, values in (*clause.when, *clause.wakes_on):
        if name == fact.name:
            yield _words(values, fact, clause, house), True
        elif fact.name in _rests_on(name):
            yield f"{plain(name)}: {_any_of(values)}", False
    for group in clause.unless:
        for name, values in group:
            if name == fact.name:
                yield f"not {_words(values, fact, clause, house)}", True


def _rests_on(name: str) -> set[str]:
    """The facts from which arithmetic may work out another."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for way in COMPUTATIONS.get(waiting.pop(), ()):
            fresh = set(way.needs) - found
            found |= fresh
            waiting.extend(fresh)
    return found


def _words(values: Values, fact: Fact, clause: Clause, house: House) -> str:
    if isinstance(values, Span):
        text = _as_written(values, fact, clause, house)
        unit = "" if fact.unit in ("", "chips") else f" {fact.unit}"
        return f"{text}{unit}"
    if len(values) > 1 and len(values) == len(fact.values) - 1:
        (other,) = set(fact.values) - values
        return f"not {plain(other)}"
    return _any_of(values)


def _any_of(values: Values) -> str:
    """The words or ranges of a test, told apart from the "or" inside a word."""
    if isinstance(values, Span):
        return shown(values)
    return " / ".join(sorted(map(plain, values)))


def _as_written(values: Span, fact: Fact, clause: Clause, house: House) -> str:
    """The comparison as the rule writes it ("> 15", not ">= 16"), where it does."""
    if clause.house != house.name:
        return shown(values)
    for statement in load.written(house.name).get(clause.rule, ()):
        for key in ("when", "unless"):
            groups = statement.get(key) or []
            for group in groups if isinstance(groups, list) else [groups]:
                written = group.get(fact.name)
                if isinstance(written, str) and Span.parse(written) == values:
                    return written
    return shown(values)

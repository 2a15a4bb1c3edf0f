"""The next question: the one after which the most houses are expected to be settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from engine.arithmetic.registry import inputs
from engine.differences import outcome_of
from engine.incident import Told
from engine.resolve import NEEDS_FACTS, Say, unknown_base
from engine.ruling import Engine, Ruling
from rulebase.book import Vocabulary
from rulebase.values import HIGHEST, Span, Truth, Values, meet, status

LOOKED_AT = 6
"""How many of the likeliest questions are tried out before one is chosen."""

MOST_SHOWN, MOST_READ = 9, 12
"""How many facts are shown to be put right, each by one key; more only where more was read."""


class Question(NamedTuple):
    """A question, and the rules by house that hang on its answer."""

    fact: str
    changes: tuple[tuple[str, str], ...]


def next_question(engine: Engine, ruling: Ruling, skip: Iterable[str] = ()) -> Question | None:
    """The best next question, or None when every house is settled or only judges.

    ``skip`` are facts already asked and not known.
    """
    hanging = _hanging(ruling)
    skipped = set(skip)
    facts = engine.vocabulary.facts
    candidates = [f for f in hanging if f not in skipped]
    hard = [f for f in candidates if not facts[f].judgment]
    waiting = any(h.status == NEEDS_FACTS for h in ruling.houses.values())
    candidates = hard if waiting and hard else candidates
    candidates.sort(key=lambda f: -len(hanging[f]))
    if not candidates:
        return None
    best = max(candidates[:LOOKED_AT], key=lambda f: _expected_settled(engine, ruling, f, hanging))
    rules = tuple(dict.fromkeys((s.clause.house, s.clause.rule) for s in hanging[best]))
    return Question(best, rules)


def changeable(ruling: Ruling) -> list[str]:
    """The facts read or assumed that a rule tests, or from which what it tests is worked out.

    What was read comes first, then what is likeliest to be otherwise.
    """
    known, vocabulary = ruling.known.facts, ruling.known.vocabulary
    order = vocabulary.events[ruling.known.incident.events[0]].facts
    tested = {
        name
        for house in ruling.houses.values()
        for evaluation in house.evaluations
        for clause, truth in evaluation.truths.items()
        if evaluation.house.clauses[clause].decides and truth is not None
        for name in evaluation.house.clauses[clause].facts
    }
    tellable = {"said": inputs(tested), "assumed": tested}
    found = [n for n, told in known.items() if n in tellable.get(told.source, ())]
    found = [n for n in found if vocabulary.facts[n].asks]
    place = {name: number for number, name in enumerate(order)}
    found.sort(key=lambda n: (known[n].source != "said", place.get(n, len(place))))
    read = sum(known[name].source == "said" for name in found)
    return found[: max(MOST_SHOWN, min(read, MOST_READ))]


def sleeping(engine: Engine, ruling: Ruling) -> dict[str, tuple[Values, ...]]:
    """The facts that nobody raised and that would change a ruling, each with what does.

    A rule that sleeps on a claim or a judgment asks nothing; whoever knows of one may tell it.
    """
    found: dict[str, dict[Values, None]] = {}
    for house in ruling.houses.values():
        for evaluation in house.evaluations:
            for clause in evaluation.asleep():
                for fact, allowed in clause.wakes_on:
                    if status(allowed, evaluation.possible(fact)) is Truth.OPEN:
                        for name, values in _tellable(fact, allowed, engine.vocabulary):
                            found.setdefault(name, {})[values] = None
    waking = {
        name: tuple(v for v in found[name] if _changes(ruling, _with(engine, ruling, name, v)))
        for name in sorted(found)
    }
    return {name: values for name, values in waking.items() if values}


def _changes(before: Ruling, after: Ruling) -> bool:
    """Whether a fact told can be, and changes what a house rules."""
    can_be = len(after.known.contradictions) <= len(before.known.contradictions)
    return can_be and _outcomes(after) != _outcomes(before)


def _with(engine: Engine, ruling: Ruling, fact: str, values: Values) -> Ruling:
    incident = ruling.known.incident.with_facts({fact: Told(values, "answered")})
    return engine.rule(incident.asking(ruling.asked))


def _outcomes(ruling: Ruling) -> list[Any]:
    """What every house rules on every decision, to be compared."""
    return [
        (name, outcome_of(house.resolved[name]))
        for house in ruling.houses.values()
        for name in sorted(house.resolved)
    ]


def _tellable(fact: str, allowed: Values, vocabulary: Vocabulary) -> Iterator[tuple[str, Values]]:
    """The fact, or where nobody can be asked for it what implies it."""
    if vocabulary.facts[fact].asks:
        yield fact, allowed
        return
    for implication in vocabulary.implications:
        implied = dict(implication.then).get(fact)
        if implied is not None and len(implication.when) == 1 and implied == allowed:
            yield implication.when[0]


def _hanging(ruling: Ruling) -> dict[str, list[Say]]:
    found: dict[str, list[Say]] = {}
    for house in ruling.houses.values():
        for say in house.main.open:
            for fact in unknown_base(say):
                found.setdefault(fact, []).append(say)
    return found


def _expected_settled(
    engine: Engine, ruling: Ruling, fact: str, hanging: dict[str, list[Say]]
) -> float:
    """The mean number of houses settled over the answers that could be given."""
    answers = list(possible_answers(ruling.known.values(fact), _tested(fact, hanging[fact])))
    if not answers:
        return 0.0
    settled = 0
    for values in answers:
        after = _with(engine, ruling, fact, values)
        settled += sum(h.status != NEEDS_FACTS for h in after.houses.values())
    return settled / len(answers)


def _tested(fact: str, says: Iterable[Say]) -> tuple[Values, ...]:
    found: dict[Values, None] = {}
    for say in says:
        house = say.evaluation.house
        clauses = [say.clause, *(house.clauses[m] for m in say.clause.members if say.closes)]
        clauses += [c for cs in house.deriving.values() for c in cs]
        for clause in clauses:
            for tests in (clause.when, *clause.unless):
                for name, allowed in tests:
                    if name == fact:
                        found.setdefault(allowed)
    return tuple(found)


def possible_answers(left: Values, tests: Iterable[Values]) -> Iterator[Values]:
    """The answers worth telling apart: each word, or the ranges that the tests cut.

    >>> [str(a) for a in possible_answers(Span.parse(">= 0"), [Span.parse(">= 16")])]
    ['<= 15', '>= 16']
    """
    if isinstance(left, frozenset):
        yield from (frozenset({word}) for word in sorted(left))
        return
    cuts = Counter(low for allowed in tests if isinstance(allowed, Span) for low in _edges(allowed))
    edges = sorted({0, *cuts})
    for low, high in zip(edges, [*edges[1:], None], strict=True):
        text = f">= {low}" if high is None else f"{low}..{high - 1}"
        part = meet(left, _span(text))
        if part:
            yield part


def _edges(allowed: Span) -> Iterator[int]:
    for low, high in allowed.ranges:
        yield low
        if high < HIGHEST:
            yield high + 1


@lru_cache(maxsize=1024)
def _span(text: str) -> Span:
    return Span.parse(text)

"""The kinds of question that are about a ruling: which, by whom, by which rule, how much.

Each takes a case and a house, and gives a draft or nothing where the case does not bear
one. Wrong choices are what is really ruled elsewhere: by another house, by a rule next to
the deciding one, or on a near miss; none that the engine could also give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from engine.amount_words import UNITS, amount_words, label
from engine.arithmetic.amounts import AMOUNTS
from engine.ruling import HouseRuling, Ruling
from rulebase.book import Clause, House, Rule
from rulebase.values import Truth
from scenarios.quiz.answers import (
    NO_RULE,
    TO_JUDGE,
    Answer,
    answer,
    deciding,
    locator,
    possible,
)
from scenarios.quiz.case import Case, Variant
from scenarios.quiz.question import Choice, Draft, order

MOST_WRONG = 3
FEWEST_WRONG = 2

_HOW_MUCH = {"seat": "Which seat?", "seconds": "How long?", "chips": "How much?"}

Kind = Callable[[Case, str], Draft | None]


def ruling(case: Case, house: str) -> Draft | None:
    """What does the house rule?"""
    mine = case.house(house)
    right = answer(mine)
    if right is None or (right.outcome == NO_RULE and not _telling_silence(case, house)):
        return None
    offered = [*others(case.ruling, house), *_of(case.near, house), *_beside(mine)]
    wrong = tell_apart(right, possible(mine), offered)
    if len(wrong) < FEWEST_WRONG:
        wrong = tell_apart(right, possible(mine), chain(wrong, _of(case.variants(), house)))
    if len(wrong) < FEWEST_WRONG:
        return None
    vocabulary = case.engine.vocabulary
    verb = "may the floor rule" if right.force == "may" else "is the ruling"
    asks = f"{vocabulary.decisions[case.ruling.asked].asks} What {verb} in {label(house)}?"
    ruled = {a.outcome for a in others(case.ruling, house)} - {NO_RULE}
    differ = bool(ruled - {right.outcome})
    return Draft(
        case.text(),
        asks,
        right.choice(vocabulary),
        tuple(a.choice(vocabulary) for a in wrong),
        case.incident,
        cited(mine),
        1 + differ + (right.outcome in (NO_RULE, TO_JUDGE) or right.force == "may"),
    )


def _telling_silence(case: Case, house: str) -> bool:
    """Whether the silence of a book is worth a question: others rule, and its rules fall short.

    Most incidents leave some book silent; one in four of those is asked about.
    """
    if case.house(house).main.silent != "not-met":
        return False
    ruled = any(a.outcome not in (NO_RULE, TO_JUDGE) for a in others(case.ruling, house))
    return ruled and order(case.scenario.name, house) < "4"


def which_house(case: Case, house: str) -> Draft | None:
    """Which of these houses rules so?"""
    right = answer(case.house(house))
    if right is None or right.outcome in (NO_RULE, TO_JUDGE):
        return None
    wrong = []
    for name, other in case.ruling.houses.items():
        theirs = answer(other)
        if theirs is not None and not any(right.agrees(a) for a in possible(other)):
            wrong.append(Choice(label(name), {"house": name}))
    if len(wrong) < FEWEST_WRONG:
        return None
    vocabulary = case.engine.vocabulary
    verb = "may rule" if right.force == "may" else "rules"
    decision = vocabulary.decisions[case.ruling.asked].asks
    return Draft(
        case.text(),
        f"{decision} Which of these houses {verb}: “{right.words(vocabulary)}”",
        Choice(label(house), {"house": house}),
        tuple(wrong),
        case.incident,
        cited(case.house(house)),
        2,
    )


def which_rule(case: Case, house: str) -> Draft | None:
    """Which rule decides?"""
    mine = case.house(house)
    right = answer(mine)
    if right is None or not mine.main.fired or right.outcome == TO_JUDGE:
        return None
    book, rule = deciding(mine)[0]
    wrong = [_cite(b, r, house) for b, r in _neighbours(mine)]
    if len(wrong) < FEWEST_WRONG:
        return None
    vocabulary = case.engine.vocabulary
    return Draft(
        case.text(),
        f"In {label(house)}: “{right.words(vocabulary)}” Which rule decides it?",
        _cite(book, rule, house),
        tuple(wrong[:MOST_WRONG]),
        case.incident,
        cited(mine),
        1 if len(cited(mine)) == 1 else 2,
    )


def _cite(book: House, rule: Rule, house: str) -> Choice:
    where = locator(book, rule, house)
    return Choice(f"{where}: {rule.title}", {"rule": where})


def _neighbours(mine: HouseRuling) -> Iterator[tuple[House, Rule]]:
    """Rules on the same decision that this incident does not meet, then others of the topic.

    None that is met anywhere in the ruling, may still be, or heads or stands under one cited.
    """
    cited_rules = deciding(mine)
    taken = {(book.name, rule.rule) for book, rule in cited_rules}
    kin = {r.under for _, r in cited_rules} | {r.rule for _, r in cited_rules}
    topics = {rule.topic for _, rule in cited_rules}
    near = [(e.house, e.house.rules[c.rule]) for c, e in mine.main.false if c.rule in e.house.rules]
    beside = [
        (evaluation.house, rule)
        for evaluation in mine.evaluations
        for rule in evaluation.house.rules.values()
        if rule.topic in topics
    ]
    for book, rule in (*near, *beside):
        same = (book.name, rule.rule) in taken or rule.rule in kin or rule.under in kin - {""}
        if same or not _could_be_taken_for(rule) or not _clearly_unmet(rule, mine):
            continue
        taken.add((book.name, rule.rule))
        yield book, rule


def _could_be_taken_for(rule: Rule) -> bool:
    return rule.status == "operative" and bool(rule.clauses)


def _clearly_unmet(rule: Rule, mine: HouseRuling) -> bool:
    for evaluation in mine.evaluations:
        if evaluation.house.name == rule.house:
            clauses = [evaluation.house.clauses[name] for name in rule.clauses]
            return all(evaluation.truth(c) is Truth.FALSE and not c.authority for c in clauses)
    return False


def amount(case: Case, house: str) -> Draft | None:
    """How much: the minimum raise, the price of the call, the seat, the seconds."""
    mine = case.house(house)
    right = answer(mine)
    if right is None or not isinstance(right.amount, int):
        return None
    taken = {right.amount, *(say.amount for say in (*mine.main.fired, *mine.main.open))}
    wrong: list[int] = []
    for number in _numbers(case, house, right):
        if number not in taken and number > 0:
            taken.add(number)
            wrong.append(number)
        if len(wrong) == MOST_WRONG:
            break
    if len(wrong) < FEWEST_WRONG:
        return None
    vocabulary = case.engine.vocabulary
    unit = UNITS.get(case.ruling.asked, "chips")
    words = right.words(vocabulary, with_amount=False)
    return Draft(
        case.text(),
        f"In {label(house)}: “{words}” {_HOW_MUCH.get(unit, 'How many?')}",
        _amount(right.amount, right),
        tuple(_amount(number, right) for number in wrong),
        case.incident,
        cited(mine),
        2,
    )


def _amount(number: int, right: Answer) -> Choice:
    text = amount_words(right.decision, number)
    return Choice(text, {"outcome": right.outcome, "amount": number})


def _numbers(case: Case, house: str, right: Answer) -> Iterator[int]:
    """The amounts of other houses, of rules beside the deciding one, and of near misses."""
    answers = [*others(case.ruling, house)]
    yield from (a.amount for a in answers if isinstance(a.amount, int))
    for ruled in case.ruling.houses.values():
        for symbol, exact in _symbols(ruled):
            found: Any = AMOUNTS[symbol].function(exact) if symbol in AMOUNTS else None
            if isinstance(found, int):
                yield found
    for near in _of(case.variants(), house):
        if near.outcome == right.outcome and isinstance(near.amount, int):
            yield near.amount


def _symbols(ruled: HouseRuling) -> Iterator[tuple[str, dict[str, Any]]]:
    """The amounts that the rules on the decision asked name, with what is known."""
    clauses: list[tuple[Clause, Any]] = [(s.clause, s.evaluation) for s in ruled.main.fired]
    for clause, evaluation in (*clauses, *ruled.main.false):
        if clause.amount and next(iter(clause.decides), "") == ruled.asked:
            yield clause.amount, {**evaluation.known.exact(), **evaluation.fired.facts}


def cited(mine: HouseRuling) -> tuple[str, ...]:
    """The rules on which a house's answer rests."""
    return tuple(locator(book, rule, mine.house.name) for book, rule in deciding(mine))


def others(ruled: Ruling, house: str) -> list[Answer]:
    """What the other houses answer; those that rule before those that are silent."""
    found = [answer(r) for name, r in ruled.houses.items() if name != house]
    settled = [a for a in found if a is not None]
    return sorted(settled, key=lambda a: a.outcome in (NO_RULE, TO_JUDGE))


def _of(variants: Iterable[Variant], house: str) -> Iterator[Answer]:
    """What the house rules on near misses."""
    for variant in variants:
        theirs = answer(variant.house(house))
        if theirs is not None and theirs.outcome not in (NO_RULE, TO_JUDGE):
            yield theirs


def _beside(mine: HouseRuling) -> Iterator[Answer]:
    """What rules beside the deciding one would say, had they been met."""
    for clause, evaluation in mine.main.false:
        outcome = clause.decides.get(mine.asked)
        if outcome:
            first = next(iter(clause.decides)) == mine.asked
            known = {**evaluation.known.exact(), **evaluation.fired.facts}
            symbol = AMOUNTS.get(clause.amount) if first else None
            yield Answer(mine.asked, outcome, symbol.function(known) if symbol else None)


def tell_apart(
    right: Answer, also: Iterable[Answer], offered: Iterable[Answer], most: int = MOST_WRONG
) -> list[Answer]:
    """The first answers that are wrong for certain and differ from each other."""
    barred = [right, *also]
    found: list[Answer] = []
    for one in offered:
        if any(one.agrees(other) for other in (*barred, *found)):
            continue
        found.append(one)
        if len(found) == most:
            break
    return found

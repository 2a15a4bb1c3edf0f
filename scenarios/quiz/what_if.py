"""The kinds of question that are about facts: what to ask first, and what a change does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.amount_words import label
from engine.arithmetic.registry import COMPUTATIONS
from engine.asking import next_question, possible_answers
from engine.incident import Incident, Told
from engine.resolve import NEEDS_FACTS, unknown_base
from engine.ruling import Engine, HouseRuling
from rulebase.values import only
from scenarios.quiz.answers import NO_RULE, TO_JUDGE, Answer, answer, possible
from scenarios.quiz.case import Case, Variant
from scenarios.quiz.kinds import FEWEST_WRONG, MOST_WRONG, cited, others, tell_apart
from scenarios.quiz.question import Choice, Draft, order

LOOKED_AT = 12
"""How many facts are tried out as a question that would be of no use."""


def ask_first(case: Case, house: str) -> Draft | None:
    """What would you ask first?"""
    alone = case.engine.only(house)
    for incident in _less_told(case):
        ruled = alone.rule(incident)
        mine = ruled.houses[house]
        if mine.status != NEEDS_FACTS or ruled.known.contradictions:
            continue
        best = next_question(alone, ruled)
        if best is None or alone.vocabulary.facts[best.fact].judgment:
            continue
        wrong = list(_of_no_use(case, alone, incident, mine))
        if len(wrong) < FEWEST_WRONG:
            continue
        decision = case.engine.vocabulary.decisions[ruled.asked].asks
        return Draft(
            case.teller.incident(incident),
            f"{decision} To rule on it in {label(house)}, what would you ask first?",
            _question(best.fact, case.engine),
            tuple(wrong[:MOST_WRONG]),
            incident,
            tuple(dict.fromkeys(rule for _, rule in best.changes)),
            2,
        )
    return None


def _less_told(case: Case) -> Iterator[Incident]:
    """The incident as it is, then with one fact left out."""
    asked = case.ruling.asked
    yield case.incident.asking(asked)
    facts = case.incident.facts
    for name in sorted(facts, key=lambda n: order(case.scenario.name, n)):
        rest = {n: t for n, t in facts.items() if n != name}
        yield case.incident._replace(facts=rest).asking(asked)


def _question(fact: str, engine: Engine) -> Choice:
    return Choice(engine.vocabulary.facts[fact].asks, {"fact": fact})


def _of_no_use(
    case: Case, alone: Engine, incident: Incident, mine: HouseRuling
) -> Iterator[Choice]:
    """Facts that matter elsewhere, but whose answer here, whatever it is, changes nothing.

    Those on which another house's ruling hangs come first, then those that rules on this
    decision ask for and that nobody has told.
    """
    known = alone.rule(incident).known
    elsewhere = case.engine.rule(incident)
    theirs = [f for h in elsewhere.houses.values() for s in h.main.open for f in unknown_base(s)]
    beside = [
        fact
        for house in (mine, *elsewhere.houses.values())
        for clause, _ in house.main.false
        for fact in sorted(clause.facts - COMPUTATIONS.keys())
    ]
    candidates = dict.fromkeys([*theirs, *beside])
    mine_too = {fact for say in mine.main.open for fact in unknown_base(say)}
    tried = 0
    for name in candidates:
        fact = alone.vocabulary.facts[name]
        told = known.facts.get(name)
        open_to = told is None or only(told.values) is None
        if name in mine_too or not open_to or fact.structured or not fact.asks or fact.judgment:
            continue
        tried += 1
        if tried > LOOKED_AT:
            return
        if _changes_nothing(name, alone, incident, mine):
            yield _question(name, alone)


def _changes_nothing(name: str, alone: Engine, incident: Incident, mine: HouseRuling) -> bool:
    house = mine.house.name
    domain = alone.vocabulary.facts[name].domain
    tests = [
        values
        for evaluation in mine.evaluations
        for clause in evaluation.house.clauses.values()
        for group in (clause.when, clause.wakes_on, *clause.unless)
        for fact, values in group
        if fact == name
    ]
    for values in possible_answers(domain, tests):
        told = {name: Told(values, "given")}
        after = alone.rule(incident.with_facts(told))
        if after.known.contradictions or _state(after.houses[house]) != _state(mine):
            return False
    return True


def _state(mine: HouseRuling) -> object:
    main = mine.main
    return (
        main.status,
        [(s.clause.name, s.outcome, s.amount) for s in main.fired],
        [s.clause.name for s in main.open],
    )


def near_miss(case: Case, house: str) -> Draft | None:
    """The ruling, and what it becomes when one fact changes."""
    before = answer(case.house(house))
    if before is None or before.outcome in (NO_RULE, TO_JUDGE):
        return None
    for variant in case.variants():
        mine = variant.house(house)
        after = answer(mine)
        if after is None or after.agrees(before) or _says_it(before, possible(mine)):
            continue
        wrong = tell_apart(
            after,
            possible(mine),
            [before, *others(variant.ruling, house), *others(case.ruling, house)],
        )
        if len(wrong) < FEWEST_WRONG:
            continue
        vocabulary = case.engine.vocabulary
        change = case.teller.fact(variant.fact, variant.told)
        return Draft(
            f"{case.text()} In {label(house)}: “{before.words(vocabulary)}”",
            f"Now one thing is different: {change} What is the ruling then?",
            after.choice(vocabulary),
            tuple(a.choice(vocabulary) for a in wrong),
            variant.incident,
            cited(mine) or cited(case.house(house)),
            2,
        )
    return None


def _says_it(one: Answer, answers: list[Answer]) -> bool:
    return any(one.agrees(other) for other in answers)


def which_change(case: Case, house: str) -> Draft | None:
    """Which one change would change the ruling?"""
    before = answer(case.house(house))
    if before is None or before.outcome in (NO_RULE, TO_JUDGE):
        return None
    right: Variant | None = None
    wrong: list[Variant] = []
    facts: set[str] = set()
    for variant in case.variants():
        after = answer(variant.house(house))
        if after is None or variant.fact in facts:
            continue
        if after == before and len(wrong) < MOST_WRONG:
            wrong.append(variant)
        elif right is None and _differs(case.house(house), variant.house(house)):
            right = variant
        else:
            continue
        facts.add(variant.fact)
        if right and len(wrong) == MOST_WRONG:
            break
    if right is None or len(wrong) < FEWEST_WRONG:
        return None
    vocabulary = case.engine.vocabulary
    return Draft(
        f"{case.text()} In {label(house)}: “{before.words(vocabulary)}”",
        "Which of these would change the ruling?",
        _change(right, case),
        tuple(_change(variant, case) for variant in wrong),
        case.incident,
        cited(case.house(house)),
        3,
    )


def _differs(one: HouseRuling, other: HouseRuling) -> bool:
    """Whether nothing that the one may come to is what the other may come to."""
    return not any(_says_it(said, possible(other)) for said in possible(one))


def _change(variant: Variant, case: Case) -> Choice:
    told = variant.told
    change = {variant.fact: told.shown()}
    return Choice(case.teller.fact(variant.fact, told), {"change": change})

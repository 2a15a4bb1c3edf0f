"""Why a house rules as it does, why a rule does not speak, and what a changed fact would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.evaluate import Evaluation
from engine.house_network import clause_of
from engine.incident import Incident, IncidentError, known_fact, told
from engine.resolve import Resolved, Say, unknown_base
from engine.ruling import Engine, HouseRuling, Ruling
from rulebase.book import Clause
from rulebase.problems import did_you_mean
from rulebase.values import Truth, shown


class Step(NamedTuple):
    """One link of a chain of reasons: ``depth`` 0 is the ruling, deeper what it rests on."""

    depth: int
    text: str


def why(ruling: HouseRuling) -> Iterator[Step]:
    """The chain of reasons behind what a house rules on the decision asked."""
    main = ruling.main
    for say in (*main.fired, *main.defaults):
        beside = " (set aside, not undone)" if say in main.defaults else ""
        rule = say.evaluation.house.rules[say.clause.rule]
        yield Step(0, f"{rule.rule} {rule.title}: {main.decision} {say.outcome}{beside}")
        yield from _reasons(say.clause, say.evaluation, 1, set())
        if say.closes:
            yield Step(1, "nothing on the closed list under it is met")
    for say in main.open:
        facts = ", ".join(unknown_base(say)) or "nothing"
        yield Step(0, f"{say.clause.rule} would say {say.outcome}; it hangs on {facts}")
    if not main.fired and not main.open:
        yield Step(0, _why_silent(main))


def _why_silent(main: Resolved) -> str:
    if main.silent == "moot":
        return f"{main.decision} is moot: another decision settles it"
    if main.false:
        return f"rules speak on {main.decision}, but none of them is met"
    return f"no rule speaks on {main.decision}"


def _reasons(clause: Clause, evaluation: Evaluation, depth: int, seen: set[str]) -> Iterator[Step]:
    for fact, allowed in (*clause.when, *clause.wakes_on):
        yield from _reason(fact, f"is {shown(allowed)}", evaluation, depth, seen)
    for group in clause.unless:
        for fact, allowed in group:
            yield from _reason(fact, f"is not {shown(allowed)}", evaluation, depth, seen)


def _reason(
    fact: str, needed: str, evaluation: Evaluation, depth: int, seen: set[str]
) -> Iterator[Step]:
    known = evaluation.known.facts.get(fact)
    if known is not None:
        words = f' ("{known.words}")' if known.words else ""
        yield Step(depth, f"{fact} {needed}: {known.source} {known.shown()}{words}")
        return
    if fact not in evaluation.fired.facts:
        return
    yield Step(depth, f"{fact} {needed}: derived {evaluation.fired.facts[fact]}")
    for rule, facts in evaluation.fired.trace:
        if any(name == fact for name, _ in facts) and fact not in seen:
            seen.add(fact)
            name = clause_of(rule)
            if not name:
                yield Step(depth + 1, "every way of deriving another value has failed")
                continue
            deriving = evaluation.house.clauses[name]
            yield Step(depth + 1, f"by {deriving.rule}")
            yield from _reasons(deriving, evaluation, depth + 2, seen)


def why_not(ruling: HouseRuling, locator: str) -> Iterator[Step]:
    """What keeps each statement of a rule from deciding.

    Raises:
        IncidentError: the house holds no such rule.
    """
    for evaluation in ruling.evaluations:
        if locator in evaluation.house.rules:
            break
    else:
        known = [rule for e in ruling.evaluations for rule in e.house.rules]
        hint = did_you_mean(locator, known)
        raise IncidentError(f'{ruling.house.name} has no rule "{locator}"{hint}')
    rule = evaluation.house.rules[locator]
    yield Step(0, f"{rule.rule} {rule.title}")
    names = rule.clauses or tuple(
        name
        for name, c in evaluation.house.clauses.items()
        if c.rule in evaluation.house.rules and evaluation.house.rules[c.rule].under == locator
    )
    if not names:
        yield Step(1, rule.idle or f"it decides nothing by itself ({rule.status})")
    for name in names:
        clause = evaluation.house.clauses[name]
        yield Step(1, f"{_says(clause)}: {_state(clause, evaluation, ruling)}")


def _says(clause: Clause) -> str:
    pairs = clause.decides or clause.derives or clause.otherwise
    return f"{clause.name} " + ", ".join(f"{name} {value}" for name, value in pairs.items())


def _state(clause: Clause, evaluation: Evaluation, ruling: HouseRuling) -> str:
    present = evaluation.known.incident.events
    for wanted in (clause.events, clause.also):
        if wanted and wanted.isdisjoint(present):
            return f"it speaks of {' or '.join(sorted(wanted))}, which did not happen"
    truth = evaluation.truth(clause)
    if truth is Truth.FALSE:
        unmet = "; ".join(f"{fact} is not {shown(v)}" for fact, v in evaluation.unmet(clause))
        if unmet:
            return unmet
        asleep = ", ".join(f"{fact} {shown(v)}" for fact, v in clause.wakes_on)
        return f"it sleeps until somebody says: {asleep}"
    if truth is Truth.OPEN:
        return f"it hangs on {', '.join(evaluation.unknown(clause))}"
    return _fate(clause, ruling)


def _fate(clause: Clause, ruling: HouseRuling) -> str:
    def holds(says: list[Say]) -> bool:
        return any(s.clause is clause for s in says)

    for resolved in ruling.resolved.values():
        if holds(resolved.fired):
            return f"it holds, and decides {resolved.decision}"
        if holds(resolved.defaults):
            return f"it holds, but {resolved.fired[0].clause.rule} may set it aside"
    if clause.derives:
        return "it holds"
    for resolved in ruling.resolved.values():
        for say in resolved.fired:
            if (clause.house, clause.name) in say.clause.beats:
                return f"it holds, but {say.clause.rule} overrides it"
    return "it holds, but the decision is moot or another rule closes it"


def what_if(
    engine: Engine, incident: Incident, changes: Mapping[str, str]
) -> tuple[Ruling, Ruling]:
    """The ruling as it stands, and as it would be with some facts changed.

    Raises:
        IncidentError: a fact or a value is unknown.
    """
    facts = {
        name: told(known_fact(name, engine.vocabulary), _number(value))
        for name, value in changes.items()
    }
    return engine.rule(incident), engine.rule(incident.with_facts(facts))


def _number(value: str) -> Any:
    return int(value) if value.isdecimal() and len(value) < 20 else value


def changed(before: Ruling, after: Ruling) -> dict[str, tuple[str, str]]:
    """For each house whose answer to the decision asked differs, what it was and what it is."""
    found = {}
    for name, ruling in before.houses.items():
        one, other = answer(ruling), answer(after.houses[name])
        if one != other:
            found[name] = one, other
    return found


def answer(ruling: HouseRuling) -> str:
    """A house's answer to the decision asked, in a few words."""
    main = ruling.main
    if not main.fired:
        return main.status
    lead = main.fired[0]
    amount = "" if lead.amount is None else f" {lead.amount}"
    status = "" if main.status == "ruled" else f" ({main.status})"
    return f"{lead.outcome}{amount} by {lead.clause.rule}{status}"

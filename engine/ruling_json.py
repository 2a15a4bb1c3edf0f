"""A ruling as JSON: what ``--json`` prints, by the names that are promised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.amount_words import TOLD_BY_OUTCOME, amount_words, spoken
from engine.evaluate import Evaluation
from engine.incident import Told
from engine.known import CONTRADICTED, Known
from engine.resolve import (
    CONFLICT,
    FORCES,
    JUDGMENT,
    NEEDS_FACTS,
    SILENT,
    Resolved,
    Say,
    askable,
    beats,
    grouped,
    unknown_base,
)
from rulebase import __version__
from rulebase.book import Clause, House, Vocabulary
from rulebase.values import Truth, Values, shown

if TYPE_CHECKING:
    from engine.ruling import HouseRuling

MOST_HANGING, MOST_CONDITIONAL = 2, 4
"""Of what hangs on unknown facts: on how many at most, and how many of a decision are told."""


def rulebase_json(vocabulary: Vocabulary, books: Iterable[House]) -> dict[str, Any]:
    """What a ruling depends on besides its facts: the program, and the state of its rulebooks.

    ``books`` are those asked and those that they adopt.
    """
    return {
        "program": __version__,
        "hash": vocabulary.digest,
        "houses": {book.name: {"edition": book.edition, "digest": book.digest} for book in books},
    }


def incident_json(known: Known) -> dict[str, Any]:
    """The incident as it was understood, whole: it can be ruled again from this alone.

    A fact that is otherwise than it was told (narrowed, or contradicted) holds that too.
    """
    incident = known.incident
    facts = {}
    for name, told in known.facts.items():
        facts[name] = _fact_json(told)
        if incident.facts.get(name, told) is not told:
            facts[name]["told"] = _fact_json(incident.facts[name])
    found: dict[str, Any] = {
        "text": incident.text,
        "events": list(incident.events),
        "offered": list(incident.offered),
        "facts": facts,
    }
    if incident.id:
        found["id"] = incident.id
    if incident.line:
        found["line"] = [dict(act) for act in incident.line]
    if incident.asked:
        found["asked"] = incident.asked
    if known.contradictions:
        found["contradictions"] = [
            {"fact": c.fact, "asks": c.asks(), "one": c.one, "other": c.other}
            for c in known.contradictions
        ]
    return found


def _fact_json(told: Told) -> dict[str, Any]:
    found = {"value": told.shown(), "source": told.source}
    if told.words:
        found["words"] = told.words
    return found


def house_json(ruling: HouseRuling, known: Known) -> dict[str, Any]:
    """What one house rules, as ``--json`` prints it."""
    main = ruling.main
    found: dict[str, Any] = {"status": main.status, "asked": ruling.asked}
    if main.status == SILENT:
        found["silent"] = main.silent
    events = known.vocabulary.events
    order = [d for event in known.incident.events for d in events[event].decides]
    rest = dict.fromkeys(d for d in (*order, *ruling.resolved) if d in ruling.resolved)
    others = [ruling.resolved[d] for d in rest if d != ruling.asked]
    found["rulings"] = [
        entry for resolved in (main, *others) for entry in _rulings(resolved, ruling)
    ]
    if main.status in (NEEDS_FACTS, JUDGMENT):
        found["questions"] = questions_json(main, known)
    if nearest := list(_nearest(main, ruling)):
        found["nearest"] = nearest
    if main.status in (SILENT, CONFLICT, JUDGMENT):
        found["authority"] = [cite(c, e) for c, e in _authority(ruling)]
    return found


def _rulings(resolved: Resolved, ruling: HouseRuling) -> Iterable[dict[str, Any]]:
    """What stands; then what would, were a fact so or were it judged so."""
    groups = resolved.outcomes
    for group in groups:
        entry = _ruling(resolved.decision, group)
        if resolved.defaults:
            default = resolved.defaults[0]
            entry["default"] = {
                "outcome": default.outcome,
                "rules": [cite(s.clause, s.evaluation) for s in resolved.defaults],
            }
        if resolved.status == CONFLICT and len(groups) > 1:
            entry["conflict"] = True
        elif resolved.status in (NEEDS_FACTS, JUDGMENT):
            entry["provisional"] = True
        yield entry
    if resolved.status in (NEEDS_FACTS, JUDGMENT):
        yield from _hanging(resolved)


def _hanging(resolved: Resolved) -> Iterable[dict[str, Any]]:
    """What would be ruled, were it so: of a judgment all of it, else the nearest."""
    hangs = [(list(dict.fromkeys(unknown_base(say))), say) for say in resolved.open]
    if resolved.status == NEEDS_FACTS:
        near = [pair for pair in hangs if len(pair[0]) <= MOST_HANGING]
        hangs = sorted(near, key=lambda pair: len(pair[0]))[:MOST_CONDITIONAL]
    facts = {id(say): found for found, say in hangs}
    for takes, group in _alike((say for _, say in hangs), resolved.open):
        found = dict.fromkeys(fact for say in group for fact in facts[id(say)])
        yield {
            **_ruling(resolved.decision, group),
            "hangs-on": list(found),
            "needs": {fact: shown(values) for fact, values in takes.items()},
        }


def _alike(
    says: Iterable[Say], still_open: Iterable[Say]
) -> Iterator[tuple[Mapping[str, Values], list[Say]]]:
    """Open clauses that say the same in the same words, were the same so; with what that is."""
    told: dict[tuple[Any, ...], tuple[Mapping[str, Values], list[Say]]] = {}
    for say in says:
        takes = _takes(say, still_open)
        own = say.clause.say, say.clause.force if say.clause.say else ""
        key = (*own, *sorted((fact, shown(values)) for fact, values in takes.items()))
        told.setdefault(key, (takes, []))[1].append(say)
    for takes, group in told.values():
        yield from ((takes, part) for part in grouped(group))


def _takes(say: Say, still_open: Iterable[Say]) -> Mapping[str, Values]:
    """What an open clause still takes to hold, and not to be beaten."""
    house = say.evaluation.house
    listed = [house.clauses[name] for name in say.clause.members] if say.closes else []
    members = [m for m in listed if m is not say.clause and not m.keeps_default]
    winners = [
        other.clause
        for other in still_open
        if beats(other, say) and not other.agrees(say) and other.evaluation is say.evaluation
    ]
    return say.evaluation.wanting(say.clause, (*members, *winners))


def _ruling(decision: str, group: list[Say]) -> dict[str, Any]:
    """One outcome with the rules that give it, the decisive one first."""
    lead = group[0]
    entry: dict[str, Any] = {"decision": decision, "outcome": lead.outcome}
    amount = next((s.amount for s in group if s.amount is not None), None)
    if amount is not None:
        entry["amount"] = amount
    symbol = next((s.symbol for s in group if s.symbol), "")
    entry["force"] = _force(group)
    entry["say"] = _say(decision, group, amount, symbol, lead.evaluation.known)
    if waits := _waits_for(decision, group, amount, symbol):
        entry["waits-for"] = waits
    if does := next((s.clause.procedure for s in group if s.clause.procedure), ""):
        entry["do"] = _fill(does, lead)
    if penalty := next((s.clause.penalty for s in group if s.clause.penalty), ""):
        entry["penalty"] = penalty
    entry["rules"] = _cited(group)
    entry["because"] = _because(lead)
    return entry


def _force(group: list[Say]) -> str:
    return min((s.clause.force for s in group), key=FORCES.index)


def _say(decision: str, group: list[Say], amount: Any, symbol: str, known: Known) -> str:
    force = _force(group)
    own = next((s.clause.say for s in group if s.clause.say and s.clause.force == force), "")
    words = own or known.vocabulary.decisions[decision].outcomes[group[0].outcome]
    words = _fill(words, group[0])
    if own or not symbol or (amount is None and decision in TOLD_BY_OUTCOME):
        return words
    if amount is None:
        shown = known.vocabulary.amounts.get(symbol, symbol)
    else:
        shown = amount_words(decision, amount)
    return f"{words.rstrip('.')}: {shown}."


def _waits_for(decision: str, group: list[Say], amount: Any, symbol: str) -> list[str]:
    """The facts that an amount still takes, where the ruling has one that cannot be told."""
    from engine.arithmetic.amounts import AMOUNTS

    evaluation = group[0].evaluation
    told = {} if decision in TOLD_BY_OUTCOME or amount is not None else {symbol: None}
    own = "".join(say.clause.say for say in group)
    told.update(dict.fromkeys(match[1] for match in _SYMBOL.finditer(own)))
    exact = evaluation.known.exact()
    found: dict[str, None] = {}
    for name in told:
        for need in AMOUNTS[name].needs if name in AMOUNTS else ():
            if need in evaluation.known.vocabulary.facts and need not in exact:
                found.update(dict.fromkeys(askable(need, evaluation)))
    return list(found)


_SYMBOL = re.compile(r"\{([a-z0-9-]+)\}")


def _fill(text: str, say: Say) -> str:
    """Put the numbers of amounts where ``{symbol}`` stands, or their words."""
    if "{" not in text:
        return text
    from engine.arithmetic.amounts import AMOUNTS

    exact = say.evaluation.known.exact()
    vocabulary = say.evaluation.known.vocabulary

    def number(match: re.Match[str]) -> str:
        symbol = match[1]
        value = AMOUNTS[symbol].function(exact) if symbol in AMOUNTS else exact.get(symbol)
        if value is not None:
            return spoken(value)
        return vocabulary.amounts.get(symbol, symbol.replace("-", " "))

    return _SYMBOL.sub(number, text)


def _cited(group: list[Say]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for say in group:
        found.setdefault((say.clause.house, say.clause.rule), cite(say.clause, say.evaluation))
    return list(found.values())


def cite(clause: Clause, evaluation: Evaluation) -> dict[str, Any]:
    """A rule as a ruling cites it."""
    rule = evaluation.house.rules[clause.rule]
    found = {"house": rule.house, "rule": rule.rule, "title": rule.title, "gist": rule.gist}
    if rule.under:
        found["under"] = rule.under
    return found


def _because(say: Say) -> list[dict[str, Any]]:
    known, found = say.evaluation.known, []
    facts = sorted(say.clause.facts, key=_in_order(say.clause))
    for fact in (*facts, *_cut_by(say)):
        told = known.facts.get(fact)
        if told is not None:
            found.append({"fact": fact, "value": told.shown(), "source": told.source})
        elif fact in say.evaluation.fired.facts:
            value = say.evaluation.fired.facts[fact]
            found.append({"fact": fact, "value": value, "source": "derived"})
    return found


def _cut_by(say: Say) -> Iterator[str]:
    """The fact by which an amount was cut to what is allowed, where one was."""
    from engine.arithmetic.amounts import AMOUNTS

    most = AMOUNTS[say.symbol].most if say.symbol in AMOUNTS else ""
    if most and say.amount is not None and say.evaluation.known.exact().get(most) == say.amount:
        yield most


def _in_order(clause: Clause) -> Any:
    order = {fact: i for i, (fact, _) in enumerate(clause.when)}
    return lambda fact: (order.get(fact, len(order)), fact)


def questions_json(main: Resolved, known: Known) -> list[dict[str, Any]]:
    """What a house still needs to know, what nobody need judge first."""
    facts = known.vocabulary.facts
    changes: dict[str, list[str]] = {}
    for say in main.open:
        for fact in unknown_base(say):
            rules = changes.setdefault(fact, [])
            if say.clause.rule not in rules:
                rules.append(say.clause.rule)
    order = sorted(changes, key=lambda f: (facts[f].judgment, -len(changes[f])))
    return [question_json(fact, known, changes[fact]) for fact in order]


def question_json(fact: str, known: Known, changes: Iterable[str]) -> dict[str, Any]:
    """One question: what it asks, the answers left, and the rules that hang on it."""
    declared = known.vocabulary.facts[fact]
    left = known.values(fact)
    found: dict[str, Any] = {
        "fact": fact,
        "asks": declared.asks or f"{fact.replace('-', ' ').capitalize()}?",
        "values": [v for v in declared.values if isinstance(left, frozenset) and v in left]
        or declared.unit
        or declared.kind,
        "changes": list(changes),
    }
    if declared.judgment:
        found["judgment"] = True
    if fact in known.facts and known.facts[fact].source == CONTRADICTED:
        found["contradicted"] = True
    return found


def _nearest(main: Resolved, ruling: HouseRuling) -> Iterable[dict[str, Any]]:
    """The clauses that came closest to deciding, with what keeps each from it."""
    closing = [s for s in main.fired if s.closes]
    if main.status != SILENT and not closing:
        return
    false = main.false
    if main.status == SILENT and not false:
        false = [pair for r in ruling.resolved.values() for pair in r.false]
    if closing:
        members = {(s.clause.house, m) for s in closing for m in s.clause.members}
        false = [(c, e) for c, e in false if (c.house, c.name) in members]
    measured = []
    for clause, evaluation in false:
        unmet = list(evaluation.unmet(clause))
        if unmet and not (set(dict(unmet)) & set(dict(clause.wakes_on))):
            met = sum(evaluation.all_hold((test,)) is Truth.TRUE for test in clause.when)
            measured.append((len(unmet), -met, clause, evaluation, unmet))
    measured.sort(key=lambda item: item[:2])
    cited: set[str] = set()
    for _, _, clause, evaluation, unmet in measured:
        if clause.rule in cited:
            continue
        cited.add(clause.rule)
        if len(cited) > 3:
            return
        found = cite(clause, evaluation)
        found["unmet"] = [f"{fact}: {shown(values)}" for fact, values in unmet]
        yield found


def _authority(ruling: HouseRuling) -> Iterable[tuple[Clause, Evaluation]]:
    """The rules of authority that speak beside silence, conflict and judgment."""
    for evaluation in ruling.evaluations:
        for name in evaluation.house.authority:
            yield evaluation.house.clauses[name], evaluation

"""From true and open clauses to what a house rules on each decision.

Overrides are weighed here, amounts turned into numbers, closed lists closed, and
each decision gets its status: ruled, needs-facts, judgment, conflict or silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.arithmetic.amounts import AMOUNTS
from engine.arithmetic.registry import COMPUTATIONS
from engine.evaluate import Evaluation
from rulebase.book import Clause
from rulebase.values import Truth, only

RULED, NEEDS_FACTS, JUDGMENT, CONFLICT, SILENT = (
    "ruled",
    "needs-facts",
    "judgment",
    "conflict",
    "silent",
)

FORCES = ("must", "should", "may")


class Say(NamedTuple):
    """One clause speaking on one decision: its outcome, with the amount as a number.

    ``closes`` marks the head of a closed list of which no member holds.
    """

    clause: Clause
    evaluation: Evaluation
    outcome: str
    symbol: str
    amount: Any
    closes: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """House and clause."""
        return self.clause.house, self.clause.name

    def agrees(self, other: Say) -> bool:
        """Whether both say the same; an amount left unsaid or unknown disagrees with none."""
        if self.outcome != other.outcome:
            return False
        if self.amount is None or other.amount is None:
            return True
        return bool(self.amount == other.amount)


@dataclass(eq=False, repr=False)
class Resolved:
    """What a house rules on one decision.

    ``fired`` are the clauses that decide it, the decisive one first; ``open`` those
    that still could change it; ``defaults`` what a may has set aside but not undone.
    """

    decision: str
    status: str
    silent: str = ""
    fired: list[Say] = field(default_factory=list)
    open: list[Say] = field(default_factory=list)
    defaults: list[Say] = field(default_factory=list)
    false: list[tuple[Clause, Evaluation]] = field(default_factory=list)

    @property
    def outcomes(self) -> list[list[Say]]:
        """The clauses that decide it, grouped by what they say, the decisive group first."""
        return grouped(self.fired)


def grouped(says: Iterable[Say]) -> list[list[Say]]:
    """Clauses by what they say, in the order in which they come."""
    groups: list[list[Say]] = []
    for say in says:
        for group in groups:
            if all(say.agrees(other) for other in group):
                group.append(say)
                break
        else:
            groups.append([say])
    return groups


def resolve(evaluations: Iterable[Evaluation]) -> dict[str, Resolved]:
    """What one house rules, from its own clauses and those of the books that it adopts."""
    spoken: dict[str, _Spoken] = {}
    for evaluation in evaluations:
        exact = _Exact(evaluation)
        for clause in _awake(evaluation):
            _hear(clause, evaluation, exact, spoken)
    found = {decision: _decide(decision, said) for decision, said in spoken.items()}
    _apply_moot(found, evaluation.known.vocabulary.decisions if spoken else {})
    return found


@dataclass(eq=False, repr=False)
class _Spoken:
    fired: list[Say] = field(default_factory=list)
    open: list[Say] = field(default_factory=list)
    false: list[tuple[Clause, Evaluation]] = field(default_factory=list)


class _Exact:
    """Amounts as numbers, from the facts of one evaluation."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.facts = {**evaluation.known.exact(), **evaluation.fired.facts}

    def amount(self, symbol: str) -> Any:
        if not symbol:
            return None
        if symbol.isdigit():
            return int(symbol)
        known = AMOUNTS.get(symbol)
        return known.function(self.facts) if known else None


def _awake(evaluation: Evaluation) -> list[Clause]:
    names: dict[str, None] = {}
    for event in evaluation.known.incident.events:
        names.update(dict.fromkeys(evaluation.house.by_event.get(event, ())))
    return [evaluation.house.clauses[name] for name in names]


def _hear(
    clause: Clause, evaluation: Evaluation, exact: _Exact, spoken: dict[str, _Spoken]
) -> None:
    if clause.authority:
        return
    closing = bool(clause.otherwise)
    truth = _list_truth(clause, evaluation) if closing else evaluation.truth(clause)
    first = True
    for decision, outcome in (clause.otherwise or clause.decides).items():
        said = spoken.setdefault(decision, _Spoken())
        symbol = clause.amount if first else ""
        first = False
        say = Say(clause, evaluation, outcome, symbol, exact.amount(symbol), closing)
        if truth is Truth.TRUE:
            said.fired.append(say)
        elif truth is Truth.OPEN:
            said.open.append(say)
        else:
            said.false.append((clause, evaluation))


def _list_truth(head: Clause, evaluation: Evaluation) -> Truth:
    """Whether a closed list closes: its head holds and no member does (a may leaves it open)."""
    found = evaluation.truth(head)
    for name in head.members:
        member = evaluation.house.clauses[name]
        if member.keeps_default or member is head:
            continue
        truth = evaluation.truth(member)
        if truth is Truth.TRUE or found is Truth.FALSE:
            return Truth.FALSE
        if truth is Truth.OPEN:
            found = Truth.OPEN
    return found


def _decide(decision: str, said: _Spoken) -> Resolved:
    fired, defaults = _unbeaten(said.fired)
    still_open = [
        say
        for say in said.open
        if not any(beats(other, say) and not other.agrees(say) for other in said.fired)
        and not any(say.agrees(other) for other in fired)
    ]
    fired = _ordered(fired)
    resolved = Resolved(decision, RULED, "", fired, still_open, defaults, said.false)
    if len(resolved.outcomes) > 1:
        resolved.status = CONFLICT
    elif still_open:
        hard = any(_needs_facts(say) for say in still_open)
        resolved.status = NEEDS_FACTS if hard else JUDGMENT
    elif not fired:
        resolved.status, resolved.silent = SILENT, "not-met"
    return resolved


def _needs_facts(say: Say) -> bool:
    """Whether an open clause hangs on a fact that is no judgment."""
    facts = say.evaluation.known.vocabulary.facts
    return any(not facts[fact].judgment for fact in unknown_base(say))


def unknown_base(say: Say) -> list[str]:
    """The base facts on which an open clause hangs.

    Facts that rules derive are followed to what the derivations hang on, and those that
    only arithmetic tells (they ask nothing themselves) to the amounts it still needs.
    """
    found: dict[str, None] = {}
    seen: set[str] = set()

    def follow(clause: Clause, evaluation: Evaluation) -> None:
        if clause.name in seen:
            return
        seen.add(clause.name)
        for name in evaluation.unknown(clause):
            hanging = [
                other
                for other in evaluation.house.deriving.get(name, ())
                if evaluation.truth(other) is Truth.OPEN
            ]
            for other in hanging:
                follow(other, evaluation)
            if not hanging:
                found.update(dict.fromkeys(askable(name, evaluation)))

    follow(say.clause, say.evaluation)
    if say.closes:
        for name in say.clause.members:
            member = say.evaluation.house.clauses[name]
            if say.evaluation.truth(member) is Truth.OPEN:
                follow(member, say.evaluation)
    return list(found)


def askable(name: str, evaluation: Evaluation) -> list[str]:
    """The facts to ask for ``name``: itself, or what arithmetic still needs to tell it."""
    return _askable(name, evaluation, set())


def _askable(name: str, evaluation: Evaluation, seen: set[str]) -> list[str]:
    known = evaluation.known
    if known.vocabulary.facts[name].asks or name in seen:
        return [name]
    seen.add(name)
    ways = [
        [need for need in computation.needs if need in known.vocabulary.facts]
        for computation in COMPUTATIONS.get(name, ())
    ]
    missing = [
        [need for need in way if need not in known.facts or only(known.values(need)) is None]
        for way in ways
    ]
    fewest = min((m for m in missing if m), key=len, default=[])
    return [fact for need in fewest for fact in _askable(need, evaluation, seen)] or [name]


def beats(winner: Say, loser: Say) -> bool:
    """Whether one clause beats another where both hold and differ."""
    if loser.key in winner.clause.beats:
        return True
    return (
        loser.closes
        and winner.clause.keeps_default
        and winner.clause.house == loser.clause.house
        and winner.clause.name in loser.clause.members
    )


def _unbeaten(fired: list[Say]) -> tuple[list[Say], list[Say]]:
    """The clauses that stand, and the defaults that a may among them keeps beside it."""
    standing, defaults = [], []
    for say in fired:
        winners = [w for w in fired if beats(w, say) and (not w.agrees(say) or _awaits(w, say))]
        if not winners:
            standing.append(say)
        elif all(w.clause.keeps_default for w in winners):
            defaults.append(say)
    return standing, defaults


def _awaits(winner: Say, loser: Say) -> bool:
    """Whether the winner has an amount of its own that is not known yet, where the loser's is."""
    own = bool(winner.symbol) and winner.symbol != loser.symbol
    return own and winner.amount is None and loser.amount is not None


def _ordered(fired: list[Say]) -> list[Say]:
    """The decisive clause first: those that override or lead, the more particular, by place."""

    def rank(say: Say) -> tuple[int, int, int]:
        beaten = sum(beats(other, say) or say.key in other.clause.leads for other in fired)
        return beaten, int(say.closes), -len(say.clause.when) - len(say.clause.wakes_on)

    return sorted(fired, key=rank)


def _apply_moot(found: Mapping[str, Resolved], decisions: Mapping[str, Any]) -> None:
    for decision, resolved in found.items():
        for other, outcomes in decisions[decision].moot_when.items():
            settled = found.get(other)
            if settled and settled.status == RULED and settled.fired[0].outcome in outcomes:
                resolved.status, resolved.silent = SILENT, "moot"
                resolved.fired, resolved.open, resolved.defaults = [], [], []

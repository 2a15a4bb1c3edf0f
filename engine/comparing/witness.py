"""Witnesses: the smallest incidents on which two rulebooks rule differently.

Candidates come from the incidents given and from around the boundaries of the clauses.
One on which the engine rules differently loses fact after fact while the difference
stands; of those that show the same difference the smallest is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from engine.asking import possible_answers
from engine.comparing.candidates import between, candidates
from engine.comparing.matrix import Case, Selection
from engine.comparing.sides import Pair, settled
from engine.comparing.verdicts import DIFFERENT, PARTLY_SILENT, Verdict, standing, verdict
from engine.differences import condition
from engine.incident import Incident, Told
from engine.lint.witness import written
from engine.resolve import CONFLICT, JUDGMENT, RULED, SILENT
from rulebase.values import Values, join, shown

RANKS = (RULED, JUDGMENT, CONFLICT, SILENT)

WITNESSED = (DIFFERENT, PARTLY_SILENT)


class Turn(NamedTuple):
    """A fact on which a difference turns: with these values the two rule the same."""

    fact: str
    instead: str
    outcome: str


class Witness(NamedTuple):
    """An incident on which two rulebooks rule a decision differently, confirmed by the engine.

    ``because`` names the rules and what each turns on that the other does not;
    ``agree_when`` the changes of one fact after which they rule the same.
    """

    topic: str
    decision: str
    standing: str
    incident: Incident
    names: tuple[str, str]
    verdicts: tuple[Verdict, Verdict]
    because: str
    agree_when: tuple[Turn, ...]

    @property
    def rank(self) -> int:
        """Two rulings at odds before one beside a judgment, a conflict or silence."""
        return sum(RANKS.index(each.status) for each in self.verdicts)

    def as_json(self) -> dict[str, Any]:
        """The witness, its incident as ``floor rule`` takes it."""
        return {
            "topic": self.topic,
            "decision": self.decision,
            "standing": self.standing,
            "incident": {**written(self.incident), "asked": self.decision},
            "houses": {n: v.as_json() for n, v in zip(self.names, self.verdicts, strict=True)},
            "because": self.because,
            "agree-when": [turn._asdict() for turn in self.agree_when],
        }


def witnesses(
    pair: Pair, cases: Iterable[Case] = (), only: Iterable[str] = (), *, search: bool = True
) -> list[Witness]:
    """One witness of every difference found, topic by topic, decision by decision.

    ``cases`` are tried first; with ``search`` the space around the clauses is searched too.

    Raises:
        ComparingError: ``only`` names what is no topic, decision or event.
    """
    kept = Selection(only, pair.vocabulary)
    found: dict[Any, tuple[str, Incident]] = {}
    tried: set[Any] = set()
    sources = [_from_cases(pair, cases, kept)]
    if search:
        sources.append(candidates(pair, kept))
    for decision, incident in chain.from_iterable(sources):
        key = decision, incident.events, frozenset((f, t.values) for f, t in incident.facts.items())
        if key in tried and not incident.line:
            continue
        tried.add(key)
        _weigh(pair, decision, incident, found)
    order = list(pair.vocabulary.decisions)
    topics = pair.vocabulary.topics
    made = [told(pair, decision, incident) for decision, incident in found.values()]
    return sorted(made, key=lambda w: (topics.index(w.topic), order.index(w.decision), w.rank))


def around(pair: Pair, rule: str, rival: str) -> list[Witness]:
    """The witnesses of differences that rest on two rules, the plainest first.

    The one's ruling cites its rule; the other's cites its own, or it is silent.
    """
    found: dict[Any, tuple[str, Incident]] = {}
    for decision, incident in between(pair, rule, rival):
        _weigh(pair, decision, incident, found)
    made = [told(pair, decision, incident) for decision, incident in found.values()]
    mine = [w for w in made if _rests_on(w, rule, rival)]
    return sorted(mine, key=lambda w: (w.rank, _size(w.incident)))


def _rests_on(witness: Witness, rule: str, rival: str) -> bool:
    one, other = ([r.rpartition("/")[2] for r in each.rules] for each in witness.verdicts)
    silent = any(each.status == SILENT for each in witness.verdicts)
    both = rule in one and rival in other
    return both or (silent and (rule in one or rival in other))


def _from_cases(
    pair: Pair, cases: Iterable[Case], kept: Selection
) -> Iterator[tuple[str, Incident]]:
    """The decisions on which the two differ about the cases, the shortest case first."""
    for case in sorted(cases, key=lambda c: len(c.incident.facts) + len(c.incident.line)):
        ruled = pair.rule(case.incident)
        if ruled is None:
            continue
        for decision in dict.fromkeys(d for each in ruled.values() for d in each.resolved):
            verdicts = [verdict(each, decision) for each in ruled.values()]
            if kept(decision, case.incident.events) and _differ(verdicts[0], verdicts[1]):
                yield decision, case.incident


def _differ(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts can be compared and are not the same."""
    if not settled(one) or not settled(other) or RULED not in (one.status, other.status):
        return False
    return standing((one, other)) in WITNESSED


def _weigh(
    pair: Pair, decision: str, incident: Incident, found: dict[Any, tuple[str, Incident]]
) -> None:
    """Make a difference as small as it gets, and keep it where it is new or smaller."""
    before = pair.verdicts(incident, decision)
    if before is None or not _differ(*before):
        return
    coarse = _key(decision, before)
    if coarse in found and _size(found[coarse][1]) <= 2:
        return
    small = smallest(pair, decision, incident, before)
    after = pair.verdicts(small, decision)
    assert after is not None
    key = _key(decision, after)
    if key not in found or _size(small) < _size(found[key][1]):
        found[key] = decision, small


def _key(decision: str, verdicts: tuple[Verdict, Verdict]) -> Any:
    """What makes two differences one: what each says, by which rule."""
    return decision, *((v.kind, v.rules[:1]) for v in verdicts)


def _size(incident: Incident) -> int:
    return len(incident.events) + len(incident.facts) + len(incident.line)


def smallest(
    pair: Pair, decision: str, incident: Incident, verdicts: tuple[Verdict, Verdict]
) -> Incident:
    """The incident without every part that the difference does not need."""
    kinds = [v.kind for v in verdicts]

    def stands(smaller: Incident) -> bool:
        now = pair.verdicts(smaller, decision)
        return now is not None and [v.kind for v in now] == kinds and _differ(*now)

    incident = incident.asking(decision)
    for smaller in (incident._replace(line=()), incident._replace(text="", id="", offered=())):
        if smaller != incident and stands(smaller):
            incident = smaller
    for event in incident.events if len(incident.events) > 1 else ():
        fewer = incident._replace(events=tuple(e for e in incident.events if e != event))
        if fewer.events and stands(fewer):
            incident = fewer
    for fact in list(incident.facts):
        fewer = incident._replace(facts={f: t for f, t in incident.facts.items() if f != fact})
        if stands(fewer):
            incident = fewer
    return incident


def told(pair: Pair, decision: str, incident: Incident) -> Witness:
    """A difference with what makes it."""
    ruled = pair.rule(incident)
    assert ruled is not None
    one, other = (verdict(ruled[side.name], decision) for side in pair.sides)
    return Witness(
        topic=pair.vocabulary.decisions[decision].topic,
        decision=decision,
        standing=standing((one, other)),
        incident=incident,
        names=(pair.one.name, pair.other.name),
        verdicts=(one, other),
        because=condition(decision, ruled),
        agree_when=tuple(_turns(pair, decision, incident)),
    )


def _turns(pair: Pair, decision: str, incident: Incident) -> Iterator[Turn]:
    """The changes of one told fact after which both rule, and rule the same."""
    for fact, tests in _tested(pair, decision, incident).items():
        instead: dict[str, Values] = {}
        domain = pair.vocabulary.facts[fact].domain
        for answer in possible_answers(domain, [*tests, incident.facts[fact].values]):
            changed = incident.with_facts({fact: Told(answer, "given")})
            verdicts = pair.verdicts(changed, decision)
            if verdicts and _agree(*verdicts):
                outcome = verdicts[0].outcome
                instead[outcome] = join(instead[outcome], answer) if outcome in instead else answer
        for outcome, values in instead.items():
            yield Turn(fact, shown(values), outcome)


def _agree(one: Verdict, other: Verdict) -> bool:
    """Whether both rule, and rule the same."""
    return one.status == other.status == RULED and standing((one, other)) not in WITNESSED


def _tested(pair: Pair, decision: str, incident: Incident) -> dict[str, list[Values]]:
    """The tests that clauses on the decision make of the facts told."""
    found: dict[str, list[Values]] = {}
    for side in pair.sides:
        for event in incident.events:
            for told in side.speaking(event):
                clause = told.clause
                if decision in told.says:
                    for group in (clause.when, clause.wakes_on, *clause.unless):
                        for fact, allowed in group:
                            if fact in incident.facts:
                                found.setdefault(fact, []).append(allowed)
    return found

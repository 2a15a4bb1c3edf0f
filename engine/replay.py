"""A printed ruling, ruled again: whether today's ruling is the same, and if it is not, why.

What was told of the incident is taken from the ruling itself, and what was worked out is
worked out again. Where the narrative left open what happened, the ruling holds nothing but
its text: so that is read again. Where it was only to be confirmed, the facts stand in the
ruling, and what it comes to once confirmed is compared.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine.amount_words import label
from engine.answer import EVENT, Answer, answer
from engine.arithmetic.line import LineError
from engine.incident import IncidentError
from engine.printed import Fact, Outcome, Printed, PrintedHouse, Rulebase, printed
from engine.ruling import Engine, Ruling
from engine.ruling_json import rulebase_json
from rulebase.problems import did_you_mean


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a printed ruling; whatever differs is told as ``{"then": …, "now": …}``.

    ``cannot`` says why its incident cannot be ruled on any more; ``read`` holds the events
    where a narrative read again is read otherwise; ``houses`` what each house that differs
    rules otherwise, or that it is gone; ``facts`` and ``rulebase`` what they rest on;
    ``because`` what that means, in words.
    """

    id: str = ""
    cannot: str = ""
    read: dict[str, Any] = field(default_factory=dict)
    houses: dict[str, dict[str, Any]] = field(default_factory=dict)
    facts: list[dict[str, Any]] = field(default_factory=list)
    rulebase: dict[str, Any] = field(default_factory=dict)
    because: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """Whether today's ruling is the same, whatever it rests on."""
        return not (self.cannot or self.read or self.houses)

    def as_json(self) -> dict[str, Any]:
        """The replay as ``--json`` prints it; what is empty is left out."""
        found = {name: value for name, value in asdict(self).items() if value}
        return {"same": self.same, **found}


class Replayer:
    """Rules again by today's houses.

    ``faulty`` says what is wrong with houses that cannot be asked; it is told of those
    houses only that are named in ``only``, or of all.
    """

    def __init__(
        self, engine: Engine, faulty: Mapping[str, str], only: Collection[str] = ()
    ) -> None:
        self._engine = engine
        self._faulty = faulty
        self._only = only

    def replay(self, data: object) -> Replay:
        """What becomes of a ruling's JSON today.

        Raises:
            IncidentError: it is no ruling, or by none of the houses that are to be told of,
                or its incident cannot be by the very rulebase that it names.
        """
        then = printed(data)
        asked = [name for name in then.houses if not self._only or name in self._only]
        if not asked:
            raise IncidentError(f"it is no ruling by {' or '.join(self._only)}")
        held = [name for name in then.houses if name in self._engine.houses]
        engine = self._engine.only(*held)
        gone = {name: {"gone": self._gone(name)} for name in asked if name not in held}
        state = Rulebase.model_validate(rulebase_json(engine.vocabulary, engine.books()))
        found = Replay(id=then.incident.id, rulebase=_rulebase(then.rulebase, state), houses=gone)
        try:
            if held:
                found = _compared(found, then, _again(then, engine), asked)
        except IncidentError as error:
            if then.rulebase is None or then.rulebase.hash == state.hash:
                raise
            found = replace(found, cannot=str(error))
        return replace(found, because=list(_because(found, then.rulebase, state)))

    def _gone(self, name: str) -> str:
        if name in self._faulty:
            return self._faulty[name]
        return f'there is no house "{name}" any more{did_you_mean(name, self._engine.houses)}'


def _again(then: Printed, engine: Engine) -> Printed:
    """Today's ruling, as it would be printed.

    Raises:
        IncidentError: the vocabulary does not know something of the incident, or its line of
            action cannot be.
    """
    if not then.incident.events:
        return _printed(answer(then.incident.text, engine))
    incident = then.incident.incident(engine.vocabulary)
    asked = {house.asked or "" for house in then.houses.values()}
    if len(engine.houses) < len(then.houses) and asked <= set(engine.vocabulary.decisions):
        incident = incident.asking(min(asked))  # it may be a house now gone that spoke on it
    try:
        return _printed(engine.rule(incident))
    except LineError as error:
        raise IncidentError(f"line: {error}") from error


def _printed(ruling: Ruling | Answer) -> Printed:
    return printed(json.loads(json.dumps(ruling.as_json())))


def _compared(found: Replay, then: Printed, now: Printed, asked: Iterable[str]) -> Replay:
    """The replay with what differs between the two rulings.

    Where a narrative is read otherwise, nothing else is worth comparing.
    """
    if read := _apart(then.incident.events, now.incident.events):
        return replace(found, read=read)
    changes = {name: _house(then, now, name) for name in asked if name in now.houses}
    changes = {name: change for name, change in changes.items() if change}
    facts = list(_facts(then.incident.facts, now.incident.facts))
    return replace(found, houses={**found.houses, **changes}, facts=facts)


def _apart(then: Any, now: Any) -> dict[str, Any]:
    """The two where they differ."""
    return {} if then == now else {"then": then, "now": now}


def _house(then: Printed, now: Printed, name: str) -> dict[str, Any]:
    """What a house rules otherwise; nothing where it rules the same."""
    one, other = then.houses[name], now.houses[name]
    parts = {
        "status": _apart(one.if_confirmed or one.status, other.status),
        "silent": _apart(one.silent, other.silent),
        "asked": _apart(one.asked, other.asked),
        "questions": _apart(one.wanting, other.wanting),
        "decisions": list(_decisions(one, other)),
    }
    found = {part: change for part, change in parts.items() if change}
    if found and (derived := list(_derived(then, now, name))):
        found["derived"] = derived
    return found


def _decisions(then: PrintedHouse, now: PrintedHouse) -> Iterator[dict[str, Any]]:
    """The decisions that come out otherwise, under the events that they were taken under.

    Where events were believed in, what their rivals came to is not asked again.
    """
    one, other = _by_decision(then), _by_decision(now)
    if then.in_doubt:
        one = {(events, decision): ruled for (events, decision), ruled in one.items() if not events}
    for key in dict.fromkeys((*one, *other)):
        before, after = one.get(key, []), other.get(key, [])
        if _substance(before, then.in_doubt) != _substance(after, then.in_doubt):
            events, decision = key
            yield {
                "decision": decision,
                **({"if": {EVENT: list(events)}} if events else {}),
                "then": [outcome.brief() for outcome in before],
                "now": [outcome.brief() for outcome in after],
            }


def _substance(outcomes: Iterable[Outcome], in_doubt: bool) -> list[dict[str, Any]]:
    """What is compared of outcomes; in doubt each is provisional, whatever it is otherwise."""
    apart = {"provisional"} if in_doubt else set()
    return [{k: v for k, v in o.brief().items() if k not in apart} for o in outcomes]


def _by_decision(house: PrintedHouse) -> dict[tuple[tuple[str, ...], str], list[Outcome]]:
    found: dict[tuple[tuple[str, ...], str], list[Outcome]] = {}
    for outcome in house.rulings:
        key = tuple(outcome.under.get(EVENT, ())), outcome.decision
        found.setdefault(key, []).append(outcome)
    return found


def _derived(then: Printed, now: Printed, house: str) -> Iterator[dict[str, Any]]:
    """The facts that the house's own rules derive otherwise."""
    one, other = _of_its_own(then, house), _of_its_own(now, house)
    for fact, value in one.items():
        if fact in other and other[fact] != value:
            yield {"fact": fact, "then": value, "now": other[fact]}


def _of_its_own(ruling: Printed, house: str) -> dict[str, Any]:
    reasons = (reason for outcome in ruling.houses[house].rulings for reason in outcome.because)
    return {r.fact: r.value for r in reasons if r.fact not in ruling.incident.facts}


def _facts(then: Mapping[str, Fact], now: Mapping[str, Fact]) -> Iterator[dict[str, Any]]:
    """The facts that are otherwise, or come from elsewhere."""
    for name in dict.fromkeys((*then, *now)):
        one, other = (facts[name].brief() if name in facts else None for facts in (then, now))
        if one != other:
            yield {"fact": name, "then": one, "now": other}


def _rulebase(then: Rulebase | None, now: Rulebase) -> dict[str, Any]:
    """What the rulings depend on that is otherwise; nothing where that was not printed."""
    if then is None:
        return {}
    names = dict.fromkeys((*then.houses, *now.houses))
    books = {name: _apart(_book(then, name), _book(now, name)) for name in names}
    parts = {
        "program": _apart(then.program, now.program),
        "hash": _apart(then.hash, now.hash),
        "houses": {name: change for name, change in books.items() if change},
    }
    return {part: change for part, change in parts.items() if change}


def _book(state: Rulebase, name: str) -> dict[str, str] | None:
    return state.houses[name].model_dump() if name in state.houses else None


def _because(found: Replay, then: Rulebase | None, now: Rulebase) -> Iterator[str]:
    """What the differences come from, as far as that can be told."""
    if then is None:
        yield "It does not say by which rulebook it was ruled."
        return
    for name, change in found.rulebase.get("houses", {}).items():
        yield _other_book(name, change["then"], change["now"])
    if "hash" in found.rulebase and "houses" not in found.rulebase:
        yield (
            f"The rulebase is not that of then ({then.hash} then, {now.hash} now): these houses "
            "are the same, so it differs in its vocabulary or in another house."
        )
    if "program" in found.rulebase:
        yield f"The program was {then.program} then, and is {now.program} now."
    if not found.same and not found.rulebase:
        yield (
            "Rulebook and program are those of then: so either what was printed was changed "
            "since, or the program was without its version."
        )


def _other_book(name: str, then: Mapping[str, str] | None, now: Mapping[str, str] | None) -> str:
    """How a rulebook differs."""
    if then is None or now is None:
        return f"{label(name)} was consulted {'now but not then' if now else 'then but not now'}."
    if then["edition"] != now["edition"]:
        return f"{label(name)}: edition {then['edition']} then, {now['edition']} now."
    return (
        f"{label(name)} is not encoded as it was then ({then['digest']} then, {now['digest']} "
        "now); a digest does not tell which of its rules differ."
    )

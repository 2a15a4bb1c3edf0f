"""What must not matter to a ruling, and what must scale it, over the real rulebase."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from engine.arithmetic.round import blind_of
from engine.incident import Incident, Told
from engine.resolve import Say
from engine.ruling import Engine, Ruling, house_json
from rulebase import load
from rulebase.book import Vocabulary
from rulebase.values import HIGHEST, Span, Values
from scenarios.bank import scenarios
from scenarios.generate import Generator

RANDOM = 500
LINES = 300
STRUCTURED_CHIPS = {"chips-put", "readings", "stacks", "starting-stacks"}
"""The structured facts whose numbers are chips (under the seats, where they have any)."""
COUNTS_AND_SEATS = {
    *("hands-missed", "finishing-place", "players-to-move", "players-short"),
    *("odd-chip-seat", "odd-chip-high-card", "odd-chip-low-card"),
    *("race-by-card", "race-by-card-protected", "race-one-each-protected"),
    *("heads-up-button", "next-big-blind", "earliest-blind-seat", "first-from-button"),
}
"""The amounts of rules that are no chips: how many, and who."""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load.houses(), load.vocabulary())


@cache
def generated(seed: int) -> tuple[Incident, ...]:
    made = Generator(load.vocabulary(), load.houses(), seed)
    return tuple(made.incident() for _ in range(RANDOM))


@cache
def bank() -> tuple[Incident, ...]:
    return tuple(scenario.incident for scenario in scenarios(load.vocabulary()))


def told_lines(seed: int) -> Iterator[Incident]:
    """Random lines of action of up to six players, with somebody among them in question."""
    rng = random.Random(seed)
    for _ in range(LINES):
        players = [f"P{n}" for n in range(rng.randint(2, 6))]
        stands, left, line = 0, list(players), list[dict[str, object]]()
        for turn in range(rng.randint(2, 9)):
            if len(left) < 2:
                break
            who = left[turn % len(left)]
            does = rng.choice(("call", "call", "fold", "all-in", "raise") if stands else ("bet",))
            if does in ("bet", "raise", "all-in"):
                stands += rng.choice((40, 100, 150, 250)) if does == "all-in" else stands + 100
                line.append({"who": who, "does": does, "to": stands})
            else:
                line.append({"who": who, "does": does})
            if does in ("fold", "all-in"):
                left.remove(who)
        event = rng.choice(("wants-to-raise-again", "minimum-raise-asked", "chips-put-in"))
        facts = {
            "player": told("player", rng.choice(players)),
            "street": told("street", "flop"),
            "big-blind": told("big-blind", 100),
        }
        yield Incident((event,), facts, tuple(line))


def told(name: str, value: str | int) -> Told:
    fact = load.vocabulary().facts[name]
    if fact.structured:
        return Told(fact.domain, "given", raw=value)
    return Told(Span.of(value) if isinstance(value, int) else frozenset({value}), "given")


def verdicts(ruling: Ruling, factor: int = 1) -> dict[tuple[str, str], tuple[Any, ...]]:
    """What every house rules on every decision, chips times ``factor``."""
    return {
        (name, decision): (
            resolved.status,
            resolved.silent,
            [verdict(say, factor) for say in resolved.fired],
            [verdict(say, factor) for say in resolved.open],
            [verdict(say, factor) for say in resolved.defaults],
        )
        for name, house in ruling.houses.items()
        for decision, resolved in house.resolved.items()
    }


def verdict(say: Say, factor: int) -> tuple[str, str, str, Any]:
    chips = not say.symbol.isdigit() and say.symbol not in COUNTS_AND_SEATS
    amount = times(say.amount, factor) if chips else say.amount
    return say.clause.house, say.clause.name, say.outcome, amount


def times(value: Any, factor: int) -> Any:
    """Chips times ``factor``: a number, a list of them, or by seat; of a pot its amount alone."""
    if isinstance(value, list):
        return [times(one, factor) for one in value]
    if isinstance(value, Mapping):
        if "players" in value:
            return {**value, "amount": value["amount"] * factor}
        return {seat: times(chips, factor) for seat, chips in value.items()}
    return value * factor if isinstance(value, int) else value


def scaled(incident: Incident, vocabulary: Vocabulary, factor: int) -> Incident:
    """The incident played with chips ``factor`` times as big."""
    facts = {}
    for name, fact in incident.facts.items():
        if name in STRUCTURED_CHIPS:
            fact = fact._replace(raw=times(fact.raw, factor))
        elif vocabulary.facts[name].kind == "chips":
            fact = fact._replace(values=larger(fact.values, factor))
        facts[name] = fact
    line = tuple(
        {key: times(value, factor) if key == "to" else value for key, value in act.items()}
        for act in incident.line
    )
    return incident._replace(facts=facts, line=line)


def speaks_of_chips(incident: Incident, vocabulary: Vocabulary) -> bool:
    kinds = {vocabulary.facts[name].kind for name in incident.facts}
    return bool(incident.line or "chips" in kinds or STRUCTURED_CHIPS & incident.facts.keys())


def larger(values: Values, factor: int) -> Values:
    assert isinstance(values, Span)
    return Span(
        tuple(
            (low * factor, high if high == HIGHEST else high * factor)
            for low, high in values.ranges
        )
    )


def compared_with_a_number(engine: Engine) -> set[str]:
    """The chips that some rule measures by a number of its own; any chips at all is no number."""
    some, none = Span.parse(">= 1"), Span.of(0)
    return {
        fact
        for house in engine.houses.values()
        for clause in house.clauses.values()
        for group in (clause.when, clause.wakes_on, *clause.unless)
        for fact, allowed in group
        if engine.vocabulary.facts[fact].kind == "chips" and allowed not in (some, none)
    }


def test_the_order_of_facts_does_not_matter(engine: Engine) -> None:
    rng = random.Random(11)
    for incident in (*generated(101), *bank()[::4]):
        facts = list(incident.facts.items())
        rng.shuffle(facts)
        other = incident._replace(facts=dict(facts))
        assert engine.rule(other).as_json() == engine.rule(incident).as_json(), incident


def test_houses_rule_alone_as_they_rule_together(engine: Engine) -> None:
    """Which decision is asked may hang on who is asked; what each house rules on it may not."""
    for incident in generated(102):
        together = engine.rule(incident)
        asked = incident.asking(together.asked)
        for name, house in together.houses.items():
            alone = engine.only(name).rule(asked)
            assert list(alone.houses) == [name]
            assert house_json(alone.houses[name], alone.known) == house_json(house, together.known)


def test_a_house_with_a_matcher_of_its_own_rules_the_same(engine: Engine) -> None:
    books = load.houses()
    for name in books:
        own = Engine({name: books[name]}, engine.vocabulary).adopt(books)
        for incident in generated(103)[:200]:
            together = engine.rule(incident)
            alone = own.rule(incident.asking(together.asked))
            assert house_json(alone.houses[name], alone.known) == house_json(
                together.houses[name], together.known
            )


def test_bigger_chips_scale_amounts_and_nothing_else(engine: Engine) -> None:
    rng = random.Random(12)
    measured = compared_with_a_number(engine)
    moved = 0
    for incident in (*generated(104), *bank()[::2], *told_lines(204)):
        if measured & incident.facts.keys() or not speaks_of_chips(incident, engine.vocabulary):
            continue
        factor = rng.randint(2, 40)
        plain = engine.rule(incident)
        bigger = engine.rule(scaled(incident, engine.vocabulary, factor))
        assert verdicts(bigger) == verdicts(plain, factor), (factor, incident)
        moved += verdicts(plain) != verdicts(plain, factor)
    assert moved > 300


def names(incident: Incident) -> set[str]:
    """The players by name: no seat's number, and no name that says who has a blind."""
    found = {str(act["who"]) for act in incident.line}
    for name in ("stacks", "starting-stacks"):
        raw = incident.facts[name].raw if name in incident.facts else None
        found |= set(raw) if isinstance(raw, Mapping) else set()
    if "player" in incident.facts:
        found.add(incident.facts["player"].raw)
    return {name for name in found if not str(name).isdecimal() and blind_of(name) is None}


def renamed(value: Any, new: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {new.get(key, key): renamed(one, new) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(one, new) for one in value]
    return new.get(value, value) if isinstance(value, str) else value


def test_renaming_players_changes_their_names_and_nothing_else(engine: Engine) -> None:
    """The new names sort the other way round, and are written back in all that is printed."""
    tried = 0
    for incident in (*bank(), *told_lines(205)):
        if not (players := sorted(names(incident))):
            continue
        tried += 1
        new = {who: f"Player~{99 - n}" for n, who in enumerate(players)}
        facts = {n: f._replace(raw=renamed(f.raw, new)) for n, f in incident.facts.items()}
        line = tuple({**act, "who": new.get(str(act["who"]), act["who"])} for act in incident.line)
        after = json.dumps(engine.rule(incident._replace(facts=facts, line=line)).as_json())
        for who, name in new.items():
            after = after.replace(name, who)
        assert json.loads(after) == json.loads(json.dumps(engine.rule(incident).as_json()))
    assert tried > LINES


def test_telling_what_was_assumed_changes_nothing(engine: Engine) -> None:
    """Unless it shows that what was told cannot be: no assumption contradicts, a fact told may."""
    rng = random.Random(13)
    tried = contradicted = 0
    for incident in (*generated(106), *bank()[::4]):
        ruling = engine.rule(incident)
        assumed = {
            name: Told(fact.values, "given")
            for name, fact in ruling.known.facts.items()
            if fact.source == "assumed"
        }
        if not assumed:
            continue
        tried += 1
        one = rng.choice(sorted(assumed))
        for told_too in (assumed, {one: assumed[one]}):
            again = engine.rule(incident.with_facts(told_too))
            if len(again.known.contradictions) > len(ruling.known.contradictions):
                contradicted += 1
                continue
            assert verdicts(again) == verdicts(ruling), (told_too, incident)
    assert tried > RANDOM // 2
    assert contradicted * 100 < tried

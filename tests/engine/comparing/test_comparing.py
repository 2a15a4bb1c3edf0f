"""Comparisons rest on the engine: witnesses hold, and are as small as they can be."""

from __future__ import annotations

from functools import cache

import pytest

from engine.comparing.agreement import ALL, agreement
from engine.comparing.counterparts import changes, counterparts
from engine.comparing.matrix import Case, ComparingError, Row, matrix, selected
from engine.comparing.sides import Pair, Side, pair
from engine.comparing.verdicts import (
    DIFFERENT,
    PARTLY_SILENT,
    SAME,
    UNSETTLED,
    Verdict,
    standing,
    verdict,
)
from engine.comparing.witness import WITNESSED, Witness, around, witnesses
from engine.incident import Incident, from_mapping, told
from engine.ruling import Engine
from rulebase import load
from scenarios.comparing import bank_cases

CLOCK = ("time-allowed", "time-call")


@cache
def engine(*names: str) -> Engine:
    return Engine(load.houses(names), load.vocabulary()).adopt(load.houses())


@cache
def clock_witnesses() -> tuple[Witness, ...]:
    return tuple(witnesses(pair(engine(), "adc", "tda-2007"), only=CLOCK))


def ruled(outcome: str, **more: object) -> Verdict:
    return Verdict("ruled", {"outcome": outcome, **more}, (outcome,))


SILENT = Verdict("silent", "silent", silent="no-rule")
JUDGMENT = Verdict("judgment", "judgment")
OPEN = Verdict("needs-facts", "needs-facts")


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([ruled("call"), ruled("call")], SAME),
        ([ruled("call", amount=600), ruled("call")], SAME),
        ([ruled("call", amount=600), ruled("call"), ruled("call", amount=700)], DIFFERENT),
        ([ruled("call"), ruled("call", force="may")], DIFFERENT),
        ([ruled("call"), JUDGMENT], DIFFERENT),
        ([ruled("call"), SILENT], PARTLY_SILENT),
        ([ruled("call"), OPEN], UNSETTLED),
        ([ruled("call"), ruled("fold"), OPEN], DIFFERENT),
    ],
)
def test_how_verdicts_stand(verdicts: list[Verdict], expected: str) -> None:
    assert standing(verdicts) == expected


def test_the_two_clocks_have_their_witnesses() -> None:
    found = {w.decision: w for w in clock_witnesses() if w.standing == DIFFERENT}
    assert set(CLOCK) <= set(found)
    amounts = {
        tuple(v.amount for v in w.verdicts)
        for w in clock_witnesses()
        if w.decision == "time-allowed"
    }
    assert (15, 60) in amounts
    assert (30, 60) in amounts


def test_a_witness_is_confirmed_and_no_part_can_go() -> None:
    assert clock_witnesses()
    for witness in clock_witnesses():
        assert _differ(witness.incident, witness), witness
        for fact in witness.incident.facts:
            fewer = {f: t for f, t in witness.incident.facts.items() if f != fact}
            assert not _differ(witness.incident._replace(facts=fewer), witness), (fact, witness)


def _differ(incident: Incident, witness: Witness) -> bool:
    """Whether a fresh engine of both houses rules as the witness has it."""
    ruling = engine(*witness.names).rule(incident)
    now = [verdict(ruling.houses[name], witness.decision) for name in witness.names]
    return standing(now) in WITNESSED and [v.kind for v in now] == [
        v.kind for v in witness.verdicts
    ]


def test_after_the_change_told_both_rule_the_same() -> None:
    two = pair(engine(), "adc", "hosted")
    turned = 0
    for witness in witnesses(two, only=["clock-called"]):
        for turn in witness.agree_when:
            fact = load.vocabulary().facts[turn.fact]
            for value in turn.instead.split(" or "):
                changed = witness.incident.with_facts({turn.fact: told(fact, value)})
                verdicts = two.verdicts(changed, witness.decision)
                assert verdicts
                assert standing(verdicts) == SAME, (turn, witness)
                turned += 1
    assert turned


def test_a_house_does_not_differ_from_itself() -> None:
    sides = Side("one", engine(), "adc"), Side("other", engine(), "adc")
    two = Pair(*sides, load.vocabulary())
    assert witnesses(two, bank_cases(load.vocabulary()), search=False) == []
    assert witnesses(two, only=CLOCK) == []


@cache
def rows() -> tuple[Row, ...]:
    three = engine("adc", "denver", "tda-2007")
    return tuple(matrix(three, bank_cases(load.vocabulary())))


def test_a_row_says_what_the_engine_rules_on_its_example() -> None:
    for row in rows()[::7]:
        incident, _ = from_mapping(row.incident, load.vocabulary())
        ruling = engine("adc", "denver", "tda-2007").rule(incident)
        for name, each in row.verdicts.items():
            assert verdict(ruling.houses[name], row.decision) == each
            assert set(each.rules) <= set(row.rules[name])


@pytest.mark.parametrize(
    ("decision", "event", "adc", "tda"),
    [
        ("counts-as", "chips-put-in", "call III.5.11", "call 11"),
        ("counts-as", "string-raise", "raise VI.1.5", "call 32"),
        ("binding", "unaware-of-raise", "released III.5.9", "bound 30"),
        ("binding", "acted-out-of-turn", "may-be-held III.5.7", "bound 30"),
        ("may-raise", "wants-to-raise-again", "yes VI.1.4", "no 10"),
        ("hand", "clock-called", "live III.3.1", "dead 5"),
        ("hand", "absent-player", "live VII.m", "dead 8"),
        ("hand", "cards-exposed-by-player", "dead II.2.9", "live 31"),
        ("redress", "hand-killed-by-dealer", "none II.2.10", "uncalled-raise-back 28"),
        ("deal", "card-exposed-by-dealer", "plays-on V.1.1", "silent"),
        ("card", "card-on-floor", "plays III.4.12", "silent"),
        ("pot-claim", "plays-the-board", "kept V.1.9", "lost 40"),
        ("new-chips", "color-up", "by-card VII.k", "one-each 2"),
        ("button", "blind-busts", "stays VII.dd", "dead 6"),
        ("table-choice", "seat-question", "sign-up-or-manager VII.a", "random 13"),
        ("who-moves", "table-broken-or-balanced", "big-blind-due VII.o", "same-position 25"),
        ("rebuy", "rebuy", "not-allowed III.1.2", "owed 18"),
    ],
)
def test_known_differences_between_two_houses(
    decision: str, event: str, adc: str, tda: str
) -> None:
    found = [row for row in rows() if (row.decision, row.event) == (decision, event)]
    assert any(_is(row, "adc", adc) and _is(row, "tda-2007", tda) for row in found)


def _is(row: Row, house: str, expected: str) -> bool:
    outcome, _, rule = expected.partition(" ")
    each = row.verdicts[house]
    if outcome == "silent":
        return each.status == "silent"
    return each.status == "ruled" and each.outcome == outcome and rule in row.rules[house]


def test_selection_keeps_to_what_is_named() -> None:
    vocabulary = load.vocabulary()
    found = selected(rows(), ["clock-called", "odd-chip"], vocabulary)
    assert {row.decision for row in found} >= {"hand", "odd-chip"}
    assert all(
        row.event == "clock-called" or "odd-chip" in (row.decision, row.event) for row in found
    )
    with pytest.raises(ComparingError, match='did you mean "betting"'):
        selected(rows(), ["bettin"], vocabulary)
    with pytest.raises(ComparingError, match="nothing"):
        selected([], [], vocabulary)
    with pytest.raises(ComparingError, match="nothing"):
        matrix(engine("adc", "hosted"), [])


def test_agreement_counts_each_decision_once() -> None:
    incident, _ = from_mapping(
        {"events": ["clock-called"], "facts": {"facing": "raise", "seconds-passed": 80}},
        load.vocabulary(),
    )
    found = agreement(engine("adc", "hosted"), [Case("one", incident)], ["hand"])
    assert [(a.topic, a.counts) for a in found] == [
        (topic, {SAME: 0, DIFFERENT: 1, PARTLY_SILENT: 0, UNSETTLED: 0}) for topic in ("hands", ALL)
    ]
    assert found[0].share == 0


def test_counterparts_tell_what_is_added_and_dropped() -> None:
    houses = load.houses()
    adc = houses["adc"]
    found = {
        (c.rule.house, c.rule.rule): c for c in counterparts(adc, adc.rules["III.5.11"], houses)
    }
    assert ("hosted", "Betting 15") in found
    assert ("tda-2007", "11") in found
    mine, theirs = adc.clauses["III.5.11#1"], houses["hosted"].clauses["Betting 12#1"]
    told_of = {change.what: change for change in changes(mine, theirs)}
    assert told_of["chips"].how == "drops"
    assert told_of["released"].how == "adds"
    assert not list(changes(mine, mine))


def test_two_rules_are_shown_at_odds() -> None:
    found = around(pair(engine(), "adc", "tda-2007"), "VI.1.13", "5")
    assert found
    assert {"VI.1.13"} <= {r for w in found for r in w.verdicts[0].rules}

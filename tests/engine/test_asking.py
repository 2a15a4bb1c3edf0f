"""What can be put right, and what nobody has raised, of an incident as it is understood."""

from __future__ import annotations

import pytest

from engine.asking import changeable, sleeping
from engine.incident import Incident, from_mapping
from engine.reading.reader import taken
from engine.ruling import Engine
from scenarios.bank import engine_for_all


@pytest.fixture(scope="module")
def engine() -> Engine:
    return engine_for_all()


def put_in(engine: Engine, **facts: object) -> Incident:
    return from_mapping({"events": ["chips-put-in"], "facts": facts}, engine.vocabulary)[0]


def test_a_misread_amount_can_be_put_right_though_no_rule_tests_it(engine: Engine) -> None:
    words = "Seat 2 bets 600 and the next player puts in 1,500 without a word."
    ruling = engine.rule(taken(words, ("chips-put-in",), engine.vocabulary))
    assert ruling.known.facts["put-in"].source == "said"
    assert "put-in" in changeable(ruling)


def test_a_claim_that_would_change_a_ruling_is_told_of(engine: Engine) -> None:
    """adc III.5.9 and hosted Betting 12 sleep until a raise was missed."""
    incident = put_in(engine, facing="raise", announced="call", **{"put-in": 500, "to-call": 900})
    claims = sleeping(engine, engine.rule(incident))
    assert frozenset({"raise", "amount"}) in claims["misread"]


def test_what_was_raised_is_told_of_no_more(engine: Engine) -> None:
    incident = put_in(engine, facing="raise", misread="nothing", **{"put-in": 500, "to-call": 900})
    assert "misread" not in sleeping(engine, engine.rule(incident))

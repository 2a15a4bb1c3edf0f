"""The bank notices most rules gone wrong, and nothing where the rule is as it was."""

from __future__ import annotations

import pytest

from rulebase import load
from rulebase.book import Clause
from rulebase.clause_source import SHARED
from rulebase.values import Span
from scenarios.mutants import DELETE, DROP, KINDS, OVERRIDE, Mutant, mutants, shifted, with_mutant
from scenarios.mutate import bench, main, sampled
from scenarios.trying import Bench, woken

EACH = 25
SEED = 6
FLOOR = 0.62


@pytest.fixture(scope="module")
def trying() -> Bench:
    return bench()


@pytest.fixture(scope="module")
def sample(trying: Bench) -> list[Mutant]:
    return [m for name in load.built_in() for m in sampled(trying.mutants(name), EACH, SEED)]


def test_the_bank_kills_most_mutants(trying: Bench, sample: list[Mutant]) -> None:
    survivors = [str(mutant) for mutant in sample if trying.killed_by(mutant) is None]
    assert 1 - len(survivors) / len(sample) >= FLOOR, "\n".join(survivors)


def test_a_clause_put_back_as_it_was_kills_nothing(trying: Bench, sample: list[Mutant]) -> None:
    for mutant in sample[::3]:
        assert trying.killed_by(mutant._replace(clause=mutant.of)) is None, mutant


def test_every_kind_is_made(trying: Bench) -> None:
    made = {mutant.kind for name in (*load.built_in(), SHARED) for mutant in trying.mutants(name)}
    assert made == set(KINDS)


CLAUSE = Clause(
    name="1#1",
    house="adc",
    rule="1",
    events=frozenset({"chips-put-in"}),
    also=frozenset(),
    when=(("announced", frozenset({"nothing"})), ("chips", Span.of(1))),
    unless=((("in-turn", frozenset({"no"})), ("facing", frozenset({"bet"}))),),
    wakes_on=(),
    decides={"counts-as": "call"},
    amount="",
    derives={},
    otherwise={},
    default={},
    force="must",
    keeps_default=False,
    say="",
    procedure="",
    penalty="",
    beats=frozenset({("adc", "2#1"), ("adc", "3#1"), ("adc", "4#1")}),
    leads=frozenset(),
    authority=False,
    members=(),
)
CLASHING = CLAUSE._replace(name="2#1", decides={"counts-as": "raise"})
AGREEING = CLAUSE._replace(name="3#1")
APART = CLASHING._replace(name="4#1", when=(("chips", Span.parse(">= 2")),))


@pytest.fixture(scope="module")
def made() -> list[str]:
    house = with_mutant(load.house("adc"), Mutant(DROP, CLAUSE, CLAUSE, ""))
    house.clauses = {c.name: c for c in (CLAUSE, CLASHING, AGREEING, APART)}
    return [f"{m.kind}: {m.what}" for m in mutants(CLAUSE, house, load.vocabulary())]


@pytest.mark.parametrize(
    "mutant",
    [
        "drop a condition: announced: nothing",
        "drop a condition: unless in-turn: no and facing: bet",
        "drop a condition: in-turn: no of unless in-turn: no and facing: bet",
        "shift a comparison: chips: <= 1, not 1",
        "shift a comparison: chips: 1..2, not 1",
        "flip a yes/no: unless in-turn: yes, not no",
        "weaken must to may: may, not must",
        "delete the clause: left out",
        "remove an override: over adc/2",
    ],
)
def test_a_clause_goes_wrong_in_each_way(mutant: str, made: list[str]) -> None:
    assert mutant in made


def test_an_override_that_cannot_show_is_not_removed(made: list[str]) -> None:
    assert [what for what in made if what.startswith(OVERRIDE)] == [
        "remove an override: over adc/2"
    ]


@pytest.mark.parametrize(
    ("span", "others"),
    [
        ("< 3", ["<= 1", "<= 3"]),
        ("2..4", ["1..4", "3..4", "2..3", "2..5"]),
        ("!= 3", ["<= 1 or >= 4", "<= 2 or >= 5"]),
        (">= 1", [">= 2"]),
    ],
)
def test_bounds_move_by_one(span: str, others: list[str]) -> None:
    assert sorted(map(str, shifted(Span.parse(span)))) == sorted(others)


def test_a_deleted_clause_leaves_no_trace() -> None:
    for house in load.houses(load.built_in()).values():
        for head in [c for c in house.clauses.values() if c.members][:3]:
            gone = head.members[0]
            without = with_mutant(house, Mutant(DELETE, house.clauses[gone], None, ""))
            assert gone not in without.clauses
            assert all(gone not in names for names in without.by_event.values())
            assert all(gone not in clause.members for clause in without.clauses.values())
            assert gone in house.clauses


def test_a_derivation_wakes_the_events_that_rest_on_it() -> None:
    for house in load.houses(load.built_in()).values():
        for fact, deriving in house.deriving.items():
            for decider in (c for c in house.clauses.values() if fact in c.facts):
                if decider.decides:
                    assert decider.events <= woken(house, deriving[0])


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["homegame", "--sample", "3", "--survivors"]) == 0
    assert " of     3 " in capsys.readouterr().out


def test_what_would_kill_a_survivor_is_told(trying: Bench, sample: list[Mutant]) -> None:
    dropped = [m for m in sample if m.kind == DROP and trying.killed_by(m) is None]
    told = [trying.told_by(mutant) for mutant in dropped[:10]]
    assert all(len(each.change) <= 1 for each in told if each)
    assert any(told) or not dropped


def test_a_house_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["homegam"])
    assert stopped.value.code == 2
    assert "homegam" in capsys.readouterr().err

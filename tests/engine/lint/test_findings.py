"""Each kind of finding on a fixture that holds it, and nothing on one that does not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.incident import from_mapping
from engine.lint import Finding, findings
from engine.lint.finding import Excepted, explained
from engine.ruling import Engine
from rulebase.book import House, Vocabulary
from rulebase.build import build

GOOD = Path(__file__).parents[2] / "rulebase" / "fixtures" / "good"
RULE = "- {{rule: '{}', title: a rule, gist: a rule, {}}}\n"


class Room:
    """The fixture rulebase with rules of one's own in the house ``ours``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(GOOD, root)

    def compile(self) -> tuple[dict[str, House], Vocabulary, dict[str, object]]:
        whole = build(self.root)
        written = {name: part.pop("written") for name, part in whole["houses"].items()}
        houses = {name: House(part) for name, part in whole["houses"].items()}
        return houses, Vocabulary(whole["vocabulary"]), written

    def add(self, *rules: str) -> None:
        """Put rules in the place of those of the fixture, each the body of an entry."""
        text = "".join(RULE.format(i, body) for i, body in enumerate(rules, 1))
        (self.root / "houses/ours/rules.yaml").write_text(text)
        house = self.root / "houses/ours/house.yaml"
        house.write_text(house.read_text().partition("adopts")[0])

    def house(self, more: str) -> None:
        file = self.root / "houses/ours/house.yaml"
        file.write_text(file.read_text() + more)

    def vocabulary(self, name: str, more: str) -> None:
        file = self.root / f"vocabulary/betting/{name}.yaml"
        file.write_text(file.read_text() + more)

    def lint(self, *names: str) -> Iterator[Finding]:
        houses, vocabulary, written = self.compile()
        return findings(houses, vocabulary, written, names)  # type: ignore[arg-type]

    def told(self, *names: str) -> list[tuple[str, tuple[str, ...]]]:
        return [(finding.check, finding.about) for finding in self.lint(*(names or ("ours",)))]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "rulebase")


def test_rules_that_go_together_are_clean(room: Room) -> None:
    room.add(
        "when: {event: chips-put-in, chips: 1}, decides: {counts-as: call}",
        "when: {event: chips-put-in, chips: '>= 2'}, decides: {counts-as: raise}",
    )
    assert room.told() == []


@pytest.mark.parametrize(
    "when",
    [
        "{event: chips-put-in, announced: raise, chips: 0}",  # by an implication
        "{event: chips-put-in, chips: 1, acted: yes}",  # by the only derivation
    ],
)
def test_a_rule_that_can_never_fire(room: Room, when: str) -> None:
    room.add(f"when: {when}, decides: {{counts-as: call}}")
    assert room.told() == [("never-fires", ("1#1",))]


def test_a_rule_that_its_chapeau_shuts_out(room: Room) -> None:
    room.add(
        "when: {event: chips-put-in}, unless: {chips: '>= 1'}",
        "under: '1', when: {announced: raise}, decides: {counts-as: raise}",
    )
    assert room.told() == [("never-fires", ("2#1",))]


def test_an_event_that_never_lets_a_rule_fire(room: Room) -> None:
    room.vocabulary(
        "events",
        "spoken: {means: He spoke., decides: [counts-as], implies: {announced: [raise, call]}}\n",
    )
    room.add(
        "when: {event: [spoken, chips-put-in], announced: nothing}, decides: {counts-as: call}"
    )
    (found,) = room.lint("ours")
    assert (found.check, "after spoken" in found.what) == ("never-fires", True)


CONFLICT = (
    "when: {event: chips-put-in, chips: '1..3'}, decides: {counts-as: call}",
    "when: {event: chips-put-in, announced: [raise, nothing], acted: yes},"
    " decides: {counts-as: raise}",
)


def test_two_rules_in_conflict_with_an_incident_that_shows_it(room: Room) -> None:
    room.add(*CONFLICT)
    (found,) = room.lint("ours")
    assert (found.check, found.about) == ("conflict", ("1#1", "2#1"))
    houses, vocabulary, _ = room.compile()
    incident, _ = from_mapping(found.incident, vocabulary)
    ruling = Engine({"ours": houses["ours"]}, vocabulary).rule(incident)
    assert ruling.houses["ours"].status == "conflict"


def test_an_override_settles_a_conflict(room: Room) -> None:
    room.add(CONFLICT[0] + ", overrides: ['2']", CONFLICT[1])
    assert room.told() == []


def test_a_third_rule_may_settle_a_conflict(room: Room) -> None:
    third = "when: {event: chips-put-in, chips: '>= 2'}, decides: {counts-as: raise}"
    room.add(*CONFLICT, third + ", overrides: ['1']")
    assert ("conflict", ("1#1", "2#1")) not in room.told()


def test_a_contradiction_that_a_reading_leaves_open_is_no_finding(room: Room) -> None:
    room.add(*CONFLICT)
    room.house("readings: [{about: ['1', '2'], kind: contradiction, says: Nobody can tell.}]\n")
    assert room.told() == []


def test_a_conflict_with_a_book_that_is_adopted(room: Room) -> None:
    room.add("when: {event: said-something, announced: raise}, decides: {binding: released}")
    room.house("adopts: [theirs]\n")
    assert room.told() == [("conflict", ("1#1", "theirs/9#1"))]


def test_two_amounts_that_come_apart(room: Room) -> None:
    room.vocabulary("facts", "stated: {asks: How much did he say?, kind: chips}\n")
    room.vocabulary("amounts", "stated: {words: what he said}\n")
    room.add(
        "when: {event: chips-put-in, chips: 1}, decides: {counts-as: call, amount: to-call}",
        "when: {event: chips-put-in, announced: call}, decides: {counts-as: call, amount: stated}",
    )
    (found,) = room.lint("ours")
    assert found.check == "conflict"
    assert found.incident is not None
    assert {"to-call", "stated"} <= set(found.incident["facts"])


def test_a_closed_list_against_a_rule_outside_it(room: Room) -> None:
    room.add(
        "when: {event: said-something}, otherwise: {counts-as: call}",
        "under: '1', when: {announced: raise}, decides: {counts-as: raise}",
        "when: {event: said-something, chips: 2}, decides: {counts-as: raise}",
    )
    assert room.told() == [("conflict", ("1#1", "3#1"))]


SUBSUMED = (
    "when: {event: chips-put-in, chips: '>= 2'}, decides: {counts-as: raise}",
    "when: {event: chips-put-in, chips: 3, announced: raise}, decides: {counts-as: raise}",
)


def test_a_rule_that_adds_nothing_to_another(room: Room) -> None:
    room.add(*SUBSUMED)
    assert room.told() == [("subsumed", ("2#1", "1#1"))]


def test_a_duplicate_that_a_reading_tells_of_is_no_finding(room: Room) -> None:
    room.add(*SUBSUMED)
    room.house("readings: [{about: ['1', '2'], kind: duplicate, says: The same.}]\n")
    assert room.told() == []


def test_a_narrower_rule_with_a_procedure_of_its_own_adds_it(room: Room) -> None:
    room.add(SUBSUMED[0], SUBSUMED[1] + ", procedure: Tell the table.")
    assert room.told() == []


def test_an_exception_of_the_wider_rule_must_be_shut_out(room: Room) -> None:
    room.add(SUBSUMED[0] + ", unless: {acted: no}", SUBSUMED[1])
    assert room.told() == []


@pytest.mark.parametrize(
    "other",
    [
        "when: {event: chips-put-in, chips: 2}, decides: {counts-as: raise}",
        "when: {event: chips-put-in, chips: 1, announced: call}, decides: {binding: bound}",
    ],
)
def test_an_override_that_never_matters(room: Room, other: str) -> None:
    one = "when: {event: chips-put-in, chips: 1}, decides: {counts-as: call}, overrides: ['2']"
    room.add(one, other)
    assert room.told() == [("dangling-override", ("1#1", "2"))]


def test_a_reading_that_never_matters(room: Room) -> None:
    room.add(
        "when: {event: chips-put-in, chips: 1}, decides: {counts-as: call}",
        "when: {event: chips-put-in, chips: 2}, decides: {counts-as: raise}",
    )
    reading = "{about: ['1'], kind: contradiction, says: The first., beats: {'1': ['2']}}"
    room.house(f"readings: [{reading}]\n")
    assert room.told() == [("dangling-override", ("1", "2"))]


def test_what_the_vocabulary_declares_and_nothing_uses(room: Room) -> None:
    room.vocabulary("facts", "colour: {asks: What colour?, values: [red, blue]}\n")
    room.vocabulary("facts", "height: {asks: How high?, kind: count, unit: chips}\n")
    room.vocabulary("implications", "- when: {height: 1}\n  then: {colour: red}\n")
    room.vocabulary("facts", "mood: {asks: How does he feel?, values: [well, ill]}\n")
    room.vocabulary("amounts", "pot: {words: the pot}\n")
    room.add(CONFLICT[0])
    houses, vocabulary, written = room.compile()
    told = {
        (finding.check, finding.about[0])
        for finding in findings(houses, vocabulary, written)  # type: ignore[arg-type]
        if finding.house == "vocabulary"
    }
    assert {
        ("untested-fact", "colour"),
        ("untested-fact", "height"),
        ("unused-fact", "mood"),
        ("untested-fact", "winners"),
        ("unused-outcome", "counts-as: raise"),
        ("unused-amount", "pot"),
    } <= told
    assert ("unused-fact", "chips") not in told


def test_amounts_that_arithmetic_does_not_know(room: Room) -> None:
    room.vocabulary("amounts", "moon: {words: the moon}\nchange: {words: the change}\n")
    room.add(
        "when: {event: chips-put-in, chips: 1}, decides: {counts-as: call, amount: moon}",
        "when: {event: chips-put-in, chips: 2}, decides: {counts-as: raise, amount: change},"
        " procedure: 'Give {back}.'",
    )
    assert room.told() == [
        ("unknown-amount", ("1#1",)),
        ("unknown-amount", ("2#1",)),
        ("undeclared-fact", ("2#1",)),
    ]


def test_an_exception_explains_a_finding_and_is_one_when_it_explains_nothing() -> None:
    found = Finding("conflict", "ours", ("1#1", "2#1"), "clash")
    meant = Excepted(check="conflict", house="ours", rules=["1", "2"], because="The book is split.")
    idle = Excepted(check="subsumed", house="ours", rules=["1", "2"], because="It was so.")
    left, excepted = explained([found], [meant, idle])
    assert excepted == [(found, meant)]
    assert [(f.check, f.about) for f in left] == [("idle-exception", ("1", "2"))]
    left, _ = explained([found], [Excepted(check="conflict", house="ours", rules=[1], because="x")])
    assert [f.check for f in left] == ["conflict", "idle-exception"]

"""Houses of one's own: made, adopted, faulty, and the one that docs/own-house.md works out."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import house as command
from engine.incident import Incident, Told
from engine.ruling import Engine
from rulebase import load, own
from rulebase.problems import RulebaseError
from rulebase.values import Span
from scenarios.bank import failures, scenarios

PAGE = Path(__file__).parents[2] / "docs" / "own-house.md"


@pytest.fixture(autouse=True)
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(own.FOLDER_VARIABLE, str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    load.house.cache_clear()
    load.house_names.cache_clear()
    load._own_part.cache_clear()
    load.faulty.clear()


def made(name: str = "mycardroom", adopts: str = "tda-2007") -> Path:
    path = own.new(name, adopts, None, load.built_in(), 2026)
    forget()
    return path


def blocks() -> dict[str, str]:
    """The YAML of the page, by the first word of its first rule or scenario."""
    text = PAGE.read_text()
    found = re.findall(r"((?:^    .*\n|^\n)+)", text, re.MULTILINE)
    yaml = [textwrap.dedent(block).strip() + "\n" for block in found]
    return {
        "rules": next(b for b in yaml if b.startswith("- rule")),
        "scenarios": next(b for b in yaml if b.startswith("- name")),
    }


def test_the_house_of_the_page_rules_as_its_scenario_says() -> None:
    path = made()
    (path / "rules.yaml").write_text(blocks()["rules"])
    (path / "scenarios").mkdir()
    (path / "scenarios" / "clock.yaml").write_text(blocks()["scenarios"])
    forget()
    engine = Engine(load.houses(), load.vocabulary())
    bank = list(scenarios(load.vocabulary(), [path / "scenarios"]))
    assert len(bank) == 2
    assert [list(failures(s, engine.rule(s.incident))) for s in bank] == [[], []]
    assert set(load.house("mycardroom").rules) == {"Clock 1", "Betting 1", "Phones 1"}


def test_a_house_may_stand_anywhere_and_be_named_by_its_path(tmp_path: Path) -> None:
    path = own.new("elsewhere", "", tmp_path / "deep", load.built_in(), 2026)
    assert load.house(str(path)).name == "elsewhere"


@pytest.mark.parametrize(
    ("name", "adopts", "says"),
    [
        ("adc", "", "built-in"),
        ("my room", "", "no name for a house"),
        ("../up", "", "no name for a house"),
        ("mine", "tda-207", 'did you mean "tda-2007"?'),
    ],
)
def test_a_house_that_cannot_be_made_says_why(name: str, adopts: str, says: str) -> None:
    with pytest.raises(own.OwnHouseError, match=re.escape(says)):
        made(name, adopts)


def test_what_is_there_already_is_left_alone() -> None:
    path = made()
    (path / "rules.yaml").write_text("- mine\n")
    with pytest.raises(own.OwnHouseError, match="there already"):
        made()
    assert (path / "rules.yaml").read_text() == "- mine\n"


def test_a_faulty_house_is_left_out_and_harms_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    path = made()
    (path / "rules.yaml").write_text(blocks()["rules"].replace("clock-called", "clock-caled"))
    forget()
    assert "mycardroom" not in load.houses()
    assert "adc" in load.houses()
    assert 'did you mean "clock-called"' in str(load.faulty["mycardroom"])
    with pytest.raises(RulebaseError):
        load.houses(["mycardroom"])
    assert command.check("mycardroom") == 1
    assert "rules.yaml:6:" in capsys.readouterr().out


def clause(when: str, more: str = "decides: {counts-as: call}") -> str:
    """A house of one rule, with these conditions besides its event."""
    lines = ("- rule: A 1", "title: t", "gist: g", "topic: betting", f"when: {when}", more)
    return "\n  ".join(lines) + "\n"


EVENT = "{event: chips-put-in, chips: 1}"
YES_NO = [f.name for f in load.vocabulary().facts.values() if f.kind == "yes-no"]
CONDITIONS = ", ".join(f"{fact}: yes" for fact in YES_NO[:16])
EXCEPTIONS = ", ".join(
    f"{{{', '.join(f'{fact}: yes' for fact in YES_NO[n : n + 4])}}}" for n in range(0, 40, 4)
)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (clause(EVENT, "decides: {counts-as: call, amount: \xb2}"), '"\xb2" is no amount'),
        (clause(EVENT, f"decides: {{counts-as: call, amount: {'9' * 30}}}"), "is no amount"),
        (clause(f'{{event: chips-put-in, chips: ">= {"9" * 5000}"}}'), "a number of 5000 digits"),
        (clause(f'{{event: chips-put-in, chips: "1..{"9" * 5000}"}}'), "a number of 5000 digits"),
        (clause(f"{{event: chips-put-in, announced: {'not ' * 3000}call}}"), "is no value"),
        (clause(f"{{event: chips-put-in, {CONDITIONS}}}"), "it rests on 17 facts and events"),
        (clause(EVENT, f"unless: [{EXCEPTIONS}]\n  decides: {{counts-as: call}}"), "1048576 ways"),
    ],
    ids=lambda x: x[:0],
)
def test_what_no_matcher_can_hold_is_a_fault_with_its_place(rules: str, says: str) -> None:
    path = made()
    (path / "rules.yaml").write_text(rules, "utf8")
    forget()
    with pytest.raises(RulebaseError, match=re.escape(says)) as told:
        load.house("mycardroom")
    assert all(problem.file.name == "rules.yaml" for problem in told.value.problems)


def test_a_fact_has_no_more_derivations_than_its_default_can_rest_on() -> None:
    path = made()
    derives = "derives: {action-occurred: yes}"
    rules = [
        clause(f"{{acted-after-blinds: {n}}}", derives).replace("A 1", f"A {n}") for n in range(16)
    ]
    rules[0] += "  otherwise: {action-occurred: no}\n"
    (path / "rules.yaml").write_text("".join(rules), "utf8")
    forget()
    with pytest.raises(RulebaseError, match="has 16 derivations, 15 are the most"):
        load.house("mycardroom")


def test_a_file_s_name_need_not_be_utf_8() -> None:
    path = made()
    try:
        (path / os.fsdecode(b"b\xff.yaml")).write_text(clause(EVENT), "utf8")
    except OSError:
        pytest.skip("the file system has only names in UTF-8")
    for _ in range(2):  # compiled, then read from where that is kept
        forget()
        assert load.house("mycardroom").rules["A 1"].section == os.fsdecode(b"b\xff")


def test_locators_may_be_in_any_script() -> None:
    path = made(adopts="")
    rules = """
- {rule: § 1 Règle, title: t, gist: g, topic: betting, when: {acted-after-blinds: ">= 2"},
   derives: {action-occurred: yes}, otherwise: {action-occurred: no}}
- {rule: 第2条, title: t, gist: g, topic: betting,
   when: {event: chips-put-in, action-occurred: no}, decides: {counts-as: call}}
"""
    (path / "rules.yaml").write_text(rules, "utf8")
    forget()
    engine = Engine({"mycardroom": load.house("mycardroom")}, load.vocabulary())
    facts = {"acted-after-blinds": Told(Span.of(1), "given")}
    ruling = engine.rule(Incident(("chips-put-in",), facts)).as_json()["houses"]["mycardroom"]
    assert ruling["status"] == "ruled"
    assert ruling["rulings"][0]["rules"][0]["rule"] == "第2条"

"""The scenario bank: incidents as data, with the rulings that they must get.

``scenarios/data/<topic>/*.yaml`` holds lists of scenarios; docs/rule-language.md
shows their form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from engine.incident import Incident, from_mapping
from engine.ruling import Engine, Ruling
from rulebase.book import Vocabulary
from rulebase.problems import FloorError, Problem, RulebaseError
from rulebase.schema import Force, Strict
from rulebase.source import Place, Source, read
from rulebase.vocabulary_source import validated

DATA = Path(__file__).parent / "data"


class Expectation(Strict):
    """What a house must rule: only what is given is checked.

    A ruling is expected to be a ``must`` unless ``force`` says otherwise: one word for every
    rule cited, or a list of them in the order cited.
    """

    decision: str | None = None
    status: str | None = None
    outcome: str | None = None
    amount: Any = None
    force: Force | list[Force] = "must"
    rules: list[str | int] = Field(default_factory=list)
    without: list[str | int] = Field(default_factory=list)
    nearest: list[str | int] = Field(default_factory=list)


class NearMiss(Strict):
    """The same incident with something changed."""

    name: str
    change: dict[str, Any] = Field(default_factory=dict)
    line: list[dict[str, Any]] | None = None
    events: list[str] | None = None
    asked: str | None = None
    expect: dict[str, Expectation]


class ScenarioSource(Strict):
    """An incident with the rulings that it must get."""

    name: str
    id: str | None = None
    events: list[str]
    facts: dict[str, Any] = Field(default_factory=dict)
    line: list[dict[str, Any]] | None = None
    asked: str | None = None
    expect: dict[str, Expectation]
    near_misses: list[NearMiss] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One incident of the bank; a near miss names the scenario that it varies."""

    name: str
    topic: str
    file: Path
    line: int
    incident: Incident
    expect: dict[str, Expectation]
    of: str = ""


def scenarios(vocabulary: Vocabulary, paths: Iterable[Path] = (DATA,)) -> Iterator[Scenario]:
    """Every scenario and near miss under ``paths``.

    Raises:
        RulebaseError: a file is no list of scenarios, or an incident in it is none.
    """
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*.yaml")):
            yield from _of_file(file, vocabulary)


def _of_file(file: Path, vocabulary: Vocabulary) -> Iterator[Scenario]:
    source = read(file)
    problems: list[Problem] = []
    items = validated(source, list[ScenarioSource], problems)
    if problems:
        raise RulebaseError(problems)
    for i, item in enumerate(items):
        data = {
            "id": item.id,
            "events": item.events,
            "facts": item.facts,
            "line": item.line,
            "asked": item.asked,
        }
        yield _scenario(item.name, data, item.expect, source, (i,), vocabulary)
        for j, near in enumerate(item.near_misses):
            facts = {**item.facts, **near.change}
            changed = {
                "events": near.events or item.events,
                "facts": {f: v for f, v in facts.items() if v is not None},
                "line": near.line or item.line,
                "asked": near.asked or item.asked,
            }
            place: Place = (i, "near-misses", j)
            name = f"{item.name} / {near.name}"
            yield _scenario(name, changed, near.expect, source, place, vocabulary, item.name)


def _scenario(
    name: str,
    data: dict[str, Any],
    expect: dict[str, Expectation],
    source: Source,
    place: Place,
    vocabulary: Vocabulary,
    of: str = "",
) -> Scenario:
    try:
        incident, _ = from_mapping(data, vocabulary)
    except FloorError as error:
        raise RulebaseError([source.problem(place, f"{name}: {error}")]) from error
    topic = source.file.parent.name
    return Scenario(name, topic, source.file, source.line(place), incident, expect, of)


def failures(scenario: Scenario, ruling: Ruling) -> Iterator[str]:
    """What a ruling does not give of what the scenario expects."""
    for house, expected in scenario.expect.items():
        if house not in ruling.houses:
            yield f"no house {house}"
            continue
        yield from (f"{house}: {what}" for what in _unmet(expected, house, ruling))


def _unmet(expected: Expectation, house: str, ruling: Ruling) -> Iterator[str]:
    asked = expected.decision or ruling.asked
    if asked not in ruling.known.vocabulary.decisions:
        yield f'"{asked}" is no decision'
        return
    resolved = ruling.houses[house].resolved.get(asked)
    status = resolved.status if resolved else "silent"
    if expected.status and expected.status != status:
        yield f"{asked} is {status}, not {expected.status}{_hint(house, asked, ruling)}"
    says = [] if resolved is None else resolved.fired
    outcomes = sorted({s.outcome for s in says})
    if expected.outcome and outcomes != [expected.outcome]:
        yield f"{asked} comes out {' and '.join(outcomes) or 'unruled'}, not {expected.outcome}"
    if expected.amount is not None:
        amounts = [s.amount for s in says if s.amount is not None]
        if not amounts or any(a != expected.amount for a in amounts):
            yield f"the amount is {amounts or 'unknown'}, not {expected.amount}"
    if expected.status in ("ruled", "judgment") or expected.outcome:
        yield from _other_force(expected.force, [say.clause.force for say in says])
    cited = {s.clause.rule for s in says} | {s.clause.name for s in says}
    cited |= {f"{s.clause.house}/{s.clause.rule}" for s in says}
    for rule in map(str, expected.rules):
        if rule not in cited:
            yield f"{rule} is not cited (but {', '.join(s.clause.rule for s in says) or 'none'})"
    for rule in map(str, expected.without):
        if rule in cited:
            yield f"{rule} is cited"


def _other_force(expected: Force | list[Force], forces: list[str]) -> Iterator[str]:
    wanted = list(expected) if isinstance(expected, list) else [expected] * len(forces)
    if wanted != forces:
        yield f"the force is {', '.join(forces)}, not {', '.join(wanted)}"


def _hint(house: str, asked: str, ruling: Ruling) -> str:
    resolved = ruling.houses[house].resolved.get(asked)
    if resolved is None:
        return " (no rule on it)"
    if resolved.open:
        from engine.resolve import unknown_base

        facts = sorted({f for say in resolved.open for f in unknown_base(say)})
        rules = sorted({say.clause.rule for say in resolved.open})
        return f" (open: {', '.join(rules)} on {', '.join(facts)})"
    return f" (fired: {', '.join(s.clause.name for s in resolved.fired) or 'none'})"


def engine_for_all() -> Engine:
    """An engine that rules by every house."""
    from rulebase import load

    return Engine(load.houses(), load.vocabulary())

"""The vocabulary's source files, read, checked and turned into the compiled form.

``vocabulary/<topic>/`` holds ``events.yaml``, ``facts.yaml``, ``decisions.yaml``,
``implications.yaml``, ``derivations.yaml``, ``amounts.yaml`` and ``restates.yaml``,
each optional.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from rulebase.book import encode
from rulebase.conditions import Conditions, check_value, read_conditions
from rulebase.problems import Problem, RulebaseError, did_you_mean
from rulebase.schema import (
    AmountSource,
    ClauseSource,
    DecisionSource,
    EventSource,
    FactSource,
    ImplicationSource,
    RestatesSource,
    Words,
)
from rulebase.source import Place, Source, read

T = TypeVar("T")

YES_NO: dict[str, Words | None] = {"yes": None, "no": None}


def validated(source: Source, kind: type[T] | Any, problems: list[Problem]) -> Any:
    """The data of ``source`` as ``kind``, its faults added to ``problems``; None if it has any."""
    try:
        return TypeAdapter(kind).validate_python(source.data)
    except ValidationError as error:
        for fault in error.errors():
            place: Place = tuple(p for p in fault["loc"] if not str(p).startswith("function-"))
            what = f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            if fault["type"] == "extra_forbidden":
                what = f'"{fault["loc"][-1]}" is no field here'
            problems.append(source.problem(place, what))
        return None


@dataclass(slots=True)
class Declared:
    """A thing of the vocabulary, with where it stands."""

    topic: str
    source: Source
    place: Place
    item: Any


@dataclass(slots=True)
class VocabularySource:
    """Everything declared, by kind and name."""

    topics: list[str] = field(default_factory=list)
    facts: dict[str, Declared] = field(default_factory=dict)
    events: dict[str, Declared] = field(default_factory=dict)
    decisions: dict[str, Declared] = field(default_factory=dict)
    amounts: dict[str, Declared] = field(default_factory=dict)
    implications: list[Declared] = field(default_factory=list)
    derivations: list[Declared] = field(default_factory=list)
    restates: list[Declared] = field(default_factory=list)


_MAPS: dict[str, Any] = {
    "facts": dict[str, FactSource],
    "events": dict[str, EventSource],
    "decisions": dict[str, DecisionSource],
    "amounts": dict[str, AmountSource],
}
_LISTS: dict[str, Any] = {
    "implications": list[ImplicationSource],
    "derivations": list[ClauseSource],
}
_WHOLE: dict[str, Any] = {"restates": RestatesSource}


def read_vocabulary(folder: Path, problems: list[Problem]) -> VocabularySource:
    """Read every file of the vocabulary; faults go to ``problems``."""
    found = VocabularySource()
    for topic in sorted(p for p in folder.iterdir() if p.is_dir()):
        found.topics.append(topic.name)
        for file in sorted(topic.glob("*.yaml"), key=lambda f: f.stem):
            _read_file(topic.name, file, found, problems)
    return found


def _read_file(topic: str, file: Path, found: VocabularySource, problems: list[Problem]) -> None:
    kind = file.stem.split("-")[0]
    model = _MAPS.get(kind) or _LISTS.get(kind) or _WHOLE.get(kind)
    if model is None:
        hint = did_you_mean(kind, [*_MAPS, *_LISTS, *_WHOLE])
        problems.append(Problem(file, 1, f"no file of a vocabulary{hint}"))
        return
    try:
        source = read(file)
    except RulebaseError as error:
        problems.extend(error.problems)
        return
    if source.data is None or (items := validated(source, model, problems)) is None:
        return
    if kind in _WHOLE:
        getattr(found, kind).append(Declared(topic, source, (), items))
        return
    if kind in _LISTS:
        getattr(found, kind).extend(Declared(topic, source, (i,), x) for i, x in enumerate(items))
        return
    known = getattr(found, kind)
    for name, item in items.items():
        if name in known:
            before = known[name].source.file
            problems.append(source.problem((name,), f'"{name}" stands in {before} already'))
        known[name] = Declared(topic, source, (name,), item)


def compile_vocabulary(found: VocabularySource, problems: list[Problem]) -> dict[str, Any]:
    """The compiled form of the vocabulary; faults go to ``problems``."""
    facts = {name: _fact(declared) for name, declared in found.facts.items()}
    language = Conditions(facts, set(found.events), problems)
    return {
        "topics": found.topics,
        "facts": facts,
        "amounts": {name: d.item.words for name, d in found.amounts.items()},
        "decisions": {n: _decision(d, found, problems) for n, d in found.decisions.items()},
        "events": {n: _event(n, d, found, language, problems) for n, d in found.events.items()},
        "implications": list(_implications(found, language, problems)),
    }


def _fact(declared: Declared) -> dict[str, Any]:
    fact: FactSource = declared.item
    values = fact.values or (YES_NO if fact.kind == "yes-no" else {})
    return {
        "asks": fact.asks or "",
        "kind": fact.kind,
        "values": {
            name: {
                "means": (words and words.means) or "",
                "says": words.says if words else [],
                "not": words.not_ if words else [],
            }
            for name, words in values.items()
        },
        "unit": fact.unit or {"chips": "chips"}.get(fact.kind, ""),
        "judgment": fact.judgment,
        "topic": declared.topic,
        "means": fact.means or "",
    }


def _decision(
    declared: Declared, found: VocabularySource, problems: list[Problem]
) -> dict[str, Any]:
    decision: DecisionSource = declared.item
    moot = {}
    for other, outcomes in decision.moot_when.items():
        names = outcomes if isinstance(outcomes, list) else [outcomes]
        place = (*declared.place, "moot-when", other)
        if other not in found.decisions:
            hint = did_you_mean(other, found.decisions)
            problems.append(declared.source.problem(place, f'"{other}" is no decision{hint}'))
            continue
        known = found.decisions[other].item.outcomes
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known)
                what = f'"{name}" is no outcome of {other}{hint}'
                problems.append(declared.source.problem(place, what))
        moot[other] = names
    return {
        "asks": decision.asks,
        "topic": declared.topic,
        "outcomes": {
            name: outcome if isinstance(outcome, str) else outcome.say
            for name, outcome in decision.outcomes.items()
        },
        "moot_when": moot,
    }


def _event(
    name: str,
    declared: Declared,
    found: VocabularySource,
    language: Conditions,
    problems: list[Problem],
) -> dict[str, Any]:
    event: EventSource = declared.item
    source, place = declared.source, declared.place
    for decision in event.decides:
        if decision not in found.decisions:
            hint = did_you_mean(decision, found.decisions)
            what = f'"{decision}" is no decision{hint}'
            problems.append(source.problem((*place, "decides"), what))
    for fact in event.facts:
        if fact not in found.facts:
            hint = did_you_mean(fact, found.facts)
            problems.append(source.problem((*place, "facts"), f'"{fact}" is no fact{hint}'))
    assumes = {}
    for fact, value in event.assumes.items():
        values = check_value(fact, value, language, source, (*place, "assumes", fact))
        if values is not None:
            assumes[fact] = encode(values)
    implied = read_conditions(event.implies, language, source, (*place, "implies"))
    return {
        "means": event.means,
        "topic": declared.topic,
        "parent": event.parent or name,
        "decides": event.decides,
        "facts": event.facts,
        "assumes": assumes,
        "implies": {fact: encode(values) for fact, values in implied.tests.items()},
        "says": event.says,
    }


def _implications(
    found: VocabularySource, language: Conditions, problems: list[Problem]
) -> Iterator[dict[str, Any]]:
    for declared in found.implications:
        item: ImplicationSource = declared.item
        when = read_conditions(item.when, language, declared.source, (*declared.place, "when"))
        then = read_conditions(item.then, language, declared.source, (*declared.place, "then"))
        if when.events or then.events:
            what = "an implication is about facts; an event has implies of its own"
            problems.append(declared.source.problem(declared.place, what))
        yield {
            "when": {fact: encode(values) for fact, values in when.tests.items()},
            "then": {fact: encode(values) for fact, values in then.tests.items()},
        }


def compile_restates(found: VocabularySource, problems: list[Problem]) -> dict[str, Any]:
    """How events and facts are told back in plain words; faults go to ``problems``."""
    events: dict[str, str] = {}
    facts: dict[str, str | dict[str, str]] = {}
    for declared in found.restates:
        written: RestatesSource = declared.item
        for name, sentence in written.events.items():
            if name not in found.events:
                what = f'"{name}" is no event{did_you_mean(name, found.events)}'
                problems.append(declared.source.problem(("events", name), what))
            events[name] = sentence
        for name, sentences in written.facts.items():
            if what := _unfit(name, sentences, found):
                problems.append(declared.source.problem(("facts", name), what))
            facts[name] = sentences
    return {"events": events, "facts": facts}


def _unfit(name: str, sentences: str | dict[str, str], found: VocabularySource) -> str:
    """What is wrong with the sentences of a fact; nothing where they fit its values."""
    if name not in found.facts:
        return f'"{name}" is no fact{did_you_mean(name, found.facts)}'
    fact: FactSource = found.facts[name].item
    values = fact.values or (YES_NO if fact.kind == "yes-no" else {})
    if isinstance(sentences, str):
        if values or "{n" not in sentences:
            return f"{name}: a sentence for each value is needed, or one with {{n}} for a number"
        return ""
    for value in sentences:
        if value not in values:
            return f'{name}: "{value}" is no value{did_you_mean(value, values)}'
    missing = [value for value in values if value not in sentences]
    return f"{name}: no sentence for {', '.join(missing)}" if missing else ""

"""Sources in, compiled rulebase out; nothing is compiled while anything is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulebase.house_source import HouseFiles, compile_houses, read_house
from rulebase.problems import Problem, RulebaseError, did_you_mean
from rulebase.vocabulary_source import (
    VocabularySource,
    compile_restates,
    compile_vocabulary,
    read_vocabulary,
)

ROOT = Path(__file__).parent

_EMPTY: tuple[object, ...] = ("", False, [], {})


def build(root: Path = ROOT, more_houses: Iterable[Path] = ()) -> dict[str, Any]:
    """Compile the vocabulary and every house under ``root``, and houses of one's own.

    Returns:
        ``{"vocabulary": …, "houses": {name: …}, "restates": …, "hash": …}``, ready for JSON.

    Raises:
        RulebaseError: with every fault found, each with file and line.
    """
    shipped = sorted(p for p in (root / "houses").iterdir() if p.is_dir())
    return build_houses({p.name: p for p in (*shipped, *more_houses)}, root)


def build_houses(folders: Mapping[str, Path], root: Path = ROOT) -> dict[str, Any]:
    """Compile the vocabulary under ``root`` and these houses, each from its folder.

    Raises:
        RulebaseError: as for :func:`build`.
    """
    problems: list[Problem] = []
    declared = read_vocabulary(root / "vocabulary", problems)
    vocabulary = compile_vocabulary(declared, problems)
    restates = compile_restates(declared, problems)
    houses: dict[str, HouseFiles] = {}
    for name, folder in folders.items():
        files = read_house(folder, problems)
        if files is None:
            continue
        if files.house.house != name:
            what = f'house is "{files.house.house}", its folder "{name}"'
            problems.append(files.source.problem(("house",), what))
        houses[name] = files
    compiled = compile_houses(houses, declared, vocabulary, problems)
    _check_topics(houses, vocabulary["topics"], problems)
    _check_assumed(declared, compiled, problems)
    for name, house in compiled.items():
        _check_rings(houses[name], house, problems)
    if problems:
        raise RulebaseError(sorted(set(problems), key=lambda p: (str(p.file), p.line)))
    _gather_event_facts(vocabulary, compiled)
    for house in compiled.values():
        house.update(_indexes(house["clauses"]))
        _seal(house, "rules", "clauses")
        house["digest"] = _digest({n: part for n, part in house.items() if n != "written"})
    _seal(vocabulary, "facts", "events", "decisions")
    vocabulary["editions"] = [
        [house["name"], house["family"], house["holds_from"], house["in_force_until"]]
        for house in compiled.values()
    ]
    whole = {"vocabulary": vocabulary, "houses": compiled}
    return {**whole, "restates": restates, "hash": _digest(whole)}


def _digest(compiled: dict[str, Any]) -> str:
    """What tells this compiled form from any other."""
    return hashlib.sha256(json.dumps(compiled, sort_keys=True).encode()).hexdigest()[:16]


def _indexes(clauses: Mapping[str, Any]) -> dict[str, Any]:
    """Where to find clauses without reading them all."""
    by_event: dict[str, list[str]] = {}
    deriving: dict[str, list[str]] = {}
    for name, clause in clauses.items():
        if clause["decides"] or clause["otherwise"]:
            for event in clause["events"]:
                by_event.setdefault(event, []).append(name)
        for fact in clause["derives"]:
            deriving.setdefault(fact, []).append(name)
    return {
        "by_event": by_event,
        "deriving": deriving,
        "defaults": {f: v for clause in clauses.values() for f, v in clause["default"].items()},
        "authority": [n for n, c in clauses.items() if c["authority"] and not c["events"]],
    }


def _seal(part: dict[str, Any], *names: str) -> None:
    """Make each item of these maps a JSON text of its own, which is read only when asked for.

    What is empty in it is left out.
    """
    for name in names:
        part[name] = {
            key: json.dumps(
                {k: v for k, v in item.items() if v not in _EMPTY},
                separators=(",", ":"),
                ensure_ascii=False,
            )
            for key, item in part[name].items()
        }


def _check_topics(
    houses: dict[str, HouseFiles], topics: list[str], problems: list[Problem]
) -> None:
    for files in houses.values():
        for entry in files.entries.values():
            topic = entry.rule.topic
            if topic and topic not in topics:
                hint = did_you_mean(topic, topics)
                what = f'"{topic}" is no topic{hint}'
                problems.append(entry.source.problem((*entry.place, "topic"), what))


def _check_assumed(
    declared: VocabularySource, houses: dict[str, Any], problems: list[Problem]
) -> None:
    derived = {f for h in houses.values() for c in h["clauses"].values() for f in c["derives"]}
    for event in declared.events.values():
        for fact in sorted(derived & set(event.item.assumes)):
            what = f"{fact} is derived by rules: it cannot be assumed"
            problems.append(event.source.problem((*event.place, "assumes", fact), what))


def _check_rings(files: HouseFiles, house: dict[str, Any], problems: list[Problem]) -> None:
    """Two clauses that override each other leave neither standing."""
    name = house["name"]
    for clause in house["clauses"].values():
        for _, other in clause["beats"]:
            back = house["clauses"].get(other, {}).get("beats", [])
            if [name, clause["name"]] in map(list, back) and clause["name"] < other:
                entry = files.entries[clause["rule"]]
                what = f"{clause['name']} and {other} override each other"
                problems.append(entry.source.problem(entry.place, what))


def _gather_event_facts(vocabulary: dict[str, Any], houses: dict[str, Any]) -> None:
    """Give each event, after the facts it names itself, those that any clause tests with it."""
    for house in houses.values():
        deriving: dict[str, set[str]] = {}
        for clause in house["clauses"].values():
            for fact in clause["derives"]:
                deriving.setdefault(fact, set()).update(_tested(clause))
        for clause in house["clauses"].values():
            for name in (*clause["events"], *clause["also"]):
                event = vocabulary["events"][name]
                more = sorted(_expand(_tested(clause), deriving) - set(event["facts"]))
                event["facts"] = [*event["facts"], *more]


def _tested(clause: dict[str, Any]) -> set[str]:
    found = set(clause["when"]) | set(clause["wakes_on"])
    return found.union(*clause["unless"])


def _expand(facts: set[str], deriving: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    rest = list(facts)
    while rest:
        fact = rest.pop()
        if fact not in found:
            found.add(fact)
            rest.extend(deriving.get(fact, ()))
    return found

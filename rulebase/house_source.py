"""A house's source files, read, checked and turned into the compiled form.

``houses/<house>/house.yaml`` says what the rulebook is and how it is read where it
contradicts itself; every other file of the folder, at any depth, holds rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulebase.book import MOST_ANTECEDENTS
from rulebase.clause_source import ClauseCompiler, compile_derivations
from rulebase.conditions import Conditions
from rulebase.problems import Problem, RulebaseError, did_you_mean
from rulebase.schema import ClauseFields, ClauseSource, HouseSource, ReadingSource, RuleSource
from rulebase.source import Place, Source, read
from rulebase.vocabulary_source import VocabularySource, validated

SCENARIOS = "scenarios"
"""The folder in a house of one's own that holds its scenarios, not rules."""

CLAUSE_FIELDS = tuple(ClauseFields.model_fields)


@dataclass(slots=True)
class Entry:
    """A rule with where it stands."""

    source: Source
    place: Place
    section: str
    rule: RuleSource

    def statements(self) -> list[ClauseFields]:
        """The rule's clauses; one written straight into the entry is the first."""
        own = {name: getattr(self.rule, name) for name in CLAUSE_FIELDS}
        inline = ClauseSource(**own)
        if self.rule.clauses:
            return [*self.rule.clauses]
        return [inline] if inline != ClauseSource() else []

    def placed(self) -> Iterator[tuple[Entry, ClauseFields]]:
        """Each statement with the entry placed where the statement stands."""
        for i, statement in enumerate(self.statements()):
            place = (*self.place, "clauses", i) if self.rule.clauses else self.place
            yield replace(self, place=place), statement


@dataclass(slots=True)
class HouseFiles:
    """A house as its files hold it."""

    source: Source
    house: HouseSource
    entries: dict[str, Entry] = field(default_factory=dict)


def read_house(folder: Path, problems: list[Problem]) -> HouseFiles | None:
    """Read the files of one house; faults go to ``problems``."""
    try:
        source = read(folder / "house.yaml")
    except RulebaseError as error:
        problems.extend(error.problems)
        return None
    house = validated(source, HouseSource, problems)
    if house is None:
        return None
    found = HouseFiles(source, house)
    for file in sorted(folder.rglob("*.yaml")):
        inside = file.relative_to(folder)
        if file.name != "house.yaml" and inside.parts[0] != SCENARIOS:
            _read_rules(file, str(inside.with_suffix("")), found, problems)
    return found


def _read_rules(file: Path, section: str, found: HouseFiles, problems: list[Problem]) -> None:
    try:
        source = read(file)
    except RulebaseError as error:
        problems.extend(error.problems)
        return
    if source.data is None or (rules := validated(source, list[RuleSource], problems)) is None:
        return
    for i, rule in enumerate(rules):
        entry = Entry(source, (i,), section, rule)
        if rule.rule in found.entries:
            before = found.entries[rule.rule]
            where = f"{before.source.file}:{before.source.line(before.place)}"
            problems.append(source.problem((i,), f"{rule.rule} stands in {where} already"))
        found.entries[rule.rule] = entry


def compile_houses(
    houses: Mapping[str, HouseFiles],
    vocabulary: VocabularySource,
    compiled_vocabulary: dict[str, Any],
    problems: list[Problem],
) -> dict[str, dict[str, Any]]:
    """The compiled form of every house; faults go to ``problems``."""
    language = Conditions(compiled_vocabulary["facts"], set(vocabulary.events), problems)
    shared = compile_derivations(vocabulary, compiled_vocabulary, language)
    names = {
        name: {rule: _clause_names(entry) for rule, entry in files.entries.items()}
        for name, files in houses.items()
    }
    return {
        name: _compile_house(name, houses, names, shared, compiled_vocabulary, language)
        for name in houses
    }


def _clause_names(entry: Entry) -> list[str]:
    return [f"{entry.rule.rule}#{i}" for i, _ in enumerate(entry.statements(), 1)]


def _compile_house(
    name: str,
    houses: Mapping[str, HouseFiles],
    names: dict[str, dict[str, list[str]]],
    shared: dict[str, dict[str, Any]],
    vocabulary: dict[str, Any],
    language: Conditions,
) -> dict[str, Any]:
    files = houses[name]
    house = files.house
    for adopted in house.adopts:
        _check_adopted(name, adopted, files, houses, language)
    compiler = ClauseCompiler(name, house.adopts, names, vocabulary, language)
    rules: dict[str, Any] = {}
    clauses: dict[str, Any] = dict(shared)
    for entry in files.entries.values():
        rules[entry.rule.rule] = _rule(name, entry, names[name][entry.rule.rule])
        heads = list(_heads(entry, files, language))
        for clause_name, (placed, written) in zip(
            names[name][entry.rule.rule], entry.placed(), strict=True
        ):
            compiled = compiler.clause(clause_name, written, placed, heads)
            if compiled:
                clauses[clause_name] = compiled
    rules = {
        r: {**d, "clauses": [c for c in d["clauses"] if c in clauses]} for r, d in rules.items()
    }
    _check_defaults(files, clauses, language)
    _list_members(files, clauses)
    for i, reading in enumerate(house.readings):
        _apply_reading(reading, compiler, clauses, files.source, ("readings", i))
    return {
        "name": name,
        "title": house.name,
        "edition": house.edition,
        "family": house.family or "",
        "holds_from": house.holds_from or "",
        "in_force_until": house.in_force_until or "",
        "source": house.source,
        "notice": house.notice or "",
        "adopts": house.adopts,
        "readings": [r.model_dump(by_alias=True) for r in house.readings],
        "rules": rules,
        "clauses": clauses,
        "written": {
            name: [
                statement.model_dump(by_alias=True, exclude_defaults=True)
                for statement in entry.statements()
            ]
            for name, entry in files.entries.items()
        },
    }


def _check_adopted(
    name: str,
    adopted: str,
    files: HouseFiles,
    houses: Mapping[str, HouseFiles],
    language: Conditions,
) -> None:
    if adopted == name:
        language.fault(files.source, ("adopts",), f"{name} adopts itself")
    elif adopted not in houses:
        hint = did_you_mean(adopted, houses)
        language.fault(files.source, ("adopts",), f'"{adopted}" is no house{hint}')


def _heads(entry: Entry, files: HouseFiles, language: Conditions) -> Iterator[Entry]:
    """The entries above one, nearest first, whose conditions it inherits."""
    seen = {entry.rule.rule}
    above = entry.rule.under
    while above:
        if above not in files.entries:
            hint = did_you_mean(above, files.entries)
            language.fault(entry.source, (*entry.place, "under"), f'no rule "{above}"{hint}')
            return
        if above in seen:
            language.fault(entry.source, (*entry.place, "under"), f"{above} stands under itself")
            return
        seen.add(above)
        yield files.entries[above]
        above = files.entries[above].rule.under


def _check_defaults(files: HouseFiles, clauses: dict[str, Any], language: Conditions) -> None:
    """A default rests on every derivation of its fact having failed: no more than can be held."""
    derivations = Counter(fact for clause in clauses.values() for fact in clause["derives"])
    for clause in clauses.values():
        for fact in clause["default"]:
            if derivations[fact] > MOST_ANTECEDENTS and clause["rule"] in files.entries:
                entry = files.entries[clause["rule"]]
                what = (
                    f"{fact} has {derivations[fact]} derivations, {MOST_ANTECEDENTS} are the most"
                )
                language.fault(entry.source, entry.place, what)


def _list_members(files: HouseFiles, clauses: dict[str, Any]) -> None:
    """Tell each closed list which clauses stand in it: those of the entries under its head."""
    for clause in clauses.values():
        if not clause["otherwise"]:
            continue
        below = {clause["rule"]}
        for rule, entry in files.entries.items():
            above: str | None = rule
            while above and above in files.entries and above not in below:
                above = files.entries[above].rule.under
            if above in below:
                below.add(entry.rule.rule)
        clause["members"] = [
            name
            for name, other in clauses.items()
            if other["rule"] in below and set(other["decides"]) & set(clause["otherwise"])
        ]


def _apply_reading(
    reading: ReadingSource,
    compiler: ClauseCompiler,
    clauses: dict[str, Any],
    source: Source,
    place: Place,
) -> None:
    about = [compiler.targets(str(locator), source, (*place, "about")) for locator in reading.about]
    if reading.kind == "duplicate":
        for i, leading in enumerate(about):
            for house, clause in leading:
                if house == compiler.house and clause in clauses:
                    later = [list(target) for targets in about[i + 1 :] for target in targets]
                    clauses[clause]["leads"] = [*clauses[clause]["leads"], *later]
    for winner, losers in reading.beats.items():
        winning = compiler.targets(str(winner), source, (*place, "beats", winner))
        losing = [t for loser in losers for t in compiler.targets(loser, source, place)]
        for house, clause in winning:
            if house == compiler.house and clause in clauses:
                beats = clauses[clause]["beats"]
                clauses[clause]["beats"] = [*beats, *(list(t) for t in losing)]


def _rule(house: str, entry: Entry, clauses: list[str]) -> dict[str, Any]:
    rule = entry.rule
    return {
        "house": house,
        "rule": rule.rule,
        "title": rule.title,
        "gist": rule.gist,
        "status": rule.status,
        "under": rule.under or "",
        "topic": rule.topic or "",
        "section": entry.section,
        "idle": rule.idle or "",
        "terms": rule.terms,
        "clauses": clauses,
    }

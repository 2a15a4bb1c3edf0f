"""``floor ask`` and ``floor rule``: from words or facts to rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cli.console import clean, complain, interactive, print_json, say
from cli.incidents import NEEDS, document, exit_code, opened, ruled, split, statuses, whole
from cli.words import label, plain
from engine.incident import LONGEST_TEXT, IncidentError
from engine.ruling import Engine, Ruling
from rulebase import load
from rulebase.editions import choose


def engine_for(names: Iterable[str], on: str = "", *, quiet: bool = False) -> Engine:
    """An engine that rules by the named houses, or all, and holds what they adopt.

    ``on`` is the day of the incident: the editions that held then are asked. Of editions
    that did not hold and houses left out it is told, unless ``quiet``.

    Raises:
        UnknownHouse, EditionError.
    """
    chosen = choose(load.editions(), names, on)
    houses = load.houses(chosen.names)
    if not names:
        houses |= load.own_houses()
    faults = (f"{name} is left out: {f.problems[0]}" for name, f in load.faulty.items())
    for warning in () if quiet else (*chosen.warnings, *faults):
        complain(warning)
    adopted = {a for house in houses.values() for a in house.adopts} - set(houses)
    return Engine(houses, load.vocabulary()).adopt(load.houses(adopted) if adopted else {})


def ask_words(
    words: str,
    names: list[str],
    *,
    on: str,
    as_json: bool,
    no_input: bool,
    why: bool,
    why_not: tuple[str, str] | None,
    what_if: list[str],
) -> int:
    """Rule on a narrative; at a terminal, ask what is missing.

    Raises:
        IncidentError: there are no words, or too many.
    """
    asking = interactive(no_input) and not as_json
    if words.strip() == "-":
        with opened("-") as stream:
            words = stream.read(LONGEST_TEXT + 1)
        asking = False
    empty = not clean(words).strip()
    if empty and (words.strip() or not asking):
        raise IncidentError("say what happened, or run it at a terminal to pick it from a list")
    if len(words) > LONGEST_TEXT:
        raise IncidentError(f"the narrative is longer than {LONGEST_TEXT:,} characters")
    engine = engine_for(names, on)
    if not asking:
        return _answer(words, engine, as_json, why, why_not, what_if)
    from cli.interview import converse

    incident = converse(words, engine)
    if incident is None:
        return NEEDS
    ruling = engine.rule(incident)
    _tell(ruling, engine, as_json=as_json, why=why, why_not=why_not, what_if=what_if)
    return exit_code(statuses(ruling))


def _answer(
    words: str,
    engine: Engine,
    as_json: bool,
    why: bool,
    why_not: tuple[str, str] | None,
    what_if: list[str],
) -> int:
    """Tell what is ruled, or what would be under each way the words may be taken."""
    from engine.answer import answer

    found = answer(words, engine)
    data = found.as_json()
    if not found.reading.events:
        if as_json:
            print_json(data)
        else:
            from cli.readings import several

            several(data)
        return NEEDS
    ruling = found.rulings[0]
    _tell(ruling, engine, as_json=as_json, why=why, why_not=why_not, what_if=what_if, data=data)
    return exit_code(statuses(ruling)) if found.sure else NEEDS


def _tell(
    ruling: Ruling,
    engine: Engine,
    *,
    as_json: bool,
    why: bool,
    why_not: tuple[str, str] | None,
    what_if: list[str],
    data: Mapping[str, Any] | None = None,
) -> None:
    """Print a ruling and what was asked about it; ``data`` is its JSON where that is made."""
    data = data or ruling.as_json()
    extra: dict[str, Any] = {}
    if why or why_not or what_if:
        extra = _explained(ruling, engine, why=why, why_not=why_not, what_if=what_if)
    if as_json:
        print_json({**data, **extra})
        return
    from cli import render

    render.ruling(data)
    for name in ("why", "why-not"):
        for house, steps in extra.get(name, {}).items():
            say(f"\n{plain(name)}, {label(house)}:", "bold")
            for step in steps:
                say(f"  {step}")
    if what_if:
        say(f"\nwhat if {', '.join(what_if)}:", "bold")
        for house, change in extra["what-if"].items():
            say(f"  {label(house)}: {change['now']}, then {change['then']}")
        if not extra["what-if"]:
            say("  nothing changes")


def _explained(
    ruling: Ruling,
    engine: Engine,
    *,
    why: bool,
    why_not: tuple[str, str] | None,
    what_if: list[str],
) -> dict[str, Any]:
    """What was asked about a ruling."""
    from engine import explain

    extra: dict[str, Any] = {}
    if why:
        extra["why"] = {n: _steps(explain.why(h)) for n, h in ruling.houses.items()}
    if why_not:
        house, locator = why_not
        if house not in ruling.houses:
            load.house(house)
            raise load.UnknownHouse(f'"{house}" was not asked')
        extra["why-not"] = {house: _steps(explain.why_not(ruling.houses[house], locator))}
    if what_if:
        changes = dict(_change(text) for text in what_if)
        before, after = explain.what_if(engine, ruling.known.incident, changes)
        extra["what-if"] = {
            name: {"now": one, "then": other}
            for name, (one, other) in explain.changed(before, after).items()
        }
    return extra


def _steps(steps: Iterable[Any]) -> list[str]:
    return [f"{'  ' * step.depth}{step.text}" for step in steps]


def _change(text: str) -> tuple[str, str]:
    fact, equals, value = text.partition("=")
    if not equals or not fact.strip() or not value.strip():
        raise IncidentError(f'--what-if "{text}": write FACT=VALUE')
    return fact.strip(), value.strip()


def rule_file(
    path: str,
    names: list[str],
    *,
    on: str,
    as_json: bool,
    why: bool,
    why_not: tuple[str, str] | None,
    what_if: list[str],
    jobs: int,
) -> int:
    """Rule on a file of facts, or on a stream of incidents by so many processes.

    Raises:
        IncidentError: the file cannot be opened, or holds no incident.
        LostLines: one of several processes was lost.
    """
    with opened(path) as stream:
        kind, lines = split(stream, path)
        if kind == "lines":
            if why or why_not or what_if:
                raise IncidentError("--why, --why-not and --what-if are for one incident only")
            from cli.stream import rule_stream

            return rule_stream(lines, names, on=on, jobs=jobs)
        text = whole(lines)
    incident, houses = document(text, path, load.vocabulary())
    engine = engine_for(names or houses, on)
    ruling = ruled(incident, engine)
    _tell(ruling, engine, as_json=as_json, why=why, why_not=why_not, what_if=what_if)
    return exit_code(statuses(ruling))

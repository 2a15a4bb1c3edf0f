"""``floor house``: a house of one's own, started and checked."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from cli.check import print_findings
from cli.console import out, styled
from engine.lint import Finding
from engine.lint import findings as lint
from engine.ruling import Engine
from rulebase import load, own
from rulebase.house_source import SCENARIOS
from rulebase.problems import RulebaseError
from scenarios.bank import scenarios
from scenarios.lint import findings as bank_findings


def new(name: str, adopts: str, at: str) -> None:
    """Write a starting folder, with the schema that an editor completes from.

    Raises:
        OwnHouseError: the name is taken or none, the folder is there, or ``adopts`` is no house.
    """
    import json

    from rulebase.json_schema import schema

    place = Path(at) if at else None
    path = own.new(name, adopts, place, load.built_in(), date.today().year)
    written = json.dumps(schema(load.vocabulary()), indent=1)
    (path / "floor-schema.json").write_text(written, "utf8")
    out().print(styled(str(path), "bold"), soft_wrap=True)
    out().print(styled(f"Write rules in it, then: floor house check {name if not at else path}"))


def check(name: str) -> int:
    """Tell what is wrong with a house of one's own: faults, lint, scenarios; 1 where anything is.

    Raises:
        UnknownHouse: there is none of that name.
    """
    try:
        house = load.house(name)
    except RulebaseError as error:
        for problem in error.problems:
            out().print(styled(str(problem)), soft_wrap=True)
        return 1
    path = own.found().get(name) or Path(name)
    books = {**load.houses(), house.name: house}
    written = {known: load.written(known) for known in books if known != house.name}
    written[house.name] = load.written(name)
    found: list[Finding] = list(lint(books, load.vocabulary(), written, [house.name]))
    bank = tuple(scenarios(load.vocabulary(), [path / SCENARIOS]))
    found += bank_findings(bank, Engine(books, load.vocabulary()), [house.name])
    out().print(
        styled(f"{house.name}: {len(house.rules)} entries of its own, {len(bank)} scenarios")
    )
    print_findings(found, [])
    return int(bool(found))

"""``floor diff``: what changed in rulings between two versions of one house's files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cli.comparing_words import decision_words, verdict_cell, witness_rows
from cli.report import LEGEND, Cell, Report, Table, check_format
from cli.words import label, plain
from engine.comparing.changes import Changed, Changes, changes
from engine.comparing.sides import Pair, Side
from engine.ruling import Engine
from rulebase.book import Vocabulary
from rulebase.versions import VersionError, compiled, house_in

OLD, NEW = "before", "after"


def diff(old: Path, new: Path, topics: Sequence[str], form: str) -> None:
    """Print what the house in ``new`` rules otherwise than the one in ``old``.

    Raises:
        VersionError: they are no two states of one house.
        RulebaseError: files of one are faulty, each fault with file and line.
        UnknownFormat, ComparingError: what was asked for is none.
    """
    from scenarios.comparing import bank_cases

    check_format(form)
    before, after = _side(OLD, old), _side(NEW, new)
    if before[1].house.name != after[1].house.name:
        names = f'"{before[1].house.name}" and "{after[1].house.name}"'
        raise VersionError(f"{old} and {new} hold two houses, {names}; compare them instead")
    vocabulary = after[0]
    two = Pair(before[1], after[1], vocabulary)
    found = changes(two, bank_cases(vocabulary), topics)
    _report(found, vocabulary).print(form)


def _side(name: str, folder: Path) -> tuple[Vocabulary, Side]:
    vocabulary, houses = compiled(folder)
    house = houses[house_in(folder)]
    engine = Engine({house.name: house}, vocabulary).adopt(houses)
    return vocabulary, Side(name, engine, house.name)


def _report(found: Changes, vocabulary: Vocabulary) -> Report:
    tables = []
    for heading, changed in (
        ("Ruled otherwise", found.rulings),
        ("Ruled the same by other rules", found.citations),
    ):
        if changed:
            columns = ["Decision", "Incident", label(OLD), label(NEW)]
            tables.append(Table(heading, columns, list(map(_cells, changed))))
    for table in witness_rows(found.witnesses, (OLD, NEW), vocabulary, alone=True):
        tables.append(table._replace(heading=f"Witnesses: {table.heading.lower()}"))
    same = "" if tables else " Nothing changed in rulings."
    return Report(
        title=f"{label(found.house)}, before and after",
        tables=tables,
        data=found.as_json(),
        notes=[
            f"Of {found.cases} incidents {len(found.rulings)} decisions are ruled otherwise, "
            f"{len(found.citations)} the same by other rules; {len(found.witnesses)} differences "
            f"have a witness.{same}"
        ],
        legend=LEGEND if tables else "",
    )


def _cells(change: Changed) -> list[Cell]:
    both = (change.before, change.after)
    return [
        Cell(plain(decision_words(change.decision))),
        Cell(change.case),
        *(verdict_cell(change.decision, each, both, each.rules) for each in both),
    ]

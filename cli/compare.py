"""``floor compare``: what houses rule, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from cli.comparing_words import decision_words, facts_words, verdict_cell, witness_rows
from cli.console import err, styled
from cli.report import LEGEND, Cell, Report, Table, check_format
from cli.words import label, plain
from engine.comparing.matrix import ComparingError, Row, selected
from engine.comparing.verdicts import DIFFERENT, PARTLY_SILENT
from engine.ruling import Engine
from rulebase import load

AT_ODDS = (DIFFERENT, PARTLY_SILENT)
GENERATED = 1000
"""How many generated incidents houses are counted on."""


def compare(
    names: Sequence[str],
    topics: Sequence[str],
    form: str,
    *,
    only_differences: bool = False,
    witness: bool = False,
    count: bool = False,
    generated: int = GENERATED,
    seed: int = 1,
) -> None:
    """Print how the houses named compare, or one rule of a house with the others'.

    Raises:
        UnknownHouse, UnknownName, UnknownFormat, ComparingError: what was asked for is none.
    """
    check_format(form)
    if len(names) > 1 and names[0] in load.house_names() and names[1] not in load.house_names():
        from cli.compare_rule import rule_report

        rule_report(names[0], " ".join(names[1:])).print(form)
        return
    engine = _engine(names)
    if witness:
        report = witness_report(engine, topics)
    elif count:
        report = count_report(engine, topics, generated, seed)
    else:
        report = matrix_report(engine, topics, only_differences=only_differences)
    report.print(form)


def _engine(names: Sequence[str]) -> Engine:
    """An engine of the houses named, none standing for all, one for it beside all others."""
    every = load.houses()
    chosen = [load.house(name).name for name in dict.fromkeys(names)]
    if len(chosen) < 2:
        chosen = [*chosen, *(name for name in every if name not in chosen)]
    if len(chosen) < 2:
        raise ComparingError("two houses at least are needed to compare")
    return Engine({name: every[name] for name in chosen}, load.vocabulary()).adopt(every)


def matrix_report(engine: Engine, topics: Sequence[str], *, only_differences: bool) -> Report:
    """The houses side by side, a table a topic."""
    from scenarios.comparing import bank_matrix

    rows = selected(bank_matrix(engine), topics, engine.vocabulary)
    cases = {case for row in rows for case in row.cases}
    kept = [row for row in rows if not only_differences or row.standing in AT_ODDS]
    counts = Counter(row.standing for row in rows)
    told = ", ".join(f"{number} {plain(stands)}" for stands, number in sorted(counts.items()))
    return Report(
        title=f"{_names(engine)} compared",
        tables=[_topic_table(topic, group, engine) for topic, group in _by_topic(kept)],
        data={"houses": list(engine.houses), "rows": [row.as_json() for row in kept]},
        notes=[f"{len(rows)} ways of ruling on {len(cases)} incidents: {told}."],
        legend=LEGEND,
    )


def _names(engine: Engine) -> str:
    *most, last = map(label, engine.houses)
    return f"{', '.join(most)} and {last}"


def _by_topic(rows: Iterable[Row]) -> Iterable[tuple[str, list[Row]]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.topic, []).append(row)
    return found.items()


def _topic_table(topic: str, rows: Sequence[Row], engine: Engine) -> Table:
    columns = ["Decision", "When", *map(label, engine.houses)]
    told = []
    for row in rows:
        cells = [
            Cell(decision_words(row.decision), row.standing),
            Cell(facts_words((row.event,), row.turns_on, engine.vocabulary)),
        ]
        for name, each in row.verdicts.items():
            rules = tuple(row.rules[name])
            cells.append(verdict_cell(row.decision, each, row.verdicts.values(), rules))
        told.append(cells)
    return Table(plain(topic).capitalize(), columns, told)


def witness_report(engine: Engine, topics: Sequence[str]) -> Report:
    """The smallest incidents on which every two of the houses rule differently."""
    from engine.comparing.sides import pair
    from engine.comparing.witness import witnesses
    from scenarios.comparing import bank_cases

    cases = list(bank_cases(engine.vocabulary))
    pairs = list(combinations(engine.houses, 2))
    tables, data, notes = [], [], []
    for one, other in pairs:
        if err().is_terminal:
            err().print(styled(f"searching: {label(one)} and {label(other)} …", "dim"))
        found = witnesses(pair(engine, one, other), cases, topics)
        data += [witness.as_json() for witness in found]
        at_odds = sum(w.standing == DIFFERENT for w in found)
        notes.append(
            f"{label(one)} and {label(other)}: {at_odds} differences, "
            f"{len(found) - at_odds} on which one is silent."
        )
        tables += witness_rows(found, (one, other), engine.vocabulary, alone=len(pairs) == 1)
    return Report(f"Where {_names(engine)} rule differently", tables, data, notes, LEGEND)


def count_report(engine: Engine, topics: Sequence[str], generated: int, seed: int) -> Report:
    """How often every two of the houses agree, topic by topic."""
    from engine.comparing.agreement import Agreement, agreement
    from scenarios.comparing import bank_cases, generated_cases

    bank = list(bank_cases(engine.vocabulary))
    sources = {
        f"Scenario bank ({len(bank)} incidents)": bank,
        f"Generated ({generated} incidents, seed {seed})": list(
            generated_cases(engine.vocabulary, engine.houses, generated, seed)
        ),
    }
    counted = {name: agreement(engine, cases, topics) for name, cases in sources.items()}
    columns = ["Topic", "Houses", "Agree", "Differ", "One silent", "Open", "Agreement"]

    def cells(each: Agreement) -> list[Cell]:
        share = "" if each.share is None else f"{each.share:.0%}"
        houses = " and ".join(map(label, each.houses))
        return [Cell(text) for text in (each.topic, houses, *map(str, each.counts.values()), share)]

    tables = [Table(name, columns, list(map(cells, found))) for name, found in counted.items()]
    both = zip(("bank", "generated"), counted.values(), strict=True)
    data = {name: [each.as_json() for each in found] for name, found in both}
    note = "Counted are decisions about an incident on which at least one of two houses speaks."
    return Report(f"How often {_names(engine)} agree", tables, data, [note])

"""A report of tables, and its forms: terminal, Markdown, CSV, JSON and one HTML page.

A mark tells cells apart without colour: it is a sign in front of the words.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cli.console import clean, out, print_json, say, styled
from rulebase.problems import FloorError, did_you_mean

FORMATS = ("terminal", "markdown", "csv", "json", "html")

SIGNS = {
    "same": "=",
    "different": "≠",
    "partly-silent": "–",
    "silent": "–",
    "judgment": "?",
    "conflict": "!",
    "needs-facts": "…",
    "unsettled": "…",
}
"""The sign of each mark."""

LEGEND = (
    "= ruled the same as the first that rules, ≠ ruled otherwise, – silent, "
    "? left to the floor's judgment, ! at odds with itself, … hangs on another fact"
)

_STYLES = {"different": "bold red", "same": "green", "judgment": "magenta", "conflict": "yellow"}
_COLUMN = 18
"""The width that a column needs at the terminal before rows are told one under the other."""


class UnknownFormat(FloorError):
    """A format that reports do not have."""


class Cell(NamedTuple):
    """Words, and the mark that they bear."""

    text: str
    mark: str = ""

    @property
    def signed(self) -> str:
        """The words after the sign of the mark."""
        return f"{SIGNS[self.mark]} {self.text}".rstrip() if self.mark else self.text


class Table(NamedTuple):
    """Rows under a heading; ``key`` says what is told of each row by its first cells."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


@dataclass(slots=True)
class Report:
    """What a command found: tables for people, ``data`` for programs."""

    title: str
    tables: list[Table]
    data: Any
    notes: list[str] = field(default_factory=list)
    legend: str = ""

    def print(self, form: str) -> None:
        """Print it.

        Raises:
            UnknownFormat: there is no such form.
        """
        check_format(form)
        if form == "json":
            print_json(self.data)
        elif form == "terminal":
            _print(self)
        else:
            text = {"markdown": markdown, "csv": comma_separated, "html": page}[form](self)
            sys.stdout.write(text)


def check_format(form: str) -> None:
    """Check that reports have the form.

    Raises:
        UnknownFormat: they do not.
    """
    if form not in FORMATS:
        hint = did_you_mean(form, FORMATS) or f" (known: {', '.join(FORMATS)})"
        raise UnknownFormat(f'no format "{form}"{hint}')


def markdown(report: Report) -> str:
    """The report as Markdown."""
    parts = [f"# {report.title}", *report.notes, *([report.legend] if report.legend else [])]
    for table in report.tables:
        parts.append(f"## {table.heading}")
        if table.note:
            parts.append(table.note)
        lines = [_row(table.columns), _row("---" for _ in table.columns)]
        lines += [_row(cell.signed for cell in row) for row in table.rows]
        parts.append("\n".join(lines))
    return "\n\n".join(map(clean, parts)) + "\n"


def _row(cells: Any) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def comma_separated(report: Report) -> str:
    """The report as CSV, every table's rows under the columns of the first of its kind."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    columns: Sequence[str] = ()
    for table in report.tables:
        if list(table.columns) != list(columns):
            columns = table.columns
            writer.writerow(["part", *columns])
        for row in table.rows:
            writer.writerow([table.heading, *(cell.text or cell.mark for cell in row)])
    return written.getvalue()


def page(report: Report) -> str:
    """The report as one HTML page that needs nothing else."""
    from importlib.resources import files

    from jinja2 import Environment, StrictUndefined

    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = (files("cli") / "pages" / "report.html.j2").read_text(encoding="utf8")
    template = made.from_string(source)
    return template.render(report=report, slug=_slug) + "\n"


def _slug(heading: str) -> str:
    """A heading as the name of a place in the page."""
    return "".join(c if c.isalnum() else "-" for c in heading.lower())


def _print(report: Report) -> None:
    say(report.title, "bold")
    for note in (*report.notes, report.legend):
        if note:
            say(note, "dim")
    for table in report.tables:
        out().print()
        say(table.heading, "bold cyan")
        if table.note:
            say(table.note, "dim")
        if out().width >= _COLUMN * len(table.columns):
            out().print(_grid(table))
        else:
            _stack(table)


def _grid(table: Table) -> Any:
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(box=box.SIMPLE, pad_edge=False, show_lines=False)
    for column in table.columns:
        grid.add_column(styled(column), overflow="fold")
    for row in table.rows:
        grid.add_row(*(styled(cell.signed, _STYLES.get(cell.mark, "")) for cell in row))
    return grid


def _stack(table: Table) -> None:
    """Each row as a few lines: for narrow terminals."""
    from rich.console import Group
    from rich.padding import Padding

    lines: list[Any] = []
    for row in table.rows:
        for number, (column, cell) in enumerate(_told(table, row)):
            words = cell.signed if number == 0 or not column else f"{column}: {cell.signed}"
            style = "bold" if number == 0 else _STYLES.get(cell.mark, "")
            line = styled(words, style)
            lines.append(Padding(line, (0, 0, 0, 2), expand=False) if number else line)
    out().print(Group(*lines))


def _told(table: Table, row: Sequence[Cell]) -> Iterator[tuple[str, Cell]]:
    for column, cell in zip(table.columns, row, strict=True):
        if cell.text or cell.mark:
            yield column, cell

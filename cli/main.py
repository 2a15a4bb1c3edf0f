"""The ``floor`` command: each command's work is imported only when it is called."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from rulebase.problems import FloorError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

Houses = Annotated[list[str] | None, typer.Option("--house", "-H", help="Only this house.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback()
def floor() -> None:
    """The floor's ruling, with the rule that makes it."""


@app.command()
def rules(
    house: Houses = None,
    topic: Annotated[str | None, typer.Option(help="Only this topic.")] = None,
    as_json: AsJson = False,
) -> None:
    """List every rule: house, locator, title."""
    from rulebase import load

    entries = [
        rule
        for book in load.houses(house or ()).values()
        for rule in book.rules.values()
        if topic in (None, rule.topic)
    ]
    if as_json:
        print(json.dumps([_entry(rule) for rule in entries], indent=1, ensure_ascii=False))


def _entry(rule: object) -> dict[str, object]:
    from rulebase.book import Rule

    assert isinstance(rule, Rule)
    return {
        "house": rule.house,
        "rule": rule.rule,
        "title": rule.title,
        "gist": rule.gist,
        "status": rule.status,
        "under": rule.under or None,
        "idle": rule.idle or None,
        "clauses": rule.source["clauses"],
    }


def run() -> None:
    """Run the command; an error raised on purpose is told in one line, exit 2."""
    try:
        app()
    except FloorError as error:
        print(f"floor: {error}", file=sys.stderr)
        sys.exit(2)

"""``floor show``: one rule, with its pattern, its scenarios and its counterparts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.catalog import UnknownName, entry_json
from cli.console import out, print_json, styled
from rulebase import load
from rulebase.book import House, Rule
from rulebase.problems import did_you_mean

MOST_SHOWN = 12
"""How many scenarios of a rule are listed."""


def show_rule(house: str, locator: str, *, as_json: bool) -> None:
    """Print a rule.

    Raises:
        UnknownHouse, UnknownName: there is none.
    """
    book = load.house(house)
    rule = book.rules.get(locator)
    if rule is None:
        hint = did_you_mean(locator, book.rules)
        raise UnknownName(f'{house} has no rule "{locator}"{hint}')
    data = {
        **entry_json(rule),
        "section": rule.section,
        "readings": [r for r in book.readings if locator in map(str, r["about"])],
        "below": [r.rule for r in book.rules.values() if r.under == locator],
        "scenarios": list(_scenarios(house, locator)),
        "counterparts": list(_counterparts(book, rule)),
    }
    if as_json:
        print_json(data)
    else:
        _print(rule, data)


def _scenarios(house: str, locator: str) -> Iterator[str]:
    from scenarios.bank import DATA, scenarios

    files = (file for file in sorted(DATA.rglob("*.yaml")) if locator in file.read_text("utf8"))
    for scenario in scenarios(load.vocabulary(), files):
        expected = scenario.expect.get(house)
        if expected and any(str(rule).partition("#")[0] == locator for rule in expected.rules):
            yield scenario.name


def _counterparts(book: House, rule: Rule) -> Iterator[dict[str, str]]:
    from engine.comparing.counterparts import counterparts

    for found in counterparts(book, rule, load.houses()):
        yield {"house": found.rule.house, "rule": found.rule.rule, "title": found.rule.title}


def _print(rule: Rule, data: dict[str, Any]) -> None:
    out().print(styled(f"{rule.house} {rule.rule}  ", "bold cyan"), styled(rule.title, "bold"))
    out().print(styled(rule.gist))
    if rule.under:
        out().print(styled(f"stands under {rule.under}", "dim"))
    if data["below"]:
        out().print(styled(f"heads {', '.join(data['below'])}", "dim"))
    if rule.idle:
        out().print(styled(f"decides nothing: {rule.idle}", "dim"))
    for number, clause in enumerate(data["clauses"], 1):
        out().print(styled(f"\nstatement {number}", "bold"))
        for key, value in clause.items():
            out().print(styled(f"  {key}: {_words(value)}"))
    for reading in data["readings"]:
        out().print(styled(f"\nreading ({reading['kind']}): {reading['says']}"))
    if data["counterparts"]:
        out().print(styled("\nin other houses", "bold"))
        for other in data["counterparts"]:
            out().print(styled(f"  {other['house']} {other['rule']}  {other['title']}"))
    if data["scenarios"]:
        out().print(styled("\nscenarios", "bold"))
        for name in data["scenarios"][:MOST_SHOWN]:
            out().print(styled(f"  {name}"))
        if (more := len(data["scenarios"]) - MOST_SHOWN) > 0:
            out().print(styled(f"  and {more} more (--json lists them)", "dim"))


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(v)}" for key, v in value.items())
    if isinstance(value, list):
        return (
            "; or ".join(_words(v) for v in value)
            if value and isinstance(value[0], dict)
            else (" or ".join(map(str, value)))
        )
    return str(value)

"""``floor show``: one rule, with its pattern, its scenarios and its counterparts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.catalog import UnknownName, entry_json
from cli.console import out, print_json, styled
from rulebase import load
from rulebase.book import House, Rule
from rulebase.problems import did_you_mean


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
        "counterparts": list(counterparts(book, rule)),
    }
    if as_json:
        print_json(data)
    else:
        _print(rule, data)


def _scenarios(house: str, locator: str) -> Iterator[str]:
    from scenarios.bank import scenarios

    for scenario in scenarios(load.vocabulary()):
        expected = scenario.expect.get(house)
        if expected and locator in map(str, expected.rules):
            yield scenario.name


def counterparts(book: House, rule: Rule) -> Iterator[dict[str, str]]:
    """The rules of other houses that speak on the same decision about the same event and facts."""
    mine = [book.clauses[name] for name in rule.clauses]
    for other in load.houses().values():
        if other.name == book.name:
            continue
        scores: dict[str, float] = {}
        for clause in other.clauses.values():
            for own in mine:
                shared = own.events & clause.events
                decisions = set(own.decides) & set(clause.decides)
                derived = set(own.derives) & set(clause.derives)
                if not (shared and decisions) and not derived:
                    continue
                facts = len(own.facts & clause.facts) / max(1, len(own.facts | clause.facts))
                scores[clause.rule] = max(scores.get(clause.rule, 0.0), facts)
        for locator in sorted(scores, key=lambda r: -scores[r])[:3]:
            if locator in other.rules and scores[locator] >= 0.25:
                yield {
                    "house": other.name,
                    "rule": locator,
                    "title": other.rules[locator].title,
                }


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
        for name in data["scenarios"]:
            out().print(styled(f"  {name}"))


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

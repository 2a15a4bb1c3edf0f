"""One rule beside what other houses have for it: what each adds, drops or sets otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulebase.book import Clause, House, Rule
from rulebase.values import Values, shown

NEAR = 0.25
"""How much two clauses must have in common, of 1, to be counterparts."""
MOST = 3
"""The most counterparts told of one house."""


class Change(NamedTuple):
    """What a counterpart makes of one thing that either rule names: adds, drops or changes it."""

    how: str
    what: str
    mine: str
    theirs: str


class Counterpart(NamedTuple):
    """A rule of another house on the same decision about the same event."""

    rule: Rule
    near: float
    changes: tuple[Change, ...]

    def as_json(self) -> dict[str, Any]:
        """The counterpart with what it adds and drops."""
        return {
            "house": self.rule.house,
            "rule": self.rule.rule,
            "title": self.rule.title,
            "gist": self.rule.gist,
            "near": round(self.near, 2),
            "changes": [change._asdict() for change in self.changes],
        }


def counterparts(
    book: House, rule: Rule, houses: Mapping[str, House], most: int = MOST
) -> Iterator[Counterpart]:
    """The rules of other houses that speak on the same decision about the same event and facts."""
    mine = [book.clauses[name] for name in rule.clauses]
    for other in houses.values():
        if other.name == book.name:
            continue
        found: dict[str, tuple[float, Clause, Clause]] = {}
        for clause in other.clauses.values():
            for own in mine:
                near = nearness(own, clause)
                if near is not None and near > found.get(clause.rule, (-1.0,))[0]:
                    found[clause.rule] = near, own, clause
        for locator in sorted(found, key=lambda r: -found[r][0])[:most]:
            near, own, clause = found[locator]
            if locator in other.rules and near >= NEAR:
                yield Counterpart(other.rules[locator], near, tuple(changes(own, clause)))


def nearness(own: Clause, clause: Clause) -> float | None:
    """The share of facts in common; None where they speak on nothing together."""
    together = own.events & clause.events and says(own).keys() & says(clause).keys()
    if not together and not own.derives.keys() & clause.derives.keys():
        return None
    return len(own.facts & clause.facts) / max(1, len(own.facts | clause.facts))


def says(clause: Clause) -> dict[str, str]:
    """What a clause decides, as the head of a closed list too."""
    return clause.otherwise or clause.decides


def changes(own: Clause, clause: Clause) -> Iterator[Change]:
    """What ``clause`` adds to ``own``, drops of it, or sets otherwise."""
    mine, theirs = _statements(own), _statements(clause)
    for name in dict.fromkeys((*mine, *theirs)):
        before, after = mine.get(name, ""), theirs.get(name, "")
        if before != after:
            how = "adds" if not before else "drops" if not after else "changes"
            yield Change(how, name, before, after)


def _statements(clause: Clause) -> dict[str, str]:
    """Everything that a clause states, by name."""
    found = {
        "events": ", ".join(sorted(clause.events)),
        "events also": ", ".join(sorted(clause.also)),
        **{fact: shown(values) for fact, values in clause.when},
        **{f"wakes on {fact}": shown(values) for fact, values in clause.wakes_on},
        **{f"unless {_group(group)}": "yes" for group in clause.unless},
        **{f"decides {decision}": outcome for decision, outcome in says(clause).items()},
        **{f"derives {fact}": str(value) for fact, value in clause.derives.items()},
        "amount": clause.amount,
        "force": clause.force,
        "penalty": clause.penalty,
    }
    return {name: text for name, text in found.items() if text}


def _group(group: tuple[tuple[str, Values], ...]) -> str:
    return ", ".join(f"{fact} {shown(values)}" for fact, values in group)

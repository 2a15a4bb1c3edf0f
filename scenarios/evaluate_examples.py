"""How many worked examples come out right: ``python -m scenarios.evaluate_examples FILE``.

FILE is a list of examples, each with ``id`` and ``text``. What must come out is what the
scenario of the bank with that id expects of the house: the decision, its outcome and amount.
Two ways of being asked are measured: the facts given as facts, and the text alone. From the
text an example comes out outright, or only under a reading or a fact that the answer names
as open, or with its outcome but not its amount; ``--misses`` lists by id how each one came out
that did not come out outright.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.answer import answer
from engine.ruling import Engine
from rulebase.source import read as read_yaml
from scenarios.bank import Scenario, engine_for_all, failures, scenarios

HOUSE = "tda-2024"
OUTRIGHT, CONDITIONALLY, NO_AMOUNT = "outright", "conditionally", "without the amount"
OTHERWISE, NOT = "otherwise", "not"
_OPEN = frozenset({"hangs-on", "if", "provisional"})
"""What marks a ruling that stands under a reading, or hangs on a fact."""


class Outcome(NamedTuple):
    """How one example came out."""

    example: str
    from_facts: bool
    from_text: str
    got: str


def measure(items: Iterable[Mapping[str, Any]], house: str = HOUSE) -> Iterator[Outcome]:
    """Each example whose id is in the bank, asked both ways of one house."""
    every = engine_for_all()
    engine = every.only(house)
    bank = {s.incident.id: s for s in scenarios(engine.vocabulary) if s.incident.id and not s.of}
    for item in items:
        scenario = bank.get(item["id"])
        if scenario is not None and house in scenario.expect:
            ruling = every.rule(scenario.incident)
            wrong = [what for what in failures(scenario, ruling) if what.startswith(f"{house}:")]
            asked = scenario.expect[house].decision or ruling.asked or ""
            how, got = from_text(str(item["text"]), engine, scenario, house, asked)
            yield Outcome(item["id"], not wrong, how, got)


def from_text(
    text: str, engine: Engine, scenario: Scenario, house: str, asked: str
) -> tuple[str, str]:
    """How the expected ruling comes out from words alone, and what came out on that decision."""
    found = answer(text, engine).as_json()["houses"][house]
    rulings = [entry for entry in found["rulings"] if entry["decision"] == asked]
    expected = scenario.expect[house]
    alike = [entry for entry in rulings if entry.get("outcome") == expected.outcome]
    right = [e for e in alike if expected.amount in (None, e.get("amount"))]
    sure = [entry for entry in rulings if not _OPEN & entry.keys()]
    against = [
        e for e in sure if e not in right and (e not in alike or e.get("amount") is not None)
    ]
    if against:
        how = OTHERWISE
    elif any(entry in right for entry in sure):
        how = OUTRIGHT
    else:
        how = CONDITIONALLY if right else NO_AMOUNT if alike else NOT
    return how, "; ".join(map(_told, rulings)) or "nothing on it"


def _told(entry: Mapping[str, Any]) -> str:
    amount = "" if entry.get("amount") is None else f" {entry['amount']}"
    return f"{entry.get('outcome')}{amount}{' if …' if _OPEN & entry.keys() else ''}"


def report(outcomes: Iterable[Outcome], *, misses: bool = False) -> Iterator[str]:
    """The figures, a line each, and where asked what did not come out outright."""
    found = list(outcomes)
    many = len(found)
    how = Counter(each.from_text for each in found)
    yield f"{many} examples"
    yield f"from their facts: {sum(each.from_facts for each in found)} of {many}"
    for name in (OUTRIGHT, CONDITIONALLY, NO_AMOUNT, OTHERWISE, NOT):
        yield f"from their text alone, {name}: {how[name]} of {many}"
    for each in found if misses else ():
        if each.from_text != OUTRIGHT:
            yield f"  {each.example} {each.from_text}: {each.got}"


def main() -> None:
    """Print the figures for the files named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("files", type=Path, nargs="+")
    asked.add_argument("--house", default=HOUSE)
    asked.add_argument("--misses", action="store_true", help="list what did not come out outright")
    said = asked.parse_args()
    for file in said.files:
        outcomes = measure(read_yaml(file).data, said.house)
        print("\n".join(report(outcomes, misses=said.misses)))


if __name__ == "__main__":
    main()

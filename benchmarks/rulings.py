"""Rulings a second by all houses: durable-rules, the plain matcher, CLIPS, zen-engine.

    python -m benchmarks.rulings [incidents]
    python -m benchmarks.rulings --memory 100000

Every matcher rules on the same random incidents, in a process of its own, and must rule
alike. With --memory durable-rules rules on that many, and the memory that it takes is told.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import time
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from benchmarks import matchers
from benchmarks.differential import incidents
from benchmarks.measuring import Table, apart, loop
from engine.incident import Incident
from engine.ruling import Engine
from rulebase import load
from rulebase.book import House
from scenarios.generate import Generator

PASSES = 3

CANNOT = (
    "All matchers are given the same networks and fire in the same rounds; what is left open, "
    "overrides, amounts and statuses are worked out in Python for each alike. zen-engine does "
    "not chain: what a row gives no other row sees, so its tables are asked again for each "
    "round, and from without. Its cells compare one value: a fact known in part is told as a "
    'list, or as the least and the most, and "not known" cannot be told from "not so".'
)


def tried(many: int, seed: int = 1) -> list[Incident]:
    """The incidents ruled on: half at the boundary of a clause, half at random."""
    return list(islice(incidents(Generator(load.vocabulary(), load.houses(), seed)), many))


def rate(matcher: str, many: int) -> dict[str, Any]:
    """How fast a matcher rules by all houses."""
    return measured(matcher, load.houses(), tried(many))


def measured(matcher: str, houses: Mapping[str, House], told: Iterable[Incident]) -> dict[str, Any]:
    """What a ruling and its matching take once all networks are made, the fastest of passes.

    In processor seconds; ``loops`` is the ruling's in those of :func:`loop`.
    """
    told = list(told)
    timed = matchers.Timed(matchers.maker(matcher))
    engine = Engine(houses, load.vocabulary(), timed)
    for _ in range(2):
        digest = hashlib.sha256()
        for incident in told:
            digest.update(json.dumps(engine.rule(incident).as_json()).encode())
    ruling, matching = min(_pass(engine, told, timed) for _ in range(PASSES))
    return {
        "ruling": ruling / len(told),
        "matching": matching / len(told),
        "loops": ruling / len(told) / loop(),
        "digest": digest.hexdigest(),
    }


def _pass(engine: Engine, told: Iterable[Incident], timed: matchers.Timed) -> tuple[float, float]:
    timed.seconds = 0.0
    start = time.process_time()
    for incident in told:
        engine.rule(incident)
    return time.process_time() - start, timed.seconds


def compare(many: int = 2_000) -> Table:
    """The table of the matchers."""
    clauses = sum(len(house.clauses) for house in load.houses().values())
    table = Table(
        f"Rulings a second: {len(load.houses())} houses, {clauses:,} clauses, {many:,} incidents",
        ("matcher", "rulings a second", "of plain", "matching, ms", "of plain", "loops", "alike"),
        notes=[CANNOT],
    )
    first: dict[str, Any] = {}
    for name in matchers.installed():
        found = apart("benchmarks.rulings", "rate", name, many)
        first = first or found
        table.add(
            name,
            1 / found["ruling"],
            first["ruling"] / found["ruling"],
            1000 * found["matching"],
            found["matching"] / first["matching"],
            found["loops"],
            "yes" if found["digest"] == first["digest"] else "**no**",
        )
    if note := matchers.missing():
        table.notes.append(note)
    return table


def memory(many: int) -> Table:
    """What the process holds after so many incidents, none ruled on before."""
    table = Table("Memory of one process", ("incidents", "MB"))
    engine = Engine(load.houses(), load.vocabulary())
    made = incidents(Generator(load.vocabulary(), load.houses(), seed=2))
    for number, incident in enumerate(islice(made, many), 1):
        engine.rule(incident)
        if number % (many // 10) == 0:
            table.add(number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    return table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("incidents", type=int, nargs="?", default=2_000)
    parser.add_argument("--memory", type=int, default=0)
    options = parser.parse_args()
    found = memory(options.memory) if options.memory else compare(options.incidents)
    print(found.markdown())


if __name__ == "__main__":
    main()

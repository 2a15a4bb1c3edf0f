"""durable-rules against the plain matcher on many random incidents over the real rulebase.

    python -m benchmarks.differential [incidents] [seed]

Half of the incidents are made at the boundary of a clause, house after house, and half at
random. Prints every incident that the two rule on differently, how many there were, and how
much of the rulebase was tried: the events that happened, the clauses that fired.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice

from engine.house_network import clause_of
from engine.incident import Incident
from engine.plain import PlainMatcher
from engine.ruling import Engine, Ruling
from rulebase import load
from scenarios.generate import Generator


def incidents(generator: Generator) -> Iterator[Incident]:
    """One at the boundary of the next clause, one at random, and so on without an end."""
    for house, clause in cycle(list(generator.clauses())):
        yield generator.at(house, clause)
        yield generator.incident()


def fired(ruling: Ruling) -> set[tuple[str, str]]:
    """The clauses that fired, each after its house."""
    return {
        (evaluation.house.name, clause)
        for house in ruling.houses.values()
        for evaluation in house.evaluations
        for rule in evaluation.fired.rules
        if (clause := clause_of(rule))
    }


def main(many: int = 100_000, seed: int = 1) -> int:
    """The exit code: 1 where the two differ on any incident."""
    houses, vocabulary = load.houses(), load.vocabulary()
    durable, plain = Engine(houses, vocabulary), Engine(houses, vocabulary, PlainMatcher)
    generator = Generator(vocabulary, houses, seed)
    deciding = {(house.name, clause.name) for house, clause in generator.clauses()}
    happened: set[str] = set()
    met: set[tuple[str, str]] = set()
    different, start = 0, time.perf_counter()
    for incident in islice(incidents(generator), many):
        ruling = durable.rule(incident)
        happened.update(incident.events)
        met |= fired(ruling)
        if ruling.as_json() != plain.rule(incident).as_json():
            different += 1
            print(incident)
    took = time.perf_counter() - start
    print(f"{many} incidents, {len(houses)} houses, {different} different, {took:.0f} s")
    print(f"{len(happened)} of {len(vocabulary.events)} events happened")
    print(f"{len(met & deciding)} of {len(deciding)} deciding clauses fired")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

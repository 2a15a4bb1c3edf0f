"""durable-rules against the plain matcher on many random incidents over the real rulebase.

    python benchmarks/differential.py [incidents] [seed]

Prints every incident on which they differ, and how many there were.
"""

from __future__ import annotations

import sys
import time

from engine.plain import PlainMatcher
from engine.ruling import Engine
from rulebase import load
from scenarios.generate import Generator


def main(incidents: int = 100_000, seed: int = 1) -> int:
    """The number of incidents on which the two differ, up to 1."""
    houses, vocabulary = load.houses(), load.vocabulary()
    durable, plain = Engine(houses, vocabulary), Engine(houses, vocabulary, PlainMatcher)
    generator = Generator(vocabulary, houses, seed)
    different, start = 0, time.perf_counter()
    for _ in range(incidents):
        incident = generator.incident()
        if durable.rule(incident).as_json() != plain.rule(incident).as_json():
            different += 1
            print(incident)
    took = time.perf_counter() - start
    print(f"{incidents} incidents, {len(houses)} houses, {different} different, {took:.0f} s")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

"""Rulings a second for all five houses: durable-rules, the plain matcher, CLIPS.

    python benchmarks/rulings.py [incidents] [--memory 100000]

Every engine rules on the same random incidents over the real rulebase, and must rule
alike. With --memory, durable-rules goes on to that many incidents and the process's
memory is told along the way.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterator

from engine.house_network import MakeMatcher, durable_available
from engine.incident import Incident
from engine.plain import PlainMatcher
from engine.ruling import Engine
from rulebase import load
from scenarios.generate import Generator


def makers() -> Iterator[tuple[str, MakeMatcher]]:
    """The matchers that are installed."""
    yield "plain", PlainMatcher
    if durable_available():
        from engine.durable import DurableMatcher

        yield "durable", DurableMatcher
    try:
        from clips_matcher import ClipsMatcher
    except ImportError:
        print("clipspy is not installed: pip install clipspy")
    else:
        yield "clips", ClipsMatcher


def memory() -> int:
    """The most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("incidents", type=int, nargs="?", default=3_000)
    parser.add_argument("--memory", type=int, default=0)
    options = parser.parse_args()
    houses, vocabulary = load.houses(), load.vocabulary()
    generator = Generator(vocabulary, houses, seed=1)
    incidents = [generator.incident() for _ in range(options.incidents)]
    base, expected = 0.0, None
    print(f"{len(houses)} houses, {sum(len(h.clauses) for h in houses.values())} clauses")
    for name, make in makers():
        engine = Engine(houses, vocabulary, make)
        for incident in incidents:
            engine.rule(incident)
        start = time.perf_counter()
        rulings = [engine.rule(incident) for incident in incidents]
        rate = len(incidents) / (time.perf_counter() - start)
        found = [ruling.as_json() for ruling in rulings]
        agrees = "" if expected in (None, found) else "  DISAGREES with plain"
        expected, base = expected or found, base or rate
        print(f"{name:8} {rate:8.0f} rulings/s  {rate / base:5.2f} of plain{agrees}")
    if options.memory:
        _remember(Engine(houses, vocabulary), generator, options.memory)


def _remember(engine: Engine, generator: Generator, many: int) -> None:
    start = time.perf_counter()
    for number in range(1, many + 1):
        incident: Incident = generator.incident()
        engine.rule(incident)
        if number % (many // 10) == 0:
            rate = number / (time.perf_counter() - start)
            print(f"{number:9} incidents, {memory()} MB, {rate:.0f}/s")


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # CLIPS tells of every environment it frees at exit

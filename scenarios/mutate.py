"""``python -m scenarios.mutate [HOUSE …]``: does the bank notice a rule gone wrong?

Each mutant (see ``scenarios.mutants``) is put in place of its clause and the scenarios
that wake it are ruled again. Where an expectation fails the mutant is killed; one that
none kills is a scenario missing. ``vocabulary`` stands for the derivations that all
houses share. ``--suggest`` tells beside each survivor which scenario, with which fact
changed, is ruled otherwise by it: what to expect there stands in the house's document.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from engine.plain import PlainMatcher
from engine.ruling import Engine
from rulebase import load
from rulebase.clause_source import SHARED
from scenarios.bank import scenarios
from scenarios.mutants import KINDS, Mutant
from scenarios.trying import Bench


@cache
def bench() -> Bench:
    """The bench with every built-in house and the whole bank."""
    vocabulary = load.vocabulary()
    houses = load.houses(load.built_in())
    return Bench(Engine(houses, vocabulary, PlainMatcher), scenarios(vocabulary))


def sampled(found: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """A sample of ``size`` mutants, or all where size is 0 or there are no more."""
    if not size or size >= len(found):
        return list(found)
    return random.Random(seed).sample(found, size)


def table(rows: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """The kill share of each label, in the order in which the labels come."""
    tried: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for label, dead in rows:
        tried[label] += 1
        killed[label] += dead
    for label, count in tried.items():
        share = 100 * killed[label] / count
        yield f"  {label:<40} {killed[label]:>5} of {count:>5}  {share:5.1f} %"


def main(arguments: list[str]) -> int:
    """Try mutants and report; always 0, since a survivor is a finding and no failure."""
    known = (*load.built_in(), SHARED)
    parser = argparse.ArgumentParser(prog="python -m scenarios.mutate", description=__doc__)
    parser.add_argument("houses", nargs="*", metavar="HOUSE", help=f"of {', '.join(known)}")
    parser.add_argument("--sample", type=int, default=0, help="mutants of each house (0: all)")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--survivors", action="store_true", help="list what nothing killed")
    parser.add_argument("--suggest", action="store_true", help="and what would kill it")
    options = parser.parse_args(arguments)
    if unknown := set(options.houses) - set(known):
        parser.error(f"no house {', '.join(sorted(unknown))} (known: {', '.join(known)})")
    trying = bench()
    whole: list[tuple[str, bool]] = []
    for name in options.houses or known:
        tried = [
            (mutant, trying.killed_by(mutant) is not None)
            for mutant in sampled(trying.mutants(name), options.sample, options.seed)
        ]
        tried.sort(key=lambda item: KINDS.index(item[0].kind))
        whole += [(m.kind, dead) for m, dead in tried]
        print("\n".join(table([(name, dead) for _, dead in tried])).strip())
        sections = sorted((trying.section(m.of), dead) for m, dead in tried)
        print("\n".join(table(sections)))
        if options.survivors or options.suggest:
            for mutant in (m for m, dead in tried if not dead):
                print(f"    survives {mutant}")
                if options.suggest:
                    print(f"        {trying.told_by(mutant) or 'no scenario shows it'}")
    print("all")
    print("\n".join(table(whole)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``python -m scenarios.mutate [HOUSE …]``: does the bank notice a rule gone wrong?

Each mutant (see ``scenarios.mutants``) is put in place of its clause and the scenarios
that wake it are ruled again. Where an expectation fails the mutant is killed; one that
none kills is a scenario missing. ``vocabulary`` stands for the derivations that all
houses share. ``--suggest`` tells beside each survivor which scenario, with which fact
changed, is ruled otherwise by it: what to expect there stands in the house's document.
``scenarios/unnoticed/<house>.yaml`` explains those that no scenario could notice.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from engine.plain import PlainMatcher
from engine.ruling import Engine
from rulebase import load
from rulebase.clause_source import SHARED
from rulebase.problems import Problem, RulebaseError
from rulebase.schema import Strict
from rulebase.source import read
from rulebase.vocabulary_source import validated
from scenarios.bank import scenarios
from scenarios.mutants import KINDS, Mutant
from scenarios.trying import Bench

UNNOTICED = Path(__file__).parent / "unnoticed"


class Unnoticed(Strict):
    """Mutants of a house, as the report names them, that no scenario could notice, and why."""

    mutants: list[str]
    because: str


def explained(house: str, folder: Path = UNNOTICED) -> frozenset[str]:
    """The mutants of a house that are explained.

    Raises:
        RulebaseError: the file of the house is no list of explanations.
    """
    file = folder / f"{house}.yaml"
    if not file.exists():
        return frozenset()
    problems: list[Problem] = []
    found = validated(read(file), list[Unnoticed], problems)
    if problems:
        raise RulebaseError(problems)
    return frozenset(mutant for each in found for mutant in each.mutants)


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


def _stale(
    why: frozenset[str], tried: Sequence[tuple[Mutant, bool]], made: Iterable[Mutant]
) -> Iterator[str]:
    """Explanations that explain nothing: what is no mutant any more, or is killed after all."""
    killed = {str(mutant) for mutant, dead in tried if dead}
    for mutant in sorted(why - {str(mutant) for mutant in made}):
        yield f"    explained, but no mutant: {mutant}"
    for mutant in sorted(why & killed):
        yield f"    explained, but killed: {mutant}"


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
    left: list[Mutant] = []
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
        why = explained(name)
        for line in _stale(why, tried, trying.mutants(name)):
            print(line)
        survive = [m for m, dead in tried if not dead and str(m) not in why]
        left += survive
        for mutant in survive if options.survivors or options.suggest else ():
            print(f"    survives {mutant}")
            if options.suggest:
                print(f"        {trying.told_by(mutant) or 'no scenario shows it'}")
    print("all")
    print("\n".join(table(whole)))
    dead = sum(killed for _, killed in whole)
    print(
        f"{dead} of {len(whole)} killed ({dead / max(len(whole), 1):.1%}), "
        f"{len(whole) - dead - len(left)} explained, {len(left)} left"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How fast the matchers are: durable-rules, plain Python and, if there, CLIPS.

    python benchmarks/matchers.py [rules] [incidents]

All run the same generated network, of the size and shape of a house: some 300
rules of two to six conditions, a few facts that most rules test, chains of two or
three rules. An incident knows a dozen facts. The results must be equal.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.durable import DurableMatcher, available
from engine.network import Antecedent, Matcher, Rule
from engine.plain import PlainMatcher
from rulebase.values import Span, Values

WORDS = ["nothing", "call", "raise", "bet", "fold", "all-in", "amount"]
EVENTS = 10
"""Events in the generated vocabulary; each has facts and rules of its own."""


def network(count: int, seed: int = 1) -> list[Rule]:
    """A network of ``count`` rules that looks like a house's."""
    rng = random.Random(seed)
    rules = []
    for n in range(count):
        event = rng.randrange(EVENTS)
        tested: dict[str, Values] = {f"event {event}": frozenset({"yes"})}
        for _ in range(rng.choice([1, 1, 2, 3, 4])):
            kind = rng.choice(["common", "word", "count", "derived"])
            own = rng.randrange(8 if kind == "common" else 3)
            fact = f"{kind} {own}" if kind == "common" else f"{kind} {event}.{own}"
            if fact.startswith("count"):
                tested[fact] = rng.choice(
                    [Span.parse(">= 2"), Span.of(1), Span.parse("< 3"), Span.parse("!= 2")]
                )
            elif fact.startswith("derived"):
                tested[fact] = frozenset({rng.choice(["yes", "no"])})
            else:
                tested[fact] = frozenset(rng.sample(WORDS[:4], rng.randint(1, 3)))
        derived = (f"derived {event}.{rng.randrange(3)}", rng.choice(["yes", "no"]))
        antecedents = tuple(Antecedent(*test) for test in tested.items())
        rules.append(Rule(f"r{n}", antecedents, (derived,) if n % 4 == 0 else ()))
    return rules


def incident(rng: random.Random) -> dict[str, Values]:
    """An incident: every event yes or no, and what is known of the facts that matter."""
    happened = rng.sample(range(EVENTS), rng.choice([1, 1, 2]))
    known: dict[str, Values] = {
        f"event {n}": frozenset({"yes" if n in happened else "no"}) for n in range(EVENTS)
    }
    for n in range(8):
        known[f"common {n}"] = frozenset(rng.sample(WORDS[:4], rng.choice([1, 1, 1, 2])))
    for event in happened:
        for n in range(3):
            known[f"word {event}.{n}"] = frozenset(rng.sample(WORDS[:4], rng.choice([1, 1, 2])))
        for n in range(3):
            known[f"count {event}.{n}"] = rng.choice(
                [Span.of(rng.randrange(5)), Span.parse(">= 2"), Span.parse("2..3")]
            )
    return known


def milliseconds(matcher: Matcher, incidents: list[dict[str, Values]]) -> tuple[float, float]:
    """The median and the 95th percentile of one incident."""
    times = []
    for known in incidents:
        start = time.perf_counter()
        matcher.fire(known)
        times.append((time.perf_counter() - start) * 1000)
    cuts = statistics.quantiles(times, n=20)
    return cuts[9], cuts[18]


def main(count: int = 300, many: int = 2000) -> None:
    """Print the table."""
    rules = network(count)
    rng = random.Random(2)
    incidents = [incident(rng) for _ in range(many)]
    makers: dict[str, Callable[[], Matcher]] = {"plain": lambda: PlainMatcher("bench", rules)}
    if available():
        makers["durable"] = lambda: DurableMatcher("bench", rules)
    try:
        import clips  # noqa: F401
    except ImportError:
        print("clipspy is not installed", file=sys.stderr)
    else:
        from clips_matcher import ClipsMatcher

        makers["clips"] = lambda: ClipsMatcher("bench", rules)
    oracle = PlainMatcher("bench", rules)
    expected = [oracle.fire(known) for known in incidents]
    fired = statistics.mean(len(result.rules) for result in expected)
    print(f"{count} rules, {many} incidents, {fired:.1f} rules fired by each on average")
    print(f"{'':8} {'compile':>9} {'median':>9} {'95 %':>9} {'of plain':>9}")
    base = 0.0
    for name, make in makers.items():
        start = time.perf_counter()
        matcher = make()
        matcher.fire(incidents[0])
        compiled = (time.perf_counter() - start) * 1000
        # clipspy lets retracted facts pile up, and CLIPS slows down: its first 250 count.
        taken = incidents[:250] if name == "clips" else incidents
        median, most = milliseconds(matcher, taken)
        if [matcher.fire(known) for known in taken] != expected[: len(taken)]:
            print(f"{name} disagrees with plain", file=sys.stderr)
        base = base or median
        print(f"{name:8} {compiled:7.1f}ms {median:7.3f}ms {most:7.3f}ms {median / base:8.2f}x")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
    sys.stdout.flush()
    os._exit(0)  # CLIPS tells of every environment it frees at exit

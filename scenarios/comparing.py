"""The incidents that houses are compared on: the scenario bank's, and generated ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.comparing.matrix import Case
from rulebase.book import House, Vocabulary
from scenarios.bank import scenarios
from scenarios.generate import Generator


def bank_cases(vocabulary: Vocabulary) -> Iterator[Case]:
    """Every scenario and near miss of the bank, with the decisions that it expects something of."""
    for scenario in scenarios(vocabulary):
        named = (expected.decision for expected in scenario.expect.values())
        yield Case(scenario.name, scenario.incident, tuple(d for d in dict.fromkeys(named) if d))


def generated_cases(
    vocabulary: Vocabulary, houses: Mapping[str, House], count: int, seed: int
) -> Iterator[Case]:
    """``count`` random incidents near the boundaries of the houses' rules."""
    generator = Generator(vocabulary, houses, seed)
    for number in range(count):
        yield Case(f"generated {seed}/{number}", generator.incident())

"""Facts, values, houses and outcomes in words, as the terminal shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.amount_words import amount_words, number_words, spoken
from engine.amount_words import label as label
from rulebase.book import Fact, Vocabulary


def plain(name: str) -> str:
    """A name of the vocabulary without its hyphens."""
    return name.replace("-", " ")


def value_words(value: Any, fact: Fact | None = None) -> str:
    """A fact's value in words, with its unit where the fact's name does not tell it."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " or ".join(map(plain, value))
    if isinstance(value, str) and (fact is None or not fact.structured):
        number = value[:1].isdigit() or value[:1] in "<>!"
        words = number_words(value) if number else plain(value)
    else:
        number = isinstance(value, int)
        words = spoken(value)
    unit = fact.unit if number and fact is not None else ""
    told = unit in ("", "chips") or (fact is not None and unit in plain(fact.name))
    return words if told else f"{words} {unit}"


def fact_words(name: str, value: Any, vocabulary: Vocabulary) -> str:
    """A fact with its value: "seconds passed: 80"."""
    return f"{plain(name)}: {value_words(value, vocabulary.facts.get(name))}"


def outcome_words(entry: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    """What the floor says for a ruling of the JSON, with its amount."""
    if said := entry.get("say"):
        return str(said)
    known = vocabulary.decisions[entry["decision"]].outcomes
    words = known.get(entry["outcome"], plain(entry["outcome"]))
    if "amount" not in entry:
        return words
    return f"{words.rstrip('.')}: {amount_words(entry['decision'], entry['amount'])}."

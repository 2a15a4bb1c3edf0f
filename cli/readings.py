"""What would be ruled, were it so: by what is still unknown, and by what may have happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cli.console import out, say, styled
from cli.words import fact_words, label, outcome_words, plain
from engine.answer import EVENT
from rulebase import load
from rulebase.book import Vocabulary

MOST = 4
"""How many lines of rulings are shown of one reading."""

Told = tuple[str, Mapping[str, Any]]
"""A house, and one of its rulings."""


def several(data: Mapping[str, Any]) -> None:
    """Print what an answer that leaves open what happened would rule under each reading."""
    vocabulary = load.vocabulary()
    if not data["incident"]["offered"]:
        say("What happened? Nothing in those words tells. Say who did what, and when.", "bold")
        return
    say("What happened? These are the likeliest. Say it in other words,", "bold")
    say("or run floor ask at a terminal and pick one:", "bold")
    shown: set[str] = set()
    for events, told in _by_reading(data["houses"]).items():
        shown.update(events)
        _event(events, vocabulary)
        conditional(told, vocabulary)
    for name in data["incident"]["offered"]:
        if name not in shown:
            _event([name], vocabulary)


def rivals(houses: Mapping[str, Any], vocabulary: Vocabulary) -> None:
    """Print what houses would rule, were it something else that it turns on."""
    say("or, if it turns on something else:", "yellow")
    for events, told in _by_reading(houses).items():
        _event(events, vocabulary)
        conditional(told, vocabulary)


def _event(events: Iterable[str], vocabulary: Vocabulary) -> None:
    means = "; ".join(f"{plain(name)}: {vocabulary.events[name].means}" for name in events)
    say(f"\n  {means}", "bold")


def _by_reading(houses: Mapping[str, Any]) -> dict[tuple[str, ...], list[Told]]:
    """What each house would rule first of all, by the events that it goes by."""
    found: dict[tuple[str, ...], list[Told]] = {}
    for name, house in houses.items():
        first: dict[tuple[str, ...], str] = {}
        for entry in (entry for entry in house["rulings"] if "if" in entry):
            events = tuple(entry["if"][EVENT])
            if entry["decision"] == first.setdefault(events, entry["decision"]):
                found.setdefault(events, []).append((name, entry))
    return found


def conditional(told: Iterable[Told], vocabulary: Vocabulary) -> None:
    """Print rulings with what each of them takes, those of several houses on one line."""
    lines: dict[tuple[str, str], list[str]] = {}
    for house, entry in told:
        key = (_takes(entry, vocabulary), outcome_words(entry, vocabulary))
        lines.setdefault(key, []).append(f"{label(house)} {entry['rules'][0]['rule']}")
    ranked = sorted(lines.items(), key=lambda line: (line[0][0] != "", -len(line[1])))
    for (takes, words), where in ranked[:MOST]:
        line = styled(f"    {takes}{words} ")
        line.append(styled(", ".join(where), "dim"))
        out().print(line)


def _takes(entry: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    needs = entry.get("needs", {})
    if "hangs-on" not in entry:
        return ""
    if not needs:
        return f"depending on {' and '.join(map(plain, entry['hangs-on']))}: "
    return f"if {' and '.join(_needs(needs, vocabulary))}: "


def _needs(needs: Mapping[str, str], vocabulary: Vocabulary) -> Iterator[str]:
    return (fact_words(fact, value, vocabulary) for fact, value in needs.items())

"""Incidents of every sort: narratives, facts, lines of action, and the documents that hold them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import yaml

from engine.arithmetic.acts import DOES
from rulebase import load
from rulebase.book import Fact
from tests.fuzz import hostile
from tests.fuzz.corpus import Corpus


def narrative(chance: Random, corpus: Corpus) -> str:
    good = chance.choice(corpus.narratives)
    match chance.randrange(8):
        case 0:
            return good
        case 1:
            words = good.split()
            chance.shuffle(words)
            return " ".join(words)
        case 2:
            words = chance.choice(corpus.narratives).split() + good.split()
            return " ".join(chance.choices(words, k=chance.choice((5, 20, 80, 80, 400))))
        case 3:
            return "".join(hostile.word(chance) for _ in range(chance.randint(1, 20)))
        case 4:
            return hostile.damaged(chance, hostile.encoded(good), 30).decode("utf8", "replace")
        case _:
            return hostile.damaged(chance, hostile.encoded(good)).decode("utf8", "surrogateescape")


def a_house(chance: Random) -> str:
    return hostile.word(chance) if chance.random() < 0.05 else chance.choice(load.built_in())


def written(chance: Random, fact: Fact, vile: float) -> Any:
    """A value of a fact, as an incident writes it; by the share of ``vile`` a hostile one."""
    if chance.random() < vile:
        return hostile.value(chance) if chance.random() < 0.5 else hostile.number(chance)
    if fact.structured:
        return _structured(chance, vile)
    if fact.values:
        words = list(fact.values)
        return chance.choice(words) if chance.random() < 0.8 else chance.choices(words, k=2)
    return chance.choice((1, 2, 3, 100, 600, 5000, 2**53, "> 2", "<= 600", "2..5", [1, 2]))


def _structured(chance: Random, vile: float) -> Any:
    seats = [chance.choice((n, str(n), chr(64 + n))) for n in range(1, chance.choice((3, 10)))]
    match chance.randrange(5):
        case 0:
            return {seat: chance.choice((0, 5, 600, 5000)) for seat in seats}
        case 1:
            return seats
        case 2 if vile:
            return {seat: hostile.number(chance) for seat in seats}
        case 3:
            return [[seat, chance.choice((5, 600))] for seat in seats]
        case _:
            return chance.choice(("A", "7", 7))


def _line(chance: Random) -> list[dict[str, Any]]:
    """A line of action that can be, as a rule."""
    players = ["A", "B", "C", "SB", "BB", 4, "UTG"][: chance.choice((2, 5, 7))]
    line: list[dict[str, Any]] = []
    if chance.random() < 0.4:
        line = [{"who": players[0], "does": "post-small"}, {"who": players[1], "does": "post-big"}]
    bet, size = (200 if line else 0), 200
    for place in range(chance.choice((1, 3, 8, 20))):
        if not players:
            break
        who = players[(place + len(line)) % len(players)]
        does = chance.choice(("call", "raise", "all-in", "fold") if bet else ("check", "bet"))
        act: dict[str, Any] = {"who": who, "does": does}
        if does in ("bet", "raise", "all-in"):
            size = size * 2 if does != "all-in" else chance.choice((size, size // 3))
            bet += size
            act["to"] = bet
        if does in ("fold", "all-in"):
            players.remove(who)
        line.append(act)
    return line


def _vile_line(chance: Random) -> list[dict[str, Any]]:
    """A line of action that cannot be, as a rule."""
    players = ["A", "B", "SB", "BB", 4, hostile.word(chance), hostile.value(chance)]
    line = []
    for _ in range(chance.choice((1, 3, 8, 60, 510))):
        act: dict[str, Any] = {"who": chance.choice(players), "does": chance.choice(DOES)}
        if chance.random() < 0.7:
            act["to"] = chance.choice((100, 200, 600, 5000, hostile.number(chance)))
        line.append(act)
    return line


def incident(chance: Random, corpus: Corpus) -> Any:
    """An incident as data: from the bank or from the vocabulary, whole or warped."""
    vocabulary = corpus.vocabulary
    vile = chance.choice((0, 0, 0, 0, 0.1, 0.5))
    if chance.random() < 0.6:
        data = dict(chance.choice(corpus.incidents))
    else:
        events = chance.sample(list(vocabulary.events), chance.choice((1, 1, 1, 1, 2, 12)))
        facts = [f for event in events for f in vocabulary.events[event].facts]
        told = [f for f in facts if chance.random() < 0.6]
        told += chance.sample(list(vocabulary.facts), chance.choice((0, 0, 1, 9)))
        data = {
            "events": events,
            "facts": {f: written(chance, vocabulary.facts[f], vile) for f in told},
        }
    if chance.random() < 0.3:
        data["line"] = _vile_line(chance) if vile else _line(chance)
    if chance.random() < 0.2:
        data["text"] = narrative(chance, corpus)
    if chance.random() < 0.2:
        data["id"] = chance.choice((hostile.word(chance), 17, hostile.number(chance)))
    if chance.random() < 0.1:
        data["asked"] = chance.choice(list(vocabulary.decisions))
    if chance.random() < 0.1:
        data["houses"] = [a_house(chance)]
    known = (*vocabulary.facts, *vocabulary.events, *vocabulary.decisions)
    for _ in range(chance.choice((0, 0, 0, 0, 1, 3))):
        data = hostile.warped(chance, data, known)
    return data


def dumped(chance: Random, data: Any, form: str) -> bytes:
    """Data as YAML or JSON."""
    if form == "json":
        return hostile.encoded(json.dumps(data, ensure_ascii=chance.random() < 0.5))
    width = chance.choice((80, 10_000))
    text = yaml.dump(
        data,
        Dumper=_Dumper,
        default_flow_style=chance.choice((True, False, None)),
        allow_unicode=chance.random() < 0.5,
        width=width,
    )
    return hostile.encoded(text)


class _Dumper(yaml.SafeDumper):
    """YAML without anchors, which the program refuses from the first on."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def document(chance: Random, corpus: Corpus, form: str) -> bytes:
    match chance.randrange(20):
        case 0:
            return hostile.bomb(chance)
        case 1:
            return hostile.damaged(chance, chance.randbytes(chance.choice((0, 3, 200))))
        case 2:
            whole = dumped(chance, chance.choice(corpus.incidents), form)
            return hostile.damaged(chance, whole)
        case 3:
            return hostile.damaged(chance, dumped(chance, incident(chance, corpus), form))
        case _:
            return dumped(chance, incident(chance, corpus), form)

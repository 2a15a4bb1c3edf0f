"""An incident told back in plain words: the setting, the action, what happened, fact by fact.

The sentences are data (``restates.yaml`` beside the facts of each topic); a fact that
has none is told by its question and the answer to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.amount_words import number_words, spoken
from engine.incident import Incident, Told
from rulebase.book import Vocabulary
from rulebase.values import Span, only

SETTING = ("format", "game", "structure", "street", "small-blind", "big-blind", "ante")
"""The facts that are told together, before anything else."""

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = re.compile(r"\{n(?::([^}|]+)(?:\|([^}]+))?)?\}")
_GAMES = {"holdem": "hold'em"}
_FORMATS = {"tournament": "in a tournament", "cash": "in a cash game"}
_STREETS = {
    "preflop": "before the flop",
    "showdown": "at the showdown",
    "between-hands": "between two hands",
}
ACTS = {
    ("bet", True): "bets {to}",
    ("bet", False): "bets",
    ("raise", True): "raises to {to}",
    ("raise", False): "raises",
    ("call", True): "calls {to}",
    ("call", False): "calls",
    ("all-in", True): "goes all-in for {to}",
    ("all-in", False): "goes all-in",
    ("check", False): "checks",
    ("fold", False): "folds",
    ("ante", True): "antes {to}",
    ("ante", False): "antes",
    ("post-small", True): "posts a small blind of {to}",
    ("post-small", False): "posts the small blind",
    ("post-big", True): "posts a big blind of {to}",
    ("post-big", False): "posts the big blind",
    ("post", True): "posts {to}",
    ("post", False): "posts",
}
"""What a player does, with and without an amount."""


class Teller:
    """Tells incidents back; ``sentences`` are those of the events and of the facts."""

    def __init__(self, vocabulary: Vocabulary, sentences: Mapping[str, Any]) -> None:
        self.vocabulary = vocabulary
        self._events: Mapping[str, str] = sentences["events"]
        self._facts: Mapping[str, str | Mapping[str, str]] = sentences["facts"]

    def incident(self, incident: Incident, also: Mapping[str, Told] = {}) -> str:
        """The incident in words; ``also`` are facts that nobody told but that count."""
        facts = {**also, **incident.facts}
        told = {name: facts[name] for name in SETTING if name in facts}
        of_setting = {name: fact for name, fact in told.items() if only(fact.values) is not None}
        acts = [_act(act) for act in incident.line]
        events = [self.event(name) for name in incident.events]
        rest = [self.fact(name, fact) for name, fact in facts.items() if name not in of_setting]
        return " ".join(part for part in (setting(of_setting), *acts, *events, *rest) if part)

    def event(self, name: str) -> str:
        """What happened, in a sentence."""
        return self._events.get(name) or f"{self.vocabulary.events[name].means}."

    def fact(self, name: str, told: Told) -> str:
        """One fact in a sentence."""
        sentences = self._facts.get(name)
        if isinstance(sentences, str):
            return _sentence(_with_number(sentences, told, self.vocabulary.facts[name].kind))
        values = [str(v) for v in _values(told)]
        if sentences is None or not all(value in sentences for value in values):
            return self._answered(name, told)
        if len(values) == 1:
            return sentences[values[0]]
        either = ", or ".join(inner(sentences[value]) for value in values)
        return f"Either {either}."

    def _answered(self, name: str, told: Told) -> str:
        """A fact as its question with the answer."""
        shown = [_words(value) for value in _values(told)]
        answer = " or ".join(shown) if told.raw is None else spoken(told.raw)
        return f"{self.question(name)} {_sentence(answer)}"

    def question(self, name: str) -> str:
        """What asks for a fact, or its name."""
        asks = self.vocabulary.facts[name].asks
        return asks or f"{name.replace('-', ' ').capitalize()}:"


def _values(told: Told) -> list[Any]:
    if told.raw is not None:
        return [told.raw]
    if isinstance(told.values, Span):
        return [number_words(str(told.values)) if told.values.only is None else told.values.only]
    return sorted(told.values)


def _words(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("-", " ")


def inner(sentence: str) -> str:
    """A sentence to stand inside another."""
    return f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}"


def _with_number(sentence: str, told: Told, kind: str = "count") -> str:
    """A sentence with the number, or the counted things, put in.

    >>> from rulebase.values import Span
    >>> _with_number("Then {n:player} acted.", Told(Span.of(1), "given"))
    'Then one player acted.'
    >>> _with_number("Waiting: {n:person|people}; {n}.", Told(Span.parse(">= 12"), "given"))
    'Waiting: 12 or more people; 12 or more.'
    """
    (value,) = _values(told)

    def put(found: re.Match[str]) -> str:
        one, many = found[1], found[2]
        if not one:
            return _who(str(value)).replace("The ", "the ") if kind == "name" else spoken(value)
        few = isinstance(value, int) and value < len(COUNTS)
        count = COUNTS[value] if few else spoken(value)
        return f"{count} {one if value == 1 else many or one + 's'}"

    return NUMBER.sub(put, sentence)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def setting(facts: Mapping[str, Told]) -> str:
    """The setting in one sentence: "No-limit hold'em in a tournament, blinds 300/600, …"."""
    known = {name: only(told.values) for name, told in facts.items()}
    game = str(known.get("game") or "")
    words = [str(known.get("structure") or ""), _GAMES.get(game, game)]
    words.append(_FORMATS.get(str(known.get("format")), ""))
    street = known.get("street")
    parts = [" ".join(word for word in words if word), _blinds(known)]
    parts.append("" if street is None else street_words(street))
    told = ", ".join(part for part in parts if part)
    return _sentence(told) if told else ""


def _blinds(known: Mapping[str, Any]) -> str:
    small, big, ante = (known.get(name) for name in ("small-blind", "big-blind", "ante"))
    parts = []
    if small is not None and big is not None:
        parts.append(f"blinds {spoken(small)}/{spoken(big)}")
    elif big is not None:
        parts.append(f"big blind {spoken(big)}")
    elif small is not None:
        parts.append(f"small blind {spoken(small)}")
    return ", ".join([*parts, *([f"ante {spoken(ante)}"] if ante is not None else [])])


def street_words(street: object) -> str:
    """When it happened.

    >>> street_words("flop"), street_words("preflop")
    ('on the flop', 'before the flop')
    """
    return _STREETS.get(str(street), f"on the {street}")


def _act(act: Mapping[str, object]) -> str:
    """One action of a line: "Player A raises to 200."."""
    to = act.get("to")
    does = str(act.get("does"))
    words = ACTS.get((does, to is not None), f"{does}s").format(to=spoken(to))
    return f"{_who(str(act.get('who', 'somebody')))} {words}."


def _who(who: str) -> str:
    """A player as people name him.

    >>> _who("A"), _who("3"), _who("big blind"), _who("sb")
    ('Player A', 'Player 3', 'The big blind', 'The small blind')
    """
    who = {"sb": "small blind", "bb": "big blind"}.get(who.lower(), who)
    return f"Player {who.upper()}" if len(who) <= 2 else f"The {who}"


def changes(teller: Teller, before: Incident, after: Incident) -> Iterator[str]:
    """What is told anew in ``after``, a sentence a fact."""
    for name in _differing(before, after):
        yield teller.fact(name, after.facts[name])


def _differing(before: Incident, after: Incident) -> Iterable[str]:
    return [n for n, t in after.facts.items() if n not in before.facts or before.facts[n] != t]

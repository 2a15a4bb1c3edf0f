"""A text that the program told itself (``engine.restate``), taken word for word.

Only a text of which every sentence is one of ours is taken so: whatever somebody adds in his
own words makes it a narrative like any other. What stands here turns ``engine.restate``
round, and from its sentences, so that what is told in new words is read in them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from engine.incident import Incident, IncidentError, Told, told
from engine.restate import ACTS, COUNTS, NUMBER, Teller, inner, setting, street_words
from rulebase import load
from rulebase.book import Fact, Vocabulary
from rulebase.values import Span, Values, ValuesError, join

_END = re.compile(r'(?<=[.!?])\s+|(?<=[.!?]")\s+')
_MOST_PIECES = 3
"""How many sentences what is told of one fact may have: a question of two, and its answer."""

_EITHER = re.compile(r"Either (.*)\.\Z")
_CHIPS = r"[0-9][0-9,]{0,20}"
"""No more digits than the most chips that there can be have."""

_BLINDS = re.compile(rf"blinds ({_CHIPS})/({_CHIPS})\Z")
_PRICE = re.compile(rf"(small blind|big blind|ante) ({_CHIPS})\Z")
_WHO = r"(?:Player (?P<letter>\S{1,2})|The (?P<name>.{1,100}?))"
_OR = re.compile(r" or (?!more)")
_COMPARED = (
    (re.compile(r"([0-9]{1,20}) or more\Z"), ">= {}"),
    (re.compile(r"up to ([0-9]{1,20})\Z"), "<= {}"),
    (re.compile(r"([0-9]{1,20}) to ([0-9]{1,20})\Z"), "{}..{}"),
    (re.compile(r"([0-9]{1,20})\Z"), "{}"),
)


def retold(text: str, vocabulary: Vocabulary) -> Incident | None:
    """The incident that a text of ours tells; None for any other text.

    >>> found = retold("A player put chips in. He said nothing.", load.vocabulary())
    >>> found.events, found.facts["announced"].shown()
    (('chips-put-in',), 'nothing')
    >>> retold("A player put chips in. He said nothing. He smiled.", load.vocabulary()) is None
    True
    """
    pieces = _END.split(text.strip())
    if load.vocabulary() is not vocabulary or not any(piece in _events() for piece in pieces):
        return None
    events: list[str] = []
    line: list[Mapping[str, object]] = []
    facts: dict[str, Told] = {}
    place = 0
    while place < len(pieces):
        first, took = pieces[place], 1
        if place == 0 and (found := _setting(first)):
            facts |= found
        elif (event := _events().get(first)) and event not in events:
            events.append(event)
        elif not events and (act := _act(first)):
            line.append(act)
        elif (fact := _fact(pieces[place : place + _MOST_PIECES])) and fact.name not in facts:
            facts[fact.name], took = fact.told, fact.pieces
        else:
            return None
        place += took
    return Incident(tuple(events), facts, tuple(line), text=text)


class _Found(NamedTuple):
    """A fact told by the first few sentences."""

    name: str
    told: Told
    pieces: int


def _fact(pieces: Sequence[str]) -> _Found | None:
    for many in range(1, len(pieces) + 1):
        words = " ".join(pieces[:many])
        for name, fact in _facts(words):
            return _Found(name, fact, many)
    return None


@lru_cache(maxsize=1)
def _teller() -> Teller:
    return Teller(load.vocabulary(), load.restates())


@lru_cache(maxsize=1)
def _events() -> dict[str, str]:
    """The events by their sentences."""
    teller = _teller()
    return {teller.event(name): name for name in teller.vocabulary.events}


class _Sentences(NamedTuple):
    """The sentences of facts: of values, of values inside another sentence, with numbers.

    ``asked`` holds those that are told by their question.
    """

    values: dict[str, tuple[str, str]]
    inside: dict[str, tuple[str, str]]
    numbers: tuple[tuple[re.Pattern[str], str], ...]
    asked: dict[str, str]


@lru_cache(maxsize=1)
def _sentences() -> _Sentences:
    teller = _teller()
    values: dict[str, tuple[str, str]] = {}
    asked: dict[str, str] = {}
    for fact in teller.vocabulary.facts.values():
        if isinstance(fact.domain, frozenset):
            for value in sorted(fact.domain):
                sentence = teller.fact(fact.name, Told(frozenset({value}), "said"))
                values[sentence] = fact.name, value
        asked[teller.question(fact.name)] = fact.name
    numbers = (
        (_pattern(said), name)
        for name, said in load.restates()["facts"].items()
        if isinstance(said, str)
    )
    inside = {inner(sentence): told for sentence, told in values.items()}
    return _Sentences(values, inside, tuple(numbers), asked)


def _pattern(sentence: str) -> re.Pattern[str]:
    """What a sentence with a number in it looks like, the number in any words of ours."""
    parts, end = [], 0
    for found in NUMBER.finditer(sentence):
        parts.append(re.escape(sentence[end : found.start()]))
        end = found.end()
        one, many = found[1], found[2]
        units = "|".join(map(re.escape, (one, many or one + "s"))) if one else ""
        parts.append(f"(?P<n>[^.]+?) (?:{units})" if units else "(?P<n>[^.]+)")
    parts.append(re.escape(sentence[end:]))
    return re.compile("".join(parts) + r"\Z")


def _facts(words: str) -> Iterator[tuple[str, Told]]:
    sentences = _sentences()
    facts = _teller().vocabulary.facts
    if known := sentences.values.get(words):
        name, value = known
        yield name, Told(frozenset({value}), "said", words)
    if either := _EITHER.match(words):
        yield from _either(either[1], words)
    for pattern, name in sentences.numbers:
        if found := pattern.match(words):
            yield from _told(facts[name], found["n"], words)
    for question, answer in _answers(words):
        if name := sentences.asked.get(question, ""):
            yield from _told(facts[name], answer, words)


def _either(said: str, words: str) -> Iterator[tuple[str, Told]]:
    """One of several values: each told as a sentence inside this one."""
    found: list[tuple[str, str]] = []
    sentence = ""
    for part in said.split(", or "):
        sentence = f"{sentence}, or {part}" if sentence else part
        if one := _sentences().inside.get(sentence):
            found.append(one)
            sentence = ""
    names = {name for name, _ in found}
    if not sentence and len(names) == 1:
        yield names.pop(), Told(frozenset(value for _, value in found), "said", words)


def _answers(words: str) -> Iterator[tuple[str, str]]:
    """The ways to take words as a question, or a fact's name, and its answer."""
    for mark in ("? ", ": "):
        question, found, answer = words.rpartition(mark)
        if found:
            yield question + mark.strip(), answer.removesuffix(".")


def _told(fact: Fact, said: str, words: str) -> Iterator[tuple[str, Told]]:
    if fact.structured:
        name = re.sub(r"\A(Player|the) ", "", said)
        with suppress(IncidentError):
            raw = name if fact.kind == "name" else _things(said)
            yield fact.name, told(fact, raw, "said", words)
    elif isinstance(fact.domain, Span):
        if (numbers := _numbers(said[:1].lower() + said[1:])) is not None:
            yield fact.name, Told(numbers, "said", words)
    else:
        values = {value.replace("-", " "): value for value in fact.domain}
        options = [values.get(part) for part in (said[:1].lower() + said[1:]).split(" or ")]
        if None not in options:
            yield fact.name, Told(frozenset(v for v in options if v), "said", words)


def _numbers(said: str) -> Values | None:
    """The numbers that words of ours tell.

    >>> str(_numbers("two")), str(_numbers("1,500")), str(_numbers("up to 15 or 60 to 69"))
    ('2', '1500', '<= 15 or 60..69')
    """
    if said in COUNTS:
        return Span.of(COUNTS.index(said))
    found: Values | None = None
    for part in _OR.split(said.replace(",", "")):
        one = _compared(part)
        if one is None:
            return None
        found = one if found is None else join(found, one)
    return found


def _compared(said: str) -> Values | None:
    for pattern, written in _COMPARED:
        if match := pattern.match(said):
            with suppress(ValuesError):
                return Span.parse(written.format(*match.groups()))
    return None


def _things(said: str) -> Any:
    """A list, or what belongs to each seat, as ``engine.amount_words`` writes it.

    >>> _things("1,000, 500"), _things("2: Kh 4d; 6: Ks 2c"), _things("A: 500")
    ([1000, 500], {2: 'Kh 4d', 6: 'Ks 2c'}, {'A': 500})
    """
    if ": " in said:
        pairs = (part.partition(": ") for part in said.split("; "))
        return {_thing(key): _thing(value) for key, _, value in pairs}
    return [_thing(part) for part in said.split(", ")]


def _thing(said: str) -> Any:
    if ", " in said:
        return [_thing(part) for part in said.split(", ")]
    return int(said.replace(",", "")) if re.fullmatch(_CHIPS, said) else said


@lru_cache(maxsize=1)
def _games() -> dict[str, dict[str, str]]:
    """What is played, and in what kind of event, by its words at the head of a setting."""
    facts = _teller().vocabulary.facts
    names = ("structure", "game", "format")
    options = [("", *sorted(v for v in facts[n].domain)) for n in names]  # type: ignore[union-attr]
    found: dict[str, dict[str, str]] = {}
    for values in product(*options):
        some = {name: value for name, value in zip(names, values, strict=True) if value}
        words = setting({n: Told(frozenset({v}), "said") for n, v in some.items()})
        found.setdefault(words.removesuffix(".").lower(), some)
    return found


@lru_cache(maxsize=1)
def _streets() -> dict[str, str]:
    domain = _teller().vocabulary.facts["street"].domain
    assert isinstance(domain, frozenset)
    return {street_words(street): street for street in domain}


def _setting(sentence: str) -> dict[str, Told] | None:
    """The facts of a first sentence that tells the setting; None where it tells none."""
    found: dict[str, Values | None] = {}
    for part in sentence.removesuffix(".").lower().split(", "):
        if part in _games() and not found:
            found |= {name: frozenset({value}) for name, value in _games()[part].items()}
        elif part in _streets():
            found["street"] = frozenset({_streets()[part]})
        elif blinds := _BLINDS.match(part):
            found |= zip(("small-blind", "big-blind"), map(_numbers, blinds.groups()), strict=True)
        elif price := _PRICE.match(part):
            found[price[1].replace(" ", "-")] = _numbers(price[2])
        else:
            return None
    facts = {name: Told(v, "said", sentence) for name, v in found.items() if v is not None}
    return facts if len(facts) == len(found) else None


@lru_cache(maxsize=1)
def _acts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What each act of a line looks like."""
    patterns = []
    for (does, _), words in ACTS.items():
        said = re.escape(words).replace(re.escape("{to}"), f"(?P<to>{_CHIPS})")
        patterns.append((re.compile(rf"{_WHO} {said}\.\Z"), does))
    return tuple(patterns)


def _act(sentence: str) -> dict[str, object] | None:
    """An action of the line: "Player A raises to 200."."""
    for pattern, does in _acts():
        if found := pattern.match(sentence):
            name = found["letter"] or found["name"]
            act: dict[str, object] = {"who": name, "does": does}
            to = found.groupdict().get("to")
            return act if to is None else {**act, "to": int(to.replace(",", ""))}
    return None

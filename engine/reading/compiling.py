"""Compiles the lexicon and the vocabulary's phrases into what reading loads."""

from __future__ import annotations

import re
from typing import Any

from engine.reading.lexicon import FOLDER, HOLLOW, NUMBERS, SAYINGS
from engine.reading.text import normalise
from engine.reading.tokens import tokens
from engine.reading.units import Phrases, join_phrases, reduce, stems_of
from engine.reading.words import stem
from rulebase.book import Vocabulary
from rulebase.values import Span

_SLOT = re.compile(r"\{(n|time|min|list)\}|\.\.\.|[^{.]+|.")
ARTICLES = frozenset(
    "the a an his her my their our your its this that".split()  # noqa: SIM905
)
_SPOKEN = re.compile(r"(i|i'm|i'll|i'd|let's|you|nice|oops)\b")


class Compiler:
    """Turns phrases into keys as the narrative's own words are."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.irregular: dict[str, str] = {
            str(word): str(form) for word, form in source["irregular"].items()
        }
        self.phrases: Phrases = {}
        for group in ("senses", "same"):
            for name, said in source[group].items():
                for phrase in said:
                    self._add(str(name), str(phrase))
        for found in self.phrases.values():
            found.sort(key=lambda item: -len(item[0]))
        self.skip = frozenset(
            stem(t.word, self.irregular) for s in source["skip"] for t in tokens(normalise(s))
        )

    def _add(self, name: str, phrase: str) -> None:
        keys = tuple(self.stems(phrase))
        found = self.phrases.setdefault(keys[0], [])
        if all(known != keys for known, _ in found):
            found.append((keys, name))

    def stems(self, phrase: str) -> list[str]:
        """The stems of a phrase; of its marks only commas stay."""
        found = [t for t in tokens(normalise(phrase)) if not t.mark or t.word == ","]
        return stems_of(found, self.irregular)

    def joined(self, phrase: str) -> list[str]:
        """The keys of a phrase, groups joined."""
        stems = self.stems(phrase)
        return [key for key, _, _ in join_phrases(stems, self.phrases, [False] * len(stems))]

    def counting(self, phrase: str) -> list[str]:
        """The keys of a phrase with a number: only articles and the like are left out."""
        return [key for key in self.pieces(phrase) if key not in ARTICLES]

    def keys(self, phrase: str) -> tuple[list[str], bool]:
        """The keys of a cue, and whether every small word of it counts.

        Small words are left out, unless too little would be left to be sure of, or the cue
        joins two parts of a sentence: of ", then he shuffled" the small word is what tells.
        """
        found = self.pieces(phrase)
        reduced = list(reduce(found, self.skip))
        if len(reduced) < 2 <= len(found) or reduced[0] in ("~", ","):
            return found, True
        return reduced, False

    def pieces(self, phrase: str) -> list[str]:
        """The keys of a phrase with every small word."""
        found: list[str] = []
        for piece in _SLOT.finditer(phrase):
            if piece[1]:
                found.append(piece[0])
            elif piece[0] == "...":
                found.append("~")
            elif piece[0].strip():
                found.extend(self.joined(piece[0]))
        return found


def compile_lexicon(vocabulary: Vocabulary) -> dict[str, Any]:
    """Everything that reading loads, ready for JSON."""
    source = _yaml("lexicon.yaml")
    compiler = Compiler(source)
    listed = {"irregular", "skip", "same", "senses", "words"}
    return {
        "irregular": compiler.irregular,
        "skip": sorted(compiler.skip),
        "phrases": compiler.phrases,
        "words": source["words"],
        "groups": {name: _stemmed(v, compiler) for name, v in source.items() if name not in listed},
        "facts": _facts(vocabulary, compiler),
        "events": _events(vocabulary, compiler),
        "decisions": _decisions(compiler),
        "labels": _labels(vocabulary, compiler),
        "values": _values(vocabulary, compiler),
        "answers": {
            answer: [[t.word for t in tokens(normalise(said))] for said in openings]
            for answer, openings in _yaml("notes.yaml")["answers"].items()
        },
        "numbers": _numbers(compiler),
        "focus": _yaml("focus.yaml"),
        "barred": _yaml("lookalikes.yaml")["barred"],
    }


def _yaml(name: str) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((FOLDER / name).read_text(encoding="utf8"), loader)


def _stemmed(value: Any, compiler: Compiler) -> Any:
    """A group's words as keys; maps keep their values."""
    if isinstance(value, list):
        return sorted({" ".join(compiler.joined(str(word))) for word in value})
    if isinstance(value, dict) and all(isinstance(v, int | str) for v in value.values()):
        return {" ".join(compiler.joined(str(word))): v for word, v in value.items()}
    if isinstance(value, dict):
        return {name: _stemmed(v, compiler) for name, v in value.items()}
    return value


def _row(compiler: Compiler, phrase: str, about: str, value: str, kind: str) -> list[Any]:
    spoken = bool(_SPOKEN.match(phrase.lower()))
    keys, full = compiler.keys(phrase)
    if len(keys) > 2 and keys[0] == "he" and not spoken and not full:
        keys = keys[1:]
    return [keys, about, value, kind, spoken, full]


def _facts(vocabulary: Vocabulary, compiler: Compiler) -> list[list[Any]]:
    rows = []
    sayings = _sayings(vocabulary)
    for fact in vocabulary.facts.values():
        more = sayings.get(fact.name, {})
        for value in dict.fromkeys([*fact.values, *more]):
            entry, added = fact.values.get(value, {}), more.get(str(value), {})
            for kind in ("says", "not"):
                for phrase in (*entry.get(kind, ()), *added.get(kind, ())):
                    rows.append(_row(compiler, str(phrase), fact.name, str(value), kind))
    return _clean(rows)


def _sayings(vocabulary: Vocabulary) -> dict[str, dict[str, dict[str, list[str]]]]:
    """More ways to say the values of facts, from every file; a fact or value must be one."""
    merged: dict[str, dict[str, dict[str, list[str]]]] = {}
    for file in sorted(SAYINGS.glob("*.yaml")):
        for name, values in (_yaml(f"sayings/{file.name}") or {}).items():
            if name not in vocabulary.facts:
                raise ValueError(f"{file.name}: no fact {name}")
            domain = vocabulary.facts[name].domain
            for value, said in values.items():
                if not isinstance(domain, Span) and str(value) not in domain:
                    raise ValueError(f"{file.name}: {name} has no value {value}")
                entry = merged.setdefault(name, {}).setdefault(str(value), {})
                for kind, phrases in (said if isinstance(said, dict) else {"says": said}).items():
                    entry.setdefault(kind, []).extend(phrases)
    return merged


def _clean(rows: list[list[Any]]) -> list[list[Any]]:
    """Without what says two things of one fact in the same keys, and without repeats."""
    said: dict[tuple[Any, ...], set[str]] = {}
    for keys, about, value, kind, *_ in rows:
        said.setdefault((*keys, about, kind), set()).add(value)
    kept, seen = [], set()
    for row in rows:
        keys, about, value, kind, *_ = row
        spelled = (tuple(keys), about, value, kind)
        if (kind == "not" or len(said[*keys, about, kind]) == 1) and spelled not in seen and keys:
            seen.add(spelled)
            kept.append(row)
    return kept


def _events(vocabulary: Vocabulary, compiler: Compiler) -> list[list[Any]]:
    """The phrases of events, and those that put one in doubt with the event it rather is."""
    rows = [
        _row(compiler, phrase, event.name, "", "says")
        for event in vocabulary.events.values()
        for phrase in event.says
    ]
    alike = _yaml("lookalikes.yaml")
    for entry in (*alike["doubtful"], *alike["barred"]):
        others = [entry[key] for key in ("rather", "instead", "phrase") if key in entry]
        for event in (*entry["events"], *others):
            if vocabulary.events and event not in vocabulary.events:
                raise ValueError(f"lookalikes.yaml: no event {event}")
    for entry in alike["doubtful"]:
        for event in entry["events"]:
            rows.extend(
                [compiler.pieces(str(phrase)), event, entry.get("rather", ""), "not", False, True]
                for phrase in entry["says"]
            )
    return rows


def _decisions(compiler: Compiler) -> list[list[Any]]:
    return [
        _row(compiler, str(phrase), decision, "", kind)
        for group, kind in (("questions", "says"), ("demands", "demand"))
        for decision, said in _yaml("asked.yaml")[group].items()
        for phrase in said
    ]


def _labels(vocabulary: Vocabulary, compiler: Compiler) -> list[list[Any]]:
    """The labels of notes, each with all facts that it names; a fact's name is a label of it."""
    facts: dict[tuple[str, ...], list[str]] = {}
    source = _yaml("notes.yaml")
    listed, unclear = source["labels"], source["unclear"]
    for name in vocabulary.facts:
        for label in (name.replace("-", " "), *listed.get(name, ())):
            keys = tuple(k for k in compiler.joined(str(label)) if k not in HOLLOW)
            if str(label) in unclear:
                continue
            if keys and name not in facts.setdefault(keys, []):
                facts[keys].append(name)
    return [
        [list(keys), " ".join(names), "", "label", False, True] for keys, names in facts.items()
    ]


def _values(vocabulary: Vocabulary, compiler: Compiler) -> list[list[Any]]:
    """The names of the values of choices, as a note gives them."""
    return [
        _row(compiler, value.replace("-", " "), fact.name, str(value), "says")
        for fact in vocabulary.facts.values()
        if fact.kind == "choice" and not isinstance(fact.domain, Span)
        for value in sorted(fact.domain)
    ]


def _counts() -> dict[str, list[dict[str, Any]]]:
    """What all files of ``numbers`` say, by fact; several may speak of one."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(NUMBERS.glob("*.yaml")):
        for fact, entries in _yaml(f"numbers/{file.name}").items():
            found.setdefault(fact, []).extend(entries)
    return found


def _numbers(compiler: Compiler) -> list[list[Any]]:
    rows = []
    for fact, entries in _counts().items():
        for entry in entries:
            value = str(entry.get("is", ""))
            for phrase in entry["says"]:
                keys = compiler.counting(str(phrase))
                kind = f"number {entry.get('least', 0)}"
                rows.append([keys, fact, value, kind, False, False])
    return rows

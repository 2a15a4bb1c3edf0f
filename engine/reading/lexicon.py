"""What reading knows, compiled: the lexicon, and every phrase as the keys it is matched by.

The sources are YAML beside this file and the ``says`` of the vocabulary. Stemming some
thousands of phrases takes a tenth of a second, so the compiled form is kept in the
user's cache, by a digest of all that it is made of.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.reading.units import Phrases
from rulebase.book import Vocabulary

FOLDER = Path(__file__).parent
SOURCES = ("lexicon.yaml", "numbers.yaml", "asked.yaml", "focus.yaml")
_CODE = ("lexicon.py", "compiling.py", "units.py", "tokens.py", "words.py", "text.py")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One phrase as keys; ``~`` is a gap, ``{n}`` and the like are slots.

    ``about`` is a fact, an event or a decision, ``value`` what the phrase says of it
    (empty for a number to be read). ``kind`` is says, not or number; ``spoken`` phrases
    hold only as somebody's words; in ``full`` ones every small word counts.
    """

    keys: tuple[str, ...]
    about: str
    value: str
    kind: str
    spoken: bool = False
    full: bool = False


Table = dict[str, list[Pattern]]
"""Patterns by their first key."""


@dataclass(frozen=True)
class Lexicon:
    """Everything that reading looks up."""

    irregular: dict[str, str]
    skip: frozenset[str]
    phrases: Phrases
    groups: dict[str, Any]
    words: dict[str, frozenset[str]]
    facts: Table
    events: Table
    decisions: Table
    numbers: Table
    focus: dict[str, Any] = field(default_factory=dict)


def _digest(vocabulary: Vocabulary) -> str:
    digest = hashlib.sha256()
    for name in (*SOURCES, *_CODE):
        digest.update((FOLDER / name).read_bytes())
    for fact in vocabulary.facts.values():
        digest.update(repr((fact.name, sorted(fact.values.items()))).encode())
    for event in vocabulary.events.values():
        digest.update(repr((event.name, event.says)).encode())
    return digest.hexdigest()[:20]


@lru_cache(maxsize=4)
def _loaded(digest: str, held: _Held) -> Lexicon:
    data = _stored(digest)
    if data is None:
        from engine.reading.compiling import compile_lexicon

        data = json.loads(json.dumps(compile_lexicon(held.vocabulary)))
        _store(digest, data)
    return _from_data(data)


class _Held:
    """A vocabulary that stands for itself in the cache's key: the digest tells it apart."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)


_by_identity: dict[int, tuple[Vocabulary, Lexicon]] = {}


def lexicon(vocabulary: Vocabulary) -> Lexicon:
    """The compiled lexicon for ``vocabulary``."""
    known = _by_identity.get(id(vocabulary))
    if known is not None and known[0] is vocabulary:
        return known[1]
    found = _loaded(_digest(vocabulary), _Held(vocabulary))
    _by_identity.clear()
    _by_identity[id(vocabulary)] = (vocabulary, found)
    return found


def _from_data(data: dict[str, Any]) -> Lexicon:
    return Lexicon(
        irregular=data["irregular"],
        skip=frozenset(data["skip"]),
        phrases={
            first: [(tuple(keys), name) for keys, name in phrases]
            for first, phrases in data["phrases"].items()
        },
        groups=data["groups"],
        words={name: frozenset(words) for name, words in data["words"].items()},
        facts=_table(data["facts"]),
        events=_table(data["events"]),
        decisions=_table(data["decisions"]),
        numbers=_table(data["numbers"]),
        focus=data["focus"],
    )


def _table(rows: list[Any]) -> Table:
    found: Table = {}
    for keys, about, value, kind, spoken, full in rows:
        pattern = Pattern(tuple(keys), about, value, kind, spoken, full)
        found.setdefault(keys[0], []).append(pattern)
    return found


def _cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("floorcall") / "reading"


def _stored(digest: str) -> dict[str, Any] | None:
    for folder in (FOLDER / "compiled", _cache()):
        try:
            data: dict[str, Any] = json.loads((folder / f"{digest}.json").read_bytes())
        except (OSError, ValueError):
            continue
        return data
    return None


def _store(digest: str, data: dict[str, Any]) -> None:
    folder = _cache()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(folder.glob("*.json"), key=os.path.getmtime)[:-4]:
            old.unlink(missing_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf8") as file:
            json.dump(data, file, separators=(",", ":"))
        os.replace(name, folder / f"{digest}.json")

"""What reading knows, compiled: the lexicon, and every phrase as the keys it is matched by.

The sources are YAML beside this file and the ``says`` of the vocabulary. Stemming some
thousands of phrases takes a tenth of a second, so the compiled form is shipped in the
wheel, and for a checkout kept in the user's cache until a source changes. The phrases
that begin with a key are made from it when that key is first met.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.reading.units import Phrases
from rulebase.book import Lazy, Vocabulary

FOLDER = Path(__file__).parent
SHIPPED = FOLDER / "compiled" / "lexicon.json"
SOURCES = (
    "lexicon.yaml",
    "numbers.yaml",
    "asked.yaml",
    "focus.yaml",
    "notes.yaml",
)
SAYINGS = FOLDER / "sayings"
_CODE = ("lexicon.py", "compiling.py", "units.py", "tokens.py", "words.py", "text.py")


class Pattern(NamedTuple):
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


HOLLOW = frozenset(["the", "of", "by", "to", "at", "in", "for", "and"])
"""Words of a note's label that tell nothing."""

Table = Mapping[str, list[Pattern]]
"""Patterns by their first key."""


class Lexicon(NamedTuple):
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
    focus: dict[str, Any]
    labels: Table
    values: Table
    answers: dict[str, list[list[str]]]


_known: dict[str, Lexicon] = {}


def lexicon(vocabulary: Vocabulary) -> Lexicon:
    """The compiled lexicon for ``vocabulary``."""
    digest = vocabulary.digest or _digest(vocabulary)
    if digest not in _known:
        _known.clear()
        _known[digest] = _from_data(_shipped(digest) or _cached(digest, vocabulary))
    return _known[digest]


def compiled(vocabulary: Vocabulary) -> dict[str, Any]:
    """The lexicon as JSON, phrases by their first key."""
    from engine.reading.compiling import compile_lexicon

    data = compile_lexicon(vocabulary)
    for name in ("facts", "events", "decisions", "numbers", "labels", "values"):
        table: dict[str, list[Any]] = {}
        for row in data[name]:
            table.setdefault(row[0][0], []).append(row)
        data[name] = {
            key: json.dumps(rows, separators=(",", ":"), ensure_ascii=False)
            for key, rows in table.items()
        }
    return {"of": vocabulary.digest, **data}


def _digest(vocabulary: Vocabulary) -> str:
    import hashlib

    digest = hashlib.sha256()
    for fact in vocabulary.facts.values():
        digest.update(repr((fact.name, sorted(fact.values.items()))).encode())
    for event in vocabulary.events.values():
        digest.update(repr((event.name, event.says)).encode())
    return digest.hexdigest()[:20]


def _shipped(digest: str) -> dict[str, Any] | None:
    if not SHIPPED.is_file():
        return None
    data: dict[str, Any] = json.loads(SHIPPED.read_bytes())
    return data if data["of"] == digest else None


def _cached(digest: str, vocabulary: Vocabulary) -> dict[str, Any]:
    from platformdirs import user_cache_path

    files = [*(FOLDER / name for name in (*SOURCES, *_CODE)), *sorted(SAYINGS.glob("*.yaml"))]
    marks = [os.stat(file) for file in files]
    state = hash(tuple((mark.st_size, mark.st_mtime_ns) for mark in marks)) & 0xFFFFFFFFFFFF
    file = user_cache_path("floorcall") / "reading" / f"{digest}-{state:x}.json"
    with contextlib.suppress(OSError, ValueError):
        found: dict[str, Any] = json.loads(file.read_bytes())
        return found
    data: dict[str, Any] = json.loads(json.dumps(compiled(vocabulary)))
    with contextlib.suppress(OSError):
        _keep(file, data)
    return data


def _keep(file: Path, data: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in sorted(file.parent.glob("*.json"), key=os.path.getmtime)[:-4]:
        old.unlink(missing_ok=True)
    fresh = file.with_suffix(f".{os.getpid()}")
    fresh.write_text(json.dumps(data, separators=(",", ":"), ensure_ascii=False), "utf8")
    fresh.replace(file)


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
        facts=Lazy(data["facts"], _patterns),
        events=Lazy(data["events"], _patterns),
        decisions=Lazy(data["decisions"], _patterns),
        numbers=Lazy(data["numbers"], _patterns),
        focus=data["focus"],
        labels=Lazy(data["labels"], _patterns),
        values=Lazy(data["values"], _patterns),
        answers=data["answers"],
    )


def _patterns(_: str, rows: list[Any]) -> list[Pattern]:
    return [Pattern(tuple(keys), *rest) for keys, *rest in rows]

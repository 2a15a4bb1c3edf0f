"""What reading knows, compiled: the lexicon, and every phrase as the keys it is matched by.

The sources are YAML beside this file and the ``says`` of the vocabulary. Stemming many
thousands of phrases takes seconds, so the compiled form is shipped in the wheel, and for a
checkout kept in the user's cache until a source changes. It is a line of JSON and the
tables of phrases by their first key, of which only those met are read.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.reading.marks import Table, packed
from engine.reading.units import Phrases
from rulebase.book import Vocabulary

FOLDER = Path(__file__).parent
SHIPPED = FOLDER / "compiled" / "lexicon.bin"
SOURCES = (
    "lexicon.yaml",
    "asked.yaml",
    "focus.yaml",
    "lookalikes.yaml",
    "notes.yaml",
)
NUMBERS = FOLDER / "numbers"
SAYINGS = FOLDER / "sayings"
TABLES = ("facts", "events", "decisions", "numbers", "labels", "values")
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

Patterns = Table[Pattern]
"""Patterns by their ``opening``."""


def opening(keys: Sequence[str]) -> str:
    """What a phrase stands under: its first two keys, or one where a gap or a slot follows.

    >>> opening(("{n}", "seat", "open")), opening(("pot", "~", "{n}"))
    ('{n} seat', 'pot')
    """
    if len(keys) < 2 or keys[1] == "~" or keys[1].startswith("{"):
        return keys[0]
    return f"{keys[0]} {keys[1]}"


class Lexicon(NamedTuple):
    """Everything that reading looks up."""

    irregular: dict[str, str]
    skip: frozenset[str]
    phrases: Phrases
    groups: dict[str, Any]
    words: dict[str, frozenset[str]]
    facts: Patterns
    events: Patterns
    decisions: Patterns
    numbers: Patterns
    focus: dict[str, Any]
    barred: list[dict[str, Any]]
    labels: Patterns
    values: Patterns
    answers: dict[str, list[list[str]]]


_known: dict[str, Lexicon] = {}


def lexicon(vocabulary: Vocabulary) -> Lexicon:
    """The compiled lexicon for ``vocabulary``."""
    digest = vocabulary.digest or _digest(vocabulary)
    if digest not in _known:
        _known.clear()
        _known[digest] = _shipped(digest) or _cached(digest, vocabulary)
    return _known[digest]


def compiled(vocabulary: Vocabulary) -> bytes:
    """The lexicon as it is shipped and kept."""
    from engine.reading.compiling import compile_lexicon

    data = compile_lexicon(vocabulary)
    tables = []
    for name in TABLES:
        table: dict[str, list[Any]] = {}
        for row in data.pop(name):
            table.setdefault(opening(row[0]), []).append(row)
        tables.append(packed(table))
    head = {"of": vocabulary.digest, "tables": [len(table) for table in tables], **data}
    line = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
    return b"".join([line, b"\n", *tables])


def _digest(vocabulary: Vocabulary) -> str:
    import hashlib

    digest = hashlib.sha256()
    for fact in vocabulary.facts.values():
        digest.update(repr((fact.name, sorted(fact.values.items()))).encode())
    for event in vocabulary.events.values():
        digest.update(repr((event.name, event.says)).encode())
    return digest.hexdigest()[:20]


def _shipped(digest: str) -> Lexicon | None:
    if not SHIPPED.is_file():
        return None
    head, tables = _opened(SHIPPED)
    return _read(head, tables) if head["of"] == digest else None


def _opened(file: Path) -> tuple[dict[str, Any], memoryview]:
    """The first line of a compiled lexicon, and its tables as they lie in the file."""
    with file.open("rb") as opened:
        data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    end = data.find(b"\n")
    return json.loads(data[:end]), memoryview(data)[end + 1 :]


def _cached(digest: str, vocabulary: Vocabulary) -> Lexicon:
    from platformdirs import user_cache_path

    files = [FOLDER / name for name in (*SOURCES, *_CODE)]
    files += [file for folder in (NUMBERS, SAYINGS) for file in sorted(folder.glob("*.yaml"))]
    marks = [os.stat(file) for file in files]
    state = hash(tuple((mark.st_size, mark.st_mtime_ns) for mark in marks)) & 0xFFFFFFFFFFFF
    file = user_cache_path("floorcall") / "reading" / f"{digest}-{state:x}.bin"
    with contextlib.suppress(OSError, ValueError, KeyError):
        return _read(*_opened(file))
    data = compiled(vocabulary)
    with contextlib.suppress(OSError):
        _keep(file, data)
    end = data.find(b"\n")
    return _read(json.loads(data[:end]), memoryview(data)[end + 1 :])


def _keep(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in sorted(file.parent.glob("*.bin"), key=os.path.getmtime)[:-4]:
        old.unlink(missing_ok=True)
    fresh = file.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(file)


def _read(head: dict[str, Any], data: memoryview) -> Lexicon:
    tables, start = {}, 0
    for name, size in zip(TABLES, head["tables"], strict=True):
        tables[name] = Table(data[start : start + size], _pattern)
        start += size
    return Lexicon(
        irregular=head["irregular"],
        skip=frozenset(head["skip"]),
        phrases={
            first: [(tuple(keys), name) for keys, name in phrases]
            for first, phrases in head["phrases"].items()
        },
        groups=head["groups"],
        words={name: frozenset(words) for name, words in head["words"].items()},
        focus=head["focus"],
        barred=head["barred"],
        answers=head["answers"],
        **tables,
    )


def _pattern(row: list[Any]) -> Pattern:
    keys, *rest = row
    return Pattern(tuple(keys), *rest)

"""What counts as a failure: what a run must never print, lose, or end with."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.tries import Try

CODES = range(5)
"""The exit codes that ``floor`` has."""

_ERASE = "\b \b"
"""What the command itself sends to a terminal, to wipe out a letter."""


class Ran(NamedTuple):
    """How a run went: its exit code (None: it did not end by itself), and what it printed."""

    code: int | None
    out: str
    err: str
    traceback: str = ""


def faults(one: Try, ran: Ran) -> Iterator[str]:
    """What is wrong with how a try went, as far as it shows in what it printed."""
    if ran.traceback:
        yield ran.traceback
    elif ran.code not in CODES:
        yield f"exit code {ran.code}"
    if "Traceback (most recent call last)" in ran.out + ran.err:
        yield "a traceback is printed"
    for stream, text in (("output", ran.out), ("error", ran.err)):
        if drives := driving(text.replace(_ERASE, "") if one.keys is not None else text):
            yield f"raw on standard {stream}: {drives}"
    streamed = ran.out.startswith('{"')
    if ran.code == 2 and one.kind in ("words", "facts") and ran.out and not streamed:
        yield "refused, and yet data on standard output"
    if ran.code == 2 and not ran.err.strip() and one.kind != "command":
        yield "refused without a word"
    if "--json" in one.arguments and ran.code in (0, 3, 4) and one.kind in ("words", "facts"):
        yield from _unlike_json(one, ran)
    if one.kind == "stream" and ran.out.startswith('{"'):
        yield from _lines_lost(one, ran)
    if one.kind == "house" and ran.code == 2 and "-H" not in one.arguments:
        yield from _harmed(one, ran)


def driving(text: str) -> str:
    """What in a text could drive a terminal, turn its text around or hide in it, spelled out.

    >>> driving("one\\ttwo\\n"), driving("\\x1b[31m \\u2028")
    ('', '1b 2028')
    """
    odd = (c for c in text if not c.isprintable() and c not in "\n\t")
    found = {c for c in odd if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    return " ".join(f"{ord(c):x}" for c in sorted(found))


def _unlike_json(one: Try, ran: Ran) -> Iterator[str]:
    try:
        documents = [json.loads(ran.out)]
    except ValueError:
        try:
            documents = [json.loads(line) for line in ran.out.splitlines()]
        except ValueError as error:
            yield f"--json prints no JSON: {error}"
            return
    if one.kind == "words" and one.arguments[-1] != "-":
        told = documents[0]["incident"]["text"]
        if told != one.arguments[-1]:
            yield "the narrative is not told as it was given"


def _lines_lost(one: Try, ran: Ran) -> Iterator[str]:
    data = one.given or one.files.get("stream.jsonl", b"")
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line for line in text.split("\n") if line.strip()]
    if one.given and not lines[0].lstrip().startswith("{"):
        return  # taken for one document
    told = ran.out.splitlines()
    if len(told) != len(lines):
        yield f"{len(lines)} lines in, {len(told)} out"


def _harmed(one: Try, ran: Ran) -> Iterator[str]:
    if one.arguments[0] in ("ask", "rule") and "floor: " in ran.err:
        yield f"a faulty house keeps the others from ruling: {ran.err[:300]}"


def answers(file: Path) -> set[Sequence[object]]:
    """The answers that a progress file holds, as far as they can be read."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
            return set(db.execute("select who, id, at, right, chosen from answer"))
    except (sqlite3.Error, UnicodeDecodeError):  # of its messages too, where they quote the file
        return set()


def lost(file: Path, content: bytes, before: set[Sequence[object]]) -> Iterator[str]:
    """What is gone of a progress file: it must be as it was, go on, or be kept aside."""
    if len(content) < 2:  # which SQLite takes for empty
        return
    kept = [f for f in file.parent.glob("*") if f.is_file() and f.read_bytes() == content]
    if kept or (before and before <= answers(file)):
        return
    if before and any(before <= answers(f) for f in file.parent.glob("*.sqlite")):
        return
    if re.match(rb"SQLite format 3\0", content) and not before and file.exists():
        return  # a sound database without an answer in it goes on
    yield f"the progress file is gone: {sorted(f.name for f in file.parent.glob('*'))}"

"""``floor rule``: incidents given as facts, one or a stream of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from engine.incident import Incident, IncidentError, from_mapping
from engine.ruling import Engine, Ruling
from rulebase import load
from rulebase.book import Vocabulary
from rulebase.problems import FloorError, did_you_mean

LONGEST_LINE = 1_000_000
LONGEST_NUMBER = 19
"""The most digits that a number is read with; a longer one stays text, and is refused."""

BAD, NEEDS, RULES, NOTHING = 2, 3, 0, 4
"""Exit codes: bad input; a fact is needed; ruled; judgment, conflict or silence."""


def exit_code(statuses: Iterable[str]) -> int:
    """The exit code for the statuses of the houses asked.

    >>> exit_code(["silent", "ruled"]), exit_code(["ruled", "needs-facts"]), exit_code(["silent"])
    (0, 3, 4)
    """
    found = set(statuses)
    if "needs-facts" in found:
        return NEEDS
    return RULES if "ruled" in found else NOTHING


def statuses(ruling: Ruling) -> list[str]:
    """The status of every house; what contradicts itself needs a fact."""
    found = [house.status for house in ruling.houses.values()]
    return [*found, "needs-facts"] if ruling.known.contradictions else found


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    """The file, closed at the end, or standard input for ``-``.

    Raises:
        IncidentError: it cannot be opened.
    """
    stream = _open(path)
    try:
        yield stream
    finally:
        if stream is not sys.stdin:
            stream.close()


def _open(path: str) -> TextIO:
    if path == "-":
        if sys.stdin is None:
            raise IncidentError("there is no standard input")
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # type: ignore[union-attr]
        return sys.stdin
    try:
        return open(path, encoding="utf-8-sig", errors="replace")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise IncidentError(f"{path}: {why}") from error


def split(stream: TextIO, path: str) -> tuple[str, Iterator[str]]:
    """Tell a stream of one JSON a line from one document, without reading the stream whole.

    A stream has a JSON map to a line; where its first line is broken the second tells.
    """
    begun: list[str] = []
    full: list[str] = []
    rest = _lines(stream)
    for line in rest:
        begun.append(line)
        if line.strip():
            full.append(line)
        if len(full) == 2:
            break
    lines = chain(begun, rest)
    if path.endswith(".jsonl"):
        return "lines", lines
    if len(full) == 2:
        return ("lines" if full[1].startswith("{") else "document"), lines
    alone = path == "-" and bool(full) and _is_json(full[0])
    return ("lines" if alone else "document"), lines


def _lines(stream: TextIO) -> Iterator[str]:
    """Its lines; only the beginning of one beyond all bounds, which is never held whole."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE + 1)


def whole(lines: Iterable[str]) -> str:
    """The text of a document; only the beginning of one beyond all bounds."""
    found: list[str] = []
    letters = 0
    for line in lines:
        found.append(line)
        letters += len(line)
        if letters > LONGEST_LINE:
            break
    return "".join(found)


def _is_json(line: str) -> bool:
    try:
        return line.startswith("{") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_json(text: str) -> Any:
    """JSON as an incident is written in: no key twice, no number beyond all bounds.

    >>> read_json('{"facts": {"chips": 1}}'), read_json('{"id": 123456789012345678901}')
    ({'facts': {'chips': 1}}, {'id': '123456789012345678901'})

    Raises:
        json.JSONDecodeError: it is no JSON.
        IncidentError: a key stands twice, or it is nested too deeply.
    """
    try:
        return json.loads(text, parse_int=_whole, object_pairs_hook=_once)
    except RecursionError as error:
        raise IncidentError("nested too deeply") from error


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise IncidentError(f'"{twice[:80]}" stands twice')
    return found


def document(text: str, path: str, vocabulary: Vocabulary) -> tuple[Incident, tuple[str, ...]]:
    """An incident from one YAML or JSON document.

    Raises:
        RulebaseError: the document is no YAML; IncidentError: it is no incident.
    """
    name = named(path)
    _check_size(text, name)
    data = _json_or_yaml(text, name) if text.lstrip().startswith("{") else None
    if data is None:
        from rulebase.source import parse

        data = parse(text, Path(name)).data
    try:
        return from_mapping(data, vocabulary)
    except FloorError as error:
        raise IncidentError(f"{name}: {error}") from error


def named(path: str) -> str:
    """What a message calls a file."""
    return "standard input" if path == "-" else path


def _check_size(text: str, name: str) -> None:
    if len(text) > LONGEST_LINE:
        raise IncidentError(f"{name}: longer than {LONGEST_LINE:,} characters")
    if not text.strip():
        raise IncidentError(f"{name}: there is nothing in it")


def _json_or_yaml(text: str, name: str) -> Any:
    """The document as JSON; None where it is more likely YAML written in braces."""
    try:
        return _json(text, name)
    except IncidentError as error:
        if isinstance(error.__cause__, json.JSONDecodeError) and '"' not in text.lstrip()[:40]:
            return None
        raise


def json_document(text: str, path: str) -> Any:
    """One JSON document.

    Raises:
        IncidentError: it is none.
    """
    _check_size(text, named(path))
    return _json(text, named(path))


def _json(text: str, name: str) -> Any:
    try:
        return read_json(text)
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}: column {error.colno}"
        raise IncidentError(f"{where}: no JSON: {error.msg}") from error
    except IncidentError as error:
        raise IncidentError(f"{name}: {error}") from error


def json_line(line: str) -> Any:
    """One line of a stream.

    Raises:
        IncidentError: it is no JSON, or too long.
    """
    if len(line) > LONGEST_LINE:
        raise IncidentError(f"longer than {LONGEST_LINE:,} characters")
    try:
        return read_json(line)
    except json.JSONDecodeError as error:
        raise IncidentError(f"column {error.colno}: no JSON: {error.msg}") from error


def rule_line(number: int, line: str, engine: Engine) -> tuple[dict[str, Any], list[str]]:
    """Rule on one line of a stream: what to print, and the statuses; a bad line tells why."""
    try:
        incident, names = from_mapping(json_line(line), engine.vocabulary)
        for name in names:
            _check_house(name, engine)
        ruling = ruled(incident, engine.only(*names) if names else engine)
    except FloorError as error:
        return {"line": number, "error": str(error)}, []
    return ruling.as_json(), statuses(ruling)


def ruled(incident: Incident, engine: Engine) -> Ruling:
    """What each house rules.

    Raises:
        IncidentError: the line of action cannot be.
    """
    from engine.arithmetic.line import LineError

    try:
        return engine.rule(incident)
    except LineError as error:
        raise IncidentError(f"line: {error}") from error


def _check_house(name: str, engine: Engine) -> None:
    if name in engine.houses:
        return
    if name in load.house_names():
        raise IncidentError(f'houses: "{name[:80]}" was not asked')
    hint = did_you_mean(name, load.house_names())
    raise IncidentError(f'houses: no house "{name[:80]}"{hint}')

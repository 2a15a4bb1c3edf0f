"""``floor rule``: incidents given as facts, one or a stream of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from engine.incident import Incident, IncidentError, from_mapping
from engine.ruling import Engine
from rulebase.book import Vocabulary
from rulebase.problems import FloorError

LONGEST_LINE = 1_000_000

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


def opened(path: str) -> TextIO:
    """The file, or standard input for ``-``.

    Raises:
        IncidentError: it cannot be opened.
    """
    if path == "-":
        sys.stdin.reconfigure(encoding="utf8", errors="replace")  # type: ignore[union-attr]
        return sys.stdin
    try:
        return open(path, encoding="utf8", errors="replace")
    except OSError as error:
        raise IncidentError(f"{path}: {error.strerror}") from error


def split(stream: TextIO, path: str) -> tuple[str, Iterator[str]]:
    """Tell a stream of one JSON a line from one document, without reading the stream whole."""
    first = _next_full(stream)
    if path.endswith(".jsonl") or first.startswith("{"):
        try:
            json.loads(first)
        except (ValueError, RecursionError):
            pass
        else:
            return "lines", chain([first], stream)
        if path.endswith(".jsonl"):
            return "lines", chain([first], stream)
    return "document", chain([first], stream)


def _next_full(stream: TextIO) -> str:
    for line in stream:
        if line.strip():
            return line
    return ""


def document(text: str, path: str, vocabulary: Vocabulary) -> tuple[Incident, tuple[str, ...]]:
    """An incident from one YAML or JSON document.

    Raises:
        RulebaseError: the document is no YAML; IncidentError: it is no incident.
    """
    from rulebase.source import parse

    if len(text) > LONGEST_LINE:
        raise IncidentError(f"{path}: longer than {LONGEST_LINE:,} characters")
    stripped = text.lstrip()
    if stripped.startswith("{"):
        try:
            return from_mapping(json.loads(text), vocabulary)
        except json.JSONDecodeError as error:
            if '"' in stripped[:40]:
                where = f"{path}:{error.lineno}: column {error.colno}"
                raise IncidentError(f"{where}: no JSON: {error.msg}") from error
        except RecursionError as error:
            raise IncidentError(f"{path}: nested too deeply") from error
    name = "standard input" if path == "-" else path
    return from_mapping(parse(text, Path(name)).data, vocabulary)


def rule_line(number: int, line: str, engine: Engine) -> tuple[dict[str, Any], list[str]]:
    """Rule on one line of a stream: what to print, and the statuses; a bad line tells why."""
    try:
        if len(line) > LONGEST_LINE:
            raise IncidentError(f"longer than {LONGEST_LINE:,} characters")
        incident, houses = from_mapping(json.loads(line), engine.vocabulary)
        ruling = engine.rule(incident)
    except json.JSONDecodeError as error:
        return {"line": number, "error": f"no JSON: {error.msg} (column {error.colno})"}, []
    except RecursionError:
        return {"line": number, "error": "nested too deeply"}, []
    except FloorError as error:
        return {"line": number, "error": str(error)}, []
    except ValueError as error:
        return {"line": number, "error": f"no incident: {error}"}, []
    data = ruling.as_json()
    if houses:
        data["houses"] = {name: data["houses"][name] for name in houses if name in data["houses"]}
    return data, [house["status"] for house in data["houses"].values()]

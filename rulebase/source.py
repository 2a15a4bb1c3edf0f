"""YAML sources, read with the line of everything in them.

The rules of YAML 1.2 hold, and more narrowly still: a plain whole number is a
number, everything else is text (``yes`` and ``1.10`` stay as they are written).
Anchors and aliases are refused: a rule file says what it means where it says it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from rulebase.problems import Problem, RulebaseError

Place = tuple[str | int, ...]

_WHOLE_NUMBER = re.compile(r"-?(0|[1-9]\d*)\Z")
_NOTHING = {"", "~", "null"}


@dataclass(slots=True)
class Source:
    """The data of one file and the line on which each part of it stands."""

    file: Path
    data: Any
    lines: dict[Place, int] = field(default_factory=dict)

    def line(self, place: Place) -> int:
        """The line of the nearest part around ``place`` that the file holds."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def problem(self, place: Place, what: str) -> Problem:
        """A fault at ``place``."""
        return Problem(self.file, self.line(place), what)


def read(file: Path) -> Source:
    """Read a YAML file.

    Raises:
        RulebaseError: it cannot be read, is no YAML, or uses aliases or a key twice.
    """
    try:
        text = file.read_text(encoding="utf8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebaseError([Problem(file, 1, f"cannot be read: {error}")]) from error
    return parse(text, file)


def parse(text: str, file: Path) -> Source:
    """Read YAML from ``text``; ``file`` names it in errors.

    Raises:
        RulebaseError: as for :func:`read`.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" (column {mark.column + 1})" if mark else ""
        raise RulebaseError(
            [Problem(file, mark.line + 1 if mark else 1, f"no YAML: {error.problem}{where}")]
        ) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise RulebaseError([Problem(file, 1, f"no YAML: {error}")]) from error
    source = Source(file, None)
    source.data = _Builder(source).build(root, ())
    return source


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.seen: set[int] = set()

    def build(self, node: yaml.Node | None, place: Place) -> Any:
        if node is None:
            return None
        if len(place) > 40:
            raise RulebaseError([self.source.problem(place, "nested too deeply")])
        self.source.lines.setdefault(place, node.start_mark.line + 1)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if id(node) in self.seen:
            raise RulebaseError([self.source.problem(place, "an alias (*name) is not allowed")])
        self.seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*place, i)) for i, item in enumerate(node.value)]
        return self._mapping(node, place)

    def _mapping(self, node: yaml.Node, place: Place) -> dict[str | int, Any]:
        built: dict[str | int, Any] = {}
        for key_node, value_node in node.value:
            key = _scalar(key_node) if isinstance(key_node, yaml.ScalarNode) else None
            here = (*place, key if key is not None else "?")
            self.source.lines[here] = key_node.start_mark.line + 1
            if not isinstance(key, str | int):
                raise RulebaseError([self.source.problem(here, "a key must be a word")])
            if key in built:
                raise RulebaseError([self.source.problem(here, f'"{key}" stands twice')])
            built[key] = self.build(value_node, here)
        return built


def _scalar(node: yaml.ScalarNode) -> str | int | None:
    text = str(node.value)
    if not node.style:
        if text in _NOTHING:
            return None
        if _WHOLE_NUMBER.match(text) and len(text) < 20:
            return int(text)
    return text

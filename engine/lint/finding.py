"""What the lint finds, and the exceptions that the data explain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from rulebase.problems import FloorError, Problem, RulebaseError
from rulebase.schema import Strict
from rulebase.source import read
from rulebase.vocabulary_source import validated

VOCABULARY = "vocabulary"
"""The house under whose name findings about the shared vocabulary are told."""

Check = Literal[
    "never-fires",
    "conflict",
    "subsumed",
    "unused-fact",
    "untested-fact",
    "unused-outcome",
    "unused-amount",
    "unknown-amount",
    "undeclared-fact",
    "dangling-override",
    "no-scenario",
    "no-near-miss",
    "scenario-fails",
    "idle-exception",
]


class LintError(FloorError):
    """The lint was asked for something that it cannot do."""


class Finding(NamedTuple):
    """One thing found: which check, in which house, about which clauses or names.

    ``incident`` is an incident, as ``floor rule`` takes it, that shows a conflict.
    """

    check: Check
    house: str
    about: tuple[str, ...]
    what: str
    incident: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """The finding as ``floor check --json`` prints it."""
        found = {"check": self.check, "house": self.house, "rules": list(self.about)}
        return {**found, "what": self.what} | ({"incident": self.incident} if self.incident else {})


class Excepted(Strict):
    """An exception: findings of one check about these rules are meant, and why.

    A rule stands for all its clauses; ``rules`` of a check of the vocabulary are the
    names of facts, amounts, or outcomes (``decision: outcome``).
    """

    check: Check
    house: str
    rules: list[str | int] = Field(min_length=1)
    because: str = Field(min_length=1)

    def covers(self, finding: Finding) -> bool:
        """Whether it explains ``finding``."""
        if (self.check, self.house) != (finding.check, finding.house):
            return False
        mine = set(map(str, self.rules))
        return all(not mine.isdisjoint(_names(name)) for name in finding.about)


def read_exceptions(file: Path) -> list[Excepted]:
    """The exceptions of a ``lint.yaml``; none where there is no such file.

    Raises:
        RulebaseError: it is no list of exceptions.
    """
    if not file.is_file():
        return []
    source = read(file)
    if source.data is None:
        return []
    problems: list[Problem] = []
    found: list[Excepted] | None = validated(source, list[Excepted], problems)
    if found is None:
        raise RulebaseError(problems)
    return found


def explained(
    findings: Iterable[Finding], exceptions: Sequence[Excepted]
) -> tuple[list[Finding], list[tuple[Finding, Excepted]]]:
    """The findings that no exception explains, and those that one does.

    A name in an exception that helps to explain nothing is a finding itself.
    """
    left: list[Finding] = []
    excepted: list[tuple[Finding, Excepted]] = []
    for finding in findings:
        exception = next((e for e in exceptions if e.covers(finding)), None)
        if exception is None:
            left.append(finding)
        else:
            excepted.append((finding, exception))
    return [*left, *_idle(exceptions, excepted)], excepted


def _idle(
    exceptions: Sequence[Excepted], excepted: Sequence[tuple[Finding, Excepted]]
) -> Iterator[Finding]:
    for exception in exceptions:
        used = {n for f, e in excepted if e is exception for name in f.about for n in _names(name)}
        idle = tuple(name for name in map(str, exception.rules) if name not in used)
        if idle:
            what = f"the exception from {exception.check} for {', '.join(idle)} explains nothing"
            yield Finding("idle-exception", exception.house, idle, what)


def _names(about: str) -> tuple[str, str]:
    """A clause by its own name and by that of its rule."""
    return about, about.partition("#")[0]

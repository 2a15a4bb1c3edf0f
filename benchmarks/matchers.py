"""The matchers that are compared, by name, as far as they are installed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from engine.house_network import MakeMatcher, durable_available
from engine.network import Fired, Matcher, Rule
from engine.plain import PlainMatcher
from rulebase.values import Values

NEEDS = {"clipspy": "clips", "zen-engine": "zen"}
"""The packages of the others, and the modules that they bring."""


def installed() -> list[str]:
    """The matchers that can be tried here, the plain one first."""
    return ours() + [package for package, module in NEEDS.items() if find_spec(module)]


def ours() -> list[str]:
    """The matchers that the program has, as far as they can be used here."""
    return ["plain", "durable-rules"] if durable_available() else ["plain"]


def missing() -> str:
    """What is not installed, in a sentence; empty where all is."""
    lacking = [package for package, module in NEEDS.items() if not find_spec(module)]
    return f"Not installed: {', '.join(lacking)} (`pip install '.[bench]'`)." if lacking else ""


def maker(name: str) -> MakeMatcher:
    """What makes matchers of that name."""
    if name == "durable-rules":
        from engine.durable import DurableMatcher

        return DurableMatcher
    if name == "clipspy":
        from benchmarks.clips_matcher import ClipsMatcher

        return ClipsMatcher
    if name == "zen-engine":
        from benchmarks.zen_matcher import ZenMatcher

        return ZenMatcher
    return PlainMatcher


class Timed:
    """Makes matchers whose matching is timed: ``seconds`` of processor time in all."""

    def __init__(self, make: MakeMatcher) -> None:
        self._make = make
        self.seconds = 0.0

    def __call__(self, label: str, rules: Sequence[Rule]) -> Matcher:
        """A matcher that keeps the time."""
        return _TimedMatcher(self._make(label, rules), self)


class _TimedMatcher:
    def __init__(self, matcher: Matcher, kept: Timed) -> None:
        self._matcher = matcher
        self._kept = kept

    def fire(self, known: Mapping[str, Values]) -> Fired:
        start = time.process_time()
        fired = self._matcher.fire(known)
        self._kept.seconds += time.process_time() - start
        return fired

"""What the benchmarks measure with: processor time, a loop to compare machines by, tables."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from textwrap import fill
from typing import Any

_RESULT = "result: "
_CHILD = """
import importlib, json, os, sys
module, function, given = sys.argv[1:]
made = getattr(importlib.import_module(module), function)(*json.loads(given))
print("\\n{mark}" + json.dumps(made), flush=True)
os._exit(0)
"""


@dataclass
class Table:
    """A table as the documents quote it; ``notes`` stand under it."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *cells: object) -> None:
        """Add a row."""
        self.rows.append(cells)

    def markdown(self) -> str:
        """The table in Markdown, numbers to the right.

        >>> print(Table("Speed", ("what", "a second"), [("plain", 1200.4)]).markdown())
        ### Speed
        <BLANKLINE>
        | what | a second |
        |---|--:|
        | plain | 1,200 |
        """
        last = self.rows[-1] if self.rows else self.columns
        bars = ["--:" if isinstance(cell, int | float) else "---" for cell in last]
        lines = [f"### {self.title}", "", _row(self.columns), f"|{'|'.join(bars)}|"]
        lines += [_row(row) for row in self.rows]
        return "\n".join([*lines, *(f"\n{fill(note, 100)}" for note in self.notes)])


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(_shown, cells))} |"


def _shown(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:,.0f}" if cell >= 100 else f"{cell:.3g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


@cache
def loop() -> float:
    """The processor time in seconds of a fixed loop: 10,000 tests of a set, on this machine.

    A time divided by it can be held against that of another machine.
    """
    allowed, known = frozenset({"bet", "raise", "all-in"}), frozenset({"bet", "raise"})
    times = []
    for _ in range(20):
        start = time.process_time()
        for _ in range(10_000):
            known.issubset(allowed)
        times.append(time.process_time() - start)
    return min(times)


def apart(module: str, function: str, *given: object) -> Any:
    """What a function of ours comes to in a process of its own.

    So what one engine leaves behind does not slow the next, and what CLIPS prints when it
    is freed is not seen.

    Raises:
        RuntimeError: it failed; the message is the end of what it printed.
    """
    child = _CHILD.replace("{mark}", _RESULT)
    command = [sys.executable, "-c", child, module, function, json.dumps(given)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    for line in reversed(done.stdout.splitlines()):
        if line.startswith(_RESULT):
            return json.loads(line.removeprefix(_RESULT))
    raise RuntimeError(f"{module}.{function}{given}: {done.stderr[-2000:]}")

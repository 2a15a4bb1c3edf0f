"""The time to a first ruling, against the bare import of what it is built on.

Each command runs as a process of its own; the fastest run of each counts.
"""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.measuring import Table

BARE = [sys.executable, "-c", "import durable_rules_engine, pydantic, typer, rich"]
FLOOR = [sys.executable, "-c", "from cli.main import run; run()"]
"""The ``floor`` command as its entry point runs it."""
INCIDENT = (
    "No-limit, blinds 300/600. A player bets 600, the next player puts in one 5,000 chip "
    "without saying anything."
)


def fastest(command: list[str], runs: int) -> float:
    """The fastest of some runs, in milliseconds by the clock."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def compare(runs: int = 20) -> Table:
    """The table."""
    table = Table("Start-up: to the first ruling", ("command", "ms", "of the bare import"))
    python = fastest([sys.executable, "-c", ""], runs)
    base = fastest(BARE, runs)
    table.add("Python alone", python, python / base)
    table.add("bare import of durable-rules, pydantic, typer, rich", base, 1.0)
    for name, options in {
        "`floor ask --json`, all houses": ["--json", "--no-input"],
        "`floor ask --json -H adc`": ["--json", "--no-input", "-H", "adc"],
        "`floor ask`, all houses": ["--no-input"],
    }.items():
        took = fastest([*FLOOR, "ask", INCIDENT, *options], runs)
        table.add(name, took, took / base)
    return table

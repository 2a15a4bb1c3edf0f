"""The time to a first ruling, against the bare import of what it is built on.

    python benchmarks/startup.py [runs]

Each command runs as a process of its own; the fastest run of each counts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

BARE = [sys.executable, "-c", "import durable_rules_engine, pydantic, typer, rich"]
INCIDENT = (
    "No-limit, blinds 300/600. A player bets 600, the next player puts in one 5,000 chip "
    "without saying anything."
)


def fastest(command: list[str], runs: int) -> float:
    """The fastest of some runs, in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def main(runs: int = 20) -> None:
    """Print the table."""
    floor = shutil.which("floor") or sys.exit("floor is not installed")
    base = fastest(BARE, runs)
    print(f"{'bare import':32} {base:6.0f} ms")
    for name, command in {
        "floor ask --json, five houses": [floor, "ask", INCIDENT, "--json", "--no-input"],
        "floor ask --json, one house": [floor, "ask", INCIDENT, "--json", "-H", "adc"],
        "floor ask, five houses": [floor, "ask", INCIDENT, "--no-input"],
    }.items():
        took = fastest(command, runs)
        print(f"{name:32} {took:6.0f} ms  {took / base:5.2f} of the bare import")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

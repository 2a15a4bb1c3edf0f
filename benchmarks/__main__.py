"""All benchmarks, as Markdown.

    python -m benchmarks [section ...] [--quick]

Sections: rulings, rules, facts, startup, batch, reading; all of them without a name.
--quick runs each on a tenth, to see that they run.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
from collections.abc import Callable

from benchmarks import batch, growth, reading, rulings, startup
from benchmarks.measuring import Table, loop

SECTIONS: dict[str, Callable[[int], Table]] = {
    "rulings": lambda part: rulings.compare(2_000 // part),
    "rules": lambda part: growth.by_rules(1_000 // part),
    "facts": lambda part: growth.by_facts(500 // part),
    "startup": lambda part: startup.compare(20 // part),
    "batch": lambda part: batch.compare(100_000 // part),
    "reading": lambda part: reading.compare(1_000 // part),
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="section", help=", ".join(SECTIONS))
    parser.add_argument("--quick", action="store_true", help="each on a tenth")
    options = parser.parse_args()
    if unknown := [name for name in options.sections if name not in SECTIONS]:
        parser.error(f"no section {unknown[0]} (there are {', '.join(SECTIONS)})")
    print(f"{datetime.date.today():%-d %B %Y}, {machine()}. {EXPLAINED}\n", flush=True)
    for name in options.sections or SECTIONS:
        print(SECTIONS[name](10 if options.quick else 1).markdown() + "\n", flush=True)


def machine() -> str:
    """The class of machine: how many cores of what kind, and which Python."""
    cores = os.cpu_count() or 1
    return (
        f"{cores} core{'s' if cores > 1 else ''} ({platform.machine()}, {platform.system()}), "
        f"{platform.python_implementation()} {platform.python_version()}"
    )


EXPLAINED = (
    "By processor time, but for start-up and the batch. A loop is a fixed one of "
    f"10,000 set tests ({1e3 * loop():.2f} ms here), by which machines can be compared."
)


if __name__ == "__main__":
    main()

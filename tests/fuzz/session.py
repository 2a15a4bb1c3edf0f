"""A session of tries, from the first to the last, or until the time is over."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.fuzz.making import Maker
from tests.fuzz.report import Report
from tests.fuzz.tries import Try
from tests.fuzz.watchdog import Watchdog

WARM = 0.2
"""The share of the tries after which what is kept for later runs is taken to be there."""

DEEPEST = 50_000
"""How deep a try may be made, in calls; the worker that runs it has the usual limit."""


def session(
    report: Report,
    *,
    seed: int,
    first: int,
    tries: int,
    kinds: tuple[str, ...],
    seconds: float,
    each: int,
) -> None:
    """Run tries, and note in ``report`` how each went and how memory grew."""
    sys.setrecursionlimit(DEEPEST)
    maker = Maker(seed, kinds)
    begun = time.monotonic()
    with Watchdog(each) as watchdog:
        for done in range(tries):
            number = first + done
            one = maker.make(number)
            report.note(one, watchdog.run(one), f"--seed {seed} --first {number}")
            report.seconds = time.monotonic() - begun
            if done % max(1, tries // 20) == 0:
                if done < WARM * tries:
                    report.memory.clear()
                report.memory.append(watchdog.memory())
                print(report.sum(), file=sys.stderr)
            if seconds and time.monotonic() - begun > seconds:
                break
        report.memory.append(watchdog.memory())


def again(file: Path, report: Report, each: int) -> None:
    """Run the try that a file holds."""
    one = Try.read(file.read_text("utf8").splitlines()[0])
    with Watchdog(each) as watchdog:
        report.note(one, watchdog.run(one), f"--again {file}")

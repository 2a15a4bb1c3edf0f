"""The command: makes tries, has them run, and reports."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.making import KINDS
from tests.fuzz.report import Report
from tests.fuzz.session import again, session
from tests.fuzz.watchdog import SECONDS


def main(arguments: list[str]) -> int:
    """Run tries and report; 1 where one fails or memory grows."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--tries", type=int, default=1000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same tries")
    parser.add_argument("--first", type=int, default=0, help="the number of the first try")
    parser.add_argument("--seconds", type=float, default=0, help="end after this time (0: never)")
    parser.add_argument("--each", type=int, default=SECONDS, help="seconds that one may take")
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="only this kind")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), metavar="FOLDER")
    parser.add_argument("--again", type=Path, metavar="FILE", help="run a try that failed")
    options = parser.parse_args(arguments)
    report = Report(options.failures)
    if options.again:
        again(options.again, report, options.each)
    else:
        session(
            report,
            seed=options.seed,
            first=options.first,
            tries=options.tries,
            kinds=tuple(options.kind or ()),
            seconds=options.seconds,
            each=options.each,
        )
    print("\n".join(report.lines()))
    return int(report.failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

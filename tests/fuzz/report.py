"""What came of the tries: how many of each kind, with what exit codes, and the failures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.tries import Try
from tests.fuzz.watchdog import Outcome

GROWTH = 64
"""The megabytes that memory may grow by after warming up."""

MOST_FILES = 3
"""How many failures of one sort are written to files."""


class Report:
    """Counts tries, keeps failures by sort, and writes the first of each to ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._codes: dict[str, Counter[int | None]] = {}
        self._times: dict[str, float] = {}
        self._slowest: tuple[float, str] = (0.0, "")
        self.failures: dict[str, list[str]] = {}
        """The failures by sort, each as the place of its file or how to make it again."""
        self.memory: list[int] = []
        """The megabytes in use, from the end of warming up to the last try."""
        self.seconds = 0.0

    def note(self, one: Try, outcome: Outcome, made: str) -> None:
        """Take one try into account; ``made`` says how it is made again."""
        self._codes.setdefault(one.kind, Counter())[outcome.code] += 1
        self._times[one.kind] = self._times.get(one.kind, 0.0) + outcome.seconds
        self._slowest = max(self._slowest, (outcome.seconds, f"{one.kind}, {made}"))
        for fault in outcome.faults:
            known = self.failures.setdefault(_sort(one, fault), [])
            if len(known) < MOST_FILES:
                known.append(self._written(one, fault, made))
            else:
                known.append(made)

    def _written(self, one: Try, fault: str, made: str) -> str:
        if made.startswith("--again"):
            return f"{made}\n{fault}"
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / (re.sub(r"\W+", "-", made).strip("-") + ".try")
        told = fault.encode("utf8", "backslashreplace").decode()
        file.write_text(f"{one.written()}\n\n{made}\n{told}\n", "utf8")
        return f"python -m tests.fuzz --again {file}"

    @property
    def tries(self) -> int:
        """How many tries were run."""
        return sum(codes.total() for codes in self._codes.values())

    @property
    def growth(self) -> int:
        """The megabytes by which memory grew after warming up."""
        return self.memory[-1] - self.memory[0] if self.memory else 0

    @property
    def failed(self) -> bool:
        """Whether a try failed, or memory grew."""
        return bool(self.failures) or self.growth > GROWTH

    def lines(self) -> Iterator[str]:
        """The report."""
        for kind, codes in sorted(self._codes.items()):
            told = ", ".join(f"{n:,} exit {code}" for code, n in sorted(codes.items(), key=str))
            each = 1000 * self._times[kind] / codes.total()
            yield f"{kind:<10} {codes.total():>7,} tries, {each:5.0f} ms each: {told}"
        for sort, places in self.failures.items():
            yield f"FAILED {len(places)} times: {sort}"
            yield from (f"    {place}" for place in places[:MOST_FILES])
        if self.memory:
            yield (
                f"memory: {self.memory[0]} MB warm, {self.memory[-1]} MB at the end"
                f" (at most {max(self.memory)} MB)"
            )
        yield f"slowest: {self._slowest[0]:.1f} s ({self._slowest[1]})"
        yield self.sum()

    def sum(self) -> str:
        """How far it has come, in a line."""
        rate = self.tries / self.seconds if self.seconds else 0.0
        failures = sum(map(len, self.failures.values()))
        used = f", {self.memory[-1]} MB" if self.memory else ""
        return (
            f"{self.tries:,} tries in {self.seconds:,.0f} s ({rate:.0f}/s), "
            f"{failures} failures{used}"
        )


def _sort(one: Try, fault: str) -> str:
    """What failures of one cause have in common: their kind, and where they come from."""
    lines = fault.strip().splitlines()
    frames = [line.strip() for line in lines if line.strip().startswith('File "')]
    where = re.sub(r'File ".*?([^/"]+/[^/"]+)"', r"\1", frames[-1]) if frames else ""
    what = lines[-1] if frames and lines[0].startswith("Traceback") else lines[0]
    return f"{one.kind}: {re.sub('[0-9]+', '0', what)[:120]} {where}".strip()

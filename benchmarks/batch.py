"""A batch of incidents in JSONL, ruled on by one process and by several."""

from __future__ import annotations

import hashlib
import json
import resource
import subprocess
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.differential import incidents
from benchmarks.measuring import Table, apart
from benchmarks.startup import FLOOR
from engine.incident import Incident
from rulebase import load
from rulebase.values import Span
from scenarios.generate import Generator

SMALL = 1_000
"""How many incidents the memory of a small batch is measured on."""


class Run(NamedTuple):
    """One run over the batch: how long, what it put out, what its largest process held.

    ``seconds`` are by the clock, ``processor`` those that all its processes worked.
    """

    seconds: float
    processor: float
    digest: str
    lines: int
    megabytes: int


def written(number: int, incident: Incident) -> str:
    """An incident as a line of a batch."""
    facts: dict[str, object] = {}
    for name, told in incident.facts.items():
        shown = told.shown()
        gaps = isinstance(told.values, Span) and isinstance(shown, str)
        facts[name] = shown.split(" or ") if gaps else shown
    return json.dumps({"id": str(number), "events": list(incident.events), "facts": facts})


def write(file: Path, many: int) -> None:
    """Write a batch: half at the boundary of a clause, half at random."""
    made = incidents(Generator(load.vocabulary(), load.houses(), seed=5))
    with file.open("w", encoding="utf8") as out:
        for number, incident in enumerate(islice(made, many), 1):
            out.write(written(number, incident) + "\n")


def run(file: str, jobs: int) -> Run:
    """``floor rule`` on a batch, its output read as it comes."""
    digest, lines = hashlib.sha256(), 0
    start = time.perf_counter()
    command = [*FLOOR, "rule", file, "--jobs", str(jobs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while some := process.stdout.read(1 << 20):
            digest.update(some)
            lines += some.count(b"\n")
    took = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = used.ru_utime + used.ru_stime
    return Run(took, worked, digest.hexdigest(), lines, used.ru_maxrss // 1024)


def compare(many: int = 100_000) -> Table:
    """The table: each run in a process of its own, so that memory is told apart."""
    table = Table(
        f"A batch of {many:,} incidents in JSONL, six houses",
        (
            "processes",
            "seconds",
            "incidents a second",
            "of one",
            "processor seconds",
            "MB, largest process",
        ),
    )
    with tempfile.TemporaryDirectory() as folder:
        small, batch = Path(folder) / "small.jsonl", Path(folder) / "batch.jsonl"
        write(small, min(SMALL, many))
        write(batch, many)
        first = Run(*apart("benchmarks.batch", "run", str(small), 1))
        found = {n: Run(*apart("benchmarks.batch", "run", str(batch), n)) for n in (1, 2)}
    for jobs, one in found.items():
        speed = many / one.seconds
        ratio = found[1].seconds / one.seconds
        table.add(jobs, one.seconds, speed, ratio, one.processor, one.megabytes)
    alike = {one.digest for one in found.values()}
    told = "the same bytes" if len(alike) == 1 else "**different output**"
    lines = {one.lines for one in found.values()}
    table.notes.append(
        f"One and two processes put out {told}, {' and '.join(f'{n:,}' for n in lines)} lines. "
        f"On {min(SMALL, many):,} incidents one process holds {first.megabytes:,} MB. "
        "By the clock: what else the machine does counts."
    )
    return table

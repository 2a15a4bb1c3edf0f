"""A stream on several processes: the same bytes, bounded, and no process left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from multiprocessing import active_children
from pathlib import Path
from typing import IO, cast

import pytest

from cli.jobs import AHEAD, CHUNK_LINES, Line, LostLines, in_order
from rulebase import load
from scenarios.generate import Generator
from tests.cli.conftest import FLOOR, ONE_BIG_CHIP, Run, entry_point, environment, written

INCIDENT = json.dumps(ONE_BIG_CHIP)
PATIENCE = 60.0
"""Seconds that a process may take to begin or to end on a busy machine."""


def echo(number: int, line: str) -> str:
    """What a line comes to where nothing goes wrong; some take longer."""
    time.sleep(0.05 if number % (3 * CHUNK_LINES) == 1 else 0)
    return f"{number} {line}"


def echoing() -> Callable[[int, str], str]:
    """What makes ``echo``."""
    return echo


def failing(how: str, at: int) -> Callable[[int, str], str]:
    """What fails at one line: its process is killed, or raises, or leaves."""

    def work(number: int, line: str) -> str:
        if number == at and how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if number == at and how == "leaves":
            os._exit(7)
        if number == at:
            raise ZeroDivisionError
        return line

    return work


def numbered(many: int, read: list[int] | None = None) -> Iterator[Line]:
    """Lines, each noted in ``read`` when it is taken."""
    for number in range(1, many + 1):
        if read is not None:
            read.append(number)
        yield number, f"line {number}"


@pytest.mark.parametrize("many", [0, 1, CHUNK_LINES, 10 * CHUNK_LINES + 5])
def test_results_come_in_the_order_of_the_lines(many: int) -> None:
    assert list(in_order(echoing, numbered(many), 2)) == [
        f"{n} {line}" for n, line in numbered(many)
    ]
    assert not active_children()


def test_no_more_is_read_ahead_than_the_processes_are_allowed() -> None:
    read: list[int] = []
    bound = (2 * AHEAD + 1) * CHUNK_LINES
    with closing(in_order(echoing, numbered(100 * CHUNK_LINES, read), 2)) as found:
        for told, _ in enumerate(islice(found, 50 * CHUNK_LINES), 1):
            assert len(read) - told < bound
    assert len(read) < 60 * CHUNK_LINES
    assert not active_children()


@pytest.mark.parametrize(
    ("how", "told"), [("killed", "signal 9"), ("leaves", "exit code 7"), ("raises", "exit code 1")]
)
def test_a_process_that_is_lost_is_told_with_its_lines(how: str, told: str) -> None:
    at = 2 * CHUNK_LINES + 3
    first, last = 2 * CHUNK_LINES + 1, 3 * CHUNK_LINES
    found: list[str] = []
    with pytest.raises(LostLines, match=f"^lines {first} to {last}: .*{told}"):
        found.extend(in_order(partial(failing, how, at), numbered(400), 2))
    assert found == [line for _, line in numbered(first - 1)]
    assert not active_children()


def stream(many: int) -> str:
    """Generated incidents, with some lines that are bad or blank, or name their houses."""
    houses = load.houses(["adc", "tda-2007"])
    generator = Generator(load.vocabulary(), houses, seed=6)
    lines = []
    for number in range(many):
        made = generator.incident()
        facts = {n: t.shown() for n, t in made.facts.items() if " or " not in str(t.shown())}
        row = {"id": f"\u2660{number}", "events": made.events, "facts": facts}
        if number % 5 == 0:
            row["houses"] = ["adc"]
        lines.append(json.dumps(row, ensure_ascii=False))
        if number % 17 == 0:
            lines += ["{bad", "", '{"events": ["chips-put-im"]}']
    return "\n".join(lines)


def test_the_bytes_are_those_of_one_process(tmp_path: Path) -> None:
    mine = tmp_path / "houses" / "mine"
    mine.mkdir(parents=True)
    (mine / "house.yaml").write_text(
        "house: mine\nname: Mine\nedition: '1'\nsource: us\nadopts: [tda-2007]\n"
    )
    given = stream(3 * CHUNK_LINES)
    env = {"FLOOR_HOUSES": str(mine.parent)}
    for houses, more in ((), {}), (("-H", "mine", "-H", "adc"), {"PYTHONIOENCODING": "ascii"}):
        env |= more
        alone = entry_point("rule", "-", *houses, given=given, env=env)
        several = entry_point("rule", "-", *houses, "--jobs", "2", given=given, env=env)
        assert several == alone
        assert alone.code == 2
        assert '"mine"' in alone.out
        assert len(alone.err.splitlines()) == 12


@pytest.mark.parametrize("jobs", ["0", "-1", "65", "two"])
def test_an_absurd_number_of_processes_is_refused(jobs: str, floor: Run, tmp_path: Path) -> None:
    ran = floor("rule", written(tmp_path, "a.jsonl", INCIDENT), "--jobs", jobs)
    assert (ran.code, ran.out) == (2, "")
    assert "--jobs" in ran.err


class Running:
    """The command on two processes and a stream that keeps it busy, its first line read."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen(
            [str(FLOOR), "rule", path, "--jobs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
            start_new_session=True,
        )
        self.out, self.err = (
            cast("IO[str]", self.process.stdout),
            cast("IO[str]", self.process.stderr),
        )
        assert self.out.readline().startswith('{"incident"')

    def workers(self) -> list[int]:
        """The processes that rule."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        lines = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
        return [int(child) for child, line in lines.items() if b"spawn_main" in line]

    def left(self) -> bool:
        """Whether any process is left once all had time to end."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return False
            time.sleep(0.05)
        return True


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    found = Running(written(tmp_path, "a.jsonl", (INCIDENT + "\n") * 100_000))
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):
            os.killpg(found.process.pid, signal.SIGKILL)
        found.process.communicate()


def test_a_reader_that_leaves_early_leaves_no_process(running: Running) -> None:
    running.out.close()
    assert running.err.read() == ""
    assert running.process.wait(PATIENCE) == 0
    assert not running.left()


def test_ctrl_c_leaves_no_process_and_no_traceback(running: Running) -> None:
    os.killpg(running.process.pid, signal.SIGINT)
    _, told = running.process.communicate(timeout=PATIENCE)
    assert (running.process.returncode, told) == (130, "")
    assert not running.left()


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc")


@needs_proc
def test_a_killed_process_is_told_with_its_lines(running: Running) -> None:
    assert len(running.workers()) == 2
    os.kill(running.workers()[0], signal.SIGKILL)
    out, told = running.process.communicate(timeout=PATIENCE)
    assert running.process.returncode == 2
    found = re.fullmatch(r"floor: lines (\d+) to \d+: .* ended by signal 9; .*\n", told)
    assert found, told
    assert out.endswith("}\n")
    assert 1 + out.count("\n") == int(found[1]) - 1
    assert not running.left()


@needs_proc
def test_processes_end_with_their_parent(running: Running) -> None:
    running.process.kill()
    assert running.process.wait(PATIENCE) == -signal.SIGKILL
    running.out.close()
    assert not running.left()

"""The watchdog: keeps a worker running, and sees it crash, hang, or grow."""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tests.fuzz.tries import Try
from tests.fuzz.worker import MEMORY

SECONDS = 20
"""The time of the processor that one try may take; a quiz may be asked for 1,000 questions."""

PATIENCE = 10
"""How many times as long it may wait for that, on a machine that has other work."""

START = 120.0
"""The time that a worker may take to start, which may compile the rulebase."""


class Outcome(NamedTuple):
    """How a try went: its exit code, its time, and what was wrong with it."""

    code: int | None
    seconds: float
    faults: tuple[str, ...]


class WorkerError(Exception):
    """A worker that does not start."""


class Watchdog:
    """Runs tries in a worker, and starts another when one is lost."""

    def __init__(
        self,
        seconds: int = SECONDS,
        patience: int = PATIENCE,
        program: Sequence[str] = ("-m", "tests.fuzz.worker"),
    ) -> None:
        self._seconds = seconds
        self._patience = patience
        self._program = program
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._worker: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Watchdog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()
        self._log.close()

    def run(self, one: Try) -> Outcome:
        """Run one try.

        Raises:
            WorkerError: no worker can be started.
        """
        worker = self._running()
        told = self._answer(worker, one.written(), self._seconds * self._patience)
        if told is not None:
            return Outcome(told["code"], told["seconds"], tuple(told["faults"]))
        if worker.poll() is None and _ends(worker, 1.0) is None:
            worker.send_signal(signal.SIGABRT)  # it tells where it waits
            fault = "hangs: it waits for what does not come"
        elif (code := worker.wait()) == -signal.SIGXCPU:
            fault = f"hangs: it takes more than {self._seconds} s"
        else:
            fault = f"crashes: {_how(code)}"
        self._end()
        return Outcome(None, self._seconds, (f"{fault}\n{self._last_words()}",))

    def memory(self) -> int:
        """The megabytes that the worker uses.

        Raises:
            WorkerError: no worker can be started, or it does not tell.
        """
        told = self._answer(self._running(), MEMORY, START)
        if told is None:
            raise WorkerError(f"the worker does not tell its memory\n{self._last_words()}")
        return int(told["memory"])

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is None:
            self._log.seek(0)
            self._log.truncate()
            self._worker = subprocess.Popen(
                [sys.executable, "-W", "error", *self._program, str(self._seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                cwd=Path(__file__).parents[2],
            )
            if self._told(self._worker, START) is None:
                raise WorkerError(f"no worker starts\n{self._last_words()}")
        return self._worker

    def _answer(
        self, worker: subprocess.Popen[bytes], line: str, seconds: float
    ) -> dict[str, Any] | None:
        assert worker.stdin is not None
        try:
            worker.stdin.write(line.encode() + b"\n")
            worker.stdin.flush()
        except BrokenPipeError:
            return None
        return self._told(worker, seconds)

    def _told(self, worker: subprocess.Popen[bytes], seconds: float) -> dict[str, Any] | None:
        """What the worker tells; None where it ends or is silent for too long."""
        assert worker.stdout is not None
        if not select.select([worker.stdout], [], [], seconds)[0]:
            return None
        line = worker.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        found: dict[str, Any] = json.loads(line)
        return found

    def _end(self) -> None:
        if self._worker is None:
            return
        for stream in (self._worker.stdin, self._worker.stdout):
            if stream is not None:
                stream.close()
        if _ends(self._worker, 5.0) is None:
            self._worker.kill()
            self._worker.wait()
        self._worker = None

    def _last_words(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf8", "replace")[-6000:]


def _ends(worker: subprocess.Popen[bytes], seconds: float) -> int | None:
    try:
        return worker.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _how(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code} of the worker"

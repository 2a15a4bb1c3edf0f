"""A stream worked off by several processes, its results in the order of its lines.

Each process is given a chunk of lines at a time over a pipe of its own, and answers before
it gets another. So neither side can wait for the other forever: a process that dies is seen
at the end of its pipe, and one whose parent is gone sees that too, and ends. How far the
others may run ahead of the slowest is bounded, and with it what is held in memory.
"""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, TypeVar

from rulebase.problems import FloorError

T = TypeVar("T")

Line = tuple[int, str]
"""A line, after its number."""

Work = Callable[[int, str], T]
"""What is done with a line, given its number and its text."""

CHUNK_LINES = 32
CHUNK_LETTERS = 1_000_000
"""How much is given at a time: so many lines, fewer where they are long."""

AHEAD = 2
"""How many chunks, for each process, may be begun and not yet told."""


class LostLines(FloorError):
    """A process ended before it had told of the lines that it was given."""


def in_order(
    make: Callable[[], Work[T]], lines: Iterable[Line], jobs: int
) -> Generator[T, None, None]:
    """What each line comes to, in order, worked out by up to ``jobs`` processes.

    ``make`` is called once in each process, and so must be something that can be pickled.
    Close the iterator where it is left early: that ends the processes.

    Raises:
        LostLines: a process was killed or failed; what comes before its lines has been told.
    """
    crew: _Crew[T] = _Crew(make, jobs)
    begun: deque[_Chunk[T]] = deque()
    try:
        for some in _chunks(lines):
            begun.append(_Chunk(some))
            crew.give(begun[-1])
            while begun and (begun[0].finished or len(begun) == jobs * AHEAD):
                yield from crew.finish(begun.popleft())
        while begun:
            yield from crew.finish(begun.popleft())
    finally:
        crew.dismiss()


def _chunks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    some: list[Line] = []
    letters = 0
    for number, line in lines:
        some.append((number, line))
        letters += len(line)
        if len(some) == CHUNK_LINES or letters >= CHUNK_LETTERS:
            yield some
            some, letters = [], 0
    if some:
        yield some


@dataclass(slots=True)
class _Chunk(Generic[T]):
    """Lines, and what became of them: their results, or how the process ended that had them."""

    lines: list[Line]
    results: list[T] = field(default_factory=list)
    lost: str = ""

    @property
    def finished(self) -> bool:
        return bool(self.results or self.lost)


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection

    def fate(self) -> str:
        """How a process ended whose pipe has come to its end."""
        self.process.join(5)
        code = self.process.exitcode
        return f"was ended by signal {-code}" if code and code < 0 else f"failed (exit code {code})"


class _Crew(Generic[T]):
    """The processes, begun when there is work for one more; each is idle or has one chunk."""

    def __init__(self, make: Callable[[], Work[T]], most: int) -> None:
        self._make = make
        self._most = most
        self._idle: list[_Worker] = []
        self._busy: dict[Any, tuple[_Worker, _Chunk[T]]] = {}

    def give(self, chunk: _Chunk[T]) -> None:
        """Have a chunk worked on, once a process is free for it."""
        while not self._idle and len(self._busy) == self._most:
            self._collect()
        worker = self._idle.pop() if self._idle else self._hire()
        try:
            worker.pipe.send(chunk.lines)
        except OSError:
            chunk.lost = worker.fate()
        else:
            self._busy[worker.pipe] = worker, chunk

    def finish(self, chunk: _Chunk[T]) -> list[T]:
        """The results of a chunk, once they are there.

        Raises:
            LostLines: they never will be.
        """
        while not chunk.finished:
            self._collect()
        if chunk.lost:
            first, last = chunk.lines[0][0], chunk.lines[-1][0]
            raise LostLines(
                f"lines {first} to {last}: the process that had them {chunk.lost}; "
                f"nothing from line {first} on is told"
            )
        return chunk.results

    def dismiss(self) -> None:
        """End every process, at work or not."""
        workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()

    def _hire(self) -> _Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self._make, theirs), daemon=True)
        with _uninterrupted():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _collect(self) -> None:
        """Take what the first processes to be done, or to be dead, have to give."""
        for pipe in wait(list(self._busy)):
            worker, chunk = self._busy.pop(pipe)
            try:
                chunk.results = worker.pipe.recv()
            except (EOFError, OSError):
                chunk.lost = worker.fate()
            else:
                self._idle.append(worker)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; those begun here never heed it.

    Their parent ends them. To ignore it only once they run would leave it a while to strike.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(make: Callable[[], Work[T]], pipe: Connection) -> None:
    """Answer each chunk with its results, until there is nobody to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000)
    work = make()
    while lines := _received(pipe):
        results = [work(number, line) for number, line in lines]
        with suppress(OSError):
            pipe.send(results)


def _received(pipe: Connection) -> list[Line]:
    """The next lines; none where the parent is gone."""
    try:
        lines: list[Line] = pipe.recv()
    except (EOFError, OSError):
        return []
    return lines

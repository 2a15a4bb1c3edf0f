"""The worker: takes tries, one JSON a line, runs each, and tells how it went.

What it is told comes on standard input; what it tells goes to standard output. Nothing
else may be written there: what a try, or the C engine, writes past the captured streams
goes to standard error, and counts as a fault. A try that takes more than its share of the
processor's time ends the worker (SIGXCPU), wherever it is just then.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import math
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.fuzz.running import Stage
from tests.fuzz.tries import Try

MEMORY = "memory"
"""What is sent instead of a try to be told how much memory is in use."""


def main(most: int) -> None:
    """Run tries until there are no more, each in at most so many seconds of the processor."""
    faulthandler.enable()
    faulthandler.register(signal.SIGXCPU, chain=True)
    tell = os.fdopen(os.dup(1), "w", encoding="utf8")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder) / "scratch")
        _tell(tell, {"ready": True})
        for line in sys.stdin:
            if line.strip() == MEMORY:
                _tell(tell, {"memory": _memory()})
                continue
            one = Try.read(line)
            written = _size()
            begun = time.process_time()
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(begun) + most, -1))
            code, faults = stage.faults(one)
            seconds = time.process_time() - begun
            if _size() != written:
                faults.append("something is written past the standard streams")
            _tell(tell, {"code": code, "faults": faults, "seconds": seconds})
        os.chdir("/")


def _tell(stream: Any, data: dict[str, Any]) -> None:
    stream.write(json.dumps(data) + "\n")
    stream.flush()


def _size() -> int:
    return os.fstat(2).st_size


def _memory() -> int:
    """The megabytes in use, when all that is garbage is let go and given back."""
    gc.collect()
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


if __name__ == "__main__":
    main(int(sys.argv[1]))

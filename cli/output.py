"""Standard output as the command needs it: no character and no closed end stops it."""

from __future__ import annotations

import os
import sys


def make_safe() -> None:
    """Let no character stop the output, nor a standard output that was closed."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def close() -> None:
    """Nobody reads any more: let nothing be written at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

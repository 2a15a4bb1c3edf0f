"""The command at a terminal of its own, as a person sits before it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from types import TracebackType

import pexpect
from pexpect.fdpexpect import fdspawn

from tests.cli.conftest import FLOOR, environment

SECONDS = 30


class Terminal:
    """``floor`` on a pseudo-terminal; what it prints is read without its colours."""

    def __init__(self, *arguments: str, columns: int = 80, env: dict[str, str] | None = None):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self._process = subprocess.Popen(
            [str(FLOOR), *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment({"COLUMNS": str(columns), "NO_COLOR": "1", **(env or {})}),
            start_new_session=True,
        )
        os.close(theirs)
        self._child = fdspawn(ours, timeout=SECONDS, encoding="utf8")
        self.seen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._child.close()

    def expect(self, words: str) -> str:
        """Wait for ``words``; what was printed up to their end."""
        self._child.expect_exact(words)
        told = plain(self._child.before + words)
        self.seen += told
        return told

    def send(self, keys: str) -> None:
        """Type some keys."""
        self._child.send(keys)

    def expect_any(self, *words: str) -> int:
        """Wait for any of the words; which of them came."""
        found = self._child.expect_exact(list(words))
        self.seen += plain(self._child.before + words[found])
        return int(found)

    def answer(self, keys: str) -> str:
        """Wait for the prompt, type some keys; what stood before the prompt."""
        told = self.expect("\n> ")
        self.send(keys)
        return told

    def end(self) -> tuple[int, str]:
        """Wait for the end: the exit code, and the rest of what was printed."""
        self._child.expect(pexpect.EOF)
        self._process.wait(SECONDS)
        rest = plain(self._child.before or "")
        self.seen += rest
        return self._process.returncode, rest

    def interrupt(self) -> int:
        """Interrupt it, as Ctrl-C does: the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(SECONDS)

    def cooked(self) -> bool:
        """Whether the terminal echoes and takes whole lines, as it did before."""
        return bool(termios.tcgetattr(self._child.fileno())[3] & termios.ICANON)


def plain(text: str) -> str:
    """Text without colours, spaces at line ends and carriage returns."""
    text = re.sub(r"\x1b\[[\d;]*m", "", text).replace("\r", "")
    return re.sub(r" +\n", "\n", text)

"""One answer from the terminal: a single key where that says it all, else a line."""

from __future__ import annotations

import codecs
import os
import select
import sys
from collections.abc import Collection

from cli.console import clean

LONGEST = 200


class Stop(Exception):
    """The person has had enough questions, or there is no more input."""


def answer(prompt: str, instant: Collection[str] = ()) -> str:
    """Read an answer; a key of ``instant`` that comes first is one without Enter.

    Raises:
        Stop: there is no more input.
    """
    try:
        import termios
        import tty
    except ImportError:
        return _line(prompt)
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        _echo(prompt)
        return _keys(terminal, instant).strip()
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError as error:
        raise Stop from error


def _keys(terminal: int, instant: Collection[str]) -> str:
    decoder = codecs.getincrementaldecoder("utf8")("replace")
    written: list[str] = []
    while True:
        read = _read(terminal)
        if read in (b"", b"\x04"):
            _echo("\n")
            if written and read:
                return "".join(written)
            raise Stop
        for key in decoder.decode(read):
            if key in "\r\n":
                _echo("\n")
                return "".join(written)
            if key in instant and not written:
                _echo(f"{key}\n")
                return key
            _edit(key, written, terminal)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1)
    except OSError:  # the terminal is gone
        return b""


def _edit(key: str, written: list[str], terminal: int) -> None:
    if key in "\x7f\b":
        if written:
            written.pop()
            _echo("\b \b")
    elif key == "\x15":
        _echo("\b \b" * len(written))
        written.clear()
    elif key == "\x1b":
        _skip_sequence(terminal)
    elif clean(key) and len(written) < LONGEST:
        written.append(key)
        _echo(key)


def _skip_sequence(terminal: int) -> None:
    """Read on to the end of what an arrow or function key sends."""

    def waiting() -> bytes:
        return _read(terminal) if select.select([terminal], [], [], 0.02)[0] else b""

    if waiting() in (b"[", b"O"):
        while (byte := waiting()) and not b"@" <= byte <= b"~":
            pass


def _echo(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

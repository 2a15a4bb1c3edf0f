"""One try, run in this process through the entry point, and what is wrong with how it went."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import termios
import traceback
import tty
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import typer.main

from cli import ask, console, main
from engine.incident import Incident
from engine.network import NetworkError
from engine.ruling import Engine
from rulebase import build, load
from tests.fuzz.checks import Ran, answers, faults, lost
from tests.fuzz.tries import HOUSES, PROGRESS, Try

NO_MORE = b"\x04" * 40
"""Ends of input, as many as any try may need."""


class _Captured(io.TextIOWrapper):
    """A standard stream kept in memory."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding="utf8", write_through=True)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf8")


class Stage:
    """Where tries are run: a scratch folder that stands for the user's, and a keyboard."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._typist, self._keyboard = os.openpty()
        tty.setcbreak(self._keyboard)
        self._broken: list[str] = []
        environment = {
            "HOME": str(folder),
            "XDG_CACHE_HOME": str(folder.with_name("cache")),
            "XDG_DATA_HOME": str(folder / "data"),
            "FLOOR_HOUSES": str(folder / HOUSES),
            "TERM": "dumb",
        }
        os.environ.update(environment)
        _quicken()
        _watch_networks(self._broken)

    def faults(self, one: Try) -> tuple[int | None, list[str]]:
        """Run a try; its exit code, and what is wrong with how it went."""
        self._set(one)
        before = answers(self._folder / PROGRESS) if PROGRESS in one.files else set()
        ran = self._run(one)
        found = list(faults(one, ran))
        found += [f"the matcher refuses what it got: {what}" for what in self._broken]
        if PROGRESS in one.files:
            found += lost(self._folder / PROGRESS, one.files[PROGRESS], before)
        return ran.code, found

    def _set(self, one: Try) -> None:
        os.chdir("/")
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        os.chdir(self._folder)
        for name, content in one.files.items():
            file = self._folder / name
            with contextlib.suppress(OSError, ValueError):  # no name for a file
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        _forget_own_houses()
        self._broken.clear()

    def _run(self, one: Try) -> Ran:
        console.out.cache_clear()
        console.err.cache_clear()
        _Engines.fresh = one.fresh
        os.environ["COLUMNS"] = str(one.columns)
        at_terminal = one.keys is not None
        out, err = _Captured(terminal=at_terminal), _Captured(terminal=at_terminal)
        stdin = self._typed(one.keys) if one.keys is not None else _Captured(one.given)
        streams = sys.stdin, sys.stdout, sys.stderr, sys.argv
        sys.stdin, sys.stdout, sys.stderr = stdin, out, err
        sys.argv = ["floor", *one.arguments]
        try:
            main.run()
        except SystemExit as left:
            return Ran(left.code if isinstance(left.code, int) else None, out.text(), err.text())
        except BaseException:
            return Ran(None, out.text(), err.text(), traceback.format_exc())
        finally:
            sys.stdin, sys.stdout, sys.stderr, sys.argv = streams
        return Ran(None, out.text(), err.text())

    def _typed(self, keys: bytes) -> io.TextIOBase:
        termios.tcflush(self._keyboard, termios.TCIOFLUSH)
        os.write(self._typist, keys + NO_MORE)
        return os.fdopen(self._keyboard, "r", encoding="utf8", closefd=False)


def _quicken() -> None:
    """Keep what a process of a person's makes once: the command, an engine, the shipped houses."""
    _replace(typer.main, "get_command", cache)
    _replace(ask, "engine_for", _Engines)
    _replace(build, "read_house", _kept)
    _replace(build, "read_vocabulary", _kept)


def _replace(owner: object, name: str, by: Callable[[Any], Any]) -> None:
    setattr(owner, name, by(getattr(owner, name)))


class _Engines:
    """Makes engines as the command does, or gives one that has ruled before."""

    fresh = False

    def __init__(self, make: Callable[..., Engine]) -> None:
        self._make = make
        self._kept = make(load.built_in())
        for event in load.vocabulary().events:
            for _ in range(2):  # the second time its networks are made whole, and kept
                self._kept.rule(Incident((event,)))

    def __call__(self, names: Iterable[str], *options: Any, **more: Any) -> Engine:
        wanted = tuple(dict.fromkeys(names)) or load.built_in()
        if self.fresh or any(options) or any(more.values()) or set(wanted) - {*load.built_in()}:
            return self._make(names, *options, **more)
        return self._kept.only(*wanted)


def _kept(read: Callable[..., Any]) -> Callable[..., Any]:
    """Read what comes with the program once."""
    once: dict[Path, Any] = {}

    def reading(folder: Path, problems: list[Any]) -> Any:
        if not folder.is_relative_to(load.ROOT):
            return read(folder, problems)
        if folder not in once:
            once[folder] = read(folder, problems)
        return once[folder]

    return reading


def _watch_networks(broken: list[str]) -> None:
    """Note what the matchers refuse, which a house that comes with the program never gives them."""

    def noting(begin: Callable[..., None]) -> Callable[..., None]:
        def noted(self: NetworkError, *said: object) -> None:
            broken.append(" ".join(map(str, said)))
            begin(self, *said)

        return noted

    _replace(NetworkError, "__init__", noting)


def _forget_own_houses() -> None:
    if any(name not in load.built_in() for name in load.house_names()):
        load.house.cache_clear()
    load._own_part.cache_clear()
    load.house_names.cache_clear()
    load.faulty.clear()

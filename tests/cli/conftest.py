"""The command as tests run it: in this process, through its entry point, and at a terminal."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulebase import load

FLOOR = Path(sys.executable).with_name("floor")
ONE_BIG_CHIP = {
    "events": ["chips-put-in"],
    "facts": {"facing": "bet", "to-call": 600, "put-in": 5000, "chips": 1, "announced": "nothing"},
}
HOUSES = load.built_in()


class Ran(NamedTuple):
    """What a run of the command gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as one JSON a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


class _Stream(io.TextIOWrapper):
    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf8", write_through=True)

    def text(self) -> str:
        """All that was written."""
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf8")


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run ``floor`` in this process: arguments, then ``given`` on standard input."""
    from cli import console, main

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*arguments: str, given: str | bytes = b"", columns: int = 80) -> Ran:
        monkeypatch.setenv("COLUMNS", str(columns))
        console.out.cache_clear()
        console.err.cache_clear()
        data = given.encode() if isinstance(given, str) else given
        stdin, stdout, stderr = _Stream(data), _Stream(), _Stream()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["floor", *arguments])
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stdout", stdout)
            patch.setattr(sys, "stderr", stderr)
            with pytest.raises(SystemExit) as left:
                main.run()
        code = left.value.code
        assert isinstance(code, int)
        return Ran(code, stdout.text(), stderr.text())

    yield run
    console.out.cache_clear()
    console.err.cache_clear()


def entry_point(
    *arguments: str, given: str | bytes = b"", env: dict[str, str] | None = None
) -> Ran:
    """Run the installed ``floor`` script, every warning an error."""
    done = subprocess.run(
        [str(FLOOR), *arguments],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        env=environment(env),
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def environment(more: dict[str, str] | None = None) -> dict[str, str]:
    """The environment of a run, without what would colour or size its output."""
    kept = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "NO_COLOR", "LINES")}
    return {**kept, "PYTHONWARNINGS": "error", "COLUMNS": "80", "TERM": "xterm", **(more or {})}


def written(folder: Path, name: str, data: Any) -> str:
    """The path of a file that holds ``data``, as JSON unless it is text."""
    file = folder / name
    if isinstance(data, bytes):
        file.write_bytes(data)
    else:
        file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf8")
    return str(file)


def main_rulings(house: dict[str, Any]) -> list[dict[str, Any]]:
    """What a house rules on the decision asked."""
    return [r for r in house["rulings"] if r["decision"] == house["asked"]]


def drives_terminal(text: str, allowed: Sequence[str] = ("\n", "\t")) -> bool:
    """Whether text holds a control character or a mark of direction."""
    import unicodedata

    return any(unicodedata.category(c).startswith("C") and c not in allowed for c in text)

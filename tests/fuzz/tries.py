"""A try: one run of ``floor``, as data that can be written to a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

PROGRESS = "data/floorcall/progress.sqlite"
"""Where a try puts the progress file, in the folder that stands for the user's."""

HOUSES = "houses"
"""Where it puts houses of one's own."""


class Try(NamedTuple):
    """One run: its arguments, what stands on standard input or is typed, and files.

    ``keys`` are typed at a terminal; None: there is no terminal. ``fresh`` rules with an
    engine made for this run, as a person's run does, not with one that has ruled before.
    """

    kind: str
    arguments: tuple[str, ...]
    given: bytes = b""
    files: Mapping[str, bytes] = {}
    keys: bytes | None = None
    columns: int = 80
    fresh: bool = False

    def written(self) -> str:
        """The try as JSON; text that is no UTF-8 is kept byte by byte."""
        data = self._asdict()
        data["given"] = as_text(self.given)
        data["files"] = {name: as_text(content) for name, content in self.files.items()}
        data["keys"] = None if self.keys is None else as_text(self.keys)
        return json.dumps(data)

    @classmethod
    def read(cls, written: str) -> Try:
        """The try that :meth:`written` wrote.

        >>> once = Try("facts", ("rule", "-"), b"\\xff\\x1b", {"a.yaml": b"\\x00\\xc3"}, b"q")
        >>> Try.read(once.written()) == once
        True
        """
        data = json.loads(written)
        data["arguments"] = tuple(data["arguments"])
        data["given"] = as_bytes(data["given"])
        data["files"] = {name: as_bytes(content) for name, content in data["files"].items()}
        data["keys"] = None if data["keys"] is None else as_bytes(data["keys"])
        return cls(**data)


def as_text(data: bytes) -> str:
    """Bytes as text, those that are no UTF-8 too."""
    return data.decode("utf8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """The bytes that :func:`as_text` had."""
    return text.encode("utf8", "surrogateescape")

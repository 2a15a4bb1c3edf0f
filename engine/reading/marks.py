"""Words found in a file as it lies: by 64 bits of each, in rising order, and nothing made first."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from struct import pack
from typing import Any, Generic, TypeVar
from zlib import adler32, crc32

T = TypeVar("T")


def mark(word: str) -> int:
    """What a word is found by: 64 bits of it, the same everywhere."""
    spelled = word.encode()
    return crc32(spelled) << 32 | adler32(spelled)


def place(marks: memoryview, word: str) -> int | None:
    """Where the mark of a word stands; None where it does not."""
    wanted = mark(word)
    found = bisect_left(marks, wanted)
    return found if found < len(marks) and marks[found] == wanted else None


class Table(Generic[T]):
    """Rows by word, read from JSON when the word is first asked for."""

    def __init__(self, data: memoryview, read: Callable[[Any], T]) -> None:
        many = int.from_bytes(data[:8], "little")
        self._marks = data[8 : 8 + 8 * many].cast("Q")
        self._ends = data[8 + 8 * many : 8 + 12 * many].cast("I")
        self._rows = data[8 + 12 * many :]
        self._read = read
        self._known: dict[str, Sequence[T]] = {}

    def get(self, word: str) -> Sequence[T]:
        """The rows of a word; none where it has none."""
        if word in self._known:
            return self._known[word]
        at = place(self._marks, word)
        if at is None:
            return ()  # and not kept: of words that it has not there is no end
        start = self._ends[at - 1] if at else 0
        rows = json.loads(bytes(self._rows[start : self._ends[at]]))
        found = self._known[word] = [self._read(row) for row in rows]
        return found


def packed(rows: Mapping[str, Iterable[Any]]) -> bytes:
    """A table as ``Table`` reads it.

    >>> Table(memoryview(packed({"a": [1, 2], "b": [3]})), int).get("a")
    [1, 2]

    Raises:
        ValueError: two words have the same mark.
    """
    found = sorted(
        (mark(word), json.dumps(list(r), separators=(",", ":"))) for word, r in rows.items()
    )
    marks, texts = [m for m, _ in found], [text.encode() for _, text in found]
    if len(set(marks)) < len(marks):
        raise ValueError("two words have the same mark")
    ends = accumulate(map(len, texts))
    many = len(marks)
    return b"".join([pack("<Q", many), pack(f"<{many}Q", *marks), pack(f"<{many}I", *ends), *texts])

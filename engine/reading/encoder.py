"""A second look at a narrative: a small transformer, which weighs words by what is around them.

It is MPNet (Microsoft; sentence-transformers, Apache 2.0) trained further on our texts by
``scenarios.train_encoder``, with half a byte a weight. It takes a third of a second, so it is
asked only where the recogniser leaves open what happened.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FILE = Path(__file__).parent / "encoder.npz"
LONGEST = 160
"""How many pieces of words are looked at, with the marks of start and end."""
MOST_LETTERS = 60
"""A longer word is unknown."""
HEADS = 12
EPSILON = 1e-5
GROUP = 32
"""So many weights of a row share a scale."""
NOUGHT = 8
"""What stands for no weight at all, of the sixteen steps of half a byte."""
UNKNOWN, START, END = "[UNK]", "<s>", "</s>"


@dataclass(frozen=True)
class Encoder:
    """The weights as they are stored, a table each."""

    pieces: Mapping[str, int]
    events: tuple[str, ...]
    layers: int
    tables: Mapping[str, Any]

    def beliefs(self, text: str) -> dict[str, float]:
        """The share of belief of each event that the encoder knows."""
        import numpy as np

        scores = self._table("head") @ self._encoded(text) + self.tables["head.bias"]
        raised = np.exp(scores - scores.max())
        return dict(zip(self.events, (raised / raised.sum()).tolist(), strict=True))

    def _encoded(self, text: str) -> Floats:
        """The mean of what the words come to."""
        ids = [self.pieces[START], *_pieces(text, self.pieces), self.pieces[END]]
        ids = [*ids[: LONGEST - 1], self.pieces[END]] if len(ids) > LONGEST else ids
        words = unpacked(self.tables["words"][ids], self.tables["words.scale"][ids])
        found = self._normed(words + self._table("places")[: len(ids)], "start")
        for number in range(self.layers):
            found = self._layer(found, f"{number}.")
        mean: Floats = found.mean(axis=0)
        return mean

    def _layer(self, found: Floats, layer: str) -> Floats:
        import numpy as np

        many, width = found.shape
        size = width // HEADS
        looked = self._linear(found, f"{layer}looks").reshape(many, 3, HEADS, size)
        asks, keys, values = (looked[:, i].transpose(1, 0, 2) for i in range(3))
        apart = np.arange(many) - np.arange(many)[:, None] + LONGEST - 1
        near = self.tables[f"{layer}near"][apart].transpose(2, 0, 1)
        heed = asks @ keys.transpose(0, 2, 1) / math.sqrt(size) + near
        heed = np.exp(heed - heed.max(axis=-1, keepdims=True))
        heed /= heed.sum(axis=-1, keepdims=True)
        seen = (heed @ values).transpose(1, 0, 2).reshape(many, width)
        found = self._normed(found + self._linear(seen, f"{layer}seen"), f"{layer}seen")
        thought = _gelu(self._linear(found, f"{layer}wide"))
        return self._normed(found + self._linear(thought, f"{layer}back"), f"{layer}back")

    def _linear(self, found: Floats, name: str) -> Floats:
        made: Floats = found @ self._table(name).T + self.tables[f"{name}.bias"]
        return made

    def _table(self, name: str) -> Floats:
        return unpacked(self.tables[name], self.tables[f"{name}.scale"])

    def _normed(self, found: Floats, name: str) -> Floats:
        import numpy as np

        found = found - found.mean(axis=-1, keepdims=True)
        spread = np.sqrt((found * found).mean(axis=-1, keepdims=True) + EPSILON)
        made: Floats = found / spread * self.tables[f"{name}.gain"] + self.tables[f"{name}.shift"]
        return made


def unpacked(table: NDArray[np.uint8], scale: NDArray[np.float16]) -> Floats:
    """A table of two weights a byte: the first half of each row in the low bits."""
    import numpy as np

    steps = np.concatenate([table & 15, table >> 4], axis=1).view(np.int8) - np.int8(NOUGHT)
    grouped = steps.reshape(len(table), -1, GROUP) * scale.astype("f4")[:, :, None]
    found: Floats = grouped.reshape(len(table), -1)
    return found


def packed(weights: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """A table and its scales, as ``unpacked`` reads them.

    >>> import numpy as np
    >>> weights = np.linspace(-1, 1, 64, dtype="f4").reshape(1, 64)
    >>> bool(np.abs(unpacked(*packed(weights)) - weights).max() < 1 / 14 + 1e-3)
    True
    """
    import numpy as np

    grouped = weights.reshape(len(weights), -1, GROUP)
    scale = (np.abs(grouped).max(axis=2) / (NOUGHT - 1) + 1e-7).astype("f2")
    steps = np.rint(grouped / scale.astype("f4")[:, :, None]).clip(1 - NOUGHT, NOUGHT - 1) + NOUGHT
    steps = steps.astype("u1").reshape(weights.shape)
    half = weights.shape[1] // 2
    return steps[:, :half] | steps[:, half:] << 4, scale


def _gelu(found: Floats) -> Floats:
    """Half of it where it is near nothing, all of it above, none below."""
    import numpy as np

    bent = 0.7978845608 * (found + 0.044715 * found * found * found)
    made: Floats = 0.5 * found * (1 + np.tanh(bent))
    return made


def words(text: str) -> Iterator[str]:
    """The words and marks of a text, in small letters and without accents.

    >>> list(words("Seat 4's all-in: café?"))
    ['seat', '4', "'", 's', 'all', '-', 'in', ':', 'cafe', '?']
    """
    word = ""
    for letter in unicodedata.normalize("NFD", text.lower()):
        kind = unicodedata.category(letter)
        if kind == "Mn":
            continue
        if kind[0] in "PS":
            yield from filter(None, (word, letter))
            word = ""
        elif letter.isspace() or kind[0] in "CZ":
            if word:
                yield word
            word = ""
        else:
            word += letter
    if word:
        yield word


def _pieces(text: str, known: Mapping[str, int]) -> Iterator[int]:
    """The pieces that make up the words, the longest known first."""
    for word in words(text):
        found, place = list[int](), 0
        while place < len(word) and len(word) <= MOST_LETTERS:
            for end in range(len(word), place, -1):
                piece = word[place:end] if place == 0 else f"##{word[place:end]}"
                if piece in known:
                    found.append(known[piece])
                    place = end
                    break
            else:
                break
        yield from found if found and place == len(word) else [known[UNKNOWN]]


@cache
def encoder() -> Encoder | None:
    """The encoder that is shipped; None where NumPy, on which it rests, is not installed."""
    try:
        import numpy as np
    except ImportError:
        return None
    with np.load(FILE) as stored:
        tables = {name: stored[name] for name in stored.files}
    pieces = tables.pop("pieces").tobytes().decode().split("\n")
    events = tables.pop("events").tobytes().decode().split("\n")
    layers = sum(name.endswith("looks") for name in tables)
    return Encoder({piece: i for i, piece in enumerate(pieces)}, tuple(events), layers, tables)

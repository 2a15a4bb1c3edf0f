"""The recogniser's weights: trained offline by ``scenarios.train``, read as they stand.

The file holds a line of JSON (the columns, blocks and limits), the marks of the features,
rising in each block, a byte for each that says how rare it is, and a byte for each feature
and column: its weight plus 128. The columns are the events of the incident files, then the
events that a parent was split into. A feature is found by its mark, so that nothing needs
to be made of the file before the first is looked up.
"""

from __future__ import annotations

import json
import math
import mmap
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from operator import add, mul
from pathlib import Path
from typing import Any, NamedTuple

from engine.reading.marks import place

FILE = Path(__file__).parent / "weights.bin"
ZERO = 128
RAREST = 25.0
"""The byte of a rarity is this many times it."""


class Block(NamedTuple):
    """One block of features: their marks, how rare each is, and the size of a weight."""

    marks: memoryview
    rarity: memoryview
    first: int
    scale: float

    def row(self, feature: str) -> int | None:
        """The row of a feature; None where the block has none."""
        return place(self.marks, feature)


class Limits(NamedTuple):
    """``heat`` turns scores into shares of belief.

    ``sure`` and ``second`` are the shares from which an event is taken for certain, and
    another beside it; ``child`` is the score from which a part of a split event is taken.
    """

    heat: float
    sure: float
    second: float
    child: float


@dataclass(frozen=True)
class Weights:
    """All that was learned; ``parents`` names the parent of each event that is a part."""

    events: tuple[str, ...]
    parents: dict[str, str]
    start: tuple[float, ...]
    blocks: dict[str, Block]
    table: memoryview
    limits: Limits

    def scores(self, features: Mapping[str, Iterable[str]]) -> dict[str, float]:
        """The score of every event, from the features of a narrative."""
        total = list(self.start)
        for name, block in self.blocks.items():
            values = _values(block, features[name])
            length = math.sqrt(sum(value * value for value in values.values()))
            if length:
                total = list(map(add, total, self._sum(block, values, length)))
        return dict(zip(self.events, total, strict=True))

    def _sum(self, block: Block, values: Mapping[int, float], length: float) -> list[float]:
        width = len(self.events)
        total = [0.0] * width
        for row, value in values.items():
            start = (block.first + row) * width
            weighed = map(mul, self.table[start : start + width], repeat(value))
            total = list(map(add, total, weighed))
        lift, scale = ZERO * sum(values.values()), block.scale / length
        return [(one - lift) * scale for one in total]


def _values(block: Block, features: Iterable[str]) -> dict[int, float]:
    """How much each known feature counts: how often it occurs by how rare it is."""
    found = {}
    for feature, times in Counter(features).items():
        row = block.row(feature)
        if row is not None:
            found[row] = (1 + math.log(times)) * block.rarity[row] / RAREST
    return found


def parse(data: bytes | mmap.mmap) -> Weights:
    """The weights that a file holds."""
    end = data.find(b"\n")
    said: dict[str, Any] = json.loads(data[:end])
    rest = memoryview(data)[end + 1 :]
    every = sum(block["size"] for block in said["blocks"].values())
    marks, rarities = rest[: 8 * every].cast("Q"), rest[8 * every : 9 * every]
    blocks, first = {}, 0
    for name, block in said["blocks"].items():
        last = first + block["size"]
        blocks[name] = Block(marks[first:last], rarities[first:last], first, block["scale"])
        first = last
    return Weights(
        tuple(said["events"]),
        said["parents"],
        tuple(said["start"]),
        blocks,
        rest[9 * every :],
        Limits(**said["limits"]),
    )


@cache
def weights() -> Weights:
    """The weights that are shipped."""
    with FILE.open("rb") as file:
        return parse(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

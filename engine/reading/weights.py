"""The recogniser's weights: trained offline by ``scenarios.train``, read as they stand.

The file holds a line of JSON (the columns, blocks and limits), the names of the features,
one a line, a byte for each that says how rare it is, and a byte for each feature and
column: its weight plus 128. The columns are the events of the incident files, then the
events that a parent was split into.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from operator import add, mul
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "weights.bin"
ZERO = 128
RAREST = 25.0
"""The byte of a rarity is this many times it."""


class Block(NamedTuple):
    """One block of features: the row of each, how rare it is, and the size of a weight."""

    rows: dict[str, int]
    rarity: memoryview
    first: int
    scale: float


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
        row = block.rows.get(feature)
        if row is not None:
            found[row] = (1 + math.log(times)) * block.rarity[row] / RAREST
    return found


def parse(data: bytes) -> Weights:
    """The weights that a file holds."""
    end = data.index(b"\n")
    said: dict[str, Any] = json.loads(data[:end])
    rest = memoryview(data)[end + 1 :]
    names = bytes(rest[: said["names"]]).decode().split("\n")
    rarities = rest[said["names"] : said["names"] + len(names)]
    blocks, first = {}, 0
    for name, block in said["blocks"].items():
        last = first + block["size"]
        rows = dict(zip(names[first:last], range(block["size"]), strict=True))
        blocks[name] = Block(rows, rarities[first:last], first, block["scale"])
        first = last
    return Weights(
        tuple(said["events"]),
        said["parents"],
        tuple(said["start"]),
        blocks,
        rest[said["names"] + len(names) :],
        Limits(**said["limits"]),
    )


@cache
def weights() -> Weights:
    """The weights that are shipped."""
    return parse(FILE.read_bytes())

"""The incidents that houses are compared on: the scenario bank's, and generated ones."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.comparing.matrix import Case, Row, matrix, narrowed
from engine.comparing.verdicts import Verdict
from engine.ruling import Engine
from rulebase import load
from rulebase.book import House, Vocabulary

SHIPPED = Path(__file__).parent / "compiled" / "matrix.json"

MOST_KEPT = 12
"""How many matrices the user's cache keeps."""


def bank_cases(vocabulary: Vocabulary) -> Iterator[Case]:
    """Every scenario and near miss of the bank, with the decisions that it expects something of."""
    from scenarios.bank import scenarios

    for scenario in scenarios(vocabulary):
        named = (expected.decision for expected in scenario.expect.values())
        yield Case(scenario.name, scenario.incident, tuple(d for d in dict.fromkeys(named) if d))


def generated_cases(
    vocabulary: Vocabulary, houses: Mapping[str, House], count: int, seed: int
) -> Iterator[Case]:
    """``count`` random incidents near the boundaries of the houses' rules."""
    from scenarios.generate import Generator

    generator = Generator(vocabulary, houses, seed)
    for number in range(count):
        yield Case(f"generated {seed}/{number}", generator.incident())


def bank_matrix(engine: Engine) -> list[Row]:
    """The matrix of the houses over the bank.

    That of all the built-in houses is shipped in the wheel, and any of them are taken from
    it. Where it is not at hand, or with houses of one's own, a matrix is kept in the user's
    cache under a digest of all that it is made from: the houses, the scenarios and the
    program. Where any differs in the least the engine rules anew.
    """
    built_in = load.built_in()
    names = list(engine.houses)
    if not set(names) <= set(built_in):
        return _kept_or_made(engine)
    every = Engine(load.houses(built_in), engine.vocabulary)
    return narrowed(_shipped() or _kept_or_made(every), names, engine.vocabulary)


def _shipped() -> list[Row]:
    """The rows that came with the program; none where they are of another rulebase."""
    if not SHIPPED.is_file():
        return []
    data = json.loads(SHIPPED.read_bytes())
    return [_row(row) for row in data["rows"]] if data["of"] == load.rulebase_hash() else []


def shippable(engine: Engine, digest: str) -> dict[str, Any]:
    """What is shipped: the rows of all the houses of an engine over the bank."""
    rows = matrix(engine, bank_cases(engine.vocabulary))
    return {"of": digest, "rows": [asdict(row) for row in rows]}


def _kept_or_made(engine: Engine) -> list[Row]:
    file = _folder() / f"{_digest(engine)}.json"
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        return [_row(data) for data in json.loads(file.read_bytes())]
    rows = matrix(engine, bank_cases(engine.vocabulary))
    _keep(file, [asdict(row) for row in rows])
    return rows


def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("floorcall") / "compared"


def _digest(engine: Engine) -> str:
    """What tells this comparison from every other."""
    root = load.ROOT.parent
    state = [load.stamp(root / room) for room in ("rulebase", "engine", "scenarios")]
    books = {engine.book(book) for house in engine.houses.values() for book in house.adopts}
    digests = [house.digest for house in engine.houses.values()]
    state += [load.rulebase_hash(), *digests, *sorted(book.digest for book in books)]
    return hashlib.sha256(" ".join(state).encode()).hexdigest()[:24]


def _row(data: dict[str, Any]) -> Row:
    return Row(**{**data, "verdicts": {n: _verdict(v) for n, v in data["verdicts"].items()}})


def _verdict(data: list[Any]) -> Verdict:
    each = Verdict(*data)
    return each._replace(
        outcomes=tuple(each.outcomes), rules=tuple(each.rules), asks=tuple(each.asks)
    )


def _keep(file: Path, rows: list[dict[str, Any]]) -> None:
    """Write a matrix for the next time, and forget the oldest; a barred disk is no matter."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(rows), encoding="utf8")
        fresh.replace(file)
        kept = sorted(file.parent.glob("*.json"), key=lambda f: f.stat().st_mtime_ns)
        for old in kept[:-MOST_KEPT]:
            old.unlink()

"""Loading the rulebase: the compiled form where it is shipped, else a cache of it.

A checkout is compiled into the user's cache, and again whenever a source's size or
time differs; only the houses asked for are read.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from rulebase import own
from rulebase.book import House, Vocabulary
from rulebase.editions import Edition
from rulebase.problems import FloorError, RulebaseError, did_you_mean

ROOT = Path(__file__).parent
SHIPPED = ROOT / "compiled"

_OTHER = ("vocabulary", "written", "restates")
"""The parts of the compiled form that are no house."""

KEPT_SECONDS = 3600
"""How long an older state is kept for programs that began with it and read on."""


class UnknownHouse(FloorError):
    """A house that the rulebase does not hold."""


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary.

    Raises:
        RulebaseError: the sources are faulty.
    """
    return Vocabulary(_part("vocabulary"))


@cache
def house(name: str) -> House:
    """The house ``name``: built in, of one's own, or the path of a folder that holds one.

    Raises:
        UnknownHouse: there is none of that name.
        RulebaseError: the sources are faulty.
    """
    return House(_house_part(name))


def _house_part(name: str) -> dict[str, Any]:
    if name in built_in():
        return _part(name)
    path = own.found().get(name) or (Path(name) if os.sep in name else None)
    if path is None or not (path / "house.yaml").is_file():
        hint = did_you_mean(name, house_names())
        raise UnknownHouse(f'no house "{name}"{hint} (known: {", ".join(house_names())})')
    return _own_part(path)


@cache
def _own_part(path: Path) -> dict[str, Any]:
    return own.compiled(path, ROOT, rulebase_hash())


@cache
def built_in() -> tuple[str, ...]:
    """The names of the houses that come with the program."""
    return tuple(
        sorted(
            n[:-5] for n in os.listdir(_folder()) if n.endswith(".json") and n[:-5] not in _OTHER
        )
    )


def own_names() -> tuple[str, ...]:
    """The names of the houses of one's own."""
    return tuple(name for name in own.found() if name not in built_in())


@cache
def house_names() -> tuple[str, ...]:
    """The names of all houses, one's own after the built-in ones."""
    return (*built_in(), *own_names())


def written(name: str) -> dict[str, list[dict[str, Any]]]:
    """The statements of each entry of a house as its files write them."""
    if name not in built_in():
        found: dict[str, list[dict[str, Any]]] = _house_part(name)["written"]
        return found
    return dict(_part("written")[name])


def restates() -> dict[str, Any]:
    """How events and facts are told back: ``{"events": {…}, "facts": {…}}``."""
    return _part("restates")


def houses(names: Iterable[str] = ()) -> dict[str, House]:
    """The named houses, or all, by name; of all, one's own that are faulty are left out."""
    wanted = tuple(names)
    found = [house(name) for name in wanted or built_in()]
    return {book.name: book for book in found} | ({} if wanted else own_houses())


def own_houses() -> dict[str, House]:
    """The houses of one's own; those with faults are noted in ``faulty`` and left out."""
    found = {}
    for name in own_names():
        try:
            found[name] = house(name)
        except RulebaseError as error:
            faulty[name] = error
    return found


faulty: dict[str, RulebaseError] = {}
"""The houses of one's own that were left out, and why."""


@cache
def editions() -> dict[str, Edition]:
    """Each house as an edition of its family."""
    found = (Edition(*fields) for fields in _part("vocabulary")["editions"])
    return {edition.house: edition for edition in found}


def rulebase_hash() -> str:
    """What tells one state of the rulebase from another."""
    return str(_part("vocabulary")["hash"])


@cache
def _part(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((_folder() / f"{name}.json").read_bytes())
    return data


@cache
def _folder() -> Path:
    if SHIPPED.is_dir():
        return SHIPPED
    import hashlib

    from platformdirs import user_cache_path

    state = stamp(ROOT)
    place = hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]
    kept = user_cache_path("floorcall") / f"rulebase-{place}"
    if (kept / state / "vocabulary.json").is_file():
        return kept / state
    return _compile_into(kept, state)


def stamp(root: Path) -> str:
    """A digest of the size and time of every source and module under ``root``."""
    import hashlib

    digest = hashlib.sha256()
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(i for i in inner if i not in ("__pycache__", "compiled"))
        for file in sorted(files):
            if file.endswith((".yaml", ".py")):
                status = os.stat(os.path.join(folder, file))
                told = f"{folder}/{file} {status.st_size} {status.st_mtime_ns}\n"
                digest.update(told.encode("utf8", "surrogateescape"))
    return digest.hexdigest()[:20]


def _compile_into(kept: Path, stamp: str) -> Path:
    import shutil
    import tempfile
    import time

    from rulebase.build import build

    whole = build(ROOT)
    try:
        kept.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=kept))
    except OSError:
        fresh = Path(tempfile.mkdtemp(prefix="floorcall-"))
    write_parts(whole, fresh)
    target = kept / stamp
    try:
        fresh.rename(target)
    except OSError:
        return target if (target / "vocabulary.json").is_file() else fresh
    for old in kept.iterdir():
        with contextlib.suppress(OSError):
            if old != target and time.time() - old.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(old)
    return target


def write_parts(whole: dict[str, Any], folder: Path) -> list[Path]:
    """Write a compiled rulebase, one file for the vocabulary and one a house."""
    houses = {name: dict(part) for name, part in whole["houses"].items()}
    parts = {
        "vocabulary": {"hash": whole["hash"], **whole["vocabulary"]},
        "restates": whole["restates"],
        "written": {name: part.pop("written") for name, part in houses.items()},
        **houses,
    }
    written = []
    for name, part in parts.items():
        file = folder / f"{name}.json"
        file.write_text(
            json.dumps(part, separators=(",", ":"), ensure_ascii=False), encoding="utf8"
        )
        written.append(file)
    return written

"""Houses of one's own: folders beside the built-in ones, in the user's configuration.

Each is compiled with the built-in rulebase around it, so that it may adopt a house, and
kept in the user's cache until it or the rulebase changes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from rulebase.problems import FloorError, did_you_mean

FOLDER_VARIABLE = "FLOOR_HOUSES"
"""The environment variable that names another folder of houses."""

STARTING_HOUSE = """\
# A house of your own. docs/own-house.md teaches the language in ten minutes;
# `floor house check {name}` tells every fault with its file and line.
house: {name}
name: {title}
edition: "{year}"
source: our own house rules
{adopts}readings: []
"""

STARTING_RULES = """\
# yaml-language-server: $schema={schema}
# Each rule under the locator by which you cite it. An exception to an adopted rule names it
# in `overrides`. Take the marks off the example below and change it.
#
# - rule: Clock 1
#   title: Thirty seconds on the clock
#   gist: A player on whom the clock was called has thirty seconds; then the hand is dead.
#   topic: hands
#   when: {{event: clock-called, facing: [bet, raise, all-in], seconds-passed: "> 30"}}
#   decides: {{hand: dead}}
#   overrides: [{example}]
[]
"""


class OwnHouseError(FloorError):
    """A house of one's own that cannot be made, or is not there."""


def folder() -> Path:
    """Where houses of one's own stand."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("floorcall") / "houses"


def found() -> dict[str, Path]:
    """The houses of one's own, by name."""
    place = folder()
    if not place.is_dir():
        return {}
    return {p.name: p for p in sorted(place.iterdir()) if (p / "house.yaml").is_file()}


def compiled(path: Path, root: Path, state: str) -> dict[str, Any]:
    """The compiled form of the house in ``path``; ``state`` tells the rulebase's own state.

    Raises:
        RulebaseError: its sources are faulty.
    """
    import hashlib

    from platformdirs import user_cache_path

    from rulebase.load import stamp

    told = f"{path.resolve()} {state} {stamp(path)}".encode("utf8", "surrogateescape")
    mark = hashlib.sha256(told).hexdigest()[:20]
    kept = user_cache_path("floorcall") / "own" / f"{path.name}-{mark}.json"
    if kept.is_file():
        part: dict[str, Any] = json.loads(kept.read_bytes())
        return part
    from rulebase.build import build

    part = build(root, [path])["houses"][path.name]
    _keep(part, kept)
    return part


def _keep(part: dict[str, Any], kept: Path) -> None:
    """Keep a compiled house, and drop what was kept of it before; a full disk is no matter."""
    fresh = kept.with_suffix(f".{os.getpid()}")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(part, separators=(",", ":")), "utf8")
        fresh.replace(kept)
        name = kept.name.rpartition("-")[0]
        for old in kept.parent.glob(f"{name}-*.json"):
            if old != kept:
                old.unlink(missing_ok=True)
    except OSError:
        fresh.unlink(missing_ok=True)


def new(name: str, adopts: str, at: Path | None, built_in: tuple[str, ...], year: int) -> Path:
    """Write a starting folder for a house of one's own.

    Raises:
        OwnHouseError: the name is taken or none, the folder is there, or ``adopts`` is no house.
    """
    if not name or not all(c.isalnum() or c == "-" for c in name) or not name.isascii():
        raise OwnHouseError(f'"{name}" is no name for a house: letters, digits and hyphens only')
    if name in built_in:
        raise OwnHouseError(f'"{name}" is a built-in house')
    if adopts and adopts not in built_in:
        hint = did_you_mean(adopts, built_in)
        raise OwnHouseError(f'no house "{adopts}" to adopt{hint} (known: {", ".join(built_in)})')
    place = (at or folder()) / name
    if place.exists():
        raise OwnHouseError(f"{place} is there already; nothing was changed")
    try:
        place.mkdir(parents=True)
        adopted = f"adopts: [{adopts}]\n" if adopts else ""
        title = name.replace("-", " ").capitalize()
        (place / "house.yaml").write_text(
            STARTING_HOUSE.format(name=name, title=title, year=year, adopts=adopted), "utf8"
        )
        example = f'"{adopts}/5"' if adopts.startswith("tda") else ""
        (place / "rules.yaml").write_text(
            STARTING_RULES.format(schema="floor-schema.json", example=example), "utf8"
        )
    except OSError as error:
        raise OwnHouseError(f"{place}: {error.strerror}") from error
    return place

"""One house compiled from any folder: another state of a house, beside the one installed."""

from __future__ import annotations

from pathlib import Path

from rulebase.book import House, Vocabulary
from rulebase.build import ROOT, build_houses
from rulebase.problems import FloorError, Problem, RulebaseError
from rulebase.schema import HouseSource
from rulebase.source import read
from rulebase.vocabulary_source import validated


class VersionError(FloorError):
    """Folders that are no two states of one house."""


def house_in(folder: Path) -> str:
    """The name of the house that ``folder`` holds.

    Raises:
        VersionError: there is no such folder, or no house in it.
    """
    if not folder.is_dir():
        raise VersionError(f"{folder}: no such folder")
    if not (folder / "house.yaml").is_file():
        raise VersionError(f"{folder}: no house.yaml, so no house")
    return _read(folder).house


def compiled(folder: Path, root: Path = ROOT) -> tuple[Vocabulary, dict[str, House]]:
    """The vocabulary, and the house in ``folder`` with the books that it adopts.

    Raises:
        VersionError: there is no house in it.
        RulebaseError: its files are faulty, each fault with file and line.
    """
    name = house_in(folder)
    shipped = {place.name: place for place in (root / "houses").iterdir() if place.is_dir()}
    adopts = _read(folder).adopts
    known = all(book in shipped for book in adopts)
    books = {book: shipped[book] for book in adopts} if known else shipped
    whole = build_houses({**books, name: folder}, root)
    houses = {book: House(data) for book, data in whole["houses"].items()}
    return Vocabulary(whole["vocabulary"]), houses


def _read(folder: Path) -> HouseSource:
    problems: list[Problem] = []
    house: HouseSource | None = validated(read(folder / "house.yaml"), HouseSource, problems)
    if house is None:
        raise RulebaseError(problems)
    return house

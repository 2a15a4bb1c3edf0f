"""Which edition of a rulebook holds: by name, by family, by the day of the incident."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from rulebase.problems import FloorError

NEWEST = "9999-12-31"


class EditionError(FloorError):
    """A day that is none, or one on which nothing that was asked for held."""


class Edition(NamedTuple):
    """A house as an edition of its family (empty: of none), with the days that it held."""

    house: str
    family: str
    holds_from: str
    in_force_until: str


class Chosen(NamedTuple):
    """The houses to ask, and what there is to say about their editions."""

    names: tuple[str, ...]
    warnings: tuple[str, ...]


def choose(editions: Mapping[str, Edition], names: Iterable[str] = (), on: str = "") -> Chosen:
    """The named houses, or all; a family's name stands for its newest edition held by the day.

    With a day, of each family only that edition is asked, and houses that did not hold
    yet are left out, unless they were named. Names that are neither are passed through.

    >>> held = {e.house: e for e in (
    ...     Edition("tda-2007", "tda", "2007-03-15", "2008-12-31"),
    ...     Edition("tda-2024", "tda", "2024-10-09", ""), Edition("adc", "", "", ""))}
    >>> choose(held, ["tda"]).names, choose(held, on="2008-06-01").names
    (('tda-2024',), ('tda-2007', 'adc'))
    >>> choose(held, ["tda"], "2012-01-01").warnings
    ('tda-2007: on 2012-01-01 a later edition, not held here, was in force',)

    Raises:
        EditionError: the day is none, or nothing of a family was held by it.
    """
    day = _day(on)
    families: dict[str, list[Edition]] = {}
    for edition in editions.values():
        if edition.family:
            families.setdefault(edition.family, []).append(edition)
    wanted = [_newest(families[n], day).house if n in families else n for n in names]
    if not wanted:
        wanted = [
            edition.house
            for edition in editions.values()
            if edition.holds_from <= day
            and not (on and edition.family and _newest(families[edition.family], day) != edition)
        ]
    told = [_warning(editions[n], families, day) for n in wanted if on and n in editions]
    return Chosen(tuple(dict.fromkeys(wanted)), tuple(filter(None, told)))


def _day(written: str) -> str:
    if not written:
        return NEWEST
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError as error:
        raise EditionError(f'"{written}" is no day; write it as 2008-06-01') from error


def _newest(editions: list[Edition], day: str) -> Edition:
    held = [edition for edition in editions if edition.holds_from <= day]
    if not held:
        known = ", ".join(f"{e.house} from {e.holds_from}" for e in editions)
        raise EditionError(f"no edition of {editions[0].family} is held for {day} ({known})")
    return max(held, key=lambda edition: edition.holds_from)


def _warning(edition: Edition, families: Mapping[str, list[Edition]], day: str) -> str:
    if edition.holds_from > day:
        return f"{edition.house}: it holds only from {edition.holds_from}"
    if not edition.family:
        return ""
    newest = _newest(families[edition.family], day)
    if newest != edition:
        return f"{edition.house}: on {day} {newest.house} was in force"
    if edition.in_force_until and day > edition.in_force_until:
        return f"{edition.house}: on {day} a later edition, not held here, was in force"
    return ""

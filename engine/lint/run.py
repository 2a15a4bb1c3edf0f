"""All the checks, over the houses asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.lint.book import Book, Written
from engine.lint.conflicts import conflicts
from engine.lint.finding import Finding
from engine.lint.firing import dangling_overrides, never_fires
from engine.lint.subsumed import subsumed
from engine.lint.unused import unknown, unused
from rulebase.book import House, Vocabulary

OF_A_HOUSE = (never_fires, conflicts, subsumed, dangling_overrides)


def findings(
    houses: Mapping[str, House],
    vocabulary: Vocabulary,
    written: Mapping[str, Written],
    names: Iterable[str] = (),
) -> Iterator[Finding]:
    """What there is to say of the named houses, or of all and of the vocabulary too.

    ``houses`` and ``written`` hold every house, since what is used is used by any.
    """
    asked = tuple(names)
    for name in asked or houses:
        house = houses[name]
        adopted = (houses[book] for book in house.adopts)
        book = Book(house, adopted, vocabulary, written[name])
        for check in OF_A_HOUSE:
            yield from check(book)
        yield from unknown(house, vocabulary)
    if not asked:
        yield from unused(houses.values(), vocabulary)

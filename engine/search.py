"""Ranked text search over rules, terms and events, by SQLite's full-text index in memory."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping

from rulebase.book import House

_WORD = re.compile(r"[a-z0-9]+")


class Index:
    """Documents by key, found by the words they share with a query, the best first."""

    def __init__(self, documents: Iterable[tuple[str, str, str]]) -> None:
        """``documents``: key, heading (weighs more), body."""
        self._db = sqlite3.connect(":memory:")
        self._db.execute(
            "create virtual table documents using fts5("
            "key unindexed, heading, body, tokenize = 'porter unicode61')"
        )
        self._db.executemany("insert into documents values (?, ?, ?)", documents)

    def search(self, query: str, limit: int = 20) -> list[str]:
        """The keys of the documents nearest to ``query``: all its words first, then any.

        >>> index = Index([("a", "odd chip", "left of the button"), ("b", "muck", "dead hand")])
        >>> index.search("odd chips"), index.search("xyzzy")
        (['a'], [])
        """
        words = list(dict.fromkeys(_WORD.findall(query.lower())))[:40]
        if not words:
            return []
        found: dict[str, None] = {}
        for joined in (" AND ", " OR "):
            match = joined.join(f'"{word}"' for word in words)
            rows = self._db.execute(
                "select key from documents where documents match ? "
                "order by bm25(documents, 0, 4, 1), rowid limit ?",
                (match, limit),
            )
            found.update(dict.fromkeys(key for (key,) in rows))
        return list(found)[:limit]


def rule_index(houses: Mapping[str, House]) -> Index:
    """An index of every entry, by ``house/locator``."""
    return Index(
        (f"{rule.house}/{rule.rule}", rule.title, f"{rule.rule} {rule.gist} {rule.topic}")
        for house in houses.values()
        for rule in house.rules.values()
    )

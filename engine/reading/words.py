"""Stems of words, so that "raises" and "raising" are read alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


_found: list[_Stemmer] = []


def _stemmer() -> _Stemmer:
    if not _found:
        from snowballstemmer.english_stemmer import EnglishStemmer

        _found.append(EnglishStemmer())
    return _found[0]


@lru_cache(maxsize=20_000)
def _snowball(word: str) -> str:
    return _stemmer().stemWord(word)


LONGEST_WORD = 40


def stem(word: str, irregular: Mapping[str, str]) -> str:
    """The stem of a lower-case word; ``irregular`` forms first.

    >>> stem("raises", {}), stem("raising", {}), stem("threw", {"threw": "throw"})
    ('rais', 'rais', 'throw')
    """
    word = word[:LONGEST_WORD]
    if (known := irregular.get(word)) is not None:
        return known
    bare = word.removesuffix("'s").removesuffix("s'")
    if (known := irregular.get(bare)) is not None:
        return known
    return _snowball(bare)

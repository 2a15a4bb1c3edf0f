"""Stems of words, so that "raises" and "raising" are read alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    from Stemmer import Stemmer

    stemmed: Callable[[str], str] = Stemmer("english").stemWord
    return stemmed


@lru_cache(maxsize=20_000)
def _snowball(word: str) -> str:
    return _stemmer()(word)


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

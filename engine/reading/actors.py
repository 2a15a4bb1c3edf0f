"""Who is spoken of: letters, positions, seats, names, "the next player", pronouns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.reading.lexicon import Lexicon
from engine.reading.units import Unit


class Actor(NamedTuple):
    """Somebody spoken of. ``kind``: named, role, pronoun, writer, staff, nobody or everybody.

    ``sure`` is unset where a pronoun may mean several people.
    """

    name: str
    kind: str
    sure: bool = True

    @property
    def plays(self) -> bool:
        """Whether it is one player."""
        return self.kind in ("named", "role", "pronoun", "writer")


_WRITER = frozenset(["i", "i'm", "i'd", "i've", "i'll", "we", "we're", "we've"])
_NUMBERED = re.compile(r"[vph]\d")
"""Villains and players by number: "V1", "P2"."""
_BLIND_KEYS = ("small-blind", "big-blind")


def mentions(units: Sequence[Unit], lexicon: Lexicon) -> dict[int, tuple[Actor, int]]:
    """The actors by the place where each is mentioned, with the place after the mention."""
    found: dict[int, tuple[Actor, int]] = {}
    names = _names(units, lexicon)
    place = 0
    while place < len(units):
        mention = _mention(units, place, names, lexicon)
        if mention:
            found[place] = mention
            place = mention[1]
        else:
            place += 1
    return found


def _mention(
    units: Sequence[Unit], place: int, names: set[str], lexicon: Lexicon
) -> tuple[Actor, int] | None:
    unit = units[place]
    following = units[place + 1] if place + 1 < len(units) else None
    if unit.letter:
        return Actor(unit.letter, "named"), place + 1
    if unit.word in ("seat", "player") and following is not None:
        if following.letter:
            return Actor(following.letter, "named"), place + 2
        if following.numeral and following.number is not None and following.number < 100:
            return Actor(f"seat {following.number}", "named"), place + 2
    if _NUMBERED.fullmatch(unit.word):
        return Actor(unit.word, "named"), place + 1
    groups = lexicon.groups["actors"]
    if unit.key in groups["positions"]:
        return _position(units, place)
    if unit.key in groups["staff"]:
        return Actor(unit.key, "staff"), place + 1
    if unit.key in groups["nobody"]:
        return Actor("nobody", "nobody"), place + 1
    if unit.word in ("both", "all") and (following is None or following.key not in _does(lexicon)):
        return None
    if unit.key in groups["everybody"]:
        return Actor("everybody", "everybody"), place + 1
    if unit.word in _WRITER:
        return Actor("i", "writer"), place + 1
    if unit.word in lexicon.words["pronouns"]:
        return Actor(unit.word[:3].strip("'"), "pronoun"), place + 1
    if unit.capital and unit.word.removesuffix("'s") in names:
        return Actor(unit.word.removesuffix("'s"), "named"), place + 1
    return _role(units, place, lexicon)


def _position(units: Sequence[Unit], place: int) -> tuple[Actor, int] | None:
    unit, rest = units[place], units[place + 1 : place + 3]
    if unit.key in _BLIND_KEYS and rest and _priced(rest):
        return None
    if unit.key == "utg" and len(rest) == 2 and rest[0].word == "+" and rest[1].number:
        return Actor(f"utg+{rest[1].number}", "named"), place + 3
    return Actor(unit.key, "named"), place + 1


def _priced(rest: Sequence[Unit]) -> bool:
    """Whether a blind is spoken of as an amount: "the big blind is 600"."""
    if rest[0].numeral or rest[0].word in ("of", "ante"):
        return True
    return rest[0].word in ("at", "is", "was", "being") and len(rest) > 1 and rest[1].numeral


def _role(units: Sequence[Unit], place: int, lexicon: Lexicon) -> tuple[Actor, int] | None:
    words = [u.word for u in units[place : place + 2]]
    if (
        words[0] in lexicon.words["ordinals"]
        and len(words) == 2
        and words[1] in lexicon.words["roles"]
    ):
        label = {"another": "other", "a": "", "one": ""}.get(words[0], words[0])
        return Actor(f"{label} {words[1]}{_where(units, place + 2)}".strip(), "role"), place + 2
    if words[0] in ("one", "other", "another"):
        after = units[place + 1] if place + 1 < len(units) else None
        does = after is not None and (
            after.word in ("is", "was", "has", "had", "then", "also") or after.key in _does(lexicon)
        )
        return (Actor(words[0], "role"), place + 1) if does else None
    if words[0] in lexicon.words["roles"] - {"seat"} or words[0] == "next":
        return Actor(f"{words[0]}{_where(units, place + 1)}", "role"), place + 1
    return None


def _names(units: Sequence[Unit], lexicon: Lexicon) -> set[str]:
    """Capitalised words within sentences, which are names."""
    found = set()
    groups = lexicon.groups
    does = _does(lexicon)
    for place, unit in enumerate(units):
        if not unit.capital or unit.numeral or unit.mark or unit.letter or len(unit.word) < 2:
            continue
        word = unit.word.removesuffix("'s")
        plain = word.isalpha() and word not in lexicon.words["not-names"] and unit.key not in does
        starts = place == 0 or (units[place - 1].mark and units[place - 1].word != ",")
        acts = place + 1 < len(units) and units[place + 1].key in does
        common = (
            unit.key in lexicon.skip
            or word in lexicon.words["openers"]
            or unit.key in groups["negators"]
        )
        if plain and not common and (not starts or acts):
            found.add(word)
    return found


def _does(lexicon: Lexicon) -> set[str]:
    """The verbs of acts."""
    groups = lexicon.groups
    return {*groups["acts"], *groups["puts"], *groups["says"], "make", "silent"}


def _where(units: Sequence[Unit], place: int) -> str:
    """What tells one player from another: "the player behind him"."""
    after = units[place].word if place < len(units) else ""
    return f" {after}" if after in ("behind", "beside") else ""


class Resolver:
    """Tells whom a pronoun means: the last player who did something."""

    def __init__(self) -> None:
        self._seen: list[str] = []

    def note(self, actor: Actor) -> Actor:
        """The actor, a pronoun replaced by whom it means."""
        if actor.kind in ("named", "role"):
            if actor.name in self._seen:
                self._seen.remove(actor.name)
            self._seen.append(actor.name)
            return actor
        if actor.kind == "pronoun" and actor.name != "you" and self._seen:
            return Actor(self._seen[-1], "role", sure=len(self._seen) == 1)
        return actor

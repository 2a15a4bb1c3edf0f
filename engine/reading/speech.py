"""Words said at the table: which they are, and what they come to (an act, an amount, neither)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from engine.reading.clauses import Clause
from engine.reading.lexicon import Lexicon
from engine.reading.sums import Amount, amount_after
from engine.reading.units import Unit

Content = list[tuple[int, Unit]]
"""Words that were said, each with its place in the text."""


class Speech:
    """Finds what was said; ``mentions`` are the places at which somebody is named."""

    def __init__(self, units: Sequence[Unit], mentions: Container[int], lexicon: Lexicon) -> None:
        self.units, self.mentions, self.lexicon = units, mentions, lexicon

    def verb(self, place: int) -> bool:
        """Whether the unit is a verb of saying; some are that only beside what was said."""
        key = self.units[place].key
        if key in self.lexicon.groups["says"]:
            return True
        if key not in self.lexicon.groups["says-behind"]:
            return False
        return self._quoted_next(place) or bool(self._quoted_before(place))

    def _quoted_next(self, place: int) -> bool:
        """Whether words in quotation marks follow at once: 'she goes "call"'."""
        behind = (unit for unit in self.units[place + 1 : place + 4] if unit.word not in ',:"')
        return next((unit.quoted for unit in behind), False)

    def alone(self, place: int) -> Content:
        """A sentence that is all quotation, and that no verb says: '"Raise." No number.'"""
        before = place - 1
        while before >= 0 and self.units[before].word == '"':
            before -= 1
        if before >= 0 and (self.units[before].quoted or self.units[before].word not in ".!?\n"):
            return []
        end = place
        while end < len(self.units) and self.units[end].quoted:
            end += 1
        if any(self.verb(near) for near in range(end, min(end + 5, len(self.units)))):
            return []
        return [(at, self.units[at]) for at in range(place, end)]

    def said_by(self, place: int, clause: Clause) -> Iterator[tuple[int, Unit]]:
        """What a verb of saying tells: words in quotation marks near, else the clause's rest."""
        step = place + 1
        while step < len(self.units) and step - place <= 9:
            if self.units[step].quoted:
                while step < len(self.units) and self.units[step].quoted:
                    yield step, self.units[step]
                    step += 1
                return
            if self.units[step].mark and self.units[step].word not in '",:':
                break
            step += 1
        if before := self._quoted_before(place):
            yield from before
            return
        for step in range(place + 1, min(place + 6, clause.last)):
            unit = self.units[step]
            ends = unit.word in self.lexicon.words["ends-speech"]
            if ends and not makes_it(self.units, step - 1, clause.last):
                return
            if unit.mark or unit.word in ("he", "she", "i'm"):
                continue
            yield step, unit

    def _quoted_before(self, place: int) -> Content:
        """Words in quotation marks that end just before: '"I call", she says'."""
        step = place - 1
        while step >= 0 and place - step <= 4 and not self.units[step].quoted:
            plain = self.units[step].mark or step in self.mentions
            if not plain or self.units[step].word in ".!?;":
                return []
            step -= 1
        found: Content = []
        while step >= 0 and self.units[step].quoted:
            found.append((step, self.units[step]))
            step -= 1
        return found[::-1]


def makes_it(units: Sequence[Unit], place: int, last: int) -> bool:
    """Whether an amount may follow: "make it 600", before the ``last`` place."""
    return place + 2 < last and units[place + 1].word == "it"


def meaning(content: Sequence[tuple[int, Unit]], lexicon: Lexicon) -> tuple[str, Amount | None]:
    """What words said come to, as the fact ``announced`` has it, and the amount named."""
    words = [unit for _, unit in content if not unit.mark]
    if not words or any(unit.word == "?" for _, unit in content):
        return "", None
    quoted = words[0].quoted
    acts = lexicon.groups["acts"]
    negators = lexicon.groups["negators"]
    said = [
        u.key for n, u in enumerate(words) if u.key in acts and not _negated(words, n, negators)
    ]
    if not said and any(unit.key in acts for unit in words):
        return "", None
    sees = any(unit.key == "see" for unit in words)
    if quoted and sees and any(unit.numeral or unit.word == "your" for unit in words):
        said.insert(0, "call")
    numerals = [(place, unit) for place, unit in content if unit.numeral]
    stated = None
    if len(numerals) == 1:
        stated = amount_after([u for _, u in content], 0, len(content), lexicon) or (
            _bare(*numerals[0]) if numerals[0][1].number else None
        )
    if len(set(said)) == 2 and set(said) == {"call", "raise"} and said[0] == "call":
        return "call-then-raise", stated
    other = [
        u
        for u in words
        if u.key not in acts
        and not u.numeral
        and u.word not in lexicon.words["small-talk"]
        and u.key not in ("make", "see")
    ]
    if len(set(said)) == 1 and (not other or not quoted):
        return (said[0], stated) if not quoted or len(other) == 0 else ("", None)
    if not said and numerals and not other and len(numerals) == 1:
        making = any(u.key == "make" for u in words)
        return ("raise" if making else "amount"), stated
    if not said and not numerals and quoted and other:
        return "other", None
    return "", None


def _negated(words: Sequence[Unit], place: int, negators: Container[str]) -> bool:
    """Whether an act is said not to be one: "no call", "I am not calling"."""
    return any(unit.key in negators for unit in words[max(0, place - 2) : place])


def _bare(place: int, unit: Unit) -> Amount | None:
    return Amount(unit.number, "bare", place) if unit.number else None

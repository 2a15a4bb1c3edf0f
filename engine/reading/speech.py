"""What words said at the table come to: an act, an amount, or neither."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.lexicon import Lexicon
from engine.reading.sums import Amount, amount_after
from engine.reading.units import Unit


def meaning(content: Sequence[tuple[int, Unit]], lexicon: Lexicon) -> tuple[str, Amount | None]:
    """What words said come to, as the fact ``announced`` has it, and the amount named."""
    words = [unit for _, unit in content if not unit.mark]
    if not words or any(unit.word == "?" for _, unit in content):
        return "", None
    quoted = words[0].quoted
    acts = lexicon.groups["acts"]
    said = [unit.key for unit in words if unit.key in acts]
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


def _bare(place: int, unit: Unit) -> Amount | None:
    return Amount(unit.number, "bare", place) if unit.number else None

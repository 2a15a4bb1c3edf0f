"""The decision that is asked for: by a question at the end, or by what somebody demands."""

from __future__ import annotations

from collections.abc import Mapping

from engine.incident import Told
from engine.reading.cues import Hit, hits, longest
from engine.reading.scene import Scene

DEMAND = "demand"


def asked(scene: Scene, events: tuple[str, ...]) -> str:
    """The decision asked, one of those that the events raise; "" where it is not plain.

    >>> from rulebase.load import vocabulary
    >>> told = "He mucks. The dealer has not touched the cards. Now he wants his hand back."
    >>> asked(Scene(told, vocabulary()), ("hand-discarded",))
    'hand'
    """
    decides = {d for event in events for d in scene.vocabulary.events[event].decides}
    for kind, mood in (("says", "asked"), (DEMAND, "told")):
        found = {
            hit.pattern.about
            for hit in longest(
                hit
                for hit in hits(scene.lexicon.decisions, scene.units, scene.lexicon)
                if hit.pattern.kind == kind and hit.pattern.about in decides
            )
            if _stands(scene, hit, mood)
        }
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def how_much(scene: Scene, events: tuple[str, ...], facts: Mapping[str, Told]) -> str:
    """The decision on the amount, where one is told in words and no question is plain.

    Beside chips put in, that is what words and chips come to; of words alone, how much it is.
    """
    decides = [d for event in events for d in scene.vocabulary.events[event].decides]
    if "counts-as" not in decides or not {"stated", "amount-said"} & set(facts):
        return ""
    words_alone = decides[0] == "binding" and "stated" in facts and not _bets_on(facts)
    return "counts-as" if "put-in" in facts or words_alone else ""


def _bets_on(facts: Mapping[str, Told]) -> bool:
    """Whether "bet" is said where there is a bet already: what that comes to, no book tells."""
    said, faced = (facts[name].shown() if name in facts else "" for name in ("announced", "facing"))
    return said == "bet" and faced not in ("", "nothing")


def _stands(scene: Scene, hit: Hit, mood: str) -> bool:
    """Whether a phrase stands, at least in part, in a clause of the teller's own of that mood."""
    if scene.units[hit.first].quoted:
        return False
    clauses = [scene.clause(place) for place in range(hit.first, hit.last)]
    return any(clause is not None and clause.mood == mood for clause in clauses)

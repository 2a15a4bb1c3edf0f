"""Which event a narrative tells of: trained weights over its features, with a share of belief."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.reading.features import features
from engine.reading.lexicon import lexicon
from engine.reading.text import Text
from engine.reading.tokens import tokens
from engine.reading.units import Unit, units
from engine.reading.weights import Weights, weights
from rulebase.book import Vocabulary

OFFERED = 5
LONGEST = 1_500
"""How many tokens are looked at."""
OTHERS = 0.5
"""How much another's beliefs count beside the weights, held against texts new to both."""
LEAST = 1e-6
"""No event is believed less: nobody knows them all."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """The events recognised with confidence, the issue first, and the five likeliest.

    ``scores`` is the share of belief of each event, parts of split events apart; ``rest`` are
    the next likely ones.
    """

    events: tuple[str, ...]
    offered: tuple[str, ...]
    scores: dict[str, float] = field(default_factory=dict)
    rest: tuple[str, ...] = ()


def recognise(
    text: Text,
    vocabulary: Vocabulary,
    read: Sequence[Unit] | None = None,
    beliefs: Mapping[str, float] | None = None,
) -> Recognised:
    """Recognise the events of a narrative; ``read`` are its units where they are known.

    ``beliefs`` is what somebody else takes it for, which counts beside the weights: a share
    of belief by whole event.

    >>> from engine.reading.text import normalise
    >>> from rulebase.load import vocabulary
    >>> recognise(normalise("The dealer burned two cards before the turn."), vocabulary()).events
    ('burn-mistake',)
    """
    known = lexicon(vocabulary)
    if read is None:
        read = units(tokens(text)[:LONGEST], text, known.phrases, known.irregular)
    looked = features(read, known)
    learned = weights()
    if not looked["words"]:
        return Recognised((), ())
    scores = learned.scores(looked)
    shares = _shares(scores, learned, vocabulary)
    shares = _together(shares, beliefs) if beliefs else shares
    ranked = sorted(shares, key=lambda name: (-shares[name], name))
    looked_at = ranked[: 2 * OFFERED]
    member = {name: _member(name, scores, learned, vocabulary) for name in looked_at}
    likely = tuple(member.values())
    return Recognised(
        tuple(member[name] for name in certain(ranked, shares, learned)),
        likely[:OFFERED],
        shares,
        likely[OFFERED:],
    )


def _together(shares: Mapping[str, float], beliefs: Mapping[str, float]) -> dict[str, float]:
    """Two opinions in one: an event is as likely as both allow."""
    joint = {
        name: share ** (1 - OTHERS) * max(beliefs.get(name, 0.0), LEAST) ** OTHERS
        for name, share in shares.items()
    }
    every = sum(joint.values())
    return {name: value / every for name, value in joint.items()}


def certain(
    ranked: Sequence[str], shares: Mapping[str, float], learned: Weights
) -> tuple[str, ...]:
    """The first where it is sure, and another that comes near it; else none."""
    limits = learned.limits
    if not ranked or shares[ranked[0]] < limits.sure:
        return ()
    return (ranked[0], *(name for name in ranked[1:2] if shares[name] >= limits.second))


def _shares(
    scores: Mapping[str, float], learned: Weights, vocabulary: Vocabulary
) -> dict[str, float]:
    """How belief is shared among the whole events."""
    whole = {
        name: score * learned.limits.heat
        for name, score in scores.items()
        if name not in learned.parents and _family(name, learned, vocabulary)
    }
    top = max(whole.values(), default=0.0)
    raised = {name: math.exp(score - top) for name, score in whole.items()}
    every = sum(raised.values())
    return {name: value / every for name, value in raised.items()}


def _family(event: str, learned: Weights, vocabulary: Vocabulary) -> list[str]:
    """A whole event and its parts, as far as the vocabulary has them."""
    parts = [part for part, parent in learned.parents.items() if parent == event]
    return [name for name in (event, *parts) if name in vocabulary.events]


def _member(
    event: str, scores: Mapping[str, float], learned: Weights, vocabulary: Vocabulary
) -> str:
    """The part of a split event that the words tell of; the whole where they tell of none."""
    family = _family(event, learned, vocabulary)
    parts = {name: scores[name] for name in family if name != event}
    best = max(parts, key=lambda name: (parts[name], name), default=event)
    if event in family and parts and parts[best] < learned.limits.child:
        return event
    return best

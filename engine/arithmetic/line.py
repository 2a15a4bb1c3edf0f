"""The line of action of one betting round, entry by entry.

An entry says who did what, and ``to`` which total in this round:

    {"who": "B", "does": "raise", "to": 200}

``to`` may be left out: a call is then for the full bet, a blind of its full size, and
a wager of an amount not known, after which amounts stay unknown until told again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.arithmetic.betting import Betting, facts
from engine.arithmetic.given import Known
from engine.arithmetic.round import Act, Round, fold
from rulebase.values import HIGHEST, Value

POSTS = ("ante", "post-small", "post-big", "post")
WAGERS = ("bet", "raise", "all-in")
DOES = (*POSTS, "check", "fold", "call", *WAGERS)

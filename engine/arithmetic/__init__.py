"""Table arithmetic: the facts and amounts that follow from chips, seats and a line of action.

Amounts are whole chips, wagers are totals of the betting round. Nothing here knows of a house;
where a rule speaks of the arithmetic, its locator stands beside it.
"""

from engine.arithmetic import (  # noqa: F401, they register
    all_ins,
    price,
    relations,
    room,
    stubs,
    wagers,
)
from engine.arithmetic.acts import LineError
from engine.arithmetic.amounts import AMOUNTS, Amount, amount, needs
from engine.arithmetic.given import Known
from engine.arithmetic.line import LINE_FACTS, Betting, fold_line
from engine.arithmetic.registry import (
    COMPUTATIONS,
    Computation,
    compute,
    computes,
    disagreements,
)
from engine.arithmetic.relations import COMPARED

__all__ = [
    "AMOUNTS",
    "COMPARED",
    "COMPUTATIONS",
    "LINE_FACTS",
    "Amount",
    "Betting",
    "Computation",
    "Known",
    "LineError",
    "amount",
    "compute",
    "computes",
    "disagreements",
    "fold_line",
    "needs",
]

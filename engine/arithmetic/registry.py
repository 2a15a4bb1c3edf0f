"""The computations: each says which fact it computes, and from which.

``compute`` runs them until nothing more can be computed. A fact that was given is
never computed over. Facts are taken in the order of what they rest on, so the result
does not depend on the order in which the computations were written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from graphlib import TopologicalSorter
from typing import NamedTuple, TypeAlias, TypeVar

from engine.arithmetic.given import Known
from engine.arithmetic.line import fold_line, line_facts
from rulebase.values import HIGHEST, Value

Function: TypeAlias = Callable[[Known], Value | None]
F = TypeVar("F", bound=Function)


class Computation(NamedTuple):
    """One way to compute a fact: it needs all of ``needs`` and may use ``uses``."""

    name: str
    needs: tuple[str, ...]
    uses: tuple[str, ...]
    function: Function


COMPUTATIONS: dict[str, list[Computation]] = {}
"""The ways to compute each fact, in the order in which they are tried."""

_order: list[Computation] = []


def computes(name: str, needs: Iterable[str], uses: Iterable[str] = ()) -> Callable[[F], F]:
    """Register the function below as a way to compute the fact ``name``.

    The function may return None: it cannot tell. Several may compute one fact.
    """

    def register(function: F) -> F:
        computation = Computation(name, tuple(needs), tuple(uses), function)
        COMPUTATIONS.setdefault(name, []).append(computation)
        _order.clear()
        return function

    return register


def _ordered() -> list[Computation]:
    """All computations, each after those of the facts that it rests on.

    Raises:
        graphlib.CycleError: two facts are each computed from the other.
    """
    if not _order:
        rests_on = {
            name: list(dict.fromkeys(f for way in ways for f in (*way.needs, *way.uses)))
            for name, ways in COMPUTATIONS.items()
        }
        for name in TopologicalSorter(rests_on).static_order():
            _order.extend(COMPUTATIONS.get(name, ()))
    return _order


def inputs(names: Iterable[str]) -> set[str]:
    """The facts named, and those from which arithmetic works them out.

    >>> sorted(inputs(["put-share"]) & {"put-in", "to-call", "seats"})
    ['put-in', 'to-call']
    """
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            ways = COMPUTATIONS.get(name, ())
            waiting.extend(fact for way in ways for fact in (*way.needs, *way.uses))
    return found


def compute(known: Known, line: Sequence[Mapping[str, object]] = ()) -> dict[str, Value]:
    """The facts that follow by arithmetic from what is known and the line of action.

    Only newly computed facts are returned.

    >>> facing = {"facing": "bet", "to-call": 1000, "already-in": 0, "put-in": 1600}
    >>> new = compute(facing)
    >>> new["against-call"], new["raise-part"], new["min-raise-to"]
    ('more', 'half-or-more', 2000)

    Raises:
        engine.arithmetic.line.LineError: the line of action cannot be.
    """
    new: dict[str, Value] = {}
    together = dict(known)
    if line:
        for name, value in line_facts(fold_line(line, known), known).items():
            if name not in together and _fits(value):
                new[name] = together[name] = value
    for way in _ordered():
        if way.name not in together and all(need in together for need in way.needs):
            found = way.function(together)
            if found is not None and _fits(found):
                new[way.name] = together[way.name] = found
    return new


def disagreements(
    known: Known, line: Sequence[Mapping[str, object]] = ()
) -> dict[str, tuple[object, Value]]:
    """Facts given otherwise than the rest of what is known makes them: (given, computed).

    >>> disagreements({"put-in": 500, "already-in": 100, "total-in": 700})
    {'total-in': (700, 600)}
    """
    from_line = line_facts(fold_line(line, known), known) if line else {}
    found: dict[str, tuple[object, Value]] = {}
    for name, given in known.items():
        if name not in COMPUTATIONS and name not in from_line:
            continue
        rest = {other: value for other, value in known.items() if other != name}
        computed = compute(rest, line).get(name)
        if computed is not None and computed != given:
            found[name] = (given, computed)
    return found


def _fits(value: Value) -> bool:
    return isinstance(value, str) or 0 <= value <= HIGHEST

"""What one house rules on one decision, short enough to be set beside another's."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

from engine.differences import outcome_of, same, strongest
from engine.resolve import CONFLICT, JUDGMENT, NEEDS_FACTS, SILENT, Resolved, unknown_base
from engine.ruling import NO_RULE, HouseRuling

SAME, DIFFERENT, PARTLY_SILENT, UNSETTLED = "same", "different", "partly-silent", "unsettled"
"""How the rulings of several houses stand to each other."""


class Verdict(NamedTuple):
    """A house's ruling on one decision.

    ``says`` is what is compared (see ``engine.differences``); ``outcome`` and ``amount``
    are provisional unless it is ruled, ``outcomes`` has several in a conflict; ``rules``
    are the locators that decide it (an adopted book's with its house), ``asks`` the
    facts that it hangs on.
    """

    status: str
    says: Any
    outcomes: tuple[str, ...] = ()
    symbol: str = ""
    amount: Any = None
    force: str = ""
    rules: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    silent: str = ""

    @property
    def kind(self) -> tuple[str, tuple[str, ...], str, str]:
        """What it says apart from the numbers of the incident."""
        return self.status, self.outcomes, self.symbol, self.force

    @property
    def outcome(self) -> str:
        """The outcome, or each of a conflict's."""
        return " or ".join(self.outcomes)

    def as_json(self) -> dict[str, Any]:
        """The verdict without what is empty."""
        found = {
            "status": self.status,
            "outcome": self.outcome,
            "amount": self.amount,
            "force": self.force,
            "rules": list(self.rules),
            "asks": list(self.asks),
            "silent": self.silent,
        }
        return {name: value for name, value in found.items() if value not in ("", None, [])}


def verdict(ruling: HouseRuling, decision: str) -> Verdict:
    """What the house rules on ``decision``."""
    resolved = ruling.resolved.get(decision) or Resolved(decision, SILENT, NO_RULE)
    if resolved.status == SILENT:
        return Verdict(SILENT, SILENT, silent=resolved.silent)
    groups = resolved.outcomes
    lead = groups[0] if groups else []
    shown = groups if resolved.status == CONFLICT else groups[:1]
    return Verdict(
        status=resolved.status,
        says=outcome_of(resolved),
        outcomes=tuple(dict.fromkeys(group[0].outcome for group in shown)),
        symbol=next((say.symbol for say in lead if say.symbol), ""),
        amount=next((say.amount for say in lead if say.amount is not None), None),
        force=strongest(lead) if lead else "",
        rules=_rules(ruling, resolved),
        asks=_asks(resolved),
    )


def _rules(ruling: HouseRuling, resolved: Resolved) -> tuple[str, ...]:
    says = resolved.fired or resolved.open
    mine = ruling.house.name
    return tuple(
        dict.fromkeys(
            say.clause.rule if say.clause.house == mine else f"{say.clause.house}/{say.clause.rule}"
            for say in says
        )
    )


def _asks(resolved: Resolved) -> tuple[str, ...]:
    if resolved.status not in (NEEDS_FACTS, JUDGMENT):
        return ()
    return tuple(dict.fromkeys(fact for say in resolved.open for fact in unknown_base(say)))


def standing(verdicts: Iterable[Verdict]) -> str:
    """How rulings stand to each other.

    Different where two rule differently, or one rules what another leaves to judgment or
    in conflict; partly silent where those that speak agree; unsettled where more facts
    are needed before they can be compared.
    """
    each = list(verdicts)
    settled = [v for v in each if v.status not in (NEEDS_FACTS, SILENT)]
    if any(not same(one.says, other.says) for one, other in combinations(settled, 2)):
        return DIFFERENT
    if any(v.status == NEEDS_FACTS for v in each):
        return UNSETTLED
    return PARTLY_SILENT if any(v.status == SILENT for v in each) else SAME

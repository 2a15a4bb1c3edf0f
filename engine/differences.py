"""Where houses rule otherwise on one incident, and the condition that makes it so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from engine.resolve import FORCES, RULED, SILENT, Resolved, Say
from rulebase.book import Tests
from rulebase.values import shown

if TYPE_CHECKING:
    from engine.ruling import HouseRuling


def differences(houses: Mapping[str, HouseRuling]) -> list[dict[str, Any]]:
    """The decisions on which the houses differ, the one asked first."""
    found = []
    for decision in _decisions(houses):
        resolved = {name: ruling.resolved.get(decision) for name, ruling in houses.items()}
        outcomes = {name: outcome_of(r) for name, r in resolved.items()}
        if any(outcome != "silent" for outcome in outcomes.values()) and _differ(outcomes):
            found.append(
                {
                    "decision": decision,
                    "outcomes": outcomes,
                    "because": _because(decision, houses, outcomes),
                }
            )
    return found


def condition(decision: str, houses: Mapping[str, HouseRuling]) -> str:
    """For each way of ruling on a decision, the rule and what it turns on."""
    outcomes = {name: outcome_of(each.resolved.get(decision)) for name, each in houses.items()}
    return _because(decision, houses, outcomes)


def _decisions(houses: Mapping[str, HouseRuling]) -> list[str]:
    found: dict[str, None] = {}
    for ruling in houses.values():
        found.setdefault(ruling.asked)
    for ruling in houses.values():
        for decision, resolved in ruling.resolved.items():
            if resolved.fired or resolved.open:
                found.setdefault(decision)
    return list(found)


def outcome_of(resolved: Resolved | None) -> Any:
    """What is compared of a decision: its outcome, amount and force, else its status."""
    if resolved is None or resolved.status == SILENT:
        return "silent"
    if resolved.status != RULED:
        return resolved.status
    lead = resolved.fired[0]
    found: dict[str, Any] = {"outcome": lead.outcome}
    amount = next((s.amount for s in resolved.fired if s.amount is not None), None)
    if amount is not None:
        found["amount"] = amount
    if (force := strongest(resolved.fired)) != "must":
        found["force"] = force
    return found


def strongest(says: Iterable[Say]) -> str:
    """The strongest force among clauses that say the same."""
    return min((say.clause.force for say in says), key=FORCES.index)


def _differ(outcomes: Mapping[str, Any]) -> bool:
    """Whether any two differ."""
    each = list(outcomes.values())
    return any(not same(each[0], other) for other in each[1:])


def same(a: Any, b: Any) -> bool:
    """Whether two say the same; an amount that one leaves unsaid is no difference."""
    if isinstance(a, dict) and isinstance(b, dict):
        amounts = a.get("amount", b.get("amount")) == b.get("amount", a.get("amount"))
        return amounts and a["outcome"] == b["outcome"] and a.get("force") == b.get("force")
    return bool(a == b)


def _because(decision: str, houses: Mapping[str, HouseRuling], outcomes: Mapping[str, Any]) -> str:
    """For each way of ruling, the rule it rests on and what it turns on that the others do not."""
    leads = {
        name: resolved.fired[0]
        for name, ruling in houses.items()
        if (resolved := ruling.resolved.get(decision)) is not None and resolved.fired
    }
    parts = []
    told: list[tuple[Any, list[str]]] = []
    for name, outcome in outcomes.items():
        for seen, names in told:
            if same(seen, outcome):
                names.append(name)
                break
        else:
            told.append((outcome, [name]))
    for outcome, names in told:
        lead = leads.get(names[0])
        if outcome == "silent" or lead is None:
            reason = _why_silent(decision, houses[names[0]])
        else:
            others = [leads[n] for n in leads if n not in names]
            reason = f"{lead.clause.rule}{_turns_on(lead, others)}"
        parts.append(f"{', '.join(names)}: {reason}")
    return "; ".join(parts)


def _turns_on(lead: Say, others: list[Say]) -> str:
    """The tests of a clause that no deciding clause of the other houses makes."""

    def tests(say: Say) -> Tests:
        return (*say.clause.when, *say.clause.wakes_on)

    theirs = {test for other in others for test in tests(other)}
    mine = [test for test in tests(lead) if test not in theirs]
    words = ", ".join(f"{fact} {shown(values)}" for fact, values in mine[:3])
    return f" turns on {words}" if words else ""


def _why_silent(decision: str, ruling: HouseRuling) -> str:
    resolved = ruling.resolved.get(decision)
    if resolved is None:
        return "no rule on it"
    if resolved.silent == "moot":
        return "moot"
    best = None
    for clause, evaluation in resolved.false:
        unmet = list(evaluation.unmet(clause))
        if unmet and (best is None or len(unmet) < len(best[1])):
            best = clause, unmet
    if best is None:
        return resolved.status
    words = ", ".join(f"{fact} {shown(values)}" for fact, values in best[1][:3])
    return f"{best[0].rule} speaks only on {words}"

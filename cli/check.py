"""``floor check``: what is wrong with the rulebase, or asks for a second look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.console import out, print_json, styled
from engine.lint import Finding, findings
from engine.lint.finding import Excepted, explained, read_exceptions
from rulebase import load
from scenarios.bank import engine_for_all, scenarios
from scenarios.lint import findings as bank_findings

EXCEPTIONS = load.ROOT / "lint.yaml"


def check(names: Sequence[str], *, as_json: bool, exceptions: Path = EXCEPTIONS) -> int:
    """Print the findings about the named houses, or about everything; 1 where there are any.

    Raises:
        UnknownHouse: one of the names is no house.
        RulebaseError: the rulebase, a scenario or the list of exceptions is faulty.
    """
    found = [*_rulebase_findings(names), *_bank_findings(names)]
    meant = _of(read_exceptions(exceptions), names)
    left, excepted = explained(found, meant)
    if as_json:
        print_json(_json(left, excepted))
    else:
        print_findings(left, excepted)
    return int(bool(left))


def _rulebase_findings(names: Sequence[str]) -> list[Finding]:
    for name in names:
        load.house(name)
    houses = load.houses()
    written = {name: load.written(name) for name in houses}
    return list(findings(houses, load.vocabulary(), written, names))


def _bank_findings(names: Sequence[str]) -> list[Finding]:
    bank = tuple(scenarios(load.vocabulary()))
    return list(bank_findings(bank, engine_for_all(), names or load.house_names()))


def _of(exceptions: Sequence[Excepted], names: Sequence[str]) -> list[Excepted]:
    """The exceptions that bear on the houses checked."""
    return [e for e in exceptions if not names or e.house in names]


def _json(left: Sequence[Finding], excepted: Sequence[tuple[Finding, Excepted]]) -> dict[str, Any]:
    return {
        "findings": [finding.as_json() for finding in left],
        "excepted": [{**f.as_json(), "because": e.because} for f, e in excepted],
    }


def print_findings(left: Sequence[Finding], excepted: Sequence[tuple[Finding, Excepted]]) -> None:
    """Print findings, with how many of each kind there are."""
    for finding in left:
        line = styled(f"{finding.house}  {finding.check}  ", "bold")
        line.append(styled(finding.what))
        out().print(line, soft_wrap=True)
        if finding.incident:
            out().print(styled(_yaml(finding.incident), "dim"), soft_wrap=True)
    kinds = {f.check for f in left}
    counts = [f"{sum(f.check == kind for f in left)} {kind}" for kind in sorted(kinds)]
    tail = f", {len(excepted)} explained" if excepted else ""
    out().print(styled(f"{len(left)} findings{tail}", "bold"))
    if counts:
        out().print(styled(f"  {', '.join(counts)}"), soft_wrap=True)


def _yaml(incident: dict[str, Any]) -> str:
    """An incident as ``floor rule`` reads it."""
    import yaml

    text = yaml.safe_dump(incident, default_flow_style=None, sort_keys=False, width=80)
    return "".join(f"    {line}\n" for line in text.splitlines()).rstrip()

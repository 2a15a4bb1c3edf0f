"""``python -m scenarios.replay [PATH …]``: replay scenarios and tell what does not hold."""

from __future__ import annotations

import sys
from pathlib import Path

from rulebase import load
from rulebase.problems import FloorError
from scenarios.bank import DATA, engine_for_all, failures, scenarios


def main(arguments: list[str]) -> int:
    """Replay the scenarios under the given paths, or all; 1 where any fails."""
    paths = [Path(a) for a in arguments] or [DATA]
    try:
        engine = engine_for_all()
        bank = list(scenarios(load.vocabulary(), paths))
    except FloorError as error:
        print(error)
        return 1
    failed = 0
    for scenario in bank:
        wrong = list(failures(scenario, engine.rule(scenario.incident)))
        failed += bool(wrong)
        for what in wrong:
            print(f"{scenario.file}:{scenario.line}: {scenario.name}: {what}")
    print(f"{len(bank)} scenarios, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

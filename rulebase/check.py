"""``python -m rulebase.check``: compile everything and tell every fault."""

from __future__ import annotations

import sys

from rulebase.build import build
from rulebase.problems import RulebaseError


def main() -> int:
    """Print the faults, or how much was compiled; 1 where there is any fault."""
    try:
        whole = build()
    except RulebaseError as error:
        print(error)
        return 1
    for name, house in whole["houses"].items():
        print(f"{name}: {len(house['rules'])} entries, {len(house['clauses'])} clauses")
    return 0


if __name__ == "__main__":
    sys.exit(main())

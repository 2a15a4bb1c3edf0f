"""What the 2024 edition only recommends (its RP entries) is never a must."""

from __future__ import annotations

from rulebase import load


def test_recommended_procedures_are_no_musts() -> None:
    house = load.house("tda-2024")
    recommended = [c for c in house.clauses.values() if c.rule.startswith("RP")]
    assert recommended
    assert [c.name for c in recommended if c.force == "must" and (c.decides or c.otherwise)] == []

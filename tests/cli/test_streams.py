"""Incidents as YAML, JSON and JSONL, in files and on standard input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.conftest import ONE_BIG_CHIP, Run, entry_point, written

ROWS: list[dict[str, Any]] = [
    ONE_BIG_CHIP,
    {"events": ["clock-called"], "facts": {"facing": "raise", "seconds-passed": 80}},
    {"events": ["duplicate-card"], "facts": {"found-where": "board", "street": "river"}},
    {
        "events": ["wants-to-raise-again"],
        "facts": {"player": "B"},
        "line": [
            {"who": "A", "does": "bet", "to": 100},
            {"who": "B", "does": "raise", "to": 200},
            {"who": "C", "does": "all-in", "to": 250},
            {"who": "A", "does": "call"},
        ],
    },
]


def as_yaml(incident: dict[str, Any]) -> str:
    """Block YAML, in which a line of JSON stands for each part."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in incident.items())


def test_every_spelling_gets_the_same_ruling(floor: Run, tmp_path: Path) -> None:
    for incident in ROWS:
        rulings = [
            floor("rule", "-", "--json", given=as_yaml(incident)).json,
            floor("rule", "-", "--json", given=json.dumps(incident, indent=2)).json,
            floor("rule", "-", given=json.dumps(incident) + "\n").json,
            floor("rule", written(tmp_path, "a.jsonl", incident)).lines[0],
            floor("rule", written(tmp_path, "a.json", incident), "--json").json,
            floor("rule", written(tmp_path, "a.yaml", as_yaml(incident)), "--json").json,
            floor(
                "rule", "-", "--json", given=b"\xef\xbb\xbf" + json.dumps(incident).encode()
            ).json,
            floor("rule", "-", "--json", given=as_yaml(incident).replace("\n", "\r\n")).json,
        ]
        assert all(ruling == rulings[0] for ruling in rulings)


def test_a_thousand_incidents_come_out_in_order() -> None:
    rows = [{**ROWS[n % len(ROWS)], "id": str(n)} for n in range(1000)]
    ran = entry_point("rule", "-", given="".join(json.dumps(row) + "\n" for row in rows))
    assert ran.err == ""
    assert [line["incident"]["id"] for line in ran.lines] == [str(n) for n in range(1000)]
    singly = {n: entry_point("rule", "-", given=json.dumps(rows[n])).lines[0] for n in (0, 1, 2, 3)}
    for n, ruling in singly.items():
        again = ran.lines[996 + n]
        assert {**again, "incident": {**again["incident"], "id": str(n)}} == ruling


def test_every_process_prints_the_same_bytes() -> None:
    rows = [*ROWS, {"events": ["clock-called"], "facts": {"facing": "nothing"}}]
    whys = json.dumps({"events": ["hand-discarded"], "facts": {"facing": "bet"}}, indent=1)
    given = "".join(json.dumps(row) + "\n" for row in rows)
    ran = [
        (
            entry_point("rule", "-", given=given, env={"PYTHONHASHSEED": seed}).out,
            entry_point("rule", "-", "--why", given=whys, env={"PYTHONHASHSEED": seed}).out,
        )
        for seed in ("0", "1", "2")
    ]
    assert ran[1] == ran[0] == ran[2]


BAD = [
    ("{nonsense", "column 2"),
    ('{"events": ["chips-put-im"]}', 'did you mean "chips-put-in"?'),
    ('["chips-put-in"]', "a map"),
    ('{"events": ["chips-put-in"], "houses": ["adcc"]}', 'did you mean "adc"?'),
    ('{"events": ["chips-put-in"], "facts": {"chips": 1, "chips": 2}}', "stands twice"),
    ('{"events": ' + "[" * 50_000, "nested too deeply"),
    ('{"events": ["chips-put-in"], "line": [{"who": "A", "does": "bett"}]}', "line: entry 1"),
    ("x" * 1_000_001, "longer than"),
    ("\x00\x1b[31m", "no JSON"),
]


def test_bad_lines_are_told_and_the_others_still_ruled(floor: Run) -> None:
    lines = [json.dumps(ONE_BIG_CHIP)]
    for bad, _ in BAD:
        lines += [bad, json.dumps(ONE_BIG_CHIP)]
    ran = floor("rule", "-", given="\n".join(lines))
    assert ran.code == 2
    assert len(ran.lines) == len(lines)
    for number, line in enumerate(ran.lines, 1):
        if number % 2:
            assert line["houses"]["adc"]["status"] == "ruled"
        else:
            assert line["line"] == number
            assert BAD[number // 2 - 1][1] in line["error"]
    told = ran.err.splitlines()
    assert [line.split(":")[0] for line in told] == [
        f"line {2 * n}" for n in range(1, len(BAD) + 1)
    ]
    assert "\x1b" not in ran.err + ran.out


def test_a_bad_first_line_does_not_hide_that_it_is_a_stream(floor: Run) -> None:
    good = json.dumps(ONE_BIG_CHIP)
    for first in ('{"events": [', "nonsense", ""):
        ran = floor("rule", "-", given=f"{first}\n{good}\n{good}\n")
        assert [line.get("line", "ruled") for line in ran.lines][-2:] == ["ruled", "ruled"], first
        assert ran.code == (2 if first else 0)
        if first:
            assert ran.lines[0]["line"] == 1


def test_an_incident_may_name_its_houses(floor: Run, tmp_path: Path) -> None:
    incident = {**ONE_BIG_CHIP, "houses": ["hosted"]}
    assert list(floor("rule", "-", given=json.dumps(incident)).lines[0]["houses"]) == ["hosted"]
    ran = floor("rule", written(tmp_path, "a.json", incident), "--json")
    assert list(ran.json["houses"]) == ["hosted"]
    refused = floor("rule", "-", "-H", "adc", given=json.dumps(incident))
    assert (refused.code, refused.lines[0]["error"]) == (2, 'houses: "hosted" was not asked')


def test_the_code_of_a_stream_is_that_of_its_neediest_line(floor: Run) -> None:
    needs = json.dumps({"events": ["clock-called"], "asked": "hand"})
    assert floor("rule", "-", given=json.dumps(ONE_BIG_CHIP) + "\n" + needs).code == 3
    silent = json.dumps({**ONE_BIG_CHIP, "houses": ["homegame"]})
    assert floor("rule", "-", given=silent + "\n" + silent).code == 4
    assert floor("rule", "-", given=silent + "\n" + json.dumps(ONE_BIG_CHIP)).code == 0


def test_reasons_are_for_one_incident_only(floor: Run) -> None:
    two = (json.dumps(ONE_BIG_CHIP) + "\n") * 2
    ran = floor("rule", "-", "--why", given=two)
    assert (ran.code, ran.out) == (2, "")

"""The installed script: each command once, its exit codes, its streams."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.cli.conftest import FLOOR, ONE_BIG_CHIP, entry_point, environment

INCIDENT = json.dumps(ONE_BIG_CHIP)

COMMANDS: list[tuple[list[str], int]] = [
    (["ask", "--no-input", "One big chip, blinds 300/600, a player bets 600, silent"], -1),
    (["rule", "-"], 0),
    (["show", "adc", "III.5.11"], 0),
    (["rules", "-H", "homegame"], 0),
    (["search", "odd", "chip"], 0),
    (["define", "muck"], 0),
    (["houses"], 0),
    (["facts", "chips-put-in"], 0),
    (["facts", "--schema"], 0),
    (["--version"], 0),
    (["--help"], 0),
]


@pytest.mark.parametrize(
    ("arguments", "code"), COMMANDS, ids=lambda x: " ".join(x)[:20] if isinstance(x, list) else ""
)
def test_a_command_prints_data_and_no_message(arguments: list[str], code: int) -> None:
    ran = entry_point(*arguments, given=INCIDENT)
    assert ran.code == code or (code == -1 and ran.code in (0, 3, 4)), ran.err
    assert ran.out.strip()
    assert ran.err == ""


def test_wrong_usage_is_told_on_standard_error_alone() -> None:
    for arguments in (["nosuch"], ["ask", "--nosuch"], ["show", "adc"], ["rule", "nosuch.yaml"]):
        ran = entry_point(*arguments)
        assert (ran.code, ran.out) == (2, ""), arguments
        assert ran.err.startswith("floor: ")
        assert "Traceback" not in ran.err


def test_without_a_command_the_help_is_shown() -> None:
    ran = entry_point()
    assert ran.code == 2
    assert "ask" in ran.out + ran.err


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [str(FLOOR), "rules", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read().decode()
    assert told == ""
    assert process.returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w", encoding="utf8") as full:
        done = subprocess.run(
            [str(FLOOR), "houses"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_closed_streams_bring_no_traceback() -> None:
    for arguments in ("houses >&-", "rule - <&-", "ask - <&-", "ask hm <&- --no-input"):
        done = subprocess.run(
            ["sh", "-c", f"exec '{FLOOR}' {arguments}"],
            capture_output=True,
            env=environment(),
            check=False,
        )
        assert b"Traceback" not in done.stderr, arguments


def test_an_output_that_cannot_hold_every_character_still_gets_it() -> None:
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    ran = entry_point("rule", "-", given=INCIDENT, env=env)
    assert (ran.code, ran.err) == (0, "")
    as_json = entry_point("rule", "-", given='{"text": "\u2660", ' + INCIDENT[1:], env=env)
    assert json.loads(as_json.out)["incident"]["text"] == "\u2660"


def test_start_imports_neither_pydantic_nor_rich_for_a_ruling_as_json() -> None:
    code = (
        "import sys; sys.argv = ['floor', 'rule', '-', '--json']\n"
        "from cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('pydantic', 'rich.console', 'yaml', 'jsonschema') if m in sys.modules],"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [str(FLOOR.with_name("python")), "-c", code],
        input=INCIDENT.encode(),
        capture_output=True,
        env=environment(),
        check=True,
    )
    assert done.stderr.decode().strip() == "[]"

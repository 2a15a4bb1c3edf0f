"""What hostile input once brought down or out, and a sample of what it is looked for with."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from cli import picker
from cli.console import clean, json_text, visible
from cli.keys import Stop
from rulebase import load
from tests.cli.conftest import Run
from tests.fuzz.checks import driving
from tests.fuzz.corpus import Corpus
from tests.fuzz.making import CORPUS, KINDS, Maker
from tests.fuzz.report import Report
from tests.fuzz.session import session
from tests.fuzz.tries import Try
from tests.fuzz.watchdog import Watchdog

TRIES = 400
SEED = 6

UNSEEN = "".join(
    c
    for c in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t"
)


@pytest.mark.parametrize("spelled", [clean, visible, json_text])
def test_no_character_that_is_not_seen_is_printed_raw(spelled: object) -> None:
    assert callable(spelled)
    assert driving(UNSEEN)
    assert driving(spelled(f"A{UNSEEN}B")) == ""


def test_a_sample_of_hostile_input_brings_nothing_down(tmp_path: Path) -> None:
    """In a worker of its own, so that a crash of the C engine is seen, and a hang too."""
    report = Report(tmp_path)
    session(report, seed=SEED, first=0, tries=TRIES, kinds=(), seconds=0, each=8)
    assert not report.failed, "\n".join(report.lines())
    assert report.tries == TRIES


def test_each_kind_of_try_is_made_again_from_its_number_and_survives_writing() -> None:
    for kind in KINDS:
        made = [Maker(1, (kind,)).make(number) for number in range(8)]
        assert len({one.written() for one in made}) > 4
        assert made == [Maker(1, (kind,)).make(number) for number in range(8)]
        assert made == [Try.read(one.written()) for one in made]


def test_the_progress_file_that_is_damaged_is_the_same_each_time() -> None:
    assert Corpus().progress == CORPUS.progress


PRANKS = """
import sys
from tests.fuzz import worker
def prank(self, one):
    exec(one.given)
    return 0, []
worker.Stage.faults = prank
worker.main(int(sys.argv[1]))
"""
"""A worker that does what it is given instead of ``floor``."""

CRASH = "import ctypes; ctypes.string_at(0)"
HANG = "while True: pass"
WAIT = "import time; time.sleep(60)"
WRITE = "import os; os.write(1, b'past the streams')"


@pytest.mark.parametrize(
    ("does", "told", "patience"),
    [
        pytest.param(CRASH, "crashes: SIGSEGV", 60, id="crash"),
        pytest.param(HANG, "hangs: it takes more than 1 s", 60, id="hang"),
        pytest.param(WAIT, "hangs: it waits", 3, id="wait"),
        pytest.param(WRITE, "written past the standard streams", 60, id="write"),
    ],
)
def test_the_watchdog_sees(does: str, told: str, patience: int) -> None:
    with Watchdog(1, patience, program=("-c", PRANKS)) as watchdog:
        (fault,) = watchdog.run(Try("words", (), does.encode())).faults
        assert told in fault
        assert watchdog.run(Try("words", (), b"pass")).faults == ()


def test_to_have_had_enough_of_what_else_happened_keeps_what_was_picked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = iter(["1"])

    def typed(*_: object) -> str:
        for key in keys:
            return key
        raise Stop

    monkeypatch.setattr(picker, "answer", typed)
    offered = tuple(load.vocabulary().events)[:3]
    assert picker.pick_more(load.vocabulary(), offered) == offered[:1]


def test_a_name_that_is_no_text_is_refused(floor: Run) -> None:
    for arguments in (("stats",), ("--exam", "3"), ("--json",)):
        ran = floor("quiz", *arguments, "--name", "Ann\udcff")
        assert (ran.code, ran.out) == (2, "")
        assert "no text that can be kept" in ran.err

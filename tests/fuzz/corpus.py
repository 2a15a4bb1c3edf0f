"""Good input, to be damaged: our own narratives, the scenario bank, houses, a progress file."""

from __future__ import annotations

import re
import sqlite3
import tempfile
import textwrap
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.answer import answer
from engine.incident import from_mapping
from engine.plain import PlainMatcher
from engine.restate import Teller
from engine.ruling import Engine
from rulebase import load, own
from rulebase.book import Vocabulary
from rulebase.source import read
from scenarios import texts
from scenarios.bank import DATA
from scenarios.quiz.making import Maker
from scenarios.quiz.pool import Pool, Selection, take
from scenarios.quiz.progress import Progress
from scenarios.quiz.training import Training

MINE = "mine"
"""The house of one's own that tries are made of."""

WHO = "Ann"
"""Whose progress the progress file holds."""

COUNT = 5
"""How many questions the quiz has that was left in the middle."""

_OWN_HOUSE = Path(__file__).parents[2] / "docs" / "own-house.md"

Files = dict[str, bytes]

_SAME_EACH_TIME = (
    "update session set process = 0, started = '2026-01-01T00:00:00+00:00'",
    "update session set ended = started where ended is not null",
    "update answer set at = '2026-01-01T00:00:00+00:00'",
    "update card set due = '2026-01-01T00:00:00+00:00'",
    "update card set state = json_set(state, '$.due', due, '$.last_review', due)",
    "pragma journal_mode = delete",
    "vacuum",
)
"""What makes a progress file hold no more than was put in."""


class Corpus:
    """Good input, each part read when it is first asked for."""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary."""
        return load.vocabulary()

    @cached_property
    def narratives(self) -> list[str]:
        """Our own texts."""
        return [labelled.text for labelled in texts.told()] + [
            labelled.text for labelled in texts.corpus()
        ]

    @cached_property
    def incidents(self) -> list[dict[str, Any]]:
        """The incidents of the bank, as ``floor rule`` takes them."""
        fields = ("events", "facts", "line", "asked")
        return [
            {name: item[name] for name in fields if item.get(name) is not None}
            for file in sorted(DATA.rglob("*.yaml"))[::3]
            for item in read(file).data
        ]

    @cached_property
    def printed(self) -> list[dict[str, Any]]:
        """Rulings as ``--json`` prints them, some of narratives that leave doubt."""
        engine = Engine(load.houses(["adc", "homegame"]), self.vocabulary, PlainMatcher)
        given = (from_mapping(data, self.vocabulary)[0] for data in self.incidents[::60])
        return [engine.rule(incident).as_json() for incident in given] + [
            answer(words, engine).as_json() for words in self.narratives[::60]
        ]

    @cached_property
    def locators(self) -> list[tuple[str, str]]:
        """Every rule, as house and locator."""
        return [(name, rule) for name in load.built_in() for rule in load.house(name).rules]

    @cached_property
    def houses(self) -> list[Files]:
        """Houses of one's own that have no fault: each the files of its folder."""
        return [_of_the_page(), _of_home_game()]

    @cached_property
    def progress(self) -> bytes:
        """A progress file with cards, answers, and a quiz and an exam left in the middle."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "progress.sqlite"
            _learned(file)
            db = sqlite3.connect(file, isolation_level=None)
            for statement in _SAME_EACH_TIME:
                db.execute(statement)
            db.close()
            return file.read_bytes()


def _of_the_page() -> Files:
    """The house that docs/own-house.md works out."""
    indented = re.findall(r"((?:^    .*\n|^\n)+)", _OWN_HOUSE.read_text("utf8"), re.MULTILINE)
    blocks = [textwrap.dedent(block).strip() + "\n" for block in indented]
    header = own.STARTING_HOUSE.format(
        name=MINE, title="Mine", year=2026, adopts="adopts: [tda-2007]\n"
    )
    tried = next(block for block in blocks if block.startswith("- name"))
    return {
        "house.yaml": header.encode(),
        "rules.yaml": next(b for b in blocks if b.startswith("- rule")).encode(),
        "scenarios/clock.yaml": tried.replace("mycardroom", MINE).encode(),
    }


def _of_home_game() -> Files:
    folder = load.ROOT / "houses" / "homegame"
    files = {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*.yaml"))}
    named = files["house.yaml"].replace(b"house: homegame", b"house: " + MINE.encode())
    return {**files, "house.yaml": named}


def _learned(file: Path) -> None:
    vocabulary = load.vocabulary()
    engine = Engine(load.houses(load.built_in()), vocabulary, PlainMatcher)
    maker = Maker(engine, Teller(vocabulary, load.restates()))
    progress = Progress(file)
    for seed, done in ((1, COUNT), (2, 2)):
        training = Training(maker, progress, Selection(), who=WHO, count=COUNT, seed=seed)
        for question in training:
            training.answer(question, "abcd"[training.answered % 4], 1.5)
            if training.answered == done:
                break
    question = take(Pool(maker, Selection(), 3), 1)[0]
    exam = progress.begin(WHO, "exam", {"seed": 3, "questions": [question.id]})
    progress.note(WHO, question, True, "a", 2.0, exam.number)
    progress.close()

"""The Anki package as Anki's own package reads it, and the CSV file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

from scenarios.quiz.export import COLUMNS, write_anki, write_csv
from scenarios.quiz.making import Maker
from scenarios.quiz.question import LETTERS, Choice, Question


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection(str(tmp_path / "collection.anki2"))


def taken_in(collection: Collection, file: Path) -> None:
    request = ImportAnkiPackageRequest(package_path=str(file), options=ImportAnkiPackageOptions())
    collection.import_anki_package(request)


def changed(question: Question) -> Question:
    """The question as it is remade when a rule under it changes."""
    choices = (Choice("Something new.", {"outcome": "new"}), *question.choices[1:])
    return question._replace(id="feedfacefeedface", choices=choices)


def test_anki_takes_every_note_with_its_tags(
    makes: Maker, few: list[Question], collection: Collection, tmp_path: Path
) -> None:
    assert write_anki(few, makes.engine, tmp_path / "floor.apkg") == len(few)
    taken_in(collection, tmp_path / "floor.apkg")
    assert collection.note_count() == collection.card_count() == len(few)
    for question in few:
        tagged = f"tag:house::{question.house} tag:topic::{question.topic}"
        assert collection.find_notes(f"{tagged} tag:level::{question.level}")
    collection.close()


def test_a_second_import_updates_the_notes_whose_rules_changed(
    makes: Maker, few: list[Question], collection: Collection, tmp_path: Path
) -> None:
    write_anki(few, makes.engine, tmp_path / "one.apkg")
    taken_in(collection, tmp_path / "one.apkg")
    before = set(collection.find_notes(""))
    # Anki tells by the second which of two notes is the later one.
    collection.db.execute("update notes set mod = mod - 10")  # type: ignore[union-attr]
    write_anki([changed(few[0]), *few[1:]], makes.engine, tmp_path / "two.apkg")
    taken_in(collection, tmp_path / "two.apkg")
    assert set(collection.find_notes("")) == before
    assert len(collection.find_notes('"Something new."')) == 1
    collection.close()


def test_csv_holds_every_question_with_its_answer(
    makes: Maker, few: list[Question], tmp_path: Path
) -> None:
    file = tmp_path / "floor.csv"
    assert write_csv(few, makes.engine, file) == len(few)
    with file.open(encoding="utf8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert tuple(rows[0]) == COLUMNS
    for row, question in zip(rows, few, strict=True):
        assert row["question"] == question.prompt
        assert row[LETTERS[question.key]] == row["answer text"]
        assert f"house::{question.house}" in row["tags"].split()

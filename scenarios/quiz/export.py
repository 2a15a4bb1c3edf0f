"""Questions taken along: an Anki package, whose notes keep their ids, or a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from engine.amount_words import label
from engine.ruling import Engine, house_json
from scenarios.quiz.pool import QuizError
from scenarios.quiz.question import LETTERS, Question, digest

DECK = 1_704_318_261
MODEL = 1_704_318_262
FIELDS = ("Question", "Choices", "Answer", "Citation", "Reason", "Key")
COLUMNS = (
    *("key", "id", "kind", "house", "area", "topic", "section", "level", "question"),
    *LETTERS,
    *("answer", "answer text", "citation", "tags"),
)

_FRONT = "<p>{{Question}}</p>{{Choices}}"
_BACK = "{{FrontSide}}<hr id=answer><p><b>{{Answer}}</b></p><p>{{Citation}}</p>{{Reason}}"
_STYLE = (
    ".card { font: 18px/1.4 Georgia, serif; text-align: left; } ol { list-style: upper-alpha; }"
)


def note_key(question: Question) -> str:
    """What a note keeps when the rules under it change: an import then updates it."""
    return digest("note", question.recipe.key())


def tags(question: Question) -> list[str]:
    """House, section, area, topic, kind and level as tags."""
    found = [
        f"house::{question.house}",
        f"area::{question.area}",
        f"topic::{question.topic}",
        f"kind::{question.kind}",
        f"level::{question.level}",
    ]
    if question.section:
        found.append(f"section::{question.house}::{question.section.replace('/', '::')}")
    return [tag.replace(" ", "-") for tag in found]


def citation(question: Question, engine: Engine) -> list[str]:
    """The rules on which the answer rests, each with its title and gist."""
    found = []
    for locator in question.rules:
        name, _, own = locator.rpartition("/")
        book = engine.book(name) if name else engine.book(question.house)
        rule = book.rules.get(own if name else locator)
        if rule is not None:
            found.append(f"{label(book.name)} {rule.rule}: {rule.title}. {rule.gist}")
    return found


def reason(question: Question, engine: Engine) -> list[str]:
    """What every house says to it, a line a house."""
    ruling = engine.rule(question.incident.asking(question.decision))
    found = []
    for name, house in ruling.houses.items():
        data = house_json(house, ruling.known)
        said = [r["say"] for r in data["rulings"] if r["decision"] == ruling.asked]
        status = {"silent": "The book has no rule for it."}.get(house.status, house.status)
        found.append(f"{label(name)}: {' / '.join(said) or status}")
    return found


def write_anki(questions: Iterable[Question], engine: Engine, file: Path) -> int:
    """Write an Anki package; how many notes are in it.

    Raises:
        QuizError: genanki is not installed, or the file cannot be written.
    """
    try:
        import genanki
    except ImportError as error:
        raise QuizError("Anki packages need genanki: pip install 'floorcall[anki]'") from error
    model = genanki.Model(
        MODEL,
        "Floor ruling",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Ruling", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
        sort_field_index=FIELDS.index("Key"),
    )
    deck = genanki.Deck(DECK, "Floor rulings")
    count = 0
    for question in questions:
        deck.add_note(
            genanki.Note(
                model,
                fields=_fields(question, engine),
                guid=note_key(question),
                tags=tags(question),
            )
        )
        count += 1
    try:
        genanki.Package(deck).write_to_file(str(file))
    except OSError as error:
        raise QuizError(f"{file}: {error.strerror}") from error
    return count


def _fields(question: Question, engine: Engine) -> list[str]:
    right = question.choices[question.key].text
    items = "".join(f"<li>{escape(choice.text)}</li>" for choice in question.choices)
    return [
        f"{escape(question.text)} <b>{escape(question.asks)}</b>",
        f"<ol>{items}</ol>",
        escape(f"{LETTERS[question.key].upper()}: {right}"),
        "<br>".join(map(escape, citation(question, engine))),
        "<br>".join(map(escape, reason(question, engine))),
        note_key(question),
    ]


def write_csv(questions: Iterable[Question], engine: Engine, file: Path) -> int:
    """Write a CSV file, a question a line; how many there are.

    Raises:
        QuizError: the file cannot be written.
    """
    count = 0
    try:
        with file.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, COLUMNS)
            writer.writeheader()
            for question in questions:
                writer.writerow(_row(question, engine))
                count += 1
    except OSError as error:
        raise QuizError(f"{file}: {error.strerror}") from error
    return count


def _row(question: Question, engine: Engine) -> dict[str, Any]:
    texts = [choice.text for choice in question.choices]
    return {
        "key": note_key(question),
        "id": question.id,
        "kind": question.kind,
        "house": question.house,
        "area": question.area,
        "topic": question.topic,
        "section": question.section,
        "level": question.level,
        "question": question.prompt,
        **dict(zip(LETTERS, texts, strict=False)),
        "answer": LETTERS[question.key],
        "answer text": texts[question.key],
        "citation": " | ".join(citation(question, engine)),
        "tags": " ".join(tags(question)),
    }

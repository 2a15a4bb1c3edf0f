"""The tries that meet a damaged file of the user's: a house of his own, his progress."""

from __future__ import annotations

import json
import sqlite3
from random import Random

import yaml

from tests.fuzz import hostile
from tests.fuzz.corpus import COUNT, MINE, WHO, Corpus, Files
from tests.fuzz.incidents import dumped
from tests.fuzz.runs import keys
from tests.fuzz.tries import HOUSES, PROGRESS, Try


def own_house(chance: Random, corpus: Corpus) -> Try:
    """A house of one's own that was damaged, and a command that meets it."""
    name = hostile.word(chance, (MINE,)) if chance.random() < 0.05 else MINE
    name = name.replace("/", "").replace("\0", "")[:60].strip(".") or MINE
    files = _damaged_house(chance, dict(chance.choice(corpus.houses)))
    folder = {f"{HOUSES}/{name}/{file}": content for file, content in files.items()}
    words = "the clock was called on him and forty seconds have passed; he faces a bet"
    commands: tuple[tuple[str, ...], ...] = (
        ("house", "check", name),
        ("house", "check", f"{HOUSES}/{name}"),
        ("ask", "--no-input", "-H", name, words),
        ("ask", "--no-input", "--json", "-H", name, "-H", "adc", words),
        ("ask", "--no-input", words),
        ("ask", "--no-input", "--json", words),
        ("rule", "-", "-H", name, "--why"),
        ("rule", "-"),
        ("rules", "-H", name, "--json"),
        ("show", name, "Clock 1"),
        ("search", "clock", "-H", name),
    )
    incident = dict(chance.choice(corpus.incidents))
    given = json.dumps(incident).encode() + b"\n"
    return Try("", chance.choice(commands), given, folder, fresh=True)


def _damaged_house(chance: Random, files: Files) -> Files:
    for _ in range(chance.choice((1, 1, 2, 4))):
        file = chance.choice(list(files))
        match chance.randrange(8):
            case 0:
                files[file] = hostile.damaged(chance, files[file])
            case 1:
                files[file] = chance.choice((hostile.bomb(chance), chance.randbytes(50), b""))
            case 2:
                name = hostile.word(chance, ("more", "scenarios/more", "deep/more"))[:40]
                files[f"{name.replace(chr(0), '')}.yaml"] = files[file]
            case _:
                files[file] = _warped_yaml(chance, files[file])
    return files


def _warped_yaml(chance: Random, content: bytes) -> bytes:
    if b"&" in content and b"*" in content:
        return hostile.damaged(chance, content)  # a bomb, which would go off here
    try:
        data = yaml.load(content, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError):
        return hostile.damaged(chance, content)
    fields = ("when", "unless", "decides", "derives", "otherwise", "wakes-on", "overrides", "under")
    for _ in range(chance.choice((1, 1, 3))):
        data = hostile.warped(chance, data, fields)
    return dumped(chance, data, "yaml")


def progress(chance: Random, corpus: Corpus) -> Try:
    """A progress file that was damaged, and a quiz that opens it."""
    files = {PROGRESS: corpus.progress}
    match chance.randrange(6):
        case 0:
            files[PROGRESS] = hostile.damaged(chance, corpus.progress)
        case 1:
            files[PROGRESS] = hostile.damaged(chance, b"", 2) * chance.choice((0, 1, 3000))
        case 2:
            files[PROGRESS + chance.choice(("-wal", "-journal", "-shm"))] = chance.randbytes(
                chance.choice((0, 32, 5000))
            )
        case _:
            files[PROGRESS] = _tampered(chance, corpus.progress)
    quiz = ("quiz", "--name", WHO)
    arguments, typed = chance.choice(
        (
            (("quiz", "stats", "--name", WHO), None),
            (("quiz", "stats", "--name", WHO, "--json"), None),
            ((*quiz, "--count", str(COUNT), "--seed", "2"), b"a\nb\nc\n" + keys(chance)),
            ((*quiz, "--count", "2"), b"a\nb\n?\nq"),
            ((*quiz, "--exam", "1", "--seed", "3", "--record", "exams"), b"abcdabcd"),
        )
    )
    return Try("", arguments, files=files, keys=typed)


def _tampered(chance: Random, whole: bytes) -> bytes:
    """The database with something in it that the program did not write."""
    db = sqlite3.connect(":memory:")
    try:
        db.deserialize(whole)
        for _ in range(chance.choice((1, 1, 3))):
            try:
                _tamper(chance, db)
            except (sqlite3.Error, OverflowError, ValueError):  # it holds against that
                db.rollback()
        db.commit()
        return db.serialize()
    finally:
        db.close()


def _tamper(chance: Random, db: sqlite3.Connection) -> None:
    table = chance.choice(("card", "card", "answer", "session"))
    match chance.randrange(8):
        case 0:
            pragma = chance.choice(("user_version", "application_id"))
            db.execute(f"pragma {pragma} = {chance.choice((0, 2, -1, 2**31 - 1))}")
        case 1:
            db.execute(chance.choice((f"drop table {table}", f"delete from {table}")))
        case 2:
            db.execute(
                f"create trigger t before insert on {table} begin "
                "select raise(abort, 'no\x1b[31m'); end"
            )
        case _:
            columns = [row[1] for row in db.execute(f"pragma table_info({table})")] or ["gone"]
            cells = (
                hostile.word(chance),
                json.dumps(hostile.value(chance)),
                json.dumps({"seed": hostile.number(chance), "count": COUNT}),
                chance.randbytes(8),
                chance.choice((-1, 0, 2**40, 2**62, 1.5, None)),
                "2026-01-01T00:00:00",
                "a|b|c|d",
            )
            row = "" if chance.random() < 0.5 else " where rowid = 1" * (table != "card")
            db.execute(
                f"update {table} set {chance.choice(columns)} = ?{row}", (chance.choice(cells),)
            )

"""The tries: each one run of ``floor``, made from a seed and a number and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import yaml

from engine.arithmetic.acts import DOES
from rulebase import load
from rulebase.book import Fact
from tests.fuzz import hostile
from tests.fuzz.corpus import COUNT, MINE, WHO, Corpus, Files

PROGRESS = "data/floorcall/progress.sqlite"
HOUSES = "houses"
CORPUS = Corpus()


class Try(NamedTuple):
    """One run: its arguments, what stands on standard input or is typed, and files.

    ``keys`` are typed at a terminal; None: there is no terminal. ``fresh`` rules with an
    engine made for this run, as a person's run does, not with one that has ruled before.
    """

    kind: str
    arguments: tuple[str, ...]
    given: bytes = b""
    files: Mapping[str, bytes] = {}
    keys: bytes | None = None
    columns: int = 80
    fresh: bool = False

    def written(self) -> str:
        """The try as JSON; text that is no UTF-8 is kept byte by byte."""
        data = self._asdict()
        data["given"] = _text(self.given)
        data["files"] = {name: _text(content) for name, content in self.files.items()}
        data["keys"] = None if self.keys is None else _text(self.keys)
        return json.dumps(data)

    @classmethod
    def read(cls, written: str) -> Try:
        """The try that :meth:`written` wrote.

        >>> once = Try("facts", ("rule", "-"), b"\\xff\\x1b", {"a.yaml": b"\\x00\\xc3"}, b"q")
        >>> Try.read(once.written()) == once
        True
        """
        data = json.loads(written)
        data["arguments"] = tuple(data["arguments"])
        data["given"] = _bytes(data["given"])
        data["files"] = {name: _bytes(content) for name, content in data["files"].items()}
        data["keys"] = None if data["keys"] is None else _bytes(data["keys"])
        return cls(**data)


def _text(data: bytes) -> str:
    return data.decode("utf8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf8", "surrogateescape")


class Maker:
    """Makes the tries of a seed."""

    def __init__(self, seed: int, kinds: tuple[str, ...] = (), corpus: Corpus = CORPUS) -> None:
        self._seed = seed
        self._corpus = corpus
        self._weights = {k: w for k, (_, w) in KINDS.items() if not kinds or k in kinds}

    def make(self, number: int) -> Try:
        """The try of that number."""
        chance = Random(f"{self._seed}/{number}")
        kind = chance.choices(list(self._weights), list(self._weights.values()))[0]
        make, _ = KINDS[kind]
        made = make(chance, self._corpus)
        return made._replace(
            kind=kind,
            arguments=tuple(map(_argument, made.arguments)),
            columns=chance.choice((80, 80, 80, 40, 20, 200, 1)),
            fresh=made.fresh or chance.random() < 0.1,
        )


def _argument(text: str) -> str:
    """The text as it comes from a command line, which is of bytes and holds no zero."""
    return _text(hostile.encoded(text.replace("\0", "")))


def _ask(chance: Random, corpus: Corpus) -> Try:
    """``floor ask`` with a narrative."""
    words = _narrative(chance, corpus)
    options = _options(chance, corpus)
    if chance.random() < 0.3:
        return Try("", ("ask", "--no-input", *options, "-"), hostile.encoded(words))
    if words.startswith("-"):
        options += ("--",)
    return Try("", ("ask", "--no-input", *options, words))


def _narrative(chance: Random, corpus: Corpus) -> str:
    good = chance.choice(corpus.narratives)
    match chance.randrange(8):
        case 0:
            return good
        case 1:
            words = good.split()
            chance.shuffle(words)
            return " ".join(words)
        case 2:
            words = chance.choice(corpus.narratives).split() + good.split()
            return " ".join(chance.choices(words, k=chance.choice((5, 20, 80, 80, 400))))
        case 3:
            return "".join(hostile.word(chance) for _ in range(chance.randint(1, 20)))
        case 4:
            return hostile.damaged(chance, hostile.encoded(good), 30).decode("utf8", "replace")
        case _:
            return hostile.damaged(chance, hostile.encoded(good)).decode("utf8", "surrogateescape")


def _options(chance: Random, corpus: Corpus) -> tuple[str, ...]:
    """Options that ``ask`` and ``rule`` take, most of them good."""
    found: list[str] = []
    if chance.random() < 0.5:
        found.append("--json")
    if chance.random() < 0.5:
        found += ["-H", _house(chance)]
    if chance.random() < 0.15:
        found.append("--why")
    if chance.random() < 0.1:
        house, rule = chance.choice(corpus.locators)
        found += ["--why-not", house, chance.choice((rule, hostile.word(chance, (rule,))))]
    if chance.random() < 0.1:
        fact = chance.choice(list(corpus.vocabulary.facts))
        change = f"{fact}={_written(chance, corpus.vocabulary.facts[fact], vile=0.3)}"
        found += ["--what-if", chance.choice((change, change, hostile.word(chance, (change,))))]
    if chance.random() < 0.05:
        found += ["--on", hostile.word(chance, ("2008-06-01", "2026-13-01", "0000-00-00"))]
    return tuple(found)


def _house(chance: Random) -> str:
    return hostile.word(chance) if chance.random() < 0.05 else chance.choice(load.built_in())


def _written(chance: Random, fact: Fact, vile: float) -> Any:
    """A value of a fact, as an incident writes it; by the share of ``vile`` a hostile one."""
    if chance.random() < vile:
        return hostile.value(chance) if chance.random() < 0.5 else hostile.number(chance)
    if fact.structured:
        return _structured(chance, vile)
    if fact.values:
        words = list(fact.values)
        return chance.choice(words) if chance.random() < 0.8 else chance.choices(words, k=2)
    return chance.choice((1, 2, 3, 100, 600, 5000, 2**53, "> 2", "<= 600", "2..5", [1, 2]))


def _structured(chance: Random, vile: float) -> Any:
    seats = [chance.choice((n, str(n), chr(64 + n))) for n in range(1, chance.choice((3, 10)))]
    match chance.randrange(5):
        case 0:
            return {seat: chance.choice((0, 5, 600, 5000)) for seat in seats}
        case 1:
            return seats
        case 2 if vile:
            return {seat: hostile.number(chance) for seat in seats}
        case 3:
            return [[seat, chance.choice((5, 600))] for seat in seats]
        case _:
            return chance.choice(("A", "7", 7))


def _line(chance: Random) -> list[dict[str, Any]]:
    """A line of action that can be, as a rule."""
    players = ["A", "B", "C", "SB", "BB", 4, "UTG"][: chance.choice((2, 5, 7))]
    line: list[dict[str, Any]] = []
    if chance.random() < 0.4:
        line = [{"who": players[0], "does": "post-small"}, {"who": players[1], "does": "post-big"}]
    bet, size = (200 if line else 0), 200
    for place in range(chance.choice((1, 3, 8, 20))):
        if not players:
            break
        who = players[(place + len(line)) % len(players)]
        does = chance.choice(("call", "raise", "all-in", "fold") if bet else ("check", "bet"))
        act: dict[str, Any] = {"who": who, "does": does}
        if does in ("bet", "raise", "all-in"):
            size = size * 2 if does != "all-in" else chance.choice((size, size // 3))
            bet += size
            act["to"] = bet
        if does in ("fold", "all-in"):
            players.remove(who)
        line.append(act)
    return line


def _vile_line(chance: Random) -> list[dict[str, Any]]:
    """A line of action that cannot be, as a rule."""
    players = ["A", "B", "SB", "BB", 4, hostile.word(chance), hostile.value(chance)]
    line = []
    for _ in range(chance.choice((1, 3, 8, 60, 510))):
        act: dict[str, Any] = {"who": chance.choice(players), "does": chance.choice(DOES)}
        if chance.random() < 0.7:
            act["to"] = chance.choice((100, 200, 600, 5000, hostile.number(chance)))
        line.append(act)
    return line


def _incident(chance: Random, corpus: Corpus) -> Any:
    """An incident as data: from the bank or from the vocabulary, whole or warped."""
    vocabulary = corpus.vocabulary
    vile = chance.choice((0, 0, 0, 0, 0.1, 0.5))
    if chance.random() < 0.6:
        data = dict(chance.choice(corpus.incidents))
    else:
        events = chance.sample(list(vocabulary.events), chance.choice((1, 1, 1, 1, 2, 12)))
        facts = [f for event in events for f in vocabulary.events[event].facts]
        told = [f for f in facts if chance.random() < 0.6]
        told += chance.sample(list(vocabulary.facts), chance.choice((0, 0, 1, 9)))
        data = {
            "events": events,
            "facts": {f: _written(chance, vocabulary.facts[f], vile) for f in told},
        }
    if chance.random() < 0.3:
        data["line"] = _vile_line(chance) if vile else _line(chance)
    if chance.random() < 0.2:
        data["text"] = _narrative(chance, corpus)
    if chance.random() < 0.2:
        data["id"] = chance.choice((hostile.word(chance), 17, hostile.number(chance)))
    if chance.random() < 0.1:
        data["asked"] = chance.choice(list(vocabulary.decisions))
    if chance.random() < 0.1:
        data["houses"] = [_house(chance)]
    known = (*vocabulary.facts, *vocabulary.events, *vocabulary.decisions)
    for _ in range(chance.choice((0, 0, 0, 0, 1, 3))):
        data = hostile.warped(chance, data, known)
    return data


def _dumped(chance: Random, data: Any, form: str) -> bytes:
    """Data as YAML or JSON."""
    if form == "json":
        return hostile.encoded(json.dumps(data, ensure_ascii=chance.random() < 0.5))
    width = chance.choice((80, 10_000))
    text = yaml.dump(
        data,
        Dumper=_Dumper,
        default_flow_style=chance.choice((True, False, None)),
        allow_unicode=chance.random() < 0.5,
        width=width,
    )
    return hostile.encoded(text)


class _Dumper(yaml.SafeDumper):
    """YAML without anchors, which the program refuses from the first on."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _document(chance: Random, corpus: Corpus, form: str) -> bytes:
    match chance.randrange(20):
        case 0:
            return hostile.bomb(chance)
        case 1:
            return hostile.damaged(chance, chance.randbytes(chance.choice((0, 3, 200))))
        case 2:
            whole = _dumped(chance, chance.choice(corpus.incidents), form)
            return hostile.damaged(chance, whole)
        case 3:
            return hostile.damaged(chance, _dumped(chance, _incident(chance, corpus), form))
        case _:
            return _dumped(chance, _incident(chance, corpus), form)


def _rule(chance: Random, corpus: Corpus) -> Try:
    """``floor rule`` with one document."""
    form = chance.choice(("yaml", "json"))
    data = _document(chance, corpus, form)
    options = _options(chance, corpus)
    if chance.random() < 0.3:
        return Try("", ("rule", "-", *options), data)
    name = f"incident.{form}"
    return Try("", ("rule", name, *options), files={name: data})


def _stream(chance: Random, corpus: Corpus) -> Try:
    """``floor rule`` with many incidents, one JSON a line."""
    lines = []
    for _ in range(chance.choice((1, 3, 10))):
        if chance.random() < 0.15:
            lines.append(_document(chance, corpus, "json"))
        else:
            lines.append(_dumped(chance, _incident(chance, corpus), "json"))
    data = chance.choice((b"\n", b"\n", b"\r\n", b"\n\n \n")).join(lines)
    if chance.random() < 0.1:
        data = hostile.damaged(chance, data)
    options = ("-H", _house(chance)) if chance.random() < 0.5 else ()
    if chance.random() < 0.3:
        return Try("", ("rule", "-", "--json", *options), data)
    return Try("", ("rule", "stream.jsonl", *options), files={"stream.jsonl": data})


def _replay(chance: Random, corpus: Corpus) -> Try:
    """``floor rule --replay`` with rulings that were printed, or that nobody printed."""
    known = (*corpus.vocabulary.facts, *corpus.vocabulary.events, *load.built_in())
    lines = []
    for _ in range(chance.choice((1, 1, 3))):
        data = chance.choice(corpus.printed)
        for _ in range(chance.choice((0, 1, 1, 3, 8))):
            data = hostile.warped(chance, data, known)
        lines.append(_dumped(chance, data, "json"))
    content = b"\n".join(lines)
    if chance.random() < 0.1:
        content = hostile.damaged(chance, content)
    options = ("--json",) if chance.random() < 0.5 else ()
    name = chance.choice(("rulings.json", "rulings.jsonl"))
    return Try("", ("rule", "--replay", name, *options), files={name: content})


def _keys(chance: Random) -> bytes:
    """What is typed: answers, commands of the interview, and what no keyboard has."""
    typed = b""
    for _ in range(chance.choice((0, 2, 8, 25))):
        match chance.randrange(6):
            case 0:
                typed += chance.choice((b"\n", b"q", b"b", b"?", b"back\n", b"0", b"y", b"n"))
            case 1:
                typed += hostile.encoded(hostile.word(chance)[:60]).replace(b"\x03", b"") + b"\n"
            case 2:
                typed += chance.choice((b"\x1b[A", b"\x1bOP", b"\x1b", b"\x7f", b"\x15", b"\xff"))
            case 3:
                typed += str(chance.choice((0, 1, 600, 5000, 10**20))).encode() + b"\n"
            case _:
                typed += chance.choice(b"123456789abcd").to_bytes(1, "big")
    return typed[:1500]


def _terminal(chance: Random, corpus: Corpus) -> Try:
    """``floor ask`` at a terminal."""
    options = ("-H", _house(chance)) if chance.random() < 0.7 else ()
    words = _narrative(chance, corpus) if chance.random() < 0.8 else ""
    if words.strip() == "-":  # it would wait for lines
        words = ""
    return Try("", ("ask", *options, "--", words), keys=_keys(chance))


def _command(chance: Random, corpus: Corpus) -> Try:
    """The other commands, with a name or an option that is hostile."""
    house, rule = chance.choice(corpus.locators)
    event = chance.choice(list(corpus.vocabulary.events))
    good: tuple[str, ...] = chance.choice(
        (
            ("show", house, rule),
            ("search", *rule.split(), "odd", "chip"),
            ("search", "raise", "-H", house),
            ("define", "muck"),
            ("facts", event),
            ("rules", "-H", house, "--topic", "betting"),
            ("ask", "--no-input", "-H", house, "he raises"),
            ("rule", "incident.yaml", "-H", house),
            ("house", "new", "theirs", "--adopts", house, "--at", "new"),
            ("house", "check", "theirs"),
            ("quiz", "stats", "--name", WHO, "--topic", "betting"),
            ("quiz", "--json", "--count", "1", "-H", house, "--kind", "ruling"),
            ("diff", "old", "new"),
        )
    )
    arguments = list(good)
    for _ in range(chance.choice((1, 1, 2))):
        place = chance.randrange(len(arguments))
        arguments[place] = hostile.word(chance, (arguments[place],))
    if chance.random() < 0.3:
        arguments.append("--json")
    if chance.random() < 0.1:
        arguments.insert(chance.randint(0, len(arguments)), hostile.word(chance))
    return Try("", tuple(arguments))


def _own_house(chance: Random, corpus: Corpus) -> Try:
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
    try:
        data = yaml.load(content, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError):
        return hostile.damaged(chance, content)
    fields = ("when", "unless", "decides", "derives", "otherwise", "wakes-on", "overrides", "under")
    for _ in range(chance.choice((1, 1, 3))):
        data = hostile.warped(chance, data, fields)
    return _dumped(chance, data, "yaml")


def _progress(chance: Random, corpus: Corpus) -> Try:
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
    arguments, keys = chance.choice(
        (
            (("quiz", "stats", "--name", WHO), None),
            (("quiz", "stats", "--name", WHO, "--json"), None),
            ((*quiz, "--count", str(COUNT), "--seed", "2"), b"a\nb\nc\n" + _keys(chance)),
            ((*quiz, "--count", "2"), b"a\nb\n?\nq"),
            ((*quiz, "--exam", "1", "--seed", "3", "--record", "exams"), b"abcdabcd"),
        )
    )
    return Try("", arguments, files=files, keys=keys)


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


Make = Callable[[Random, Corpus], Try]

KINDS: dict[str, tuple[Make, float]] = {
    "words": (_ask, 30),
    "facts": (_rule, 32),
    "stream": (_stream, 12),
    "replay": (_replay, 4),
    "terminal": (_terminal, 8),
    "command": (_command, 12),
    "house": (_own_house, 3),
    "progress": (_progress, 3),
}
"""The kinds of tries, each with its share."""

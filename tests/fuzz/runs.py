"""The tries that meet what comes with the program: words, facts, streams, keys, commands."""

from __future__ import annotations

from random import Random

from rulebase import load
from tests.fuzz import hostile
from tests.fuzz.corpus import WHO, Corpus
from tests.fuzz.incidents import a_house, document, dumped, incident, narrative, written
from tests.fuzz.tries import Try


def ask(chance: Random, corpus: Corpus) -> Try:
    """``floor ask`` with a narrative."""
    words = narrative(chance, corpus)
    options = _options(chance, corpus)
    if chance.random() < 0.3:
        return Try("", ("ask", "--no-input", *options, "-"), hostile.encoded(words))
    if words.startswith("-"):
        options += ("--",)
    return Try("", ("ask", "--no-input", *options, words))


def _options(chance: Random, corpus: Corpus) -> tuple[str, ...]:
    """Options that ``ask`` and ``rule`` take, most of them good."""
    found: list[str] = []
    if chance.random() < 0.5:
        found.append("--json")
    if chance.random() < 0.5:
        found += ["-H", a_house(chance)]
    if chance.random() < 0.15:
        found.append("--why")
    if chance.random() < 0.1:
        house, rule = chance.choice(corpus.locators)
        found += ["--why-not", house, chance.choice((rule, hostile.word(chance, (rule,))))]
    if chance.random() < 0.1:
        fact = chance.choice(list(corpus.vocabulary.facts))
        change = f"{fact}={written(chance, corpus.vocabulary.facts[fact], vile=0.3)}"
        found += ["--what-if", chance.choice((change, change, hostile.word(chance, (change,))))]
    if chance.random() < 0.05:
        found += ["--on", hostile.word(chance, ("2008-06-01", "2026-13-01", "0000-00-00"))]
    return tuple(found)


def rule(chance: Random, corpus: Corpus) -> Try:
    """``floor rule`` with one document."""
    form = chance.choice(("yaml", "json"))
    data = document(chance, corpus, form)
    options = _options(chance, corpus)
    if chance.random() < 0.3:
        return Try("", ("rule", "-", *options), data)
    name = f"incident.{form}"
    return Try("", ("rule", name, *options), files={name: data})


def stream(chance: Random, corpus: Corpus) -> Try:
    """``floor rule`` with many incidents, one JSON a line."""
    lines = []
    for _ in range(chance.choice((1, 3, 10))):
        if chance.random() < 0.15:
            lines.append(document(chance, corpus, "json"))
        else:
            lines.append(dumped(chance, incident(chance, corpus), "json"))
    data = chance.choice((b"\n", b"\n", b"\r\n", b"\n\n \n")).join(lines)
    if chance.random() < 0.1:
        data = hostile.damaged(chance, data)
    options = ("-H", a_house(chance)) if chance.random() < 0.5 else ()
    if chance.random() < 0.3:
        return Try("", ("rule", "-", "--json", *options), data)
    return Try("", ("rule", "stream.jsonl", *options), files={"stream.jsonl": data})


def replay(chance: Random, corpus: Corpus) -> Try:
    """``floor rule --replay`` with rulings that were printed, or that nobody printed."""
    known = (*corpus.vocabulary.facts, *corpus.vocabulary.events, *load.built_in())
    lines = []
    for _ in range(chance.choice((1, 1, 3))):
        data = chance.choice(corpus.printed)
        for _ in range(chance.choice((0, 1, 1, 3, 8))):
            data = hostile.warped(chance, data, known)
        lines.append(dumped(chance, data, "json"))
    content = b"\n".join(lines)
    if chance.random() < 0.1:
        content = hostile.damaged(chance, content)
    options = ("--json",) if chance.random() < 0.5 else ()
    name = chance.choice(("rulings.json", "rulings.jsonl"))
    return Try("", ("rule", "--replay", name, *options), files={name: content})


def keys(chance: Random) -> bytes:
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


def terminal(chance: Random, corpus: Corpus) -> Try:
    """``floor ask`` at a terminal."""
    options = ("-H", a_house(chance)) if chance.random() < 0.7 else ()
    words = narrative(chance, corpus) if chance.random() < 0.8 else ""
    if words.strip() == "-":  # it would wait for lines
        words = ""
    return Try("", ("ask", *options, "--", words), keys=keys(chance))


def command(chance: Random, corpus: Corpus) -> Try:
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

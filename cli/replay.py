"""``floor rule --replay``: printed rulings are ruled again, and it is told what differs today."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

from cli.ask import engine_for
from cli.console import complain, holds_all, json_text, print_json, say
from cli.incidents import BAD, json_document, json_line, named, opened, split, whole
from cli.stream import Done, each
from cli.words import fact_words, label, plain
from engine.answer import EVENT
from engine.incident import IncidentError
from engine.replay import Replayer
from engine.ruling import Engine
from rulebase import load
from rulebase.book import Vocabulary
from rulebase.editions import choose
from rulebase.problems import FloorError

if TYPE_CHECKING:
    from cli.jobs import Work

SAME, DIFFERS, NO_RULING = "same", "differs", "no ruling"
"""What a line of a stream comes to: rulings, and what told then that a line was bad."""

DIFFERENT = 1
"""The exit code where any ruling differs."""


def refuse(**options: object) -> None:
    """Refuse options that would have it ruled otherwise than then.

    Raises:
        IncidentError: any of them is given.
    """
    given = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
    if given:
        raise IncidentError(f"--replay rules on what was told then: it takes no {', '.join(given)}")


def replay_file(path: str, names: list[str], *, as_json: bool, jobs: int) -> int:
    """Rule again what was printed, and tell what differs; of the named houses, or of all.

    Raises:
        IncidentError: the file cannot be opened, or holds no ruling.
        UnknownHouse: a house named is none.
        LostLines: one of several processes was lost.
    """
    replayer = _replayer(names)
    with opened(path) as stream:
        kind, lines = split(stream, path)
        if kind == "lines":
            return _stream(lines, replayer, names, as_json=as_json, jobs=jobs)
        text = whole(lines)
    try:
        found = replayer.replay(json_document(text, path)).as_json()
    except IncidentError as error:
        raise IncidentError(f"{named(path)}: {error}") from error
    if as_json:
        print_json(found)
    else:
        _tell(found, load.vocabulary())
    return 0 if found["same"] else DIFFERENT


def _replayer(names: list[str]) -> Replayer:
    """What rules again by every house that there is, those named as they are named."""
    every = engine_for((), quiet=True)
    given = load.houses(choose(load.editions(), names).names) if names else {}
    faulty = {name: f"it has faults: {error.problems[0]}" for name, error in load.faulty.items()}
    return Replayer(Engine({**every.houses, **given}, every.vocabulary), faulty, tuple(given))


def _stream(
    lines: Iterable[str], replayer: Replayer, names: list[str], *, as_json: bool, jobs: int
) -> int:
    wide = holds_all()
    bad, marks = 0, Counter[str]()
    here, make = _liner(replayer, wide), partial(_elsewhere, names, wide)
    with closing(each(lines, here, make, jobs)) as found:
        for done in found:
            marks.update(done.marks)
            if done.complaint:
                bad += 1
                complain(done.complaint)
            if as_json:
                sys.stdout.write(done.text + "\n")
            elif DIFFERS in done.marks:
                _tell(json.loads(done.text), load.vocabulary())
    if not as_json:
        say("; ".join(_summary(marks, bad)), "bold")
    return BAD if bad else DIFFERENT if marks[DIFFERS] else 0


def _elsewhere(names: list[str], wide: bool) -> Work[Done]:
    return _liner(_replayer(names), wide)


def _liner(replayer: Replayer, wide: bool) -> Work[Done]:
    """What rules again on one line."""

    def replay(number: int, line: str) -> Done:
        complaint = ""
        try:
            data, mark = _replayed(json_line(line), replayer)
        except FloorError as error:
            data, mark = {"error": str(error)}, ""
            complaint = f"line {number}: {error}"
        text = json_text({"line": number, **data}, wide=wide)
        return Done(text, complaint, frozenset([mark] if mark else []))

    return replay


def _replayed(data: Any, replayer: Replayer) -> tuple[dict[str, Any], str]:
    """What becomes of a line, and its mark."""
    if isinstance(data, dict) and "error" in data and "houses" not in data:
        return {"skipped": f"no ruling then: {data['error']}"}, NO_RULING
    found = replayer.replay(data)
    return found.as_json(), SAME if found.same else DIFFERS


def _summary(marks: Mapping[str, int], bad: int) -> Iterator[str]:
    yield f"Rulings: {marks[SAME] + marks[DIFFERS]:,}"
    yield f"the same today: {marks[SAME]:,}"
    yield f"different: {marks[DIFFERS]:,}"
    if marks[NO_RULING]:
        yield f"bad input then: {marks[NO_RULING]:,}"
    if bad:
        yield f"no ruling: {bad:,}"


def _tell(found: Mapping[str, Any], vocabulary: Vocabulary) -> None:
    """Print what became of one ruling."""
    where = f"line {found['line']}" if "line" in found else ""
    which = f"{where} ({found['id']})" if where and "id" in found else where or found.get("id", "")
    verdict = "Today's ruling is the same." if found["same"] else "Today's ruling differs."
    say(f"{which}: {verdict}" if which else verdict, "bold")
    if "cannot" in found:
        say(f"  It cannot be ruled on any more: {found['cannot']}")
    if "read" in found:
        then, now = (_events(found["read"][time]) for time in ("then", "now"))
        say(f"  The narrative is read otherwise: {then} then, {now} now.")
    for house, change in found.get("houses", {}).items():
        for line in _house(label(house), change):
            say(f"  {line}")
    for change in found.get("facts", ()):
        then, now = (_fact(change["fact"], change[time], vocabulary) for time in ("then", "now"))
        say(f"  {plain(change['fact'])}: {then} then, {now} now")
    for reason in found.get("because", ()):
        say(f"  {reason}")


def _events(events: Iterable[str]) -> str:
    return " and ".join(map(plain, events)) or "open what happened"


def _fact(name: str, told: Mapping[str, Any] | None, vocabulary: Vocabulary) -> str:
    if told is None:
        return "unknown"
    value = fact_words(name, told["value"], vocabulary).partition(": ")[2]
    return f"{value} ({told['source']})"


def _house(house: str, change: Mapping[str, Any]) -> Iterator[str]:
    """What a house rules otherwise, a line each."""
    if "gone" in change:
        yield f"{house}: {change['gone']}"
    for part in ("status", "silent", "asked", "questions"):
        if part in change:
            then, now = (_words(change[part][time]) for time in ("then", "now"))
            yield f"{house}, {part}: {then} then, {now} now"
    for decision in change.get("decisions", ()):
        under = f" (if {_events(decision['if'][EVENT])})" if "if" in decision else ""
        yield f"{house}, {plain(decision['decision'])}{under}:"
        yield f"  then {_outcomes(decision['then'])}"
        yield f"  now {_outcomes(decision['now'])}"
    for fact in change.get("derived", ()):
        yield f"{house}, {plain(fact['fact'])} by its rules: {fact['then']} then, {fact['now']} now"


def _words(value: Any) -> str:
    return ", ".join(map(plain, value)) if isinstance(value, list) else plain(value or "") or "none"


def _outcomes(outcomes: Iterable[Mapping[str, Any]]) -> str:
    return "; ".join(map(_outcome, outcomes)) or "nothing"


def _outcome(outcome: Mapping[str, Any]) -> str:
    """An outcome, its force, the rules that give it, and what it takes."""
    amount = f" {json.dumps(outcome['amount'])}" if "amount" in outcome else ""
    rules = ", ".join(f"{label(rule['house'])} {rule['rule']}" for rule in outcome["rules"])
    words = [f"{plain(outcome['outcome'])}{amount} ({outcome['force']}, {rules})"]
    words += (f"if {plain(fact)}: {value}" for fact, value in outcome.get("needs", {}).items())
    words += (outcome[part] for part in ("do", "penalty") if part in outcome)
    return ", ".join(words)

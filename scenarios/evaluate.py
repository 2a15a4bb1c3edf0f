"""``python -m scenarios.evaluate FILE …``: hold the program against incidents told by others.

A file is a list of incidents, each with ``id``, ``events``, ``narrative``, ``key_facts``,
``confidence`` and, by house, ``expect: {status, rules}``; or with ``id``, ``events``, ``text``
and typed ``facts``, for which what the program rules on these facts is expected. Three ways
of being asked are measured: (a) the key facts given as facts, (b) the narrative alone, (c)
the narrative with the event picked where it is in doubt, what was misread or assumed put
right, what would wake a rule raised, and the questions answered from the key facts. Key facts
count as typed where a scenario of the bank or a file of ``--answers`` carries the incident's
id, or the file types them; else they are read as words. A rule counts as cited where the
answer names it, also as what would decide under a reading or a fact that the answer names;
"outright" counts only what is cited without such an if.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.answer import Answer, answer
from engine.asking import changeable, next_question, sleeping
from engine.incident import Incident, Told, from_mapping
from engine.reading.reader import Reading, read
from engine.ruling import Engine, Ruling
from rulebase.problems import FloorError
from rulebase.source import Source, parse
from rulebase.source import read as read_yaml
from rulebase.values import Truth, status
from scenarios.bank import DATA, engine_for_all, scenarios
from scenarios.evaluate_facts import labelled

MOST_QUESTIONS = 12
WAYS = ("a facts", "b words", "c asked")


@dataclass(slots=True)
class Tally:
    """What was counted, by way of asking and house."""

    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    outright: Counter[tuple[str, str]] = field(default_factory=Counter)
    labelled: Counter[tuple[str, str]] = field(default_factory=Counter)
    status: Counter[tuple[str, str]] = field(default_factory=Counter)
    counted: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    ruled: Counter[str] = field(default_factory=Counter)
    questions: list[int] = field(default_factory=list)
    claims: int = 0
    first: int = 0
    five: int = 0
    sure: int = 0
    texts: int = 0
    misses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def unread(name: str) -> bool:
    """Whether a text belongs to the third that is kept for measuring."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def typed_incidents(engine: Engine) -> dict[str, Incident]:
    """The incidents of the bank that carry the id of a labelled one."""
    bank = scenarios(engine.vocabulary, [DATA / "real"]) if (DATA / "real").is_dir() else ()
    return {s.incident.id: s.incident for s in bank if s.incident.id and not s.of}


def answers(files: Iterable[Path], engine: Engine) -> dict[str, Incident]:
    """The incidents that ``files`` type, by id: lists in the form that ``floor rule`` takes.

    Raises:
        IncidentError: one of them is no incident.
    """
    items = [item for file in files for item in _packed(file).data]
    return {item["id"]: from_mapping(item, engine.vocabulary)[0] for item in items}


def _packed(file: Path) -> Source:
    """A YAML file, packed where nobody should come upon its text."""
    if file.suffix != ".gz":
        return read_yaml(file)
    return parse(gzip.decompress(file.read_bytes()).decode(), file)


def decisive(expect: Mapping[str, Any], house: str) -> tuple[str, str]:
    """The house and locator of the rule that decides by the label; empty where none does.

    denver's label names only its own entries: where it names none, tda-2007's holds.
    """
    rules = [str(rule) for rule in expect[house].get("rules") or ()]
    if not rules and house == "denver":
        return decisive(expect, "tda-2007") if "tda-2007" in expect else ("", "")
    return (house, rules[0]) if rules else ("", "")


def status_right(label: Mapping[str, Any], status: str) -> bool:
    """Whether a status is what the label says, as the incidents' README scores it."""
    if label["status"] == "depends":
        return status in ("needs-facts", "judgment")
    if label["status"] == "ruled" and label.get("force") == "judgment":
        return status in ("ruled", "judgment")
    return bool(label["status"] == status)


def cited(house: Mapping[str, Any], *, outright: bool = False) -> set[tuple[str, str]]:
    """Every rule that a house's answer names; ``outright`` only those without an if."""
    return {
        (rule["house"], rule["rule"])
        for entry in house["rulings"]
        if not outright or not ({"hangs-on", "if"} & entry.keys())
        for rule in entry["rules"]
    }


def labelled_incident(item: Mapping[str, Any], engine: Engine) -> Incident:
    """The incident of the label: its events, and its facts as typed, or read as words."""
    if "facts" in item:
        return Incident(tuple(item["events"]), labelled(item, engine.vocabulary))
    events = tuple(e for e in item["events"] if e in engine.vocabulary.events)
    words = ". ".join([str(item["narrative"]), *map(str, item.get("key_facts") or ())])
    return read(words, engine.vocabulary).incident(events)


def expected(truth: Ruling) -> dict[str, Any]:
    """What is expected by house, where nobody but the program itself labels an incident."""
    return {
        name: {
            "status": house["status"],
            "rules": [
                rule["rule"]
                for entry in house["rulings"][:1]
                for rule in entry["rules"]
                if rule["house"] == name
            ],
        }
        for name, house in truth.as_json()["houses"].items()
    }


def count(tally: Tally, way: str, item: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    """Count one answer against the label, house by house."""
    for house, label in item["expect"].items():
        if house not in data["houses"]:
            continue
        status = data["houses"][house]["status"]
        tally.counted[way, house] += 1
        tally.status[way, house] += status_right(label, status)
        rule = decisive(item["expect"], house)
        found = cited(data["houses"][house])
        if rule[1] and label["status"] == "ruled":
            tally.labelled[way, house] += 1
            tally.right[way, house] += rule in found
            tally.outright[way, house] += rule in cited(data["houses"][house], outright=True)
        if status == "ruled":
            tally.ruled[way] += 1
            wrong = label["status"] == "silent" or (rule[1] and rule not in found)
            tally.wrong[way] += bool(wrong)
        if not status_right(label, status) or (rule[1] and rule not in found):
            tally.misses[way].append(
                f"{item['id']} {house}: {label['status']} {rule[1] or '-'}, "
                f"got {status} {', '.join(sorted(r for _, r in found)) or '-'}"
            )


def interview(
    engine: Engine, found: Answer, right: Sequence[str], truth: Incident
) -> tuple[Mapping[str, Any], int, int]:
    """The answer once everything is answered from ``truth``; how much was asked, and raised.

    ``right`` are the events that happened, the issue first. What follows from the facts of
    ``truth`` is known to who answers as well.
    """
    knows = {n: t for n, t in engine.rule(truth).known.facts.items() if t.source != "assumed"}
    reading = found.reading
    claimed = 0
    asked, events = (0, reading.events) if reading.sure else _picked(reading, right)
    incident = reading.incident(events)
    if not reading.sure:
        changed, incident = _put_right(engine, incident, knows, truth)
        claimed, incident = _claimed(engine, incident, knows)
        asked += changed
    ruling = engine.rule(incident)
    skipped = list[str]()
    while asked < MOST_QUESTIONS and (question := next_question(engine, ruling, skipped)):
        asked += 1
        skipped.append(question.fact)
        if question.fact in knows:
            incident = _answered(incident, question.fact, knows).asking(ruling.asked)
            ruling = engine.rule(incident)
    return ruling.as_json(), asked, claimed


def _picked(reading: Reading, right: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """How often it was picked from, and the events: several of the offered in one answer.

    What was not offered takes another: the issue by its topic, or something else that happened.
    """
    issue, *rest = [next(iter(_offered(reading, event)), event) for event in right]
    taken = reading.events if issue in reading.events[:1] else reading.taken_as(issue)
    more = [name for name in dict.fromkeys(rest) if name not in taken]
    apart = [name for name in more if not (_offered(reading, issue) and _offered(reading, name))]
    return 1 + len(apart), (*taken, *more)


def _offered(reading: Reading, event: str) -> list[str]:
    """Those of the events offered that are ``event``, or a part of it."""
    events = reading.scene.vocabulary.events
    offered = dict.fromkeys((*reading.events[:1], *reading.offered))
    return [name for name in offered if event in (name, events[name].parent)]


def _put_right(
    engine: Engine, incident: Incident, knows: Mapping[str, Told], truth: Incident
) -> tuple[int, Incident]:
    """The incident with what was misread or assumed put right, and how many facts that took."""
    changed = 0
    while changed < MOST_QUESTIONS:
        ruling = engine.rule(incident)
        if fact := _wrong(ruling, knows):
            incident = _answered(incident, fact, knows)
        elif fact := _misread(engine, ruling, truth):
            incident = incident.without((fact,))
        else:
            break
        changed += 1
    return changed, incident


def _wrong(ruling: Ruling, knows: Mapping[str, Told]) -> str | None:
    """The first fact taken for granted that is otherwise."""
    facts = ruling.known.facts
    return next(
        (
            fact
            for fact in changeable(ruling)
            if fact in knows and facts[fact].values != knows[fact].values
        ),
        None,
    )


def _misread(engine: Engine, ruling: Ruling, truth: Incident) -> str | None:
    """The first fact read of which who answers knows nothing, and which cannot be."""
    known = engine.rule(truth).known
    for fact in changeable(ruling):
        told = ruling.known.facts[fact]
        if told.source == "said" and fact not in known.facts:
            doubted = engine.rule(truth.with_facts({fact: told})).known
            if len(doubted.contradictions) > len(known.contradictions):
                return fact
    return None


def _claimed(engine: Engine, incident: Incident, knows: Mapping[str, Told]) -> tuple[int, Incident]:
    """The incident with what wakes a rule, where it is known, and how many facts that took."""
    claimed = 0
    for fact, wakes in sleeping(engine, engine.rule(incident)).items():
        if fact in knows and any(status(w, knows[fact].values) is Truth.TRUE for w in wakes):
            incident, claimed = _answered(incident, fact, knows), claimed + 1
    return claimed, incident


def _answered(incident: Incident, fact: str, knows: Mapping[str, Told]) -> Incident:
    told = knows[fact]
    return incident.with_facts({fact: Told(told.values, "answered", raw=told.raw)})


def evaluate(
    items: Iterable[Mapping[str, Any]], engine: Engine, typed: Mapping[str, Incident]
) -> Tally:
    """Measure every incident in the three ways; ``typed`` are those whose facts are typed."""
    tally = Tally()
    parents = {e.name: e.parent for e in engine.vocabulary.events.values()}
    for item in items:
        tally.texts += 1
        truth = typed.get(item["id"]) or labelled_incident(item, engine)
        ruled = engine.rule(truth)
        item = {"expect": expected(ruled), **item}
        count(tally, WAYS[0], item, ruled.as_json())
        found = answer(str(item.get("narrative") or item["text"]), engine)
        reading, right = found.reading, parents.get(item["events"][0], item["events"][0])
        offered = [parents[e] for e in (*reading.events[:1], *reading.offered)]
        tally.first += offered[:1] == [right]
        tally.five += right in list(dict.fromkeys(offered))[:5]
        tally.sure += found.sure
        count(tally, WAYS[1], item, found.as_json())
        happened = typed[item["id"]].events if item["id"] in typed else item["events"]
        data, asked, claimed = interview(engine, found, happened, truth)
        tally.questions.append(asked)
        tally.claims += claimed
        count(tally, WAYS[2], item, data)
    return tally


def report(tally: Tally) -> Iterator[str]:
    """The figures, a line each."""
    houses = list(dict.fromkeys(house for _, house in tally.counted))
    yield f"{tally.texts} incidents"
    for way in WAYS:
        right = sum(tally.right[way, h] for h in houses)
        labelled = sum(tally.labelled[way, h] for h in houses)
        yield f"({way}) decisive rule cited: {_share(right, labelled)}; " + ", ".join(
            f"{h} {_share(tally.right[way, h], tally.labelled[way, h])}" for h in houses
        )
        outright = sum(tally.outright[way, h] for h in houses)
        yield f"({way}) of that outright: {_share(outright, labelled)}"
        right, counted = (sum(c[way, h] for h in houses) for c in (tally.status, tally.counted))
        yield f"({way}) status right: {_share(right, counted)}; " + ", ".join(
            f"{h} {_share(tally.status[way, h], tally.counted[way, h])}" for h in houses
        )
        yield f"({way}) ruled, and wrong: {_share(tally.wrong[way], tally.ruled[way])}"
    yield f"sure of what happened: {_share(tally.sure, tally.texts)}"
    yield f"event read right first: {_share(tally.first, tally.texts)}"
    yield f"event among the five offered: {_share(tally.five, tally.texts)}"
    if tally.questions:
        yield (
            f"questions asked: median {statistics.median(tally.questions):g}, "
            f"mean {statistics.mean(tally.questions):.1f}; "
            f"raised of one's own: mean {tally.claims / tally.texts:.1f}"
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%} of {whole}" if whole else "none"


def main(arguments: list[str]) -> int:
    """Print the figures for a file; 2 where it cannot be read."""
    parser = argparse.ArgumentParser(prog="scenarios.evaluate", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--third", choices=("read", "unread", "all"), default="all")
    parser.add_argument("--confidence", nargs="*", default=["high", "medium"])
    parser.add_argument("--answers", type=Path, nargs="*", default=[], metavar="FILE")
    parser.add_argument("--misses", choices=WAYS, help="list what was missed")
    options = parser.parse_args(arguments)
    try:
        items = [item for file in options.files for item in read_yaml(file).data]
        engine = engine_for_all()
        typed = {**typed_incidents(engine), **answers(options.answers, engine)}
    except FloorError as error:
        print(error, file=sys.stderr)
        return 2
    chosen = [
        item
        for item in items
        if (options.third == "all" or unread(item["id"]) == (options.third == "unread"))
        and item.get("confidence", "high") in options.confidence
    ]
    tally = evaluate(chosen, engine, typed)
    print("\n".join(report(tally)))
    if options.misses and options.third == "read":
        print("\n".join(tally.misses[options.misses]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Notes: "facing: raise to 700; chips: one 1,000; in turn: yes".

A label before a colon names a fact (``notes.yaml`` lists the labels), what follows is its
value. What stands in a note is no act of the narrative, and "yes", "no" or "unknown" after
a label settles what the label's own words say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.incident import Told
from engine.reading.cues import hits
from engine.reading.lexicon import HOLLOW, Lexicon, opening
from engine.reading.speech import meaning
from engine.reading.sums import chip_facts, chips_after
from engine.reading.units import Unit
from rulebase.book import Fact
from rulebase.values import HIGHEST, Span

if TYPE_CHECKING:
    from engine.reading.scene import Scene

NOTED = "noted"
"""The mood of a clause that is part of a note."""

LONGEST_LABEL = 7
_WAGERS = ("bet", "raise", "all-in")
_ENDS = frozenset(".!?;\n")


class Note(NamedTuple):
    """A label, units ``first`` up to ``colon``, and its value up to ``last``.

    ``facts`` are those that the label names; ``answer`` is yes, no, unknown or empty. One
    that is ``supposed`` tells of what might have been: "second case: he had called".
    """

    first: int
    colon: int
    last: int
    facts: tuple[str, ...]
    answer: str
    supposed: bool = False


def notes(units: Sequence[Unit], lexicon: Lexicon) -> tuple[Note, ...]:
    """The notes among the sentences: those whose label is known or that answer yes or no.

    >>> from engine.reading.scene import Scene
    >>> from rulebase.load import vocabulary
    >>> scene = Scene("Facing: no bet. Second case: a bet of 600.", vocabulary())
    >>> [(note.facts, note.answer, note.supposed) for note in scene.notes]
    [(('facing',), 'no', False), ((), '', True)]
    """
    found = []
    for first, colon, last in _labelled(units):
        if any(unit.word in lexicon.words["supposing"] for unit in units[first:colon]):
            found.append(Note(first, colon, last, (), "", supposed=True))
            continue
        facts = _named(units[first:colon], lexicon)
        answer = _answer(units[colon + 1 : last], lexicon)
        if facts or answer:
            found.append(Note(first, colon, last, facts, answer))
    return tuple(found)


def _labelled(units: Sequence[Unit]) -> Iterator[tuple[int, int, int]]:
    """Where a sentence, or a part of one after a comma, begins with a label."""
    colons = [
        (_opening(units, place), place)
        for place, unit in enumerate(units)
        if unit.mark and unit.word == ":" and not unit.quoted
    ]
    for number, (first, colon) in enumerate(colons):
        if not 0 < colon - first <= LONGEST_LABEL:
            continue
        last = colon + 1
        until = colons[number + 1][0] if number + 1 < len(colons) else len(units)
        while last < until and not (units[last].mark and units[last].word in _ENDS):
            last += 1
        yield first, colon, last


def _opening(units: Sequence[Unit], colon: int) -> int:
    first = colon
    while first and not (units[first - 1].mark and units[first - 1].word not in '()/"'):
        first -= 1
    return first


def _named(label: Sequence[Unit], lexicon: Lexicon) -> tuple[str, ...]:
    if any(unit.quoted for unit in label):
        return ()
    keys = [u.key for u in label if not u.mark and not u.letter and u.key not in HOLLOW]
    for pattern in lexicon.labels.get(opening(keys)) if keys else ():
        if pattern.keys == tuple(keys):
            return tuple(pattern.about.split())
    return ()


def _answer(value: Sequence[Unit], lexicon: Lexicon) -> str:
    words = [unit.word for unit in value[:3]]
    for answer, openings in lexicon.answers.items():
        if any(words[: len(opening)] == opening for opening in openings):
            return answer
    return ""


def note_facts(scene: Scene, admitted: frozenset[str]) -> dict[str, Told]:
    """What notes tell; a fact told twice and differently is left out.

    >>> from engine.reading.scene import Scene
    >>> from rulebase.load import vocabulary
    >>> scene = Scene("Facing: raise to 700. In turn: yes. Players left: unknown.", vocabulary())
    >>> found = note_facts(scene, frozenset(["facing", "to-call", "in-turn", "players-left"]))
    >>> {name: told.shown() for name, told in found.items()}
    {'facing': 'raise', 'to-call': 700, 'in-turn': 'yes'}
    """
    found: dict[str, Told] = {}
    torn: set[str] = set()
    for note in scene.notes:
        if note.answer == "unknown":
            continue
        for name, told in _told(scene, note).items():
            if name not in admitted:
                continue
            known = found.setdefault(name, told)
            if known.values != told.values:
                torn.add(name)
    return {name: told for name, told in found.items() if name not in torn}


def _told(scene: Scene, note: Note) -> dict[str, Told]:
    found: dict[str, Told] = {}
    words = scene.words(note.first, note.last)
    for name in note.facts:
        fact = scene.vocabulary.facts[name]
        if name == "facing":
            found.update(_faced(scene, note, words))
        elif name == "announced":
            found.update(_announced(scene, note, words))
        elif name == "chips":
            found.update(_chips(scene, note, words))
        elif fact.structured:
            continue
        elif isinstance(fact.domain, Span):
            found.update(_number(scene, note, fact, words))
        else:
            found.update(_choice(scene, note, fact, words))
    return found


def _number(scene: Scene, note: Note, fact: Fact, words: str) -> dict[str, Told]:
    value = scene.units[note.colon + 1 : note.last]
    numbers = [u for u in value if u.numeral]
    if fact.name == "to-call" and any(u.key in ("more", "extra", "another") for u in value):
        return {}
    if numbers and numbers[0].number is not None and numbers[0].number <= HIGHEST:
        return {fact.name: Told(Span.of(numbers[0].number), "said", words)}
    if not numbers and note.answer == "no" and fact.kind in ("count", "chips"):
        return {fact.name: Told(Span.of(0), "said", words)}
    return {}


def _choice(scene: Scene, note: Note, fact: Fact, words: str) -> dict[str, Told]:
    """The value that a note names by its name or by a phrase of it; "no" is what is not."""
    if fact.kind == "yes-no":
        return _single(fact, {note.answer} - {""}, words)
    value = scene.units[note.colon + 1 : note.last]
    named = {
        hit.pattern.value
        for table in (scene.lexicon.values, scene.lexicon.facts)
        for hit in hits(table, value, scene.lexicon)
        if hit.pattern.about == fact.name and hit.pattern.kind == "says"
    }
    if not named and note.answer == "no":
        named = {"none", "nothing", "no"}
    return _single(fact, named, words)


def _single(fact: Fact, named: set[str], words: str) -> dict[str, Told]:
    possible = [name for name in sorted(named) if name in fact.domain]
    if len(possible) != 1:
        return {}
    return {fact.name: Told(frozenset(possible), "said", words)}


def _faced(scene: Scene, note: Note, words: str) -> dict[str, Told]:
    """ "raise to 700", "all-in of 77,200 on the river", "no bet", "1,400"."""
    value = scene.units[note.colon + 1 : note.last]
    acts = scene.lexicon.groups["acts"]
    kinds = [unit.key for unit in value if unit.key in acts]
    kind = next((key for key in kinds if key in _WAGERS), "")
    if "all-in" in kinds:
        kind = "all-in"
    if note.answer == "no":
        return {"facing": Told(frozenset({"nothing"}), "said", words)}
    found = {}
    if not kind and any("blind" in unit.key for unit in value[:3]):
        kind = "blind"
    if kind in ("bet", "raise", "all-in", "blind"):
        found["facing"] = Told(frozenset({kind}), "said", words)
    numbers = [u for u in value if u.numeral]
    sizes = {"by", "more"} if kind in ("bet", "all-in") else {"by", "more", "of"}
    ahead = [u.word for u in value[: value.index(numbers[0])]][-1:] if numbers else []
    if numbers and numbers[0].number and not sizes & set(ahead):
        found["to-call"] = Told(Span.of(numbers[0].number), "said", words)
    return found


def _announced(scene: Scene, note: Note, words: str) -> dict[str, Told]:
    value = list(enumerate(scene.units))[note.colon + 1 : note.last]
    if note.answer == "no" or any(unit.key == "silent" for _, unit in value):
        return {"announced": Told(frozenset({"nothing"}), "said", words)}
    said, stated = meaning(value, scene.lexicon)
    fact = scene.vocabulary.facts["announced"]
    if said not in fact.domain:
        return {}
    found = {"announced": Told(frozenset({said}), "said", words)}
    if stated is not None and stated.kind == "to":
        found["stated"] = Told(Span.of(stated.number), "said", words)
    return found


def _chips(scene: Scene, note: Note, words: str) -> dict[str, Told]:
    """ "one 1,000 and five 100s = 1,500", "one 5,000 chip", "2,000", "three chips"."""
    chips = chips_after(scene.units, note.colon + 1, note.last, scene.lexicon)
    return chip_facts(chips, words) if chips is not None else {}

"""Facts from phrases and numbers: what is told, of whom, and not its opposite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.incident import Told
from engine.reading.betting import told_acts
from engine.reading.cues import Hit, longest, negated, unsaid
from engine.reading.frame import WAGERS
from engine.reading.gate import CONTEXT
from engine.reading.numbers import Counted
from engine.reading.scene import Focus, Scene
from rulebase.book import Fact
from rulebase.values import HIGHEST, Span, Values

MOST_COUNTED = 3_000
"""No count of players, cards, tables or seconds is higher; such a number is an amount."""

MOST_SEATS = 12
"""No table has more seats."""

_FLIPPED = {"yes": "no", "no": "yes"}


def from_phrases(scene: Scene, admitted: frozenset[str], focus: Focus) -> dict[str, Told]:
    """The facts that phrases of the vocabulary tell."""
    by_fact: dict[str, list[Hit]] = {}
    for hit in scene.fact_hits:
        if hit.pattern.about in admitted and not _set_elsewhere(hit):
            by_fact.setdefault(hit.pattern.about, []).append(hit)
    found = {}
    for name, its in by_fact.items():
        told = _told(scene, scene.vocabulary.facts[name], its, focus)
        if told is not None:
            found[name] = told
    return found


def _set_elsewhere(hit: Hit) -> bool:
    """Whether ``setting`` tells it: streets, and positions by which a player is called."""
    if hit.pattern.about == "street":
        return hit.pattern.value in ("preflop", "flop", "turn", "river")
    return False


def _told(scene: Scene, fact: Fact, its: list[Hit], focus: Focus) -> Told | None:
    values: dict[str, Hit] = {}
    for hit, value in _said(scene, fact, its, focus):
        known = values.get(value)
        if known is None or len(hit.pattern.keys) > len(known.pattern.keys):
            values[value] = hit
    if len(values) > 1 and fact.name in scene.lexicon.focus["latest"]:
        values = dict([max(values.items(), key=lambda item: item[1].first)])
    if len(values) > 1:
        most = max(len(hit.pattern.keys) for hit in values.values())
        values = {v: h for v, h in values.items() if len(h.pattern.keys) == most}
    if len(values) != 1:
        return None
    [(value, hit)] = values.items()
    words = scene.words(hit.first, hit.last)
    if isinstance(fact.domain, Span):
        return Told(Span.parse(value), "said", words)
    return Told(frozenset({value}), "said", words)


def _said(scene: Scene, fact: Fact, its: list[Hit], focus: Focus) -> Iterator[tuple[Hit, str]]:
    owned = fact.name in scene.lexicon.focus["owned"]
    for hit in longest(hit for hit in its if not _denied(scene, hit)):
        mood = scene.mood(hit.first)
        if mood == "asked" and scene.mood(hit.last - 1) == "told":
            mood = "told"
        if not hit.pattern.spoken and all(
            scene.units[place].quoted for place in (hit.first, hit.last - 1)
        ):
            continue
        if fact.name not in CONTEXT and _meant(scene, hit.first):
            continue
        if mood == "supposed" or (mood == "asked" and fact.name not in CONTEXT):
            continue
        if owned and not _his(scene, hit, focus):
            continue
        if fact.name in scene.lexicon.focus["not-anothers"] and _anothers(scene, hit, focus):
            continue
        if fact.name == "position" and not _at_position(scene, hit):
            continue
        clause = scene.clause(hit.first)
        bounds = (clause.first, clause.last) if clause else (0, len(scene.units))
        value = hit.pattern.value
        answer = _answered(scene, hit)
        if answer == "unknown":
            continue
        if negated(hit, scene.units, bounds, scene.lexicon) != (answer == "no"):
            if fact.kind != "yes-no":
                continue
            value = _FLIPPED.get(value, "")
        if value and (isinstance(fact.domain, Span) or value in fact.domain):
            yield hit, value


def _denied(scene: Scene, hit: Hit) -> bool:
    clause = scene.clause(hit.first)
    bounds = (clause.first, clause.last) if clause else (0, len(scene.units))
    return hit.pattern.kind != "not" and unsaid(hit, scene.units, bounds, scene.lexicon)


def wondered(scene: Scene, assumed: Mapping[str, Values]) -> dict[str, Told]:
    """Facts otherwise assumed of which a question, a supposition or a wish says something else.

    They are told to be open: "can he colour up just my stack?" is no scheduled colour-up.
    """
    found = {}
    for hit in longest(hit for hit in scene.fact_hits if hit.pattern.about in assumed):
        name, value = hit.pattern.about, hit.pattern.value
        domain, usual = scene.vocabulary.facts[name].domain, assumed[name]
        if isinstance(domain, Span) or isinstance(usual, Span) or hit.pattern.spoken:
            continue
        moods = {scene.mood(hit.first), scene.mood(hit.last - 1)}
        open_to = moods <= {"asked", "supposed"} or _meant(scene, hit.first)
        if open_to and value in domain and value not in usual:
            found[name] = Told(domain, "said", scene.words(hit.first, hit.last))
    return found


def _answered(scene: Scene, hit: Hit) -> str:
    """How a note answers the words of its label: "touched the muck: no"."""
    note = scene.note(hit.first)
    return note.answer if note is not None and hit.first < note.colon else ""


def _his(scene: Scene, hit: Hit, focus: Focus) -> bool:
    """Whether a phrase speaks of the player in question, as far as can be told."""
    subject = scene.subject(hit.first)
    if focus.who is None or subject is None:
        return len(scene.players) <= 1
    return subject.name == focus.who


def _anothers(scene: Scene, hit: Hit, focus: Focus) -> bool:
    """Whether a phrase speaks of a player who is certainly not the one in question."""
    subject = scene.subject(hit.first)
    if subject is None or focus.who is None:
        return False
    return subject.kind in ("named", "role") and subject.name != focus.who


def _at_position(scene: Scene, hit: Hit) -> bool:
    """Whether it is said that he is there: "in the big blind", not a blind's price or another."""
    before = {unit.word for unit in scene.units[max(0, hit.first - 2) : hit.last]}
    after = scene.units[hit.last : hit.last + 2]
    priced = any(unit.numeral for unit in after)
    places = {"in", "on", "am", "is", "was", "i'm", "he's", "she's", "im", "as"}
    return bool(before & places) and not priced


def _meant(scene: Scene, place: int) -> bool:
    """Whether words before a phrase make it something wanted, thought or possible."""
    meant = scene.lexicon.groups["modality"]["intended"]
    clause = scene.clause(place)
    first = clause.first if clause else 0
    before = scene.units[max(first, place - 3) : place]
    would = any(unit.word.endswith("'d") for unit in before) and any(
        unit.word == "have" for unit in before
    )
    return would or any(unit.key in meant for unit in before)


def _overtaken(scene: Scene, one: Counted, focus: Focus) -> bool:
    """Whether a later wager makes a bet spoken of no longer the one that he faces."""
    if one.about not in ("to-call", "opening-bet"):
        return False
    act = focus.at if focus.at is not None else len(scene.units)
    return any(
        one.place < frame.place < act and frame.amount is not None
        for frame in told_acts(scene.frames)
        if frame.act in WAGERS
    )


def from_numbers(scene: Scene, admitted: frozenset[str], focus: Focus) -> dict[str, Told]:
    """The facts that numbers in the table's phrases tell; two different numbers tell none.

    What stood before the act in question is not told by words after it.
    """

    found: dict[str, Told] = {}
    torn: set[str] = set()
    for one in scene.numbers:
        if one.about not in admitted or scene.mood(one.place) == "supposed":
            continue
        note = scene.note(one.first)
        if note is not None and note.answer and one.first < note.colon:
            continue
        if one.about == "players-in-hand" and _fewer_since(scene, one):
            continue
        if one.about == "players-left" and _of_his_chips(scene, one):
            continue
        if one.about == "acted-after-him" and one.value == 0 and _acted_between(scene, one, focus):
            continue
        quoted = any(unit.quoted for unit in scene.units[one.first : one.last])
        if quoted or _meant(scene, one.first) or _overtaken(scene, one, focus):
            continue
        if not _spoken_of(scene, one.about) or _put_to_call(scene, one):
            continue
        fact = scene.vocabulary.facts[one.about]
        article = one.place and scene.units[one.place - 1].word in ("a", "an")
        if article and one.about in ("players-left", "players-at-table"):
            continue
        if fact.kind == "seat" and isinstance(one.value, int) and one.value > MOST_SEATS:
            continue
        if fact.kind == "chips" and scene.units[one.place].in_words and _small(one):
            continue
        values, raw = _number(fact, one.value)
        if values is None:
            continue
        if one.about == "players-acted" and isinstance(one.value, int) and _goes_on(scene, one):
            values = Span.parse(f">= {one.value}")
        told = Told(values, "said", scene.words(one.first, one.last), raw=raw)
        known = found.get(one.about)
        if known is not None and (known.values, known.raw) != (told.values, told.raw):
            torn.add(one.about)
        found.setdefault(one.about, told)
    return {name: told for name, told in found.items() if name not in torn}


def _of_his_chips(scene: Scene, one: Counted) -> bool:
    """Whether what is left is told as his chips: "he only had 300 left"."""
    return any(other.about == "stack" and other.place == one.place for other in scene.numbers)


def _fewer_since(scene: Scene, one: Counted) -> bool:
    """Whether somebody folds after it was said how many there are."""
    return any(f.act == "fold" and f.done and f.place > one.place for f in scene.frames)


def _acted_between(scene: Scene, one: Counted, focus: Focus) -> bool:
    """Whether another acts between the act in question and words that nobody has acted."""
    if focus.at is None:
        return False
    return any(
        focus.at < f.place < one.first and f.actor is not None and f.actor.name != focus.who
        for f in told_acts(scene.frames)
        if not f.noun
    )


def _spoken_of(scene: Scene, fact: str) -> bool:
    """Whether what a number is of is spoken of at all: a clock, an all-in, a limit game."""
    words = scene.lexicon.focus["only-with"].get(fact)
    return words is None or any(unit.key in words for unit in scene.units)


def _put_to_call(scene: Scene, one: Counted) -> bool:
    """Whether an amount "to call" is what somebody put in: "he tossed in 100 to call"."""
    return one.about == "to-call" and any(
        f.act == "put" and f.done and f.place < one.place < f.end for f in scene.frames
    )


def _goes_on(scene: Scene, one: Counted) -> bool:
    """Whether more acts follow in one breath: "two folds and a raise"."""
    after = scene.units[one.last : one.last + 4]
    acts = scene.lexicon.groups["acts"]
    return bool(one.value) and any(u.key in acts for u in after)


def _small(one: Counted) -> bool:
    """Whether it is a count rather than an amount: "three behind him"."""
    return isinstance(one.value, int) and one.value < 20


def _number(fact: Fact, value: int | tuple[int, ...]) -> tuple[Values | None, list[int] | None]:
    if fact.structured:
        return fact.domain, [value] if isinstance(value, int) else list(value)
    if fact.kind == "count" and not isinstance(value, int):
        return Span.of(len(value)), None  # seats listed: as many players
    if fact.kind == "count" and isinstance(value, int) and value > MOST_COUNTED:
        return None, None
    if not isinstance(value, int) or value > HIGHEST or not isinstance(fact.domain, Span):
        return None, None
    return Span.of(value), None

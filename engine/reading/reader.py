"""Plain words in, an incident out: what is said, each fact with the words that said it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from engine.incident import Incident, Told
from engine.reading import lists
from engine.reading.asked import asked, how_much
from engine.reading.barred import unbarred
from engine.reading.beside import beside, borne_out, in_doubt
from engine.reading.betting import told_acts
from engine.reading.dealing import acted, ended, only_folded
from engine.reading.declared import told_as_said, words_in_doubt
from engine.reading.encoder import encoder
from engine.reading.faced import all_in_faced, overlooked
from engine.reading.focus import focus
from engine.reading.frame import WAGERS
from engine.reading.gate import admitted
from engine.reading.notes import note_facts
from engine.reading.recognise import Recognised, recognise
from engine.reading.scene import Focus, Scene
from engine.reading.setting import position, street
from engine.reading.skipped import acted_after, acted_behind
from engine.reading.stakes import stakes
from engine.reading.telling import from_numbers, from_phrases, wondered
from engine.reading.understood import left_aside, understood
from engine.reading.wagers import line_of, out_of_turn_facts, wager_facts
from rulebase import load
from rulebase.book import Vocabulary
from rulebase.values import Values, meet

BEYOND_DOUBT = 0.85
"""The share of belief from which an event needs nothing else to be taken for certain."""
RIVAL = 0.05
"""The share of belief from which another event may be what it turns on, where that is in doubt."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A narrative read: the events recognised (none when unsure) and the likeliest five.

    ``rivals`` are those of the five in which there is some belief besides the first. ``ours``
    is the incident that it tells where it is a text of ours, taken word for word.
    """

    text: str
    events: tuple[str, ...]
    offered: tuple[str, ...]
    scene: Scene = field(repr=False, compare=False)
    rivals: tuple[str, ...] = ()
    ours: Incident | None = field(default=None, repr=False, compare=False)
    _taken: dict[tuple[str, ...], Incident] = field(default_factory=dict, repr=False, compare=False)

    @property
    def sure(self) -> bool:
        """Whether it is certain what happened, and hardly anything told is left aside."""
        if not self.events or self.ours is not None:
            return bool(self.events)
        return understood(self.scene, self.incident(self.events))

    @property
    def left_aside(self) -> tuple[str, ...]:
        """The words of which the likeliest reading makes nothing."""
        return () if self.ours else left_aside(self.scene, self.incident(self.events))

    @property
    def readings(self) -> tuple[tuple[str, ...], ...]:
        """The events that it may be of, the likeliest first; one where that is certain."""
        if not self.events:
            return tuple(self.taken_as(event) for event in self.offered)
        if self.sure:
            return (self.events,)
        others = (self.taken_as(event) for event in self.rivals if event not in self.events[:1])
        return tuple(dict.fromkeys((self.events, *others)))

    def taken_as(self, event: str) -> tuple[str, ...]:
        """The events where ``event`` is what happened: itself, and what is told beside it."""
        return beside(self.scene, (event,), lambda events: _facts(self.scene, events)[0])

    def incident(self, events: tuple[str, ...]) -> Incident:
        """The incident, taken as one of ``events``: only facts that bear on them."""
        if events not in self._taken:
            self._taken[events] = self._incident(events)
        return self._taken[events]

    def _incident(self, events: tuple[str, ...]) -> Incident:
        if not events:
            return Incident((), text=self.text, offered=self.offered)
        if self.ours is not None and self.ours.events == events:
            return self.ours._replace(offered=self.offered)
        facts, line = _facts(self.scene, events)
        wanted = asked(self.scene, events) or how_much(self.scene, events, facts)
        incident = Incident(
            events=events,
            facts=facts,
            line=line,
            asked=wanted,
            text=self.text,
            offered=self.offered,
        )
        if line and not _can_be(incident, self.scene):
            return incident._replace(line=())
        return incident


def taken(text: str, events: tuple[str, ...], vocabulary: Vocabulary) -> Incident:
    """A narrative taken as telling of ``events``, without recognising any."""
    scene = Scene(text, vocabulary)
    return Reading(text, (), (), scene, ours=_ours(scene, text)).incident(events)


def read(text: str, vocabulary: Vocabulary, *, twice: bool = False) -> Reading:
    """Read a narrative; one that we told ourselves is taken word for word.

    ``twice``: where the words leave a doubt the encoder looks at them too, so that what is
    offered comes in a better order. It may put in doubt what happened; it makes nothing certain.
    """
    scene = Scene(text, vocabulary)
    found = recognise(scene.text, vocabulary, scene.units)
    if ours := _ours(scene, text):
        rest = (event for event in found.offered if event not in ours.events)
        offered = (*ours.events, *rest)[: len(found.offered)]
        return Reading(text, ours.events, offered, scene, ours=ours)
    reading = _reading(scene, text, found)
    if twice and reading.offered and not reading.sure and (looks := encoder()) is not None:
        again = recognise(scene.text, vocabulary, scene.units, looks.beliefs(scene.text.plain))
        second = _reading(scene, text, again)
        agreed = second.events[:1] == reading.events[:1]
        reading = replace(second, events=reading.events if agreed else ())
    return reading


def _reading(scene: Scene, text: str, found: Recognised) -> Reading:
    found = unbarred(scene, found, lambda events: _facts(scene, events)[0])
    if found.offered and _contradicted(scene, found.offered[0]):
        return Reading(text, (), (*found.offered[1:], found.offered[0]), scene)
    if found.offered and (rather := in_doubt(scene, found.offered[0])) is not None:
        offered = dict.fromkeys((rather, *found.offered) if rather else found.offered)
        return Reading(text, (), tuple(offered)[: len(found.offered)], scene)
    if not found.events or not _certain(scene, found):
        return Reading(text, (), found.offered, scene)
    events = beside(scene, _borne(scene, found.events), lambda events: _facts(scene, events)[0])
    return Reading(text, events, found.offered, scene, _rivals(scene, found))


def _rivals(scene: Scene, found: Recognised) -> tuple[str, ...]:
    """Those offered after the first in which there is some belief."""
    events = scene.vocabulary.events
    shares = ((name, found.scores.get(events[name].parent or name, 0.0)) for name in found.offered)
    return tuple(name for name, share in shares if share >= RIVAL)[1:]


def _ours(scene: Scene, text: str) -> Incident | None:
    """The incident of a text that we told ourselves, unless its line of action cannot be."""
    if not any(sentence in text for sentence in load.restates()["events"].values()):
        return None
    from engine.reading.retold import retold

    ours = retold(text, scene.vocabulary)
    return ours if ours is not None and _can_be(ours, scene) else None


def _certain(scene: Scene, found: Recognised) -> bool:
    """Whether the event is believed beyond doubt, or borne out by what is told."""
    event = found.events[0]
    if event in scene.lexicon.focus["needs-act"] and focus(scene, event).frame is None:
        return False
    if set(scene.lexicon.focus["not-after"].get(event, ())) & _done(scene, event):
        return False
    whole = scene.vocabulary.events[event].parent or event
    if found.scores.get(whole, 0.0) >= BEYOND_DOUBT:
        return True
    return borne_out(scene, event, _facts(scene, found.events)[0])


def _borne(scene: Scene, events: tuple[str, ...]) -> tuple[str, ...]:
    """The events without those told beside the first of which no act is told."""
    wanting = scene.lexicon.focus["beside-needs-act"]
    rest = (e for e in events[1:] if e not in wanting or focus(scene, e).frame is not None)
    return (events[0], *rest)


def _done(scene: Scene, event: str) -> set[str]:
    """What the player in question is told to have done: his act, and a movement of the hand."""
    frame = focus(scene, event).frame
    moved = {h.pattern.about for h in scene.fact_hits if h.pattern.about == "gesture"}
    return moved | ({frame.act} if frame is not None and not frame.noun else set())


Line: TypeAlias = tuple[Mapping[str, object], ...]


def _facts(scene: Scene, events: tuple[str, ...]) -> tuple[dict[str, Told], Line]:
    """The facts and the line of action, where it is of ``events``; read once for each."""
    if events not in scene.taken:
        scene.taken[events] = _read_facts(scene, events)
    facts, line = scene.taken[events]
    return dict(facts), line


def _read_facts(scene: Scene, events: tuple[str, ...]) -> tuple[dict[str, Told], Line]:
    may = admitted(events, scene.vocabulary)
    inquiry = focus(scene, events[0])
    found = stakes(scene)
    found.update(street(scene, inquiry, events))
    found.update(_together(from_phrases(scene, may, inquiry), from_numbers(scene, may, inquiry)))
    if scene.vocabulary.events[events[0]].topic == "dealing" and "players-acted" not in found:
        found.update({n: t for n, t in acted(scene).items() if n not in found})
    elif "players-acted" in found and "acted-with-chips" not in found:
        found.update(only_folded(scene, found["players-acted"]))
    if scene.vocabulary.events[events[0]].topic in ("showdown", "hands"):
        found = {**ended(scene), **found}
    of_act = wager_facts(scene, inquiry)
    if events[0] in scene.lexicon.focus["told-as-said"] and "announced" not in of_act:
        of_act.update(told_as_said(scene, inquiry))
    if "misread" in found and "to-call" not in {**found, **of_act}:
        of_act.update(overlooked(scene))
    of_act.update(position(scene, inquiry))
    if "acted-behind" in may and "acted-behind" not in found:
        of_act.update(acted_behind(scene))
    if "acted-after-him" in may and "acted-after-him" not in found:
        of_act.update(acted_after(scene, inquiry))
    if "acted-out-of-turn" in events:
        if inquiry.frame is None:
            found.pop("action-since", None)
        price = {**found, **of_act}.get("to-call")
        since = out_of_turn_facts(scene, inquiry, price.number if price else None)
        found = {name: told for name, told in found.items() if name not in since}
        of_act.update(since)
    if events[0] in scene.lexicon.focus["of-all-in"]:
        found = _together(found, all_in_faced(found), first_for=("facing", "to-call"))
    if inquiry.frame is None and _bet_since(scene, found):
        del found["facing"]
    found = _together(found, of_act, first_for=("announced", "position"))
    if scene.notes:
        found = _together(found, note_facts(scene, may))
    if {"odd-chips", "cards"} & may:
        found.update(lists.race(scene))
    if any("place" in scene.vocabulary.events[event].decides for event in events):
        found.update(lists.stacks(scene))
    if "announced" in found and words_in_doubt(scene):
        del found["announced"]
    preflop = "street" in found and found["street"].shown() == "preflop"
    line = line_of(scene, inquiry, preflop) if {"to-call", "last-raise"} & may else ()
    if line and inquiry.frame is None:  # the line tells it better
        for name in found.keys() & of_act.keys() & {"facing", "to-call"}:
            del found[name]
    if line and _told_apart(scene, inquiry.who) and "player" in scene.vocabulary.facts:
        found["player"] = _player(scene, inquiry)
    if "players-left" in found and _of_the_hand(scene, found):
        del found["players-left"]
    assumed = {n: v for event in events for n, v in scene.vocabulary.events[event].assumes.items()}
    found = {**wondered(scene, assumed), **found}
    known = {name: told for name, told in found.items() if name in may}
    return _possible(scene, events, known), line


def _can_be(incident: Incident, scene: Scene) -> bool:
    """Whether the line of action agrees with the blinds and limits told."""
    from engine.arithmetic.line import LineError
    from engine.known import know

    try:
        know(incident, scene.vocabulary)
    except LineError:
        return False
    return True


def _contradicted(scene: Scene, event: str) -> bool:
    """Whether what an event implies cannot be with the numbers told: no call is short of less."""
    from engine.arithmetic.line import LineError
    from engine.known import know

    incident = Incident((event,), _facts(scene, (event,))[0])
    implied = scene.vocabulary.events[event].implies
    try:
        found = know(incident, scene.vocabulary).contradictions
    except LineError:
        return False
    return any(contradiction.fact in implied for contradiction in found)


def _bet_since(scene: Scene, found: dict[str, Told]) -> bool:
    """Whether it is said that nobody has bet, and then a wager is told."""
    told = found.get("facing")
    if told is None or told.shown() != "nothing":
        return False
    return any(f.act in WAGERS and not f.noun and f.amount for f in told_acts(scene.frames))


def _of_the_hand(scene: Scene, found: dict[str, Told]) -> bool:
    """Whether the "players left" are those left in the hand."""
    if found.get("format") is not None and found["format"].shown() == "cash":
        return True
    left = next((n for n in scene.numbers if n.about == "players-left"), None)
    if left is None:
        return False
    after = [u.key for u in scene.units[left.last : left.last + 4]]
    return bool({"pot", "hand", "with"} & set(after))


def _told_apart(scene: Scene, who: str | None) -> bool:
    """Whether the player in question is known to be one who acted, or another than they.

    "The other player" may be any of them, "the next player" is none.
    """
    if who is None:
        return False
    acted = any(f.who == who and not f.noun for f in told_acts(scene.frames))
    named = any(a.name == who and a.kind != "role" for a in scene.actors)
    return acted or named or bool(scene.lexicon.words["yet-to-act"] & {*who.split()})


def _player(scene: Scene, inquiry: Focus) -> Told:
    domain = scene.vocabulary.facts["player"].domain
    return Told(domain, "said", scene.called(inquiry.who or ""), raw=inquiry.who)


def _together(
    one: dict[str, Told], other: dict[str, Told], first_for: tuple[str, ...] = ()
) -> dict[str, Told]:
    """Both; what they tell differently is left out, or taken from the second."""
    found = {**one, **other}
    for name in set(one) & set(other):
        if name in first_for or (one[name].values, one[name].raw) == (
            other[name].values,
            other[name].raw,
        ):
            continue
        if not _meet(one[name].values, other[name].values):
            del found[name]
    return found


def _meet(one: Values, other: Values) -> bool:
    return type(one) is type(other) and bool(meet(one, other))


def _possible(scene: Scene, events: tuple[str, ...], facts: dict[str, Told]) -> dict[str, Told]:
    """Without what cannot be where one of the events happened."""
    for event in events:
        for name, values in scene.vocabulary.events[event].implies.items():
            if name in facts and not _meet(facts[name].values, values):
                del facts[name]
    return facts

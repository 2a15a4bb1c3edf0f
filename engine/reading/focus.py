"""The player in question, and his act that is in question."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.frame import Frame
from engine.reading.scene import Focus, Scene

_NAMED = ("bet", "raise", "amount", "all-in")
_WAGERING = ("bet", "raise", "make", "all-in", "call", "check", "fold")


def focus(scene: Scene, event: str) -> Focus:
    """The act that ``event`` is about: by the event's kinds of act, the last that fits."""
    kinds = scene.lexicon.focus["acts"]
    for kind in kinds.get(event, kinds["default"]):
        found = _find(scene, kind)
        if found is not None:
            return found
    return Focus(None, None)


def _find(scene: Scene, kind: str) -> Focus | None:
    if kind == "oot":
        return _out_of_turn(scene)
    if kind == "unaware":
        return _unaware(scene)
    if kind == "asks":
        return _asking(scene)
    if kind == "wants":
        return _wanting(scene)
    if kind == "owes":
        return _owing(scene)
    if kind == "turn":
        return _turning(scene)
    if kind.startswith(("cue ", "word ")):
        return _spoken_of(scene, *kind.split())
    done = [f for f in acts_apart(scene) if f.done and not f.noun and _player(f)]
    if kind == "put":
        described = [f for f in done if f.chips is not None and _described(f)]
        puts = [f for f in done if f.act == "put"]
        if described and puts and puts[-1].chips is None and puts[-1].place > described[-1].place:
            described = []
        return _focus(described or puts)
    if kind == "silent":
        return _focus([f for f in done if f.act == "say" and f.said == "nothing"])
    if kind == "names":
        return _focus([f for f in done if f.act == "say" and f.said in _NAMED])
    if kind == "say":
        return _focus([f for f in done if f.act == "say" and f.said != "nothing"])
    if kind == "raise":
        return _focus([f for f in done if f.act in ("raise", "make")])
    return _focus([f for f in done if f.act == kind])


def acts_apart(scene: Scene) -> list[Frame]:
    """The frames told, without acts that are only the words of one who says them."""
    said = [(f.place, f.end) for f in scene.frames if f.act == "say"]
    return [
        f
        for f in scene.frames
        if f.act == "say" or not any(first < f.place < last for first, last in said)
    ]


def _described(frame: Frame) -> bool:
    chips = frame.chips
    return chips is not None and bool(chips.chips or chips.count or chips.several)


def _player(frame: Frame) -> bool:
    return frame.actor is None or frame.actor.plays


def _focus(found: Sequence[Frame]) -> Focus | None:
    if not found:
        return None
    frame = found[-1]
    return Focus(frame, frame.actor.name if frame.actor else None)


def _spoken_of(scene: Scene, how: str, *names: str) -> Focus | None:
    """Where a fact's phrase or one of some words stands, and who is spoken of there."""
    if how == "cue":
        places = [h.first for h in scene.fact_hits if h.pattern.about in names]
    else:
        places = [place for place, unit in enumerate(scene.units) if unit.key in names]
    for place in sorted(places):
        if scene.mood(place) == "told":
            who = scene.subject(place)
            return Focus(None, who.name if who is not None and who.plays else None, place)
    return None


def _out_of_turn(scene: Scene) -> Focus | None:
    """The act nearest to words for acting out of turn, in their clause or the one before."""
    for place, unit in enumerate(scene.units):
        if unit.key != "out-of-turn" or scene.mood(place) == "supposed":
            continue
        clause = scene.clause(place)
        if clause is None:
            continue
        near = [
            f
            for f in acts_apart(scene)
            if not f.noun
            and scene.clauses[f.clause].sentence == clause.sentence
            and _player(f)
            and f.place < clause.last
            and f.act != "throw"
            and f.positive
        ]
        if near:
            frame = min(near, key=lambda f: abs(f.place - place))
            return Focus(frame, frame.actor.name if frame.actor else None)
    return _before_he_acted(scene) or _before_another(scene)


def _before_he_acted(scene: Scene) -> Focus | None:
    """An act told as one before another player's: "seat 6 raised before seat 5 had acted"."""
    marks = set(scene.lexicon.focus["waiting"])
    for place, unit in enumerate(scene.units):
        ahead = scene.units[place + 1 : place + 8]
        if unit.key != "befor" or not marks & {u.key for u in ahead}:
            continue
        waited = next((m for p in range(place + 1, place + 4) if (m := scene.mention(p))), None)
        clause = scene.clause(place)
        if waited is None or not waited.plays or clause is None:
            continue
        acts = [
            f
            for f in acts_apart(scene)
            if f.done
            and not f.noun
            and clause.first <= f.place < place
            and f.actor is not None
            and f.actor.plays
            and f.actor.name != waited.name
        ]
        if acts and acts[-1].actor is not None:
            return Focus(acts[-1], acts[-1].actor.name)
    return None


def _before_another(scene: Scene) -> Focus | None:
    """An act done while, or before, somebody else had acted: "while B is thinking, C calls".

    Only where the sentence holds one such act, of another player than the one waited for.
    """
    marks = set(scene.lexicon.focus["waiting"])
    for clause in scene.clauses:
        keys = [u.key for u in scene.units[clause.first : clause.last]]
        if keys[:1] not in (["while"], ["befor"], ["although"], ["without"]) or not marks & set(
            keys
        ):
            continue
        waited = scene.subject(clause.last - 1)
        acts = [
            f
            for f in acts_apart(scene)
            if f.done
            and not f.noun
            and scene.clauses[f.clause].sentence == clause.sentence
            and f.act != "throw"
            and f.said != "nothing"
            and f.actor is not None
            and f.actor.plays
            and (waited is None or f.actor.name != waited.name)
            and (keys[0] == "while" or f.place < clause.first)
        ]
        if len(acts) == 1 and acts[0].actor is not None:
            return Focus(acts[0], acts[0].actor.name)
    return _before_claim(scene)


def unacted(scene: Scene) -> tuple[int, str] | None:
    """Where it is said that a player had not acted yet, and who: "seat 4 says he has not acted"."""
    for place, unit in enumerate(scene.units):
        if unit.key != "not" or scene.mood(place) == "supposed":
            continue
        ahead = [u.key for u in scene.units[place + 1 : place + 4]]
        who = scene.subject(place)
        if "act" in ahead and who is not None and who.plays:
            return place, who.name
    return None


def _before_claim(scene: Scene) -> Focus | None:
    """The last act of another before a player says that he has not acted."""
    claim = unacted(scene)
    if claim is None:
        return _past_the_first(scene)
    place, who = claim
    acts = [
        f
        for f in acts_apart(scene)
        if f.done
        and not f.noun
        and f.place < place
        and f.act != "throw"
        and f.said != "nothing"
        and f.actor is not None
        and f.actor.plays
        and f.act in (*_WAGERING, "put", "say")
    ]
    if not acts or acts[-1].actor is None or acts[-1].actor.name == who:
        return None
    return Focus(acts[-1], acts[-1].actor.name)


def _past_the_first(scene: Scene) -> Focus | None:
    """The first act of another after it is told whose turn it is: "A is first to act. B bets"."""
    for place, unit in enumerate(scene.units):
        who = scene.subject(place)
        if unit.key != "act" or who is None or not who.plays or scene.mood(place) != "told":
            continue
        before = [u.key for u in scene.units[max(0, place - 3) : place]]
        if before[-1:] != ["to"] or not {"first", "is", "be"} & {*before[:-1]}:
            continue
        later = [
            f
            for f in acts_apart(scene)
            if f.done and not f.noun and f.place > place and _player(f) and f.said != "nothing"
        ]
        if later and later[0].actor is not None and later[0].actor.name != who.name:
            his = [
                f for f in later if f.actor == later[0].actor and f.clause <= later[0].clause + 1
            ]
            frame = next((f for f in his if f.act == "say"), later[0])
            return Focus(frame, later[0].actor.name)
        return None
    return None


def _unaware(scene: Scene) -> Focus | None:
    """The act of him who had not noticed or had misread the bet."""
    for hit in scene.fact_hits:
        if hit.pattern.about != "misread" or hit.pattern.kind != "says":
            continue
        who = scene.subject(hit.first)
        if who is None or not who.plays:
            continue
        his = [
            f
            for f in scene.frames
            if f.done
            and f.actor is not None
            and f.actor.name == who.name
            and not f.noun
            and f.act in ("put", "call", "raise", "bet", "all-in", "fold")
        ]
        if his:
            return Focus(his[-1], who.name)
        return Focus(None, who.name)
    return None


def _wanting(scene: Scene) -> Focus | None:
    """The player who wants, or asks whether he may, raise or bet."""
    found = [
        f
        for f in scene.frames
        if f.act in ("raise", "bet", "make", "all-in")
        and f.mood != "told"
        and not f.noun
        and f.actor is not None
        and f.actor.plays
    ]
    if not found or found[-1].actor is None:
        return None
    return Focus(None, found[-1].actor.name, found[-1].place)


def _owing(scene: Scene) -> Focus | None:
    """The player who is told to face a wager, or to owe a call: "C has to put in 175 more"."""
    for place in range(len(scene.units) - 1, -1, -1):
        unit = scene.units[place]
        ahead = [u.key for u in scene.units[place + 1 : place + 3]]
        owes = unit.key in ("owe", "face") or (
            unit.word in ("has", "must", "needs") and bool({"put", "call"} & {*ahead})
        )
        who = scene.subject(place)
        if owes and scene.mood(place) == "told" and who is not None and who.plays and who.sure:
            return Focus(None, who.name, place)
    return None


def _turning(scene: Scene) -> Focus | None:
    """The player to whom the action comes: "back to A", "the action is on the button"."""
    for place in range(len(scene.units) - 3, -1, -1):
        words = [unit.word for unit in scene.units[place : place + 3]]
        if words[0] not in ("back", "action", "around", "now"):
            continue
        to = place + (2 if words[1] in ("is", "comes", "goes") else 1)
        if scene.units[to].word not in ("to", "on") or to + 1 >= len(scene.units):
            continue
        who = scene.mention(to + 1)
        if who is not None and who.plays and who.sure and scene.mood(place) == "told":
            return Focus(None, who.name, place)
    return None


def _asking(scene: Scene) -> Focus | None:
    """The player whom the question names: "can B raise again?", "the least raise for C?"."""
    asked = [c for c in scene.clauses if c.mood == "asked"]
    for clause in asked:
        for place in range(clause.first, clause.last):
            named, who = scene.mention(place), scene.subject(place)
            if named is not None and named.kind in ("named", "role"):
                who = named
            if named is not None and who is not None and who.plays:
                return Focus(None, who.name, clause.first)
    return None

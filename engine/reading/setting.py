"""Where it happened: the street of the act in question, and the player's position."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.frame import is_street
from engine.reading.scene import Focus, Scene

_STREETS = ("preflop", "flop", "turn", "river")
_OPENING = ("bet", "raise", "make", "call", "all-in")
_POSITIONS = {
    "small-blind": "small-blind",
    "big-blind": "big-blind",
    "button": "button",
    "utg": "other",
    "cutoff": "other",
    "hijack": "other",
}


def street(scene: Scene, focus: Focus, events: tuple[str, ...]) -> dict[str, Told]:
    """The street of the act in question; of several streets told, that of the act itself.

    Where the board is what is in question, a street named is a card and no time; at the
    showdown it is a street gone by.
    """
    event = scene.vocabulary.events[events[0]]
    if "board" in event.decides or event.topic == "showdown":
        return {}
    named = {
        unit.key: place
        for place, unit in enumerate(scene.units)
        if unit.key in _STREETS
        and not unit.quoted
        and is_street(scene.units, place)
        and scene.mood(place) != "supposed"
    }
    if len(named) == 1:
        [(name, place)] = named.items()
        if not _tells_when(scene, place, focus):
            return {}
        return {"street": Told(frozenset({name}), "said", scene.words(place, place + 1))}
    if not named:
        return _before_the_flop(scene)
    act = focus.frame
    if event.topic == "betting" and act is not None and act.sure and act.street in named:
        place = named[act.street]
        return {"street": Told(frozenset({act.street}), "said", scene.words(place, place + 1))}
    return {}


def _before_the_flop(scene: Scene) -> dict[str, Told]:
    """What is done only before the flop, where no street is named: to limp, to open first.

    >>> from rulebase.load import vocabulary
    >>> scene = Scene("Under the gun makes it 600 and two players call.", vocabulary())
    >>> {name: told.shown() for name, told in _before_the_flop(scene).items()}
    {'street': 'preflop'}
    """
    if any(unit.word.count("-") == 2 for unit in scene.units):
        return {}  # a board of three cards
    for frame in scene.frames:
        word = scene.units[frame.place].word
        opens = word.startswith("open") and frame.act == "bet" and not frame.noun
        first = frame.actor is not None and frame.actor.name == "utg" and frame.act in _OPENING
        if frame.done and (opens or first or word.startswith("limp")):
            words = scene.words(frame.place, frame.place + 1)
            return {"street": Told(frozenset({"preflop"}), "said", words)}
    return {}


def _tells_when(scene: Scene, place: int, focus: Focus) -> bool:
    """Whether a street named says when it happened, not which card came: "on the flop".

    What is named only after the sentence of the act in question is a later street.
    """
    units = scene.units
    clause = scene.clause(place)
    act = focus.frame
    if act is not None and clause is not None and place > act.place:
        same = scene.clauses[act.clause].sentence == clause.sentence
    else:
        same = True
    if not same:
        return False
    if units[place].key == "preflop" or place == 0 or units[place - 1].mark:
        return True
    before = units[max(0, place - 3) : place]
    after = units[place + 1 : place + 3]
    if after and after[0].word in scene.lexicon.words["with-cards"]:
        return True
    acts = scene.lexicon.groups["acts"]
    return (
        any(u.word in ("on", "at") for u in before)
        or any(u.key in acts for u in before[-2:])
        or any(u.key in acts for u in after)
    )


def position(scene: Scene, focus: Focus) -> dict[str, Told]:
    """The position of a player who is called by it."""
    found = _POSITIONS.get((focus.who or "").partition("+")[0])
    if found is None:
        return {}
    return {"position": Told(frozenset({found}), "said", scene.called(focus.who or ""))}

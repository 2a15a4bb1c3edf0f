"""Where it happened: the street of the act in question, and the player's position."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.frame import is_street
from engine.reading.scene import Focus, Scene
from engine.reading.units import Unit

_STREETS = ("preflop", "flop", "turn", "river")
_OPENING = ("bet", "raise", "make", "call", "all-in", "put", "say")
_POSITIONS = ("small-blind", "big-blind", "button")


def street(scene: Scene, focus: Focus, events: tuple[str, ...]) -> dict[str, Told]:
    """The street of the act in question; of several streets told, that of the act itself.

    Where the board is what is in question, a street named is a card and no time; at the
    showdown it is a street gone by.
    """
    event = scene.vocabulary.events[events[0]]
    if "board" in event.decides or event.topic == "showdown":
        return {}
    named = {
        _street_of(unit): place
        for place, unit in enumerate(scene.units)
        if _street_of(unit)
        and not unit.quoted
        and is_street(scene.units, place)
        and scene.mood(place) != "supposed"
        and not _to_come(scene, place)
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
    return _latest(scene, named)


def _latest(scene: Scene, named: dict[str, int]) -> dict[str, Told]:
    """Of several streets the one that stands alone: "Turn. He had called before the flop"."""
    alone = [name for name, place in named.items() if _alone(scene, place)]
    if len(alone) != 1:
        return {}
    place = named[alone[0]]
    return {"street": Told(frozenset(alone), "said", scene.words(place, place + 1))}


def _alone(scene: Scene, place: int) -> bool:
    units = scene.units
    before = place == 0 or units[place - 1].mark
    return before and place + 1 < len(units) and units[place + 1].mark


def _to_come(scene: Scene, place: int) -> bool:
    """Whether a street is named that is not there yet: "no turn yet", "river to come"."""
    before = [unit.word for unit in scene.units[max(0, place - 1) : place]]
    after = [unit.key for unit in scene.units[place + 1 : place + 4]]
    return (
        before == ["no"]
        or after[:1] == ["not"]
        or after[:2] == ["to", "come"]
        or (after[:1] == ["is"] and "not" in after)
    )


def _street_of(unit: Unit) -> str:
    """The street that a unit names; "the turn's out" does, "it turns out" does not."""
    if unit.key == "turn-out":
        return "turn" if unit.word.startswith("turn's") else ""
    return unit.key if unit.key in _STREETS else ""


def _before_the_flop(scene: Scene) -> dict[str, Told]:
    """What is done only before the flop, where no street is named: to limp, to open first.

    >>> from rulebase.load import vocabulary
    >>> scene = Scene("Under the gun makes it 600 and two players call.", vocabulary())
    >>> {name: told.shown() for name, told in _before_the_flop(scene).items()}
    {'street': 'preflop'}
    """
    if any(unit.word.count("-") == 2 for unit in scene.units):
        return {}  # a board of three cards
    for place, unit in enumerate(scene.units):
        if unit.word.startswith("limp") and not unit.quoted and scene.mood(place) != "supposed":
            return {"street": Told(frozenset({"preflop"}), "said", scene.words(place, place + 1))}
    for frame in scene.frames:
        word = scene.units[frame.place].word
        opens = word.startswith("open") and frame.act == "bet" and not frame.noun
        opens = opens and not _shown(scene, frame.place)
        first = frame.actor is not None and frame.actor.name == "utg" and frame.act in _OPENING
        if frame.done and (opens or first):
            words = scene.words(frame.place, frame.place + 1)
            return {"street": Told(frozenset({"preflop"}), "said", words)}
    return {}


def _shown(scene: Scene, place: int) -> bool:
    """Whether what is opened is a hand: "opens his straight", not "opens for 600"."""
    after = scene.units[place + 1 : place + 2]
    return bool(after) and after[0].word in scene.lexicon.words["articles"] | {"his", "her", "my"}


def _tells_when(scene: Scene, place: int, focus: Focus) -> bool:
    """Whether a street named says when it happened, not which card came: "on the flop".

    What is named only after the sentence of the act in question is a later street.
    """
    units = scene.units
    clause = scene.clause(place)
    act = focus.frame
    if act is not None and clause is not None and place > act.place:
        same = scene.clauses[act.clause].sentence == clause.sentence
        same = same and not _is_out(scene, place)
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
        any(u.word in scene.lexicon.words["before-streets"] for u in before)
        or any(u.key in acts for u in before[-2:])
        or any(u.key in acts for u in after)
    )


def _is_out(scene: Scene, place: int) -> bool:
    """Whether a street is told to lie there by now: "the flop is already out"."""
    after = [unit.word for unit in scene.units[place + 1 : place + 5]]
    by_now = scene.lexicon.words["by-now"]
    while after and after[0] in by_now:
        after.pop(0)
    return bool(after) and after[0] in scene.lexicon.words["lies-there"]


def position(scene: Scene, focus: Focus) -> dict[str, Told]:
    """The position of a player who is called by it."""
    called = (focus.who or "").partition("+")[0]
    if called not in scene.lexicon.groups["actors"]["positions"] or called == "straddle":
        return {}
    found = called if called in _POSITIONS else "other"
    return {"position": Told(frozenset({found}), "said", scene.called(focus.who or ""))}

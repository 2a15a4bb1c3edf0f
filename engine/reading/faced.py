"""What the act in question faces: a wager, a blind, or nothing, and its price."""

from __future__ import annotations

from collections.abc import Mapping

from engine.incident import Told
from engine.reading.betting import LATER, Standing, standing, told_acts, total_of
from engine.reading.focus import acts_apart
from engine.reading.frame import WAGERS, Frame
from engine.reading.scene import Focus, Scene
from engine.reading.stakes import stakes
from rulebase.values import Span

_BEFORE_THE_FLOP = frozenset(["utg"])
UNKNOWN = Standing(None, None, None)


def price_faced(scene: Scene, focus: Focus) -> tuple[Standing, dict[str, Told]]:
    """How the betting stands before the act, and what of it he faces for certain."""
    if focus.at is None:
        return UNKNOWN, {}
    street = focus.frame.street if focus.frame is not None else ""
    stands = standing(_acts_of_others(scene, focus), focus, street)
    if _doubtful(stands, focus):
        return stands, {}
    found = _faced(scene, stands) or _into(scene, focus.frame) or _only_blinds(scene, focus)
    return stands, found


def _acts_of_others(scene: Scene, focus: Focus) -> list[Frame]:
    """The acts told, without those that are only words of the player in question."""
    apart = acts_apart(scene)
    return [f for f in told_acts(scene.frames) if f in apart or f.who != focus.who]


def _doubtful(stands: Standing, focus: Focus) -> bool:
    """Whether the wager before may be his own: the acts do not say whose they are."""
    before = stands.frame
    if before is None or before.noun or stands.facing == "nothing":
        return False
    if focus.who is None or (focus.frame is not None and focus.frame.actor is None):
        return True
    return before.actor is None and (focus.frame is None or not focus.frame.sure)


def _only_blinds(scene: Scene, focus: Focus) -> dict[str, Told]:
    """Before the flop, when those before him only folded or limped, he faces the blind."""
    assert focus.at is not None
    before = scene.units[: focus.at]
    if any(u.key in ("raise", "bet", "all-in", "make", "straddl") for u in before):
        return {}
    if found := _first_wager(scene, focus):
        return found
    acts = [
        f
        for f in told_acts(scene.frames)
        if f.place < focus.at and f.act in ("fold", "call") and not f.noun and f.actor is not None
    ]
    if not acts or any(f.street != "preflop" for f in acts) or acts[-1].who == focus.who:
        return {}
    words = scene.words(acts[-1].place, acts[-1].end)
    return {"facing": Told(frozenset({"blind"}), "said", words)}


def _into(scene: Scene, act: Frame | None) -> dict[str, Told]:
    """The wager told behind what he put in against it: "525 into a 325 bet"."""
    if act is None:
        return {}
    for wager in scene.frames:
        near = wager.noun and wager.clause == act.clause and act.end <= wager.place <= act.end + 4
        words = {u.word for u in scene.units[act.end : wager.place]}
        if near and wager.act in WAGERS and words & scene.lexicon.words["against"]:
            return _faced(scene, Standing(wager.act, total_of(wager, 0), wager))
    return {}


def _first_wager(scene: Scene, focus: Focus) -> dict[str, Told]:
    """The first wager told: a bet opens after the flop; with blinds told a raise is of them."""
    frame = focus.frame
    if frame is None or frame.noun:
        return {}
    if frame.street in LATER:
        over = "nothing" if frame.act == "bet" else ""
    else:
        opens = frame.act in ("raise", "make") or (focus.who or "") in _BEFORE_THE_FLOP
        opens = opens or _folded_round(scene, frame)
        over = "blind" if opens and "big-blind" in stakes(scene) else ""
    words = scene.words(frame.place, frame.end)
    return {"facing": Told(frozenset({over}), "said", words)} if over else {}


def _folded_round(scene: Scene, act: Frame) -> bool:
    """Whether everybody before him only folded: "it's folded to the button"."""
    return any(
        unit.key == "fold" and scene.units[place + 1].word == "to"
        for place, unit in enumerate(scene.units[: act.place])
        if place + 1 < len(scene.units)
    )


def _faced(scene: Scene, stands: Standing) -> dict[str, Told]:
    if stands.frame is None or stands.facing is None:
        return {}
    words = scene.words(stands.frame.place, stands.frame.end)
    found = {"facing": Told(frozenset(stands.facing.split()), "said", words)}
    if stands.to_call:
        found["to-call"] = Told(Span.of(stands.to_call), "said", words)
    return found


def overlooked(scene: Scene) -> dict[str, Told]:
    """The wager that he is told not to have seen: "didn't see that UTG raised to 500"."""
    for hit in scene.fact_hits:
        if hit.pattern.about != "misread" or hit.pattern.kind != "says":
            continue
        for frame in scene.frames:
            total = total_of(frame, 0) if frame.act in WAGERS and frame.mood == "told" else None
            if total and hit.first <= frame.place < hit.last + 4:
                words = scene.words(frame.place, frame.end)
                return {"to-call": Told(Span.of(total), "said", words)}
    return {}


def all_in_faced(found: Mapping[str, Told]) -> dict[str, Told]:
    """The all-in that stands over the bet told: "a 700 all-in if the bet was 500"."""
    over, price = found.get("all-in-to"), found.get("to-call") or found.get("opening-bet")
    if over is None or price is None or not isinstance(over.values, Span):
        return {}
    if not isinstance(price.values, Span) or over.values.ranges[0][0] <= price.values.ranges[-1][1]:
        return {}
    return {
        "facing": Told(frozenset({"all-in"}), "said", over.words),
        "to-call": Told(over.values, "said", over.words),
        "all-in-over": Told(price.values, "said", price.words),
    }

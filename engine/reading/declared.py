"""What the player in question said: which action, and to how much."""

from __future__ import annotations

from engine.incident import Told
from engine.reading.betting import Standing, standing, told_acts
from engine.reading.frame import Frame
from engine.reading.scene import Focus, Scene
from rulebase.values import HIGHEST, Span

_DECLARED = {"raise": "raise", "make": "raise", "bet": "bet"}


def announced(scene: Scene, focus: Focus, stands: Standing) -> dict[str, Told]:
    """What he said; two different things said tell nothing."""
    said = [f for f in scene.frames if f.act == "say" and f.done and _by(scene, f, focus)]
    if focus.frame is not None and focus.frame.act == "throw":
        said = [f for f in said if f.place < focus.frame.place or f.clause == focus.frame.clause]
    kinds = {f.said for f in said}
    if len(kinds) > 1 and "nothing" in kinds and focus.frame in said:
        said = [f for f in said if f.said != "nothing"]
        kinds = {f.said for f in said}
    if len(kinds) != 1:
        return {}
    frame = said[-1]
    words = scene.words(frame.place, frame.end)
    found = {"announced": Told(frozenset({frame.said}), "said", words)}
    if frame.amount is None and (more := _said_on(scene, frame)) is not None:
        frame, words = frame._replace(amount=more.amount), scene.words(frame.place, more.end)
    if frame.amount is not None:
        found.update(_stated(scene, frame, stands, words))
    elif frame.said in ("raise", "bet"):
        found["amount-said"] = Told(frozenset({"none"}), "said", words)
    return found


def _said_on(scene: Scene, said: Frame) -> Frame | None:
    """The amount that follows his word in the next clause: "says raise, make it 100"."""
    return next(
        (
            f
            for f in scene.frames
            if f.act == "make"
            and f.amount is not None
            and f.done
            and 0 <= f.clause - said.clause <= 1
            and f.place > said.place
            and f.who == said.who
        ),
        None,
    )


def told_as_said(scene: Scene, focus: Focus) -> dict[str, Told]:
    """A wager that is only told ("she raises to 1,000"), taken as one that was declared."""
    frame = focus.frame
    act = _DECLARED.get(frame.act, "") if frame is not None else ""
    if frame is None or not act or frame.noun or not frame.done or frame.chips is not None:
        return {}
    if frame.amount is None or any(
        f.act in ("say", "put") and _by(scene, f, focus) for f in scene.frames
    ):
        return {}
    stands = standing(told_acts(scene.frames), focus, frame.street)
    words = scene.words(frame.place, frame.end)
    stated = _stated(scene, frame._replace(said=act), stands, words)
    return {"announced": Told(frozenset({act}), "said", words), **stated} if stated else {}


def words_in_doubt(scene: Scene) -> bool:
    """Whether what was said is told as doubtful, or only asked: "something like", "call?".

    >>> from rulebase.load import vocabulary
    >>> words_in_doubt(Scene('He mumbles something like "you got me".', vocabulary()))
    True
    """
    hedges = set(scene.lexicon.focus["hedges"])
    acts = scene.lexicon.groups["acts"]
    for place, unit in enumerate(scene.units[1:], 1):
        before = scene.units[place - 1]
        if unit.quoted and unit.word == "?" and before.key in acts:
            return True
        near = scene.units[max(0, place - 4) : place]
        if unit.quoted and not before.quoted and any(u.key in hedges for u in near):
            return True
    return False


def _by(scene: Scene, frame: Frame, focus: Focus) -> bool:
    if focus.who is None:
        if focus.frame is None:
            return len(scene.players) <= 1
        return focus.frame.clause == frame.clause or len(scene.players) == 0
    return frame.actor is not None and frame.actor.name == focus.who


def _stated(scene: Scene, frame: Frame, stands: Standing, words: str) -> dict[str, Told]:
    """The total that he named; an amount that may mean thousands is unclear."""
    assert frame.amount is not None
    number = frame.amount.number
    others = [u.number for u in scene.units if u.numeral and u.number]
    far_below = stands.to_call is not None and 20 * number <= stands.to_call
    if far_below or (number < 100 and any(n >= 500 and n != number for n in others)):
        return {"amount-said": Told(frozenset({"unclear"}), "said", words)}
    total = number
    if frame.amount.kind == "by":
        if stands.to_call is None:
            return {}
        total = stands.to_call + number
    elif frame.amount.kind == "bare" and frame.said == "raise" and stands.facing:
        return {}
    return {"stated": Told(Span.of(total), "said", words)} if 0 < total <= HIGHEST else {}

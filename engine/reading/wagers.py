"""Facts of the act in question: what he faces, put in and said, and what came after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.incident import Told
from engine.reading.actors import Actor
from engine.reading.betting import (
    LATER,
    WAGERS,
    Entry,
    Standing,
    line,
    standing,
    told_acts,
    total_of,
)
from engine.reading.focus import acts_apart
from engine.reading.frame import Frame
from engine.reading.scene import Focus, Scene
from engine.reading.stakes import stakes
from engine.reading.sums import chip_facts, chips_after
from rulebase.values import HIGHEST, Span

_ACT_WORDS = {"make": "raise", "put": ""}
_DECLARED = {"raise": "raise", "make": "raise", "bet": "bet"}
_BEFORE_THE_FLOP = frozenset(["utg"])
_STRENGTH = ("fold", "check", "call", "bet", "raise")


def wager_facts(scene: Scene, focus: Focus) -> dict[str, Told]:
    """The facts of the act in question; nothing where whose it is cannot be told."""
    found: dict[str, Told] = {}
    frame = focus.frame
    stands = Standing(None, None, None)
    if focus.at is not None:
        street = frame.street if frame is not None else ""
        stands = standing(_acts_of_others(scene, focus), focus, street)
        if not _doubtful(stands, focus):
            faced = _faced(scene, stands) or _into(scene, frame) or _only_blinds(scene, focus)
            found.update(faced)
    if frame is not None:
        if frame.act == "call" and frame.amount is not None and frame.amount.kind == "faced":
            words = scene.words(frame.place, frame.end + 1)
            found["to-call"] = Told(Span.of(frame.amount.number), "said", words)
        if frame.act == "say":
            found.update(_put_too(scene, frame))
        if (
            frame.chips is not None
            and not _in_parts(scene, frame)
            and frame.act in ("put", "bet", "call")
        ):
            found.update(chip_facts(frame.chips, scene.words(frame.place, frame.end)))
    found.update(_announced(scene, focus, stands))
    found.update(_already_in(scene, focus))
    found.update(_out_before(scene, focus))
    return found


def _acts_of_others(scene: Scene, focus: Focus) -> list[Frame]:
    """The acts told, without those that are only words of the player in question."""
    apart = acts_apart(scene)
    return [f for f in told_acts(scene.frames) if f in apart or _name(f) != focus.who]


def _out_before(scene: Scene, focus: Focus) -> dict[str, Told]:
    """That he has chips out already, by an earlier call or bet of his on the same street."""
    frame = focus.frame
    if frame is None or focus.who is None or frame.act == "throw":
        return {}
    for act in told_acts(acts_apart(scene)):
        if act.place >= frame.place or act.noun or act.street != frame.street:
            continue
        mine = act.act in (*WAGERS, "call") and _name(act) == focus.who and act.sure
        if mine and _others_between(scene, act, frame):
            words = scene.words(act.place, act.end)
            out = frozenset({"left", "partly-back", "fully-back"})
            return {"prior-chips": Told(out, "said", words)}
    return {}


def _others_between(scene: Scene, first: Frame, last: Frame) -> bool:
    """Whether somebody else acts between two acts of a player, so that they are two acts."""
    return any(
        first.place < f.place < last.place and f.actor is not None and _name(f) != _name(first)
        for f in told_acts(acts_apart(scene))
        if not f.noun
    )


def _doubtful(stands: Standing, focus: Focus) -> bool:
    """Whether the wager before may be his own: the acts do not say whose they are."""
    before = stands.frame
    if before is None or before.noun or stands.facing == "nothing":
        return False
    if focus.who is None or (focus.frame is not None and focus.frame.actor is None):
        return True
    return before.actor is None and (focus.frame is None or not focus.frame.sure)


def _already_in(scene: Scene, focus: Focus) -> dict[str, Told]:
    """What he had posted before: "has two 25s out", "posted his 100"."""
    for place, unit in enumerate(scene.units[: focus.at or 0]):
        has = unit.word in ("has", "had", "have", "with") or unit.key == "post"
        subject = scene.subject(place)
        if not has or subject is None or subject.name != focus.who:
            continue
        chips = chips_after(scene.units, place + 1, len(scene.units), scene.lexicon)
        if chips is None or not chips.total:
            continue
        if unit.key == "post" or scene.units[min(chips.last, len(scene.units) - 1)].word == "out":
            words = scene.words(place, chips.last)
            return {"already-in": Told(Span.of(chips.total), "said", words)}
    return {}


def _name(frame: Frame) -> str | None:
    return frame.actor.name if frame.actor is not None else None


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
    if not acts or any(f.street != "preflop" for f in acts) or _name(acts[-1]) == focus.who:
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


def _in_parts(scene: Scene, frame: Frame) -> bool:
    """Whether he put chips in more than once, so that no one motion tells how many."""
    puts = [f for f in scene.frames if f.act == "put" and f.done and f.chips is not None]
    return frame in puts and len([f for f in puts if _name(f) == _name(frame)]) > 1


def _put_too(scene: Scene, said: Frame) -> dict[str, Told]:
    """The chips that he put in with his words, in the same or the next clauses."""
    for frame in scene.frames:
        near = abs(frame.clause - said.clause) <= 2 and frame.done and frame.act == "put"
        if near and frame.chips is not None and _name(frame) == _name(said) is not None:
            return chip_facts(frame.chips, scene.words(frame.place, frame.end))
    return {}


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


def _announced(scene: Scene, focus: Focus, stands: Standing) -> dict[str, Told]:
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
            and _name(f) == _name(said)
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


def out_of_turn_facts(scene: Scene, focus: Focus) -> dict[str, Told]:
    """What he did out of turn, and the most that others did after."""
    if focus.frame is None:
        return {}
    frame = focus.frame
    words = scene.words(frame.place, frame.end)
    act = frame.said if frame.act == "say" else _ACT_WORDS.get(frame.act, frame.act)
    found = {}
    checked = any(f.act == "check" and f.place < frame.place for f in told_acts(scene.frames))
    if frame.act == "put" and not _wagered(scene, frame) and (checked or frame.street in LATER):
        act = "bet"
    if act in ("check", "fold", "call", "bet", "raise", "all-in"):
        found["oot-act"] = Told(frozenset({act}), "said", words)
    later = [
        f
        for f in told_acts(scene.frames)
        if f.place > frame.place
        and not f.noun
        and f.act in (*WAGERS, "call", "check", "fold")
        and f.actor is not None
        and f.actor.plays
        and f.actor.name != focus.who
        and f.sure
    ]
    strongest = max((_strength(f) for f in later), default=-1)
    if strongest >= 0:
        last = next(f for f in later if _strength(f) == strongest)
        value = ("check-or-fold", "check-or-fold", "call", "bet", "raise")[strongest]
        values = {value}
        if last.act == "all-in" and not _wagered(scene, frame):
            values = {"bet", "raise"}
        told = Told(frozenset(values), "said", scene.words(last.place, last.end))
        found["action-since"] = told
    return found


def _wagered(scene: Scene, act: Frame) -> bool:
    """Whether a wager is told before an act out of turn."""
    return any(f.act in WAGERS and f.place < act.place for f in told_acts(scene.frames))


def _strength(frame: Frame) -> int:
    act = {"make": "raise", "all-in": "raise"}.get(frame.act, frame.act)
    return _STRENGTH.index(act)


def line_of(scene: Scene, focus: Focus) -> tuple[Mapping[str, object], ...]:
    """The line of action before the act in question, where every entry of it is sure."""
    frame = focus.frame
    acts = [f for f in told_acts(scene.frames) if frame is None or f.place < frame.place]
    acts = _numbered([f for f in acts if not f.noun])
    if not acts or not all(f.sure for f in acts) or any(_told_late(scene, f) for f in acts[1:]):
        return ()
    street = acts[-1].street
    opened = street == "" and acts[0].act in ("raise", "make") and "big-blind" in stakes(scene)
    preflop = street == "preflop" or opened
    entries = line(acts, street, preflop=preflop)
    wagers = [e for e in entries if e.does in ("bet", "raise", "all-in")]
    least = 1 if preflop else 2
    if len(wagers) < least or not _holds(entries):
        return ()
    return tuple(entry.as_map() for entry in entries)


def _told_late(scene: Scene, act: Frame) -> bool:
    """Whether an act is told after what it came before: "I had called", "I already called"."""
    before = scene.units[max(0, act.place - 2) : act.place]
    return any(unit.word in scene.lexicon.words["told-late"] for unit in before)


def _numbered(acts: list[Frame]) -> list[Frame]:
    """Wagers told without anybody's name ("bet 600, raise to 1,600") are of as many players."""
    if not all(f.actor is None and f.amount is not None and f.act in WAGERS for f in acts):
        return acts
    return [f._replace(actor=Actor(str(n), "named"), sure=True) for n, f in enumerate(acts, 1)]


def _holds(entries: Sequence[Entry]) -> bool:
    """Whether the line can be: totals rise, nobody acts who is out."""
    from engine.arithmetic.line import LineError, fold_line

    try:
        fold_line([entry.as_map() for entry in entries], {})
    except LineError:
        return False
    return True

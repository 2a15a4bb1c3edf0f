"""Facts of the act in question: what he put in, and what others did before and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.incident import Told
from engine.reading.actors import Actor
from engine.reading.betting import LATER, Entry, line, told_acts, total_of
from engine.reading.declared import announced
from engine.reading.faced import price_faced
from engine.reading.focus import acts_apart
from engine.reading.frame import WAGERS, Frame
from engine.reading.scene import Focus, Scene
from engine.reading.stakes import stakes
from engine.reading.sums import chip_facts, chips_after
from rulebase.values import Span

_ACT_WORDS = {"make": "raise", "put": ""}
_STRENGTH = ("fold", "check", "call", "bet", "raise")


def wager_facts(scene: Scene, focus: Focus) -> dict[str, Told]:
    """The facts of the act in question; nothing where whose it is cannot be told."""
    frame = focus.frame
    stands, found = price_faced(scene, focus)
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
    found.update(announced(scene, focus, stands))
    found.update(_already_in(scene, focus))
    found.update(_out_before(scene, focus))
    return found


def _out_before(scene: Scene, focus: Focus) -> dict[str, Told]:
    """That he has chips out already, by an earlier call or bet of his on the same street."""
    frame = focus.frame
    if frame is None or focus.who is None or frame.act == "throw":
        return {}
    for act in told_acts(acts_apart(scene)):
        if act.place >= frame.place or act.noun or act.street != frame.street:
            continue
        mine = act.act in (*WAGERS, "call") and act.who == focus.who and act.sure
        if mine and _others_between(scene, act, frame):
            words = scene.words(act.place, act.end)
            out = frozenset({"left", "partly-back", "fully-back"})
            return {"prior-chips": Told(out, "said", words)}
    return {}


def _others_between(scene: Scene, first: Frame, last: Frame) -> bool:
    """Whether somebody else acts between two acts of a player, so that they are two acts."""
    return any(
        first.place < f.place < last.place and f.actor is not None and f.who != first.who
        for f in told_acts(acts_apart(scene))
        if not f.noun
    )


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


def _in_parts(scene: Scene, frame: Frame) -> bool:
    """Whether he put chips in more than once, so that no one motion tells how many."""
    puts = [f for f in scene.frames if f.act == "put" and f.done and f.chips is not None]
    return frame in puts and len([f for f in puts if f.who == frame.who]) > 1


def _put_too(scene: Scene, said: Frame) -> dict[str, Told]:
    """The chips that he put in with his words, in the same or the next clauses."""
    for frame in scene.frames:
        near = abs(frame.clause - said.clause) <= 2 and frame.done and frame.act == "put"
        if near and frame.chips is not None and frame.who == said.who is not None:
            return chip_facts(frame.chips, scene.words(frame.place, frame.end))
    return {}


def out_of_turn_facts(scene: Scene, focus: Focus, price: int | None = None) -> dict[str, Told]:
    """What he did out of turn, and the most that others did after; ``price`` was to call."""
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
        if last.act in WAGERS:
            found.update(_price_since(scene, last, price))
    return found


def _price_since(scene: Scene, last: Frame, before: int | None) -> dict[str, Told]:
    """What the player who acted early faces now that somebody in between has bet or raised."""
    total = total_of(last, before or 0)
    if total is None:
        return {}
    words = scene.words(last.place, last.end)
    kind = {"make": "raise"}.get(last.act, last.act)
    found = {
        "facing": Told(frozenset({kind}), "said", words),
        "to-call": Told(Span.of(total), "said", words),
    }
    if before and kind == "raise" and total > before:
        found["last-raise"] = Told(Span.of(total - before), "said", words)
    return found


def _wagered(scene: Scene, act: Frame) -> bool:
    """Whether a wager is told before an act out of turn."""
    return any(f.act in WAGERS and f.place < act.place for f in told_acts(scene.frames))


def _strength(frame: Frame) -> int:
    act = {"make": "raise", "all-in": "raise"}.get(frame.act, frame.act)
    return _STRENGTH.index(act)


def line_of(
    scene: Scene, focus: Focus, before_the_flop: bool = False
) -> tuple[Mapping[str, object], ...]:
    """The line of action before the act in question, where every entry of it is sure."""
    frame = focus.frame
    acts = [f for f in told_acts(scene.frames) if frame is None or f.place < frame.place]
    acts = _numbered([f for f in acts if not f.noun])
    if not acts or not all(f.sure for f in acts) or any(_told_late(scene, f) for f in acts[1:]):
        return ()
    street = acts[-1].street
    opened = street == "" and acts[0].act in ("raise", "make") and "big-blind" in stakes(scene)
    preflop = street == "preflop" or opened or (street == "" and before_the_flop)
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

"""Picking what happened: from the likeliest five, or a topic and then an event of it."""

from __future__ import annotations

from collections.abc import Sequence

from cli.console import complain, say
from cli.keys import Stop, answer
from cli.words import plain
from rulebase.book import Vocabulary

TOPICS = ("betting", "dealing", "hands", "showdown", "seating", "chips", "conduct", "house")
"""What floors are called for most stands first; other topics follow."""

Choice = tuple[str, str]
NONE = ("0", "n", "none", "b", "back")
DONE = ("q", "quit", "stop", "exit")
ELSEWHERE = "something-else"
MORE = "+"
"""What stands before the numbers of several things."""


def pick(
    vocabulary: Vocabulary, offered: Sequence[str] = (), asks: str = "What happened?"
) -> tuple[str, ...]:
    """Let the person pick what happened, the issue first; nothing where they give up.

    Of the offered the likeliest is picked by Enter, and several are in one answer.
    """
    try:
        if offered:
            likely = [(name, vocabulary.events[name].means) for name in offered]
            if chosen := _choose(asks, likely, "something else", offered[0], several=True):
                return chosen
        event = _by_topic(vocabulary)
        return (event,) if event else ()
    except Stop:
        return ()


def pick_more(
    vocabulary: Vocabulary, offered: Sequence[str], known: Sequence[str] = ()
) -> tuple[str, ...]:
    """Let the person pick what else happened, of the offered or of all; Enter is nothing more.

    ``known`` is what is known to have happened, which is not offered again.
    """
    chosen: list[str] = []
    try:
        while more := _one_more(vocabulary, offered, (*known, *chosen)):
            chosen.append(more)
    except Stop:
        pass
    return tuple(chosen)


def _one_more(vocabulary: Vocabulary, offered: Sequence[str], known: Sequence[str]) -> str | None:
    left = [name for name in offered if name not in known]
    likely = [(name, vocabulary.events[name].means) for name in left]
    elsewhere = (ELSEWHERE, "by its topic")
    more = choose("What else happened?", [*likely, elsewhere], "nothing else", enter=NONE[0])
    if more != ELSEWHERE:
        return more
    picked = _by_topic(vocabulary)
    return picked if picked not in known else _one_more(vocabulary, offered, known)


def _by_topic(vocabulary: Vocabulary) -> str | None:
    by_topic: dict[str, list[Choice]] = {}
    for event in vocabulary.events.values():
        by_topic.setdefault(event.topic, []).append((event.name, event.means))
    known = [t for t in TOPICS if t in by_topic] + [t for t in by_topic if t not in TOPICS]
    topics = [(t, ", ".join(plain(n) for n, _ in by_topic[t][:4])) for t in known]
    while topic := choose("What is it about?", topics, "leave"):
        if event_name := choose("What happened?", by_topic[topic], "another topic"):
            return event_name
    return None


def choose(asks: str, choices: Sequence[Choice], none: str, enter: str = "") -> str | None:
    """Let the person choose one thing, by one key where there are few; None for none of them.

    ``enter`` is what Enter chooses, where it chooses anything; ``NONE[0]`` is none of them.

    Raises:
        Stop: the person has had enough.
    """
    return next(iter(_choose(asks, choices, none, enter)), None)


def _choose(
    asks: str, choices: Sequence[Choice], none: str, enter: str, *, several: bool = False
) -> tuple[str, ...]:
    say(f"\n{asks}", "bold")
    for number, (name, means) in enumerate(choices, 1):
        say(f"  {number} {plain(name)}: {means}")
    say(f"  0 {none}")
    several = several and 1 < len(choices) < 10
    if several:
        say(f"  {MORE}21 the second, and the first as well", "dim")
    few = len(choices) < 10
    names = [name for name, _ in choices]
    while True:
        written = answer("> ", "0123456789"[: len(choices) + 1] if few else "0").lower() or enter
        if written in DONE:
            raise Stop
        if written in NONE:
            return ()
        if several and written.startswith(MORE):
            found = tuple(dict.fromkeys(_chosen(key, names) or "" for key in written[1:]))
        else:
            found = (_chosen(written, names) or "",)
        if found and all(found):
            return found
        if written:
            complain(f"a number from 0 to {len(choices)}, or a word of one of them")


def _chosen(written: str, names: Sequence[str]) -> str | None:
    """The thing of that number, or the only one whose name has the word in it."""
    if written.isdecimal() and len(written) < 4:
        return names[int(written) - 1] if 1 <= int(written) <= len(names) else None
    word = written.replace(" ", "-")
    named = [n for n in names if n == word] or [n for n in names if word and word in n]
    return named[0] if len(named) == 1 else None

"""``floor quiz stats`` and ``floor quiz export``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from cli.console import err, out, print_json, say, styled
from cli.quiz import opened
from engine.ruling import Engine
from scenarios.quiz.pool import Pool, QuizError, Selection
from scenarios.quiz.question import Question
from scenarios.quiz.statistics import GROUPS, Line, lines

EXPORTED = 500
"""How many questions are written where nobody says how many."""
BAR = 10


def stats(who: str, chosen: Selection, *, as_json: bool) -> None:
    """Show how it goes by house, section and topic, the weakest first."""
    progress = opened()
    try:
        cards = [card for card in progress.cards(who) if chosen.takes(card)]
    finally:
        progress.close()
    if as_json:
        data = {group: [line.as_json() for line in lines(cards, group)] for group in GROUPS}
        print_json({"name": who, "cards": len(cards), **data})
        return
    if not cards:
        say("Nothing answered yet.")
        return
    for group in GROUPS:
        found = lines(cards, group)
        if found:
            say(f"\nby {group}, the weakest first", "bold")
            for line in found[:12]:
                _line(line)
            if len(found) > 12:
                say(f"  and {len(found) - 12} more", "dim")
    due = sum(line.due for line in lines(cards, "house"))
    say(f"\n{len(cards)} questions seen, {due} due now.", "bold")


def _line(line: Line) -> None:
    full = round(line.share * BAR)
    utf8 = (out().encoding or "").lower().startswith("utf")
    bar = ("█" * full).ljust(BAR, "░") if utf8 else ("#" * full).ljust(BAR, ".")
    style = "green" if line.share >= 0.85 else "yellow" if line.share >= 0.6 else "red"
    text = styled(f"  {bar} ", style)
    text.append(styled(f"{line.share:4.0%} {line.right}/{line.seen}"))
    text.append(styled(f" due {line.due}" if line.due else "", "dim"))
    text.append(styled(f"  {line.name}"))
    out().print(text)


def export(pool: Pool, count: int | None, anki: Path | None, csv: Path | None) -> None:
    """Write questions to an Anki package or a CSV file.

    Raises:
        QuizError: no file is named, none of the questions fits, or it cannot be written.
    """
    if not anki and not csv:
        raise QuizError("floor quiz export needs --anki FILE.apkg or --csv FILE")
    questions = list(islice(pool, count or EXPORTED))
    if not questions:
        raise QuizError("no question answers that selection")
    from scenarios.quiz import export as written

    writers: dict[Callable[[Iterable[Question], Engine, Path], int], Path | None] = {
        written.write_anki: anki,
        written.write_csv: csv,
    }
    for write, file in writers.items():
        if file:
            number = write(questions, pool.maker.engine, file)
            err().print(styled(f"{number} questions written to {file}"), soft_wrap=True)

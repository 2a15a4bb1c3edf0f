"""``floor rule`` on a stream: one incident a line, one line of output for each, in order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

from cli.ask import engine_for
from cli.console import complain, holds_all, json_text
from cli.incidents import BAD, exit_code, rule_line
from engine.ruling import Engine

if TYPE_CHECKING:
    from cli.jobs import Work


class Done(NamedTuple):
    """What became of a line: what is printed, what there is to complain of, and its marks.

    The marks of a ruling are the statuses of its houses.
    """

    text: str
    complaint: str
    marks: frozenset[str]


def rule_stream(lines: Iterable[str], names: list[str], *, on: str, jobs: int) -> int:
    """Print a ruling for each line, and tell of those that cannot be ruled on.

    Raises:
        UnknownHouse, EditionError: the houses asked for are none.
        LostLines: one of several processes was lost.
    """
    engine = engine_for(names, on)
    wide = holds_all()
    here = ruler(engine, wide)
    marks: set[str] = set()
    bad = False
    with closing(each(lines, here, partial(elsewhere, names, on, wide), jobs)) as found:
        for done in found:
            if done.complaint:
                bad = True
                complain(done.complaint)
            marks |= done.marks
            sys.stdout.write(done.text + "\n")
    return BAD if bad else exit_code(marks)


def each(
    lines: Iterable[str], here: Work[Done], make: Callable[[], Work[Done]], jobs: int
) -> Generator[Done, None, None]:
    """What becomes of each line that is not blank: done here, or by several processes.

    ``make`` makes in each of those what ``here`` is in this one.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    if jobs == 1:
        yield from starmap(here, numbered)
        return
    from cli.jobs import in_order

    with closing(in_order(make, numbered, jobs)) as found:
        yield from found


def elsewhere(names: list[str], on: str, wide: bool) -> Work[Done]:
    """What rules on a line in a process of its own, where nothing is said twice."""
    return ruler(engine_for(names, on, quiet=True), wide)


def ruler(engine: Engine, wide: bool) -> Work[Done]:
    """What rules on a line by the houses of ``engine``."""

    def rule(number: int, line: str) -> Done:
        data, statuses = rule_line(number, line, engine)
        complaint = f"line {data['line']}: {data['error']}" if "error" in data else ""
        return Done(json_text(data, wide=wide), complaint, frozenset(statuses))

    return rule

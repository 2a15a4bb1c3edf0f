"""The durable-rules matcher: one ruleset, one session, one lock.

It drives the C module itself. The stock host runs two threads that race with an
assertion, and imports more than a ruling needs.

What the C engine is given, and why no more than that:

- One message for each fact, never two: a message is matched to one antecedent
  only, and two messages that meet the same antecedent fire a rule twice and make
  the engine retract the wrong match later.
- A message says what the fact ``is`` when that is settled, and for a number its
  ``least`` and ``most``, so that "two or more" meets ">= 2" without a value.
- Facts are in groups of 16, because the engine compares a message with each fact
  name in turn; a house has some 200.
- A set of words, or of numbers with a gap, has a number of its own, and the message
  of a fact whose possible values all lie inside carries ``in<number>``. The engine's
  own ``$or`` makes a branch for each rule that has one, of which it can follow
  only 64 from one value, and links only 128, writing past the end after that.
- Nothing is asserted from within an action: what a drain fires is collected, and
  what it asserts is asserted before the next one.
"""

from __future__ import annotations

import json
import threading
import weakref
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any

from engine.network import (
    Antecedent,
    Fired,
    NetworkError,
    Rounds,
    Rule,
    check,
    definite,
    distinct_tests,
    holds,
    vet,
)
from rulebase.values import HIGHEST, Span, Values, only

_PRIMER = '{"about":"/primer"}'  # no fact of the vocabulary has a slash
_STORED, _UNMATCHED, _COLLIDES = 0, 1, 2


@lru_cache(maxsize=1)
def _engine() -> ModuleType:
    return import_module("durable_rules_engine")


def available() -> bool:
    """Whether durable-rules can be imported here (on Python 3.13 its build often cannot)."""
    try:
        _engine()
    except ImportError:
        return False
    return True


class DurableMatcher:
    """Matches a network with durable-rules."""

    def __init__(self, label: str, rules: Sequence[Rule]) -> None:
        """Check the rules; the C engine gets them when the first incident comes.

        Raises:
            NetworkError: the network breaks a limit.
        """
        check(rules, label)
        self._label = label
        self._rules = tuple(rules)
        self._tests = distinct_tests(rules)
        self._groups = {about: n // 16 for n, about in enumerate(self._tests)}
        self._names = [tuple(a.about for a in rule.antecedents) for rule in rules]
        self._message = lru_cache(maxsize=8192)(self._compose)
        self._lock = threading.Lock()
        self._session: _Session | None = None

    def fire(self, known: Mapping[str, Values]) -> Fired:
        """Fire the rules to a fixpoint on the values that each fact may still have.

        Raises:
            NetworkError: a known value is of the wrong kind, or no vocabulary.
        """
        rounds = Rounds(self._rules, known)
        messages = self._messages(known.items())
        if not messages:
            return rounds.fired()
        with self._lock:
            session = self._session or _Session(self._label, self.ruleset())
            self._session = None  # broken, unless everything below goes well
            try:
                told: dict[str, str] = {}
                met: list[int] = []
                while messages:
                    told |= session.tell(messages)
                    fired = list(session.drain())
                    met += fired
                    added = rounds.close(fired)
                    messages = self._messages((about, definite(value)) for about, value in added)
                session.forget(told, [self._names[place] for place in met])
            except _engine().error as error:
                raise NetworkError(f"{self._label}: durable-rules fails: {error}") from error
            self._session = session
        return rounds.fired()

    def _messages(self, facts: Iterable[tuple[str, Values]]) -> dict[str, str]:
        """The messages that some rule waits for, by the fact they are about."""
        return {
            about: message
            for about, possible in facts
            if about in self._tests and (message := self._message(about, possible))
        }

    def _compose(self, about: str, possible: Values) -> str | None:
        """The message of a fact, or None if it meets no test and so need not be told."""
        allowed = self._tests[about]
        vet(possible, isinstance(allowed[0], Span))
        met = [place for place, values in enumerate(allowed) if holds(values, possible)]
        if not met:
            return None
        said: dict[str, object] = {"group": self._groups[about], "about": about}
        if (value := only(possible)) is not None:
            said["is"] = value
        if isinstance(possible, Span) and any(_between(allowed[place]) for place in met):
            said |= {"least": possible.ranges[0][0], "most": possible.ranges[-1][1]}
        said |= {f"in{place}": True for place in met if _numbered(allowed[place])}
        return json.dumps(said, separators=(",", ":"))

    def ruleset(self) -> str:
        """The network as the JSON that durable-rules compiles."""
        uses = Counter(a for rule in self._rules for a in rule.antecedents)
        compiled: dict[str, object] = {}
        for place, rule in enumerate(self._rules):
            # The rarest test comes first: the engine builds partial matches from there.
            ordered = sorted(rule.antecedents, key=lambda a: uses[a])
            compiled[str(place)] = {
                "all": [{chr(97 + n): self._pattern(a)} for n, a in enumerate(ordered)]
            }
        compiled[str(len(self._rules))] = {"all": [{"a": json.loads(_PRIMER)}]}
        return json.dumps(compiled)

    def _pattern(self, antecedent: Antecedent) -> dict[str, object]:
        about, allowed = antecedent.about, antecedent.allowed
        tested: list[dict[str, Any]]
        if _numbered(allowed):
            tested = [{f"in{self._tests[about].index(allowed)}": True}]
        elif isinstance(allowed, Span) and _between(allowed):
            low, high = allowed.ranges[0]
            tested = [{"$gte": {"least": low}}] if low > 0 else []
            tested += [{"$lte": {"most": high}}] if high < HIGHEST else []
        else:
            tested = [{"is": only(allowed)}]
        return {"$and": [{"group": self._groups[about]}, {"about": about}, *tested]}


def _between(allowed: Values) -> bool:
    """Whether a test is of a number between two bounds."""
    return isinstance(allowed, Span) and len(allowed.ranges) == 1 and allowed.only is None


def _numbered(allowed: Values) -> bool:
    """Whether a test is of a set that neither one value nor two bounds describe."""
    return only(allowed) is None and not _between(allowed)


class _Session:
    """A ruleset in the C engine, with the one session that all incidents pass through.

    When a call is interrupted the session is thrown away: the engine would hold it
    locked for a minute, silently firing nothing.
    """

    def __init__(self, label: str, ruleset: str) -> None:
        self._c = _engine()
        try:
            self._handle: int = self._c.create_ruleset(label, ruleset)
            # A session in which nothing has fired cannot be deleted without a crash.
            _, self._state = self._c.assert_fact(self._handle, _PRIMER)
            primed = list(self.drain())
            self._c.retract_fact(self._handle, _PRIMER)
        except self._c.error as error:
            raise NetworkError(f"{label}: durable-rules refuses the rules: {error}") from error
        if len(primed) != 1:
            raise NetworkError(f"{label}: durable-rules does not fire its first rule")
        self._free = weakref.finalize(self, _free, self._c, self._handle)
        self._free.atexit = False

    def tell(self, messages: Mapping[str, str]) -> dict[str, str]:
        """Assert the messages.

        Returns:
            What is to be retracted, without the messages that no rule wanted.
        """
        told = {}
        for about, message in messages.items():
            text, again = message, 0
            while (code := self._c.assert_fact(self._handle, text)[0]) == _COLLIDES:
                # The engine knows messages by a hash of 32 bits, and drops the second of two
                # with the same. A property that no rule tests gives it another.
                again += 1
                text = f'{message[:-1]},"again":{again}}}'
            if code == _STORED:
                told[about] = text
            elif code != _UNMATCHED:
                raise NetworkError(f"durable-rules answers {code} to {message}")
        return told

    def drain(self) -> Iterator[int]:
        """The places of the rules that fire on what has been told, each taken off the agenda."""
        started = self._c.start_action_for_state(self._handle, self._state)
        action: str | None = started[1] if started else None
        while action:
            yield int(action[2 : action.index('"', 2)])  # {"17":{"a":{"about": ...
            action = self._c.complete_and_start_action(self._handle, self._state)

    def forget(self, told: dict[str, str], fired: Sequence[Sequence[str]]) -> None:
        """Retract what has been told, given the facts that each rule that fired tests.

        A match that has fired stays marked as firing. When a second of its messages is
        retracted, the engine looks for it past the end of the match, and sooner or later
        past the end of the heap. To make the match once more and retract it unfired
        clears the mark: so one message of each rule that fired is retracted, asserted
        and retracted again before the others.
        """
        done: set[str] = set()
        users = Counter(about for names in fired for about in names)
        for names in fired:
            if done.isdisjoint(names):
                pivot = max(names, key=lambda about: users[about])
                done.add(pivot)
                self._c.retract_fact(self._handle, told[pivot])
                self._c.assert_fact(self._handle, told[pivot])
                self._c.retract_fact(self._handle, told[pivot])
        for about, message in told.items():
            if about not in done:
                self._c.retract_fact(self._handle, message)


def _free(engine: ModuleType, handle: int) -> None:
    engine.delete_state(handle, None)
    engine.delete_ruleset(handle)

"""A narrative in, an answer out: rulings as far as the words leave no doubt of what happened.

Where they leave some, nothing is ruled outright. What would be ruled is told all the same:
under the one reading that is believed in, to be confirmed, and under its rivals, if there are
any; or, where none is believed in enough, under each of the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from engine.reading.reader import Reading, read
from engine.resolve import NEEDS_FACTS
from engine.ruling import Engine, Ruling
from engine.ruling_json import rulebase_json

EVENT = "event"
"""The fact that is asked for where it is in doubt what happened."""
Taken: TypeAlias = tuple[tuple[str, ...], dict[str, Any]]
"""The events that a narrative is taken to tell of, and the JSON of what is ruled on them."""


class Answer(NamedTuple):
    """A narrative as it was read, and the rulings under the ways it may be taken.

    ``rulings`` holds the likeliest first; just one where it is certain what happened or nothing
    rivals it, and none where nothing was told. ``engine`` holds the houses asked.
    """

    reading: Reading
    rulings: tuple[Ruling, ...]
    engine: Engine

    @property
    def sure(self) -> bool:
        """Whether the narrative leaves no doubt: its one ruling stands as it is."""
        return self.reading.sure

    def as_json(self) -> dict[str, Any]:
        """The answer as ``--json`` prints it: a ruling, provisional where there is doubt."""
        if self.sure:
            return self.rulings[0].as_json()
        told = [(ruling.known.incident.events, ruling.as_json()) for ruling in self.rulings]
        if self.reading.events:
            return self._in_doubt(told[0][1], told[1:])
        return self._of_several(told)

    def _in_doubt(self, data: dict[str, Any], rivals: Sequence[Taken]) -> dict[str, Any]:
        """The ruling under the one reading, to be confirmed since words were left aside.

        After it comes what would be ruled under each of its rivals.
        """
        data["incident"]["left-aside"] = list(self.reading.left_aside)
        asks = "Is that what it turns on?"
        for name, house in data["houses"].items():
            rulings = [{**entry, "provisional": True} for entry in house["rulings"]]
            data["houses"][name] = {
                **house,
                "status": NEEDS_FACTS,
                "if-confirmed": house["status"],
                "rulings": [*rulings, *_under_each(name, rivals)],
                "questions": [self._question(asks), *house.get("questions", ())],
            }
        return data

    def _of_several(self, told: Sequence[Taken]) -> dict[str, Any]:
        """What each of the likeliest readings would come to."""
        return {
            "incident": {
                "text": self.reading.text,
                "events": [],
                "offered": list(self.reading.offered),
                "facts": {},
            },
            "houses": {
                name: {
                    "status": NEEDS_FACTS,
                    "asked": None,
                    "rulings": list(_under_each(name, told)),
                    "questions": [self._question("What happened?")],
                }
                for name in self.engine.houses
            },
            "differences": [],
            "rulebase": rulebase_json(self.engine.vocabulary, self.engine.books()),
        }

    def _question(self, asks: str) -> dict[str, Any]:
        return {"fact": EVENT, "asks": asks, "values": list(self.reading.offered), "changes": []}


def _under_each(house: str, told: Sequence[Taken]) -> Iterator[dict[str, Any]]:
    for events, data in told:
        for entry in data["houses"][house]["rulings"]:
            yield {**entry, "provisional": True, "if": {EVENT: list(events)}}


def answer(words: str, engine: Engine) -> Answer:
    """What is answered to a narrative."""
    return answer_to(read(words, engine.vocabulary, twice=True), engine)


def answer_to(reading: Reading, engine: Engine) -> Answer:
    """What is answered to a narrative as it was read: a ruling for each way to take it."""
    taken = [reading.incident(events) for events in reading.readings]
    return Answer(reading, tuple(engine.rule(incident) for incident in taken), engine)

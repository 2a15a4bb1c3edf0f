"""A ruling that was printed as JSON, read back: what was ruled, by what, and on which incident.

Only what a ruling is compared by is read; whatever else stands in it is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from engine.answer import EVENT
from engine.incident import DEEPEST, LONGEST_TEXT, TOLD, Incident, IncidentError, from_mapping
from rulebase.book import Vocabulary
from rulebase.values import Span


def _hyphens(name: str) -> str:
    return "if" if name == "under" else name.replace("_", "-")


def _shallow(value: Any, deepest: int = DEEPEST + 2) -> Any:
    """The value, where it is not nested beyond all that facts and amounts are."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        if deepest == 0:
            raise ValueError("nested too deeply")
        _shallow(part, deepest - 1)
    return value


Shallow = Annotated[Any, AfterValidator(_shallow)]
"""A value of a fact or of a line of action, or an amount."""


class Part(BaseModel):
    """A part of a ruling's JSON: its fields by their hyphened names."""

    model_config = ConfigDict(extra="ignore", alias_generator=_hyphens, frozen=True)


class Fact(Part):
    """A fact as it was printed, and as it was told where that is not the same."""

    value: Shallow
    source: str
    words: str = ""
    told: Fact | None = None

    def brief(self) -> dict[str, Any]:
        """Its value and source."""
        return {"value": self.value, "source": self.source}


class PrintedIncident(Part):
    """The incident as it was understood."""

    text: str = ""
    id: str = ""
    events: list[str] = []
    facts: dict[str, Fact] = {}
    line: list[dict[str, Shallow]] = []
    asked: str = ""

    def incident(self, vocabulary: Vocabulary) -> Incident:
        """The incident with what was told of it; what was worked out is left to be so again.

        Raises:
            IncidentError: it holds what the vocabulary does not know.
        """
        told = {name: fact.told or fact for name, fact in self.facts.items()}
        told = {name: f for name, f in told.items() if f.source in TOLD or f.words}
        data = self.model_dump(include={"text", "id", "events", "line", "asked"})
        data["facts"] = {name: _value(name, f.value, vocabulary) for name, f in told.items()}
        incident, _ = from_mapping(data, vocabulary)
        facts = {
            name: incident.facts[name]._replace(source=fact.source, words=fact.words)
            for name, fact in told.items()
        }
        return incident.with_facts(facts)


def _value(name: str, value: object, vocabulary: Vocabulary) -> object:
    """A value as an incident gives it: the alternatives of a number one by one."""
    fact = vocabulary.facts.get(name)
    numeric = fact is not None and isinstance(fact.domain, Span) and not fact.structured
    return value.split(" or ") if numeric and isinstance(value, str) else value


class Cited(Part):
    """A rule, as it is cited."""

    house: str
    rule: str


class Default(Part):
    """What holds where the floor does not make use of what it may do."""

    outcome: str
    rules: list[Cited] = []


class Reason(Part):
    """A fact that an outcome rests on."""

    fact: str
    value: Shallow
    source: str


class Outcome(Part):
    """One outcome of a decision, with the rules that give it."""

    decision: str
    outcome: str
    amount: Shallow = None
    force: str
    rules: list[Cited]
    do: str = ""
    penalty: str = ""
    default: Default | None = None
    conflict: bool = False
    provisional: bool = False
    hangs_on: list[str] = []
    needs: dict[str, str] = {}
    under: dict[str, list[str]] = {}
    because: list[Reason] = []

    def brief(self) -> dict[str, Any]:
        """All that makes it another outcome: not the words for it, nor its reasons."""
        apart = {"decision", "because", "under"}
        return self.model_dump(by_alias=True, exclude_defaults=True, exclude=apart)


class Question(Part):
    """Something that a house needs to know."""

    fact: str


class PrintedHouse(Part):
    """What one house ruled."""

    status: str
    asked: str | None = None
    silent: str = ""
    if_confirmed: str = ""
    rulings: list[Outcome] = []
    questions: list[Question] = []

    @property
    def in_doubt(self) -> bool:
        """Whether it was told what would be ruled, were the narrative understood aright."""
        return bool(self.if_confirmed)

    @property
    def wanting(self) -> list[str]:
        """The facts that it needs, besides being told what happened."""
        return [question.fact for question in self.questions if question.fact != EVENT]


class Book(Part):
    """The state of a rulebook."""

    edition: str
    digest: str


class Rulebase(Part):
    """The state of all that a ruling depends on besides its facts."""

    program: str
    hash: str
    houses: dict[str, Book] = {}


class Printed(Part):
    """A ruling that was printed."""

    incident: PrintedIncident
    houses: dict[str, PrintedHouse] = Field(min_length=1)
    rulebase: Rulebase | None = None


def printed(data: object) -> Printed:
    """A ruling's JSON, read.

    Raises:
        IncidentError: it is no ruling; what is missing or of the wrong kind, and where.
    """
    if not isinstance(data, Mapping):
        raise IncidentError("a ruling is a map with an incident and houses")
    try:
        found = Printed.model_validate(data)
    except (ValidationError, RecursionError) as error:
        raise IncidentError(f"no ruling: {_fault(error)}") from error
    if not found.incident.events and not found.incident.text.strip():
        raise IncidentError("no ruling: its incident has neither events nor text")
    if len(found.incident.text) > LONGEST_TEXT:
        raise IncidentError(f"text: longer than {LONGEST_TEXT:,} characters")
    return found


def _fault(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "nested too deeply"
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(place)[:80] for place in first["loc"])
    message = first["msg"]
    return f"{where}: {message[:1].lower()}{message[1:]}"

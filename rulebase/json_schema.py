"""JSON Schemas of incidents and rule files, so that an editor completes the vocabulary."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from rulebase.book import Fact, Vocabulary
from rulebase.schema import RuleSource
from rulebase.values import HIGHEST

DRAFT = "https://json-schema.org/draft/2020-12/schema"

DOES = (
    "ante",
    "post-small",
    "post-big",
    "post",
    "check",
    "fold",
    "call",
    "bet",
    "raise",
    "all-in",
)
"""What a player may do in a line of action."""

_WHOLE = {"type": "integer", "minimum": 0, "maximum": HIGHEST}
_COMPARED = {
    "type": "string",
    "pattern": r"^ *(((<=|>=|!=|<|>) *)?\d{1,16}|\d{1,16} *\.\. *\d{1,16}) *$",
}
_WORD = {"type": ["string", "integer"]}


def schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """Schemas of ``incident`` and ``rules``, under ``$defs``; the whole admits either."""
    rules = TypeAdapter(list[RuleSource]).json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions = rules.pop("$defs", {})
    _complete(definitions, vocabulary)
    definitions |= {"incident": _incident(vocabulary), "rules": rules}
    return {
        "$schema": DRAFT,
        "title": "floor: an incident, or a file of rules",
        "$defs": definitions,
        "if": {"type": "array"},
        "then": {"$ref": "#/$defs/rules"},
        "else": {"$ref": "#/$defs/incident"},
    }


def _incident(vocabulary: Vocabulary) -> dict[str, Any]:
    event = _described_enum((e.name, e.means) for e in vocabulary.events.values())
    act = {
        "type": "object",
        "required": ["who", "does"],
        "additionalProperties": False,
        "properties": {
            "who": _WORD,
            "does": {"enum": list(DOES)},
            "to": {"anyOf": [_WHOLE, {"type": "null"}]},
        },
    }
    return _object(
        {
            "id": _WORD,
            "text": {"type": "string", "maxLength": 20_000},
            "events": {"anyOf": [event, {"type": "array", "items": event, "minItems": 1}]},
            "facts": _object({f.name: _incident_fact(f) for f in vocabulary.facts.values()}),
            "line": {"type": ["array", "null"], "items": act, "maxItems": 500},
            "asked": _described_enum((d.name, d.asks) for d in vocabulary.decisions.values()),
            "houses": {"type": ["array", "string"], "items": {"type": "string"}},
        }
    ) | {"required": ["events"]}


def _described_enum(named: Any) -> dict[str, Any]:
    """Names with what they mean, which editors show beside them."""
    pairs = list(named)
    return {"enum": [n for n, _ in pairs], "markdownEnumDescriptions": [m for _, m in pairs]}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _one_or_many(one: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _words(fact: Fact, *more: str | bool) -> dict[str, Any]:
    return {"enum": [*fact.values, *more]}


def _incident_fact(fact: Fact) -> dict[str, Any]:
    described = {"description": fact.asks or fact.means}
    if fact.kind == "name":
        return {**described, **_WORD}
    if fact.structured:
        return {**described, "type": ["array", "object"]}
    if fact.values:
        truths = (True, False) if fact.kind == "yes-no" else ()
        return {**described, **_one_or_many(_words(fact, *truths))}
    return {**described, **_one_or_many({"anyOf": [_WHOLE, _COMPARED]})}


def _condition(fact: Fact) -> dict[str, Any]:
    if fact.values:
        word = _words(fact, *(f"not {value}" for value in fact.values))
    else:
        word = {"anyOf": [_WHOLE, _COMPARED]}
    return {"description": fact.asks or fact.means, **_one_or_many(word)}


def _complete(definitions: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Put the vocabulary into the schema of a rule's clauses."""
    event = _one_or_many({"enum": list(vocabulary.events)})
    plain = [f for f in vocabulary.facts.values() if not f.structured]
    facts = {f.name: _condition(f) for f in plain}
    outcomes = {d.name: {"enum": list(d.outcomes)} for d in vocabulary.decisions.values()}
    values = {f.name: _words(f) if f.values else _WHOLE for f in plain}
    number = {"type": "string", "pattern": r"^\d{1,16}$"}
    amount = {"anyOf": [{"enum": list(vocabulary.amounts)}, _WHOLE, number]}
    definitions["conditions"] = _object({"event": event, "event-also": event, **facts})
    definitions["tests"] = _object(facts)
    definitions["outcomes"] = _object({**outcomes, "amount": amount})
    definitions["values"] = _object(values)
    definitions["defaults"] = _object({**values, **outcomes})
    tests = {"$ref": "#/$defs/tests"}
    for name in ("RuleSource", "ClauseSource"):
        properties = definitions[name]["properties"]
        properties["when"] = {"$ref": "#/$defs/conditions"}
        properties["wakes-on"] = tests
        properties["unless"] = {"anyOf": [tests, {"type": "array", "items": tests}]}
        properties["decides"] = properties["allows"] = {"$ref": "#/$defs/outcomes"}
        properties["derives"] = {"$ref": "#/$defs/values"}
        properties["otherwise"] = {"$ref": "#/$defs/defaults"}
        properties["authority"] = {"enum": [True, False, "true", "false"]}
    definitions["RuleSource"]["properties"]["rule"] = _WORD
    definitions["RuleSource"]["properties"]["topic"] = {"enum": list(vocabulary.topics)}

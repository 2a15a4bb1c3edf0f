"""JSON Schemas of incidents and rule files, so that an editor completes the vocabulary."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from rulebase.book import Fact, Vocabulary
from rulebase.schema import RuleSource

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """Schemas of ``incident`` and ``rules``, under ``$defs``; the whole admits either."""
    incident = {
        "type": "object",
        "required": ["events"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string"},
            "text": {"type": "string"},
            "events": {"type": "array", "items": {"enum": list(vocabulary.events)}},
            "facts": _object({f.name: _incident_fact(f) for f in vocabulary.facts.values()}),
            "line": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["who", "does"],
                    "properties": {
                        "who": {"type": "string"},
                        "does": {"type": "string"},
                        "to": {"type": "integer", "minimum": 0},
                    },
                },
            },
            "asked": {"enum": list(vocabulary.decisions)},
            "houses": {"type": "array", "items": {"type": "string"}},
        },
    }
    rules = TypeAdapter(list[RuleSource]).json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions = rules.pop("$defs", {})
    _complete(definitions, vocabulary)
    return {
        "$schema": DRAFT,
        "$defs": {**definitions, "incident": incident, "rules": rules},
        "anyOf": [{"$ref": "#/$defs/incident"}, {"$ref": "#/$defs/rules"}],
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _incident_fact(fact: Fact) -> dict[str, Any]:
    described = {"description": fact.asks or fact.means}
    if fact.kind == "name":
        return {**described, "type": ["string", "integer"]}
    if fact.structured:
        return {**described, "type": ["array", "object"]}
    if fact.values:
        word = {"enum": list(fact.values)}
        return {**described, "anyOf": [word, {"type": "array", "items": word}]}
    return {**described, "type": ["integer", "string"]}


def _condition(fact: Fact) -> dict[str, Any]:
    if fact.values:
        word = {"enum": [*fact.values, *(f"not {value}" for value in fact.values)]}
        return {"description": fact.asks, "anyOf": [word, {"type": "array", "items": word}]}
    return {"description": fact.asks, "type": ["integer", "string", "array"]}


def _complete(definitions: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Put the vocabulary into the schema of a rule's clauses."""
    events = {"enum": list(vocabulary.events)}
    event = {"anyOf": [events, {"type": "array", "items": events}]}
    facts = {f.name: _condition(f) for f in vocabulary.facts.values() if not f.structured}
    conditions = _object({"event": event, "event-also": event, **facts})
    outcomes = {d.name: {"enum": list(d.outcomes)} for d in vocabulary.decisions.values()}
    values = {
        f.name: {"enum": list(f.values)} if f.values else {"type": "integer"}
        for f in vocabulary.facts.values()
        if not f.structured
    }
    amount = {"amount": {"anyOf": [{"enum": list(vocabulary.amounts)}, {"type": "integer"}]}}
    for definition in definitions.values():
        properties = definition.get("properties", {})
        if "when" not in properties:
            continue
        properties["when"] = conditions
        properties["wakes-on"] = conditions
        properties["unless"] = {"anyOf": [conditions, {"type": "array", "items": conditions}]}
        properties["decides"] = properties["allows"] = _object({**outcomes, **amount})
        properties["derives"] = _object(values)
        properties["otherwise"] = _object({**values, **outcomes})

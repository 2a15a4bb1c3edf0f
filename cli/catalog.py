"""``floor rules``, ``search``, ``define``, ``houses`` and ``facts``: what the rulebase holds."""

from __future__ import annotations

from typing import Any

from cli.console import err, out, print_json, styled
from rulebase import load
from rulebase.book import Rule, Vocabulary
from rulebase.problems import FloorError, did_you_mean

GLOSSARY = "Glossary: "


class UnknownName(FloorError):
    """A term, topic or event that the rulebase does not hold."""


def entry_json(rule: Rule) -> dict[str, Any]:
    """A rule as ``floor rules --json`` lists it."""
    found: dict[str, Any] = {
        "house": rule.house,
        "rule": rule.rule,
        "title": rule.title,
        "gist": rule.gist,
        "status": rule.status,
        "topic": rule.topic,
        "under": rule.under or None,
        "clauses": load.written(rule.house)[rule.rule],
    }
    if rule.idle:
        found["idle"] = rule.idle
    if rule.terms:
        found["terms"] = list(rule.terms)
    return found


def list_rules(names: list[str], topic: str | None, *, as_json: bool) -> None:
    """Print every rule of the houses, or of one topic.

    Raises:
        UnknownName: there is no such topic.
    """
    topics = load.vocabulary().topics
    if topic is not None and topic not in topics:
        hint = did_you_mean(topic, topics)
        raise UnknownName(f'no topic "{topic}"{hint} (known: {", ".join(topics)})')
    entries = [
        rule
        for book in load.houses(names).values()
        for rule in book.rules.values()
        if topic in (None, rule.topic)
    ]
    if as_json:
        print_json([entry_json(rule) for rule in entries])
        return
    for rule in entries:
        _print_rule(rule)


def _print_rule(rule: Rule) -> None:
    line = styled(f"{rule.house} {rule.rule}  ", "cyan")
    line.append(styled(rule.title))
    out().print(line)


def search_rules(words: str, names: list[str], *, as_json: bool) -> int:
    """Print the rules nearest to the words; 4 where there are none."""
    from engine.search import rule_index

    books = load.houses(names)
    keys = rule_index(books).search(words)
    found = [books[house].rules[locator] for house, _, locator in (k.partition("/") for k in keys)]
    if as_json:
        print_json([entry_json(rule) for rule in found])
    for rule in found if not as_json else ():
        _print_rule(rule)
        out().print(styled(f"    {rule.gist}", "dim"))
    if not found:
        err().print(styled(f'nothing found for "{words}"'))
    return 0 if found else 4


def define_term(term: str, *, as_json: bool) -> None:
    """Print the definitions of a term.

    Raises:
        UnknownName: no house defines it.
    """
    terms = {
        rule.rule.removeprefix(GLOSSARY).lower(): rule
        for book in load.houses().values()
        for rule in book.rules.values()
        if rule.rule.startswith(GLOSSARY)
    }
    wanted = term.strip().lower()
    if wanted not in terms:
        hint = did_you_mean(wanted, terms)
        raise UnknownName(f'no term "{term}"{hint}')
    rule = terms[wanted]
    if as_json:
        print_json(entry_json(rule))
        return
    out().print(styled(rule.title, "bold"))
    out().print(styled(rule.gist))
    out().print(styled(f"{rule.house} {rule.rule}", "cyan"))


def list_houses(*, as_json: bool) -> None:
    """Print the houses."""
    books = load.houses()
    if as_json:
        print_json(
            [
                {
                    "house": book.name,
                    "name": book.title,
                    "edition": book.edition,
                    "holds-from": book.holds_from or None,
                    "source": book.source,
                    "notice": book.notice or None,
                    "adopts": list(book.adopts),
                    "rules": len(book.rules),
                    "readings": list(book.readings),
                }
                for book in books.values()
            ]
        )
        return
    for book in books.values():
        line = styled(book.name, "bold cyan")
        line.append(styled(f"  {book.title}, {book.edition}; {len(book.rules)} entries"))
        out().print(line)
        out().print(styled(f"    {book.source}", "dim"))
        if book.adopts:
            out().print(styled(f"    adopts {', '.join(book.adopts)}", "dim"))
        if book.notice:
            out().print(styled(f"    {book.notice}", "dim"))


def list_facts(event: str | None, *, schema: bool, as_json: bool) -> None:
    """Print the vocabulary, the facts of one event, or a JSON Schema.

    Raises:
        UnknownName: there is no such event.
    """
    vocabulary = load.vocabulary()
    if schema:
        from rulebase.json_schema import schema as made

        print_json(made(vocabulary))
        return
    if event is not None and event not in vocabulary.events:
        hint = did_you_mean(event, vocabulary.events)
        raise UnknownName(f'no event "{event}"{hint}')
    data = _vocabulary_json(vocabulary, event)
    if as_json:
        print_json(data)
        return
    for name, one in data["events"].items():
        out().print(styled(name, "bold cyan"), styled(f" {one['means']}"))
        out().print(styled(f"    decides {', '.join(one['decides'])}", "dim"))
        if one["assumes"]:
            words = ", ".join(f"{fact} {value}" for fact, value in one["assumes"].items())
            out().print(styled(f"    assumes {words}", "dim"))
    for name, one in data["facts"].items():
        out().print(styled(name, "bold"), styled(f" {one['asks']}"))
        words = ", ".join(one["values"]) or one["unit"] or one["kind"]
        out().print(styled(f"    {words}{' (judgment)' if one['judgment'] else ''}", "dim"))
    for name, one in data["decisions"].items():
        out().print(styled(name, "bold magenta"), styled(f" {one['asks']}"))
        out().print(styled(f"    {', '.join(one['outcomes'])}", "dim"))


def _vocabulary_json(vocabulary: Vocabulary, event: str | None) -> dict[str, Any]:
    events = [vocabulary.events[event]] if event else list(vocabulary.events.values())
    facts = set(events[0].facts) if event else set(vocabulary.facts)
    decisions = set(events[0].decides) if event else set(vocabulary.decisions)
    from rulebase.values import shown

    return {
        "events": {
            e.name: {
                "means": e.means,
                "topic": e.topic,
                "decides": list(e.decides),
                "facts": list(e.facts),
                "assumes": {fact: shown(values) for fact, values in e.assumes.items()},
            }
            for e in events
        },
        "facts": {
            f.name: {
                "asks": f.asks or f.means,
                "kind": f.kind,
                "values": list(f.values),
                "unit": f.unit,
                "judgment": f.judgment,
                "topic": f.topic,
            }
            for f in vocabulary.facts.values()
            if f.name in facts
        },
        "decisions": {
            d.name: {"asks": d.asks, "outcomes": list(d.outcomes)}
            for d in vocabulary.decisions.values()
            if d.name in decisions
        },
    }

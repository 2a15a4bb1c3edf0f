"""A ruling on the terminal: the answer first, big and plain, then what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cli.console import out, say, styled
from cli.words import fact_words, label, outcome_words, plain
from engine.amount_words import number_words
from engine.differences import same
from rulebase import load
from rulebase.book import Vocabulary

STATUS_WORDS = {
    "needs-facts": "One more fact is needed.",
    "judgment": "That is for the floor to judge.",
    "conflict": "The book contradicts itself.",
}
SILENT_WORDS = {
    "no-rule": "The book is silent.",
    "not-met": "The book is silent: its rules do not reach this.",
    "moot": "That no longer arises.",
}

_SILENT = {"no-rule": "silent", "not-met": "silent on this", "moot": "does not arise"}
_SHORT = {
    "needs-facts": "needs a fact",
    "judgment": "the floor judges",
    "conflict": "at odds with itself",
}
_SOURCES = {"assumed": " (assumed)", "derived": " (worked out)", "implied": " (follows)"}
_FORCES = {
    "may": "The floor may; he need not.",
    "should": "The book says that it should be so, not that it must.",
}
_ORDER = ("ruled", "judgment", "needs-facts", "conflict", "silent")

MOST_BESIDE = 3
"""How much is told of what a house rules besides the decision asked."""

NARROW = 60
"""Below this width the houses stand one under the other instead of in columns."""


def ruling(data: Mapping[str, Any]) -> None:
    """Print a ruling as ``floor ask`` shows it; ``data`` is its JSON."""
    vocabulary = load.vocabulary()
    houses = as_confirmed(data["houses"])
    for fault in data["incident"].get("contradictions", []):
        say(f"! {_contradiction(fault)}", "bold red")
    groups = _groups(houses)
    left_aside = data["incident"].get("left-aside", ())
    if left_aside:
        say("If it turns on what was understood (below):", "bold yellow")
    _headline(groups[0], _fullest(groups[0], houses), len(houses), vocabulary)
    if len(houses) > 1:
        _side_by_side(houses, groups, vocabulary)
    hanging = [(n, e) for n, h in houses.items() for e in h["rulings"] if _told_apart(e, h)]
    if hanging:
        from cli.readings import conditional

        conditional(hanging, vocabulary)
    _questions(houses, vocabulary)
    _understood(data, vocabulary)
    if left_aside:
        say(f"left aside: {'; '.join(left_aside)}", "yellow")
    if any("if" in entry for house in data["houses"].values() for entry in house["rulings"]):
        from cli.readings import rivals

        rivals(data["houses"], vocabulary)


def as_confirmed(houses: Mapping[str, Any]) -> dict[str, Any]:
    """The houses with what each rules once what was understood is confirmed, and the status."""
    return {
        name: {
            **house,
            "status": house.get("if-confirmed", house["status"]),
            "rulings": [entry for entry in house["rulings"] if "if" not in entry],
        }
        for name, house in houses.items()
    }


def _contradiction(fault: Mapping[str, Any]) -> str:
    return str(fault["asks"]).replace("-", " ")


def _groups(houses: Mapping[str, Any]) -> list[list[str]]:
    """The houses by what they answer, those that rule and are many first."""
    found: list[list[str]] = []
    for name, house in houses.items():
        for names in found:
            if all(_same(house, houses[other]) for other in names):
                names.append(name)
                break
        else:
            found.append([name])
    return sorted(found, key=lambda g: (_ORDER.index(houses[g[0]]["status"]), -len(g)))


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two houses answer the same; an amount that one leaves unsaid is no difference."""
    mine, theirs = main_rulings(one), main_rulings(other)
    alike = one["status"] == other["status"] and len(mine) == len(theirs)
    return alike and all(same(a, b) for a, b in zip(mine, theirs, strict=True))


def _fullest(names: Iterable[str], houses: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of houses that answer the same the first that tells the amount, or what it waits for."""
    each: list[Mapping[str, Any]] = [houses[name] for name in names]
    for told in ("amount", "waits-for"):
        for house in each:
            if any(told in entry for entry in main_rulings(house)):
                return house
    return each[0]


def main_rulings(house: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a house rules on the decision asked; where the floor judges, what it hangs on too."""
    judged = house["status"] == "judgment"
    return [e for e in house["rulings"] if _on_asked(e, house) and (judged or not _hangs(e))]


def _on_asked(entry: Mapping[str, Any], house: Mapping[str, Any]) -> bool:
    return bool(entry["decision"] == house["asked"])


def _told_apart(entry: Mapping[str, Any], house: Mapping[str, Any]) -> bool:
    """Whether it is told under the houses, with what it takes."""
    return _hangs(entry) and house["status"] == "needs-facts" and _on_asked(entry, house)


def _hangs(entry: Mapping[str, Any]) -> bool:
    return "hangs-on" in entry


def answer(house: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    """A house's answer in the floor's words, or why it gives none."""
    status = house["status"]
    words = " / ".join(outcome_words(r, vocabulary) for r in main_rulings(house))
    if status == "silent":
        return SILENT_WORDS[house["silent"]]
    if not words:
        return STATUS_WORDS[status]
    if status == "ruled":
        return words
    if status == "conflict":
        return f"{STATUS_WORDS[status]} {words}"
    return f"{STATUS_WORDS[status]} Until then: {words}"


def _headline(names: list[str], house: Mapping[str, Any], of: int, vocabulary: Vocabulary) -> None:
    rulings = main_rulings(house)
    if house["status"] == "ruled":
        _banner(outcome_words(rulings[0], vocabulary))
    else:
        silent = house["status"] == "silent"
        _banner(SILENT_WORDS[house["silent"]] if silent else STATUS_WORDS[house["status"]])
    for entry in rulings:
        if _ANSWERS.match(outcome_words(entry, vocabulary)):
            say(f"asked: {vocabulary.decisions[entry['decision']].asks}", "dim")
        if house["status"] != "ruled":
            judged = "If you judge it so: " if "hangs-on" in entry else ""
            say(judged + outcome_words(entry, vocabulary), "bold")
        if "do" in entry:
            say(entry["do"], "bold")
        if "penalty" in entry:
            say(f"Penalty: {entry['penalty']}", "bold")
        if waits := entry.get("waits-for"):
            say(f"the amount waits for: {'; '.join(map(plain, waits))}")
        if entry["force"] in _FORCES:
            say(_FORCES[entry["force"]])
        _rules(entry["rules"])
        _default(entry, vocabulary)
        _because(entry["because"], vocabulary)
    if of > 1:
        say(f"so rule: {', '.join(map(label, names))}", "dim")
    told = {outcome_words(entry, vocabulary) for entry in rulings}
    for entry in beside(house)[:MOST_BESIDE]:
        if (words := outcome_words(entry, vocabulary)) not in told:
            told.add(words)
            where = ", ".join(r["rule"] for r in entry["rules"])
            say(f"also: {_by_itself(entry, words, vocabulary)} {where}", "dim")
    if not main_rulings(house):
        _nearest(house)


def beside(house: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a house rules outright besides the decision asked."""
    return [e for e in house["rulings"] if not _on_asked(e, house) and not _hangs(e)]


_ANSWERS = re.compile(r"(?:Yes|No|Not yet)[,.;:]")
"""Words that only answer a question, and say nothing without it."""


def _by_itself(entry: Mapping[str, Any], words: str, vocabulary: Vocabulary) -> str:
    """A ruling that nobody asked for: after its question, where it only answers one."""
    asks = vocabulary.decisions[entry["decision"]].asks
    return f"{asks} {words}" if _ANSWERS.match(words) else words


def _banner(line: str) -> None:
    """What is ruled, in capitals across the whole width."""
    from rich.padding import Padding

    words = line.upper() if len(line) <= 80 else line
    out().print(Padding(styled(words, "bold"), (0, 1), style="bold reverse"))


def _rules(rules: Iterable[Mapping[str, Any]]) -> None:
    for rule in list(rules)[:3]:
        line = styled(f"{label(rule['house'])} {rule['rule']}  ", "bold cyan")
        line.append(styled(rule["title"]))
        out().print(line)


def _default(entry: Mapping[str, Any], vocabulary: Vocabulary) -> None:
    if "default" not in entry:
        return
    default = entry["default"]
    words = vocabulary.decisions[entry["decision"]].outcomes[default["outcome"]]
    say(f"otherwise: {words} {', '.join(r['rule'] for r in default['rules'])}")


def _because(reasons: Iterable[Mapping[str, Any]], vocabulary: Vocabulary) -> None:
    words = [
        fact_words(reason["fact"], reason["value"], vocabulary) + _SOURCES.get(reason["source"], "")
        for reason in reasons
    ]
    if words:
        say(f"why: {'; '.join(words)}", "dim")


def _nearest(house: Mapping[str, Any]) -> None:
    for near in house.get("nearest", [])[:2]:
        line = styled(f"nearest: {label(near['house'])} {near['rule']}  ", "cyan")
        line.append(styled(f"{near['title']}; it needs {_unmet(near)}"))
        out().print(line)
    for rule in house.get("authority", [])[:1]:
        say(f"{label(rule['house'])} {rule['rule']}  {rule['gist']}", "dim")


def _unmet(near: Mapping[str, Any]) -> str:
    """What a rule that did not speak needs: "facing: nothing; chips: 2 or more"."""
    tests = [str(test).partition(": ") for test in near["unmet"][:3]]
    return "; ".join(f"{plain(fact)}: {plain(number_words(value))}" for fact, _, value in tests)


def _side_by_side(
    houses: Mapping[str, Any], groups: list[list[str]], vocabulary: Vocabulary
) -> None:
    first = set(groups[0])
    told = {_short(houses[name], vocabulary) for name in first}
    mark = "≠" if (out().encoding or "").lower().startswith("utf") else "#"
    rows = []
    for name, house in houses.items():
        words = _short(house, vocabulary)
        does = [r["do"] for r in main_rulings(house) if "do" in r]
        differs = name not in first
        if differs and words in told:
            words = f"{words} ({', '.join(r['force'] for r in main_rulings(house))})"
        if differs and does:
            words = f"{words} {does[0]}"
        rows.append((mark if differs else " ", label(name), words, _where(house, name)))
    out().print()
    if out().width < NARROW:
        _stacked(rows)
    else:
        _columns(rows)
    if len(groups) > 1:
        say(f"{mark} rules otherwise than {', '.join(map(label, groups[0]))}", "dim")


def _short(house: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    """A house's answer, short enough for its row."""
    words = " / ".join(outcome_words(r, vocabulary) for r in main_rulings(house))
    if house["status"] == "silent":
        return _silent(house, vocabulary)
    if house["status"] == "ruled" or not words:
        return words or _SHORT[house["status"]]
    return f"{_SHORT[house['status']]}; as it stands: {words}"


def _silent(house: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    """Of a house that is silent on what was asked, what else it rules on the incident."""
    if not (rest := _instead(house)):
        return _SILENT[house["silent"]]
    if _hangs(rest[0]):
        return f"silent on this; open: {vocabulary.decisions[rest[0]['decision']].asks}"
    each = ((entry, outcome_words(entry, vocabulary)) for entry in rest)
    words = " ".join(_by_itself(entry, said, vocabulary) for entry, said in each)
    return f"silent on this, but: {words}"


def _instead(house: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a house that is silent on what was asked rules instead, or what would be its first."""
    if house["status"] != "silent" or house["silent"] == "moot":
        return []
    first = house["rulings"][:1]
    return first if first and _hangs(first[0]) else beside(house)[:2]


def _columns(rows: Iterable[tuple[str, str, str, str]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=3)
    table.add_column(ratio=2, max_width=30)
    for mark, house, words, where in rows:
        style = "" if mark == " " else "yellow"
        table.add_row(styled(f"{mark} {house}", style), styled(words, style), styled(where, "dim"))
    out().print(table)


def _stacked(rows: Iterable[tuple[str, str, str, str]]) -> None:
    for mark, house, words, where in rows:
        style = "" if mark == " " else "yellow"
        out().print(styled(f"{mark} {house}", f"bold {style}"))
        say(f"    {words}", style)
        if where:
            say(f"    {where}", "dim")


def _where(house: Mapping[str, Any], name: str) -> str:
    entries = main_rulings(house) or _instead(house)
    rules = [_locator(r, name) for entry in entries for r in entry["rules"][:3]]
    if rules or not house.get("nearest"):
        return ", ".join(dict.fromkeys(rules))
    near = house["nearest"][0]
    return f"nearest {_locator(near, name)} needs {_unmet(near)}"


def _locator(rule: Mapping[str, Any], house: str) -> str:
    own = str(rule["rule"])
    return own if rule["house"] == house else f"{label(rule['house'])} {own}"


def _questions(houses: Mapping[str, Any], vocabulary: Vocabulary) -> None:
    asked: dict[str, tuple[Mapping[str, Any], list[str]]] = {}
    for name, house in houses.items():
        for question in house.get("questions", []):
            asked.setdefault(question["fact"], (question, []))[1].append(name)
    for question, names in list(asked.values())[:4]:
        values = question["values"]
        choices = " / ".join(map(plain, values)) if isinstance(values, list) else values
        line = styled(f"? {question['asks']} ", "bold")
        line.append(styled(f"({choices}) {', '.join(map(label, names))}", "dim"))
        out().print(line)


def _single(value: Any) -> bool:
    """Whether a fact is taken to be one thing, not just narrowed to some."""
    return not isinstance(value, list)


def _understood(data: Mapping[str, Any], vocabulary: Vocabulary) -> None:
    facts = data["incident"]["facts"]
    entries = [e for house in data["houses"].values() for e in main_rulings(house)]
    counts = {reason["fact"] for entry in entries for reason in entry["because"]}

    def words(names: Iterable[str]) -> str:
        return "; ".join(map(concluded, names))

    def fact(name: str) -> str:
        return fact_words(name, facts[name]["value"], vocabulary)

    def concluded(name: str) -> str:
        quoted = facts[name].get("words")
        return fact(name) + (f' (from "{quoted}")' if quoted else "")

    def said(name: str) -> str:
        quoted = facts[name].get("words") if facts[name]["source"] == "said" else ""
        return fact(name) + (f' ("{quoted}")' if quoted else "")

    told = [n for n, f in facts.items() if f["source"] in ("said", "given", "answered")]
    assumed = [n for n, f in facts.items() if f["source"] == "assumed" and _single(f["value"])]
    weighed = [n for n in assumed if n in counts]
    rest = [n for n in assumed if n not in counts]
    events = ", ".join(map(plain, data["incident"]["events"]))
    out().print()
    say("; ".join([f"understood: {events}", *map(said, told)]), "dim")
    if weighed:
        say(f"assumed, and it counts: {words(weighed)}")
    if rest:
        say(f"{'also ' if weighed else ''}assumed: {words(rest)}", "dim")

"""A ruling on the terminal: the answer first, big and plain, then what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cli.console import out, styled
from engine.ruling import spoken

SIGNS = {"ruled": "", "needs-facts": "?", "judgment": "~", "conflict": "!", "silent": "-"}
"""How each status is told apart without colour."""

STATUS_WORDS = {
    "needs-facts": "one more fact is needed",
    "judgment": "the floor's judgment",
    "conflict": "the book contradicts itself",
    "silent": "the book is silent",
}

_SOURCES = {"assumed": "assumed", "derived": "worked out", "implied": "follows"}


def ruling(data: Mapping[str, Any]) -> None:
    """Print a ruling as ``floor ask`` shows it; ``data`` is its JSON."""
    houses: Mapping[str, Any] = data["houses"]
    groups = _groups(houses)
    for names in groups[:1]:
        _headline(names, houses[names[0]], len(houses))
    if len(houses) > 1:
        _side_by_side(houses, groups)
    _questions(houses)
    _understood(data["incident"])


def _groups(houses: Mapping[str, Any]) -> list[list[str]]:
    """The houses by what they answer, those that rule and are many first."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, house in houses.items():
        found.setdefault((house["status"], answer(house)), []).append(name)
    ruled = {"ruled": 0, "judgment": 1, "needs-facts": 2, "conflict": 3, "silent": 4}
    return [names for _, names in sorted(found.items(), key=lambda g: (ruled[g[0][0]], -len(g[1])))]


def main_rulings(house: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a house rules on the decision asked."""
    return [r for r in house["rulings"] if r["decision"] == house["asked"]]


def answer(house: Mapping[str, Any]) -> str:
    """A house's answer in a few words: the outcome and the amount, or the status."""
    rulings = main_rulings(house)
    if not rulings:
        return "needs a fact" if house["status"] == "needs-facts" else str(house["status"])
    words = " / ".join(outcome(r) for r in rulings)
    if house["status"] == "conflict":
        return f"conflict: {words}"
    return words if house["status"] == "ruled" else f"{words} ({house['status']})"


def outcome(entry: Mapping[str, Any]) -> str:
    """An outcome with its amount."""
    decision = entry["decision"].replace("-", " ")
    word = entry["outcome"].replace("-", " ")
    said = f"{decision}: {word}" if word in ("yes", "no") else word
    return f"{said} {spoken(entry['amount'])}" if "amount" in entry else said


def _headline(names: list[str], house: Mapping[str, Any], of: int) -> None:
    console = out()
    rulings = main_rulings(house)
    status = house["status"]
    head = answer(house).upper() if rulings else STATUS_WORDS.get(status, status).upper()
    console.print(styled(head, "bold reverse" if status == "ruled" else "bold"), end="")
    console.print(styled(f"  {', '.join(names)}" if of > 1 else "", "dim"))
    for entry in rulings or house["rulings"][:1]:
        words = entry["say"]
        if entry["force"] == "may":
            words += " (The floor may.)"
        elif entry["force"] == "should":
            words += " (The floor should.)"
        console.print(styled(words))
        for key in ("do", "penalty"):
            if key in entry:
                console.print(styled(entry[key], "bold"))
        _rules(entry["rules"])
        if "default" in entry:
            default = entry["default"]
            locators = ", ".join(r["rule"] for r in default["rules"])
            console.print(styled(f"  otherwise {default['outcome']}: {locators}", "dim"))
        _because(entry["because"])
    for entry in [r for r in house["rulings"] if r["decision"] != house["asked"] and rulings][:3]:
        console.print(styled(f"  also {outcome(entry)}: {entry['say']} ", "dim"), end="")
        console.print(styled(", ".join(r["rule"] for r in entry["rules"]), "dim"))
    if not rulings:
        _nearest(house)


def _rules(rules: Iterable[Mapping[str, Any]]) -> None:
    for rule in list(rules)[:3]:
        line = styled(f"  {rule['house']} {rule['rule']}  ", "cyan")
        line.append(styled(rule["title"]))
        out().print(line)


def _because(reasons: Iterable[Mapping[str, Any]]) -> None:
    words = []
    for reason in reasons:
        source = _SOURCES.get(reason["source"])
        note = f" ({source})" if source else ""
        words.append(f"{reason['fact'].replace('-', ' ')} {spoken(reason['value'])}{note}")
    if words:
        out().print(styled(f"  because {', '.join(words)}", "dim"))


def _nearest(house: Mapping[str, Any]) -> None:
    for near in house.get("nearest", [])[:2]:
        line = styled(f"  nearest {near['house']} {near['rule']}  ", "cyan")
        line.append(styled(f"{near['title']}; it needs {', '.join(near['unmet'])}"))
        out().print(line)
    for rule in house.get("authority", [])[:1]:
        out().print(styled(f"  {rule['house']} {rule['rule']}  {rule['gist']}", "dim"))


def _side_by_side(houses: Mapping[str, Any], groups: list[list[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    first = set(groups[0])
    for name, house in houses.items():
        rulings = main_rulings(house)
        locators = ", ".join(_locator(r, name) for entry in rulings for r in entry["rules"][:3])
        if not locators and house.get("nearest"):
            near = house["nearest"][0]
            locators = f"nearest {_locator(near, name)}"
        mark = " " if name in first else "≠"
        table.add_row(
            styled(f"{mark} {name}", "" if name in first else "yellow"),
            styled(answer(house), "" if name in first else "yellow"),
            styled(locators, "dim"),
        )
    out().print()
    out().print(table)


def _locator(rule: Mapping[str, Any], house: str) -> str:
    own = str(rule["rule"])
    return own if rule["house"] == house else f"{rule['house']} {own}"


def _questions(houses: Mapping[str, Any]) -> None:
    asked: dict[str, tuple[Mapping[str, Any], list[str]]] = {}
    for name, house in houses.items():
        for question in house.get("questions", []):
            asked.setdefault(question["fact"], (question, []))[1].append(name)
    for question, names in list(asked.values())[:4]:
        values = question["values"]
        choices = " / ".join(values) if isinstance(values, list) else values
        line = styled(f"? {question['asks']} ", "bold")
        line.append(styled(f"[{choices}] ({', '.join(names)})", "dim"))
        out().print(line)


def _understood(incident: Mapping[str, Any]) -> None:
    facts = incident["facts"]
    said = [n for n, f in facts.items() if f["source"] in ("said", "given", "answered")]
    assumed = [n for n, f in facts.items() if f["source"] == "assumed"]

    def words(names: list[str]) -> str:
        return ", ".join(f"{n.replace('-', ' ')} {spoken(facts[n]['value'])}" for n in names)

    out().print()
    out().print(styled(f"understood: {', '.join(incident['events'])}; {words(said)}", "dim"))
    if assumed:
        out().print(styled(f"assumed: {words(assumed)}", "dim"))
    for fault in incident.get("contradictions", []):
        line = f"contradiction: {fault['one']}, but {fault['other']} says otherwise"
        out().print(styled(line, "bold red"))

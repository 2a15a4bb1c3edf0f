"""The command reference: ``python -m cli.reference`` writes docs/commands.md from the command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "docs" / "commands.md"

HEAD = """# Commands

This page is written by `python -m cli.reference` from the command itself.

Data goes to standard output, messages to standard error. Exit codes of `floor ask` and
`floor rule`: 0 where any house rules; 3 where any house asked still needs a fact, or two
facts contradict each other; 4 where there is only judgment, conflict or silence; 2 for
wrong usage and bad input. `NO_COLOR` and the width of the terminal are respected.

An incident given as facts (YAML, JSON, or one JSON a line) holds `events` and may hold
`id`, `text`, `facts`, `line` (a list of `{who, does, to}`), `asked` and `houses`:

    events: [chips-put-in]
    facts: {facing: bet, to-call: 600, put-in: 5000, chips: 1, announced: nothing}

In a stream each line gets one line, in order; a bad one gets `{"line": 7, "error": "…"}`.
With `--jobs 4` four processes rule on it; what comes out is the same.

A ruling printed as JSON holds under `rulebase` the program's version, the rulebase's hash, and
edition and digest of each house asked or adopted; a fact that is known otherwise than it was told
(narrowed, or at odds with another) holds under `told` what was told. `floor rule --replay` takes
such a ruling, or a stream of them, and rules again on what was told, by the same houses: exit 0
where every ruling stands, 1 where one differs. What is compared is each house's status, the
decision asked, what it needs to know, and of each decision its outcomes with amount, force, rules,
procedure and penalty; not the wording. A narrative that left open what happened is read again.
"""


def reference() -> str:
    """The page as Markdown."""
    import typer

    from cli.main import app

    command: Any = typer.main.get_command(app)
    parts = [HEAD, _options(command), *(_command(name, one) for name, one in walk(command))]
    return "\n".join(part for part in parts if part)


def walk(group: Any, path: str = "floor") -> Iterator[tuple[str, Any]]:
    """Every command with its whole name, those of a group after the group.

    >>> import typer
    >>> from cli.main import app
    >>> next(walk(typer.main.get_command(app)))[0]
    'floor ask'
    """
    for name, command in group.commands.items():
        if command.hidden:
            continue
        yield f"{path} {name}", command
        if hasattr(command, "commands"):
            yield from walk(command, f"{path} {name}")


def _command(name: str, command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    rest = ["COMMAND"] if hasattr(command, "commands") else map(_metavar, arguments)
    usage = " ".join([name, "[OPTIONS]", *rest])
    lines = [f"## {name}", "", f"    {usage}", "", _flat(command.help), ""]
    for argument in arguments:
        lines.append(f"- `{_metavar(argument)}`: {_flat(argument.help)}")
    if arguments:
        lines.append("")
    return "\n".join(lines) + "\n" * (not arguments) + _options(command)


def _metavar(argument: Any) -> str:
    name = str(argument.metavar or argument.name.upper())
    if argument.metavar:
        return name
    if argument.nargs == -1:
        name += "..."
    return name if argument.required else f"[{name}]"


def _options(command: Any) -> str:
    found = [p for p in command.params if p.param_type_name == "option"]
    lines = [f"- {_names(option)}: {_flat(option.help)}" for option in found]
    return "\n".join([*lines, ""]) if lines else ""


def _names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    if option.is_flag or option.count:
        return names
    return f"{names} `{option.metavar or option.name.upper()}`"


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(reference(), encoding="utf8")

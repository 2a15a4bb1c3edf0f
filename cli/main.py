"""The ``floor`` command: each command's work is imported only when it is called."""

from __future__ import annotations

import atexit
import gc
import sys
from copy import copy
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from cli.output import close, make_safe

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

Houses = Annotated[
    list[str] | None, typer.Option("--house", "-H", help="Rule by this house only; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
On = Annotated[
    str, typer.Option("--on", metavar="DAY", help="Rule by the editions held on this day.")
]
NoInput = Annotated[bool, typer.Option("--no-input", help="Never ask; tell what is needed.")]
Why = Annotated[bool, typer.Option("--why", help="Show the chain of reasons.")]
WhyNot = Annotated[
    tuple[str, str] | None,
    typer.Option("--why-not", metavar="HOUSE RULE", help="Say what keeps a rule from deciding."),
]
WhatIf = Annotated[
    list[str] | None,
    typer.Option("--what-if", metavar="FACT=VALUE", help="Rule with a fact changed; repeatable."),
]


def _version(wanted: bool) -> None:
    if wanted:
        from cli.about import version

        print(version())
        raise typer.Exit


@app.callback()
def floor(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """The floor's ruling, with the rule that makes it."""


@app.command()
def ask(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="What happened, in plain words; - reads standard input."),
    ] = None,
    house: Houses = None,
    on: On = "",
    as_json: AsJson = False,
    no_input: NoInput = False,
    why: Why = False,
    why_not: WhyNot = None,
    what_if: WhatIf = None,
) -> None:
    """Describe an incident in plain words, get the rulings."""
    from cli.ask import ask_words

    raise typer.Exit(
        ask_words(
            " ".join(words or ()),
            house or [],
            on=on,
            as_json=as_json,
            no_input=no_input,
            why=why,
            why_not=why_not,
            what_if=what_if or [],
        )
    )


@app.command()
def rule(
    path: Annotated[str, typer.Argument(help="A YAML, JSON or JSONL file; - is standard input.")],
    house: Houses = None,
    on: On = "",
    as_json: AsJson = False,
    why: Why = False,
    why_not: WhyNot = None,
    what_if: WhatIf = None,
    jobs: Annotated[
        int,
        typer.Option(min=1, max=64, metavar="N", help="Work off a stream by so many processes."),
    ] = 1,
    replay: Annotated[
        bool,
        typer.Option(
            "--replay", help="Rule again what --json printed; exit 1 where a ruling differs today."
        ),
    ] = False,
) -> None:
    """Rule on an incident given as facts, or on a stream of them, one JSON a line."""
    if replay:
        from cli.replay import refuse, replay_file

        refuse(on=on, why=why, why_not=why_not, what_if=what_if)
        raise typer.Exit(replay_file(path, house or [], as_json=as_json, jobs=jobs))
    from cli.ask import rule_file

    raise typer.Exit(
        rule_file(
            path,
            house or [],
            on=on,
            as_json=as_json,
            why=why,
            why_not=why_not,
            what_if=what_if or [],
            jobs=jobs,
        )
    )


@app.command()
def show(
    house: Annotated[str, typer.Argument(help="The house.")],
    locator: Annotated[str, typer.Argument(help="The rule, as the house cites it.")],
    as_json: AsJson = False,
) -> None:
    """Show a rule: gist, pattern, scenarios that exercise it, readings, counterparts."""
    from cli.show import show_rule

    show_rule(house, locator, as_json=as_json)


@app.command()
def rules(
    house: Houses = None,
    topic: Annotated[str | None, typer.Option(help="Only this topic.")] = None,
    as_json: AsJson = False,
) -> None:
    """List every rule."""
    from cli.catalog import list_rules

    list_rules(house or [], topic, as_json=as_json)


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="Words to look for.")],
    house: Houses = None,
    as_json: AsJson = False,
) -> None:
    """Search rules, terms and events."""
    from cli.catalog import search_rules

    raise typer.Exit(search_rules(" ".join(words), house or [], as_json=as_json))


@app.command()
def define(
    term: Annotated[list[str], typer.Argument(help="A term of the glossary.")],
    as_json: AsJson = False,
) -> None:
    """Define a term of the glossary."""
    from cli.catalog import define_term

    define_term(" ".join(term), as_json=as_json)


@app.command()
def houses(as_json: AsJson = False) -> None:
    """List the houses, their editions, sources and notices."""
    from cli.catalog import list_houses

    list_houses(as_json=as_json)


@app.command()
def facts(
    event: Annotated[str | None, typer.Argument(help="Only the facts of this event.")] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print a JSON Schema for incidents and rule files.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the vocabulary: events, facts, decisions and outcomes."""
    from cli.catalog import list_facts

    list_facts(event, schema=schema, as_json=as_json)


Topics = Annotated[
    list[str] | None,
    typer.Option("--topic", help="Only this topic, decision or event; repeatable."),
]
Format = Annotated[
    str, typer.Option("--format", help="terminal, markdown, csv, json or html (one page).")
]


@app.command()
def compare(
    houses: Annotated[
        list[str] | None,
        typer.Argument(metavar="[HOUSE]... | HOUSE RULE", help="Houses, or one rule of a house."),
    ] = None,
    topic: Topics = None,
    only_differences: Annotated[
        bool, typer.Option("--only-differences", help="Leave out what is ruled the same.")
    ] = False,
    witness: Annotated[
        bool, typer.Option("--witness", help="Show the smallest incidents ruled differently.")
    ] = False,
    count: Annotated[bool, typer.Option("--count", help="Count how often houses agree.")] = False,
    generated: Annotated[
        int, typer.Option(min=0, max=100_000, help="With --count: how many generated incidents.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="With --count: the seed of the generated ones.")] = 1,
    form: Format = "terminal",
) -> None:
    """Compare what houses rule, side by side; or one rule with its counterparts."""
    from cli.compare import compare as compare_houses

    compare_houses(
        houses or [],
        topic or [],
        form,
        only_differences=only_differences,
        witness=witness,
        count=count,
        generated=generated,
        seed=seed,
    )


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(help="The folder of a house's files as they were.")],
    new: Annotated[Path, typer.Argument(help="The folder of its files as they are.")],
    topic: Topics = None,
    form: Format = "terminal",
) -> None:
    """Tell what changed in rulings between two versions of one house's files."""
    from cli.diff import diff as diff_versions

    diff_versions(old, new, topic or [], form)


@app.command()
def check(
    houses: Annotated[
        list[str] | None, typer.Argument(metavar="[HOUSE]...", help="Only these houses.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look for rules that cannot fire, clash, repeat or lack scenarios; exit 1 with findings."""
    from cli.check import check as check_houses

    raise typer.Exit(check_houses(houses or [], as_json=as_json))


@app.command()
def quiz(
    do: Annotated[
        str, typer.Argument(metavar="[stats|export]", help="Show how it goes, or write a file.")
    ] = "",
    house: Annotated[
        list[str] | None, typer.Option("--house", "-H", help="Only this house; repeatable.")
    ] = None,
    topic: Annotated[
        list[str] | None, typer.Option(help="Only this topic or event; repeatable.")
    ] = None,
    rule: Annotated[list[str] | None, typer.Option(help="Only this rule; repeatable.")] = None,
    level: Annotated[
        list[int] | None, typer.Option(help="Only this level, 1 to 3; repeatable.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="Only this kind of question; repeatable.")
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, max=5000, help="How many.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed, the same questions.")
    ] = None,
    name: Annotated[str, typer.Option(help="Whose progress or exam it is.")] = "",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew instead of where it was left.")
    ] = False,
    exam: Annotated[
        int | None,
        typer.Option(min=1, max=500, help="An exam of so many, no word until the end."),
    ] = None,
    pass_mark: Annotated[int, typer.Option("--pass", help="Exam: per cent needed to pass.")] = 85,
    minutes: Annotated[
        int | None, typer.Option(min=1, max=1440, help="Exam: the time; else 90 seconds each.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Exam: where its record is kept.")
    ] = None,
    anki: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Export: write an Anki package.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Export: write a CSV file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Be asked; or take an exam, see how it goes, take the questions along."""
    from cli.quiz import Wanted
    from cli.quiz import quiz as run_quiz

    run_quiz(
        Wanted(
            do,
            house or [],
            topic or [],
            rule or [],
            level or [],
            kind or [],
            count,
            seed,
            name,
            as_json,
            fresh,
            exam,
            pass_mark,
            minutes,
            anki,
            csv,
            record,
        )
    )


house_app = typer.Typer(no_args_is_help=True, help="Write and check a house of your own.")
app.add_typer(house_app, name="house")


@house_app.command("new")
def house_new(
    name: Annotated[str, typer.Argument(help="Its name: letters, digits and hyphens.")],
    adopts: Annotated[str, typer.Option(help="The house whose rules it adopts.")] = "",
    at: Annotated[
        str, typer.Option(help="The folder to write it in; else the user's configuration.")
    ] = "",
) -> None:
    """Write a starting folder for a house of your own."""
    from cli.house import new

    new(name, adopts, at)


@house_app.command("check")
def house_check(
    name: Annotated[str, typer.Argument(help="Its name, or the path of its folder.")],
) -> None:
    """Check a house of your own: faults with file and line, lint, coverage."""
    from cli.house import check

    raise typer.Exit(check(name))


@cache
def called(name: str) -> typer.Typer:
    """The program with the command of this name alone, or whole where there is none of it.

    To make all commands takes as long as a ruling.

    >>> [command.callback.__name__ for command in called("ask").registered_commands]
    ['ask']
    >>> called("--help") is app
    True
    """
    named = [
        command
        for command in app.registered_commands
        if command.callback and command.callback.__name__ == name
    ]
    if not named:
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = named, []
    return alone


def run() -> None:
    """Run the command; whatever is wrong with what it was given is told plainly, exit 2."""
    gc.set_threshold(50_000)  # a ruling is over before there is anything to collect,
    atexit.register(gc.freeze)  # and at the end nobody needs to look for it
    make_safe()
    try:
        code = called("".join(sys.argv[1:2]))(prog_name="floor", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except (BrokenPipeError, SystemExit):  # typer exits by itself where nobody reads any more
        close()
        code = 0
    except Exception as error:
        from cli.failure import told

        code = told(error)
    sys.exit(code if isinstance(code, int) else 0)

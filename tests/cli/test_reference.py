"""docs/commands.md: every command and option, and current."""

from __future__ import annotations

import typer

from cli.main import app
from cli.reference import FILE, reference, walk


def test_the_page_is_current() -> None:
    assert FILE.read_text(encoding="utf8") == reference(), "run python -m cli.reference"


def test_every_command_and_option_is_documented() -> None:
    page = FILE.read_text(encoding="utf8")
    command = typer.main.get_command(app)
    for name, one in walk(command):
        assert f"## {name}\n" in page
        section = page.split(f"## {name}\n")[1].split("\n## ")[0]
        assert one.help
        for parameter in one.params:
            assert getattr(parameter, "help", None), (name, parameter.name)
            for option in parameter.opts if parameter.param_type_name == "option" else ():
                assert f"`{option}`" in section, (name, option)

"""What went wrong, told on standard error in one plain line."""

from __future__ import annotations

import sys
from typing import Any

from cli.console import visible
from rulebase.problems import FloorError

USAGE = 2
"""The exit code for wrong usage and bad input."""


def told(error: Exception) -> int:
    """Tell an error that is no bug of ours, and give the exit code; another is raised again."""
    if isinstance(error, FloorError):
        return _tell(str(error))
    if isinstance(error, OSError) and error.strerror:
        return _tell(f"{error.filename or 'cannot write'}: {error.strerror}")
    usage: Any = error
    if hasattr(usage, "format_message"):
        return _tell_usage(usage)
    if type(error).__name__ == "Abort":
        return 130
    raise error


def _tell(message: str) -> int:
    print(f"floor: {visible(message)}", file=sys.stderr)
    return USAGE


def _tell_usage(error: Any) -> int:
    message = str(error.format_message())
    if type(error).__name__ == "NoArgsIsHelpError":
        if message.strip():
            print(visible(message), file=sys.stderr)
        return USAGE
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "floor"
    _tell(" ".join(message.split("\\n")))
    print(f"Try: {path} --help", file=sys.stderr)
    return USAGE

"""Where the command prints: data on standard output, messages on standard error.

What comes from outside (a narrative, a file) is stripped of control characters and
of rich's markup before it reaches the terminal. NO_COLOR and narrow terminals are
rich's to respect.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


@cache
def out() -> Console:
    """The console for data."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False)


@cache
def err() -> Console:
    """The console for messages."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def clean(text: str) -> str:
    """Text without the control characters that could drive a terminal.

    >>> clean("call\\x1b[31m it")
    'call[31m it'
    """
    return "".join(c for c in text if c in "\n\t" or not unicodedata.category(c).startswith("C"))


def styled(text: str, style: str = "") -> Text:
    """Text in a style, never read as markup."""
    from rich.text import Text

    return Text(clean(text), style=style)


def print_json(data: Any) -> None:
    """Print JSON on standard output, whole and uncoloured."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
    sys.stdout.write("\n")


def interactive(no_input: bool) -> bool:
    """Whether questions may be asked: a terminal on both ends, and nobody said no."""
    return not no_input and sys.stdin.isatty() and sys.stdout.isatty()

"""Where the command prints: data on standard output, messages on standard error.

What comes from outside (a narrative, a file) is stripped of control characters and
of rich's markup before it reaches the terminal. NO_COLOR and narrow terminals are
rich's to respect.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_DRIVES = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
)
"""What could drive a terminal or turn its text around: JSON writes it as escapes."""


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
    if text.isprintable():
        return text
    return "".join(c for c in text if c in "\n\t" or not _unseen(c))


def visible(text: str) -> str:
    """Text in which what cannot be seen, or could drive a terminal, is spelled out.

    >>> visible("call\\x1b[31m \\u202e")
    'call\\\\x1b[31m \\\\u202e'
    """
    return text if text.isprintable() else "".join(map(_spelled, text))


def _unseen(character: str) -> bool:
    """Whether it is a control or format character, a line separator, or none at all."""
    category = unicodedata.category(character)
    return category.startswith("C") or category in ("Zl", "Zp")


def _spelled(character: str) -> str:
    if character in "\n\t" or not _unseen(character):
        return character
    code = ord(character)
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def styled(text: str, style: str = "") -> Text:
    """Text in a style, never read as markup."""
    from rich.text import Text

    return Text(clean(text), style=style)


def say(text: str, style: str = "") -> None:
    """Print one line of data, indented as it begins where it must be wrapped."""
    from rich.padding import Padding

    plain = text.lstrip(" ")
    indent = len(text) - len(plain)
    if indent:
        out().print(Padding(styled(plain, style), (0, 0, 0, indent), expand=False))
    else:
        out().print(styled(plain, style))


def complain(text: str) -> None:
    """Print a message on standard error, one line where it is no terminal."""
    err().print(styled(visible(text), "red"), soft_wrap=not err().is_terminal)


def holds_all() -> bool:
    """Whether standard output can hold every character."""
    return (sys.stdout.encoding or "utf-8").lower().replace("-", "") in ("utf8", "utf8sig")


def json_text(data: Any, indent: int | None = None, *, wide: bool | None = None) -> str:
    """JSON that can be printed at a terminal: what could drive one is escaped.

    ``wide`` says whether the output can hold every character; None: as standard output can.

    >>> json_text({"text": "\\x9b31m \\u202e"})
    '{"text":"\\\\u009b31m \\\\u202e"}'
    """
    separators = (",", ":") if indent is None else None
    escaping = not (holds_all() if wide is None else wide)
    text = json.dumps(data, ensure_ascii=escaping, indent=indent, separators=separators)
    return _DRIVES.sub(lambda found: _escape(found[0]), text)


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1] if ord(character) > 0x9F else f"\\u{ord(character):04x}"


def print_json(data: Any) -> None:
    """Print JSON on standard output, whole and uncoloured."""
    sys.stdout.write(json_text(data, indent=1))
    sys.stdout.write("\n")


def interactive(no_input: bool) -> bool:
    """Whether questions may be asked: a terminal on both ends, and nobody said no."""
    ends = (sys.stdin, sys.stdout)
    return not no_input and all(end is not None and end.isatty() for end in ends)

"""What this is: versions, and which engine chains the rules."""

from __future__ import annotations


def version() -> str:
    """The version line of ``floor --version``."""
    from importlib.metadata import version as of

    from engine.house_network import durable_available
    from rulebase import __version__
    from rulebase.load import rulebase_hash

    engine = (
        f"durable-rules {of('durable-rules')}"
        if durable_available()
        else "the plain matcher (durable-rules cannot be imported here)"
    )
    return f"floor {__version__}, rulebase {rulebase_hash()}, chained by {engine}"

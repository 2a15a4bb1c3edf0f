"""Lint: what a rulebase says that cannot be meant, or never comes to bear.

``findings`` looks through houses as they are compiled; nothing here knows of
scenarios (``scenarios.lint`` adds those).
"""

from engine.lint.finding import Finding, LintError
from engine.lint.run import findings

__all__ = ["Finding", "LintError", "findings"]

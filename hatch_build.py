"""Compiles rulebase and lexicon into the wheel: the program loads JSON and not YAML.

The matrix of all houses over the scenario bank is made here too, since it takes seconds.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileRulebase(BuildHookInterface[Any]):
    """Writes ``rulebase/compiled/*.json`` beside the sources before the wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from engine.plain import PlainMatcher
            from engine.reading.lexicon import compiled
            from engine.ruling import Engine
            from rulebase.book import House, Vocabulary
            from rulebase.build import build
            from rulebase.load import write_parts
            from scenarios.comparing import shippable
        finally:
            sys.path.remove(str(root))
        folder = root / "build" / "compiled"
        folder.mkdir(parents=True, exist_ok=True)
        whole = build(root / "rulebase")
        for file in write_parts(whole, folder):
            build_data["force_include"][str(file)] = f"rulebase/compiled/{file.name}"
        lexicon = folder / "lexicon.bin"
        vocabulary = Vocabulary({"hash": whole["hash"], **whole["vocabulary"]})
        lexicon.write_bytes(compiled(vocabulary))
        build_data["force_include"][str(lexicon)] = "engine/reading/compiled/lexicon.bin"
        houses = {name: House(data) for name, data in whole["houses"].items()}
        engine = Engine(houses, vocabulary, PlainMatcher)
        matrix = folder / "matrix.json"
        rows = shippable(engine, whole["hash"])
        matrix.write_text(json.dumps(rows, separators=(",", ":")), "utf8")
        build_data["force_include"][str(matrix)] = "scenarios/compiled/matrix.json"

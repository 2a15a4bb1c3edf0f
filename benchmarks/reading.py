"""How fast narratives are read, and answered: read and ruled on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from benchmarks.measuring import Table, loop
from engine.answer import answer
from engine.reading.reader import read
from engine.ruling import Engine
from rulebase import load
from scenarios.texts import corpus


def compare(many: int = 1_000) -> Table:
    """The table, over narratives drawn from those that the recogniser was made with."""
    texts = [labelled.text for labelled in corpus()]
    told = random.Random(1).sample(texts, min(many, len(texts)))
    vocabulary = load.vocabulary()
    engine = Engine(load.houses(), vocabulary)
    words = sum(len(text.split()) for text in told) / len(told)
    table = Table(
        f"Narratives a second: {len(told):,} of {words:.0f} words on average",
        ("what", "a second", "loops"),
    )
    jobs: dict[str, Callable[[str], object]] = {
        "read": lambda text: read(text, vocabulary),
        "read, and ruled on by all houses": lambda text: answer(text, engine).as_json(),
    }
    for name, job in jobs.items():
        for text in told:
            job(text)
        start = time.process_time()
        for text in told:
            job(text)
        took = (time.process_time() - start) / len(told)
        table.add(name, 1 / took, took / loop())
    return table

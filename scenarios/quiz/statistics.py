"""How it goes: seen, right and due, by house, section, topic and area, the weakest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from scenarios.quiz.progress import Card

GROUPS: dict[str, Callable[[Card], str]] = {
    "house": lambda card: card.house,
    "section": lambda card: f"{card.house}/{card.section}" if card.section else "",
    "area": lambda card: card.area,
    "topic": lambda card: card.topic,
    "kind": lambda card: card.kind,
}


class Line(NamedTuple):
    """One group of cards: how many, how often answered, how often rightly, how many are due."""

    name: str
    cards: int
    seen: int
    right: int
    due: int

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.seen if self.seen else 0.0

    def as_json(self) -> dict[str, Any]:
        """The line as ``floor quiz stats --json`` prints it."""
        return {**self._asdict(), "share": round(self.share, 3)}


def lines(cards: Iterable[Card], group: str, now: datetime | None = None) -> list[Line]:
    """The cards by group, the weakest group first."""
    until = (now or datetime.now(UTC)).isoformat()
    found: dict[str, list[Card]] = {}
    for card in cards:
        name = GROUPS[group](card)
        if name:
            found.setdefault(name, []).append(card)
    made = [
        Line(
            name,
            len(members),
            sum(card.seen for card in members),
            sum(card.right for card in members),
            sum(card.due <= until for card in members),
        )
        for name, members in found.items()
    ]
    return sorted(made, key=lambda line: (line.share, -line.seen, line.name))

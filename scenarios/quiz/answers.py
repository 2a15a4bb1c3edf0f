"""What the engine answers, in a form that can be compared and offered as a choice."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.amount_words import amount_words
from engine.resolve import FORCES, JUDGMENT, RULED, SILENT
from engine.ruling import HouseRuling
from rulebase.book import House, Rule, Vocabulary
from rulebase.values import Span
from scenarios.quiz.question import Choice, digest

NO_RULE = "no rule"
TO_JUDGE = "judgment"
_WORDS = {
    NO_RULE: "The book has no rule for it.",
    TO_JUDGE: "The floor has to judge it; the book does not settle it.",
}


class Answer(NamedTuple):
    """A house's settled answer to a decision: an outcome, silence, or the floor's judgment."""

    decision: str
    outcome: str
    amount: Any = None
    force: str = "must"

    def agrees(self, other: Answer) -> bool:
        """Whether both may be right at once: an amount left unsaid disagrees with none."""
        if self.outcome != other.outcome:
            return False
        return self.amount is None or other.amount is None or self.amount == other.amount

    def words(self, vocabulary: Vocabulary, with_amount: bool = True) -> str:
        """The answer as the floor says it."""
        if self.outcome in _WORDS:
            return _WORDS[self.outcome]
        words = vocabulary.decisions[self.decision].outcomes[self.outcome]
        if self.amount is None or not with_amount:
            return words
        return f"{words.rstrip('.')}: {amount_words(self.decision, self.amount)}."

    def choice(self, vocabulary: Vocabulary) -> Choice:
        """The answer as a choice."""
        means = {"outcome": self.outcome}
        if self.amount is not None:
            means["amount"] = self.amount
        return Choice(self.words(vocabulary), means)


def answer(ruling: HouseRuling) -> Answer | None:
    """What a house answers on the decision asked; None where that is not settled."""
    main = ruling.main
    if main.status == RULED:
        group = main.fired
        amount = next((say.amount for say in group if say.amount is not None), None)
        force = min((say.clause.force for say in group), key=FORCES.index)
        return Answer(ruling.asked, group[0].outcome, amount, force)
    if main.status == SILENT and main.silent != "moot":
        return Answer(ruling.asked, NO_RULE)
    if main.status == JUDGMENT:
        return Answer(ruling.asked, TO_JUDGE)
    return None


def possible(ruling: HouseRuling) -> list[Answer]:
    """Every answer that a house gives, keeps beside it or may still come to."""
    main = ruling.main
    says = (*main.fired, *main.open, *main.defaults)
    found = [Answer(ruling.asked, say.outcome, say.amount) for say in says]
    settled = answer(ruling)
    return [*found, settled] if settled else found


def deciding(ruling: HouseRuling) -> tuple[tuple[House, Rule], ...]:
    """The rules cited for the decision asked, the decisive one first, each with its book."""
    found: dict[tuple[str, str], tuple[House, Rule]] = {}
    for say in ruling.main.fired or ruling.main.open:
        book = say.evaluation.house
        found.setdefault((book.name, say.clause.rule), (book, book.rules[say.clause.rule]))
    return tuple(found.values())


def locator(book: House, rule: Rule, house: str) -> str:
    """How ``house`` cites a rule: with the name of its book where that is another."""
    return rule.rule if book.name == house else f"{book.name}/{rule.rule}"


def rule_digest(ruling: HouseRuling) -> str:
    """What changes when a rule does on which this ruling rests, or the ruling itself."""
    rules = [_rule_text(book, rule) for book, rule in deciding(ruling)]
    if not rules:
        rules = [
            _flat(evaluation.house.clauses[name])
            for evaluation in ruling.evaluations
            for event in evaluation.known.incident.events
            for name in evaluation.house.by_event.get(event, ())
        ]
    return digest(*rules, answer(ruling))


def _rule_text(book: House, rule: Rule) -> str:
    return _flat((rule.title, rule.gist, [book.clauses[name] for name in rule.clauses]))


def _flat(value: Any) -> str:
    """A value in words that are the same in every run."""
    if isinstance(value, Span):
        return str(value)
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_flat, value)))}}}"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {_flat(v)}' for k, v in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flat, value))}]"
    return str(value)

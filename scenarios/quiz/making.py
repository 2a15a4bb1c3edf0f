"""From a case, a house and a kind to a question."""

from __future__ import annotations

from pathlib import Path

from engine.restate import Teller
from engine.ruling import Engine
from scenarios.bank import DATA, Scenario, scenarios
from scenarios.quiz import kinds, what_if
from scenarios.quiz.answers import deciding, rule_digest
from scenarios.quiz.case import Case
from scenarios.quiz.question import Choice, Draft, Question, Recipe, digest, order

KINDS: dict[str, kinds.Kind] = {
    "ruling": kinds.ruling,
    "which-house": kinds.which_house,
    "which-rule": kinds.which_rule,
    "amount": kinds.amount,
    "ask-first": what_if.ask_first,
    "near-miss": what_if.near_miss,
    "which-change": what_if.which_change,
}

RARE = frozenset({"amount"})
"""Kinds that few scenarios bear."""

HARDEST = 3


class Maker:
    """Makes questions from the scenarios of the bank, file by file as they are needed."""

    def __init__(self, engine: Engine, teller: Teller, data: Path = DATA) -> None:
        self.engine = engine
        self.teller = teller
        self.data = data
        self._files: dict[str, tuple[Scenario, ...]] = {}
        self._cases: dict[tuple[str, str], Case] = {}

    def files(self) -> list[str]:
        """The files of the bank, by their place in it."""
        return sorted(str(f.relative_to(self.data)) for f in self.data.rglob("*.yaml"))

    def scenarios(self, file: str) -> tuple[Scenario, ...]:
        """The scenarios of a file, each name once."""
        if file not in self._files:
            path = self.data / file
            found = list(scenarios(self.engine.vocabulary, [path])) if path.is_file() else []
            self._files[file] = tuple({s.name: s for s in found}.values())
        return self._files[file]

    def case(self, file: str, scenario: Scenario) -> Case:
        """The case of a scenario."""
        key = (file, scenario.name)
        if key not in self._cases:
            base = scenario.of or scenario.name
            family = tuple(
                s
                for s in self.scenarios(file)
                if base in (s.of, s.name) and s.name != scenario.name
            )
            self._cases[key] = Case(self.engine, self.teller, scenario, family)
        return self._cases[key]

    def make(self, recipe: Recipe) -> Question | None:
        """The question of a recipe as the rules now have it; None where they bear it no more."""
        if recipe.kind not in KINDS or recipe.house not in self.engine.houses:
            return None
        named = [s for s in self.scenarios(recipe.file) if s.name == recipe.scenario]
        if not named:
            return None
        case = self.case(recipe.file, named[0])
        if case.ruling.known.contradictions:
            return None
        draft = KINDS[recipe.kind](case, recipe.house)
        return None if draft is None else self._question(recipe, case, draft)

    def forget(self, file: str, scenario: Scenario) -> None:
        """Let go of a case that is not needed for now."""
        self._cases.pop((file, scenario.name), None)

    def _question(self, recipe: Recipe, case: Case, draft: Draft) -> Question | None:
        seed = recipe.key()
        wrong = _distinct(draft)[: kinds.MOST_WRONG]
        if len(wrong) < kinds.FEWEST_WRONG:
            return None
        choices = sorted((draft.right, *wrong), key=lambda c: order(seed, c.text))
        event = self.engine.vocabulary.events[draft.incident.events[0]]
        mine = case.house(recipe.house)
        rules = deciding(mine)
        return Question(
            id=digest(seed, rule_digest(mine), draft.asks),
            recipe=recipe,
            level=min(HARDEST, draft.level),
            topic=event.name,
            area=event.topic,
            section=rules[0][1].section if rules else "",
            rules=draft.rules,
            decision=case.ruling.asked,
            incident=draft.incident,
            text=draft.text,
            asks=draft.asks,
            choices=tuple(choices),
            key=choices.index(draft.right),
        )


def _distinct(draft: Draft) -> list[Choice]:
    """The wrong choices whose words tell them apart from the right one and each other."""
    seen = {draft.right.text.lower()}
    found = []
    for choice in draft.wrong:
        if choice.text.lower() not in seen:
            seen.add(choice.text.lower())
            found.append(choice)
    return found


def combinations(
    houses: tuple[str, ...], wanted: tuple[str, ...], seed: str
) -> list[tuple[str, str]]:
    """Every kind with every house, in the order of ``seed``; half the time the rare kinds first."""
    rare_first = order(seed, "rare") < "8"
    pairs = [(kind, house) for kind in wanted for house in houses]
    return sorted(pairs, key=lambda p: (not (rare_first and p[0] in RARE), order(seed, p)))

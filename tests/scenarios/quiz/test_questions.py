"""Two hundred questions, each put to the engine again from its JSON alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.asking import next_question
from engine.incident import from_mapping, known_fact, told
from engine.ruling import Engine, Ruling
from scenarios.quiz.making import KINDS, Maker
from scenarios.quiz.pool import Pool, QuizError, Selection, select, take

COUNT = 200


@pytest.fixture(scope="module")
def listed(makes: Maker) -> list[dict[str, Any]]:
    return [q.as_json() for q in take(Pool(makes, Selection(), 1), COUNT)]


@pytest.fixture(scope="module")
def engine(makes: Maker) -> Engine:
    return makes.engine


def ruled(question: dict[str, Any], engine: Engine, **changes: Any) -> Ruling:
    incident, _ = from_mapping(question["incident"], engine.vocabulary)
    facts = {f: told(known_fact(f, engine.vocabulary), v) for f, v in changes.items()}
    return engine.rule(incident.with_facts(facts))


def says(ruling: Ruling, house: str) -> list[tuple[str, Any]]:
    """Every answer that a house gives or might: outcome and amount."""
    data = ruling.as_json()["houses"][house]
    entries = [r for r in data["rulings"] if r["decision"] == data["asked"]]
    found = [(r["outcome"], r.get("amount")) for r in entries]
    found += [(r["default"]["outcome"], None) for r in entries if "default" in r]
    special = {"silent": "no rule", "judgment": "judgment"}.get(data["status"])
    return [*found, (special, None)] if special else found


def agree(one: tuple[str, Any], other: tuple[str, Any]) -> bool:
    return one[0] == other[0] and (None in (one[1], other[1]) or one[1] == other[1])


def offered(choice: dict[str, Any]) -> tuple[str, Any]:
    return choice["outcome"], choice.get("amount")


def right(question: dict[str, Any]) -> dict[str, Any]:
    return next(c for c in question["choices"] if c["key"] == question["answer"])


def wrong(question: dict[str, Any]) -> list[dict[str, Any]]:
    return [c for c in question["choices"] if c["key"] != question["answer"]]


def of_kind(listed: list[dict[str, Any]], *kinds: str) -> list[dict[str, Any]]:
    found = [question for question in listed if question["kind"] in kinds]
    assert found
    return found


def test_every_kind_and_many_topics_without_a_double(listed: list[dict[str, Any]]) -> None:
    assert len(listed) == COUNT
    assert {question["kind"] for question in listed} == set(KINDS)
    assert len({question["topic"] for question in listed}) >= 25
    assert len({question["area"] for question in listed}) >= 8
    assert len({question["id"] for question in listed}) == COUNT
    assert len({(question["text"], question["asks"]) for question in listed}) == COUNT


def test_choices_are_told_apart_and_no_place_is_favoured(listed: list[dict[str, Any]]) -> None:
    for question in listed:
        texts = [choice["text"].lower() for choice in question["choices"]]
        assert 3 <= len(texts) == len(set(texts)) <= 4
    places = Counter(question["answer"] for question in listed)
    assert all(places[letter] > COUNT / 10 for letter in "abc")


def test_nothing_is_left_unfilled_in_the_words(listed: list[dict[str, Any]]) -> None:
    for question in listed:
        words = " ".join([question["text"], question["asks"], *(_texts(question))])
        assert "{" not in words
        assert "  " not in words


def _texts(question: dict[str, Any]) -> list[str]:
    return [choice["text"] for choice in question["choices"]]


def test_outcomes_and_amounts_are_what_the_engine_rules(
    listed: list[dict[str, Any]], engine: Engine
) -> None:
    for question in of_kind(listed, "ruling", "near-miss", "amount"):
        given = says(ruled(question, engine), question["house"])
        assert any(agree(offered(right(question)), one) for one in given), question["id"]
        for choice in wrong(question):
            assert not any(agree(offered(choice), one) for one in given), question["id"]


def test_only_the_house_named_rules_so(listed: list[dict[str, Any]], engine: Engine) -> None:
    for question in of_kind(listed, "which-house"):
        ruling = ruled(question, engine)
        (answer, *_) = says(ruling, right(question)["house"])
        for choice in wrong(question):
            assert not any(agree(answer, one) for one in says(ruling, choice["house"]))


def test_the_rule_named_decides_and_the_others_are_not_cited(
    listed: list[dict[str, Any]], engine: Engine
) -> None:
    for question in of_kind(listed, "which-rule"):
        data = ruled(question, engine).as_json()["houses"][question["house"]]
        cited = [
            rule["rule"]
            if rule["house"] == question["house"]
            else f"{rule['house']}/{rule['rule']}"
            for entry in data["rulings"]
            for rule in entry["rules"]
        ]
        assert right(question)["rule"] == cited[0]
        assert not {choice["rule"] for choice in wrong(question)} & set(cited)


def test_the_fact_to_ask_first_is_the_engines_next_question(
    listed: list[dict[str, Any]], engine: Engine
) -> None:
    for question in of_kind(listed, "ask-first"):
        house = engine.houses[question["house"]]
        adopted = {name: engine.book(name) for name in house.adopts}
        alone = Engine({house.name: house}, engine.vocabulary).adopt(adopted)
        ruling = ruled(question, alone)
        best = next_question(alone, ruling)
        assert best is not None
        assert best.fact == right(question)["fact"]
        asked = {q["fact"] for q in ruling.as_json()["houses"][house.name]["questions"]}
        assert not {choice["fact"] for choice in wrong(question)} & asked


def test_only_the_change_named_changes_the_ruling(
    listed: list[dict[str, Any]], engine: Engine
) -> None:
    for question in of_kind(listed, "which-change"):
        house = question["house"]
        before = says(ruled(question, engine), house)
        after = says(ruled(question, engine, **right(question)["change"]), house)
        assert not any(agree(before[0], one) for one in after)
        assert not any(agree(after[0], one) for one in before)
        for choice in wrong(question):
            assert says(ruled(question, engine, **choice["change"]), house)[0] == before[0]


def test_the_same_seed_gives_the_same_questions_and_another_seed_others(makes: Maker) -> None:
    first, again, other = (
        [q.id for q in take(Pool(makes, Selection(), seed), 10)] for seed in (5, 5, 6)
    )
    assert first == again
    assert first != other


def test_a_question_is_made_again_from_its_recipe(makes: Maker) -> None:
    for question in take(Pool(makes, Selection(), 8), 10):
        assert makes.make(question.recipe) == question


@pytest.mark.parametrize(
    "wanted",
    [
        Selection(houses=("homegame",)),
        Selection(topics=("betting",)),
        Selection(topics=("clock-called", "odd-chip")),
        Selection(rules=("III.5.11",)),
        Selection(houses=("denver",), rules=("tda-2007/11",)),
        Selection(levels=(3,), kinds=("ask-first", "which-change")),
    ],
)
def test_a_selection_gives_what_was_asked_for(makes: Maker, wanted: Selection) -> None:
    for question in take(Pool(makes, wanted, 1), 5):
        assert wanted.takes(question)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"topics": ["bettng"]}, 'did you mean "betting"'),
        ({"rules": ["III.5.99"]}, 'did you mean "III.5.9"'),
        ({"kinds": ["rulings"]}, 'did you mean "ruling"'),
        ({"levels": [4]}, "levels 1 to 3"),
        ({"houses": ["denvr"]}, 'did you mean "denver"'),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(
    makes: Maker, names: dict[str, list[Any]], words: str
) -> None:
    kinds = ("houses", "topics", "rules", "levels", "kinds")
    with pytest.raises(Exception, match=words):
        select(makes.engine, *(names.get(kind, []) for kind in kinds))


def test_an_empty_selection_is_told(makes: Maker) -> None:
    wanted = Selection(houses=("homegame",), topics=("phone",), kinds=("amount",))
    with pytest.raises(QuizError, match="no question answers that selection"):
        take(Pool(makes, wanted, 1), 1)

"""The matchers: each alone on what the rules of a network promise, and the two alike.

The plain matcher is the oracle for durable-rules, whose C engine is known to
match wrongly, or to write where it should not, outside the narrow way in which it
is used here.
"""

from __future__ import annotations

import random
import resource
import sys
import threading
from collections.abc import Callable, Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import durable
from engine.durable import DurableMatcher, available
from engine.network import Antecedent, Fired, Matcher, NetworkError, Rule, check
from engine.plain import PlainMatcher
from rulebase.values import ANY_NUMBER, HIGHEST, Span, Values

needs_durable = pytest.mark.skipif(not available(), reason="durable-rules cannot be imported")

Make = Callable[[list[Rule]], Matcher]
YES = frozenset({"yes"})


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def rule(name: str, asserts: str = "", /, **tests: str | Values) -> Rule:
    """``rule("r", "b=yes", a="yes no", n=Span.of(2))``: words are split, _ is a space."""
    antecedents = tuple(
        Antecedent(about, words(allowed) if isinstance(allowed, str) else allowed)
        for about, allowed in tests.items()
    )
    parts = (pair.split("=") for pair in asserts.split())
    return Rule(name, antecedents, tuple((about, value) for about, value in parts))


@pytest.fixture(params=["plain", pytest.param("durable", marks=needs_durable)])
def make(request: pytest.FixtureRequest) -> Make:
    if request.param == "plain":
        return lambda rules: PlainMatcher("test", rules)
    return lambda rules: DurableMatcher("test", rules)


# What a network promises


def test_a_rule_fires_when_every_antecedent_is_met(make: Make) -> None:
    matcher = make([rule("both", a="yes", b="call raise")])
    assert matcher.fire({"a": YES, "b": words("raise")}).rules == ("both",)
    assert matcher.fire({"a": YES, "b": words("fold")}).rules == ()
    assert matcher.fire({"a": YES}).rules == ()


@pytest.mark.parametrize(
    ("known", "allowed", "met"),
    [
        (words("call raise"), words("call raise fold"), True),
        (words("call raise"), words("call fold"), False),
        (words("call raise"), words("call"), False),
        (frozenset(), words("call fold"), False),
        (Span.parse(">= 3"), Span.parse(">= 2"), True),
        (Span.parse(">= 2"), Span.parse(">= 3"), False),
        (Span.parse("2..3"), Span.parse("!= 4"), True),
        (Span.parse("2..5"), Span.parse("!= 4"), False),
        (Span.parse("!= 0"), Span.parse(">= 1"), True),
        (Span.of(1) | Span.of(9), Span.parse("< 3") | Span.parse("> 7"), True),
        (Span.of(1) | Span.of(9), Span.parse("1..8"), False),
        (Span.of(0), Span.of(0), True),
        (Span.of(HIGHEST), Span.of(HIGHEST), True),
        (Span.of(HIGHEST - 1), Span.of(HIGHEST), False),
        (Span(()), Span.of(0), False),
    ],
)
def test_what_may_be_is_inside_what_is_allowed(
    make: Make, known: Values, allowed: Values, met: bool
) -> None:
    fired = make([rule("r", a=allowed), rule("other", z="yes")]).fire({"a": known})
    assert fired.rules == (("r",) if met else ())


def test_what_a_rule_asserts_fires_the_rules_that_wait_for_it(make: Make) -> None:
    matcher = make(
        [
            rule("third", c="yes", a="yes"),
            rule("first", "b=yes", a="yes"),
            rule("second", "c=yes d=no", b="yes"),
        ]
    )
    assert matcher.fire({"a": YES}) == Fired(
        ("first", "second", "third"),
        {"b": "yes", "c": "yes", "d": "no"},
        (("first", (("b", "yes"),)), ("second", (("c", "yes"), ("d", "no"))), ("third", ())),
    )


def test_an_asserted_number_is_compared(make: Make) -> None:
    counting = Rule("counts", (Antecedent("a", YES),), (("n", 3),))
    fired = make([counting, rule("many", n=Span.parse(">= 2"))]).fire({"a": YES})
    assert fired.rules == ("counts", "many")


def test_the_earliest_rule_of_a_round_decides_and_later_rounds_change_nothing(make: Make) -> None:
    fired = make(
        [
            rule("late", "b=late", c="yes"),
            rule("one", "c=yes b=one", a="yes"),
            rule("two", "b=two d=yes", a="yes"),
        ]
    ).fire({"a": YES})
    assert fired.rules == ("one", "two", "late")
    assert fired.facts == {"c": "yes", "b": "one", "d": "yes"}
    assert fired.trace[1] == ("two", (("d", "yes"),))


@pytest.mark.parametrize("known", [words("no"), words("no maybe"), frozenset()])
def test_what_is_known_wins_over_what_is_asserted(make: Make, known: Values) -> None:
    fired = make([rule("says", "b=yes", a="yes"), rule("waits", b="yes")]).fire(
        {"a": YES, "b": known}
    )
    assert fired == Fired(("says",), {}, (("says", ()),))


def test_rules_of_one_name_count_once(make: Make) -> None:
    fired = make([rule("r", a="yes"), rule("r", b="yes")]).fire({"a": YES, "b": YES})
    assert fired.rules == ("r",)


def test_what_was_told_of_one_incident_is_gone_in_the_next(make: Make) -> None:
    matcher = make([rule("r", "c=yes", a="yes", b="yes"), rule("s", c="yes", d="yes")])
    assert matcher.fire({"a": YES}).rules == ()
    assert matcher.fire({"b": YES, "d": YES}).rules == ()
    for _ in range(3):
        assert matcher.fire({"a": YES, "b": YES, "d": YES}).rules == ("r", "s")


def test_values_that_are_no_vocabulary_are_refused(make: Make) -> None:
    matcher = make([rule("r", a="yes"), rule("n", n=Span.of(1))])
    for bad in ('say "yes"', "back\\slash", "no\n", "x" * 101, "café", ""):
        with pytest.raises(NetworkError, match="vocabulary"):
            matcher.fire({"a": frozenset({bad})})
        assert matcher.fire({"untested": frozenset({bad}), "a": YES}).rules == ("r",)
    with pytest.raises(NetworkError, match="words known of a fact that is tested for numbers"):
        matcher.fire({"n": words("1")})
    with pytest.raises(NetworkError, match="numbers known"):
        matcher.fire({"a": Span.of(1)})
    with pytest.raises(NetworkError, match="outside"):
        matcher.fire({"n": Span(((0, HIGHEST + 1),))})


# The limits


def _many(count: int, tests: Callable[[int], dict[str, str | Values]]) -> list[Rule]:
    return [rule(f"r{n}", **tests(n)) for n in range(count)]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([Rule("r", ())], "rule r: no antecedent"),
        (_many(1, lambda _: {f"f{n}": "yes" for n in range(16)}), "16 antecedents"),
        ([Rule("r", (Antecedent("a", YES), Antecedent("a", words("no"))))], "two antecedents"),
        (_many(61, lambda n: {"a": f"v{n}"}), "61 different tests on a,"),
        (_many(401, lambda n: {f"f{n}": "yes"}), "401 rules"),
        (_many(251, lambda n: {"a": "yes", f"f{n}": "yes"}), "251 rules share the test of a"),
        (_many(50, lambda n: {f"f{n}.{i}": "yes" for i in range(11)}), "550 facts"),
        ([rule("r", a=frozenset())], "nothing is allowed of a"),
        ([rule("r", a=Span(()))], "nothing is allowed of a"),
        ([rule("r", a=ANY_NUMBER)], "everything is allowed of a"),
        ([rule("r", a=frozenset({'"'}))], "a value of a"),
        ([Rule("r", (Antecedent('a"', YES),))], "the name of a fact"),
        ([rule("r", a="yes"), rule("s", a=Span.of(1))], "rule s: a has words in one place"),
        ([Rule("r", (Antecedent("a", YES),), (("b", HIGHEST + 1),))], "outside"),
        ([Rule("r", (Antecedent("a", YES),), (("b", True),))], "yes or no"),
        ([Rule("r", (Antecedent("a", YES),), (("b", "\\"),))], "the value asserted of b"),
    ],
)
def test_a_network_that_breaks_a_limit_is_refused(rules: list[Rule], message: str) -> None:
    for refuse in (check, lambda rules, label: PlainMatcher(label, rules)):
        with pytest.raises(NetworkError, match="test.*" + message):
            refuse(rules, "test")


@pytest.mark.parametrize(
    "rules",
    [
        _many(1, lambda _: {f"f{n}": "yes" for n in range(15)}),
        _many(60, lambda n: {"a": f"v{n}"}),
        _many(60, lambda n: {"n": Span.parse(f">= {n + 1}")}),
        _many(60, lambda n: {"a": f"v0 v{n + 1} w{n}"}),
        _many(60, lambda n: {"n": Span.parse(f"!= {n}"), "a": "v0 v1"}),
        _many(250, lambda n: {"a": "v0 v1", f"f{n % 9}": "yes no"}),
        _many(250, lambda n: {"a": "v0", f"f{n}": "yes"}),
        _many(400, lambda n: {f"f{n}": "yes", "a": f"v{n % 3} v0"}),
    ],
)
@needs_durable
def test_a_network_just_inside_the_limits_runs(rules: list[Rule]) -> None:
    check(rules, "test")
    one, other = PlainMatcher("test", rules), DurableMatcher("test", rules)
    names = {antecedent.about for each in rules for antecedent in each.antecedents}
    for value in ("v0", "v1", "yes"):
        known: dict[str, Values] = dict.fromkeys(sorted(names - {"n", "a"}), YES)
        known |= {"a": words(value), "n": Span.parse(">= 80")}
        for _ in range(20):
            assert other.fire(known) == one.fire(known)


# The two alike

VALUES = ["a", "b", "c", "d"]
NUMBERS = [f"n{n}" for n in range(3)]
WORDS = [f"w{n}" for n in range(7)]


def spans(biggest: int = 6) -> st.SearchStrategy[Values]:
    ends = st.tuples(st.integers(0, biggest), st.sampled_from([0, 0, 1, 3, HIGHEST - biggest]))
    parts = st.lists(ends.map(lambda end: Span(((end[0], sum(end)),))), min_size=1, max_size=3)
    return parts.map(_union)


def _union(parts: list[Span]) -> Values:
    whole = Span(())
    for part in parts:
        whole |= part
    return whole


word_sets: st.SearchStrategy[Values] = st.frozensets(
    st.sampled_from(VALUES), min_size=1, max_size=3
)


def values_of(name: str, *, tested: bool) -> st.SearchStrategy[Values]:
    if name.startswith("w"):
        return word_sets
    return spans().filter(lambda span: span != ANY_NUMBER) if tested else spans()


def sets(*, tested: bool, least: int, most: int) -> st.SearchStrategy[dict[str, Values]]:
    chosen = st.lists(st.sampled_from(WORDS + NUMBERS), min_size=least, max_size=most, unique=True)
    return chosen.flatmap(
        lambda names: st.fixed_dictionaries(
            {name: values_of(name, tested=tested) for name in names}
        )
    )


facts = st.one_of(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(VALUES)),
    st.tuples(st.sampled_from(NUMBERS), st.integers(0, 7)),
)


@st.composite
def networks(draw: st.DrawFn) -> list[Rule]:
    tests = draw(st.lists(sets(tested=True, least=1, most=4), min_size=1, max_size=12))
    return [
        Rule(
            f"r{n}",
            tuple(Antecedent(*pair) for pair in test.items()),
            tuple(draw(st.lists(facts, max_size=2))),
        )
        for n, test in enumerate(tests)
    ]


@needs_durable
@settings(max_examples=300, deadline=None)
@given(networks(), st.lists(sets(tested=False, least=0, most=7), min_size=1, max_size=8))
def test_both_matchers_agree_on_any_network(
    rules: list[Rule], incidents: list[dict[str, Values]]
) -> None:
    one, other = PlainMatcher("test", rules), DurableMatcher("test", rules)
    for known in incidents:
        assert other.fire(known) == one.fire(known)


def big_network(count: int, rng: random.Random) -> list[Rule]:
    """Rules of one to fifteen antecedents, of which one in three asserts something."""
    rules = []
    for n in range(count):
        tests: dict[str, Values] = {}
        for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 6, 15])):
            if rng.random() < 0.2:
                low = rng.randrange(5)
                span = Span(((low, rng.choice([low, low + 2, HIGHEST])),))
                tests[f"n{rng.randrange(6)}"] = rng.choice([span, ~Span.of(low), Span.of(low)])
            else:
                tests[f"w{rng.randrange(40)}"] = frozenset(rng.sample(VALUES, rng.randint(1, 3)))
        tests = {name: test for name, test in tests.items() if test and test != ANY_NUMBER}
        tests = tests or {"w0": words("a")}
        asserts = ((f"w{rng.randrange(40)}", rng.choice(VALUES)),) if n % 3 == 0 else ()
        rules.append(Rule(f"r{n}", tuple(Antecedent(*test) for test in tests.items()), asserts))
    return rules


def random_incidents(rng: random.Random, count: int) -> Iterator[Mapping[str, Values]]:
    for _ in range(count):
        known: dict[str, Values] = {
            f"w{n}": frozenset(rng.sample(VALUES, rng.choice([1, 1, 1, 2])))
            for n in rng.sample(range(40), rng.randint(4, 16))
        }
        for n in rng.sample(range(6), rng.randint(0, 3)):
            low = rng.randrange(7)
            known[f"n{n}"] = Span(((low, rng.choice([low, low, low + 1, HIGHEST])),))
        yield known


@needs_durable
def test_both_matchers_agree_on_twenty_thousand_incidents_of_a_big_network() -> None:
    rng = random.Random(20260)
    rules = big_network(200, rng)
    one, other = PlainMatcher("test", rules), DurableMatcher("test", rules)
    fired = 0
    for known in random_incidents(rng, 20_000):
        expected = one.fire(known)
        assert other.fire(known) == expected
        fired += len(expected.rules)
    assert fired > 50_000


# What the C engine is to be kept from


@needs_durable
def test_long_rules_at_the_end_that_fire_again_and_again_do_no_harm() -> None:
    """A plain retraction of a match that has fired runs past the end of the heap.

    Without the care that ``_Session.forget`` takes, such a network can end Python by a
    signal; whether it does hangs on what lies behind on the heap.
    """
    rng = random.Random(5)
    rules = big_network(100, rng)
    rules += [rule(f"x{n}", **{f"x{i}": "yes" for i in range(n)}) for n in range(1, 16)]
    one, other = PlainMatcher("test", rules), DurableMatcher("test", rules)
    for known in random_incidents(rng, 2_000):
        full = {**known, **{f"x{n}": YES for n in range(15)}}
        assert other.fire(full) == one.fire(full)


@needs_durable
def test_one_message_of_a_rule_that_fired_is_told_again_before_the_others_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[tuple[str, str]] = []

    class Spy:
        def __getattr__(self, name: str) -> object:
            function = getattr(durable._engine(), name)

            def call(*given: object) -> object:
                if name in ("assert_fact", "retract_fact"):
                    calls.append((name.partition("_")[0], str(given[1])))
                return function(*given)

            return call

    tests = {"a": "yes", "b": "yes", "c": "yes"}
    matcher = DurableMatcher("test", [rule("r", **tests), rule("s", a="yes", d="yes")])
    matcher.fire({"a": YES})
    session = matcher._session
    assert session is not None
    monkeypatch.setattr(session, "_c", Spy())
    matcher.fire(dict.fromkeys("abcd", YES))
    done = {
        about: [verb for verb, text in calls if f'"about":"{about}"' in text] for about in "abcd"
    }
    once = ["assert", "retract"]
    assert done == {"a": once * 2, "b": once, "c": once, "d": once}
    assert [verb for verb, _ in calls] == ["assert"] * 4 + ["retract", "assert"] + ["retract"] * 4


@needs_durable
def test_two_messages_with_the_same_hash_are_both_heard() -> None:
    one, other = 2_249, 152_600  # found by trying
    matcher = DurableMatcher("test", [rule("r", a=Span.parse(">= 1"), b=Span.parse(">= 1"))])
    session = durable._Session("test", matcher.ruleset())
    both = matcher._messages({"a": Span.of(one), "b": Span.of(other)}.items())
    assert [text.count("again") for text in session.tell(both).values()] == [0, 1]
    for _ in range(3):
        assert matcher.fire({"a": Span.of(one), "b": Span.of(other)}).rules == ("r",)
    assert matcher.fire({"b": Span.of(other)}).rules == ()


@needs_durable
def test_an_interrupted_incident_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    matcher = DurableMatcher("test", [rule("r", a="yes"), rule("s", a="yes", b="yes")])
    drain = durable._Session.drain

    def interrupted(session: durable._Session) -> Iterator[int]:
        for place in drain(session):
            if place == 0:
                raise KeyboardInterrupt
            yield place

    monkeypatch.setattr(durable._Session, "drain", interrupted)
    with pytest.raises(KeyboardInterrupt):
        matcher.fire({"a": YES, "b": YES})
    monkeypatch.setattr(durable._Session, "drain", drain)
    assert matcher.fire({"a": YES}).rules == ("r",)


@needs_durable
def test_threads_take_turns() -> None:
    rng = random.Random(7)
    rules = big_network(60, rng)
    incidents = list(random_incidents(rng, 300))
    plain, matcher = PlainMatcher("test", rules), DurableMatcher("test", rules)
    expected = [plain.fire(known) for known in incidents]
    found: list[list[Fired]] = []

    def run() -> None:
        found.append([matcher.fire(known) for known in incidents])

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


@needs_durable
def test_memory_stays_flat() -> None:
    rng = random.Random(3)
    matcher = DurableMatcher("test", big_network(150, rng))
    incidents = list(random_incidents(rng, 1_000))

    def run(times: int) -> int:
        for _ in range(times):
            for known in incidents:
                matcher.fire(known)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert run(10) - run(2) < 1_000  # kilobytes


@needs_durable
def test_a_matcher_that_is_dropped_frees_its_session() -> None:
    def run(times: int) -> int:
        for _ in range(times):
            matcher = DurableMatcher("test", [rule("r", **dict.fromkeys("abcdefgh", "yes"))])
            assert matcher.fire(dict.fromkeys("abcdefgh", YES)).rules == ("r",)
            matcher._message.cache_clear()
            del matcher
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(200)
    assert run(1_000) - before < 20_000  # kilobytes; a session of eight tests has some 100


def test_without_the_c_module_durable_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    durable._engine.cache_clear()
    monkeypatch.setitem(sys.modules, "durable_rules_engine", None)
    assert not available()

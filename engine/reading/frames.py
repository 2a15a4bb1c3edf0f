"""Frames: who did what, to how much, how, and whether it was meant and told as done."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.actors import Actor, Resolver, mentions
from engine.reading.clauses import Clause
from engine.reading.epithets import renamed
from engine.reading.frame import STREETS, Frame, is_street, merged, names_cards
from engine.reading.lexicon import Lexicon
from engine.reading.speech import Speech, makes_it, meaning
from engine.reading.sums import Amount, Chips, amount_after, chips_after, series
from engine.reading.units import Unit

_CARD_KEYS = frozenset(["card", "hand", "hole", "muck", "board", "fold"])
_THROW_KEYS = frozenset(["toss", "slide", "muck", "drop"])
_MEANT_GAP = frozenset(["to", "he", "it", "be", "and", "not", "have", "himself"])


class Framer:
    """Walks the clauses once and yields the frames; remembers who the subject is."""

    def __init__(self, units: Sequence[Unit], parts: Sequence[Clause], lexicon: Lexicon) -> None:
        self.units, self.parts, self.lexicon = units, parts, lexicon
        self.mentions = mentions(units, lexicon)
        self.speech = Speech(units, self.mentions, lexicon)
        self.resolver = Resolver()
        self.subjects: list[Actor | None] = [None] * len(units)
        self.clause_of = [-1] * len(units)
        self.subject: Actor | None = None
        self.last: Actor | None = None
        self.last_end = -1
        self.own = False
        self.street = ""
        self.frames: list[Frame] = []

    def run(self) -> list[Frame]:
        """The frames, in the order of the text."""
        sentence = -1
        for number, clause in enumerate(self.parts):
            if clause.sentence != sentence:
                sentence, self.own = clause.sentence, False
            self._clause(number, clause)
        called = {a.name: 0 for a, _ in self.mentions.values() if a.kind == "role"}
        self.frames, meant = renamed(list(merged(self.frames)), called, self.units, self.lexicon)
        self.subjects = [meant.get(a.name, a) if a is not None else None for a in self.subjects]
        self.mentions = {
            place: (meant.get(actor.name, actor), end)
            for place, (actor, end) in self.mentions.items()
        }
        return self.frames

    def _clause(self, number: int, clause: Clause) -> None:
        place = clause.first
        until = -1
        while place < clause.last:
            unit = self.units[place]
            self.clause_of[place] = number
            if unit.key in STREETS and not unit.quoted and is_street(self.units, place):
                self._reach(unit.key, place, number)
            if unit.word == "who" and self.last is not None and self.last_end >= place - 1:
                self.subject, self.own = self.last, True
            if place in self.mentions and place >= until and not unit.quoted:
                actor, until = self.mentions[place]
                self._mention(actor, place, clause)
            self.subjects[place] = self.subject
            frame = None if unit.mark else self._frame(place, number, clause)
            if frame is not None:
                self.frames.append(frame)
                for inner in range(place, min(frame.end, clause.last)):
                    self.clause_of[inner], self.subjects[inner] = number, self.subject
            place += 1

    def _reach(self, street: str, place: int, number: int) -> None:
        """A street is told; behind an act it may be the act's own: "bets 600 on the flop"."""
        before = [unit.word for unit in self.units[max(0, place - 2) : place]]
        if before == ["on", "the"]:
            last = self.frames[-1] if self.frames else None
            if last is not None and last.clause == number and last.street == self.street == "":
                self.frames[-1] = last._replace(street=street)
        self.street = street

    def _mention(self, actor: Actor, place: int, clause: Clause) -> None:
        before = self.units[place - 1] if place > clause.first else None
        if (
            before is not None
            and before.word in ("the", "a", "his", "my")
            and place - 1 > clause.first
        ):
            before = self.units[place - 2]
        object_of = before is not None and before.word in self.lexicon.words["prepositions"]
        if before is not None and before.word in ("before", "after") and self._does(place):
            object_of = False
        object_of = object_of or self._price(actor, place)
        resolved = self.resolver.note(actor)
        if resolved.plays:
            self.last, self.last_end = resolved, self.mentions[place][1] + 1
        if object_of or (actor.kind == "staff" and self._possessive(place)):
            return
        same = self.subject if actor.kind == "pronoun" and self.own else None
        if same is not None and same.name == resolved.name:
            resolved = same
        self.subject, self.own = resolved, True

    def _does(self, place: int) -> bool:
        """Whether who is mentioned does something then: "before player 2 puts his chip in"."""
        end = self.mentions[place][1]
        groups = self.lexicon.groups
        does = {*groups["acts"], *groups["puts"], *groups["says"], "make"}
        return end < len(self.units) and self.units[end].key in does

    def _price(self, actor: Actor, place: int) -> bool:
        """Whether a blind is what somebody calls or posts: "to call the big blind"."""
        if actor.name not in ("small-blind", "big-blind") or place < 2:
            return False
        verb = place - 2 if self.units[place - 1].word == "the" else place - 1
        noun = verb and self.units[verb - 1].word in self.lexicon.words["determiners"]
        return self.units[verb].key in ("call", "post", "complete") and not noun

    def _possessive(self, place: int) -> bool:
        return self.units[place].word.endswith("'s")

    def _frame(self, place: int, number: int, clause: Clause) -> Frame | None:
        unit = self.units[place]
        if unit.quoted:
            return self._uttered(place, number, clause)
        acts = self.lexicon.groups["acts"]
        if self.speech.verb(place) or unit.key == "silent":
            return self._say(place, number, clause)
        if unit.key in acts:
            return self._act(place, number, clause)
        if unit.key == "make" and makes_it(self.units, place, clause.last):
            amount = amount_after(self.units, place + 2, clause.last, self.lexicon)
            if amount is not None:
                total = Amount(
                    amount.number, "to" if amount.kind == "bare" else amount.kind, amount.place
                )
                return self._new("make", place, number, clause, amount=total)
        if unit.key in self.lexicon.groups["puts"]:
            return self._put(place, number, clause)
        return None

    def _noun_subject(self, place: int, clause: Clause) -> None:
        """An unknown noun just before a verb does what the verb says: "my roommate says"."""
        step = place - 1
        while step > clause.first and self.units[step].word.endswith("ly"):
            step -= 1
        if step <= clause.first or step in self.mentions or self.units[step].mark:
            return
        unit, words = self.units[step], self.lexicon.words
        known = {*self.lexicon.groups["acts"], *self.lexicon.skip, *words["no-subjects"]}
        if not unit.word.isalpha() or unit.key in known or unit.word in words["prepositions"]:
            return
        if any(
            self.units[p].word in words["articles"]
            for p in (step - 1, step - 2)
            if p >= clause.first
        ):
            self.subject, self.own = self.resolver.note(Actor(unit.word, "role")), True

    def _new(self, act: str, place: int, number: int, clause: Clause, **more: object) -> Frame:
        amount, chips = more.get("amount"), more.get("chips")
        end = place + 1
        if not more.get("noun"):
            self._noun_subject(place, clause)
        if isinstance(amount, Amount):
            end = max(end, amount.place + 1)
        if isinstance(chips, Chips):
            end = max(end, chips.last)
        fields: dict[str, object] = {
            "mood": self._mood(place, clause),
            "positive": not self._negated(place, clause),
            "sure": self.subject is not None and self.own and self.subject.sure,
            "street": self.street,
            "end": end,
            "actor": self.subject,
            "opens": act == "make" or self.units[place].word.startswith("open"),
        }
        return Frame(act, place=place, clause=number, **{**fields, **more})  # type: ignore[arg-type]

    def _mood(self, place: int, clause: Clause) -> str:
        if clause.mood != "told":
            return clause.mood
        meant = self.lexicon.groups["modality"]["intended"]
        joking = self.lexicon.groups["modality"]["joking"]
        determiners = self.lexicon.words["determiners"]
        step = place - 1
        while step >= clause.first and place - step <= 5:
            key = self.units[step].key
            if key in meant or key in joking:
                return "meant"
            if key not in _MEANT_GAP and self.units[step].word not in determiners:
                break
            step -= 1
        before = self.units[place - 1].word if place > clause.first else ""
        going = self.units[place].word.endswith("ing") and self.units[place].key in ("raise", "bet")
        if before == "to" or (going and before not in ("is", "was")):
            return "meant"
        return "told"

    def _negated(self, place: int, clause: Clause) -> bool:
        for step in range(place - 1, max(clause.first, place - 4) - 1, -1):
            key = self.units[step].key
            if key in ("not", "without", "neither", "nor"):
                return True
            if key in ("nobody",) or (step == place - 1 and key == "no"):
                return True
        return False

    def _act(self, place: int, number: int, clause: Clause) -> Frame | None:
        unit = self.units[place]
        if unit.word.startswith("open") and self._cards_named(place + 1, clause):
            return None
        amount = amount_after(self.units, place + 1, clause.last, self.lexicon)
        if self._is_noun(place, clause):
            before = self.units[place - 1] if place > clause.first else None
            if amount is None and before is not None and self._priced(place, clause):
                amount = Amount(before.number or 0, "to", place)
            whose = self._whose(place, amount, clause)
            return self._new(unit.key, place, number, clause, amount=amount, noun=True, actor=whose)
        if unit.key in ("fold",) and self._cards_follow(place, clause):
            return self._new("fold", place, number, clause)
        if unit.key == "all-in" and (many := self._several(place, number, clause)):
            return many
        step = place + 1
        if unit.key == "all-in" and step < clause.last and self.units[step].word in ("for", "with"):
            step += 1
        chips = (
            chips_after(self.units, step, self._until(clause), self.lexicon)
            if amount is None
            else None
        )
        if chips is None and amount is not None and amount.kind == "bare":
            told = chips_after(self.units, place + 1, self._until(clause), self.lexicon)
            chips = told if told and told.chips else None
            if chips is None and self._with_chips(place, clause):
                chips = self._with_chips(place, clause)
        return self._new(unit.key, place, number, clause, amount=amount, chips=chips)

    def _until(self, clause: Clause) -> int:
        """The end of the sentence: chips are listed over commas and "and"."""
        last = clause.last
        for part in self.parts:
            if part.sentence == clause.sentence:
                last = max(last, part.last)
        return last

    def _priced(self, place: int, clause: Clause) -> bool:
        """Whether the number before a wager is its amount: "a 600 bet", not "player 1 bet"."""
        before = self.units[place - 1]
        if not (before.numeral and before.number) or place - 2 < clause.first:
            return False
        return self.units[place - 2].word in self.lexicon.words["determiners"]

    def _whose(self, place: int, amount: Amount | None, clause: Clause) -> Actor | None:
        """Whose wager it is: "a bet by A", "a bet of 1,100 from seat 2"."""
        after = (amount.place if amount and amount.place > place else place) + 1
        if after + 1 < clause.last and self.units[after].word in ("by", "from"):
            for step in (after + 1, after + 2):
                if step in self.mentions:
                    return self.mentions[step][0]
        return None

    def _several(self, place: int, number: int, clause: Clause) -> Frame | None:
        """ "The next three are all-in for 500, 650 and 800": an act of each, the last returned."""
        totals = series(self.units, place + 1, self._until(clause))
        before = self.units[clause.first : place]
        if len(totals) < 2 or not any(u.number == len(totals) for u in before):
            return None
        for count, total in enumerate(totals, 1):
            frame = self._new(
                "all-in",
                place,
                number,
                clause,
                amount=Amount(total, "to", place),
                actor=Actor(f"all-in {count}", "role"),
                sure=True,
                noun=False,
            )
            if count == len(totals):
                return frame
            self.frames.append(frame)
        return None

    def _with_chips(self, place: int, clause: Clause) -> Chips | None:
        for step in range(place + 1, min(place + 9, clause.last)):
            if self.units[step].word == "with":
                return chips_after(self.units, step + 1, self._until(clause), self.lexicon)
        return None

    def _is_noun(self, place: int, clause: Clause) -> bool:
        unit = self.units[place]
        word = unit.word.split()[-1]
        after = self.units[place + 1].word if place + 1 < clause.last else ""
        if place == clause.first:
            return after == "of" and not word.endswith("s")
        before = self.units[place - 1]
        if before.letter:
            return False
        if unit.key == "all-in" and before.word in ("is", "was", "goes", "are", "went"):
            return False
        if before.numeral:
            if place - 2 >= clause.first and self.units[place - 2].word in ("seat", "player"):
                return False
            return not word.endswith(("s", "ed"))
        if word.endswith("ed"):
            return False
        return before.word in self.lexicon.words["determiners"] or after == "of"

    def _cards_follow(self, place: int, clause: Clause) -> bool:
        return any(u.key in _CARD_KEYS for u in self.units[place + 1 : min(place + 4, clause.last)])

    def _cards_named(self, place: int, clause: Clause) -> bool:
        """Whether cards follow, by their ranks or in words: "opens A-9"."""
        return place < clause.last and names_cards(self.units[place])

    def _put(self, place: int, number: int, clause: Clause) -> Frame | None:
        after = [u.word for u in self.units[place + 1 : place + 3]]
        if len(after) == 2 and after[0] in ("it", "them") and after[1] in ("with", "together"):
            return self._new("put", place, number, clause)
        ahead = self.units[place + 1 : min(place + 7, clause.last)]
        if self.units[place].key in _THROW_KEYS or self.units[place].key in (
            "put",
            "lie",
            "let",
            "send",
        ):
            kinds = [
                "card" if names_cards(u) else u.key
                for u in ahead
                if u.key in ("card", "hand", "chip", "them") or u.numeral or names_cards(u)
            ]
            if kinds[:1] in (["card"], ["hand"]):
                return self._new("throw", place, number, clause)
        chips = chips_after(self.units, place + 1, self._until(clause), self.lexicon)
        step = place + 1
        while chips is None and step < min(place + 5, clause.last):
            if self.units[step].key in ("card", "hand", "pot", "muck", "board", "clock", "face"):
                return None
            if self.units[step].numeral or self.units[step].key in self.lexicon.groups["several"]:
                chips = chips_after(self.units, step, self._until(clause), self.lexicon)
                break
            if self.units[step].word in ("a", "one", "single", "lone", "an"):
                chips = chips_after(self.units, step, self._until(clause), self.lexicon)
                if chips is not None:
                    break
            step += 1
        if chips is None:
            return None
        behind = [u.word for u in self.units[chips.last : chips.last + 2]]
        if behind[:1] in (["behind"], ["left"], ["cards"], ["seats"], ["minutes"], ["seconds"]):
            return None
        return self._new("put", place, number, clause, chips=chips)

    def _say(self, place: int, number: int, clause: Clause) -> Frame | None:
        if self.units[place].key == "silent":
            return self._new("say", place, number, clause, said="nothing", positive=True)
        content = list(self.speech.said_by(place, clause))
        said, stated = meaning(content, self.lexicon)
        if not said:
            return None
        last = content[-1][0] + 1
        return self._new("say", place, number, clause, said=said, amount=stated, end=last)

    def _uttered(self, place: int, number: int, clause: Clause) -> Frame | None:
        content = self.speech.alone(place)
        said, stated = meaning(content, self.lexicon)
        if said in ("", "other"):
            return None
        end = content[-1][0] + 1
        return self._new(
            "say", place, number, clause, said=said, amount=stated, end=end, sure=False
        )

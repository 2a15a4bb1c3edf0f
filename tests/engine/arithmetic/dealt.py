"""Random hands dealt by pokerkit, their betting written down as lines of action."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from pokerkit import (
    Automation,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)

from engine.arithmetic import compute

BIG_BLIND = 100
SMALL_BET, BIG_BET = 100, 200
DEEP = 5_000
STREETS = ("preflop", "flop", "turn", "river")
_ALONE = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)


def _state(structure: str, stacks: tuple[int, ...]) -> State:
    blinds, players = (BIG_BLIND // 2, BIG_BLIND), len(stacks)
    if structure == "limit":
        bets = (SMALL_BET, BIG_BET)
        return FixedLimitTexasHoldem.create_state(_ALONE, True, 0, blinds, *bets, stacks, players)
    game = PotLimitOmahaHoldem if structure == "pot-limit" else NoLimitTexasHoldem
    return game.create_state(_ALONE, True, 0, blinds, BIG_BLIND, stacks, players)


@dataclass
class Hand:
    """A hand that pokerkit deals, with its betting written down as a line of action."""

    state: State
    structure: str
    street: str = ""
    line: list[dict[str, object]] = field(default_factory=list)
    put: dict[str, int] = field(default_factory=dict)
    folded: list[str] = field(default_factory=list)

    @classmethod
    def dealt(cls, *stacks: int, structure: str = "no-limit") -> Hand:
        """The small blind's stack first, then the big blind's, and so on around."""
        state = _state(structure, stacks)
        hand = cls(state, structure, put={f"P{n}": bet for n, bet in enumerate(state.bets)})
        hand.turn_to_street()
        return hand

    @property
    def over(self) -> bool:
        return self.state.actor_index is None

    @property
    def actor(self) -> int:
        assert self.state.actor_index is not None
        return self.state.actor_index

    @property
    def who(self) -> str:
        return f"P{self.actor}"

    @property
    def limit_bet(self) -> int:
        """In limit, the bet of the street."""
        return SMALL_BET if self.street in ("preflop", "flop") else BIG_BET

    def turn_to_street(self) -> None:
        """A new line when a new street has begun; before the flop it opens with the blinds."""
        index = self.state.street_index
        if self.over or index is None or STREETS[index] == self.street:
            return
        self.street, self.line = STREETS[index], []
        if index == 0:
            for does, seat in (("post-small", 0), ("post-big", 1)):
                self.line.append({"who": f"P{seat}", "does": does, "to": self.state.bets[seat]})

    def act(self, does: str, to: int = 0) -> None:
        """Fold, check or call, or raise to a total; all of his chips is an all-in."""
        seat, who, state = self.actor, self.who, self.state
        stands, behind, already = max(state.bets), state.stacks[seat], state.bets[seat]
        if does == "fold":
            self.folded.append(who)
            self.line.append({"who": who, "does": "fold"})
            state.fold()
        elif does == "call":
            to = min(stands, already + behind)
            verb = "call" if to > already else "check"
            verb = "all-in" if to == already + behind else verb
            entry: dict[str, object] = {"who": who, "does": verb}
            self.line.append(entry if verb == "check" else {**entry, "to": to})
            state.check_or_call()
        else:
            verb = "all-in" if to == already + behind else "raise" if stands else "bet"
            self.line.append({"who": who, "does": verb, "to": to})
            state.complete_bet_or_raise_to(to)
        if does != "fold":
            self.put[who] += to - already
        self.turn_to_street()

    def given(self) -> dict[str, object]:
        """What is told beside the line when it is somebody's turn."""
        state = self.state
        found: dict[str, object] = {
            "player": self.who,
            "structure": self.structure,
            "street": self.street,
            "small-blind": BIG_BLIND // 2,
            "big-blind": BIG_BLIND,
            "stack": state.stacks[self.actor],
            "pot-before-round": state.total_pot_amount - sum(state.bets),
        }
        if self.structure == "limit":
            found["limit-bet"] = self.limit_bet
        if not self.line:
            found |= {"facing": "nothing", "already-acted": "no", "in-this-round": 0}
        return found

    def facts(self) -> dict[str, object]:
        """What arithmetic makes of the line for the player whose turn it is."""
        given = self.given()
        return {**given, **compute(given, self.line)}

    def raising_has_a_point(self) -> bool:
        """Whether he has chips beyond the call and somebody else could answer a raise."""
        state, seat = self.state, self.actor
        chips = [stack + bet for stack, bet in zip(state.stacks, state.bets, strict=True)]
        stands = max(state.bets)
        others = (n for n in state.player_indices if n != seat and state.statuses[n])
        return chips[seat] > stands and any(chips[n] > stands for n in others)


def decisions(seed: int, hands: int, structure: str = "no-limit") -> Iterator[Hand]:
    """Each turn of each of so many random hands, and at last the hand when it is over."""
    rng = random.Random(seed)
    for _ in range(hands):
        short = [rng.randrange(30, 900, 10) for _ in range(rng.randint(0, 4))]
        blinds = [rng.choice((200, 480, DEEP)), rng.choice((300, DEEP, DEEP))]
        stacks = [*blinds, *rng.sample([DEEP, *short], len(short) + 1)]
        hand = Hand.dealt(*stacks, structure=structure)
        while not hand.over:
            yield hand
            _play(hand, rng)
        yield hand


def _play(hand: Hand, rng: random.Random) -> None:
    """Something legal, short all-ins more often than players like."""
    state, dice = hand.state, rng.random()
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    keen = 0.6 if hand.structure == "limit" else 0.25
    if least is not None and least == most and dice < max(keen, _all_in(hand, most)):
        hand.act("raise", most)
    elif least is not None and most is not None and dice < keen:
        hand.act("raise", rng.choice((least, min(most, least + 30))))
    elif state.checking_or_calling_amount and dice > 0.85:
        hand.act("fold")
    else:
        hand.act("call")


def _all_in(hand: Hand, to: int) -> float:
    """How likely he is to put all of his chips in, where the one raise left to him is that."""
    return 0.8 * (to == hand.state.stacks[hand.actor] + hand.state.bets[hand.actor])

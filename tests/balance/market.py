"""Market: a toy that is in balance, and the same with one of ten imbalances planted in it.

Three cards lie open. Who acts takes one for two coins and has its points, or takes two coins and some gold;
gold buys a point. The cells of its one table are the weather of each round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from generator.games.kit.facts import Changed
from generator.replay.engine import Engine
from generator.replay.moves import Move
from generator.replay.script import Script, ScriptLine, Vocabulary
from tests.shared.changed_cells import shipped_workbook
from tests.shared.rulesets import ROOT

CARDS = tuple(f"card {at}" for at in range(12))
WEATHER = ("sun", "rain")


@dataclass(frozen=True)
class Plant:
    """What is planted; as it stands nothing is."""

    price: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    head_start: int = 0
    """Points with which the first seat begins."""
    harvest: int = 0
    """Points of whoever leads, each round."""
    weather: tuple[str, ...] = WEATHER
    words: tuple[str, ...] = ()
    gold_buys: bool = True
    rounds: int = 8


@dataclass(frozen=True)
class Stall:
    names: tuple[str, ...]
    seed: int
    offer: tuple[str, ...]
    deck: tuple[str, ...]
    score: tuple[int, ...]
    coins: tuple[int, ...]
    gold: tuple[int, ...]
    turn: int = 0


def with_more(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(value + more * (at == seat) for at, value in enumerate(values))


class Market(Engine[Stall, str, Any]):
    kinds = ("coins", "gold")
    most_rounds = 12

    def __init__(self, plant: Plant) -> None:
        super().__init__(shipped_workbook(ROOT))  # nothing of it is asked
        self.plant = plant
        words = {word: word for word in ("take", "earn", "buy", *plant.words)}
        self.vocabulary = Vocabulary(phases={"turn": "turn"}, actions=words)

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        seats = (ScriptLine(0, "setup", name, "seat") for name in names)
        return (*seats, ScriptLine(0, "setup", "", "seed", str(seed)))

    def begin(self, script: Script) -> Stall:
        names = tuple(row.player for row in script.setup if row.action == "seat")
        seed = next(int(row.card) for row in script.setup if row.action == "seed")
        deck = Random(seed).sample(CARDS, len(CARDS))
        none = (0,) * len(names)
        score = with_more(none, 0, self.plant.head_start)
        return Stall(names, seed, tuple(deck[:3]), tuple(deck[3:]), score, tuple(2 for _ in names), none)

    def names(self, state: Stall) -> tuple[str, ...]:
        return state.names

    def round(self, state: Stall) -> int:
        return state.turn // len(state.names) + 1

    def phase(self, state: Stall) -> str:
        return "turn" if self.round(state) <= self.plant.rounds else "end"

    def actors(self, state: Stall) -> tuple[int, ...]:
        return () if self.over(state) else ((state.turn + state.seed) % len(state.names),)

    def price(self, card: str) -> int:
        return self.plant.price.get(card, 2)

    def legal_actions(self, state: Stall, seat: int) -> tuple[str, ...]:
        takes = (f"take {card}" for card in state.offer if self.price(card) <= state.coins[seat])
        buys = ("buy",) if self.plant.gold_buys and state.gold[seat] >= 2 else ()
        return (*takes, "earn", *buys)

    def apply(self, state: Stall, seat: int, action: str) -> tuple[Stall, tuple[Any, ...]]:
        after, facts = self._done(state, seat, action)
        if self.plant.harvest and (state.turn + 1) % len(state.names) == 0:
            leader = after.score.index(max(after.score))
            after = replace(after, score=with_more(after.score, leader, self.plant.harvest))
        return replace(after, turn=state.turn + 1), tuple(facts)

    def _done(self, state: Stall, seat: int, action: str) -> tuple[Stall, list[Any]]:
        if action == "earn":
            earned = replace(
                state, coins=with_more(state.coins, seat, 2), gold=with_more(state.gold, seat, 1)
            )
            return earned, [
                Changed(kind, seat, 0, count, count) for kind, count in (("coins", 2), ("gold", 1))
            ]
        if action == "buy":
            bought = replace(
                state, gold=with_more(state.gold, seat, -2), score=with_more(state.score, seat, 1)
            )
            return bought, [Changed("gold", seat, 2, 0, -2)]
        card = action.removeprefix("take ")
        points = self.plant.points.get(card, 2) + (hash_of(card, state.seed, state.turn) % 3 - 1)
        offer = tuple(other for other in state.offer if other != card)
        taken = replace(
            state,
            offer=(*offer, *state.deck[:1]),
            deck=(*state.deck[1:], card),
            coins=with_more(state.coins, seat, -self.price(card)),
            score=with_more(state.score, seat, points),
        )
        return taken, [Changed("coins", seat, self.price(card), 0, -self.price(card))]

    def scores(self, state: Stall) -> tuple[int, ...]:
        return state.score

    def worth(self, state: Stall, seat: int) -> Mapping[str, float]:
        coins, gold = 0.6 * state.coins[seat], 0.3 * state.gold[seat]
        return {"points": float(state.score[seat]), "coins": coins, "gold": gold}

    def determinize(self, view: Stall, seat: int, rng: Random) -> Stall:
        return replace(view, seed=rng.randrange(1 << 20), deck=tuple(rng.sample(view.deck, len(view.deck))))

    def view(self, state: Stall, seat: int) -> Stall:
        return replace(state, seed=0, deck=tuple(sorted(state.deck)))

    def card_of(self, action: str, state: Stall) -> str:
        return action.removeprefix("take ") if action.startswith("take ") else ""

    def write(self, move: Move[Stall, str, Any]) -> ScriptLine:
        name = move.before.names[move.seat]
        return ScriptLine(self.round(move.before), "turn", name, move.action.split()[0])

    def cells_read(self, facts: Sequence[Any]) -> Iterable[str]:
        return (f"Weather {WEATHER[len(facts) % 2]}",)

    def cells_to_read(self) -> Iterable[str]:
        return tuple(f"Weather {word}" for word in self.plant.weather)

    def read(self, row: Any, state: Stall) -> str:
        raise NotImplementedError

    def table(self, state: Stall, script: Script) -> Any:
        raise NotImplementedError

    def headline(self, deed: Any) -> str:
        raise NotImplementedError

    def badge(self, deed: Any, script: Script) -> Any:
        raise NotImplementedError

    def ending(self, final: Stall) -> Any:
        raise NotImplementedError


def hash_of(card: str, seed: int, turn: int) -> int:
    """A number by chance that is the same each time."""
    return Random(f"{card} {seed} {turn}").randrange(1 << 16)

"""Dancers: all choose a token of their secret hand at once; together they lead a marker round a ring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from generator.games import GameModule, LoadedGame
from generator.ground.problems import Problem
from generator.records.tables import Book, Row
from generator.records.worksheets import SAMPLE_GAME
from generator.replay.engine import Engine
from generator.replay.errors import CellError, IllegalMove, Reason, UnreadableMove
from generator.replay.moves import NOBODY, TABLE, Deed, Move
from generator.replay.names import card_named
from generator.replay.play import BookGame
from generator.replay.script import Script, ScriptLine, ScriptRow, Vocabulary
from generator.replay.told import Count, SeatView, Sign, Space, TableView, Track


@dataclass(frozen=True)
class Dance:
    """Hands count each token by its row; what is chosen stays hidden until all have chosen."""

    names: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    place: int = 0
    round: int = 1


class Dancers(Engine[Dance, int, int]):
    """An action is the number of a token; a fact is how far the marker went."""

    vocabulary = Vocabulary(phases={"choose": "choose", "dance": "choose"}, actions={"play": "play"})
    rules = {"hand": "Play a token that you hold."}  # noqa: RUF012

    @property
    def tokens(self) -> Sequence[Row]:
        return self.book["Tokens"].rows

    def begin(self, script: Script) -> Dance:
        seats = [row for row in script.setup if row.action == "seat"]
        names = [str(token["name"]) for token in self.tokens]
        hands: list[tuple[int, ...]] = []
        for row in seats:
            hand = [0] * len(names)
            for name in row.payment.split():
                hand[card_named(name, names, "token")] += 1
            hands.append(tuple(hand))
        return Dance(tuple(row.player for row in seats), tuple(hands), (NOBODY,) * len(seats))

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        rng, known = Random(seed), [str(token["name"]) for token in self.tokens]
        hands = (" ".join(rng.choices(known, k=int(self.book.facts("Rules")["rounds"]))) for _ in names)
        return tuple(ScriptLine(0, "setup", name, "seat", payment=next(hands)) for name in names)

    def names(self, state: Dance) -> tuple[str, ...]:
        return state.names

    def round(self, state: Dance) -> int:
        return state.round

    def phase(self, state: Dance) -> str:
        return "choose" if sum(map(sum, state.hands)) else "end"

    def actors(self, state: Dance) -> tuple[int, ...]:
        waiting = zip(state.chosen, state.hands, strict=True)
        return tuple(seat for seat, (token, hand) in enumerate(waiting) if token == NOBODY and any(hand))

    def waiting(self, state: Dance) -> tuple[int, ...]:
        return self.actors(state)

    def legal_actions(self, state: Dance, seat: int) -> tuple[int, ...]:
        return tuple(token for token, count in enumerate(state.hands[seat]) if count)

    def apply(self, state: Dance, seat: int, action: int) -> tuple[Dance, tuple[int, ...]]:
        if action not in self.legal_actions(state, seat):
            what = f"{state.names[seat]} holds no {self.tokens[action]['name']}."
            raise IllegalMove(Reason("hand", what))
        chosen = (*state.chosen[:seat], action, *state.chosen[seat + 1 :])
        hand = list(state.hands[seat])
        hand[action] -= 1
        hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
        after = replace(state, chosen=chosen, hands=hands)
        if NOBODY in chosen:
            return after, ()
        steps = len(set(chosen))  # the more they differ, the farther they dance
        place = (state.place + steps) % int(self.book.facts("Rules")["spaces"])
        dealt = replace(after, chosen=(NOBODY,) * len(chosen), place=place)
        return replace(dealt, round=state.round + any(sum(hand) for hand in hands)), (steps,)

    def view(self, state: Dance, seat: int) -> Dance:
        """The own hand and choice; of others how much they hold, and whether they have chosen."""
        hands = [(sum(hand), *(0 for _ in hand[1:])) for hand in state.hands]
        hands[seat] = state.hands[seat]
        chosen = [min(token, 0) for token in state.chosen]
        chosen[seat] = state.chosen[seat]
        return replace(state, hands=tuple(hands), chosen=tuple(chosen))

    def determinize(self, view: Dance, seat: int, rng: Random) -> Dance:
        hands, chosen = list(view.hands), list(view.chosen)
        for other, hand in enumerate(view.hands):
            if other != seat:
                drawn = rng.choices(range(len(hand)), k=sum(hand))
                hands[other] = tuple(drawn.count(token) for token in range(len(hand)))
                chosen[other] = rng.randrange(len(hand)) if chosen[other] != NOBODY else NOBODY
        return replace(view, hands=tuple(hands), chosen=tuple(chosen))

    def scores(self, state: Dance) -> tuple[int, ...]:
        return (state.place,) * len(state.names)

    def read(self, row: ScriptRow, state: Dance) -> int:
        try:
            return card_named(row.card, [str(token["name"]) for token in self.tokens], "token")
        except UnreadableMove as fault:
            raise CellError("card", fault) from None

    def write(self, move: Move[Dance, int, int]) -> ScriptLine:
        token = str(self.tokens[move.action]["name"])
        return ScriptLine(move.before.round, "choose", move.before.names[move.seat], "play", token)

    def measure(self, state: Dance, seat: int, symbol: str) -> int | None:
        return state.place if seat == TABLE else None

    def with_measure(self, state: Dance, seat: int, symbol: str, value: int) -> Dance:
        return replace(state, place=value)

    def table(self, state: Dance, script: Script) -> TableView:
        spaces = tuple(Space(str(at)) for at in range(int(self.book.facts("Rules")["spaces"])))
        signs = [Sign(token["icon"], token["colour"]) for token in self.tokens]
        seats = tuple(
            SeatView(name, signs[at % 7], tuple(map(Count, signs, hand)))
            for at, (name, hand) in enumerate(zip(state.names, state.hands, strict=True))
        )
        return TableView((Track("Ring", spaces, (state.place,), "#884422", ring=True),), seats)

    def headline(self, deed: Deed[Dance, int, int]) -> str:
        return f"**{deed.row.player}** plays **{deed.row.card}**."

    def outcome(self, deed: Deed[Dance, int, int]) -> str:
        return f"The marker dances {deed.facts[0]} on." if deed.facts else ""

    def badge(self, deed: Deed[Dance, int, int], script: Script) -> Sign:
        return Sign("ring", "#884422")

    def ending(self, final: Dance) -> tuple[str, tuple[tuple[str, ...], ...]]:
        return f"The marker rests on {final.place}.", (("All together", str(final.place)),)


class DancersRuleset(GameModule):
    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        return range(1, 10)

    def check(self, book: Book) -> Iterable[Problem]:
        return ()

    def load(self, book: Book) -> LoadedGame:
        return BookGame(book, Dancers(book))

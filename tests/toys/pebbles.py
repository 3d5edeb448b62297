"""Pebbles: one kind of token, no track. Take some, or ask the next player for one, who may refuse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from generator.games import GameModule, LoadedGame
from generator.ground.problems import Problem, error
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME
from generator.replay.engine import Engine
from generator.replay.errors import CellError, IllegalMove, Reason, SetupError, UnreadableMove
from generator.replay.moves import Deed, Move
from generator.replay.play import BookGame
from generator.replay.script import Script, ScriptLine, ScriptRow, Vocabulary
from generator.replay.told import Count, SeatView, Sign, TableView

PEBBLE = Sign("pebble", "#445566")


@dataclass(frozen=True)
class Heap:
    """Who holds how many, what is left, whose turn it is, and who is being asked."""

    names: tuple[str, ...]
    heap: int
    held: tuple[int, ...]
    turn: int = 0
    asked: bool = False

    @property
    def seat(self) -> int:
        return self.turn % len(self.names)


class Pebbles(Engine[Heap, str, int]):
    """Actions are “take 2”, “ask”, “give” and “refuse”; a fact is how many pebbles moved."""

    vocabulary = Vocabulary(
        phases={"turn": "turn"},
        actions={"take": "take", "takes": "take", "ask": "ask", "give": "give", "refuse": "refuse"},
        inheriting=frozenset({"turn"}),
    )
    rules = {"heap": "Nobody takes more than lie there, or than one may take at once."}  # noqa: RUF012

    def begin(self, script: Script) -> Heap:
        names = tuple(row.player for row in script.setup if row.action == "seat")
        if not names:
            raise SetupError("Nobody sits at the table.")
        return Heap(names, int(self.book.facts("Rules")["heap"]), (0,) * len(names))

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        return tuple(ScriptLine(0, "setup", name, "seat") for name in names)

    def names(self, state: Heap) -> tuple[str, ...]:
        return state.names

    def round(self, state: Heap) -> int:
        return state.turn // len(state.names) + 1

    def phase(self, state: Heap) -> str:
        return "turn" if state.heap else "end"

    def actors(self, state: Heap) -> tuple[int, ...]:
        return ((state.seat + state.asked) % len(state.names),) if state.heap else ()

    def silent(self, state: Heap) -> tuple[int, str] | None:
        return (self.actors(state)[0], "refuse") if state.asked else None

    def reached(self, state: Heap, row: ScriptRow) -> bool:
        return row.action in {"give", "refuse"} if state.asked else super().reached(state, row)

    def legal_actions(self, state: Heap, seat: int) -> tuple[str, ...]:
        if state.asked:
            return ("refuse", "give") if state.held[seat] else ("refuse",)
        most = min(state.heap, int(self.book.facts("Rules")["most"]))
        return (
            *(f"take {count}" for count in range(1, most + 1)),
            *(["ask"] if len(state.names) > 1 else []),
        )

    def apply(self, state: Heap, seat: int, action: str) -> tuple[Heap, tuple[int, ...]]:
        if action not in self.legal_actions(state, seat):
            sentence = f"{state.names[seat]} cannot {action}; {state.heap} lie there."
            raise IllegalMove(Reason("heap", sentence))
        if action == "ask":
            return replace(state, asked=True), ()
        after, held = replace(state, turn=state.turn + 1, asked=False), [*state.held]
        if action == "refuse":
            return after, ()
        count = int(action.split()[1]) if action.startswith("take") else 1
        held[state.seat] += count
        if action == "give":
            held[seat] -= 1
            return replace(after, held=tuple(held)), (1,)
        return replace(after, held=tuple(held), heap=state.heap - count), (count,)

    def scores(self, state: Heap) -> tuple[int, ...]:
        return state.held

    def read(self, row: ScriptRow, state: Heap) -> str:
        if row.action != "take":
            return row.action
        if not row.payment.isdecimal():
            raise CellError("payment", UnreadableMove("The row does not say how many are taken."))
        return f"take {int(row.payment)}"

    def write(self, move: Move[Heap, str, int]) -> ScriptLine:
        verb, _, count = move.action.partition(" ")
        name = move.before.names[move.seat]
        return ScriptLine(self.round(move.before), "turn", name, verb, payment=count)

    def measure(self, state: Heap, seat: int, symbol: str) -> int | None:
        return state.held[seat]

    def table(self, state: Heap, script: Script) -> TableView:
        heap = SeatView("Heap", PEBBLE, (Count(PEBBLE, state.heap),))
        held = zip(state.names, state.held, strict=True)
        return TableView(seats=(heap, *(SeatView(n, PEBBLE, (Count(PEBBLE, count),)) for n, count in held)))

    def headline(self, deed: Deed[Heap, str, int]) -> str:
        return f"**{deed.row.player}**: {deed.row.action} {deed.row.payment}".rstrip() + "."

    def badge(self, deed: Deed[Heap, str, int], script: Script) -> Sign:
        return PEBBLE

    def ending(self, final: Heap) -> tuple[str, tuple[tuple[str, ...], ...]]:
        held = zip(final.names, final.held, strict=True)
        return "The heap is gone.", (("Player", "Pebbles"), *((name, str(count)) for name, count in held))


class PebblesRuleset(GameModule):
    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        return range(1, 10)

    def check(self, book: Book) -> Iterable[Problem]:
        heap = book.facts("Rules").get("heap", 0)
        if heap is not None and int(heap) < 1:  # a cell that cannot be read is empty
            yield error("Rules", "There is no heap to take from.", "Set the key Heap to 1 or more.")

    def load(self, book: Book) -> LoadedGame:
        return BookGame(book, Pebbles(book))

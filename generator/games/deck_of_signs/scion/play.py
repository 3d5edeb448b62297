"""Scion's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.games.deck_of_signs.moves import SignMove
from generator.games.deck_of_signs.scion import evaluation, moves, rows, table, telling
from generator.games.deck_of_signs.scion.facts import Fact
from generator.games.deck_of_signs.scion.moves import Count, Reveal, Show
from generator.games.deck_of_signs.scion.records import Setting
from generator.games.deck_of_signs.scion.state import Phase, Position, State, actors
from generator.games.kit.dealt import Dealing, Dealt, LyingCards
from generator.games.kit.hidden import Pool
from generator.games.kit.table import EMPTY
from generator.replay.script import Script, ScriptLine, ScriptRow


class Scion(Dealt[State, SignMove, Fact]):
    """The rules of Scion over the cards of one workbook."""

    setting: Setting
    kinds, tracks, shared_tracks = (), (), ()
    nobody = telling.CIRCLE
    moves, rows, tables, telling = moves, rows, table, telling
    evaluation = evaluation
    tastes, whim, mastery = evaluation.TASTES, 0.3, evaluation.MASTERY
    hidden = (Pool(("card_deck",), ("hands",), ("chosen",)),)
    rules, hand_rules = telling.RULES, ("show",)
    mends: Mapping[str, str] = {
        "show": "Show a card of that hand, or deal the hands otherwise in the setup rows."
    }
    play_on_mend = "Play on to the end of the round, until all spaces are counted."
    phase_headings: Mapping[str, str] = {"circle": "A new circle is laid", "count": "The spaces are counted"}

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.vocabulary = rows.vocabulary(setting.numbers.turns)

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        return self.begun(script, self._start(self.setup_of(script)), "lay", "payment")

    def _start(self, dealing: Dealing) -> State:
        """The table before the first circle is laid."""
        hands, rest, seed = self.dealt(dealing)
        seats, signs = len(dealing.names), len(self.setting.deck.signs)
        return Position(
            setting=self.setting,
            names=tuple(dealing.names),
            seed=seed,
            hands=hands,
            card_deck=rest,
            circle=(),
            stacks=(self.setting.numbers.stack,) * signs,
            trophies=((0,) * signs,) * seats,
            items=((0,) * (len(self.setting.deck.numerals) + 1),) * seats,
            laid=((),) * seats,
            chosen=(EMPTY,) * seats,
        ).kept()

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and the deck as it is shuffled by it."""
        first = self._start(Dealing(names, seed))
        return (*self.hand_lines(first, [first.card_deck], seed), self.opening_line(first))

    def phase(self, state: State) -> str:
        """The script's word for the phase; each turn is one."""
        return rows.phase_word(state)

    def waiting(self, state: State) -> tuple[int, ...]:
        """The same: all choose at the same time."""
        return actors(state)

    def most(self, state: State, track: str) -> int:
        """There are no tracks."""
        return 0

    def scores(self, state: State) -> tuple[int, ...]:
        """The points, as if the game ended now."""
        return tuple(map(state.points, range(len(state.names))))

    def measure(self, state: State, seat: int, symbol: str) -> int | None:
        """The points of a seat."""
        return state.points(seat) if symbol == "score" and seat >= 0 else None

    # ------------------------------------------------------------ rows

    def stated(self, row: ScriptRow) -> str:
        """What comes of turning over and of counting is read with the move."""
        return "" if row.action in {"reveal", "count"} else row.gains

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        if rule == "turn.order":
            return "player"
        told = {"dead", "opposed", "placed", "count"} & {rule} and row.gains
        return "gains" if told else "payment" if row.action == "lay" else "card" if row.card else "action"

    # ------------------------------------------------------------ how a world goes on

    def reached(self, state: State, row: ScriptRow) -> bool:
        """Cards are turned over when all are laid; the spaces before the one of a row need no rows."""
        if super().reached(state, row) is False:
            return False
        if (state.round, rows.phase_word(state)) != (row.round, row.phase):
            return True
        if row.action == "reveal":
            return not actors(state)
        later = [self.setting.deck.signs[sign] for sign in state.circle[state.space + 1 :] if sign != EMPTY]
        return row.action != "count" or row.card.strip().casefold() not in map(str.casefold, later)

    def may_stop(self, state: State) -> bool:
        """After a whole round."""
        return state.phase is Phase.CIRCLE

    def grants(self, row: ScriptRow, state: State, seat: int, move: SignMove) -> bool:
        """A card that lacks is granted."""
        here = state.phase is move.phase and (state.round, rows.phase_word(state)) == (row.round, row.phase)
        if isinstance(move, Count):
            return here and move.sign == state.circle[min(state.space, len(state.circle) - 1)]
        waits = {Show: seat in actors(state), Reveal: not actors(state)}
        return here and waits.get(type(move), True)

    def places(self, state: State) -> Iterator[LyingCards]:
        """Cards that lie before a player."""
        yield [laid.card for cards in state.laid for laid in cards], "was shown in this round"

    # ------------------------------------------------------------ players and repair

    def card_of(self, action: SignMove, state: State) -> str:
        """The card that is shown, folded."""
        return self.setting.deck.title(action.card).casefold() if isinstance(action, Show) else ""

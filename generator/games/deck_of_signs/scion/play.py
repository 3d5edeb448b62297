"""Scion's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from generator.games.deck_of_signs.scion import telling
from generator.games.deck_of_signs.scion.bots import Character, players
from generator.games.deck_of_signs.scion.facts import Fact
from generator.games.deck_of_signs.scion.moves import Count, Lay, Move, Reveal, Show, apply, done, legal_moves
from generator.games.deck_of_signs.scion.records import Setting
from generator.games.deck_of_signs.scion.rows import (
    line_of_move,
    phase_word,
    read_circle,
    read_move,
    vocabulary,
)
from generator.games.deck_of_signs.scion.state import Phase, Position, State, actors
from generator.games.deck_of_signs.scion.table import table_of
from generator.games.kit.hidden import Pool
from generator.games.kit.ruled import Ruled
from generator.games.kit.seating import (
    dealt,
    laid_decks,
    laid_hands,
    mended_decks,
    seated_players,
    seed_of,
    setup_lines,
)
from generator.games.kit.shown import seats_of
from generator.games.kit.table import EMPTY, check_seats
from generator.records.worksheets import PLAYERS
from generator.replay.errors import CellError, MoveError
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.script import Script, ScriptLine, ScriptRow
from generator.replay.told import TableView


class Scion(Ruled[State, Move, Fact]):
    """The rules of Scion over the cards of one workbook."""

    kinds, tracks, shared_tracks = (), (), ()
    nobody = telling.CIRCLE
    telling = telling
    hidden = (Pool(("card_deck",), ("hands",), ("chosen",)),)
    rules = telling.RULES
    mends = MappingProxyType(
        {"show": "Show a card of that hand, or deal the hands otherwise in the setup rows."}
    )

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.book)
        self.setting = setting
        self.vocabulary = vocabulary(setting.numbers.turns)
        self.setup_deck = setting.deck.setup_deck()

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        names, deck = seated_players(script), self.setup_deck
        hands = laid_hands(script, deck, names, self.setting.numbers.hand)
        top = laid_decks(script, (deck,)).get(deck.key, ())
        state = self._start(names, hands=hands, top=top, seed=seed_of(script))
        rows = [row for row in script.setup if row.action == "lay"]
        return self._laid(rows[-1], state) if rows else apply(state, NOBODY, legal_moves(state, NOBODY)[0])[0]

    def _laid(self, row: ScriptRow, state: State) -> State:
        """The first circle as a setup row lays it. Raises CellError."""
        try:
            return apply(state, NOBODY, read_circle(row, state))[0]
        except MoveError as fault:
            raise CellError(row.at("payment"), fault) from None

    def _start(
        self, names: Sequence[str], *, hands: Mapping[int, tuple[int, ...]], top: Sequence[int], seed: int
    ) -> State:
        numbers, deck = self.setting.numbers, self.setting.deck
        check_seats(names, numbers.players_min, numbers.players_max)
        full, rest, seed = dealt(hands, top, deck.cards, [numbers.hand] * len(names), seed)
        spaces, signs = len(deck.numerals), len(deck.signs)
        return Position(
            setting=self.setting,
            names=tuple(names),
            seed=seed,
            hands=full,
            card_deck=rest,
            circle=(),
            stacks=(numbers.stack,) * signs,
            trophies=((0,) * signs,) * len(names),
            items=((0,) * (spaces + 1),) * len(names),
            laid=((),) * len(names),
            chosen=(EMPTY,) * len(names),
        ).kept()

    def mended_setup(self, script: Script) -> Script:
        """Hands and deck without the cards that are gone."""
        return mended_decks(script, (self.setup_deck,))

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and the deck as it is shuffled by it."""
        first = self._start(names, hands={}, top=(), seed=seed)
        colours = tuple(row["name"] for row in self.book[PLAYERS])
        hands = [self.setting.deck.names(hand) for hand in first.hands]
        (circle,) = (action.signs for action in legal_moves(first, NOBODY) if isinstance(action, Lay))
        signs = "; ".join(self.setting.deck.signs[sign] for sign in circle)
        lines = setup_lines(
            names, [(self.setup_deck, first.card_deck)], colours=colours, seed=seed, hands=hands
        )
        return (*lines, ScriptLine(0, "setup", "", "lay", "", signs))

    def phase(self, state: State) -> str:
        """The script's word for the phase; each turn is one."""
        return phase_word(state)

    def actors(self, state: State) -> tuple[int, ...]:
        """Who has still to choose a card."""
        return actors(state)

    def waiting(self, state: State) -> tuple[int, ...]:
        """The same: all choose at the same time."""
        return actors(state)

    def legal_actions(self, state: State, seat: int) -> tuple[Move, ...]:
        """All that a seat may do now."""
        return legal_moves(state, seat)

    def apply(self, state: State, seat: int, action: Move) -> tuple[State, tuple[Fact, ...]]:
        """The next state and what happened. Raises IllegalMove."""
        return apply(state, seat, action)

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

    def read(self, row: ScriptRow, state: State) -> Move:
        """The move of a row. Raises CellError."""
        return read_move(row, state)

    def write(self, move: Played[State, Move, Fact]) -> ScriptLine:
        """A move as a row."""
        return line_of_move(move)

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
        if (state.round, phase_word(state)) != (row.round, row.phase):
            return True
        if row.action == "reveal":
            return not actors(state)
        deck = self.setting.deck
        if row.action != "count" or not deck.known(row.card):
            return True
        return deck.sign_named(row.card) not in state.circle[state.space + 1 :]

    def may_stop(self, state: State) -> bool:
        """After a whole round."""
        return state.phase is Phase.CIRCLE

    def force(self, row: ScriptRow, state: State, claims: Sequence[object]) -> tuple[State, tuple[Fact, ...]]:
        """What an illegal row wants, done all the same in its moment: a card that lacks is granted."""
        try:
            move, seat = self.read(row, state), self.mover(row, state)
        except (CellError, MoveError):
            return self.skip(row, state), ()
        here = state.phase is move.phase and (state.round, phase_word(state)) == (row.round, row.phase)
        due = {
            Show: seat in actors(state),
            Reveal: not actors(state),
            Count: isinstance(move, Count)
            and move.sign == state.circle[min(state.space, len(state.circle) - 1)],
            Lay: True,
        }
        return done(state, seat, move) if here and due[type(move)] else (self.skip(row, state), ())

    def whereabouts(self, rule: str, row: ScriptRow, state: State) -> str:
        """Where a card lies that is not in the hand."""
        if rule != "show":
            return ""
        card = next((card for card in self.setting.deck.cards if self._titled(card, row.card)), EMPTY)
        owner = next((seat for seat, hand in enumerate(state.hands) if card in hand), None)
        if owner is not None:
            return f"It is in {state.names[owner]}’s hand."
        if card in state.card_deck:
            return "It lies in the deck."
        laid = any(card == laid.card for cards in state.laid for laid in cards)
        return "It was shown in this round." if laid else "It lies among the discards."

    def _titled(self, card: int, title: str) -> bool:
        return self.setting.deck.title(card).casefold() == title.strip().casefold()

    def play_on_mend(self) -> str:
        """What to do about a script that stops in the middle of a round."""
        return "Play on to the end of the round, until all spaces are counted."

    # ------------------------------------------------------------ bots and repair

    def policies(self, count: int) -> tuple[Character, ...]:
        """The characters in turn."""
        return players(count)

    def card_of(self, action: Move, state: State) -> str:
        """The card that is shown, folded."""
        return self.setting.deck.title(action.card).casefold() if isinstance(action, Show) else ""

    # ------------------------------------------------------------ what is told

    def table(self, state: State, script: Script) -> TableView:
        """The circle, the cards and the tokens."""
        return table_of(state, seats_of(script, self.book))

    def phase_heading(self, phase: str) -> str:
        """The parts of a round as the rulebook calls them."""
        return {"circle": "A new circle is laid", "count": "The spaces are counted"}.get(
            phase, phase.capitalize()
        )

"""Elementary's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from generator.games.deck_of_signs.elementary import telling
from generator.games.deck_of_signs.elementary.bots import Character, players
from generator.games.deck_of_signs.elementary.facts import Fact
from generator.games.deck_of_signs.elementary.moves import (
    MOST_POINTS,
    Discard,
    Move,
    Play,
    Reveal,
    apply,
    done,
    legal_moves,
    passed,
)
from generator.games.deck_of_signs.elementary.records import SCORE, Setting
from generator.games.deck_of_signs.elementary.rows import VOCABULARY, line_of_move, read_move
from generator.games.deck_of_signs.elementary.state import Phase, Position, State, actors
from generator.games.deck_of_signs.elementary.table import table_of
from generator.games.kit.chance import shuffled_below
from generator.games.kit.hidden import Pool
from generator.games.kit.ruled import Ruled
from generator.games.kit.seating import (
    SetupDeck,
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


class Elementary(Ruled[State, Move, Fact]):
    """The rules of Elementary over the cards of one workbook."""

    vocabulary = VOCABULARY
    kinds, tracks, shared_tracks = (), (SCORE,), ()
    nobody = telling.CIRCLE
    telling = telling
    hidden = (Pool(("card_deck",), ("hands",)), Pool(("hidden_tokens", "unused")))
    rules = telling.RULES
    mends = MappingProxyType(
        {"hand": "Lay cards of that hand, or deal the hands otherwise in the setup rows."}
    )

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.book)
        self.setting = setting
        self.setup_deck = setting.deck.setup_deck()
        self.tokens = SetupDeck("token", "Token", "Tokens", setting.deck.signs)
        """The tokens: those of the spaces in their order, then the unused ones."""

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        decks, names = (self.setup_deck, self.tokens), seated_players(script)
        hands = laid_hands(script, self.setup_deck, names, self.setting.numbers.hand, (self.tokens,))
        laid = laid_decks(script, decks)
        top, tokens = (laid.get(deck.key, ()) for deck in decks)
        state = self._start(names, hands=hands, top=top, tokens=tokens, seed=seed_of(script))
        rows = [row for row in script.setup if row.action == "open"]
        return self._opened(rows[-1], state) if rows else apply(state, NOBODY, self._by_chance(state))[0]

    def _opened(self, row: ScriptRow, state: State) -> State:
        """The first cards at the circle, where a setup row has them. Raises CellError."""
        try:
            return apply(state, NOBODY, self.read(row, state))[0]
        except (CellError, MoveError) as fault:
            cause = fault.cause if isinstance(fault, CellError) else fault
            raise CellError(row.at("space"), cause) from None

    def _by_chance(self, state: State) -> Move:
        return legal_moves(state, NOBODY)[0]

    def _start(
        self,
        names: Sequence[str],
        *,
        hands: Mapping[int, tuple[int, ...]],
        top: Sequence[int],
        tokens: Sequence[int],
        seed: int,
    ) -> State:
        numbers, deck = self.setting.numbers, self.setting.deck
        check_seats(names, numbers.players_min, numbers.players_max)
        full, rest, seed = dealt(hands, top, deck.cards, [numbers.hand] * len(names), seed)
        order, seed = shuffled_below(tokens, range(len(deck.signs)), seed, "token")
        spaces = numbers.signs_on_circle
        return Position(
            setting=self.setting,
            names=tuple(names),
            seed=seed,
            hands=full,
            card_deck=rest,
            open_tokens=(EMPTY,) * spaces,
            hidden_tokens=order[:spaces],
            unused=order[spaces : numbers.tokens],
            cards=((),) * spaces,
            score=(0,) * len(names),
        ).kept()

    def mended_setup(self, script: Script) -> Script:
        """Hands and decks without the cards and tokens that are gone."""
        return mended_decks(script, (self.setup_deck, self.tokens))

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and cards and tokens as it shuffles them."""
        first = self._start(names, hands={}, top=(), tokens=(), seed=seed)
        colours = tuple(row["name"] for row in self.book[PLAYERS])
        hands = [self.setting.deck.names(hand) for hand in first.hands]
        decks = (self.setup_deck, first.card_deck), (self.tokens, (*first.hidden_tokens, *first.unused))
        lines = setup_lines(names, decks, colours=colours, seed=seed, hands=hands)
        opened = line_of_move(Played(first, NOBODY, self._by_chance(first), first, ()))
        return (*lines, opened._replace(round=0, phase="setup"))

    def phase(self, state: State) -> str:
        """All is one phase: turns, and what chance does between them."""
        return "end" if state.phase is Phase.OVER else "turn"

    def moment(self, state: State) -> str:
        """The phase as a message names it."""
        return f"the turn of {state.names[state.player]}"

    def actors(self, state: State) -> tuple[int, ...]:
        """Whose turn it is."""
        return actors(state)

    def legal_actions(self, state: State, seat: int) -> tuple[Move, ...]:
        """All that a seat may do now."""
        return legal_moves(state, seat)

    def apply(self, state: State, seat: int, action: Move) -> tuple[State, tuple[Fact, ...]]:
        """The next state and what happened. Raises IllegalMove."""
        return apply(state, seat, action)

    def most(self, state: State, track: str) -> int:
        """Points have no end that anybody comes to."""
        return MOST_POINTS

    def scores(self, state: State) -> tuple[int, ...]:
        """The points."""
        return state.score

    # ------------------------------------------------------------ rows

    def read(self, row: ScriptRow, state: State) -> Move:
        """The move of a row. Raises CellError."""
        return read_move(row, state)

    def write(self, move: Played[State, Move, Fact]) -> ScriptLine:
        """A move as a row."""
        return line_of_move(move)

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        if rule == "turn.order":
            return "player"
        if rule in {"open", "reveal", "play", "lay"}:
            return "space"
        return "card" if rule in {"hand", "fit", "unused"} else "action"

    # ------------------------------------------------------------ how a world goes on

    def reached(self, state: State, row: ScriptRow) -> bool:
        """What chance does needs no row, but for the row that says it."""
        if not super().reached(state, row):
            return False
        if actors(state) or (state.round, self.phase(state)) != (row.round, row.phase):
            return True
        return row.action == _CHANCE.get(state.phase)

    def pass_over(self, state: State, seat: int) -> State:
        """The turn is over, and nothing has come of it."""
        return passed(state)

    def force(self, row: ScriptRow, state: State, claims: Sequence[object]) -> tuple[State, tuple[Fact, ...]]:
        """What an illegal row wants, done all the same in its moment: cards that lack are granted."""
        try:
            move, seat = self.read(row, state), self.mover(row, state)
        except (CellError, MoveError):
            return self.skip(row, state), ()
        here = state.phase is move.phase and state.round == row.round and seat in (*actors(state), NOBODY)
        hidden = state.hidden_spaces()
        possible = {
            Reveal: isinstance(move, Reveal) and move.space in hidden,
            Play: isinstance(move, Play) and move.space not in hidden,
            Discard: True,
        }
        return done(state, seat, move) if here and possible.get(type(move)) else (self.skip(row, state), ())

    def whereabouts(self, rule: str, row: ScriptRow, state: State) -> str:
        """Where a card lies that is not in the hand."""
        if rule != "hand":
            return ""
        deck, names = self.setting.deck, state.names
        titles = {deck.title(card).casefold(): card for card in deck.cards}
        named = [titles.get(part.strip().casefold(), EMPTY) for part in row.card.split(";")]
        seat = self.mover(row, state)
        card = next((card for card in named if card not in (*state.hands[seat], EMPTY)), EMPTY)
        places = [
            *((hand, f"is in {name}’s hand") for hand, name in zip(state.hands, names, strict=True)),
            *(
                (cards, f"lies at space {numeral}")
                for cards, numeral in zip(state.cards, deck.numerals, strict=True)
            ),
            (state.card_deck, "lies in the deck"),
            (state.card_discard, "lies among the discards"),
        ]
        return next((f"It {where}." for cards, where in places if card in cards), "")

    # ------------------------------------------------------------ bots and repair

    def policies(self, count: int) -> tuple[Character, ...]:
        """The characters in turn."""
        return players(count)

    def card_of(self, action: Move, state: State) -> str:
        """The cards that are laid, folded."""
        deck = self.setting.deck
        match action:
            case Play(cards=cards):
                return deck.names(cards).casefold()
            case Reveal(card=card) | Discard(card=card) if card != EMPTY:
                return deck.title(card).casefold()
        return ""

    # ------------------------------------------------------------ what is told

    def table(self, state: State, script: Script) -> TableView:
        """The circle, its cards, the hands and the points."""
        return table_of(state, seats_of(script, self.book))

    def phase_heading(self, phase: str) -> str:
        """A round is one turn for each."""
        return "A turn for each"


_CHANCE: Mapping[Phase, str] = MappingProxyType(
    {Phase.OPEN: "open", Phase.LAY: "lay", Phase.UNUSED: "turn over"}
)
"""The action that says what chance does."""

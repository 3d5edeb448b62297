"""Elementary's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from generator.games.deck_of_signs.elementary import evaluation, moves, rows, table, telling
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
from generator.games.deck_of_signs.elementary.state import Phase, Position, State, actors
from generator.games.kit.chance import shuffled_below
from generator.games.kit.dealt import Dealt, LyingCards
from generator.games.kit.hidden import Pool
from generator.games.kit.seating import SetupDeck, dealt
from generator.games.kit.table import EMPTY, check_seats
from generator.replay.errors import CellError, MoveError
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.script import Script, ScriptLine, ScriptRow


class Elementary(Dealt[State, Move, Fact]):
    """The rules of Elementary over the cards of one workbook."""

    setting: Setting
    vocabulary = rows.VOCABULARY
    kinds, tracks, shared_tracks = (), (SCORE,), ()
    nobody = telling.CIRCLE
    moves, rows, tables, telling = moves, rows, table, telling
    evaluation = evaluation
    tastes, whim = evaluation.TASTES, 0.5
    hidden = (Pool(("card_deck",), ("hands",)), Pool(("hidden_tokens", "unused")))
    rules = telling.RULES
    mends = MappingProxyType(
        {"hand": "Lay cards of that hand, or deal the hands otherwise in the setup rows."}
    )

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.tokens = SetupDeck("token", "Token", "Tokens", setting.deck.signs)
        """The tokens: those of the spaces in their order, then the unused ones."""
        self.setup_decks = (self.setup_deck, self.tokens)

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        names, hands, tops, seed = self.setup_of(script)
        top, tokens = (tops.get(deck.key, ()) for deck in self.setup_decks)
        state = self._start(names, hands=hands, top=top, tokens=tokens, seed=seed)
        opened = [row for row in script.setup if row.action == "open"]
        return self._opened(opened[-1], state) if opened else apply(state, NOBODY, self._by_chance(state))[0]

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

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and cards and tokens as it shuffles them."""
        first = self._start(names, hands={}, top=(), tokens=(), seed=seed)
        decks = first.card_deck, (*first.hidden_tokens, *first.unused)
        lines = self.hand_lines(names, first.hands, decks, seed)
        opened = rows.line_of_move(Played(first, NOBODY, self._by_chance(first), first, ()))
        return (*lines, opened._replace(round=0, phase="setup"))

    def phase(self, state: State) -> str:
        """All is one phase: turns, and what chance does between them."""
        return "end" if state.phase is Phase.OVER else "turn"

    def moment(self, state: State) -> str:
        """The phase as a message names it."""
        return f"the turn of {state.names[state.player]}"

    def most(self, state: State, track: str) -> int:
        """Points have no end that anybody comes to."""
        return MOST_POINTS

    def scores(self, state: State) -> tuple[int, ...]:
        """The points."""
        return state.score

    # ------------------------------------------------------------ rows

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        if rule == "turn.order":
            return "player"
        if rule in {"open", "reveal", "play", "lay"}:
            return "space"
        return "card" if rule in {"hand", "fit", "unused"} else "action"

    def title(self, card: int) -> str:
        """A card as rows name it."""
        return self.setting.deck.title(card)

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

    def forced(
        self, row: ScriptRow, state: State, seat: int, move: Move
    ) -> tuple[State, tuple[Fact, ...]] | None:
        """Cards that lack are granted."""
        here = state.phase is move.phase and state.round == row.round and seat in (*actors(state), NOBODY)
        hidden = state.hidden_spaces()
        possible = {
            Reveal: isinstance(move, Reveal) and move.space in hidden,
            Play: isinstance(move, Play) and move.space not in hidden,
            Discard: True,
        }
        return done(state, seat, move) if here and possible.get(type(move)) else None

    def places(self, state: State) -> Iterator[LyingCards]:
        """Cards at spaces."""
        for cards, numeral in zip(state.cards, self.setting.deck.numerals, strict=True):
            yield cards, f"lies at space {numeral}"

    # ------------------------------------------------------------ players and repair

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

    def phase_heading(self, phase: str) -> str:
        """A round is one turn for each."""
        return "A turn for each"


_CHANCE: Mapping[Phase, str] = MappingProxyType(
    {Phase.OPEN: "open", Phase.LAY: "lay", Phase.UNUSED: "turn over"}
)
"""The action that says what chance does."""

"""Elementary's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.games.deck_of_signs.elementary import evaluation, moves, rows, table, telling
from generator.games.deck_of_signs.elementary.facts import Fact
from generator.games.deck_of_signs.elementary.moves import MOST_POINTS, Discard, Play, Reveal
from generator.games.deck_of_signs.elementary.records import SCORE, Setting
from generator.games.deck_of_signs.elementary.state import Phase, Position, State, actors
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.chance import shuffled_below
from generator.games.kit.dealt import Dealing, Dealt, LyingCards
from generator.games.kit.hidden import Pool
from generator.games.kit.seating import SetupDeck
from generator.games.kit.table import EMPTY
from generator.replay.moves import NOBODY
from generator.replay.script import Script, ScriptLine, ScriptRow


class Elementary(Dealt[State, SignMove, Fact]):
    """The rules of Elementary over the cards of one workbook."""

    setting: Setting
    vocabulary = rows.VOCABULARY
    kinds, tracks, shared_tracks = (), (SCORE,), ()
    nobody = telling.CIRCLE
    moves, rows, tables, telling = moves, rows, table, telling
    evaluation = evaluation
    tastes, whim = evaluation.TASTES, 0.5
    mastery, played_on = evaluation.MASTERY, 30
    hidden = (Pool(("card_deck",), ("hands",)), Pool(("hidden_tokens", "unused")))
    rules = telling.RULES
    phase_headings: Mapping[str, str] = {"turn": "A turn for each"}
    mends: Mapping[str, str] = {
        "hand": "Lay cards of that hand, or deal the hands otherwise in the setup rows."
    }

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.tokens = SetupDeck("token", "Token", "Tokens", setting.deck.signs)
        """The tokens: those of the spaces in their order, then the unused ones."""
        self.setup_decks = (self.setup_deck, self.tokens)

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        return self.begun(script, self._start(self.setup_of(script)), "open", "space")

    def _start(self, dealing: Dealing) -> State:
        """The table before the first cards lie at the circle."""
        numbers, tokens = self.setting.numbers, range(len(self.setting.deck.signs))
        hands, rest, seed = self.dealt(dealing)
        order, seed = shuffled_below(dealing.top(self.tokens), tokens, seed, "token")
        spaces = numbers.signs_on_circle
        return Position(
            setting=self.setting,
            names=tuple(dealing.names),
            seed=seed,
            hands=hands,
            card_deck=rest,
            open_tokens=(EMPTY,) * spaces,
            hidden_tokens=order[:spaces],
            unused=order[spaces : numbers.tokens],
            cards=((),) * spaces,
            score=(0,) * len(dealing.names),
        ).kept()

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and cards and tokens as it shuffles them."""
        first = self._start(Dealing(names, seed))
        decks = first.card_deck, (*first.hidden_tokens, *first.unused)
        return (*self.hand_lines(first, decks, seed), self.opening_line(first))

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
        return moves.passed(state)

    def grants(self, row: ScriptRow, state: State, seat: int, move: SignMove) -> bool:
        """Cards that lack are granted."""
        here = state.phase is move.phase and state.round == row.round and seat in (*actors(state), NOBODY)
        if isinstance(move, Reveal | Play):
            return here and (move.space in state.hidden_spaces()) == isinstance(move, Reveal)
        return here and isinstance(move, Discard)

    def places(self, state: State) -> Iterator[LyingCards]:
        """Cards at spaces."""
        for cards, numeral in zip(state.cards, self.setting.deck.numerals, strict=True):
            yield cards, f"lies at space {numeral}"

    # ------------------------------------------------------------ players and repair

    def card_of(self, action: SignMove, state: State) -> str:
        """The cards that are laid, folded."""
        deck = self.setting.deck
        match action:
            case Play(cards=cards):
                return deck.names(cards).casefold()
            case Reveal(card=card) | Discard(card=card) if card != EMPTY:
                return deck.title(card).casefold()
        return ""


_CHANCE: Mapping[Phase, str] = {Phase.OPEN: "open", Phase.LAY: "lay", Phase.UNUSED: "turn over"}
"""The action that says what chance does."""

"""Meaning Made's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from generator.games.kit.hidden import Pool
from generator.games.kit.ruled import Ruled
from generator.games.kit.shown import seats_of
from generator.games.meaning_made.playing import forcing, measures, turns
from generator.games.meaning_made.playing.bots import characters
from generator.games.meaning_made.playing.reading import read_move
from generator.games.meaning_made.playing.seating import begin, mended, written
from generator.games.meaning_made.playing.vocabulary import vocabulary_in
from generator.games.meaning_made.playing.whereabouts import whereabouts
from generator.games.meaning_made.playing.wishes import card_of, wish
from generator.games.meaning_made.playing.writing import game_lines
from generator.games.meaning_made.records import TOKENS, Game, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.apply import apply
from generator.games.meaning_made.rules.facts import Acted, EventRevealed, Fact
from generator.games.meaning_made.rules.legal import legal_actions
from generator.games.meaning_made.rules.move_words import phase_name
from generator.games.meaning_made.rules.pending import NOBODY
from generator.games.meaning_made.rules.rulings import rules_in
from generator.games.meaning_made.rules.score import scores
from generator.games.meaning_made.rules.setup import Decks, start
from generator.games.meaning_made.rules.state import Phase, Result, State, to_act
from generator.games.meaning_made.words import telling
from generator.games.meaning_made.words.narrate import headline, outcomes
from generator.games.meaning_made.words.narrate_rules import PlayedStep, rules_shown
from generator.games.meaning_made.words.table import table_of
from generator.replay.moves import Gap, Move, Policy
from generator.replay.script import Script, ScriptLine, ScriptRow
from generator.replay.stated_outcomes import Claim, hold
from generator.replay.told import TableView


class MeaningMade(Ruled[State, act.Action, Fact]):
    """The rules of Meaning Made over the cards of one workbook."""

    kinds, tracks, shared_tracks = TOKENS, ("vitals", "legacy"), ("meaning",)
    nobody = telling.EVENT
    hidden = (Pool(("pattern_deck",)), Pool(("initiative_deck",)), Pool(("event_deck",)))

    def __init__(self, game: Game) -> None:
        super().__init__(game.book)
        self.game = game
        self.vocabulary = vocabulary_in(game.terms)
        self.rules = rules_in(game.terms)
        following = f"Name that {game.terms.event}, or lay the deck otherwise in the setup rows."
        self.mends = MappingProxyType({"event.next": following})

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        return begin(script, self.game)

    def mended_setup(self, script: Script) -> Script:
        """Decks without the cards that are gone."""
        return mended(script, self.game)

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the seed, and every deck as it is shuffled by it."""
        dealt = start(self.game, names, seed=seed)
        laid = Decks(
            patterns=(*dealt.prism, *dealt.pattern_deck),
            initiatives=(*dealt.index[:-1], *dealt.initiative_deck),
            events=dealt.event_deck,
        )
        first = start(self.game, names, seed=seed, decks=laid)
        mats = self.book["Players"].rows if "Players" in self.book else ()
        return written(first, colours=tuple(row["name"] for row in mats), seed=seed)

    def phase(self, state: State) -> str:
        """The script's word for the phase."""
        return turns.PHASES[state.phase]

    def moment(self, state: State) -> str:
        """The phase as the rules call it."""
        return phase_name(state.phase, self.game.terms)

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat that acts or chooses next, if there is one."""
        seat = to_act(state)
        return () if seat == NOBODY else (seat,)

    def legal_actions(self, state: State, seat: int) -> tuple[act.Action, ...]:
        """What may be done now; only one seat can be asked."""
        return legal_actions(state)

    def apply(self, state: State, seat: int, action: act.Action) -> tuple[State, tuple[Fact, ...]]:
        """The next state and what happened. Raises IllegalMove."""
        return apply(state, action)

    def most(self, state: State, track: str) -> int:
        """The last space of a track."""
        return int(getattr(state.setting.rules, f"{track}_max"))

    def bundle(self, counts: Iterable[int]) -> Tokens:
        """A player's tokens."""
        return Tokens(*counts)

    def with_measure(self, state: State, seat: int, symbol: str, value: int) -> State:
        """The state with another value; a world that a row tells to stand has not collapsed."""
        after = super().with_measure(state, seat, symbol, value)
        return turns.revived(after) if symbol == "meaning" and value else after

    def scores(self, state: State) -> tuple[int, ...]:
        """Legacy, Vitals and Meaning as the rules add them up."""
        return scores(state)

    # ------------------------------------------------------------ rows

    def read(self, row: ScriptRow, state: State) -> act.Action:
        """The action of a row. Raises CellError."""
        return read_move(row, state)

    def write(self, move: Move[State, act.Action, Fact]) -> ScriptLine | None:
        """A move as a row."""
        return next(iter(game_lines((move,))), None)

    def write_all(
        self, moves: Sequence[Move[State, act.Action, Fact]], narrations: Sequence[str] = ()
    ) -> tuple[ScriptLine, ...]:
        """The rows of moves; an answer joins its Touchpoint."""
        return game_lines(moves, narrations)

    def follow_up(self, row: ScriptRow, action: act.Action, after: State) -> tuple[int, act.Action] | None:
        """The answer to a Touchpoint that its row states."""
        if not isinstance(action, act.Touchpoint) or after.choice is None:
            return None
        answer = turns.stated_answer(row)
        return (after.choice.player, answer) if answer is not None else None

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        return turns.column_of(rule, row)

    # ------------------------------------------------------------ how a world goes on

    def silent(self, state: State) -> tuple[int, act.Action] | None:
        """Events, refused donations and ends of turns need no row."""
        action = turns.silent(state)
        return (to_act(state), action) if action is not None else None

    def overdue(self, state: State) -> tuple[State, Gap]:
        """A choice or actions that no row tells."""
        return turns.overdue(state)

    def reached(self, state: State, row: ScriptRow) -> bool:
        """Whether the game has come to the moment of a row."""
        return turns.reached(state, row)

    def check_turn(self, row: ScriptRow, state: State, past: State) -> None:
        """That the row’s player is the one to move. Raises MoveError."""
        turns.check_turn(row, state, past)

    def play(self, row: ScriptRow, state: State, past: State) -> tuple[State, tuple[Fact, ...]]:
        """What a row does. Raises CellError or MoveError."""
        if row.action == "reveal":
            turns.stated_event(row, state)
        if row.action == "keep" and not turns.asked(row, state):
            return state, ()
        return super().play(row, state, past)

    def mover(self, row: ScriptRow, state: State) -> int:
        """The player of a row, else the one whose turn it is."""
        seat = self.seat(row, state)
        return seat if seat is not None else state.player

    def skip(self, row: ScriptRow, state: State) -> State:
        """The state without the row."""
        return turns.skip(state, row)

    def force(self, row: ScriptRow, state: State, claims: Sequence[Claim]) -> tuple[State, tuple[Fact, ...]]:
        """The state as a row wants it."""
        return forcing.force(state, row, claims)

    # ------------------------------------------------------------ what a row states

    def stated(self, row: ScriptRow) -> str:
        """What a row states; a Gather’s gains are its move."""
        return "" if row.action == "gather" else row.gains

    def check_deed(self, claim: Claim, facts: Sequence[Fact]) -> str | None:
        """Whether something was accepted, declined or completed."""
        return measures.check_deed(claim, facts, self.game.terms)

    def untold(self, row: ScriptRow, claims: Sequence[Claim], facts: Sequence[Fact]) -> str:
        """A completion that the row does not state."""
        return measures.untold(claims, facts, self.game)

    def numbers_told(self, row: ScriptRow, before: State, after: State, symbol: str) -> tuple[int, ...]:
        """What places and donations are worth, and which boxes are still open."""
        return measures.numbers_told(row, before, symbol)

    def told_otherwise(
        self, claims: Sequence[Claim], before: State, after: State, facts: Sequence[Fact]
    ) -> bool:
        """Whether a row tells an Event’s outcome, a completion, a fall or an exchange that did not come."""
        if not any(isinstance(fact, Acted) for fact in facts):
            return False
        if any(isinstance(fact, EventRevealed) for fact in facts):
            return any(one.wrong for one in hold(self, claims, before, after, facts))
        completed = measures.tells_completion(claims, before, after, facts)
        falls = any(measures.tells_fall(claims, seat) and have for seat, have in enumerate(after.vitals))
        return completed or falls or measures.tells_exchange(claims, facts)

    def may_follow(self, rule: str, row: ScriptRow, state: State, broken: Sequence[ScriptRow]) -> bool:
        """An Event that lies deeper in its deck: a completion may have turned over more or fewer of them."""
        titles = [self.game.events[event].title.casefold() for event in state.event_deck]
        lies_deeper = rule == "event.next" and row.card.strip().casefold() in titles
        return lies_deeper and any(before.action == "contribute" for before in broken)

    def whereabouts(self, rule: str, row: ScriptRow, state: State) -> str:
        """Where the card of a row lies."""
        return whereabouts(rule, row.card, state)

    def play_on_mend(self) -> str:
        """What to do about a script that stops before the end."""
        last = self.game.rules.round_limit
        end = f"end of round {last}" if last else self.game.terms.end
        return f"Play on to the {end} or to the {self.game.terms.collapse.low}."

    # ------------------------------------------------------------ bots and repair

    def policies(self, players: int) -> tuple[Policy[State, act.Action], ...]:
        """The four characters in turn."""
        return characters(players)

    def ends_well(self, state: State) -> bool:
        """The world is saved."""
        return state.result is not Result.COLLAPSE and state.phase is Phase.OVER

    def card_of(self, action: act.Action, state: State) -> str:
        """The Pattern or Initiative of a move."""
        return card_of(action, state)

    def wish(
        self, state: State, seat: int, legal: tuple[act.Action, ...], rows: Sequence[ScriptRow]
    ) -> tuple[act.Action, ScriptRow | None] | None:
        """Events and donations have rules of their own here."""
        return wish(self, state, seat, legal, rows)

    # ------------------------------------------------------------ what is told

    def headline(self, deed: PlayedStep) -> str:
        """Who does what."""
        return headline(deed, self.game)

    def outcome(self, deed: PlayedStep) -> str:
        """What comes of it."""
        return outcomes(deed, self.game)

    def rules_shown(self, deed: PlayedStep) -> tuple[str, ...]:
        """The rules that it shows, or the one that it breaks."""
        return rules_shown(deed)

    def phase_heading(self, phase: str) -> str:
        """The phases as the rules call them."""
        return telling.heading(phase, self.game.terms)

    def table(self, state: State, script: Script) -> TableView:
        """Meaning, mats, Palettes, Index and Prism."""
        return table_of(state, self.game, seats_of(script, self.book))

    def seated(self, start: State) -> str:
        """Who sits where, and who begins."""
        return telling.seated(start)

    def ending(self, final: State) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """How the world stands, and the scores."""
        return telling.ending(final, self.game), tuple(telling.score_rows(final, self.game.terms))

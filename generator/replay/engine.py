"""What a game's rules offer to replay, repair and bots: one class to fill in, and what most games share.

A state, an action and a fact are the game's own frozen values; nothing here looks into them. Several
seats may have to act at once (`actors`): then each of their rows is a step of its own, in any order, and
the game resolves them when the last is known. An announced action that others may answer is a state in
which those others act. What nobody has to write down, such as the reveal of a card or an answer that is
a refusal, is `silent`. Whatever lies in a hand is part of the state; a script tells everything.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Generic

from generator.records.tables import Book
from generator.replay.display import Display
from generator.replay.errors import IllegalMove, MoveError, Reason
from generator.replay.moves import NOBODY, A, CountChange, F, Gap, Move, Policy, S
from generator.replay.names import player_named
from generator.replay.repair import closest
from generator.replay.script import Script, ScriptLine, ScriptRow, Vocabulary

if TYPE_CHECKING:
    from generator.replay.stated_outcomes import Claim

NAMES = ("Alex", "Brooke", "Casey", "Drew", "Ellis", "Farah", "Gale", "Harper", "Indigo")


class Engine(Display[S, A, F], Generic[S, A, F]):
    """A game's rules over one workbook. Facts are what a move brings about, in the game's own values."""

    vocabulary: Vocabulary
    mends: Mapping[str, str] = {}
    """How to mend a row that breaks a rule, where no sentence of `rules` says it."""
    play_on_mend = "Play on to the end of the game."
    """What to do about a script that stops before it may."""
    most_rounds = 40
    """Bots that have not finished by then stop."""

    def __init__(self, book: Book) -> None:
        self.book = book

    # ------------------------------------------------------------ the rules

    @abstractmethod
    def begin(self, script: Script) -> S:
        """The game that the setup rows describe. Raises CellError or SetupError."""

    def mended_setup(self, script: Script) -> Script:
        """The script with setup rows by which a game begins where they name what is gone; here as it is."""
        return script

    @abstractmethod
    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """The setup rows of a new game, from which `begin` makes it. Raises SetupError."""

    @abstractmethod
    def round(self, state: S) -> int:
        """The number of the round, from 1."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """The script's word for the phase; `end` if the game is over."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: A) -> tuple[S, tuple[F, ...]]:
        """The next state and what happened. Raises IllegalMove."""

    def step(self, state: S, seat: int, action: A) -> S:
        """The next state, for an action that was listed."""
        return self.apply(state, seat, action)[0]

    # ------------------------------------------------------------ what is counted (generator.balance)

    def how_ended(self, state: S) -> str:
        """How a game has ended, in a word or two that stands in a report."""
        return "ended well" if self.ends_well(state) else "ended otherwise"

    def cells_read(self, facts: Sequence[F]) -> Iterable[str]:
        """The cells of the workbook's tables that were read in this step, as a report names them."""
        return ()

    def cells_to_read(self) -> Iterable[str]:
        """All such cells."""
        return ()

    def cards_left_alone(self) -> Iterable[str]:
        """The titles of cards that no player plays, since the rules do not know all that they say."""
        return ()

    # ------------------------------------------------------------ the end

    def shared_scores(self, state: S) -> Mapping[str, int]:
        """Scores of the whole table by the names under which a script states them, beside the players’."""
        return {}

    # ------------------------------------------------------------ rows

    @abstractmethod
    def read(self, row: ScriptRow, state: S) -> A:
        """The action of a row, as it is meant in this state. Raises CellError."""

    @abstractmethod
    def write(self, move: Move[S, A, F]) -> ScriptLine | None:
        """A move as a row; None for one that needs none."""

    def write_all(
        self, moves: Sequence[Move[S, A, F]], narrations: Sequence[str] = ()
    ) -> tuple[ScriptLine, ...]:
        """The rows of moves; `narrations` are narrations, one for each move."""
        lines = (
            (self.write(move), narrations[at] if at < len(narrations) else "")
            for at, move in enumerate(moves)
        )
        return tuple(line._replace(narration=words) for line, words in lines if line is not None)

    def follow_up(self, row: ScriptRow, action: A, after: S) -> tuple[int, A] | None:
        """A further action that the same row tells, such as the answer to what it announces."""
        return None

    def chosen_in(self, row: ScriptRow) -> str:
        """What a row says of choices that are made while its action happens, folded."""
        return ""

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        return "card" if row.card else "action"

    # ------------------------------------------------------------ how a world goes on

    def over(self, state: S) -> bool:
        """Whether the game is over."""
        return self.phase(state) == "end"

    def may_stop(self, state: S) -> bool:
        """Whether a script may stop here, though the game goes on: after a round that teaches enough."""
        return False

    def actions_left(self, state: S) -> int | None:
        """How many actions whoever moves still has in this turn; None where the rules do not count them."""
        return None

    def moment(self, state: S) -> str:
        """The phase as a message names it."""
        return self.phase(state)

    def silent(self, state: S) -> tuple[int, A] | None:
        """What happens, or is done, without a row, if this row is not about it; None if a row is due."""
        return (NOBODY, self.legal_actions(state, NOBODY)[0]) if not self.actors(state) else None

    def overdue(self, state: S) -> tuple[S, Gap]:
        """The state without the row that is missing, and the sentence that says so."""
        seat = self.actors(state)[0]
        who = self.names(state)[seat]
        gap = Gap(who, f"{who} has to act in round {self.round(state)} before this, and no row says how.")
        return self.pass_over(state, seat), gap

    def pass_over(self, state: S, seat: int) -> S:
        """The state as if a seat had used its move for nothing. It has to come nearer to the end."""
        return self.apply(state, seat, self.legal_actions(state, seat)[0])[0]

    def reached(self, state: S, row: ScriptRow) -> bool:
        """Whether a world has come to the moment of a row, or beyond it."""
        if self.over(state) or self.round(state) > row.round:
            return True
        if self.round(state) < row.round:
            return False
        order = tuple(dict.fromkeys(self.vocabulary.all_phases.values()))
        here, there = order.index(self.phase(state)), order.index(row.phase)
        if here != there:
            return here > there
        seat, acting = self.seat(row, state), self.actors(state)
        if seat is None or not acting:
            return seat is None
        return seat in acting or seat not in self.waiting(state)

    def waiting(self, state: S) -> tuple[int, ...]:
        """The seats that have still to act in this phase of the round, in their order."""
        return tuple(range(min(self.actors(state)), len(self.names(state))))

    def check_turn(self, row: ScriptRow, state: S, past: S) -> None:
        """That the row stands in its round and phase, and its player is to act. Raises MoveError.

        `past` is the last state in the round of the row.
        """
        if self.over(state):
            raise IllegalMove(Reason("over", "The game is over."))
        if row.round != self.round(state):
            now = self.round(state)
            sentence = f"The row belongs to round {row.round}; the game is in round {now}."
            raise IllegalMove(Reason("turn.order", sentence))
        if row.phase != self.phase(state):
            sentence = f"The row belongs to the phase {row.phase}; now it is {self.moment(state)}."
            raise IllegalMove(Reason("phase", sentence))
        acting, names = self.actors(state), self.names(state)
        if row.player and player_named(row.player, names) not in acting:
            turn = " and ".join(names[seat] for seat in acting) or "nobody"
            seat = player_named(row.player, names)
            raise IllegalMove(Reason("turn.order", f"It is the turn of {turn}, not of {names[seat]}."))

    def play(self, row: ScriptRow, state: S, past: S) -> tuple[S, tuple[F, ...]]:
        """What a row does. Raises CellError or MoveError."""
        self.check_turn(row, state, past)
        action = self.read(row, state)
        after, facts = self.apply(state, self.mover(row, state), action)
        while (answer := self.follow_up(row, action, after)) is not None:
            action = answer[1]
            after, further = self.apply(after, *answer)
            facts = (*facts, *further)
        return after, facts

    def mover(self, row: ScriptRow, state: S) -> int:
        """The seat that a row's action is of: its player, else the one who is to act."""
        seat = self.seat(row, state)
        return seat if seat is not None else next(iter(self.actors(state)), NOBODY)

    def skip(self, row: ScriptRow, state: S) -> S:
        """The state without a row that cannot be played: its move counts as used, so that turns keep step."""
        seat = self.seat(row, state)
        if seat is None or seat not in self.actors(state):
            return state
        due = (self.round(state), self.phase(state)) == (row.round, row.phase)
        return self.pass_over(state, seat) if due else state

    def force(self, row: ScriptRow, state: S, claims: Sequence[Claim]) -> tuple[S, tuple[F, ...]]:
        """The state as an illegal row wants it, and what happened; here it is left out, and only counts."""
        return self.skip(row, state), ()

    def seat(self, row: ScriptRow, state: S) -> int | None:
        """The seat that a row names; None if it names none, or nobody."""
        try:
            return player_named(row.player, self.names(state)) if row.player else None
        except MoveError:
            return None

    # ------------------------------------------------------------ what a row states

    def stated(self, row: ScriptRow) -> str:
        """The outcome that a row states, in the notation of claims."""
        return row.gains

    def measure(self, state: S, seat: int, symbol: str) -> int | None:
        """How much a seat (or TABLE) has of a symbol; None if it can have none."""
        return None

    def with_measure(self, state: S, seat: int, symbol: str, value: int) -> S:
        """The state in which a seat has so much of a symbol."""
        return state

    def changes(self, facts: Sequence[F], seat: int, symbol: str) -> tuple[CountChange, ...]:
        """The changes of a symbol, one by one, as effects asked for them and as they came."""
        return ()

    def check_deed(self, claim: Claim, facts: Sequence[F]) -> str | None:
        """A sentence if a deed of the vocabulary did not come about, else None."""
        return None

    def untold(self, row: ScriptRow, claims: Sequence[Claim], facts: Sequence[F]) -> str:
        """A sentence if something came of a step that the row has to state, and does not."""
        return ""

    def numbers_told(self, row: ScriptRow, before: S, after: S, symbol: str) -> Iterable[int]:
        """Further numbers of a symbol that a narration of this step may say: of rules, of what is left."""
        return ()

    def places_told(self, facts: Sequence[F]) -> Mapping[str, Collection[str]]:
        """What was looked up in this step: words such as `row`, each with what stands behind it there."""
        return {}

    def bans_told(self, state: S) -> Collection[str] | None:
        """The actions, by their symbols, that somebody may not take now; None where nothing is forbidden."""
        return None

    def bands_told(self, before: S, after: S) -> tuple[Collection[str], Collection[str]]:
        """All names of bands that narrations may say, and those that are true around this step."""
        return (), ()

    def told_otherwise(self, claims: Sequence[Claim], before: S, after: S, facts: Sequence[F]) -> bool:
        """Whether a row that can be played tells a deed that did not come of it, so that it is forced."""
        return False

    def may_follow(self, rule: str, row: ScriptRow, state: S, broken: Sequence[ScriptRow]) -> bool:
        """Whether a row may break a rule only because one of the broken rows before it was another."""
        return False

    def whereabouts(self, rule: str, row: ScriptRow, state: S) -> str:
        """A sentence that helps with a broken rule, such as where the card lies; or nothing."""
        return ""

    # ------------------------------------------------------------ bots and repair

    def policies(self, players: int) -> tuple[Policy[S, A], ...]:
        """A bot for each seat; here they choose at random."""
        return (_at_random,) * players

    def ends_well(self, state: S) -> bool:
        """Whether an end is one that a sample game may show."""
        return self.over(state)

    def lessons(self, move: Move[S, A, F]) -> Iterable[str]:
        """What a move lets a reader see, such as a refusal; here the kinds of its facts."""
        return {type(fact).__name__ for fact in move.facts}

    def ended_alone(self, moves: Sequence[Move[S, A, F]]) -> bool:
        """Whether one player has ended the game alone, where a reader should see several do it."""
        return False

    def card_of(self, action: A, state: S) -> str:
        """The card that an action is about, folded; empty if it is about none."""
        return ""

    def wish(
        self, state: S, seat: int, legal: tuple[A, ...], rows: Sequence[ScriptRow]
    ) -> tuple[A, ScriptRow | None] | None:
        """What a seat does while a script is played on: closest to what its rows want; None asks a bot."""
        return closest(self, state, seat, legal, rows)


def _at_random(state: S, legal: tuple[A, ...], rng: Random) -> A:
    return legal[rng.randrange(len(legal))]

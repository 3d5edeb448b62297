"""A game that is played: its turns, who holds which seat, what happens by itself, and what is taken back.

The engine alone decides what is legal. Every move of a seat is in the log before it counts; what chance does
follows from the seed, so that a log played again gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from generator.ground.fence import unit
from generator.ground.problems import Failed, error
from generator.players.player import PLAYERS
from generator.replay.errors import CellError, MoveError, SetupError
from generator.replay.moves import NOBODY, Move
from generator.replay.script import Script, ScriptLine, lines_text, script_from_text
from generator.table.free import PLACED, FreeMove, FreePlay
from generator.table.game_log import FOLDER, GameLog, LoggedMove, Opening, begun_log
from generator.table.options import AnyEngine, Option, cells_that_tell, options, row_of
from generator.table.refusals import Refusal, why_not

ME, OPEN, BOT = "me", "open", "bot"
PERSONS = frozenset({ME, OPEN})
CHANGED = "The table has changed meanwhile. Look again."
_WORLDS = 2
"""In so many worlds that a seat may be in, a move is tried to see whether it showed something."""


class Refused(Exception):
    """Somebody wants what cannot be done; why is a Refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """One move that was made; `by` is `person`, `bot`, `rules` (it was forced) or `chance`."""

    move: Move[Any, Any, Any]
    by: str
    why: str = ""


@dataclass(slots=True)
class Session:
    """One game at one table."""

    engine: AnyEngine
    script: Script
    record: GameLog
    start: Any
    turns: list[TurnTaken] = field(default_factory=list)
    broken: str = ""
    """Which move of the log no longer holds, and why; empty if all of them do."""
    _options: dict[tuple[int, int], tuple[Option, ...]] = field(default_factory=dict)

    @property
    def state(self) -> Any:
        """The state as it is, with all that is hidden."""
        return self.turns[-1].move.after if self.turns else self.start

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.engine.names(self.start)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.engine.over(self.state)

    def is_person(self, seat: int) -> bool:
        """Whether somebody sits there, or may."""
        return self.record.kinds[seat] in PERSONS

    def view(self, seat: int) -> Any:
        """What a seat knows."""
        return self.engine.view(self.state, seat)

    def options(self, seat: int) -> tuple[Option, ...]:
        """What a seat may do now, in an order that says nothing."""
        if self.over or seat not in self.engine.actors(self.state):
            return ()
        key = (len(self.turns), seat)
        if key not in self._options:
            self._options = {now: known for now, known in self._options.items() if now[0] == key[0]}
            self._options[key] = options(self.engine, self.view(seat), seat)
        return self._options[key]

    # ------------------------------------------------------------ moves

    def act(self, seat: int, at: int, *, moves: int) -> None:
        """Make a move of a person: one of the options, as they were after so many moves. Raises Refused."""
        if moves != len(self.turns):
            raise Refused(Refusal(CHANGED))
        listed = self.options(seat)
        if not 0 <= at < len(listed):
            raise Refused(self.why_not(seat, {}))
        self._make(seat, listed[at].action, "person")

    def put(self, seat: int, action: FreeMove, *, moves: int) -> None:
        """Lay a card of a game without rules at a place. Raises Refused."""
        if moves != len(self.turns):
            raise Refused(Refusal(CHANGED))
        if not isinstance(self.engine, FreePlay) or action.word not in PLACED or action.to is None:
            raise Refused(Refusal("Cards are not laid anywhere here: click on what lights up."))
        try:
            self._make(seat, action, "person")
        except MoveError as fault:
            raise Refused(Refusal(str(fault))) from None

    def why_not(self, seat: int, part: Mapping[str, str]) -> Refusal:
        """Why a seat may not use what it clicked on."""
        return why_not(self.engine, self.view(seat), seat, part)

    def step(self) -> bool:
        """Do the next thing that nobody has to decide: chance, then what is forced. Whether there was one."""
        if self.over:
            return False
        acting = self.engine.actors(self.state)
        if not acting:
            self._chance()
            return True
        for seat in acting:
            if len(listed := self.options(seat)) == 1:
                self._make(seat, listed[0].action, "rules")
                return True
        return False

    def waiting_bot(self) -> int | None:
        """The seat of a bot that has to move; None if there is none."""
        acting = () if self.over else self.engine.actors(self.state)
        return next((seat for seat in acting if not self.is_person(seat)), None)

    def think(self, seat: int) -> None:
        """Have a bot move by what its seat knows."""
        player = PLAYERS[self.record.kinds[seat].partition(":")[2]]
        rng = Random(f"{self.record.opening.seed} {len(self.turns)} {seat}")
        choice = player.choose(self.engine, self.view(seat), seat, rng)
        self._make(seat, choice.action, "bot", choice.why)

    def _chance(self) -> None:
        state = self.state
        action = self.engine.legal_actions(state, NOBODY)[0]
        self.turns.append(
            TurnTaken(Move(state, NOBODY, action, *self.engine.apply(state, NOBODY, action)), "chance")
        )

    def _make(self, seat: int, action: Any, by: str, why: str = "") -> None:
        """Apply a move and write it down; only then it counts."""
        move = Move(self.state, seat, action, *self.engine.apply(self.state, seat, action))
        if self.broken:
            self.record.write(keep=len(self._of_seats()), why=self.broken)
            self.broken = ""
        drags = isinstance(action, FreeMove) and action.to is not None
        at = action.at if drags else self.engine.legal_actions(move.before, seat).index(action)
        self.record.write(seat=seat, cells=self._cells(move), by=by, why=why, at=at)
        self.turns.append(TurnTaken(move, by, why))

    def _cells(self, move: Move[Any, Any, Any]) -> dict[str, str]:
        return {k: v for k, v in cells_that_tell(self.engine, row_of(self.engine, move)).items() if v}

    def _of_seats(self) -> list[TurnTaken]:
        return [turn for turn in self.turns if turn.by != "chance"]

    # ------------------------------------------------------------ taking back

    def last_decision(self, seat: int) -> int | None:
        """Which turn a seat may take back, with what followed; None beyond the moves of other persons, and
        beyond what showed something that the seat did not know.
        """
        for at in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[at]
            if self._shows(turn, seat) or (turn.by == "person" and turn.move.seat != seat):
                return None
            if turn.by == "person":
                return at
        return None

    def take_back(self, seat: int) -> None:
        """Back to the last decision of a seat. Raises Refused."""
        at = self.last_decision(seat)
        if at is None:
            sentence = "Nothing can be taken back here: somebody else has moved, or something was revealed."
            raise Refused(Refusal(sentence))
        self._cut(at)

    def take_back_freely(self) -> None:
        """Back to anybody’s last decision, whatever was seen since; it marks the game. Raises Refused."""
        decided = [at for at, turn in enumerate(self.turns) if turn.by in ("person", "bot")]
        if not decided:
            raise Refused(Refusal("Nothing was decided yet."))
        persons = [at for at in decided if self.turns[at].by == "person"]
        self._cut((persons or decided)[-1], free=True)

    def _cut(self, at: int, *, free: bool = False) -> None:
        kept = sum(turn.by != "chance" for turn in self.turns[:at])
        self.record.write(keep=kept, free=free)
        del self.turns[at:]
        self._options.clear()

    def _shows(self, turn: TurnTaken, seat: int) -> bool:
        """Whether a seat knows more after a turn than the move itself says."""
        move, engine = turn.move, self.engine
        if engine.keeps_hands and move.seat != seat:
            return True
        before, after = engine.view(move.before, seat), engine.view(move.after, seat)
        for number in range(_WORLDS):
            world = engine.determinize(before, seat, Random(number))
            try:
                action = move.action if move.seat != NOBODY else engine.legal_actions(world, NOBODY)[0]
                if engine.view(engine.apply(world, move.seat, action)[0], seat) != after:
                    return True
            except MoveError:
                return True
        return False

    # ------------------------------------------------------------ seats and notes

    def seat(self, seat: int, kind: str) -> None:
        """Say who holds a seat. Raises Refused."""
        free = isinstance(self.engine, FreePlay)
        if not 0 <= seat < len(self.names) or not is_kind(kind) or (free and kind.startswith(BOT)):
            raise Refused(Refusal("There is no such seat, or nobody of that kind."))
        kinds = list(self.record.kinds)
        kinds[seat] = kind
        self.record.write(seats=kinds)

    # ------------------------------------------------------------ going on with a log

    def play_log(self, moves: Sequence[LoggedMove]) -> None:
        """Play the moves of a log, until one of them no longer holds; `broken` says which."""
        for number, logged in enumerate(moves, start=1):
            try:
                with unit("move", FOLDER):
                    while not self.over and not self.engine.actors(self.state):
                        self._chance()
                    move = self._again(logged)
            except (Refused, MoveError, CellError) as fault:
                words = " ".join(logged.cells.get(key, "") for key in ("action", "card", "payment")).strip()
                who = self.names[logged.seat] if 0 <= logged.seat < len(self.names) else "somebody"
                self.broken = f"Move {number} of {len(moves)} no longer holds ({who}: {words}). {fault}"
                return
            self.turns.append(TurnTaken(move, logged.by, logged.why))

    def _again(self, logged: LoggedMove) -> Move[Any, Any, Any]:
        state, seat, engine = self.state, logged.seat, self.engine
        acting = () if self.over else engine.actors(state)
        nearly = None
        legal = engine.legal_actions(state, seat) if seat in acting else ()
        first = legal[logged.at : logged.at + 1] if logged.at >= 0 else ()
        dragged = engine.placed(logged.cells, logged.at) if isinstance(engine, FreePlay) and legal else None
        for action in (dragged,) if dragged is not None else (*first, *legal):
            move = Move(state, seat, action, *engine.apply(state, seat, action))
            cells = self._cells(move)
            if cells == logged.cells:
                return move
            if {**cells, "gains": ""} == {**logged.cells, "gains": ""}:
                nearly = nearly or move
        if nearly is None:
            raise Refused(self.why_not(seat, logged.cells) if seat < len(self.names) else Refusal("No seat."))
        return nearly


def is_kind(kind: str) -> bool:
    """Whether a seat can be held so: `me`, `open`, or `bot:` with a strength."""
    word, _, strength = kind.partition(":")
    return kind in PERSONS or (word == BOT and strength in PLAYERS)


def new_session(
    engine: AnyEngine,
    names: Sequence[str],
    kinds: Sequence[str],
    *,
    seed: int,
    sheet: str,
    root: Path | None = None,
    variants: Sequence[str] = (),
) -> Session:
    """A new game; its log lies in `root`, the game folder, or in memory alone. Raises Failed."""
    try:
        lines = [*engine.deal(names, seed=seed)]
        lines += [ScriptLine(0, "setup", "", "variant", variant) for variant in variants]
        setup = lines_text(lines, engine.vocabulary)
    except SetupError as fault:
        raise Failed(error("--seats", str(fault), "Ask for another number of seats.")) from None
    script, start = _laid(engine, setup)
    record = begun_log(Opening(sheet, tuple(names), seed, setup), kinds, root)
    return Session(engine, script, record, start)


def resumed_session(engine: AnyEngine, record: GameLog) -> Session:
    """A game that was begun before, as far as its moves still hold. Raises Failed."""
    script, start = _laid(engine, record.opening.setup)
    session = Session(engine, script, record, start)
    kinds = [kind if is_kind(kind) else ME for kind in record.kinds[: len(session.names)]]
    record.kinds = (*kinds, *[ME] * (len(session.names) - len(kinds)))
    session.play_log(tuple(record.moves))
    return session


def _laid(engine: AnyEngine, setup: str) -> tuple[Script, Any]:
    """The setup rows, and the game that they describe. Raises Failed."""
    script, problems = script_from_text(setup, "setup", engine.vocabulary)
    try:
        if problems:
            raise Failed(*problems)
        with unit("game", FOLDER):
            return script, engine.begin(script)
    except (MoveError, CellError) as fault:
        raise Failed(
            error("plays", f"The game cannot begin any more: {fault}", "Begin a new game.")
        ) from None

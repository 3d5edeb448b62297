"""A row of a script as a move, and a played game as rows. What was gained is stated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.games.meaning_made.playing.turns import PHASES
from generator.games.meaning_made.records import TOKENS
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.actions import read_move as read_move
from generator.games.meaning_made.rules.state import State
from generator.replay.moves import Move
from generator.replay.script import ScriptLine

PlayedMove = Move[State, act.Action, say.Fact]

_BONUSES = (*TOKENS, "vitals")
"""What a Pattern's Bonus is stated in."""


def lines_of(moves: Sequence[PlayedMove], narrations: Sequence[str] = ()) -> tuple[ScriptLine, ...]:
    """The rows of moves; `narrations` are narrations, one for each move. An answer joins its Touchpoint."""
    lines: list[ScriptLine] = []
    for at, move in enumerate(moves):
        if isinstance(move.action, act.Answer) and lines and lines[-1].action == "touchpoint":
            answer = "accepted" if move.action.accept else "declined"
            lines[-1] = lines[-1]._replace(gains="; ".join((answer, *_rises(move, "vitals"))))
            continue
        narration = narrations[at] if at < len(narrations) else ""
        lines += [line._replace(narration=narration) for line in _line(move)]
    return tuple(lines)


def _line(move: PlayedMove) -> Iterator[ScriptLine]:
    state, events = move.before, move.before.setting.game.events
    cells = {"action": move.action.word, **move.action.cells(state)}
    if isinstance(move.action, act.RevealEvent):
        event = next((fact.event for fact in move.facts if isinstance(fact, say.EventRevealed)), None)
        if event is None:
            return  # there is no Event left, and nothing to write
        cells["card"] = events[event].title
    name = state.names[move.seat] if move.seat >= 0 else ""
    word, card, payment = (cells.get(column, "") for column in ("action", "card", "payment"))
    gains = cells.get("gains", "") or _gains(move)
    yield ScriptLine(state.round, PHASES[state.phase], name, word, card, payment, gains)


def _gains(move: PlayedMove) -> str:
    """What a row states: Bonuses, completions, Meaning. Only what its player may read off the table."""
    stated = _bonus(move) if isinstance(move.action, act.Load) else []
    stated += _rises(move, "legacy")
    if any(isinstance(fact, say.Changed) and fact.symbol == "meaning" for fact in move.facts):
        stated.append(f"{_meaning(move.before)} {move.after.meaning}")
    return "; ".join(stated)


def _rises(move: PlayedMove, symbol: str) -> Iterator[str]:
    """Whose marker of a track rose, and by how much."""
    for fact in move.facts:
        if isinstance(fact, say.Changed) and fact.symbol == symbol and fact.asked > 0:
            yield f"{move.before.names[fact.player]} {_change(fact, move.before)}"


def _change(fact: say.Changed, state: State) -> str:
    return f"{fact.asked:+d}{state.setting.game.book.symbols[fact.symbol].typed}"


def _meaning(state: State) -> str:
    """The word for Meaning, if a stated outcome can be read with it: one of letters alone."""
    word = state.setting.game.terms.meaning
    return word if word.isalpha() else "Meaning"


def _bonus(move: PlayedMove) -> list[str]:
    """What the Pattern's Bonus brought: gains after it was placed, before anything was completed."""
    gained: list[str] = []
    placed = False
    for fact in move.facts:
        if isinstance(fact, say.Completed):
            break
        placed = placed or isinstance(fact, say.Loaded)
        if not (placed and isinstance(fact, say.Changed) and fact.player == move.before.player):
            continue
        if fact.asked > 0 and fact.symbol in _BONUSES:
            gained.append(_change(fact, move.before))
    return [" ".join(gained)] if gained else []

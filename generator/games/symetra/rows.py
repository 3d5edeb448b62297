"""A row of a script as a move of Symetra, and moves as rows.

A row of a turn tells a whole action that nobody answers: the cell Payment says what it selects, then what is
chosen while it happens, parted by semicolons. One that is answered is a row `announce`; `answer`, `resolve`
and `choose` follow in the phase `answer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from generator.games.kit.cells import in_cell, parts_in
from generator.games.symetra import facts as say
from generator.games.symetra import words
from generator.games.symetra.choosing import Choice
from generator.games.symetra.moves import (
    Announce,
    Begin,
    Close,
    Decide,
    Decided,
    Decline,
    DrawCard,
    Move,
    Resolve,
    Settle,
)
from generator.games.symetra.naming import (
    card_called,
    choice_text,
    label_of,
    read_choice,
    read_selection,
    selection_parts,
)
from generator.games.symetra.records import CardFacts, Setting
from generator.games.symetra.state import NOTHING, Action, Charge, Fuse, State, Use
from generator.replay.errors import CellError, UnreadableMove, shown
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.names import player_named
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary, spellings

ANSWER = "answer"
"""The script's phase while an action is announced or happens."""
LONGEST_LIST = 30
"""Parts of a cell."""
FUSE, CHARGE, USE = Fuse.word, Charge.word, Use.word
WHOLE = frozenset({FUSE, CHARGE, USE})
"""Actions of rows that tell all of an action that nobody answers."""
VOCABULARY = Vocabulary(
    phases=spellings(f"begin|cycle, turns|turn, last actions|last, {ANSWER}|answers, close"),
    actions=spellings(
        f"hand|deal, begin, close, {FUSE}|fuses, {CHARGE}|charges, {USE}|uses, announce|announce use, "
        "announce fuse, announce charge, answer, answer fuse, answer charge, resolve|happens, "
        "choose|chooses, draw|draws, decide"
    ),
)
"""What people write, to the words that the engine uses."""


def phase_word(state: State) -> str:
    """The script's word for the phase."""
    return ANSWER if state.stack or state.agenda else state.phase


# ---------------------------------------------------------------- reading


def read_move(row: ScriptRow, state: State) -> Move:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    kind = row.action.removeprefix("announce ").removeprefix("answer ")
    kind = {"announce": USE, "answer": USE}.get(kind, kind)
    reader = _READERS.get(kind)
    if reader is None:
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {row.phase}."))
    return reader(row, state)


def _fuse(row: ScriptRow, state: State) -> Move:
    return Announce(Fuse(_card(row, state.setting)))


def _charge(row: ScriptRow, state: State) -> Move:
    text = (parts_of(row) or [""])[0]
    match = re.fullmatch(r"(\d{1,3})(?:\.0)?\s*E?", text)
    if match is None:
        raise CellError("payment", UnreadableMove(f"“{shown(text)}” is no number of beads. Write 1, 2 or 3."))
    return Announce(Charge(int(match[1])))


def _use(row: ScriptRow, state: State) -> Move:
    card = _card(row, state.setting)
    facts = state.setting.cards[card]
    return Announce(Use(card, in_cell("payment", lambda: read_selection(parts_of(row), facts, state))))


def _choose(row: ScriptRow, state: State) -> Move:
    return Settle(choice_in(row, state, row.payment.strip()) or Choice())


def _decide(row: ScriptRow, state: State) -> Move:
    """`Rose potential>actual 2; Amber Sun>universal 1`: whose beads went from where to where."""
    parts = tuple(_decided(part, state) for part in parts_of(row))
    return Decide(_card(row, state.setting), parts)


def _decided(text: str, state: State) -> Decided:
    match = re.fullmatch(r"(.{1,80}?)\s+(\S.{0,60}?)\s*>\s*(.{1,60}?)\s+(\d{1,3})", text)
    if match is None:
        example = f"{state.names[0]} potential>actual 2"
        raise CellError("payment", UnreadableMove(f"“{shown(text)}” moves nothing. Write {example}."))
    seat = in_cell("payment", lambda: player_named(match[1], state.names))
    source, target = (in_cell("payment", partial(_place, match[side], state.setting)) for side in (2, 3))
    if source not in words.POOLS and target not in words.POOLS:
        raise CellError("payment", UnreadableMove("Beads go between a card and a pool, or two pools."))
    return Decided(seat, source, target, int(match[4]))


def _place(text: str, setting: Setting) -> str:
    """A pool, or a card by its name."""
    folded = text.strip().casefold()
    return folded if folded in words.POOLS else setting.title(card_called(text, setting))


def _resolve(row: ScriptRow, state: State) -> Move:
    due = label_of(state.stack[-1], state.setting) if state.stack else ""
    if row.card and due and row.card.strip().casefold() != due.casefold():
        raise CellError("card", UnreadableMove(f"The last announced is {due}, so that it happens first."))
    return Resolve()


_READERS: Mapping[str, Callable[[ScriptRow, State], Move]] = {
    FUSE: _fuse,
    CHARGE: _charge,
    USE: _use,
    "choose": _choose,
    "decide": _decide,
    "resolve": _resolve,
    "draw": lambda row, state: DrawCard(),
    "begin": lambda row, state: Begin(),
    "close": lambda row, state: Close(),
}


def _card(row: ScriptRow, setting: Setting) -> int:
    return in_cell("card", lambda: card_called(row.card, setting))


def parts_of(row: ScriptRow) -> list[str]:
    """What the cell Payment lists. Raises CellError for too long a list."""
    return in_cell("payment", lambda: parts_in(row.payment, marks=";\n", most=LONGEST_LIST))


def _of_choices(row: ScriptRow, state: State) -> list[str]:
    """The parts of a row that say what is chosen, behind what an action selects, or the beads of a charge."""
    parts = parts_of(row)
    if row.action == CHARGE:
        return parts[1:]
    facts = state.setting.titled(row.card) if row.action == USE else None
    return parts[_selected_parts(parts, facts, state.setting) :] if facts is not None else parts


def _selected_parts(parts: Sequence[str], facts: CardFacts, setting: Setting) -> int:
    """How many parts of a cell say what an action selects."""
    count = len(facts.named)
    borrowed = setting.titled(parts[0]) if facts.borrows and parts else None
    if borrowed is None or borrowed.borrows:
        return count
    return count + _selected_parts(parts[count:], borrowed, setting)


def next_choice(row: ScriptRow, state: State) -> Choice | None:
    """What a row says of the choice that is due; None if it says nothing. Raises CellError."""
    texts = [row.card] if row.action == CHARGE else _of_choices(row, state)[state.settled :]
    return choice_in(row, state, texts[0]) if texts and texts[0] else None


def untaken(row: ScriptRow, state: State) -> str:
    """What a row of a whole action says, and there was nothing to choose; empty if all was chosen."""
    return "; ".join(_of_choices(row, state)[0 if row.action == CHARGE else state.settled :])


def choice_in(row: ScriptRow, state: State, text: str) -> Choice | None:
    """A choice as a cell says it. Raises CellError."""
    if not state.agenda:
        return None
    column, task = "card" if row.action == CHARGE else "payment", state.agenda[0]
    return in_cell(column, lambda: read_choice(text, state, task))


# ---------------------------------------------------------------- writing


def lines_of(
    moves: Sequence[Played[State, Move, say.Fact]], narrations: Sequence[str]
) -> Iterator[ScriptLine]:
    """Moves as rows: a whole action that nobody answers is one, and so is what happens of an answered one."""
    at = 0
    while at < len(moves):
        move = moves[at]
        end = _end_of(moves, at)
        line = _line(move, moves[at + 1 : end])
        if line is not None:
            yield line._replace(narration=narrations[at] if at < len(narrations) else "")
        at = end


def _end_of(moves: Sequence[Played[State, Move, say.Fact]], at: int) -> int:
    """Where the moves end that one row tells, beginning with one."""
    move, end = moves[at], at + 1
    if isinstance(move.action, Announce) and not move.before.stack:
        while end < len(moves) and (moves[end].before.stack or moves[end].before.agenda):
            if isinstance(moves[end].action, Announce):
                return at + 1
            end += 1
    elif isinstance(move.action, Resolve):
        while end < len(moves) and isinstance(moves[end].action, Settle):
            end += 1
    return end


def _line(
    move: Played[State, Move, say.Fact], further: Sequence[Played[State, Move, say.Fact]]
) -> ScriptLine | None:
    state, action = move.before, move.action
    player = state.names[move.seat] if move.seat != NOBODY else ""
    line = ScriptLine(state.round, phase_word(state), player)
    choices = [choice_text(step) for step in further if isinstance(step.action, Settle)]
    match action:
        case Begin() | Close():
            return line._replace(action=state.phase)
        case Decline():
            return None
        case DrawCard():
            return line._replace(action="draw")
        case Settle():
            return line._replace(action="choose", payment=choice_text(move))
        case Decide(card=card, decided=decided):
            parts = (f"{state.names[s]} {source}>{target} {beads}" for s, source, target, beads in decided)
            title = state.setting.title(card)
            return line._replace(action="decide", card=title, payment="; ".join(parts))
        case Resolve():
            title = label_of(state.stack[-1], state.setting)
            return line._replace(action="resolve", card=title, payment="; ".join(choices))
        case Announce(action=announced):
            line = _announced_line(line, state, announced, choices, whole=bool(further))
            return line if not further or line.card else line._replace(card=_charged(further))
    raise TypeError(action)


def _charged(further: Sequence[Played[State, Move, say.Fact]]) -> str:
    """The card that a charge went onto."""
    happened = next((step for step in further if isinstance(step.action, Resolve)), further[0])
    beads = (fact for fact in happened.facts if isinstance(fact, say.Beads))
    return next((happened.before.setting.title(fact.card) for fact in beads), "")


def _announced_line(
    line: ScriptLine, state: State, action: Action, choices: Sequence[str], *, whole: bool
) -> ScriptLine:
    front = "" if whole else f"{'answer' if state.stack else 'announce'} "
    if isinstance(action, Charge):
        payment = str(action.beads)
        return line._replace(action=f"{front}{CHARGE}", card="; ".join(choices), payment=payment)
    word, selected = f"{front}{FUSE}", NOTHING
    if isinstance(action, Use):
        word, selected = front.strip() or USE, action.selection
    parts = "; ".join([*selection_parts(selected, state), *choices])
    return line._replace(action=word, card=state.setting.title(action.card), payment=parts)

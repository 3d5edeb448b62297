"""What an action selects and what is chosen while it happens, as cells of a row say it: read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.games.kit.table import EMPTY
from generator.games.symetra import facts as say
from generator.games.symetra import words
from generator.games.symetra.choosing import Choice
from generator.games.symetra.moves import Move, Settle
from generator.games.symetra.records import CardFacts, Setting
from generator.games.symetra.state import (
    DIRECTIONS,
    MIDDLE,
    NOTHING,
    Announced,
    Charge,
    Selection,
    Spot,
    State,
    Task,
    Use,
)
from generator.records.notation import Call, Shift
from generator.replay.errors import UnreadableMove, shown
from generator.replay.moves import Move as Played
from generator.replay.names import card_named, player_named

_YES = {"yes": True, "pays": True, "keeps": True}
_NO = {"no": False, "refuses": False, "discards": False}


# ---------------------------------------------------------------- reading


def card_called(text: str, setting: Setting) -> int:
    """The card that somebody means. Raises UnreadableMove."""
    return card_named(text, [card.name for card in setting.cards], "card")


def read_selection(parts: Sequence[str], facts: CardFacts, state: State) -> Selection:
    """What an action selects, by the first parts of a cell. Raises UnreadableMove."""
    named: dict[str, Any] = {}
    for at, kind in enumerate(facts.named):
        if at >= len(parts):
            raise UnreadableMove(f"The row does not say which {kind} {facts.name} selects.")
        field, read = _SELECTED[kind]
        named[field] = read(parts[at], state)
    selection = Selection(**named)
    borrowed = state.setting.cards[selection.card]
    if not facts.borrows or selection.card == EMPTY or borrowed.borrows:
        return selection
    return replace(selection, inner=read_selection(parts[len(facts.named) :], borrowed, state))


def _announced(text: str, state: State) -> int:
    """The place in the stack of an action by its card; a charge is called so. Raises UnreadableMove."""
    labels = [label_of(item, state.setting).casefold() for item in state.stack]
    folded = text.strip().casefold()
    if folded in labels:
        return len(labels) - 1 - labels[::-1].index(folded)
    raise UnreadableMove(f"“{shown(text)}” is not announced.")


def label_of(item: Announced, setting: Setting) -> str:
    """An announced action as rows and sentences name it: by its card."""
    return "charge" if isinstance(item.action, Charge) else setting.title(item.action.card)


def read_spot(text: str, state: State) -> Spot:
    """A place in the matrix: `SE of Sun`, or `middle` of an empty one. Raises UnreadableMove."""
    if text.strip().casefold() in ("middle", ""):
        return MIDDLE
    match = re.fullmatch(r"\s*([NS]?[EW])\s+of\s+(.+)", text, re.IGNORECASE)
    if match is None:
        ways = ", ".join(DIRECTIONS)
        raise UnreadableMove(f"“{shown(text)}” is no place. Write one such as SE of Sun; there are {ways}.")
    lying = state.lying(card_called(match[2], state.setting))
    if lying is None:
        raise UnreadableMove(f"{shown(match[2])} does not lie in the matrix.")
    return lying.spot.beside(match[1].upper())


_SELECTED: Mapping[str, tuple[str, Callable[[str, State], Any]]] = {
    "player": ("player", lambda text, state: player_named(text, state.names)),
    "space": ("spot", read_spot),
    "action": ("action", _announced),
    "card": ("card", lambda text, state: card_called(text, state.setting)),
    "own card": ("card", lambda text, state: card_called(text, state.setting)),
}
"""The field of a Selection that each kind fills, and how it is read."""


def read_choice(text: str, state: State, task: Task) -> Choice:
    """A choice for a task. Raises UnreadableMove."""
    part, folded = task.part, text.strip().casefold()
    match part:
        case "lay":
            return Choice(spot=read_spot(text, state))
        case "load":
            return Choice(beads=((card_called(text, state.setting), task.amount),))
        case "price" | Call(table=words.KEEP):
            if folded in _YES or folded in _NO:
                return Choice(yes=folded in _YES)
            raise UnreadableMove(f"“{shown(text)}” is no answer. Write {' or '.join(_answers(task))}.")
        case Call(table=words.TURN_BACK | words.ASTRAY):
            return _otherwise(text, state, task)
        case Call() | Shift(symbol="card"):
            return Choice(card=card_called(text, state.setting))
        case Shift(source=source, target=target) if source in words.POOLS and target in words.POOLS:
            return Choice(amount=_number(text))
    return Choice(beads=_shares(text, state))


def _otherwise(text: str, state: State, task: Task) -> Choice:
    use = state.stack[task.acting.selection.action].action
    assert isinstance(use, Use)
    parts = [part.strip() for part in text.split("+")]
    return Choice(selection=read_selection(parts, state.setting.cards[use.card], state))


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}(\.0)?", text):
        raise UnreadableMove(f"“{shown(text)}” is no number of beads.")
    return int(text.removesuffix(".0"))


def _shares(text: str, state: State) -> tuple[tuple[int, int], ...]:
    """Beads of some cards: `Sun 2, Growth 1`, in the order in which they lie."""
    if text.strip().casefold() == "none":
        return ()
    shares: dict[int, int] = {}
    for piece in text.split(","):
        match = re.fullmatch(r"\s*(.+?)\s+(\d{1,3})\s*", piece)
        if match is None:
            raise UnreadableMove(f"“{shown(piece)}” does not say how many of which card. Write Sun 2.")
        shares[card_called(match[1], state.setting)] = int(match[2])
    order = [lying.card for lying in state.matrix]
    return tuple(sorted(shares.items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else EMPTY))


def _answers(task: Task) -> tuple[str, str]:
    return ("pays", "refuses") if task.part == "price" else ("keeps", "discards")


# ---------------------------------------------------------------- writing


def selection_parts(selection: Selection, state: State) -> Iterator[str]:
    """What an action selects, as a row says it."""
    if selection.player != EMPTY:
        yield state.names[selection.player]
    if selection.card != EMPTY:
        yield state.setting.title(selection.card)
    if selection.spot is not None:
        yield spot_text(selection.spot, state)
    if selection.action != EMPTY and selection.action < len(state.stack):
        yield label_of(state.stack[selection.action], state.setting)
    if selection.inner is not None and selection.inner != NOTHING:
        yield from selection_parts(selection.inner, state)


def spot_text(spot: Spot, state: State) -> str:
    """A place as a row says it, by the first card beside it."""
    for lying in state.matrix:
        for way in DIRECTIONS:
            if lying.spot.beside(way) == spot:
                return f"{way} of {state.setting.title(lying.card)}"
    return "middle"


def choice_text(move: Played[State, Move, say.Fact]) -> str:
    """A choice as a row says it."""
    state, task = move.before, move.before.agenda[0]
    assert isinstance(move.action, Settle)
    choice = move.action.choice
    if choice.spot is not None:
        return spot_text(choice.spot, state)
    if choice.selection is not None:
        return " + ".join(selection_parts(choice.selection, state))
    if choice.yes is not None:
        return _answers(task)[0 if choice.yes else 1]
    if choice.card != EMPTY:
        return state.setting.title(choice.card)
    if choice.amount != EMPTY:
        return str(choice.amount)
    if task.part == "load":
        return state.setting.title(choice.beads[0][0])
    return ", ".join(f"{state.setting.title(card)} {beads}" for card, beads in choice.beads) or "none"

"""What an announced card action may name, and whether it still can when it happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.games.kit.table import EMPTY
from generator.games.symetra import words
from generator.games.symetra.records import CardFacts
from generator.games.symetra.state import NOTHING, Position, Selection, Spot, Use
from generator.records.notation import Shift
from generator.replay.errors import Reason


def why_not_selected(
    state: Position, seat: int, card: int, facts: CardFacts, selection: Selection
) -> Reason | None:
    """Why an action of `facts`, used by the card `card`, cannot strike what is selected; None if it can."""
    for kind in facts.kinds:
        reason = _WHY[kind](state, seat, card, facts, selection) if kind in _WHY else None
        if reason is not None:
            return reason
    if facts.borrows:
        return _borrowed(state, seat, card, selection)
    if selection.inner is not None:
        return Reason("select", f"{facts.name} borrows no action.")
    return None


def _player(state: Position, seat: int, card: int, facts: CardFacts, selection: Selection) -> Reason | None:
    if selection.player == EMPTY or not state.playing[selection.player]:
        return Reason("select.player", f"{facts.name} selects a player who is in the game.")
    return None


def _card(state: Position, seat: int, card: int, facts: CardFacts, selection: Selection) -> Reason | None:
    owner = state.owner(selection.card)
    if owner == EMPTY:
        return Reason("select.card", f"{facts.name} selects a card that lies in the matrix.")
    if "own card" in facts.selects and owner != seat:
        return Reason("select.own", f"{facts.name} selects an own card of {state.names[seat]}.")
    if _protected(state, seat, facts, selection.card):
        return Reason("protected", f"{state.setting.title(selection.card)} is protected from that.")
    return None


def _protected(state: Position, seat: int, facts: CardFacts, card: int) -> bool:
    """Whether an action would move beads of a card that nobody, or not this player, may move."""
    here = (words.CARD, words.OWN_CARD)
    moves = [part for part in facts.parts if isinstance(part, Shift) and part.symbol == "bead"]
    takes = any(part.source in here for part in moves) or words.EMPTY_CARD in facts.calls
    puts = any(part.target in here for part in moves)
    return (takes and state.safe(card, seat)) or (puts and state.still(card))


def _space(state: Position, seat: int, card: int, facts: CardFacts, selection: Selection) -> Reason | None:
    beside = selection.card if "card" in facts.selects else card
    lying = state.lying(beside)
    if lying is not None and selection.spot in lying.spot.around() and state.is_free(selection.spot):
        return None
    title = state.setting.title(beside) if beside != EMPTY else facts.name
    return Reason("select.space", f"{facts.name} needs an empty space beside {title}.")


def _deck(state: Position, seat: int, card: int, facts: CardFacts, selection: Selection) -> Reason | None:
    return None if state.card_deck else Reason("select.deck", "There is no card in the deck.")


def _action(state: Position, seat: int, card: int, facts: CardFacts, selection: Selection) -> Reason | None:
    if not 0 <= selection.action < len(state.stack):
        return Reason("select.action", f"{facts.name} answers an action that is announced.")
    announced, calls = state.stack[selection.action], facts.calls
    if words.TURN_BACK in calls and not turned_back(state, seat, selection.action):
        return Reason("select.action", f"{facts.name} turns back what selects {state.names[seat]}.")
    if words.ASTRAY in calls and not led_astray(state, selection.action):
        return Reason("select.action", f"{facts.name} finds nothing else that the action could select.")
    if announced.cancelled:
        return Reason("select.action", "That action is cancelled already.")
    return None


def _borrowed(state: Position, seat: int, card: int, selection: Selection) -> Reason | None:
    """A borrowed action is known, borrows nothing itself, and can strike what it selects."""
    facts = state.setting.cards[selection.card]
    if not facts.played or facts.borrows:
        return Reason("borrow", f"The action of {facts.name} cannot be borrowed.")
    return why_not_selected(state, seat, card, facts, selection.inner or NOTHING)


_WHY = {
    "player": _player,
    "card": _card,
    "own card": _card,
    "space": _space,
    "deck": _deck,
    "action": _action,
}


# ---------------------------------------------------------------- all that could be selected


def selections(state: Position, seat: int, card: int, facts: CardFacts) -> tuple[Selection, ...]:
    """All that an action of `facts`, used by the card `card`, may select now."""
    return tuple(
        selection
        for selection in _candidates(state, seat, card, facts)
        if why_not_selected(state, seat, card, facts, selection) is None
    )


def _candidates(state: Position, seat: int, card: int, facts: CardFacts) -> Iterator[Selection]:
    kinds = facts.kinds
    cards = [lying.card for lying in state.matrix] if {"card", "own card"} & {*kinds} else [EMPTY]
    for chosen in cards:
        inner: Sequence[Selection | None] = (None,)
        if facts.borrows:
            inner = _inner(state, seat, card, chosen)
        for player in state.seats if "player" in kinds else (EMPTY,):
            spots = _spots(state, chosen if "card" in kinds else card)
            for spot in spots if "space" in kinds else (None,):
                for action in range(len(state.stack)) if "action" in kinds else (EMPTY,):
                    for borrowed in inner:
                        yield Selection(player, chosen, spot, action, borrowed)


def _inner(state: Position, seat: int, card: int, chosen: int) -> tuple[Selection, ...]:
    facts = state.setting.cards[chosen]
    return () if facts.borrows or not facts.played else selections(state, seat, card, facts)


def _spots(state: Position, card: int) -> tuple[Spot, ...]:
    lying = state.lying(card)
    return lying.spot.around() if lying is not None else ()


# ---------------------------------------------------------------- answers that select otherwise


def turned_back(state: Position, seat: int, action: int) -> tuple[Selection, ...]:
    """What an action may strike of its own player's, if it selects this seat or a card of it; else none."""
    announced = state.stack[action]
    if not isinstance(announced.action, Use):
        return ()
    selection, own = announced.action.selection, announced.seat
    if selection.player == seat:
        return (replace(selection, player=own),)
    if selection.card == EMPTY or state.owner(selection.card) != seat:
        return ()
    card = announced.action.card
    facts = state.setting.cards[card]
    others = [replace(selection, card=lying.card) for lying in state.own(own)]
    return tuple(other for other in others if why_not_selected(state, own, card, facts, other) is None)


def led_astray(state: Position, action: int) -> tuple[Selection, ...]:
    """What else an action might select; one that answers another, or borrows, is not led astray."""
    announced = state.stack[action]
    if not isinstance(announced.action, Use):
        return ()
    use = announced.action
    facts = state.setting.cards[use.card]
    if "action" in facts.selects or facts.borrows:
        return ()
    others = selections(state, announced.seat, use.card, facts)
    return tuple(other for other in others if other != use.selection)

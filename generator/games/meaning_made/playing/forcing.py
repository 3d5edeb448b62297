"""A step of the written world that the rules refuse: it does what its row says all the same.

What lacks is granted: tokens, an action, a turn, a card that lies elsewhere, the boxes and Layers of an
Initiative that the row tells as completed. A row that cannot be understood is left out here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from generator.games.kit.table import EMPTY, put
from generator.games.kit.tokens import minus, of_kind, smaller
from generator.games.meaning_made.playing.claims import ranks_told, tells_completion, tells_fall
from generator.games.meaning_made.playing.turns import default_choice, named_events, stated_answer
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.cells import card_in, tokens_named
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import add_effect, add_falls
from generator.games.meaning_made.rules.facts import EventRevealed, Fact
from generator.games.meaning_made.rules.pending import NOBODY, Choose, PlacePattern, Settle
from generator.games.meaning_made.rules.resolving import complete, lay, reward, run_due
from generator.games.meaning_made.rules.rounds import close_round, end_turn
from generator.games.meaning_made.rules.state import Phase, Result, State
from generator.records.notation import Effect, NotationError, Part, parse_effect
from generator.replay.errors import UnreadableMove
from generator.replay.names import player_named
from generator.replay.script import ScriptRow
from generator.replay.stated_outcomes import Claim

Forced = tuple[State, tuple[Fact, ...]]
_OUT_OF_TURN = 2
"""Actions that somebody has who acts out of turn: more than one, so that nobody's turn ends by it."""


def forced(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced | None:
    """The state as a row wants it, and what happened; None for a row that means nothing.

    Raises CellError or MoveError for one that cannot be read.
    """
    if row.action == "donate":
        return _donated(state, row)
    if state.phase is Phase.OVER:
        return state, ()
    if row.action in {"lose", "gain"}:
        return _chosen(state, row, claims)
    seat = player_named(row.player, state.names) if row.player else state.player
    here = state.takes_actions or (
        row.action == "convert" and state.phase is Phase.TURNS and state.choice is None
    )
    in_turn = here and state.round == row.round and seat == state.player
    if row.action == "end turn":  # one that ends too early is over; out of turn there is nothing to end
        draft = Draft(state)
        if in_turn:
            end_turn(draft)
        return draft.freeze(), tuple(draft.facts)
    does = _DOES.get(row.action)
    revealing = row.action == "reveal" and (state.phase, state.round) == (Phase.EVENT, row.round)
    if does is None or in_turn or revealing:
        return does(state, row, claims) if does is not None else None
    return _out_of_turn(state, row, seat, lambda laid: does(laid, row, claims))


def _out_of_turn(
    state: State, row: ScriptRow, seat: int, does: Callable[[State], Forced | None]
) -> Forced | None:
    """What somebody does while it is another's turn: it happens, and the turn stays where it is."""
    laid = replace(state, phase=Phase.TURNS, player=seat, actions_left=_OUT_OF_TURN, pending=())
    done = does(laid)
    if done is None:
        return None
    after, facts = done
    while after.choice is not None:
        after = default_choice(after)
    if after.phase is Phase.OVER:
        return after, facts
    kept = ["phase", "player", "actions_left", "conversions", "pending"]
    if state.round != row.round:  # what belongs to another round does not count in this one
        kept += ["touchpoints", "recycles", "banned"]
    return replace(after, **{name: getattr(state, name) for name in kept}), facts


def _begun(state: State) -> Draft:
    """A draft in which an action is about to be done, whatever it is."""
    draft = Draft(state)
    draft.work.append(Settle(1))
    return draft


def _done(draft: Draft, row: ScriptRow, claims: Sequence[Claim] = ()) -> Forced:
    """Resolve what was done. What the row tells as completed is completed, and its slot refilled."""
    before = draft.freeze()  # nothing of it has moved Legacy yet
    last = draft.work.pop(0)
    run_due(draft)
    if tells_completion(claims, before, draft.freeze(), draft.facts):
        slot = _told_complete(draft, row, claims)
        if slot is not None:
            reward(draft, slot)
    if draft.phase is not Phase.OVER:
        draft.work.insert(0, last)
        run_due(draft)
    return draft.freeze(), tuple(draft.facts)


def _told_complete(draft: Draft, row: ScriptRow, claims: Sequence[Claim]) -> int | None:
    """The slot that a row wants to be complete and that is not: a contribution's, or that of a Load.

    It is full, or its markers lie as the row tells their Legacy.
    """
    slots = [slot for slot, card in enumerate(draft.index) if card != EMPTY]
    if any(complete(draft, slot) for slot in slots):
        return None  # it comes by itself
    if row.action == "contribute":
        titles = [card.title.casefold() for card in draft.setting.game.initiatives]
        return next(
            (slot for slot in slots if titles[draft.index[slot]] == row.card.strip().casefold()), None
        )
    full = [slot for slot in slots if draft.filled[slot] == draft.setting.boxes[draft.index[slot]]]
    own = next((slot for slot in full if draft.player in draft.orders[slot]), None)
    return own if own is not None else _ranked_as_told(draft, claims)


def _ranked_as_told(draft: Draft, claims: Sequence[Claim]) -> int | None:
    """The slot in which everybody who is told to gain Legacy has the space that brings so much."""
    told = ranks_told(claims)
    for slot, order in enumerate(draft.orders):
        brings = {who: draft.rules.legacy_at(place) for place, who in enumerate(order)}
        if told and told.items() <= brings.items():
            return slot
    return None


# ---------------------------------------------------------------- one function an action


def _revealed(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced:
    """The Event that the row names comes to the top; if it names none, the outcome that is told happens."""
    try:
        named = named_events(row, state)
    except UnreadableMove:
        named = ()
    event = next((event for event in (*state.event_deck, *state.event_discard) if event in named), EMPTY)
    told = _told_effect(row, state)
    if event == EMPTY:
        draft = _begun(state)
    else:
        deck = (event, *(card for card in state.event_deck if card != event))
        discard = tuple(card for card in state.event_discard if card != event)
        laid = replace(state, event_deck=deck, event_discard=discard)
        if not (claims and told):
            return _done(act.started(laid, act.RevealEvent()), row)
        draft = _begun(laid)
        draft.events = (*draft.events, draft.draw("event"))
        draft.facts.append(EventRevealed(event, draft.highest, told))
    add_effect(draft, told, NOBODY)
    return _done(draft, row)


def _told_effect(row: ScriptRow, state: State) -> Effect:
    """The changes that a row states as the outcome of an Event; the values that it states are left out."""
    parts: list[Part] = []
    for piece in re.split(r"[;,\n]", row.gains):
        with suppress(NotationError):
            parts += parse_effect(piece, state.setting.game.book.symbols).parts
    return Effect(tuple(parts))


def _gathered(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced:
    tokens = tokens_named(row.gains or row.payment, state)
    draft = _begun(state)
    draft.change_tokens(state.player, tokens)
    return _done(draft, row)


def _loaded(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced:
    """The Pattern lies down, and exactly what the row says has been paid for it."""
    player = state.player
    cards = state.setting.game.patterns
    pattern = card_in(row, [card.title for card in cards], state.terms.pattern)
    paid = tokens_named(row.payment, state) if row.payment else cards[pattern].tokens
    draft = _begun(state)
    if pattern in draft.prism:
        draft.work.append(PlacePattern(player, draft.prism.index(pattern)))
    else:  # told as face up, wherever it lies: nothing else moves for it
        draft.pattern_deck = tuple(card for card in state.pattern_deck if card != pattern)
        draft.pattern_discard = tuple(card for card in state.pattern_discard if card != pattern)
        lay(draft, player, pattern)
    draft.pay(player, paid)
    loss = draft.vitals[player] if tells_fall(claims, player) else cards[pattern].vitals
    if loss and draft.change_vitals(player, -loss):
        add_falls(draft, (player,))
    return _done(draft, row, claims)


def _contributed(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced:
    """All that is told is paid; it fills what boxes there are, and the marker lies down."""
    move = act.Contribute.read(row, state)
    if move.initiative not in state.index:
        draft = _begun(state)
        draft.pay(state.player, move.paid)
        return _done(draft, row)
    room = state.open_boxes(state.index.index(move.initiative))
    wild = move.wild if sum(move.wild) <= room[3] else Tokens()
    filling = replace(move, tokens=Tokens(*smaller(move.tokens, room[:3])), wild=wild)
    draft = act.started(_granted(state, state.player, filling.paid), filling)
    draft.pay(state.player, minus(move.paid, filling.paid))
    return _done(draft, row, claims)


def _touched(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced | None:
    """What was given or was handed over as told was there to be given."""
    move, answer = act.Touchpoint.read(row, state), stated_answer(row)
    needed = of_kind(move.token, state.setting.rules.touchpoint_tokens, TOKENS)
    if move.other == state.player:
        return None
    if move.give or (answer is not None and answer.accept):
        state = _granted(state, state.player if move.give else move.other, needed)
    after, facts = _done(act.started(state, move), row)
    if answer is not None and after.choice is not None:
        after, later = act.apply(after, move.other, answer)
        facts = (*facts, *later)
    return after, facts


def _converted(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced:
    price = Tokens(state.setting.rules.conversion_energy)
    return _done(act.started(_granted(state, state.player, price), act.Convert()), row)


_DOES: Mapping[str, Callable[[State, ScriptRow, Sequence[Claim]], Forced | None]] = MappingProxyType(
    {
        "reveal": _revealed,
        "gather": _gathered,
        "load": _loaded,
        "contribute": _contributed,
        "touchpoint": _touched,
        "convert": _converted,
        "recycle": lambda state, row, _: _done(act.started(state, act.Recycle.read(row, state)), row),
    }
)


# ---------------------------------------------------------------- choices and donations


def _chosen(state: State, row: ScriptRow, claims: Sequence[Claim]) -> Forced:
    """The tokens that the row names are lost or gained, whether or not somebody had to choose.

    What the row tells as completed by it is completed.
    """
    chooser = state.choice.player if state.choice is not None else state.player
    seat = player_named(row.player, state.names) if row.player else chooser
    tokens = tokens_named(row.payment or row.gains or row.card, state)
    draft = Draft(state)
    due = [at for at, item in enumerate(draft.work) if isinstance(item, Choose) and item.player == seat]
    choice = draft.work.pop(due[-1]) if due else None
    if row.action == "gain" or (isinstance(choice, Choose) and choice.gain):
        draft.change_tokens(seat, tokens)
    else:
        draft.pay(seat, tokens)
    run_due(draft)
    if tells_completion(claims, state, draft.freeze(), draft.facts):
        slot = _ranked_as_told(draft, claims)
        if slot is not None:
            reward(draft, slot)
            run_due(draft)
    return draft.freeze(), tuple(draft.facts)


def _donated(state: State, row: ScriptRow) -> Forced:
    """The Support is given, as far as it is there, and the world rises by it; a collapse is undone."""
    rules = state.setting.rules
    support = tokens_named(row.payment, state).support if row.payment else 1
    seat = player_named(row.player, state.names) if row.player else state.player
    own_round = state.round == row.round
    if state.phase is Phase.OVER and not (own_round and state.result is Result.COLLAPSE):
        return state, ()
    draft = Draft(state)
    room = max(rules.donation_cap - draft.donated, 0) if own_round else rules.donation_cap
    brought = min(support * rules.donation_meaning, room)
    draft.change_token(seat, 2, -support)
    draft.change_meaning(brought)
    draft.donated += brought if own_round else 0
    if draft.phase is Phase.OVER and draft.meaning and not rules.collapse_at_once:
        draft.result = None
        close_round(draft)
    return draft.freeze(), tuple(draft.facts)


def _granted(state: State, player: int, needed: Sequence[int]) -> State:
    richer = Tokens(*map(max, state.tokens[player], needed))
    return replace(state, tokens=put(state.tokens, player, richer))

"""How a game goes on beside its script: what that leaves out, whose turn it is, steps that are skipped."""

from __future__ import annotations

import re

from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.apply import apply
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.legal import legal_actions
from generator.games.meaning_made.rules.move_words import counted, phase_name, terms_in
from generator.games.meaning_made.rules.reasons import donates_too_much, not_while_fragile
from generator.games.meaning_made.rules.rounds import begin_round, go_on
from generator.games.meaning_made.rules.state import Phase, Result, State
from generator.replay.errors import CellError, IllegalMove, MoveError, Reason, UnreadableMove, shown
from generator.replay.moves import Gap
from generator.replay.names import card_named, player_named
from generator.replay.script import ScriptRow

_PHASES = {"event": Phase.EVENT, "turn": Phase.TURNS, "window": Phase.WINDOW}
_ORDER = [Phase.EVENT, Phase.TURNS, Phase.WINDOW, Phase.OVER]


PHASES = {Phase.EVENT: "event", Phase.TURNS: "turn", Phase.WINDOW: "window", Phase.OVER: "end"}


def silent(state: State) -> act.Action | None:
    """What needs no row: Events, refused donations and ends of turns."""
    if state.choice is not None:
        return None
    if state.phase is Phase.EVENT:
        return act.RevealEvent()
    if state.phase is Phase.WINDOW:
        return act.Donate(0)
    return None if state.actions_left else act.EndTurn()


def overdue(state: State) -> tuple[State, Gap]:
    """The state without a choice or the actions that no row tells, and what is missing."""
    if state.choice is not None:
        who = state.names[state.choice.player]
        return default_choice(state), Gap(
            who, f"{who} has a choice to make before this, and no row makes it."
        )
    who = state.names[state.player]
    left = counted(state.actions_left, "action")
    gap = Gap(who, f"{who} has {left} left in round {state.round}, and no row uses them.", f"{left} left")
    return _spend(state, state.actions_left), gap


def reached(state: State, row: ScriptRow) -> bool:
    """Whether the game has come to the moment of a row, or beyond it."""
    if state.phase is Phase.OVER:
        return True
    phase = _PHASES.get(row.phase, Phase.OVER)
    here = (state.round, _ORDER.index(state.phase))
    there = (row.round, _ORDER.index(phase))
    if here != there:
        return here > there
    if state.choice is not None:
        return row.action in {"accept", "decline", "lose", "gain"}
    if phase is Phase.EVENT:
        return True
    seat = _seat(row, state)
    if seat is None or seat == state.player:
        return not (
            phase is Phase.TURNS and not state.actions_left and row.action not in {"convert", "end turn"}
        )
    order = state.order()
    return order.index(seat) < order.index(state.player)


def _seat(row: ScriptRow, state: State) -> int | None:
    try:
        return player_named(row.player, state.names) if row.player else None
    except MoveError:
        return None


def check_turn(row: ScriptRow, state: State, past: State) -> None:
    """That the row stands in its own round and phase, and its player is the one to move. Raises MoveError.

    `past` is the last state in the round of the row.
    """
    if state.phase is Phase.OVER:
        raise IllegalMove(Reason("over", "The game is over."))
    if row.phase == "window" and row.player and (state.round, state.phase) == (row.round + 1, Phase.EVENT):
        # Nobody who is left could donate, so the window has closed by itself.
        raise IllegalMove(_not_a_donor(player_named(row.player, state.names), state, past))
    if row.round != state.round:
        sentence = f"The row belongs to round {row.round}; the game is in round {state.round}."
        raise IllegalMove(Reason("turn.order", sentence))
    if not row.player or (row.phase == "event" and state.choice is None):
        return
    seat = player_named(row.player, state.names)
    acting = state.choice.player if state.choice is not None else state.player
    if row.phase == "window" and state.phase is not Phase.WINDOW:
        now = phase_name(state.phase, terms_in(state))
        sentence = f"{terms_in(state).donating} belongs to the phase {Phase.WINDOW}; now it is {now}."
        raise IllegalMove(Reason("phase", sentence))
    if seat != acting:
        if row.phase == "window" and state.phase is Phase.WINDOW:
            raise IllegalMove(_not_a_donor(seat, state, past))
        sentence = f"It is the turn of {state.names[acting]}, not of {state.names[seat]}."
        raise IllegalMove(Reason("turn.order", sentence))


def asked(row: ScriptRow, state: State) -> bool:
    """Whether it is this row's player whom the Stability Window asks now."""
    return state.phase is Phase.WINDOW and state.round == row.round and _seat(row, state) == state.player


def _not_a_donor(seat: int, state: State, past: State) -> Reason:
    """Why the engine did not ask this player to donate; the Window may have closed by itself."""
    who, terms = state.names[seat], terms_in(state)
    if state.tokens[seat].support == 0:
        return donates_too_much(who, 1, 0, terms)
    if state.fragile(seat):
        return not_while_fragile(who, terms)
    if not past.may(seat, "donate"):
        return Reason("restricted", f"{who} may not {terms.donate.low} until the round is over.")
    order = past.order()
    if past.phase is Phase.WINDOW and order.index(seat) <= order.index(past.player):
        return Reason("donate.limit", f"{who} was asked in this round’s Stability Window already.")
    cap = state.setting.rules.donation_cap
    reached = f"have reached the cap of {cap} {terms.meaning}"
    return Reason("donate.cap", f"The {terms.donation.many} of this round {reached}.")


def stated_event(row: ScriptRow, state: State) -> None:
    """That the row names the Event which lies on top of its deck. Raises CellError."""
    try:
        fits = named_events(row, state)
    except UnreadableMove as fault:
        raise CellError("card", fault) from None
    deck = state.event_deck  # if it is empty, nobody knows the order of the next one
    if state.phase is Phase.EVENT and deck and deck[0] not in fits:
        top = state.setting.game.events[deck[0]]
        sign = f" ({top.letter}{top.code})" if top.effect is None else ""
        following = f"The next {terms_in(state).event} of the deck is {top.title}{sign}"
        sentence = f"{following}, not {shown(row.card)}."
        raise CellError("card", IllegalMove(Reason("event.next", sentence, following)))


def named_events(row: ScriptRow, state: State) -> tuple[int, ...]:
    """The Events that a row may mean: one by title, or all of a letter and code. Raises UnreadableMove."""
    word = terms_in(state).event
    if row.card.strip() in {"", "?"}:
        fault = f"The row names no {word}, so its outcome cannot be looked up."
        raise UnreadableMove(f"{fault} Write its title, or its letter and code.")
    events = state.setting.game.events
    code = re.fullmatch(r"\s*([A-Za-z])\s*[-/ ]?\s*(\d{1,2})\s*", row.card)
    if not code:
        return (card_named(row.card, [event.title for event in events], word),)
    event_code = (code[1].upper(), int(code[2]))
    fits = tuple(at for at, event in enumerate(events) if (event.letter.upper(), event.code) == event_code)
    if not fits:
        raise UnreadableMove(f"No {word} has the letter {code[1]} and the code {code[2]}.")
    return fits


def stated_answer(row: ScriptRow) -> act.Answer | None:
    """The answer to a Touchpoint that its row states, if any."""
    text = row.gains.casefold()
    if "declin" in text or "refus" in text:
        return act.Answer(False)
    return act.Answer(True) if "accept" in text or "+" in text else None


def column_of(rule: str, row: ScriptRow) -> str:
    """The column that a broken rule is about."""
    if rule in {"turn.order", "donate.fragile", "touchpoint.player"}:
        return "player"
    if rule == "event.next":
        return "card"
    if rule.endswith((".tokens", ".wild", ".boxes")):
        return "payment" if row.payment else "card" if row.card else "action"
    return "card" if row.card else "action"


# ---------------------------------------------------------------- a world that goes on without a row

_ANSWERS = frozenset({"lose", "gain", "accept", "decline"})


def skip(state: State, row: ScriptRow) -> State:
    """The state without the row: its action counts as spent, so that the turns stay in step."""
    seat = _seat(row, state)
    if state.phase is Phase.EVENT and row.action == "reveal":
        return _spend(state, 1)
    if row.action in _ANSWERS:
        chooser = state.choice.player if state.choice is not None else None
        return default_choice(state) if chooser is not None and seat in (None, chooser) else state
    turn = state.phase is Phase.TURNS and row.phase == "turn" and seat in (None, state.player)
    spends = state.choice is None and state.actions_left and row.action not in {"convert", "end turn"}
    return _spend(state, 1) if turn and spends and state.round == row.round else state


def _spend(state: State, count: int) -> State:
    draft = Draft(state)
    go_on(draft, count)
    return draft.freeze()


def revived(state: State) -> State:
    """The state after a collapse at once that a row tells otherwise: turns after the Event, else a round."""
    if state.result is not Result.COLLAPSE or not state.setting.rules.collapse_at_once:
        return state
    draft = Draft(state)
    draft.result, draft.phase = None, Phase.EVENT
    if draft.events:
        go_on(draft, 0)
    else:
        begin_round(draft)
    return draft.freeze()


def default_choice(state: State) -> State:
    """The state after a choice that no row makes: a refusal, else the first of what may be chosen."""
    choices = legal_actions(state)
    refusal = act.Answer(False)
    return apply(state, refusal if refusal in choices else choices[0])[0]

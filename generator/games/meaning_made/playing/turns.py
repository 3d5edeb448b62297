"""How a game goes on beside its script: what that leaves out, whose turn it is, steps that are skipped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.games.kit.cells import in_cell
from generator.games.kit.english import counted
from generator.games.kit.ruled import Ruled
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.doing import banned, phase_called
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.rounds import begin_round, go_on
from generator.games.meaning_made.rules.state import Phase, Result, State, to_act
from generator.games.meaning_made.rules.turns import donates_too_much, not_while_fragile
from generator.replay.errors import CellError, IllegalMove, MoveError, Reason, UnreadableMove, shown
from generator.replay.moves import Gap
from generator.replay.names import card_named, player_named
from generator.replay.repair import as_written, rows_of
from generator.replay.script import ScriptRow

PHASES = {Phase.EVENT: "event", Phase.TURNS: "turn", Phase.WINDOW: "window", Phase.OVER: "end"}
"""The script's words for the phases."""
_ANSWERS = frozenset({"lose", "gain", "accept", "decline"})
_NO_ACTION = frozenset({"convert", "end turn"})
WantedMove = tuple[act.Action, ScriptRow | None]


class Course(Ruled[State, act.Action, Fact]):
    """The course of rounds and turns, as a script tells it."""

    def phase(self, state: State) -> str:
        """The script's word for the phase."""
        return PHASES[state.phase]

    def actions_left(self, state: State) -> int | None:
        """Those of a turn, unless somebody has to choose first."""
        return state.actions_left if state.takes_actions else None

    def moment(self, state: State) -> str:
        """The phase as the rules call it."""
        return phase_called(state.phase, state)

    def silent(self, state: State) -> tuple[int, act.Action] | None:
        """Events, refused donations and ends of turns need no row."""
        if state.choice is not None or (state.phase is Phase.TURNS and state.actions_left):
            return None
        quiet = {Phase.EVENT: act.RevealEvent(), Phase.WINDOW: act.Donate(0)}
        return to_act(state), quiet.get(state.phase, act.EndTurn())

    def overdue(self, state: State) -> tuple[State, Gap]:
        """A choice or actions that no row tells."""
        if state.choice is not None:
            who = state.names[state.choice.player]
            sentence = f"{who} has a choice to make before this, and no row makes it."
            return default_choice(state), Gap(who, sentence)
        left = counted(state.actions_left, "action")
        sentence = f"{state.me} has {left} left in round {state.round}, and no row uses them."
        return _spend(state, state.actions_left), Gap(state.me, sentence, f"{left} left")

    def reached(self, state: State, row: ScriptRow) -> bool:
        """Whether the game has come to the moment of a row, or beyond it."""
        if self.over(state) or (state.round, self.phase(state)) != (row.round, row.phase):
            return super().reached(state, row)
        if state.choice is not None:
            return row.action in _ANSWERS
        if state.phase is Phase.EVENT:
            return True
        seat = self.seat(row, state)
        if seat is None or seat == state.player:
            return state.phase is not Phase.TURNS or bool(state.actions_left) or row.action in _NO_ACTION
        order = state.order()
        return order.index(seat) < order.index(state.player)

    def check_turn(self, row: ScriptRow, state: State, past: State) -> None:
        """That the row stands in its own round and phase, and its player is to move. Raises MoveError."""
        if state.phase is Phase.OVER:
            raise IllegalMove(Reason("over", "The game is over."))
        window = row.phase == "window"
        if window and row.player and (state.round, state.phase) == (row.round + 1, Phase.EVENT):
            # Nobody who is left could donate, so the window has closed by itself.
            raise IllegalMove(_not_a_donor(player_named(row.player, state.names), state, past))
        if row.round != state.round:
            sentence = f"The row belongs to round {row.round}; the game is in round {state.round}."
            raise IllegalMove(Reason("turn.order", sentence))
        if not row.player or (row.phase == "event" and state.choice is None):
            return
        seat = player_named(row.player, state.names)
        acting = state.choice.player if state.choice is not None else state.player
        if window and state.phase is not Phase.WINDOW:
            belongs = f"{state.terms.donating} belongs to the phase {Phase.WINDOW}"
            raise IllegalMove(Reason("phase", f"{belongs}; now it is {self.moment(state)}."))
        if seat != acting:
            if window:
                raise IllegalMove(_not_a_donor(seat, state, past))
            sentence = f"It is the turn of {state.names[acting]}, not of {state.names[seat]}."
            raise IllegalMove(Reason("turn.order", sentence))

    def play(self, row: ScriptRow, state: State, past: State) -> tuple[State, tuple[Fact, ...]]:
        """What a row does; whom the Stability Window does not ask keeps by not being there."""
        if row.action == "reveal":
            stated_event(row, state)
        asked = state.phase is Phase.WINDOW and state.round == row.round
        if row.action == "keep" and not (asked and self.seat(row, state) == state.player):
            return state, ()
        return super().play(row, state, past)

    def mover(self, row: ScriptRow, state: State) -> int:
        """The player of a row, else the one whose turn it is."""
        seat = self.seat(row, state)
        return seat if seat is not None else state.player

    def follow_up(self, row: ScriptRow, action: act.Action, after: State) -> tuple[int, act.Action] | None:
        """The answer to a Touchpoint that its row states."""
        answer = stated_answer(row)
        if answer is None or not isinstance(action, act.Touchpoint) or after.choice is None:
            return None
        return after.choice.player, answer

    def skip(self, row: ScriptRow, state: State) -> State:
        """The state without the row: its action counts as spent, so that the turns stay in step."""
        seat = self.seat(row, state)
        if state.phase is Phase.EVENT and row.action == "reveal":
            return _spend(state, 1)
        if row.action in _ANSWERS:
            chooser = state.choice.player if state.choice is not None else None
            return default_choice(state) if chooser is not None and seat in (None, chooser) else state
        turn = state.takes_actions and row.phase == "turn" and seat in (None, state.player)
        spends = turn and row.action not in _NO_ACTION and state.round == row.round
        return _spend(state, 1) if spends else state

    def may_follow(self, rule: str, row: ScriptRow, state: State, broken: Sequence[ScriptRow]) -> bool:
        """An Event that lies deeper in its deck: a completion may have turned over more or fewer of them."""
        titles = [state.setting.game.events[event].title.casefold() for event in state.event_deck]
        lies_deeper = rule == "event.next" and row.card.strip().casefold() in titles
        return lies_deeper and any(before.action == "contribute" for before in broken)

    def wish(
        self, state: State, seat: int, legal: tuple[act.Action, ...], rows: Sequence[ScriptRow]
    ) -> WantedMove | None:
        """Events come as they lie; whoever has no row in a round that is told keeps their Support."""
        if state.choice is None and state.phase is Phase.EVENT:
            return _event(state, rows)
        if state.choice is not None or state.phase is not Phase.WINDOW:
            return super().wish(state, seat, legal, rows)
        own = [row for row in rows_of(self, state, seat, rows) if row.round == state.round]
        row_written = as_written(self, state, legal, own)
        if row_written is not None:
            return row_written
        return (act.Donate(0), None) if any(row.round >= state.round for row in rows) else None


def _event(state: State, rows: Sequence[ScriptRow]) -> WantedMove:
    row = next((row for row in rows if row.action == "reveal" and row.round == state.round), None)
    try:
        if row is not None:
            stated_event(row, state)
    except (CellError, MoveError):
        row = None
    return act.RevealEvent(), row


def _not_a_donor(seat: int, state: State, past: State) -> Reason:
    """Why the engine did not ask this player to donate; the Window may have closed by itself."""
    if state.tokens[seat].support == 0:
        return donates_too_much(state, seat, 1)
    if state.fragile(seat):
        return not_while_fragile(state, seat)
    if not past.may(seat, "donate"):
        return banned(state, seat, "donate")
    order, terms = past.order(), state.terms
    if past.phase is Phase.WINDOW and order.index(seat) <= order.index(past.player):
        who = state.names[seat]
        return Reason("donate.limit", f"{who} was asked in this round’s Stability Window already.")
    reached = f"have reached the cap of {state.setting.rules.donation_cap} {terms.meaning}"
    return Reason("donate.cap", f"The {terms.donation.many} of this round {reached}.")


def stated_event(row: ScriptRow, state: State) -> None:
    """That the row names the Event which lies on top of its deck. Raises CellError."""
    fits = in_cell("card", lambda: named_events(row, state))
    deck = state.event_deck  # if it is empty, nobody knows the order of the next one
    if state.phase is Phase.EVENT and deck and deck[0] not in fits:
        top = state.setting.game.events[deck[0]]
        sign = f" ({top.letter}{top.code})" if top.effect is None else ""
        following = f"The next {state.terms.event} of the deck is {top.title}{sign}"
        sentence = f"{following}, not {shown(row.card)}."
        raise CellError("card", IllegalMove(Reason("event.next", sentence, following)))


def named_events(row: ScriptRow, state: State) -> tuple[int, ...]:
    """The Events that a row may mean: one by title, or all of a letter and code. Raises UnreadableMove."""
    word, events = state.terms.event, state.setting.game.events
    if row.card.strip() in {"", "?"}:
        fault = f"The row names no {word}, so its outcome cannot be looked up."
        raise UnreadableMove(f"{fault} Write its title, or its letter and code.")
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


# ---------------------------------------------------------------- a world that goes on without a row


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
    seat = to_act(state)
    choices = act.legal_moves(state, seat)
    refusal = act.Answer(False)
    return act.apply(state, seat, refusal if refusal in choices else choices[0])[0]

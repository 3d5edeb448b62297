"""How a game goes on: who is asked, when an announced action happens, when turns, rounds and cycles end."""

from __future__ import annotations

from generator.games.kit.table import EMPTY, put
from generator.games.symetra import facts as say
from generator.games.symetra import words
from generator.games.symetra.acting import run, tasks_of
from generator.games.symetra.choosing import FINISH, KARMA, LAY, LOAD, MAGNETS
from generator.games.symetra.draft import Draft
from generator.games.symetra.selecting import why_not_selected
from generator.games.symetra.state import (
    NOTHING,
    Acting,
    Action,
    Announced,
    Charge,
    Fuse,
    Phase,
    Position,
    Task,
    Use,
)
from generator.replay.errors import Reason


def actors(state: Position) -> tuple[int, ...]:
    """Who has to choose now: how an action happens, whether to answer it, or what to do."""
    if state.agenda:
        return (state.agenda[0].seat,)
    if state.stack:
        return state.asked[:1]
    return state.due[:1] if state.phase in (Phase.TURNS, Phase.LAST) else ()


# ---------------------------------------------------------------- announcing


def could_use(state: Position, seat: int) -> bool:
    """Whether a player controls a card whose action may be used now, as far as cost and bans go."""
    return any(usable(state, seat, lying.card) for lying in state.own(seat))


def usable(state: Position, seat: int, card: int) -> bool:
    """Whether the action of an own card is not used up, not forbidden, payable, and has a moment."""
    facts = state.setting.cards[card]
    has_moment = bool(state.stack) or "action" not in facts.selects
    return facts.played and has_moment and why_not_payable(state, seat, card) is None


def why_not_payable(state: Position, seat: int, card: int) -> Reason | None:
    """Why a player cannot use a card at all, whatever it does."""
    facts, lying, who = state.setting.cards[card], state.lying(card), state.names[seat]
    if lying is None or lying.owner != seat:
        return Reason("use.card", f"{who} does not control {facts.name}.")
    if (seat, card) in state.used:
        return Reason("use.once", f"{who} has used {facts.name} in this round.")
    if state.has(words.ACTION, card=card):
        return Reason("use.banned", f"The action of {facts.name} is forbidden in this round.")
    cost = state.cost(seat, card)
    if cost > lying.beads:
        return Reason("use.cost", f"{facts.name} costs {cost}, and {lying.beads} lie on it.")
    if cost and state.still(card):
        return Reason("use.cost", f"No bead moves off {facts.name} in this round, so it cannot pay.")
    return None


def announce(draft: Draft, seat: int, action: Action) -> None:
    """An action is announced; whom to ask for an answer, `answering` says."""
    if isinstance(action, Use):
        draft.used = (*draft.used, (seat, action.card))
    elif draft.unused(type(action)) and not draft.banned(seat, type(action)):
        setattr(draft, action.count, getattr(draft, action.count) + 1)
    else:
        _use_up(draft, seat, action.again)
    draft.stack = (*draft.stack, Announced(seat, action))


def answering(state: Position, seat: int) -> tuple[int, ...]:
    """Who may answer what a player has announced last, from the next player on."""
    order = state.order(seat)
    return tuple(other for other in (*order[1:], *order[:1]) if _may_answer(state, other))


def _may_answer(state: Position, seat: int) -> bool:
    own = state.in_turn(seat) and (_could_fuse(state, seat) or could_charge(state, seat))
    return own or could_use(state, seat)


def _could_fuse(state: Position, seat: int) -> bool:
    announced = {item.action.card for item in state.stack if isinstance(item.action, Fuse)}
    return state.may(seat, Fuse) and bool(set(state.hands[seat]) - announced)


def could_charge(state: Position, seat: int) -> bool:
    """Whether a player may charge now, and has something to charge with and something to charge."""
    enough = state.actual[seat] >= state.setting.numbers.charge_least
    return state.may(seat, Charge) and enough and bool(state.own(seat))


def _use_up(draft: Draft, seat: int, word: str) -> None:
    at = next((at for at, has in enumerate(draft.lasting) if (has.word, has.seat) == (word, seat)), None)
    if at is not None:
        draft.lasting = (*draft.lasting[:at], *draft.lasting[at + 1 :])


# ---------------------------------------------------------------- happening


def resolve(draft: Draft) -> None:
    """The last announced action happens, if it still can."""
    *below, top = draft.stack
    draft.stack = tuple(below)
    draft.settled, draft.worked = 0, False
    why = top.cancelled or why_cancelled(draft, top)
    if why:
        draft.facts.append(say.Cancelled(top, why))
    elif isinstance(top.action, Use):
        _use(draft, top, top.action)
    else:
        draft.facts.append(say.Happens(top))
        draft.agenda = (_task_of(top.seat, top.action),)
    run(draft)
    settle_down(draft)


def _task_of(seat: int, action: Fuse | Charge) -> Task:
    if isinstance(action, Fuse):
        return Task(seat, Acting(seat, action.card, NOTHING), LAY, action.card)
    return Task(seat, Acting(seat, EMPTY, NOTHING), LOAD, action.beads)


def why_cancelled(state: Position, announced: Announced) -> str:
    """Why an announced action cannot happen any more; empty if it can."""
    seat, action = announced.seat, announced.action
    who, title = state.names[seat], state.setting.title
    if not state.playing[seat]:
        return f"{who} has left the game"
    if isinstance(action, Fuse) and action.card not in state.hands[seat]:
        return f"{title(action.card)} is not in {who}’s hand any more"
    if isinstance(action, Use):
        return _why_not_used(state, seat, action)
    if state.banned(seat, type(action)) and not state.in_spite(seat, type(action)):
        return f"{who} must not {action.word}"
    lacks = isinstance(action, Charge) and not state.own(seat)
    return f"{who} controls no card any more" if lacks else ""


def _why_not_used(state: Position, seat: int, use: Use) -> str:
    lying, cost, who = state.lying(use.card), state.cost(seat, use.card), state.names[seat]
    facts = state.setting.cards[use.card]
    if lying is None or lying.owner != seat:
        return f"{who} does not control {facts.name} any more"
    if state.has(words.ACTION, card=use.card):
        return f"the action of {facts.name} is forbidden"
    if cost > lying.beads or (cost and state.still(use.card)):
        return f"{facts.name} cannot pay {cost}"
    reason = why_not_selected(state, seat, use.card, facts, use.selection)
    return reason.sentence.rstrip(".") if reason is not None else ""


def _use(draft: Draft, announced: Announced, use: Use) -> None:
    """Pay, then do what the card says, even if paying has discarded it."""
    seat, setting = announced.seat, draft.setting
    facts, cost = setting.cards[use.card], draft.cost(seat, use.card)
    acting = Acting(seat, use.card, use.selection, facts.cycle)
    good = facts.karma and setting.numbers.karma_bonus >= 0 and _opponent(draft, acting)
    draft.facts.append(say.Happens(announced, cost))
    tasks = tasks_of(draft, acting, facts.parts)
    draft.take_off(use.card, cost, "universal", seat)
    draft.sweep()
    karma = (Task(seat, acting, KARMA, cost + setting.numbers.karma_bonus),) if good else ()
    draft.agenda = (*tasks, Task(seat, acting, MAGNETS), *karma, Task(seat, acting, FINISH))


def _opponent(state: Position, acting: Acting) -> bool:
    """Whether an action selects another player, or a card of one."""
    selection = acting.selection
    owner = state.owner(selection.card) if selection.card != EMPTY else EMPTY
    return any(seat not in (EMPTY, acting.seat) for seat in (selection.player, owner))


def settle_down(draft: Draft) -> None:
    """After an action: who has no actual leaves, empty hands are filled; the game goes on."""
    if draft.agenda:
        return
    for seat in draft.seats:
        if draft.actual[seat] and not draft.hands[seat]:
            _fill_hand(draft, seat)
    for seat in draft.seats:
        if not draft.actual[seat]:
            draft.leave(seat)
    if len(draft.seats) < 2:
        draft.phase, draft.due, draft.stack, draft.asked = Phase.OVER, (), (), ()
    elif not draft.stack:
        go_on(draft)


def _fill_hand(draft: Draft, seat: int) -> None:
    numbers = draft.setting.numbers
    draft.facts.append(say.EmptyHand(seat))
    draft.shift(seat, "actual", "potential", numbers.empty_hand_cost)
    draft.to_hand(seat, numbers.empty_hand_cards)


# ---------------------------------------------------------------- turns, rounds, cycles


def go_on(draft: Draft) -> None:
    """Whoever cannot do anything is not asked; after the last turn come last actions, then the next round."""
    if draft.phase is Phase.TURNS and not draft.due:
        draft.phase, draft.due = Phase.LAST, draft.order(draft.starter)
    if draft.phase is Phase.LAST:
        while draft.due and not could_use(draft, draft.due[0]):
            draft.due = draft.due[1:]
        if not draft.due:
            _end_round(draft)


def asked_again(draft: Draft, seat: int) -> None:
    """After an action among the last ones everybody is asked once more, from the next player on."""
    order = draft.order(seat)
    draft.due = (*order[1:], *order[:1])


def _end_round(draft: Draft) -> None:
    draft.lasting = tuple(lasting for lasting in draft.lasting if lasting.cycle)
    for lying in draft.matrix:
        draft.spill(lying.card)  # what was wide for the round is so no more
    draft.used = ()
    if draft.round % draft.setting.numbers.rounds == 0:
        draft.phase = Phase.CLOSE
    else:
        draft.round += 1
        draft.phase, draft.due = Phase.TURNS, draft.order(draft.starter)


def begin_cycle(draft: Draft) -> None:
    """Whoever has too few actual leaves; the others pay for the cycle."""
    numbers = draft.setting.numbers
    for seat in draft.seats:
        if draft.actual[seat] < numbers.least_actual:
            draft.leave(seat)
    for seat in draft.seats:
        draft.shift(seat, "actual", "universal", numbers.cycle_cost)
    draft.phase, draft.due = Phase.TURNS, draft.order(draft.starter)
    settle_down(draft)


def won_by(state: Position) -> tuple[tuple[int, ...], bool]:
    """Who would win the cycle now, and whether the least does."""
    verdicts = [has.word for has in state.lasting if has.word in (words.MOST_WINS, words.LEAST_WINS)]
    least = verdicts[-1:] == [words.LEAST_WINS]
    there = {seat: beads for seat, beads in enumerate(state.all_on_cards()) if beads}
    best = (min if least else max)(there.values(), default=0)
    return tuple(seat for seat, beads in there.items() if beads == best), least


def end_cycle(draft: Draft) -> None:
    """Winners take their universal as actual, all others as potential; cards are cleared."""
    winners, least = won_by(draft)
    draft.facts.append(say.CycleWon(draft.all_on_cards(), winners, least))
    draft.lasting = ()
    for seat in draft.seats:
        target = "actual" if seat in winners else "potential"
        draft.shift(seat, "universal", target, draft.universal[seat])
        if seat in winners:
            draft.wins = put(draft.wins, seat, draft.wins[seat] + 1)
        for lying in draft.own(seat):
            draft.take_off(lying.card, lying.beads, "actual", seat)
    draft.card_discard = (*draft.card_discard, *(lying.card for lying in draft.matrix))
    draft.matrix = ()
    draft.starter = draft.order(draft.starter + 1)[0]
    leaders = leading(draft)
    if draft.cycle >= draft.cycles and len(leaders) > 1:
        draft.cycles += 1
        draft.playing = tuple(seat in leaders for seat in range(len(draft.names)))
        draft.starter = draft.order(draft.starter)[0]
    if draft.cycle < draft.cycles:
        draft.phase, draft.cycle, draft.round = Phase.BEGIN, draft.cycle + 1, draft.round + 1
    else:
        draft.phase = Phase.OVER


def leading(state: Position) -> tuple[int, ...]:
    """Who is first by actual, then cycles won, then cards in hand."""
    worth = {seat: (state.actual[seat], state.wins[seat], len(state.hands[seat])) for seat in state.seats}
    best = max(worth.values(), default=None)
    return tuple(seat for seat, value in worth.items() if value == best)


def end_turn(draft: Draft, seat: int) -> None:
    """Draw, and the next player's turn begins."""
    draft.to_hand(seat, draft.setting.numbers.draw)
    draft.due, draft.fuses, draft.charges = draft.due[1:], 0, 0
    settle_down(draft)

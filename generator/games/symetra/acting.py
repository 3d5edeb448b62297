"""What an action does, part by part, as whoever has a choice has chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from generator.games.kit.table import EMPTY, put, without
from generator.games.symetra import facts as say
from generator.games.symetra import words
from generator.games.symetra.choosing import FINISH, KARMA, LAY, LOAD, MAGNETS, PRICE, Choice, choices
from generator.games.symetra.draft import Draft
from generator.games.symetra.records import AFFINITY, ENMITY, HARMFUL, HELPFUL
from generator.games.symetra.state import Acting, Lasting, Lying, Position, Selection, Task, Use
from generator.records.notation import Ban, Call, Part, Shift, Who


def tasks_of(state: Position, acting: Acting, parts: Sequence[Part]) -> tuple[Task, ...]:
    """The parts of an action as tasks of those who do them."""
    return tuple(
        Task(seat, acting, part)
        for part in parts
        for seat in _who(state, acting, part)
        for _ in range(_times(part))
    )


def _times(part: Part) -> int:
    """Cards of a hand are chosen one by one."""
    by_one = isinstance(part, Shift) and part.symbol == "card" and part.source == "hand"
    return part.amount if by_one and isinstance(part, Shift) else 1


def _who(state: Position, acting: Acting, part: Part) -> tuple[int, ...]:
    """The seats that a part strikes; of a call that names nobody, who acts."""
    match part.table if isinstance(part, Call) else "", part.who:
        case _, Who.CHOSEN:
            return (acting.selection.player,)
        case _, Who.ALL:
            return state.order(acting.seat)
        case _, Who.OTHERS:
            return tuple(seat for seat in state.order(acting.seat) if seat != acting.seat)
        case _, (words.OWNER | words.OWNER_UP_TO):
            owner = state.owner(acting.selection.card)
            return (owner,) if owner != EMPTY else ()
        case ((words.IN_SILENCE | words.IN_STILLNESS), _) if acting.selection.player != EMPTY:
            return (acting.selection.player,)
    return (acting.seat,)


def do(draft: Draft, task: Task, choice: Choice) -> None:
    """What a task does, as chosen; cards without beads are discarded."""
    count = len(draft.facts)
    _do(draft, task, choice)
    draft.sweep()
    draft.worked = draft.worked or len(draft.facts) > count


def _do(draft: Draft, task: Task, choice: Choice) -> None:
    match task.part:
        case Shift(symbol="card"):
            _cards(draft, task, task.part, choice)
        case Shift():
            _beads(draft, task, task.part, choice)
        case Ban(who=who, action=action):
            _begin(draft, task, action, of_card=who == words.THAT_CARD)
        case Call(table=table) if table in words.LASTING:
            _begin(draft, task, table, of_card=table == words.WIDE)
        case Call(table=word) | (str() as word):
            _AT_ONCE[word](draft, task, choice)


def _fuse(draft: Draft, task: Task, choice: Choice) -> None:
    """Lay a card, settle its relations, lock it."""
    numbers, first = draft.setting.numbers, not draft.matrix
    seat, card, spot = task.seat, task.amount, choice.spot or draft.edge()[0]
    draft.hands = tuple(without(hand, (card,)) for hand in draft.hands)
    draft.lay(seat, card, spot)
    for other in draft.neighbours(spot):
        _relate(draft, seat, card, other)
    if first:
        draft.put_on(card, numbers.first_card, "potential")
    draft.put_on(card, numbers.lock, "actual")
    _finish(draft, task, choice)


def _finish(draft: Draft, task: Task, choice: Choice) -> None:
    """From now on a new card lies there only as long as it has beads."""
    draft.laid = EMPTY


def _load(draft: Draft, task: Task, choice: Choice) -> None:
    for card, beads in choice.beads:
        draft.put_on(card, beads, "actual")


def _price(draft: Draft, task: Task, choice: Choice) -> None:
    """Whoever is doubted pays, or the action is cancelled."""
    if choice.yes:
        draft.shift(task.seat, "actual", "universal", draft.setting.numbers.doubt)
    else:
        _cancel(draft, task, choice)


def _relate(draft: Draft, seat: int, card: int, other: Lying) -> None:
    numbers, kind = draft.setting.numbers, draft.relation(seat, card, other)
    if kind == AFFINITY:
        moved = draft.put_on(card, numbers.affinity, "potential")
    elif kind == ENMITY and other.owner == seat:
        moved = draft.put_on(card, numbers.enmity, "potential")
        moved += draft.put_on(other.card, numbers.enmity, "potential")
    elif kind == ENMITY:
        moved = draft.take_off(other.card, numbers.enmity, "potential", seat)
    else:
        return
    draft.facts.append(say.Related(card, other.card, kind, moved))


def _beads(draft: Draft, task: Task, part: Shift, choice: Choice) -> None:
    if choice.amount != EMPTY:
        draft.shift(task.seat, part.source, part.target, choice.amount)
        return
    for card, beads in choice.beads:
        if part.source in words.POOLS:
            draft.put_on(card, beads, part.source)
        else:
            draft.take_off(card, beads, part.target, task.acting.seat)


def _cards(draft: Draft, task: Task, part: Shift, choice: Choice) -> None:
    match part.source, part.target:
        case "deck", words.SPACE:
            spot = task.acting.selection.spot
            if spot is not None and draft.is_free(spot) and (card := draft.top()) != EMPTY:
                draft.lay(task.seat, card, spot)
        case "hand", _:
            draft.drop(task.seat, choice.card)
        case source, _:
            draft.to_hand(task.seat, part.amount, discard=source == "discard")


def _begin(draft: Draft, task: Task, word: str, *, of_card: bool) -> None:
    """Something lasts from now on, of the card that is selected or of who is struck."""
    acting = task.acting
    card = acting.selection.card if of_card else EMPTY
    seat = EMPTY if card != EMPTY else task.seat
    draft.begin_lasting(Lasting(word, seat, card, acting.cycle, acting.card))


def _look(draft: Draft, task: Task, choice: Choice) -> None:
    draft.looked = (*draft.looked, task.seat)


def _keep(draft: Draft, task: Task, choice: Choice) -> None:
    """Whoever chose has seen the card."""
    _look(draft, task, choice)
    if not choice.yes:
        draft.discard_top()


def _borrow(draft: Draft, task: Task, choice: Choice) -> None:
    selection = task.acting.selection
    facts, inner = draft.setting.cards[selection.card], selection.inner or Selection()
    borrowed = replace(task.acting, selection=inner, cycle=facts.cycle)
    draft.agenda = (*tasks_of(draft, borrowed, facts.parts), *draft.agenda)


def _move(draft: Draft, task: Task, card: int) -> None:
    if task.acting.selection.spot is not None:
        draft.lay_elsewhere(card, task.acting.selection.spot)


def _select_otherwise(draft: Draft, task: Task, choice: Choice) -> None:
    at = task.acting.selection.action
    announced = draft.stack[at]
    if choice.selection is not None and isinstance(announced.action, Use):
        action = Use(announced.action.card, choice.selection)
        draft.stack = put(draft.stack, at, announced._replace(action=action))


def _doubt(draft: Draft, task: Task, choice: Choice) -> None:
    doubted = draft.stack[task.acting.selection.action].seat
    draft.agenda = (Task(doubted, task.acting, PRICE), *draft.agenda)


def _empty_card(draft: Draft, task: Task, choice: Choice) -> None:
    lying = draft.lying(task.acting.selection.card)
    if lying is not None and lying.beads <= draft.setting.numbers.empty_card:
        draft.take_off(lying.card, lying.beads, "potential", task.seat)


def _new_hand(draft: Draft, task: Task, choice: Choice) -> None:
    hand = draft.hands[task.seat]
    for card in hand:
        draft.drop(task.seat, card)
    draft.to_hand(task.seat, len(hand))


def _chance(draft: Draft, task: Task, choice: Choice) -> None:
    card = draft.discard_top()
    if card != EMPTY:
        draft.shift(task.seat, "potential", "actual", draft.setting.cards[card].cost)


def _cancel(draft: Draft, task: Task, choice: Choice) -> None:
    at, why = task.acting.selection.action, f"{draft.setting.title(task.acting.card)} has cancelled it"
    draft.stack = put(draft.stack, at, draft.stack[at]._replace(cancelled=why))


def _exchange(draft: Draft, task: Task, choice: Choice) -> None:
    card, new = task.acting.selection.card, choice.card
    lying = draft.lying(card)
    if lying is None:
        return
    draft.hands = tuple(without(hand, (new,)) for hand in draft.hands)
    draft.matrix = put(draft.matrix, draft.matrix.index(lying), lying._replace(card=new))
    draft.card_discard = (*draft.card_discard, card)
    draft.lasting = tuple(lasting for lasting in draft.lasting if lasting.card != card)
    draft.facts += [say.Discarded(card, lying.owner), say.LaidCard(lying.owner, new, lying.spot)]
    draft.spill(new)


# ---------------------------------------------------------------- after an action


def _magnets(draft: Draft, task: Task, choice: Choice) -> None:
    """A helpful or harmful action strikes those, too, who draw such actions."""
    setting, acting = draft.setting, task.acting
    card, selection = setting.cards[acting.card], acting.selection
    if card.borrows and selection.inner is not None:
        card, selection = setting.cards[selection.card], selection.inner
    word = {HELPFUL: words.DRAW_HELP, HARMFUL: words.DRAW_HARM}.get(card.deed)
    if word is None or selection.player == EMPTY:
        return
    for seat in draft.order(acting.seat):
        if seat != selection.player and draft.has(word, seat=seat):
            draft.facts.append(say.Struck(seat))
            struck = replace(acting, selection=replace(selection, player=seat))
            draft.agenda = (*tasks_of(draft, struck, card.parts), *draft.agenda)


def _karma(draft: Draft, task: Task, choice: Choice) -> None:
    """A card of good karma that did something for an opponent rewards who used it."""
    moved = draft.shift(task.seat, "potential", "actual", task.amount) if draft.worked else 0
    if moved:
        draft.facts.append(say.Karma(task.seat, moved))


_AT_ONCE: Mapping[str, Callable[[Draft, Task, Choice], None]] = {
    LAY: _fuse,
    LOAD: _load,
    PRICE: _price,
    MAGNETS: _magnets,
    KARMA: _karma,
    FINISH: _finish,
    words.LOOK: _look,
    words.KEEP: _keep,
    words.BORROW: _borrow,
    words.MOVE_THIS: lambda draft, task, _: _move(draft, task, task.acting.card),
    words.MOVE_CARD: lambda draft, task, _: _move(draft, task, task.acting.selection.card),
    words.TURN_BACK: _select_otherwise,
    words.ASTRAY: _select_otherwise,
    words.TOO_LATE: _cancel,
    words.DOUBT: _doubt,
    words.EMPTY_CARD: _empty_card,
    words.NEW_HAND: _new_hand,
    words.EXCHANGE: _exchange,
    words.CHANCE: _chance,
}
"""What each task does that is no part of an action, and each call that does not last."""


def run(draft: Draft) -> None:
    """Do all tasks for which nobody has to choose."""
    while draft.agenda:
        task, *rest = draft.agenda
        possible = choices(draft, task)
        if len(possible) > 1:
            return
        draft.agenda = tuple(rest)
        if possible:
            do(draft, task, possible[0])

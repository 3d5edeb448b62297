"""Symetra's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from generator.games.kit.dealt import Dealing, Dealt, LyingCards
from generator.games.kit.hidden import Pool, face_down, laid_by_chance
from generator.games.kit.table import put
from generator.games.symetra import evaluation, moves, rows, table, telling
from generator.games.symetra.draft import Draft
from generator.games.symetra.facts import Beads, Fact
from generator.games.symetra.flow import actors
from generator.games.symetra.moves import Announce, Decline, DrawCard, Move, Resolve, Settle
from generator.games.symetra.records import Setting
from generator.games.symetra.state import Charge, Fuse, Phase, Position, State, Use
from generator.games.symetra.words import POOLS
from generator.replay.errors import CellError, IllegalMove, Reason, UnreadableMove, shown
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.script import Script, ScriptLine, ScriptRow


class Symetra(Dealt[State, Move, Fact]):
    """The rules of Symetra over the cards of one workbook."""

    setting: Setting
    vocabulary = rows.VOCABULARY
    kinds, tracks, shared_tracks = (), POOLS, ()
    nobody = telling.CYCLE
    moves, rows, tables, telling = moves, rows, table, telling
    evaluation = evaluation
    tastes, whim, most_tried = evaluation.TASTES, 0.05, evaluation.MOST_TRIED
    hidden = (Pool(("card_deck",), ("hands",)),)
    rules, hand_rules = telling.RULES, ("fuse.hand", "use.card")
    mends: Mapping[str, str] = {
        "fuse.hand": "Fuse a card of that hand, or deal the hands otherwise in the setup rows."
    }
    play_on_mend = "Play on to the end of the cycle."
    phase_headings: Mapping[str, str] = {
        "begin": "The cycle begins",
        "turns": "A turn for each",
        "close": "The cycle ends",
        rows.ANSWER: "Re-actions",
    }

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        return self._start(self.setup_of(script))

    def _start(self, dealing: Dealing) -> State:
        """Beads and hands; then the top cards of the deck say who goes first."""
        numbers, count = self.setting.numbers, len(dealing.names)
        hands, rest, seed = self.dealt(dealing)
        starter, turned_up = _starter(self.setting, count, rest)
        return Position(
            setting=self.setting,
            names=tuple(dealing.names),
            seed=seed,
            actual=(numbers.actual,) * count,
            potential=(numbers.potential,) * count,
            universal=(0,) * count,
            hands=hands,
            card_deck=rest[turned_up:],
            card_discard=rest[:turned_up],
            playing=(True,) * count,
            wins=(0,) * count,
            starter=starter,
            cycles=numbers.cycles(count),
        ).kept()

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and the deck as it is shuffled by it."""
        first = self._start(Dealing(names, seed))
        return self.hand_lines(first, [(*first.card_discard, *first.card_deck)], seed)

    def view(self, state: State, seat: int) -> State:
        """Hands of others and the deck are hidden, but for its top card if the seat has looked at it."""
        return self._but_the_top(state, seat, lambda laid: face_down(laid, self.hidden, seat))

    def determinize(self, view: State, seat: int, rng: Random) -> State:
        """What the seat does not see in any order; whoever has announced to fuse a card holds it."""
        laid = self._but_the_top(view, seat, lambda laid: laid_by_chance(laid, self.hidden, seat, rng))
        return _announced_held(laid)

    def _but_the_top(self, state: State, seat: int, lay: Callable[[State], State]) -> State:
        """A state laid otherwise, but for the top card of the deck if the seat has looked at it."""
        if seat not in state.looked:
            return lay(state)
        top, *rest = state.card_deck
        laid = lay(self._with(state, "card_deck", tuple(rest)))
        return self._with(laid, "card_deck", (top, *laid.card_deck))

    def phase(self, state: State) -> str:
        """The script's word for the phase; while an action is announced or happens it is `answer`."""
        return rows.phase_word(state)

    def waiting(self, state: State) -> tuple[int, ...]:
        """Who has still to act in this phase of the round."""
        return state.due

    def most(self, state: State, track: str) -> int:
        """All beads of a player."""
        return self.setting.numbers.beads

    def scores(self, state: State) -> tuple[int, ...]:
        """The actual of each player."""
        return state.actual

    # ------------------------------------------------------------ rows

    def chosen_in(self, row: ScriptRow) -> str:
        """The cells in which places, divisions and charged cards stand."""
        return f"{row.card if row.action == rows.CHARGE else ''};{row.payment}".casefold()

    def follow_up(self, row: ScriptRow, action: Move, after: State) -> tuple[int, Move] | None:
        """Nobody answers the action of a whole row, so that it happens as the row says."""
        if row.action not in rows.WHOLE and row.action != "resolve":
            return None
        if after.agenda:
            try:
                choice = rows.next_choice(row, after)
            except CellError:
                return None
            return (after.agenda[0].seat, Settle(choice)) if choice is not None else None
        if row.action not in rows.WHOLE or not after.stack:
            return None
        return (after.asked[0], Decline()) if after.asked else (NOBODY, Resolve())

    def play(self, row: ScriptRow, state: State, past: State) -> tuple[State, tuple[Fact, ...]]:
        """What a row does. Raises CellError or MoveError, also for a choice that a row has to say."""
        after, facts = super().play(row, state, past)
        told = row.action in rows.WHOLE or row.action == "resolve"
        if told and after.agenda and rows.next_choice(row, after) is None:
            seat = after.agenda[0].seat
            if seat == self.mover(row, state):
                who, column = self.names(after)[seat], "card" if row.action == rows.CHARGE else "payment"
                fault = f"The row does not say what {who} chooses. {self._such_as(after)}"
                raise CellError(column, UnreadableMove(fault.strip()))
        elif row.action in rows.WHOLE:
            _all_chosen(row, after, facts)
        return after, facts

    def _such_as(self, state: State) -> str:
        """A choice that could stand in the row."""
        seat = state.agenda[0].seat
        move = moves.legal_moves(state, seat)[0]
        line = self.write(Played(state, seat, move, state, ()))
        return f"Write one such as “{line.payment}”." if line is not None and line.payment else ""

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        if rule == "turn.order":
            return "player"
        if rule.startswith("select") or rule in ("protected", "borrow", "choose", "decide", "charge.beads"):
            return "card" if rule == "choose" and row.action == rows.CHARGE else "payment"
        return "card" if row.card else "action"

    def cards_left_alone(self) -> tuple[str, ...]:
        """Cards with a word that the rules do not play."""
        return tuple(facts.name for facts in self.setting.cards if not facts.played)

    # ------------------------------------------------------------ how a world goes on

    def reached(self, state: State, row: ScriptRow) -> bool:
        """Whoever is asked and has no row declines; what is announced happens before the next turn’s row."""
        if self.over(state) or state.round != row.round:
            return self.over(state) or state.round > row.round
        seat = self.seat(row, state)
        if rows.phase_word(state) == rows.ANSWER:
            if row.phase != rows.ANSWER:
                return False
            return not state.asked or bool(state.agenda) or seat == state.asked[0]
        if row.phase == rows.ANSWER:
            return True
        order = [Phase.BEGIN, Phase.TURNS, Phase.LAST, Phase.CLOSE]
        here, there = order.index(state.phase), order.index(Phase(row.phase))
        if here != there:
            return here > there
        return seat is None or seat in state.due[:1] or seat not in state.due

    def silent(self, state: State) -> tuple[int, Move] | None:
        """Declining needs no row, nor what happens without a choice; a turn ends with one."""
        acting = actors(state)
        if not acting:
            return NOBODY, moves.legal_moves(state, NOBODY)[0]
        if state.agenda or (not state.stack and state.phase is Phase.TURNS):
            return None
        return acting[0], Decline()

    def may_stop(self, state: State) -> bool:
        """After a whole cycle."""
        return state.phase is Phase.BEGIN and state.cycle > 1

    def forced(
        self, row: ScriptRow, state: State, seat: int, move: Move
    ) -> tuple[State, tuple[Fact, ...]] | None:
        """A card that lacks is granted, and what follows of the row happens."""
        here = (state.round, rows.phase_word(state)) == (row.round, row.phase) and seat in actors(state)
        if not here or state.agenda or not isinstance(move, Announce | DrawCard):
            return None
        granted = _granted(state, seat, move)
        if granted is None:
            return None
        after, facts = moves.done(granted, seat, move)
        while (answer := self.follow_up(row, move, after)) and answer[1] in moves.legal_moves(
            after, answer[0]
        ):
            after, further = moves.apply(after, *answer)
            facts = (*facts, *further)
            move = answer[1]
        return after, facts

    def skip(self, row: ScriptRow, state: State) -> State:
        """A row that cannot be played is left out; only one that ends a turn still ends it."""
        return super().skip(row, state) if row.action == "draw" else state

    def places(self, state: State) -> Iterator[LyingCards]:
        """Cards in the matrix."""
        yield [lying.card for lying in state.matrix], "lies in the matrix"

    # ------------------------------------------------------------ players and repair

    def card_of(self, action: Move, state: State) -> str:
        """The card that is fused or used, folded."""
        if isinstance(action, Announce) and not isinstance(action.action, Charge):
            return self.setting.title(action.action.card).casefold()
        return ""

    # ------------------------------------------------------------ what is told

    def seated(self, start: State) -> str:
        """Who sits where, and who goes first."""
        shown = ", ".join(
            f"{self.setting.title(card)} {self.setting.cards[card].cost}" for card in start.card_discard
        )
        first = start.names[start.starter]
        return f"{super().seated(start)} They turn up {shown}: {first} goes first."


def _all_chosen(row: ScriptRow, after: State, facts: Sequence[Fact]) -> None:
    """That an action without a choice did what its row says. Raises IllegalMove."""
    title = after.setting.title
    charged = [title(fact.card) for fact in facts if isinstance(fact, Beads)]
    if row.action == rows.CHARGE and row.card and charged and row.card.casefold() != charged[0].casefold():
        raise IllegalMove(Reason("charge.card", f"The only card to charge is {charged[0]}."))
    if rest := rows.untaken(row, after):
        raise IllegalMove(Reason("choose", f"There is nothing to choose, and the row says “{shown(rest)}”."))


def _announced_held(state: State) -> State:
    """The state in which each card that is being fused has changed places with one of that hand."""
    announced = {item.action.card: item.seat for item in state.stack if isinstance(item.action, Fuse)}
    for card, seat in announced.items():
        others = [held for held in state.hands[seat] if held not in announced]
        if card not in state.hands[seat] and others:
            change = {card: others[0], others[0]: card}
            hands = tuple(tuple(change.get(held, held) for held in hand) for hand in state.hands)
            deck = tuple(change.get(other, other) for other in state.card_deck)
            state = replace(state, hands=hands, card_deck=deck)
    return state


def _starter(setting: Setting, players: int, deck: Sequence[int]) -> tuple[int, int]:
    """Who turns up the highest cost, and how many cards that takes; those who tie turn up again."""
    tied, at = list(range(players)), 0
    while len(tied) > 1 and at + len(tied) <= len(deck) - players:
        costs = {seat: setting.cards[deck[at + place]].cost for place, seat in enumerate(tied)}
        at += len(tied)
        tied = [seat for seat in tied if costs[seat] == max(costs.values())]
    return tied[0], at


def _granted(state: State, seat: int, move: Move) -> State | None:
    """The state in which a move can be done: a card that lacks is in the hand. None if it never can."""
    if not isinstance(move, Announce):
        return state
    match move.action:
        case Fuse(card=card):
            if state.lying(card) is not None or not state.in_turn(seat):
                return None
            draft = Draft(state)
            draft.take(card)
            draft.hands = put(draft.hands, seat, (*draft.hands[seat], card))
            return draft.kept()
        case Use(card=card):
            known = state.setting.cards[card].played
            return state if known and state.owner(card) == seat else None
    return state if state.own(seat) and state.in_turn(seat) else None

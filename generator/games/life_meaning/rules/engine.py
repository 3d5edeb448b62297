"""The rules as functions over a State.

state = start(setting, ["Alex", "Brooke"], seed=1)
while seats := actors(state): state, facts = apply(state, seats[0], choose(legal_moves(state, seats[0])))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.games.kit.chance import shuffled_below
from generator.games.kit.facts import Acted
from generator.games.kit.shown import best
from generator.games.kit.table import check_seats, laid_out
from generator.games.life_meaning.records import Setting
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules.draft import Draft
from generator.games.life_meaning.rules.moves import TURN, Contribute, Convert, Move, Touchpoint, complete
from generator.games.life_meaning.rules.reasons import PHASES, not_the_turn
from generator.games.life_meaning.rules.rounds import Answer, Check, EndTurn, Mitigate, Open, use_action
from generator.games.life_meaning.rules.state import Phase, Position, State, actors
from generator.replay.errors import IllegalMove, Reason
from generator.replay.moves import NOBODY

Step = tuple[State, tuple[say.Fact, ...]]


def start(
    setting: Setting,
    names: Sequence[str],
    *,
    seed: int = 0,
    decks: Mapping[str, Sequence[int]] | None = None,
) -> State:
    """A game at the beginning of round 1, before its Event is opened.

    `decks` are the cards on top of the decks pattern, project and event. Raises SetupError.
    """
    numbers = setting.numbers
    check_seats(names, numbers.players_min, numbers.players_max)
    top = decks or {}
    patterns, seed = shuffled_below(top.get("pattern", ()), range(len(setting.patterns)), seed, "Pattern")
    projects, seed = shuffled_below(top.get("project", ()), range(len(setting.projects)), seed, "Project")
    events, seed = shuffled_below(top.get("event", ()), range(len(setting.events)), seed, "Event")
    gallery, slots = min(numbers.gallery_slots, len(patterns)), min(numbers.project_slots, len(projects))
    return Position(
        setting=setting,
        names=tuple(names),
        starter=0,
        seed=seed,
        player=0,
        drift=numbers.drift_start,
        tokens=(numbers.start_tokens,) * len(names),
        coherence=(numbers.coherence_start,) * len(names),
        reputation=(numbers.reputation_start,) * len(names),
        legacy=(numbers.legacy_start,) * len(names),
        stacks=((),) * len(names),
        gallery=laid_out(patterns, gallery),
        projects=laid_out(projects, slots),
        marks=((),) * slots,
        pattern_deck=patterns[gallery:],
        project_deck=projects[slots:],
        event_deck=events,
    ).kept()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """All that a seat may do now; of NOBODY what happens without a choice."""
    if seat == NOBODY:
        return _of_nobody(state)
    if seat not in actors(state):
        return ()
    if state.asked is not None:
        return (Answer(False), Answer(True))
    if state.phase is Phase.STABILITY:
        return (*Mitigate.ways(state, seat), *Convert.ways(state, seat))
    if not state.actions_left:
        return (EndTurn(), *Convert.ways(state, seat))
    moves: list[Move] = []
    for kind in (*TURN, Convert):
        moves += kind.ways(state, seat)
    return tuple(moves)


def _of_nobody(state: State) -> tuple[Move, ...]:
    """What happens without a choice."""
    if state.phase is Phase.EVENT:
        return (Open(),)
    return (Check(),) if state.phase is Phase.STABILITY and not state.waiting else ()


def why_illegal(state: State, seat: int, move: Move) -> Reason | None:
    """Why a seat may not do this now; None if it may."""
    names, asked = state.names, state.asked
    if state.phase is Phase.OVER:
        return Reason("phase", "The game is over.")
    if state.phase not in move.phases:
        where = " or ".join(PHASES[phase] for phase in move.phases)
        return Reason("phase", f"This belongs to the phase {where}; now it is {PHASES[state.phase]}.")
    if isinstance(move, Open | Check):
        return move.why_not(state, seat)
    if asked is None and isinstance(move, Answer):
        return Reason("touchpoint.answer", "Nobody has asked for a token.")
    if asked is not None and not isinstance(move, Answer):
        return Reason("touchpoint.answer", f"{names[asked.seat]} has to answer first.")
    if seat not in actors(state):
        return not_the_turn(state, seat, actors(state))
    if move.action and not state.actions_left:
        count = state.setting.numbers.actions
        return Reason("turn.order", f"{names[state.player]} has used the {count} actions of this turn.")
    return move.why_not(state, seat)


def apply(state: State, seat: int, move: Move) -> Step:
    """The next state and what happened. Raises IllegalMove."""
    reason = why_illegal(state, seat, move)
    if reason is not None:
        raise IllegalMove(reason)
    return done(state, seat, move)


def done(state: State, seat: int, move: Move) -> Step:
    """The same for a move that is known to be legal."""
    return worked(Draft(state), seat, move)


def worked(draft: Draft, seat: int, move: Move, *, completes: bool = False) -> Step:
    """Do a move, legal or not, and go on. It may be told as one that `completes` its Project."""
    draft.facts.append(Acted(seat, move))
    move.do(draft, seat)
    if completes and isinstance(move, Contribute) and move.project in draft.projects:
        complete(draft, draft.projects.index(move.project), seat)
    if move.action and not (isinstance(move, Touchpoint) and draft.asked is not None):
        use_action(draft)
    return draft.kept(), tuple(draft.facts)


def scores(state: State) -> tuple[int, ...]:
    """Coherence, Reputation and Legacy together, by seat."""
    return tuple(map(sum, zip(state.coherence, state.reputation, state.legacy, strict=True)))


def group_score(state: State) -> int:
    """How far Drift is from its end, with the lowest Coherence and the lowest Reputation."""
    base = state.setting.numbers.group_score_base - state.drift
    return base + min(state.coherence) + min(state.reputation)


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest score: equals share the win."""
    return best(scores(state))

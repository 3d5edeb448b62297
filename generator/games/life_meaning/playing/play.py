"""Life~Meaning's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.games.kit.english import Term, counted
from generator.games.kit.facts import Acted
from generator.games.kit.hidden import Pool
from generator.games.kit.ruled import Ruled
from generator.games.kit.seating import SetupDeck, laid_decks, seated_players, seed_of
from generator.games.kit.table import EMPTY
from generator.games.life_meaning import evaluation
from generator.games.life_meaning.playing import rows
from generator.games.life_meaning.records import TOKENS, TRACKS, Setting
from generator.games.life_meaning.rules import engine, rounds
from generator.games.life_meaning.rules import moves as act
from generator.games.life_meaning.rules.draft import Draft
from generator.games.life_meaning.rules.engine import apply, group_score, scores, start, worked
from generator.games.life_meaning.rules.facts import Answered, Checked, Completed, Fact
from generator.games.life_meaning.rules.reasons import PHASES, RULES
from generator.games.life_meaning.rules.state import End, Phase, State
from generator.games.life_meaning.words import table, telling
from generator.replay.errors import CellError, MoveError, shown
from generator.replay.moves import NOBODY, Gap
from generator.replay.script import Script, ScriptLine, ScriptRow
from generator.replay.stated_outcomes import Claim

GROUP = "Group"
"""The name under which a script states the Group Score."""
_COLUMNS: Mapping[str, str] = {
    "turn.order": "player",
    "acquire": "gains",
    "touchpoint.other": "card",
    "touchpoint.refused": "card",
}
"""The columns that broken rules are about, where it is not the payment or the card."""


class LifeMeaning(Ruled[State, act.Move, Fact]):
    """The rules of Life~Meaning over the cards of one workbook."""

    kinds, tracks, shared_tracks = TOKENS, TRACKS, ("drift",)
    nobody = telling.EVENT
    moves, rows, tables, telling = engine, rows, table, telling
    evaluation = evaluation
    tastes = evaluation.TASTES
    laid_from: Mapping[str, str] = {"pattern": "gallery", "project": "projects"}
    hidden = (Pool(("pattern_deck",)), Pool(("project_deck",)), Pool(("event_deck",)))
    vocabulary = rows.VOCABULARY
    rules = RULES
    asks_open: Mapping[str, str] = {"obtain.open": "pattern", "contribute.open": "project"}
    mends: Mapping[str, str] = {"event.next": "Name that Event, or lay the deck otherwise in the setup rows."}
    play_on_mend = "Play on until a Project of the last Layer is complete, or to another end of the game."
    phase_headings: Mapping[str, str] = {str(phase): heading for phase, heading in PHASES.items()}

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.book)
        self.setting = setting
        self.setup_decks = (
            _deck("pattern", "Pattern", setting.patterns),
            _deck("project", "Project", setting.projects),
            _deck("event", "Event", setting.events),
        )

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        names = seated_players(script)
        return start(self.setting, names, seed=seed_of(script), decks=laid_decks(script, self.setup_decks))

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the seed, and every deck as it is shuffled by it."""
        return self.dealt_lines(names, self.decks_of(start(self.setting, names, seed=seed)), seed=seed)

    def phase(self, state: State) -> str:
        """The script's word for the phase."""
        return state.phase

    def actions_left(self, state: State) -> int | None:
        """Those of a turn, unless somebody is asked for a token first."""
        return state.actions_left if state.asked is None else None

    def moment(self, state: State) -> str:
        """The phase as the rules call it."""
        return PHASES[state.phase]

    def most(self, state: State, track: str) -> int:
        """The last space of a track."""
        return self.setting.numbers.most(track)

    def scores(self, state: State) -> tuple[int, ...]:
        """Coherence, Reputation and Legacy together."""
        return scores(state)

    def shared_scores(self, state: State) -> Mapping[str, int]:
        """The Group Score."""
        return {GROUP: group_score(state)}

    # ------------------------------------------------------------ rows

    def follow_up(self, row: ScriptRow, action: act.Move, after: State) -> tuple[int, act.Move] | None:
        """A Touchpoint that stands in a script took place, so that whoever was asked agreed."""
        return (after.asked.seat, rounds.Answer(True)) if after.asked is not None else None

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        if rule in _COLUMNS:
            return _COLUMNS[rule]
        payment = rule.endswith((".tokens", ".price", ".boxes", ".asked")) and row.payment
        return "payment" if payment else "card" if row.card else "action"

    # ------------------------------------------------------------ how a world goes on

    def silent(self, state: State) -> tuple[int, act.Move] | None:
        """Events, ends of turns, and whoever puts nothing in, need no row."""
        if state.phase is Phase.EVENT:
            return NOBODY, rounds.Open()
        if state.phase is Phase.STABILITY:
            return (state.waiting[0], rounds.Mitigate()) if state.waiting else (NOBODY, rounds.Check())
        if state.asked is not None:
            return state.asked.seat, rounds.Answer(False)
        return (state.player, rounds.EndTurn()) if not state.actions_left else None

    def overdue(self, state: State) -> tuple[State, Gap]:
        """The actions of a turn that no row tells."""
        who, left = state.names[state.player], state.actions_left
        count = f"{counted(left, 'action')} left"
        sentence = f"{who} has {count} in round {state.round}, and no row uses them."
        return self._spent(state, left), Gap(who, sentence, count)

    def pass_over(self, state: State, seat: int) -> State:
        """The state as if a seat had used its move for nothing."""
        if state.phase is Phase.STABILITY or state.asked is not None:
            return super().pass_over(state, seat)  # the first legal move is to put in or to give nothing
        return self._spent(state, 1)

    def _spent(self, state: State, count: int) -> State:
        draft = Draft(state)
        rounds.use_action(draft, count)
        return draft.kept()

    def reached(self, state: State, row: ScriptRow) -> bool:
        """Whether the game has come to the moment of a row, or beyond it."""
        if self.over(state) or (state.round, state.phase) != (row.round, row.phase):
            return super().reached(state, row)
        if state.asked is not None:
            return False
        seat = self.seat(row, state)
        if state.phase is Phase.STABILITY:
            return not state.waiting or (row.action != "check" and seat in state.waiting)
        if seat is None or state.phase is Phase.EVENT:
            return True
        if seat == state.player:
            return bool(state.actions_left) or row.action in {"convert", "end turn"}
        order = state.order()
        return order.index(seat) < order.index(state.player)

    def skip(self, row: ScriptRow, state: State) -> State:
        """The state without a row that cannot be played."""
        idle = state.phase is Phase.TURNS and not state.actions_left
        if idle or row.action in {"convert", "end turn", "open", "check"}:
            return state
        return super().skip(row, state)

    def force(self, row: ScriptRow, state: State, claims: Sequence[Claim]) -> tuple[State, tuple[Fact, ...]]:
        """What an illegal row wants, done all the same: what lacks is granted, and turns keep step."""
        try:
            seat = self.seat(row, state)
            seat = seat if seat is not None else state.player
            laid = self._laid(row, state, seat)
            move = self.read(row, laid)
            if state.phase is Phase.OVER or type(move) in {rounds.Open, rounds.EndTurn, rounds.Check}:
                return (
                    self._opened(row, state) if isinstance(move, rounds.Open) else (self.skip(row, state), ())
                )
            if isinstance(move, act.Touchpoint) and move.other == seat:
                return self.skip(row, state), ()
        except (CellError, MoveError):
            return self.skip(row, state), ()
        draft, completes = Draft(laid, granting=True), _tells_completion(claims)
        after, facts = worked(draft, seat, move, completes=completes)
        answer = self.follow_up(row, move, after)
        if answer is not None:
            after, answered = worked(Draft(after, granting=True), *answer)
            facts = (*facts, *answered)
        return self._back(state, after, row, seat), facts

    def _laid(self, row: ScriptRow, state: State, seat: int) -> State:
        """The state in which it is a seat's moment."""
        if state.phase is Phase.OVER or row.action == "open":
            return state
        if row.phase == Phase.STABILITY:
            waiting = state.waiting if seat in state.waiting else (*state.waiting, seat)
            return replace(state, phase=Phase.STABILITY, waiting=(*waiting, NOBODY))
        left = max(state.actions_left, 1) + 1 if state.player != seat else max(state.actions_left, 1)
        return replace(state, phase=Phase.TURNS, player=seat, actions_left=left, asked=None, refused=())

    def _opened(self, row: ScriptRow, state: State) -> tuple[State, tuple[Fact, ...]]:
        """The Event that a row names comes to the top and is opened."""
        if state.phase is not Phase.EVENT:
            return state, ()
        titles = [event.title.casefold() for event in self.setting.events]
        name = row.card.strip().casefold()
        card = titles.index(name) if name in titles else EMPTY
        if card in (*state.event_deck, *state.event_discard):
            deck = (card, *(other for other in state.event_deck if other != card))
            discard = tuple(other for other in state.event_discard if other != card)
            state = replace(state, event_deck=deck, event_discard=discard)
        return apply(state, NOBODY, rounds.Open())

    def _back(self, before: State, after: State, row: ScriptRow, seat: int) -> State:
        """The moment of the game as it was, where a row stands elsewhere; else as the row left it."""
        if after.phase is Phase.OVER:
            return after
        if row.phase == Phase.STABILITY and before.phase is Phase.STABILITY:
            return replace(after, waiting=tuple(other for other in after.waiting if other != NOBODY))
        here = before.phase is Phase.TURNS and before.player == seat and row.round == before.round
        if here and (before.actions_left or row.action == "convert"):
            left = after.actions_left if before.actions_left else 0
            return replace(after, actions_left=left) if after.phase is Phase.TURNS else after
        kept = ("round", "phase", "player", "actions_left", "waiting", "mitigation")
        return replace(after, asked=None, **{name: getattr(before, name) for name in kept})

    # ------------------------------------------------------------ what a row states

    def stated(self, row: ScriptRow) -> str:
        """What a row states; what is acquired is its move."""
        return "" if row.action == "acquire" else row.gains

    def check_deed(self, claim: Claim, facts: Sequence[Fact]) -> str | None:
        """A sentence if something was not completed, accepted, met as a row states it, else None."""
        stated = f"The row states {shown(claim.text)};"
        if claim.symbol == "completed":
            completed = any(isinstance(fact, Completed) for fact in facts)
            return None if completed else f"{stated} no Project is complete by it."
        if claim.symbol == "accepted":
            agreed = any(isinstance(fact, Answered) and fact.accepted for fact in facts)
            return None if agreed else f"{stated} nobody agrees to a Touchpoint by it."
        checks = [fact.met for fact in facts if isinstance(fact, Checked)]
        if not checks:
            return f"{stated} the Stability Check does not end with it."
        if checks[-1] is (claim.symbol == "met"):
            return None
        return f"{stated} the Mitigation is {'paid in full' if checks[-1] else 'not paid in full'}."

    def told_otherwise(
        self, claims: Sequence[Claim], before: State, after: State, facts: Sequence[Fact]
    ) -> bool:
        """Whether a row tells a completion that did not come of it."""
        contributes = any(isinstance(fact, Acted) and isinstance(fact.move, act.Contribute) for fact in facts)
        completed = any(isinstance(fact, Completed) for fact in facts)
        return contributes and not completed and _tells_completion(claims)

    def untold(self, row: ScriptRow, claims: Sequence[Claim], facts: Sequence[Fact]) -> str:
        """A completion that the row does not state."""
        completed = [fact.project for fact in facts if isinstance(fact, Completed)]
        if not completed or any(claim.symbol in {"completed", "legacy"} for claim in claims):
            return ""
        title = self.setting.projects[completed[0]].title
        return f"{title} is completed by it, and the row does not say so."

    def places_of(self, deck: str, state: State) -> Iterator[tuple[Collection[int], str]]:
        """Stacks, what is complete, and discards."""
        for seat, stack in enumerate(state.stacks if deck == "pattern" else ()):
            yield stack, f"It lies in {state.names[seat]}’s Stack."
        if deck == "project":
            yield state.completed, "It is complete and has left the game."
        yield getattr(state, f"{deck}_discard"), "It lies among the discards."

    # ------------------------------------------------------------ players and repair

    def how_ended(self, state: State) -> str:
        """By stewardship, by Drift, or without Projects."""
        return str(state.end.value) if state.end is not None else ""

    def ends_well(self, state: State) -> bool:
        """A Project of the last Layer is complete."""
        return state.phase is Phase.OVER and state.end is End.STEWARDSHIP

    def card_of(self, action: act.Move, state: State) -> str:
        """The Pattern or Project of a move, folded."""
        if isinstance(action, act.Obtain):
            return self.setting.patterns[action.pattern].title.casefold()
        if isinstance(action, act.Contribute):
            return self.setting.projects[action.project].title.casefold()
        return ""

    # ------------------------------------------------------------ what is told

    def seated(self, start: State) -> str:
        """Who sits where, and who begins."""
        return f"{super().seated(start)} {start.names[start.starter]} begins every round."


def _deck(key: str, word: str, cards: Sequence[object]) -> SetupDeck:
    titles = [str(card.title) for card in cards]  # type: ignore[attr-defined]
    return SetupDeck(key, word, Term(word).many, titles, drawn_by="open" if key == "event" else "")


def _tells_completion(claims: Sequence[Claim]) -> bool:
    """Whether a row states that a Project is complete, in a word or by its Legacy."""
    gains = any(claim.symbol == "legacy" and (claim.change or 0) > 0 for claim in claims)
    return gains or any(claim.symbol == "completed" for claim in claims)

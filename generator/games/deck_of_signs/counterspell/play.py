"""Counterspell's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.games.deck_of_signs.counterspell import evaluation, moves, rows, table, telling
from generator.games.deck_of_signs.counterspell.facts import Fact
from generator.games.deck_of_signs.counterspell.moves import Done, Draft, Grow, Lay, Resolve, Weave, done
from generator.games.deck_of_signs.counterspell.records import HEALTH, LEVELS, Setting
from generator.games.deck_of_signs.counterspell.state import Phase, Position, State, actors
from generator.games.deck_of_signs.moves import SignMove, repeated
from generator.games.kit.cells import in_cell, parts_in
from generator.games.kit.chance import shuffled
from generator.games.kit.dealt import Dealing, Dealt, LyingCards
from generator.games.kit.hidden import Pool
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, UnreadableMove, shown
from generator.replay.script import Script, ScriptLine, ScriptRow
from generator.replay.stated_outcomes import Claim

NORMAL = LEVELS[1]
"""The level without a row that says it."""


class Counterspell(Dealt[State, SignMove, Fact]):
    """The rules of Counterspell over the cards of one workbook."""

    setting: Setting
    vocabulary = rows.VOCABULARY
    kinds, tracks, shared_tracks = (), (), (HEALTH,)
    nobody = telling.BEAST
    moves, rows, tables, telling = moves, rows, table, telling
    evaluation = evaluation
    tastes, whim = evaluation.TASTES, 0.02
    hidden = (Pool(("card_deck", "face_down"), ("hands",)),)
    rules, dealt_by = telling.RULES, ("hand", "chaos")
    mends: Mapping[str, str] = {
        "hand": "Lay a card of that hand, or deal the hands otherwise in the setup rows."
    }
    play_on_mend = "Play on to the end of the round, until all spaces are resolved."
    phase_headings: Mapping[str, str] = {
        "weave": "A turn for each",
        "resolve": "The end of the round",
        "lay": "Cleared spaces",
        "chaos": "Chaos grows",
    }

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError."""
        dealing, level = self.setup_of(script), _level_of(script)
        laid = {row.action: row for row in script.setup}
        if "chaos" in laid:
            chaos = self._chaos_cards(laid["chaos"], dealing, level)
            dealing = replace(dealing, hands={**dealing.hands, len(dealing.names): chaos})
        return self._start(dealing, level, self._circle(laid["lay"]) if "lay" in laid else ())

    def _chaos_cards(self, row: ScriptRow, dealing: Dealing, level: str) -> tuple[int, ...]:
        """The first cards of Chaos as a setup row lists them. Raises CellError."""
        place, due = row.at("payment"), self._chaos_due(len(dealing.names), level)
        cards = in_cell(place, lambda: self.setup_deck.cards(parts_in(row.payment)))
        elsewhere = {*dealing.top(self.setup_deck)}.union(*dealing.hands.values())
        taken = [card for card in cards if card in elsewhere]
        if not taken and len(cards) == due:
            return cards
        fault = f"{len(cards)} cards are dealt to Chaos here, and {due} are due."
        if taken:
            fault = f"“{shown(self.title(taken[0]))}” lies in a hand or the deck already."
        raise CellError(place, UnreadableMove(fault))

    def _chaos_due(self, count: int, level: str) -> int:
        difficulty = self.setting.levels.get((count, level))
        return difficulty.chaos if difficulty is not None else 0

    def _circle(self, row: ScriptRow) -> tuple[int, ...]:
        """The first circle as a setup row lays it. Raises CellError."""
        place, due = row.at("payment"), self.setting.numbers.signs_on_circle
        signs = in_cell(place, lambda: self.setting.deck.signs_named(row.payment))
        twice = repeated(signs)
        if twice is None and len(signs) == due:
            return signs
        fault = f"{len(signs)} Signs are laid here, and {due} are due."
        if twice is not None:
            fault = f"The {self.setting.deck.signs[twice]} lies on two spaces."
        raise CellError(place, UnreadableMove(fault))

    def _start(self, dealing: Dealing, level: str, signs: Sequence[int] = ()) -> State:
        """The table after the setup, its matches paid for; the last hand is the cards of Chaos."""
        hands, rest, seed = self.dealt(dealing, self._chaos_due(len(dealing.names), level))
        order, seed = shuffled(range(len(self.setting.deck.signs)), seed)
        spaces = self.setting.numbers.signs_on_circle
        draft = Draft(
            Position(
                setting=self.setting,
                names=tuple(dealing.names),
                seed=seed,
                level=level,
                hands=hands[:-1],
                card_deck=rest,
                circle=tuple(signs) or order[:spaces],
                chaos=((),) * spaces,
                covered=(),
                face_down=(),
                runs=((),) * spaces,
                health=0,
            ).kept()
        )
        draft.health = draft.difficulty.health
        for at, card in enumerate(hands[-1]):
            draft.lay_chaos(at % spaces, card)
        for space, cards in enumerate(draft.chaos):
            for card in cards:
                draft.match(space, card)
        return draft.kept()

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats, hands, the seed, the deck as it is shuffled by it, the level, the circle and Chaos."""
        deck = self.setting.deck
        first = self._start(Dealing(names, seed), NORMAL)
        cards = (*first.card_discard, *first.card_deck)  # what matches have cost lay on top
        signs = "; ".join(deck.signs[sign] for sign in first.circle)
        chaos = (*(cards[0] for cards in first.chaos if cards), *first.face_down)
        return (
            *self.hand_lines(first, [cards], seed),
            ScriptLine(0, "setup", "", "level", NORMAL, more=("",)),
            ScriptLine(0, "setup", "", "lay", "", signs, more=("",)),
            ScriptLine(0, "setup", "", "chaos", "", deck.names(chaos), more=("",)),
        )

    def phase(self, state: State) -> str:
        """The script's word for the phase."""
        return state.phase

    def waiting(self, state: State) -> tuple[int, ...]:
        """Who has still to take a turn in this round."""
        return state.order[state.turn :]

    def most(self, state: State, track: str) -> int:
        """The Health with which the beast begins."""
        return state.difficulty.health

    def scores(self, state: State) -> tuple[int, ...]:
        """The Health that all have taken together, for each the same."""
        return (state.difficulty.health - state.health,) * len(state.names)

    # ------------------------------------------------------------ rows

    def check_deed(self, claim: Claim, facts: Sequence[Fact]) -> str | None:
        """The case that a row states has come about."""
        came = tuple(rows.deeds_in(tuple(facts)))
        if claim.symbol in came:
            return None
        return f"“{claim.text}” did not come about; what did: {', '.join(came) or 'nothing of that kind'}."

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        columns = {"turn.order": "player", "hand": "card", "hidden": "card", "lay": "payment"}
        spaces = {"run", "resolve.order", "lay.spaces", "chaos", "chaos.even"}
        return columns.get(rule, "space" if rule in spaces else "action")

    # ------------------------------------------------------------ how a world goes on

    def reached(self, state: State, row: ScriptRow) -> bool:
        """The spaces before the one of a row need no rows."""
        if not super().reached(state, row):
            return False
        if (state.round, state.phase) != (row.round, row.phase) or row.action != "resolve":
            return True
        return self.setting.deck.space_at(row.more["space"]) not in state.due[1:]

    def may_stop(self, state: State) -> bool:
        """After a whole round, before the circle is made ready for the next one."""
        return state.phase in (Phase.LAY, Phase.CHAOS)

    def pass_over(self, state: State, seat: int) -> State:
        """The turn is over, and the hand is filled."""
        return done(state, seat, Done())[0]

    def grants(self, row: ScriptRow, state: State, seat: int, move: SignMove) -> bool:
        """A card that lacks is granted."""
        due = {
            Weave: seat in actors(state),
            Done: seat in actors(state),
            Resolve: isinstance(move, Resolve) and move.space in state.due[:1],
            Lay: True,
            Grow: False,
        }
        here = state.phase is move.phase and state.round == row.round
        return here and due[type(move)] and self._may_grant(move, state)

    def _may_grant(self, move: SignMove, state: State) -> bool:
        """Whether a card can be had: what Chaos has stays where it is, and a circle has each Sign once."""
        if isinstance(move, Weave):
            return move.card not in (*state.face_down, *(card for cards in state.chaos for card in cards))
        return not isinstance(move, Lay) or len({*state.circle, *move.signs} - {EMPTY}) == len(state.circle)

    def left_out(self, row: ScriptRow, state: State) -> State:
        """One card of several is left out alone: the turn goes on."""
        return state if row.action == "weave" else self.skip(row, state)

    def places(self, state: State) -> Iterator[LyingCards]:
        """Cards at spaces, and those of Chaos."""
        for run, numeral in zip(state.runs, self.setting.deck.numerals, strict=True):
            yield run, f"lies at space {numeral}"
        yield from ((cards, "is one of Chaos") for cards in (*state.chaos, state.face_down))

    # ------------------------------------------------------------ players and repair

    def winners(self, state: State) -> tuple[int, ...]:
        """All together, or nobody."""
        return () if state.health else tuple(range(len(state.names)))

    def how_ended(self, state: State) -> str:
        """Won or lost."""
        return "lost" if state.health else "won"

    def card_of(self, action: SignMove, state: State) -> str:
        """The card that is laid, folded."""
        return self.setting.deck.title(action.card).casefold() if isinstance(action, Weave) else ""


def _level_of(script: Script) -> str:
    """The level that the last such row says. Raises CellError."""
    level = NORMAL
    for row in script.setup:
        if row.action == "level":
            level = row.card.strip().casefold()
            if level not in LEVELS:
                fault = f"“{shown(row.card)}” is no level; write {', '.join(LEVELS[:-1])} or {LEVELS[-1]}."
                raise CellError(row.at("card"), UnreadableMove(fault))
    return level

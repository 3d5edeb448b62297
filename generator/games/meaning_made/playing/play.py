"""Meaning Made's engine, as replay, repair and bots see it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from generator.games.kit.cells import in_cell
from generator.games.kit.hidden import Pool
from generator.games.kit.seating import SetupDeck, laid_decks, seated_players, seed_of
from generator.games.meaning_made import evaluation
from generator.games.meaning_made.playing import writing
from generator.games.meaning_made.playing.forcing import Forced, forced
from generator.games.meaning_made.playing.measures import Stated
from generator.games.meaning_made.playing.turns import revived
from generator.games.meaning_made.playing.vocabulary import vocabulary_in
from generator.games.meaning_made.playing.writing import PlayedMove
from generator.games.meaning_made.records import TOKENS, Game, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.facts import Answered, Completed
from generator.games.meaning_made.rules.rulings import rules_in
from generator.games.meaning_made.rules.score import scores, winners
from generator.games.meaning_made.rules.setup import start
from generator.games.meaning_made.rules.state import Phase, Result, State
from generator.games.meaning_made.terms import DECKS
from generator.games.meaning_made.words import table, telling
from generator.games.meaning_made.words.narrate_rules import PlayedStep, rules_shown
from generator.replay.errors import CellError, MoveError
from generator.replay.names import card_named
from generator.replay.script import Script, ScriptLine, ScriptRow
from generator.replay.stated_outcomes import Claim


class MeaningMade(Stated):
    """The rules of Meaning Made over the cards of one workbook."""

    kinds, tracks, shared_tracks = TOKENS, ("vitals", "legacy"), ("meaning",)
    bundle = Tokens._make
    nobody = telling.EVENT
    moves, rows, tables, telling, evaluation = act, writing, table, telling, evaluation
    tastes, whim = evaluation.TASTES, 0.4
    mastery, rivals = evaluation.MASTERY, evaluation.RIVALS
    laid_from = MappingProxyType({"pattern": "prism", "initiative": "index"})
    hidden = (Pool(("pattern_deck",)), Pool(("initiative_deck",)), Pool(("event_deck",)))

    def __init__(self, game: Game) -> None:
        super().__init__(game.book)
        self.game = game
        self.vocabulary = vocabulary_in(game.terms)
        self.rules = rules_in(game.terms)
        following = f"Name that {game.terms.event}, or lay the deck otherwise in the setup rows."
        self.mends = MappingProxyType({"event.next": following})
        self.phase_headings = {"event": game.terms.event, "turn": "Turns", "window": Phase.WINDOW}
        last = game.rules.round_limit
        end = f"end of round {last}" if last else game.terms.end
        self.play_on_mend = f"Play on to the {end} or to the {game.terms.collapse.low}."
        decks = zip(DECKS, (game.patterns, game.initiatives, game.events), strict=True)
        self.setup_decks = tuple(self._deck(kind, cards) for kind, cards in decks)
        self._patterns = [card.title.casefold() for card in game.patterns]
        self._initiatives = [card.title.casefold() for card in game.initiatives]

    def _deck(self, kind: str, cards: Sequence[Any]) -> SetupDeck:
        terms, titles = self.game.terms, [card.title for card in cards]
        end = f"is the {terms.end}, which lies open from the start and in no deck."
        apart = {at: end for at, card in enumerate(cards) if kind == "initiative" and card.end}
        names, words = terms.deck(kind), frozenset({kind, f"{kind}s"})
        return SetupDeck(kind, names, names.many, titles, words, apart, drawn_by="reveal")

    # ------------------------------------------------------------ the rules

    def begin(self, script: Script) -> State:
        """The game that the setup rows describe. Raises CellError or SetupError.

        `seat` rows name the players clockwise, the starting player first; `variant` rows what is played.
        A `deck` row names Patterns, Initiatives or Events in Card and the cards in Payment, top first; `as
        told` for Events takes them from the script. What is not named is shuffled by the `seed`.
        """
        players = seated_players(script)
        variants = [self._variant(row) for row in script.setup if row.action == "variant"]
        laid = laid_decks(script, self.setup_decks)
        return start(self.game, players, seed=seed_of(script), decks=laid, variants=variants)

    def _variant(self, row: ScriptRow) -> str:
        names = [*self.game.variants]
        return names[in_cell(row.at("card"), lambda: card_named(row.card, names, "variant"))]

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the seed, and every deck as it is shuffled by it."""
        return self.dealt_lines(names, self.decks_of(start(self.game, names, seed=seed)), seed=seed)

    def most(self, state: State, track: str) -> int:
        """The last space of a track."""
        return int(getattr(state.setting.rules, f"{track}_max"))

    def with_measure(self, state: State, seat: int, symbol: str, value: int) -> State:
        """The state with another value; a world that a row tells to stand has not collapsed."""
        after = super().with_measure(state, seat, symbol, value)
        return revived(after) if symbol == "meaning" and value else after

    def scores(self, state: State) -> tuple[int, ...]:
        """Legacy, Vitals and Meaning as the rules add them up."""
        return scores(state)

    # ------------------------------------------------------------ rows

    def force(self, row: ScriptRow, state: State, claims: Sequence[Claim]) -> Forced:
        """The state as a row wants it, and what happened; a row that means nothing is skipped."""
        try:
            step = forced(state, row, claims)
        except (CellError, MoveError):
            step = None
        return step if step is not None else (self.skip(row, state), ())

    def column_of(self, rule: str, row: ScriptRow) -> str:
        """The column that a broken rule is about."""
        if rule in {"turn.order", "donate.fragile", "touchpoint.player"}:
            return "player"
        if row.payment and rule.endswith((".tokens", ".wild", ".boxes")):
            return "payment"
        return "card" if row.card or rule == "event.next" else "action"

    # ------------------------------------------------------------ players and repair

    def winners(self, state: State) -> tuple[int, ...]:
        """Nobody after a collapse."""
        return winners(state)

    def how_ended(self, state: State) -> str:
        """End Initiative, collapse, or the last round."""
        return str(state.result.value) if state.result is not None else ""

    def ends_well(self, state: State) -> bool:
        """The world is saved."""
        return state.result is not Result.COLLAPSE and state.phase is Phase.OVER

    def lessons(self, move: PlayedMove) -> set[str]:
        """Kinds of facts; a request that is refused is another than one that is agreed to."""
        refused = {"refusal" for fact in move.facts if isinstance(fact, Answered) and not fact.accepted}
        return {*super().lessons(move), *refused}

    def ended_alone(self, moves: Sequence[PlayedMove]) -> bool:
        """Whether the End Initiative has one contributor."""
        orders = [fact.order for fact in moves[-1].facts if isinstance(fact, Completed)] if moves else []
        return bool(orders) and len({*orders[-1]}) < 2

    def card_of(self, action: act.Action, state: State) -> str:
        """The Pattern or Initiative of a move."""
        if isinstance(action, act.Load):
            return self._patterns[action.pattern]
        if isinstance(action, act.Contribute):
            return self._initiatives[action.initiative]
        return ""

    # ------------------------------------------------------------ what is told

    def rules_shown(self, deed: PlayedStep) -> tuple[str, ...]:
        """The rules that it shows, or the one that it breaks."""
        return rules_shown(deed)

    def seated(self, start: State) -> str:
        """Who sits where, and who begins."""
        return f"{super().seated(start)} {start.names[start.starter]} is the starting player."

"""An engine over a table whose fields are called as its symbols are: counting, hiding and seating follow.

The tokens of the seats lie in `tokens`, a bundle each; a track of each seat is a tuple by seat, a track that
all share a number.
"""

# mypy: no-warn-return-any
# what the modules of a ruleset give is typed there; here their names are Any

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from random import Random
from typing import Any, ClassVar, Generic

from generator.games.kit.facts import Acted, changes_of
from generator.games.kit.hidden import Pool, face_down, laid_by_chance
from generator.games.kit.seating import SetupDeck, mended_decks
from generator.games.kit.shown import seats_of, written_out
from generator.games.kit.table import EMPTY, put
from generator.players.player import Greedy
from generator.players.policy import characters, seated
from generator.records.worksheets import PLAYERS
from generator.replay.engine import Engine
from generator.replay.errors import UnreadableMove
from generator.replay.moves import TABLE, A, CountChange, Deed, F, Move, Policy, S
from generator.replay.names import card_named
from generator.replay.script import Script, ScriptLine, ScriptRow
from generator.replay.told import CardRow, Remark, Sign, TableView

ANY_TOKEN = "token"
"""The symbol of a token of any kind."""
_UNTOLD = frozenset({"deck", "seed"})
"""Setup rows of which nothing is told: a deck may list its cards where others have a narration."""


class Absent:
    """Stands for a module that a ruleset has not given. Asked for anything, it raises NotImplementedError."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, asked: str) -> Any:
        """What is asked for is not there."""
        if asked.startswith("__"):  # Python itself asks, and has an answer to this
            raise AttributeError(asked)
        text = f"The ruleset gives no `{self.name}` with `{asked}`: set it, or override the method that asks."
        raise NotImplementedError(text)


def _offered(module: Any, name: str) -> Any:
    """What a module gives beyond what it has to; None if it does not, or if there is no such module."""
    return vars(module).get(name)


class Ruled(Engine[S, A, F], Generic[S, A, F]):
    """What follows from naming what lies on the table.

    A ruleset sets `kinds`, `tracks`, `shared_tracks`, `hidden` and the modules below, and writes `begin`,
    `deal`, `phase`, `most` and `scores`. Where it has no such module it overrides what asks for it.
    """

    kinds: ClassVar[Sequence[str]]
    """The kinds of tokens, in the order of a bundle."""
    bundle: ClassVar[Any] = tuple
    """Makes of counts a seat's tokens as they lie in `tokens`."""
    tracks: ClassVar[Sequence[str]]
    """The tracks that each seat has."""
    shared_tracks: ClassVar[Sequence[str]]
    """Those that all share."""
    hidden: ClassVar[Sequence[Pool]]
    """What not everybody sees; all else lies open."""

    tastes: ClassVar[Mapping[str, Mapping[str, float]]] = {}
    """The characters that sit at sample games, seat by seat in turn: how much they value parts of a worth."""
    whim: ClassVar[float] = 0.3
    """How far chance may move a judgement of theirs."""
    most_tried: ClassVar[int] = 200
    """Moves that they try for one choice."""
    nobody: ClassVar[Sign]
    """The sign of what nobody does."""
    telling: Any = Absent("telling")
    """The module with the words: `headline` of a step and the Acted in it, `sentences` (what comes of it) and
    `rules_shown` (ids) of a step, `ending` and `score_rows` of the last state."""

    moves: Any = Absent("moves")
    """The module of the rules: `actors` of a state, `legal_moves` of a seat, `apply`, and `done`, which does
    the same for a move that is known to be legal."""
    rows: Any = Absent("rows")
    """The module with `read_move` and with `line_of_move`, or `lines_of` if a row may tell several moves."""
    evaluation: Any = Absent("evaluation")
    """The module that says what positions are worth: `worth` to a seat, and `prospect` of its move. It may
    have `useful` (of moves, a state and a seat), `settled` (a state), `foresight` (a state, a seat and
    moves) and `reply` (a state and a seat), which `Engine` explains."""
    tables: Any = Absent("tables")
    """The module with `table_of`: of a state and the signs of the mats. It may have `laid_in`, of a state."""

    setup_decks: Sequence[SetupDeck] = ()
    """The decks that setup rows may lay."""

    dealt_by: ClassVar[Collection[str]] = ()
    """The actions of setup rows that deal cards of the first of them."""

    def mended_setup(self, script: Script) -> Script:
        """Hands and decks without the cards that are gone."""
        return mended_decks(script, self.setup_decks, self.dealt_by) if self.setup_decks else script

    asks_open: Mapping[str, str] = {}
    """The rules that ask a card to lie open, each with the key of its deck."""

    def places_of(self, deck: str, state: S) -> Iterable[tuple[Collection[int], str]]:
        """Where cards of a deck may lie beside it, each with the sentence that says so."""
        return ()

    def piles(self, state: S) -> Mapping[str, int]:
        """How many cards each deck still has, by the title of its first card."""
        decks = ((deck, getattr(state, f"{deck.key}_deck", None)) for deck in self.setup_decks if deck.titles)
        return {deck.titles[0]: len(lying) for deck, lying in decks if lying is not None}

    def discards(self, state: S) -> Mapping[str, int]:
        """The last card of each pile, unless the pile lies face down."""
        hidden = {name for pool in self.hidden for name in pool.decks}
        piles = ((deck, f"{deck.key}_discard") for deck in self.setup_decks)
        open_piles = ((deck, getattr(state, name, ())) for deck, name in piles if name not in hidden)
        return {deck.titles[pile[-1]]: len(pile) for deck, pile in open_piles if pile}

    def whereabouts(self, rule: str, row: ScriptRow, state: S) -> str:
        """Where the card of a row lies, for a rule that asks it to lie open; else nothing."""
        key = self.asks_open.get(rule)
        deck = next((deck for deck in self.setup_decks if deck.key == key), None)
        if deck is None:
            return ""
        try:
            card = card_named(row.card, deck.titles, deck.card)
        except UnreadableMove:
            return ""
        for cards, sentence in self.places_of(deck.key, state):
            if card in cards:
                return sentence
        lying: tuple[int, ...] = getattr(state, f"{deck.key}_deck")
        return f"It lies in the deck, {lying.index(card) + 1} from the top." if card in lying else ""

    laid_from: Mapping[str, str] = {}
    """The fields of the rows of cards that are laid from decks when a game begins, by the decks’ keys."""

    def decks_of(self, first: S) -> tuple[tuple[int, ...], ...]:
        """The decks of a new game as they were before rows were laid from them, top card first."""
        decks: list[tuple[int, ...]] = []
        for deck in self.setup_decks:
            laid: tuple[int, ...] = getattr(first, self.laid_from.get(deck.key, ""), ())
            cards = (*laid, *getattr(first, f"{deck.key}_deck"))
            decks.append(tuple(card for card in cards if card not in deck.apart))
        return tuple(decks)

    def dealt_lines(
        self, names: Sequence[str], decks: Sequence[Sequence[int]], *, seed: int, hands: Sequence[str] = ()
    ) -> tuple[ScriptLine, ...]:
        """The setup rows of a new game: seats in the colours of the mats, hands, the seed, and the decks."""
        mats = chain((str(row["name"]) for row in self.book.tables.get(PLAYERS, ())), repeat(""))
        seats = [ScriptLine(0, "setup", who, "seat", mat) for who, mat in zip(names, mats, strict=False)]
        held = [
            ScriptLine(0, "setup", who, "hand", "", hand) for who, hand in zip(names, hands, strict=False)
        ]
        laid = []
        for deck, cards in zip(self.setup_decks, decks, strict=True):
            titles = "; ".join(deck.titles[card] for card in cards if card != EMPTY)
            laid.append(ScriptLine(0, "setup", "", "deck", deck.name, titles))
        return (*seats, *held, ScriptLine(0, "setup", "", "seed", str(seed)), *laid)

    @abstractmethod
    def most(self, state: S, track: str) -> int:
        """The last space of a track."""

    def names(self, state: S) -> tuple[str, ...]:
        """The players' names by seat."""
        table: Any = state
        return table.names

    def round(self, state: S) -> int:
        """The number of the round."""
        table: Any = state
        return int(table.round)

    def actors(self, state: S) -> tuple[int, ...]:
        """The seats that have to choose now, in their order."""
        return self.moves.actors(state)

    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """All that a seat may do now."""
        return self.moves.legal_moves(state, seat)

    def apply(self, state: S, seat: int, action: A) -> tuple[S, tuple[F, ...]]:
        """The next state and what happened. Raises IllegalMove."""
        return self.moves.apply(state, seat, action)

    def read(self, row: ScriptRow, state: S) -> A:
        """The move of a row. Raises CellError."""
        return self.rows.read_move(row, state)

    def step(self, state: S, seat: int, action: A) -> S:
        """The next state, for an action that was listed."""
        return self.moves.done(state, seat, action)[0]

    def write(self, move: Move[S, A, F]) -> ScriptLine | None:
        """A move as a row."""
        if _offered(self.rows, "line_of_move") is None:
            return next(iter(self.write_all((move,))), None)
        return self.rows.line_of_move(move)

    def write_all(
        self, moves: Sequence[Move[S, A, F]], narrations: Sequence[str] = ()
    ) -> tuple[ScriptLine, ...]:
        """The rows of moves, of which one may tell several."""
        if _offered(self.rows, "lines_of") is None:
            return super().write_all(moves, narrations)
        return tuple(self.rows.lines_of(moves, narrations))

    def table(self, state: S, script: Script) -> TableView:
        """What lies on the table, in the signs and colours of the workbook."""
        return self.tables.table_of(state, seats_of(script, self.book))

    def laid(self, state: S) -> tuple[CardRow, ...]:
        """What lies open beside the table."""
        laid_in = _offered(self.tables, "laid_in")
        return laid_in(state) if laid_in is not None else ()

    def useful_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """The legal actions, of what is alike or wasteful the best."""
        actions, useful = self.legal_actions(state, seat), _offered(self.evaluation, "useful")
        return useful(actions, state, seat) if useful is not None else actions

    def settled(self, state: S, seat: int) -> S:
        """The state in which others have answered as they probably will."""
        settled = _offered(self.evaluation, "settled")
        return settled(state) if settled is not None else state

    def worth(self, state: S, seat: int) -> Mapping[str, float]:
        """What a position is worth to a seat."""
        return self.evaluation.worth(state, seat)

    def prospect(self, state: S, seat: int, action: A) -> Mapping[str, float]:
        """What an action promises."""
        return self.evaluation.prospect(state, seat, action)

    def reply(self, state: S, seat: int) -> A:
        """What a seat probably does."""
        reply = _offered(self.evaluation, "reply")
        return reply(state, seat) if reply is not None else super().reply(state, seat)

    def foresight(self, state: S, seat: int, actions: Sequence[A]) -> Sequence[Mapping[str, float]]:
        """What actions promise a strong player."""
        foresight = _offered(self.evaluation, "foresight")
        if foresight is None:
            return super().foresight(state, seat, actions)
        return foresight(state, seat, actions)

    def measure(self, state: S, seat: int, symbol: str) -> int | None:
        """How much a seat, or the table, has of a symbol."""
        table: Any = state
        if symbol in self.shared_tracks:
            return int(getattr(table, symbol))
        if seat == TABLE:
            return None
        if symbol in self.tracks:
            return int(getattr(table, symbol)[seat])
        if symbol in self.kinds:
            return int(table.tokens[seat][self.kinds.index(symbol)])
        return sum(table.tokens[seat]) if symbol == ANY_TOKEN else None

    def with_measure(self, state: S, seat: int, symbol: str, value: int) -> S:
        """The state in which a seat has so much of a symbol, as far as its track goes."""
        table: Any = state
        if symbol in self.kinds:
            tokens = put(tuple(table.tokens[seat]), self.kinds.index(symbol), max(value, 0))
            return self._with(state, "tokens", put(table.tokens, seat, self.bundle(tokens)))
        if symbol not in (*self.shared_tracks, *self.tracks):
            return state
        value = min(max(value, 0), self.most(state, symbol))
        shared = symbol in self.shared_tracks
        return self._with(state, symbol, value if shared else put(getattr(table, symbol), seat, value))

    def _with(self, state: S, field: str, value: object) -> S:
        changed: dict[str, Any] = {field: value}
        return replace(state, **changed)  # type: ignore[type-var]

    def changes(self, facts: Sequence[F], seat: int, symbol: str) -> tuple[CountChange, ...]:
        """What was asked for, and what came of it; of any token each kind's."""
        return changes_of(facts, seat, self.kinds if symbol == ANY_TOKEN else (symbol,))

    def view(self, state: S, seat: int) -> S:
        """What lies open for a seat."""
        table: Any = state
        return face_down(table, self.hidden, seat)

    def determinize(self, view: S, seat: int, rng: Random) -> S:
        """What the seat does not see in any order."""
        table: Any = view
        return laid_by_chance(table, self.hidden, seat, rng)

    def characters(self) -> tuple[Greedy, ...]:
        """Players with the tastes of this game."""
        return characters(self.tastes, whim=self.whim, most=self.most_tried)

    def policies(self, players: int) -> tuple[Policy[S, A], ...]:
        """The characters in turn."""
        sitting = self.characters()
        return tuple(seated(self, sitting[seat % len(sitting)], seat) for seat in range(players))

    @property
    def keeps_hands(self) -> bool:
        """Whether cards lie in hands, or are chosen face down."""
        return any(pool.hands or pool.chosen for pool in self.hidden)

    def title(self, card: int) -> str:
        """A card of a hand as rows name it."""
        return str(card)

    def hand(self, state: S, seat: int) -> tuple[str, ...]:
        """The cards in a seat's hands."""
        places = (getattr(state, name)[seat] for pool in self.hidden for name in pool.hands)
        return tuple(self.title(card) for hand in places for card in hand)

    def setup_told(self, script: Script) -> Iterator[Remark]:
        """What the script says of players, with the names of mats, of hands, and of what else is laid."""
        for row in script.setup:
            who = {"seat": f"**{row.player}** ({row.card}). ", "hand": f"**{row.player}**, in hand. "}
            if row.narration and row.action not in _UNTOLD:
                yield Remark(f"{who.get(row.action, '')}{row.narration}", row.at("narration"))

    def badge(self, deed: Deed[S, A, F], script: Script) -> Sign:
        """The sign of the player's mat, or that of what nobody does."""
        signs = zip(seats_of(script, self.book), self.names(deed.before), strict=True)
        player = deed.row.player.casefold()
        return next((sign for sign, name in signs if name.casefold() == player), self.nobody)

    def headline(self, deed: Deed[S, A, F]) -> str:
        """Who does what."""
        acted = next((fact for fact in deed.facts if isinstance(fact, Acted)), None)
        return (self.telling.headline(deed, acted) if acted else "") or written_out(deed.row)

    def outcome(self, deed: Deed[S, A, F]) -> str:
        """What comes of it."""
        return " ".join(filter(None, self.telling.sentences(deed)))

    def rules_shown(self, deed: Deed[S, A, F]) -> tuple[str, ...]:
        """The rules that a step shows, or the one that it breaks."""
        shown = (deed.reason.rule,) if deed.reason is not None else self.telling.rules_shown(deed)
        return tuple(self.rules[rule] for rule in dict.fromkeys(shown) if rule in self.rules)

    def ending(self, final: S) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """How it ended, and the scores."""
        return self.telling.ending(final), tuple(self.telling.score_rows(final))

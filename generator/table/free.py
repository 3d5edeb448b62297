"""A game without rules at the same table: decks are shuffled, drawn and dealt, cards lie open or face down.

It is an engine in which nearly everything is allowed, so that seats, hidden hands, the log and taking back
are those of every other game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import TypeVar

from generator.records.called import called
from generator.records.printed import printed_table
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS
from generator.replay.engine import Engine
from generator.replay.errors import IllegalMove, Reason, SetupError
from generator.replay.moves import Deed, Move
from generator.replay.script import Script, ScriptLine, ScriptRow, Vocabulary
from generator.replay.told import CardRow, CardView, Chip, Count, SeatView, Sign, TableView
from generator.sheets.amounts import use_of
from generator.sheets.copies import copies_for

_T = TypeVar("_T")
MOST_CARDS = 3_000
MOST_DEALT = 7
"""As many cards each seat is dealt at once."""
_FLAT = frozenset({"board", "page"})
"""What lies on the table all the time."""
DICE = ("coin", "d4", "d6", "d8", "d10", "d12", "d20")
_SOFT = "#5b5f6b"
_COLOURS = ("#23427d", "#b02c1c", "#2c5a36", "#8a6400", "#6b1f3a", "#0d5651", "#3d2a72", "#573720", "#2b3440")
_WORDS = ("draw", "reveal", "deal", "shuffle", "gather", "play", "lay", "take", "flip", "turn")
_MORE_WORDS = ("discard", "count", "roll", "put")


TableMm = tuple[int, int]
"""A place on the table in millimetres, to the right and down."""
FARTHEST_MM = 5_000
PLACED = frozenset({"play", "lay", "reveal", "put"})
"""What may name the place at which a card comes to lie."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table."""

    card: int
    open: bool = True
    turned: bool = False
    at: TableMm | None = None
    """Where its middle lies; None for wherever there is room."""


@dataclass(frozen=True, slots=True)
class FreeState:
    """Where everything lies: decks and discards by component, the table, hands and counts by seat."""

    names: tuple[str, ...]
    seed: int
    decks: tuple[tuple[int, ...], ...]
    discards: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    placed: tuple[LaidCard, ...] = ()
    thrown: str = ""
    moves: int = 0


@dataclass(frozen=True, slots=True)
class FreeMove:
    """One thing that somebody does: `at` is a place in a hand, on the table, or among the decks."""

    word: str
    at: int = 0
    number: int = 0
    to: TableMm | None = None


class FreePlay(Engine[FreeState, FreeMove, str]):
    """The decks of a workbook, and what hands do with them."""

    vocabulary = Vocabulary(
        phases=MappingProxyType({"play": "play"}),
        actions=MappingProxyType({word: word for word in (*_WORDS, *_MORE_WORDS)}),
        inheriting=frozenset({"play"}),
    )

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.titles: list[str] = []
        self.kinds: list[int] = []
        """Of which deck each card is."""
        self.decks: list[str] = []
        for name, titles in _decks(book):
            self.kinds += [len(self.decks)] * len(titles)
            self.titles += titles
            self.decks.append(name)

    keeps_hands = True

    def begin(self, script: Script) -> FreeState:
        """Every deck shuffled by the seed of the setup rows."""
        names = [row.player for row in script.setup if row.action == "seat"]
        seed = next((int(row.card) for row in script.setup if row.action == "seed" and row.card.isdigit()), 1)
        if not names or not self.decks:
            raise SetupError("There is nobody to play, or nothing to play with.")
        rng = Random(seed)
        cards = range(len(self.titles))
        decks = [[card for card in cards if self.kinds[card] == deck] for deck in range(len(self.decks))]
        laid = tuple(tuple(rng.sample(deck, len(deck))) for deck in decks)
        nothing = ((),) * len(self.decks)
        return FreeState(tuple(names), seed, laid, nothing, ((),) * len(names), (0,) * len(names))

    def deal(self, names: Sequence[str], *, seed: int) -> tuple[ScriptLine, ...]:
        """Seats and the seed."""
        seats = (ScriptLine(0, "setup", name, "seat") for name in names)
        return (*seats, ScriptLine(0, "setup", "", "seed", str(seed)))

    def names(self, state: FreeState) -> tuple[str, ...]:
        """The players."""
        return state.names

    def round(self, state: FreeState) -> int:
        """There are none."""
        return 1

    def phase(self, state: FreeState) -> str:
        """There is one."""
        return "play"

    def actors(self, state: FreeState) -> tuple[int, ...]:
        """Everybody may do something at any time."""
        return tuple(range(len(state.names)))

    def hand(self, state: FreeState, seat: int) -> tuple[str, ...]:
        """The cards in a hand."""
        return tuple(self.titles[card] for card in state.hands[seat])

    def scores(self, state: FreeState) -> tuple[int, ...]:
        """What each seat has counted."""
        return state.counts

    # ------------------------------------------------------------ what is hidden

    def view(self, state: FreeState, seat: int) -> FreeState:
        """What a seat does not see lies in order of number."""
        return self._laid_again(state, seat, sorted, seed=0)

    def determinize(self, view: FreeState, seat: int, rng: Random) -> FreeState:
        """The same in any order."""
        return self._laid_again(view, seat, lambda cards: rng.sample(cards, len(cards)), rng.getrandbits(30))

    def _laid_again(self, state: FreeState, seat: int, order: object, seed: int) -> FreeState:
        others = [other for other in range(len(state.names)) if other != seat]
        unseen = [card for deck in state.decks for card in deck]
        unseen += [card for other in others for card in state.hands[other]]
        unseen += [placed.card for placed in state.placed if not placed.open]
        pools = {
            deck: iter(order([card for card in unseen if self.kinds[card] == deck]))  # type: ignore[operator]
            for deck in range(len(self.decks))
        }

        def again(card: int) -> int:
            return int(next(pools[self.kinds[card]]))

        return replace(
            state,
            seed=seed,
            decks=tuple(tuple(map(again, deck)) for deck in state.decks),
            hands=tuple(
                hand if owner == seat else tuple(map(again, sorted(hand, key=self.kinds.__getitem__)))
                for owner, hand in enumerate(state.hands)
            ),
            placed=tuple(
                placed if placed.open else replace(placed, card=again(placed.card)) for placed in state.placed
            ),
        )

    # ------------------------------------------------------------ moves

    def legal_actions(self, state: FreeState, seat: int) -> tuple[FreeMove, ...]:
        """All that hands can do."""
        return tuple(self._legal(state, seat))

    def _legal(self, state: FreeState, seat: int) -> Iterator[FreeMove]:
        for at, deck in enumerate(state.decks):
            if deck:
                yield from (FreeMove(word, at) for word in ("draw", "reveal", "shuffle"))
                most = min(MOST_DEALT, len(deck) // len(state.names))
                yield from (FreeMove("deal", at, number) for number in range(1, most + 1))
            if state.discards[at]:
                yield FreeMove("gather", at)
        for at in range(len(state.hands[seat])):
            yield from (FreeMove(word, at) for word in ("play", "lay"))
            yield FreeMove("discard", at, 1)
        for at in range(len(state.placed)):
            yield from (FreeMove(word, at) for word in ("take", "flip", "turn", "discard"))
        yield from (FreeMove("count", 0, step) for step in (1, 5, -1, -5))
        yield from (FreeMove("roll", die) for die in range(len(DICE)))

    def apply(self, state: FreeState, seat: int, action: FreeMove) -> tuple[FreeState, tuple[str, ...]]:
        """The next state. Raises IllegalMove for what is not there."""
        if action.at < 0 or (action.to is not None and max(map(abs, action.to)) > FARTHEST_MM):
            raise IllegalMove(Reason("there", "There is no such place."))
        try:
            after = self._after(state, seat, action)
        except IndexError:
            raise IllegalMove(Reason("there", "There is no such card or deck.")) from None
        return replace(after, moves=state.moves + 1), (after.thrown,) if action.word == "roll" else ()

    def _after(self, state: FreeState, seat: int, move: FreeMove) -> FreeState:
        """What a move makes of a state. Raises IndexError for what is not there."""
        at = move.at
        match move.word:
            case "shuffle":
                return replace(state, decks=_put(state.decks, at, _shuffled(state, state.decks[at])))
            case "gather":  # the discarded cards are shuffled into their deck
                deck = _shuffled(state, (*state.decks[at], *state.discards[at]))
                return replace(
                    state, decks=_put(state.decks, at, deck), discards=_put(state.discards, at, ())
                )
            case "deal":
                return _dealt(state, at, move.number)
            case "flip":
                flipped = replace(state.placed[at], open=not state.placed[at].open)
                return replace(state, placed=_put(state.placed, at, flipped))
            case "turn":
                turned = replace(state.placed[at], turned=not state.placed[at].turned)
                return replace(state, placed=_put(state.placed, at, turned))
            case "count":
                return replace(state, counts=_put(state.counts, seat, state.counts[seat] + move.number))
            case "roll":
                return replace(state, thrown=_thrown(state, DICE[at]))
        return self._carried(state, seat, move)

    def _carried(self, state: FreeState, seat: int, move: FreeMove) -> FreeState:
        """A card of a deck, a hand or the table comes to lie elsewhere, on the table above all."""
        laid, left = _taken(state, seat, move)
        if move.word in ("draw", "take"):
            return replace(left, hands=_put(left.hands, seat, (*left.hands[seat], laid.card)))
        if move.word == "discard":
            kind = self.kinds[laid.card]
            return replace(left, discards=_put(left.discards, kind, (*left.discards[kind], laid.card)))
        return replace(left, placed=(*left.placed, replace(laid, at=move.to)))

    def placed(self, cells: Mapping[str, str], at: int) -> FreeMove | None:
        """The move to a place that a log tells by its cells; None if it tells another one."""
        word, to = cells.get("action", ""), cells.get("payment", "").split()
        if word not in PLACED or len(to) != 2:
            return None
        try:
            return FreeMove(word, at, 0, (int(to[0]), int(to[1])))
        except ValueError:
            return None

    # ------------------------------------------------------------ rows and the table

    def read(self, row: ScriptRow, state: FreeState) -> FreeMove:
        """Rows of such a game are not read by anybody."""
        raise IllegalMove(Reason("there", f"{row.card or 'This'} cannot be used so."))

    def write(self, move: Move[FreeState, FreeMove, str]) -> ScriptLine:
        """A move in words."""
        state, action, seat = move.before, move.action, move.seat
        card, number = "", ""
        if action.word in ("draw", "reveal", "deal", "shuffle", "gather"):
            card, number = self.decks[action.at], str(action.number or "")
        elif action.word in ("play", "lay") or (action.word == "discard" and action.number):
            card = self.titles[state.hands[seat][action.at]]
        elif action.word == "count":
            number = f"{action.number:+d}"
        elif action.word == "roll":
            number = DICE[action.at]
        else:
            card = self._title(state.placed[action.at])
        if action.to is not None:
            number = "{} {}".format(*action.to)
        return ScriptLine(1, "play", state.names[seat], action.word, card, number, "; ".join(move.facts))

    def _title(self, placed: LaidCard) -> str:
        name = self.titles[placed.card] if placed.open else f"{self.decks[self.kinds[placed.card]]} face down"
        return f"{name} turned" if placed.turned else name

    def table(self, state: FreeState, script: Script) -> TableView:
        """What lies open, with how much each deck still has."""
        plain = Sign("", _SOFT)
        rows = [
            CardRow(tuple(CardView(self._title(p), plain, "#e6e2d8") for p in state.placed), name="Table")
        ]
        if state.thrown:
            rows.append(CardRow((CardView(state.thrown, plain, "#ffffff"),), chips=True, name="Thrown"))
        seats = tuple(
            SeatView(name, Sign("", _COLOURS[at % len(_COLOURS)]), values=(Count(plain, state.counts[at]),))
            for at, name in enumerate(state.names)
        )
        chips = tuple(
            Chip(plain, f"{name}: {len(state.decks[at])} in the deck, {len(state.discards[at])} discarded")
            for at, name in enumerate(self.decks)
        )
        return TableView(seats=seats, rows=tuple(rows), chips=chips)

    def piles(self, state: FreeState) -> Mapping[str, int]:
        """How many cards each deck still has."""
        firsts = [self.titles[self.kinds.index(deck)] for deck in range(len(self.decks))]
        return dict(zip(firsts, map(len, state.decks), strict=True))

    def discards(self, state: FreeState) -> Mapping[str, int]:
        """Discards lie open."""
        return {self.titles[pile[-1]]: len(pile) for pile in state.discards if pile}

    def spread(self, view: FreeState) -> Mapping[str, object]:
        """Decks by name, and the cards on the table with their places, as far as a view shows them."""
        return {
            "decks": self.decks,
            "placed": [
                {
                    "title": self.titles[placed.card] if placed.open else "",
                    "deck": self.kinds[placed.card],
                    "at": placed.at,
                    "turned": placed.turned,
                }
                for placed in view.placed
            ],
        }

    def headline(self, deed: Deed[FreeState, FreeMove, str]) -> str:
        """Who does what."""
        row = deed.row
        number = "" if row.action in PLACED else row.payment
        words = " ".join(part for part in (row.action, row.card, number, row.gains) if part)
        return f"**{row.player}**: {words}"

    def badge(self, deed: Deed[FreeState, FreeMove, str], script: Script) -> Sign:
        """Nobody's."""
        return Sign("", _SOFT)

    def ending(self, final: FreeState) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """It has no end; what was counted."""
        rows = tuple((name, str(count)) for name, count in zip(final.names, final.counts, strict=True))
        return "The table is left.", (("Player", "Count"), *rows)


def _taken(state: FreeState, seat: int, move: FreeMove) -> tuple[LaidCard, FreeState]:
    """The card that a move takes up, as it will lie, and what is left without it."""
    at = move.at
    if move.word in ("draw", "reveal"):
        deck = state.decks[at]
        return LaidCard(deck[0]), replace(state, decks=_put(state.decks, at, deck[1:]))
    if move.word in ("play", "lay") or (move.word == "discard" and move.number):
        hand = state.hands[seat]
        hands = _put(state.hands, seat, (*hand[:at], *hand[at + 1 :]))
        return LaidCard(hand[at], open=move.word != "lay"), replace(state, hands=hands)
    return state.placed[at], replace(state, placed=(*state.placed[:at], *state.placed[at + 1 :]))


def _dealt(state: FreeState, at: int, number: int) -> FreeState:
    """So many cards of a deck to each seat."""
    deck, count = state.decks[at], len(state.names)
    if number * count > len(deck):
        raise IndexError
    hands = tuple((*hand, *deck[seat : number * count : count]) for seat, hand in enumerate(state.hands))
    return replace(state, decks=_put(state.decks, at, deck[number * count :]), hands=hands)


def _shuffled(state: FreeState, deck: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_rng(state).sample(deck, len(deck)))


def _thrown(state: FreeState, die: str) -> str:
    rng = _rng(state)
    return f"{die}: {rng.choice(('heads', 'tails')) if die == 'coin' else rng.randint(1, int(die[1:]))}"


def _rng(state: FreeState) -> Random:
    return Random(f"{state.seed} {state.moves}")


def _put(items: tuple[_T, ...], at: int, item: _T) -> tuple[_T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _decks(book: Book) -> Iterator[tuple[str, list[str]]]:
    """Each component that is no board or mat, and the titles of its pieces."""
    left = MOST_CARDS
    for component in book.tables.get(COMPONENTS, ()):
        table = printed_table(component, book)
        if table is None or str(use_of(component) or "") in _FLAT:
            continue
        copies = copies_for(component, table, book)
        titles = [called(row) for row in table for _ in range(min(left, max(0, copies.of(row))))][:left]
        if titles:
            left -= len(titles)
            yield called(component), titles

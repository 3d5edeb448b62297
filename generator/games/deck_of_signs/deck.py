"""The deck of eleven Signs and Numbers and the ring of spaces, as all three games read them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from generator.games.kit.cells import parts_in
from generator.games.kit.numbers import whole_numbers
from generator.games.kit.seating import SetupDeck
from generator.games.kit.shown import SOFT
from generator.games.kit.table import EMPTY
from generator.ground.problems import Problem, error
from generator.records.cells import listed
from generator.records.tables import Book, FieldType, Row
from generator.records.worksheets import PLAYERS, RULES
from generator.replay.errors import UnreadableMove, shown
from generator.replay.names import card_named
from generator.replay.told import CardRow, CardView, Sign

SIGNS, NUMBERS, SPACES, RELATIONS, RESULTS = "Signs", "Numbers", "Spaces", "Relations", "Results"
HARMONIOUS, NEUTRAL, OPPOSING = "harmonious", "neutral", "opposing"
SHEETS: Mapping[str, tuple[str, ...]] = {
    RULES: ("Key", "Value"),
    SIGNS: ("Name", "Icon", "Colour", "Tint"),
    NUMBERS: ("Number",),
    SPACES: ("Space", "Numeral"),
    RELATIONS: ("From", "To", "Relation"),
    PLAYERS: ("Name", "Colour", "Mark"),
}
"""The sheets and columns that each of the games reads."""
TYPES: Mapping[str, tuple[FieldType, ...]] = {"Number": (FieldType.INTEGER,), "Effect": (FieldType.EFFECT,)}


PALE = "#e6e2d8"
"""The ground of a space without a Sign."""
SHARED = frozenset({"signs_on_circle", "set_size"})
"""Numbers of the sheet Rules that several games of the deck read."""


@dataclass(frozen=True, slots=True)
class SignDeck:
    """The cards, one of each Sign and Number: card = Sign × numbers + place of its Number.

    Signs and spaces are places in their sheets.
    """

    book: Book = field(compare=False, repr=False)
    signs: tuple[str, ...]
    looks: tuple[Sign, ...]
    """The icon and colour of each Sign."""
    tints: tuple[str, ...]
    numbers: tuple[int, ...]
    numerals: tuple[str, ...]
    """What each space is called."""
    relations: tuple[tuple[str, ...], ...]
    """Of two spaces; empty for a space and itself."""

    @property
    def cards(self) -> range:
        """All cards."""
        return range(len(self.signs) * len(self.numbers))

    def sign(self, card: int) -> int:
        """The Sign of a card."""
        return card // len(self.numbers)

    def number(self, card: int) -> int:
        """The Number on a card."""
        return self.numbers[card % len(self.numbers)]

    def title(self, card: int) -> str:
        """A card as scripts and messages call it: `Wheel 9`."""
        return f"{self.signs[self.sign(card)]} {self.number(card)}"

    def sign_words(self, sign: int) -> str:
        """A Sign with its icon, in bold: `{eye} **Eye**`."""
        return f"{{{self.looks[sign].icon}}} **{self.signs[sign]}**"

    def card_words(self, cards: Sequence[int]) -> str:
        """Cards with the icons of their Signs: `{eye} **Eye 3** and {cup} **Cup 4**`."""
        return listed([f"{{{self.looks[self.sign(card)].icon}}} **{self.title(card)}**" for card in cards])

    def faces(self, cards: Sequence[int]) -> str:
        """Cards as the icons of their Signs with their Numbers."""
        return "  ".join(f"{{{self.looks[self.sign(card)].icon}}} {self.number(card)}" for card in cards)

    def view(self, card: int) -> CardView:
        """A card as it lies on a printed table."""
        sign = self.sign(card)
        return CardView(self.title(card), self.looks[sign], self.tints[sign])

    def row(self, cards: Iterable[int], name: str) -> CardRow:
        """Cards that lie on a printed table, or are in a hand."""
        return CardRow(tuple(map(self.view, cards)), chips=True, name=name)

    def space_view(
        self, space: int, sign: int, *, gives: str = "", bare: str = "empty", markers: tuple[Sign, ...] = ()
    ) -> CardView:
        """A space with a Sign; `bare` is what it is called without one, and `gives` the cards there."""
        numeral = self.numerals[space]
        if sign == EMPTY:
            return CardView(f"{numeral} {bare}", Sign("", SOFT), PALE, gives=gives)
        title, look = f"{numeral} {self.signs[sign]}", self.looks[sign]
        return CardView(title, look, self.tints[sign], gives=gives, markers=markers)

    def in_order(self, cards: Sequence[int]) -> list[int]:
        """Cards from the lowest Number up."""
        return sorted(cards, key=lambda card: (self.number(card), card))

    def names(self, cards: Sequence[int]) -> str:
        """Cards as rows list them."""
        return "; ".join(map(self.title, cards))

    def spaces(self, space: int, relation: str) -> tuple[int, ...]:
        """The spaces of a relation to one of them."""
        return tuple(other for other, word in enumerate(self.relations[space]) if word == relation)

    def card_named(self, name: str) -> int:
        """The card that somebody means. Raises UnreadableMove."""
        return card_named(name, [self.title(card) for card in self.cards], "card")

    def cards_named(self, text: str) -> tuple[int, ...]:
        """The cards that a cell lists, from the lowest Number up. Raises UnreadableMove."""
        return tuple(self.in_order([self.card_named(name) for name in parts_in(text) or [""]]))

    def sign_named(self, name: str) -> int:
        """The Sign that somebody means. Raises UnreadableMove."""
        return card_named(name, self.signs, "Sign")

    def signs_named(self, text: str) -> tuple[int, ...]:
        """The Signs that a cell lists. Raises UnreadableMove."""
        return tuple(map(self.sign_named, parts_in(text)))

    def sign_names(self, signs: Iterable[int]) -> str:
        """Signs as rows list them."""
        return "; ".join(self.signs[sign] for sign in signs)

    def space_at(self, name: str) -> int:
        """The space that somebody means by its numeral; EMPTY if there is none such."""
        folded = [numeral.casefold() for numeral in self.numerals]
        numeral = name.strip().casefold()
        return folded.index(numeral) if numeral in folded else EMPTY

    def space_named(self, name: str) -> int:
        """The space that somebody means. Raises UnreadableMove."""
        space = self.space_at(name)
        if space == EMPTY:
            fault = f"“{shown(name)}” is no space" if name else "The row does not say which space"
            raise UnreadableMove(f"{fault}. Write one of {', '.join(self.numerals)}.")
        return space

    def spaces_named(self, text: str) -> tuple[int, ...]:
        """The spaces that a cell lists. Raises UnreadableMove."""
        return tuple(map(self.space_named, parts_in(text)))

    def numerals_of(self, spaces: Iterable[int]) -> str:
        """Spaces as rows list them."""
        return "; ".join(self.numerals[space] for space in spaces)


def deck_from(book: Book) -> SignDeck:
    """The deck of a workbook that the checks have passed."""
    at = {row["space"]: place for place, row in enumerate(book[SPACES])}
    relations = [[""] * len(at) for _ in at]
    for row in book[RELATIONS]:
        first, second = at[row["from"]], at[row["to"]]
        relations[first][second] = relations[second][first] = row["relation"]
    return SignDeck(
        book,
        tuple(row["name"] for row in book[SIGNS]),
        tuple(Sign(row["icon"], row["colour"]) for row in book[SIGNS]),
        tuple(row["tint"] for row in book[SIGNS]),
        tuple(row["number"] for row in book[NUMBERS]),
        tuple(str(row["numeral"]) for row in book[SPACES]),
        tuple(map(tuple, relations)),
    )


@dataclass(frozen=True, slots=True)
class SignSetting:
    """What stays as it is during each game of the deck."""

    book: Book = field(compare=False, repr=False)
    deck: SignDeck

    def setup_deck(self) -> SetupDeck:
        """The deck as setup rows lay it."""
        return SetupDeck("card", "Card", "Cards", [self.deck.title(card) for card in self.deck.cards])


# ---------------------------------------------------------------- checks


def ring(book: Book) -> Iterator[Problem]:
    """Each pair of spaces has one relation that the games know."""
    pairs: dict[frozenset[object], str] = {}
    unclear = 0
    spaces = [row.values.get("space") for row in book[SPACES]]
    words = (HARMONIOUS, NEUTRAL, OPPOSING)
    for row in book[RELATIONS]:
        first, second, relation = (row.values.get(key) for key in ("from", "to", "relation"))
        if None in (first, second):
            unclear += 1
            continue  # told at its cell
        if relation is not None and relation not in words:
            yield error(row.at("relation"), f"“{relation}” is no relation.", f"Write {', '.join(words)}.")
        for key, space in (("from", first), ("to", second)):
            if space not in spaces:
                yield error(row.at(key), f"There is no space {space}.", f"Write one of the sheet {SPACES}.")
        pair = frozenset({first, second})
        if pair in pairs:
            fault = f"The relation of the spaces {first} and {second} stands in {pairs[pair]} already."
            yield error(row.at("relation"), fault, "Delete one of the two rows.")
        pairs.setdefault(pair, row.at("relation"))
    missing = [pair for pair in combinations(spaces, 2) if None not in pair and frozenset(pair) not in pairs]
    for space, other in missing if len(missing) > unclear else ():
        fault = f"The sheet {RELATIONS} does not say how the spaces {space} and {other} are related."
        yield error(RELATIONS, fault, "Add a row for them.")


def laid_signs(book: Book) -> Iterator[Problem]:
    """The spaces are as many as the tokens that are laid on them, and no more than there are Signs."""
    row = whole_numbers(book).get("signs_on_circle")
    if row is None:
        return
    for sheet in (SPACES, SIGNS):
        there = len(book[sheet])
        if row.value > there or (sheet == SPACES and row.value != there):
            fault = f"“{row.key}” is {row.value}, and the sheet {sheet} has {there} rows."
            yield error(row.at("value"), fault, f"Write {there} here, or add or delete rows there.")


def results_of(book: Book, game: str, cases: Sequence[str]) -> Iterator[Problem]:
    """The sheet Results says once what each case of a game does."""
    own = [row for row in book[RESULTS] if row.values.get("game") == game]
    missing = yield from said_again(own, cases)
    for case in missing:
        fault = f"The sheet {RESULTS} does not say for {game} what “{case}” does."
        yield error(RESULTS, fault, f"Add a row with the Game {game} and {case} under When.")


def said_again(rows: Iterable[Row], words: Sequence[str]) -> Generator[Problem, None, list[str]]:
    """What stands under When in a second row. Returns the words that are missing beyond these."""
    own = [*rows]
    there = {word: [row for row in own if row.values.get("when") == word] for word in words}
    missing = [word for word in words if not there[word]]
    again = [(word, row) for word in words for row in there[word][1:]]
    for word, row in again:
        mend = f"Write {listed(missing, 'or')}." if missing else "Delete one of the rows."
        yield error(row.at("when"), f"“{word}” stands in {there[word][0].at('when')} already.", mend)
    return missing if len(missing) > len(again) else []

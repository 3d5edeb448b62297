"""The setup rows of a script: who sits where, by which seed, how the decks lie; read and mended."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from generator.games.kit.cells import in_cell
from generator.games.kit.chance import shuffled
from generator.records.cells import listed
from generator.replay.errors import CellError, SetupError, UnreadableMove, shown
from generator.replay.names import LONGEST_NAME, card_named, player_named
from generator.replay.script import Script, ScriptRow


@dataclass(frozen=True, slots=True)
class SetupDeck:
    """A deck that a setup row may lay: the key under which it is asked for, and the titles of its cards.

    `card` is what one of them is called and `name` the deck; `words` are further names that people may write,
    folded. `apart` are cards that lie in no deck, with the end of the sentence that says so. Of a deck with
    `drawn_by`, an action, a row may say `as told`: then it lies as rows of that action name its cards.
    """

    key: str
    card: str
    name: str
    titles: Sequence[str]
    words: frozenset[str] = frozenset()
    apart: Mapping[int, str] = field(default_factory=dict)
    drawn_by: str = ""

    def called(self, text: str) -> bool:
        """Whether somebody means this deck."""
        folded = text.strip().casefold()
        return folded in {self.card.casefold(), self.name.casefold()} | self.words

    def cards(self, names: Sequence[str]) -> tuple[int, ...]:
        """The numbers of cards by their titles. Raises UnreadableMove for one that has no place here."""
        cards: dict[int, None] = {}
        for name in names:
            card = card_named(name, self.titles, self.card)
            title = f"“{shown(self.titles[card])}”"
            if card in cards:
                raise UnreadableMove(f"{title} stands in this deck twice.")
            if card in self.apart:
                raise UnreadableMove(f"{title} {self.apart[card]}")
            cards[card] = None
        return tuple(cards)


def seated_players(script: Script) -> tuple[str, ...]:
    """The players' names clockwise, the starting player first. Raises CellError or SetupError."""
    seats = [row for row in script.setup if row.action == "seat"]
    if not seats:
        raise SetupError(
            "The script names no players. Write a row of the phase setup with the action seat for each."
        )
    for row in seats:
        if len(row.player) > LONGEST_NAME:
            fault = f"“{shown(row.player)}” has {len(row.player)} letters; a name has at most {LONGEST_NAME}."
            raise CellError(row.at("player"), UnreadableMove(fault))
    return tuple(row.player for row in seats)


def seed_of(script: Script) -> int:
    """The seed by which what no row lays is shuffled; 0 without such a row. Raises CellError."""
    seed = 0
    for row in script.setup:
        if row.action == "seed":
            text = (row.card or row.payment).removesuffix(".0")
            if not re.fullmatch(r"\d{1,9}", text):
                fault = f"“{shown(text)}” is no seed; write a whole number of at most nine digits."
                raise CellError(row.at("card"), UnreadableMove(fault))
            seed = int(text)
    return seed


def laid_decks(script: Script, decks: Sequence[SetupDeck]) -> Mapping[str, tuple[int, ...]]:
    """The cards that rows lay on decks, top first, by the decks' keys. Raises CellError.

    Of several rows for one deck the last counts.
    """
    rows: dict[str, tuple[SetupDeck, ScriptRow]] = {}
    for row in script.setup:
        if row.action == "deck":
            deck = _meant(row, decks)
            rows[deck.key] = deck, row
    return {key: _laid(row, deck, script) for key, (deck, row) in rows.items()}


def _meant(row: ScriptRow, decks: Sequence[SetupDeck]) -> SetupDeck:
    """The deck that a row means."""
    meant = next((deck for deck in decks if deck.called(row.card)), None)
    if meant is not None:
        return meant
    fault = f"“{shown(row.card)}” is no deck: {listed([deck.name for deck in decks], 'or')}."
    raise CellError(row.at("card"), UnreadableMove(fault))


def _laid(row: ScriptRow, deck: SetupDeck, script: Script) -> tuple[int, ...]:
    return in_cell(row.at("payment"), lambda: deck.cards(_listed(row, deck, script)))


def _listed(row: ScriptRow, deck: SetupDeck, script: Script) -> list[str]:
    """The titles that a row lists, top first."""
    text = row.payment or row.narration
    if text.casefold() == "as told":
        return [step.card for step in script.steps if step.action == deck.drawn_by]
    return [title.strip() for title in re.split(r"[;,\n]", text) if title.strip()]


def laid_hands(
    script: Script, decks: Sequence[SetupDeck], names: Sequence[str], size: int
) -> Mapping[int, tuple[int, ...]]:
    """The cards of the first deck that rows `hand` deal, by seat, so many each. Raises CellError.

    What lies in a hand cannot lie in another one, nor among the cards that a row lays on the deck.
    """
    deck = decks[0]
    rows = [(_seat(row, names), row) for row in script.setup if row.action == "hand"]
    hands = {seat: _laid(row, deck, script) for seat, row in rows}
    owners: dict[int, str] = dict.fromkeys(laid_decks(script, decks).get(deck.key, ()), "the deck")
    for seat, row in rows:
        cards = hands[seat]
        fault = f"{len(cards)} cards are dealt here, and a hand has {size}." if len(cards) != size else ""
        for card in (card for card in cards if card in owners):
            fault = fault or f"“{shown(deck.titles[card])}” lies in {owners[card]} already."
        if fault:
            raise CellError(row.at("payment"), UnreadableMove(fault))
        owners |= dict.fromkeys(cards, f"the hand of {names[seat]}")
    return hands


def _seat(row: ScriptRow, names: Sequence[str]) -> int:
    return in_cell(row.at("player"), lambda: player_named(row.player, names))


# ---------------------------------------------------------------- cards that are gone


def mended_decks(script: Script, decks: Sequence[SetupDeck], dealt_by: Collection[str]) -> Script:
    """The script with decks that name only cards that there are, and so rows whose action is `dealt_by`.

    In the place of one that is gone comes another of its deck, so that all others come when they came. Where
    none is left it is left out.
    """
    last: dict[str, tuple[SetupDeck, ScriptRow]] = {}
    for row in script.setup:
        with suppress(CellError):
            if row.action == "deck":
                deck = _meant(row, decks)
                last[deck.key] = deck, row
    rows: dict[int, ScriptRow] = {}
    laid: set[tuple[str, int]] = set()
    hands = [(decks[0], row) for row in script.setup if row.action in dealt_by]
    for deck, row in (*hands, *last.values()):
        rows[row.number] = _mended(row, deck, script, laid)
    return replace(script, rows=tuple(rows.get(row.number, row) for row in script.rows))


def _mended(row: ScriptRow, deck: SetupDeck, script: Script, laid: set[tuple[str, int]]) -> ScriptRow:
    """A row that lays cards; `laid` are those that rows before it have laid, by deck."""
    cards: list[int | None] = []
    for name in _listed(row, deck, script):
        card = _card_or_none(name, deck)
        cards.append(None if card is None or (deck.key, card) in laid else card)
        laid |= {(deck.key, card)} if card is not None else set()
    if None not in cards:
        return row
    places = range(len(deck.titles))
    left = [card for card in places if (deck.key, card) not in laid and card not in deck.apart]
    spare = iter(shuffled(left, 0)[0])
    filled = [next(spare, None) if card is None else card for card in cards]
    laid |= {(deck.key, card) for card in filled if card is not None}
    listed = "; ".join(deck.titles[card] for card in filled if card is not None)
    return replace(row, payment=listed) if row.payment else replace(row, narration=listed)


def _card_or_none(name: str, deck: SetupDeck) -> int | None:
    try:
        return deck.cards([name])[0]
    except UnreadableMove:
        return None

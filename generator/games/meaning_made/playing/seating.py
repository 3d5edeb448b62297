"""The setup rows of a script: who sits where, which variants are in play, how the decks lie."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from generator.games.meaning_made.records import Game
from generator.games.meaning_made.rules.chance import shuffled
from generator.games.meaning_made.rules.setup import Decks, start
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.terms import DECKS, Terms
from generator.replay.errors import CellError, SetupError, UnreadableMove, shown
from generator.replay.names import LONGEST_NAME, card_named
from generator.replay.script import Script, ScriptRow


def begin(script: Script, game: Game) -> State:
    """The game that the setup rows describe. Raises CellError or SetupError.

    `seat` rows name the players clockwise, the starting player first. A `deck` row names Patterns,
    Initiatives or Events in Card and the cards in Payment, top first; `as told` for Events takes them
    from the script. What is not named is shuffled by the `seed`.
    """
    seats = [row for row in script.setup if row.action == "seat"]
    if not seats:
        raise SetupError(
            "The script names no players. Write a row of the phase setup with the action seat for each."
        )
    seed = 0
    variants: list[str] = []
    decks: dict[str, ScriptRow] = {}  # of several rows for one deck the last counts
    for row in script.setup:
        if row.action == "seat" and len(row.player) > LONGEST_NAME:
            fault = f"“{shown(row.player)}” has {len(row.player)} letters; a name has at most {LONGEST_NAME}."
            raise CellError(row.at("player"), UnreadableMove(fault))
        if row.action == "seed":
            seed = _number(row)
        elif row.action == "variant":
            variants.append(_variant(row, game))
        elif row.action == "deck":
            decks[_kind(row, game.terms)] = row
    laid = Decks(**{f"{kind}s": _deck(row, kind, script, game) for kind, row in decks.items()})
    return start(game, [row.player for row in seats], seed=seed, decks=laid, variants=variants)


def _number(row: ScriptRow) -> int:
    text = (row.card or row.payment).removesuffix(".0")
    if not re.fullmatch(r"\d{1,9}", text):
        raise CellError(row.at("card"), UnreadableMove(f"“{shown(text)}” is no seed; write a whole number."))
    return int(text)


def _variant(row: ScriptRow, game: Game) -> str:
    names = list(game.variants)
    try:
        return names[card_named(row.card, names, "variant")]
    except UnreadableMove as fault:
        raise CellError(row.at("card"), fault) from None


def _kind(row: ScriptRow, terms: Terms) -> str:
    """The deck that a row means: by the workbook's word for its cards, else by the published one."""
    written = row.card.strip().casefold()
    for kind in DECKS:
        word = terms.deck(kind)
        if written in {word.casefold(), word.many.casefold()}:
            return kind
    if written.rstrip("s") in DECKS:
        return written.rstrip("s")
    patterns, initiatives, events = (terms.deck(kind).many for kind in DECKS)
    fault = f"“{shown(row.card)}” is no deck: {patterns}, {initiatives} or {events}."
    raise CellError(row.at("card"), UnreadableMove(fault))


def _deck(row: ScriptRow, kind: str, script: Script, game: Game) -> tuple[int, ...]:
    """The cards that a row lays, top first."""
    try:
        return _cards(_named(row, script), _titles(game)[kind], kind, game)
    except UnreadableMove as fault:
        raise CellError(row.at("payment"), fault) from None


def _titles(game: Game) -> Mapping[str, Sequence[str]]:
    return {
        "pattern": [card.title for card in game.patterns],
        "initiative": [card.title for card in game.initiatives],
        "event": [card.title for card in game.events],
    }


def _named(row: ScriptRow, script: Script) -> list[str]:
    """The names that a row lists, top first."""
    listed = row.payment or row.narration
    if listed.casefold() == "as told":
        return [step.card for step in script.steps if step.action == "reveal"]
    return [title.strip() for title in re.split(r"[;,\n]", listed) if title.strip()]


def _cards(titles: Sequence[str], titles_known: Sequence[str], kind: str, game: Game) -> tuple[int, ...]:
    """The numbers of cards by their titles. Raises UnreadableMove for one that has no place in this deck."""
    cards: dict[int, None] = {}
    for title in titles:
        card = card_named(title, titles_known, game.terms.deck(kind))
        if card in cards:
            raise UnreadableMove(f"“{shown(titles_known[card])}” stands in this deck twice.")
        if kind == "initiative" and game.initiatives[card].end:
            fault = f"is the {game.terms.end}, which lies open from the start and in no deck."
            raise UnreadableMove(f"“{shown(titles_known[card])}” {fault}")
        cards[card] = None
    return tuple(cards)


# ---------------------------------------------------------------- cards that are gone


def mended(script: Script, game: Game) -> Script:
    """The script with decks that name only cards that there are.

    In the place of one that is gone comes another of its deck, so that all others come when they came. Where
    none is left it is left out.
    """
    decks: dict[str, ScriptRow] = {}
    for row in script.setup:
        with suppress(CellError):
            decks |= {_kind(row, game.terms): row} if row.action == "deck" else {}
    rows = {row.number: _mended_deck(row, kind, script, game) for kind, row in decks.items()}
    return replace(script, rows=tuple(rows.get(row.number, row) for row in script.rows))


def _mended_deck(row: ScriptRow, kind: str, script: Script, game: Game) -> ScriptRow:
    titles = _titles(game)[kind]
    cards: list[int | None] = []
    laid: set[int | None] = set()
    for name in _named(row, script):
        card = _card_or_none(name, titles, kind, game)
        cards.append(None if card in laid else card)
        laid.add(card)
    if None not in cards:
        return row
    left = [card for card in range(len(titles)) if card not in laid]
    usable = [card for card in left if _card_or_none(titles[card], titles, kind, game) is not None]
    spare = iter(shuffled(usable, 0)[0])
    filled = [next(spare, None) if card is None else card for card in cards]
    listed = "; ".join(titles[card] for card in filled if card is not None)
    return replace(row, payment=listed) if row.payment else replace(row, narration=listed)


def _card_or_none(name: str, titles: Sequence[str], kind: str, game: Game) -> int | None:
    try:
        return _cards([name], titles, kind, game)[0]
    except UnreadableMove:
        return None

"""The setup rows of a script: who sits where, which variants are in play, how the decks lie."""

from __future__ import annotations

import re

from generator.games.meaning_made.errors import SetupError, UnreadableMove
from generator.games.meaning_made.reading import CellError, card_named
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.script import Script, ScriptRow
from generator.games.meaning_made.setup import Decks, start
from generator.games.meaning_made.state import State


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
    decks = Decks()
    for row in script.setup:
        if row.action == "seed":
            seed = _number(row)
        elif row.action == "variant":
            variants.append(_variant(row, game))
        elif row.action == "deck":
            decks = _deck(row, script, game, decks)
    return start(game, [row.player for row in seats], seed=seed, decks=decks, variants=variants)


def _number(row: ScriptRow) -> int:
    text = (row.card or row.payment).removesuffix(".0")
    if not re.fullmatch(r"\d{1,9}", text):
        raise CellError(row.at("card"), UnreadableMove(f"“{text}” is no seed; write a whole number."))
    return int(text)


def _variant(row: ScriptRow, game: Game) -> str:
    names = list(game.variants)
    try:
        return names[card_named(row.card, names, "variant")]
    except UnreadableMove as fault:
        raise CellError(row.at("card"), fault) from None


def _deck(row: ScriptRow, script: Script, game: Game, decks: Decks) -> Decks:
    kind = row.card.casefold().rstrip("s")
    known = {
        "pattern": [card.title for card in game.patterns],
        "initiative": [card.title for card in game.initiatives],
        "event": [card.title for card in game.events],
    }
    if kind not in known:
        raise CellError(
            row.at("card"), UnreadableMove(f"“{row.card}” is no deck: Patterns, Initiatives or Events.")
        )
    listed = row.payment or row.narration
    if listed.casefold() == "as told":
        titles = [step.card for step in script.steps if step.action == "reveal"]
    else:
        titles = [title.strip() for title in re.split(r"[;,\n]", listed) if title.strip()]
    try:
        cards = tuple(card_named(title, known[kind], kind.capitalize()) for title in titles)
    except UnreadableMove as fault:
        raise CellError(row.at("payment"), fault) from None
    end = next((at for at, card in enumerate(game.initiatives) if card.end), -1)
    for at, card in enumerate(cards):
        name = known[kind][card]
        if card in cards[:at]:
            raise CellError(row.at("payment"), UnreadableMove(f"“{name}” stands in this deck twice."))
        if kind == "initiative" and card == end:
            said = f"“{name}” is the End Initiative, which lies open from the start and in no deck."
            raise CellError(row.at("payment"), UnreadableMove(said))
    return Decks(
        patterns=cards if kind == "pattern" else decks.patterns,
        initiatives=cards if kind == "initiative" else decks.initiatives,
        events=cards if kind == "event" else decks.events,
    )

"""The setup rows of a script of Meaning Made: seats, decks, and which variants are in play."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit.seating import (
    SetupDeck,
    laid_decks,
    mended_decks,
    seated_players,
    seed_of,
    setup_lines,
)
from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.rules.setup import Decks, start
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.terms import DECKS
from generator.replay.errors import CellError, UnreadableMove
from generator.replay.names import card_named
from generator.replay.script import Script, ScriptLine, ScriptRow


def begin(script: Script, game: Game) -> State:
    """The game that the setup rows describe. Raises CellError or SetupError.

    `seat` rows name the players clockwise, the starting player first. A `deck` row names Patterns,
    Initiatives or Events in Card and the cards in Payment, top first; `as told` for Events takes them
    from the script. What is not named is shuffled by the `seed`.
    """
    players = seated_players(script)
    variants = [_variant(row, game) for row in script.setup if row.action == "variant"]
    laid = Decks(**{f"{kind}s": cards for kind, cards in laid_decks(script, decks_of(game)).items()})
    return start(game, players, seed=seed_of(script), decks=laid, variants=variants)


def mended(script: Script, game: Game) -> Script:
    """The script with decks that name only cards that there are."""
    return mended_decks(script, decks_of(game))


def written(state: State, *, colours: Sequence[str] = (), seed: int = 0) -> tuple[ScriptLine, ...]:
    """The rows that lay this first state of a game: seats, seed and decks, top card first."""
    patterns, initiatives, events = decks_of(state.setting.game)
    laid = (
        (patterns, (*state.prism, *state.pattern_deck)),
        (initiatives, (*state.index[:-1], *state.initiative_deck)),
        (events, state.event_deck),
    )
    cards = [(deck, [card for card in lying if card != EMPTY]) for deck, lying in laid]
    return setup_lines(state.names, cards, colours=colours, seed=seed)


def decks_of(game: Game) -> tuple[SetupDeck, SetupDeck, SetupDeck]:
    """Patterns, Initiatives without the End Initiative, and Events, by the workbook's words for them."""
    end = f"is the {game.terms.end}, which lies open from the start and in no deck."
    apart = {at: end for at, card in enumerate(game.initiatives) if card.end}
    patterns, initiatives, events = (
        SetupDeck(
            kind,
            game.terms.deck(kind),
            game.terms.deck(kind).many,
            titles,
            words=frozenset({kind, f"{kind}s"}),
            apart=apart if kind == "initiative" else {},
            drawn_by="reveal",
        )
        for kind, titles in zip(
            DECKS,
            (
                [card.title for card in game.patterns],
                [card.title for card in game.initiatives],
                [card.title for card in game.events],
            ),
            strict=True,
        )
    )
    return patterns, initiatives, events


def _variant(row: ScriptRow, game: Game) -> str:
    names = list(game.variants)
    try:
        return names[card_named(row.card, names, "variant")]
    except UnreadableMove as fault:
        raise CellError(row.at("card"), fault) from None

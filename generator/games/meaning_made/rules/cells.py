"""Tokens, cards and counts as rows of a script have them, and as sentences say them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit import tokens as bundles
from generator.games.kit.cells import in_cell
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules.state import Position
from generator.games.meaning_made.terms import Terms
from generator.records.cells import listed
from generator.replay.names import card_named
from generator.replay.script import ScriptRow


def tokens_named(text: str, table: Position) -> Tokens:
    """Tokens in the notation: `2E 1I`, `+1E +1I`. Raises UnreadableMove."""
    terms = table.terms
    known = f"{terms.token.many}: {terms.energy}, {terms.insight} or {terms.support}"
    return Tokens(*bundles.tokens_named(text, TOKENS, table.setting.game.book.symbols, known=known))


def tokens_in(row: ScriptRow, column: str, table: Position) -> Tokens:
    """The tokens of a column of a row. Raises CellError."""
    return in_cell(column, lambda: tokens_named(getattr(row, column), table))


def card_in(row: ScriptRow, titles: Sequence[str], kind: str) -> int:
    """The card of a row. Raises CellError."""
    return in_cell("card", lambda: card_named(row.card, titles, kind))


def tokens_typed(tokens: Sequence[int], table: Position) -> str:
    """Tokens as one types them: `2E 1I`."""
    return bundles.tokens_typed(tokens, TOKENS, table.setting.game.book.symbols)


def tokens_text(tokens: Tokens, terms: Terms) -> str:
    """Tokens in words: `2 Energy and 1 Support`."""
    some = [f"{count} {word}" for word, count in zip(terms.tokens, tokens, strict=True) if count]
    return listed(some) if some else f"no {terms.token.many}"


def icons(tokens: Sequence[int]) -> str:
    """Tokens as a row of icons, in rich text."""
    return bundles.token_icons(tokens, TOKENS) if tokens else ""

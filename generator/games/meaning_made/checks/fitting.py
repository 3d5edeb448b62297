"""What would do in single cells by the rules of Meaning Made, for the mends of whatever is wrong there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from generator.games import CellFit
from generator.games.meaning_made.checks.bounds import rule_bounds
from generator.games.meaning_made.checks.settings import named_rule
from generator.games.meaning_made.records import RULE_KEYS, pattern_layers_in
from generator.records.cells import as_text
from generator.records.notation import Kind
from generator.records.tables import Book, Row, slug

Fits = Callable[[Book, Row], CellFit | None]
_CODED = ("Group Table", "Individual Table")


def fit(book: Book, row: Row, key: str) -> CellFit | None:
    """What would do in the column `key` of a row; None if the rules do not mind, or cannot be read for it."""
    fits = FITS.get((row.sheet, key))
    needed = {"Rules", "Layers", "Icons", "Patterns", "Initiatives", "Events", row.sheet}
    return fits(book, row) if fits is not None and all(sheet in book for sheet in needed) else None


def _rule(column: str) -> Fits:
    def fits(book: Book, row: Row) -> CellFit | None:
        key = slug(as_text(row.values.get(column)))
        if key not in RULE_KEYS:
            return None
        least, most = rule_bounds(book, key)
        return CellFit(least=least, most=most)

    return fits


def _layer(book: Book, row: Row) -> CellFit | None:
    last = pattern_layers_in(book)
    if last is None:
        return None
    name, where = named_rule(book, "pattern_layers")
    least, most = (1, last) if row.sheet == "Patterns" else (last + 1, None)
    return CellFit(least=least, most=most, why=f"{name} in {where} is {last}.")


def _icon(kind: Kind) -> Fits:
    def fits(book: Book, row: Row) -> CellFit:
        keys = frozenset(symbol.key for symbol in book.symbols if symbol.kind is kind)
        return CellFit(keys, why=f"It has to be of the kind {kind}.")

    return fits


def _track(book: Book, row: Row) -> CellFit | None:
    """A player's marker counts one of the two; what is nobody's, such as the dial's, may show any icon."""
    return CellFit(frozenset({"vitals", "legacy"})) if row.values.get("player") else None


def _code(book: Book, row: Row) -> CellFit | None:
    if any(name not in book for name in _CODED):
        return None
    group, individual = ({as_text(row.code) for row in book[name]} for name in _CODED)
    return CellFit(frozenset(group & individual))


def _setting(book: Book, row: Row) -> CellFit:
    """A variant sets each rule once."""
    own = [sibling for sibling in book["Variants"] if sibling.variant == row.variant and sibling is not row]
    settings = {slug(as_text(row.setting)) for row in own}
    keys = (as_text(row.key) for row in book["Rules"])
    return CellFit(frozenset(key for key in keys if slug(key) in RULE_KEYS and slug(key) not in settings))


FITS: Mapping[tuple[str, str], Fits] = MappingProxyType(
    {
        ("Rules", "value"): _rule("key"),
        ("Variants", "value"): _rule("setting"),
        ("Variants", "setting"): _setting,
        ("Patterns", "layer"): _layer,
        ("Initiatives", "layer"): _layer,
        ("Layers", "icon"): _icon(Kind.LAYER),
        ("Actions", "icon"): _icon(Kind.ACTION),
        ("Track Markers", "icon"): _track,
        ("Events", "code"): _code,
    }
)
"""The cells of which the rules know more than the sheet Fields says."""

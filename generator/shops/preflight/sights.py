"""Whether Layers, tokens and players can be told apart by everybody, and on a grey print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from generator.ground.problems import Problem, warning
from generator.ground.sight import CONES, Colour, Sight, colour_of, difference, lightness
from generator.records.called import called
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.records.worksheets import ICONS, LAYERS, PLAYERS, TOKENS
from generator.shops.preflight.ink import Tone
from generator.shops.preflight.limits import Quality
from generator.shops.preflight.looks import centre
from generator.shops.preflight.pages import MadePiece
from generator.shops.preflight.seen import Seen

LEAST_APART = 8.0
"""ΔE of CIE 1976 between two colours that lie beside each other on the table: below it one looks twice."""
LEAST_LIGHTER = 4.0
"""L* between two that follow each other, on a grey print."""
_SAID = {
    Sight.NORMAL: "to anybody",
    Sight.PROTAN: "to people without red cones (protanopia)",
    Sight.DEUTAN: "to people without green cones (deuteranopia)",
    Sight.TRITAN: "to people without blue cones (tritanopia)",
    Sight.GREY: "on a grey print",
}
_GROUPS = (LAYERS, TOKENS, PLAYERS)


def told_apart(book: Book) -> Iterator[Problem]:
    """Warnings for pairs that only their colours tell apart, and for somebody they do not."""
    for name in _GROUPS:
        if name not in book:
            continue
        table = book[name]
        for column in (field.key for field in table.fields if field.type is FieldType.COLOUR):
            rows = [row for row in table if isinstance(row.values.get(column), str) and row.values[column]]
            yield from _pairs(table, rows, column)


def _pairs(table: Table, rows: list[Row], column: str) -> Iterator[Problem]:
    """Each pair once, with who cannot tell it; on a grey print only neighbours are compared."""
    for at, other_at in combinations(range(len(rows)), 2):
        one, other = rows[at], rows[other_at]
        first, second = colour_of(one[column]), colour_of(other[column])
        if first == second or _by_signs(table, one, other):
            continue  # of one colour on purpose, or with signs of their own
        far, sight = min((difference(first, second, sight), sight) for sight in CONES)
        lighter = abs(lightness(first) - lightness(second))
        if far < LEAST_APART:
            yield _told(other, one, column, f"{_SAID[sight]}: they differ by {far:.1f}", LEAST_APART)
        elif other_at == at + 1 and lighter < LEAST_LIGHTER:
            grey = f"{_SAID[Sight.GREY]}: they differ by {lighter:.1f}"
            yield _told(other, one, column, grey, LEAST_LIGHTER)


def _told(row: Row, second: Row, column: str, how: str, need: float) -> Problem:
    fault = f"“{called(second)}” and “{called(row)}” look alike {how}, and {need:g} can just be told."
    mend = f"Write a lighter or darker colour into {row.at(column)}, or give each an icon of its own."
    return warning(row.at(column), fault, mend)


def _by_signs(table: Table, *rows: Row) -> bool:
    """Whether each of two rows has icons that the other has not: then nobody needs their colours."""
    first, second = (_signs(table, row) for row in rows)
    return bool(first and second) and first != second


def _signs(table: Table, row: Row) -> tuple[Any, ...]:
    """What else than colour a row shows: its icons."""
    icons = [field.key for field in table.fields if _is_icon(field)]
    return tuple(row.values.get(key) for key in icons if row.values.get(key))


def _is_icon(field: Field) -> bool:
    return field.type is FieldType.REFERENCE and field.values.startswith(f"{ICONS}.")


# ---------------------------------------------------------------- on the made files


def only_coloured(pieces: Iterable[MadePiece]) -> Iterator[tuple[Seen, MadePiece]]:
    """Pairs of pieces that are drawn alike but for their colours, which somebody cannot tell apart."""
    alike: dict[object, dict[str, MadePiece]] = {}
    for piece in pieces:
        alike.setdefault(_drawing(piece), {}).setdefault(piece.design.digest, piece)
    for group in alike.values():
        for first, second in combinations(group.values(), 2):
            yield from _alike(first, second)


def _alike(first: MadePiece, second: MadePiece) -> Iterator[tuple[Seen, MadePiece]]:
    pairs = list(zip(_tones(first), _tones(second), strict=True))
    for sight in (*CONES, Sight.GREY):
        far = max((difference(a, b, sight) for a, b in pairs), default=0.0)
        if far < (LEAST_LIGHTER if sight is Sight.GREY else LEAST_APART):
            fault = f"it differs from “{first.card}” in colour alone, and looks like it {_SAID[sight]}."
            mend = "Give one of them a lighter or darker colour, or each an icon of its own."
            yield (
                Seen(Quality.SIGHT, fault, mend, f"{first.card} {second.card}", centre(second.trim)),
                second,
            )
            return


def _drawing(piece: MadePiece) -> object:
    """What a piece shows without its colours."""
    ink = piece.design.ink
    boxes = [fill.box for fill in ink.fills] + [image.box for image in ink.images]
    boxes += [box for _, box in ink.drawn]
    return (
        tuple(tuple(round(edge, 1) for edge in box) for box in boxes),
        tuple(text.words for text in ink.texts),
        tuple(len(fill.tones) for fill in ink.fills),
    )


def _tones(piece: MadePiece) -> list[Colour]:
    ink = piece.design.ink
    tones = [tone for fill in ink.fills for tone in fill.tones] + [tone for tone, _ in ink.drawn]
    return [_rgb(tone) for tone in tones]


def _rgb(tone: Tone) -> Colour:
    if len(tone.parts) == 3:
        red, green, blue = tone.parts
        return red, green, blue
    if len(tone.parts) == 4:
        cyan, magenta, yellow, black = tone.parts
        return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    grey = tone.parts[0] if tone.parts else 0.0
    return grey, grey, grey

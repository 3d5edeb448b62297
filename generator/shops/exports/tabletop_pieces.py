"""Boards, mats, aids and tokens for Tabletop Simulator: an object a row, a stack where there are several."""

from __future__ import annotations

from collections.abc import Iterator

from generator.ground.shapes import Shape
from generator.press.decks import DrawnRow
from generator.sheets.layouts import Use
from generator.shops.exports.order import ExportedFile
from generator.shops.exports.tabletop_bench import Bench
from generator.shops.exports.tabletop_objects import (
    BOARD_THICK,
    TILE_SHAPES,
    TILE_THICK,
    TOKEN_THICK,
    JsonObject,
    bag_object,
    board_object,
    tile_object,
    token_object,
)
from generator.shops.exports.tabletop_sizes import Sized

_FRAMED = frozenset({Shape.RECTANGLE, Shape.SQUARE})
"""The shapes of a board with a frame round it."""


def made_pieces(
    bench: Bench, use: Use, *, boards_as_tiles: bool, tokens_as_tiles: bool
) -> Iterator[tuple[JsonObject, list[ExportedFile]]]:
    """The objects of a component that is no deck, each with its pictures."""
    shape = bench.deck.format.shape
    for number, row in enumerate((row for row in bench.deck.rows if row.copies), start=1):
        if use is Use.BOARD and shape in TILE_SHAPES:
            framed = row.back is None and shape in _FRAMED and not boards_as_tiles
            yield from _boards(bench, row, number, framed=framed)
        elif shape in TILE_SHAPES and (use is not Use.TOKENS or row.back is not None or tokens_as_tiles):
            yield _tile(bench, use, row, number)
        else:
            yield _token(bench, row, number)


def _boards(
    bench: Bench, row: DrawnRow, number: int, *, framed: bool
) -> Iterator[tuple[JsonObject, list[ExportedFile]]]:
    """A board for each copy: what is not to move is no stack to take one from. The first has the pictures."""
    files = _pictures(bench, row, number)
    urls = [bench.links.to(file.path) for file in files]
    kind, size = ("board", Sized.BOARD) if framed else ("tile", Sized.TILE)
    for copy in range(1, row.copies + 1):
        name = kind if copy == 1 else f"{kind} {copy}"
        placed = bench.piece(row.row, name, bench.scale(size), locked=True)
        if framed:
            board = board_object(placed, urls[0])
        else:
            board = tile_object(placed, urls, bench.deck.format.shape, thick=BOARD_THICK, count=1)
        yield board, files if copy == 1 else []


def _tile(bench: Bench, use: Use, row: DrawnRow, number: int) -> tuple[JsonObject, list[ExportedFile]]:
    files = _pictures(bench, row, number)
    thick = TOKEN_THICK if use is Use.TOKENS else TILE_THICK
    placed = bench.piece(row.row, "tile", bench.scale(Sized.TILE))
    urls = [bench.links.to(file.path) for file in files]
    shape = bench.deck.format.shape
    return tile_object(placed, urls, shape, thick=thick, count=row.copies), files


def _token(bench: Bench, row: DrawnRow, number: int) -> tuple[JsonObject, list[ExportedFile]]:
    """A stack of tokens; of those that have a back a bag, since only a single one can have a second state."""
    front = _picture(bench, row, number, "front", cut=True)
    scale, url = bench.scale(Sized.TOKEN), bench.links.to(front.path)
    if row.back is None:
        return token_object(bench.piece(row.row, "token", scale), url, count=row.copies), [front]
    back = _picture(bench, row, number, "back", cut=True)
    tokens = []
    for copy in range(1, row.copies + 1):
        other = token_object(bench.piece(row.row, f"back {copy}", scale), bench.links.to(back.path))
        tokens.append(token_object(bench.piece(row.row, f"token {copy}", scale), url, back=other))
    if len(tokens) == 1:
        return tokens[0], [front, back]
    return bag_object(bench.piece(row.row, "bag", 1.0), tokens), [front, back]


def _pictures(bench: Bench, row: DrawnRow, number: int) -> list[ExportedFile]:
    """The front of a row, and its back if it has one."""
    return [_picture(bench, row, number, side) for side in ("front", "back")[: 1 + (row.back is not None)]]


def _picture(bench: Bench, row: DrawnRow, number: int, side: str, *, cut: bool = False) -> ExportedFile:
    """One side of a row as it is printed, or cut out by its outline."""
    design = row.front if side == "front" or row.back is None else row.back
    stem, title = f"{number:02}_{side}", bench.wordings.nickname(row.row)
    return bench.picture(design, stem=stem, side=side, copies=row.copies, title=title, cut=cut)

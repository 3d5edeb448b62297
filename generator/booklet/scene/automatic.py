"""The scene that a game has without asking for one: what its components and their sizes alone suggest.

Boards lie in the middle with the decks on them for which they name a spot, the other decks face down on their
left, each with some cards open, and tokens in piles on their right. Where each player has a mat, some mats
lie around.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.booklet.scene.lying import (
    Lying,
    Scene,
    SpotsOf,
    in_line,
    lying,
    scene,
    shifted,
    shuffled,
)
from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.sheets.layouts import Use, use_by_size
from generator.sheets.sheet import Box, Piece, union

TITLE = "On the table"
MOST_SEATS = 4
MOST_PILES = 24
"""Piles of tokens of one component."""
_GAP_MM, _WIDE_MM = 8.0, 26.0
_NUMBERED = re.compile(r"(?P<stem>.*\S)\s+(?P<number>\d{1,4})")
_HEAP = ((0.0, 0.0), (0.58, 0.22), (0.16, 0.62), (-0.46, 0.40), (0.52, -0.42))
"""Where the tokens of a pile lie, in parts of their size."""
_FLOWER = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Hexagons around one, in steps along two of their sides."""


def automatic(stock: Sequence[Deck], spots: SpotsOf, *, number: int = 0) -> Scene | None:
    """The scene; None if there is nothing to lay out."""
    filled = [pile for pile in stock if pile.pieces]
    by_use = {use: [pile for pile in filled if _use(pile) is use] for use in Use}
    mats = [pile for pile in by_use[Use.PAGE] if len({piece.front for piece in pile.pieces}) > 1]
    single = [pile for pile in by_use[Use.PAGE] if pile not in mats]
    boards = by_use[Use.BOARD] or ([] if mats else single)
    laid: set[str] = set()
    middle = in_line([list(_board(board, filled, spots, laid)) for board in boards], gap_mm=_WIDE_MM)
    loose = [pile for pile in by_use[Use.CARDS] if pile.name not in laid]
    decks = [list(_deck(pile, alone=not (boards or mats))) for pile in loose]
    beside = in_line(decks, gap_mm=_GAP_MM * 1.5, down=True)
    piles = in_line(
        [_piles(pile) for pile in by_use[Use.TOKENS] if pile.name not in laid],
        gap_mm=_GAP_MM * 1.5,
        down=True,
    )
    seats = [(mat, piece) for mat in mats[:1] for piece in dict.fromkeys(mat.pieces)][:MOST_SEATS]
    across, near = seats[: len(seats) // 2], seats[len(seats) // 2 :]
    far = in_line([[lying(mat, piece, 0, 0, turn=180)] for mat, piece in across], gap_mm=_WIDE_MM)
    close = in_line([[lying(mat, piece, 0, 0)] for mat, piece in near], gap_mm=_WIDE_MM)
    lies = _framed(in_line([beside, middle, piles], gap_mm=_WIDE_MM), middle, far, close)
    return scene(TITLE, lies, number=number) if lies else None


def _framed(
    row: list[Lying], middle: Sequence[Lying], far: Sequence[Lying], close: Sequence[Lying]
) -> list[Lying]:
    """The row with the seats across above its middle, and the near ones below it."""
    if not far and not close:
        return row
    around = union(piece.box for piece in row) if row else Box(0, 0, 0, 0)
    anchors = [piece for piece in row if (piece.component, piece.title) == _first(middle)]
    x = anchors[0].x_mm if len(anchors) == 1 else around.middle[0]
    for seats, above in ((far, True), (close, False)):
        if seats:
            box = union(piece.box for piece in seats)
            y = around.y_mm - _WIDE_MM - box.bottom_mm if above else around.bottom_mm + _WIDE_MM - box.y_mm
            row = [*row, *shifted(seats, x - box.x_mm - box.width_mm / 2, y)]
    return row


def _first(lies: Sequence[Lying]) -> tuple[str, str] | None:
    return (lies[0].component, lies[0].title) if lies else None


def _use(stock: Deck) -> Use:
    use = stock.use if stock.use is not Use.SHARED else None
    return use or use_by_size(stock.format)


def _board(board: Deck, piles: Sequence[Deck], spots: SpotsOf, laid: set[str]) -> Iterator[Lying]:
    """A board and what lies on its spots; `laid` takes the names of the components that do."""
    piece = board.pieces[0]
    base = lying(board, piece, 0, 0)
    yield base
    yield from filled(base, spots(board, piece.front), [pile for pile in piles if pile is not board], laid)


def filled(base: Lying, spots: Mapping[str, Box], piles: Sequence[Deck], laid: set[str]) -> Iterator[Lying]:
    """What lies on spots that are called like a component, or like one with a number behind.

    The first is for its stack, face down if it has backs, and the others for one piece each, face up.
    """
    by_name = {name.casefold(): pile for pile in reversed(piles) for name in (pile.title, pile.name)}
    open_on: dict[str, tuple[Deck, int]] = {}
    for name in spots:
        parts = _NUMBERED.fullmatch(name)
        if parts and (one := by_name.get(parts["stem"].casefold())) is not None:
            open_on[name] = one, int(parts["number"])
    opened = Counter(stock.name for stock, _ in open_on.values())
    for name, spot in spots.items():
        stacked, (one, number) = by_name.get(name.casefold()), open_on.get(name, (None, 0))
        if stacked is not None:
            count = max(1, len(stacked.pieces) - opened[stacked.name])
            yield lying(
                stacked, stacked.pieces[0], *base.at(*spot.middle), down=True, turn=base.turn, count=count
            )
            laid.add(stacked.name)
        elif one is not None:
            pieces = shuffled(one.pieces)
            piece = pieces[(number - 1) % len(pieces)]
            yield lying(one, piece, *base.at(*spot.middle), turn=base.turn)
            laid.add(one.name)


def _deck(stock: Deck, *, alone: bool) -> Iterator[Lying]:
    """A deck face down, and some of its cards open beside it; the more if they are all that there is."""
    pieces, form = shuffled(stock.pieces), stock.format
    step_x, step_y = form.width_mm + _GAP_MM, form.height_mm + _GAP_MM
    open_count = (7 if form.shape is Shape.HEXAGON else 5) if alone else 1
    opened = pieces[:open_count] if len(stock.pieces) > 1 else []
    left = len(stock.pieces) - len(opened)
    if left:
        yield lying(stock, pieces[-1], 0, 0, down=True, count=left)
    for place, piece in enumerate(opened):
        if alone and form.shape is Shape.HEXAGON:
            x, y = _honeycomb(place, form.width_mm, form.height_mm)
            yield lying(stock, piece, x + 2 * step_x, y)
        elif form.width_mm > form.height_mm and not alone:
            yield lying(stock, piece, 0, step_y * (place + 1))
        else:
            yield lying(stock, piece, step_x * (place + 1), 0)


def _honeycomb(place: int, width_mm: float, height_mm: float) -> tuple[float, float]:
    """The middle of a hexagon that touches its neighbours."""
    q, r = _FLOWER[place]
    if width_mm > height_mm:  # it stands on a side
        return q * width_mm * 0.75, (r + q / 2) * height_mm
    return (q + r / 2) * width_mm, r * height_mm * 0.75


def _piles(stock: Deck) -> list[Lying]:
    """The tokens of a component, a pile for each design, in rows."""
    counted = Counter(piece.front for piece in stock.pieces)
    first = {piece.front: piece for piece in reversed(stock.pieces)}
    ordered = [piece for piece in dict.fromkeys(stock.pieces) if first[piece.front] == piece][:MOST_PILES]
    columns = 2 if len(ordered) < 9 else 3
    rows = [ordered[at : at + columns] for at in range(0, len(ordered), columns)]
    lines = [
        in_line([_heap(stock, piece, counted[piece.front]) for piece in row], gap_mm=_GAP_MM) for row in rows
    ]
    return in_line(lines, gap_mm=_GAP_MM, down=True)


def _heap(stock: Deck, piece: Piece, count: int) -> list[Lying]:
    """Some tokens of one design, as they fall."""
    size = max(stock.format.width_mm, stock.format.height_mm)
    return [
        lying(stock, piece, x * size, y * size, turn=(17 * at * (-1) ** at) % 360)
        for at, (x, y) in enumerate(_HEAP[: max(1, min(count, len(_HEAP)))])
    ][::-1]

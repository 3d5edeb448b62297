"""Tuck boxes: one for each deck of cards, as large as its cards are many."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.ground.problems import Problem, has_errors, note, warning
from generator.ground.shapes import Shape
from generator.press.decks import Deck, DrawnRow
from generator.press.game_look import GameLook
from generator.press.mixing import is_two_sided
from generator.press.renders import Workshop
from generator.records.tables import Row
from generator.sheets.amounts import format_of
from generator.sheets.layouts import Layout, Use, choose_layouts, use_by_size
from generator.sheets.room import is_small
from generator.sheets.sheet import Format, Paper, Piece

if TYPE_CHECKING:
    from generator.faces import FaceMaker
    from generator.faces.face import Face

PLAY_MM = 2.0
"""A box is wider and higher inside than its cards by this, as generators of tuck boxes have it."""
DEPTH_PLAY_MM = 1.0
LEAST_DEPTH_MM = 6.0
"""A tab to be glued is as wide as the box is deep; narrower ones do not hold."""
TEMPLATE = "tuck-box.svg"
MOST_BOXES = 20
"""For one deck."""
_STEP_MM = 0.5
"""Depths are multiples of this."""
_LARGER = (("A3", 420.0, 297.0), ("A2", 594.0, 420.0))
_BORDER_MM = 10.0
"""White and marks round a box on larger paper."""

AsSymbol = Callable[[str, str, Format], str]
"""An id, the SVG of a face and its format: the face as a symbol of that id, cut to its shape."""


@dataclass(frozen=True, slots=True)
class BoxSize:
    """A folded box for so many cards, outside."""

    width_mm: float
    height_mm: float
    depth_mm: float


def box_size(width_mm: float, height_mm: float, cards: int, stock_mm: float) -> BoxSize:
    """The box of a stack of cards of this size, each `stock_mm` thick, made of the same paper.

    >>> box_size(63.5, 88.9, 60, 0.3)
    BoxSize(width_mm=66.1, height_mm=91.5, depth_mm=20.0)
    """
    walls = 2 * stock_mm
    deep = math.ceil((cards * stock_mm + DEPTH_PLAY_MM + walls) / _STEP_MM - 1e-9) * _STEP_MM
    return BoxSize(
        round(width_mm + PLAY_MM + walls, 3),
        round(height_mm + PLAY_MM + walls, 3),
        max(LEAST_DEPTH_MM, deep),
    )


def deck_boxes(
    decks: Iterable[Deck],
    *,
    papers: Sequence[Paper],
    stock_mm: float,
    look: GameLook,
    workshop: Workshop,
    as_symbol: AsSymbol,
    light: bool = False,
) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """A box, or several, for each deck of cards, drawn by the template `tuck-box.svg`.

    Problems say which deck has none or more than one, and what is wrong with the drawings.
    """
    boxes: list[Deck] = []
    problems: list[Problem] = []
    for deck in decks:
        if deck.partial or not deck.pieces or not _is_cards(deck):
            problems += _of_one_design(deck)
            continue
        if deck.format.shape not in (Shape.RECTANGLE, Shape.SQUARE, Shape.ROUNDED):
            problems.append(_no_box(deck))
            continue
        count = _how_many(deck, papers, stock_mm)
        if count != 1:
            problems.append(_several(deck, papers, stock_mm, count))
        if count:
            row = _component(deck, count, stock_mm, _picture(deck, workshop.maker, as_symbol), look)
            box, faults = _drawn(row, count, workshop, light=light)
            problems += faults
            boxes += [box] if box is not None else []
    return tuple(boxes), tuple(dict.fromkeys(problems))


def _is_cards(deck: Deck) -> bool:
    """Whether they are different cards, or the like of another shape: with backs, and no smaller."""
    if len({piece.front for piece in deck.pieces}) < 2:
        return False  # aids, of which each player has one
    use = deck.use or use_by_size(deck.format)
    if use is Use.CARDS:
        return True
    large = is_two_sided(deck) and not is_small(deck.format)
    return use in (Use.TOKENS, Use.SHARED) and large and not deck.format.folds


def _of_one_design(deck: Deck) -> Iterator[Problem]:
    """That equal cards have no box, since most are aids."""
    fronts = {piece.front for piece in deck.pieces}
    if not deck.partial and len(fronts) == 1 and (deck.use or use_by_size(deck.format)) is Use.CARDS:
        fault = f"{deck.title} has one design, as an aid has, so that no tuck box is made for it."
        mend = "If it needs one, draw a box as a component of its own: docs/cutting.md shows how."
        yield note(deck.component.at("name"), fault, mend)


def _no_box(deck: Deck) -> Problem:
    return warning(
        deck.component.at("shape"),
        f"{deck.title} has no tuck box: such boxes hold cards with four straight sides, "
        f"and these are of the shape {deck.format.shape}.",
        "Keep them in a bag, or draw a box as a component of its own: docs/cutting.md shows how.",
    )


def _how_many(deck: Deck, papers: Sequence[Paper], stock_mm: float) -> int:
    """The fewest boxes that hold a deck and fit the pages of all papers; 0 if too many would be needed."""
    cards = len(deck.pieces)
    for count in range(1, min(MOST_BOXES, cards) + 1):
        form = format_of(_component(deck, count, stock_mm))
        if all(choose_layouts(form, paper, tuple(Layout), use=Use.PAGE) for paper in papers):
            return count
    return 0


def _several(deck: Deck, papers: Sequence[Paper], stock_mm: float, count: int) -> Problem:
    form = format_of(_component(deck, 1, stock_mm))
    named, size = " and ".join(paper.name for paper in papers), form.size
    long, short = max(form.width_mm, form.height_mm), min(form.width_mm, form.height_mm)
    larger = next(
        (name for name, x, y in _LARGER if long + 2 * _BORDER_MM <= x and short + 2 * _BORDER_MM <= y), ""
    )
    paper = f"paper of the size {larger}" if larger else "larger paper"
    cards = f"{len(deck.pieces)} cards" if len(deck.pieces) > 1 else "its card"
    text = f"A tuck box of {deck.title} for {cards} is {size} before it is folded, too large for {named}. "
    if not count:
        mend = f"A print shop has {paper}. Thinner cards (--stock) or smaller ones fit."
        return warning(deck.component.at("width"), f"{text}None is made.", mend)
    return warning(
        deck.component.at("width"),
        f"{text}There are {count} boxes instead, each for {math.ceil(len(deck.pieces) / count)} cards.",
        f"One box for all of them needs {paper}, or thinner cards (--stock).",
    )


def _component(
    deck: Deck, count: int, stock_mm: float, drawing: str = "", look: GameLook | None = None
) -> Row:
    """What stands in the sheet Components for a box, as if somebody had written it there."""
    cards = math.ceil(len(deck.pieces) / count)
    size = box_size(deck.format.width_mm, deck.format.height_mm, cards, stock_mm)
    values = {
        "name": f"{deck.name}Box",
        "title": f"{deck.title}: tuck box",
        "data": "",
        "front": TEMPLATE,
        "back": "",
        "shape": f"{Shape.TUCK_BOX} {size.depth_mm:g}",
        "width": size.width_mm,
        "height": size.height_mm,
        "copies": count,
        "layout": str(Use.PAGE),
        "together": "",
        "mark": "none",
        "deck": deck.title,
        "cards": cards,
        "card_width": deck.format.width_mm,
        "card_height": deck.format.height_mm,
        "drawing": drawing,
    }
    if look is not None:
        values |= {"colour": look.colour, "pale": look.pale}
        values |= {"heading_font": look.heading_font, "text_font": look.text_font}
    return replace(deck.component, values={**deck.component.values, **values})


def _drawn(
    row: Row, count: int, workshop: Workshop, *, light: bool
) -> tuple[Deck | None, tuple[Problem, ...]]:
    from generator.svg.designs import draw_designs

    fonts = workshop.fonts
    face, problems = workshop.maker.render(TEMPLATE, component=row)
    if face is None:
        return None, problems
    out = io.BytesIO()
    problems = (*problems, *draw_designs([face], fonts=fonts, out=out))
    if has_errors(problems):
        return None, problems
    spared = io.BytesIO()
    if light:
        draw_designs([face], fonts=fonts, out=spared, light=True)
    pieces = (Piece(str(row["title"]), 0),) * count
    rows = (DrawnRow(None, 0, None, count),)
    return Deck(row, out.getvalue(), 1, pieces, False, rows, light=spared.getvalue()), problems


def _picture(deck: Deck, maker: FaceMaker, as_symbol: AsSymbol) -> str:
    """What most cards of a deck show behind, or else the first front, as markup of a symbol; else nothing."""
    from generator.faces.markup import element

    face = next(_shown(deck, maker), None)
    return element("g", {}, as_symbol("deck", face.svg, deck.format)) if face is not None else ""


def _shown(deck: Deck, maker: FaceMaker) -> Iterator[Face]:
    backs = Counter[int]()
    for row in deck.rows:
        if row.back is not None:
            backs[row.back] += row.copies
    most = backs.most_common(1)
    side = "back" if most else "front"
    rows = (row for row in deck.rows if not most or row.back == most[0][0])
    for row in rows:
        face, _ = maker.render(str(deck.component[side]), component=deck.component, card=row.row)
        if face is not None:
            yield face

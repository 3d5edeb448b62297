"""Which product of a shop a piece is: the one of its shape and of its millimetres, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.exports.targets import Product, Target
from generator.ground.problems import Problem, note
from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.svg.cut_shapes import read_shape

TOLERANCE_MM = 0.1
"""Two sizes that differ by no more are one: inches are rounded to tenths of a millimetre everywhere."""
_RECTANGLES = frozenset({Shape.RECTANGLE, Shape.SQUARE, Shape.ROUNDED})
_NEAR_MM = 30.0
"""A product that differs by more is no alternative, and is not named."""


@dataclass(frozen=True, slots=True)
class ProductFit:
    """A product, and whether a piece has to be turned to lie in it."""

    product: Product
    turned: bool


@dataclass(frozen=True, slots=True)
class PieceSize:
    """What is asked for: of a folded box the three sides that it has when it is folded."""

    shape: Shape
    width_mm: float
    height_mm: float
    depth_mm: float = 0

    def __str__(self) -> str:
        sides = [self.width_mm, self.height_mm, self.depth_mm]
        return f"{' × '.join(f'{side:g}' for side in sides if side)} mm"


def size_of(deck: Deck) -> PieceSize:
    """The size of a deck's pieces as a shop names it."""
    cut = read_shape(str(deck.component["shape"]))
    width, height = float(deck.component["width"]), float(deck.component["height"])
    if cut.shape is Shape.TUCK_BOX:
        return PieceSize(cut.shape, width, height, cut.number_mm)
    form = deck.format
    shape = Shape.RECTANGLE if form.shape in _RECTANGLES else form.shape
    return PieceSize(shape, form.width_mm, form.height_mm)


def fitted(size: PieceSize, products: Iterable[Product]) -> ProductFit | None:
    """The product that pieces of a size are; upright before turned. None if there is none."""
    near = [each for each in _distances(size, products) if each[0] <= TOLERANCE_MM]
    if not near:
        return None
    _, turned, product = min(near, key=lambda each: each[:2])
    return ProductFit(product, turned)


def _distances(size: PieceSize, products: Iterable[Product]) -> Iterator[tuple[float, bool, Product]]:
    """How far each product of its shape is from a size, in the side that differs most, upright and turned."""
    for product in products:
        if product.shape is not size.shape:
            continue
        for turned in (False, True) if size.shape is not Shape.TUCK_BOX else (False,):
            width, height = product.width_mm, product.height_mm
            if turned:
                width, height = height, width
            apart = (size.width_mm - width, size.height_mm - height, size.depth_mm - product.depth_mm)
            yield max(map(abs, apart)), turned, product


def misfit(deck: Deck, target: Target) -> Problem:
    """That a component is left out, and which product comes nearest."""
    size = size_of(deck)
    found = min(_distances(size, target.products), key=lambda each: each[:2], default=None)
    what = f"{target.title} makes nothing of {size} as a {size.shape}, so {deck.title} is left out."
    if found is None:
        mend = "It has no product of this shape."
    elif found[0] > _NEAR_MM:
        mend = "None of its products comes near that size."
    else:
        apart, _, near = found
        sides = PieceSize(near.shape, near.width_mm, near.height_mm, near.depth_mm)
        mend = f"The nearest is {near.name} of {sides}, which differs by {apart:.3g} mm; nothing is scaled."
    return note(deck.component.at("width"), what, mend)

"""Which product of a shop a piece is: the one of its shape and of its millimetres, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.ground.problems import Problem, warning
from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.records.tables import Row
from generator.sheets.amounts import format_of
from generator.shops.exports.targets import Product, Sizes, Target, TargetKind
from generator.svg.cut_shapes import read_shape

TOLERANCE_MM = 0.1
"""Two sizes that differ by no more are one: inches are rounded to tenths of a millimetre everywhere."""
_RECTANGLES = frozenset({Shape.RECTANGLE, Shape.SQUARE, Shape.ROUNDED})
FOLDED = frozenset({Shape.TUCK_BOX, Shape.STANDEE})
"""What is folded out of paper, which no table on a screen does."""
_NEAR_MM = 30.0
"""A product that differs by more is no alternative: it is named, and nobody is sent there."""


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


def size_of(component: Row) -> PieceSize:
    """The size of a component's pieces as a shop names it, from its row of the sheet Components."""
    cut = read_shape(str(component["shape"]))
    width, height = float(component["width"]), float(component["height"])
    if cut.shape is Shape.TUCK_BOX:
        return PieceSize(cut.shape, width, height, cut.number_mm)
    form = format_of(component)
    shape = Shape.RECTANGLE if form.shape in _RECTANGLES else form.shape
    return PieceSize(shape, form.width_mm, form.height_mm)


def fitted(size: PieceSize, products: Iterable[Product]) -> ProductFit | None:
    """The product that pieces of a size are; upright before turned. None if there is none."""
    near = [distance for distance in _distances(size, products) if distance[0] <= TOLERANCE_MM]
    if not near:
        return None
    _, turned, product = min(near, key=lambda fit: fit[:2])
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


def takes(component: Row, target: Target) -> bool:
    """Whether a target makes anything of a component of this row, if rows of its data are printed."""
    size = size_of(component)
    if target.kind is TargetKind.TABLETOP:
        return size.shape not in FOLDED
    return target.sizes is not Sizes.PRODUCTS or fitted(size, target.products) is not None


def taken(
    decks: Iterable[Deck], target: Target, problems: list[Problem]
) -> Iterator[tuple[Deck, ProductFit | None]]:
    """The components that a target takes, each with its product; of the others it is noted why."""
    for deck in decks:
        if not deck.pieces or not deck.designs:
            continue
        fit = fitted(size_of(deck.component), target.products)
        if target.sizes is Sizes.PRODUCTS and fit is None:
            problems.append(_misfit(deck, target))
        else:
            yield deck, fit


def _misfit(deck: Deck, target: Target) -> Problem:
    """That a component is left out, and which product comes nearest."""
    size = size_of(deck.component)
    where = deck.component.at("width")
    nearest_fit = min(_distances(size, target.products), key=lambda fit: fit[:2], default=None)
    fault = f"{target.title} makes nothing of {size} as a {size.shape}, so {deck.title} is left out."
    if nearest_fit is None:
        return warning(where, fault, "It has no product of this shape.")
    apart, _, near = nearest_fit
    nearest = f"{near.name} of {PieceSize(near.shape, near.width_mm, near.height_mm, near.depth_mm)}"
    if apart > _NEAR_MM:
        mend = f"None of its products comes near that size; the nearest is {nearest}."
    else:
        mend = (
            f"The nearest is {nearest}, which differs by {apart:.3g} mm; nothing is scaled. "
            f"{near.note}{' ' if near.note else ''}To have it made there and keep yours, add a row of that "
            f"size and the same Title to Components, with {target.name} in its column Only For; its template "
            "has to draw that size."
        )
    return warning(where, fault, mend)

"""How much of what is cut out is inked: the mean of cyan, magenta and yellow, measured on pictures.

Black counts as all three, so that 0 is bare paper and 1 is black. A sample of a deck's designs is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.ground.cache import Cache
from generator.ground.raster import MM_PER_INCH, Pages, tint_of
from generator.ground.shapes import BLEED_MM
from generator.press.decks import Deck
from generator.press.printing import OutputFile, Plan

COVERAGE_DPI = 100.0
"""Fine enough for lines of 0.2 mm, which come out a tenth too strong."""
MOST_MEASURED = 12
"""Designs of one deck that are measured, spread over all of its sides."""


class Coverage(NamedTuple):
    """The inked part of a deck's printed sides, 0 to 1: in full colour, and sparing ink."""

    full: float
    light: float


def coverage_of(deck: Deck, cache: Cache) -> Coverage:
    """How much of a deck with light designs is inked."""
    entry = cache.name("coverage", deck.designs, deck.light) if cache.on else ""
    record = cache.get_record(entry)
    if record:
        return Coverage(float(record["full"]), float(record["light"]))
    sides = sorted(side for piece in deck.pieces for side in (piece.front, piece.back) if side is not None)
    sample = _spread(sides)
    coverage = Coverage(*(_mean(pdf, sample) for pdf in (deck.designs, deck.light)))
    cache.put_record(entry, coverage._asdict())
    return coverage


def measured(files: Sequence[OutputFile], plans: Sequence[Plan], cache: Cache) -> tuple[OutputFile, ...]:
    """The files of these plans with how much of them is inked, if any of them spares ink."""
    if not any(plan.light for plan in plans):
        return tuple(files)
    coverages: dict[str, Coverage] = {}
    inked: list[OutputFile] = []
    for file, plan in zip(files, plans, strict=True):
        deck = plan.deck
        if deck.name not in coverages:
            coverages[deck.name] = coverage_of(deck, cache)
        full, light = (max(1, round(100 * part)) for part in coverages[deck.name])
        sides = sum(1 + (piece.back is not None) for piece in deck.pieces)
        area = max(1, round(sides * deck.format.width_mm * deck.format.height_mm / 100))
        inked.append(replace(file, ink=light if plan.light else full, full_ink=full, area_cm2=area))
    return tuple(inked)


def _spread(sides: Sequence[int]) -> Sequence[int]:
    """Evenly chosen ones; what is printed often is chosen often."""
    step = max(1.0, len(sides) / MOST_MEASURED)
    return [sides[int(step * (number + 0.5))] for number in range(min(len(sides), MOST_MEASURED))]


def _mean(pdf: bytes, designs: Sequence[int]) -> float:
    inked: dict[int, float] = {}
    edge = round(BLEED_MM * COVERAGE_DPI / MM_PER_INCH)
    with Pages(pdf) as pages:
        for design in set(designs):
            picture = pages.image(design, dpi=COVERAGE_DPI)
            width, height = picture.size
            inner = (edge, edge, max(width - edge, edge + 1), max(height - edge, edge + 1))
            tint = tint_of(picture.crop(inner))
            inked[design] = 1 - (tint.red + tint.green + tint.blue) / 765
    return sum(inked[design] for design in designs) / max(1, len(designs))

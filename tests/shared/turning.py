"""Sheets as a printer turns them over."""

from __future__ import annotations

import math

from generator.ground.shapes import Point
from generator.sheets.correction import Correction
from generator.sheets.sheet import (
    Flip,
    Paper,
    Sheet,
)


def turned_over(point: Point, sheet: Sheet, flip: Flip) -> Point:
    """A point of a back, seen through the front: the paper is turned round its long or its short edge."""
    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    upright_edge = (height > width) is (flip is Flip.LONG)
    return (width - point[0], point[1]) if upright_edge else (point[0], height - point[1])


def printed(point: Point, paper: Paper, off: Correction) -> Point:
    """Where a printer that is off prints a point of a back: turned about the middle, then moved."""
    angle = math.radians(off.degrees)
    x, y = point[0] - paper.width_mm / 2, point[1] - paper.height_mm / 2
    return (
        x * math.cos(angle) - y * math.sin(angle) + paper.width_mm / 2 + off.dx_mm,
        x * math.sin(angle) + y * math.cos(angle) + paper.height_mm / 2 + off.dy_mm,
    )

"""Lengths. Everything a person reads or types is millimetres; PDF works in points."""

from __future__ import annotations

PT_PER_MM = 72 / 25.4
"""One inch is 25.4 mm and 72 PDF points (ISO 32000-1, 8.3.2.3)."""


def pt(mm: float) -> float:
    """Millimetres to PDF points."""
    return mm * PT_PER_MM


def mm(points: float) -> float:
    """PDF points to millimetres."""
    return points / PT_PER_MM

"""Cells of a row as what they name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from generator.replay.errors import CellError, MoveError

T = TypeVar("T")


def in_cell(column: str, read: Callable[[], T]) -> T:
    """What is read in a column of a row. Raises CellError around a MoveError."""
    try:
        return read()
    except MoveError as fault:
        raise CellError(column, fault) from None

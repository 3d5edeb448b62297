"""What the program knows itself of a column of choices, so that a workbook need not list what came later."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from generator.ground.shapes import LAYOUT_WORDS, Shape
from generator.records.cells import fold
from generator.records.tables import Field
from generator.records.worksheets import COMPONENTS

_SHAPES = frozenset(str(shape) for shape in Shape)
_WITH_NUMBER = re.compile(r"(.*?) *[0-9.]+ *(mm)?")


def known_to_the_program(field: Field, text: str) -> bool:
    """Whether a choice that the sheet Fields does not list is one of the program's own."""
    choices = _OWN.get((field.sheet.casefold(), field.column.casefold()))
    return choices is not None and choices(" ".join(text.casefold().split()))


def _is_shape(text: str) -> bool:
    """Also with its millimetres, or a path or its file; whether that is sound, is checked later."""
    word = _WITH_NUMBER.fullmatch(text)
    return (
        text in _SHAPES
        or (word is not None and word[1] in _SHAPES)
        or re.match("m *[-+.0-9]", text) is not None
        or text.endswith(".svg")
    )


def _is_layout(text: str) -> bool:
    return fold(text) in LAYOUT_WORDS


_OWN: Mapping[tuple[str, str], Callable[[str], bool]] = {
    (COMPONENTS.casefold(), "shape"): _is_shape,
    (COMPONENTS.casefold(), "layout"): _is_layout,
}

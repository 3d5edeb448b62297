"""What the sheet Fields declares of a column: its type, its bounds, its values, and what a note says of it.

The sheet's own columns are `FIELD_FIELDS`. What a cell holds is read in `schema`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.ground.shapes import LAYOUT_WORDS, Shape
from generator.records.cells import YES, as_text, brief, fold, same
from generator.records.examples import (
    NO_EXAMPLES,
    Examples,
    ban_example,
    call_example,
    gain_example,
    loss_examples,
    requirement_example,
    such_as,
)
from generator.records.tables import NUMERIC, Bound, Field, FieldType
from generator.records.worksheets import COMPONENTS, FIELDS

FIELD_FIELDS = (
    Field(FIELDS, "Sheet", FieldType.TEXT, required=True, note="The sheet that has the column."),
    Field(FIELDS, "Column", FieldType.TEXT, required=True, note="Its header in row 1 of that sheet."),
    Field(FIELDS, "Type", FieldType.CHOICE, required=True, values=" | ".join(FieldType)),
    Field(FIELDS, "Required", FieldType.YES_NO, note="yes: no cell may be empty."),
    Field(FIELDS, "Unique", FieldType.YES_NO, note="yes: no two cells may hold the same."),
    Field(FIELDS, "Least", FieldType.NUMBER, note="The least number allowed."),
    Field(FIELDS, "Most", FieldType.NUMBER, note="The greatest number allowed."),
    Field(
        FIELDS, "Values", FieldType.TEXT, note="choice: the choices, parted by |. reference: Sheet.Column."
    ),
    Field(FIELDS, "Note", FieldType.TEXT, note="Help that is shown at the column's header."),
)

MOST_LISTED = 12
"""As many values of a referred column are listed in a mend."""

_SHAPES = frozenset(str(shape) for shape in Shape)
_WITH_NUMBER = re.compile(r"(.*?) *[0-9.]+ *(mm)?")
Targets = Mapping[tuple[str, str], Mapping[str, Any]]
"""(sheet, column) that references point at -> spelling, by `targeted` -> typed value."""


def targeted(values: Iterable[Any]) -> dict[str, Any]:
    """The values of a column that references point at, by every spelling that means one of them.

    The spelling itself comes first, so that `Sea Shell` and `Seashell` may stand beside each other; only
    where neither stands does a spelling mean the one that has other blanks.
    """
    listed = [(as_text(value), value) for value in values if value not in (None, "")]
    made: dict[str, Any] = {}
    for spell in (same, fold):
        for text, value in listed:
            made.setdefault(spell(text), value)
    return made


_TYPES = {fold(field_type): field_type for field_type in FieldType}


def lenient_field(values: Mapping[str, Any]) -> Field | None:
    """A Field from the raw cells of a row of the sheet Fields, or None if its type is unknown."""
    named = {fold(name): value for name, value in values.items()}
    kind = fold(as_text(named.get("type")))
    if kind not in _TYPES:
        return None
    least, most = named.get("least"), named.get("most")
    return Field(
        sheet=as_text(named.get("sheet")),
        column=as_text(named.get("column")),
        type=_TYPES[kind],
        required=fold(as_text(named.get("required"))) in YES,
        unique=fold(as_text(named.get("unique"))) in YES,
        least=least if isinstance(least, int | float) else None,
        most=most if isinstance(most, int | float) else None,
        values=as_text(named.get("values")),
        note=as_text(named.get("note")),
    )


DESCRIPTIONS = {
    FieldType.TEXT: "Text.",
    FieldType.RICH: "Text, in which {key} is an icon, **bold** bold and *italic* italic.",
    FieldType.INTEGER: "A whole number",
    FieldType.NUMBER: "A number",
    FieldType.YES_NO: "yes or no.",
    FieldType.COLOUR: "A colour, such as #2b7fb8.",
}


def describe(field: Field, examples: Examples = NO_EXAMPLES) -> str:
    """What a column may hold, for its cell note and its input help; one or two lines.

    The examples are those of the workbook that has the column.
    """
    if field.type is FieldType.CHOICE:
        text = f"One of: {', '.join(field.choices)}."
    elif field.type is FieldType.REFERENCE:
        text = "A value of the column {1} in the sheet {0}.".format(*field.target)
    elif field.type in NUMERIC:
        text = f"{DESCRIPTIONS[field.type]}{bounds(field, named=True)}."
    elif field.type is FieldType.FILE:
        text = f"A file in the game folder, such as {examples.picture}."
    elif field.type is FieldType.REQUIREMENT:
        example = such_as(requirement_example(examples.symbols))
        text = f"A requirement{example}. An emoji may stand for a code."
    elif field.type is FieldType.EFFECT:
        text = f"An effect{_effects(examples)}."
    else:
        text = DESCRIPTIONS[field.type]
    text += " Required." if field.required else " May be empty."
    text += " No two alike." if field.unique else ""
    return f"{text}\n{field.note}" if field.note else text


def _effects(examples: Examples) -> str:
    symbols = examples.symbols
    losses = "; ".join(loss_examples(symbols))
    forms = (gain_example(symbols), losses, ban_example(symbols, examples.banned), call_example(symbols))
    listed = [text for text in forms if text]
    return f", such as {', or '.join(listed)}" if listed else ""


def bounds(field: Field, *, named: bool = False) -> str:
    """`from 0 to 12`. If `named`, a bound that follows a number elsewhere has the name of that number."""
    least, most = _bound(field.least, field.least_from, named), _bound(field.most, field.most_from, named)
    if least and most:
        return f" from {least} to {most}"
    if least:
        return f" of at least {least}"
    return f" of at most {most}" if most else ""


def _bound(number: float | None, origin: Bound | None, named: bool) -> str:
    if named and origin is not None and origin.rule:
        return origin.rule
    return "" if number is None else f"{number:g}"


def brief_list(texts: Sequence[str], most: int = MOST_LISTED) -> str:
    """Some texts for a message: not too many, and none too long."""
    return ", ".join(brief(text) for text in texts[:most]) + (" …" if len(texts) > most else "")


def known_to_the_program(field: Field, text: str) -> bool:
    """Whether a choice that the sheet Fields does not list is one of the program's own."""
    if field.sheet.casefold() != COMPONENTS.casefold():
        return False
    if field.column.casefold() == "layout":
        return fold(text) in LAYOUT_WORDS
    return field.column.casefold() == "shape" and _is_shape(" ".join(text.casefold().split()))


def _is_shape(text: str) -> bool:
    """Also with its millimetres, or a path or its file; whether that is sound, is checked later."""
    word = _WITH_NUMBER.fullmatch(text)
    return (
        text in _SHAPES
        or (word is not None and word[1] in _SHAPES)
        or re.match("m *[-+.0-9]", text) is not None
        or text.endswith(".svg")
    )

"""The functions of templates that read cells: `effect`, `asked` and `layer`."""

from __future__ import annotations

from jinja2 import Undefined

from generator.faces.begun import BegunFace
from generator.faces.markup import MOST_SHOWN, BadArgument, shown
from generator.records.notation import Effect, Requirement, effect_text
from generator.records.tables import Row
from generator.records.worksheets import LAYERS


class CellFunctions:
    """What is read from cells: effects as words, requirements as icons, rows of the sheet Layers."""

    def __init__(self, face: BegunFace) -> None:
        """They draw nothing."""
        self._book, self._tick = face.book, face.tick

    def effect(self, effect: Effect, you: str = "") -> str:
        """The words and icons of a column of the type effect, for `textbox`.

        effect: the column, such as `card.gift`.
        you: what to put before what strikes the acting player alone, such as `"You "`.
        """
        _wanted("effect", effect, Effect)
        return effect_text(effect, self._book.symbols, you=you)

    def asked(self, requirement: Requirement) -> list[str]:
        """The icons of a column of the type requirement: a list with one key for each thing that it asks for.

        requirement: the column, such as `card.cost`.
        """
        _wanted("asked", requirement, Requirement)
        return list(requirement.icons())

    def layer(self, number: int) -> Row:
        """The row of the sheet Layers that has that number in its column Layer.

        Raises BadArgument.

        number: what stands in the column Layer, such as `2`.
        """
        for row in self._book[LAYERS] if LAYERS in self._book.faults else self._book.tables.get(LAYERS, ()):
            self._tick(1)
            if row["layer"] == number:
                return row
        raise BadArgument(
            f"The sheet Layers has no Layer {shown(number)}.", "Add a row for it or use another number."
        )


def _wanted(name: str, value: object, kind: type[Effect | Requirement]) -> None:
    """Raises BadArgument for anything else than the value of a column of that type."""
    if not isinstance(value, kind | Undefined):  # an undefined name raises an error of its own
        column = kind.__name__.lower()
        quoted = f"“{str(value)[:MOST_SHOWN]}”" if isinstance(value, str | int | float) else "something else"
        text = f"{name}(…) wants a column of the type {column}, and is given {quoted}."
        raise BadArgument(
            text, f"Name such a column; the sheet Fields declares which have the type {column}."
        )

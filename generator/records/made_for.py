"""For whom a component is made: for everybody, or only for the targets of `pnp export` that its row names.

The optional column Only For of the sheet Components says it, such as `game-crafter, my-shop`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.records.called import called
from generator.records.tables import Row

HOME = ""
"""Who prints at home, in the place of a target's name."""
ONLY_FOR = "only_for"
_COMMAS = re.compile(r"[,;\n]")


def only_for(component: Row) -> tuple[str, ...]:
    """The names of the targets that its row names, in small letters; none if it is made for everybody."""
    names = _COMMAS.split(str(component.values.get(ONLY_FOR) or ""))
    return tuple(dict.fromkeys(name.strip().casefold() for name in names if name.strip()))


def made_for(components: Iterable[Row], target: str) -> tuple[Row, ...]:
    """The components that a target makes, or HOME.

    What is only for a target stands there in the place of what is for everybody and has the same Title.
    """
    rows = tuple(components)
    instead = {called(row).casefold() for row in rows if target in only_for(row)}
    return tuple(
        row
        for row in rows
        if (target in only_for(row) if only_for(row) else called(row).casefold() not in instead)
    )

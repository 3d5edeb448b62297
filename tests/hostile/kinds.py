"""Every kind by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tests.hostile import files, sheets, texts, workbooks
from tests.hostile.folder import Hostile

Kind = Callable[[Hostile], None]

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        f"{module.__name__.rpartition('.')[2]}: {name.replace('_', ' ')}": made
        for module in (workbooks, sheets, texts, files)
        for name, made in vars(module).items()
        if callable(made) and getattr(made, "__module__", "") == module.__name__ and not name.startswith("_")
    }
)
"""What makes a folder hostile: the function's name says what it does."""

__all__ = ["KINDS", "Hostile", "Kind"]

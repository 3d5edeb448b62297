"""The modules of the package, and the floors on which its rooms stand."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parents[2] / "generator"


FLOORS: tuple[tuple[str, ...], ...] = (
    ("ground",),
    ("art", "players", "records"),
    ("replay", "text", "workbook"),
    ("cmyk", "games", "svg"),
    ("balance", "faces", "sheets"),
    ("checks", "press", "table"),
    ("booklet",),
    ("story",),
    ("shops", "versions"),
    ("preview",),
    ("cli",),
    ("__main__",),
)


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its path in the house, parsed."""
    found = sorted(HOUSE.rglob("*.py"))
    return {path.relative_to(HOUSE).as_posix(): ast.parse(path.read_text("utf-8")) for path in found}

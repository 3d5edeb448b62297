"""A game folder that is about to become hostile: the starter game, and ways to change its parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from openpyxl import load_workbook

from tests.shared.workbooks import repacked

SHEETS = {"Game": 1, "Tiles": 2, "Tokens": 3, "Lands": 4, "Components": 5, "Icons": 6, "Fields": 7}


@dataclass(frozen=True)
class Hostile:
    """One folder, a number that says how much of the bad thing there is, and chance for its place."""

    root: Path
    size: int
    rng: Random

    # ------------------------------------------------------------ the workbook

    @property
    def workbook(self) -> Path:
        return self.root / "card_data.xlsx"

    def parts(self, **changes: Any) -> None:
        """Parts of the zip, by name, replaced or changed by a function."""
        repacked(self.workbook, changes)

    def part(self, name: str, change: bytes | Callable[[bytes], bytes] | None) -> None:
        repacked(self.workbook, {name: change})

    def sheet(self, pattern: str, new: str, *, sheet: str = "") -> None:
        """Put markup in the place of what a pattern finds first in the XML of a sheet, of any one."""
        number = SHEETS[sheet or self.rng.choice(list(SHEETS))]

        def changed(xml: bytes) -> bytes:
            made, count = re.subn(pattern, lambda _: new, xml.decode(), count=1)
            assert count == 1, pattern
            return made.encode()

        self.part(f"xl/worksheets/sheet{number}.xml", changed)

    def after_data(self, markup: str, *, sheet: str = "") -> None:
        """Markup behind a sheet's cells."""
        self.sheet("</sheetData>", f"</sheetData>{markup}", sheet=sheet)

    def rows(self, sheet: str, rows: list[tuple[Any, ...]]) -> None:
        """Further rows of a sheet."""
        book = load_workbook(self.workbook)
        for row in rows:
            book[sheet].append(list(row))
        book.save(self.workbook)

    def cell(self, place: str, value: Any) -> None:
        sheet, _, at = place.partition("!")
        book = load_workbook(self.workbook)
        book[sheet][at] = value
        book.save(self.workbook)

    # ------------------------------------------------------------ the other files

    def template(self, body: str, *, name: str = "tile.svg") -> None:
        """A template that is as large as a tile and holds this."""
        self.write(
            f"templates/{name}",
            '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="52mm" viewBox="0 0 60 52">\n'
            f"{body}\n</svg>\n",
        )

    def rulebook(self, text: str) -> None:
        self.write("templates/rulebook.md", text)

    def art(self, name: str, content: bytes | str) -> None:
        """A picture that the first tile names."""
        self.write(f"art/{name}", content)
        self.cell("Tiles!E2", f"art/{name}")

    def write(self, name: str, content: bytes | str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

"""The pages as their examples: fenced code, rows for sheets of the workbook, pictures.

A fence below a line that ends with “`templates/card.svg`:” is a file of that name. A table below a line
that ends with “sheet **Cards**:” holds rows for that sheet. A fence above a picture of the folder
pictures/reference is what the picture shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent
PICTURES = "pictures/reference"

_FENCE = re.compile(r"```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_FILE = re.compile(r"`([\w-]+/[\w.-]+)`[^`\n]*:$")
_SHEET = re.compile(r"sheet \*\*([\w ]+)\*\*.*:$")
_SHOWN = re.compile(rf'\s*<img src="{PICTURES}/([\w-]+)\.png"')
_BETWEEN = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Fence:
    """Fenced code. `file` is the file of the game folder that it is, `picture` the one that shows it."""

    page: str
    line: int
    language: str
    text: str
    file: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows for a sheet of the workbook; `head` names their columns."""

    page: str
    line: int
    sheet: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def pages() -> tuple[Path, ...]:
    """Every page of the manual."""
    return tuple(sorted(DOCS.glob("*.md")))


def blocks(page: Path) -> Iterator[Fence | Rows]:
    """The examples of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    found = [(match.start(), match) for kind in (_FENCE, _TABLE) for match in kind.finditer(text)]
    fenced = [match.span() for match in _FENCE.finditer(text)]
    for start, match in sorted(found, key=lambda each: each[0]):
        before = text[:start].rstrip().rpartition("\n")[2]
        line = text.count("\n", 0, start) + 1
        if match.re is _FENCE:
            file, shown = _FILE.search(before), _SHOWN.match(text, match.end())
            names = (file[1] if file else "", shown[1] if shown else "")
            yield Fence(page.name, line, match[1], match[2], *names)
        elif (sheet := _SHEET.search(before)) and not any(a < start < b for a, b in fenced):
            rows = [_cells(row) for row in match[0].splitlines()]
            yield Rows(page.name, line, sheet[1], rows[0], tuple(rows[2:]))


def _cells(row: str) -> tuple[str, ...]:
    cells = _BETWEEN.split(row.strip().strip("|"))
    return tuple(cell.strip().strip("`").replace(r"\|", "|") for cell in cells)

"""Small workbooks for tests: good ones, and ones that are broken in the way a test wants."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

Rows = Sequence[Sequence[Any]]

FIELDS: Rows = (
    ("Sheet", "Column", "Type", "Required", "Unique", "Least", "Most", "Values", "Note"),
    ("Icons", "Key", "text", "yes", "yes"),
    ("Icons", "Code", "text"),
    ("Icons", "Emoji", "text"),
    ("Icons", "Name", "text"),
    ("Icons", "Kind", "choice", None, None, None, None, "token | any token | track | action | layer"),
    ("Layers", "Layer", "integer", "yes", "yes", 1, 10, None, "The number of the Layer."),
    ("Layers", "Name", "text"),
    ("Layers", "Tint", "colour"),
    ("Cards", "Title", "text", "yes", "yes"),
    ("Cards", "Layer", "reference", None, None, None, None, "Layers.Layer"),
    ("Cards", "Cost", "requirement"),
    ("Cards", "Bonus", "effect"),
    ("Cards", "Copies", "integer", None, None, 0, 9),
    ("Cards", "Text", "rich text"),
)
ICONS: Rows = (
    ("Key", "Code", "Emoji", "Name", "Kind"),
    ("energy", "E", "☀️", "Energy", "token"),
    ("insight", "I", "🔍", "Insight", "token"),
    ("token", "T", "🎟️", "Any Token", "any token"),
    ("vitals", "V", "🛡️", "Vitals", "track"),
    ("recycle", None, "♻️", "Recycle", "action"),
    ("story", "St", "📖", "Story", "layer"),
)
LAYERS: Rows = (("Layer", "Name", "Tint"), (1, "Boundary", "#d5eeec"), (2, "Balance", "#dbe6f7"))
CARDS: Rows = (
    ("Title", "Layer", "Cost", "Bonus", "Copies", "Text"),
    ("Shell", 1, "2E 1I", "+1E", 2, "Costs {energy}."),
    ("Pulse", 2, "☀️", "-1V; no Recycle", 1, None),
)
GOOD: Mapping[str, Rows] = {"Fields": FIELDS, "Icons": ICONS, "Layers": LAYERS, "Cards": CARDS}


def workbook(sheets: Mapping[str, Rows] = GOOD) -> Workbook:
    """An openpyxl workbook of rows of cells."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return book


def save(book: Workbook, folder: Path) -> Path:
    """The workbook as a file card_data.xlsx of the folder."""
    path = folder / "card_data.xlsx"
    book.save(path)
    return path


def with_cell(place: str, value: Any, sheets: Mapping[str, Rows] = GOOD) -> Workbook:
    """The good workbook with another value in `Sheet!Cell`."""
    book = workbook(sheets)
    sheet, _, cell = place.partition("!")
    book[sheet][cell] = value
    return book


def repacked(
    path: Path, parts: Mapping[str, bytes | Callable[[bytes], bytes] | None], folder: Path | None = None
) -> Path:
    """The zip file with parts replaced, changed by a function, added, or left out (None)."""
    made = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys([*old.namelist(), *parts]):
            change = parts.get(name, b"")
            if change is None:
                continue
            if callable(change):
                new.writestr(name, change(old.read(name)))
            else:
                new.writestr(name, change if name in parts else old.read(name))
    target = (folder / path.name) if folder else path
    target.write_bytes(made.getvalue())
    return target


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}

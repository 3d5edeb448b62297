"""Where the sheet Fields of Meaning Made declares a column, for messages that name the cell."""

from __future__ import annotations

import re
from functools import cache

from openpyxl import load_workbook

from tests.shared.game_folders import ROOT

_ROW = re.compile(r"(Fields![A-Z])\[([^\].]+)\.([^\]]+)\]")


def placed(text: str) -> str:
    """A text with rows for what they declare: `Fields!G[Tokens.Copies]` becomes `Fields!G98`, or wherever."""
    return _ROW.sub(lambda found: f"{found[1]}{_rows()[found[2], found[3]]}", text)


@cache
def _rows() -> dict[tuple[str, str], int]:
    book = load_workbook(ROOT / "card_data.xlsx", read_only=True)
    try:
        cells = book["Fields"].iter_rows(max_col=2, values_only=True)
        return {(str(sheet), str(column)): number for number, (sheet, column) in enumerate(cells, start=1)}
    finally:
        book.close()

"""Where a column's least and greatest number come from: typed in the sheet Fields, or a number elsewhere.

`Rules.Meaning Max` in the column Most is whatever the row with that Key has as its Value in the sheet Rules.
A typed bound refuses what lies beyond it. One that follows another cell warns, as that cell may have moved
since: every number that was right stays readable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.ground.problems import Complaint, NoKey
from generator.records.cells import Raw, as_text, brief, did_you_mean, fold, shown
from generator.records.columns import is_number
from generator.records.tables import Bound
from generator.workbook.cell_names import letter
from generator.workbook.located import Worksheet

_POINTS = re.compile(r"\s*(\S[^.]*?)\s*\.\s*([^.\d].*?)\s*")


def points_elsewhere(raw: Raw) -> bool:
    """Whether a bound is not a number but names one, as `Rules.Meaning Max` does."""
    return isinstance(raw, str) and _POINTS.fullmatch(raw) is not None


def followed(raw: Raw, sheets: Mapping[str, Worksheet]) -> tuple[Raw, Bound | None]:
    """The number that a bound names and where it stands; `sheets` are those of the workbook by folded names.

    Raises Complaint if it names none. What is wrong with a cell that is named is said there.
    """
    match = _POINTS.fullmatch(as_text(raw))
    assert match is not None
    name, key = match.groups()
    sheet = sheets.get(fold(name))
    if sheet is None:
        mend = did_you_mean(name, [sheet.name for sheet in sheets.values()], "Write Sheet.Key, or a number.")
        raise Complaint(f"There is no sheet {shown(name)}.", mend)
    headers = sheet.headers()
    if not {"key", "value"} <= headers.keys():
        fault = f"The sheet {brief(sheet.name)} has no columns Key and Value."
        raise Complaint(fault, "Point at a sheet that has them, or type a number.")
    keys: dict[str, int] = {}
    for (row, column), text in sheet.cells.items():
        if row > 1 and column == headers["key"]:
            keys.setdefault(fold(as_text(text)), row)
    row = keys.get(fold(key), 0)
    if not keys:
        return None, None  # an empty sheet is said to be so
    if not row:
        keys_of = [as_text(sheet.cells[at, headers["key"]]) for at in keys.values()]
        mend = did_you_mean(key, keys_of, f"Write a Key of the sheet {brief(sheet.name)}, or type a number.")
        fault = f"The sheet {brief(sheet.name)} has no Key {shown(key)}."
        raise Complaint(fault, mend, NoKey(sheet.name))
    column = headers["value"]
    number = sheet.cells.get((row, column))
    there = f"{sheet.name}!{letter(column)}{row}"
    rule = f"{sheet.name}.{as_text(sheet.cells[row, headers['key']])}"
    return number if is_number(number) else None, Bound(there, rule)

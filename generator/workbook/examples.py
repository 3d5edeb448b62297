"""What examples are made of in a workbook: its symbols, the action that it forbids, its first piece."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from generator.records.cells import as_text, fold
from generator.records.examples import PICTURE, Examples
from generator.records.notation import Kind, Symbols
from generator.records.tables import FieldType
from generator.workbook.fields import Opened

MOST_READ = 2000
"""As many cells of effects are looked through."""
LONGEST_NAME = 40
_FORBIDS = re.compile(r"\bno\s+([^;,\n]+)", re.IGNORECASE)


def examples_of(opened: Sequence[Opened], symbols: Symbols) -> Examples:
    """What the messages and notes of a workbook may use."""
    return Examples(symbols, _banned(opened, symbols), picture_in(opened))


def picture_in(opened: Sequence[Opened]) -> str:
    """A path as somebody would give it to the picture of the first piece that may have one."""
    for sheet in opened:
        if any(field.type is FieldType.FILE for field in sheet.fields):
            key = next((key for key in ("title", "name") if key in sheet.columns), None)
            first = next(iter(sheet.rows), (0, {}))[1]
            name = as_text(first.get(sheet.columns[key])) if key else ""
            stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()[:LONGEST_NAME]).strip("-")
            return f"art/{stem}.svg" if stem else PICTURE
    return PICTURE


def _banned(opened: Iterable[Opened], symbols: Symbols) -> str:
    """The key of the action that effects forbid most often."""
    actions = {fold(symbol.name): symbol.key for symbol in symbols if symbol.kind is Kind.ACTION}
    counts = Counter(
        actions[fold(ban)]
        for text in (islice(_effects(opened), MOST_READ) if actions else ())
        for ban in _FORBIDS.findall(text)
        if fold(ban) in actions
    )
    return next((key for key, _ in counts.most_common(1)), "")


def _effects(opened: Iterable[Opened]) -> Iterator[str]:
    for sheet in opened:
        columns = [
            sheet.columns[field.key]
            for field in sheet.fields
            if field.type is FieldType.EFFECT and field.key in sheet.columns
        ]
        for _, cells in sheet.rows if columns else ():
            yield from (as_text(cells[column]) for column in columns if column in cells)

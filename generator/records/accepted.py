"""The column Accepted Because: in it a row says why what a warning says of it is meant."""

from __future__ import annotations

from generator.records.tables import Row
from generator.records.worksheets import FIELDS

ACCEPTED = "accepted_because"


def accepted_or(mend: str, row: Row) -> str:
    """A mend, and the other way: a reason in the row."""
    if ACCEPTED in row.letters:
        return f"{mend}, or say in “Accepted Because” why this is fine."
    return (
        f"{mend}, or give the sheet a column “Accepted Because”, declare it in {FIELDS} as text, "
        "and say there why this is fine."
    )

"""What a finished PDF says about itself, and how it is written. Same input, same bytes.

No dates are written, and the file's id is made from its content.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

CREATOR = "pnp-generator"
_DATE = "SOURCE_DATE_EPOCH"


@contextmanager
def undated() -> Iterator[None]:
    """ReportLab begins a document in here: it would write the date of SOURCE_DATE_EPOCH into it."""
    date = os.environ.pop(_DATE, None)
    try:
        yield
    finally:
        if date is not None:
            os.environ[_DATE] = date


def describe_pdf(
    pdf: Any, *, title: str, author: str = "", subject: str = "", viewer: Mapping[str, Any] | None = None
) -> None:
    """Set metadata and language. Viewers show the title and the outline, and keep to `viewer` besides.

    `viewer` holds viewer preferences: ISO 32000-1, table 150. What is empty is left out.
    """
    import pikepdf

    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    said = {"/Title": title, "/Author": author, "/Subject": subject, "/Creator": CREATOR}
    for key, text in said.items():
        if text:
            pdf.docinfo[key] = text
    pdf.Root.Lang = pikepdf.String("en")
    pdf.Root.PageMode = pikepdf.Name.UseOutlines
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True, **(viewer or {}))


def finished(pdf: Any) -> bytes:
    """The whole file as bytes: pikepdf writing to a full disk itself would end the program."""
    import pikepdf

    made = io.BytesIO()
    pdf.save(made, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return made.getvalue()

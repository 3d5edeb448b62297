"""Objects of another PDF, read by pikepdf, as ReportLab objects of ours."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
from reportlab.pdfbase import pdfdoc

from generator.svg.pdf import Pdf, reference


def first_page(content: bytes, pdf: Pdf) -> tuple[str, list[float]]:
    """The first page of a PDF as a form: its name in `pdf` and its edges, left, bottom, right and top.

    Raises ValueError when pikepdf doubts the file.
    """
    with pikepdf.open(io.BytesIO(content)) as source:
        page = source.pages[0].as_form_xobject()
        name = Translation(pdf).stream(page)
        if source.get_warnings():
            raise ValueError("CairoSVG's PDF is damaged.")
        return name, [float(edge) for edge in page.BBox]


class Translation:
    """Takes streams over into a Pdf; what several places refer to stays one object."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self._known: dict[tuple[int, int], str] = {}

    def stream(self, source: pikepdf.Object) -> str:
        """A stream as it stands, encoded as it was; the name that Pdf gave it."""
        key = source.objgen
        if key == (0, 0) or key not in self._known:
            entries = {str(name)[1:]: self.value(source[name]) for name in source.keys() if name != "/Length"}  # noqa: SIM118
            stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), source.read_raw_bytes() + b"\n")
            self._known[key] = self.pdf.foreign(stream)
        return self._known[key]

    def value(self, source: Any) -> Any:
        """Any other object, with all that lies in it."""
        match source:
            case pikepdf.Stream():
                return reference(self.stream(source))
            case pikepdf.Dictionary():
                return pdfdoc.PDFDictionary({str(k)[1:]: self.value(source[k]) for k in source.keys()})  # noqa: SIM118
            case pikepdf.Array():
                return pdfdoc.PDFArrayCompact([self.value(item) for item in source])
            case pikepdf.Name():
                return pdfdoc.PDFName(str(source)[1:])
            case pikepdf.String():
                return f"<{bytes(source).hex()}>"
            case bool():
                return "true" if source else "false"
            case None:
                return "null"
        return str(source)

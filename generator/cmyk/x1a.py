"""The file for the press: what PDF/X-1a:2003 (ISO 15930-4) asks of it beside its colours."""

from __future__ import annotations

import io
import os
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

from generator.cmyk.functions import float_of
from generator.cmyk.press_profile import PressProfile
from generator.ground.pdf_file import CREATOR

VERSION = "PDF/X-1a:2003"
_NO_DATE = 946_684_800
"""Where the environment gives no date: the first second of the year 2000. PDF/X asks for one."""
_REGISTRY, _UNREGISTERED = "http://www.color.org", "Custom"
"""The ICC's registry, and what ISO 15930-4 has a way of printing called that is in none."""
BOXES = ("/MediaBox", "/BleedBox", "/TrimBox")


@dataclass(frozen=True, slots=True)
class Wording:
    """What the file says of itself."""

    title: str
    author: str = ""
    condition: str = ""
    """The name of the way of printing in the registry of the ICC (https://www.color.org/registry), if any."""


class PressFile:
    """A PDF/X-1a file under way, in an empty `pdf`."""

    def __init__(self, pdf: pikepdf.Pdf, wording: Wording, profile: PressProfile) -> None:
        self.pdf, self._wording, self._profile = pdf, wording, profile
        self._pages: dict[int | None, dict[str, Any]] = {}

    def add(self, number: int, page: pikepdf.Page, content: bytes, resources: pikepdf.Dictionary) -> None:
        """A design that is separated, by its number. Its boxes stay as they were."""
        stream = self.pdf.make_indirect(self.pdf.make_stream(content))
        boxes = {box: [float_of(edge, 4) for edge in page.obj.get(box, page.obj.MediaBox)] for box in BOXES}
        self._pages[number] = {
            "/Contents": stream,
            "/Resources": self.pdf.make_indirect(resources),
            **boxes,
        }

    def finished(self, order: Sequence[int | None]) -> bytes:
        """The whole file, with its pages in an order of their numbers; None is a white page."""
        if None in order:
            boxes = {box: next(iter(self._pages.values()))[box] for box in BOXES}
            white = self.pdf.make_indirect(self.pdf.make_stream(b""))
            self._pages[None] = {"/Contents": white, "/Resources": pikepdf.Dictionary(), **boxes}
        for number in order:
            page = pikepdf.Dictionary({"/Type": pikepdf.Name.Page, **self._pages[number]})
            self.pdf.pages.append(pikepdf.Page(self.pdf.make_indirect(page)))
        self._describe()
        out = io.BytesIO()
        self.pdf.save(
            out,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            compress_streams=True,
        )
        return out.getvalue()

    def _describe(self) -> None:
        wording = self._wording
        date = pdf_date()
        entries = {
            "/Title": wording.title,
            "/Author": wording.author,
            "/Creator": CREATOR,
            "/Producer": CREATOR,
            "/CreationDate": date,
            "/ModDate": date,
            "/GTS_PDFXVersion": VERSION,
        }
        for key, text in entries.items():
            if text:
                self.pdf.docinfo[key] = text
        self.pdf.docinfo["/Trapped"] = pikepdf.Name("/False")
        self.pdf.Root.OutputIntents = pikepdf.Array([self.pdf.make_indirect(self._intent())])

    def _intent(self) -> pikepdf.Dictionary:
        """The way of printing, told by the very profile that its inks come from."""
        packed = pikepdf.Stream(self.pdf, zlib.compress(self._profile.content, 9))
        packed.N, packed.Filter = 4, pikepdf.Name.FlateDecode
        intent = pikepdf.Dictionary(
            Type=pikepdf.Name.OutputIntent,
            S=pikepdf.Name.GTS_PDFX,
            OutputConditionIdentifier=pikepdf.String(self._wording.condition or _UNREGISTERED),
            OutputCondition=pikepdf.String(self._profile.title),
            Info=pikepdf.String(self._profile.title),
            DestOutputProfile=self.pdf.make_indirect(packed),
        )
        if self._wording.condition:
            intent.RegistryName = pikepdf.String(_REGISTRY)
        return intent


def pdf_date() -> str:
    """The date of SOURCE_DATE_EPOCH as PDF writes it (https://reproducible-builds.org/specs/source-date-epoch/)."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isascii() and given.isdigit() and len(given) < 12 else _NO_DATE
    return time.strftime("D:%Y%m%d%H%M%SZ", time.gmtime(seconds))

"""Looks through a finished PDF for what PDF/X-1a:2003 (ISO 15930-4) forbids, and for too much ink.

A checker of this program's own: it reads what is in a file, whoever wrote it. It is no certified validator.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise

import pikepdf

from generator.cmyk.inks import MOST_INK
from generator.cmyk.inspection import Inspection
from generator.cmyk.press_profile import fault_of
from generator.cmyk.x1a import BOXES, VERSION
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Problem, error

_DATE = re.compile(r"D:\d{14}(?:Z|[+-]\d\d'\d\d'?)?")
_ACTIVE = ("/OpenAction", "/AA", "/AcroForm", "/OCProperties", "/Perms", "/Collection")
"""Entries of the catalog that do something, or switch parts of pages on and off."""
MEND = "Make the file again; if this stays, it is a fault of pnp: please report it."


def nonconformities(
    content: bytes, name: str, *, most: float = MOST_INK, cache: Cache = NO_CACHE
) -> tuple[Problem, ...]:
    """All that is wrong with a PDF as PDF/X-1a:2003 with at most `most` ink; nothing, as far as we look.

    A file with which nothing is wrong is remembered by the `cache`.
    """
    sound = cache.name("conforms", content, most) if cache.on else ""
    if sound and cache.get_record(sound) is not None:
        return ()
    faults = [*_outside(content)]
    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            faults += _document(pdf)
            inspection = Inspection(most, cache)
            for number, page in enumerate(pdf.pages, start=1):
                place = f"page {number}"
                faults += [f"{place}: {fault}" for fault in (*_page(page), *inspection.page(page))]
    except pikepdf.PdfError as fault:
        faults.append(f"it cannot be read: {fault}")
    if sound and not faults:
        cache.put_record(sound, {})
    return tuple(error(name, f"This is no PDF/X-1a:2003: {fault}.", MEND) for fault in dict.fromkeys(faults))


def _outside(content: bytes) -> Iterator[str]:
    """What can be told from the bytes alone."""
    head = re.match(rb"%PDF-1\.(\d)", content)
    if head is None or int(head[1]) > 4:
        yield "it is not PDF 1.4"
    last = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", content)
    if last is None or content[int(last[1]) :][:4] != b"xref":
        yield "its table of objects is a stream"


def _document(pdf: pikepdf.Pdf) -> Iterator[str]:
    if pdf.is_encrypted:
        yield "it is encrypted"
    if len(pdf.trailer.get("/ID", [])) != 2:
        yield "it has no ID"
    info = {str(key): str(pdf.docinfo[key]) for key in pdf.docinfo.keys()}  # noqa: SIM118
    if info.get("/GTS_PDFXVersion") != VERSION:
        yield f"it does not say that it is {VERSION}"
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "it does not say whether it is trapped"
    for key in ("/Title", "/Creator", "/Producer"):
        if not info.get(key):
            yield f"its {key[1:]} is missing"
    for key in ("/CreationDate", "/ModDate"):
        if not _DATE.fullmatch(info.get(key, "")):
            yield f"its {key[1:]} is missing"
    yield from (f"its catalog has {key[1:]}" for key in _ACTIVE if key in pdf.Root)
    if any(key in pdf.Root.get("/Names", {}) for key in ("/JavaScript", "/EmbeddedFiles")):
        yield "it has scripts or files in it"
    yield from _intents(pdf)
    if any(isinstance(entry, pikepdf.Stream) and "/F" in entry for entry in pdf.objects):
        yield "a part of it lies in another file"


def _intents(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents = [
        intent for intent in pdf.Root.get("/OutputIntents", []) if str(intent.get("/S")) == "/GTS_PDFX"
    ]
    if len(intents) != 1:
        yield "it has not one output intent"
        return
    named = str(intents[0].get("/OutputConditionIdentifier", "")) and str(intents[0].get("/RegistryName", ""))
    if not named and "/DestOutputProfile" not in intents[0]:
        yield "its output intent names no way of printing that is registered"
    if "/DestOutputProfile" in intents[0]:
        profile = intents[0].DestOutputProfile
        if int(profile.get("/N", 0)) != 4 or fault_of(bytes(profile.get_stream_buffer())):
            yield "the profile of its output intent is none of four inks"


def _page(page: pikepdf.Page) -> Iterator[str]:
    missing = [box for box in BOXES if box not in page.obj]
    if missing:
        yield f"it has no {missing[0][1:]}"
    else:
        edges = [[float(edge) for edge in page.obj[box]] for box in BOXES]
        for outer, inner in pairwise(edges):
            low = inner[0] < outer[0] - 1e-3 or inner[1] < outer[1] - 1e-3
            if low or inner[2] > outer[2] + 1e-3 or inner[3] > outer[3] + 1e-3:
                yield "its boxes do not lie in each other"
    if "/Annots" in page.obj:
        yield "it has annotations"
    if "/AA" in page.obj:
        yield "it has actions"
    if "/Group" in page.obj:
        yield "it is a group of transparency"

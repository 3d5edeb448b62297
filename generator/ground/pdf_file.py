"""What a finished PDF says about itself, and how it is written. Same input, same bytes.

No dates are written, and the file's id is made from its content.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

CREATOR = "pnp-generator"
_LANGUAGE = "en"
ARTIFACT, END = "/Artifact BMC", "EMC"
"""The operators around what is no part of the text: furniture of a page (ISO 32000-1, 14.8.2.2)."""
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
    pdf: Any,
    *,
    title: str,
    author: str = "",
    subject: str = "",
    language: str = "",
    viewer: Mapping[str, Any] | None = None,
) -> None:
    """Set metadata and language. Viewers show the title and the outline, and keep to `viewer` besides.

    `language` is a code such as `de`, without one English; `viewer` holds viewer preferences: ISO 32000-1,
    table 150. What is empty is left out.
    """
    import pikepdf

    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    facts = {"/Title": title, "/Author": author, "/Subject": subject, "/Creator": CREATOR}
    for key, text in facts.items():
        if text:
            pdf.docinfo[key] = text
    pdf.Root.Lang = pikepdf.String(language or _LANGUAGE)
    xmp = pdf.make_stream(
        _xmp(title, author, language or _LANGUAGE), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML
    )
    pdf.Root.Metadata = pdf.make_indirect(xmp)
    pdf.Root.PageMode = pikepdf.Name.UseOutlines
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True, **(viewer or {}))


def _xmp(title: str, author: str, language: str) -> bytes:
    """Title, author and language as XMP (ISO 16684-1), which screen readers ask for; no dates."""
    by = f"<dc:creator><rdf:Seq><rdf:li>{_xml(author)}</rdf:li></rdf:Seq></dc:creator>" if author else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{_xml(title)}</rdf:li></rdf:Alt></dc:title>{by}'
        f"<dc:language><rdf:Bag><rdf:li>{_xml(language)}</rdf:li></rdf:Bag></dc:language>"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    ).encode()


def _xml(text: str) -> str:
    """A text within XML, without the characters that it cannot hold."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text), quote=False)


def finished(pdf: Any) -> bytes:
    """The whole file as bytes: pikepdf writing to a full disk itself would end the program."""
    import pikepdf

    buffer = io.BytesIO()
    pdf.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return buffer.getvalue()


def joined(files: Sequence[bytes]) -> bytes:
    """The pages of several PDFs in one, in order; what one of them holds once is held once."""
    import pikepdf

    if len(files) == 1:
        return files[0]
    with pikepdf.new() as whole:
        for content in files:
            with pikepdf.open(io.BytesIO(content)) as source:
                whole.pages.extend(source.pages)
        return finished(whole)


def marked_draft(pdf: Any) -> bytes:
    """The PDF with DRAFT across every page, in large letters that what is below shows through."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as opened:
        form = opened.make_stream(
            _draft_strokes(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[-_WORD_WIDE, -_LETTER_HIGH, _WORD_WIDE, _LETTER_HIGH],
            Group=pikepdf.Dictionary(S=pikepdf.Name.Transparency),
            Resources=pikepdf.Dictionary(),
        )
        pale = opened.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, ca=_SHINE, CA=_SHINE))
        for page in opened.pages:
            left, low, right, high = (float(edge) for edge in page.mediabox)
            state = page.add_resource(pale, pikepdf.Name.ExtGState, pikepdf.Name.DraftPale)
            word = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name.DraftWord)
            angle = math.atan2(high - low, right - left)
            size = _REACH * math.hypot(right - left, high - low) / _WORD_WIDE
            cosine, sine = size * math.cos(angle), size * math.sin(angle)
            turned = f"{cosine:.4f} {sine:.4f} {-sine:.4f} {cosine:.4f}"
            centre = f"{(left + right) / 2:.3f} {(low + high) / 2:.3f}"
            drawn = f"{ARTIFACT} q {state} gs {turned} {centre} cm {word} Do Q {END}"
            page.contents_add(drawn.encode(), prepend=False)
        return finished(opened)


_LETTER_HIGH, _LETTER_WIDE, _LETTER_STEP, _STROKE = 8.0, 5.0, 7.5, 1.0
_WORD_WIDE = 5 * _LETTER_STEP
_REACH, _SHINE = 0.75, 0.3
"""How much of a page's diagonal the word takes, and how much of what is below it hides."""
_LETTERS = (
    "0 0 m 0 8 l 3 8 l 5 6 l 5 2 l 3 0 l h",
    "0 0 m 0 8 l 4 8 l 5 7 l 5 5 l 4 4 l 0 4 l 2 4 m 5 0 l",
    "0 0 m 2.5 8 l 5 0 l 1 3 m 4 3 l",
    "0 0 m 0 8 l 5 8 l 0 4 m 4 4 l",
    "2.5 0 m 2.5 8 l 0 8 m 5 8 l",
)
"""D, R, A, F and T as strokes, so that no font is needed; each 5 wide and 8 high."""


def _draft_strokes() -> bytes:
    """The word around the origin, in the colour of what is wrong in a draft."""
    left = -(_WORD_WIDE - (_LETTER_STEP - _LETTER_WIDE)) / 2
    letters = (
        f"q 1 0 0 1 {left + number * _LETTER_STEP:.2f} {-_LETTER_HIGH / 2:.2f} cm {letter} S Q"
        for number, letter in enumerate(_LETTERS)
    )
    return f"{_STROKE} w 1 J 1 j 0.878 0 0.478 RG {' '.join(letters)}".encode()

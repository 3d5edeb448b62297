"""PDFs of strangers that unpack, or nest, into more than a machine has."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import pikepdf
import pytest

from generator.ground.files import Unreadable
from generator.shops.preflight.pages import read_pages
from generator.shops.preflight.unpacked import MOST_DRAWN, read_pdf


def pdf_of(content: bytes, filters: list[str]) -> bytes:
    """A page with a packed content."""
    made = io.BytesIO()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        stream = pdf.make_stream(b"")
        stream.write(content, filter=pikepdf.Array([pikepdf.Name(name) for name in filters]))
        page.Contents = stream
        pdf.save(made, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return made.getvalue()


@pytest.mark.parametrize(
    ("packed", "filters", "said"),
    [
        (zlib.compress(zlib.compress(b"q Q " * 100)), ["/FlateDecode"] * 2, "is packed twice"),
        (zlib.compress(b"q Q " * (MOST_DRAWN // 2)), ["/FlateDecode"], "unpacks to more than 10 MB"),
    ],
)
def test_what_unpacks_to_too_much_is_not_read(
    packed: bytes, filters: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "x.pdf").write_bytes(pdf_of(packed, filters))
    with pytest.raises(Unreadable, match=said):
        read_pdf(tmp_path / "x.pdf", inside=tmp_path)


def test_an_honest_page_is_read(tmp_path: Path) -> None:
    content = pdf_of(zlib.compress(b"q Q " * 1000), ["/FlateDecode"])
    (tmp_path / "x.pdf").write_bytes(content)
    assert read_pdf(tmp_path / "x.pdf", inside=tmp_path) == content


def nested(depth: int, times: int) -> bytes:
    """A page with forms in forms, each of which draws the next so often."""
    made = io.BytesIO()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        inner = pdf.make_stream(b"0 0 1 1 re f")
        for level in range(depth + 1):
            if level:
                inner = pdf.make_stream(b"/a Do " * times, Resources={"/XObject": {"/a": inner}})
            inner.Type, inner.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            inner.BBox = [0, 0, 9, 9]
            inner = pdf.make_indirect(inner)
        page.Resources = pikepdf.Dictionary(XObject={"/a": inner})
        page.Contents = pdf.make_stream(b"/a Do")
        pdf.save(made)
    return made.getvalue()


def test_forms_in_forms_are_followed_so_far() -> None:
    assert len(list(read_pages(nested(3, 4), {}))) == 1
    assert len(list(read_pages(nested(29, 1), {}))) == 1
    for depth, times in ((11, 4), (32, 1)):  # what is looked into no further is never lost in silence
        with pytest.raises(Unreadable, match="holds more than can be looked at"):
            list(read_pages(nested(depth, times), {}))

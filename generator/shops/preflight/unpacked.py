"""A finished PDF as bytes, once it is known that what is packed in it is no bomb.

The library that reads PDFs ends the whole program, with words of its own, when something in one unpacks to
more than there is memory for; so what a stranger's file comes to is counted before.
"""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Any

from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.pdf_letters import is_list

LARGEST = 500 * MB
"""Bytes of a file that is looked over."""
MOST_PICTURE, MOST_DRAWN = 300 * MB, 10 * MB
"""What a picture, and what anything else that is packed in a file, may come to; A4 with 300 dpi is 26 MB."""
_PACKED = frozenset(("/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode", "/RL"))
_STEP = MB
_TIGHTEST = 1100
"""Deflate makes nothing smaller than by so much."""


def read_pdf(path: Path, *, inside: Path) -> bytes:
    """The bytes of a PDF. Raises Unreadable for one that unpacks to too much, ValueError for no PDF."""
    content = read_bounded(path, inside=inside, most=LARGEST)
    weigh(content)
    return content


def weigh(content: bytes) -> None:
    """Look at what a PDF unpacks to. Raises Unreadable for too much, ValueError for no PDF."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as opened:
            _weigh_streams(opened)
    except (pikepdf.PdfError, TypeError, LookupError, AttributeError) as fault:
        raise ValueError(f"the file is damaged: {fault}") from None


def _weigh_streams(opened: Any) -> None:
    import pikepdf

    for stream in opened.objects:
        if isinstance(stream, pikepdf.Stream):
            packed = [name for name in _filters(stream) if name in _PACKED]
            if len(packed) > 1:
                fault = "Something in the file is packed twice, as no program that draws pages does."
                raise Unreadable(fault, "Take the file away and make it again.")
            most = MOST_PICTURE if str(stream.get("/Subtype", "")) == "/Image" else MOST_DRAWN
            if packed and packed[0] in ("/FlateDecode", "/Fl") and _is_larger(stream.read_raw_bytes(), most):
                fault = f"Something in the file unpacks to more than {most // MB} MB."
                raise Unreadable(fault, "Take the file away and make it again.")


def _filters(stream: Any) -> list[str]:
    named = stream.get("/Filter")
    if named is None:
        return []
    return [str(name) for name in named] if is_list(named) else [str(named)]


def _is_larger(packed: bytes, most: int) -> bool:
    """Whether a stream comes to more than so many bytes; few more than these are unpacked."""
    if len(packed) * _TIGHTEST < most:
        return False
    unpacker, count = zlib.decompressobj(), 0
    try:
        while packed and count <= most and not unpacker.eof:
            count += len(unpacker.decompress(packed, _STEP))
            packed = unpacker.unconsumed_tail
    except zlib.error:
        return False  # damaged: who reads it says so
    return count > most

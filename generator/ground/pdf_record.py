"""What a PDF was when it was made: of each page its boxes, and a digest of all that it draws with.

Only what is stored is digested, and nothing is unpacked, so that the cost grows with the file alone.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST_PAGES = 5_000
_DEEPEST = 60
_BOXES = ("/MediaBox", "/BleedBox", "/TrimBox")
_DRAWN = ("/Contents", "/Resources", "/Rotate", "/UserUnit")
_NOT_DRAWN = ("/Length", "/Parent")


DrawingDigests = dict[Any, bytes]
"""The digests of a file's objects, by their numbers."""


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page. The digest is the same for pages that are drawn alike, whatever their boxes are."""

    drawn: str
    boxes: tuple[float, ...]
    """MediaBox, BleedBox and TrimBox, each as left, bottom, right and top in points."""


def page_records(pdf: bytes) -> tuple[PageRecord, ...]:
    """The pages of a PDF. Raises ValueError for what is none, or is damaged."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(pdf)) as opened:
            digests: DrawingDigests = {}
            if len(opened.pages) > MOST_PAGES:
                raise ValueError(f"it has {len(opened.pages)} pages")
            return tuple(_record(page, digests) for page in opened.pages)
    except (pikepdf.PdfError, TypeError, LookupError, AttributeError, ArithmeticError) as fault:
        raise ValueError(f"the file is damaged: {fault}") from None


def _record(page: Any, digests: DrawingDigests) -> PageRecord:
    media = page.mediabox
    boxes = tuple(round(float(edge), 2) for name in _BOXES for edge in page.obj.get(name, media))
    if len(boxes) != 4 * len(_BOXES):
        raise ValueError("a box of a page has not four edges")
    return PageRecord(page_digest(page, digests), boxes)


def page_digest(page: Any, digests: DrawingDigests) -> str:
    """The digest of what a page draws, in hex; `digests` is one for all pages of a file."""
    digest = hashlib.blake2b(digest_size=8)
    for key in _DRAWN:
        digest.update(key.encode())
        digest.update(_digest(_inherited(page.obj, key), digests, 0))
    return digest.hexdigest()


def _inherited(page: Any, key: str) -> Any:
    """An entry of a page, or of the tree that it hangs on (ISO 32000-1, 7.7.3.4)."""
    for _ in range(_DEEPEST):
        if page is None or key in page:
            break
        page = page.get("/Parent")
    return page.get(key) if page is not None else None


def drawing_digest(form: Any, digests: DrawingDigests | None = None) -> str:
    """The digest of a form and of all that it draws with, in hex; the numbers of objects do not count.

    `digests` may be one for all forms of a file, as they share fonts and icons.
    """
    return _digest(form, {} if digests is None else digests, 0).hex()


def _digest(node: Any, digests: DrawingDigests, depth: int) -> bytes:
    """The digest of an object with what it refers to; what was met before is not looked into again."""
    import pikepdf

    number = node.objgen if isinstance(node, pikepdf.Object) and node.objgen[0] else None
    if number is not None and number in digests:
        return digests[number]
    if depth > _DEEPEST:
        return b"deep"
    if number is not None:
        digests[number] = b"ring"
    digest = hashlib.blake2b(digest_size=16)
    for part in _parts(node):
        digest.update(part if isinstance(part, bytes) else _digest(part, digests, depth + 1))
    if number is not None:
        digests[number] = digest.digest()
    return digest.digest()


def _parts(node: Any) -> Iterator[Any]:
    """What an object consists of: bytes, and the objects inside it."""
    import pikepdf

    if isinstance(node, pikepdf.Stream):
        yield b"stream"
        yield node.read_raw_bytes()
    if isinstance(node, pikepdf.Stream | pikepdf.Dictionary):
        for key in sorted(node.keys()):
            if key not in _NOT_DRAWN:
                yield key.encode()
                yield node[key]
    elif isinstance(node, pikepdf.Array):
        yield b"list"
        yield from node
    else:
        yield repr(node).encode("utf-8", "replace")

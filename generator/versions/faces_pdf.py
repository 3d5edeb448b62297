"""`printed/faces.pdf`: every face that was printed, once, on a page that says the digest of what it shows."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from generator.ground.fence import unit
from generator.ground.files import Unreadable, read_bounded
from generator.ground.pdf_file import describe_pdf, finished
from generator.ground.project import Project
from generator.press.decks import Deck
from generator.sheets.amounts import MOST_FACES
from generator.svg.drawn import DIGITS
from generator.versions.pieces import PieceRecord, Snapshot
from generator.versions.record import FACES, MOST_FACES_PDF, PRINTED

_FACE = "/PnpFace"
"""The key of a page that says its digest."""
_DIGEST = re.compile(rf"[0-9a-f]{{{DIGITS}}}")


@dataclass(frozen=True, slots=True)
class FacePages:
    """A PDF of faces, and the page of each by its digest, counted from 0."""

    pdf: bytes
    pages: Mapping[str, int]
    name: str = "the designs"
    """What a message calls it: its file, if it is one."""


NO_FACES = FacePages(b"", {})
"""Where no faces are kept."""


def deck_faces(decks: Iterable[Deck]) -> tuple[FacePages, ...]:
    """The drawn designs of decks as faces by their digests."""
    return tuple(
        FacePages(deck.designs, {digest: page for page, digest in reversed([*enumerate(deck.drawn)])})
        for deck in decks
        if deck.designs
    )


def faces_of(pieces: Iterable[PieceRecord]) -> dict[str, None]:
    """The digests of all faces of pieces, each once, in their order."""
    return dict.fromkeys(digest for piece in pieces for digest in (piece.front, piece.back) if digest)


def faces_pdf(snapshot: Snapshot, sources: Sequence[FacePages]) -> bytes | None:
    """Every face of a Snapshot, out of the first of the sources that has it; None if none has any.

    A face that no source has is left out. The same input gives the same bytes.
    """
    import pikepdf

    faces = faces_of(snapshot.pieces)
    pdf = pikepdf.new()
    with ExitStack() as stack, unit("designs", FACES, times=1 + len(faces) / 100):
        opened: dict[int, Any] = {}
        for digest in faces:
            number = next((at for at, source in enumerate(sources) if digest in source.pages), None)
            if number is None:
                continue
            if number not in opened:
                opened[number] = stack.enter_context(pikepdf.open(io.BytesIO(sources[number].pdf)))
            pdf.pages.append(opened[number].pages[sources[number].pages[digest]])
            pdf.pages[-1].obj[_FACE] = pikepdf.String(digest)
        if not pdf.pages:
            return None
        describe_pdf(pdf, title=f"{snapshot.game} v{snapshot.version}: faces")
        content = finished(pdf)
    return content if len(content) <= MOST_FACES_PDF else None


def read_faces(project: Project, record: Snapshot) -> FacePages:
    """The faces that go with a record; none if the file is not there or is not the one that was recorded."""
    if not record.faces:
        return NO_FACES
    try:
        content = read_bounded(project.root / PRINTED / FACES, inside=project.root, most=MOST_FACES_PDF)
    except Unreadable:
        return NO_FACES
    return face_pages(content) if hashlib.sha256(content).hexdigest() == record.faces else NO_FACES


def face_pages(content: bytes) -> FacePages:
    """The faces in the bytes of such a file; none if it cannot be read."""
    import pikepdf

    name = f"{PRINTED}/{FACES}"
    with unit("record", name):
        try:
            with pikepdf.open(io.BytesIO(content)) as opened:
                if len(opened.pages) > MOST_FACES:
                    return NO_FACES
                names = [page.obj.get(_FACE) for page in opened.pages]
                digests = [str(text) if isinstance(text, pikepdf.String) else "" for text in names]
        except (MemoryError, KeyboardInterrupt):
            raise
        except Exception:  # a stranger's file may break in any way
            return NO_FACES
    pages = {text: page for page, text in enumerate(digests) if _DIGEST.fullmatch(text)}
    return FacePages(content, pages, name)

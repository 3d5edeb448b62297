"""What is to be seen of a difference: both faces of each piece as pictures, and boxes where they part."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from generator.ground.fence import unit
from generator.ground.progress import Progress, quiet
from generator.ground.raster import MM_PER_INCH, Pages
from generator.records.cells import brief
from generator.versions.compare import Difference
from generator.versions.faces_pdf import FacePages
from generator.versions.pieces import PieceRecord
from generator.versions.sides import ComparedSide
from generator.versions.telling import pair_sentences

if TYPE_CHECKING:
    from PIL import Image

DPI = 150.0
MOST_SIDE_PX = 1_100
"""The longer side of a picture; a board is shown smaller."""
MOST_SHOWN = 600
"""Faces that are shown; the others are only told of."""
_QUALITY = 82
_PALE = 28
"""Of 255: by less than this, pixels do not differ; it is the blur at edges."""
_CELL_PX = 6
"""The side of the squares in which differences are gathered."""
_NEAR = 2
"""Squares so far apart belong together."""
MOST_BOXES = 12
MOST_SHARING = 12
"""Titles that are listed of those which share a face."""


class SeenBox(NamedTuple):
    """Where two pictures part, as shares of their width and height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class FaceShot:
    """A face as it is cut, as a JPEG."""

    jpeg: bytes
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class SeenFace:
    """One side of a piece, before and after; either may be missing."""

    side: str
    old: FaceShot | None
    new: FaceShot | None
    boxes: tuple[SeenBox, ...] = ()
    sharing: tuple[str, ...] = ()
    """The titles of all pieces that have these two faces."""

    def shared_text(self) -> str:
        """Which pieces share it, in a sentence; empty if it is one."""
        if len(self.sharing) < 2:
            return ""
        names = [brief(title) for title in self.sharing[:MOST_SHARING]]
        rest = len(self.sharing) - len(names)
        last = f"{rest:,} more" if rest else names.pop()
        return f"This {self.side} is shared by {', '.join(names)} and {last}."


SeenRow = list[tuple[FaceShot, SeenFace, str]]
"""Pictures that stand side by side, each with its face and what stands below it."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that differs, with what is told and shown of it."""

    component: str
    title: str
    kind: str
    """`new`, `removed` or `changed`."""
    times: str
    """` × 2`; nothing for a single one."""
    mark: str
    """The revision mark, or `a3f9 → 07c2`; empty where there is none."""
    told: tuple[str, ...]
    faces: tuple[SeenFace, ...]
    folded: bool = False
    """Whether all that is to be said of it stands at another piece, which shares its faces."""

    def rows(self) -> Iterator[SeenRow]:
        """A row for each face before and after; before them faces that are there once, in one row."""
        words = (", before", ", after") if self.kind == "changed" else ("", "")
        rows = [
            [
                (shot, face, f"{face.side}{word}")
                for shot, word in zip((face.old, face.new), words, strict=True)
                if shot is not None
            ]
            for face in self.faces
        ]
        single = [row[0] for row in rows if len(row) == 1]
        if single:
            yield single
        yield from (row for row in rows if len(row) == 2)


def seen_pieces(
    differs: Difference, old: ComparedSide, new: ComparedSide, *, progress: Progress = quiet
) -> list[SeenPiece]:
    """Every piece that differs, component by component: new ones, removed ones, changed ones."""
    cases = list(_cases(differs))
    sharing: dict[_Faces, list[str]] = defaultdict(list)
    for case in cases:
        for faces in case.faces:
            sharing[faces].append(case.piece.title)
    before, after = ({faces[at] for faces in sharing} - {""} for at in (1, 2))
    with ExitStack() as stack:
        looking = _Looking(
            _Shots(old.pictures(before, progress=progress) if before else (), stack),
            _Shots(new.pictures(after, progress=progress) if after else (), stack),
            sharing,
        )
        every = list(map(looking.piece, cases))
    order = list(differs.components)
    return sorted(every, key=lambda piece: order.index(piece.component))


_Faces = tuple[str, str, str]
"""The side of a piece, and the digests of it before and after."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A piece that differs, before and after, with the sides that are to be seen and what is told."""

    was: PieceRecord | None
    now: PieceRecord | None
    sides: Sequence[str] = ("front", "back")
    told: tuple[str, ...] = ()

    @property
    def piece(self) -> PieceRecord:
        """It as it is now, or was."""
        piece = self.now or self.was
        assert piece is not None
        return piece

    @property
    def faces(self) -> list[_Faces]:
        """Its sides, each with both digests."""
        return [(side, getattr(self.was, side, ""), getattr(self.now, side, "")) for side in self.sides]


def _cases(differs: Difference) -> Iterator[_Case]:
    yield from (_Case(None, piece) for piece in differs.added)
    yield from (_Case(piece, None) for piece in differs.removed)
    for pair in differs.differing:
        yield _Case(pair.old, pair.new, pair.looks, tuple(pair_sentences(pair)))


@dataclass(slots=True)
class _Looking:
    old: _Shots
    new: _Shots
    sharing: Mapping[_Faces, Sequence[str]]
    """The titles of the pieces that have the same two faces."""
    _shown: set[_Faces] = field(default_factory=set)
    _count: int = 0

    def piece(self, case: _Case) -> SeenPiece:
        """A piece as it is to be shown."""
        was, now = case.was, case.now
        changed = was is not None and now is not None
        elsewhere = bool(case.sides) and self._shown.issuperset(case.faces)
        marks = dict.fromkeys(piece.mark for piece in (was, now) if piece is not None and piece.mark)
        return SeenPiece(
            component=case.piece.component,
            title=case.piece.title,
            kind="changed" if changed else "removed" if now is None else "new",
            times=f" × {case.piece.copies}" if case.piece.copies != 1 else "",
            mark=" → ".join(marks),
            told=case.told,
            faces=tuple(self._faces(case)),
            folded=elsewhere and changed and not case.told,
        )

    def _faces(self, case: _Case) -> Iterator[SeenFace]:
        for faces in case.faces:
            side, *digests = faces
            if not any(digests) or faces in self._shown or self._count >= MOST_SHOWN:
                continue
            self._shown.add(faces)
            before, after = self.old.seen(digests[0]), self.new.seen(digests[1])
            if before is None and after is None:
                continue
            self._count += 1
            boxes = differing_boxes(before.image, after.image) if before and after else ()
            old, new = (seen.shot if seen is not None else None for seen in (before, after))
            yield SeenFace(side, old, new, boxes, tuple(self.sharing[faces]))


class _Shots:
    """The faces of one side as pictures."""

    def __init__(self, sources: Sequence[FacePages], stack: ExitStack) -> None:
        self._sources, self._stack = sources, stack
        self._opened: dict[int, Pages] = {}

    def seen(self, digest: str) -> _Seen | None:
        """A face as it is cut; None if there is no picture of it."""
        for number, source in enumerate(self._sources):
            if digest in source.pages:
                with unit("picture", source.name, f"face {digest}"):
                    return self._taken(number, source.pages[digest])
        return None

    def _taken(self, number: int, page: int) -> _Seen | None:
        try:
            if number not in self._opened:
                self._opened[number] = self._stack.enter_context(Pages(self._sources[number].pdf))
            return _taken(self._opened[number], page)
        except (MemoryError, KeyboardInterrupt):
            raise
        except Exception:  # a record's pictures may be a stranger's, and break in any way
            return None


class _Seen(NamedTuple):
    """A face in pixels, and the same as a file."""

    image: Image.Image
    shot: FaceShot


def _taken(pages: Pages, number: int) -> _Seen | None:
    """A page without its bleed; None if nothing is left of it."""
    size, bleed_mm = pages.size(number), pages.bleed_mm(number)  # of an older pnp it is another one
    width_mm, height_mm = size.width_mm - 2 * bleed_mm, size.height_mm - 2 * bleed_mm
    if min(width_mm, height_mm) < 1:
        return None
    dpi = min(DPI, MOST_SIDE_PX / (max(size.width_mm, size.height_mm) / MM_PER_INCH))
    whole = pages.image(number, dpi=dpi)
    bleed = round(bleed_mm * dpi / MM_PER_INCH)
    image = whole.crop(
        (bleed, bleed, max(bleed + 1, whole.width - bleed), max(bleed + 1, whole.height - bleed))
    )
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_QUALITY, optimize=True)
    return _Seen(image, FaceShot(out.getvalue(), width_mm, height_mm))


# ---------------------------------------------------------------- where two pictures part


def differing_boxes(first: Image.Image, second: Image.Image) -> tuple[SeenBox, ...]:
    """Boxes around all that differs, from the top down; one around everything if the sizes differ."""
    from PIL import Image, ImageChops

    if first.size != second.size:
        return (SeenBox(0, 0, 1, 1),)
    apart = ImageChops.difference(first, second)
    strongest = ImageChops.lighter(ImageChops.lighter(*apart.split()[:2]), apart.split()[2])
    marked = strongest.point([255 if value > _PALE else 0 for value in range(256)])
    wide, high = -(-first.width // _CELL_PX), -(-first.height // _CELL_PX)
    padded = Image.new("L", (wide * _CELL_PX, high * _CELL_PX))
    padded.paste(marked)
    cells = padded.reduce(_CELL_PX)
    lit = {divmod(at, wide)[::-1] for at, value in enumerate(cells.tobytes()) if value}
    groups = _merged(list(_groups(lit)))
    if len(groups) > MOST_BOXES:
        groups = [_around(groups)]
    return tuple(
        SeenBox(
            left * _CELL_PX / first.width,
            top * _CELL_PX / first.height,
            min(1.0, (right + 1) * _CELL_PX / first.width) - left * _CELL_PX / first.width,
            min(1.0, (low + 1) * _CELL_PX / first.height) - top * _CELL_PX / first.height,
        )
        for left, top, right, low in sorted(groups, key=lambda box: (box[1], box[0]))
    )


_Cells = tuple[int, int, int, int]
"""Left, top, right, bottom of a group of squares, all inside."""


def _groups(lit: set[tuple[int, int]]) -> Iterator[_Cells]:
    """The groups of squares that lie near each other."""
    left = set(lit)
    while left:
        start = left.pop()
        box, stack = [*start, *start], [start]
        while stack:
            x, y = stack.pop()
            box = [min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)]
            near = {
                (x + dx, y + dy) for dx in range(-_NEAR, _NEAR + 1) for dy in range(-_NEAR, _NEAR + 1)
            } & left
            left -= near
            stack += near
        yield box[0], box[1], box[2], box[3]


def _merged(boxes: list[_Cells]) -> list[_Cells]:
    """Boxes of which none touches another."""
    merged: list[_Cells] = []
    for box in sorted(boxes):
        while True:
            touching = [cells for cells in merged if _touch(box, cells)]
            if not touching:
                break
            merged = [cells for cells in merged if cells not in touching]
            box = _around([box, *touching])
        merged.append(box)
    return merged


def _touch(first: _Cells, second: _Cells) -> bool:
    across = first[0] <= second[2] + 1 and second[0] <= first[2] + 1
    return across and first[1] <= second[3] + 1 and second[1] <= first[3] + 1


def _around(boxes: Sequence[_Cells]) -> _Cells:
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)

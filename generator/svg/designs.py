"""Faces → design pages: one page a face, trim plus bleed, ready to be placed on sheets."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import partial
from typing import BinaryIO

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.matrices import Matrix
from generator.ground.problems import Failed, Problem, Severity, error, has_errors
from generator.ground.revision import MarkPlace
from generator.ground.shapes import BLEED_MM
from generator.ground.units import PT_PER_MM
from generator.svg.check import FaceLike, Fine, check_tree
from generator.svg.contrast import told
from generator.svg.cut import CutLine, cut_of
from generator.svg.draw import Painter, Studio, around
from generator.svg.fallback import draw_foreign
from generator.svg.lettering import Lettering
from generator.svg.light import is_small_picture, lightened
from generator.svg.looking import Looker
from generator.svg.nodes import Tree
from generator.svg.overlaps import LaidThing, Pairs, overlapping, told_once
from generator.svg.parse import parse, parse_anew, without_doctype
from generator.svg.pdf import Pdf
from generator.svg.pen import FURNITURE, PICTURE, TAG, ContentStream
from generator.svg.pictures import PdfPicture, PdfPictures
from generator.svg.portable import KeptPages, Page, retold_page
from generator.svg.revision import write_mark
from generator.svg.runs import placed_runs
from generator.svg.style import PLAIN
from generator.svg.values import IDENTITY, ViewBox, fitted, stated_box, view_box
from generator.text.fonts import Fonts


def draw_designs(
    faces: Iterable[FaceLike],
    *,
    fonts: Fonts,
    out: BinaryIO,
    bleed_mm: float = BLEED_MM,
    sound: Container[str] = (),
    cache: Cache = NO_CACHE,
    light: bool = False,
    tagged: bool = False,
) -> tuple[Problem, ...]:
    """Draws every face on a page of its own, in order, and writes the PDF.

    MediaBox and BleedBox are the trimmed size plus `bleed_mm` on every side, the TrimBox is the trimmed
    size. What is `sound`, by the digest of its SVG, was drawn before without a complaint and is not
    looked through again; what the `cache` knows is not even drawn. A face with errors leaves its page empty,
    so that page numbers stay those of `faces`. The errors of a face that was made blind are not told: they
    follow from what is. A `light` print spares ink; that a word is pale on its ground is not told of it.
    A `tagged` page tells its text from its furniture, as its root and its elements say with `data-tag`; one
    whose root does not is a picture as a whole.
    """
    pdf = Pdf()
    pictures = PdfPictures(pdf)
    studio = Studio(pdf, Lettering(pdf, fonts), pictures, light=light, tagged=tagged)
    pages = KeptPages(cache, fonts, light, tagged)
    pictures.draw_svg = partial(draw_picture, studio, pages)
    problems: dict[Problem, None] = {}
    fine: Fine = set()
    pairs: Pairs = set()
    count = 0
    for face in faces:
        count += 1
        with unit("face", face.key):
            if _drawn_before(studio, face, bleed_mm, pages):
                continue
            is_sound = bool(sound) and face.digest in sound
            drawing = _draw_face(studio, face, bleed_mm, None if is_sound else fine, pages, pairs)
            problems |= dict.fromkeys(
                p for p in drawing if p.severity is not Severity.ERROR or not face.blind
            )
    with unit("designs", "the designs", times=count / 100):
        try:
            pdf.save(out)
        except Failed as failed:  # a font that shows its fault only when a part of it is embedded
            problems |= dict.fromkeys(failed.problems)
    return tuple(problems)


def _drawn_before(studio: Studio, face: FaceLike, bleed_mm: float, pages: KeptPages) -> bool:
    """Add the page of a face as it was drawn before, if it was and had nothing wrong with it."""
    told = pages.find(face, bleed_mm)
    page = retold_page(told, studio.lettering) if told is not None else None
    if page is not None:
        _add_page(studio, face, bleed_mm, page)
    return page is not None


def _add_page(studio: Studio, face: FaceLike, bleed_mm: float, page: Page) -> None:
    size_pt = ((face.width_mm + 2 * bleed_mm) * PT_PER_MM, (face.height_mm + 2 * bleed_mm) * PT_PER_MM)
    studio.pdf.page(*page, size_pt=size_pt, bleed_pt=bleed_mm * PT_PER_MM)


def _draw_face(
    studio: Studio, face: FaceLike, bleed_mm: float, fine: Fine | None, pages: KeptPages, pairs: Pairs
) -> Sequence[Problem]:
    """Draw a face; without `fine` it was checked before."""
    studio.pdf.asked.clear()
    pen = ContentStream(studio.pdf, page=IDENTITY)
    problems: list[Problem] = []
    clashes: list[tuple[LaidThing, LaidThing]] = []
    try:
        tree = parse(face.svg, face.key)
        problems += () if fine is None else check_tree(tree, face.key, fine)
        if not has_errors(problems):
            tree = placed_runs(tree, studio.lettering)
            if studio.light:
                box = (0.0, 0.0, face.width_mm, face.height_mm)
                tree = lightened(tree, box, bleed_mm=bleed_mm, curved=face.shape != "rectangle")
            matrix = page_matrix(tree, face.width_mm, face.height_mm, bleed_mm)
            cut = cut_of(face.shape, face.width_mm, face.height_mm, bleed_mm)
            idle = face.colours is None and face.mark is MarkPlace.NONE
            looker = Looker(idle=idle, outlines=studio.light)
            if studio.tagged:
                pen.tagged(FURNITURE if tree.root.attrs.get(TAG) == FURNITURE else PICTURE)
            problems += paint(studio, tree, pen, matrix, cut, looker)
            if studio.tagged:
                pen.tagged("")
            if face.colours is not None and not studio.light:
                problems += told(looker.found.values(), face.colours)
                clashes += overlapping(looker.laid)
                problems += told_once(clashes, face.key, pairs)
            if face.sign and face.mark is not MarkPlace.NONE and not has_errors(problems):
                told_of_mark = write_mark(studio, face, pen, cut, looker, bleed_mm)
                problems += () if studio.light else told_of_mark
    except Failed as failed:
        problems += failed.problems
    if not problems and not clashes:
        pages.keep(face, bleed_mm, pen)
    _add_page(studio, face, bleed_mm, (pen.content, pen.resources))
    return problems


def page_matrix(tree: Tree, width_mm: float, height_mm: float, bleed_mm: float) -> Matrix:
    """The matrix from a face's user units to points on its page, whose y points up."""
    sx, _, _, sy, x, y = fitted(tree.root.attrs, (bleed_mm, bleed_mm, width_mm, height_mm))
    top = height_mm + 2 * bleed_mm
    return sx * PT_PER_MM, 0, 0, -sy * PT_PER_MM, x * PT_PER_MM, (top - y) * PT_PER_MM


def paint(
    studio: Studio,
    tree: Tree,
    pen: ContentStream,
    matrix: Matrix,
    cut: CutLine | None = None,
    looker: Looker | None = None,
) -> list[Problem]:
    """Draws a whole tree under a matrix; the Problems are those that only drawing can find.

    With a `cut`, a text that reaches beyond it is one of them. A `looker` finds what its ground hides.
    """
    painter = Painter(studio, tree, cut, looker)
    pen.save()
    pen.concat(matrix)
    painter.children(around(tree.root), PLAIN, pen)
    pen.restore()
    return painter.problems


def draw_picture(
    studio: Studio, pages: KeptPages, data: bytes, name: str
) -> tuple[PdfPicture | None, tuple[Problem, ...]]:
    """A designer's SVG as a form of its own: drawn here if it keeps to the subset, else by others."""
    data = without_doctype(data)
    room_mm = studio.room_mm if studio.light and not is_small_picture(*studio.room_mm) else None
    earlier = pages.find_picture(data, room_mm)
    if earlier is not None:
        content, box = earlier
        return _as_form(ContentStream(studio.pdf, operators=[content]), box), ()
    try:
        tree = parse(data, name)
        box = _picture_box(tree, name)
    except Failed as failed:
        return None, failed.problems
    problems = check_tree(tree, name)
    if has_errors(problems):
        fonts, trees = studio.lettering.fonts, (parse_anew(data, name, plainly=False), tree)
        return draw_foreign(studio.pictures, fonts, trees, box, studio.room_mm, problems)
    tree = placed_runs(tree, studio.lettering)
    pen = ContentStream(studio.pdf)
    if room_mm is not None:
        scale = max(room_mm[0] / box[2], room_mm[1] / box[3]) or 1.0
        tree = lightened(tree, (0.0, 0.0, box[2] * scale, box[3] * scale), whole=True)
    problems = tuple(paint(studio, tree, pen, IDENTITY))
    if not problems:
        pages.keep_picture(data, room_mm, pen, box)
    return _as_form(pen, box), problems


def _as_form(pen: ContentStream, box: ViewBox) -> PdfPicture:
    return PdfPicture(pen.pdf.form(pen, box=box), box, pixels=False, drawn=True)


def _picture_box(tree: Tree, name: str) -> ViewBox:
    """The viewBox, or the size in user units. Raises Failed."""
    attrs = tree.root.attrs
    try:
        return view_box(attrs.get("viewBox") or stated_box(attrs))
    except ValueError:
        mend = 'Give its <svg> a viewBox, such as viewBox="0 0 100 100".'
        raise Failed(error(name, "The picture has no size of its own.", mend)) from None

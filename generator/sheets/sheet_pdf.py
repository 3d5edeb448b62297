"""Sheets as a PDF: the furniture's pages with the designs put underneath.

Every design is stored once in a file, as a form XObject, however often it is placed.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pikepdf

from generator.ground.pdf_file import describe_pdf, finished
from generator.ground.pdf_layers import ART_GROUP, MARKS_GROUP, WORDS_GROUP, declare_groups, groups_of
from generator.ground.problems import Failed, error
from generator.ground.shapes import Ellipse, Outline, Polygon
from generator.ground.units import PT_PER_MM, pt
from generator.sheets.correction import Correction
from generator.sheets.furniture import Caption, PageFonts, draw_furniture
from generator.sheets.sheet import Box, Imposition, Paper, Placement, Sheet, Side, around

_CIRCLE = 0.5522847498
"""How far the handles of a Bézier quarter reach, as a part of the radius: 4/3 · (√2 - 1)."""
PIECE_NOTES = "/pnp"
"""Whose notes on a page name its pieces."""
_NO_DATE = "D:20000101000000Z"
_FLIPS = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}


def sheets_pdf(
    imposition: Imposition,
    designs: bytes,
    *,
    caption: Caption,
    page_fonts: PageFonts,
    furniture: bytes | None = None,
) -> bytes:
    """One output file. `designs` is a PDF of a page a design, named by number in the placements.

    The `furniture` of just this imposition need not be drawn again if it is given. Raises Failed if pikepdf
    finds anything to complain of.
    """
    if furniture is None:
        furniture = draw_furniture(imposition, caption, page_fonts)
    with (
        warnings.catch_warnings(record=True) as caught,
        pikepdf.open(io.BytesIO(furniture)) as pdf,
        pikepdf.open(io.BytesIO(designs)) as source,
    ):
        warnings.simplefilter("always")
        forms = _Forms(pdf, source)
        for page, sheet in zip(pdf.pages, imposition.sheets, strict=True):
            _lay(pdf, page, sheet, forms)
        forms.declare_groups()
        _describe(pdf, imposition, caption)
        _navigate(pdf, imposition, caption)
        content = finished(pdf)
        complaints = [str(w.message) for w in caught] + list(source.get_warnings()) + list(pdf.get_warnings())
    if complaints:
        fault = f"The PDF writer complained: {complaints[0]}"
        raise Failed(error(caption.component, fault, "Please report this together with the workbook."))
    return content


class _Forms:
    """The designs of a file, brought over when they are first placed."""

    def __init__(self, pdf: Any, source: Any) -> None:
        self._pdf = pdf
        self._source = source
        self._pages = list(source.pages)  # asked for one by one, each is looked for from the first on
        self._made: dict[int, tuple[Any, tuple[float, float, float, float]]] = {}
        self._groups = groups_of(pdf)
        self._seen: set[tuple[int, int]] = set()
        self._art = False

    def get(self, design: int) -> tuple[Any, tuple[float, float, float, float]]:
        """The form of a design, and the design's trim box in points in the form's own system."""
        if design not in self._made:
            page = self._pages[design]
            left, bottom, right, top = (float(edge) for edge in page.trimbox)
            self._made[design] = self._form(page), (left, bottom, right, top)
        return self._made[design]

    def _form(self, page: Any) -> Any:
        """A page as a form. Its content is taken over as it is compressed: that is what a paper costs."""
        page.contents_coalesce()
        form = self._pdf.copy_foreign(page.obj.Contents)
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        form.BBox = list(page.mediabox)
        form.Resources = self._pdf.copy_foreign(self._source.make_indirect(resources))
        self._group_art(form.Resources)
        return form

    def _group_art(self, resources: Any) -> None:
        """Let what is art, here and in the forms inside, be of the one group of this file."""
        if "/Properties" in resources:
            resources.Properties[f"/{ART_GROUP}"] = self._groups[ART_GROUP]
            self._art = True
        for inner in resources.get("/XObject", {}).values():
            if inner.objgen not in self._seen:
                self._seen.add(inner.objgen)
                if "/Resources" in inner:
                    self._group_art(inner.Resources)

    def group_furniture(self, page: Any) -> None:
        """Tell a page of the groups that its marks and words are of."""
        own = {f"/{key}": self._groups[key] for key in (MARKS_GROUP, WORDS_GROUP)}
        page.Resources.Properties = pikepdf.Dictionary(own)

    def declare_groups(self) -> None:
        """Tell the file of its groups; of art only if there is some."""
        used = [group for key, group in self._groups.items() if key != ART_GROUP or self._art]
        declare_groups(self._pdf, used)


def _lay(pdf: Any, page: Any, sheet: Sheet, forms: _Forms) -> None:
    """Put a sheet's designs under the furniture of its page, and set the page's boxes."""
    names: dict[int, str] = {}
    operations: list[str] = []
    forms.group_furniture(page)
    for placement in sheet.placements:
        form, trim = forms.get(placement.design)
        if placement.design not in names:
            names[placement.design] = f"/D{placement.design}"
            page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(names[placement.design]))
        operations.append(_draw(placement, trim, names[placement.design], sheet.paper.height_mm))
    page.contents_add(pdf.make_stream("\n".join(operations).encode("ascii")), prepend=True)
    _name_pieces(page, sheet)
    boxes = [sheet.trim, sheet.bleed]
    if sheet.moved is not None:
        _move(pdf, page, sheet.moved, sheet.paper)
        boxes = [_moved_box(box, sheet.moved, sheet.paper) for box in boxes]
    page.TrimBox, page.BleedBox = (_box(box, sheet.paper.height_mm) for box in boxes)


def _move(pdf: Any, page: Any, moved: Correction, paper: Paper) -> None:
    """Move all that is on a page."""
    cm = " ".join(f"{value:.8g}" for value in moved.matrix(paper.width_mm, paper.height_mm))
    page.contents_add(pdf.make_stream(f"q {cm} cm\n".encode("ascii")), prepend=True)
    page.contents_add(pdf.make_stream(b"\nQ"))


def _moved_box(box: Box, moved: Correction, paper: Paper) -> Box:
    """The smallest box round one that was moved and turned, on the page."""
    middle = (paper.width_mm / 2, paper.height_mm / 2)
    turned = around(Polygon(tuple(moved.aimed(point, middle) for point in box.polygon.points)))
    return paper.part(turned)


def _name_pieces(page: Any, sheet: Sheet) -> None:
    """Note which piece each placement shows, in the order of drawing, for whoever looks the file over.

    ISO 32000-1, 14.5: what a program keeps on a page for itself. Such notes have to be dated; the date is no
    one's.
    """
    times, rest = divmod(len(sheet.placements), len(sheet.titles))  # folded sheets have fronts, then backs
    named = sheet.titles * times if not rest else ("",) * len(sheet.placements)
    listed = pikepdf.Array([pikepdf.String(title) for title in named])
    page.LastModified = pikepdf.String(_NO_DATE)
    own = pikepdf.Dictionary(LastModified=page.LastModified, Private=listed)
    page.PieceInfo = pikepdf.Dictionary({PIECE_NOTES: own})


def _draw(
    placement: Placement, trim: tuple[float, float, float, float], name: str, page_height_mm: float
) -> str:
    """Operators that clip and paint one design: ISO 32000-1, 8.5.4 and 8.10.1."""
    matrix = _matrix(placement, trim, page_height_mm)
    cm = " ".join(map(_number, matrix))
    return f"q {_path(placement.clip, page_height_mm)} W n {cm} cm {name} Do Q"


def _matrix(
    placement: Placement, trim: tuple[float, float, float, float], page_height_mm: float
) -> tuple[float, ...]:
    """From the design's system to the page's, so that the design's trim box falls on the placement's."""
    cos, sin = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}[placement.rotation]
    left, bottom, right, top = trim
    corners = [(x * cos - y * sin, x * sin + y * cos) for x in (left, right) for y in (bottom, top)]
    box = placement.trim
    dx = pt(box.x_mm) - min(x for x, _ in corners)
    dy = pt(page_height_mm - box.bottom_mm) - min(y for _, y in corners)
    return (cos, sin, -sin, cos, dx, dy)


def _path(outline: Outline, page_height_mm: float) -> str:
    if isinstance(outline, Ellipse):
        return " ".join(_ellipse(outline, page_height_mm))
    points = [f"{_number(pt(x))} {_number(pt(page_height_mm - y))}" for x, y in outline.points]
    return f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:]) + " h"


def _ellipse(ellipse: Ellipse, page_height_mm: float) -> Iterator[str]:
    x, y = pt(ellipse.x_mm), pt(page_height_mm - ellipse.y_mm)
    rx, ry = pt(ellipse.radius_x_mm), pt(ellipse.radius_y_mm)
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    yield f"{_number(x + rx)} {_number(y)} m"
    for curve in (
        (x + rx, y + ky, x + kx, y + ry, x, y + ry),
        (x - kx, y + ry, x - rx, y + ky, x - rx, y),
        (x - rx, y - ky, x - kx, y - ry, x, y - ry),
        (x + kx, y - ry, x + rx, y - ky, x + rx, y),
    ):
        yield " ".join(map(_number, curve)) + " c"
    yield "h"


def pages_with_pictures(
    pages: bytes,
    designs: bytes | None,
    placed: Sequence[tuple[int, int, Box]],
    *,
    title: str,
    author: str = "",
    language: str = "",
) -> bytes:
    """Pages with designs put under them, each scaled to a box: page, design and the box of its trim."""
    with ExitStack() as stack:
        pdf = stack.enter_context(pikepdf.open(io.BytesIO(pages)))
        if designs is not None and placed:
            forms = _Forms(pdf, stack.enter_context(pikepdf.open(io.BytesIO(designs))))
            for number, design, box in placed:
                form, trim = forms.get(design)
                page = pdf.pages[number]
                name = f"/Old{design}"
                page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(name))
                drawn = _scaled(box, trim, float(page.mediabox[3]), name)
                page.contents_add(pdf.make_stream(drawn.encode("ascii")), prepend=True)
        describe_pdf(pdf, title=title, author=author, language=language)
        return finished(pdf)


def _scaled(box: Box, trim: tuple[float, float, float, float], page_height_pt: float, name: str) -> str:
    """Operators that paint a design so that its trim fills a box, and nothing beside it."""
    left, bottom, right, top = trim
    x, y = pt(box.x_mm), page_height_pt - pt(box.bottom_mm)
    width, height = pt(box.width_mm), pt(box.height_mm)
    sx, sy = width / (right - left), height / (top - bottom)
    clip = " ".join(map(_number, (x, y, width, height)))
    matrix = f"{sx:.8f} 0 0 {sy:.8f} {_number(x - sx * left)} {_number(y - sy * bottom)}"
    return f"q {clip} re W n {matrix} cm {name} Do Q"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def _box(box: Box, page_height_mm: float) -> list[float]:
    edges = (box.x_mm, page_height_mm - box.bottom_mm, box.right_mm, page_height_mm - box.y_mm)
    return [round(edge * PT_PER_MM, 4) for edge in edges]


# ---------------------------------------------------------------- what the file says about itself


def _describe(pdf: Any, imposition: Imposition, caption: Caption) -> None:
    kind = f"{imposition.sheets[0].paper.name}, {imposition.kind}"
    duplex = _FLIPS[imposition.flip] if imposition.duplex else "/Simplex"
    describe_pdf(
        pdf,
        title=caption.title,
        author=caption.edition.author,
        language=caption.edition.spoken,
        subject=f"{caption.edition.subject or caption.component} ({kind})",
        viewer={"PrintScaling": pikepdf.Name("/None"), "Duplex": pikepdf.Name(duplex)},
    )


def _navigate(pdf: Any, imposition: Imposition, caption: Caption) -> None:
    """Outline and page labels."""
    labels = pikepdf.Array()
    with pdf.open_outline() as outline:
        top = pikepdf.OutlineItem(caption.component, 0)
        outline.root.append(top)
        for index, (sheet, label) in enumerate(zip(imposition.sheets, page_labels(imposition), strict=True)):
            labels.append(index)
            labels.append(pikepdf.Dictionary(P=pikepdf.String(label)))
            if sheet.side is Side.FRONT or not imposition.duplex:
                top.children.append(pikepdf.OutlineItem(_range(sheet), index))
    pdf.Root.PageLabels = pikepdf.Dictionary(Nums=labels)


def page_labels(imposition: Imposition) -> Sequence[str]:
    """What a viewer calls each page: `1 front`, `1 back`, the name of a tile, or its number."""
    labels = []
    for number, sheet in enumerate(imposition.sheets, start=1):
        if imposition.duplex:
            labels.append(f"{(number + 1) // 2} {sheet.side}")
        else:
            labels.append(f"{number} {sheet.name}".strip())
    return labels


def _range(sheet: Sheet) -> str:
    first, last = sheet.titles[0], sheet.titles[-1]
    title = first if first == last else f"{first} – {last}"
    return f"{title}, {sheet.name}" if sheet.name else title

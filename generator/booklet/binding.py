"""The finished file of a booklet: outline, page numbers, links of the contents, metadata."""

from __future__ import annotations

import io
from typing import Any

from generator.booklet.document import Booklet
from generator.booklet.pages import spoken
from generator.ground.pdf_file import describe_pdf, finished
from generator.ground.units import pt
from generator.sheets.sheet import Paper

LINE_MM = 4.0
"""How high the part of a line in the contents is that can be clicked."""


def bind(pages: bytes, booklet: Booklet, *, paper: Paper, title: str, author: str) -> bytes:
    """The pages that the renderer drew as one navigable PDF."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pages)) as pdf:
        describe_pdf(pdf, title=title, author=author)
        _outline(pdf, booklet, paper)
        _links(pdf, booklet, paper)
        return finished(pdf)


def _outline(pdf: Any, booklet: Booklet, paper: Paper) -> None:
    import pikepdf

    with pdf.open_outline() as outline:
        for entry in booklet.entries:
            top = pt(paper.height_mm - entry.top_mm) + 6
            item = pikepdf.OutlineItem(
                spoken(entry.text), entry.page - 1, pikepdf.PageLocation.XYZ, left=0, top=top, zoom=0
            )
            if entry.level == 1 or not outline.root:
                outline.root.append(item)
            else:
                outline.root[-1].children.append(item)


def _links(pdf: Any, booklet: Booklet, paper: Paper) -> None:
    import pikepdf

    for link in booklet.links:
        entry, y = link.entry, paper.height_mm - link.top_mm
        box = [pt(link.left_mm), pt(y - LINE_MM), pt(link.left_mm + link.width_mm), pt(y)]
        target = pdf.pages[entry.page - 1].obj
        annotation = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot,
            Subtype=pikepdf.Name.Link,
            Rect=box,
            Border=[0, 0, 0],
            Dest=[target, pikepdf.Name.XYZ, 0, pt(paper.height_mm - entry.top_mm) + 6, 0],
        )
        leaf = pdf.pages[link.page - 1]
        if "/Annots" not in leaf:
            leaf.Annots = pikepdf.Array()
        leaf.Annots.append(pdf.make_indirect(annotation))

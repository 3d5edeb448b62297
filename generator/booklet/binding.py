"""The finished file of a booklet: outline, page numbers, links of the contents, metadata, and its structure.

The structure is for readers who hear the text: a tree of its parts in their order (ISO 32000-1, 14.7).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pikepdf

from generator.booklet.document import Booklet
from generator.booklet.pages import spoken
from generator.booklet.tagging import ICON, Tag, role_of
from generator.ground.pdf_file import describe_pdf, finished
from generator.ground.units import pt
from generator.sheets.sheet import Paper

LINE_MM = 4.0
"""How high the part of a line in the contents is that can be clicked."""


def bind(
    pages: bytes, booklet: Booklet, *, paper: Paper, title: str, author: str, language: str = ""
) -> bytes:
    """The pages that the renderer drew as one navigable PDF."""
    with pikepdf.open(io.BytesIO(pages)) as pdf:
        describe_pdf(pdf, title=title, author=author, language=language)
        _outline(pdf, booklet, paper)
        structure = _Structure(pdf, booklet.tags)
        _links(pdf, booklet, paper, structure)
        structure.finish()
        return finished(pdf)


def _outline(pdf: Any, booklet: Booklet, paper: Paper) -> None:
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


def _links(pdf: Any, booklet: Booklet, paper: Paper, structure: _Structure) -> None:
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
        leaf.Annots.append(structure.linked(pdf.make_indirect(annotation), leaf.obj, link.path))


class _Structure:
    """The tree of a booklet's parts, and which of them each mark on each page belongs to."""

    def __init__(self, pdf: Any, tags: Sequence[Sequence[Tag]]) -> None:
        self._pdf, name = pdf, pikepdf.Name
        self._leaves = [page.obj for page in pdf.pages]
        self._root = pdf.make_indirect(pikepdf.Dictionary(Type=name.StructTreeRoot))
        self._elements = {"": self._made(name.Document, self._root)}
        self._root.K = pikepdf.Array([self._elements[""]])
        self._pages: dict[str, int] = {}
        """The page on which an element begins."""
        self._parents: list[Any] = [[None] * len(page) for page in tags]
        marks = ((tag, page, number) for page, some in enumerate(tags) for number, tag in enumerate(some))
        for tag, page, number in sorted(marks, key=lambda mark: mark[0].at):
            self._mark(tag, page, number)

    def _mark(self, tag: Tag, page: int, number: int) -> None:
        element, leaf = self._element(tag.path), self._leaves[page]
        if tag.alt:
            element[pikepdf.Name.ActualText if role_of(tag.path) == ICON else pikepdf.Name.Alt] = tag.alt
        if self._pages.setdefault(tag.path, page) == page:
            element.Pg = leaf
            element.K.append(number)
        else:
            element.K.append(pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=leaf, MCID=number))
        self._parents[page][number] = element

    def _element(self, path: str) -> Any:
        """The element at the end of a way, with all on the way there."""
        if path not in self._elements or role_of(path) == ICON:
            parent = self._element(path.rpartition("/")[0])
            element = self._made(pikepdf.Name(f"/{role_of(path)}"), parent)
            if element.S == pikepdf.Name.TH:
                element.A = pikepdf.Dictionary(O=pikepdf.Name.Table, Scope=pikepdf.Name.Column)
            parent.K.append(element)
            self._elements[path] = element
        return self._elements[path]

    def _made(self, role: Any, parent: Any) -> Any:
        dictionary = pikepdf.Dictionary(Type=pikepdf.Name.StructElem, S=role, P=parent, K=pikepdf.Array())
        return self._pdf.make_indirect(dictionary)

    def linked(self, annotation: Any, leaf: Any, path: str) -> Any:
        """An annotation as the part of the text that it stands on."""
        element = self._element(path)
        element.K.append(pikepdf.Dictionary(Type=pikepdf.Name.OBJR, Obj=annotation, Pg=leaf))
        annotation.StructParent = len(self._parents)
        self._parents.append(element)
        return annotation

    def finish(self) -> None:
        """Write what leads from pages and links to the tree."""
        pdf = self._pdf
        numbers: list[Any] = []
        for number, parents in enumerate(self._parents):
            own = pdf.make_indirect(pikepdf.Array(parents)) if isinstance(parents, list) else parents
            numbers += [number, own]
        for number, page in enumerate(pdf.pages):
            page.StructParents, page.Tabs = number, pikepdf.Name.S
        self._root.ParentTree = pdf.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array(numbers)))
        self._root.ParentTreeNextKey = len(self._parents)
        pdf.Root.StructTreeRoot = self._root
        pdf.Root.MarkInfo = pikepdf.Dictionary(Marked=True)

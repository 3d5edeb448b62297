"""The pages of a booklet as faces, each but the first with a foot."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from generator.booklet.flow import Leaf, Setter
from generator.booklet.style import FOOT, LINE, Look
from generator.booklet.tagging import unmarked
from generator.faces.face import Face
from generator.ground.problems import error
from generator.sheets.sheet import Paper
from generator.text.fitting import FittedText

MARGIN_MM = 20.0
TOP_MM = 19.0
FOOT_MM = 21.0
BESIDE_MM = 5.0
"""Between the chapter's name and the page's number."""


@dataclass(frozen=True, slots=True)
class Title:
    """What stands on the first page and at the foot of every other one."""

    title: str
    subtitle: str
    foot: str
    motifs: Sequence[tuple[str, str, str]]
    """(motif, colour, tint) of the pieces of art on the first page."""
    colours: Sequence[str] = ()
    """Those of the game, for a first page without art."""
    motto: str = ""
    """A line under the title."""
    contents: str = "Contents"
    """The heading of the table of contents."""
    facts: Sequence[str] = ()
    """What stands at the foot of the first page: players and time, age, author."""
    version: str = ""
    cover: Face | None = None
    """The first page, if it has a template of its own."""


def face_of(
    leaf: Leaf,
    number: int,
    key: str,
    title: Title,
    paper: Paper,
    setter: Setter,
    icon: Callable[[str], str],
    chapter: str = "",
) -> Face:
    """A leaf as a face of the paper's size; every page but the first has a foot, with its chapter."""
    width, height = paper.width_mm, paper.height_mm
    ground = f'<rect x="0" y="0" width="{width}" height="{height}" fill="#ffffff"/>'
    foot = "" if number == 1 else _foot(title, chapter, number, paper, setter)
    body = unmarked("".join(leaf.markup) + foot)
    used = sorted(set(re.findall(r'href="#icon-([\w-]+)"', body)))
    symbols = "".join(icon(name) for name in used)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-tag="Artifact" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><defs>{symbols}</defs>{ground}{body}</svg>'
    )
    return Face(f"{key}/page {number}", svg, width, height, "rectangle", key)


def _foot(title: Title, chapter: str, number: int, paper: Paper, setter: Setter) -> str:
    """Game and booklet where reading begins, the chapter and the page's number at the other side."""
    y = paper.height_mm - 12
    wide = paper.width_mm - 2 * MARGIN_MM
    bold = replace(FOOT, weight=700, color=setter.style.deep)
    page = setter.lay(str(number), bold, 20)
    left = setter.lay(title.foot, FOOT, wide - 20)
    if left.height > 2 * FOOT.size_mm:
        fault = "Title and version take more than one line at the foot of a booklet’s pages."
        setter.problems.append(error(setter.place, fault, "Shorten them."))
    rule = f'<rect x="{MARGIN_MM}" y="{y - 3}" width="{wide}" height="0.2" fill="{LINE}"/>'
    edge = paper.width_mm - MARGIN_MM

    def put(layout: FittedText, look: Look, x: float) -> str:
        at = paper.width_mm - x - layout.width if setter.style.rtl else x
        return setter.markup(layout, look, x_mm=at, y_mm=y)

    parts = [rule, put(left, FOOT, MARGIN_MM), put(page, bold, edge - page.width)]
    room = wide - left.width - page.width - 2 * BESIDE_MM
    words = spoken(chapter)
    if words and room > 0:
        text = replace(setter, problems=[]).lay(words, FOOT, room)
        if text.height <= 2 * FOOT.size_mm and text.width <= room:
            parts.append(put(text, FOOT, edge - page.width - BESIDE_MM - text.width))
    return "".join(parts)


def spoken(title: str) -> str:
    """A title without its icons and stars, for the foot of a page and the outline of a viewer."""
    return " ".join(re.sub(r"\{[^{}]*\}|\*", "", title).replace(" ,", ",").split())

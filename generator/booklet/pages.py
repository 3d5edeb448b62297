"""The pages of a booklet as faces: the first one with its art, the foot of all others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.booklet.flow import KeptBlocks, Leaf, Setter
from generator.booklet.style import BODY, LINE, MOTTO, PAPER, SMALL, TITLE
from generator.faces.face import Face
from generator.ground.problems import error
from generator.sheets.sheet import Paper

MARGIN_MM = 22.0
TOP_MM = 20.0
FOOT_MM = 20.0


@dataclass(frozen=True, slots=True)
class Title:
    """What stands on the first page and at the foot of every other one."""

    title: str
    subtitle: str
    foot: str
    motifs: Sequence[tuple[str, str, str]]
    """(motif, colour, tint) of the strips of art on the first page."""
    motto: str = ""
    """A line under the title."""


def front_of(title: Title, paper: Paper, setter: Setter) -> str:
    """The first page: strips of the Layers' art over the title."""
    width, height = paper.width_mm, paper.height_mm * 0.6
    strip = width / max(1, len(title.motifs))
    made = []
    for at, (motif, color, tint) in enumerate(title.motifs):
        drawn = _art(setter.kept, motif, f"{title.title} {at}", (strip, height), (color, tint))
        drawn = apart(drawn, f"front-{at}-")
        made.append(
            f'<g transform="translate({strip * at:.4f} 0)"><clipPath id="strip-{at}"><rect x="0" y="0" '
            f'width="{strip:.4f}" height="{height:.4f}"/></clipPath>'
            f'<g clip-path="url(#strip-{at})">{drawn}</g></g>'
        )
    name = setter.lay(title.title, TITLE, width - 2 * MARGIN_MM)
    made.append(setter.markup(name, TITLE, x_mm=MARGIN_MM, y_mm=height + 20))
    y = height + 23 + name.height
    for words, look, gap in ((title.motto, MOTTO, 5.0), (title.subtitle, BODY, 0.0)):
        if words:
            line = setter.lay(words, look, width - 2 * MARGIN_MM)
            made.append(setter.markup(line, look, x_mm=MARGIN_MM, y_mm=y))
            y += line.height + gap
    if y > paper.height_mm - MARGIN_MM:
        what = "Title and tagline are longer than the first page of a booklet."
        setter.problems.append(error(setter.place, what, "Shorten them."))
    return "".join(made)


def _art(
    kept: KeptBlocks | None, motif: str, seed: str, size: tuple[float, float], colours: tuple[str, str]
) -> str:
    """A strip of art of a width and height in mm, as it was drawn before if it was."""
    from generator.art import draw_art

    key = kept.key(("art", motif, seed, size, colours, PAPER), size[0]) if kept is not None else ""
    made = kept.get(key) if kept is not None else None
    if made is None:
        color, tint = colours
        made = size[1], draw_art(motif, seed, *size, color=color, tint=tint, paper=PAPER)
        if kept is not None:
            kept.put(key, made)
    return made[1]


def face_of(
    leaf: Leaf,
    number: int,
    key: str,
    title: Title,
    paper: Paper,
    setter: Setter,
    icon: Callable[[str], str],
) -> Face:
    """A leaf as a face of the paper's size; every page but the first has a foot."""
    width, height = paper.width_mm, paper.height_mm
    ground = f'<rect x="0" y="0" width="{width}" height="{height}" fill="#ffffff"/>'
    foot = "" if number == 1 else _foot(title, number, paper, setter)
    body = "".join(leaf.markup) + foot
    used = sorted(set(re.findall(r'href="#icon-([\w-]+)"', body)))
    symbols = "".join(icon(name) for name in used)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><defs>{symbols}</defs>{ground}{body}</svg>'
    )
    return Face(f"{key}/page {number}", svg, width, height, "rectangle", key)


def _foot(title: Title, number: int, paper: Paper, setter: Setter) -> str:
    y = paper.height_mm - 12
    left = setter.lay(title.foot, SMALL, paper.width_mm - 2 * MARGIN_MM - 20)
    right = setter.lay(str(number), SMALL, 20)
    wide = paper.width_mm - 2 * MARGIN_MM
    if left.height > 2 * SMALL.size_mm:
        what = "Title and version take more than one line at the foot of a booklet’s pages."
        setter.problems.append(error(setter.place, what, "Shorten them."))
    rule = f'<rect x="{MARGIN_MM}" y="{y - 3}" width="{wide}" height="0.2" fill="{LINE}"/>'
    edge = paper.width_mm - MARGIN_MM - right.width
    return (
        rule
        + setter.markup(left, SMALL, x_mm=MARGIN_MM, y_mm=y)
        + setter.markup(right, SMALL, x_mm=edge, y_mm=y)
    )


def apart(markup: str, prefix: str) -> str:
    """Markup with every id under a prefix."""
    from generator.faces.markup import apart as keep_apart

    return keep_apart(markup, prefix)

"""The first page of a booklet without a cover of its own: one picture of the game's colours and art."""

from __future__ import annotations

import math
from dataclasses import replace

from generator.booklet.block_cache import KeptBlocks
from generator.booklet.flow import Setter
from generator.booklet.looks import mixed
from generator.booklet.pages import MARGIN_MM, Title
from generator.booklet.style import PAPER, SMALL, TITLE, Look
from generator.booklet.tagging import marked
from generator.faces.markup import apart
from generator.ground.problems import error
from generator.sheets.sheet import Paper

LEAST_PETALS, MOST_PETALS = 5, 12
BAND = 0.345
"""Of the height that title and facts take."""
SIZES_MM = (19.0, 17.0, 15.0, 13.0, 11.0)
"""Of a title, the largest in which it has room."""
TITLE_LINES = 2


def front_of(title: Title, paper: Paper, setter: Setter) -> str:
    """Petals round a middle, one for each piece of the game's art or each of its colours, over the title."""
    width, height = paper.width_mm, paper.height_mm
    deep = mixed(setter.style.deep, "#000000", 0.45)
    top = height * (1 - BAND)
    return "".join(
        (
            f'<rect x="0" y="0" width="{width}" height="{height}" fill="{deep}"/>',
            _flower(title, setter, width / 2, top / 2 + 2, min(width, top) / 2 - 12, deep),
            _words(title, paper, setter, top),
        )
    )


def _flower(title: Title, setter: Setter, x: float, y: float, reach: float, deep: str) -> str:
    """As many petals as there are pieces of art, or colours."""
    colours = [color for _, color, _ in title.motifs] or list(title.colours) or [setter.style.deep]
    count = max(LEAST_PETALS, min(len(colours), MOST_PETALS))
    petal = petal_path(count, reach)
    light = mixed(setter.style.deep, PAPER, 0.78)
    wide = 2 * reach * math.tan(math.pi / count)
    parts = [
        f'<circle cx="0" cy="0" r="{reach * share:.3f}" fill="none" stroke="{light}" stroke-opacity="0.25" '
        'stroke-width="0.4"/>'
        for share in (0.62, 0.82, 1.04, 1.1)
    ]
    for at in range(count):
        color = colours[at % len(colours)]
        inner = petal_path(count, reach * 0.74)
        drawn = f'<path d="{petal}" fill="{color}"/><path d="{inner}" fill="{light}" fill-opacity="0.25"/>'
        if title.motifs:
            motif, color, tint = title.motifs[at % len(title.motifs)]
            size = (max(wide, reach * 0.5), reach)
            art = apart(_art(setter.kept, motif, f"{title.title} {at}", size, (color, tint)), f"front-{at}-")
            drawn = (
                f'<clipPath id="petal-{at}"><path d="{petal}"/></clipPath><g clip-path="url(#petal-{at})">'
                f'<g transform="translate({-size[0] / 2:.3f} {-reach:.3f})">{art}</g></g>'
            )
        edge = f'<path d="{petal}" fill="none" stroke="{light}" stroke-width="0.9"/>'
        parts.append(f'<g transform="rotate({360 * at / count:.4f})">{drawn}{edge}</g>')
    parts.append(f'<circle cx="0" cy="0" r="{reach * 0.15:.3f}" fill="{light}"/>')
    parts.append(f'<circle cx="0" cy="0" r="{reach * 0.1:.3f}" fill="{deep}"/>')
    return f'<g transform="translate({x:.3f} {y:.3f})">{"".join(parts)}</g>'


def petal_path(count: int, reach: float) -> str:
    """A petal of a flower of so many, from its middle at (0, 0) upwards, as wide as its neighbours allow."""
    half = min(reach * 0.7 * math.tan(math.pi / count) * 0.95, reach * 0.3)
    return (
        f"M0 {-0.19 * reach:.3f}C{half * 0.4:.3f} {-0.32 * reach:.3f} {half:.3f} {-0.5 * reach:.3f} "
        f"{half:.3f} {-0.7 * reach:.3f}C{half:.3f} {-0.86 * reach:.3f} {half * 0.5:.3f} "
        f"{-0.95 * reach:.3f} 0 {-reach:.3f}C{-half * 0.5:.3f} {-0.95 * reach:.3f} {-half:.3f} "
        f"{-0.86 * reach:.3f} {-half:.3f} {-0.7 * reach:.3f}C{-half:.3f} {-0.5 * reach:.3f} "
        f"{-half * 0.4:.3f} {-0.32 * reach:.3f} 0 {-0.19 * reach:.3f}Z"
    )


def _words(title: Title, paper: Paper, setter: Setter, top: float) -> str:
    """Title, tagline, which booklet it is, and the facts at the foot."""
    wide = paper.width_mm - 2 * MARGIN_MM
    light = mixed(setter.style.deep, PAPER, 0.78)
    white = replace(TITLE, family=setter.style.heading_font, align="center", color="#ffffff")
    quiet = Look(size_mm=5.0, italic=True, align="center", color=light, icon_color=light, muted=True)
    label = replace(quiet, size_mm=4.4, italic=False, weight=700)
    look = _title_look(title.title, white, setter, wide)
    lines = [
        (setter.lay(words, own, wide), own, gap)
        for words, own, gap in (
            (title.title, look, 2.5),
            (title.motto, quiet, 5.0),
            (title.subtitle, label, 0.0),
        )
        if words
    ]
    foot = replace(SMALL, size_mm=3.4, align="center", color=light, icon_color=light, muted=True)
    facts = setter.lay("  ·  ".join((*title.facts, title.version)), foot, wide)
    low = paper.height_mm - 13 - facts.height
    room = low - 6 - top - sum(laid.height + gap for laid, _, gap in lines)
    if room < 0:
        fault = "Title and tagline are longer than the first page of a booklet."
        setter.problems.append(error(setter.place, fault, "Shorten them."))
    parts, y = [], top + room / 2
    for at, (laid, own, gap) in enumerate(lines):
        words = setter.markup(laid, own, x_mm=MARGIN_MM, y_mm=y)
        parts.append(marked(f"P.{at}" if at else "H1.0", words))
        y += laid.height + gap
    box = f'x="{MARGIN_MM}" y="{low - 4:.3f}" width="{wide}" height="0.3"'
    parts.append(f'<rect {box} fill="{light}" fill-opacity="0.6"/>')
    return "".join(parts) + marked("P.facts", setter.markup(facts, foot, x_mm=MARGIN_MM, y_mm=low))


def _title_look(words: str, look: Look, setter: Setter, wide: float) -> Look:
    quiet = replace(setter, problems=[])
    for size in SIZES_MM:
        look = replace(look, size_mm=size)
        laid = quiet.lay(words, look, wide)
        if laid.height < size * (0.3 + look.leading * TITLE_LINES) and laid.width <= wide:
            break
    return look


def _art(
    blocks: KeptBlocks | None, motif: str, seed: str, size: tuple[float, float], colours: tuple[str, str]
) -> str:
    """A piece of art of a width and height in mm, as it was drawn before if it was."""
    from generator.art import draw_art

    key = blocks.key(("art", motif, seed, size, colours, PAPER), size[0]) if blocks is not None else ""
    block = blocks.get(key) if blocks is not None else None
    if block is None:
        color, tint = colours
        block = size[1], draw_art(motif, seed, *size, color=color, tint=tint, paper=PAPER)
        if blocks is not None:
            blocks.put(key, block)
    return block[1]

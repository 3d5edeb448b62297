"""A scene as a page of PDF: a table with light on it, the designs where they lie, and a legend beneath."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from generator.booklet.scene.lying import Lying, Scene, shown_by
from generator.booklet.scene.picture import design_symbol, scene_picture
from generator.faces.face import Face
from generator.ground.cache import NO_CACHE, Cache, svg_digest
from generator.ground.fence import unit
from generator.ground.problems import Failed, has_errors
from generator.press.decks import Deck
from generator.press.renders import Renders

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

TABLE = ("#f3efe7", "#d3ccbf")
"""The table in the middle, where the light falls, and at its corners."""
SEEN_MM = 170.0
"""About how wide somebody sees a scene: marks are as large as they are in a picture of this width."""
_PAPER = "#fbf8f2"

Legend = Callable[[Scene, float], tuple[float, str, str]]
"""What stands beneath a scene of a scale: its height in mm, its markup, and the definitions that it needs."""


def draw_scene(
    scene: Scene,
    stock: Iterable[Deck],
    faces: Renders,
    fonts: Fonts,
    *,
    legend: Legend | None = None,
    cache: Cache = NO_CACHE,
) -> bytes:
    """The scene as a PDF of one page of its own size. What `stock` does not have is left out.

    Raises Failed for what cannot be drawn.
    """
    from generator.svg.designs import draw_designs

    with unit("sheets", scene.title):
        scale = _scale(scene)
        _, below, rest = legend(scene, scale) if legend is not None else (0.0, "", "")
        ids, symbols = _symbols(scene, list(stock), faces)
        drawing = scene_picture(
            scene, ids.__getitem__, ground="url(#table-light)", prefix="s-", scale=scale, corner_mm=0
        )
        width, height = page_size(scene, legend)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.4f}mm" height="{height:.4f}mm" '
            f'viewBox="0 0 {width:.4f} {height:.4f}"><defs>{_light(scene)}{"".join(symbols)}{rest}</defs>'
            f'<rect x="0" y="0" width="{width:.4f}" height="{height:.4f}" fill="{_PAPER}"/>{drawing}'
            f'<g transform="translate(0 {scene.height_mm:.4f})">{below}</g></svg>'
        )
        out = io.BytesIO()
        page = Face(scene.title, svg, width, height, "rectangle", scene.title)
        problems = draw_designs([page], fonts=fonts, out=out, bleed_mm=0, cache=cache)
        if has_errors(problems):
            raise Failed(*problems)
        return out.getvalue()


def page_size(scene: Scene, legend: Legend | None = None) -> tuple[float, float]:
    """Width and height of the page of a scene with its legend, in mm."""
    high = legend(scene, _scale(scene))[0] if legend is not None else 0.0
    return scene.width_mm, scene.height_mm + high


def _scale(scene: Scene) -> float:
    return min(1.0, SEEN_MM / scene.width_mm)


def _symbols(scene: Scene, stock: Sequence[Deck], faces: Renders) -> tuple[dict[Lying, str], list[str]]:
    """The id of the drawing of each thing, none for what cannot be shown, and the drawings."""
    by_name = {pile.name: pile for pile in stock}
    symbols: dict[str, str] = {}
    ids: dict[Lying, str] = {}
    for piece in scene.things:
        found_pile = by_name.get(piece.component)
        shows = shown_by(found_pile, piece.design) if found_pile is not None else None
        ids[piece] = ""
        if shows is None:
            continue
        template = str(shows.component.values.get(shows.side) or "")
        face = faces.render(template, component=shows.component, card=shows.row)[0]
        if face is not None:
            ids[piece] = id = f"design-{svg_digest(face.svg)[:16]}-{piece.component.encode().hex()[:24]}"
            if id not in symbols:
                symbols[id] = design_symbol(id, face.svg, piece.format)
    return ids, list(symbols.values())


def _light(scene: Scene) -> str:
    """The ground, a radial gradient."""
    x, y, reach = scene.width_mm * 0.46, scene.height_mm * 0.42, max(scene.width_mm, scene.height_mm) * 0.75
    stops = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in enumerate(TABLE))
    return (
        f'<radialGradient id="table-light" gradientUnits="userSpaceOnUse" cx="{x:.4f}" cy="{y:.4f}" '
        f'r="{reach:.4f}">{stops}</radialGradient>'
    )

"""Pictures of icons for the table: the drawing of a key in one colour, on white."""

from __future__ import annotations

import io
import re

from generator.faces.assets import Icons
from generator.faces.markup import BadArgument
from generator.ground.fence import unit
from generator.ground.problems import Failed
from generator.ground.raster import Pages
from generator.preview.files import Printables
from generator.preview.recorder import Design
from generator.svg.designs import draw_designs

_ID = re.compile(r"((?:[0-9a-f]{2}){1,28})x([0-9a-f]{6})")
"""A key in hexadecimal digits, and a colour."""
_SIZE_MM = 8.0


def icon_png(printables: Printables, id: str, dpi: int) -> bytes | None:
    """The icon that an id names; None if there is none such, or it cannot be drawn."""
    named = _ID.fullmatch(id)
    if named is None:
        return None
    key, colour = bytes.fromhex(named[1]).decode("utf-8", "replace"), f"#{named[2]}"
    try:
        symbol = Icons(printables.project.root / "icons").symbol(key)
    except BadArgument:
        return None
    use = f'<use href="#icon-{key}" width="24" height="24" color="{colour}" fill="{colour}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><defs>{symbol}</defs>{use}</svg>'
    design = Design(f"icon{id}", f"icon {key}", f"icon{id}", _SIZE_MM, _SIZE_MM, "rectangle", lambda: svg)
    out = io.BytesIO()
    try:
        draw_designs([design], fonts=printables.workshop.fonts, out=out, bleed_mm=0.0)
    except Failed:
        return None
    with unit("picture", f"icon {key}"), Pages(out.getvalue()) as pages:
        return pages.png(0, dpi=dpi)

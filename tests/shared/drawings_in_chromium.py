"""Small drawings as Chromium shows them, all of them on one page."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping

from fontTools.ttLib import TTFont
from PIL import Image

from tests.shared.browser import opened, page_of
from tests.shared.svg_pictures import ROOT, svg

SIDE_PX = 180
"""Pixels of a drawing; a page of larger ones is more than Chromium takes a picture of."""
_ACROSS = 20
_STYLE = f"""body{{margin:0;background:#fff}}
div{{position:absolute;width:{SIDE_PX}px;height:{SIDE_PX}px;overflow:hidden}}"""
_INSIDE = ":host>svg{display:block;width:100%;height:100%;text-rendering:geometricPrecision}"
_SCRIPT = """([style, inside, texts, across, side]) => {
  const sheet = document.createElement("style");
  sheet.textContent = style;
  document.head.append(sheet);
  texts.forEach((text, at) => {
    const host = document.createElement("div");
    host.style.left = (at % across) * side + "px";
    host.style.top = Math.floor(at / across) * side + "px";
    const shadow = host.attachShadow({mode: "open"});
    const own = document.createElement("style");
    own.textContent = inside;
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    drawing.setAttribute("width", "100%");
    drawing.setAttribute("height", "100%");
    shadow.append(own, document.importNode(drawing, true));
    document.body.append(host);
  });
  return document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true);
}"""
"""Each drawing has a tree of its own, so that ids and style sheets of one are none of another's."""


def _fonts() -> str:
    """The game's fonts for the page, each under its family's name."""
    rules = []
    for path in sorted((ROOT.parent / "fonts").glob("*.ttf")):
        font = TTFont(path)
        names, weight = font["name"], font["OS/2"].usWeightClass
        family = names.getDebugName(16) or names.getDebugName(1)
        slant = "italic" if font["post"].italicAngle else "normal"
        data = base64.b64encode(path.read_bytes()).decode()
        rules.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};"
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return "".join(rules)


def chromium_pictures(bodies: Mapping[str, str]) -> dict[str, Image.Image]:
    """Each drawing by its name, SIDE_PX wide and high."""
    rows = -(-len(bodies) // _ACROSS)
    texts = [svg(body) for body in bodies.values()]
    width, height = _ACROSS * SIDE_PX, rows * SIDE_PX
    with opened() as browser, page_of(browser, width=width, height=height) as page:
        page.goto("data:text/html,<!doctype html><meta charset=utf-8><body>")
        page.evaluate(_SCRIPT, [_fonts() + _STYLE, _INSIDE, texts, _ACROSS, SIDE_PX])
        whole = Image.open(io.BytesIO(page.screenshot(timeout=60_000))).convert("RGB")
    places = [(at % _ACROSS * SIDE_PX, at // _ACROSS * SIDE_PX) for at in range(len(bodies))]
    return {
        name: whole.crop((x, y, x + SIDE_PX, y + SIDE_PX))
        for name, (x, y) in zip(bodies, places, strict=True)
    }

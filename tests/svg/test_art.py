"""Drawings as pictures of their own: what is printed as pixels."""

from __future__ import annotations

import base64

from generator.ground.problems import Severity
from tests.shared.svg_pictures import drawn, raster, same_picture, svg


def art(body: str) -> str:
    """A face that holds nothing but a picture."""
    inner = base64.b64encode(svg(body).encode()).decode()
    return svg(f'<image width="60" height="60" href="data:image/svg+xml;base64,{inner}"/>')


def test_pixels_are_said_with_their_element() -> None:
    blur = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><circle r="16" filter="url(#f)"/>'
    _, (problem,) = drawn(art(blur))
    assert problem.severity is Severity.NOTE
    assert problem.where.endswith(":1")
    assert problem.what == (
        "The drawing is printed as pixels, 600 to the inch. The element <filter> cannot be drawn here."
    )


def test_a_symbol_that_is_moved_itself_is_moved_as_in_a_browser() -> None:
    """resvg leaves its transform out; Chromium and SVG 2 (5.5) do not."""
    moved = (
        '<symbol id="s" transform="translate(10 5)"><circle cx="10" cy="10" r="8"/></symbol>'
        '<use href="#s" x="5" y="5"/>'
    )
    still = '<circle cx="25" cy="20" r="8"/>'
    assert same_picture("moved-symbol", raster(drawn(svg(moved))[0]), raster(drawn(svg(still))[0]))

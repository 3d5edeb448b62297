"""How a run of text is painted: its colours, what lies above, and gradients in its letters."""

from __future__ import annotations

from generator.svg.gradients import Shade
from generator.svg.lettering import Lettering, ShapedRun
from generator.svg.painting import isolates, line_of, shaded, solid_part
from generator.svg.pen import ContentStream
from generator.svg.style import Paint, Style

FILL, STROKE, BOTH, CLIP = 0, 1, 2, 7
"""The text rendering modes of PDF (ISO 32000-1, table 106)."""


def paint_run(
    pen: ContentStream,
    lettering: Lettering,
    run: ShapedRun,
    style: Style,
    at: tuple[float, float],
    fill: Paint | Shade,
    stroke: Paint | Shade,
) -> None:
    """Write a run at its place: fill first, then stroke, or the other way round if its style says so."""
    isolated = isolates(pen, fill, stroke)
    if isolated:
        pen.save()
    pen.alpha(style.fill_opacity, style.stroke_opacity)
    pen.colours(fill=solid_part(fill), stroke=solid_part(stroke))
    if stroke is not None:
        pen.line(line_of(style))
    x, y = at
    if isinstance(fill, Shade):
        modes = [CLIP] if stroke is None else [CLIP, STROKE]
    else:
        modes = [STROKE if fill is None else BOTH if stroke is not None else FILL]
        if modes == [BOTH] and style.paint_order:
            modes = [STROKE, FILL]
        elif modes == [BOTH] and min(style.fill_opacity, style.stroke_opacity) < 1:
            modes = [FILL, STROKE]  # together each viewer mixes them in its own way
    for mode in modes[::-1] if style.paint_order and CLIP in modes else modes:
        if mode == CLIP and isinstance(fill, Shade):
            pen.save()
            lettering.write(pen, run, style, x=x, y=y, mode=CLIP)
            shaded(pen, fill, style.fill_opacity)
            pen.restore()
        else:
            lettering.write(pen, run, style, x=x, y=y, mode=mode)
    if isolated:
        pen.restore()

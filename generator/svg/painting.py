"""Fill and stroke of one outline, in the order and with the operators that PDF has for them."""

from __future__ import annotations

from generator.svg.gradients import Shade
from generator.svg.pen import ContentStream, LineStyle
from generator.svg.style import Current, Gradient, Paint, Style
from generator.svg.values import Rgb


def paint_outline(
    pen: ContentStream, outline: str, fill: Paint | Shade, stroke: Paint | Shade, style: Style
) -> None:
    """Paints an outline (path operators): fill first, then stroke."""
    if fill is None and stroke is None:
        return
    isolated = isolates(pen, fill, stroke)
    if isolated:
        pen.save()
    if style.paint_order and stroke is not None:
        _paint_solid(pen, outline, None, solid_part(stroke), style)
        stroke = None
    if isinstance(fill, Shade):
        _fill_with(pen, outline, fill, style)
        fill = None
    _paint_solid(pen, outline, solid_part(fill), solid_part(stroke), style)
    if isolated:
        pen.restore()


def _paint_solid(
    pen: ContentStream, outline: str, fill: Rgb | Current | None, stroke: Rgb | Current | None, style: Style
) -> None:
    if fill is None and stroke is None:
        return
    star = "*" if style.fill_rule == "evenodd" else ""
    see_through = style.fill_opacity < 1 or style.stroke_opacity < 1
    pen.alpha(style.fill_opacity, style.stroke_opacity)
    pen.colours(fill=fill, stroke=stroke)
    if stroke is not None:
        pen.line(line_of(style))
    if fill is not None and stroke is not None and not see_through:
        pen.write(f"{outline} B{star}")
        return
    if fill is not None:
        pen.write(f"{outline} f{star}")
    if stroke is not None:
        pen.write(f"{outline} S")  # apart from the fill: where both show through, both must count


def solid_part(paint: Paint | Shade) -> Rgb | Current | None:
    """A paint's colour; None when it is nothing or a gradient."""
    return None if isinstance(paint, (Gradient, Shade)) else paint


def line_of(style: Style) -> LineStyle:
    """How a style's strokes look."""
    return (
        style.stroke_width,
        style.stroke_linecap,
        style.stroke_linejoin,
        style.stroke_miterlimit,
        style.stroke_dasharray,
        style.stroke_dashoffset if style.stroke_dasharray else 0.0,
    )


def isolates(pen: ContentStream, fill: Paint | Shade, stroke: Paint | Shade) -> bool:
    """Whether a solid colour would cover the colour that a shared form was given."""
    covers_fill = pen.state.fill is Current.COLOUR and isinstance(solid_part(fill), tuple)
    covers_stroke = pen.state.stroke is Current.COLOUR and isinstance(solid_part(stroke), tuple)
    return covers_fill or covers_stroke


def _fill_with(pen: ContentStream, outline: str, fill: Shade, style: Style) -> None:
    pen.save()
    pen.clip(outline, style.fill_rule)
    shaded(pen, fill, style.fill_opacity)
    pen.restore()


def shaded(pen: ContentStream, fill: Shade, opacity: float) -> None:
    """Paint a gradient over everything that is not clipped away."""
    pen.concat(fill.matrix)
    pen.alpha(opacity, opacity)
    pen.use("Shading", pen.pdf.shading(fill.coordinates, fill.stops), "sh")

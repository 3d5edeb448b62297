"""A face that spares ink: grounds and pictures as outlines, words in black, small signs in their colours.

The tree of a face becomes another one, which is drawn like any other. Whatever was filled and is large is
filled with white, so that it still hides what lies under it, and has a thin outline; what lay on it in a pale
colour takes the colour of that ground. `data-ink` on an element decides instead: `keep` leaves it and all in
it as it is, `outline` draws even small forms as outlines, `none` leaves it out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.ground.matrices import Matrix, moved
from generator.ground.sight import contrast, hexed
from generator.svg.grounds import Coat, Painted, blended, scale_of
from generator.svg.light_colours import BLACK, LINE, WHITE, in_picture, leading, on_paper, shade
from generator.svg.light_nodes import (
    DRAWN,
    GEOMETRY,
    ROUNDED,
    SMALL_MM2,
    WHITE_FILL,
    area,
    line_look,
    looking,
    painted,
    port_of,
)
from generator.svg.light_page import FINE_MM, LINE_MM, PICTURE, LightPage
from generator.svg.nodes import Node, Tree
from generator.svg.outlines import SHAPES
from generator.svg.style import PLAIN, Style, styled
from generator.svg.values import Rgb, ViewBox, fitted, multiply, port_at, reference, transform, unit, view_box

SMALL_FORM_MM2 = 1.2
"""Smaller filled forms keep their colour in a picture."""
HALO_MM = 0.7
"""How far the lines of a picture stay away from words."""
NARROW_MM = 1.0
"""A filled bar of no more than this is a line."""
BAND_MM = 0.9
"""A line of a picture of at least this becomes its two edges."""
LARGE_ICON_MM, LARGE_TYPE_MM = 13.0, 10.0
"""Icons and letters from here on are outlines."""
MANY = 12
"""As many shapes under one clip are a picture."""
_SMALL_PICTURE_MM2 = 100.0
FADED = 0.3
"""How much of a picture that is no drawing is left."""
_NEED_TEXT, _NEED_ICON = 4.5, 2.5
_SOLID = 0.5
"""Paint that lets less than half through hides."""


def lightened(
    tree: Tree, box: ViewBox, *, bleed_mm: float = 0.0, curved: bool = False, whole: bool = False
) -> Tree:
    """The tree of a face, or of a picture if all of it is a `whole` one, for a print that spares ink.

    `box` is the trimmed size, (0, 0, width, height) in mm, into which the tree is fitted; `curved` is a piece
    that is no rectangle. Raises ValueError for what `check_tree` refuses.
    """
    root = tree.root
    inner = view_box(root.attrs["viewBox"]) if "viewBox" in root.attrs else box
    matrix = fitted(root.attrs, box)
    maker, style = _Lightener(tree.ids, box, bleed_mm, curved, whole), styled(PLAIN, root.attrs)
    node = maker.picture(root, style, matrix) if whole else maker.inside(root, style, matrix)
    if bleed_mm and not whole:
        node.children.append(_edge(root, inner, bleed_mm / scale_of(matrix), 4 * LINE_MM / scale_of(matrix)))
    return replace(tree, root=node)


def _edge(root: Node, box: ViewBox, bleed: float, width: float) -> Node:
    """A white line round the page: outlines that run out into the bleed stay open there."""
    x, y, w, h = box
    at = {"x": x - bleed, "y": y - bleed, "width": w + 2 * bleed, "height": h + 2 * bleed}
    look = {"fill": "none", "stroke": "#ffffff", "stroke-width": f"{width:.4f}"}
    return Node("rect", {**{key: f"{value:.4f}" for key, value in at.items()}, **look}, root.where)


def is_small_picture(width: float, height: float) -> bool:
    """Whether a picture of so many millimetres is a sign, which keeps its colours."""
    return width * height <= _SMALL_PICTURE_MM2


@dataclass(slots=True)
class _Lightener(LightPage):
    _last: tuple[object, ...] = ()
    """The form that was outlined last."""

    # ------------------------------------------------------------ the walk

    def picture(self, node: Node, style: Style, matrix: Matrix) -> Node:
        """A container, of its own style, of which all that is filled becomes an outline."""
        lead = leading(self.areas(node, style, matrix))
        return self.inside(node, style, matrix, lead)

    def inside(self, node: Node, style: Style, matrix: Matrix, lead: Rgb | None = None) -> Node:
        """A container, of its own style, with new children; `lead` is the colour of the picture around."""
        children: list[Node] = []
        for child in node.children:
            children += self._element(child, style, matrix, lead)
        return replace(node, children=children)

    def _element(self, node: Node, style: Style, matrix: Matrix, lead: Rgb | None) -> list[Node]:
        attrs, tag = node.attrs, node.tag
        wish = attrs.get("data-ink", "").strip()
        if wish == "none" and (tag in SHAPES or tag in ("g", "svg", "use", "text", "image")):
            return []
        if attrs.get("display") == "none" or tag not in DRAWN or wish == "keep":
            return [node]
        if attrs.get("mask", "none") != "none":
            return [self._masked(node)]
        style = styled(style, attrs)
        if "transform" in attrs:
            matrix = multiply(matrix, transform(attrs["transform"]))
        clipped = attrs.get("clip-path", "none") != "none" and lead is None and not self._is_picture(node)
        edge = self.clip_edge(node, style, matrix) if clipped and wish != "outline" else []
        return [*self._lighter(node, style, matrix, lead, wish), *edge]

    def _lighter(self, node: Node, style: Style, matrix: Matrix, lead: Rgb | None, wish: str) -> list[Node]:
        """An element that is drawn, of its own style and matrix."""
        attrs, tag = node.attrs, node.tag
        if tag in SHAPES:
            style = style.thinned(unit(attrs.get("opacity", "1")))
            return self._form(node, style, matrix, lead) if lead else self._shape(node, style, matrix)
        if tag == "text":
            return self._text(node, style, matrix)
        if tag == "image":
            return [self._image(node, matrix)]
        if tag == "use":
            return self._use(node, style, matrix, lead)
        if tag == "svg":
            matrix = multiply(matrix, port_of(attrs))
        if lead is None and (wish == "outline" or self._is_picture(node)):
            return [self._whole_picture(node, style, matrix)]
        return [self.inside(node, style, matrix, lead)]

    def _masked(self, node: Node) -> Node:
        """What a mask shows has no outline that could be drawn: it is pale, unless there are words in it."""
        if any(part.tag in ("text", "use") for part in node.walk()):
            return node
        return looking(node, {"opacity": f"{FADED * unit(node.attrs.get('opacity', '1')):.4f}"})

    def _is_picture(self, node: Node) -> bool:
        if node.attrs.get("clip-path", "none") == "none":
            return False
        return sum(part.tag in SHAPES for part in node.walk()) >= MANY

    def _whole_picture(self, node: Node, style: Style, matrix: Matrix) -> Node:
        lead = leading(self.areas(node, style, matrix))
        clip = node.attrs.get("clip-path", "none")
        if clip != "none":
            child = self.ids[reference(clip)].children[0]
            self.before.paints.append(Painted(matrix, child, Coat(lead, 1.0, PICTURE)))
            self.after.paints.append(Painted(matrix, child, Coat(WHITE, 1.0, node.where)))
        return self.inside(node, style, matrix, lead)

    def _image(self, node: Node, matrix: Matrix) -> Node:
        """A picture stays: how it is drawn is seen when it is opened. What lies on it is told from paper."""
        port, scale = port_at(node.attrs), scale_of(matrix)
        if not is_small_picture(port[2] * scale, port[3] * scale):
            self.before.paints.append(Painted(matrix, port, Coat(BLACK, 1.0, PICTURE)))
            self.after.paints.append(Painted(matrix, port, Coat(WHITE, 1.0, node.where)))
        return node

    # ------------------------------------------------------------ forms in a picture

    def _form(self, node: Node, style: Style, matrix: Matrix, lead: Rgb) -> list[Node]:
        box = self.seen(node, matrix)
        scale = scale_of(matrix)
        if box is None or not style.visibility or not scale:
            return [node]
        fill = self.rgb_of(style.fill, style) if node.tag != "line" else None
        stroke = self.rgb_of(style.stroke, style) if style.stroke_width else None
        look: dict[str, str] = {}
        if fill is not None:
            if area(box) <= SMALL_FORM_MM2:
                look["fill"] = hexed(in_picture(fill, lead))
            elif style.fill_opacity < _SOLID:
                look["fill"] = "none"
            else:
                look |= WHITE_FILL
                form = painted(node, style, matrix, fill, 1.0)
                if stroke is None and not self.covers(form, box):
                    look |= line_look(in_picture(fill, lead), FINE_MM / scale)
        if stroke is None:
            return [looking(node, look)] if look.get("fill") != "none" or "stroke" in look else []
        width = style.stroke_width * scale
        tone = in_picture(stroke, lead)
        if width < BAND_MM or style.stroke_opacity < _SOLID:
            look |= {"stroke": hexed(tone), "stroke-width": f"{min(width, 2 * FINE_MM) / scale:.4f}"}
            return [looking(node, look)]
        edge = {"stroke": hexed(tone), "stroke-opacity": "1", "opacity": "1"}
        core = {
            "fill": "none",
            "opacity": "1",
            "stroke": "#ffffff",
            "stroke-opacity": "1",
            "stroke-width": f"{style.stroke_width - 2 * FINE_MM / scale:.4f}",
        }
        return [looking(node, look | edge), looking(node, core)]

    # ------------------------------------------------------------ shapes of the layout

    def _shape(self, node: Node, style: Style, matrix: Matrix) -> list[Node]:
        box, scale = self.seen(node, matrix), scale_of(matrix)
        if box is None or not style.visibility or not scale:
            return [node]
        fill = self.rgb_of(style.fill, style) if node.tag != "line" else None
        fill = fill if style.fill_opacity > 0.02 else None
        stroke = self.rgb_of(style.stroke, style) if style.stroke_width else None
        left, top, right, low = box
        former, now = self.grounds_at(((left + right) / 2, (top + low) / 2))
        look: dict[str, str] = {}
        same = (sorted((key, node.attrs[key]) for key in GEOMETRY & node.attrs.keys()), matrix)
        if fill is not None:
            form = painted(node, style, matrix, fill, style.fill_opacity)
            self.before.paints.append(form)
            narrow = min(right - left, low - top) <= NARROW_MM
            large = area(box) * ROUNDED.get(node.tag, 1.0) > SMALL_MM2 and not narrow
            solid_enough = style.fill_opacity >= _SOLID
            ground = blended((Coat(fill, style.fill_opacity, ""), Coat(former, 1.0, "")))
            if not large:
                tone = on_paper(fill, former, now, LINE) if contrast(fill, now) < 1.3 else fill
                look["fill"] = hexed(tone)
                self.after.paints.append(painted(node, style, matrix, tone, style.fill_opacity))
            else:
                look |= WHITE_FILL if solid_enough else {"fill": "none"}
                if solid_enough:
                    self.after.paints.append(painted(node, style, matrix, WHITE, 1.0))
                unseen = solid_enough and contrast(ground, former) < 1.1 and contrast(ground, WHITE) < 1.2
                plain = self.covers(form, box) or unseen or (same == self._last and not solid_enough)
                if not plain and (stroke is None or stroke == fill):
                    deep = [shade for shade in (ground, former) if contrast(shade, WHITE) >= 1.5]
                    tone = (
                        deep[0] if deep else max(ground, former, key=lambda colour: contrast(colour, WHITE))
                    )
                    look |= line_look(shade(tone), LINE_MM / scale)
                    stroke = None
                    self._last = same
                elif plain and stroke == fill:
                    look["stroke"] = "none"
                    stroke = None
                if self.covers(form, box) and solid_enough:
                    return [looking(node, look | {"stroke": "none"}), *self.rim(node, fill, matrix)]
        if stroke is not None:
            tone = on_paper(stroke, former, now, LINE) if contrast(stroke, now) < 1.5 else stroke
            width = min(style.stroke_width, 3 * LINE_MM / scale)
            look |= {"stroke": hexed(tone), "stroke-width": f"{width:.4f}"}
        has_line = stroke is not None or look.get("stroke", "none") != "none"
        return [looking(node, look)] if look.get("fill") != "none" or has_line else []

    def _text(self, node: Node, style: Style, matrix: Matrix) -> list[Node]:
        size = style.font_size
        fill = self.rgb_of(style.fill, style)
        if fill is None:
            return [node]
        wide = 0.5 * size * len(node.text.strip())
        x, y, _, _ = port_at(node.attrs)
        along = (x + (part - style.text_anchor) * wide for part in (0, 1, 0.5))
        spots = [moved((place, y - 0.3 * size), matrix) for place in along]
        former, now = self.grounds_at(spots[-1])
        black = contrast(fill, now) < min(_NEED_TEXT, contrast(fill, former))
        tone = (BLACK if contrast(BLACK, now) > contrast(WHITE, now) else WHITE) if black else fill
        if size * scale_of(matrix) >= LARGE_TYPE_MM and style.stroke is None:
            # the line first, for letters of some fonts are made of parts that lie over each other
            line = {"fill": "none"} | line_look(tone, 2 * LINE_MM / scale_of(matrix))
            return [looking(node, line), looking(node, {"fill": "#ffffff"})]
        text = looking(node, {"fill": hexed(tone)}) if black else node
        if style.stroke is None and any(map(self.on_picture, spots)):
            edge = looking(node, {"fill": "#ffffff"} | line_look(WHITE, 2 * HALO_MM / scale_of(matrix)))
            return [edge, text]
        return [text]

    # ------------------------------------------------------------ what is used

    def _use(self, node: Node, style: Style, matrix: Matrix, lead: Rgb | None) -> list[Node]:
        attrs, target = node.attrs, self.ids[node.attrs["href"].strip()[1:]]
        x, y, w, h = port_at(attrs)
        if target.tag != "symbol":
            inner = multiply(matrix, (1, 0, 0, 1, x, y))
            along = f"{attrs.get('transform', '')} translate({x} {y})"
            group = replace(looking(node, {"transform": along.strip()}), tag="g")
            attributes = {key: value for key, value in group.attrs.items() if key not in ("x", "y", "href")}
            return [replace(group, attrs=attributes, children=self._element(target, style, inner, lead))]
        if not isinstance(style.color, tuple):
            return [node]
        former, now = self.grounds_at(moved((x + w / 2, y + h / 2), matrix))
        tone = in_picture(style.color, lead) if lead else on_paper(style.color, former, now, _NEED_ICON)
        if min(w, h) * scale_of(matrix) >= LARGE_ICON_MM and "viewBox" in target.attrs:
            return [self.large_icon(node, target, style._replace(color=tone), matrix)]
        return [looking(node, {"color": hexed(tone)})] if tone != style.color else [node]

"""Masks and clips: what lets a part of something be seen, as masks of the subset or as one outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.ground.sight import hexed
from generator.svg.definitions import (
    SIDES,
    Surroundings,
    geometry,
    laid_on,
    mask_node,
    points_to,
    sides_of,
    size_of,
    with_attributes,
    without,
)
from generator.svg.fingerprint import referred
from generator.svg.gradients import TAGS as GRADIENTS
from generator.svg.nodes import Node, refused
from generator.svg.outlines import SHAPES
from generator.svg.paints import Paints
from generator.svg.values import Rgb, ViewBox, colour, length, ratio, reference

_WHITE = {"fill": "#fff", "fill-opacity": "1", "stroke": "none", "visibility": "visible"}


_BOXED = "objectBoundingBox"
_INKS = ("fill", "stroke", "stop-color", "color")


class Masking(Paints):
    """Masks and clips."""

    def stays(self, node: Node) -> bool:
        """Whether a definition is one of the subset as it stands."""
        if node.tag == "clipPath":
            around = self.surround.get(id(node), Surroundings())
            rule = node.children[0].attrs.get("clip-rule", "nonzero") if node.children else ""
            return (
                is_plain_clip(node)
                and around.style.visibility
                and around.look["clip-rule"] in ("nonzero", rule)
            )
        if node.tag in GRADIENTS:
            return not self.is_clear(node)
        return False

    def masked(self, mask: Node, node: Node, content: Sequence[Node]) -> Node:
        """Content as a mask lets it be seen."""
        units = mask.attrs.get("maskUnits", _BOXED), mask.attrs.get("maskContentUnits")
        box = self.box(node) if _BOXED in units else None
        name = self.named(("mask", id(mask), box), lambda name: self._mask(mask, name, box))
        return Node("g", {"mask": f"url(#{name})"}, node.where, list(content))

    def _mask(self, mask: Node, name: str, box: ViewBox | None) -> Node:
        attrs, kind = mask.attrs, mask.attrs.get("mask-type", "luminance").strip()
        if box is not None:
            self.counted(mask, size_of(mask))
        if attrs.get("mask", "none").strip() != "none":
            text = "The <mask> is masked itself."
            raise refused(mask, text, "Draw what is in it as it is to be seen.")
        if attrs.get("color-interpolation", "sRGB") not in ("sRGB", "auto"):
            raise refused(mask, "The <mask> is mixed in linear light.", "Delete color-interpolation.")
        inside = self.contents(mask)
        if kind == "luminance":
            inside = [self.greyed(part) for part in inside]
        if attrs.get("maskContentUnits") == _BOXED:
            if box is None:
                text = "The <mask> is measured by a box that only drawing can tell."
                raise refused(mask, text, "Measure it in user space.")
            inside = [Node("g", {"transform": laid_on(box)}, mask.where, inside)]
        region = _region(attrs, box)
        if region is not None:
            inside = [Node("g", {"clip-path": f"url(#{self._window(region, mask)})"}, mask.where, inside)]
        return mask_node(name, inside, mask, kind)

    def greyed(self, node: Node) -> Node:
        """What is in a mask, in greys as bright as its colours: PDF weighs colours otherwise than SVG."""
        if node.tag in ("image", "use") and self._is_coloured(node):
            text = f"The mask holds a <{node.tag}> of colours."
            raise refused(node, text, "Draw what is in the mask in greys.")
        greys: dict[str, str] = {}
        for name in _INKS:
            said = node.attrs.get(name, "")
            if said.startswith("url("):
                paint = self.ids.get(reference(said))
                if paint is not None and paint.tag in GRADIENTS:
                    greys[name] = f"url(#{self._grey_gradient(paint)})"
            elif _is_bright(said):
                greys[name] = hexed((_luminance(colour(said)),) * 3)
        children = [self.greyed(child) for child in node.children]
        return with_attributes(node, {**node.attrs, **greys} if greys else node.attrs, children)

    def _grey_gradient(self, paint: Node) -> str:
        return self.named(
            ("grey", id(paint)), lambda name: self.greyed(self.copied_gradient(paint, name, seen=True))
        )

    def _is_coloured(self, node: Node) -> bool:
        """Whether a picture, or what a <use> draws, may hold more than greys."""
        if node.tag == "image":
            return True
        waiting, seen = [node], set[int]()
        while waiting:
            part = waiting.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            if part.tag == "image" or any(_is_bright(part.attrs.get(name, "")) for name in _INKS):
                return True
            waiting += part.children
            named = [name for said in part.attrs.items() for name in referred([said])]
            targets = (self.ids.get(name) or self.definitions.get(name) for name in named)
            waiting += [target for target in targets if target is not None]
        return False

    def _window(self, box: ViewBox, node: Node) -> str:
        inner = [Node("rect", sides_of(box), node.where)]
        return self.named(("window", box), lambda name: Node("clipPath", {"id": name}, node.where, inner))

    def clipped(self, clip: Node, node: Node, content: Sequence[Node]) -> Node | None:
        """Content within a clip that is more than one shape; None if nothing of it is seen."""
        self.once(clip)
        try:
            box = None
            if clip.attrs.get("clipPathUnits") == _BOXED:
                box = self.boxes.of(node)
                if box is None or not box[2] or not box[3]:
                    return None
            name = self.named(("clip", id(clip), box), lambda name: self._clip(clip, name, box, node))
            if points_to(clip.attrs, "clip-path"):
                outer = self.ids.get(reference(clip.attrs["clip-path"]))
                if outer is None or outer.tag != "clipPath":
                    raise ValueError
                around = self.clipped(outer, node, content)
                content = [around] if around is not None else []
        finally:
            self.under.pop()
        kind = "mask" if self.definitions[name].tag == "mask" else "clip-path"
        return Node("g", {kind: f"url(#{name})"}, node.where, list(content))

    def _clip(self, clip: Node, name: str, box: ViewBox | None, node: Node) -> Node:
        """A clip as one shape, or as a mask of several."""
        if box is not None:
            self.counted(clip, size_of(clip))
        around = self.surround.get(id(clip), Surroundings())
        moved = f"{clip.attrs.get('transform', '')} {laid_on(box) if box is not None else ''}".strip()
        shown = {"transform": moved} if moved else {}
        white = [part for child in clip.children for part in self._white(child, around, node)]
        if len(white) != 1 or white[0].tag not in SHAPES:
            return mask_node(name, [Node("g", shown, clip.where, white)], clip)
        (only,) = white
        form = {**geometry(only.attrs), "clip-rule": only.attrs["fill-rule"]}
        form |= {key: only.attrs[key] for key in ("transform",) if key in only.attrs}
        return Node("clipPath", {"id": name, **shown}, clip.where, [Node(only.tag, form, clip.where)])

    def _white(self, child: Node, around: Surroundings, node: Node) -> Sequence[Node]:
        """What a child of a clip lets be seen, in white."""
        within = around.within(child.attrs)
        if child.attrs.get("display") == "none" or not within.style.visibility:
            return ()
        moved = {"transform": child.attrs["transform"]} if "transform" in child.attrs else {}
        if child.tag == "use":
            target = self.ids.get(child.attrs.get("href", "").strip()[1:])
            if target is None or target.tag not in (*SHAPES, "text"):
                return ()
            x, y = (length(child.attrs.get(name, "0")) for name in ("x", "y"))
            place = f"{moved.get('transform', '')} translate({x:.6g} {y:.6g})".strip()
            white = [Node("g", {"transform": place}, child.where, list(self._white(target, within, node)))]
        elif child.tag == "text":
            white = [
                with_attributes(
                    child, {**within.look, **child.attrs, **_WHITE, "opacity": "1", "clip-path": "none"}
                )
            ]
        elif child.tag in SHAPES:
            white = [
                Node(
                    child.tag,
                    {**geometry(child.attrs), **moved, **_WHITE, "fill-rule": within.style.clip_rule},
                    child.where,
                )
            ]
        else:
            return ()
        if not points_to(child.attrs, "clip-path"):
            return white
        clip = self.ids.get(reference(child.attrs["clip-path"]))
        if clip is None or clip.tag != "clipPath":
            raise ValueError
        bare = [with_attributes(part, without(part.attrs, frozenset({"transform"}))) for part in white]
        inner = self.clipped(clip, child, bare)
        return [Node("g", moved, child.where, [inner])] if inner is not None else ()


def is_plain_clip(node: Node) -> bool:
    """Whether a clip is one visible shape, in user units and clipped by nothing."""
    if len(node.children) != 1 or node.children[0].tag not in SHAPES:
        return False
    child = node.children[0]
    said = [part.attrs.get("clip-path", "none") for part in (node, child)]
    return (
        said == ["none", "none"]
        and node.attrs.get("clipPathUnits", "userSpaceOnUse") == "userSpaceOnUse"
        and child.attrs.get("display") != "none"
        and not any(part.attrs.get("visibility", "visible") != "visible" for part in (node, child))
    )


def _region(attrs: Mapping[str, str], box: ViewBox | None) -> ViewBox | None:
    """Where a mask counts."""
    usual = zip(SIDES, ("-.1", "-.1", "1.2", "1.2"), strict=True)
    x, y, wide, high = (ratio(attrs.get(name, value)) for name, value in usual)
    if attrs.get("maskUnits", _BOXED) == _BOXED:
        return (box[0] + x * box[2], box[1] + y * box[3], wide * box[2], high * box[3]) if box else None
    plain = all(name in attrs and "%" not in attrs[name] for name in SIDES)
    return (x, y, wide, high) if plain else None


def _is_bright(said: str) -> bool:
    """Whether a paint is a colour other than a grey."""
    try:
        rgb = colour(said)
    except ValueError:
        return False
    return max(rgb) - min(rgb) > 0.02


def _luminance(rgb: Rgb) -> float:
    return 0.2125 * rgb[0] + 0.7154 * rgb[1] + 0.0721 * rgb[2]

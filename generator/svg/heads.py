"""The markers of lines: a symbol for each head, placed at every corner that has one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.ground.matrices import moved
from generator.svg.definitions import MARKERS, Definitions, Surroundings, with_attributes
from generator.svg.markers import corners
from generator.svg.nodes import Node, refused
from generator.svg.outlines import shape
from generator.svg.values import fitted, length, reference


class Heads(Definitions):
    """Markers."""

    def markers(self, node: Node, within: Surroundings) -> Sequence[Node]:
        """The markers at the corners of a line."""
        heads = {
            kind.removeprefix("marker-"): self._marker(within.more.get(kind, "none"), node)
            for kind in MARKERS
        }
        if not any(heads.values()) or not within.style.visibility:
            return ()
        places = [corner for corner in corners(shape(node.tag, node.attrs)) if heads[corner.kind] is not None]
        self.counted(node, len(places))
        return [
            mark
            for corner in places
            if (head := heads[corner.kind]) is not None
            for mark in self._marked(head, node, within, corner.kind, corner.at, corner.angle)
        ]

    def _marker(self, said: str, node: Node) -> Node | None:
        if said.strip() == "none":
            return None
        target = self.ids.get(reference(said))
        if target is None or target.tag != "marker":
            text = f"A marker of the <{node.tag}> is “{said[:40]}”, which is no <marker> of this file."
            raise refused(node, text, "Point it to the id of one, or delete it.")
        return target

    def _marked(
        self, head: Node, node: Node, within: Surroundings, kind: str, at: tuple[float, float], angle: float
    ) -> list[Node]:
        attrs, style = head.attrs, within.style
        wide, high = (length(attrs.get(name, "3")) for name in ("markerWidth", "markerHeight"))
        if wide <= 0 or high <= 0:
            return []
        said = attrs.get("orient", "0").strip()
        if said == "auto-start-reverse":
            angle += 180 if kind == "start" else 0
        elif said != "auto":
            angle = length(said.removesuffix("deg"))
        scale = 1.0 if attrs.get("markerUnits") == "userSpaceOnUse" else style.stroke_width
        view: dict[str, str] = {key: attrs[key] for key in ("viewBox", "preserveAspectRatio") if key in attrs}
        x, y = length(attrs.get("refX", "0")), length(attrs.get("refY", "0"))
        if view.get("viewBox"):
            x, y = moved((x, y), fitted(view, (0.0, 0.0, wide, high)))
        ink = (within.look["fill"], within.look["stroke"], within.look["color"])
        name = self.named(("head", id(head), *ink), lambda name: self._head(head, name, ink, view))
        turned = f"translate({at[0]:.6g} {at[1]:.6g}) rotate({angle:.6g}) scale({scale:.6g})"
        turned += f" translate({-x:.6g} {-y:.6g})"
        size = {"width": f"{wide:.6g}", "height": f"{high:.6g}", "href": f"#{name}", "transform": turned}
        return [Node("use", size, node.where)]

    def _head(self, head: Node, name: str, ink: tuple[str, str, str], view: Mapping[str, str]) -> Node:
        overflow = {"overflow": "visible"} if head.attrs.get("overflow") in ("visible", "auto") else {}
        children = [_in_context(child, ink) for child in head.children]
        return Node("symbol", {"id": name, **view, **overflow}, head.where, self.contents(head, children))


def _in_context(node: Node, ink: tuple[str, str, str]) -> Node:
    """What is in a marker, with the paints of its line where it asks for them."""
    words = {"context-fill": ink[0], "context-stroke": ink[1]}
    attrs = {
        name: words.get(value, value) if name in ("fill", "stroke") else value
        for name, value in node.attrs.items()
    }
    children = [_in_context(child, ink) for child in node.children]
    return with_attributes(node, attrs, children)

"""What drawing programs write beyond the subset, as elements of the subset: patterns, markers, masks, clips.

A pattern becomes the tiles that its shape shows, a marker a symbol at each corner; clips of several shapes
and paints that are see-through or on a stroke become masks. What cannot be told so stays as it stands, and
the check refuses it. Nothing is drawn here, and nothing grows without a bound.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from generator.ground.problems import Failed, Problem
from generator.svg.definitions import (
    DEFINITIONS,
    MARKERS,
    OUTER,
    Surroundings,
    points_to,
    with_attributes,
    without,
)
from generator.svg.fingerprint import referred
from generator.svg.heads import Heads
from generator.svg.masking import Masking
from generator.svg.nodes import Facts, Node, by_id, refused
from generator.svg.outlines import SHAPES
from generator.svg.values import length, reference

_SILENT = ("title", "desc", "metadata", "style")
_UNMARKED = frozenset({"rect", "circle", "ellipse"})
_MARKED = frozenset(MARKERS)
_HOLDERS = frozenset({"g", "svg", "defs", "symbol", "text"})
_CONDITIONS = frozenset({"systemLanguage", "requiredExtensions", "requiredFeatures"})
_LINK = frozenset({"href", "target", "download", "rel", "type", *_CONDITIONS})


def resolved(root: Node, ids: Mapping[str, Node]) -> tuple[Node, dict[str, Node], tuple[Problem, ...]]:
    """A tree without what is told here, its elements by id, and Problems of what cannot be."""
    resolver = _Resolver(root, ids)
    inside = resolver.inside(root, Surroundings().within(root.attrs))
    made = [*resolver.definitions.values()]
    definitions = [*made, *_asked_for([inside, *made], ids)]
    if definitions:
        end = Node("defs", {}, root.where, definitions)
        inside = replace(inside, children=[*inside.children, end])
    return inside, by_id(inside), tuple(dict.fromkeys(resolver.problems))


def _asked_for(parts: Sequence[Node], ids: Mapping[str, Node]) -> list[Node]:
    """The definitions, as they stand, to which something still points that could not be told otherwise."""
    there = {node.attrs["id"] for part in parts for node in part.walk() if "id" in node.attrs}
    kept: list[Node] = []
    waiting = [*parts]
    while waiting:
        for node in waiting.pop().walk():
            for name in referred(node.attrs.items()):
                if name not in there and name in ids and ids[name].tag in DEFINITIONS:
                    there |= {part.attrs["id"] for part in ids[name].walk() if "id" in part.attrs}
                    kept.append(ids[name])
                    waiting.append(ids[name])
    return kept


class _Resolver(Masking, Heads):
    def inside(self, node: Node, within: Surroundings) -> Node:
        """A container with what its children become; the same node if they stay what they are."""
        children: list[Node] = []
        for child in node.children:
            children += self.element(child, within)
        same = len(children) == len(node.children)
        same = same and all(a is b for a, b in zip(children, node.children, strict=True))
        return node if same else replace(node, children=children)

    def element(self, node: Node, around: Surroundings) -> Sequence[Node]:
        """What an element becomes."""
        if node.tag in DEFINITIONS:
            return [node] if self.stays(node) else ()
        if not _CONDITIONS.isdisjoint(node.attrs):
            if not _fits(node.attrs):
                return ()
            node = with_attributes(node, without(node.attrs, _CONDITIONS))
        if node.tag == "a":
            node = replace(node, tag="g", attrs=without(node.attrs, _LINK), facts=Facts())
        if node.tag == "switch":
            fitting = next((child for child in node.children if _fits(child.attrs)), None)
            node = replace(node, tag="g", children=[fitting] if fitting is not None else [], facts=Facts())
        try:
            within = around.within(node.attrs)
            if node.tag in _HOLDERS:
                node = self.holder(node, within)
            return self.drawn(node, within)
        except Failed as failed:
            self.problems += failed.problems
            return ()
        except ValueError:
            return [node]  # the check says what cannot be read

    def drawn(self, node: Node, within: Surroundings) -> Sequence[Node]:
        """An element that is drawn, without what the subset has not. Raises Failed, ValueError."""
        masked = node.attrs.get("mask", "none").strip() != "none"
        if (masked or points_to(node.attrs, "clip-path")) and node.tag in ("use", "svg"):
            return self.within_place(node, within)
        clip = (
            self.ids.get(reference(node.attrs["clip-path"])) if points_to(node.attrs, "clip-path") else None
        )
        clipped = clip is not None and clip.tag == "clipPath" and not self.stays(clip)
        parts: Sequence[Node] | None = None
        whole = node  # its box is that of its shapes, whatever they become
        if node.tag in SHAPES:
            node, parts = self.shape(node, within)
        elif node.tag == "text":
            node = self.text(node, within)
        elif node.tag == "use" and any(
            (self.paint(within.style.fill), self.paint(within.style.stroke, lined=True))
        ):
            text = "A pattern or a see-through gradient colours a <use>."
            raise refused(node, text, "Give it to the shape that is used.")
        elif node.tag not in ("image", "use", *_SILENT):
            node = self.inside(node, within)
        if not masked and not clipped:
            return [node] if parts is None else [self.group(node, parts)] if parts else ()
        content = [with_attributes(node, without(node.attrs, OUTER))] if parts is None else parts
        group = self.group(node, content)
        if masked:
            mask = self.ids.get(reference(group.attrs.pop("mask")))
            if mask is None or mask.tag != "mask":
                return [node]
            content = [self.masked(mask, whole, content)]
        if clipped and clip is not None:
            del group.attrs["clip-path"]
            inner = self.clipped(clip, whole, content)
            content = [inner] if inner is not None else []
        return [replace(group, children=list(content))]

    def within_place(self, node: Node, within: Surroundings) -> Sequence[Node]:
        """A <use> that is clipped or masked where it is placed, as browsers have it. Raises Failed."""
        if node.tag == "svg":
            raise refused(node, "An <svg> in the drawing is clipped or masked.", "Put it into a <g> that is.")
        x, y = (length(node.attrs.get(name, "0")) for name in ("x", "y"))
        outer = {name: node.attrs[name] for name in node.attrs if name in OUTER}
        place = f"{outer.get('transform', '')} translate({x:.6g} {y:.6g})".strip()
        bare = with_attributes(node, without(without(node.attrs, OUTER), frozenset({"x", "y"})))
        group = Node("g", {**outer, "transform": place}, node.where, [bare])
        return self.drawn(group, within)

    def group(self, node: Node, content: Sequence[Node]) -> Node:
        """A group that has of an element what acts on all of it."""
        outer = {name: node.attrs[name] for name in node.attrs if name in OUTER or name.startswith("data-")}
        return Node("g", outer, node.where, list(content))

    def holder(self, node: Node, within: Surroundings) -> Node:
        """A container without what it hands down to those that have it told in other words already."""
        gone = {name for name in (*MARKERS, "text-transform") if name in node.attrs}
        attrs = {name: value for name, value in node.attrs.items() if name not in gone}
        for name, paint in (("fill", within.style.fill), ("stroke", within.style.stroke)):
            if name in attrs and self.paint(paint, lined=name == "stroke") is not None:
                attrs[name] = "none"
        return with_attributes(node, attrs) if attrs != node.attrs else node

    def text(self, node: Node, within: Surroundings) -> Node:
        """A text whose links are runs, in the case that is asked for. Raises Failed."""
        for paint, lined in ((within.style.fill, False), (within.style.stroke, True)):
            if self.paint(paint, lined=lined) is not None:
                text = "A pattern, a see-through gradient or a gradient on its line colours a <text>."
                raise refused(node, text, "Give the words one colour, or convert the text to paths.")
        many = any(" " in node.attrs.get(name, "").strip() for name in ("x", "y", "dx", "dy"))
        if node.children and (many or "textLength" in node.attrs):
            text = "The <text> says how long it is, or where each letter stands, over several runs."
            raise refused(node, text, "Say so on each <tspan>.")
        case = within.more.get("text-transform", "none").strip()
        linked = any(part.tag == "a" for part in node.walk())
        return _changed(node, _CASES.get(case)) if linked or case != "none" else node

    def shape(self, node: Node, within: Surroundings) -> tuple[Node, Sequence[Node] | None]:
        """A shape; and its fill, its stroke and its markers, if they are more than colours."""
        style = within.style
        fill = self.paint(style.fill) if node.tag != "line" else None
        stroke = self.paint(style.stroke, lined=True) if style.stroke_width else None
        bare_of_marks = node.tag in _UNMARKED or _MARKED.isdisjoint(within.more)
        marks = () if bare_of_marks else self.markers(node, within)
        if not _MARKED.isdisjoint(node.attrs):
            node = with_attributes(node, without(node.attrs, _MARKED))
        if fill is None and stroke is None and not marks:
            return node, None
        if not style.visibility:
            return node, ()
        bare = without(node.attrs, OUTER)
        plain = {**bare, **({"fill": "none"} if fill else {}), **({"stroke": "none"} if stroke else {})}
        filled = self.filled(with_attributes(node, bare), fill, within) if fill is not None else ()
        lined = self.stroked(with_attributes(node, bare), stroke, within) if stroke is not None else ()
        rest = [Node(node.tag, plain, node.where)]
        if style.paint_order:
            return node, [
                *lined,
                *(rest if stroke is None else ()),
                *filled,
                *(rest if stroke is not None else ()),
                *marks,
            ]
        return node, [*filled, *rest, *lined, *marks]


def _changed(node: Node, case: Callable[[str], str] | None) -> Node:
    """A text in another case, with its links as runs."""
    children = [_changed(child, case) for child in node.children]
    link = node.tag == "a"
    attrs = without(node.attrs, _LINK | {"text-transform"} if link else frozenset({"text-transform"}))
    words = case(node.text) if case is not None else node.text
    return replace(
        node, tag="tspan" if link else node.tag, attrs=attrs, text=words, children=children, facts=Facts()
    )


def _capitals(text: str) -> str:
    return re.sub(r"(?<!\S)\w", lambda letter: letter[0].upper(), text)


_CASES: Mapping[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": _capitals,
}


def _fits(attrs: Mapping[str, str]) -> bool:
    """Whether a reader of English without extensions draws an element."""
    if attrs.get("requiredExtensions", "").strip():
        return False
    languages = attrs.get("systemLanguage")
    return languages is None or any(
        word.strip().casefold().partition("-")[0] == "en" for word in languages.split(",")
    )

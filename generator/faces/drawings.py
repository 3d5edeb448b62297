"""A drawing with named boxes as a template: what a drawing program saves, with calls where cells belong.

Whatever is labelled like a column is filled by `boxes` when a face is drawn; all else stays as it stands,
line by line. The page of the drawing is fitted to the piece (`Board`), whatever its units are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from generator.ground.matrices import Matrix
from generator.ground.problems import Failed
from generator.svg.nodes import Node, Tree
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.parse import ElementSpan, parse_with_spans
from generator.svg.style import PLAIN, Style, styled
from generator.svg.values import IDENTITY, Rgb, length, multiply, reference, transform

_JINJA = re.compile(rb"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_CALLS = re.compile(rb"\{[{%#]")
_STYLE = re.compile(rb"<style\b.*?</style>", re.DOTALL | re.IGNORECASE)
_UNDRAWN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "svg", "linearGradient"})
"""What lies in them is drawn elsewhere, or in a viewport of its own."""
_FILLED = frozenset({"g", "text", "image", "use", *SHAPES})
_PAGE = re.compile(r"""\s(viewBox|width|height|preserveAspectRatio)\s*=\s*("[^"]*"|'[^']*')""")
_NAMED_STYLE = re.compile(r"""\sstyle\s*=\s*("[^"]*"|'[^']*')""")
MOST_BOXES = 200
LONGEST_LABEL = 100
_OPTIONS = re.compile(r"(?P<name>[^()]*)\((?P<options>[^()]*)\)\s*")
_SUFFIX = re.compile(r"(?:[-_ ]\d+|[-_ ]copy(?:[-_ ]?\d+)?)$", re.IGNORECASE)


def is_drawing(text: bytes) -> bool:
    """Whether a template holds nothing of Jinja: `{#` in a style sheet is CSS."""
    end = text.lower().rfind(b"</style>") + len(b"</style>")  # behind it no style sheet ends any more
    return not _CALLS.search(_STYLE.sub(b"", text[:end]) + text[end:])


@lru_cache(maxsize=64)
def as_template(text: str, *, boxes: bool = False) -> str:
    """The template of a drawing; the same text if it is none, or cannot be read, which drawing it tells.

    With `boxes` a template that calls functions has boxes, too.
    """
    data = text.encode("utf-8", "surrogatepass")
    plain = is_drawing(data)
    if not plain and not boxes:
        return text
    blank = data if plain else _JINJA.sub(lambda call: re.sub(rb"[^\n]", b" ", call[0]), data)
    try:
        tree, spans = parse_with_spans(blank.decode("utf-8", "surrogatepass"), "drawing")
        return _Writer(data, tree, spans, plain=plain).template()
    except (Failed, ValueError):
        return text


def box_name(label: str) -> tuple[str, Mapping[str, str]]:
    """A label without what programs add to it, and the words in brackets behind it: `Art (contain)`."""
    label = label.replace("_x5F_", "_").replace("_x20_", " ").strip()[:LONGEST_LABEL]
    options: dict[str, str] = {}
    if match := _OPTIONS.fullmatch(label):
        label = match["name"].strip()
        for word in match["options"].split(","):
            key, _, value = word.strip().partition(" ")
            options[key.casefold()] = value.strip()
    return label, options


def names_of(label: str) -> tuple[str, ...]:
    """What a label may mean: as it is, and without the number that a program gave a copy."""
    return (label, bare) if (bare := _SUFFIX.sub("", label)) != label else (label,)


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds an element: the matrix to the drawing's page, and the look that it inherits."""

    matrix: Matrix = IDENTITY
    style: Style = PLAIN


class _Writer:
    def __init__(self, data: bytes, tree: Tree, spans: Sequence[ElementSpan], *, plain: bool) -> None:
        self.data, self.tree, self.plain = data, tree, plain
        self.spans = {id(span.node): span for span in spans}
        self.count = 0
        self.labels: list[tuple[str, bool]] = []

    def template(self) -> str:
        root = self.tree.root
        span = self.spans[id(root)]
        around = _Around(style=styled(PLAIN, root.attrs))
        inside = self.inner(root, around, span.inside, span.end)
        if not self.plain and not self.labels:
            return self.text(0, len(self.data))
        close = inside.rindex("</") if "</" in inside else len(inside)
        board = ", ".join(_quoted(root.attrs.get(name, "")) for name in ("viewBox", "width", "height"))
        labels = _safe(json.dumps([[label, typed] for label, typed in self.labels]))
        head = f"{{% set page = drawing_page(net, [{board}], card, {labels}) %}}"
        told = f"{{{{ drawing_boxes(card, {labels}, {json.dumps(self.plain)}, component) }}}}"
        return (
            f"{self.text(0, span.begin)}{head}{self.start_tag(span)}{{{{ page.begins }}}}{told}"
            f"{inside[:close]}{{{{ page.ends }}}}{inside[close:]}{self.text(span.end, len(self.data))}"
        )

    def start_tag(self, span: ElementSpan) -> str:
        """The tag of the page, whose size is that of the piece."""
        tag = self.text(span.begin, span.inside)
        if self.tree.root.attrs.get("viewBox", "").strip():
            return _PAGE.sub(lambda match: "" if match[1] != "viewBox" else ' viewBox="{{ page.view }}"', tag)
        return _PAGE.sub("", tag).removesuffix(">").removesuffix("/") + ' viewBox="{{ page.view }}">'

    def text(self, begin: int, end: int) -> str:
        """The drawing's own text; what CSS writes is no comment of Jinja's."""
        text = self.data[begin:end].decode("utf-8", "surrogatepass")
        return text.replace("{#", '{{ "{#" }}') if self.plain else text

    def inner(self, node: Node, around: _Around, begin: int, end: int) -> str:
        """What stands between two places, with the boxes among the children of a node."""
        pieces: list[str] = []
        for child in node.children:
            span = self.spans.get(id(child))
            if span is None or child.tag in _UNDRAWN or child.attrs.get("display") == "none":
                continue
            pieces += (self.text(begin, span.begin), self.element(child, span, around))
            begin = span.end
        return "".join((*pieces, self.text(begin, end)))

    def element(self, node: Node, span: ElementSpan, around: _Around) -> str:
        style, matrix = styled(around.style, node.attrs), around.matrix
        if "transform" in node.attrs:
            matrix = multiply(matrix, transform(node.attrs["transform"]))
        within = _Around(matrix, style)
        label = span.label or node.attrs.get("id", "")
        boxed = bool(label) and node.tag in _FILLED and self.count < MOST_BOXES
        if not boxed:
            if node.tag == "text":
                return self.text(span.begin, span.end)
            return self.text(span.begin, span.inside) + self.inner(node, within, span.inside, span.end)
        self.count += 1
        self.labels.append((label[:LONGEST_LABEL], bool(span.label)))
        name, options = box_name(label)
        tag, rest = self.text(span.begin, span.inside), self.inner(node, within, span.inside, span.end)
        if node.tag in SHAPES or node.tag == "text":
            tag = _with_fill(tag, f"{{{{ drawing_fill(card, {_quoted(name)}) }}}}")
        spec = _Geometry(self.tree, node, style, matrix).spec()
        drawn = _quoted(json.dumps({**spec, "options": dict(options)}))  # one word for Jinja, not a hundred
        return (
            f"{{% set use = drawing_use(card, {_quoted(name)}) %}}"
            f'{{% if use == "fill" %}}{{{{ drawing_box(card, {_quoted(name)}, page, {drawn}) }}}}'
            f'{{% elif use != "hide" %}}{tag}{rest}{{% endif %}}'
        )


def _quoted(text: str) -> str:
    """A text as a literal of the templates' language, in which nothing of a stranger's label can be code."""
    return _safe(json.dumps(text))


def _safe(literal: str) -> str:
    """A literal without a brace or a percent sign inside its texts."""

    def plain(text: re.Match[str]) -> str:
        return re.sub(r"[{}%#]", lambda sign: f"\\u{ord(sign[0]):04x}", text[0])

    return re.sub(r'"(?:[^"\\]|\\.)*"', plain, literal)


def _with_fill(tag: str, call: str) -> str:
    """A start tag whose own style ends with what a call writes: `fill:#aabbcc`, or nothing."""
    if match := _NAMED_STYLE.search(tag):
        at = match.end() - 1
        return (
            f"{tag[:at]};{call}{tag[at:]}"
            if not match[1][1:-1].rstrip().endswith(";")
            else f"{tag[:at]}{call}{tag[at:]}"
        )
    end = tag.removesuffix(">").removesuffix("/")
    return f'{end} style="{call}"{tag[len(end) :]}'


@dataclass(frozen=True, slots=True)
class _Geometry:
    """Where a box is, in the units around it, and how a text in it looks."""

    tree: Tree
    node: Node
    style: Style
    matrix: Matrix
    """From inside of the element to the page."""

    def spec(self) -> dict[str, Any]:
        a, b, c, d, e, f = self.matrix
        spec: dict[str, Any] = {
            "matrix": [round(value, 6) for value in (a, b, c, d, e, f)],
            "around": self.node.attrs.get("transform", ""),
            "opacity": self.node.attrs.get("opacity", ""),
            "clip": self.node.attrs.get("clip-path", ""),
        }
        if "data-mark" in self.node.attrs:
            spec["mark"] = int(self.node.attrs["data-mark"])
        text = self._text()
        rectangle = self._rectangle(text)
        if rectangle is not None:
            spec["box"] = [round(value, 4) for value in rectangle]
            spec["flow"] = self._flow()
        if self.node.tag in SHAPES and isinstance(self.style.fill, tuple):
            spec["color"] = _hex(self.style.fill)
        if text is not None:
            spec |= _look(*text)
        return spec

    def _text(self) -> tuple[Node, Style] | None:
        """The text that says how words look: the element, or the one text in it."""
        if self.node.tag == "text":
            return self.node, self.style
        texts = [node for node in self.node.walk() if node.tag == "text"]
        return (texts[0], styled(self.style, texts[0].attrs)) if len(texts) == 1 else None

    def _rectangle(self, text: tuple[Node, Style] | None) -> Sequence[float] | None:
        if self.node.tag == "image":
            sides = (self.node.attrs.get(name, "0") for name in ("x", "y", "width", "height"))
            return [length(side) for side in sides]
        if self.node.tag in SHAPES:
            return bounds(shape(self.node.tag, self.node.attrs))
        if self.node.tag == "text":
            return self._flowed(self.node)
        shapes = [node for node in self.node.walk() if node.tag in SHAPES and "transform" not in node.attrs]
        boxes = [box for node in shapes if (box := bounds(shape(node.tag, node.attrs))) is not None]
        return _joined(boxes) if boxes else None

    def _flowed(self, text: Node) -> Sequence[float] | None:
        """The box of the shape that a text flows in."""
        frame = self._frame(text)
        return bounds(shape(frame.tag, frame.attrs)) if frame is not None else None

    def _frame(self, text: Node) -> Node | None:
        """The shape that a text flows in."""
        inside = text.attrs.get("shape-inside", "")
        frame = self.tree.ids.get(reference(inside)) if inside.strip().startswith("url(") else None
        return frame if frame is not None and frame.tag in SHAPES else None

    def _flow(self) -> str:
        """What a text flows in that is no rectangle; empty for all else."""
        frame = self._frame(self.node) if self.node.tag == "text" else None
        return frame.tag if frame is not None and frame.tag != "rect" else ""


def _joined(boxes: Sequence[Sequence[float]]) -> Sequence[float]:
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, low - top


def _look(text: Node, style: Style) -> dict[str, Any]:
    """How a text looks: that of its first words, and where these stand."""
    x, y, lines = _first(text)
    leaf = text
    while leaf.children:
        leaf = leaf.children[0]
        style = styled(style, leaf.attrs)
    fill = style.fill
    leading = _leading(text, style, lines)
    return {
        "x": x,
        "y": y,
        "lines": len(lines),
        "leading": leading,
        "size": style.font_size,
        "font": style.families,
        "weight": style.font_weight,
        "italic": style.font_style,
        "align": ("left", "center", "right")[round(2 * style.text_anchor)],
        "color": _hex(fill) if isinstance(fill, tuple) else "",
        "spacing": style.letter_spacing,
        "caps": text.attrs.get("text-transform") == "uppercase",
        "across": text.attrs.get("inline-size", ""),
    }


def _first(text: Node) -> tuple[float, float, Sequence[float]]:
    """Where the first words stand, and the baselines of all lines."""
    places = [node for node in text.walk() if node.tag in ("text", "tspan")]
    xs = [_number(node.attrs["x"]) for node in places if node.attrs.get("x", "").strip()]
    ys = [_number(node.attrs["y"]) for node in places if node.attrs.get("y", "").strip()]
    moves = [_number(node.attrs["dy"]) for node in places if node.attrs.get("dy", "").strip()]
    lines = sorted({round(y, 3) for y in ys} or {0.0})
    lines += [lines[-1] + sum(moves[: at + 1]) for at in range(len(moves)) if moves[at] > 0]
    return (xs[-1] if len(xs) == 1 else xs[0] if xs else 0.0), (ys[0] if ys else 0.0), lines


def _number(places: str) -> float:
    """The first of a list of places, each a plain number or one with px."""
    return length(places.replace(",", " ").split()[0])


def _leading(text: Node, style: Style, lines: Sequence[float]) -> float:
    """From one baseline to the next, in sizes of the letters."""
    said = text.attrs.get("line-height", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?%?", said):
        value = float(said.rstrip("%")) / (100 if said.endswith("%") else 1)
    elif len(lines) > 1 and style.font_size:
        value = (lines[-1] - lines[0]) / (len(lines) - 1) / style.font_size
    else:
        value = 1.25
    return round(min(4.0, max(0.7, value)), 3)


def _hex(rgb: Rgb) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)

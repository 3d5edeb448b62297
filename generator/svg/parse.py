"""SVG text → a light tree of nodes, or Problems.

The text may come from a stranger. It is read by expat with a handler for every door that XML leaves open:
entities, and a document type that could declare some, are refused where they begin; the bare document type
that drawing programs write is read over; size, depth and number of elements have limits. Nothing is ever
fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from generator.ground.problems import Failed, error
from generator.svg.masking import is_plain_clip
from generator.svg.nodes import Facts, Node, Tree
from generator.svg.quantities import is_odd, plain_values
from generator.svg.resolving import resolved
from generator.svg.runs import NAMES
from generator.svg.slips import slip_problem
from generator.svg.stylesheets import apply_style_sheets

MOST_BYTES = 20_000_000
MOST_DEPTH = 64
MOST_ELEMENTS = 200_000

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"

SIMPLIFY = "Export the drawing again as plain SVG."

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_PROPERTY = re.compile(r"[-\w]+")

_QUOTED = rb"(?:\"[^\"<>]*\"|'[^'<>]*')"
_DOCTYPE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^<>]*\?>\s*)?(?:<!--(?:[^-]|-[^-])*-->\s*)*"
    rb"(<!DOCTYPE\s+svg(?:\s+(?:PUBLIC\s+" + _QUOTED + rb"|SYSTEM)\s+" + _QUOTED + rb")?\s*>)"
)
"""What may stand before the outermost element, with a document type that declares nothing itself."""
_MOST_PROLOGUE = 10_000


_MOST_SHARED = 2_000
"""Signs of a start tag; a longer one is a path that hardly ever comes again."""


def parse(svg: str | bytes, key: str) -> Tree:
    """Reads one document. Raises Failed with one Problem; `key` names the document in it."""
    last = _last_read(svg)
    if not last or last[0].key not in (None, key):
        last[:] = [parse_anew(svg, key)]
    return last[0]


@lru_cache(maxsize=1)
def _last_read(_: str | bytes) -> list[Tree]:
    """Room for the tree of the document that was read last: a face is looked at, and drawn right after."""
    return []


class ElementSpan(NamedTuple):
    """Where an element of a document stands, in bytes from its beginning, and how a program calls it."""

    node: Node
    begin: int
    inside: int
    """Where its start tag ends."""
    end: int
    label: str
    """What somebody typed into a drawing program: Inkscape's label, Affinity's and Illustrator's names."""


def parse_with_spans(svg: str, key: str) -> tuple[Tree, tuple[ElementSpan, ...]]:
    """A document with the places of all its elements, in document order. Raises Failed."""
    spans: list[ElementSpan] = []
    return parse_anew(svg, key, spans), tuple(sorted(spans, key=lambda span: span.begin))


def parse_anew(
    svg: str | bytes, key: str, spans: list[ElementSpan] | None = None, *, plainly: bool = True
) -> Tree:
    """The same for a document that is read once; unless `plainly`, all outside the subset stays as it is."""
    data = svg.encode("utf-8", "surrogatepass") if isinstance(svg, str) else svg
    if len(data) > MOST_BYTES:
        raise Failed(error(key, f"The SVG is larger than {MOST_BYTES // 1_000_000} MB.", SIMPLIFY))
    data = without_doctype(data)
    encoding = "utf-8" if isinstance(svg, str) else None
    builder = _Builder(key, encoding) if spans is None else _SpanBuilder(key, encoding, data, spans)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as slip:
        opened = [(node.tag, node.where) for node in builder.open] if not builder.foreign else []
        at = max(0, builder.parser.ErrorByteIndex)
        raise Failed(slip_problem(slip, data, at, key, opened)) from None
    except (UnicodeError, ValueError, LookupError):
        raise Failed(error(key, "The SVG's text encoding cannot be read.", "Save it as UTF-8.")) from None
    if builder.root is None or builder.root.tag != "svg":
        raise Failed(error(key, "The file is not an SVG drawing.", "Its outermost element must be <svg>."))
    root, ids = builder.root, builder.ids
    unread = apply_style_sheets(root) if builder.styled else ()
    if plainly and (builder.rich or builder.styled):
        plain_values(root, ids)
        if spans is None:
            root, ids, refused = resolved(root, ids)
            unread = (*unread, *refused)
    return Tree(root, ids, key if builder.named else None, builder.spans, unread)


@dataclass(slots=True, eq=False)
class _StartTag:
    """A start tag as it was read; `tag` is None for another namespace's, `slip` a style that is no style."""

    tag: str | None
    attrs: dict[str, str]
    place: str | None
    slip: str | None = None
    facts: Facts = field(default_factory=Facts)
    rich: bool = False
    """Whether it says what has to be told in the words of the subset first."""
    runs: bool = False
    """Whether texts in it are more than words at one place."""


def _read_tag(name: str, *required: str) -> _StartTag:
    """A start tag with its attributes as expat tells them: name, value, name, value …"""
    tag = _plain(name)
    if tag is None:
        return _StartTag(None, {}, None)
    pairs = zip(required[::2], required[1::2], strict=True)
    attrs = {plain: value for key, value in pairs if (plain := _plain(key))}
    slip, declared = None, dict[str, str]()
    if style := attrs.pop("style", None):
        try:
            attrs.update(declared := _declarations(style))
        except ValueError:
            slip = style
    place = attrs.pop("data-at", None) or None
    rich = (
        tag in _RICH_TAGS
        or (tag == "svg" and "width" not in attrs)
        or any(_is_rich(tag, key, value) for key, value in attrs.items())
    )
    return _StartTag(
        tag, attrs, place, slip, Facts(declared=frozenset(declared)), rich, _has_runs(tag, attrs)
    )


_RICH_TAGS = frozenset({"a", "switch", "pattern", "marker", "mask"})
_CLIPS = frozenset({"clip-path", "clipPathUnits", "visibility"})


def _has_runs(tag: str, attrs: dict[str, str]) -> bool:
    if not NAMES.isdisjoint(attrs):
        return True
    return tag == "text" and any(
        " " in attrs.get(name, "") or "," in attrs.get(name, "") for name in ("x", "y", "dx", "dy")
    )


def _is_rich(tag: str, name: str, value: str) -> bool:
    """Whether an attribute is one that the subset has only in other words."""
    if name in ("d", "id", "data-at"):
        return False
    if name == "stroke":
        return "(" in value or is_odd(name, value)
    if name in ("mask", "stop-opacity"):
        return value.strip() not in ("none", "1")
    if name == "clip-rule":
        return tag in ("g", "svg", "defs") and value != "nonzero"
    if tag == "clipPath" and name in _CLIPS:
        return True
    if name == "clip-path":
        return tag in ("use", "svg")
    if name in ("text-transform", "white-space"):
        return value not in ("none", "normal")
    return name in ("systemLanguage", "requiredExtensions", "requiredFeatures") or is_odd(name, value)


_known_tag = lru_cache(maxsize=16_384)(_read_tag)


@lru_cache(maxsize=1024)
def _plain(name: str) -> str | None:
    """A name without its namespace; None for another namespace's."""
    space, _, local = name.rpartition(" ")
    return {"": local, SVG: local, XLINK: local, XML: f"xml:{local}"}.get(space)


def _declarations(style: str) -> dict[str, str]:
    """The declarations of a style="". Raises ValueError."""
    properties = {}
    if "/*" in style:
        style = _COMMENT.sub("", style)
    for declaration in filter(None, map(str.strip, style.split(";"))):
        name, _, value = map(str.strip, declaration.partition(":"))
        if ":" not in declaration or not _PROPERTY.fullmatch(name):
            raise ValueError(declaration)
        properties[name] = value.removesuffix("!important").rstrip()
    return properties


def without_doctype(data: bytes) -> bytes:
    """A document with blanks for a <!DOCTYPE svg …> that declares nothing itself; lines stay where they are.

    Left in place, it would make expat drop entities that nobody has declared.
    """
    match = _DOCTYPE.match(data, 0, _MOST_PROLOGUE)
    if match is None:
        return data
    begin, end = match.span(1)
    return data[:begin] + re.sub(rb"[^\r\n]", b" ", match[1]) + data[end:]


class _Builder:
    """expat's handlers: builds nodes, and refuses what an SVG of ours never needs."""

    def __init__(self, key: str, encoding: str | None) -> None:
        self.key = key
        self.root: Node | None = None
        self.ids: dict[str, Node] = {}
        self.named = False
        self.styled = self.spans = self.rich = False
        """Whether there is a <style>, a <tspan>, and what `resolved` tells in other words."""
        self.open: list[Node] = []
        self.texts: list[list[str]] = []  # the pieces of text of each open element
        self.count = 0
        self.foreign = 0  # depth inside elements of other namespaces: editors' notes, never drawn
        self.parser = expat.ParserCreate(encoding, " ")
        self.parser.buffer_text = True
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.doctype
        self.parser.ProcessingInstructionHandler = self.instruction
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def doctype(self, *_: object) -> None:
        fault = "The SVG declares a document type or entities."
        raise self.refused(fault, "Delete the <!DOCTYPE …> line; plain SVG does not need it.")

    def instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            mend = 'Put the look on the elements: attributes or style="".'
            raise self.refused("The SVG asks for a style sheet outside its file.", mend)

    def start(self, name: str, attributes: list[str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise self.refused(f"The SVG has more than {MOST_ELEMENTS:,} elements.", SIMPLIFY)
        if len(self.open) + self.foreign >= MOST_DEPTH:
            raise self.refused(f"The SVG is nested deeper than {MOST_DEPTH} elements.", SIMPLIFY)
        if self.foreign:
            self.foreign += 1
            return
        short = sum(map(len, attributes)) <= _MOST_SHARED
        read = _known_tag(name, *attributes) if short else _read_tag(name, *attributes)
        if read.tag is None:
            self.foreign += 1
            return
        if read.slip is not None:
            fault = f"The style “{read.slip[:60]}” cannot be read."
            raise self.refused(fault, "Write it as name: value; name: value.")
        above = self.open[-1] if self.open else None
        where = read.place
        if where is None and above and not self.is_own(above):
            where = above.where
        if where is None:
            where, self.named = f"{self.key}:{self.parser.CurrentLineNumber}", True
        node = Node(read.tag, read.attrs, where, [], "", read.facts)
        self.styled = self.styled or read.tag == "style"
        self.rich = self.rich or read.rich
        self.spans = self.spans or read.runs
        if above:
            if read.tag in ("tspan", "a"):
                self.spans = self.spans or read.tag == "tspan" or above.tag in ("text", "tspan")
                self.part(above)
            above.children.append(node)
        else:
            self.root = node
        if identifier := read.attrs.get("id"):
            self.ids.setdefault(identifier, node)
        self.open.append(node)
        self.texts.append([])

    def is_own(self, node: Node) -> bool:
        """Whether a node's place is a line of the SVG itself; its children then have lines of their own."""
        return node.where.startswith(f"{self.key}:")

    def end(self, _name: str) -> None:
        if self.foreign:
            self.foreign -= 1
        else:
            node = self.open[-1]
            if node.children and node.tag in ("text", "tspan"):
                self.part(node)
            self.rich = self.rich or (node.tag == "clipPath" and not is_plain_clip(node))
            self.open.pop().text = "".join(self.texts.pop())

    def part(self, node: Node) -> None:
        """What a text with <tspan> says between them becomes a <tspan> as well, so that the order is kept."""
        words = "".join(self.texts[-1])
        self.texts[-1].clear()
        if words:
            node.children.append(Node("tspan", {}, node.where, [], words))

    def characters(self, text: str) -> None:
        if self.open and not self.foreign:
            self.texts[-1].append(text)

    def refused(self, fault: str, mend: str) -> Failed:
        return Failed(error(f"{self.key}:{self.parser.CurrentLineNumber}", fault, mend))


_LABELS = (
    "http://www.inkscape.org/namespaces/inkscape label",
    "http://www.serif.com/ id",
    "data-name",
)
_TAG = re.compile(rb"""<(?:[^"'>]|"[^"]*"|'[^']*')*>""")


class _SpanBuilder(_Builder):
    """A builder that remembers where in the document each element stands."""

    def __init__(self, key: str, encoding: str | None, data: bytes, spans: list[ElementSpan]) -> None:
        super().__init__(key, encoding)
        self.data, self.standing = data, spans
        self.begun: list[tuple[int, str]] = []

    def start(self, name: str, attributes: list[str]) -> None:
        depth = len(self.open)
        super().start(name, attributes)
        if len(self.open) > depth:
            names = dict(zip(attributes[::2], attributes[1::2], strict=True))
            label = next((names[key] for key in _LABELS if names.get(key)), "")
            self.begun.append((self.parser.CurrentByteIndex, label))

    def end(self, name: str) -> None:
        node = None if self.foreign else self.open[-1]
        super().end(name)
        if node is not None:
            begin, label = self.begun.pop()
            tag = _TAG.match(self.data, begin)
            alone = tag is not None and tag[0].endswith(b"/>")
            closing = tag if alone else _TAG.match(self.data, self.parser.CurrentByteIndex)
            if tag is not None and closing is not None:
                self.standing.append(ElementSpan(node, begin, tag.end(), closing.end(), label))

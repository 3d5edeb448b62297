"""SVG text → a light tree of nodes, or Problems.

The text may come from a stranger. It is read by expat with a handler for every door that XML leaves open:
entities, and a document type that could declare some, are refused where they begin; the bare document type
that drawing programs write is read over; size, depth and number of elements have limits. Nothing is ever
fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from xml.parsers import expat

from generator.ground.problems import Failed, error
from generator.svg.slips import slip_problem
from generator.svg.style import Style

MOST_BYTES = 20_000_000
MOST_DEPTH = 64
MOST_ELEMENTS = 200_000

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"

SIMPLIFY = "Export the drawing again as plain SVG."

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


@dataclass(slots=True, eq=False)
class Facts:
    """What was found out about an element from its tag and attributes alone, once for all that say the same.

    A deck repeats its template: of a hundred elements ninety were on the card before.
    """

    readable: bool = False
    """Whether every attribute was read without a slip."""
    signs: int = -1
    """How long all that is drawn of it is written; -1 is not counted yet."""
    points_to: tuple[str, ...] | None = None
    """The ids that it refers to."""
    outline: str | None = None
    """A shape's outline as PDF operators."""
    written: bytes = b""
    """The tag and the attributes in one order, to tell elements apart."""
    drawn: str = ""
    """What of both decides how it looks, in one way of writing."""
    below: Style | None = None
    """The style around it when it was drawn last …"""
    style: Style | None = None
    """… and its own there."""


@dataclass(slots=True, eq=False)
class Node:
    """One element. `attrs` holds its attributes with the declarations of style="" laid over them.

    `where` is the `data-at` of the element or of the nearest element around it, `key:line` without one.
    `text` is the element's own character data; `children` are elements only. Elements with the same
    start tag share `attrs` and `facts`: nobody may change them.
    """

    tag: str
    attrs: dict[str, str]
    where: str
    children: list[Node] = field(default_factory=list)
    text: str = ""
    facts: Facts = field(default_factory=Facts)

    def walk(self) -> Iterator[Node]:
        """The node and everything below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Tree:
    """One SVG document: its root and its elements by id (the first one, when an id comes twice)."""

    root: Node
    ids: Mapping[str, Node]
    key: str | None = None
    """What it was called when it was read; None if no place in it says so."""


def parse(svg: str | bytes, key: str) -> Tree:
    """Reads one document. Raises Failed with one Problem; `key` names the document in it."""
    last = _last_read(svg)
    if not last or last[0].key not in (None, key):
        last[:] = [_parsed(svg, key)]
    return last[0]


@lru_cache(maxsize=1)
def _last_read(_: str | bytes) -> list[Tree]:
    """Room for the tree of the document that was read last: a face is looked at, and drawn right after."""
    return []


def _parsed(svg: str | bytes, key: str) -> Tree:
    data = svg.encode("utf-8", "surrogatepass") if isinstance(svg, str) else svg
    if len(data) > MOST_BYTES:
        raise Failed(error(key, f"The SVG is larger than {MOST_BYTES // 1_000_000} MB.", SIMPLIFY))
    data = without_doctype(data)
    builder = _Builder(key, "utf-8" if isinstance(svg, str) else None)
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
    return Tree(builder.root, builder.ids, key if builder.named else None)


@dataclass(slots=True, eq=False)
class _StartTag:
    """A start tag as it was read; `tag` is None for another namespace's, `slip` a style that is no style."""

    tag: str | None
    attrs: dict[str, str]
    place: str | None
    slip: str | None = None
    facts: Facts = field(default_factory=Facts)


def _read_tag(name: str, *required: str) -> _StartTag:
    """A start tag with its attributes as expat tells them: name, value, name, value …"""
    tag = _plain(name)
    if tag is None:
        return _StartTag(None, {}, None)
    pairs = zip(required[::2], required[1::2], strict=True)
    attrs = {plain: value for key, value in pairs if (plain := _plain(key))}
    slip = None
    if style := attrs.pop("style", None):
        try:
            attrs.update(_declarations(style))
        except ValueError:
            slip = style
    place = attrs.pop("data-at", None) or None
    return _StartTag(tag, attrs, place, slip)


_known_tag = lru_cache(maxsize=16_384)(_read_tag)


@lru_cache(maxsize=1024)
def _plain(name: str) -> str | None:
    """A name without its namespace; None for another namespace's."""
    space, _, local = name.rpartition(" ")
    return {"": local, SVG: local, XLINK: local, XML: f"xml:{local}"}.get(space)


def _declarations(style: str) -> dict[str, str]:
    """The declarations of a style="". Raises ValueError."""
    properties = {}
    for declaration in filter(None, map(str.strip, style.split(";"))):
        name, _, value = map(str.strip, declaration.partition(":"))
        if ":" not in declaration or not _PROPERTY.fullmatch(name):
            raise ValueError(declaration)
        properties[name] = value.removesuffix("!important").rstrip()
    return properties


def without_doctype(data: bytes) -> bytes:
    """A document with blanks for a <!DOCTYPE svg …> that declares nothing itself; lines stay where they are.

    Left in place, it would make expat drop entities that nobody has declared, and CairoSVG refuse the file.
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
        if above:
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
            self.open.pop().text = "".join(self.texts.pop())

    def characters(self, text: str) -> None:
        if self.open and not self.foreign:
            self.texts[-1].append(text)

    def refused(self, fault: str, mend: str) -> Failed:
        return Failed(error(f"{self.key}:{self.parser.CurrentLineNumber}", fault, mend))

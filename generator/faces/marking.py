"""Cuts the marks of a game's drawings, which is what `pnp illustrate` does.

A drawing is read behind the same fence as every other one. What its shapes are stands in `data-role`, how
they are cut in `data-tex`, or both in the label of a drawing program: `subject fur`, `role:front tex:bark`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.art.marks.cutting import cut
from generator.art.marks.geometry import soft
from generator.art.marks.pieces import ROLES, DrawnShape, Polyline
from generator.art.marks.style import STYLE, ArtStyle, read_style
from generator.faces.illustrated import (
    MOST_DRAWING,
    MOST_STYLE,
    cut_widths,
    drawing_name,
    marks_digest,
    marks_path,
)
from generator.faces.markup import BadArgument
from generator.ground.fence import unit
from generator.ground.files import Unreadable, files_inside, make_folder, read_bounded, write_whole
from generator.ground.matrices import Matrix, moved
from generator.ground.problems import Failed, Problem, error, note, warning
from generator.ground.sight import hexed
from generator.ground.spelling import nearest
from generator.records.cells import counted, some_of
from generator.svg.arcs import Segments
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES, shape
from generator.svg.parse import parse_with_spans
from generator.svg.style import PLAIN, Style, styled
from generator.svg.values import multiply, numbers, transform, view_box

MOST_PIECES, MOST_POINTS, MOST_DRAWINGS = 800, 20_000, 1_000
"""Of one drawing, and of one game."""
_CURVE = 8
"""Straight parts of a curve."""
_UNCUT = {
    "text": "In Inkscape: Path → Object to Path.",
    "image": "In Inkscape: Path → Trace Bitmap.",
    "use": "In Inkscape: Edit → Clone → Unlink Clone.",
}
"""Elements of which nothing can be cut, and how to make shapes of them."""
_FLOWS = {"outline": 0, "angle": 1, "around": 2, "radial": 2}


class WithoutRoles(Failed):
    """A drawing of which nothing can be cut."""


@dataclass(frozen=True, slots=True)
class CutDrawings:
    """What came of the drawings of a game."""

    written: tuple[str, ...]
    kept: int
    """So many files of marks were up to date."""
    problems: tuple[Problem, ...]


def cut_drawings(root: Path, *, anew: bool = False) -> CutDrawings:
    """Cut the marks of every drawing of a game that has none, or older ones; all of them `anew` if wanted.

    Raises Failed if there is no style, or none that can be read.
    """
    try:
        style_file = read_bounded(root / STYLE, inside=root, most=MOST_STYLE)
    except Unreadable as fault:
        mend = "Write one: docs/illustrating.md begins with the smallest." if fault.missing else fault.mend
        raise Failed(error(STYLE, fault.what, mend)) from None
    style = read_style(style_file)
    written: list[str] = []
    problems: list[Problem] = []
    plain: list[str] = []
    kept = 0
    for path in sorted(files_inside(root / "art", root, ending=".svg"))[:MOST_DRAWINGS]:
        where = f"art/{path.name}"
        if drawing_name(path.stem) != path.stem:
            mend = f"Call it {drawing_name(path.stem) or 'fox'}.svg."
            problems.append(warning(where, "No title can have this drawing, as its file is called.", mend))
            continue
        try:
            drawing = read_bounded(path, inside=root, most=MOST_DRAWING)
            widths = cut_widths(drawing, style.widths_mm, where=where)
        except (Unreadable, BadArgument) as fault:
            problems.append(error(where, fault.what, fault.mend))
            continue
        for width in widths:
            target, digest = root / marks_path(path.stem, width), marks_digest(drawing, style_file, width)
            if not anew and _is_of(target, root, digest):
                kept += 1
                continue
            try:
                with unit("illustration", where):
                    svg, told = marked(drawing, style, width, name=path.stem, of=digest)
            except WithoutRoles:
                plain.append(where)
                break
            except Failed as failed:
                problems += failed.problems
                break
            problems += [problem for problem in told if problem not in problems]
            make_folder(target.parent, inside=root)
            write_whole(target, svg.encode("utf-8"), inside=root)
            written.append(marks_path(path.stem, width))
    if plain:
        text = f"{counted(len(plain), 'drawing')} without a role, printed as drawn: {some_of(plain, 5)}."
        problems.append(
            note("art", text, "Give shapes a data-role, or a label such as “subject fur”, to cut them.")
        )
    return CutDrawings(tuple(written), kept, tuple(problems))


def _is_of(path: Path, root: Path, digest: str) -> bool:
    try:
        return f'data-of="{digest}"'.encode() in read_bounded(path, inside=root, most=MOST_DRAWING * 2)[:1000]
    except Unreadable:
        return False


def marked(
    drawing: bytes, style: ArtStyle, width_mm: float, *, name: str, of: str
) -> tuple[str, tuple[Problem, ...]]:
    """The print of a drawing at a width, and what is odd about the drawing. Raises Failed."""
    reader = read_drawing(drawing, style, width_mm, where=f"art/{name}.svg")
    svg = cut(reader.pieces, style, width_mm, reader.height_mm, name=name, of=of)
    return svg, tuple(reader.problems)


def read_drawing(drawing: bytes, style: ArtStyle, width_mm: float, *, where: str) -> DrawingReader:
    """The shapes of a drawing in mm. Raises Failed for what cannot be read or cut."""
    tree, spans = parse_with_spans(drawing.decode("utf-8", "replace"), where)
    attrs = tree.root.attrs
    try:
        x, y, wide, high = view_box(attrs.get("viewBox", ""))
    except ValueError:
        mend = 'Give its <svg> a viewBox, such as viewBox="0 0 35 26".'
        raise Failed(error(where, "The drawing has no size of its own.", mend)) from None
    scale = width_mm / wide
    labels = {id(span.node): span.label for span in spans if span.label}
    reader = DrawingReader(style, labels, scale, high * scale)
    at = scale, 0.0, 0.0, scale, -x * scale, -y * scale
    reader.walk(tree.root, styled(PLAIN, attrs), at, _Said("", ""))
    if not reader.pieces:
        mend = "Give shapes a data-role, or a label such as “subject fur”."
        raise WithoutRoles(error(where, "No shape of the drawing has a role.", mend))
    return reader


@dataclass(frozen=True, slots=True)
class _Said:
    """What an element or one around it says: its role and its texture."""

    role: str
    texture: str


@dataclass(slots=True)
class DrawingReader:
    """Reads the shapes of a drawing from back to front."""

    style: ArtStyle
    labels: Mapping[int, str]
    scale: float
    height_mm: float
    pieces: list[DrawnShape] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    points: int = 0

    def walk(self, node: Node, look: Style, matrix: Matrix, said: _Said) -> None:
        """Read what lies in an element."""
        for child in node.children:
            if child.attrs.get("display") == "none":
                continue
            if child.tag in _UNCUT:
                self.left_out(child, f"A <{child.tag}> is left out.", _UNCUT[child.tag])
            if child.tag not in SHAPES and child.tag != "g":
                continue
            at = multiply(matrix, transform(child.attrs.get("transform", "")))
            own = self.said(child, said)
            if child.tag == "g":
                self.walk(child, styled(look, child.attrs), at, own)
            elif own.role:
                self.shape(child, styled(look, child.attrs), at, own)
            elif "data-role" not in child.attrs:  # else its role is told
                text = "A shape without a role is left out."
                self.left_out(child, text, f"Give it the label or data-role of one: {', '.join(ROLES)}.")

    def left_out(self, node: Node, text: str, mend: str) -> None:
        """Tell what is not printed, each kind once."""
        if all(problem.what != text for problem in self.problems):
            self.problems.append(warning(node.where, text, mend))

    def said(self, node: Node, around: _Said) -> _Said:
        """The role and texture of an element; a word that is neither is told."""
        words = dict[str, str]()
        for label in self.labels.get(id(node), "").lower().split():
            key, colon, value = label.partition(":")
            if colon and key in ("role", "tex"):
                words[key] = value
            elif label in ROLES:
                words["role"] = label
            elif label in self.style.textures or ("role" in words and nearest(label, self.style.textures)):
                words["tex"] = label
        role = node.attrs.get("data-role", words.get("role", ""))
        texture = node.attrs.get("data-tex", words.get("tex", ""))
        if role and role not in ROLES:
            text, mend = (
                f"“{role[:40]}” is no role: the shape is left out.",
                f"Use one of: {', '.join(ROLES)}.",
            )
            self.problems.append(warning(node.where, text, mend))
            return _Said("", texture)
        if texture and texture not in self.style.textures:
            text = f"“{texture[:40]}” is no texture of {STYLE}: it stays plain."
            mend = f"Use one of: {', '.join(self.style.textures) or 'none is there yet'}."
            self.problems.append(warning(node.where, text, mend))
            texture = ""
        return _Said(role or around.role, texture or around.texture)

    def shape(self, node: Node, look: Style, matrix: Matrix, said: _Said) -> None:
        """Read one shape; a hint joins the shape before it."""
        lines = tuple(self.lines(node, matrix))
        self.points += sum(map(len, lines))
        if len(self.pieces) >= MOST_PIECES or self.points > MOST_POINTS:
            most = f"{MOST_PIECES} shapes and {MOST_POINTS:,} points"
            raise Failed(error(node.where, f"The drawing has more than {most}.", "Draw it with fewer."))
        if said.role == "hint":
            if self.pieces:
                last = self.pieces[-1]
                usable = tuple(line for line in lines if len(line) > 1 and line[0] != line[-1])
                self.pieces[-1] = replace(last, hints=last.hints + usable)
            return
        widths = self.numbers(node, "data-w", scaled=True)
        stroked = node.tag in ("polyline", "line") or (look.fill is None and look.stroke is not None)
        paint = look.stroke if stroked else look.fill
        if paint is None or not lines:
            return
        if not stroked and look.stroke is not None and look.stroke_width:
            text = "The line of a shape with a fill is left out."
            self.left_out(node, text, "Draw the line as a shape of its own, with no fill.")
        if (look.stroke_opacity if stroked else look.fill_opacity) < 1:
            self.left_out(
                node, "A see-through shape is printed solid.", "Inks are laid on or not: choose one."
            )
        piece = DrawnShape(
            role=said.role,
            ink=self.ink(node, paint),
            texture=said.texture,
            flow=self.flow(node, matrix),
            tone=self.toned(node, matrix, "data-tone", (1, 6)),
            glow=self.toned(node, matrix, "data-glow", (4,)),
            where=node.where,
        )
        if not stroked:
            self.pieces.append(replace(piece, rings=lines))
            return
        widths = widths or (look.stroke_width * _growth(matrix),)
        for line in lines:
            if len(line) > 1 and any(a != b for a, b in itertools.pairwise(line)):
                self.pieces.append(replace(piece, line=line, widths=widths))

    def lines(self, node: Node, matrix: Matrix) -> Iterator[Polyline]:
        """The outlines of a shape in mm; those through points are soft, unless they are to be hard."""
        try:
            segments = shape(node.tag, node.attrs)
        except ValueError as slip:
            raise Failed(error(node.where, str(slip), "Draw it again.")) from None
        is_soft = node.tag in ("polygon", "polyline") and "data-hard" not in node.attrs
        for line in _flattened(segments):
            there = tuple(moved(point, matrix) for point in line)
            yield soft(there, closed=node.tag == "polygon") if is_soft else there

    def ink(self, node: Node, paint: object) -> str:
        """The ink of a colour. Raises Failed if it is none of the style's."""
        colour = hexed(paint).lower() if isinstance(paint, tuple) else ""
        for name, ink in self.style.inks.items():
            if ink == colour:
                return name
        inks = ", ".join(f"{name} {ink}" for name, ink in self.style.inks.items())
        text = f"The colour {colour or 'of this shape'} is no ink of {STYLE}."
        raise Failed(error(node.where, text, f"Use one of: {inks}."))

    def flow(self, node: Node, matrix: Matrix) -> tuple[str, tuple[float, ...]]:
        """Along what a shape is cut: `outline`, degrees, `around X Y`, `radial X Y`."""
        words = node.attrs.get("data-flow", "outline").split()
        if len(words) == 1 and words[0] not in _FLOWS:
            words = ["angle", *words]
        kind = words[0] if words else "outline"
        try:
            values = numbers(" ".join(words[1:]))
        except ValueError:
            values = (0.0,) * 9
        if kind not in _FLOWS or len(values) != _FLOWS[kind]:
            mend = "Write outline, degrees such as 30, or around 20 12."
            raise Failed(error(node.where, f"data-flow “{' '.join(words)[:40]}” cannot be read.", mend))
        return (kind, moved((values[0], values[1]), matrix)) if len(values) == 2 else (kind, values)

    def numbers(self, node: Node, name: str, *, scaled: bool = False) -> tuple[float, ...]:
        """The numbers of an attribute; none without it. Raises Failed."""
        try:
            values = numbers(node.attrs.get(name, ""))
        except ValueError as slip:
            raise Failed(error(node.where, f"{name}: {slip}", "Write numbers with blanks between.")) from None
        return tuple(max(0.0, value * self.scale) for value in values) if scaled else values

    def toned(self, node: Node, matrix: Matrix, name: str, counts: tuple[int, ...]) -> tuple[float, ...]:
        """Tones and where they are: of six numbers two places, of four a place and a radius."""
        values = self.numbers(node, name)
        if values and len(values) not in counts:
            mend = "Write 0.6, or X Y TONE X Y TONE." if name == "data-tone" else "Write X Y RADIUS TONE."
            raise Failed(error(node.where, f"{name} has {len(values)} numbers.", mend))
        if len(values) == 6:
            return (*moved(values[:2], matrix), values[2], *moved(values[3:5], matrix), values[5])
        if len(values) == 4:
            return (*moved(values[:2], matrix), values[2] * self.scale, values[3])
        return values


def _growth(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def _flattened(segments: Segments) -> Iterator[Polyline]:
    """Outlines as straight lines."""
    line: list[tuple[float, float]] = []
    for kind, values in segments:
        if kind == "m":
            if len(line) > 1:
                yield tuple(line)
            line = [(values[0], values[1])]
        elif kind == "l":
            line.append((values[0], values[1]))
        elif kind == "c":
            (x, y), (a, b, c, d, u, v) = line[-1], values
            for step in range(1, _CURVE + 1):
                t, s = step / _CURVE, 1 - step / _CURVE
                p, q, r, w = s**3, 3 * s * s * t, 3 * s * t * t, t**3
                line.append((p * x + q * a + r * c + w * u, p * y + q * b + r * d + w * v))
        else:
            line.append(line[0])
    if len(line) > 1:
        yield tuple(line)

"""A designer's SVG that lies outside the subset: resvg draws it as pixels, as fine as a press can show.

It is given the drawing as the subset has it, with filters and the like as they stand. What it is known to
draw otherwise than browsers is refused, so that nothing is lost in silence; it fetches nothing, takes no font
but the game's, and is optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from generator.ground.files import temporary_folder, write_whole
from generator.ground.problems import Problem, error, note
from generator.ground.raster import MM_PER_INCH
from generator.ground.xml_text import attribute, escaped
from generator.svg import subset
from generator.svg.check import unread_attributes
from generator.svg.expansion import expansion
from generator.svg.foreign_cost import too_dear
from generator.svg.lettering import MissingSigns
from generator.svg.nodes import Node, Tree
from generator.svg.pictures import PdfPicture, PdfPictures, fetch
from generator.svg.pixels import Opener
from generator.svg.values import ViewBox
from generator.text.font_kinds import with_family
from generator.text.fonts import BrokenFont, Fonts, UnknownFamily
from generator.text.shaping import Chain, Shaper

DPI = 600
LONGEST_PX = 6_000
"""The longer side of a picture; finer ones are drawn with fewer dots to the inch."""
SHORTEST_PX = 1_800
"""At least as much for the longer side: the same picture may stand elsewhere in a larger place."""
_FILTERS = """feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence"""
DRAWN_AS_PIXELS = frozenset({"textPath", "filter", *_FILTERS.split()})
"""Elements outside the subset that are drawn as pixels."""
_KNOWN = re.compile(
    r"filter|mix-blend-mode|isolation|writing-mode|startOffset|mask-type"
    r"|clipPathUnits|stop-opacity|in2?|result|stdDeviation|flood-.*|lighting-color|color-interpolation(-filters)?|mask|clip-path|fill|stroke"
)
"""Attributes that resvg draws as browsers do; what paints must point to an element of the file."""
_STYLES = ("mix-blend-mode", "isolation")
"""What resvg reads in style="" alone."""
_SIZED = re.compile(r"\s*[-+.\deE]+(mm|cm|in|pt|pc)\s*")

_OUTSIDE = re.compile(r"url\(\s*[\"']?\s*(?!#|[\"'#])|@import|expression\(", re.IGNORECASE)
_FONT = ("font-family", "font-weight", "font-style")
_LETTERED = frozenset({"text", "tspan", "textPath"})


def draw_foreign(
    pictures: PdfPictures,
    fonts: Fonts,
    trees: tuple[Tree, Tree],
    box: ViewBox,
    room_mm: tuple[float, float],
    problems: tuple[Problem, ...],
) -> tuple[PdfPicture | None, tuple[Problem, ...]]:
    """The drawing as pixels for a place of so many mm, and a note that says so; or why it cannot be drawn.

    The trees are the drawing as it was written and as the subset has it; `problems` is what the check said of
    the latter, which is told when resvg is not installed, or known to draw it otherwise than browsers.
    """
    written, plain = trees
    stopped = (
        tuple(dict.fromkeys(_blocks(written, pictures.opener))) or expansion(written) or too_dear(written)
    )
    stopped = stopped or tuple(_drawn_otherwise(plain))
    if stopped:
        return None, stopped
    lettered, faces, lacking = _lettered(plain, fonts)
    if lacking:
        return None, lacking
    try:
        return pictures.pixels(_png(lettered, box, room_mm, faces)), (_as_pixels(problems, written),)
    except ImportError:
        mend = "Simplify the drawing, or install what draws it with: pip install 'pnp-generator[art]'."
        return None, tuple(error(problem.where, problem.what, mend) for problem in problems)
    except MemoryError:
        raise
    except Exception as slip:  # resvg raises whatever its parser raises; a stranger's file is no bug
        fault = f"The picture cannot be drawn ({type(slip).__name__})."
        return None, (error(written.root.where, fault, "Export it as plain SVG, or as a PNG."),)


def _as_pixels(problems: tuple[Problem, ...], tree: Tree) -> Problem:
    """A note that a drawing is printed as pixels, at the first element that our own pen does not draw."""
    where = problems[0].where if problems else tree.root.where
    cause = problems[0].what if problems else ""
    text = f"The drawing is printed as pixels, {DPI} to the inch."
    return note(where, f"{text} {cause}".strip(), "Nothing has to be done; plain shapes alone stay vectors.")


def _lettered(tree: Tree, fonts: Fonts) -> tuple[Tree, dict[str, bytes], tuple[Problem, ...]]:
    """The drawing with texts whose families are names of our own, the fonts by these names, and what lacks.

    resvg looks for a family inside the font file, by its very name and for static faces alone; a game knows
    its fonts by the names of their files, and may have them in other kinds of files.
    """
    shaper, names, problems = Shaper(fonts), dict[Path, str](), list[Problem]()

    def lettered(node: Node, outer: Mapping[str, str]) -> Node:
        look = {**outer, **{name: node.attrs[name].strip() for name in _FONT if name in node.attrs}}
        attrs = node.attrs
        if node.tag in _LETTERED and node.text.strip():
            try:
                chain = _chain(shaper, " ".join(node.text.split()), look)
                families = ", ".join(names.setdefault(path, f"face{len(names)}") for path in chain)
                attrs = {**attrs, "font-family": families, "font-weight": "normal", "font-style": "normal"}
            except (UnknownFamily, MissingSigns) as lacking:
                problems.append(error(node.where, lacking.what, lacking.mend))
            except BrokenFont as broken:
                problems.extend(broken.problems)
        return replace(node, attrs=attrs, children=[lettered(child, look) for child in node.children])

    root = lettered(tree.root, {})
    faces = {} if problems else {name: fonts.data(path).content for path, name in names.items()}
    return replace(tree, root=root), faces, tuple(problems)


def _chain(shaper: Shaper, words: str, look: Mapping[str, str]) -> Chain:
    """The fonts of a text. Raises UnknownFamily, BrokenFont, and MissingSigns, as resvg leaves such out."""
    weight = {"bold": "700"}.get(look.get("font-weight", ""), look.get("font-weight", ""))
    slanted = look.get("font-style") in ("italic", "oblique")
    family = look.get("font-family", "")
    chain = shaper.fonts.chain(family, int(weight) if weight.isdecimal() else 400, slanted)
    lost = {words[glyph.cluster] for glyph in shaper.shape(chain, words) if not glyph.id}
    if lost:
        raise MissingSigns("".join(sorted(lost)), ", ".join(path.name for path in chain))
    return chain


def _drawn_otherwise(plain: Tree) -> Iterator[Problem]:
    """What resvg is known to draw otherwise than browsers, or not at all."""
    yield from plain.unread
    for node in plain.root.walk():
        for name, value, problem in unread_attributes(node):
            painted = name not in ("fill", "stroke", "mask", "clip-path") or value.strip().startswith("url(#")
            known = node.tag not in subset.ELEMENTS or (_KNOWN.fullmatch(name) is not None and painted)
            if not known and not _SIZED.fullmatch(value):
                yield problem


def _blocks(tree: Tree, opener: Opener) -> Iterator[Problem]:
    """What nobody draws, or what wants something from outside the file; each kind told once."""
    facts: set[str] = set()
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if (
            node.tag not in subset.ELEMENTS
            and node.tag not in DRAWN_AS_PIXELS | subset.SILENT | subset.RESOLVED.keys()
        ):
            if node.tag not in facts:
                mend = subset.ELEMENT_MENDS.get(node.tag, "Export the drawing as a PNG.")
                yield error(node.where, f"The element <{node.tag}> cannot be drawn.", mend)
            facts.add(node.tag)
            continue
        stack.extend(reversed(node.children))
        for name, value in node.attrs.items():
            if name.startswith("on") and name not in facts:
                facts.add(name)
                fault = f"The attribute {name} of <{node.tag}> cannot be drawn."
                yield error(node.where, fault, subset.attribute_mend(name))
            if _reaches_out(node, name, value):
                fault = f"The <{node.tag}> asks for something outside its file."
                yield error(node.where, fault, "Put it into the file, or delete it.")
        if node.tag == "image":
            try:  # a picture inside the picture must be pixels that can be opened
                opener.open(fetch(node.attrs.get("href", "")))
            except ValueError as slip:
                yield error(node.where, str(slip), "Embed it as PNG or JPEG when you save the drawing.")
        if node.tag == "style" and _OUTSIDE.search(node.text):
            yield error(node.where, "The <style> asks for something outside its file.", "Delete that rule.")


def _reaches_out(node: Node, name: str, value: str) -> bool:
    if name == "href" and node.tag not in ("a", "image"):
        return not value.strip().startswith("#")
    return bool(_OUTSIDE.search(value))


def _png(tree: Tree, box: ViewBox, room_mm: tuple[float, float], faces: Mapping[str, bytes]) -> bytes:
    """The drawing in pixels for a place of so many mm, as a PNG.

    Raises ImportError, ValueError, UnfitFont.
    """
    import resvg_py

    wide = max(room_mm[0], room_mm[1] * box[2] / box[3])
    longest = wide * max(1.0, box[3] / box[2]) / MM_PER_INCH * DPI
    scale = min(LONGEST_PX, max(SHORTEST_PX, longest)) / max(box[2], box[3])
    size = max(1, round(box[2] * scale)), max(1, round(box[3] * scale))
    with temporary_folder() as folder:
        for name, face in faces.items():
            write_whole(folder / f"{name}.ttf", with_family(face, name), inside=folder)
        drawn = resvg_py.svg_to_bytes(
            svg_string=_written(tree, box, size),
            dpi=96,  # what a unit such as mm means inside a drawing
            skip_system_fonts=True,
            font_files=[str(folder / f"{name}.ttf") for name in faces],
        )
    return bytes(drawn)


def _written(tree: Tree, box: ViewBox, size: tuple[int, int]) -> str:
    """The SVG of a tree, on a page of so many pixels that shows its viewBox and nothing beside it."""
    page = {
        "width": size[0],
        "height": size[1],
        "viewBox": " ".join(map(str, box)),
        "preserveAspectRatio": "none",
    }
    own = {name: value for name, value in tree.root.attrs.items() if name not in ("x", "y")}
    root = replace(tree.root, attrs={**own, **{name: str(value) for name, value in page.items()}})
    pieces = ['<svg xmlns="http://www.w3.org/2000/svg"']
    stack: list[Node | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        if node.tag in subset.SILENT:
            continue
        styles = "".join(f"{name}:{node.attrs[name]};" for name in _STYLES if name in node.attrs)
        said = {**node.attrs, "style": styles} if styles else node.attrs
        attributes = "".join(attribute(name, value) for name, value in said.items())
        pieces.append(f"{attributes}>" if node is root else f"<{node.tag}{attributes}>")
        pieces.append(escaped(node.text))
        stack += [f"</{node.tag}>", *reversed(node.children)]
    return "".join(pieces)

"""A designer's SVG that lies outside the subset: CairoSVG draws it, its PDF becomes a form of ours.

The way through PDF keeps vectors as vectors, at a tenth of the size of a 600 dpi picture. CairoSVG leaves out
silently what it does not know, so only elements that it does draw may pass; it never fetches anything.
CairoSVG is optional. Bytes stay the same from run to run, for nothing but the drawing is taken over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.ground.problems import Problem, error, warning
from generator.ground.worker import away_from_the_game
from generator.svg import subset
from generator.svg.expansion import expansion
from generator.svg.foreign_cost import too_dear
from generator.svg.parse import Node, Tree
from generator.svg.pdf import Pdf
from generator.svg.pen import ContentStream
from generator.svg.pictures import PdfPicture, fetch
from generator.svg.pixels import Opener
from generator.svg.values import ViewBox

DRAWN_BY_CAIROSVG = frozenset({"pattern", "marker", "tspan", "textPath", "a", "style", "switch"})
"""Elements outside the subset that CairoSVG 2.8 draws as browsers do. Masks are none of them: it takes how
opaque a mask is for how light it is, and may lose what is masked altogether."""

_REFUSED = frozenset({"filter", "mix-blend-mode", "backdrop-filter"})
_OUTSIDE = re.compile(r"url\(\s*[\"']?\s*(?!#|[\"'#])|@import|expression\(", re.IGNORECASE)


def draw_foreign(
    pdf: Pdf, data: bytes, tree: Tree, box: ViewBox, problems: tuple[Problem, ...], opener: Opener
) -> tuple[PdfPicture | None, tuple[Problem, ...]]:
    """The drawing as a form, with a warning where fonts are not ours; or why it cannot be drawn.

    `problems` is what the subset's check said about it; it is told when CairoSVG is not installed.
    """
    stopped = tuple(dict.fromkeys(_blocks(tree, opener))) or expansion(tree) or too_dear(tree)
    if stopped:
        return None, stopped
    try:
        name = _taken_over(pdf, _render(data, box), box)
    except (ImportError, OSError):
        mend = "Simplify the drawing, or install CairoSVG with: pip install 'pnp-generator[art]'."
        return None, tuple(error(problem.where, problem.what, mend) for problem in problems)
    except MemoryError:
        raise
    except Exception as slip:  # CairoSVG raises whatever its parsers raise; a stranger's file is no bug
        fault = f"CairoSVG cannot draw the picture ({type(slip).__name__})."
        return None, (error(tree.root.where, fault, "Export it as plain SVG, or as a PNG."),)
    return PdfPicture(name, box, pixels=False), _letters(tree)


def _blocks(tree: Tree, opener: Opener) -> Iterator[Problem]:
    """What CairoSVG would leave out, or what wants something from outside the file; each kind told once."""
    facts: set[str] = set()
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node.tag not in subset.ELEMENTS and node.tag not in DRAWN_BY_CAIROSVG | subset.SILENT:
            if node.tag not in facts:
                mend = subset.ELEMENT_MENDS.get(node.tag, "Export the drawing as a PNG.")
                yield error(node.where, f"The element <{node.tag}> cannot be drawn.", mend)
            facts.add(node.tag)
            continue
        stack.extend(reversed(node.children))
        for name, value in node.attrs.items():
            refused = name in _REFUSED and value.strip() not in ("none", "normal")
            if (refused or name.startswith("on")) and name not in facts:
                facts.add(name)
                fault = f"The attribute {name} of <{node.tag}> cannot be drawn."
                yield error(node.where, fault, subset.attribute_mend(name))
            if _reaches_out(node, name, value):
                fault = f"The <{node.tag}> asks for something outside its file."
                yield error(node.where, fault, "Put it into the file, or delete it.")
        if node.tag == "image":
            yield from _embedded(node, opener)
        if node.tag == "style" and _OUTSIDE.search(node.text):
            yield error(node.where, "The <style> asks for something outside its file.", "Delete that rule.")


def _reaches_out(node: Node, name: str, value: str) -> bool:
    if name == "href" and node.tag not in ("a", "image"):
        return not value.strip().startswith("#")
    return bool(_OUTSIDE.search(value))


def _embedded(node: Node, opener: Opener) -> Iterator[Problem]:
    """A picture inside the picture must be pixels that can be opened."""
    try:
        opener.open(fetch(node.attrs.get("href", ""), None))
    except (OSError, ValueError) as slip:
        yield error(node.where, str(slip), "Embed it as PNG or JPEG when you save the drawing.")


def _letters(tree: Tree) -> tuple[Problem, ...]:
    """A warning for the first text: CairoSVG takes the fonts of the computer that it runs on."""
    for node in tree.root.walk():
        if node.tag == "text":
            fault = (
                "The text in this picture takes a font of this computer, and may look different on another."
            )
            return (warning(node.where, fault, "Convert the text to paths in the drawing program."),)
    return ()


def _render(data: bytes, box: ViewBox) -> bytes:
    """The SVG as a PDF page of the box's size. Raises what CairoSVG raises; OSError without libcairo."""
    with away_from_the_game():  # CairoSVG loads libcairo by its bare name
        from cairosvg.surface import PDFSurface  # the functions above it do not let a fetcher through

    size = {"output_width": box[2], "output_height": box[3]}
    return bytes(PDFSurface.convert(bytestring=data, url_fetcher=_fetch, **size))


def _fetch(url: str, _kind: str) -> bytes:
    """The only way in which CairoSVG gets anything: out of the file itself. Raises ValueError."""
    return fetch(url, None)


def _taken_over(pdf: Pdf, content: bytes, box: ViewBox) -> str:
    """The one page of a PDF as a form in `box`, y down. Raises what `first_page` raises."""
    from generator.svg.foreign import first_page

    name, media = first_page(content, pdf)
    pen = ContentStream(pdf)
    sx, sy = box[2] / (media[2] - media[0]), box[3] / (media[3] - media[1])
    pen.concat((sx, 0, 0, -sy, box[0] - media[0] * sx, box[1] + media[3] * sy))
    pen.use("XObject", name, "Do")
    return pdf.form(pen, box=box)

"""Texts with `<tspan>` become plain texts, each a run in one look whose place is known.

A run goes on where the one before it ends, unless it says its own `x` or `y`; what goes on in one line is
aligned as one. Drawing programs write every line, and every word in another look, as a `<tspan>`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.svg.nodes import Node, Tree, by_id
from generator.svg.style import PLAIN, Style, styled
from generator.svg.values import length, numbers
from generator.text.shaping import FontLine

if TYPE_CHECKING:
    from generator.svg.lettering import Lettering


RUN = "data-run"
"""Marks a text that is one of several runs."""
NAMES = frozenset({"dominant-baseline", "word-spacing", "textLength", "lengthAdjust"})
"""What is told of runs alone: plain texts have none of it."""
BASELINES: Mapping[str, Callable[[FontLine], float]] = {
    "auto": lambda _: 0.0,
    "alphabetic": lambda _: 0.0,
    "baseline": lambda _: 0.0,
    "middle": lambda line: line.x_height / 2,
    "central": lambda line: (line.ascent - line.descent) / 2,
    "hanging": lambda line: 0.8 * line.ascent,
    "mathematical": lambda line: line.ascent / 2,
    "text-before-edge": lambda line: line.ascent,
    "text-after-edge": lambda line: -line.descent,
    "ideographic": lambda line: -line.descent,
}
"""How far below its y a text stands, in em, by its dominant-baseline."""


@dataclass(slots=True)
class _Run:
    where: str
    look: Mapping[str, str]
    """What its elements below the <text> say."""
    style: Style
    words: str
    x: float | None
    y: float | None
    dx: float
    dy: float
    more: Mapping[str, str] = field(default_factory=dict)
    """What of NAMES holds here."""


def placed_runs(tree: Tree, lettering: Lettering) -> Tree:
    """The tree with every text in runs; the same tree if no text needs that."""
    if not tree.spans:
        return tree
    root = _rebuilt(tree.root, styled(PLAIN, tree.root.attrs), lettering, _more({}, tree.root))
    return replace(tree, root=root, ids=by_id(root))


def _more(around: Mapping[str, str], node: Node) -> Mapping[str, str]:
    own = {name: node.attrs[name] for name in NAMES if name in node.attrs}
    return {**around, **own} if own else around


def _rebuilt(node: Node, style: Style, lettering: Lettering, more: Mapping[str, str]) -> Node:
    if node.tag == "text":
        plain = (
            not node.children and not more and not any(_many(node.attrs.get(name, "")) for name in _PLACES)
        )
        return node if plain else _group(node, style, lettering, more)
    children = [
        _rebuilt(child, styled(style, child.attrs), lettering, _more(more, child)) for child in node.children
    ]
    return replace(node, children=children)


def _many(places: str) -> bool:
    return len(places.replace(",", " ").split()) > 1


def _group(text: Node, style: Style, lettering: Lettering, more: Mapping[str, str]) -> Node:
    """A group with what the text says of all its runs, and the runs as texts in it."""
    attrs = {name: value for name, value in text.attrs.items() if name not in _PLACES | NAMES}
    runs = _parted(_spaced(list(_leaves(text, style, _place(text), {}, more))))
    return Node("g", attrs, text.where, list(_placed(runs, lettering)))


_PLACES = frozenset({"x", "y", "dx", "dy"})


_Place = tuple[float | None, float | None, float | None, float | None]
"""x and y, and how far it is moved from there; None for what is not said."""


def _place(node: Node) -> _Place:
    attrs = node.attrs
    x, y, dx, dy = (_first(attrs[name]) if name in attrs else None for name in ("x", "y", "dx", "dy"))
    return x, y, dx, dy


def _first(places: str) -> float:
    return numbers(places)[0] if _many(places) else length(places)


def _leaves(
    node: Node, style: Style, place: _Place, look: Mapping[str, str], more: Mapping[str, str]
) -> Iterator[_Run]:
    """The runs of a text in order; the first of an element stands where the innermost says that says it."""
    if not node.children:
        x, y, dx, dy = place
        run = _Run(node.where, look, style, node.text, x, y, dx or 0.0, dy or 0.0, more)
        yield from _letters(run, node)
        return
    for child in node.children:
        if child.tag != "tspan" or child.attrs.get("display") == "none":
            continue
        own = _place(child)
        x, y, dx, dy = (here if here is not None else at for here, at in zip(own, place, strict=True))
        inner = {
            **look,
            **{name: value for name, value in child.attrs.items() if name not in _PLACES | NAMES},
        }
        yield from _leaves(child, styled(style, child.attrs), (x, y, dx, dy), inner, _more(more, child))
        place = (None, None, None, None)


def _letters(run: _Run, node: Node) -> Iterator[_Run]:
    """A run, or one for each letter that is given a place of its own; the last goes on with what is left."""
    places = {name: numbers(node.attrs[name]) for name in _PLACES if _many(node.attrs.get(name, ""))}
    many = min(len(run.words), max(map(len, places.values()), default=1))
    if many < 2:
        yield run
        return
    for at in range(many):
        words = run.words[at:] if at == many - 1 else run.words[at]
        here = {name: values[at] for name, values in places.items() if at < len(values)}
        first = {"x": run.x, "y": run.y, "dx": run.dx, "dy": run.dy} if at == 0 else {}
        own = {"x": None, "y": None, "dx": 0.0, "dy": 0.0} | first | here
        yield replace(run, words=words, **own)  # type: ignore[arg-type]


def _parted(runs: Sequence[_Run]) -> Sequence[_Run]:
    """Runs whose words stand further apart, word by word."""
    parted: list[_Run] = []
    for run in runs:
        room = length(run.more.get("word-spacing", "0").replace("normal", "0"))
        if not room:
            parted.append(run)
            continue
        *before, last = run.words.split(" ")
        for at, word in enumerate([*(f"{word} " for word in before), last]):
            moved = {} if at == 0 else {"x": None, "y": None, "dx": room, "dy": 0.0}
            parted.append(replace(run, words=word, **moved))  # type: ignore[arg-type]
    return parted


def _spaced(runs: Sequence[_Run]) -> Sequence[_Run]:
    """White space as SVG 1.1 (10.15) has it: none at the ends of a text, one blank at most between words."""
    after_blank = True
    for run in runs:
        if run.x is not None or run.y is not None:
            after_blank = True
        words = run.words.replace("\n", " ").replace("\t", " ").replace("\r", " ")
        if not run.style.space:
            kept: list[str] = []
            for letter in words:
                if letter != " " or not after_blank:
                    kept.append(letter)
                after_blank = letter == " "
            words = "".join(kept)
        run.words = words
    if runs and not runs[-1].style.space:
        runs[-1].words = runs[-1].words.rstrip(" ")
    return [run for run in runs if run.words or run.x is not None or run.y is not None]


def _stretched(runs: Sequence[_Run], lettering: Lettering) -> Sequence[tuple[_Run, float, float]]:
    """Runs with how wide each is, and how far it is stretched so that it is as long as it says."""
    laid: list[tuple[_Run, float, float]] = []
    for run in runs:
        wide = lettering.width(run.style, run.words) if run.words else 0.0
        wanted = length(run.more["textLength"]) if "textLength" in run.more else 0.0
        scale = 1.0
        if wanted and wide and run.more.get("lengthAdjust") == "spacingAndGlyphs":
            scale, wide = wanted / wide, wanted
        elif wanted and len(run.words) > 1:
            spacing = run.style.letter_spacing + (wanted - wide) / (len(run.words) - 1)
            look = {**run.look, "letter-spacing": f"{spacing:.6f}"}
            run, wide = replace(run, look=look), wanted
        laid.append((run, wide, scale))
    return laid


def _placed(runs: Sequence[_Run], lettering: Lettering) -> Iterator[Node]:
    at_y = 0.0
    end_x = 0.0
    for chunk in _chunks(runs):
        first = chunk[0]
        start = first.x if first.x is not None else end_x
        laid = _stretched(chunk, lettering)
        whole = sum(wide for _, wide, _ in laid) + sum(run.dx for run in chunk[1:])
        x = start - whole * first.style.text_anchor
        at_y = first.y if first.y is not None else at_y
        for run, wide, scale in laid:
            x += run.dx
            at_y += run.dy
            if run.words:
                baseline = BASELINES[run.more.get("dominant-baseline", "auto").strip()](
                    lettering.line(run.style)
                )
                yield _text(run, x, at_y + baseline * run.style.font_size, scale, alone=len(runs) == 1)
            x += wide
        end_x = x


def _chunks(runs: Sequence[_Run]) -> Iterator[Sequence[_Run]]:
    """Runs that stand in one line, after each other."""
    chunk: list[_Run] = []
    for run in runs:
        if chunk and (run.x is not None or run.y is not None):
            yield chunk
            chunk = []
        chunk.append(run)
    if chunk:
        yield chunk


def _text(run: _Run, x: float, y: float, scale: float, *, alone: bool) -> Node:
    place = {"x": f"{x:.4f}", "y": f"{y:.4f}", "text-anchor": "start", "xml:space": "preserve"}
    look = {name: value for name, value in run.look.items() if name != "id"}
    if scale != 1:
        place["transform"] = f"matrix({scale:.6f} 0 0 1 {x * (1 - scale):.4f} 0)"
    if not alone:
        place[RUN] = ""
    return Node("text", {**look, **place}, run.where, [], run.words)

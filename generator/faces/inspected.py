"""What a finished face says and cannot be: SVG that cannot be read, another size, loose words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.faces.context import cut_of
from generator.ground.problems import Failed, Problem, Unlike, error, warning
from generator.records.tables import Row
from generator.svg.nodes import Node
from generator.svg.parse import parse


def inspected(svg: str, template: str, component: Row) -> Iterable[Problem]:
    """What is wrong with the SVG that a template wrote for a component."""
    where = f"templates/{template}:1"
    try:
        root = parse(svg, template).root
    except Failed as fault:
        problem = fault.problems[0]
        own = problem.where.startswith(("templates/", "shelf/templates/"))
        yield problem if own else error(_near(svg, problem.place.line) or where, problem.what, problem.mend)
        return
    width, height, _ = cut_of(component)
    box = root.attrs.get("viewBox", "").replace(",", " ").split()
    try:
        same = all(abs(float(a) - b) < 0.01 for a, b in zip(box, (0, 0, width, height), strict=True))
    except ValueError:
        same = False
    if not same:
        yield error(
            where,
            f"The viewBox is “{root.attrs.get('viewBox', '')}”, but {component['name']} is "
            f"{width:g} by {height:g} mm in the sheet Components.",
            f'Write viewBox="0 0 {width:g} {height:g}" or change the sheet.',
            about=Unlike.VIEW_BOX,
        )
    yield from _loose_words(root)


def _loose_words(root: Node) -> Iterator[Problem]:
    """Words between elements: SVG prints none but those of a <text>, and somebody may wait for them."""
    for node in root.walk():
        if node.tag in {"svg", "g"} and not node.text.isspace() and node.text:
            yield warning(
                node.where,
                f"Words stand loose inside this <{node.tag}>, where nothing is printed.",
                "Print a value with {{ text(…) }} or {{ textbox(…) }}; a note for people stands in {# … #}.",
            )


def _near(svg: str, line: int) -> str:
    """The template's line behind a line of the finished SVG: the last element that begins before its end."""
    lines = svg.split("\n")[:line]
    marks = re.findall(r'data-at="([^"]+)"', "\n".join(lines))
    return str(marks[-1]) if marks else ""

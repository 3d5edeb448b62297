"""A bench on which one template is tried."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.faces import Face, FaceMaker
from generator.faces.budget import MOST_STEPS
from generator.ground.problems import Problem
from generator.records.notation import Kind, Symbol, Symbols, parse_effect, parse_requirement
from generator.records.tables import Book, Row, Table, slug
from generator.svg.nodes import Node
from generator.svg.parse import parse
from generator.text.fonts import find_fonts

FONTS = find_fonts(Path(__file__).parents[2] / "fonts")


SYMBOLS = Symbols(
    [
        Symbol("energy", "E", "☀️", "Energy", Kind.TOKEN),
        Symbol("meaning", "M", "🌟", "Meaning", Kind.SHARED_TRACK),
        Symbol("vitals", "V", "🛡️", "Vitals", Kind.TRACK),
        Symbol("bare", "", "", "Bare", Kind.SIGN),
    ]
)


ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none">'
    '<circle id="c" cx="12" cy="12" r="9"/></svg>'
)


def row(sheet: str, number: int, **values: Any) -> Row:
    return Row(
        sheet,
        number,
        MappingProxyType(values),
        MappingProxyType({k: chr(65 + n) for n, k in enumerate(values)}),
    )


def table(name: str, *rows: Mapping[str, Any]) -> Table:
    return Table(
        name, (), tuple(row(name, at, **{slug(k): v for k, v in r.items()}) for at, r in enumerate(rows, 2))
    )


BOOK = Book(
    MappingProxyType(
        {
            "Game": table("Game", {"Key": "Title", "Value": "Tiny"}),
            "Layers": table("Layers", {"Layer": 1, "Name": "Boundary", "Colour": "#1b7f83"}),
        }
    ),
    SYMBOLS,
    "0" * 64,
)


CARD = row(
    "Patterns",
    14,
    title="Shell",
    requirement=parse_requirement("2E", SYMBOLS),
    bonus=parse_effect("-2M; all -1V", SYMBOLS),
    flavour='Salt <&"> & sand',
    items=7,
    _6="six",
)


COMPONENT = row("Components", 2, name="Patterns", shape="rectangle", width=60, height=90)


class Bench:
    """A game folder to write templates into, and to render them from."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("templates", "icons", "art"):
            (root / folder).mkdir()
        for key in ("energy", "meaning", "vitals"):
            (root / "icons" / f"{key}.svg").write_text(ICON)

    def write(self, name: str, text: str) -> None:
        (self.root / "templates" / name).write_text(text)

    def render(self, body: str, card: Row | None = CARD) -> tuple[Face | None, tuple[Problem, ...]]:
        self.write("t.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90">\n{body}\n</svg>\n')
        maker = FaceMaker(root=self.root, book=BOOK, game=BOOK, fonts=FONTS)
        return maker.render("t.svg", component=COMPONENT, card=card)

    def nodes(self, body: str, card: Row | None = CARD) -> list[Node]:
        face, problems = self.render(body, card)
        assert not problems
        assert face
        return list(parse(face.svg, "t.svg").root.walk())

    def problem(self, body: str) -> Problem:
        _, problems = self.render(body)
        (problem,) = problems
        return problem


STEPS = f"The template takes more than {MOST_STEPS:,} steps for one face."

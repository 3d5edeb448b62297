"""Faces of the real templates with the real workbook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from generator.faces import Face, FaceMaker
from generator.games.meaning_made.records import game_from
from generator.ground.problems import Problem
from generator.records.tables import Book, Row, slug
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[2]


@cache
def shipped() -> Book:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return book


def with_rules(rules: Mapping[str, int]) -> Book:
    book = shipped()
    table = book["Rules"]
    rows = tuple(
        replace(row, values=MappingProxyType({**row.values, "value": rules[slug(row["key"])]}))
        if slug(row["key"]) in rules
        else row
        for row in table
    )
    return replace(book, tables=MappingProxyType({**book.tables, "Rules": replace(table, rows=rows)}))


def maker_of(book: Book) -> FaceMaker:
    return FaceMaker(root=ROOT, book=book, game=game_from(book), fonts=find_fonts(ROOT / "fonts"))


def component(name: str) -> Row:
    return next(row for row in shipped()["Components"] if row["name"] == name)


def faces(book: Book, name: str, side: str = "front") -> Iterator[tuple[Face | None, tuple[Problem, ...]]]:
    one, maker = component(name), maker_of(book)
    # a back is the same for all rows
    rows = list(book[one["data"]]) if one["data"] and side == "front" else [None]
    for row in rows:
        yield maker.render(one[side], component=one, card=row)


def drawn(name: str, **rules: int) -> Face:
    """The front of a component, in its first row, under changed rules."""
    return first(faces(with_rules(rules), name))


def back(name: str) -> Face:
    return first(faces(shipped(), name, "back"))


def first(made: Iterator[tuple[Face | None, tuple[Problem, ...]]]) -> Face:
    face, problems = next(made)
    assert face is not None and not problems, problems
    return face


def group(face: Face, name: str) -> str:
    """What a template draws from the group `name` up to the next group that has a name."""
    after = re.split(rf'<g [^>]*\bid="{name}"', face.svg)[1]
    return re.split(r'<g [^>]*\bid="', after)[0]


def marked(svg: str, kind: str) -> list[dict[str, float]]:
    """The numbers among the attributes of all elements of a class."""
    found = []
    for tag in re.findall(rf'<\w+ [^>]*class="{kind}"[^>]*>', svg):
        pairs = re.findall(r'([\w-]+)="([^"]*)"', tag)
        found.append({key: float(value) for key, value in pairs if re.fullmatch(r"-?[\d.]+", value)})
    return found

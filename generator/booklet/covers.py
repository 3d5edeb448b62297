"""What a booklet looks like beside its text: its first page, the colours of icons, and its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from generator.booklet.gallery import SCENE, Gallery
from generator.booklet.inline import quoted_beginning
from generator.booklet.looks import colours_of
from generator.ground.problems import Problem, Unlike, error
from generator.records.called import names_in
from generator.records.cells import did_you_mean, names, there_are
from generator.records.edition import Edition
from generator.records.printed import printed_table
from generator.records.tables import Book, Row
from generator.records.worksheets import BOOKLETS, COMPONENTS, ICONS, LAYERS, TOKENS, game_facts

if TYPE_CHECKING:
    from generator.booklet.pages import Title
    from generator.booklet.texts import BookletText
    from generator.faces.face import Face
    from generator.sheets.sheet import Paper

MOTIFS = 12
"""Pieces of art on a first page."""
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def icon_colours(book: Book) -> Mapping[str, str]:
    """The colours of icons in texts: from the sheet Icons, or else those of Layers and tokens."""
    colours: dict[str, str] = {}
    for sheet, column in ((TOKENS, "icon"), (LAYERS, "icon"), (ICONS, "key")):
        for row in book.tables.get(sheet, ()):
            # a column that is not declared as colour may hold anything
            if (key := row.values.get(column)) and _COLOUR.fullmatch(str(row.values.get("colour"))):
                colours[str(key)] = str(row.values["colour"])
    return colours


def title_of(called: str, book: Book, edition: Edition, cover: Face | None = None) -> Title:
    """The first page of a booklet that is `called` so, and what stands at the edges of the others."""
    from generator.booklet.pages import Title

    game, version, facts = edition.game, edition.version, game_facts(book)
    layers = [row for row in book.tables.get(LAYERS, ()) if {"motif", "colour", "tint"} <= set(row.values)]
    return Title(
        title=game,
        subtitle=called,
        foot=f"{game} v{version} · {called}",
        motifs=[(row["motif"], row["colour"], row["tint"]) for row in layers[:MOTIFS]],
        colours=colours_of(book, MOTIFS),
        motto=facts.tagline,
        contents=edition.word("Contents"),
        facts=tuple(part for part in (edition.subject, facts.age, facts.author) if part),
        version=edition.word("version {version}", version=version),
        cover=cover,
    )


def cover_component(text: BookletText, paper: Paper) -> Row:
    """What the template of a cover sees as `component`: as large as the page, by the booklet's title."""
    values: dict[str, Any] = dict(text.row.values) if text.row is not None else {}
    values |= {
        "name": f"{text.name} {paper.name}",
        "title": text.title,
        "width": paper.width_mm,
        "height": paper.height_mm,
        "shape": "rectangle",
    }
    return Row(BOOKLETS, text.row.number if text.row is not None else 0, values, {})


def cover_problem(problem: Problem) -> Problem:
    """A Problem of a cover: its size is that of the paper, and stands in no sheet."""
    if problem.about is not Unlike.VIEW_BOX:
        return problem
    mend = 'Write viewBox="0 0 {{ component.width }} {{ component.height }}".'
    return replace(problem, what="The viewBox of a cover is not as large as the page.", mend=mend)


def missing_pictures(gallery: Gallery, book: Book) -> Iterator[Problem]:
    """What is wrong with the pictures of a booklet; nothing while it is not known what is printed."""
    if COMPONENTS in book.faults:
        return
    example = picture_example(book)
    for picture in dict.fromkeys(gallery.unknown):
        kind, _, title = picture.target.partition(":")
        if kind == SCENE and gallery.scenery is not None:
            fault = f"There is no scene “{quoted_beginning(title)}”."
            scenes = gallery.scenery.titles()
            yield error(picture.place, fault, did_you_mean(title, names(scenes), there_are("scenes", scenes)))
            continue
        yield error(
            picture.place,
            f"There is no picture “{quoted_beginning(picture.target)}”.",
            f"Write face: or back:, a component and a title, such as {example}.",
        )
    for picture in gallery.heavy[:1]:
        fault = "The pictures of this booklet, up to here, are more than it can hold."
        yield error(picture.place, fault, "Show fewer of them.")


def picture_example(book: Book) -> str:
    """A picture as one may write it."""
    component = next(iter(book[COMPONENTS]), None)
    if component is None:
        return "face:Cards"
    table = printed_table(component, book)
    title = next(iter(names_in(table)), "") if table is not None else ""
    return f"face:{component['name']}/{title}".rstrip("/")

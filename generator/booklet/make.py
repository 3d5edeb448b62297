"""The booklets of a game: which there are, on which papers, under which names."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.booklet.helpers import helper_names
from generator.booklet.inline import quoted_beginning
from generator.booklet.markdown import parse_blocks
from generator.booklet.rulebook import TEMPLATE, Gallery
from generator.checks.checked import Checked
from generator.games import Replayed
from generator.ground.fence import unit
from generator.ground.files import is_file_inside
from generator.ground.problems import Problem, error, has_errors
from generator.ground.progress import Counter, Progress
from generator.output import Stage
from generator.press.printing import OutputFile
from generator.project import Project
from generator.records.called import names_in
from generator.records.edition import Edition
from generator.records.places import faulty_rows
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS, ICONS, LAYERS, SAMPLE_GAME, TOKENS, game_facts
from generator.sheets.sheet import Paper

if TYPE_CHECKING:
    from generator.booklet.blocks import Block
    from generator.booklet.document import Booklet, Drawn
    from generator.booklet.pages import Title
    from generator.faces.face import Face

MOTIFS = 6
"""Strips of art on a first page."""
_RULEBOOK = f"templates/{TEMPLATE}"
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class BookletText:
    """A booklet before it is set. `name` goes into the file's name, `title` on its first page.

    `place` is where those of its blocks stand that do not say it themselves.
    """

    name: str
    title: str
    blocks: tuple[Block | Drawn, ...]
    place: str


def make_booklets(
    checked: Checked,
    sample: Replayed | None,
    names: Sequence[str],
    papers: Sequence[Paper],
    stage: Stage,
    *,
    also: Sequence[Paper] = (),
    progress: Progress,
    draft: bool = False,
) -> tuple[tuple[OutputFile, ...], tuple[Problem, ...]]:
    """The named booklets that the game has, on every paper, into the stage.

    On the papers `also` they are only laid out, which finds what would not fit there. For a `draft` what is
    wrong in a booklet, or in a design that it shows, does not keep the rest of it from being printed.
    """
    press = _Press(checked, draft=draft)
    texts, problems = _texts(checked, sample, names, press, draft=draft)
    step = Counter("booklets", len(texts) * (len(papers) + len(also)), progress)
    made: list[OutputFile] = []
    for paper in (*papers, *also):
        for text in texts:
            booklet, found = press.laid_out(text, paper)
            problems += found
            if paper in papers and booklet.faces and (draft or not has_errors((*found, *press.found))):
                path = f"{paper.name}/{checked.edition.stem}_{text.name}_{paper.name}.pdf"
                pdf, drawn = press.bind(booklet, text, paper)
                problems += drawn
                if pdf is not None:
                    made.append(_file(path, text, paper, len(booklet.faces), stage.write(path, pdf)))
            step()
    return tuple(made), tuple(dict.fromkeys((*problems, *press.found)))


def _texts(
    checked: Checked, sample: Replayed | None, names: Sequence[str], press: _Press, *, draft: bool
) -> tuple[list[BookletText], list[Problem]]:
    """The named booklets that the game has; `sample` is its replayed sample game, if it has one."""
    texts: list[BookletText] = []
    problems: list[Problem] = []
    if "Rulebook" in names and _is_there(checked.project, problems):
        own = checked.loaded.rulebook_names() if checked.loaded is not None else {}
        written, found = press.maker.words(TEMPLATE, {**helper_names(press.book), **own})
        problems += found
        if written is not None:
            parsed = parse_blocks(written.text, written.places)
            problems += parsed.problems
            if draft or not has_errors(parsed.problems):
                texts.append(BookletText("Rulebook", "Rulebook", parsed.blocks, _RULEBOOK))
    if "SampleGame" in names and sample is not None:
        from generator.booklet.appendix import appendix_blocks

        blocks = appendix_blocks(sample.told())
        texts.append(BookletText("SampleGame", "A game, step by step", blocks, SAMPLE_GAME))
    return texts, problems


def _is_there(project: Project, problems: list[Problem]) -> bool:
    """Whether the game has a rulebook's text. One that cannot be a file of the game is a Problem."""
    path = project.templates / TEMPLATE
    if is_file_inside(path, project.root):
        return True
    if os.path.lexists(path):
        what = "The rulebook’s text is no file of the game folder."
        mend = "Put the file itself there; a link out of the folder is not it."
        problems.append(error(_RULEBOOK, what, mend))
    return False


def _file(path: str, text: BookletText, paper: Paper, pages: int, size_bytes: int) -> OutputFile:
    return OutputFile(
        path=path,
        component=text.title,
        paper=paper.name,
        kind="a booklet to read, on screen or printed on one side",
        pages=pages,
        sheets=pages,
        pieces=1,
        size="",
        designs=pages,
        size_bytes=size_bytes,
        flip="",
        partial=False,
    )


class _Press:
    """Sets and draws booklets; the designs that they show are rendered once for all of them."""

    def __init__(self, checked: Checked, *, draft: bool = False) -> None:
        from generator.faces import FaceMaker
        from generator.text.fonts import game_fonts

        self._checked, self._fonts = checked, game_fonts(checked.project)
        self.book = checked.book
        self._draft = draft
        self._faulty = faulty_rows(checked.problems)
        components = checked.book[COMPONENTS]
        self._unprinted = frozenset(str(row["name"]) for row in components if self._is_faulty(row))
        self.maker = FaceMaker(
            root=checked.project.root,
            book=self.book,
            game=checked.game,
            fonts=self._fonts,
            watch=checked.watch,
            outlines=draft,
        )
        self._faces: dict[tuple[str, int, str], Face | None] = {}
        self.found: list[Problem] = []
        """What is wrong with the designs themselves, whether they are printed or only shown here."""

    def _render(self, component: Row, card: Row | None, side: str) -> Face | None:
        key = (component["name"], card.number if card else 0, side)
        if key not in self._faces:
            template = component[side]
            made, found = (
                self.maker.render(template, component=component, card=card, faulty=self._is_faulty(card))
                if template
                else (None, ())
            )
            self.found += found
            self._faces[key] = made
        return self._faces[key]

    def _is_faulty(self, card: Row | None) -> bool:
        return card is not None and (card.sheet, card.number) in self._faulty

    def laid_out(self, text: BookletText, paper: Paper) -> tuple[Booklet, list[Problem]]:
        """The pages of a booklet on a paper, and what is wrong with them."""
        from generator.booklet.document import set_booklet
        from generator.faces.assets import Icons
        from generator.text.fitting import Typesetter

        book = self.book
        gallery = Gallery(book, self._render, unprinted=self._unprinted)
        with unit("booklet", text.title, paper.name):
            booklet = set_booklet(
                text.blocks,
                key=text.name,
                title=_title(text, book, self._checked.edition),
                paper=paper,
                typesetter=Typesetter(self._fonts),
                symbols=book.symbols,
                icon=Icons(self._checked.project.icons).symbol,
                show=gallery.show,
                colours=icon_colours(book),
                place=text.place,
            )
        return booklet, [*_pictures(gallery, book), *booklet.problems]

    def bind(
        self, booklet: Booklet, text: BookletText, paper: Paper
    ) -> tuple[bytes | None, Sequence[Problem]]:
        """One booklet as a PDF, and what is wrong with its drawings; no PDF if that is an error."""
        from generator.booklet.binding import bind
        from generator.svg import draw_designs

        edition = self._checked.edition
        drawn = io.BytesIO()
        found = draw_designs(booklet.faces, fonts=self._fonts, out=drawn, bleed_mm=0)
        title = f"{edition.game}: {text.title}"
        if has_errors(found) and not self._draft:
            return None, found
        return bind(drawn.getvalue(), booklet, paper=paper, title=title, author=edition.author), found


def icon_colours(book: Book) -> Mapping[str, str]:
    """The colours of icons in texts: from the sheet Icons, or else those of Layers and tokens."""
    made: dict[str, str] = {}
    for sheet, column in ((TOKENS, "icon"), (LAYERS, "icon"), (ICONS, "key")):
        for row in book.tables.get(sheet, ()):
            # a column that is not declared as colour may hold anything
            if (key := row.values.get(column)) and _COLOUR.fullmatch(str(row.values.get("colour"))):
                made[str(key)] = str(row.values["colour"])
    return made


def _title(text: BookletText, book: Book, edition: Edition) -> Title:
    from generator.booklet.pages import Title

    game, version = edition.game, edition.version
    layers = [row for row in book.tables.get(LAYERS, ()) if {"motif", "colour", "tint"} <= set(row.values)]
    strips = [(row["motif"], row["colour"], row["tint"]) for row in layers[:MOTIFS]]
    return Title(
        game,
        f"{text.title} · version {version}",
        f"{game} v{version} · {text.title}",
        strips,
        game_facts(book).tagline,
    )


def _pictures(gallery: Gallery, book: Book) -> Iterator[Problem]:
    """What is wrong with the pictures of a booklet."""
    component = book[COMPONENTS].rows[0]
    sheet = component["data"]
    title = next(iter(names_in(book[sheet])), "") if sheet else ""
    example = f"face:{component['name']}/{title}".rstrip("/")
    for picture in dict.fromkeys(gallery.unknown):
        yield error(
            picture.place,
            f"There is no picture “{quoted_beginning(picture.target)}”.",
            f"Write face: or back:, a component and a title, such as {example}.",
        )
    for picture in gallery.heavy[:1]:
        what = "The pictures of this booklet, up to here, are more than it can hold."
        yield error(picture.place, what, "Show fewer of them.")

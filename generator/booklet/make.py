"""The booklets of a game: which there are, on which papers, under which names."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.booklet.markdown import parse_blocks
from generator.booklet.rulebook import TEMPLATE, Gallery
from generator.checked import Checked
from generator.edition import Edition
from generator.output import Stage
from generator.printing import OutputFile
from generator.problems import Problem, error, has_errors
from generator.progress import Counter, Progress
from generator.project import Project
from generator.sheets import Paper
from generator.tables import Book, Row

if TYPE_CHECKING:
    from generator.booklet.document import Drawn, Title
    from generator.booklet.markdown import Block
    from generator.face import Face
    from generator.faces import FaceMaker

MOTIFS = 6
"""Strips of art on a first page."""


@dataclass(frozen=True, slots=True)
class Text:
    """A booklet before it is set. `name` goes into the file's name, `title` on its first page."""

    name: str
    title: str
    blocks: tuple[Block | Drawn, ...]


def make_booklets(
    checked: Checked,
    sample: Any,
    names: Sequence[str],
    papers: Sequence[Paper],
    stage: Stage,
    *,
    progress: Progress,
) -> tuple[tuple[OutputFile, ...], tuple[Problem, ...]]:
    """The named booklets that the game has, on every paper, into the stage."""
    press = _Press(checked)
    texts, problems = _texts(checked, sample, names, press.maker)
    step = Counter("booklets", len(texts) * len(papers), progress)
    made: list[OutputFile] = []
    for paper in papers:
        for text in texts:
            path = f"{paper.name}/{checked.edition.stem}_{text.name}_{paper.name}.pdf"
            pages, found = press.bind(text, paper, stage.path(path))
            problems += found
            if not has_errors(found):
                made.append(_file(path, text, paper, pages, stage.path(path).stat().st_size))
            step()
    return tuple(made), tuple(dict.fromkeys(problems))


def _texts(
    checked: Checked, sample: Any, names: Sequence[str], maker: FaceMaker
) -> tuple[list[Text], list[Problem]]:
    """The named booklets that the game has; `sample` is its replayed sample game, if it has one."""
    texts: list[Text] = []
    problems: list[Problem] = []
    if "Rulebook" in names and (checked.project.templates / TEMPLATE).is_file():
        module = checked.module
        words = module.rulebook_names(checked.game) if module is not None else {}
        written, found = maker.words(TEMPLATE, words)
        problems += found
        if written is not None:
            texts.append(Text("Rulebook", "Rulebook", parse_blocks(written)))
    if "SampleGame" in names and sample is not None:
        from generator.booklet.appendix import appendix_blocks

        texts.append(Text("SampleGame", "A game, step by step", appendix_blocks(sample, checked.game)))
    return texts, problems


def _file(path: str, text: Text, paper: Paper, pages: int, size_bytes: int) -> OutputFile:
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

    def __init__(self, checked: Checked) -> None:
        from generator.faces import FaceMaker
        from generator.fonts import game_fonts

        self._checked, self._fonts = checked, game_fonts(checked.project)
        self.maker = FaceMaker(
            root=checked.project.root, book=checked.book, game=checked.game, fonts=self._fonts
        )
        self._faces: dict[tuple[str, int, str], Face | None] = {}

    def _render(self, component: Row, card: Row | None, side: str) -> Face | None:
        key = (component["name"], card.number if card else 0, side)
        if key not in self._faces:
            template = component[side]
            made = self.maker.render(template, component=component, card=card)[0] if template else None
            self._faces[key] = made
        return self._faces[key]

    def bind(self, text: Text, paper: Paper, out: Path) -> tuple[int, list[Problem]]:
        """Writes one booklet; returns its number of pages."""
        from generator.booklet.binding import bind
        from generator.booklet.document import set_booklet
        from generator.faces.assets import Icons
        from generator.svg import draw_designs
        from generator.text import Typesetter

        book, edition = self._checked.book, self._checked.edition
        unknown: list[str] = []
        booklet = set_booklet(
            text.blocks,
            key=text.name,
            title=_title(text, book, edition),
            paper=paper,
            typesetter=Typesetter(self._fonts),
            symbols=book.symbols,
            icon=Icons(self._checked.project.icons).symbol,
            show=Gallery(book, self._render, unknown).show,
            colours=_colours(book),
        )
        drawn = io.BytesIO()
        found = draw_designs(booklet.faces, fonts=self._fonts, out=drawn, bleed_mm=0)
        title = f"{edition.game}: {text.title}"
        if not has_errors(found):
            bind(drawn.getvalue(), booklet, out, paper=paper, title=title, author=edition.author)
        wrong = _found(text, self._checked.project, book, unknown, booklet.missing)
        return len(booklet.faces), [*wrong, *found]


def _colours(book: Book) -> Mapping[str, str]:
    """The colours of inline icons: the usual ones, and each Layer's own from the sheet Layers."""
    from generator.booklet.style import ICON_COLOURS

    layers = [row for row in book.tables.get("Layers", ()) if {"icon", "colour"} <= set(row.values)]
    return {**ICON_COLOURS, **{row["icon"]: row["colour"] for row in layers}}


def _title(text: Text, book: Book, edition: Edition) -> Title:
    from generator.booklet.document import Title

    facts = book.facts("Game") if "Game" in book else {}
    game, version = edition.game, edition.version
    layers = [row for row in book.tables.get("Layers", ()) if {"motif", "colour", "tint"} <= set(row.values)]
    strips = [(row["motif"], row["colour"], row["tint"]) for row in layers[:MOTIFS]]
    return Title(
        game,
        f"{text.title} · version {version}",
        f"{game} v{version} · {text.title}",
        strips,
        str(facts.get("tagline") or ""),
    )


def _found(
    text: Text, project: Project, book: Book, unknown: Sequence[str], missing: Sequence[tuple[str, str]]
) -> list[Problem]:
    """What is wrong with a booklet, at the line of the rulebook where it stands."""
    place = _rulebook_line(project) if text.name == "Rulebook" else lambda needle: "Sample Game"
    component = book["Components"].rows[0]
    sheet = component["data"]
    title = (
        next((row.values.get("title") or row.values.get("name") for row in book[sheet]), "") if sheet else ""
    )
    example = f"face:{component['name']}/{title}".rstrip("/")
    pictures = [
        error(
            place(target),
            f"There is no picture “{target}”.",
            f"Write face: or back:, a component and a title, such as {example}.",
        )
        for target in unknown
    ]
    return [*pictures, *(error(place(_quoted(what)), what, mend) for what, mend in missing)]


def _rulebook_line(project: Project) -> Callable[[str], str]:
    """Finds the line of the rulebook's text that holds some words; the first line if none does."""
    lines = (project.templates / TEMPLATE).read_text("utf-8-sig").splitlines()

    def place(needle: str) -> str:
        found = (number for number, line in enumerate(lines, start=1) if needle and needle in line)
        return f"templates/{TEMPLATE}:{next(found, 1)}"

    return place


def _quoted(sentence: str) -> str:
    """The words between the first pair of quotation marks."""
    return sentence.partition("“")[2].partition("”")[0].rstrip("…")

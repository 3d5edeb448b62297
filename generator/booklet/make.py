"""The booklets of a game: which there are, on which papers, under which names."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from generator.booklet.blocks import PicturesBlock
from generator.booklet.helpers import helper_names
from generator.booklet.inline import quoted_beginning
from generator.booklet.markdown import parse_blocks
from generator.booklet.rulebook import TEMPLATE, Gallery
from generator.cache import Sound, Unkeyable, digest, problems_told, told_problems
from generator.checks.checked import Checked
from generator.games import Replayed
from generator.ground.fence import unit
from generator.ground.files import is_file_inside
from generator.ground.problems import Problem, error, has_errors
from generator.ground.progress import Counter, Progress
from generator.output import Stage
from generator.press.ahead import Ahead, Laid, in_one
from generator.press.components import Workshop
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
    from generator.booklet.flow import KeptBlocks
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
    source: object
    """What the blocks were made of: equal sources give equal blocks."""


def make_booklets(
    checked: Checked,
    sample: Replayed | None,
    names: Sequence[str],
    papers: Sequence[Paper],
    stage: Stage,
    workshop: Workshop,
    *,
    also: Sequence[Paper] = (),
    prints: bool = True,
    progress: Progress,
    draft: bool = False,
    ahead: Ahead | None = None,
) -> tuple[tuple[OutputFile, ...], tuple[Problem, ...]]:
    """The named booklets that the game has, on every paper, into the stage.

    On the papers `also` they are only laid out, which finds what would not fit there. For a `draft` what is
    wrong in a booklet, or in a design that it shows, does not keep the rest of it from being printed. Unless
    it `prints`, only those pages of the others are drawn of which it is not known that nothing is wrong with
    them. What was laid out `ahead` is taken from there.
    """
    press = _Press(checked, workshop, draft=draft, ahead=ahead)
    texts, problems = _texts(checked, sample, names, press, draft=draft)
    step = Counter("booklets", len(texts) * (len(papers) + len(also)), progress)
    made: list[OutputFile] = []
    for paper in (*papers, *also):
        for text in texts:
            bound = press.made(text, paper, binds=paper in papers, prints=prints)
            problems += bound.problems
            if bound.pdf:
                path = f"{paper.name}/{checked.edition.stem}_{text.name}_{paper.name}.pdf"
                made.append(_file(path, text, paper, bound.pages, stage.write(path, bound.pdf)))
            step()
    return tuple(made), tuple(dict.fromkeys((*problems, *press.found)))


def lay_out_ahead(
    checked: Checked,
    sample: Replayed | None,
    names: Sequence[str],
    papers: Sequence[Paper],
    workshop: Workshop,
    *,
    prints: bool = True,
    draft: bool = False,
) -> Iterator[Laid]:
    """What `make_booklets` is going to lay out, for a process to hand over to the one that binds it.

    If it `prints` the last one is bound as well: by then the other process has enough to do.
    """
    from generator.booklet.handed import HandedBooklet

    press = _Press(checked, workshop, draft=draft)
    texts, _ = _texts(checked, sample, names, press, draft=draft)
    wanted = [(text, paper) for paper in papers for text in texts if not press.knows(text, paper)]
    for text, paper in wanted:
        before = len(press.found)
        booklet, found = press.laid_out(text, paper)
        drawn = None
        sound = draft or not has_errors((*found, *press.found))
        if prints and sound and booklet.faces and (text, paper) == wanted[-1]:
            drawn = press.drawn(booklet, text, paper)
        made = HandedBooklet(booklet, tuple(found), tuple(press.found[before:]), drawn)
        yield (text.name, paper.name), *made.told()


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
                texts.append(BookletText("Rulebook", "Rulebook", parsed.blocks, _RULEBOOK, parsed.blocks))
    if "SampleGame" in names and sample is not None:
        from generator.booklet.appendix import appendix_blocks

        told = sample.told()
        title = "A game, step by step"
        texts.append(BookletText("SampleGame", title, appendix_blocks(told), SAMPLE_GAME, told))
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


@dataclass(frozen=True, slots=True)
class _Bound:
    """A booklet on a paper: its PDF, if it was wanted and nothing is wrong, and what is wrong."""

    pdf: bytes
    pages: int
    problems: tuple[Problem, ...]


class _Press:
    """Sets and draws booklets; the designs that they show are rendered once for all of them."""

    def __init__(
        self, checked: Checked, workshop: Workshop, *, draft: bool = False, ahead: Ahead | None = None
    ) -> None:
        self._ahead = ahead or in_one(workshop)
        self._checked, self._fonts, self.maker = checked, workshop.fonts, workshop.maker
        self._cache = workshop.cache
        self.book = checked.book
        self._draft = draft
        self._faulty = faulty_rows(checked.problems)
        components = checked.book[COMPONENTS]
        self._unprinted = frozenset(str(row["name"]) for row in components if self._is_faulty(row))
        self._faces: dict[tuple[str, int, str], Face | None] = {}
        self._sources: dict[str, str] = {}
        self._told: dict[int, tuple[object, str]] = {}
        self._painted: dict[tuple[str, str], tuple[bytes | None, Sequence[Problem]]] = {}
        """Booklets that were drawn ahead, by name and paper."""
        self.found: list[Problem] = []
        """What is wrong with the designs themselves, whether they are printed or only shown here."""

    def made(self, text: BookletText, paper: Paper, *, binds: bool, prints: bool = True) -> _Bound:
        """A booklet on a paper, as it was made before if all that it is made of is the same."""
        entry = self._entry(text, paper) if self._cache.on else ""
        kept = self._kept(entry, binds=binds, prints=prints) if entry else None
        if kept is not None:
            return kept
        booklet, found = self.laid_out(text, paper)
        laid = _Bound(b"", len(booklet.faces), tuple(found))
        if has_errors((*found, *self.found)):
            if not self._draft:
                return laid
        else:
            self._note(entry, laid, binds=False)
        if not binds or not booklet.faces:
            return laid
        sound = Sound(self._cache, self._sound(text, paper))
        if not prints and len(sound) and not self._faults(booklet, sound):
            self._note(entry, laid, binds=True)
            return laid
        pdf, drawn = self.bind(booklet, text, paper, sound)
        bound = _Bound(pdf or b"", laid.pages, (*found, *drawn))
        if pdf is not None:
            self._keep(entry, bound)
        return bound

    def knows(self, text: BookletText, paper: Paper) -> bool:
        """Whether a booklet was laid out before."""
        entry = self._entry(text, paper) if self._cache.on else ""
        return any(entry and self._kept(entry, binds=binds, prints=False) for binds in (True, False))

    def _faults(self, booklet: Booklet, sound: Sound) -> Sequence[Problem]:
        """What is wrong with the pages that are not known to be sound; if nothing is, they are now."""
        new = [face for face in booklet.faces if face.digest not in sound]
        found = self._paint(new, io.BytesIO()) if new else ()
        if not found:
            sound.keep(face.digest for face in booklet.faces)
        return found

    def _paint(self, faces: Iterable[Face], out: BinaryIO, sound: Container[str] = ()) -> Sequence[Problem]:
        from generator.svg import draw_designs

        return draw_designs(faces, fonts=self._fonts, out=out, bleed_mm=0, sound=sound, cache=self._cache)

    def _keep(self, entry: str, made: _Bound) -> None:
        if entry:
            self._cache.put(entry, made.pdf)
            self._note(entry, made, binds=True)

    def _note(self, entry: str, made: _Bound, *, binds: bool) -> None:
        if entry:
            about = {"pages": made.pages, "problems": told_problems(made.problems)}
            self._cache.put_record(self._cache.name("about booklet", entry, binds), about)

    def _kept(self, entry: str, *, binds: bool, prints: bool) -> _Bound | None:
        about = self._cache.get_record(self._cache.name("about booklet", entry, binds))
        pdf = self._cache.get(entry) if about is not None and binds and prints else b""
        if about is None or pdf is None:
            return None
        return _Bound(pdf, int(about["pages"]), problems_told(about["problems"]))

    def _entry(self, text: BookletText, paper: Paper) -> str:
        """The name of a booklet in the cache; empty for one whose making cannot be told."""
        try:
            if text.name not in self._sources:
                self._sources[text.name] = self._source(text)
            return self._cache.name("booklet", self._sources[text.name], paper)
        except Unkeyable:
            return ""

    def _source(self, text: BookletText) -> str:
        """The digest of all that a text is made of, whatever the paper."""
        book, edition = self._checked.book, self._checked.edition
        return digest(
            (
                (text.name, text.title, text.place, text.source, self._shown(text)),
                (_title(text, book, edition), edition, _example(book)),
                (tuple(book.symbols), icon_colours(book), self._fonts.fingerprint()),
                [self.maker.icon_digest(symbol.key) for symbol in book.symbols],
            )
        )

    def _shown(self, text: BookletText) -> list[tuple[str, str, str]]:
        """The designs that a text shows, each by its name and the digest of its SVG."""
        shown: list[tuple[str, str, str]] = []

        def noted(component: Row, card: Row | None, side: str) -> None:
            key = (str(component["name"]), card.number if card else 0, side)
            shown.append((str(component["name"]), side, self._digest(key, component, card)))

        gallery = Gallery(self.book, noted, unprinted=self._unprinted)
        for block in text.blocks:
            if isinstance(block, PicturesBlock):
                for picture in block.pictures:
                    gallery.show(picture)
        return shown

    def _digest(self, key: tuple[str, int, str], component: Row, card: Row | None) -> str:
        template = component[key[2]]
        known = self.maker.known(template, component=component, card=card) if template else None
        if known is not None:
            self.found += known.problems
            return known.digest
        face = self._render(component, card, key[2])
        return face.digest if face is not None else ""

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
        ahead = self._ahead.made((text.name, paper.name))
        if ahead is not None:
            from generator.booklet.handed import booklet_told

            made = booklet_told(*ahead)
            self.found += made.designs
            if made.drawn is not None:
                self._painted[text.name, paper.name] = made.drawn
            return made.booklet, list(made.problems)
        from generator.booklet.document import set_booklet
        from generator.faces.assets import Icons
        from generator.text.fitting import Typesetter

        book = self.book
        gallery = Gallery(book, self._render, unprinted=self._unprinted)
        with unit("booklet", text.title, paper.name):
            kept = self._blocks(text, paper)
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
                kept=kept,
            )
            if kept is not None and not has_errors(booklet.problems):
                kept.save()
        return booklet, [*_pictures(gallery, book), *booklet.problems]

    def bind(
        self, booklet: Booklet, text: BookletText, paper: Paper, sound: Sound
    ) -> tuple[bytes | None, Sequence[Problem]]:
        """One booklet as a PDF, and what is wrong with its drawings; no PDF if that is an error."""
        ahead = self._painted.pop((text.name, paper.name), None)
        pdf, found = ahead if ahead is not None else self.drawn(booklet, text, paper, sound)
        if not found:
            sound.keep(face.digest for face in booklet.faces)
        return pdf, found

    def drawn(
        self, booklet: Booklet, text: BookletText, paper: Paper, sound: Container[str] = ()
    ) -> tuple[bytes | None, Sequence[Problem]]:
        """The same, by drawing it here."""
        from generator.booklet.binding import bind

        edition = self._checked.edition
        drawn = io.BytesIO()
        found = self._paint(booklet.faces, drawn, sound)
        title = f"{edition.game}: {text.title}"
        if has_errors(found) and not self._draft:
            return None, found
        return bind(drawn.getvalue(), booklet, paper=paper, title=title, author=edition.author), found

    def _blocks(self, text: BookletText, paper: Paper) -> KeptBlocks | None:
        """What the blocks of the booklet came to last time, on this paper, with these symbols and fonts."""
        from generator.booklet.flow import KeptBlocks

        if not self._cache.on:
            return None
        book = self._checked.book
        looks = (tuple(book.symbols), icon_colours(book), self._fonts.fingerprint())
        return KeptBlocks(self._cache, self._cache.name("blocks", text.name, paper, looks), told=self._told)

    def _sound(self, text: BookletText, paper: Paper) -> str:
        if not self._cache.on:
            return ""
        return self._cache.name("sound pages", text.name, paper, self._fonts.fingerprint())


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
    example = _example(book)
    for picture in dict.fromkeys(gallery.unknown):
        yield error(
            picture.place,
            f"There is no picture “{quoted_beginning(picture.target)}”.",
            f"Write face: or back:, a component and a title, such as {example}.",
        )
    for picture in gallery.heavy[:1]:
        what = "The pictures of this booklet, up to here, are more than it can hold."
        yield error(picture.place, what, "Show fewer of them.")


def _example(book: Book) -> str:
    """A picture as one may write it."""
    component = next(iter(book[COMPONENTS]), None)
    if component is None:
        return "face:Cards"
    sheet = component["data"]
    title = next(iter(names_in(book[sheet])), "") if sheet in book else ""
    return f"face:{component['name']}/{title}".rstrip("/")

"""Sets and draws booklets, or takes them as they were made before."""

from __future__ import annotations

import io
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from generator.booklet.blocks import Heading, PicturesBlock
from generator.booklet.covers import (
    cover_component,
    cover_problem,
    icon_colours,
    missing_pictures,
    picture_example,
    title_of,
)
from generator.booklet.gallery import Gallery
from generator.booklet.looks import style_of
from generator.booklet.scene.scenery import Scenery
from generator.booklet.stock import StockRoom
from generator.booklet.texts import BookletText
from generator.checks.checked import Checked
from generator.ground.as_json import as_json, from_json
from generator.ground.cache import Sound, Unkeyable, digest
from generator.ground.fence import unit
from generator.ground.problems import Problem, has_errors
from generator.press.ahead import Ahead, in_one
from generator.press.renders import Workshop
from generator.records.joined import sources_of
from generator.records.places import faulty_rows
from generator.records.tables import Row
from generator.records.worksheets import COMPONENTS
from generator.sheets.sheet import Paper

if TYPE_CHECKING:
    from generator.booklet.block_cache import KeptBlocks
    from generator.booklet.document import Booklet
    from generator.faces.face import Face


MOST_NEW = 1_000_000
"""Letters of changed designs up to which a booklet is not laid out again to see whether it can hold them."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """A booklet on a paper: its PDF, if it was wanted and nothing is wrong, and what is wrong."""

    pdf: bytes
    pages: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _ShownDesign:
    """A design that a booklet shows, with its digest; empty if it could not be rendered."""

    component: Row
    card: Row | None
    side: str
    digest: str

    @property
    def named(self) -> tuple[str, str, str]:
        """What it is and what is on it."""
        return str(self.component["name"]), self.side, self.digest

    @property
    def sized(self) -> tuple[str, ...]:
        """What the layout knows of it: what it is, how large, and whether there is one."""
        cut = (str(self.component[key]) for key in ("name", "width", "height", "shape"))
        return (*cut, self.side, "drawn" if self.digest else "")


class BookletPress:
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
        self._stock = StockRoom(checked, self.maker, self._faulty, draft=draft)
        self._sources: dict[tuple[str, bool], str] = {}
        self._shown: dict[str, tuple[list[_ShownDesign], list[str]]] = {}
        self._told: dict[int, tuple[object, str]] = {}
        self._covers: dict[tuple[str, str], Face | None] = {}
        self._style, wrong = style_of(self.book, self._fonts, checked.project)
        self._painted: dict[tuple[str, str], tuple[bytes | None, Sequence[Problem]]] = {}
        """Booklets that were drawn ahead, by name and paper."""
        self.found: list[Problem] = list(wrong)
        """What is wrong with the designs themselves, whether they are printed or only shown here."""

    def made(self, text: BookletText, paper: Paper, *, binds: bool, prints: bool = True) -> _Bound:
        """A booklet on a paper, as it was made before if all that it is made of is the same."""
        entry = self._entry(text, paper) if self._cache.on else ""
        block = self._kept(entry, binds=binds, prints=prints) if entry else None
        if block is None and entry and not prints:
            block = self._otherwise_kept(text, paper, binds=binds)
        if block is not None:
            return block
        booklet, problems = self.laid_out(text, paper)
        laid = _Bound(b"", len(booklet.faces), tuple(problems))
        if has_errors((*problems, *self.found)):
            if not self._draft:
                return laid
        else:
            self._note(entry, text, paper, laid, binds=False)
        if not binds or not booklet.faces:
            return laid
        sound = Sound(self._cache, self._sound(text, paper))
        if not prints and len(sound) and not self._faults(booklet, sound):
            self._note(entry, text, paper, laid, binds=True)
            return laid
        pdf, drawn = self.bind(booklet, text, paper, sound)
        bound = _Bound(pdf or b"", laid.pages, (*problems, *drawn))
        if pdf is not None and entry:
            self._cache.put(entry, pdf)
            self._note(entry, text, paper, bound, binds=True)
        return bound

    def knows(self, text: BookletText, paper: Paper, *, prints: bool) -> bool:
        """Whether a booklet was laid out before.

        Unless it `prints`, it is enough that only what is on its designs has changed.
        """
        if not self._cache.on:
            return False
        entry, either = self._entry(text, paper), (True, False)
        if entry and any(self._kept(entry, binds=binds, prints=False) for binds in either):
            return True
        return not prints and any(self._otherwise_kept(text, paper, binds=binds) for binds in either)

    def _otherwise_kept(self, text: BookletText, paper: Paper, *, binds: bool) -> _Bound | None:
        """A booklet that nothing was wrong with, and in which only designs of the same size have changed.

        These are looked at by themselves: where they lie is as it was.
        """
        name = self._layout(text, paper, binds=binds) if not self._draft else ""
        about = self._cache.get_record(name) if name else None
        if about is None:
            return None
        earlier = frozenset(about["designs"])
        faces = {
            design.digest: self._render(design.component, design.card, design.side)
            for design in self._shown_in(text)[0]
            if design.digest and design.digest not in earlier
        }
        new = [face for face in faces.values() if face is not None]
        if self.found or len(new) < len(faces) or sum(len(face.svg) for face in new) > MOST_NEW:
            return None
        from generator.svg.designs import draw_designs

        if new and draw_designs(new, fonts=self._fonts, out=io.BytesIO(), cache=self._cache):
            return None
        return _Bound(b"", int(about["pages"]), ())

    def _faults(self, booklet: Booklet, sound: Sound) -> Sequence[Problem]:
        """What is wrong with the pages that are not known to be sound; if nothing is, they are now."""
        new = [face for face in booklet.faces if face.digest not in sound]
        problems = self._paint(new, io.BytesIO()) if new else ()
        if not problems:
            sound.keep(face.digest for face in booklet.faces)
        return problems

    def _paint(self, faces: Iterable[Face], out: BinaryIO, sound: Container[str] = ()) -> Sequence[Problem]:
        from generator.svg.designs import draw_designs

        return draw_designs(
            faces, fonts=self._fonts, out=out, bleed_mm=0, sound=sound, cache=self._cache, tagged=True
        )

    def _note(self, entry: str, text: BookletText, paper: Paper, bound: _Bound, *, binds: bool) -> None:
        """What came of a booklet, and if nothing is wrong what of it holds for other designs as well."""
        if not entry:
            return
        about = {"pages": bound.pages, "problems": as_json(bound.problems)}
        self._cache.put_record(self._cache.name("about booklet", entry, binds), about)
        if not self._draft and not bound.problems and not self.found:
            designs = sorted({design.digest for design in self._shown_in(text)[0]})
            name = self._layout(text, paper, binds=binds)
            self._cache.put_record(name, {"pages": bound.pages, "designs": designs})

    def _kept(self, entry: str, *, binds: bool, prints: bool) -> _Bound | None:
        about = self._cache.get_record(self._cache.name("about booklet", entry, binds))
        pdf = self._cache.get(entry) if about is not None and binds and prints else b""
        if about is None or pdf is None:
            return None
        return _Bound(pdf, int(about["pages"]), from_json(tuple[Problem, ...], about["problems"]))

    def _entry(self, text: BookletText, paper: Paper) -> str:
        """The name of a booklet in the cache; empty for one whose making cannot be told."""
        try:
            return self._cache.name("booklet", self._source(text), paper, self._cover_digest(text, paper))
        except Unkeyable:
            return ""

    def _layout(self, text: BookletText, paper: Paper, *, binds: bool) -> str:
        """The same, whatever is on the designs that the booklet shows."""
        try:
            source = self._source(text, sized=True)
            return self._cache.name("layout", source, paper, self._cover_digest(text, paper), binds)
        except Unkeyable:
            return ""

    def _source(self, text: BookletText, *, sized: bool = False) -> str:
        """The digest of all that a text is made of, whatever the paper; of designs the sizes, if `sized`."""
        key = text.name, sized
        if key in self._sources:
            return self._sources[key]
        book, edition = self._checked.book, self._checked.edition
        designs, scenes = self._shown_in(text)
        shown = [design.sized if sized else design.named for design in designs]
        example = "" if sized else picture_example(book)  # it is told of a picture that is not there
        self._sources[key] = digest(
            (
                (text.name, text.title, text.place, text.source, shown, scenes),
                (title_of(text.title, book, edition), edition, example),
                (self._style, text.columns),
                (tuple(book.symbols), icon_colours(book), self._fonts.fingerprint()),
                [self.maker.icon_digest(symbol.key) for symbol in book.symbols],
            )
        )
        return self._sources[key]

    def _gallery(self, render: Callable[[Row, Row | None, str], Face | None]) -> Gallery:
        scenery = Scenery(self.book, self._stock.deck, self.maker, self._cache)
        return Gallery(self.book, render, scenery, unprinted=self._unprinted)

    def _shown_in(self, text: BookletText) -> tuple[list[_ShownDesign], list[str]]:
        """What a text shows: designs, and scenes by what lies where."""
        if text.name in self._shown:
            return self._shown[text.name]
        shown: list[_ShownDesign] = []

        def noted(component: Row, card: Row | None, side: str) -> None:
            shown.append(_ShownDesign(component, card, side, self._digest(component, card, side)))

        gallery = self._gallery(noted)
        for block in text.blocks:
            if isinstance(block, PicturesBlock):
                for picture in block.pictures:
                    gallery.show(picture)
        self._shown[text.name] = shown, gallery.noted
        return self._shown[text.name]

    def _digest(self, component: Row, card: Row | None, side: str) -> str:
        template = component[side]
        known = self.maker.known(template, component=component, card=card) if template else None
        if known is not None:
            self.found += known.problems
        face = known or self._render(component, card, side)
        return face.digest if face is not None else ""

    def _render(self, component: Row, card: Row | None, side: str) -> Face | None:
        template = component[side]
        if not template:
            return None
        key = (component["name"], card.number if card else 0, side)
        if key not in self._faces:
            faulty = self._is_faulty(card)
            face, problems = self.maker.render(template, component=component, card=card, faulty=faulty)
            self.found += problems
            self._faces[key] = face
        return self._faces[key]

    def _cover(self, text: BookletText, paper: Paper) -> Face | None:
        """The first page by its own template, if the booklet has one that can be drawn."""
        if not text.cover:
            return None
        key = (text.name, paper.name)
        if key not in self._covers:
            face, problems = self.maker.render(text.cover, component=cover_component(text, paper))
            self.found += map(cover_problem, problems)
            self._covers[key] = face
        return self._covers[key]

    def _cover_digest(self, text: BookletText, paper: Paper) -> str:
        if not text.cover:
            return ""
        known = self.maker.known(text.cover, component=cover_component(text, paper))
        face = known or self._cover(text, paper)
        return face.digest if face is not None else ""

    def _is_faulty(self, card: Row | None) -> bool:
        rows = sources_of(card) if card is not None else ()
        return any((row.sheet, row.number) in self._faulty for row in rows)

    def laid_out(self, text: BookletText, paper: Paper) -> tuple[Booklet, list[Problem]]:
        """The pages of a booklet on a paper, and what is wrong with them."""
        ahead = self._ahead.made((text.name, paper.name))
        if ahead is not None:
            from generator.booklet.document import HandedBooklet

            record, parts = ahead
            handed: HandedBooklet = from_json(HandedBooklet, record)
            self.found += handed.designs
            if handed.drawn is not None:
                self._painted[text.name, paper.name] = next(iter(parts), None), handed.drawn
            return handed.booklet, list(handed.problems)
        from generator.booklet.document import set_booklet
        from generator.faces.assets import Icons
        from generator.text.fitting import Typesetter

        book = self.book
        gallery = self._gallery(self._render)
        chapters = sum(isinstance(block, Heading) and block.level == 1 for block in text.blocks)
        with unit("booklet", text.title, paper.name, times=chapters):
            blocks = self._blocks(text, paper)
            booklet = set_booklet(
                text.blocks,
                key=text.name,
                title=title_of(text.title, book, self._checked.edition, self._cover(text, paper)),
                paper=paper,
                typesetter=Typesetter(self._fonts),
                symbols=book.symbols,
                icon=gallery.symbols(Icons(self._checked.project.icons).symbol),
                show=gallery.show,
                colours=icon_colours(book),
                place=text.place,
                cache=blocks,
                style=self._style,
                columns=text.columns,
            )
            if blocks is not None and not has_errors(booklet.problems):
                blocks.save()
        self.found += self._stock.problems
        placeless = gallery.scenery.problems if gallery.scenery is not None else ()
        return booklet, [*missing_pictures(gallery, book), *placeless, *booklet.problems]

    def bind(
        self, booklet: Booklet, text: BookletText, paper: Paper, sound: Sound
    ) -> tuple[bytes | None, Sequence[Problem]]:
        """One booklet as a PDF, and what is wrong with its drawings; no PDF if that is an error."""
        ahead = self._painted.pop((text.name, paper.name), None)
        pdf, problems = ahead if ahead is not None else self.drawn(booklet, text, paper, sound)
        if not problems:
            sound.keep(face.digest for face in booklet.faces)
        return pdf, problems

    def drawn(
        self, booklet: Booklet, text: BookletText, paper: Paper, sound: Container[str] = ()
    ) -> tuple[bytes | None, Sequence[Problem]]:
        """The same, by drawing it here."""
        from generator.booklet.binding import bind

        edition = self._checked.edition
        drawn = io.BytesIO()
        problems = self._paint(booklet.faces, drawn, sound)
        title = f"{edition.game}: {text.title}"
        if has_errors(problems) and not self._draft:
            return None, problems
        about = {"title": title, "author": edition.author, "language": edition.spoken}
        return bind(drawn.getvalue(), booklet, paper=paper, **about), problems

    def _blocks(self, text: BookletText, paper: Paper) -> KeptBlocks | None:
        """What the blocks of the booklet came to last time, on this paper, with these symbols and fonts."""
        from generator.booklet.block_cache import KeptBlocks

        if not self._cache.on:
            return None
        book = self._checked.book
        looks = (tuple(book.symbols), icon_colours(book), self._fonts.fingerprint(), self._style)
        return KeptBlocks(self._cache, self._cache.name("blocks", text.name, paper, looks), told=self._told)

    def _sound(self, text: BookletText, paper: Paper) -> str:
        if not self._cache.on:
            return ""
        return self._cache.name("sound pages", text.name, paper, self._fonts.fingerprint())

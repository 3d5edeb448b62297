"""Makes faces: one record and one template give one SVG and the Problems found on the way."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import TemplateSyntaxError

from generator.faces.blame import Blame
from generator.faces.colours import ColourCells
from generator.faces.context import FaceContext, cut_of, net_of
from generator.faces.dependence import Dependence
from generator.faces.face import Face, LaterFace
from generator.faces.handed import HandedFace
from generator.faces.inspected import inspected
from generator.faces.kept import FacePlace, KeptFace, KeptFaces
from generator.faces.language import Language
from generator.faces.lines import Words, words_of
from generator.faces.markup import printable, with_definitions, with_outline
from generator.faces.pen import Pen
from generator.faces.reads import Reads
from generator.faces.sources import TemplateLimit, colours_written
from generator.faces.spoken import Spoken
from generator.games import NEEDS_RULES
from generator.ground.cache import NO_CACHE, Cache, digest
from generator.ground.fence import unit
from generator.ground.problems import Failed, Problem, Severity, has_errors
from generator.records.called import called
from generator.records.cells import YES, fold
from generator.records.joined import sources_of
from generator.records.places import row_place
from generator.records.tables import Book, Row
from generator.records.watched import Watch, facts_in
from generator.records.worksheets import COMPONENTS, GAME, RULES
from generator.svg.drawn import drawn_digest
from generator.svg.parse import parse
from generator.text.fonts import Fonts, UnknownFamily


class FaceMaker:
    """Everything that the faces of one game share. It renders one face at a time."""

    def __init__(
        self,
        *,
        root: Path,
        book: Book,
        game: object,
        fonts: Fonts,
        watch: Watch | None = None,
        outlines: bool = False,
        signs: bool = False,
        cache: Cache = NO_CACHE,
    ) -> None:
        """What the faces of a Book share.

        `watch` notes which cells of the Book with errors are looked at: what a template then stumbles over
        is not told. With `outlines`, for a draft, faulty places get a line around them. These do not go with
        a `cache`, which keeps the faces that were made without a look at a faulty cell.
        `signs` are those of `Pen`.
        """
        self._watch = watch or Watch()
        self.stopped_by: Problem | None = None
        """Why the last face could not be made, if that is said elsewhere already."""
        facts, rules = (facts_in(book, sheet, self._watch) for sheet in (GAME, RULES))
        reads = self._reads = Reads(root=root, book=book, game=game, facts=facts, rules=rules)
        symbols, spoken = book.symbols, Spoken(book)
        words = (spoken.told(), tuple(symbols), symbols.grammar)
        shared = digest((*words, fonts.fingerprint())) if cache.on else ""
        boxes = _with_boxes(book)
        self._language = Language(root / "templates", cache=cache, boxes=boxes)
        self._dependence = Dependence(root / "templates", cache, self._language, boxes)
        self._colours = ColourCells(book, colours_written(root / "templates"))
        twins = frozenset[str]() if outlines else _asked_again(book)  # a line around a fault is a draft's own
        self._kept = KeptFaces(cache, reads, shared, self._dependence.on_card, self._colours.of, twins=twins)
        self._fonts = fonts
        self._language.read = reads.of
        self._language.loaded = lambda name: reads.note("template", name)
        tick, marks = self._language.tick, {"outlines": outlines, "signs": signs}
        self._pen = Pen(root=root, reads=reads, fonts=fonts, spoken=spoken, tick=tick, **marks)
        self._outlines = outlines
        self._blame = Blame(self._language, self._watch, reads)
        functions = self._pen.functions()
        self._language.globals.update(functions)
        self._prose = Language(root / "templates", prose=True, cache=cache)
        self._prose.globals.update(functions)
        self._stopped: dict[str, Problem] = {}
        """Templates that cannot be read, or cost more than a face may: none is tried for every card."""

    def render(
        self,
        template: str,
        *,
        component: Row,
        card: Row | None = None,
        key: str = "",
        faulty: bool = False,
        anew: bool = False,
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """One face. A text that does not fit leaves a face beside its Problem, a broken template none.

        `faulty` says that the card itself has a Problem, so that a draft outlines the whole face. With `anew`
        it is not looked for among the faces that are known.
        """
        if template in self._stopped:
            return None, (self._stopped[template],)
        named = key or self.key(template, component=component, card=card)
        place = FacePlace(template, component, card)
        with unit("face", f"templates/{template}", named):
            cached = self._kept.find(place) if not anew else None
            if cached is not None and (svg := self._kept.svg(cached)) is not None:
                return self._face(named, svg, component, card, drawn=cached.drawn), cached.problems
            names = self._begun(component, card)
            try:
                svg = printable(self._language.written(template, names)).strip() + "\n"
                svg = with_definitions(svg, self._pen.definitions)
            except MemoryError:
                raise
            except Exception as fault:  # strangers' templates raise whatever they like
                problem = self._blame.problem(fault, template)
                if isinstance(fault, (TemplateLimit, TemplateSyntaxError)):
                    self._stopped[template] = problem
                return None, self._own((*self._pen.problems, problem), template, card)
            face, problems = self._rendered(svg, place, named, faulty=faulty)
        return face, self._own(problems, template, card)

    def draft(
        self, template: str, text: str, names: Mapping[str, Any], *, component: Row, card: Row | None = None
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """A face whose template says this text instead of what its file says; `names` join its names."""
        self._language.draft(template, text)
        self._language.globals.update(names)
        self._stopped.pop(template, None)
        return self.render(template, component=component, card=card, anew=True)

    def handed(self, template: str, *, component: Row, card: Row | None, faulty: bool) -> HandedFace:
        """A face, rendered here for the twin of this maker in another process, which `take`s it."""
        face, problems = self.render(template, component=component, card=card, faulty=faulty)
        return HandedFace(
            svg=face.svg if face is not None else None,
            problems=problems,
            blind=face is not None and face.blind,
            drawn=face.drawn if face is not None else "",
            in_cache=self.known(template, component=component, card=card) is not None,
            readings=self._kept.readings(FacePlace(template, component, card)),
            stopped_by=self.stopped_by,
            stopped=self._stopped.get(template),
        )

    def take(
        self, handed: HandedFace, template: str, *, component: Row, card: Row | None, key: str = ""
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """A face that the twin of this maker has rendered: all is as if it had been rendered here."""
        self.stopped_by = handed.stopped_by
        if handed.stopped is not None:
            self._stopped.setdefault(template, handed.stopped)
        if handed.svg is None:
            return None, handed.problems
        place = FacePlace(template, component, card)
        if handed.readings and not handed.problems:
            self._kept.remember(place, handed.svg, handed.drawn, handed.readings)
        if handed.in_cache:
            self._kept.take(place, handed.svg, handed.drawn, handed.problems)
        named = key or self.key(template, component=component, card=card)
        face = self._face(named, handed.svg, component, card, drawn=handed.drawn, blind=handed.blind)
        return face, handed.problems

    def known(self, template: str, *, component: Row, card: Row | None = None) -> KeptFace | None:
        """What is known of a face that need not be rendered, because it was before."""
        return (
            self._kept.find(FacePlace(template, component, card)) if template not in self._stopped else None
        )

    def later(self, template: str, cached: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """A known face, whose SVG is looked up, or rendered again, when it is asked for."""

        def written() -> str:
            face, problems = self.render(template, component=component, card=card)
            if face is None:
                raise Failed(*problems)
            return face.svg

        key, colours = self.key(template, component=component, card=card), self._colours.of(card)
        return LaterFace(key, cached.digest, *cut_of(component), colours, written, drawn=cached.drawn)

    def icon_digest(self, key: str) -> str:
        """The digest of an icon's drawings: the one in the game's own folder, and the one on the shelf."""
        return self._reads.icon(key)

    def key(self, template: str, *, component: Row, card: Row | None = None) -> str:
        """The name of a face, for people."""
        names = [str(component["name"]), *([called(card)] if card is not None else []), Path(template).stem]
        return "/".join(names)

    def depends_on_card(self, template: str) -> bool:
        """Whether the template, or one that it takes in, may look at its card; see `dependence`."""
        return self._dependence.on_card(template)

    def _begun(self, component: Row, card: Row | None) -> Mapping[str, Any]:
        """The names that a template knows, at the beginning of a face."""
        reads, net = self._reads, net_of(component)
        context = FaceContext(card, reads.game, reads.book, component, reads.facts, reads.rules, net)
        reads.begin(component, card)
        self._language.begin()
        self._pen.begin(card)
        self._watch.begin()
        return {field.name: getattr(context, field.name) for field in dataclasses.fields(context)}

    def _rendered(
        self, svg: str, place: FacePlace, key: str, *, faulty: bool
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """The face that a template has written, if it can be read, with all that is wrong with it."""
        template, component, card = place
        faults = tuple(inspected(svg, template, component))
        if self._outlines and not faults and (faulty or self._pen.faults_elsewhere):
            svg = with_outline(svg, *cut_of(component)[:2])
        problems = (*self._pen.problems, *faults)
        if has_errors(faults):
            return None, problems
        drawn = self._drawn(svg, template, component)
        if not self._watch.seen:  # what follows from a cell that could not be read is nothing to keep
            self._kept.keep(place, svg, drawn, problems)
        return self._face(key, svg, component, card, drawn=drawn, blind=bool(self._watch.seen)), problems

    def _drawn(self, svg: str, template: str, component: Row) -> str:
        """The digest of what is drawn of a face that could be read."""
        width, height, shape = cut_of(component)
        tree, font = parse(svg, template), self._font_digest
        return drawn_digest(tree, width_mm=width, height_mm=height, shape=shape, font=font)

    def _font_digest(self, family: str, weight: int, italic: bool) -> str:
        """The digest of the font files that a text is written with; nothing if there is none."""
        try:
            return " ".join(map(self._fonts.digest, self._fonts.chain(family, weight, italic)))
        except UnknownFamily:
            return ""

    def _face(
        self, key: str, svg: str, component: Row, card: Row | None, *, drawn: str, blind: bool = False
    ) -> Face:
        cut, colours = cut_of(component), self._colours.of(card)
        return Face(key, svg, *cut, str(component["name"]), blind=blind, colours=colours, drawn=drawn)

    def words(self, template: str, names: Mapping[str, Any]) -> tuple[Words | None, tuple[Problem, ...]]:
        """A text that is no drawing, such as the rulebook; `names` join those of every template."""
        self._language.begin()
        self._prose.begin()
        self._pen.begin(None)
        self._watch.begin()
        reads = self._reads
        usual = {"game": reads.game, "book": reads.book, "facts": reads.facts, "rules": reads.rules}
        try:
            with unit("face", f"templates/{template}"):
                return words_of(self._prose.written(template, {**usual, **names}), template), ()
        except MemoryError:
            raise
        except Exception as fault:  # strangers' templates raise whatever they like
            return None, self._own((self._blame.problem(fault, template, {**usual, **names}),), template)

    def _own(
        self, problems: Sequence[Problem], template: str, card: Row | None = None
    ) -> tuple[Problem, ...]:
        """What was found, less what a template stumbled over because a cell, or the rules, were not read."""
        self.stopped_by = next(iter(self._watch.seen), None)
        if template in self._stopped or not (self._watch.seen or any(map(_needs_rules, problems))):
            return tuple(problems)
        blind = bool(self._watch.seen)
        faulty = {p.where for p in self._watch.seen}
        errors = [p for p in problems if p.severity is Severity.ERROR]
        following = {p for p in errors if _needs_rules(p) or (blind and not _is_of_cell(p, card))}
        following |= {p for p in errors if p in self._pen.unpictured and p.where in faulty}
        self.stopped_by = self.stopped_by or next(filter(_needs_rules, problems), None)
        return tuple(p for p in problems if p not in following)


def _asked_again(book: Book) -> frozenset[str]:
    """The templates that stand in several cells of the sheet Components."""
    rows = (row.values for row in book.tables.get(COMPONENTS, ()))
    cells = Counter(str(row[side]) for row in rows for side in ("front", "back") if row.get(side))
    return frozenset(template for template, times in cells.items() if times > 1)


def _with_boxes(book: Book) -> frozenset[str]:
    """The templates of components that say so in their optional column Boxes."""
    rows = [row for row in book.tables.get(COMPONENTS, ()) if _says_yes(row.values.get("boxes"))]
    return frozenset(str(row.values.get(side) or "") for row in rows for side in ("front", "back"))


def _says_yes(value: object) -> bool:
    return value is True or (isinstance(value, str) and fold(value) in YES)


_QUOTED = 10
"""Letters by which a Problem is known to quote a cell."""


def _is_of_cell(problem: Problem, card: Row | None) -> bool:
    """Whether a Problem speaks of what a cell holds, and not only of a place near it."""
    rows = sources_of(card) if card is not None else ()
    if row_place(problem) not in {(row.sheet, row.number) for row in rows}:
        return row_place(problem) is not None
    cells = (value for row in rows for key, value in row.values.items() if row.at(key) == problem.where)
    return any(str(value)[:_QUOTED].casefold() in problem.what.casefold() for value in cells)


def _needs_rules(problem: Problem) -> bool:
    return problem.what == NEEDS_RULES

"""Makes faces: one record and one template give one SVG and the Problems found on the way."""

from __future__ import annotations

import dataclasses
import re
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from jinja2 import TemplateNotFound, TemplatesNotFound, TemplateSyntaxError
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError

from generator.cache import NO_CACHE, Cache
from generator.faces.assets import Icons, Pictures
from generator.faces.budget import MOST_OUTPUT
from generator.faces.colours import ColourCells
from generator.faces.dependence import Dependence
from generator.faces.face import Face, LaterFace
from generator.faces.handed import HandedFace
from generator.faces.kept import KeptFace, KeptFaces
from generator.faces.language import NOTHING, Language, UnknownName
from generator.faces.lines import Words, words_of
from generator.faces.markup import MOST_SHOWN, BadArgument, printable, with_definitions, with_outline
from generator.faces.pen import Pen
from generator.faces.reads import Reads
from generator.faces.sources import TemplateLimit, colours_written, place_of
from generator.faces.spoken import Spoken
from generator.games import NEEDS_RULES, RulesNotRead, UnreadGame
from generator.ground.fence import unit
from generator.ground.problems import Failed, Problem, Severity, error, has_errors, warning
from generator.ground.spelling import nearest
from generator.records.called import called
from generator.records.cells import fold
from generator.records.joined import sources_of
from generator.records.places import row_place
from generator.records.tables import Book, Row, SheetLeftOut
from generator.records.watched import Watch
from generator.records.worksheets import FIELDS, GAME, RULES, stated
from generator.svg.cut_shapes import panels_of, printed_size
from generator.svg.drawn import drawn_digest
from generator.svg.parse import Node, parse
from generator.text.fitting import Typesetter
from generator.text.fonts import Fonts, UnknownFamily
from generator.workbook.mends import declare


@dataclass(frozen=True, slots=True)
class FaceContext:
    """The names that a template sees beside the functions of `Pen`."""

    card: Row | None
    """The row that is drawn: `card.title` is its column Title. Empty for a component without a data sheet."""
    game: object
    """What the program knows of a game whose rules it plays; for any other game the same as `book`."""
    book: Book
    """The whole workbook: `book["Lands"]` holds the rows of a sheet, `book.facts("Game")` Keys and Values,
    `book.by("Lands", "name", "colour")` one column by another."""
    component: Row
    """The row of the sheet Components: `component.width` and `component.height` are its size in mm."""
    facts: Mapping[str, Any]
    """The sheet Game by its Keys: `facts.title`, `facts.version`."""
    rules: Mapping[str, Any]
    """The sheet Rules by its Keys, if there is one: `rules.start_energy`. The numbers of the game."""
    net: Mapping[str, Any]
    """What is folded, flat: `net.width`, `net.height`, and the place of each panel, such as `net.front.x`."""


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
        cache: Cache = NO_CACHE,
    ) -> None:
        """What the faces of a Book share.

        `watch` notes which cells of the Book with errors are looked at: what a template then stumbles over
        is not told. With `outlines`, for a draft, faulty places get a line around them. These do not go with
        a `cache`, which keeps the faces that were made without a look at a faulty cell.
        """
        self._watch = watch or Watch()
        self.stopped_by: Problem | None = None
        """Why the last face could not be made, if that is said elsewhere already."""
        reads = Reads(root=root, book=book, game=game, facts=stated(book), rules=_facts_of(book, RULES))
        symbols, spoken = book.symbols, Spoken(book)
        known = (spoken.told(), tuple(symbols), symbols.grammar)
        shared = (*known, fonts.fingerprint()) if cache.on else ()
        self._language = Language(root / "templates", cache=cache)
        self._dependence = Dependence(root / "templates", cache, self._language)
        self._reads = reads
        self._colours = ColourCells(book, colours_written(root / "templates"))
        self._kept = KeptFaces(cache, reads, shared, self._dependence.on_card, self._colours.of)
        book = self._book = reads.book
        self._game, self._facts, self._rules = reads.game, reads.facts, reads.rules
        self._fonts = fonts
        self._language.read = reads.of
        self._language.loaded = lambda name: reads.note("template", name)
        self._pen = Pen(
            book=book,
            typesetter=Typesetter(fonts, self._language.tick),
            icons=Icons(root / "icons"),
            pictures=Pictures(root),
            tick=self._language.tick,
            outlines=outlines,
            note=reads.note,
            in_base=spoken.in_base,
            place=reads.place,
        )
        self._outlines = outlines
        functions = {**self._pen.functions(), **spoken.functions()}
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
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """One face. A text that does not fit leaves a face beside its Problem, a broken template none.

        `faulty` says that the card itself has a Problem, so that a draft outlines the whole face.
        """
        if template in self._stopped:
            return None, (self._stopped[template],)
        named = key or self.key(template, component=component, card=card)
        with unit("face", f"templates/{template}", named):
            kept = self._kept.find(template, component, card)
            if kept is not None and (svg := self._kept.svg(kept)) is not None:
                return self._face(named, svg, component, card, drawn=kept.drawn), kept.problems
            face, found = self._render(template, component, card, named, faulty=faulty)
        return face, self._own(found, template, card)

    def handed(self, template: str, *, component: Row, card: Row | None, faulty: bool) -> HandedFace:
        """A face, rendered here for the twin of this maker in another process, which `take`s it."""
        face, found = self.render(template, component=component, card=card, faulty=faulty)
        return HandedFace(
            svg=face.svg if face is not None else None,
            problems=found,
            blind=face is not None and face.blind,
            drawn=face.drawn if face is not None else "",
            kept=self.known(template, component=component, card=card) is not None,
            stopped_by=self.stopped_by,
            stopped=self._stopped.get(template),
        )

    def take(
        self, made: HandedFace, template: str, *, component: Row, card: Row | None, key: str = ""
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """A face that the twin of this maker has rendered: all is as if it had been rendered here."""
        self.stopped_by = made.stopped_by
        if made.stopped is not None:
            self._stopped.setdefault(template, made.stopped)
        if made.svg is None:
            return None, made.problems
        if made.kept:
            self._kept.take(template, component, card, made.svg, made.drawn, made.problems)
        named = key or self.key(template, component=component, card=card)
        face = self._face(named, made.svg, component, card, drawn=made.drawn, blind=made.blind)
        return face, made.problems

    def known(self, template: str, *, component: Row, card: Row | None = None) -> KeptFace | None:
        """What is known of a face that need not be rendered, because it was before."""
        return self._kept.find(template, component, card) if template not in self._stopped else None

    def later(self, template: str, known: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """A known face, whose SVG is looked up, or rendered again, when it is asked for."""

        def rendered() -> Face:
            face, found = self.render(template, component=component, card=card)
            if face is None:
                raise Failed(*found)
            return face

        width, height, shape = _cut(component)
        return LaterFace(
            key=self.key(template, component=component, card=card),
            digest=known.digest,
            width_mm=width,
            height_mm=height,
            shape=shape,
            colours=self._colours.of(card),
            render=rendered,
            drawn=known.drawn,
        )

    def icon_digest(self, key: str) -> str:
        """The digest of an icon's drawings: the one in the game's own folder, and the one on the shelf."""
        return self._reads.icon(key)

    def key(self, template: str, *, component: Row, card: Row | None = None) -> str:
        """The name of a face, for people."""
        return _key(component, card, template)

    def depends_on_card(self, template: str) -> bool:
        """Whether the template, or one that it takes in, may look at its card; see `dependence`."""
        return self._dependence.on_card(template)

    def _render(
        self, template: str, component: Row, card: Row | None, key: str, *, faulty: bool
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        context = FaceContext(
            card, self._game, self._book, component, self._facts, self._rules, _net(component)
        )
        self._reads.begin(component, card)
        self._language.begin()
        self._pen.begin(card)
        self._watch.begin()
        try:
            svg = self._written(template, context)
        except MemoryError:
            raise
        except Exception as fault:  # strangers' templates raise whatever they like
            problem = self._blame(fault, template)
            if isinstance(fault, (TemplateLimit, TemplateSyntaxError)):
                self._stopped[template] = problem
            return None, (*self._pen.problems, problem)
        faults = tuple(_inspect(svg, template, component))
        if self._outlines and not faults and (faulty or self._pen.faults_elsewhere):
            svg = with_outline(svg, *_cut(component)[:2])
        problems = (*self._pen.problems, *faults)
        if has_errors(faults):
            return None, problems
        drawn = self._drawn(svg, template, component)
        if not self._watch.seen:  # what follows from a cell that could not be read is nothing to keep
            self._kept.keep(template, component, card, svg, drawn, problems)
        return self._face(key, svg, component, card, drawn=drawn, blind=bool(self._watch.seen)), problems

    def _drawn(self, svg: str, template: str, component: Row) -> str:
        """The digest of what is drawn of a face that could be read."""
        width, height, shape = _cut(component)
        return drawn_digest(
            parse(svg, template),
            width_mm=width,
            height_mm=height,
            shape=shape,
            font=self._font_digest,
        )

    def _font_digest(self, family: str, weight: int, italic: bool) -> str:
        """The digest of the font file that a text is written with; nothing if there is none."""
        try:
            return self._fonts.digest(self._fonts.path(family, weight, italic))
        except UnknownFamily:
            return ""

    def _face(
        self, key: str, svg: str, component: Row, card: Row | None, *, drawn: str, blind: bool = False
    ) -> Face:
        width, height, shape = _cut(component)
        return Face(
            key=key,
            svg=svg,
            width_mm=width,
            height_mm=height,
            shape=shape,
            component=str(component["name"]),
            blind=blind,
            colours=self._colours.of(card),
            drawn=drawn,
        )

    def words(self, template: str, names: Mapping[str, Any]) -> tuple[Words | None, tuple[Problem, ...]]:
        """A text that is no drawing, such as the rulebook; `names` join those of every template."""
        self._language.begin()
        self._prose.begin()
        self._pen.begin(None)
        self._watch.begin()
        known = {"game": self._game, "book": self._book, "facts": self._facts, "rules": self._rules}
        try:
            with unit("face", f"templates/{template}"):
                return words_of(self._generated(self._prose, template, {**known, **names}), template), ()
        except MemoryError:
            raise
        except Exception as fault:  # strangers' templates raise whatever they like
            return None, self._own((self._blame(fault, template, {**known, **names}),), template)

    def _own(self, found: Sequence[Problem], template: str, card: Row | None = None) -> tuple[Problem, ...]:
        """What was found, less what a template stumbled over because a cell, or the rules, were not read."""
        self.stopped_by = next(iter(self._watch.seen), None)
        if template in self._stopped or not (self._watch.seen or any(map(_needs_rules, found))):
            return tuple(found)
        blind = bool(self._watch.seen)
        said = {p.where for p in self._watch.seen}
        errors = [p for p in found if p.severity is Severity.ERROR]
        following = {p for p in errors if _needs_rules(p) or (blind and not _is_of_cell(p, card))}
        following |= {p for p in errors if p in self._pen.unpictured and p.where in said}
        self.stopped_by = self.stopped_by or next(filter(_needs_rules, found), None)
        return tuple(p for p in found if p not in following)

    def _written(self, template: str, context: FaceContext) -> str:
        names = {field.name: getattr(context, field.name) for field in dataclasses.fields(context)}
        svg = printable(self._generated(self._language, template, names)).strip() + "\n"
        return with_definitions(svg, self._pen.definitions)

    def _generated(self, language: Language, template: str, names: Mapping[str, Any]) -> str:
        pieces: list[str] = []
        size = 0
        for piece in language.get_template(template).generate(names):
            pieces.append(piece)
            size += len(piece)
            if size > MOST_OUTPUT:
                raise TemplateLimit(f"The template writes more than {MOST_OUTPUT // 10**6} MB for one face.")
        return "".join(pieces)

    # ------------------------------------------------------------ Problems

    def _blame(self, fault: Exception, template: str, prose: Mapping[str, Any] | None = None) -> Problem:
        """What a fault of a template is as a Problem; `prose` are the names that a text has, if it is one."""
        where = _where(fault, template)
        match fault:
            case TemplateNotFound():
                asked = (
                    ", ".join(map(str, fault.templates))
                    if isinstance(fault, TemplatesNotFound)
                    else str(fault.name)
                )
                known = self._language.list_templates()
                asked = asked[:MOST_SHOWN]
                what = f"There is no template “{asked}”, neither in the folder templates nor on the shelf."
                return error(where, what, _suggest(asked, known, "templates"))
            case TemplateSyntaxError():
                return error(where, f"The template cannot be read: {_sentence(fault.message)}", _SYNTAX)
            case UnknownName():
                return error(where, *self._unknown(fault, prose))
            case SecurityError():
                return error(where, f"The template reaches too far: {_sentence(fault.message)}", _SAFE)
            case TemplateLimit():
                return error(where, str(fault), "Make the template simpler.")
            case BadArgument():
                return error(where, fault.what, fault.mend)
            case Failed():
                return fault.problems[0]
            case SheetLeftOut():
                self._watch.seen[fault.cause] = None  # so that this is known to follow from it
                return error(where, *self._left_out(fault.sheet))
            case RulesNotRead():
                return error(where, NEEDS_RULES, "Mend what is wrong with them first.")
            case RecursionError():
                return error(where, "The template calls itself without end.", "Let it call itself no more.")
        return error(where, f"The template fails: {_sentence(str(fault) or type(fault).__name__)}", _SYNTAX)

    @staticmethod
    def _left_out(sheet: str) -> tuple[str, str]:
        return f"The sheet “{sheet[:MOST_SHOWN]}” cannot be read.", "Mend what is wrong with it first."

    def _faulty(self, fault: UnknownName) -> Problem | None:
        """What is wrong with the sheet that a name is missing from, if anything is."""
        faults, owner = self._book.faults, fault.owner
        if not faults:
            return None
        if isinstance(owner, Row):
            return faults.get(owner.sheet)
        if isinstance(owner, Book):
            return faults.get(str(fault.name))
        shared = ((RULES, self._rules), (GAME, self._facts))
        return next((faults.get(sheet) for sheet, facts in shared if owner is facts), None)

    def _unknown(self, fault: UnknownName, prose: Mapping[str, Any] | None) -> tuple[str, str]:
        name = str(fault.name)[:MOST_SHOWN]
        cause = self._faulty(fault)
        if cause is not None:
            self._watch.seen[cause] = None  # so that this is known to follow from it
            return self._left_out(name)
        if fault.owner is NOTHING:
            mend = "There is no card in a component whose Data is empty in the sheet Components: fill it in."
            return f"“{name}” is read from something that is empty here.", mend
        if fault.owner is None and "does not export" in str(fault):
            return _sentence(str(fault)), "Import a macro that the other template defines."
        if fault.owner is None and prose is not None and isinstance(self._game, UnreadGame):
            return NEEDS_RULES, "Mend what is wrong with them first."
        if fault.owner is None:
            fields = [field.name for field in dataclasses.fields(FaceContext)]
            mend = _suggest(name, [*(fields if prose is None else prose), *self._language.globals], "names")
            if name in fields:
                mend = (
                    "In an imported file, end the import with “with context” or hand the value to the macro."
                )
            elif prose is not None and self._game is self._book:
                mend += f" If it belongs to the rules of a game, {_without_rules(name)}"
            return f"There is no “{name}” here.", mend
        if isinstance(fault.owner, Book):
            undeclared = fault.owner.undeclared
            there = next((sheet for sheet in undeclared if fold(sheet) == fold(name)), "")
            if there:
                what = f"The sheet {FIELDS} declares no column of the sheet “{there[:MOST_SHOWN]}”."
                return what, declare(there, undeclared[there])
            guess, *_ = *nearest(name, (*fault.owner.tables, *undeclared)), ""
            mend = _suggest(name, fault.owner.tables, "sheets")
            mend += f" {declare(guess, undeclared[guess])}" if guess in undeclared else ""
            return f"The workbook has no sheet “{name}”.", mend
        return f"{_named(fault.owner)} has no “{name}”.", _suggest(name, _names(fault.owner), "names")


def _facts_of(book: Book, sheet: str) -> Mapping[str, Any]:
    """A sheet of Keys and Values, if there is one."""
    return book.facts(sheet) if sheet in book else MappingProxyType({})


_IMPORTED = "In an imported file, end the import with “with context” or hand the value to the macro."


def _without_rules(name: str) -> str:
    """How to mend a name that only the module of a game's rules would give."""
    asked = f"{{% if {name} is defined %}} … {{% endif %}}"
    return f"name them in the key Rules of the sheet Game, or write {asked} round what needs it."


_QUOTED = 10
"""Letters by which a Problem is known to quote a cell."""
_SYNTAX = "Mend that line of the template; Jinja2's template designer documentation explains the language."
_SAFE = "Read only columns, records and the functions for templates."


def _cut(component: Row) -> tuple[float, float, str]:
    """Width, height and shape of what is cut out; of what is folded, before it is."""
    return printed_size(str(component["shape"]), float(component["width"]), float(component["height"]))


def _net(component: Row) -> Mapping[str, Any]:
    width, height, _ = _cut(component)
    panels = panels_of(str(component["shape"]), float(component["width"]), float(component["height"]))
    return {"width": width, "height": height, **panels}


def _inspect(svg: str, template: str, component: Row) -> Iterable[Problem]:
    where = f"templates/{template}:1"
    try:
        root = parse(svg, template).root
    except Failed as fault:
        problem = fault.problems[0]
        own = problem.where.startswith(("templates/", "shelf/templates/"))
        yield problem if own else error(_near(svg, problem.where) or where, problem.what, problem.mend)
        return
    width, height, _ = _cut(component)
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


def _near(svg: str, where: str) -> str:
    """The template's line behind a line of the finished SVG: the last element that begins before its end."""
    line = where.rpartition(":")[2]
    lines = svg.split("\n")[: int(line)] if line.isdigit() else []
    marks = re.findall(r'data-at="([^"]+)"', "\n".join(lines))
    return str(marks[-1]) if marks else ""


def _where(fault: Exception, template: str) -> str:
    if isinstance(fault, TemplateSyntaxError):
        # a fault of the lexer names the file, one of the parser the template
        name = (fault.name or template).replace("\\", "/").rpartition("/templates/")[2]
        return f"{place_of(name, fault.filename or fault.name)}:{fault.lineno}"
    where = f"templates/{template}:1"
    for frame, line in traceback.walk_tb(fault.__traceback__):
        name = frame.f_code.co_filename
        if name.endswith((".svg", ".md")) and "templates" in (parts := Path(name).parts):
            at = len(parts) - 1 - parts[::-1].index("templates")
            where = f"{place_of('/'.join(parts[at + 1 :]), name)}:{line}"
    return where


def _is_of_cell(problem: Problem, card: Row | None) -> bool:
    """Whether a Problem speaks of what a cell holds, and not only of a place near it."""
    rows = sources_of(card) if card is not None else ()
    if row_place(problem) not in {(row.sheet, row.number) for row in rows}:
        return row_place(problem) is not None
    held = (value for row in rows for key, value in row.values.items() if row.at(key) == problem.where)
    return any(str(value)[:_QUOTED].casefold() in problem.what.casefold() for value in held)


def _needs_rules(problem: Problem) -> bool:
    return problem.what == NEEDS_RULES


def _sentence(message: str | None) -> str:
    text = " ".join((message or "").split())[:200].rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


def _suggest(name: str, known: Iterable[str], what: str) -> str:
    names = sorted(set(known))
    near = nearest(name, names)
    listed = ", ".join(names[:30]) + (" …" if len(names) > 30 else "")
    guess = f"Did you mean {near[0]}? " if near else ""
    return f"{guess}The {what} here are {listed or 'none'}."


def _named(owner: Any) -> str:
    if isinstance(owner, Row):
        return f"The sheet {owner.sheet}"
    if isinstance(owner, TemplateModule):
        return "The imported template"
    return "The table" if isinstance(owner, Mapping) else f"The record {type(owner).__name__}"


def _names(owner: Any) -> list[str]:
    if isinstance(owner, Row):
        return list(owner.values)
    if isinstance(owner, Mapping):
        return [str(key) for key in owner]
    if dataclasses.is_dataclass(owner):
        return [field.name for field in dataclasses.fields(owner)]
    if isinstance(owner, tuple):
        return list(getattr(owner, "_fields", ()))
    if isinstance(owner, (TemplateModule, ModuleType)):
        return [name for name in vars(owner) if not name.startswith("_")]
    return []


def _key(component: Row, card: Row | None, template: str) -> str:
    stem = Path(template).stem
    if card is None:
        return f"{component['name']}/{stem}"
    return f"{component['name']}/{called(card)}/{stem}"

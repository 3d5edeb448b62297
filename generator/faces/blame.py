"""What goes wrong while a template is worked out, as a Problem: where it is, what it is, how to mend it."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from jinja2 import TemplateNotFound, TemplatesNotFound, TemplateSyntaxError
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError

from generator.faces.context import FaceContext
from generator.faces.failing import explained
from generator.faces.language import NOTHING, Language, UnknownName
from generator.faces.markup import MOST_SHOWN, BadArgument
from generator.faces.reads import Reads
from generator.faces.sources import TemplateLimit, place_of
from generator.games import NEEDS_RULES, RulesNotRead, UnreadGame
from generator.ground.problem_places import ProblemPlace
from generator.ground.problems import Failed, Problem, error
from generator.ground.spelling import nearest
from generator.records.cells import fold
from generator.records.tables import Book, Row, SheetLeftOut
from generator.records.watched import Watch
from generator.records.worksheets import FIELDS, GAME, RULES
from generator.workbook.mends import declare

_IMPORTED = "In an imported file, end the import with “with context” or hand the value to the macro."
_SYNTAX = "Mend that line of the template; Jinja2's template designer documentation explains the language."
_SAFE = "Read only columns, records and the functions for templates."


class Blame:
    """Makes Problems of the exceptions of templates."""

    def __init__(self, language: Language, watch: Watch, reads: Reads) -> None:
        """What a template can name. `watch` is told of errors that a fault follows from."""
        self._language, self._watch = language, watch
        self._book, self._game, self._facts, self._rules = reads.book, reads.game, reads.facts, reads.rules

    def problem(self, fault: Exception, template: str, prose: Mapping[str, Any] | None = None) -> Problem:
        """What a fault of a template is as a Problem; `prose` are the names that a text has, if it is one."""
        where = _where(fault, template)
        match fault:
            case TemplateNotFound():
                name = (
                    ", ".join(map(str, fault.templates))
                    if isinstance(fault, TemplatesNotFound)
                    else str(fault.name)
                )
                templates = self._language.list_templates()
                name = name[:MOST_SHOWN]
                text = f"There is no template “{name}”, neither in the folder templates nor on the shelf."
                return error(where, text, _suggest(name, templates, "templates"))
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
                return error(where, *_left_out(fault.sheet))
            case RulesNotRead():
                return error(where, NEEDS_RULES, "Mend what is wrong with them first.")
            case RecursionError():
                return error(where, "The template calls itself without end.", "Let it call itself no more.")
        return self._failed(fault, where)

    def _failed(self, fault: Exception, where: str) -> Problem:
        """What Python could not work out, said without Python."""
        frames = [frame for frame, _ in traceback.walk_tb(fault.__traceback__) if _is_template(frame)]
        place = ProblemPlace.read(where)
        if not frames:
            return error(where, "The template cannot be worked out here.", _SYNTAX)
        name = place.name.partition("templates/")[2]
        return error(where, *explained(fault, self._language, name, place.line, frames[-1]))

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
            return _left_out(name)
        if fault.owner is NOTHING:
            mend = "There is no card in a component whose Data is empty in the sheet Components: fill it in."
            return f"“{name}” is read from something that is empty here.", mend
        if fault.owner is None and "does not export" in str(fault):
            return _sentence(str(fault)), "Import a macro that the other template defines."
        if fault.owner is None and prose is not None and isinstance(self._game, UnreadGame):
            return NEEDS_RULES, "Mend what is wrong with them first."
        if fault.owner is None:
            fields = [field.name for field in dataclasses.fields(FaceContext)]
            typed = [other for other in self._language.globals if not other.startswith("drawing_")]
            mend = _suggest(name, [*(fields if prose is None else prose), *typed], "names")
            if name in fields:
                mend = _IMPORTED
            elif prose is not None and self._game is self._book:
                mend += f" If it belongs to the rules of a game, {_without_rules(name)}"
            return f"There is no “{name}” here.", mend
        if isinstance(fault.owner, Book):
            undeclared = fault.owner.undeclared
            there = next((sheet for sheet in undeclared if fold(sheet) == fold(name)), "")
            if there:
                text = f"The sheet {FIELDS} declares no column of the sheet “{there[:MOST_SHOWN]}”."
                return text, declare(there, undeclared[there])
            guess, *_ = *nearest(name, (*fault.owner.tables, *undeclared)), ""
            mend = _suggest(name, fault.owner.tables, "sheets")
            mend += f" {declare(guess, undeclared[guess])}" if guess in undeclared else ""
            return f"The workbook has no sheet “{name}”.", mend
        return f"{_named(fault.owner)} has no “{name}”.", _suggest(name, _names(fault.owner), "names")


def _without_rules(name: str) -> str:
    """How to mend a name that only the module of a game's rules would give."""
    test = f"{{% if {name} is defined %}} … {{% endif %}}"
    return f"name them in the key Rules of the sheet Game, or write {test} round what needs it."


def _left_out(sheet: str) -> tuple[str, str]:
    return f"The sheet “{sheet[:MOST_SHOWN]}” cannot be read.", "Mend what is wrong with it first."


def _where(fault: Exception, template: str) -> str:
    if isinstance(fault, TemplateSyntaxError):
        # a fault of the lexer names the file, one of the parser the template
        name = (fault.name or template).replace("\\", "/").rpartition("/templates/")[2]
        return f"{place_of(name, fault.filename or fault.name)}:{fault.lineno}"
    where = f"templates/{template}:1"
    for frame, line in traceback.walk_tb(fault.__traceback__):
        if _is_template(frame):
            name, parts = frame.f_code.co_filename, Path(frame.f_code.co_filename).parts
            at = len(parts) - 1 - parts[::-1].index("templates")
            where = f"{place_of('/'.join(parts[at + 1 :]), name)}:{line}"
    return where


def _is_template(frame: FrameType) -> bool:
    """Whether a frame of a traceback is a line of a template."""
    name = frame.f_code.co_filename
    return name.endswith((".svg", ".md")) and "templates" in Path(name).parts


def _sentence(message: str | None) -> str:
    text = " ".join((message or "").split())[:200].rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


def _suggest(name: str, choices: Iterable[str], kind: str) -> str:
    names = sorted(set(choices))
    near = nearest(name, names)
    listed = ", ".join(names[:30]) + (" …" if len(names) > 30 else "")
    guess = f"Did you mean {near[0]}? " if near else ""
    return f"{guess}The {kind} here are {listed or 'none'}."


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

"""What the editor reads and writes: templates of the game, cells of its workbook, and how both are undone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.faces.drawings import is_drawing
from generator.faces.editing.slots import BadEdit
from generator.ground.files import Unreadable, is_link, make_folder, read_bounded, write_whole
from generator.ground.problems import Failed, error
from generator.ground.project import SHELF, Project
from generator.records.cells import as_text
from generator.workbook.cell_names import cell_place
from generator.workbook.located import read_sheets
from generator.workbook.type_in import type_in

if TYPE_CHECKING:
    from generator.checks.checked import Checked
    from generator.workbook.changes import Value

MOST_UNDONE = 200
_MOST_TEMPLATE = 1_000_000
_BOM = b"\xef\xbb\xbf"
FIRST = ".before-edit"
"""Behind the name of a template stands the copy of it from before the first change of a sitting."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template as its file holds it."""

    name: str
    content: bytes
    on_shelf: bool

    @property
    def text(self) -> str:
        """What it says, with the ends of its lines as they are, without a mark of its encoding."""
        return self.content.removeprefix(_BOM).decode("utf-8")

    def saying(self, text: str) -> bytes:
        """Another text as its file holds it, with a mark of its encoding if it has one."""
        return (_BOM if self.content.startswith(_BOM) else b"") + text.encode("utf-8")

    @property
    def digest(self) -> str:
        """By which a page says what it has seen."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def is_drawing(self) -> bool:
        """Whether it calls nothing."""
        return is_drawing(self.content)


class Overtaken(Exception):
    """A file was changed elsewhere since the page has seen it."""


def read_template(root: Path, name: str) -> Template:
    """A template of a game, or else of the shelf. Raises Failed for a link, and for what cannot be read."""
    if "/" in name or "\\" in name or "\0" in name or name.startswith("."):
        raise BadEdit("Only a template right in the folder templates is changed here.")
    for folder, on_shelf in ((root, False), (SHELF, True)):
        path = folder / "templates" / name
        if is_link(path) or is_link(path.parent):
            fault = "The template is a link, and whatever it leads to is not changed here."
            raise Failed(error(f"templates/{name}", fault, "Copy the file itself into the folder templates."))
        try:
            content = read_bounded(path, inside=folder, most=_MOST_TEMPLATE)
            content.removeprefix(_BOM).decode("utf-8")
        except Unreadable as why:
            if why.missing:
                continue
            raise Failed(error(f"templates/{name}", why.what, why.mend)) from None
        except UnicodeDecodeError:
            fault = "The template is not saved as UTF-8."
            raise Failed(error(f"templates/{name}", fault, "Save it again as UTF-8.")) from None
        return Template(name, content, on_shelf)
    raise Failed(error(f"templates/{name}", "There is no such template.", "See the sheet Components."))


def write_template(root: Path, before: Template, content: bytes, *, kept: set[str] | None = None) -> Template:
    """Write a template that is still what it was `before`; one of the shelf becomes the game's own.

    The first version of a sitting is kept beside it. Raises Overtaken, and Failed.
    """
    if read_template(root, before.name).digest != before.digest:
        raise Overtaken
    folder = root / "templates"
    try:
        make_folder(folder, inside=root)
        if kept is not None and before.name not in kept and not before.on_shelf:
            write_whole(folder / f"{before.name}{FIRST}", before.content, inside=root)
            kept.add(before.name)
        write_whole(folder / before.name, content, inside=root)
    except OSError as why:
        fault = f"The file cannot be written: {why.strerror or 'the disk does not take it'}."
        mend = "See to the rights of the folder and to room on the disk."
        raise Failed(error(f"templates/{before.name}", fault, mend)) from None
    return Template(before.name, content, on_shelf=False)


def cell_held(project: Project, where: str) -> str:
    """What a cell such as `Cards!B3` holds, as it was typed. Raises Failed."""
    name, place = _placed(where)
    sheets, _ = read_sheets(project.workbook, inside=project.root)
    sheet = next((sheet for sheet in sheets if sheet.name == name), None)
    return as_text(sheet.cells.get(place)) if sheet is not None else ""


def _placed(where: str) -> tuple[str, tuple[int, int]]:
    sheet, _, cell = where.rpartition("!")
    try:
        return sheet, cell_place(cell)
    except ValueError:
        raise BadEdit("There is no such cell.") from None


# ---------------------------------------------------------------- what may be undone


@dataclass(frozen=True, slots=True)
class _TemplateStep:
    """A piece of a template that was replaced: the bytes that were there, and those that are."""

    name: str
    at: int
    before: bytes
    after: bytes
    whole: str
    """The digest of the file with the bytes that are there."""
    was: str


@dataclass(frozen=True, slots=True)
class _CellStep:
    """A cell that was typed into."""

    where: str
    before: str
    after: str


@dataclass(slots=True)
class EditHistory:
    """What was changed in this sitting, the last change at the end, and what was undone of it."""

    done: list[_TemplateStep | _CellStep] = field(default_factory=list)
    undone: list[_TemplateStep | _CellStep] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    """The templates whose first version lies beside them."""

    def told(self) -> Mapping[str, Any]:
        """Whether there is anything to undo and to do again."""
        return {"undo": len(self.done), "redo": len(self.undone)}

    def add(self, before: Template, after: Template) -> None:
        """Note a change of a template."""
        if before.content != after.content:
            self._note(_step(before, after))

    def type_in(self, checked: Checked, where: str, text: str, *, before: str) -> Value:
        """Type into a cell and note it; what stands there now. Raises Failed."""
        value = self._typed(checked, where, text, before)
        if as_text(value) != before:
            self._note(_CellStep(where, before, as_text(value)))
        return value

    def step(self, checked: Checked, *, back: bool) -> str:
        """Undo the last change, or do it again; what was changed. Raises Overtaken, Failed and BadEdit."""
        taken, kept = (self.done, self.undone) if back else (self.undone, self.done)
        if not taken:
            raise BadEdit(f"There is nothing to {'undo' if back else 'do again'}.")
        step = taken[-1]
        if isinstance(step, _CellStep):
            before, after = (step.after, step.before) if back else (step.before, step.after)
            self._typed(checked, step.where, after, before)
            said = step.where
        else:
            self._put(checked.project.root, step, back=back)
            said = f"templates/{step.name}"
        kept.append(taken.pop())
        return said

    def _note(self, step: _TemplateStep | _CellStep) -> None:
        self.done.append(step)
        del self.done[:-MOST_UNDONE]
        self.undone.clear()

    def _typed(self, checked: Checked, where: str, text: str, before: str) -> Value:
        sheet, place = _placed(where)
        project = checked.project
        return type_in(project.workbook, sheet, place, text, before=before, inside=project.root)

    def _put(self, root: Path, step: _TemplateStep, *, back: bool) -> None:
        """Put the bytes back that were there, if the file is what it was left as."""
        now = read_template(root, step.name)
        old, new = (step.after, step.before) if back else (step.before, step.after)
        content = now.content[: step.at] + new + now.content[step.at + len(old) :]
        if now.digest != (step.whole if back else step.was):
            raise Overtaken
        write_template(root, now, content)


def _step(before: Template, after: Template) -> _TemplateStep:
    old, new = before.content, after.content
    most = min(len(old), len(new))
    at = next((at for at in range(most) if old[at] != new[at]), most)
    same = 0
    while same < most - at and old[-1 - same] == new[-1 - same]:
        same += 1
    pieces = old[at : len(old) - same], new[at : len(new) - same]
    return _TemplateStep(before.name, at, *pieces, after.digest, before.digest)

"""The editor's end in the worker: what lies where on a face, drawn again with changes, and written with care.

The page names a piece, a side, marks by their numbers and values; it never sends a path, a place in a file or
source. What it says is held against the template as it is now.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from generator.faces.editing.columns import columns_of, written_column
from generator.faces.editing.marks import (
    VALUES,
    TemplateEdit,
    edited,
    held_open,
    marks_in,
    signed,
)
from generator.faces.editing.places import MarkBox, boxes_on
from generator.faces.editing.slots import BadEdit, LaidMark, SlotKind
from generator.faces.editing.structure import rearranged
from generator.ground.problems import Failed
from generator.preview.blank import DPIS, problem_told
from generator.preview.edit_files import (
    EditHistory,
    Overtaken,
    Template,
    cell_held,
    read_template,
    write_template,
)
from generator.preview.pictures import drawn_png
from generator.preview.pieces import ShownPiece, form_of
from generator.records.cells import as_text
from generator.svg.parse import parse

if TYPE_CHECKING:
    from generator.checks.checked import Checked
    from generator.faces import FaceMaker
    from generator.preview.live import LiveGame

EditOrder = Mapping[str, Any]
"""What the page asks for, in JSON."""
MOST_EDITS = 64
_Answer = tuple[dict[str, Any], bytes]
"""What is said to an order, with its status, and the picture of the face."""


@dataclass(slots=True)
class EditDesk:
    """The editor of one game: the maker that draws with marks, and what may be undone."""

    game: LiveGame
    history: EditHistory = field(default_factory=EditHistory)
    _maker: FaceMaker | None = None
    _checked: Checked | None = None

    def answer(self, order: EditOrder) -> _Answer:
        """What is to be said to an order, with its status, and the picture of the face."""
        try:
            return self._answer(order)
        except BadEdit as bad:
            return {"status": 400, "said": str(bad)}, b""
        except Overtaken:
            text = "The file was changed elsewhere in the meantime; nothing was written."
            return {"status": 409, "said": f"{text} This is how it is now."}, b""
        except Failed as failed:
            problems = [problem_told(problem) for problem in failed.problems[:10]]
            first = failed.problems[0]
            return {"status": 409, "said": f"{first.what} {first.mend}", "problems": problems}, b""

    def _answer(self, order: EditOrder) -> _Answer:
        do = order.get("do")
        if do in ("undo", "redo"):
            said = self.history.step(self._game(), back=do == "undo")
            return {"status": 200, "said": said, **self.history.told()}, b""
        if do in ("cell", "type"):
            return self._cell(order)
        piece, name = self._piece(order)
        template = read_template(self._game().project.root, name)
        dpi = next((dpi for dpi in DPIS if dpi == order.get("dpi")), 96)
        if do == "open":
            told = self._opened(piece, template)
            return self._drawn(piece, template.name, template.text, told, dpi)
        if order.get("digest") != template.digest:
            raise Overtaken
        if do == "draw" and (frame := self._frame(piece, template, order, dpi)) is not None:
            return frame
        text = self._changed(piece, template.text, order)
        if do == "draw":
            return self._drawn(piece, template.name, text, {"status": 200}, dpi)
        if do == "write":
            return self._written(piece, template, text, dpi)
        raise BadEdit("This is not understood.")

    def _written(self, piece: ShownPiece, template: Template, text: str, dpi: int) -> _Answer:
        """Write what can be drawn; a template that draws nothing any more is not written."""
        told, picture = self._drawn(piece, template.name, text, {}, dpi)
        if not picture:
            fault = next((one["what"] for one in told["problems"] if one["severity"] == "error"), "")
            raise BadEdit(f"Nothing was written, for then nothing could be drawn: {fault}")
        root = self._game().project.root
        written = write_template(root, template, template.saying(text), kept=self.history.kept)
        self.history.add(template, written)
        return {**self._opened(piece, written), **told}, picture

    # ------------------------------------------------------------ what is meant

    def _game(self) -> Checked:
        if self.game.printables is None:
            raise BadEdit("The game cannot be read now; see its Problems.")
        return self.game.printables.checked

    def _piece(self, order: EditOrder) -> tuple[ShownPiece, str]:
        self._game()
        piece = next((one for one in self.game.shown.pieces if one.id == order.get("piece")), None)
        side = order.get("side")
        name = piece.component.values.get(side) if piece and side in ("front", "back") else None
        if piece is None or not isinstance(name, str) or not name.endswith(".svg"):
            raise BadEdit("There is no such face.")
        if form_of(piece.component) is None:
            raise BadEdit("The size and shape of this face cannot be read now; see its Problems.")
        return piece, name

    def _frame(self, piece: ShownPiece, template: Template, order: EditOrder, dpi: int) -> _Answer | None:
        """A face with other numbers, whose template is read once for all; None for other edits."""
        if "edits" not in order or "change" in order:
            return None
        open_text = held_open(template.text, self._edits(piece, template.text, order))
        if open_text is None:
            return None
        text, values = open_text
        return self._face(piece, template.name, text, {"status": 200}, dpi, {VALUES: values})

    def _changed(self, piece: ShownPiece, text: str, order: EditOrder) -> str:
        change = order.get("change")
        if change is not None:
            return rearranged(text, change, columns_of(piece.row, self._game().book), self._page(piece))
        return edited(text, self._edits(piece, text, order))

    def _edits(self, piece: ShownPiece, text: str, order: EditOrder) -> list[TemplateEdit]:
        listed = order.get("edits")
        if not isinstance(listed, list) or len(listed) > MOST_EDITS:
            raise BadEdit("This is not understood.")
        return [self._edit(piece, text, one) for one in listed]

    def _page(self, piece: ShownPiece) -> tuple[float, float]:
        return float(piece.component["width"]), float(piece.component["height"])

    def _edit(self, piece: ShownPiece, text: str, one: object) -> TemplateEdit:
        match one:
            case [int(mark), str(name), value] if not isinstance(mark, bool):
                marks = marks_in(text)
                slot = marks[mark].slots.get(name) if 0 <= mark < len(marks) else None
                kind = slot.kind if slot is not None else None
                if kind is SlotKind.COLUMN or (kind is not None and name == "box_column"):
                    columns = columns_of(piece.row, self._game().book)
                    value = written_column(columns, value, header=name == "box_column")
                if kind is SlotKind.FONT and value not in self._fonts():
                    raise BadEdit("There is no such font in the folder fonts.")
                if kind is SlotKind.ICON and str(value) not in self._game().book.symbols:
                    raise BadEdit("There is no such icon in the sheet Icons.")
                return TemplateEdit(mark, name, value)
        raise BadEdit("This is not understood.")

    def _fonts(self) -> Sequence[str]:
        drawings = self.game.drawings
        return ("text", "title", *(drawings.fonts.families if drawings is not None else ()))

    # ------------------------------------------------------------ what is told

    def _opened(self, piece: ShownPiece, template: Template) -> dict[str, Any]:
        checked = self._game()
        size = self._page(piece)
        return {
            "status": 200,
            "template": template.name,
            "shelf": template.on_shelf,
            "digest": template.digest,
            "drawing": template.is_drawing,
            "marks": [mark_told(mark) for mark in marks_in(template.text)],
            "columns": [column.told() for column in columns_of(piece.row, checked.book)],
            "fonts": list(self._fonts()),
            "icons": [symbol.key for symbol in checked.book.symbols][:500],
            "size": size,
            **self.history.told(),
        }

    def _drawn(self, piece: ShownPiece, name: str, text: str, told: dict[str, Any], dpi: int) -> _Answer:
        """The face as this text draws it, with its boxes and its Problems."""
        return self._face(piece, name, signed(text), told, dpi, {})

    def _face(
        self,
        piece: ShownPiece,
        name: str,
        text: str,
        told: dict[str, Any],
        dpi: int,
        names: Mapping[str, Any],
    ) -> _Answer:
        maker = self._maker_now()
        face, problems = maker.draft(name, text, names, component=piece.component, card=piece.row)
        picture, boxes = b"", tuple[MarkBox, ...]()
        if face is not None:
            with suppress(ValueError):  # what cannot be measured is a Problem of the drawing
                boxes = boxes_on(parse(face.svg, name))
            assert self.game.drawings is not None
            picture, drawing = drawn_png(face, self.game.drawings.fonts, dpi)
            problems = (*problems, *drawing)
        id = hashlib.sha256(picture).hexdigest()[:32] if picture else ""
        told |= {
            "picture": id,
            "dpi": dpi,
            "boxes": [box_told(box) for box in boxes],
            "problems": [problem_told(problem) for problem in dict.fromkeys(problems)][:20],
        }
        return told, picture

    def _maker_now(self) -> FaceMaker:
        """The maker for the workbook as it is now; one that draws with marks shares no cache with others."""
        from generator.faces import FaceMaker

        checked = self._game()
        assert self.game.drawings is not None
        if self._maker is None or self._checked is not checked:
            self._checked = checked
            self._maker = FaceMaker(
                root=checked.project.root,
                book=checked.book,
                game=checked.game,
                fonts=self.game.drawings.fonts,
                watch=checked.watch,
                signs=True,
            )
        return self._maker

    # ------------------------------------------------------------ cells

    def _cell(self, order: EditOrder) -> _Answer:
        """What a cell of a card holds, or that it holds something else now."""
        checked = self._game()
        known = {
            column.cell for piece in self.game.shown.pieces for column in columns_of(piece.row, checked.book)
        }
        where = str(order.get("cell"))
        if where not in known:
            raise BadEdit("There is no such cell on a card.")
        if order.get("do") == "cell":
            return {"status": 200, "cell": where, "value": cell_held(checked.project, where)}, b""
        before, value = order.get("before"), order.get("value")
        if not isinstance(before, str) or not isinstance(value, str):
            raise BadEdit("A cell holds a text.")
        after = self.history.type_in(checked, where, value, before=before)
        return {"status": 200, "cell": where, "value": as_text(after), **self.history.told()}, b""


def mark_told(mark: LaidMark) -> dict[str, Any]:
    """A mark as the page reads it: what may be changed, what is written there, and what is computed."""
    return {
        "mark": mark.number,
        "kind": mark.kind,
        "line": mark.line,
        "label": mark.label,
        "whole": mark.whole is not None,
        "slots": {name: [str(slot.kind), slot.value] for name, slot in mark.slots.items()},
        "locked": dict(mark.locked),
    }


def box_told(box: MarkBox) -> dict[str, Any]:
    """A place of a mark as the page reads it."""
    return {
        "mark": box.mark,
        "box": [round(side, 4) for side in box.box],
        "matrix": [round(side, 6) for side in box.matrix],
        "around": [round(side, 6) for side in box.around],
    }

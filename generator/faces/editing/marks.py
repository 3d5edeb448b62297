"""All that can be laid out by hand in a template, numbered in its order, and the least change of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from generator.faces.drawings import is_drawing
from generator.faces.editing.calls import calls_in
from generator.faces.editing.slots import BadEdit, LaidMark, Slot, SlotKind, SlotValue, number_of
from generator.faces.editing.tags import elements_in, tokens_or_data

MOST_MARKS = 2_000
VALUES = "edited_numbers"
"""What the numbers are called that a face is drawn with while something is dragged."""


@dataclass(frozen=True, slots=True)
class TemplateEdit:
    """One value of one mark that is to be another one."""

    mark: int
    field: str
    value: object


@lru_cache(maxsize=8)
def marks_in(text: str) -> tuple[LaidMark, ...]:
    """The marks of a template's text. Raises BadEdit if it cannot be read."""
    drawing = is_drawing(text.encode("utf-8", "surrogatepass"))
    tokens = tokens_or_data(text, drawing=drawing)
    calls = list(calls_in(tokens)) if not drawing else []
    marks = sorted((*calls, *elements_in(text, tokens)), key=lambda mark: mark.begin)
    return tuple(
        replace(mark, number=number, line=text.count("\n", 0, mark.begin) + 1)
        for number, mark in enumerate(marks[:MOST_MARKS])
    )


def signed(text: str) -> str:
    """The text with the number of each mark in it, for a face that says what on it is which mark."""
    return spliced(text, [mark.signed() for mark in marks_in(text)])


def held_open(text: str, edits: Sequence[TemplateEdit]) -> tuple[str, list[float]] | None:
    """The signed text with variables for the numbers that are edited, and these numbers.

    None where something else than plain numbers is edited, or in a drawing, which says nothing of Jinja's.
    Raises BadEdit for what may not be changed.
    """
    marks = marks_in(text)
    slots = [_slot(marks, edit) for edit in edits]
    if any(slot.kind is not SlotKind.NUMBER or slot.begin == slot.end for slot in slots):
        return None
    if is_drawing(text.encode("utf-8", "surrogatepass")):
        return None
    pieces = [mark.signed() for mark in marks]
    for number, slot in enumerate(slots):
        pieces.append((slot.begin, slot.end, slot.held_open(f"{VALUES}[{number}]")))
    return spliced(text, pieces), [number_of(edit.value) for edit in edits]


def spliced(text: str, pieces: Sequence[tuple[int, int, str]]) -> str:
    """The text with some pieces of it replaced; what is put in at one place keeps its order."""
    parts: list[str] = []
    at = 0
    for begin, end, new in sorted(pieces, key=lambda piece: piece[:2]):
        parts += (text[at:begin], new)
        at = end
    return "".join((*parts, text[at:]))


def edited(text: str, edits: Sequence[TemplateEdit]) -> str:
    """The text with some values changed, and nothing else. Raises BadEdit for what may not be changed.

    What comes out is read again: all other values of all marks have to be what they were.
    """
    before = marks_in(text)
    after = text
    for is_wish, group in groupby(edits, key=lambda edit: _slot(before, edit).kind is SlotKind.WISH):
        listed = list(group)
        for part in ([edit] for edit in listed) if is_wish else (listed,):
            marks = marks_in(after)
            slots = [(_slot(marks, edit), edit.value) for edit in part]
            after = spliced(after, [(slot.begin, slot.end, slot.written(value)) for slot, value in slots])
    meant = {pair for edit in edits for pair in _alike(before, edit)}
    if _said(before, meant) != _said(marks_in(after), meant):
        raise BadEdit("This would change something else as well; change it in the template itself.")
    return after


def _alike(marks: Sequence[LaidMark], edit: TemplateEdit) -> Iterator[tuple[int, str]]:
    """The edited value and all others that the same piece of the text says, each with its mark."""
    slot = _slot(marks, edit)
    yield edit.mark, edit.field
    for mark in marks if slot.begin < slot.end else ():
        for key, same in mark.slots.items():
            if (same.begin, same.end) == (slot.begin, slot.end):
                yield mark.number, key


def _slot(marks: Sequence[LaidMark], edit: TemplateEdit) -> Slot:
    if not 0 <= edit.mark < len(marks):
        raise BadEdit("There is no such mark in the template any more.")
    mark = marks[edit.mark]
    if edit.field in mark.slots:
        return mark.slots[edit.field]
    if edit.field in mark.locked:
        raise BadEdit(f"It is computed in line {mark.line}: {mark.locked[edit.field]}.")
    raise BadEdit(f"A {mark.kind} has no such value.")


def _said(marks: Sequence[LaidMark], but: set[tuple[int, str]]) -> list[tuple[str, dict[str, SlotValue]]]:
    return [
        (
            mark.kind,
            {key: slot.value for key, slot in mark.slots.items() if (mark.number, key) not in but}
            | {key: value for key, value in mark.locked.items() if (mark.number, key) not in but},
        )
        for mark in marks
    ]

"""What one face may cost: steps of work, and characters written.

A step is about a microsecond: a node of the template that is evaluated, an item that is looked at, or
`LETTERS` letters of a text. Whatever goes into a call, a filter, a test or a comparison is charged by its
size, and so is what comes out of it: a template pays for what it touches, however it is written, and what it
keeps in memory is bounded by the same number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.faces.sources import TemplateLimit

MOST_STEPS = 1_000_000
"""Steps of one face; a crowded board takes a tenth of it."""
MOST_WRITTEN = 32_000_000
"""Characters that a face may write, counted again each time that a macro hands them on."""
MOST_OUTPUT = 8_000_000
"""Characters of a finished face."""
MOST_TEXT = 100_000
MOST_ITEMS = 10_000
MOST_NUMBER = 10**15
LETTERS = 100

HANDLED = 3
"""How often a value is charged that goes through hands of ours: going in, being read, and coming out."""

_LISTS = (list, tuple, dict, set, frozenset)
_SMALL = frozenset({int, float, bool, type(None)})
"""What most values are: nothing in them is read through."""
_TEXT, _RANGE, _MAPPING, _ITEMS, _WHOLE = range(5)
"""What a type is to a budget; `_WHOLE` is a record or a number, whatever there may be in it."""
_KINDS: tuple[tuple[Any, int], ...] = (
    (str, _TEXT),
    (range, _RANGE),
    (Mapping, _MAPPING),
    (_LISTS, _ITEMS),
    (object, _WHOLE),
)


class Budget:
    """Counts what a face uses up. `begin` renews it."""

    __slots__ = ("_kinds", "_steps", "_written")

    def __init__(self) -> None:
        self._kinds: dict[type, int] = {}
        """Of each type that was seen: to ask what a Mapping is takes longer than most calls."""
        self.begin()

    def begin(self) -> None:
        """The next face."""
        self._steps = self._written = 0

    def tick(self, steps: int = 1, written: int = 0) -> None:
        """Count work. Raises TemplateLimit when the face has used its budget up."""
        self._steps += steps
        self._written += written
        if self._steps > MOST_STEPS:
            raise TemplateLimit(f"The template takes more than {MOST_STEPS:,} steps for one face.")
        if self._written > MOST_WRITTEN:
            raise TemplateLimit(f"The template writes more than {MOST_OUTPUT // 10**6} MB for one face.")

    def touch(self, value: Any, times: int = 1) -> None:
        """Charge a value that something reads through, `times` over."""
        if type(value) in _SMALL:
            return
        kind = self._kind(value)
        if kind == _TEXT:
            if len(value) >= LETTERS:
                self.tick(times * len(value) // LETTERS)
        elif kind != _WHOLE:
            items, letters = self._extent(value, {})
            self.tick(times * (items + letters // LETTERS))

    def search(self, text: Any, *words: Any) -> None:
        """Charge looking for texts in a text: at the worst each letter is compared with each."""
        if isinstance(text, str):
            letters = sum(len(word) for word in words if isinstance(word, str))
            self.tick(len(text) * letters // LETTERS**2)

    def made(self, value: Any, times: int = 1) -> Any:
        """The same value, charged as something new that the face may keep."""
        if isinstance(value, int):
            if not -MOST_NUMBER <= value <= MOST_NUMBER:
                raise TemplateLimit("A number grows too large.")
        else:
            self.touch(value, times)
        return value

    def handled(self, value: Any) -> Any:
        """The same value, which an operator without a hook reads."""
        if type(value) is str and len(value) < LETTERS:
            return value
        return self.made(value, HANDLED)

    def bounded(self, value: Any, times: int = 1) -> Any:
        """A value that an operator or brackets put together. Lists count with all that they hold."""
        kind = type(value)
        if kind is float:
            return value
        if isinstance(value, str):
            if len(value) > MOST_TEXT:
                raise TemplateLimit(f"A text grows beyond {MOST_TEXT:,} characters.")
        elif isinstance(value, _LISTS):
            items, letters = self._extent(value, {})
            if items > MOST_ITEMS:
                raise TemplateLimit(f"A list grows beyond {MOST_ITEMS:,} items.")
            self.tick(times * (items + letters // LETTERS))
            return value
        return self.made(value, times)

    def _kind(self, value: Any) -> int:
        code = self._kinds.get(type(value))
        if code is None:
            code = next(kind for types, kind in _KINDS if isinstance(value, types))
            self._kinds[type(value)] = code
        return code

    def _extent(self, value: Any, extents: dict[int, tuple[int, int]]) -> tuple[int, int]:
        """Items and letters of a value with all lists inside it, a shared one counted each time."""
        kind = self._kind(value)
        if kind == _TEXT:
            return 1, len(value)
        if kind == _RANGE:
            return 1 + len(value), 0
        if kind == _WHOLE:
            return 1, 0
        if id(value) in extents:
            return extents[id(value)]
        items, letters = 1, 0
        for item in value.values() if kind == _MAPPING else value:
            if type(item) in _SMALL:
                items += 1
            else:
                inner = self._extent(item, extents)
                items, letters = items + inner[0], letters + inner[1]
        extents[id(value)] = items, letters
        return items, letters

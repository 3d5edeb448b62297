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

_LISTS = (list, tuple, dict, set, frozenset)
_ITEMS = (*_LISTS, Mapping)
_COUNTED = (*_ITEMS, range)
_SMALL = frozenset({int, float, bool, type(None)})
"""What most values are: nothing in them is read through. Asking so first saves asking what Mapping means."""


class Budget:
    """Counts what a face uses up. `begin` renews it."""

    __slots__ = ("_steps", "_written")

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """The next face."""
        self._steps = self._written = 0

    @property
    def steps(self) -> int:
        """How many steps the face has taken so far."""
        return self._steps

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
        if isinstance(value, str):
            if len(value) >= LETTERS:
                self.tick(times * len(value) // LETTERS)
        elif isinstance(value, _COUNTED):
            items, letters = extent(value, {})
            self.tick(times * (items + letters // LETTERS))

    def search(self, text: Any, *wanted: Any) -> None:
        """Charge looking for texts in a text: at the worst each letter is compared with each."""
        if isinstance(text, str):
            letters = sum(len(word) for word in wanted if isinstance(word, str))
            self.tick(len(text) * letters // LETTERS**2)

    def made(self, value: Any) -> Any:
        """The same value, charged as something new that the face may keep."""
        if isinstance(value, int):
            if not -MOST_NUMBER <= value <= MOST_NUMBER:
                raise TemplateLimit("A number grows too large.")
        else:
            self.touch(value)
        return value

    def bounded(self, value: Any) -> Any:
        """A value that an operator or brackets put together. Lists count with all that they hold."""
        if isinstance(value, str):
            if len(value) > MOST_TEXT:
                raise TemplateLimit(f"A text grows beyond {MOST_TEXT:,} characters.")
        elif isinstance(value, _LISTS) and extent(value, {})[0] > MOST_ITEMS:
            raise TemplateLimit(f"A list grows beyond {MOST_ITEMS:,} items.")
        return self.made(value)


def extent(value: Any, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Items and letters of a value with all lists inside it, a shared one counted each time."""
    if type(value) in _SMALL:
        return 1, 0
    if isinstance(value, str):
        return 1, len(value)
    if isinstance(value, range):
        return 1 + len(value), 0
    if not isinstance(value, _ITEMS):
        return 1, 0
    if id(value) not in known:
        items, letters = 1, 0
        for item in value.values() if isinstance(value, Mapping) else value:
            more = extent(item, known)
            items, letters = items + more[0], letters + more[1]
        known[id(value)] = items, letters
    return known[id(value)]

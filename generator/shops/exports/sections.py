"""A table of a TOML, key by key: each value with its type and bounds, each mistake as a Problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from generator.ground.problems import Problem, error
from generator.ground.spelling import nearest

Otherwise = TypeVar("Otherwise", float, None)
_LARGEST = 1e15
"""No number is larger: nothing that is measured here comes near it."""


class Section:
    """A table that is read once. A value that cannot be used becomes a Problem and a harmless one instead."""

    def __init__(self, table: Mapping[str, Any], where: str, place: str, problems: list[Problem]) -> None:
        self._table, self._where, self._place, self._problems = table, where, place, problems
        self._asked: set[str] = set()

    def wrong(self, key: str, fault: str, mend: str) -> None:
        """Note what is wrong with the value of a key."""
        sentence = f"{self._place}{key}: {fault}"
        self._problems.append(error(self._where, sentence, mend))

    def has(self, key: str) -> bool:
        """Whether the table has a key at all."""
        return key in self._table

    def done(self) -> None:
        """Every key was asked for: complain of the others."""
        for key in self._table:
            if key not in self._asked:
                near = nearest(key, sorted(self._asked))
                keys = ", ".join(sorted(self._asked))
                mend = f"Did you mean {near[0]}?" if near else f"There are {keys}."
                self.wrong(key[:60], "There is no such key.", mend if keys else "Leave it out.")

    def text(self, key: str, *, most: int, otherwise: str | None = None) -> str:
        """A text of one letter or more; without `otherwise` it has to be there."""
        value = self._value(key, otherwise is None, "a text in quotation marks")
        if value is None:
            return otherwise or ""
        if not isinstance(value, str) or not value.strip() or len(value) > most or _is_odd(value):
            mend = f"Write a text of at most {most} letters in quotation marks."
            self.wrong(key, f"{_shown(value)} is no such text.", mend)
            return otherwise or "?"
        return " ".join(value.split())

    def choice(self, key: str, choices: Sequence[str], otherwise: str) -> str:
        """One of some words."""
        value = self._value(key, False, "")
        if value is None:
            return otherwise
        if value not in [str(choice) for choice in choices]:
            near = nearest(str(value)[:60], [str(choice) for choice in choices])
            mend = f"Did you mean {near[0]}?" if near else f"Write one of {', '.join(choices)}."
            self.wrong(key, f"{_shown(value)} is none of its words.", mend)
            return otherwise
        return str(value)

    def number(self, key: str, least: float, most: float, otherwise: Otherwise) -> float | Otherwise:
        """A number between two others."""
        value = self._value(key, False, "")
        if value is None:
            return otherwise
        if not _is_number(value) or not least <= value <= most:
            self.wrong(key, f"{_shown(value)} is no number from {least:g} to {most:g}.", "Correct it.")
            return otherwise
        return float(value)

    def whole(self, key: str, least: int, most: int, otherwise: int | None) -> int | None:
        """A whole number between two others."""
        value = self.number(key, least, most, None)
        if value is None:
            return otherwise
        if value % 1:
            self.wrong(key, f"{value:g} is no whole number.", "Correct it.")
        return int(value)

    def pair(self, key: str, least: float, most: float, *, whole: bool = False) -> tuple[float, float]:
        """Two numbers in brackets: width and height. They have to be there."""
        value = self._value(key, True, "a width and a height, such as [63.5, 88.9]")
        if value is None:
            return 0.0, 0.0
        kind = "two whole numbers" if whole else "two numbers"
        if not isinstance(value, list) or len(value) != 2 or not all(map(_is_number, value)):
            self.wrong(key, f"{_shown(value)} are not {kind}.", "Write width and height in brackets.")
        elif not all(least <= number <= most and not (whole and number % 1) for number in value):
            self.wrong(key, f"{_shown(value)} are not {kind} from {least:g} to {most:g}.", "Correct them.")
        else:
            return float(value[0]), float(value[1])
        return 0.0, 0.0

    def of_type(self, key: str, type_: type) -> Any:
        """A text, a number (float) or true and false (bool); None if it is not there."""
        value = self._value(key, False, "")
        fits = _is_number(value) if type_ is float else isinstance(value, type_)
        if value is not None and not fits:
            kind = {str: "text", float: "number", bool: "true or false"}[type_]
            self.wrong(key, f"{_shown(value)} is not what belongs here.", f"Write a {kind}.")
            return None
        return float(value) if type_ is float and value is not None else value

    def table(self, key: str) -> Section:
        """A table inside; an empty one if it is not there."""
        value = self._value(key, False, "")
        if value is not None and not isinstance(value, dict):
            self.wrong(key, f"{_shown(value)} is no table.", f"Write [{key}] and its keys below.")
            value = None
        return Section(value or {}, self._where, f"[{key}] ", self._problems)

    def tables(self, key: str, *, most: int) -> list[Section]:
        """Tables of one name, in their order."""
        value = self._value(key, False, "")
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            self.wrong(key, "These are no tables.", f"Write [[{key}]] above the keys of each.")
            return []
        if len(value) > most:
            self.wrong(key, f"There are {len(value):,} of them.", f"Keep to {most}.")
        return [
            Section(table, self._where, f"[[{key}]] {number} ", self._problems)
            for number, table in enumerate(value[:most], start=1)
        ]

    def _value(self, key: str, required: bool, kind: str) -> Any:
        self._asked.add(key)
        value = self._table.get(key)
        if value is None and required:
            self.wrong(key, "It is missing.", f"Write {key} = and {kind}.")
        return value


def _is_number(value: object) -> bool:
    """A whole number of TOML may have any number of digits; one that no float can hold is none here."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _is_odd(text: str) -> bool:
    return any(ord(sign) < 32 and sign not in "\n\t" for sign in text)


def _shown(value: object) -> str:
    try:
        text = str(value)
    except ValueError:  # a whole number of thousands of digits
        text = "a number of too many digits"
    return f"“{text[:40]}{'…' if len(text) > 40 else ''}”"

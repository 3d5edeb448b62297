"""How many there have to be: `11`, `3 to 5`, `at least Rules.Prism Size`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.records.cells import shown
from generator.records.columns import NotUnderstood, number_stated
from generator.records.tables import Book

_NUMBER = r"[+-]?\d{1,12}(?:\.\d{1,12})?"
_RANGE = re.compile(rf"(?:from\s+)?({_NUMBER})\s*(?:to|–|-|\.\.)\s*({_NUMBER})", re.IGNORECASE)
_BEGUN = re.compile(r"(at\s+least|at\s+most|exactly|≥|>=|≤|<=|=)\s*(.*)", re.IGNORECASE | re.DOTALL)
_LEAST, _MOST = frozenset({"at least", "≥", ">="}), frozenset({"at most", "≤", "<="})


@dataclass(frozen=True, slots=True)
class HowMany:
    """The least and the most that there may be."""

    least: float | None
    most: float | None
    where: str = ""
    """The cell that states the number, if it stands elsewhere."""
    name: str = ""
    """The Key beside it."""

    def fits(self, number: float) -> bool:
        """Whether a number is one of those."""
        return not self.lacks(number) and (self.most is None or number <= self.most)

    def lacks(self, number: float) -> float:
        """How many are missing; 0 for none."""
        return max(0.0, self.least - number) if self.least is not None else 0.0

    def __str__(self) -> str:
        """`at least 6 (Prism Size)`."""
        named = f" ({self.name})" if self.name else ""
        if self.least is None:
            return f"at most {self.most:g}{named}"
        if self.most is None:
            return f"at least {self.least:g}{named}"
        return f"{self.least:g}{named}" if self.least == self.most else f"{self.least:g} to {self.most:g}"

    def verb(self, are: str = "are", be: str = "is") -> str:
        """`at least 6 are wanted`, `1 is wanted`."""
        single = self.least == self.most == 1 or (self.least == 1 and self.most is None)
        return f"{self} {be if single else are} wanted"


def wanted(text: str, book: Book) -> HowMany:
    """Read how many there have to be. Raises NotUnderstood."""
    between = _RANGE.fullmatch(text.strip())
    if between is not None:
        low, high = float(between[1]), float(between[2])
        if low > high:
            raise NotUnderstood(f"{shown(text)} ends before it begins.", f"Write {high:g} to {low:g}.")
        return HowMany(low, high)
    begun = _BEGUN.fullmatch(text.strip())
    sign = " ".join(begun[1].casefold().split()) if begun else "="
    named = (begun[2] if begun else text).strip()
    number, name, where = _stated(named, book)
    least = None if sign in _MOST else number
    most = None if sign in _LEAST else number
    return HowMany(least, most, where, name)


def _stated(text: str, book: Book) -> tuple[float, str, str]:
    if re.fullmatch(_NUMBER, text):
        return float(text), "", ""
    number = number_stated(text, book)
    if number is None:
        mend = (
            "Write a number, such as 11, at least 3 or 3 to 5, or Sheet.Key for a number that stands there."
        )
        raise NotUnderstood(f"{shown(text)} is not a number, and names none.", mend)
    return number

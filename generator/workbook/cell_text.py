"""How long the text of a cell may be, and that of all cells together."""

from __future__ import annotations

from generator.workbook.guard import REMOVE, RefusedFile

LONGEST_TEXT = 5_000
"""Characters of one cell; a card holds some hundred."""
MOST_TEXT = 16_000_000
"""Characters of all cells together."""


class CutText(str):
    """The beginning of a text that is longer than a cell may be; `length` is that of the whole."""

    length: int = 0


class Letters:
    """How many letters the texts and values of a workbook have, all together."""

    def __init__(self) -> None:
        self.sum = 0

    def add(self, count: int) -> None:
        """Raises RefusedFile for more than all cells may hold."""
        self.sum += count
        if self.sum > MOST_TEXT:
            raise RefusedFile("The workbook holds more text than can be read.", REMOVE)


class TextSoFar:
    """A text that comes in pieces, kept as far as a cell may be long."""

    def __init__(self) -> None:
        self.length = 0
        self._pieces: list[str] = []

    def add(self, piece: str) -> None:
        """One more piece."""
        if self.length < LONGEST_TEXT:
            self._pieces.append(piece[: LONGEST_TEXT - self.length])
        self.length += len(piece)

    def whole(self) -> str:
        """The text; one that is longer than a cell may be is cut."""
        text = "".join(self._pieces)
        if self.length <= LONGEST_TEXT:
            return text
        cut = CutText(text)
        cut.length = self.length
        return cut

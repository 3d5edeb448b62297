"""The face that is being made: its card, what its functions have defined, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from generator.faces.markup import element
from generator.faces.places import Places, cell_of, template_line
from generator.faces.reads import Reads
from generator.ground.pdf_layers import ART
from generator.ground.problems import Problem, Severity, Subject
from generator.records.tables import Row
from generator.text.fitting import Fault

_FAULT_STEPS = 2000
MOST_PROBLEMS = 50
"""Problems told for one face; more would not help anybody."""


class FilledBox(NamedTuple):
    """A named box of a drawing: the column that fills it, and the card's cell in it."""

    column: str
    cell: str


class BegunFace:
    """What the functions of templates share of one face: what they define for it, and what is wrong."""

    def __init__(self, reads: Reads, tick: Callable[[int], None], *, outlines: bool) -> None:
        """`tick` is told what is done for it. With `outlines` faulty places get a line around them."""
        self.reads, self.tick, self.outlines = reads, tick, outlines
        self.book = reads.book
        self._places = Places(reads.book)
        self.begin(None)

    def begin(self, card: Row | None) -> None:
        """A new face, for a row or for none."""
        self.card = card
        self.definitions: dict[str, str] = {}
        """The symbols and clips that the face uses, by their ids."""
        self.found: dict[Problem, None] = {}
        """What is wrong with it so far, each Problem once."""
        self.pictured = 0
        """Letters of its pictures."""
        self.boxed: set[Problem] = set()
        """Errors of texts, which have an outline of their own in a draft."""
        self.unpictured: set[Problem] = set()
        """Errors of pictures that cannot be shown."""
        self.box: FilledBox | None = None
        """The named box that is being filled."""

    def clipped(self, x: float, y: float, width: float, height: float, content: str) -> Markup:
        """A picture in mm from the corner of a box at (x, y), which cuts it."""
        identifier = f"clip-{len(self.definitions)}"
        box = element("rect", {"x": 0, "y": 0, "width": width, "height": height})
        self.definitions[identifier] = element("clipPath", {"id": identifier}, box)
        inner = element("g", {"clip-path": f"url(#{identifier})"}, content)
        return element("g", {"transform": f"translate({x:.4f} {y:.4f})", ART: "yes"}, inner)

    def place(self) -> str:
        """Where a text is being set, as words inside a sentence: its box or the running line."""
        name, line = template_and_line()
        return f"in the box “{self.box.column}” of {name}" if self.box else f"on {name} line {line}"

    def source(self, words: str) -> str:
        """The cell that holds exactly these words, else the line of the template."""
        return (self.box.cell if self.box else self._places.of(self.card, words)) or here()

    def add(
        self,
        text: str,
        mend: str,
        *,
        severity: Severity = Severity.ERROR,
        where: str = "",
        cause: str = "",
        gravity: float = 0.0,
        about: Subject | None = None,
    ) -> None:
        """A Problem at the line of the template that is running, unless it is elsewhere."""
        if severity is Severity.ERROR:
            self.tick(_FAULT_STEPS)
        count = sum(problem.severity is severity for problem in self.found)
        if count == MOST_PROBLEMS:
            text, mend, where = "There are more Problems in this face.", "Mend the others first.", here()
            cause = ""
        if count <= MOST_PROBLEMS:
            problem = Problem(
                severity, where or here(), text, mend, cause=cause, gravity=gravity, about=about
            )
            self.found[problem] = None

    def fault(self, fault: Fault, words: str) -> None:
        """What is wrong with a text: told with its cell, if that can be told."""
        if not fault.severe:
            return self.add(fault.what, fault.mend, severity=Severity.WARNING)
        where = self.box.cell if self.box else self._places.of(self.card, words)
        if not where and self.card is not None:
            where = cell_of(self.card, words)
        if not where:
            return self.add(fault.what, fault.mend)
        printed = self.place() if self.box else self.place().replace("on ", "by ", 1)
        mend = fault.mend if fault.over else f"{fault.mend} It is printed {printed}."
        # a cell is shortened once, wherever it is printed
        cause = f"too long: {where}" if fault.over else ""
        self.add(fault.what, mend, where=where, cause=cause, gravity=fault.over)
        return None


def here() -> str:
    """The template and the line that is running, as the place of a Problem."""
    place, line = template_line()
    return f"{place}:{line}"


def template_and_line() -> tuple[str, int]:
    """The running template as it is told inside a sentence, without the folder that every template is in."""
    place, line = template_line()
    return place.removeprefix("templates/"), line

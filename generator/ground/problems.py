"""What went wrong, where, and how to mend it.

A Problem is a value. Checks return Problems, they do not raise: one run reports all of them.
`Failed` is the one exception of the package; the command line alone catches it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from generator.ground.problem_places import ProblemPlace

LONGEST_WHERE = 240
LONGEST_SENTENCE = 1000
"""Characters of a Problem. Names and texts in it come from strangers' files, and may be of any length."""
LONGEST_CELL = 20
"""Characters of a cell or a line at the end of a place."""
MOST_TOLD = 20
"""As many Problems stand in the text of the exception itself."""
OK, PROBLEMS, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: all is well, there are errors, the command was not understood, it was stopped."""


class Severity(StrEnum):
    """An error stops a build, a warning asks for a look, a note asks for nothing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Miscount:
    """Rows of a sheet that a check counts, and finds too few or too many of."""

    sheet: str
    lacking: float
    """So many are too few; below 0, so many are too many."""
    whole: bool = False
    """Whether all rows of the sheet are counted."""
    rows: tuple[int, ...] = ()
    """The numbers of those that are counted, if there are too many."""
    value: str = ""
    """What the rows have that are counted, or lacking, such as `Meaning “5”`, if the check says it."""
    checks: tuple[str, ...] = ()
    """The cells of the checks that count them."""
    named: tuple[str, ...] = ()
    """The names of the rows that are lacking, if something else still says them."""


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A name that a cell says and no row of the sheet has."""

    sheet: str
    column: str
    name: str


@dataclass(frozen=True, slots=True)
class BadNumber:
    """What stands in a cell of numbers and is none, or none that the column takes."""

    typed: str
    numeric: bool
    comma: bool = False
    """Whether a comma stands where the point belongs, which the mend says."""


@dataclass(frozen=True, slots=True)
class NoColumn:
    """A column that is declared and not there, with the header and its cell that stand in its place."""

    sheet: str
    column: str
    header: str = ""
    cell: str = ""


@dataclass(frozen=True, slots=True)
class NoKey:
    """A Key that a bound names and the sheet has not."""

    sheet: str


class Unlike(StrEnum):
    """Two that ought to be alike."""

    PUBLISHED = "published"
    """The workbook and what is published: nothing has to be done."""
    VIEW_BOX = "viewBox"
    """The viewBox of a template and the size of what it draws."""


Subject = Miscount | Unlisted | BadNumber | NoColumn | NoKey | Unlike
"""What a Problem may be about."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding.

    `where` is `Sheet!Cell` for a workbook, `templates/name.svg:line` for a template, else a path.
    `what` says what is wrong, `mend` what to do about it; both are whole sentences. What is too long to be
    read loses its middle, so that a cell's letters and the end of a sentence stay.
    """

    severity: Severity
    where: str
    what: str
    mend: str
    consequences: tuple[str, ...] = ()
    """What merely follows from it, in whole sentences: said here, and nowhere else."""
    cause: str = field(default="", compare=False, repr=False)
    """What has to be mended, if many pieces may say so, each in its own words; see `gravest`."""
    gravity: float = field(default=0.0, compare=False, repr=False)
    """How bad it is beside others of the same cause."""
    about: Subject | None = field(default=None, compare=False, repr=False)
    """What its words speak of, as a value, for whoever mends or joins Problems: nobody reads the words."""

    def __post_init__(self) -> None:
        """Bound the texts."""
        if len(self.where) > LONGEST_WHERE:
            object.__setattr__(self, "where", _shortened_place(self.where))
        for name in ("what", "mend"):
            if len(getattr(self, name)) > LONGEST_SENTENCE:
                object.__setattr__(self, name, shortened(getattr(self, name), LONGEST_SENTENCE))

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.what} {self.mend}"

    @property
    def place(self) -> ProblemPlace:
        """Where it lies, in parts."""
        return ProblemPlace.read(self.where)

    @property
    def miscount(self) -> Miscount | None:
        """The rows that are too few or too many, if that is what is wrong."""
        return self.about if isinstance(self.about, Miscount) else None


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters: its beginning and its end.

    >>> shortened("0123456789", 9)
    '0123 … 89'
    """
    if len(text) <= most:
        return text
    tail = (most - 3) // 3
    return f"{text[: most - 3 - tail]} … {text[-tail:]}"


def _shortened_place(where: str) -> str:
    """A place whose cell or line is whole, so that all cells of a sheet are still in one sheet."""
    place, sign, cell = where.rpartition("!" if "!" in where[-LONGEST_CELL - 1 :] else ":")
    if not sign or len(cell) > LONGEST_CELL:
        return shortened(where, LONGEST_WHERE)
    return f"{shortened(place, LONGEST_WHERE - LONGEST_CELL - 1)}{sign}{cell}"


def error(where: str, what: str, mend: str, *, about: Subject | None = None) -> Problem:
    """A Problem that stops the build."""
    return Problem(Severity.ERROR, where, what, mend, about=about)


def warning(where: str, what: str, mend: str, *, about: Subject | None = None) -> Problem:
    """A Problem that the build survives."""
    return Problem(Severity.WARNING, where, what, mend, about=about)


def led_to(problem: Problem, *consequences: str) -> Problem:
    """The same Problem, with what follows from it beside what is known of that already."""
    further = (
        shortened(consequence, LONGEST_SENTENCE)
        for consequence in consequences
        if consequence not in problem.consequences
    )
    return replace(problem, consequences=(*problem.consequences, *further))


def note(where: str, what: str, mend: str, *, about: Subject | None = None) -> Problem:
    """What is good to know and nothing to mend; it is told to who asks."""
    return Problem(Severity.NOTE, where, what, mend, about=about)


def gravest(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The Problems, each once, and of those that have one cause the gravest, where the first one stood."""
    worst: dict[tuple[Severity, str] | Problem, Problem] = {}
    for problem in problems:
        key = (problem.severity, problem.cause) if problem.cause else problem
        rival = worst.setdefault(key, problem)
        if problem.gravity > rival.gravity:
            worst[key] = problem
    return tuple(worst.values())


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the Problems stops a build."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def exit_code(problems: Iterable[Problem]) -> int:
    """PROBLEMS if any of them is an error, else OK."""
    return PROBLEMS if has_errors(problems) else OK


class Complaint(Exception):
    """What is wrong with something, before it is known where that stands."""

    def __init__(self, what: str, mend: str, about: Subject | None = None) -> None:
        super().__init__(f"{what} {mend}")
        self.what, self.mend, self.about = what, mend, about

    def at(self, where: str) -> Problem:
        """The error, with its place."""
        return error(where, self.what, self.mend, about=self.about)


class Failed(Exception):
    """The run cannot go on; `problems` says why."""

    def __init__(self, *problems: Problem) -> None:
        rest = len(problems) - MOST_TOLD
        lines = [*map(str, problems[:MOST_TOLD]), *([f"and {rest} more"] if rest > 0 else [])]
        super().__init__("; ".join(lines))
        self.problems = problems

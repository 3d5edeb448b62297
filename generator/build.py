"""From a game folder to printed sheets: read → check → replay → faces → sheets → booklets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from generator.booklet import BOOKLETS
from generator.components import COMPONENTS, Deck, Job, choose, draw
from generator.contents import write_contents
from generator.games import Replayed, game_module
from generator.layouts import Layout
from generator.output import Stage, staged
from generator.printing import Edition, OutputFile, misfits, plain, plan, print_sheets
from generator.problems import Failed, Problem, error, has_errors
from generator.project import Project
from generator.sheets import PAPERS, Flip, Paper
from generator.tables import Book

if TYPE_CHECKING:
    from generator.fonts import Fonts

Progress = Callable[[str, int, int], None]
"""Called with a stage's name, how many of its steps are done, and how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """What to make; the defaults make everything."""

    components: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Titles of cards, if not whole components are wanted."""
    papers: tuple[Paper, ...] = PAPERS
    layouts: tuple[Layout, ...] = tuple(Layout)
    flip: Flip = Flip.LONG

    @property
    def complete(self) -> bool:
        """Whether every file of the chosen papers is made."""
        return not self.components and not self.only and set(self.layouts) == set(Layout)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build made, and the warnings that it survived."""

    files: tuple[OutputFile, ...]
    problems: tuple[Problem, ...]
    output: Path
    sample: tuple[Problem, ...] = ()
    """What is wrong with the sample game: it stops no build, but the appendix is marked as not valid."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A workbook without errors, and what the game's own module made of it."""

    book: Book
    game: object
    edition: Edition
    problems: tuple[Problem, ...]


def quiet(stage: str, done: int, total: int) -> None:
    """Progress for nobody."""


def build(project: Project, options: BuildOptions | None = None, *, progress: Progress = quiet) -> Summary:
    """Make the sheets. Raises Failed, with the output as it was, if anything is wrong."""
    options = options or BuildOptions()
    with staged(project.output) as stage, TemporaryDirectory(prefix="pnp-") as scratch:
        book, problems = read(project, progress=progress)
        checked = check(project, book, problems, progress=progress)
        sample = replay(checked, progress=progress)
        jobs = choose(checked.book, names=options.components, only=options.only, others=BOOKLETS)
        decks, found = faces(project, checked, jobs, Path(scratch), progress=progress)
        files = sheets(project, checked, decks, options, stage, progress=progress)
        files += booklets(project, checked, sample, options, stage, progress=progress)
        complete = [paper.name for paper in options.papers] if options.complete else []
        write_contents(stage, project.output, checked.edition, files, complete=complete)
    played = sample.problems if sample is not None else ()
    warnings = (*checked.problems, *found, *misfits(decks, options.papers))
    return Summary(files, warnings, project.output, played)


def examine(project: Project, *, progress: Progress = quiet) -> tuple[Problem, ...]:
    """Everything that a build would complain of, all at once, and nothing made."""
    try:
        book, problems = read(project, progress=progress)
        checked = check(project, book, problems, progress=progress)
        with TemporaryDirectory(prefix="pnp-") as scratch:
            decks, found = faces(project, checked, choose(checked.book), Path(scratch), progress=progress)
        sample = replay(checked, progress=progress)
    except Failed as failed:
        return failed.problems
    return (
        *checked.problems,
        *found,
        *misfits(decks, PAPERS),
        *(sample.problems if sample is not None else ()),
    )


# ---------------------------------------------------------------- the stages


def read(project: Project, *, progress: Progress = quiet) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook as a Book, with what is wrong in its cells. Raises Failed if there is no Book."""
    from generator.workbook import read_book

    progress("read", 0, 1)
    book, problems = read_book(project.workbook)
    if book is None:
        raise Failed(*problems)
    if COMPONENTS not in book or not book[COMPONENTS].rows:
        missing = error(
            project.workbook.name,
            f"The workbook has no sheet {COMPONENTS} with something to print.",
            f"Add the sheet {COMPONENTS} with a row for each kind of card, board or token, and declare its "
            "columns in the sheet Fields.",
        )
        raise Failed(*problems, missing)
    progress("read", 1, 1)
    return book, problems


def check(
    project: Project, book: Book, problems: Sequence[Problem] = (), *, progress: Progress = quiet
) -> Checked:
    """Generic checks, then those of the game's own rules. Raises Failed with all errors and warnings."""
    from generator.checks import check_book

    progress("check", 0, 1)
    found = [*problems, *check_book(book, project)]
    module = game_module(book)
    if module is not None:  # its checks leave cells alone that could not be read
        found.extend(module.check(book))
    if has_errors(found):
        raise Failed(*found)
    game = module.load(book) if module is not None else book
    progress("check", 1, 1)
    return Checked(book, game, _edition(project, book), tuple(found))


def replay(checked: Checked, *, progress: Progress = quiet) -> Replayed | None:
    """The sample game, played by the rules engine; None for a game without one."""
    progress("replay", 0, 1)
    module = game_module(checked.book)
    sample = module.replay_book(checked.book, checked.game) if module is not None else None
    progress("replay", 1, 1)
    return sample


def faces(
    project: Project, checked: Checked, jobs: Sequence[Job], scratch: Path, *, progress: Progress = quiet
) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """Every design drawn once, a file a component. Raises Failed with the Problems of all of them."""
    from generator.faces import FaceMaker

    fonts = _fonts(project)
    maker = FaceMaker(root=project.root, book=checked.book, game=checked.game, fonts=fonts)
    step = _Counter("faces", sum(job.faces for job in jobs), progress)
    decks: list[Deck] = []
    problems: list[Problem] = []
    for number, job in enumerate(jobs):
        deck, found = draw(
            job,
            scratch / f"{number}.pdf",
            maker=maker,
            templates=project.templates,
            fonts=fonts,
            step=step,
        )
        problems.extend(found)
        if deck is not None:
            decks.append(deck)
    if has_errors(problems):
        raise Failed(*checked.problems, *problems)
    return tuple(decks), tuple(problems)


def sheets(
    project: Project,
    checked: Checked,
    decks: Sequence[Deck],
    options: BuildOptions,
    stage: Stage,
    *,
    progress: Progress = quiet,
) -> tuple[OutputFile, ...]:
    """Every deck on every paper, into the stage."""
    from generator.sheet_pdf import Lettering

    fonts = _fonts(project)
    family = fonts.families[0] if "SourceSans3" not in fonts.families else "SourceSans3"
    lettering = Lettering(regular=fonts.path(family), bold=fonts.path(family, 700))
    plans = plan(decks, options.papers, options.layouts, options.flip)
    step = _Counter("sheets", len(plans), progress)
    return print_sheets(plans, checked.edition, stage, lettering=lettering, step=step)


def booklets(
    project: Project,
    checked: Checked,
    sample: Replayed | None,
    options: BuildOptions,
    stage: Stage,
    *,
    progress: Progress = quiet,
) -> tuple[OutputFile, ...]:
    """The rulebook and the appendix, if the game has them and they are wanted. Raises Failed."""
    wanted = {name.casefold() for name in options.components}
    names = [name for name in BOOKLETS if not wanted or name.casefold() in wanted]
    if options.only or not names:
        return ()
    from generator.booklet.make import make_booklets

    module = game_module(checked.book)
    made, problems = make_booklets(
        project,
        book=checked.book,
        game=checked.game,
        edition=checked.edition,
        fonts=_fonts(project),
        names=names,
        words=module.rulebook_names(checked.game) if module is not None else {},
        sample=sample,
        papers=options.papers,
        stage=stage,
        counter=lambda total: _Counter("booklets", total, progress),
    )
    if has_errors(problems):
        raise Failed(*checked.problems, *problems)
    return made


class _Counter:
    """Counts the steps of a stage for the Progress."""

    def __init__(self, stage: str, total: int, progress: Progress) -> None:
        self._stage, self._total, self._progress = stage, total, progress
        self._done = 0
        progress(stage, 0, total)

    def __call__(self) -> None:
        self._done += 1
        self._progress(self._stage, self._done, self._total)


def _fonts(project: Project) -> Fonts:
    from generator.fonts import find_fonts

    fonts = find_fonts(*project.font_folders)
    if not fonts.families:
        raise Failed(
            error(
                str(project.root / "fonts"),
                "There are no fonts.",
                "Put TrueType files named like SourceSans3-Regular.ttf into the folder fonts.",
            )
        )
    return fonts


def _facts(book: Book) -> dict[str, Any]:
    return dict(book.facts("Game")) if "Game" in book else {}


def _edition(project: Project, book: Book) -> Edition:
    facts = {key: str(value or "").strip() for key, value in _facts(book).items()}
    title = facts.get("title") or project.root.resolve().name
    players, time = facts.get("players"), facts.get("time")
    return Edition(
        game=title,
        short_name=facts.get("short_name") or plain(title.title()),
        version=facts.get("version") or "0",
        author=facts.get("author", ""),
        subject=", ".join(part for part in (f"{players} players" if players else "", time) if part),
    )

"""From a game folder to printed sheets: read → check → replay → faces → sheets → booklets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.booklet import BOOKLETS
from generator.cache import NO_CACHE, Cache
from generator.checks.checked import Checked, check_game, read
from generator.games import GAMES, Games, Replayed
from generator.ground.fence import unit
from generator.ground.problems import Failed, Problem, has_errors
from generator.ground.progress import Counter, Progress, quiet
from generator.output import Counted, Stage, staged
from generator.press.components import Deck, Job, Studio, choose, draw
from generator.press.contents import write_contents
from generator.press.printing import OutputFile, misfits, plan, print_sheets
from generator.project import Project
from generator.records.worksheets import COMPONENTS, SAMPLE_GAME
from generator.sheets.layouts import Layout
from generator.sheets.sheet import PAPERS, Flip, Paper


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


@dataclass(slots=True)
class RunFindings:
    """What a run has come upon, stage by stage; if a later stage fails, this is still so."""

    checked: tuple[Problem, ...] = ()
    played: tuple[Problem, ...] = ()
    made: tuple[Problem, ...] = ()


def build(
    project: Project,
    options: BuildOptions | None = None,
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> Summary:
    """Make the sheets. Raises Failed, with the output as it was, if anything is wrong."""
    options, found = options or BuildOptions(), RunFindings()
    with staged(project.output) as stage:
        checked, files = story(project, options, stage, found, games=games, progress=progress, cache=cache)
        complete = [paper.name for paper in options.papers] if options.complete else []
        write_contents(stage, project.output, checked.edition, files, complete=complete)
    return Summary(files, once(*found.checked, *found.made), project.output, found.played)


def examine(
    project: Project, *, games: Games = GAMES, progress: Progress = quiet, cache: Cache = NO_CACHE
) -> tuple[Problem, ...]:
    """Everything that a build would complain of, all at once, and nothing made."""
    found, stage = RunFindings(), Counted(project.root)
    try:
        story(
            project, BuildOptions(), stage, found, prints=False, games=games, progress=progress, cache=cache
        )
    except Failed as failed:
        return once(*failed.problems, *found.played, *found.made)
    return once(*found.checked, *found.played, *found.made)


def once(*problems: Problem) -> tuple[Problem, ...]:
    """What is wrong with a design that a booklet shows too is told once."""
    return tuple(dict.fromkeys(problems))


def story(
    project: Project,
    options: BuildOptions,
    stage: Stage,
    found: RunFindings,
    *,
    prints: bool = True,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> tuple[Checked, tuple[OutputFile, ...]]:
    """The stages, one after the other. Raises Failed with what stops it; `found` keeps all the rest.

    Unless it `prints`, no sheets are made, and booklets are drawn for one paper and laid out for the others.
    """
    book, problems = read(project, progress=progress)
    checked = check_game(project, book, problems, games=games, progress=progress)
    found.checked = checked.problems
    sample = replay(checked, progress=progress)
    found.played = sample.problems if sample is not None else ()
    jobs = choose(checked.book, names=options.components, only=options.only, others=BOOKLETS)
    studio = open_studio(checked, cache)
    decks, drawn = faces(checked, jobs, studio, prints=prints, progress=progress)
    found.made = (*drawn, *misfits(decks, options.papers))
    files = sheets(checked, decks, options, stage, studio, progress=progress) if prints else ()
    first = options if prints else replace(options, papers=options.papers[:1])
    also = options.papers[len(first.papers) :]
    bound, told = booklets(checked, sample, first, stage, studio, also=also, prints=prints, progress=progress)
    found.made += told
    return checked, (*files, *bound)


# ---------------------------------------------------------------- the stages


def replay(checked: Checked, *, progress: Progress = quiet) -> Replayed | None:
    """The sample game, played by the rules engine; None for a game without one."""
    progress("replay", 0, 1)
    loaded = checked.loaded
    with unit("game", SAMPLE_GAME):
        sample = loaded.play().replay_book(checked.book) if loaded is not None else None
    progress("replay", 1, 1)
    return sample


def open_studio(checked: Checked, cache: Cache) -> Studio:
    """What faces, sheets and booklets share. Raises Failed if there are no fonts."""
    from generator.faces import FaceMaker
    from generator.text.fonts import game_fonts

    root, fonts = checked.project.root, game_fonts(checked.project)
    maker = FaceMaker(root=root, book=checked.book, game=checked.game, fonts=fonts, cache=cache)
    return Studio(fonts, maker, cache)


def faces(
    checked: Checked,
    jobs: Sequence[Job],
    studio: Studio,
    *,
    prints: bool = True,
    progress: Progress = quiet,
) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """Every design drawn once, a PDF a component. Raises Failed with the Problems of all of them."""
    from generator.text.fonts import page_fonts_of

    fonts = studio.fonts
    page_fonts_of(fonts)  # a build that would fail at the sheets' margins fails here
    count = sum(job.faces for job in jobs)
    step = Counter("faces", count, progress)
    decks: list[Deck] = []
    problems: list[Problem] = []
    with unit("faces", COMPONENTS, times=1 + count / 100):
        for job in jobs:
            deck, found = draw(
                job, maker=studio.maker, fonts=fonts, step=step, prints=prints, cache=studio.cache
            )
            problems.extend(found)
            if deck is not None:
                decks.append(deck)
    problems = [*dict.fromkeys((*problems, *fonts.unused()))]
    if has_errors(problems):
        raise Failed(*checked.problems, *problems)
    return tuple(decks), tuple(problems)


def sheets(
    checked: Checked,
    decks: Sequence[Deck],
    options: BuildOptions,
    stage: Stage,
    studio: Studio,
    *,
    progress: Progress = quiet,
) -> tuple[OutputFile, ...]:
    """Every deck on every paper, into the stage."""
    plans = plan(decks, options.papers, options.layouts, options.flip)
    step = Counter("sheets", len(plans), progress)
    return print_sheets(plans, checked.edition, stage, fonts=studio.fonts, step=step, cache=studio.cache)


def booklets(
    checked: Checked,
    sample: Replayed | None,
    options: BuildOptions,
    stage: Stage,
    studio: Studio,
    *,
    also: Sequence[Paper] = (),
    prints: bool = True,
    progress: Progress = quiet,
) -> tuple[tuple[OutputFile, ...], tuple[Problem, ...]]:
    """The rulebook and the appendix, if the game has them and they are wanted, and their warnings.

    On the papers `also` they are laid out and nothing more. Raises Failed.
    """
    wanted = {name.casefold() for name in options.components}
    names = [name for name in BOOKLETS if not wanted or name.casefold() in wanted]
    if options.only or not names:
        return (), ()
    from generator.booklet.make import make_booklets

    made, problems = make_booklets(
        checked,
        sample,
        names,
        options.papers,
        stage,
        studio,
        also=also,
        prints=prints,
        progress=progress,
    )
    if has_errors(problems):
        raise Failed(*checked.problems, *problems)
    return made, problems

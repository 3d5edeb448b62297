"""From a game folder to printed sheets: read → check → replay → faces → sheets → booklets."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from generator.cache import NO_CACHE, Cache
from generator.checks.checked import Checked, look_through, read
from generator.checks.following import Following, unplayed, with_consequences, without_following_steps
from generator.checks.languages import language_in, languages_in, untranslated
from generator.checks.renames import with_renames
from generator.games import GAMES, NEEDS_RULES, Games, Replayed
from generator.ground.fence import unit
from generator.ground.pdf_file import marked_draft
from generator.ground.problems import Failed, Problem, gravest, has_errors
from generator.ground.progress import Counter, Progress, quiet
from generator.output import Counted, Stage, staged
from generator.press.ahead import Ahead, Laid, going_ahead
from generator.press.choosing import Job, choose, sound_jobs
from generator.press.components import Deck, Renders, Workshop, draw
from generator.press.contents import write_contents
from generator.press.coverage import measured
from generator.press.made import write_pieces
from generator.press.printing import OutputFile, misfits, plan, print_sheets
from generator.press.variants import Backs, InkUse, varied
from generator.press.wholes import parted
from generator.project import Project
from generator.records.booklets import booklet_names
from generator.records.called import called
from generator.records.edition import file_name_part
from generator.records.places import faulty_rows
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS, SAMPLE_GAME
from generator.sheets.amounts import amounts_can_be_printed
from generator.sheets.copies import ALL, Needed
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
    mix: bool = False
    """Decks of one format share sheets where that saves one, and so do tokens of any."""
    squares: bool | None = None
    """Tokens share edges as squares, are cut as circles, or (None) as the workbook says."""
    inks: tuple[InkUse, ...] = (InkUse.NORMAL,)
    """In full colour, sparing ink, or both."""
    backs: Backs = Backs.DUPLEX
    """Behind their fronts, on pages of their own, or none."""
    needed: Needed = ALL
    """For how many players, and how many sets."""
    draft: bool = False
    """Print whatever can be printed, marked as a draft, into a folder of its own."""
    language: str = ""
    """The code of the language to print in; empty for the one that the workbook is written in."""

    @property
    def complete(self) -> bool:
        """Whether every file of the chosen papers is made."""
        chosen = self.components or self.only or self.needed != ALL
        return not chosen and set(self.layouts) == set(Layout)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build made, and what it came upon."""

    files: tuple[OutputFile, ...]
    problems: tuple[Problem, ...]
    """Warnings; of a draft also errors."""
    output: Path
    sample: tuple[Problem, ...] = ()
    """What is wrong with the sample game: it stops no build, but the appendix is marked as not valid."""
    sample_told: tuple[Problem, ...] = ()
    """The same as it is told to people: many findings of one cause are one Problem."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Of a draft: where the error is -> how many pieces are not printed for it."""
    changed: tuple[str, ...] = ()
    """The files, by their path in the output, that were not there before or were others."""
    checked: Checked | None = field(default=None, compare=False, repr=False)
    """The game that was built."""
    decks: tuple[Deck, ...] = field(default=(), compare=False, repr=False)
    """What was drawn of it."""


@dataclass(slots=True)
class RunFindings:
    """What a run has come upon, stage by stage; if a later stage fails, this is still so."""

    checked: tuple[Problem, ...] = ()
    played: tuple[Problem, ...] = ()
    played_told: tuple[Problem, ...] = ()
    """The same as it is told to people."""
    sample: Replayed | None = None
    made: tuple[Problem, ...] = ()
    decks: tuple[Deck, ...] = ()
    following: list[Following] = field(default_factory=list)
    """What merely follows from errors among these."""
    left_out: collections.Counter[str] = field(default_factory=collections.Counter)
    """Where the error is -> how many pieces cannot be printed for it."""
    unread: list[str] = field(default_factory=list)
    """Components that show what the rules give, which cannot be read."""

    @property
    def broken(self) -> bool:
        """Whether there are errors that stop a build; a broken sample game is none."""
        return has_errors((*self.checked, *self.made))

    def told(self, played: Sequence[Problem] = ()) -> tuple[Problem, ...]:
        """All of it, each once, with what follows; `played` is what is told of the sample game."""
        return with_consequences(once(*self.checked, *played, *self.made), self.following)


@dataclass(frozen=True, slots=True)
class Examined:
    """All that a build would complain of: finding by finding, and as it is told to people."""

    problems: tuple[Problem, ...]
    told: tuple[Problem, ...]
    sample: Replayed | None = None
    """The sample game, if the run came as far as to play it."""


class Onlooker(Protocol):
    """Who looks on while a game is made, stage by stage, such as somebody who shows it on a screen."""

    def opened(self, checked: Checked, sample: Replayed | None, workshop: Workshop) -> None:
        """The workbook is checked and its sample game played; faces can be drawn from now on."""

    def maker(self, maker: Renders) -> Renders:
        """What all faces are asked for from: this very maker, or one that notes what it hands out."""

    def drawn(self, jobs: Sequence[Job], decks: Sequence[Deck], found: RunFindings) -> None:
        """All faces of the jobs are drawn, and what is wrong with them is known; booklets are to follow."""


class Unprinted(Failed):
    """Something is wrong, and nothing was printed for it; a draft of the rest can be."""


def build(
    project: Project,
    options: BuildOptions | None = None,
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> Summary:
    """Make the sheets. Raises Failed, with the output as it was, if anything is wrong.

    A draft is made of whatever can be printed, into a folder of its own. On two `cores` or more a second
    process works ahead; the files are the same.
    """
    options, found = options or BuildOptions(), RunFindings()
    folder = project.drafts if options.draft else project.output
    with staged(folder, marked=marked_draft if options.draft else None) as stage:
        try:
            checked, files = story(
                project, options, stage, found, games=games, progress=progress, cache=cache, cores=cores
            )
        except Failed as failed:  # whatever a stage gave up on, what was found before it is still so
            raise Failed(*once(*found.told(), *failed.problems)) from None
        if found.broken and not options.draft:
            raise Unprinted(*found.told())
        complete = [paper.name for paper in options.papers] if options.complete else []
        write_contents(stage, folder, checked.edition, files, complete=complete)
        if not options.draft:
            write_pieces(stage, folder, checked.book, found.decks, complete=options.complete)
    sample, told = (with_consequences(each, found.following) for each in (found.played, found.played_told))
    return Summary(
        files,
        found.told(),
        folder,
        sample,
        told,
        found.left_out,
        tuple(stage.changed),
        checked,
        found.decks,
    )


def examine(
    project: Project, *, games: Games = GAMES, progress: Progress = quiet, cache: Cache = NO_CACHE
) -> tuple[Problem, ...]:
    """Everything that a build would complain of, all at once, and nothing made."""
    return look_over(project, games=games, progress=progress, cache=cache).problems


def look_over(
    project: Project,
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
    language: str = "",
) -> Examined:
    """The same, and with it the sample game's many findings in one Problem."""
    found, stage = RunFindings(), Counted(project.root)
    last: tuple[Problem, ...] = ()
    try:
        story(
            project,
            BuildOptions(language=language),
            stage,
            found,
            prints=False,
            games=games,
            progress=progress,
            cache=cache,
            cores=cores,
        )
    except Failed as failed:
        last = failed.problems
    problems, told = (once(*found.told(each), *last) for each in (found.played, found.played_told))
    return Examined(problems, told, found.sample)


def with_languages(
    found: Examined,
    project: Project,
    asked: str,
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> Examined:
    """What was found, and what is wrong in a language, or in all, with what is not translated into it."""
    problems, told = list(found.problems), list(found.told)
    try:
        book, _ = read(project, progress=progress)
        for language in languages_in(book, asked):
            lacking = tuple(untranslated(book, project, language))
            more = look_over(project, games=games, progress=progress, cache=cache, language=language)
            problems += [*more.problems, *lacking]
            told += [*more.told, *lacking]
    except Failed as failed:
        problems += failed.problems
        told += failed.problems
    return replace(found, problems=once(*problems), told=once(*told))


def once(*problems: Problem) -> tuple[Problem, ...]:
    """What is wrong with a design that a booklet shows too is told once, and so is what has one cause."""
    return gravest(problems)


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
    cores: int = 1,
    onlooker: Onlooker | None = None,
) -> tuple[Checked, tuple[OutputFile, ...]]:
    """The stages, one after the other. Raises Failed with what stops it; `found` keeps all the rest.

    What is wrong in one stage is left out in the next ones. Unless it `prints`, or if anything is wrong and
    no draft is wanted, no sheets are made, and booklets are drawn for one paper and laid out for the others.
    """
    book, problems = read(project, progress=progress, cache=cache)
    language = language_in(book, options.language)
    checked = look_through(project, book, problems, games=games, progress=progress, language=language)
    found.checked, renamed, gone = with_renames(checked.book, checked.problems)
    sample = replay(checked, progress=progress) if not language else None
    played, following = without_following_steps(checked, sample.problems if sample is not None else (), gone)
    found.sample, found.played = sample, (*renamed, *played)
    whole = sample is not None and played == sample.problems
    found.played_told = (*renamed, *(sample.folded() if sample is not None and whole else played))
    found.following.append(following)
    chosen = choose(
        checked.book,
        names=options.components,
        only=options.only,
        others=booklet_names(checked.book),
        needed=options.needed,
    )
    too_much = tuple(amounts_can_be_printed(checked.book, needed=options.needed))
    if options.needed.sets > 1 and has_errors(too_much) and not has_errors(found.checked):
        raise Failed(*too_much)
    jobs, unprinted = sound_jobs(chosen, checked.book, found.checked)
    found.left_out.update(unprinted)
    workshop = open_workshop(checked, cache, draft=options.draft)
    prints = prints and (options.draft or not found.broken)
    if onlooker is not None:
        onlooker.opened(checked, sample, workshop)
    with sent_ahead(checked, sample, jobs, options, workshop, cores=cores, prints=prints) as ahead:
        if onlooker is not None:
            ahead.maker = onlooker.maker(ahead.maker)
        decks, drawn = faces(
            checked,
            jobs,
            workshop,
            found,
            draft=options.draft,
            prints=prints,
            progress=progress,
            ahead=ahead,
            light=InkUse.LIGHT in options.inks,
        )
        found.decks = decks
        found.made = (*drawn, *misfits(decks, options.papers), *parted(decks, options.papers))
        if onlooker is not None:
            onlooker.drawn(jobs, decks, found)
        prints = prints and (options.draft or not found.broken)
        files = sheets(checked, decks, options, stage, workshop, progress=progress) if prints else ()
        first = options if prints else replace(options, papers=options.papers[:1])
        also = options.papers[len(first.papers) :]
        written = stage if prints else Counted(stage.root)
        bound, told = booklets(
            checked,
            sample,
            first,
            written,
            workshop,
            also=also,
            prints=prints,
            progress=progress,
            ahead=ahead,
        )
    found.made += told
    found.following.append(unplayed(checked, found.unread))
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


def open_workshop(checked: Checked, cache: Cache = NO_CACHE, *, draft: bool = False) -> Workshop:
    """What faces, sheets and booklets share. Raises Failed if there are no fonts.

    A face with a line around what is faulty is nobody else's: for a draft nothing comes out of the cache and
    nothing goes into it.
    """
    from generator.faces import FaceMaker
    from generator.text.fonts import game_fonts

    cache = NO_CACHE if draft else cache
    fonts = game_fonts(checked.project, cache)
    maker = FaceMaker(
        root=checked.project.root,
        book=checked.book,
        game=checked.game,
        fonts=fonts,
        watch=checked.watch,
        outlines=draft,
        cache=cache,
    )
    return Workshop(fonts, maker, cache)


def sent_ahead(
    checked: Checked,
    sample: Replayed | None,
    jobs: Sequence[Job],
    options: BuildOptions,
    workshop: Workshop,
    *,
    cores: int,
    prints: bool = True,
) -> AbstractContextManager[Ahead]:
    """While the block lasts, a second process renders the faces of these jobs, then lays out booklets."""
    names = _booklets_wanted(checked.book, options)

    def later() -> Iterator[Laid]:
        if names:
            from generator.booklet.make import lay_out_ahead

            yield from lay_out_ahead(
                checked, sample, names, options.papers, workshop, prints=prints, draft=options.draft
            )

    return going_ahead(
        workshop,
        jobs,
        cores=cores,
        faulty=faulty_rows(checked.problems),
        draft=options.draft,
        later=later,
        order=[(file_name_part(name), paper.name) for paper in options.papers for name in names],
    )


def faces(
    checked: Checked,
    jobs: Sequence[Job],
    workshop: Workshop,
    found: RunFindings | None = None,
    *,
    draft: bool = False,
    prints: bool = True,
    progress: Progress = quiet,
    ahead: Ahead | None = None,
    light: bool = False,
) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """Every design drawn once, a PDF a component, and the Problems of all of them.

    A component with errors has no Deck, unless a `draft` is wanted. `found` takes what is left out. What
    was rendered `ahead` is taken from there. With `light` the Decks hold designs that spare ink, too.
    """
    from generator.text.fonts import page_fonts_of

    fonts = workshop.fonts
    found = found or RunFindings()
    page_fonts_of(fonts)  # a build that would fail at the sheets' margins fails here
    faulty = faulty_rows(checked.problems)
    count = sum(job.faces for job in jobs)
    step = Counter("faces", count, progress)
    decks: list[Deck] = []
    problems: list[Problem] = []
    with unit("faces", COMPONENTS, times=1 + count / 100):
        for job in jobs:
            drawn = draw(
                job,
                maker=ahead.maker if ahead is not None else workshop.maker,
                fonts=fonts,
                step=step,
                faulty=faulty,
                draft=draft,
                prints=prints,
                cache=workshop.cache,
                light=light,
            )
            problems.extend(drawn.problems)
            _leave_out(checked, job, drawn.left_out, found)
            if drawn.deck is not None:
                decks.append(drawn.deck)
    return tuple(decks), tuple(dict.fromkeys((*problems, *fonts.unused())))


def _leave_out(checked: Checked, job: Job, left_out: Mapping[str, int], found: RunFindings) -> None:
    """Note the pieces of a component that cannot be printed, each under the place of the error behind it."""
    for where, count in left_out.items():
        if where == NEEDS_RULES:
            found.unread.append(called(job.component))
            where = checked.sound.cause.where if checked.sound.cause is not None else COMPONENTS
        found.left_out[where] += count


def sheets(
    checked: Checked,
    decks: Sequence[Deck],
    options: BuildOptions,
    stage: Stage,
    workshop: Workshop,
    *,
    progress: Progress = quiet,
) -> tuple[OutputFile, ...]:
    """Every deck on every paper, into the stage."""
    plans = plan(
        decks, options.papers, options.layouts, options.flip, mix=options.mix, squares=options.squares
    )
    plans = varied(plans, options.inks, options.backs)
    step = Counter("sheets", len(plans), progress)
    files = print_sheets(plans, checked.edition, stage, fonts=workshop.fonts, step=step, cache=workshop.cache)
    return measured(files, plans, workshop.cache)


def booklets(
    checked: Checked,
    sample: Replayed | None,
    options: BuildOptions,
    stage: Stage,
    workshop: Workshop,
    *,
    also: Sequence[Paper] = (),
    prints: bool = True,
    progress: Progress = quiet,
    ahead: Ahead | None = None,
) -> tuple[tuple[OutputFile, ...], tuple[Problem, ...]]:
    """The rulebook and the appendix, if the game has them and they are wanted, and their Problems.

    On the papers `also` they are laid out and nothing more.
    """
    names = _booklets_wanted(checked.book, options)
    if not names:
        return (), ()
    from generator.booklet.make import make_booklets

    return make_booklets(
        checked,
        sample,
        names,
        options.papers,
        stage,
        workshop,
        also=also,
        prints=prints,
        progress=progress,
        draft=options.draft,
        ahead=ahead,
    )


def _booklets_wanted(book: Book, options: BuildOptions) -> list[str]:
    wanted = {name.casefold() for name in options.components}
    return [
        name for name in booklet_names(book) if not options.only and (not wanted or name.casefold() in wanted)
    ]

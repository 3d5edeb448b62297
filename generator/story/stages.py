"""The stages of a build, one function each; `story` in `generator.story` calls them in their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

from generator.checks.checked import Checked
from generator.games import NEEDS_RULES, Replayed
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import FACES_A_UNIT, unit
from generator.ground.output import Stage
from generator.ground.problems import Problem
from generator.ground.progress import Counter, Progress, quiet
from generator.press.ahead import Ahead, Laid, going_ahead
from generator.press.choosing import Job
from generator.press.components import cut_alike, draw
from generator.press.coverage import measured
from generator.press.decks import Deck
from generator.press.game_look import GameLook
from generator.press.outlining import write_outlines
from generator.press.printing import OutputFile, Plan, print_sheets
from generator.press.renders import Workshop
from generator.press.ways import planned
from generator.records.booklets import booklet_names
from generator.records.called import called
from generator.records.edition import file_name_part
from generator.records.places import faulty_rows
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS, SAMPLE_GAME
from generator.sheets.sheet import Paper
from generator.story.findings import RunFindings
from generator.story.options import BuildOptions


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


def drawn_ahead(
    checked: Checked, jobs: Sequence[Job], workshop: Workshop, *, cores: int
) -> AbstractContextManager[Ahead]:
    """While the block lasts, a second process renders the faces of these jobs, and does nothing more."""
    return going_ahead(workshop, jobs, cores=cores, faulty=faulty_rows(checked.problems))


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
    sound: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    with unit("faces", COMPONENTS, times=count / FACES_A_UNIT):
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
                run=sound[cut_alike(job.component)],
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


def boxes(
    checked: Checked, decks: Sequence[Deck], options: BuildOptions, workshop: Workshop
) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """A tuck box for each deck of cards, if they are wanted, in the looks of the game's booklets."""
    if not options.boxes:
        return (), ()
    from generator.booklet.scene.picture import design_symbol
    from generator.press.boxes import deck_boxes

    how = options.printing(checked.book)
    return deck_boxes(
        decks,
        papers=how.reached(how.papers),
        stock_mm=options.stock_mm,
        look=_look(checked, workshop),
        maker=workshop.maker,
        fonts=workshop.fonts,
        as_symbol=design_symbol,
        light=how.light,
    )


def _look(checked: Checked, workshop: Workshop) -> GameLook:
    """The colours and fonts of the booklets; what is wrong with them is told there."""
    from generator.booklet.looks import style_of

    style, _ = style_of(checked.book, workshop.fonts, checked.project)
    return GameLook(style.deep, style.ground, style.heading_font, style.text_font)


def sheets(
    checked: Checked,
    decks: Sequence[Deck],
    options: BuildOptions,
    stage: Stage,
    workshop: Workshop,
    found: RunFindings,
    *,
    progress: Progress = quiet,
) -> tuple[OutputFile, ...]:
    """Every deck on every paper, into the stage, with a guide to cutting and, if wanted, all outlines.

    `found` takes what there is to say of these.
    """
    how = options.printing(checked.book)
    plans, said = planned(decks, how, mix=options.mix, marked=options.outlines)
    found.made += said
    step = Counter("sheets", len(plans), progress)
    files = print_sheets(plans, checked.edition, stage, fonts=workshop.fonts, step=step, cache=workshop.cache)
    outlines = write_outlines(plans, files, checked.edition, stage) if options.outlines else ()
    whole = not (options.components or options.only)
    guides = cut_guides(checked, plans, stage, workshop) if options.guide and whole else ()
    return (*measured(files, plans, workshop.cache), *outlines, *guides)


def cut_guides(
    checked: Checked, plans: Sequence[Plan], stage: Stage, workshop: Workshop, *, errand: str = ""
) -> tuple[OutputFile, ...]:
    """How planned sheets are cut, on each of their papers. An `errand` ends the names, such as reprint."""
    from generator.press.cut_guide import write_guides

    return write_guides(
        plans, checked.edition, _look(checked, workshop), workshop.fonts, stage, errand=errand
    )


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

"""The stages of a build, one function each; `story` in `generator.story` calls them in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from generator.checks.checked import Checked
from generator.checks.following import unplayed, without_following_steps
from generator.checks.renames import with_renames
from generator.games.rulesets import sample_games
from generator.ground.fence import unit
from generator.ground.output import Counted, Stage
from generator.ground.problems import Failed, has_errors
from generator.ground.progress import Counter
from generator.press import choosing
from generator.press.ahead import Laid, going_ahead
from generator.press.contents import write_contents
from generator.press.coverage import measured
from generator.press.decks import Deck, decks_for
from generator.press.game_look import GameLook
from generator.press.made import write_pieces
from generator.press.outlining import write_outlines
from generator.press.printing import OutputFile, Plan, print_sheets
from generator.press.renders import Workshop
from generator.press.ways import fits, planned
from generator.press.wholes import parted
from generator.records.booklets import booklet_names
from generator.records.edition import file_name_part
from generator.records.made_for import HOME
from generator.records.places import faulty_rows
from generator.replay.tree import folded
from generator.sheets.amounts import amounts_can_be_printed
from generator.story.drawn import checked_game, draw_jobs, open_workshop
from generator.story.run import GameRun, Unprinted


def check(run: GameRun) -> None:
    """Read the workbook, and look for what is wrong in it."""
    run.checked = checked_game(
        run.project, language=run.options.language, games=run.games, progress=run.progress, cache=run.cache
    )


def replay(run: GameRun) -> None:
    """Play the sample game, if it is to be in the language of the workbook."""
    checked = run.checked
    with unit("checks", run.project.workbook.name):
        run.in_workbook, renamed, gone = with_renames(checked.book, checked.problems)
    run.samples = sample_games(checked.loaded, checked.book, run.progress) if not run.options.language else ()
    run.in_play = run.in_play_folded = tuple(renamed)
    for sample in run.samples:
        own, following = without_following_steps(checked, sample.problems, gone)
        run.in_play += own
        run.in_play_folded += folded(sample) if own == sample.problems else own
        run.following.append(following)


def choose(run: GameRun) -> None:
    """Choose the rows of the components that are wanted, and open the workshop. Raises Failed."""
    book, options = run.checked.book, run.options
    jobs = choosing.choose(
        book,
        names=options.components,
        only=options.only,
        booklets=booklet_names(book),
        needed=options.needed,
        target=HOME if options.components else None,
    )
    too_much = tuple(amounts_can_be_printed(book, needed=options.needed))
    if options.needed.sets > 1 and has_errors(too_much) and not has_errors(run.in_workbook):
        raise Failed(*too_much)
    run.jobs, unprinted = choosing.sound_jobs(jobs, book, run.in_workbook)
    run.left_out.update(unprinted)
    run.workshop = open_workshop(run.checked, run.cache, draft=options.draft)
    run.how = options.printing(book)
    run.prints = run.prints and not run.broken
    if run.onlooker is not None:
        run.onlooker.opened(run.checked, run.samples, run.workshop)


@contextmanager
def sent_ahead(run: GameRun) -> Iterator[None]:
    """While the block lasts, a second process renders the faces of the jobs, then lays out booklets."""
    names, papers, draft = _booklets_wanted(run), run.how.general.papers, run.options.draft

    def later() -> Iterator[Laid]:
        if names:
            from generator.booklet.make import lay_out_ahead

            yield from lay_out_ahead(
                run.checked, run.samples, names, papers, run.workshop, prints=run.prints, draft=draft
            )

    with going_ahead(
        run.workshop,
        run.jobs,
        cores=run.cores,
        faulty=faulty_rows(run.checked.problems),
        draft=draft,
        later=later,
        order=[(file_name_part(name), paper.name) for paper in papers for name in names],
    ) as run.ahead:
        if run.onlooker is not None:
            run.ahead.maker = run.onlooker.maker(run.ahead.maker)
        yield


def faces(run: GameRun) -> None:
    """Draw every design once, a PDF a component, and find what does not fit its paper."""
    drawn = draw_jobs(
        run.checked,
        run.jobs,
        run.workshop,
        draft=run.options.draft,
        prints=run.prints,
        progress=run.progress,
        ahead=run.ahead,
        light=run.how.light,
    )
    run.decks, run.unread = drawn.decks, drawn.unread
    run.left_out.update(drawn.left_out)
    home = decks_for(run.decks, HOME)
    run.in_print = (*drawn.problems, *fits(home, run.how), *parted(home, run.how.reached(run.how.papers)))
    if run.onlooker is not None:
        run.onlooker.drawn(run)
    run.prints = run.prints and not run.broken


def sheets(run: GameRun) -> None:
    """Lay every deck on every paper, with a guide to cutting and, if wanted, tuck boxes and all outlines."""
    if not run.prints:
        return
    checked, options, workshop = run.checked, run.options, run.workshop
    decks = (*decks_for(run.decks, HOME), *_boxes(run))
    plans, unmarked = planned(decks, run.how, mix=options.mix, marked=options.outlines)
    run.in_print += unmarked
    step = Counter("sheets", len(plans), run.progress)
    files = print_sheets(
        plans, checked.edition, run.stage, fonts=workshop.fonts, step=step, cache=workshop.cache
    )
    outlines = write_outlines(plans, files, checked.edition, run.stage) if options.outlines else ()
    guided = options.guide and not (options.components or options.only)
    guides = cut_guides(checked, plans, run.stage, workshop) if guided else ()
    files = tuple(replace(file, sets=options.needed.sets) for file in measured(files, plans, workshop.cache))
    run.files = (*files, *outlines, *guides)


def _boxes(run: GameRun) -> tuple[Deck, ...]:
    """A tuck box for each deck of cards, if they are wanted, in the looks of the game's booklets."""
    if not run.options.boxes:
        return ()
    from generator.booklet.scene.picture import design_symbol
    from generator.press.boxes import deck_boxes

    boxes, problems = deck_boxes(
        decks_for(run.decks, HOME),
        papers=run.how.reached(run.how.papers),
        stock_mm=run.options.stock_mm,
        look=_look(run.checked, run.workshop),
        workshop=run.workshop,
        as_symbol=design_symbol,
        light=run.how.light,
    )
    run.in_print += problems
    return boxes


def _look(checked: Checked, workshop: Workshop) -> GameLook:
    """The colours and fonts of the booklets; what is wrong with them is told there."""
    from generator.booklet.looks import style_of

    style, _ = style_of(checked.book, workshop.fonts, checked.project)
    return GameLook(style.deep, style.ground, style.heading_font, style.text_font)


def cut_guides(
    checked: Checked, plans: Sequence[Plan], stage: Stage, workshop: Workshop, *, errand: str = ""
) -> tuple[OutputFile, ...]:
    """How planned sheets are cut, on each of their papers. An `errand` ends the names, such as reprint."""
    from generator.press.cut_guide import write_guides

    look = _look(checked, workshop)
    return write_guides(plans, checked.edition, look, workshop, stage, errand=errand)


def booklets(run: GameRun) -> None:
    """Set the rulebook and the appendix, if the game has them and they are wanted.

    If nothing is printed they are drawn for one paper, and laid out for the others.
    """
    if names := _booklets_wanted(run):
        from generator.booklet.make import make_booklets

        papers = run.how.general.papers
        bound = papers if run.prints else papers[:1]
        files, problems = make_booklets(
            run.checked,
            run.samples,
            names,
            bound,
            run.stage if run.prints else Counted(run.stage.root),
            run.workshop,
            also=papers[len(bound) :],
            prints=run.prints,
            progress=run.progress,
            draft=run.options.draft,
            ahead=run.ahead,
        )
        run.files += files
        run.in_print += problems
    run.following.append(unplayed(run.checked, run.unread))


def _booklets_wanted(run: GameRun) -> list[str]:
    names = {name.casefold() for name in run.options.components}
    booklets = booklet_names(run.checked.book) if not run.options.only else ()
    return [name for name in booklets if not names or name.casefold() in names]


def contents(run: GameRun, folder: Path) -> None:
    """List what was made in a folder. Raises Unprinted if anything is wrong and no draft is wanted."""
    if run.broken:
        raise Unprinted(*run.problems(run.in_play_folded))
    complete = [paper.name for paper in run.how.papers] if run.options.complete else []
    write_contents(run.stage, folder, run.checked.edition, run.files, complete=complete)
    if not run.options.draft:
        home = decks_for(run.decks, HOME)
        write_pieces(
            run.stage,
            folder,
            run.checked.book,
            home,
            language=run.checked.edition.language,
            complete=run.options.complete,
        )

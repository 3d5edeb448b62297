"""From a game folder to printed sheets: read → check → replay → faces → sheets → booklets."""

from __future__ import annotations

from dataclasses import replace

from generator.checks.checked import Checked, look_through, read
from generator.checks.following import unplayed, with_consequences, without_following_steps
from generator.checks.languages import language_in, languages_in, untranslated
from generator.checks.renames import with_renames
from generator.games import GAMES, Games
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.output import Counted, Stage, staged
from generator.ground.pdf_file import marked_draft
from generator.ground.problems import Failed, Problem, has_errors
from generator.ground.progress import Progress, quiet
from generator.ground.project import Project
from generator.press.choosing import choose, sound_jobs
from generator.press.contents import write_contents
from generator.press.decks import decks_for
from generator.press.made import write_pieces
from generator.press.printing import OutputFile
from generator.press.ways import fits
from generator.press.wholes import parted
from generator.records.booklets import booklet_names
from generator.records.made_for import HOME
from generator.sheets.amounts import amounts_can_be_printed
from generator.story.findings import Examined, RunFindings, Summary, Unprinted, once
from generator.story.onlooker import Onlooker
from generator.story.options import BuildOptions
from generator.story.stages import (
    booklets,
    boxes,
    cut_guides,
    faces,
    open_workshop,
    replay,
    sent_ahead,
    sheets,
)

__all__ = [
    "BuildOptions",
    "Examined",
    "Onlooker",
    "RunFindings",
    "Summary",
    "Unprinted",
    "booklets",
    "build",
    "cut_guides",
    "examine",
    "faces",
    "look_over",
    "once",
    "open_workshop",
    "replay",
    "sheets",
    "story",
    "with_languages",
]


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
        papers = options.printing(checked.book).papers
        complete = [paper.name for paper in papers] if options.complete else []
        write_contents(stage, folder, checked.edition, files, complete=complete)
        if not options.draft:
            write_pieces(stage, folder, checked.book, decks_for(found.decks, HOME), complete=options.complete)
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
    with unit("checks", project.workbook.name):
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
        booklets=booklet_names(checked.book),
        needed=options.needed,
        target=HOME if options.components else None,
    )
    too_much = tuple(amounts_can_be_printed(checked.book, needed=options.needed))
    if options.needed.sets > 1 and has_errors(too_much) and not has_errors(found.checked):
        raise Failed(*too_much)
    jobs, unprinted = sound_jobs(chosen, checked.book, found.checked)
    found.left_out.update(unprinted)
    workshop = open_workshop(checked, cache, draft=options.draft)
    how = options.printing(checked.book)
    bound_as = replace(options, papers=how.general.papers)
    prints = prints and (options.draft or not found.broken)
    if onlooker is not None:
        onlooker.opened(checked, sample, workshop)
    with sent_ahead(checked, sample, jobs, bound_as, workshop, cores=cores, prints=prints) as ahead:
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
            light=how.light,
        )
        found.decks = decks
        home = decks_for(decks, HOME)
        found.made = (*drawn, *fits(home, how), *parted(home, how.reached(how.papers)))
        if onlooker is not None:
            onlooker.drawn(jobs, decks, found)
        prints = prints and (options.draft or not found.broken)
        files: tuple[OutputFile, ...] = ()
        if prints:
            boxed, told = boxes(checked, home, options, workshop)
            found.made += told
            files = sheets(checked, (*home, *boxed), options, stage, workshop, found, progress=progress)
        first = bound_as if prints else replace(bound_as, papers=bound_as.papers[:1])
        also = bound_as.papers[len(first.papers) :]
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

"""From a game folder to printed sheets: read → check → replay → faces → sheets → booklets."""

from __future__ import annotations

from dataclasses import replace

from generator.checks.checked import read
from generator.checks.following import with_consequences
from generator.checks.languages import languages_in, untranslated
from generator.games import GAMES, Games
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.output import Counted, staged
from generator.ground.pdf_file import marked_draft
from generator.ground.problems import Failed, Problem
from generator.ground.progress import Progress, quiet
from generator.ground.project import Project
from generator.story.drawn import DrawnGame, checked_game, draw_jobs, drawn_game, open_workshop
from generator.story.options import BuildOptions
from generator.story.run import Examined, GameRun, Onlooker, Summary, Unprinted, once
from generator.story.stages import (
    booklets,
    check,
    choose,
    contents,
    cut_guides,
    faces,
    replay,
    sent_ahead,
    sheets,
)
from generator.story.unchanged import unless_unchanged

__all__ = [
    "BuildOptions",
    "Examined",
    "GameRun",
    "Onlooker",
    "Summary",
    "Unprinted",
    "build",
    "checked_game",
    "cut_guides",
    "draw_jobs",
    "drawn_game",
    "examine",
    "look_over",
    "once",
    "open_workshop",
    "story",
    "unless_unchanged",
    "with_languages",
]


def story(run: GameRun) -> None:
    """The stages, one after the other. Raises Failed with what stops it; the run keeps the rest.

    What is wrong in one stage is left out in the next ones. Once anything is wrong, and no draft is wanted,
    nothing is printed any more: the rest is gone through for its Problems.
    """
    check(run)
    replay(run)
    choose(run)
    with sent_ahead(run):
        faces(run)
        sheets(run)
        booklets(run)


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
    options = options or BuildOptions()
    folder, marked = (project.drafts, marked_draft) if options.draft else (project.output, None)
    with staged(folder, marked=marked, cache=NO_CACHE if options.draft else cache) as stage:
        run = GameRun(
            project=project,
            stage=stage,
            options=options,
            games=games,
            progress=progress,
            cache=cache,
            cores=cores,
        )
        try:
            story(run)
        except Failed as failed:  # whatever a stage gave up on, what was found before it is still so
            raise Failed(*once(*run.problems(run.in_play_folded), *failed.problems)) from None
        contents(run, folder)
    return Summary(
        run.files,
        run.problems(),
        folder,
        with_consequences(run.in_play, run.following),
        with_consequences(run.in_play_folded, run.following),
        run.left_out,
        tuple(stage.changed),
        DrawnGame(run.checked, run.workshop, run.jobs, run.decks, run.in_print),
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
    run = GameRun(
        project=project,
        stage=Counted(project.root),
        options=BuildOptions(language=language),
        prints=False,
        games=games,
        progress=progress,
        cache=cache,
        cores=cores,
    )
    last: tuple[Problem, ...] = ()
    try:
        story(run)
    except Failed as failed:
        last = failed.problems
    problems, folded = (once(*run.problems(steps), *last) for steps in (run.in_play, run.in_play_folded))
    return Examined(problems, folded, run.samples)


def with_languages(
    examined: Examined,
    project: Project,
    named: str,
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> Examined:
    """What was found, and what is wrong in a language, or in all, with what is not translated into it."""
    problems, folded = list(examined.problems), list(examined.told)
    try:
        book, _ = read(project, progress=progress)
        for language in languages_in(book, named):
            lacking = tuple(untranslated(book, project, language))
            there = look_over(project, games=games, progress=progress, cache=cache, language=language)
            problems += [*there.problems, *lacking]
            folded += [*there.told, *lacking]
    except Failed as failed:
        problems += failed.problems
        folded += failed.problems
    return replace(examined, problems=once(*problems), told=once(*folded))

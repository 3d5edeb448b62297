"""A game that is read, checked and drawn: what sheets, exports and comparisons are made from."""

from __future__ import annotations

import collections
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.checks.checked import Checked, look_through, read
from generator.checks.languages import language_in
from generator.games import GAMES, NEEDS_RULES, Games
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import FACES_A_UNIT, unit
from generator.ground.problems import Failed, Problem, Severity, gravest
from generator.ground.progress import Counter, Progress, quiet
from generator.ground.project import Project
from generator.press.ahead import Ahead, going_ahead
from generator.press.choosing import Job, choose
from generator.press.components import cut_alike, draw
from generator.press.decks import Deck
from generator.press.renders import Workshop
from generator.records.called import called
from generator.records.made_for import HOME
from generator.records.places import faulty_rows
from generator.records.worksheets import COMPONENTS, game_facts, stated_at


def checked_game(
    project: Project,
    *,
    language: str = "",
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> Checked:
    """The game of a folder, in the language of a code, with all that is wrong with it.

    Raises Failed if there is no workbook that can be read, or nothing in that language.
    """
    book, problems = read(project, progress=progress, cache=cache)
    code = language_in(book, language)
    return look_through(project, book, problems, games=games, progress=progress, language=code)


def open_workshop(checked: Checked, cache: Cache = NO_CACHE, *, draft: bool = False) -> Workshop:
    """What faces, sheets and booklets share. Raises Failed if there are no fonts.

    A face with a line around what is faulty is nobody else's: for a draft nothing comes out of the cache and
    nothing goes into it.
    """
    from generator.faces import FaceMaker
    from generator.text.fonts import game_fonts

    cache = NO_CACHE if draft else cache
    fonts = game_fonts(checked.project, cache)
    if families := game_facts(checked.book).fonts:
        fonts = fonts.falling_back(families, stated_at(checked.book, "fonts"))
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


@dataclass(frozen=True, slots=True)
class DrawnJobs:
    """What came of drawing some components."""

    decks: tuple[Deck, ...]
    problems: tuple[Problem, ...]
    left_out: collections.Counter[str]
    """Where the error is -> how many pieces cannot be printed for it."""
    unread: tuple[str, ...]
    """Components that show what the rules give, which cannot be read."""


def draw_jobs(
    checked: Checked,
    jobs: Sequence[Job],
    workshop: Workshop,
    *,
    draft: bool = False,
    prints: bool = True,
    progress: Progress = quiet,
    ahead: Ahead | None = None,
    light: bool = False,
) -> DrawnJobs:
    """Every design drawn once, a PDF a component, and the Problems of all of them.

    A component with errors has no Deck, unless a `draft` is wanted. What was rendered `ahead` is taken from
    there. With `light` the Decks hold designs that spare ink, too.
    """
    from generator.text.fonts import page_fonts_of

    fonts = workshop.fonts
    page_fonts_of(fonts)  # a build that would fail at the sheets' margins fails here
    faulty = faulty_rows(checked.problems)
    count = sum(job.faces for job in jobs)
    step = Counter("faces", count, progress)
    decks: list[Deck] = []
    problems: list[Problem] = []
    left_out = collections.Counter[str]()
    unread: list[str] = []
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
            problems += drawn.problems
            decks += [drawn.deck] if drawn.deck is not None else []
            for where, pieces in drawn.left_out.items():
                if where == NEEDS_RULES:
                    unread.append(called(job.component))
                    where = checked.sound.cause.where if checked.sound.cause is not None else COMPONENTS
                left_out[where] += pieces
    told = tuple(dict.fromkeys((*problems, *fonts.unused())))
    return DrawnJobs(tuple(decks), told, left_out, tuple(unread))


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A game in which nothing is wrong, with the designs of its components."""

    checked: Checked
    workshop: Workshop
    jobs: tuple[Job, ...]
    decks: tuple[Deck, ...]
    problems: tuple[Problem, ...]
    """Warnings of what was drawn, without those of the workbook."""


def drawn_game(
    checked: Checked,
    *,
    names: Sequence[str] = (),
    only: Sequence[str] = (),
    booklets: Sequence[str] = (),
    target: str | None = HOME,
    light: bool = False,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> DrawnGame:
    """The game with what `choose` chooses of it drawn. Raises Failed if a build would not print it."""
    jobs = choose(checked.book, names=names, only=only, booklets=booklets, target=target)
    _stop_at_errors(checked.problems)
    workshop = open_workshop(checked, cache)
    with going_ahead(workshop, jobs, cores=cores, faulty=faulty_rows(checked.problems)) as ahead:
        drawn = draw_jobs(checked, jobs, workshop, progress=progress, ahead=ahead, light=light)
    _stop_at_errors(drawn.problems)
    return DrawnGame(checked, workshop, jobs, drawn.decks, drawn.problems)


def _stop_at_errors(problems: Iterable[Problem]) -> None:
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise Failed(*gravest(errors))

"""Preflight as a whole: the checks that a build makes, and then what the finished files show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.checks.checked import Checked
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.files import is_folder_inside
from generator.ground.output import CONTENTS, Counted
from generator.ground.problems import Failed, Problem, Severity, error, has_errors
from generator.ground.progress import Progress, quiet
from generator.ground.project import OUTPUT, Project
from generator.press.contents import list_is_unusable, listed_files
from generator.press.decks import Deck, decks_for
from generator.press.files_made import folder_record
from generator.press.made import MadePieces, made_pieces, pieces_of
from generator.press.printing import OutputFile
from generator.records.cells import some_of
from generator.records.made_for import HOME
from generator.records.tables import Book
from generator.sheets.printer import PrinterMargins
from generator.sheets.sheet import PAPERS
from generator.shops.exports.run import EXPORTS
from generator.shops.exports.targets import Target, TargetKind
from generator.shops.preflight.altered import MadeFolder, altered, missing, strangers, unrecorded
from generator.shops.preflight.home import look_at_home_files
from generator.shops.preflight.on_table import look_at_table
from generator.shops.preflight.past_looks import PastLooks
from generator.shops.preflight.shop import listed_exports, look_at_target_files
from generator.shops.preflight.sights import told_apart
from generator.story import GameRun, once, story
from generator.story.options import BuildOptions

HOME_TARGET = "home"
"""The name of the sheets and booklets for a home printer."""
_BUILD = "Run pnp build, and pnp preflight after it."


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was looked at, and what is wrong with it."""

    target: str
    files: int
    pages: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class GameNow:
    """The game as it is now: drawn, and with what its own checks say."""

    checked: Checked | None
    decks: tuple[Deck, ...]
    problems: tuple[Problem, ...]

    def made_for(self, target: str) -> GameNow:
        """The same with what a target makes alone, or HOME."""
        return replace(self, decks=decks_for(self.decks, target))


def game_now(
    project: Project,
    *,
    language: str = "",
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> GameNow:
    """Check and draw the game, as `pnp check` does; contrast, overlaps and cut texts are found there."""
    run = GameRun(
        project=project,
        stage=Counted(project.root),
        options=BuildOptions(language=language),
        prints=False,
        progress=progress,
        cache=cache,
        cores=cores,
    )
    try:
        story(run)
    except Failed as failed:
        return GameNow(None, (), once(*run.problems(), *failed.problems))
    return GameNow(run.checked, run.decks, run.problems())


def preflight_home(
    project: Project, now: GameNow, *, margins: PrinterMargins | None = None, cache: Cache = NO_CACHE
) -> Preflight:
    """Look at everything in the output folder that a build listed, as it lies there; nothing is written.

    `margins` is what one printer leaves white.
    """
    if now.checked is None or has_errors(now.problems):
        return Preflight(HOME_TARGET, 0, 0, now.problems)
    output = project.output
    every, unusable = listed_files(output), list_is_unusable(output)
    files = [file for file in every if not file.partial]
    problems = [*now.problems, *told_apart(now.checked.book)]
    if unusable:
        fault = "The list of what was built is damaged, or says what cannot be, such as a billion pages."
        problems.append(error(f"{OUTPUT}/{CONTENTS}", fault, _BUILD))
    elif not files:
        fault = "There are no sheets in the output folder to look at."
        problems.append(error(OUTPUT, fault, _BUILD))
    if unusable or not files:
        return Preflight(HOME_TARGET, 0, 0, once(*problems))
    printed = made_pieces(output) or {"": {}}
    problems += unspoken(printed, now.checked.book, OUTPUT)
    for language in sorted(printed.keys() & {"", *now.checked.book.languages}):
        build, spoken = _BUILD, now
        if language:
            build = f"Run pnp build --lang {language}, and pnp preflight after it."
            spoken = game_now(project, language=language, cache=cache)
            problems += spoken.problems
        problems += stale(printed[language], spoken.made_for(HOME), OUTPUT, build)
    folder = MadeFolder(
        folder=output, shown=OUTPUT, record=folder_record(output), again="pnp build", gravity=Severity.WARNING
    )
    problems += strangers(folder, {file.path for file in every}, folders=[paper.name for paper in PAPERS])
    looked = look_over_home(folder, files, margins=margins, past=PastLooks(cache))
    return replace(looked, problems=once(*problems, *looked.problems))


def look_over_home(
    folder: MadeFolder,
    files: Sequence[OutputFile],
    *,
    margins: PrinterMargins | None = None,
    past: PastLooks | None = None,
) -> Preflight:
    """Look at sheets and booklets, wherever their folder lies: it need not be the output folder.

    `past` is what was looked at before.
    """
    two_sided = [file.path for file in files if file.flip]
    changes = altered(folder, [file.path for file in files], two_sided=two_sided)
    pages, sightings = look_at_home_files(
        folder.folder, files, margins=margins, changed=changes.pages, shown=folder.shown, past=past
    )
    unknown = unrecorded(folder, (file.path for file in files))
    problems = (*unknown, *changes.problems, *sightings)
    return Preflight(HOME_TARGET, len(files), pages, once(*problems))


def preflight_target(project: Project, now: GameNow, target: Target, *, cache: Cache = NO_CACHE) -> Preflight:
    """Look at the files that lie in the output folder for a target, as they are; nothing is written."""
    folder, shown = project.output / EXPORTS / target.name, f"{OUTPUT}/{EXPORTS}/{target.name}"
    again, printed = f"pnp export {target.name}", dict[str, MadePieces]()
    usable = not folder.parent.is_symlink() and is_folder_inside(folder, project.output)
    if usable and now.checked is not None:
        printed |= made_pieces(folder)
    language = min(printed, default="")  # an export is in one language
    strange = [*unspoken(printed, now.checked.book, shown)] if now.checked is not None else []
    if language and not strange:
        now, again = game_now(project, language=language, cache=cache), f"{again} --lang {language}"
    if now.checked is None or has_errors(now.problems):
        return Preflight(target.name, 0, 0, now.problems)
    problems = [*now.problems, *strange, *told_apart(now.checked.book)]
    if not usable:
        fault, mend = f"There are no files for {target.title}.", f"Run {again}."
        return Preflight(target.name, 0, 0, (*problems, error(shown, fault, mend)))
    now = now.made_for(target.name)
    if not strange:
        mend = f"Run {again}, and pnp preflight {target.name} after it."
        problems += stale(printed.get(language, {}), now, shown, mend)
    made = MadeFolder(folder=folder, shown=shown, record=folder_record(folder), again=again)
    looked = look_over_target(made, target, now, past=PastLooks(cache))
    problems += looked.problems
    if target.kind is TargetKind.TABLETOP and looked.files and not has_errors(problems):
        problems += look_at_table(folder, now.decks, shown)  # else it would tell again what is told
    return replace(looked, problems=once(*problems))


def look_over_target(
    folder: MadeFolder, target: Target, now: GameNow, *, past: PastLooks | None = None
) -> Preflight:
    """Look at the files of a target, wherever their folder lies, by the list beside them.

    `past` is what was looked at before. The object of a table is held against its
    designs by `look_at_table`.
    """
    listed = tuple(listed_exports(folder.folder))
    if not listed:
        fault = f"There are no files for {target.title} to look at."
        mend = f"Run {folder.again}; it says what it makes of this game."
        return Preflight(target.name, 0, 0, (error(folder.shown, fault, mend),))
    paths = list(dict.fromkeys([*folder.record, *(row.path for row in listed)]))
    two_sided = paths if target.kind is TargetKind.PDF else ()
    changes = altered(folder, paths, two_sided=two_sided)
    pages, sightings = look_at_target_files(
        folder.folder, listed, target, now.decks, changed=changes.pages, shown=folder.shown, past=past
    )
    gone = missing(folder, {row.path for row in listed})
    unknown = unrecorded(folder, (row.path for row in listed))
    problems = (*unknown, *changes.problems, *gone, *strangers(folder, paths), *sightings)
    return Preflight(target.name, len(listed), pages, once(*problems))


def unspoken(printed: Mapping[str, MadePieces], book: Book, shown: str) -> Iterator[Problem]:
    """An error for files in languages that the workbook does not have."""
    if strange := sorted(printed.keys() - {"", *book.languages}):
        fault = f"There are files in {some_of(strange, 5)}, of which the workbook says nothing any more."
        yield error(shown, fault, "Delete them, or write the columns in that language again.")


def stale(printed: MadePieces, now: GameNow, shown: str, mend: str) -> Iterator[Problem]:
    """An error for each component of which other pieces are printed than the game has now."""
    if now.checked is None:
        return
    current = pieces_of(now.checked.book, now.decks)
    differ = Counter(place[0] for place in {*printed, *current} if printed.get(place) != current.get(place))
    for name in sorted(differ):
        count = f"{differ[name]} {'piece' if differ[name] == 1 else 'pieces'}"
        if any(place[0] == name for place in printed):
            fault = f"The files of {name} are older than the game: {count} would be printed otherwise now."
        else:
            fault = f"The files were made without {name}, which has {count}."
        yield error(shown, fault, mend)

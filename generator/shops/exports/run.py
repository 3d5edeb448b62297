"""An export: the game is read, checked and drawn as for a build, and goes to a target and not on sheets."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.files import MB, Unreadable, is_link, read_bounded
from generator.ground.output import CONTENTS, PIECES, README, Stage, staged, sweep
from generator.ground.problems import Failed, Problem, Severity, error, gravest, has_errors
from generator.ground.progress import Progress, quiet
from generator.ground.project import OUTPUT, Project
from generator.press.decks import decks_for
from generator.press.files_made import write_folder_record
from generator.press.made import write_pieces
from generator.shops.exports.listing import CONTENTS_CSV, contents_csv, readme
from generator.shops.exports.order import ExportedFile, Exporter, ExportOptions, Order
from generator.shops.exports.pictures import write_pictures
from generator.shops.exports.press_pdf import write_press_pdfs
from generator.shops.exports.tabletop import write_tabletop
from generator.shops.exports.targets import Target, TargetKind, is_target_name
from generator.story.drawn import DrawnGame, checked_game, drawn_game

EXPORTS = "exports"
"""The folder in the output that has one for each target."""
FILE_NAME = re.compile(
    r"(?:[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}/)?[A-Za-z0-9][A-Za-z0-9 ._-]{0,199}\.(?:png|jpg|pdf|json|csv|txt)"
)
"""What an exported file may be called, in a folder or in none: nothing else is ever moved or deleted."""
_MOST_LIST, _MOST_LISTED = 20 * MB, 50_000
KINDS: Mapping[TargetKind, Exporter] = {
    TargetKind.PICTURES: write_pictures,
    TargetKind.PDF: write_press_pdfs,
    TargetKind.TABLETOP: write_tabletop,
}
"""How the files of each kind are made. One more also needs its settings in `targets.py`."""


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """What an export made, and what it came upon."""

    target: Target
    files: tuple[ExportedFile, ...]
    problems: tuple[Problem, ...]
    """Warnings, and notes of what was left out."""
    folder: Path
    changed: tuple[str, ...] = ()
    """The files that were not there before or were others."""


def export(
    project: Project,
    target: Target,
    options: ExportOptions | None = None,
    *,
    game: DrawnGame | None = None,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> ExportSummary:
    """Make the files of a target in `output/exports/<target>`, all of them or none.

    `game` is it as it was drawn before, in the language of the options and with all of its components; else
    what is wanted is drawn here. Raises Failed, with the folder as it was, if anything is wrong with the
    game, as for a build.
    """
    options = options or ExportOptions()
    if game is None:
        game = drawn_game(
            checked_game(project, language=options.language, progress=progress, cache=cache),
            names=options.components,
            only=options.only,
            target=target.name,
            progress=progress,
            cache=cache,
            cores=cores,
        )
    checked, decks = game.checked, decks_for(game.decks, target.name)
    warnings = [
        problem for problem in (*checked.problems, *game.problems) if problem.severity is Severity.WARNING
    ]
    folder = _folder(project, target)
    order = Order(target, decks, checked, game.workshop, options, cache, cores, progress)
    with staged(folder, names=FILE_NAME) as stage:
        files, problems = KINDS[target.kind](order, stage)
        if has_errors(problems):
            raise Failed(*gravest(problem for problem in problems if problem.severity is Severity.ERROR))
        stage.write(CONTENTS_CSV, contents_csv(files))
        stage.write(README, readme(order, files, problems))
        write_pieces(
            stage,
            folder,
            checked.book,
            decks,
            language=checked.edition.language,
            complete=True,
            languages=False,
        )
        _list(stage, folder)
    return ExportSummary(target, files, gravest((*warnings, *problems)), folder, tuple(stage.changed))


def _folder(project: Project, target: Target) -> Path:
    """The folder of a target. Raises Failed if the folder around it is a link, which may lead anywhere."""
    around = project.output / EXPORTS
    if is_link(around):
        fault = f"The folder {EXPORTS} in the output is a link."
        raise Failed(error(f"output/{EXPORTS}", fault, "Delete it; an export makes the folder."))
    return around / target.name


def sweep_export(game: Path, name: str) -> None:
    """Take away what an export to a target has left that was ended, unless another one is at work there."""
    if is_target_name(name):
        sweep(game / OUTPUT / EXPORTS / name, FILE_NAME)


def _list(stage: Stage, folder: Path) -> None:
    """Note the files of this export, and that those of the last one which are none of them are to go."""
    names = sorted(name for name in stage.hashes if name != PIECES)
    stage.stale += [name for name in exported_names(folder) if name not in stage.hashes]
    write_folder_record(stage, folder, names)
    stage.write(CONTENTS, (json.dumps({"files": names}, indent=0) + "\n").encode())


def exported_names(folder: Path) -> list[str]:
    """The files of the last export. Nothing else that the list may hold is believed."""
    try:
        entries = json.loads(read_bounded(folder / CONTENTS, inside=folder, most=_MOST_LIST))
        names = entries["files"]
    except (Unreadable, ValueError, KeyError, TypeError, RecursionError):
        return []
    if not isinstance(names, list) or len(names) > _MOST_LISTED:
        return []
    return [name for name in names if isinstance(name, str) and FILE_NAME.fullmatch(name)]

"""The story of `pnp publish`: in each language build → export → pack → look at what was packed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.checks.checked import read
from generator.checks.languages import untranslated
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.files import MB
from generator.ground.output import README, Stage, staged
from generator.ground.problems import Failed, Problem, Severity, error, gravest, has_errors, warning
from generator.ground.progress import Progress, quiet
from generator.ground.project import OUTPUT, Project
from generator.press.contents import wrapped
from generator.press.decks import decks_for
from generator.press.variants import InkUse
from generator.records.edition import Edition, file_name_part
from generator.records.languages import language_code
from generator.records.made_for import HOME
from generator.records.worksheets import game_facts
from generator.shops.exports.order import ExportOptions
from generator.shops.exports.run import EXPORTS, export
from generator.shops.exports.targets import Target, TargetKind
from generator.shops.preflight.altered import MadeFolder
from generator.shops.preflight.on_table import look_at_table
from generator.shops.preflight.past_looks import PastLooks
from generator.shops.preflight.run import GameNow, look_over_home, look_over_target
from generator.shops.preflight.sights import told_apart
from generator.shops.publish.licences import licences
from generator.shops.publish.opened import damaged, miscounted_pieces, miscounted_sheets, opened
from generator.shops.publish.packing import Packed, home_files, languages_guide, target_files
from generator.shops.publish.parcel import SUMS, digest, zipped
from generator.story import BuildOptions, Summary, build

PUBLISH = "publish"
"""The folder in the output."""
ZIP_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.(?:zip|txt)")
_ENGLISH = "en"
_AGAIN = "pnp publish"


@dataclass(frozen=True, slots=True)
class ZipParcel:
    """One zip that was made; `files` are those in it but for their checksums."""

    name: str
    title: str
    """What it is for, for people."""
    files: int
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PublishSummary:
    """What a publishing made, and what it came upon."""

    parcels: tuple[ZipParcel, ...]
    problems: tuple[Problem, ...]
    """Warnings and notes."""
    folder: Path


@dataclass(slots=True)
class Publishing:
    """A publishing under way: the zips so far, and all that was come upon."""

    project: Project
    stage: Stage
    shared: Mapping[str, bytes]
    progress: Progress
    cache: Cache
    cores: int
    past: PastLooks
    """What was looked at before, for any target."""
    parcels: list[ZipParcel] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _used: Counter[str] = field(default_factory=Counter)

    def pack(self, packed: Packed, stem: str, title: str) -> tuple[str, bytes]:
        """Write a zip and note it; its name and its bytes."""
        self._used[stem] += 1  # two targets may have one title
        stem = stem if self._used[stem] == 1 else f"{stem}-{self._used[stem]}"
        name, files = f"{stem}.zip", {**self.shared, **packed.files}
        with unit("publish", name, times=1 + len(files) / 100):
            content = zipped(stem, files, name)
        self.stage.write(name, content)
        self.parcels.append(ZipParcel(name, title, len(files), len(content), digest(content)))
        return name, content


def publish(
    project: Project,
    targets: Sequence[Target],
    *,
    home: bool = True,
    named: bool = True,
    base_url: str = "",
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> PublishSummary:
    """Make the zips of the home sheets and of the targets in every language of the game, all or none.

    A target that makes nothing of the game is an error if the targets were `named`, else a warning.
    Raises Failed, with the zips as they were, if the game cannot be built or what was packed has errors; the
    sheets and exports, last those of the workbook's own language, stay where they are.
    """
    book, _ = read(project, progress=progress, cache=cache)
    folder = project.output / PUBLISH
    with staged(folder, names=ZIP_NAME) as stage:
        run = Publishing(project, stage, licences(project), progress, cache, cores, PastLooks(cache))
        base = language_code(game_facts(book).language) or _ENGLISH
        sheets: dict[str, Packed] = {}
        for language in (*sorted(book.languages), ""):
            run.problems += untranslated(book, project, language) if language else ()
            with unit("command", PUBLISH):
                summary = _made(run, language)
            edition = summary.game.checked.edition
            code = (language or base) if book.languages else ""
            if home:
                sheets[code] = home_files(
                    project, edition, summary.files, decks_for(summary.game.decks, HOME), code
                )
            for target in targets:
                with unit("command", target.title):  # each has the time of a command of its own
                    _target(run, target, summary, language=language, base_url=base_url, named=named)
        if home:
            with unit("command", PUBLISH):
                _home(run, edition, sheets)
        run.problems += told_apart(book)
        if has_errors(run.problems):
            raise Failed(*gravest(run.problems))
        run.parcels.sort(key=lambda parcel: parcel.title != _FOR_HOME)
        stage.write(README, _about(edition, run.parcels, run.problems))
        stage.write(SUMS, "".join(f"{parcel.sha256}  {parcel.name}\n" for parcel in run.parcels).encode())
    return PublishSummary(tuple(run.parcels), gravest(run.problems), folder)


_FOR_HOME = "printing at home"


def _made(run: Publishing, language: str) -> Summary:
    """The game built in a language."""
    options = BuildOptions(inks=(InkUse.NORMAL, InkUse.LIGHT), language=language)
    summary = build(run.project, options, progress=run.progress, cache=run.cache, cores=run.cores)
    run.problems += (*summary.problems, *summary.sample_told)
    return summary


def _home(run: Publishing, edition: Edition, sheets: Mapping[str, Packed]) -> None:
    """The zip of what is printed at home, in all languages, looked at as it was packed."""
    files = {path: content for packed in sheets.values() for path, content in packed.files.items()}
    if len(sheets) > 1:
        files[README] = languages_guide(edition, sorted(sheets))
    record = {path: record for packed in sheets.values() for path, record in packed.record.items()}
    listed = tuple(file for packed in sheets.values() for file in packed.sheets)
    name, content = run.pack(Packed(files, record, listed), f"{edition.stem}_PnP", _FOR_HOME)
    with opened(content, name) as folder:
        run.problems += damaged(folder, name, run.project)
        run.problems += miscounted_sheets(folder, name, listed)
        made = MadeFolder(folder=folder, shown=name, record=record, again=_AGAIN)
        run.problems += look_over_home(made, listed, past=run.past).problems


def _target(
    run: Publishing, target: Target, summary: Summary, *, language: str, base_url: str, named: bool
) -> None:
    """The zip of a target in a language, looked at as it was packed; a Problem if there is nothing for it."""
    edition = summary.game.checked.edition
    options = ExportOptions(language=language, base_url=base_url)
    game, progress, cache, cores = summary.game, run.progress, run.cache, run.cores
    exported = export(run.project, target, options, game=game, progress=progress, cache=cache, cores=cores)
    run.problems += exported.problems if not language else ()  # what is left out is told in one language
    if not exported.files:
        fault = f"{target.title} makes nothing that this game has, so there is no zip for it."
        mend = "pnp export --list says which target makes what."
        problem_of = error if named else warning
        run.problems.append(problem_of(f"{OUTPUT}/{EXPORTS}/{target.name}", fault, mend))
        return
    packed = target_files(run.project, target, summary.files)
    name, content = run.pack(packed, f"{edition.stem}_{file_name_part(target.title)}", target.title)
    now = GameNow(game.checked, game.decks, summary.problems).made_for(target.name)
    with opened(content, name) as folder:
        run.problems += damaged(folder, name, run.project)
        run.problems += miscounted_pieces(folder, name, target, now.decks)
        about = MadeFolder(folder=folder, shown=name, record=packed.record, again=_AGAIN)
        run.problems += look_over_target(about, target, now, past=run.past).problems
        if target.kind is TargetKind.TABLETOP:
            run.problems += look_at_table(folder, now.decks, name)


def _about(edition: Edition, parcels: Sequence[ZipParcel], problems: Sequence[Problem]) -> bytes:
    """What each zip is for, and what somebody should know before they upload it."""
    width = max((len(parcel.name) for parcel in parcels), default=0)
    lines = [f"{edition.game} v{edition.version}: what to upload", ""]
    lines += (
        f"{parcel.name:<{width}}  {parcel.title}, {parcel.size_bytes / MB:.1f} MB" for parcel in parcels
    )
    lines += ["", f"{SUMS} has their SHA-256.", f"{README} in each of them lists its files."]
    warnings = [problem for problem in gravest(problems) if problem.severity is Severity.WARNING]
    lines += ["", "Look at this before you upload them:"] if warnings else ["", "There is no warning."]
    bullets = dict.fromkeys(f"- {problem.where}: {problem.what} {problem.mend}" for problem in warnings)
    lines += (wrapped(sentence) for sentence in bullets)
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")

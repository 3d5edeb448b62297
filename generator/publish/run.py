"""The story of `pnp publish`: build → export → preflight → zips, and the zips only if all is well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from generator.build import build
from generator.build.options import BuildOptions
from generator.cache import NO_CACHE, Cache
from generator.exports.run import EXPORTS, export, exported_names
from generator.exports.targets import Target
from generator.games import GAMES, Games
from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.problems import Failed, Problem, error, gravest, has_errors, note
from generator.ground.progress import Progress, quiet
from generator.output import README, staged
from generator.preflight.run import GameNow, Preflight, preflight_home, preflight_target
from generator.press.contents import contents_text, wrapped
from generator.press.printing import OutputFile
from generator.press.variants import InkUse
from generator.project import OUTPUT, Project
from generator.publish.licences import licences
from generator.publish.parcel import SUMS, digest, zipped
from generator.records.edition import Edition, file_name_part

PUBLISH = "publish"
"""The folder in the output."""
ZIP_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.(?:zip|txt)")
_LIGHT = "light"
_LARGEST = 300 * MB
_GUIDE = (
    """\
Everything that is needed to print and play. Take the folder of your paper; the folder light in it holds the
same with little ink, so that of a file there and one beside it one is enough.""",
    f"""\
{SUMS} has the SHA-256 of every file, as sha256sum -c reads it. The folder licences holds the terms of the
game, if they are stated, and those of its fonts.""",
)


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


def publish(
    project: Project,
    targets: Sequence[Target],
    *,
    home: bool = True,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> PublishSummary:
    """Make the zips of the home sheets and of the targets, all of them or none.

    Raises Failed, with the zips as they were, if the game cannot be built or preflight finds errors; the
    sheets and exports that it looked at stay where they are.
    """
    options = BuildOptions(inks=(InkUse.NORMAL, InkUse.LIGHT))
    made = build(project, options, games=games, progress=progress, cache=cache, cores=cores)
    assert made.checked is not None
    now, edition = GameNow(made.checked, made.decks, made.problems), made.checked.edition
    found: list[Problem] = [*made.problems, *made.sample_told]
    looked: list[Preflight] = [preflight_home(project, now)] if home else []
    for target in targets:
        exported = export(project, target, games=games, progress=progress, cache=cache, cores=cores)
        found += exported.problems
        if exported.files:
            looked.append(preflight_target(project, now, target))
    found += (problem for each in looked for problem in each.problems)
    if has_errors(problem for each in looked for problem in each.problems):
        raise Failed(*gravest(found))
    parcels = _packed(project, edition, made.files if home else None, targets, found)
    return _written(project, edition, parcels, found)


def _packed(
    project: Project,
    edition: Edition,
    sheets: Sequence[OutputFile] | None,
    targets: Sequence[Target],
    found: list[Problem],
) -> Iterator[tuple[ZipParcel, bytes]]:
    """Each zip, one after the other, as not all of them may have room in memory."""
    shared = licences(project)
    used: Counter[str] = Counter()
    if sheets is not None:
        yield _parcel(_home(project, edition, sheets, shared), f"{edition.stem}_PnP", "printing at home")
    for target in targets:
        files = _target(project, target, shared)
        if files is None:
            what, mend = f"{target.title} makes nothing that this game has.", "There is no zip for it."
            found.append(note(f"{OUTPUT}/{EXPORTS}/{target.name}", what, mend))
            continue
        stem = f"{edition.stem}_{file_name_part(target.title)}"
        used[stem] += 1  # two targets may have one title
        yield _parcel(files, stem if used[stem] == 1 else f"{stem}-{used[stem]}", target.title)


def _parcel(files: Mapping[str, bytes], stem: str, title: str) -> tuple[ZipParcel, bytes]:
    name = f"{stem}.zip"
    with unit("publish", name, times=len(files) / 100):
        content = zipped(stem, files, name)
    return ZipParcel(name, title, len(files), len(content), digest(content)), content


# ---------------------------------------------------------------- what goes into a zip


def _home(
    project: Project, edition: Edition, made: Sequence[OutputFile], shared: Mapping[str, bytes]
) -> dict[str, bytes]:
    """The sheets and booklets of all papers, those in light ink in a folder of their own."""
    files = dict(shared)
    listed: list[OutputFile] = []
    for file in made:
        name, paper = PurePosixPath(file.path).name, f"{file.paper}/{_LIGHT}" if file.light else file.paper
        files[f"{paper}/{name}"] = _read(project.output / file.path, project.output, f"{OUTPUT}/{file.path}")
        listed.append(replace(file, paper=paper, path=f"{paper}/{name}"))
    told = contents_text(edition, sorted(listed, key=lambda file: file.path))
    title, _, rest = told.partition("\n")
    guide = "\n\n".join(wrapped(" ".join(text.split())) for text in _GUIDE)
    files[README] = f"{title}\n\n{guide}\n{rest}".encode()
    return files


def _target(project: Project, target: Target, shared: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """The files of a target as the export has listed them; None if there is nothing to upload."""
    folder, shown = project.output / EXPORTS / target.name, f"{OUTPUT}/{EXPORTS}/{target.name}"
    names = exported_names(folder)
    if not any("/" in name or not name.endswith((".txt", ".csv")) for name in names):
        return None
    return {**shared, **{name: _read(folder / name, project.output, f"{shown}/{name}") for name in names}}


def _read(path: Path, inside: Path, shown: str) -> bytes:
    try:
        return read_bounded(path, inside=inside, most=_LARGEST)
    except Unreadable as fault:
        raise Failed(error(shown, fault.what, fault.mend)) from None


# ---------------------------------------------------------------- the folder of zips


def _written(
    project: Project, edition: Edition, packed: Iterator[tuple[ZipParcel, bytes]], found: Sequence[Problem]
) -> PublishSummary:
    """Put the zips into their folder, all together, with a list of them."""
    folder, parcels = project.output / PUBLISH, list[ZipParcel]()
    with staged(folder, names=ZIP_NAME) as stage:
        for parcel, content in packed:
            stage.write(parcel.name, content)
            parcels.append(parcel)
        stage.write(README, _about(edition, parcels))
        stage.write(SUMS, "".join(f"{each.sha256}  {each.name}\n" for each in parcels).encode())
    return PublishSummary(tuple(parcels), gravest(found), folder)


def _about(edition: Edition, parcels: Sequence[ZipParcel]) -> bytes:
    """What each zip is for."""
    width = max((len(parcel.name) for parcel in parcels), default=0)
    lines = [f"{edition.game} v{edition.version}: what to upload", ""]
    lines += (f"{each.name:<{width}}  {each.title}, {each.size_bytes / MB:.1f} MB" for each in parcels)
    lines += ["", f"{SUMS} has their SHA-256."]
    return ("\n".join(lines) + "\n").encode()

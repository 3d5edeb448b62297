"""What goes into a zip: the sheets for home in their languages, or the files of a target and the booklets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.output import README
from generator.ground.problems import Failed, error
from generator.ground.project import OUTPUT, Project
from generator.press.contents import contents_text, wrapped
from generator.press.decks import Deck
from generator.press.files_made import FileRecord, folder_record
from generator.press.printing import OutputFile
from generator.records.edition import Edition
from generator.shops.exports.run import EXPORTS, exported_names
from generator.shops.exports.targets import Target, TargetKind
from generator.shops.publish.parcel import SUMS

BOOKLETS = "booklets"
"""The folder of the rulebook and its like in the zip of a shop."""
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
class Packed:
    """Files by their paths in a zip, and what they were when they were made."""

    files: Mapping[str, bytes]
    record: Mapping[str, FileRecord]
    sheets: tuple[OutputFile, ...] = ()
    """Those of them that are printed at home, by their paths in the zip."""


def home_files(
    project: Project, edition: Edition, output_files: Sequence[OutputFile], decks: Sequence[Deck], code: str
) -> Packed:
    """The sheets and booklets of one language: a folder for each paper, with another for those in light ink.

    With a `code` they lie in a folder of that name, as beside them lie those of another language.
    """
    around = f"{code}/" if code else ""
    listed: list[OutputFile] = []
    for file in output_files:
        name, paper = PurePosixPath(file.path).name, f"{file.paper}/{_LIGHT}" if file.light else file.paper
        listed.append(replace(file, paper=paper, path=f"{around}{paper}/{name}"))
    files, record = _built(project, {new.path: old for new, old in zip(listed, output_files, strict=True)})
    told = contents_text(edition, sorted(listed, key=lambda file: file.path))
    title, _, rest = told.partition("\n")
    guide = "\n\n".join(wrapped(" ".join(text.split())) for text in _GUIDE)
    parts = (f"{title}\n", f"{guide}\n{rest}", *(f"{line}\n" for line in _not_printed(decks)))
    files[f"{around}{README}"] = "\n".join(parts).encode()
    return Packed(files, record, tuple(listed))


def _not_printed(decks: Sequence[Deck]) -> Iterator[str]:
    """The components of which there is no sheet."""
    for deck in decks:
        if not deck.pieces:
            yield f"Not here: {deck.title}. None of its rows is printed."


def languages_guide(edition: Edition, codes: Sequence[str]) -> bytes:
    """What the folders of several languages are, for the top of a zip."""
    folders = ", ".join(codes[:-1]) + f" and {codes[-1]}"
    fault = f"The folders {folders} hold the same game in different languages. Take one of them; its {README}"
    return f"{edition.game} v{edition.version}\n\n{wrapped(f'{fault} says fault each file is.')}\n".encode()


def target_files(project: Project, target: Target, output_files: Sequence[OutputFile]) -> Packed:
    """The files of a target as the export has listed them, and the booklets for who sells the game there.

    On a table on a screen the booklets are there already.
    """
    folder, shown = project.output / EXPORTS / target.name, f"{OUTPUT}/{EXPORTS}/{target.name}"
    files = {name: _read(folder / name, project.output, f"{shown}/{name}") for name in exported_names(folder)}
    if target.kind is TargetKind.TABLETOP:
        return Packed(files, folder_record(folder))
    booklets = (file for file in output_files if file.booklet and not file.light)
    paths = {f"{BOOKLETS}/{PurePosixPath(file.path).name}": file for file in booklets}
    booklet_files, record = _built(project, paths)
    return Packed(files | booklet_files, {**folder_record(folder), **record})


def _built(
    project: Project, paths: Mapping[str, OutputFile]
) -> tuple[dict[str, bytes], dict[str, FileRecord]]:
    """Files that a build has made by the paths that they get, and what they were when they were made."""
    output, records = project.output, folder_record(project.output)
    files = {path: _read(output / file.path, output, f"{OUTPUT}/{file.path}") for path, file in paths.items()}
    return files, {path: records[file.path] for path, file in paths.items() if file.path in records}


def _read(path: Path, inside: Path, shown: str) -> bytes:
    try:
        return read_bounded(path, inside=inside, most=_LARGEST)
    except Unreadable as fault:
        raise Failed(error(shown, fault.what, fault.mend)) from None

"""A zip that was packed, opened in another folder, and whether what lies there is whole and is the game."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from generator.ground.fence import unit
from generator.ground.files import entries_of, files_below, read_bounded, temporary_folder
from generator.ground.problems import Problem, error
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.press.decks import Deck
from generator.press.printing import OutputFile
from generator.shops.exports.listing import CONTENTS_CSV
from generator.shops.exports.targets import Target, TargetKind
from generator.shops.preflight.shop import listed_exports
from generator.shops.publish.parcel import MOST_BYTES, SUMS, digest

_AGAIN = "Run pnp publish again; if it stays so, leave the zip unpublished."


@contextmanager
def opened(content: bytes, name: str) -> Iterator[Path]:
    """The one folder that a zip holds, unpacked where nobody has worked on it."""
    with temporary_folder() as place:
        with unit("publish", name), zipfile.ZipFile(io.BytesIO(content)) as parcel:
            parcel.extractall(place)
        (folder,) = entries_of(place)
        yield folder


def damaged(folder: Path, shown: str, project: Project) -> Iterator[Problem]:
    """Files that are not those of the list of digests, and any that names a folder of this machine."""
    listed = _read(folder / SUMS, folder).decode().splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in listed)}
    private = _spelled(project.root)
    there = {path.relative_to(folder).as_posix(): path for path, _, _ in files_below(folder)}
    for name in sorted({*sums, *there} - {SUMS}):
        content = _read(there[name], folder) if name in there else b""
        if name not in there or digest(content) != sums.get(name):
            yield error(f"{shown}/{name}", f"The file is not as {SUMS} has it.", _AGAIN)
        elif any(path in content for path in private):
            fault = "The file names the folder of your game on this machine, which is nobody else's business."
            yield error(f"{shown}/{name}", fault, "Look for that path in the workbook and the templates.")


def _spelled(root: Path) -> tuple[bytes, ...]:
    """A folder as files may spell it; nothing if its path is so short that any text may hold it."""
    path = root.resolve()
    spelled = {str(path), path.as_posix(), path.as_uri()}
    return tuple(text.encode("utf-8", "replace") for text in spelled) if len(path.parts) > 2 else ()


def miscounted_sheets(folder: Path, shown: str, files: Sequence[OutputFile]) -> Iterator[Problem]:
    """PDFs whose pages are not as many as were made."""
    for file in files:
        if PurePosixPath(file.path).suffix == ".pdf":
            pages = _pages(folder, file.path, shown)
            if pages != file.pages:
                fault = f"The file has {pages:,} pages, and {file.pages:,} were made."
                yield error(f"{shown}/{file.path}", fault, _AGAIN)


def miscounted_pieces(folder: Path, shown: str, target: Target, decks: Sequence[Deck]) -> Iterator[Problem]:
    """Components of which a zip for a target holds more or fewer pieces than the game has.

    What lies on a table on a screen is counted by who looks at the table.
    """
    if target.kind is TargetKind.TABLETOP:
        return
    counts = Counter({deck.title: 0 for deck in decks})
    for deck in decks:
        counts[deck.title] += len(deck.pieces)
    there: Counter[str] = Counter()
    for row in listed_exports(folder):
        if target.kind is TargetKind.PDF:
            there[row.component] += _pages(folder, row.path, shown) // 2
        elif row.side != "back":
            there[row.component] += row.copies
    for title, count in there.items():
        if count != counts[title]:
            fault = f"{title} has {count:,} pieces in the zip, and {counts[title]:,} in the game."
            yield error(f"{shown}/{CONTENTS_CSV}", fault, _AGAIN)


def _pages(folder: Path, path: str, shown: str) -> int:
    with unit("publish", f"{shown}/{path}"), Pages(_read(folder / path, folder)) as pages:
        return len(pages)


def _read(path: Path, folder: Path) -> bytes:
    return read_bounded(path, inside=folder, most=MOST_BYTES)

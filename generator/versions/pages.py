"""The pages that show both faces of each piece that differs, side by side: written where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.ground.fence import unit
from generator.ground.files import write_whole
from generator.ground.problems import Failed, error
from generator.ground.progress import Progress, quiet
from generator.ground.project import Project
from generator.versions.compare import Difference
from generator.versions.seen import seen_pieces
from generator.versions.sides import ComparedSide


def write_pages(
    differs: Difference,
    old: ComparedSide,
    new: ComparedSide,
    game: Path,
    *,
    html: Path | None = None,
    pdf: Path | None = None,
    progress: Progress = quiet,
) -> Iterator[Path]:
    """Write the pages that are asked for, and yield where. Raises Failed, and writes then none of them."""
    from generator.text.fonts import game_fonts
    from generator.versions.page_html import difference_html
    from generator.versions.page_pdf import difference_pdf

    pieces = seen_pieces(differs, old, new, progress=progress)
    contents: list[tuple[Path, bytes]] = []
    if html is not None:
        page = difference_html(differs, pieces, old.name, new.name)
        contents.append((html, page.encode("utf-8", "replace")))
    if pdf is not None:
        with unit("sheets", pdf.name, times=1 + len(pieces) / 50):
            fonts = game_fonts(Project(game))
            contents.append((pdf, difference_pdf(differs, pieces, old.name, new.name, fonts=fonts)))
    for path, content in contents:
        try:
            write_whole(path, content, inside=None)
        except OSError as fault:
            flaw = f"The page cannot be written: {fault.strerror or fault}."
            raise Failed(error(str(path), flaw, "Name a file in a folder that may be written.")) from fault
        yield path

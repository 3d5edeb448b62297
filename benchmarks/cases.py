"""The cases. Each runs in a process of its own, so that its peak memory is its own."""

from __future__ import annotations

import dataclasses
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from benchmarks.preview import preview
from generator.checks.checked import Checked, check_game, read
from generator.faces import FaceMaker
from generator.faces.face import Face
from generator.ground.helper import usable_cores
from generator.ground.project import Project
from generator.ground.shapes import BLEED_MM
from generator.press.decks import Deck
from generator.press.printing import plan
from generator.records.tables import Book, Row, Table
from generator.sheets.furniture import Caption
from generator.sheets.layouts import Layout
from generator.sheets.sheet import A4, LETTER, Flip, Paper, Piece
from generator.sheets.sheet_pdf import PageFonts, sheets_pdf
from generator.story import BuildOptions, build
from generator.svg import draw_designs
from generator.text.fonts import Fonts, game_fonts, page_fonts_of
from generator.workbook.located import read_sheets

ROOT = Path(__file__).parents[1]
PATTERNS = "Patterns"

Result = dict[str, float]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor: everything here runs on one core, and other programs do not count."""
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


# ---------------------------------------------------------------- the real game


def whole_build(_: int) -> Result:
    """Every component on both papers, as `pnp build` makes it."""
    return _build(BuildOptions())


def one_changed_card(_: int) -> Result:
    """One card alone, on both papers in both layouts."""
    return _build(BuildOptions(components=(PATTERNS,), only=("Shell",)))


def _build(options: BuildOptions) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game"
        game.mkdir()
        for name in ("card_data.xlsx", "templates", "icons"):
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, game / name)
        seconds, summary = timed(lambda: build(Project(game), options, cores=usable_cores()))
        return {
            "seconds": seconds,
            "bytes": sum(file.size_bytes for file in summary.files),
            "cards": sum(file.pieces for file in summary.files),
        }


TWEAKS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "a Pattern’s flavour": (PATTERNS, "E3", "Touch came before all else."),
        "a Pattern in the rulebook": (PATTERNS, "E2", "Keep the tide out."),
        "an Event’s flavour": ("Events", "D2", "The wells speak."),
        "copies of a component": ("Components", "H3", "2"),
    }
)
"""One changed cell each: sheet, cell, new value."""


def tweaks(_: int) -> Result:
    """What `pnp check` and `pnp build` take after one changed cell, as parts of the cold build.

    Each is a process of its own, with its start and its imports, and an empty cache of its own at first.
    """
    with tempfile.TemporaryDirectory() as folder:
        game, home = Path(folder) / "game", Path(folder) / "home"
        game.mkdir()
        for name in ("card_data.xlsx", "templates", "icons"):
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, game / name)
        told = {"cold": min(_command(game, home, "build", "--no-cache") for _ in range(2))}
        told["first build, cache empty"] = _command(game, home, "build")
        told["build again"] = _command(game, home, "build")
        told["check again"] = _command(game, home, "check")
        for name, tweak in TWEAKS.items():
            for command in ("check", "build"):
                shutil.copy(ROOT / "card_data.xlsx", game)
                for warming in ("build", "check"):
                    _command(game, home, warming)
                _set_cell(game, *tweak)
                told[f"{command}: {name}"] = _command(game, home, command)
        shutil.copy(ROOT / "card_data.xlsx", game)
        shutil.rmtree(home)
        told["publish, nothing known"] = _command(game, home, "publish")
        told["publish again"] = _command(game, home, "publish")
        return told


def reading(_: int) -> Result:
    """The cells of the game's workbook, as we read them and as openpyxl does."""
    from openpyxl import load_workbook

    path = ROOT / "card_data.xlsx"
    ours, theirs = (
        min(timed(read)[0] for _ in range(5))
        for read in (lambda: read_sheets(path), lambda: load_workbook(path, data_only=True))
    )
    return {"ours": ours, "openpyxl": theirs}


def _set_cell(game: Path, sheet: str, cell: str, value: str) -> None:
    from openpyxl import load_workbook

    book = load_workbook(game / "card_data.xlsx")
    book[sheet][cell] = int(value) if value.isdigit() else value
    book.save(game / "card_data.xlsx")


def _command(game: Path, home: Path, *arguments: str) -> float:
    """Seconds of the processor of one command, with its start."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "generator", *arguments, "--game", str(game)],
        cwd=ROOT,
        env={**os.environ, "PNP_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def papers(_: int) -> Result:
    """What each paper costs: designs and the first paper's sheets, then the second paper's."""
    made = render_faces(60)
    first, deck = timed(lambda: draw_deck(made))
    first += timed(lambda: _impose(deck, A4, tuple(Layout)))[0]
    second = timed(lambda: _impose(deck, LETTER, tuple(Layout)))[0]
    return {"seconds": first + made.seconds, "second": second, "bytes": 0, "cards": 60}


# ---------------------------------------------------------------- many cards


def ours(count: int) -> Result:
    """`count` cards with a back: SVG, then designs and A4 sheets by this package."""
    return _many(count, draw_deck)


def cairosvg(count: int) -> Result:
    """The same SVGs drawn by cairosvg's PDF surface, merged and imposed on the same sheets."""
    return _many(count, _draw_by_cairosvg)


def _many(count: int, draw: Callable[[Rendered], Deck]) -> Result:
    made = render_faces(count)
    drawing, deck = timed(lambda: draw(made))
    imposing, size = timed(lambda: _impose(deck, A4, (Layout.BUTTED,)))
    return {"svg": made.seconds, "seconds": drawing + imposing, "bytes": size, "cards": count}


@dataclasses.dataclass(frozen=True)
class Rendered:
    """Faces of `count` cards and one back, and the seconds that their SVG took."""

    component: Row
    faces: tuple[Face, ...]
    fonts: Fonts
    seconds: float


def render_faces(count: int) -> Rendered:
    """The SVGs of so many cards and of their back."""
    project = Project(ROOT)
    checked = check_game(project, *read(project))
    checked = _enlarged(checked, count)
    component = next(row for row in checked.book["Components"] if row["name"] == PATTERNS)
    fonts = game_fonts(project)

    def render() -> Iterator[Face]:
        maker = FaceMaker(root=ROOT, book=checked.book, game=checked.game, fonts=fonts)
        for row in checked.book[PATTERNS]:
            face, problems = maker.render(component["front"], component=component, card=row)
            assert face is not None, problems
            yield face
        back, problems = maker.render(component["back"], component=component, card=row)
        assert back is not None, problems
        yield back

    seconds, faces = timed(lambda: tuple(render()))
    return Rendered(component, faces, fonts, seconds)


def _enlarged(checked: Checked, count: int) -> Checked:
    """The game with as many Patterns as wanted: the real ones again, under titles of their own."""
    table = checked.book[PATTERNS]
    rows = tuple(_renamed(table.rows[i % len(table)], i // len(table), number=i + 2) for i in range(count))
    tables: Mapping[str, Table] = MappingProxyType(
        {**checked.book.tables, PATTERNS: dataclasses.replace(table, rows=rows)}
    )
    book: Book = dataclasses.replace(checked.book, tables=tables)
    return dataclasses.replace(checked, book=book)


def _renamed(row: Row, again: int, *, number: int) -> Row:
    title = row["title"] if not again else f"{row['title']} {again + 1}"
    return dataclasses.replace(row, number=number, values=MappingProxyType({**row.values, "title": title}))


def draw_deck(made: Rendered) -> Deck:
    """Their designs by this package."""
    out = io.BytesIO()
    problems = draw_designs(made.faces, fonts=made.fonts, out=out)
    assert not problems, problems
    return _deck(made, out.getvalue())


def _draw_by_cairosvg(made: Rendered) -> Deck:
    import cairosvg
    import pikepdf

    merged = pikepdf.new()
    bleed = BLEED_MM
    for face in made.faces:
        width, height = face.width_mm + 2 * bleed, face.height_mm + 2 * bleed
        svg = face.svg.replace(
            f'width="{face.width_mm:g}mm" height="{face.height_mm:g}mm" '
            f'viewBox="0 0 {face.width_mm:g} {face.height_mm:g}"',
            f'width="{width:g}mm" height="{height:g}mm" viewBox="{-bleed:g} {-bleed:g} {width:g} {height:g}"',
        )
        assert svg != face.svg, "the bleed is drawn too"
        with pikepdf.open(io.BytesIO(cairosvg.svg2pdf(bytestring=svg.encode()))) as page:
            merged.pages.extend(page.pages)
    for leaf in merged.pages:
        left, bottom, right, top = (float(edge) for edge in leaf.mediabox)
        edge = bleed * 72 / 25.4
        leaf.TrimBox = [left + edge, bottom + edge, right - edge, top - edge]
    out = io.BytesIO()
    merged.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return _deck(made, out.getvalue())


def _deck(made: Rendered, designs: bytes) -> Deck:
    last = len(made.faces) - 1
    pieces = tuple(Piece(face.key, number, last) for number, face in enumerate(made.faces[:-1]))
    return Deck(made.component, designs, len(made.faces), pieces, partial=False)


def _impose(deck: Deck, paper: Paper, layouts: tuple[Layout, ...]) -> int:
    fonts = game_fonts(Project(ROOT))
    page_fonts = PageFonts(*page_fonts_of(fonts))
    size = 0
    for each in plan([deck], [paper], layouts, Flip.LONG):
        caption = Caption("Benchmark", "0", deck.title)
        size += len(sheets_pdf(each.imposition, deck.designs, caption=caption, page_fonts=page_fonts))
    return size


CASES: Mapping[str, Callable[[int], Result]] = MappingProxyType(
    {
        "whole": whole_build,
        "one": one_changed_card,
        "papers": papers,
        "tweaks": tweaks,
        "reading": reading,
        "ours": ours,
        "cairosvg": cairosvg,
        "preview": preview,
    }
)

"""The command `pnp export`: files for a shop or a screen. It prints, and returns an exit code."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.choice import CardsCommand, GoingOutCommand
from generator.cli.command import DrawingCommand, code_of, option, word
from generator.ground.problems import OK, PROBLEMS, Failed, error, has_errors
from generator.records.cells import counted

if TYPE_CHECKING:
    from generator.records.tables import Row
    from generator.shops.exports.run import ExportSummary
    from generator.shops.exports.targets import Target


def _dpi(text: str) -> float:
    """Dots an inch, as argparse wants it."""
    from generator.shops.exports.targets import LEAST_DPI, MOST_DPI

    try:
        dpi = float(text)
    except ValueError:
        dpi = 0.0
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from {LEAST_DPI:g} to {MOST_DPI:g}")
    return dpi


@dataclass(frozen=True, kw_only=True)
class ExportCommand(DrawingCommand, GoingOutCommand, CardsCommand):
    """`pnp export`."""

    name = "export"
    brief = "Make the files for a shop, or for a table on a screen."
    about = "Make the files that a print shop or an online table asks for, in output/exports."

    target: str | None = word(
        default=None, nargs="?", metavar="TARGET", help="who they are for; --list names all"
    )
    list: bool = option(False, help="name every target, those of the game's own too")
    dpi: float | None = option(
        None, type=_dpi, metavar="N", help="dots an inch, for a target whose pieces have their own size"
    )
    bleed: bool = option(False, help="the same with the 1/8 inch of bleed that designs have")
    lang: str = option("", metavar="CODE", help="the language to draw in, such as de")

    def tidy_up(self) -> None:
        """Take away what an export that the fence ended has left."""
        from generator.shops.exports.run import sweep_export

        sweep_export(self.game, self.target or "")

    def run(self) -> int:
        """Make the files. Raises Failed."""
        from generator.shops.exports.order import ExportOptions
        from generator.shops.exports.run import export
        from generator.shops.exports.targets import Sizes, read_target

        project = self.project
        if self.list:
            print("\n".join(_listed(self.game)))
            return OK
        if not self.target:
            mend = "Name one, such as pnp export game-crafter; pnp export --list has all."
            raise Failed(error("command line", "It is not said for whom.", mend))
        target = read_target(self.target, project)
        if target.sizes is Sizes.PRODUCTS and (self.dpi or self.bleed):
            option = "--dpi" if self.dpi else "--bleed"
            fault = f"{target.title} says how large its pictures are, so there is no choice of {option}."
            raise Failed(error(option, fault, f"Leave {option} out, or export png."))
        options = ExportOptions(
            components=tuple(self.components),
            only=self.titles,
            dpi=self.dpi,
            bleed=self.bleed,
            base_url=self.base_url,
            language=self.lang,
        )
        with self.at_work() as (bar, cache):
            cores = self.cores
            summary = export(project, target, options, progress=bar, cache=cache, cores=cores)
        self.show(summary.problems, notes=True)
        print("\n".join(_summary(summary)))
        return code_of(summary.problems, strict=self.strict) if summary.files else PROBLEMS


def _listed(game: Path) -> Iterator[str]:
    """Every target in a line, and below it what it makes of this game."""
    from generator.checks.checked import read
    from generator.ground.project import Project
    from generator.records.worksheets import COMPONENTS
    from generator.shops.exports.targets import read_target, target_names

    project = Project(game)
    book, problems = read(project)
    rows = book[COMPONENTS] if COMPONENTS in book and not has_errors(problems) else None
    targets = [read_target(name, project) for name in target_names(project)]
    width = max(len(target.name) for target in targets)
    for target in targets:
        products = f", {counted(len(target.products), 'product')}" if target.products else ""
        own = ", of this game" if target.own else ""
        yield f"{target.name:<{width}}  {target.title} ({target.kind}{products}{own})"
        if rows is not None:
            yield from (f"{'':<{width}}  {line}" for line in _fits(rows, target))
    if rows is None:
        yield "What they make of this game cannot be said: the workbook has errors, and pnp check shows them."


def _fits(rows: Iterable[Row], target: Target) -> Iterator[str]:
    """Which components a target makes, and which it leaves out, in a line each."""
    from generator.records.called import titled
    from generator.records.made_for import made_for
    from generator.shops.exports.fitted import takes

    taken = {titled(row): takes(row, target) for row in made_for(rows, target.name)}
    for head, fits in (("makes", True), ("leaves out", False)):
        names = [title for title, takes_it in taken.items() if takes_it is fits]
        if names:
            yield f"  {head} {', '.join(names)}"
    if not any(taken.values()):
        yield "  makes nothing of this game"


def _summary(summary: ExportSummary) -> Iterator[str]:
    """A line for each component, and what lies where."""
    for title in dict.fromkeys(file.component for file in summary.files):
        of_it = [file for file in summary.files if file.component == title]
        about = ", ".join(part for part in (of_it[0].product, of_it[0].size) if part)
        size_mb = sum(file.size_bytes for file in of_it) / 1e6
        yield f"{title}: {counted(len(of_it), 'file', ',')}, {about}, {size_mb:.1f} MB"
    if not summary.files:
        yield f"{summary.target.title} makes nothing that this game has."
    new = len([path for path in summary.changed if not path.startswith(".")])
    yield f"{summary.folder / 'README.txt'} says what to upload where; {new:,} files are new or changed."

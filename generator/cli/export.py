"""The command `pnp export`: files for a shop or a screen. It prints, and returns an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.cli.choice import add_cache, add_cards, add_going_out, located, opened_cache, titles
from generator.ground.problems import OK, PROBLEMS, Failed, Severity, error, has_errors

if TYPE_CHECKING:
    from generator.cli.console import AddCommand, ShowProblems
    from generator.records.tables import Row
    from generator.shops.exports.run import ExportSummary
    from generator.shops.exports.targets import Target


def add_commands(add: AddCommand, show: ShowProblems) -> None:
    """Add the command to the parser of `pnp`; `show` prints Problems."""
    parser = add(
        "export",
        lambda args: _export(args, show),
        "Make the files that a print shop or an online table asks for, in output/exports.",
    )
    parser.set_defaults(sweeps=_sweep)
    parser.add_argument("target", nargs="?", metavar="TARGET", help="who they are for; --list names all")
    add_cards(parser)
    parser.add_argument("--list", action="store_true", help="name every target, those of the game's own too")
    parser.add_argument(
        "--dpi",
        type=_dpi,
        metavar="N",
        help="dots an inch, for a target whose pieces have their own size",
    )
    parser.add_argument(
        "--bleed", action="store_true", help="the same with the 1/8 inch of bleed that designs have"
    )
    add_going_out(parser)
    parser.add_argument("--lang", metavar="CODE", default="", help="the language to draw in, such as de")
    add_cache(parser)


def _sweep(args: argparse.Namespace) -> None:
    """Take away what an export that the fence ended has left."""
    from generator.shops.exports.run import sweep_export

    sweep_export(args.game, args.target or "")


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


def _export(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.cli.console import ProgressBar
    from generator.ground.helper import usable_cores
    from generator.ground.project import open_project
    from generator.shops.exports.order import ExportOptions
    from generator.shops.exports.run import export
    from generator.shops.exports.targets import Sizes, read_target

    project = open_project(args.game)
    if args.list:
        print("\n".join(_listed(args)))
        return OK
    if not args.target:
        mend = "Name one, such as pnp export game-crafter; pnp export --list has all."
        raise Failed(error("command line", "It is not said for whom.", mend))
    target = read_target(args.target, project)
    if target.sizes is Sizes.PRODUCTS and (args.dpi or args.bleed):
        option = "--dpi" if args.dpi else "--bleed"
        fault = f"{target.title} says how large its pictures are, so there is no choice of {option}."
        raise Failed(error(option, fault, f"Leave {option} out, or export png."))
    options = ExportOptions(
        components=tuple(args.components),
        only=titles(args.only),
        dpi=args.dpi,
        bleed=args.bleed,
        base_url=args.base_url,
        language=args.lang,
    )
    bar = ProgressBar(sys.stderr)
    try:
        with opened_cache(args) as cache:
            cores = usable_cores()
            summary = export(project, target, options, progress=bar, cache=cache, cores=cores)
    finally:
        bar.clear()
    if summary.problems:
        show(located(args, summary.problems), sys.stderr, notes=True)
    print("\n".join(_summary(summary)))
    if not summary.files:
        return PROBLEMS
    weighty = any(problem.severity is not Severity.NOTE for problem in summary.problems)
    return PROBLEMS if args.strict and weighty else OK


def _listed(args: argparse.Namespace) -> Iterator[str]:
    """Every target in a line, and below it what it makes of this game."""
    from generator.checks.checked import read
    from generator.ground.project import Project
    from generator.records.worksheets import COMPONENTS
    from generator.shops.exports.targets import read_target, target_names

    project = Project(args.game)
    book, problems = read(project)
    rows = book[COMPONENTS] if COMPONENTS in book and not has_errors(problems) else None
    targets = [read_target(name, project) for name in target_names(project)]
    width = max(len(target.name) for target in targets)
    for target in targets:
        products = f", {count} product{'' if count == 1 else 's'}" if (count := len(target.products)) else ""
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
        yield f"{title}: {len(of_it):,} file{'' if len(of_it) == 1 else 's'}, {about}, {size_mb:.1f} MB"
    if not summary.files:
        yield f"{summary.target.title} makes nothing that this game has."
    new = len([path for path in summary.changed if not path.startswith(".")])
    yield f"{summary.folder / 'README.txt'} says what to upload where; {new:,} files are new or changed."

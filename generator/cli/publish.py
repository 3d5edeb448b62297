"""The commands before a game goes out: `pnp preflight` and `pnp publish`. They print, and return a code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.cli.choice import add_cache, add_going_out, located, opened_cache
from generator.ground.problems import OK, PROBLEMS, Severity, exit_code

if TYPE_CHECKING:
    from generator.cli.console import AddCommand, ShowProblems
    from generator.sheets.printer import PrinterMargins
    from generator.shops.preflight.run import Preflight
    from generator.shops.publish.run import PublishSummary

_MOST_MARGIN_MM = 60.0


def add_commands(add: AddCommand, show: ShowProblems) -> None:
    """Add both commands to the parser of `pnp`; `show` prints Problems."""
    looked = add(
        "preflight",
        lambda args: _preflight(args, show),
        "Look the finished files over as a print shop would, from page sizes to the bleed.",
    )
    looked.add_argument(
        "target",
        nargs="?",
        default="home",
        metavar="TARGET",
        help="home, which are the sheets of pnp build and is meant if none is named; or one that "
        "pnp export --list names, whose files pnp export has made",
    )
    reach = looked.add_mutually_exclusive_group()
    reach.add_argument(
        "--printer",
        metavar="NAME",
        help="one whose margins pnp calibrate keeps, and which is to print them",
    )
    reach.add_argument(
        "--margins",
        type=_margins,
        metavar="L,T,R,B",
        help="what your printer leaves white, in millimetres: left, top, right and bottom",
    )
    looked.add_argument("--json", action="store_true", help="the same for machines")
    looked.add_argument("--notes", action="store_true", help="say each note, too; else they are only counted")
    looked.add_argument("--strict", action="store_true", help="exit code 1 for warnings, too")
    add_cache(looked)
    out = add(
        "publish",
        lambda args: _publish(args, show),
        "Build and export everything, look it over, and pack the zips to upload, in output/publish.",
    )
    out.set_defaults(makes=True, draft=False)
    out.add_argument(
        "--target",
        action="append",
        metavar="NAME,NAME",
        help="home, and those that pnp export --list names; all of them if none is named",
    )
    add_going_out(out)
    out.add_argument("--notes", action="store_true", help="say each note, too; else they are only counted")
    add_cache(out)


def _margins(text: str) -> PrinterMargins:
    """Four lengths, as argparse wants them."""
    from generator.sheets.printer import PrinterMargins

    try:
        left, top, right, bottom = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not four numbers such as 5,5,5,12") from None
    if not all(0 <= margin <= _MOST_MARGIN_MM for margin in (left, top, right, bottom)):
        raise argparse.ArgumentTypeError(f"a margin is a number of millimetres from 0 to {_MOST_MARGIN_MM:g}")
    return PrinterMargins(left, top, right, bottom)


def _preflight(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.cli.console import ProgressBar, problems_json
    from generator.ground.helper import usable_cores
    from generator.ground.project import open_project
    from generator.sheets.printers.measured import printer_named
    from generator.shops.exports.targets import read_target
    from generator.shops.preflight.run import HOME_TARGET, game_now, preflight_home, preflight_target

    margins = printer_named(args.printer).margins if args.printer else args.margins
    bar, cores = ProgressBar(sys.stderr), usable_cores()
    try:
        with opened_cache(args) as cache:
            project = open_project(args.game)
            target = read_target(args.target, project) if args.target != HOME_TARGET else None
            now = game_now(project, progress=bar, cache=cache, cores=cores)
            if target is None:
                looked = preflight_home(project, now, margins=margins, cache=cache)
            else:
                looked = preflight_target(project, now, target, cache=cache)
    finally:
        bar.clear()
    if args.json:
        print(problems_json(located(args, looked.problems)))
    else:
        show(located(args, looked.problems), sys.stdout, notes=args.notes)
        print(_summary(looked))
    weighty = [problem for problem in looked.problems if problem.severity is not Severity.NOTE]
    return PROBLEMS if args.strict and weighty else exit_code(looked.problems)


def _summary(looked: Preflight) -> str:
    """What was looked at, in a line."""
    if not looked.files:
        return "No file was looked at."
    files = f"{looked.files} file{'' if looked.files == 1 else 's'}"
    pages = f", {looked.pages} page{'' if looked.pages == 1 else 's'}" if looked.pages else ""
    return f"Looked at {files}{pages} for the target {looked.target}."


def _publish(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.cli.console import ProgressBar
    from generator.ground.helper import usable_cores
    from generator.ground.project import open_project
    from generator.shops.exports.targets import read_target, target_names
    from generator.shops.preflight.run import HOME_TARGET
    from generator.shops.publish.run import publish

    project = open_project(args.game)
    asked = [name.strip() for words in args.target or () for name in words.split(",") if name.strip()]
    names = list(dict.fromkeys(asked)) or [HOME_TARGET, *target_names(project)]
    if "all" in names:
        names = [HOME_TARGET, *target_names(project)]
    targets = [read_target(name, project) for name in names if name != HOME_TARGET]
    bar = ProgressBar(sys.stderr)
    try:
        with opened_cache(args) as cache:
            home = HOME_TARGET in names
            cores = usable_cores()
            summary = publish(
                project,
                targets,
                home=home,
                named=bool(asked) and "all" not in asked,
                base_url=args.base_url,
                progress=bar,
                cache=cache,
                cores=cores,
            )
    finally:
        bar.clear()
    if summary.problems:
        show(located(args, summary.problems), sys.stderr, notes=args.notes)
    print("\n".join(_packed(summary)))
    weighty = any(problem.severity is not Severity.NOTE for problem in summary.problems)
    return PROBLEMS if args.strict and weighty else OK


def _packed(summary: PublishSummary) -> Iterator[str]:
    """A line for each zip."""
    width = max((len(parcel.name) for parcel in summary.parcels), default=0)
    for parcel in summary.parcels:
        about = f"{parcel.files:,} files, {parcel.size_bytes / 1e6:.1f} MB"
        yield f"{parcel.name:<{width}}  {parcel.title}: {about}"
    if not summary.parcels:
        yield "There is nothing to pack."
    else:
        yield f"They lie in {summary.folder}; its README.txt and SHA256SUMS.txt list them."

"""The command `pnp reprint`: sheets of what has changed since the last print. It returns an exit code."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from generator.cli.choice import (
    add_cache,
    add_profile,
    add_sheets,
    asked_for,
    located,
    opened_cache,
)
from generator.ground.problems import OK

if TYPE_CHECKING:
    from generator.cli.console import AddCommand, ShowProblems


def add_commands(add: AddCommand, show: ShowProblems) -> None:
    """Add the command to the parser of `pnp`; `show` prints Problems."""
    parser = add(
        "reprint",
        lambda args: _reprint(args, show),
        "Make sheets of the pieces that have changed since the last print, and a list of what to take out.",
    )
    parser.set_defaults(makes=True, draft=False)
    parser.add_argument(
        "components",
        nargs="*",
        metavar="COMPONENT",
        help="names from the sheet Components; all if none is named",
    )
    add_sheets(
        parser,
        layouts="3x3: cards share their edges, which takes the fewest sheets; "
        "8up: each card has its own bleed",
    )
    add_profile(parser)
    add_cache(parser)


def _reprint(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.cli.console import ProgressBar, files_text
    from generator.ground.project import OUTPUT, open_project
    from generator.versions.reprint import ReprintOptions, reprint

    wishes, printer = asked_for(args)
    options = ReprintOptions(
        components=tuple(args.components),
        asked=wishes,
        printer=printer,
    )
    bar = ProgressBar(sys.stderr)
    try:
        with opened_cache(args) as cache:
            project = open_project(args.game)
            summary = reprint(project, options, cache=cache, progress=bar)
    finally:
        bar.clear()
    if summary.problems:
        show(located(args, summary.problems), sys.stderr)
    if not summary.files:
        print(f"No piece differs from what was printed on {summary.since}: there is nothing to reprint.")
        return OK
    print(files_text(summary.files, project.root / OUTPUT))
    into = f"put in {summary.printed:,}" if summary.printed else "put nothing in"
    out = f"take out {summary.pulled:,}, as the pull list shows" if summary.pulled else "take nothing out"
    print(f"Since the print of {summary.since}: {into}, {out}.")
    print("When they are printed and in their places, pnp printed records it.")
    return OK

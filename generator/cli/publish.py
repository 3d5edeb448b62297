"""The commands before a game goes out: `pnp preflight` and `pnp publish`. They print, and return a code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.cli.choice import GoingOutCommand
from generator.cli.command import DrawingCommand, MakingCommand, NotingCommand, code_of, option, show, word
from generator.ground.problems import exit_code
from generator.records.cells import counted

if TYPE_CHECKING:
    from generator.sheets.printer import PrinterMargins
    from generator.shops.preflight.run import Preflight
    from generator.shops.publish.run import PublishSummary

_MOST_MARGIN_MM = 60.0


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


@dataclass(frozen=True, kw_only=True)
class PreflightCommand(DrawingCommand, NotingCommand):
    """`pnp preflight`."""

    name = "preflight"
    brief = "Look over finished files as a print shop would."
    about = "Look the finished files over as a print shop would, from page sizes to the bleed."

    target: str = word(
        default="home",
        nargs="?",
        metavar="TARGET",
        help="home, which are the sheets of pnp build and is meant if none is named; or one that "
        "pnp export --list names, whose files pnp export has made",
    )
    printer: str | None = option(
        None,
        only_one_of="margins",
        metavar="NAME",
        help="one whose margins pnp calibrate keeps, and which is to print them",
    )
    margins: PrinterMargins | None = option(
        None,
        only_one_of="margins",
        type=_margins,
        metavar="L,T,R,B",
        help="what your printer leaves white, in millimetres: left, top, right and bottom",
    )
    json: bool = option(False, help="the same for machines")
    strict: bool = option(False, help="exit code 1 for warnings, too")

    def run(self) -> int:
        """Look at the files of one target. Raises Failed."""
        from generator.cli.console import problems_json
        from generator.sheets.printers.measured import printer_named
        from generator.shops.exports.targets import read_target
        from generator.shops.preflight.run import HOME_TARGET, game_now, preflight_home, preflight_target

        margins = printer_named(self.printer).margins if self.printer else self.margins
        with self.at_work() as (bar, cache):
            project = self.project
            target = read_target(self.target, project) if self.target != HOME_TARGET else None
            now = game_now(project, progress=bar, cache=cache, cores=self.cores)
            if target is None:
                looked = preflight_home(project, now, margins=margins, cache=cache)
            else:
                looked = preflight_target(project, now, target, cache=cache)
        if self.json:
            print(problems_json(self.located(looked.problems)))
        else:
            show(self.located(looked.problems), sys.stdout, notes=self.notes)
            print(_summary(looked))
        return code_of(looked.problems, strict=self.strict) or exit_code(looked.problems)


@dataclass(frozen=True, kw_only=True)
class PublishCommand(MakingCommand, NotingCommand, GoingOutCommand):
    """`pnp publish`."""

    name = "publish"
    brief = "Build, export and look over all, and pack it to upload."
    about = "Build and export everything, look it over, and pack the zips to upload, in output/publish."

    target: Sequence[str] | None = option(
        None,
        action="append",
        metavar="NAME,NAME",
        help="home, and those that pnp export --list names; all of them if none is named",
    )

    def run(self) -> int:
        """Make the zips. Raises Failed."""
        from generator.shops.exports.targets import read_target, target_names
        from generator.shops.preflight.run import HOME_TARGET
        from generator.shops.publish.run import publish

        project = self.project
        named = [name.strip() for words in self.target or () for name in words.split(",") if name.strip()]
        names = list(dict.fromkeys(named))
        if not names or "all" in names:
            names = [HOME_TARGET, *target_names(project)]
        targets = [read_target(name, project) for name in names if name != HOME_TARGET]
        with self.at_work() as (bar, cache):
            summary = publish(
                project,
                targets,
                home=HOME_TARGET in names,
                named=bool(named) and "all" not in named,
                base_url=self.base_url,
                progress=bar,
                cache=cache,
                cores=self.cores,
            )
        self.show(summary.problems)
        print("\n".join(_packed(summary)))
        return code_of(summary.problems, strict=self.strict)


def _summary(looked: Preflight) -> str:
    """What was looked at, in a line."""
    if not looked.files:
        return "No file was looked at."
    pages = f", {counted(looked.pages, 'page')}" if looked.pages else ""
    return f"Looked at {counted(looked.files, 'file')}{pages} for the target {looked.target}."


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

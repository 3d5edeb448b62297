"""The commands that look at a game and make it: `pnp check`, `pnp build`. They print, and return a code."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from generator.ground.problems import OK, PROBLEMS, Failed, Problem, Severity, error, exit_code, has_errors

if TYPE_CHECKING:
    from generator.build import Summary
    from generator.cache import Cache
    from generator.console import AddCommand, ShowProblems
    from generator.project import Project

_PAPERS = {"a4": ("A4",), "letter": ("Letter",), "both": ("A4", "Letter")}
_LAYOUTS = {"3x3": ("3x3",), "8up": ("8up",), "both": ("3x3", "8up")}


def add_commands(add: AddCommand, show: ShowProblems) -> None:
    """Add both commands to the parser of `pnp`; `show` prints Problems."""
    check = add(
        "check",
        lambda args: _check(args, show),
        "Say everything that is wrong with the workbook, the rules and the faces.",
    )
    check.add_argument("--json", action="store_true", help="the same for machines")
    check.add_argument("--replay", action="store_true", help="unfold what is wrong with the sample game")
    check.add_argument(
        "--annotate",
        action="store_true",
        help="write card_data.checked.xlsx, too: a copy with wrong cells marked and the message as a note; "
        "of .csv files a folder card_data.checked, in which wrong rows have it in a last column Problems",
    )
    _add_notes(check)
    _add_cache(check)
    build = add("build", lambda args: _build(args, show), "Make the sheets to print, in the folder output.")
    build.set_defaults(makes=True)
    _add_notes(build)
    _add_cache(build)
    _add_choice(build)
    build.add_argument(
        "--draft",
        action="store_true",
        help="print whatever can be printed, marked DRAFT, into output/draft; 1 if anything is wrong",
    )
    build.add_argument(
        "--strict",
        action="store_true",
        help="exit code 1 for warnings and for a sample game that breaks the rules, too",
    )


def _add_notes(parser: argparse.ArgumentParser) -> None:
    text = "say each thing that differs from the published game; else they are only counted"
    parser.add_argument("--notes", action="store_true", help=text)


def _add_cache(parser: argparse.ArgumentParser) -> None:
    text = "draw everything anew instead of taking what was drawn before from your own pnp folder"
    parser.add_argument("--no-cache", dest="cache", action="store_false", help=text)


def _add_choice(build: argparse.ArgumentParser) -> None:
    build.add_argument(
        "components",
        nargs="*",
        metavar="COMPONENT",
        help="names from the sheet Components; all if none is named",
    )
    build.add_argument(
        "--only",
        action="append",
        metavar="TITLE,TITLE",
        help="only these cards, by title; one with a comma stands in double quotes, or repeat --only",
    )
    build.add_argument("--paper", type=str.lower, choices=tuple(_PAPERS), default="both")
    build.add_argument(
        "--layout",
        type=str.lower,
        choices=tuple(_LAYOUTS),
        default="both",
        help="3x3: cards share their edges; 8up: each card has its own bleed",
    )
    build.add_argument(
        "--flip",
        type=str.lower,
        choices=("long", "short"),
        default="long",
        help="the edge of the paper round which the printer turns it",
    )


def _check(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.build import Examined, look_over
    from generator.console import ProgressBar, problems_json, tame
    from generator.ground.helper import usable_cores
    from generator.project import open_project

    bar, project = ProgressBar(sys.stderr), None
    try:
        project = open_project(args.game)
        with _cache(args) as cache:
            found = look_over(project, progress=bar, cache=cache, cores=usable_cores())
    except Failed as failed:
        found = Examined(failed.problems, failed.problems)
    finally:
        bar.clear()
    if args.json:
        print(problems_json(located(args, found.problems)))
    else:
        show(located(args, found.told), sys.stdout, notes=args.notes)
    if args.replay and not args.json and found.sample is not None and found.sample.problems:
        print(f"\n{tame(found.sample.tree())}")
    if args.annotate and project is not None:
        _annotate(project, found.problems)
    return exit_code(found.problems)


def _annotate(project: Project, problems: Sequence[Problem]) -> None:
    """Write the copy of the workbook in which the Problems stand, and say so. Raises Failed."""
    from generator.workbook.annotate import annotate
    from generator.workbook.guard import is_csv_folder

    path, marked = annotate(project.workbook, problems, inside=project.root)
    rows = is_csv_folder(project.workbook, inside=project.root)
    counted = f"{marked} {'row' if rows else 'cell'}{'' if marked == 1 else 's'}"
    own = "files are as they were" if rows else "file is as it was"
    print(f"{path}: a copy of the workbook with {counted} marked; your own {own}.", file=sys.stderr)


def _build(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.build import BuildOptions, Unprinted, build
    from generator.console import ProgressBar, files_text
    from generator.ground.helper import usable_cores
    from generator.project import open_project
    from generator.sheets.layouts import Layout
    from generator.sheets.sheet import PAPERS, Flip

    options = BuildOptions(
        components=tuple(args.components),
        only=_titles(args.only),
        papers=tuple(paper for paper in PAPERS if paper.name in _PAPERS[args.paper]),
        layouts=tuple(Layout(layout) for layout in _LAYOUTS[args.layout]),
        flip=Flip(args.flip),
        draft=args.draft,
    )
    bar = ProgressBar(sys.stderr)
    try:
        with _cache(args) as cache:
            project, cores = open_project(args.game), usable_cores()
            summary = build(project, options, progress=bar, cache=cache, cores=cores)
    except Unprinted as failed:
        bar.clear()
        show(located(args, failed.problems), sys.stderr, notes=args.notes)
        print("Nothing was printed. pnp build --draft prints whatever can be, marked DRAFT.", file=sys.stderr)
        return PROBLEMS
    finally:
        bar.clear()
    told = (*summary.problems, *summary.sample_told)
    if told:
        show(located(args, told), sys.stderr, notes=args.notes)
    print(files_text(summary.files, summary.output))
    print(f"{summary.output / 'README.txt'} says what each file is and how to print it.")
    if has_errors(summary.sample):
        print("The sample game breaks the rules: its appendix is marked as not valid.", file=sys.stderr)
    if args.draft:
        _say_left_out(summary.left_out)
    return _code(summary, strict=args.strict, draft=args.draft)


def _code(summary: Summary, *, strict: bool, draft: bool) -> int:
    """The exit code of a build: a broken sample game stops nobody, unless a draft or the strict way asks."""
    if has_errors(summary.problems) or (draft and has_errors(summary.sample)):
        return PROBLEMS
    weighty = [
        problem
        for problem in (*summary.problems, *summary.sample)
        if problem.severity in (Severity.ERROR, Severity.WARNING)
    ]
    return PROBLEMS if strict and weighty else OK


def _say_left_out(left_out: Mapping[str, int]) -> None:
    """How many pieces a draft lacks, by the places of the errors behind that."""
    from generator.console import tame

    if not left_out:
        print("Nothing is left out of the draft.")
        return
    pieces = sum(left_out.values())
    print(f"Left out of the draft: {pieces} piece{'' if pieces == 1 else 's'}.")
    for where, count in left_out.items():
        print(f"  {count}  for what is wrong at {' '.join(tame(where).split())}")


@contextmanager
def _cache(args: argparse.Namespace) -> Iterator[Cache]:
    """What was drawn before, unless it is not wanted; in order again when the command is through."""
    from generator.cache import NO_CACHE, open_cache

    cache = open_cache(args.game) if args.cache else NO_CACHE
    try:
        yield cache
    finally:
        cache.tidy()


def _titles(given: Sequence[str] | None) -> tuple[str, ...]:
    """The titles that --only names, each time that it is written. Raises Failed if there is none."""
    try:
        rows = [row for text in given or () for row in csv.reader([text], skipinitialspace=True)]
    except csv.Error:
        rows = []
    titles = tuple(title.strip() for row in rows for title in row if title.strip())
    if given is not None and not titles:
        mend = "Write titles with commas between them, or leave it out."
        raise Failed(error("--only", "No title is named.", mend))
    return titles


def located(args: argparse.Namespace, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The Problems with their places as the files of the game name them; see `places`."""
    from generator.project import Project
    from generator.workbook.places import located_in

    return located_in(Project(args.game).workbook, problems, inside=args.game) if problems else ()

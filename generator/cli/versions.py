"""The commands around what was printed: `pnp printed` and `pnp diff`. They print, and return a code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.choice import add_cache, add_cards, located, opened_cache, titles
from generator.ground.problems import OK, PROBLEMS, Severity

if TYPE_CHECKING:
    from generator.cli.console import AddCommand, ShowProblems
    from generator.ground.problems import Problem
    from generator.ground.progress import Progress
    from generator.versions.compare import Difference
    from generator.versions.sides import ComparedSide


_MOST_NAMED = 3
"""So many places of errors are named where their messages are not."""


def add_commands(add: AddCommand, show: ShowProblems) -> None:
    """Add both commands to the parser of `pnp`; `show` prints Problems."""
    printed = add(
        "printed",
        lambda args: _printed(args, show),
        "Record what you have just printed, so that later changes are told from it.",
    )
    add_cards(printed)
    add_cache(printed)
    diff = add(
        "diff",
        lambda args: _diff(args, show),
        "Say what differs between two versions of a game, by meaning and by looks.",
    )
    of = "a game folder, a workbook, a record.json or a git revision such as HEAD~1"
    diff.add_argument("old", nargs="?", metavar="OLD", help=f"{of}; the last print if none is named")
    diff.add_argument(
        "new", nargs="?", metavar="NEW", help="the same; the game as it is now if none is named"
    )
    form = diff.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the same for machines")
    form.add_argument("--changelog", action="store_true", help="a text for players, to paste")
    diff.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page with both faces side by side, too"
    )
    diff.add_argument("--pdf", type=Path, metavar="FILE", help="the same as a PDF")
    add_cache(diff)


def _printed(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.cli.console import ProgressBar
    from generator.ground.project import open_project
    from generator.versions.record import FACES, PRINTED, RECORD
    from generator.versions.recording import record_print

    bar = ProgressBar(sys.stderr)
    try:
        with opened_cache(args) as cache:
            record = record_print(
                open_project(args.game),
                components=args.components,
                only=titles(args.only),
                cache=cache,
                progress=bar,
            )
    finally:
        bar.clear()
    if record.problems:
        show(located(args, record.problems), sys.stderr)
    places = " and ".join(f"{PRINTED}/{name}" for name in (RECORD, *([FACES] if record.record.faces else [])))
    count = f"{_counted(record.pieces, 'piece')} of {_counted(record.kinds, 'kind')}"
    print(f"{count} recorded as printed on {record.record.printed}, in {places}.")
    if record.kept:
        print(
            f"{_counted(record.kept, 'kind')} of the record {'is' if record.kept == 1 else 'are'} as before."
        )
    return OK


def _diff(args: argparse.Namespace, show: ShowProblems) -> int:
    from contextlib import ExitStack

    from generator.cli.console import ProgressBar
    from generator.versions.compare import compare
    from generator.versions.sides import opened_side
    from generator.versions.telling import changelog, difference_json, difference_text

    bar = ProgressBar(sys.stderr)
    with ExitStack() as stack:
        stack.callback(bar.clear)
        cache = stack.enter_context(opened_cache(args))
        sides = [
            stack.enter_context(opened_side(args.game, revision, cache=cache, progress=bar, now=now))
            for revision, now in ((args.old, False), (args.new, True))
        ]
        old, new = sides
        differs = compare(old.snapshot, new.snapshot)
        names = old.name, new.name
        written = list(_written(args, differs, old, new, bar))
    words = difference_json if args.json else difference_text
    print(changelog(differs) if args.changelog else words(differs, *names))
    if differs and not (args.json or args.changelog):
        _say_booklets(new)
    for path in written:
        print(f"{path}: both faces of each piece that differs, side by side.", file=sys.stderr)
    return _incomplete(sides)


def _say_booklets(new: ComparedSide) -> None:
    """That booklets show pieces and cells, too: what they look like is no part of what is compared."""
    from generator.ground.files import is_file_inside
    from generator.records.booklets import booklets_in, sample_booklet
    from generator.records.worksheets import sample_sheets

    if new.drawable is None:
        return
    checked = new.drawable.checked
    project = checked.project
    booklets = booklets_in(checked.book)
    names = [
        booklet.name
        for booklet in booklets
        if is_file_inside(project.templates / booklet.template, project.root)
    ]
    names += [sample_booklet(sheet) for sheet in sample_sheets(checked.book) if sheet in checked.book]
    if names:
        print(
            "\nBooklets are not compared. They show cards and cells, also those that differ here, and change "
            f"with them: pnp build {' '.join(names)}."
        )


def _written(
    args: argparse.Namespace, differs: Difference, old: ComparedSide, new: ComparedSide, progress: Progress
) -> Iterator[Path]:
    """Write the pages that are asked for. Raises Failed."""
    if args.html is None and args.pdf is None:
        return
    from generator.versions.pages import write_pages

    yield from write_pages(differs, old, new, args.game, html=args.html, pdf=args.pdf, progress=progress)


def _incomplete(sides: Sequence[ComparedSide]) -> int:
    """The exit code; what cannot be drawn or read is said, as it may differ in more than is told."""
    code = OK
    for side in sides:
        errors = [problem for problem in side.problems if problem.severity is Severity.ERROR]
        if errors:
            code = PROBLEMS
            count = f"{_counted(len(errors), 'error')} ({_places(errors)})"
            say = f"{side.name}: {count}; what they concern may differ in more than this."
            print(say, file=sys.stderr)
    return code


def _places(problems: Sequence[Problem]) -> str:
    places = list(dict.fromkeys(problem.where for problem in problems))
    return ", ".join(places[:_MOST_NAMED]) + (" …" if len(places) > _MOST_NAMED else "")


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

"""The command `pnp`: with `cli_games`, the only place that prints or exits."""

from __future__ import annotations

import argparse
import csv
import errno
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from generator import __version__
from generator.cli_games import add_commands
from generator.ground.fence import memory_problem
from generator.ground.problems import (
    INTERRUPTED,
    OK,
    PROBLEMS,
    USAGE,
    Failed,
    Problem,
    error,
    exit_code,
    has_errors,
)
from generator.ground.worker import fenced

if TYPE_CHECKING:
    from generator.cache import Cache

_PAPERS = {"a4": ("A4",), "letter": ("Letter",), "both": ("A4", "Letter")}
LONGEST_PATH = 200
"""Letters of a path that a Problem shows."""
_LAYOUTS = {"3x3": ("3x3",), "8up": ("8up",), "both": ("3x3", "8up")}


def run() -> int:
    """The command `pnp` as people call it: one command behind the fence, and its exit code."""
    args = _arguments(None)
    if isinstance(args, int):
        return args
    if args.limits == "off":
        return _carried_out(args)
    return fenced(lambda: _carried_out(args), caught=lambda problem: _heard(lambda: _caught(args, problem)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command in this process, without the fence, and return its exit code."""
    args = _arguments(argv)
    return args if isinstance(args, int) else _carried_out(args)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace | int:
    """What the command line asks for, or the exit code if that is said already."""
    _fill_streams()
    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)
    try:
        return _parser().parse_args(argv)
    except SystemExit as stop:  # argparse has said why
        code = OK if not stop.code else USAGE
        return _heard(lambda: code)


def _carried_out(args: argparse.Namespace) -> int:
    return _heard(lambda: _attempted(args))


def _attempted(args: argparse.Namespace) -> int:
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        code = command(args)
        sys.stdout.flush()
        return code
    except Failed as failed:
        _show(failed.problems, sys.stderr)
        return PROBLEMS
    except KeyboardInterrupt:
        print("\nStopped. What was made before is as it was.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return _unheard()
    except MemoryError:
        return _told(args, memory_problem())
    except Exception as fault:  # whatever it is, nobody should have to read a traceback
        return _unexpected(fault, debug=args.debug)


def _caught(args: argparse.Namespace, problem: Problem) -> int:
    """Say what the fence caught; the worker is gone, and so is what it had half done."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")  # the worker's progress bar
    if args.command is _build:
        from generator.output import sweep
        from generator.project import OUTPUT

        sweep(args.game / OUTPUT)
    return _told(args, problem)


def _told(args: argparse.Namespace, problem: Problem) -> int:
    """Show one Problem the way that the command would have shown it."""
    if getattr(args, "json", False):
        from generator.console import problems_json

        print(problems_json([problem]))
    else:
        _show([problem], sys.stderr)
    return PROBLEMS


def _unexpected(fault: Exception, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(fault, file=sys.stderr)
        return PROBLEMS
    if isinstance(fault, OSError):
        what = f"A file cannot be read or written: {fault.strerror or fault}."
        mend = "See to it and try again."
        where = str(fault.filename or "pnp")[:LONGEST_PATH]
        _unheard()  # it may have been what is printed that could not be written
        if fault.errno == errno.ENOSPC:
            what, mend = (
                "The disk is full.",
                "Make room on it and try again; what was made before is as it was.",
            )
        _show([error(where, what, mend)], sys.stderr)
        return PROBLEMS
    said = " ".join(str(fault).split())[:200]
    what = f"Something unexpected happened inside pnp: {type(fault).__name__}: {said}"
    mend = "Please report it, with the workbook if you can; --debug shows where it happened."
    _show([error("pnp", what, mend)], sys.stderr)
    return PROBLEMS


# ---------------------------------------------------------------- commands


def _check(args: argparse.Namespace) -> int:
    from generator.build import examine
    from generator.console import ProgressBar, problems_json
    from generator.project import open_project

    bar = ProgressBar(sys.stderr)
    try:
        with _cache(args) as cache:
            problems = examine(open_project(args.game), progress=bar, cache=cache)
    except Failed as failed:
        problems = failed.problems
    finally:
        bar.clear()
    if args.json:
        print(problems_json(problems))
    else:
        _show(problems, sys.stdout)
    return exit_code(problems)


def _dump(args: argparse.Namespace) -> int:
    from generator.project import open_project
    from generator.workbook.book import dump

    project = open_project(args.game)
    sys.stdout.write(dump(project.workbook, inside=project.root))
    return OK


def _build(args: argparse.Namespace) -> int:
    from generator.build import BuildOptions, build
    from generator.console import ProgressBar, files_text
    from generator.project import open_project
    from generator.sheets.layouts import Layout
    from generator.sheets.sheet import PAPERS, Flip

    options = BuildOptions(
        components=tuple(args.components),
        only=_titles(args.only),
        papers=tuple(paper for paper in PAPERS if paper.name in _PAPERS[args.paper]),
        layouts=tuple(Layout(layout) for layout in _LAYOUTS[args.layout]),
        flip=Flip(args.flip),
    )
    bar = ProgressBar(sys.stderr)
    try:
        with _cache(args) as cache:
            summary = build(open_project(args.game), options, progress=bar, cache=cache)
    finally:
        bar.clear()
    if summary.problems:
        _show(summary.problems, sys.stderr)
    print(files_text(summary.files, summary.output))
    print(f"{summary.output / 'README.txt'} says what each file is and how to print it.")
    if has_errors(summary.sample):
        _show(summary.sample, sys.stderr)
        print("The sample game breaks the rules: its appendix is marked as not valid.", file=sys.stderr)
        return PROBLEMS
    return OK


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
        mend = "Write titles with commas between, such as --only Shell,Pulse, or leave it out."
        raise Failed(error("--only", "No title is named.", mend))
    return titles


def _new(args: argparse.Namespace) -> int:
    from generator.new_game import new_game

    made = new_game(args.name, args.game)
    print(f"Made the game folder {made}: open card_data.xlsx in it, change a card, then run")
    print(f'  pnp build --game "{made}"')
    return OK


def _dress(args: argparse.Namespace) -> int:
    from generator.project import open_project
    from generator.workbook.dress import dress
    from generator.workbook.save import versions

    project = open_project(args.game)
    if dress(project.workbook, inside=project.root):
        kept = versions(project.workbook)[0].name
        print(f"{project.workbook}: drop-downs and notes follow the sheet Fields; {kept} is as it was.")
    else:
        print(f"{project.workbook}: drop-downs and notes follow the sheet Fields already.")
    return OK


# ---------------------------------------------------------------- arguments


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--game",
        type=_folder,
        default=Path(),
        metavar="DIR",
        help="the game folder, if it is not the current one",
    )
    common.add_argument(
        "--limits",
        choices=("on", "off"),
        default="on",
        help="off: let a unit of work take any time and memory; for a game folder of your own",
    )
    common.add_argument("--debug", action="store_true", help="show where an unexpected fault happened")
    parser = argparse.ArgumentParser(
        prog="pnp", description="Print-and-play sheets from one workbook, checked against the game's rules."
    )
    parser.add_argument("--version", action="version", version=f"pnp {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, command: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, parents=[common], help=text, description=text)
        made.set_defaults(command=command)
        return made

    check = add("check", _check, "Say everything that is wrong with the workbook, the rules and the faces.")
    check.add_argument("--json", action="store_true", help="the same for machines")
    _add_cache(check)
    add("dump", _dump, "Print the workbook as plain text that can be compared line by line.")
    _add_build(add("build", _build, "Make the sheets to print, in the folder output."))
    new = add("new", _new, "Begin a game: a folder with a workbook, templates and icons that builds at once.")
    new.add_argument("name", metavar="NAME", help="the folder to make; --game names the folder around it")
    add_commands(add, _show)
    add(
        "dress",
        _dress,
        "Give the workbook its drop-downs and notes from its sheet Fields; looks stay as they are.",
    )
    return parser


def _folder(text: str) -> Path:
    """A path that the system can be asked for. Raises ArgumentTypeError."""
    if "\0" in text:
        raise argparse.ArgumentTypeError("no folder can have this name")
    return Path(text)


def _add_cache(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--no-cache",
        dest="cache",
        action="store_false",
        help="draw everything anew instead of taking what was drawn before from your own pnp folder",
    )


def _add_build(build: argparse.ArgumentParser) -> None:
    _add_cache(build)
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


# ---------------------------------------------------------------- printing


def _show(problems: Sequence[Problem], stream: TextIO) -> None:
    from generator.console import problems_text

    colour = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    print(problems_text(problems, colour=colour), file=stream)


def _fill_streams() -> None:
    """Streams that were closed when pnp began lead nowhere; else a file would get their number and text."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _heard(say: Callable[[], int]) -> int:
    """Do what prints, and return its exit code. If nobody can read it any more, that is the end of it."""
    try:
        code = say()
        sys.stdout.flush()
        sys.stderr.flush()
        return code
    except OSError:
        return _unheard()


def _unheard() -> int:
    """What is still to be printed leads nowhere where it cannot be written; there is nobody to say so to."""
    for stream in (sys.stdout, sys.stderr):
        if not _flushed(stream):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return PROBLEMS


def _flushed(stream: TextIO) -> bool:
    try:
        stream.flush()
    except OSError:
        return False
    return True


def _speak_utf8(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    sys.exit(main())

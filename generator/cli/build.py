"""The commands that look at a game and make it: `pnp check`, `pnp build`. They print, and return a code."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.cli.choice import (
    add_cache,
    add_cards,
    add_profile,
    add_sheets,
    asked_for,
    located,
    opened_cache,
    titles,
)
from generator.ground.folding import STOCK_MM, THICKEST_MM, THINNEST_MM
from generator.ground.problems import OK, PROBLEMS, Failed, Problem, Severity, exit_code, has_errors

if TYPE_CHECKING:
    from generator.cli.console import AddCommand, ShowProblems
    from generator.ground.project import Project
    from generator.story import Summary

_DRAFT_HELPS = "pnp build --draft prints whatever can be, marked DRAFT."


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
    check.add_argument(
        "--lang",
        metavar="CODE",
        default="",
        help="look at this language too, or at all, and list what is not translated",
    )
    _add_notes(check)
    add_cache(check)
    build = add("build", lambda args: _build(args, show), "Make the sheets to print, in the folder output.")
    build.set_defaults(makes=True)
    _add_notes(build)
    add_cache(build)
    _add_choice(build)
    build.add_argument(
        "--watch",
        action="store_true",
        help="build again each time that a file of the game is saved, and write only what has changed; "
        "Ctrl-C ends it",
    )
    build.add_argument(
        "--lang",
        metavar="CODE",
        default="",
        help="the language to print in, such as de: its columns “Title de” stand beside “Title”",
    )
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
    text = "say each note, such as what differs from the published game; else they are only counted"
    parser.add_argument("--notes", action="store_true", help=text)


def _add_choice(build: argparse.ArgumentParser) -> None:
    add_cards(build)
    build.add_argument(
        "--players",
        type=_count,
        default=0,
        metavar="N",
        help="just what a table of so many players needs; else what the most players do",
    )
    build.add_argument("--sets", type=_count, default=1, metavar="N", help="everything so many times")
    add_sheets(build, layouts="3x3: cards share their edges; 8up: each card has its own bleed")
    add_profile(build)
    build.add_argument(
        "--mix",
        action="store_true",
        help="decks of one size share sheets where that saves one, each card with its own back; "
        "so do tokens of all sizes",
    )
    _add_cutting(build)


def _add_cutting(build: argparse.ArgumentParser) -> None:
    build.add_argument(
        "--outlines",
        action="store_true",
        help="for a cutting machine: registration marks on the sheets, and beside each file the outlines of "
        "its sheets as SVG and DXF",
    )
    build.add_argument(
        "--boxes", action="store_true", help="a tuck box for each deck of cards, to be cut and folded"
    )
    build.add_argument(
        "--stock",
        type=_thickness,
        default=STOCK_MM,
        metavar="MM",
        help="how thick a card is, for the boxes: 0.30 mm without sleeves, about 0.6 with them",
    )


def _thickness(text: str) -> float:
    """Millimetres that a card may be thick, as argparse wants it."""
    try:
        thick = float(text.replace(",", ".").removesuffix("mm"))
    except ValueError:
        thick = 0.0
    if not THINNEST_MM <= thick <= THICKEST_MM:
        raise argparse.ArgumentTypeError(
            f"{text[:20]!r} is not a number of millimetres from {THINNEST_MM:g} to {THICKEST_MM:g}"
        )
    return thick


def _count(text: str) -> int:
    """A number of one or more, as argparse wants it."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 1 on")
    return number


def _check(args: argparse.Namespace, show: ShowProblems) -> int:
    from generator.cli.console import ProgressBar, problems_json
    from generator.ground.helper import usable_cores
    from generator.ground.project import open_project
    from generator.story import Examined, look_over, with_languages
    from generator.versions.gone import with_printed_names

    bar, project = ProgressBar(sys.stderr), None
    try:
        project = open_project(args.game)
        with opened_cache(args) as cache:
            examined = look_over(project, progress=bar, cache=cache, cores=usable_cores())
            if args.lang:
                examined = with_languages(examined, project, args.lang, progress=bar, cache=cache)
    except Failed as failed:
        examined = Examined(failed.problems, failed.problems)
    finally:
        bar.clear()
    if project is not None:
        named = with_printed_names
        examined = replace(
            examined, problems=named(examined.problems, project), told=named(examined.told, project)
        )
    if args.json:
        print(problems_json(located(args, examined.problems)))
    else:
        show(located(args, examined.told), sys.stdout, notes=args.notes)
    for sample in examined.samples if args.replay and not args.json else ():
        if sample.problems:
            print(f"\n{sample.tree()}")
    if args.annotate and project is not None:
        _annotate(project, examined.problems)
    return exit_code(examined.problems)


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
    from generator.cli.console import ProgressBar, files_text
    from generator.ground.helper import usable_cores
    from generator.ground.project import open_project
    from generator.sheets.copies import Needed
    from generator.story import BuildOptions, Unprinted, build
    from generator.versions.gone import with_printed_names

    wishes, printer = asked_for(args)
    options = BuildOptions(
        components=tuple(args.components),
        only=titles(args.only),
        wishes=wishes,
        printer=printer,
        mix=args.mix,
        needed=Needed(args.players, args.sets),
        draft=args.draft,
        language=args.lang,
        outlines=args.outlines,
        boxes=args.boxes,
        stock_mm=args.stock,
    )
    bar, began = ProgressBar(sys.stderr), time.monotonic()
    try:
        with opened_cache(args) as cache:
            project, cores = open_project(args.game), usable_cores()
            summary = build(project, options, progress=bar, cache=cache, cores=cores)
    except Unprinted as failed:
        bar.clear()
        show(located(args, with_printed_names(failed.problems, project)), sys.stderr, notes=args.notes)
        mend = "What was made before is as it was." if args.watch else _DRAFT_HELPS
        print(f"Nothing was printed. {mend}", file=sys.stderr)
        return PROBLEMS
    finally:
        bar.clear()
    problems = (*summary.problems, *summary.sample_told)
    if problems:
        show(located(args, problems), sys.stderr, notes=args.notes)
    if args.watch:
        print(_made(summary, time.monotonic() - began))
    else:
        print(files_text(summary.files, summary.output))
        print(f"{summary.output / 'README.txt'} says what each file is and how to print it.")
    if has_errors(summary.sample):
        print("The sample game breaks the rules: its appendix is marked as not valid.", file=sys.stderr)
    if args.draft:
        _say_left_out(summary.left_out)
    elif not options.only:
        _say_differing(args, project, summary, show)
    return _code(summary, strict=args.strict, draft=args.draft)


def _made(summary: Summary, seconds: float) -> str:
    """What a build made that was not there before, in a line."""
    from generator.cli.console import few

    new = [file for file in summary.files if file.path in summary.changed]
    total = f"{len(summary.files)} file{'' if len(summary.files) == 1 else 's'} in {summary.output}"
    if not new:
        return f"Nothing on paper is new; {total} as before ({seconds:.1f} s)."
    components = few(dict.fromkeys(file.component for file in new))
    return f"New: {components} ({len(new)} of {total}, {seconds:.1f} s)."


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


def _say_differing(args: argparse.Namespace, project: Project, summary: Summary, show: ShowProblems) -> None:
    """How many pieces differ from the last print, if one was recorded; a damaged record stops no build."""
    from generator.press.decks import decks_for
    from generator.records.made_for import HOME
    from generator.versions.since import since_print_text

    try:
        home = decks_for(summary.game.decks, HOME)
        sentence = since_print_text(project, summary.game.checked, home, components=args.components)
    except Failed as failed:
        problems = [replace(problem, severity=Severity.WARNING) for problem in failed.problems]
        show(located(args, problems), sys.stderr)
        return
    if sentence:
        print(sentence)


def _say_left_out(left_out: Mapping[str, int]) -> None:
    """How many pieces a draft lacks, by the places of the errors behind that."""
    if not left_out:
        print("Nothing is left out of the draft.")
        return
    pieces = sum(left_out.values())
    print(f"Left out of the draft: {pieces} piece{'' if pieces == 1 else 's'}.")
    for where, count in left_out.items():
        print(f"  {count}  for what is wrong at {' '.join(where.split())}")

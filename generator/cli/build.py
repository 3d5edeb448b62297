"""The commands that look at a game and make it: `pnp check`, `pnp build`. They print, and return a code."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from generator.cli.choice import CardsCommand, ProfiledCommand
from generator.cli.command import DrawingCommand, MakingCommand, NotingCommand, option, show, whole_number
from generator.ground.folding import STOCK_MM, THICKEST_MM, THINNEST_MM
from generator.ground.problems import OK, PROBLEMS, Failed, Problem, Severity, exit_code, has_errors
from generator.records.cells import counted

if TYPE_CHECKING:
    from generator.ground.project import Project
    from generator.story import Summary

_DRAFT_HELPS = "pnp build --draft prints whatever can be, marked DRAFT."


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


_count = whole_number(1, 99_999, "{} is not a number from 1 on")


@dataclass(frozen=True, kw_only=True)
class CheckCommand(DrawingCommand, NotingCommand):
    """`pnp check`."""

    name = "check"
    brief = "Say everything that is wrong with it, and how to mend it."
    about = "Say everything that is wrong with the workbook, the rules and the faces."

    json: bool = option(False, help="the same for machines")
    replay: bool = option(False, help="unfold what is wrong with the sample game")
    annotate: bool = option(
        False,
        help="write card_data.checked.xlsx, too: a copy with wrong cells marked and the message as a note; "
        "of .csv files a folder card_data.checked, in which wrong rows have it in a last column Problems",
    )
    lang: str = option(
        "",
        metavar="CODE",
        help="look at this language too, or at all, and list what is not translated",
    )

    def run(self) -> int:
        """Look at all of the game."""
        from generator.cli.console import problems_json
        from generator.replay.tree import tree_text
        from generator.story import Examined, look_over, unless_unchanged, with_languages
        from generator.versions.gone import with_printed_names

        project = None
        try:
            with self.at_work() as (bar, cache):
                project = self.project
                look = partial(look_over, project, progress=bar, cache=cache, cores=self.cores)
                examined = look() if self.replay else unless_unchanged(project, cache, look)
                if self.lang:
                    examined = with_languages(examined, project, self.lang, progress=bar, cache=cache)
        except Failed as failed:
            examined = Examined(failed.problems, failed.problems)
        if project is not None:
            named = with_printed_names
            examined = replace(
                examined, problems=named(examined.problems, project), told=named(examined.told, project)
            )
        if self.json:
            print(problems_json(self.located(examined.problems)))
        else:
            show(self.located(examined.told), sys.stdout, notes=self.notes)
        for sample in examined.samples if self.replay and not self.json else ():
            if sample.problems:
                print(f"\n{tree_text(sample)}")
        if self.annotate and project is not None:
            _annotate(project, examined.problems)
        return exit_code(examined.problems)


def _annotate(project: Project, problems: Sequence[Problem]) -> None:
    """Write the copy of the workbook in which the Problems stand, and say so. Raises Failed."""
    from generator.workbook.annotate import annotate
    from generator.workbook.guard import is_csv_folder

    path, marked = annotate(project.workbook, problems, inside=project.root)
    rows = is_csv_folder(project.workbook, inside=project.root)
    cells = counted(marked, "row" if rows else "cell")
    own = "files are as they were" if rows else "file is as it was"
    print(f"{path}: a copy of the workbook with {cells} marked; your own {own}.", file=sys.stderr)


@dataclass(frozen=True, kw_only=True)
class BuildCommand(ProfiledCommand, CardsCommand, MakingCommand, NotingCommand):
    """`pnp build`."""

    name = "build"
    brief = "Make the sheets to print, and the booklets."
    about = "Make the sheets to print, in the folder output."

    players: int = option(
        0,
        type=_count,
        metavar="N",
        help="just what a table of so many players needs; else what the most players do",
    )
    sets: int = option(1, type=_count, metavar="N", help="everything so many times")
    mix: bool = option(
        False,
        help="decks of one size share sheets where that saves one, each card with its own back; "
        "so do tokens of all sizes",
    )
    outlines: bool = option(
        False,
        help="for a cutting machine: registration marks on the sheets, and beside each file the outlines of "
        "its sheets as SVG and DXF",
    )
    boxes: bool = option(False, help="a tuck box for each deck of cards, to be cut and folded")
    stock: float = option(
        STOCK_MM,
        type=_thickness,
        metavar="MM",
        help="how thick a card is, for the boxes: 0.30 mm without sleeves, about 0.6 with them",
    )
    watch: bool = option(
        False,
        help="build again each time that a file of the game is saved, and write only what has changed; "
        "Ctrl-C ends it",
    )
    lang: str = option(
        "",
        metavar="CODE",
        help="the language to print in, such as de: its columns “Title de” stand beside “Title”",
    )
    draft: bool = option(
        False,
        help="print whatever can be printed, marked DRAFT, into output/draft; 1 if anything is wrong",
    )
    strict: bool = option(
        False, help="exit code 1 for warnings and for a sample game that breaks the rules, too"
    )

    @property
    def watches(self) -> bool:
        """Whether it is done again after each save."""
        return self.watch

    def run(self) -> int:
        """Make the files. Raises Failed."""
        from generator.cli.console import files_text
        from generator.sheets.copies import Needed
        from generator.story import BuildOptions, Unprinted, build
        from generator.versions.gone import with_printed_names

        wishes, printer = self.wishes()
        options = BuildOptions(
            components=tuple(self.components),
            only=self.titles,
            wishes=wishes,
            printer=printer,
            mix=self.mix,
            needed=Needed(self.players, self.sets),
            draft=self.draft,
            language=self.lang,
            outlines=self.outlines,
            boxes=self.boxes,
            stock_mm=self.stock,
        )
        began = time.monotonic()
        try:
            with self.at_work() as (bar, cache):
                project, cores = self.project, self.cores
                summary = build(project, options, progress=bar, cache=cache, cores=cores)
        except Unprinted as failed:
            self.show(with_printed_names(failed.problems, project))
            mend = "What was made before is as it was." if self.watch else _DRAFT_HELPS
            print(f"Nothing was printed. {mend}", file=sys.stderr)
            return PROBLEMS
        self.show((*summary.problems, *summary.sample_told))
        if self.watch:
            print(_made(summary, time.monotonic() - began))
        else:
            print(files_text(summary.files, summary.output))
            print(f"{summary.output / 'README.txt'} says what each file is and how to print it.")
        if has_errors(summary.sample):
            print("The sample game breaks the rules: its appendix is marked as not valid.", file=sys.stderr)
        if self.draft:
            _say_left_out(summary.left_out)
        elif not options.only and not options.language:  # a record is of the workbook's first language
            self._say_differing(project, summary)
        return _code(summary, strict=self.strict, draft=self.draft)

    def _say_differing(self, project: Project, summary: Summary) -> None:
        """How many pieces differ from the last print, if there is one; a damaged record stops no build."""
        from generator.press.decks import decks_for
        from generator.records.made_for import HOME
        from generator.versions.since import since_print_text

        try:
            home = decks_for(summary.game.decks, HOME)
            sentence = since_print_text(project, summary.game.checked, home, components=self.components)
        except Failed as failed:
            self.show([replace(problem, severity=Severity.WARNING) for problem in failed.problems])
            return
        if sentence:
            print(sentence)


def _made(summary: Summary, seconds: float) -> str:
    """What a build made that was not there before, in a line."""
    from generator.cli.console import few

    new = [file for file in summary.files if file.path in summary.changed]
    total = f"{counted(len(summary.files), 'file')} in {summary.output}"
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


def _say_left_out(left_out: Mapping[str, int]) -> None:
    """How many pieces a draft lacks, by the places of the errors behind that."""
    if not left_out:
        print("Nothing is left out of the draft.")
        return
    print(f"Left out of the draft: {counted(sum(left_out.values()), 'piece')}.")
    for where, count in left_out.items():
        print(f"  {count}  for what is wrong at {' '.join(where.split())}")

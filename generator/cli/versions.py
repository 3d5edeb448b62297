"""The commands around what was printed: `pnp printed`, `pnp diff` and `pnp reprint`. They return a code."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.balance import GAMES, number_of_games, trial_of
from generator.cli.choice import CardsCommand, ComponentsCommand, ProfiledCommand
from generator.cli.command import DrawingCommand, MakingCommand, option, word
from generator.cli.games import RulesetCommand
from generator.ground.files import is_file_inside
from generator.ground.problems import OK, PROBLEMS, Failed, Problem, Severity, error
from generator.ground.project import OUTPUT
from generator.records.cells import counted

if TYPE_CHECKING:
    from generator.balance.moves import InPlay
    from generator.ground.progress import Progress
    from generator.versions.compare import Difference
    from generator.versions.sides import ComparedSide


_MOST_NAMED = 3
"""So many places of errors are named where their messages are not."""
_SIDE = "a game folder, a workbook, a record.json or a git revision such as HEAD~1"


@dataclass(frozen=True, kw_only=True)
class PrintedCommand(DrawingCommand, CardsCommand):
    """`pnp printed`."""

    name = "printed"
    brief = "Note that what was built is now printed, as a version."
    about = "Record what you have just printed, so that later changes are told from it."

    def run(self) -> int:
        """Record the print. Raises Failed."""
        from generator.versions.record import FACES, PRINTED, RECORD, kept_workbook
        from generator.versions.recording import record_print

        with self.at_work() as (bar, cache):
            names, titles = self.components, self.titles
            record = record_print(self.project, components=names, only=titles, cache=cache, progress=bar)
        self.show(record.problems)
        book = kept_workbook(self.project)
        names = (RECORD, FACES if record.record.faces else "", book.name if book is not None else "")
        *first, last = (f"{PRINTED}/{name}" for name in names if name)
        places = f"{', '.join(first)} and {last}" if first else last
        count = f"{counted(record.pieces, 'piece', ',')} of {counted(record.kinds, 'kind', ',')}"
        print(f"{count} recorded as printed on {record.record.printed}, in {places}.")
        if record.spoken:
            print("They are those of the workbook's first language; pnp diff and pnp reprint know no other.")
        if record.kept:
            verb = "is" if record.kept == 1 else "are"
            print(f"{counted(record.kept, 'kind', ',')} of the record {verb} as before.")
        return OK


@dataclass(frozen=True, kw_only=True)
class ReprintCommand(MakingCommand, ProfiledCommand, ComponentsCommand):
    """`pnp reprint`."""

    name = "reprint"
    brief = "Make sheets of only what has changed since then."
    about = (
        "Make sheets of the pieces that have changed since the last print, and a list of what to take out."
    )

    def run(self) -> int:
        """Make the sheets. Raises Failed."""
        from generator.cli.console import files_text
        from generator.versions.reprint import reprint

        wishes, printer = self.wishes()
        with self.at_work() as (bar, cache):
            project = self.project
            summary = reprint(
                project, self.components, wishes=wishes, printer=printer, cache=cache, progress=bar
            )
        self.show(summary.problems)
        if not summary.files:
            print(f"No piece differs from what was printed on {summary.since}: there is nothing to reprint.")
            return OK
        print(files_text(summary.files, project.root / OUTPUT))
        into = f"put in {summary.printed:,}" if summary.printed else "put nothing in"
        out = f"take out {summary.pulled:,}, as the pull list shows" if summary.pulled else "take nothing out"
        print(f"Since the print of {summary.since}: {into}, {out}.")
        print("When they are printed and in their places, pnp printed records it.")
        return OK


@dataclass(frozen=True, kw_only=True)
class DiffCommand(DrawingCommand, RulesetCommand):
    """`pnp diff`."""

    name = "diff"
    brief = "Say what has changed since a version was printed."
    about = "Say what differs between two versions of a game, by meaning and by looks."

    old: str | None = word(
        default=None, nargs="?", metavar="OLD", help=f"{_SIDE}; the last print if none is named"
    )
    new: str | None = word(
        default=None, nargs="?", metavar="NEW", help="the same; the game as it is now if none is named"
    )
    json: bool = option(False, only_one_of="forms", help="the same for machines")
    changelog: bool = option(False, only_one_of="forms", help="a text for players, to paste")
    html: Path | None = option(
        None, type=Path, metavar="FILE", help="write a page with both faces side by side, too"
    )
    pdf: Path | None = option(None, type=Path, metavar="FILE", help="the same as a PDF")
    balance: bool = option(False, help="play both, and say beside each changed card what moves")
    games: int | None = option(
        None, type=number_of_games, metavar="N", help=f"with --balance: {GAMES}, if you say nothing"
    )

    def run(self) -> int:
        """Compare, and write the pages that are asked for. Raises Failed."""
        from generator.versions.compare import compare
        from generator.versions.pages import write_pages
        from generator.versions.sides import opened_side

        if self.games is not None and not self.balance:
            mend = "Add --balance, or leave it out."
            raise Failed(error("--games", "Games are played with --balance alone.", mend))
        moves = None
        with ExitStack() as stack:
            bar, cache = stack.enter_context(self.at_work())
            sides = [
                stack.enter_context(opened_side(self.game, revision, cache=cache, progress=bar, now=now))
                for revision, now in ((self.old, False), (self.new, True))
            ]
            old, new = sides
            differs = compare(old.snapshot, new.snapshot)
            pages = write_pages(differs, old, new, self.game, html=self.html, pdf=self.pdf, progress=bar)
            written = list(pages) if self.html or self.pdf else []
            if self.balance:
                moves = self._played(old, new, bar)
        print(self._told(differs, old.name, new.name, moves))
        if differs and not (self.json or self.changelog):
            _say_booklets(new)
        if not (self.json or self.changelog):
            _say_notes(self.game)
        for path in written:
            print(f"{path}: both faces of each piece that differs, side by side.", file=sys.stderr)
        return _incomplete(sides)

    def _played(self, old: ComparedSide, new: ComparedSide, progress: Progress) -> InPlay:
        """The games of both sides. Raises Failed where one has no workbook or cannot be played."""
        from generator.balance.moves import in_play

        trials = []
        for side in (old, new):
            if side.workbook is None:
                mend = "Compare with a workbook or a git revision, such as HEAD, or leave out --balance."
                raise Failed(error("--balance", f"No workbook is kept of {side.name}.", mend))
            project, games = self.project, self.games or GAMES
            trials.append(trial_of(project, side.workbook, rules=self.rules, players=None, games=games))
        before, now = trials
        return in_play(replace(before, players=now.players), now, progress)

    def _told(self, differs: Difference, old: str, new: str, moves: InPlay | None) -> str:
        """What differs in the form that is asked for, and what moves in play if that is known."""
        from generator.versions.telling import changelog, difference_json, difference_text

        if self.changelog:
            return changelog(differs)
        if self.json:
            text = difference_json(differs, old, new)
            if moves is None:
                return text
            record = json.loads(text) | {"in_play": moves.facts(old, new)}
            return json.dumps(record, indent=2, ensure_ascii=False)
        if moves is None:
            return difference_text(differs, old, new)
        return f"{difference_text(differs, old, new, moves.of_card)}\n\n{moves.text()}"


def _say_booklets(new: ComparedSide) -> None:
    """That booklets show pieces and cells, too: what they look like is no part of what is compared."""
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


def _say_notes(game: Path) -> None:
    """What was noted while the game was played, by card."""
    from generator.table.game_log import FOLDER, notes_in

    notes = sorted(notes_in(game), key=lambda named: (named[1].card.casefold(), named[0]))
    if notes:
        print(f"\nNoted at the table (in the folder {FOLDER}):")
    for log, note in notes:
        text = " ".join(note.text.split())
        print(f"  {note.card or 'the game'}: {text} ({note.by}, {log}, after move {note.at})")


def _incomplete(sides: Sequence[ComparedSide]) -> int:
    """The exit code; what cannot be drawn or read is said, as it may differ in more than is told."""
    code = OK
    for side in sides:
        errors = [problem for problem in side.problems if problem.severity is Severity.ERROR]
        if errors:
            code = PROBLEMS
            count = f"{counted(len(errors), 'error', ',')} ({_places(errors)})"
            say = f"{side.name}: {count}; what they concern may differ in more than this."
            print(say, file=sys.stderr)
    return code


def _places(problems: Sequence[Problem]) -> str:
    places = list(dict.fromkeys(problem.where for problem in problems))
    return ", ".join(places[:_MOST_NAMED]) + (" …" if len(places) > _MOST_NAMED else "")

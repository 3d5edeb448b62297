"""The commands that play: `pnp replay` and `pnp sample-game`. They print, and return an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.command import Command, option, whole_number, word
from generator.ground.files import Unreadable, read_bounded, write_whole
from generator.ground.problems import OK, Failed, Problem, error, exit_code, has_errors
from generator.ground.project import Project, csv_files, open_project
from generator.records.cells import brief, shown
from generator.records.tables import Book, slug
from generator.records.worksheets import GAME, rules_named, rules_option, sample_sheets

if TYPE_CHECKING:
    from generator.checks.checked import Checked
    from generator.replay.mending import Repaired
    from generator.replay.play import Playing, Replayed

LARGEST_FILE = 4_000_000
"""Bytes of a script in a text file; a whole game has some ten thousand."""
LONGEST_PATH = 200
"""Letters of a path that a Problem shows."""
BOOKS = (".xlsx", ".xlsm", ".ods")
USUAL = 4
"""Players of a sample game, if nobody asks for another number."""
_SCRIPT = "a text file with the columns of the sheet Sample Game, or another workbook"
usual_seed = whole_number(0, 999_999_999, "a seed is a whole number from 0 to 999999999")
"""A seed that a script can name, too."""
small_number = whole_number(1, 99, "it is a whole number from 1 to 99")
"""A number of players or rounds that some game could have."""


@dataclass(frozen=True, kw_only=True)
class RulesetCommand(Command):
    """A command of one ruleset."""

    rules: str | None = option(
        None, metavar="NAME", help="whose sample game, if the game has several rulesets"
    )


@dataclass(frozen=True, kw_only=True)
class ReplayCommand(RulesetCommand):
    """`pnp replay`."""

    name = "replay"
    brief = "Play the sample game, or another, by the rules."
    about = "Play the sample game by the rules and say what does not hold."

    file: Path | None = word(default=None, nargs="?", type=Path, metavar="FILE", help=_SCRIPT)
    json: bool = option(False, help="the same for machines")

    def run(self) -> int:
        """Play it. Raises Failed."""
        from generator.cli.console import count_text, problems_json
        from generator.replay.tree import tree_text
        from generator.workbook.places import located_in

        sample, _ = _played(self.game, self.file, self.rules)
        problems = located_in(self.file or Project(self.game).workbook, sample.problems, inside=None)
        if self.json:
            print(problems_json(problems))
        elif sample.problems:
            print(f"{tree_text(sample)}\n\n{count_text(sample.problems)}.")
        else:
            print(f"All {len(sample.steps)} steps hold.")
        return exit_code(problems)


@dataclass(frozen=True, kw_only=True)
class SampleGameCommand(RulesetCommand):
    """`pnp sample-game`."""

    name = "sample-game"
    brief = "Write a new sample game, or repair the one there is."
    about = "Of many games between players take the one that teaches most, as rows for the sheet Sample Game."

    seed: int = option(1, type=usual_seed, metavar="N", help="another number, another game")
    rounds: int | None = option(
        None, type=small_number, metavar="N", help="stop after N rounds, where the game may stop"
    )
    players: int | None = option(None, type=small_number, metavar="N", help=f"{USUAL}, if so many can play")
    repair: Path | None = option(
        None,
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FILE",
        help=f"keep a script up to its first broken step and play on: {_SCRIPT}; else the workbook's own",
    )
    write: bool = option(
        False,
        help="put the repaired game into the workbook, which is kept as it was; for .ods list what to type, "
        "with the exit code 1",
    )
    out: Path | None = option(None, type=Path, metavar="FILE", help="write a text file instead of the screen")

    def run(self) -> int:
        """Write rows. Raises Failed."""

        _must_be_new(self.out)  # before a game is played: nobody waits for one that cannot be written
        if self.repair is not None:
            return self._repair()
        if self.write:
            fault = "A new game is not written over the sheet of the sample game."
            raise Failed(
                error("--write", fault, "Add --repair, or use --out and copy the rows that you want.")
            )
        play, can_play = opened_rules(self.project, self.rules)[1:]
        players = players_of(self.players, can_play)
        sentence = f"A game for {players} players by the seed {self.seed}."
        text = play.sample_text(seed=self.seed, players=players, rounds=self.rounds)
        return self._handed_over(text, sentence, play.sheet)

    def _repair(self) -> int:
        """Make a script whole, say what became of it, and write it where it is wanted."""
        from generator.replay.mending import repair

        file = self.repair if self.repair != Path() else None
        sample, sheet = _played(self.game, file, self.rules)
        repaired = repair(sample, seed=self.seed)
        if repaired is None:
            raise Failed(*sample.problems)
        if repaired.unchanged and not (self.write and file is not None):
            said = f"All {len(sample.steps)} steps hold; nothing had to be changed."
            return self._handed_over("" if self.write else repaired.text, said, sheet)
        if self.write:
            return self._written_back(repaired, file, sheet)
        account = repaired.account(range(2, 2 + len(repaired.cells)))  # the first line names the columns
        text = repaired.text + "".join(f"# {sentence}\n" for sentence in account)
        return self._handed_over(text, "\n".join(account), sheet)

    def _written_back(self, repaired: Repaired, file: Path | None, sheet: str) -> int:
        """Put a mended script into the sheet of the workbook."""
        from generator.workbook.guard import is_ods
        from generator.workbook.save import versions
        from generator.workbook.set_rows import replace_rows

        project = self.project
        same = repaired.places if file is None else ()
        if is_ods(project.workbook):
            _to_type(project, repaired, same, sheet)
        at = replace_rows(
            project.workbook, sheet, repaired.cells, same=same, inside=project.root, command="repair"
        )
        print("\n".join(repaired.account(at)))
        version = versions(project.workbook, "repair")[0].name
        print(f"It is in the sheet {sheet} of {project.workbook}; {version} is as it was.")
        if self.out is not None:
            _write(self.out, repaired.text)
        return OK

    def _handed_over(self, text: str, sentence: str, sheet: str) -> int:
        """Print a script, or write it into a file; with `--write` there may be none."""
        if self.out is None or not text:
            sys.stdout.write(text)
        else:
            _write(self.out, text)
            sentence = f"{sentence}\nIt is in {self.out}; copy its rows into the sheet {sheet}."
        print(sentence, file=sys.stderr)
        return OK


def _to_type(project: Project, repaired: Repaired, same: Sequence[str], sheet: str) -> None:
    """List what is to be typed into a workbook that is never written. Raises Failed if there is anything."""
    from generator.workbook.changes import by_hand, not_written
    from generator.workbook.set_rows import planned_rows

    at, changes = planned_rows(project.workbook, sheet, repaired.cells, same=same, inside=project.root)
    if changes:
        print("\n".join(repaired.account(at)))
        print(f"{project.workbook}: to be changed by hand:")
        print("\n".join(f"  {line}" for line in by_hand(changes)))
        paste = "or paste the rows that --out FILE writes in place of --write, "
        raise Failed(not_written(project.workbook, len(changes), otherwise=paste))


def players_of(number: int | None, can_play: range) -> int:
    """How many play: as many as asked, else four or as near to it as can be. Raises Failed."""
    if number is None:
        return min(max(USUAL, can_play[0]), can_play[-1])
    if number in can_play:
        return number
    range_text = f"{can_play[0]} to {can_play[-1]}" if len(can_play) > 1 else str(can_play[0])
    fault = f"{number} cannot play this game; it is for {range_text}."
    raise Failed(error("--players", fault, "Ask for another number of players."))


def _played(folder: Path, file: Path | None, rules: str | None) -> tuple[Replayed, str]:
    """The replay of a script, and the sheet of its ruleset. Raises Failed."""
    project = open_project(folder)
    if file is not None and ("\0" in file.name or len(file.name) > LONGEST_PATH):
        raise Failed(error(_named(file), "No file of a script has such a name.", "Correct the name."))
    if file is not None and file.suffix.casefold() not in BOOKS and not csv_files(file):
        play = opened_rules(project, rules)[1]
        return play.replay_text(_text(file), str(file)), play.sheet
    checked, play, _ = opened_rules(project, rules, file)
    sample = play.replay_book(checked.book)
    if sample is None:
        name = (file or project.workbook).name
        fault = f"The workbook has no sheet {play.sheet} with rows."
        mend = f"pnp sample-game{rules_option(play.sheet)} makes such rows."
        raise Failed(error(name, fault, mend))
    return sample, play.sheet


def opened_rules(
    project: Project, rules: str | None, workbook: Path | None = None
) -> tuple[Checked, Playing, range]:
    """A sound workbook, its rules at work (of several those named), and how many can play. Raises Failed."""
    from generator.checks.checked import look_through, read
    from generator.games import GAMES
    from generator.workbook.book import read_book

    if workbook is None:
        book, problems = read(project)
    else:
        found, problems = read_book(workbook, inside=None)  # the user named it
        if found is None:
            raise Failed(*problems)
        book = found
    checked = look_through(project, book, problems)
    # a game that is only to be played may have more or fewer rows than its sheet Checks asks for
    if has_errors(problem for problem in checked.problems if not problem.miscount):
        raise Failed(*checked.problems)
    if checked.module is None or checked.loaded is None:
        unknown = error(
            GAME,
            "pnp does not know the rules of this game: it can play no sample game of it.",
            "All else is printed without them. Name rules in the key Rules of the sheet Game only if they are"
            f" this game’s; pnp knows {' and '.join(GAMES)}.",
        )
        raise Failed(unknown)
    sheet = _sheet(checked.book, rules)
    return checked, checked.loaded.play(sheet), checked.module.players(checked.book, sheet)


def _sheet(book: Book, rules: str | None) -> str:
    """The sheet of the sample game that is meant. Raises Failed if that is not clear."""
    sheets = dict(zip(rules_named(book), sample_sheets(book), strict=False))
    choice = " or ".join(f"--rules {name}" for name in sheets)
    if rules is None and len(sheets) > 1:
        fault = f"This game has several rulesets: {', '.join(sheets)}."
        raise Failed(error("--rules", fault, f"Say which: {choice}."))
    if rules is not None and slug(rules) not in sheets:
        raise Failed(error("--rules", f"{shown(rules)} is no ruleset of this game.", f"Write {choice}."))
    return sheets[slug(rules)] if rules is not None else next(iter(sheets.values()))


def _text(file: Path) -> str:
    """The text of a script. Raises Failed."""
    if file.suffix == ".jsonl":
        mend = f"Go on with it by pnp play --resume {brief(file.stem)}, whose page gives it As text."
        raise Failed(error(_named(file), "This is the log of a game at the table, and no script.", mend))
    try:
        return read_bounded(file, inside=None, most=LARGEST_FILE).decode("utf-8-sig")
    except Unreadable as fault:
        raise Failed(error(_named(file), fault.what, fault.mend)) from None
    except UnicodeDecodeError:
        raise Failed(error(_named(file), "The file is no text in UTF-8.", "Save it as UTF-8 text.")) from None


def _must_be_new(file: Path | None) -> None:
    """Raises Failed if there is such a file, or a link of this name."""
    if file is not None and os.path.lexists(file):
        raise Failed(_there_already(file))


def _there_already(file: Path) -> Problem:
    return error(_named(file), "There is such a file already.", "Name a new one.")


def _write(file: Path, text: str) -> None:
    """Write a new file. Raises Failed rather than overwrite one."""
    try:
        write_whole(file, text.encode(), inside=None, new=True)
    except FileExistsError:
        raise Failed(_there_already(file)) from None
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or "no file can have this name"
        raise Failed(
            error(_named(file), f"The file cannot be written: {why}.", "Name another one.")
        ) from None


def _named(file: Path) -> str:
    """A path for a Problem: its end, if it is very long."""
    name = str(file).replace("\0", "\\0")
    return name if len(name) <= LONGEST_PATH else f"…{name[-LONGEST_PATH:]}"

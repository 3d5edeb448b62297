"""A command of pnp as a value: its options are its fields, and `run` does it and returns an exit code."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TextIO

from generator.ground.problems import OK, PROBLEMS, Problem, Severity
from generator.ground.project import DRAFTS, OUTPUT, Project, open_project
from generator.ground.terminal import untamed

if TYPE_CHECKING:
    from generator.cli.console import ProgressBar
    from generator.ground.cache import Cache


def option(default: Any = MISSING, *, flag: str | None = "", only_one_of: str = "", **arguments: Any) -> Any:
    """A field that is an option.

    `arguments` are those of `add_argument`. Of several that are `only_one_of` something one may be given.
    """
    if isinstance(default, bool):
        arguments["action"] = "store_false" if default else "store_true"
    metadata = {"flag": flag, "only one of": only_one_of, "arguments": arguments}
    return field(default=default, metadata=metadata)


def word(default: Any = MISSING, **arguments: Any) -> Any:
    """A field that is a word without an option in front of it."""
    return option(default, flag=None, **arguments)


def whole_number(least: int, most: int, fault: str) -> Callable[[str], int]:
    """What reads a whole number between two others for argparse; `fault` may show the text in braces."""

    def number(text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(fault.format(repr(text[:20])))
        return int(text)

    return number


def _folder(text: str) -> Path:
    """A path that the system can be asked for. Raises ArgumentTypeError."""
    if "\0" in text:
        raise argparse.ArgumentTypeError("no folder can have this name")
    return Path(text)


@dataclass(frozen=True, kw_only=True)
class Command:
    """What every command has: a name, a sentence in the list of all, and what its own help says."""

    name: ClassVar[str]
    brief: ClassVar[str]
    about: ClassVar[str]

    game: Path = option(
        Path(), type=_folder, metavar="DIR", help="the game folder, if it is not the current one"
    )
    limits: str = option(
        "on",
        choices=("on", "off"),
        help="off: let a unit of work take any time and memory; for a game folder of your own",
    )
    debug: bool = option(False, help="show where an unexpected fault happened")

    def run(self) -> int:
        """Do it. Raises Failed."""
        raise NotImplementedError

    @property
    def project(self) -> Project:
        """Its game folder. Raises Failed if it is none."""
        return open_project(self.game)

    @property
    def unfenced(self) -> bool:
        """Whether it does without the fence, as one that reads no game may."""
        return False

    @property
    def watches(self) -> bool:
        """Whether it is done again after each save."""
        return False

    @property
    def tells_notes(self) -> bool:
        """Whether notes are told one by one."""
        return bool(getattr(self, "notes", False))

    def tidy_up(self) -> None:
        """Take away what is left of it when it did not come to its own end."""

    def last_words(self, problem: Problem) -> None:
        """Show what the fence caught."""
        if getattr(self, "json", False):
            from generator.cli.console import problems_json

            print(problems_json([problem]))
        else:
            show([problem], sys.stderr)

    def located(self, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """The Problems with their places as the files of the game name them."""
        from generator.workbook.places import located_in

        return located_in(Project(self.game).workbook, problems, inside=self.game) if problems else ()

    def show(self, problems: Sequence[Problem], stream: TextIO | None = None, *, notes: bool = False) -> None:
        """Print Problems of the game, on the stream of errors if no other one is named; none is silence."""
        if problems:
            show(self.located(problems), stream or sys.stderr, notes=notes or self.tells_notes)


@dataclass(frozen=True, kw_only=True)
class NotingCommand(Command):
    """A command that tells notes only if somebody asks for them."""

    notes: bool = option(
        False, help="say each note, such as what differs from the published game; else they are only counted"
    )


@dataclass(frozen=True, kw_only=True)
class DrawingCommand(Command):
    """A command that draws: it shows how far it is, and takes what was drawn before from the cache."""

    cache: bool = option(
        True,
        flag="--no-cache",
        help="draw everything anew instead of taking what was drawn before from your own pnp folder",
    )

    @property
    def cores(self) -> int:
        """How many processes may draw."""
        from generator.ground.helper import usable_cores

        return usable_cores()

    @contextmanager
    def at_work(self) -> Iterator[tuple[ProgressBar, Cache]]:
        """A progress bar and the cache, unless it is not wanted; both in order again at the end."""
        from generator.cli.console import ProgressBar
        from generator.ground.cache import NO_CACHE, open_cache

        bar, cache = ProgressBar(sys.stderr), open_cache(self.game) if self.cache else NO_CACHE
        try:
            yield bar, cache
        finally:
            cache.tidy()
            bar.clear()


@dataclass(frozen=True, kw_only=True)
class MakingCommand(DrawingCommand):
    """A command that makes the folder output."""

    draft: bool = False

    def tidy_up(self) -> None:
        """Take away files under way."""
        from generator.ground.output import sweep

        sweep(self.game / OUTPUT / DRAFTS if self.draft else self.game / OUTPUT)


def code_of(problems: Sequence[Problem], *, strict: bool) -> int:
    """The exit code where only the strict way minds: PROBLEMS for more than notes."""
    weighty = any(problem.severity is not Severity.NOTE for problem in problems)
    return PROBLEMS if strict and weighty else OK


def show(problems: Sequence[Problem], stream: TextIO, *, notes: bool = False) -> None:
    """Print Problems; notes only if they are asked for."""
    from generator.cli.console import problems_text

    colour = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    print(problems_text(problems, colour=colour, notes=notes), file=untamed(stream))


def add_options(parser: argparse.ArgumentParser, command: type[Command]) -> None:
    """What a command takes: its own before what it shares, and last a word that may stand several times."""
    groups: dict[str, Any] = {"": parser}
    options = [entry for entry in fields(command) if entry.metadata]
    own = {*Command.__annotations__, *command.__annotations__}
    options.sort(key=lambda entry: (entry.metadata["arguments"].get("nargs") == "*", entry.name not in own))
    for entry in options:
        flag, arguments = entry.metadata["flag"], dict(entry.metadata["arguments"])
        group = entry.metadata["only one of"]
        if group not in groups:
            groups[group] = parser.add_mutually_exclusive_group()
        if entry.default is not MISSING:
            arguments["default"] = entry.default
        if flag is None:
            groups[group].add_argument(entry.name, **arguments)
        else:
            name = flag or f"--{entry.name.replace('_', '-')}"
            groups[group].add_argument(name, dest=entry.name, **arguments)

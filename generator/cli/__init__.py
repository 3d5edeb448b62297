"""The command `pnp`: with the groups of commands beside it, the only place that prints or exits."""

from __future__ import annotations

import argparse
import errno
import gc
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from generator import __version__
from generator.cli import (
    balance,
    build,
    edit,
    export,
    games,
    play,
    preview,
    printer,
    publish,
    versions,
)
from generator.cli.command import Command, add_options, show
from generator.ground.fence import memory_problem
from generator.ground.problems import INTERRUPTED, OK, PROBLEMS, USAGE, Failed, Problem, error, shortened
from generator.ground.spelling import nearest
from generator.ground.terminal import tame, tamed_streams, untamed
from generator.ground.worker import fenced, is_worker, tidily

LONGEST_PATH = 200
"""Letters of a path that a Problem shows."""
_RARELY = (20_000, 20, 50)
"""How often Python looks for rings of objects: a build makes millions of objects and hardly a ring."""
_BY_SIGNAL = 128
"""An exit code above it says that a signal ended the command, and which."""
_OWN_OPTIONS = ("-h", "--help", "--version")
_NEXT_IN_A_GAME = """\
This folder is a game. What to do next:
  pnp check    say everything that is wrong with it
  pnp build    make the sheets to print, in the folder output
"""
_NEXT_ELSEWHERE = """\
There is no card_data.xlsx here. What to do next:
  pnp new MyGame            begin a game in a folder of its own
  pnp check --game FOLDER   look at a game that lies elsewhere
"""

_GROUPS: Mapping[str, tuple[type[Command], ...]] = {
    "make a game": (
        edit.NewCommand,
        build.CheckCommand,
        preview.PreviewCommand,
        play.PlayCommand,
        build.BuildCommand,
    ),
    "change it": (
        edit.IconsCommand,
        edit.RenameCommand,
        edit.DressCommand,
        edit.DumpCommand,
        edit.IllustrateCommand,
    ),
    "print it at home": (
        printer.CalibrateCommand,
        printer.ProfileCommand,
        versions.PrintedCommand,
        versions.DiffCommand,
        versions.ReprintCommand,
    ),
    "play it": (games.ReplayCommand, games.SampleGameCommand, balance.BalanceCommand),
    "share it": (export.ExportCommand, publish.PreflightCommand, publish.PublishCommand),
}
"""The commands by what somebody wants to do."""


def run() -> int:
    """The command `pnp` as people call it: one command behind the fence, and its exit code."""
    gc.set_threshold(*_RARELY)
    _fill_streams()
    with tamed_streams():
        code = _run()
        if code > _BY_SIGNAL:
            # Python would let the process die of SIGINT, heard or not, if an interruption came inside of a
            # text that is executed, as ReportLab does while it is imported
            os._exit(_heard(lambda: code))
        return code


def _run() -> int:
    command = _command(None)
    if isinstance(command, int):
        return command
    if command.limits == "off" or command.unfenced:
        return _begun(command, lambda _: _swept(command, tidily(lambda: _carried_out(command, command.run))))

    def once(interrupted: Callable[[], object]) -> int:
        code = fenced(
            lambda: _carried_out(command, command.run),
            caught=lambda problem: _heard(lambda: _caught(command, problem)),
            interrupted=interrupted,
        )
        return _swept(command, code)

    return _begun(command, once)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command in this process, without the fence, and return its exit code."""
    _fill_streams()
    with tamed_streams():
        command = _command(argv)
        if isinstance(command, int):
            return command
        return _begun(command, lambda _: _carried_out(command, command.run))


def _begun(command: Command, once: Callable[[Callable[[], object]], int]) -> int:
    """The command, once; or again and again, if it is to watch: then each time behind a fence of its own."""
    if is_worker() or not command.watches:
        return once(lambda: None)
    from generator.cli.watch import watched

    return _carried_out(command, lambda: watched(command.game, once))


def _command(argv: Sequence[str] | None) -> Command | int:
    """The command that the command line asks for, or the exit code if that is said already."""
    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)
    words = list(sys.argv[1:] if argv is None else argv)
    parser, commands = _parser()
    if not words or (words[0] not in commands and words[0] not in _OWN_OPTIONS):
        return _heard(lambda: _lost(parser, words, tuple(commands)))
    try:
        options, rest = parser.parse_known_args(words)
    except SystemExit as stop:  # argparse has said why
        code = OK if not stop.code else USAGE
        return _heard(lambda: code)
    if rest:
        return _heard(lambda: _too_much(words[0], rest, commands[words[0]]))
    values = vars(options)
    kind: type[Command] = values.pop("command")
    return kind(**values)


def _too_much(command: str, rest: Sequence[str], parser: argparse.ArgumentParser) -> int:
    """Say which option or word a command does not know, and which one may be meant."""
    usage = parser.format_usage()
    option = next((word.partition("=")[0] for word in rest if word.startswith("-")), "")
    near = nearest(option, re.findall(r"--[a-z][a-z-]*", usage)) if option else []
    fault = (
        f"There is no option “{_shown(option)}”." if option else f"“{_shown(rest[0])}” is a word too many."
    )
    guess = f"Did you mean {near[0]}?" if near else f"pnp {command} --help says what it takes."
    print(f"{usage}pnp {command}: {fault} {guess}", file=sys.stderr)
    return USAGE


def _lost(parser: argparse.ArgumentParser, words: Sequence[str], names: Sequence[str]) -> int:
    """Say what to do next to somebody who named no command, or one that there is not."""
    from generator.ground.project import workbooks_in

    parser.print_usage(sys.stderr)
    if not words:
        text = _NEXT_IN_A_GAME if workbooks_in(Path()) else _NEXT_ELSEWHERE
        print(f"{text}pnp --help lists all commands.", file=sys.stderr)
        return USAGE
    later = next((word for word in words if word in names), "")
    if words[0].startswith("-") and later:
        print(f"pnp: Options stand behind the command: pnp {later} {_shown(words[0])} …", file=sys.stderr)
        return USAGE
    noun, choices = ("option", _OWN_OPTIONS) if words[0].startswith("-") else ("command", names)
    near = nearest(words[0], choices)
    guess = f"Did you mean pnp {near[0]}?" if near else f"There are {', '.join(choices)}."
    print(f"pnp: There is no {noun} “{_shown(words[0])}”. {guess}", file=sys.stderr)
    return USAGE


def _shown(word: str) -> str:
    """A word of the command line, as it is told."""
    return shortened(" ".join(tame(word).split()), 60)


def _carried_out(command: Command, act: Callable[[], int]) -> int:
    """Do it, and say what went wrong; the exit code."""
    return _heard(lambda: _attempted(command, act))


def _attempted(command: Command, act: Callable[[], int]) -> int:
    try:
        code = act()
        sys.stdout.flush()
        return code
    except Failed as failed:
        show(command.located(failed.problems), sys.stderr, notes=command.tells_notes)
        return PROBLEMS
    except KeyboardInterrupt:
        print("\nStopped. What was made before is as it was.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return _unheard()
    except MemoryError:
        command.last_words(memory_problem())
        return PROBLEMS
    except Exception as fault:  # whatever it is, nobody should have to read a traceback
        return _unexpected(fault, debug=command.debug)


def _caught(command: Command, problem: Problem) -> int:
    """Say what the fence caught; the worker is gone, and so is what it had half done."""
    if sys.stderr.isatty():
        untamed(sys.stderr).write("\r\x1b[K")  # the worker's progress bar
    command.last_words(problem)
    return PROBLEMS


def _swept(command: Command, code: int) -> int:
    """The same exit code, when nothing is left of a command that did not come to its own end."""
    if code != OK and not is_worker():
        command.tidy_up()
    return code


def _unexpected(fault: Exception, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(fault, file=sys.stderr)
        return PROBLEMS
    if isinstance(fault, OSError):
        flaw = f"A file cannot be read or written: {fault.strerror or fault}."
        mend = "See to it and try again."
        where = str(fault.filename or "pnp")[:LONGEST_PATH]
        _unheard()  # it may have been what is printed that could not be written
        if fault.errno == errno.ENOSPC:
            flaw = "The disk is full."
            mend = "Make room on it and try again; what was made before is as it was."
        show([error(where, flaw, mend)], sys.stderr)
        return PROBLEMS
    reason = " ".join(str(fault).split())[:200]
    flaw = f"Something unexpected happened inside pnp: {type(fault).__name__}: {reason}"
    mend = "Please report it, with the workbook if you can; --debug shows where it happened."
    show([error("pnp", flaw, mend)], sys.stderr)
    return PROBLEMS


# ---------------------------------------------------------------- arguments


def _parser() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """The parser, and those of the commands by their names."""
    listed = (
        f"{group}:\n" + "\n".join(f"  {command.name:<12} {command.brief}" for command in commands)
        for group, commands in _GROUPS.items()
    )
    parser = argparse.ArgumentParser(
        prog="pnp",
        usage="pnp COMMAND …",
        description="Print-and-play sheets from one workbook, checked against the game's rules.",
        epilog="\n\n".join((*listed, "pnp COMMAND --help says what a command takes.")),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pnp {__version__}")
    parsers = parser.add_subparsers(metavar="COMMAND", required=True, help=argparse.SUPPRESS, prog="pnp")
    for command in (command for commands in _GROUPS.values() for command in commands):
        own = parsers.add_parser(command.name, description=command.about)
        own.set_defaults(command=command)
        add_options(own, command)
    return parser, parsers.choices


# ---------------------------------------------------------------- printing


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
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return PROBLEMS


def _speak_utf8(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")

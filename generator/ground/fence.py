"""A fence round the work on strangers' files: how much time and memory each unit of it may take.

Counting steps catches what somebody thought of; the fence catches the rest. The command runs in a worker
process (`worker`). Before each unit of work it sets the system's own timer for what that unit may
take, and notes in memory that it shares with its parent what it is at. When the timer runs out the system
ends the worker, whatever library it is lost in, and the parent says which unit it was. A deck of 5,000
honest cards is 5,000 small units; a single evil face is one that does not end.

Where there is no worker, in tests and in programs that use the package, `unit` only keeps the name.
"""

from __future__ import annotations

import json
import mmap
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType, TracebackType

from generator.ground.problems import Problem, error

FACES_A_UNIT = 50
"""Fronts and backs of all components have the time of one unit for so many; a usual one takes hundredths."""
MEMORY_MB = 1_000
"""What a command may take above what it has when it starts."""

Telling = mmap.mmap | memoryview
"""The memory that worker and parent share: the length of a note, and the note."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What one kind of unit may take."""

    seconds: float
    """Of the processor's time."""
    doing: str
    """What the unit does, as the beginning of a sentence."""
    mend: str
    whole: bool = False
    """Whether the time of the units inside counts too: many small evil things are a large one."""


_LARGE = "Make it smaller or simpler. If the game is your own and honest, pnp … --limits off lifts the limit."
LIMITS: Mapping[str, Limit] = MappingProxyType(
    {
        "command": Limit(10, "What pnp does between its stages", _LARGE),
        "workbook": Limit(10, "Reading the workbook", _LARGE),
        "checks": Limit(10, "Checking the workbook", _LARGE),
        "game": Limit(10, "Playing the sample game", _LARGE),
        "balance": Limit(60, "Playing a game for the balance", _LARGE),
        "fonts": Limit(5, "Looking through the fonts", _LARGE),
        "faces": Limit(10, "Drawing all faces", _LARGE, whole=True),
        "face": Limit(5, "Drawing a face", _LARGE),
        "picture": Limit(5, "Opening a picture", _LARGE),
        "illustration": Limit(
            15, "Cutting the marks of a drawing", "Draw it with fewer shapes and wider textures."
        ),
        "designs": Limit(10, "Putting the designs together", _LARGE),
        "booklet": Limit(10, "Setting a booklet", _LARGE, whole=True),
        "chapter": Limit(10, "Setting a chapter", _LARGE),
        "shop": Limit(3, "Reading the file of a shop", _LARGE),
        "export": Limit(5, "Drawing a picture for an export", _LARGE),
        "press": Limit(10, "Making a file for a press", _LARGE),
        "sheets": Limit(10, "Laying out the sheets", _LARGE),
        "publish": Limit(10, "Packing a zip", _LARGE),
        "preflight": Limit(10, "Looking a finished file over", _LARGE),
        "move": Limit(5, "A move at the table", _LARGE),
        "thought": Limit(5, "A bot’s thought", "Seat another bot, or move for it yourself."),
        "record": Limit(10, "Reading the record of a print", "Delete it, and record the next print anew."),
    }
)
"""Every kind of unit. What comes in pages or pieces has so much for each hundred of them, or for fewer."""


# ---------------------------------------------------------------- inside the worker


class _Fence:
    """The limits of this process, once it is a worker. There is one timer, so there is one of these."""

    def __init__(self, telling: Telling | None = None) -> None:
        self.told = telling
        self.stack: list[Unit] = []
        self.spent_memory: Unit | None = None
        """The unit that was at work when memory ran out."""

    def note(self) -> None:
        """Tell the parent what this process is at, and set the timer to what that may still take."""
        if self.told is None:
            return
        least = min((self.stack[-1], *(unit for unit in self.stack if unit.whole)), key=attrgetter("left"))
        facts = [least.kind, least.where[:200], least.of[:200], least.left, time.monotonic()]
        note = json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace")
        self.told[: len(note) + 4] = len(note).to_bytes(4, "big") + note
        _set_timer(least.left)


_fence = _Fence()
"""A process has one timer and one size, so this is the one thing that the whole package shares."""


class Unit:
    """A unit of work; `with` it, everything inside counts for it. Entered again it goes on counting."""

    __slots__ = ("_since", "kind", "left", "of", "where", "whole")

    def __init__(self, kind: str, where: str, of: str = "", *, times: float = 1.0) -> None:
        self.kind, self.where, self.of = kind, where, of
        self.left = LIMITS[kind].seconds * max(1.0, times)
        self.whole = LIMITS[kind].whole
        self._since = 0.0

    def __enter__(self) -> Unit:
        if _fence.told is not None and _fence.stack:
            _charge()  # the time of the unit around stands still while this one works
        _fence.stack.append(self)
        self._since = time.process_time()
        _fence.note()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(fault, MemoryError) and _fence.spent_memory is None:
            _fence.spent_memory = self
        _charge()
        _fence.stack.pop()
        if _fence.stack:
            _fence.stack[-1]._since = time.process_time()
            _fence.note()


def begin_telling(telling: Telling | None) -> None:
    """From now on this process is a worker that tells its units there; or, with None, no longer."""
    _fence.told = telling


def forked() -> None:
    """This process was forked off another one to help it: the same limits hold here, told to nobody."""
    if _fence.told is not None:
        _fence.told = memoryview(bytearray(len(_fence.told)))
    if _fence.stack:
        _fence.stack[-1]._since = time.process_time()
        _fence.note()


def is_on() -> bool:
    """Whether this process keeps to the limits."""
    return _fence.told is not None


def charge(seconds: float) -> None:
    """The time that a helper took counts for the units here that count the time of others."""
    if _fence.stack:
        _charge()
        for around in _fence.stack:
            if around.whole:
                around.left = max(0.001, around.left - seconds)
        _fence.stack[-1]._since = time.process_time()
        _fence.note()


def unit(kind: str, where: str, of: str = "", *, times: float = 1.0) -> Unit:
    """A unit of work of one of the kinds of `LIMITS`; `times` is how many usual ones it is worth.

    A Problem names it by `where`, a file or a sheet, and by `of`, the card or chapter if there is one.
    """
    return Unit(kind, where, of, times=times)


def _charge() -> None:
    """What the unit at work has taken since it was last looked at counts for it, and for those around it."""
    current = _fence.stack[-1]
    spent = time.process_time() - current._since
    for around in {current, *(unit for unit in _fence.stack if unit.whole)}:
        around.left = max(0.001, around.left - spent)


def memory_problem() -> Problem:
    """The Problem of a worker that ran out of memory, naming the unit that it was at."""
    spent = _fence.spent_memory or (_fence.stack[-1] if _fence.stack else Unit("command", "pnp"))
    return too_large(spent)


def _doing(spent: Unit) -> str:
    return LIMITS[spent.kind].doing + (f" ({spent.of})" if spent.of else "")


def too_large(spent: Unit) -> Problem:
    """The Problem of a unit that wants more memory than there is for it."""
    flaw = f"{_doing(spent)} takes more than {MEMORY_MB / 1000:g} GB of memory."
    return error(spent.where, flaw, LIMITS[spent.kind].mend)


def too_long(spent: Unit) -> Problem:
    """The Problem of a unit whose time ran out."""
    flaw = f"{_doing(spent)} takes too long and was stopped."
    return error(spent.where, flaw, LIMITS[spent.kind].mend)


def stopped(spent: Unit, why: str) -> Problem:
    """The Problem of a unit at which a library crashed."""
    mend = "Take out what was added last, or report it together with the file; --limits off does not help."
    return error(spent.where, f"{_doing(spent)} made a library fail ({why}).", mend)


def killed(spent: Unit) -> Problem:
    """The Problem of a unit at which the system or somebody ended the worker."""
    mend = "If nobody stopped it, close other programs to make room in memory, and run it again."
    return error(spent.where, f"{_doing(spent)} was ended from outside.", mend)


def at_work(telling: Telling) -> tuple[Unit, float]:
    """The unit that a worker is at, as the memory that it shares tells, and since when."""
    size = int.from_bytes(telling[:4], "big")
    try:
        kind, where, of, seconds, since = json.loads(bytes(telling[4 : 4 + size]))
    except ValueError:  # it was just being written, or nothing was told yet
        return Unit("command", "pnp"), time.monotonic()
    doing = Unit(kind, where, of)
    doing.left = seconds
    return doing, since


# ---------------------------------------------------------------- the timer


if sys.platform == "win32":

    def _set_timer(seconds: float) -> None:
        """Windows has no such timer; the parent reads the clock."""
else:

    def _set_timer(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)

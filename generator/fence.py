"""A fence round the work on strangers' files: how much time and memory each unit of it may take.

Counting steps catches what somebody thought of; the fence catches the rest. The command runs in a worker
process. Before each unit of work the worker sets the system's own timer for what that unit may take, and
notes in memory that it shares with its parent what it is at. When the timer runs out the system ends the
worker, whatever library it is lost in, and the parent says which unit it was. A deck of 5,000 honest cards
is 5,000 small units; a single evil face is one that does not end.

On Windows, where a process cannot set itself such a timer, the parent watches the clock and ends the worker;
memory is not limited there. Where nobody calls `fenced`, in tests and in programs that use the package,
`unit` only keeps the name.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType

from generator.files import MB, Unreadable, read_bounded
from generator.problems import Problem, error

MEMORY_MB = 1_000
"""What a command may take above what it has when it starts."""
CLOCK = 3
"""On Windows, where the clock counts and not the processor's time, a unit has so many times its seconds."""


Told = mmap.mmap | memoryview
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
        "command": Limit(20, "What pnp does between its stages", _LARGE),
        "workbook": Limit(10, "Reading the workbook", _LARGE),
        "checks": Limit(10, "Checking the workbook", _LARGE),
        "game": Limit(20, "Playing the sample game", _LARGE),
        "fonts": Limit(5, "Looking through the fonts", _LARGE),
        "faces": Limit(30, "Drawing all faces", _LARGE, whole=True),
        "face": Limit(5, "Drawing a face", _LARGE),
        "picture": Limit(5, "Opening a picture", _LARGE),
        "designs": Limit(20, "Putting the designs together", _LARGE),
        "booklet": Limit(60, "Setting a booklet", _LARGE, whole=True),
        "chapter": Limit(10, "Setting a chapter", _LARGE),
        "sheets": Limit(20, "Laying out the sheets", _LARGE),
    }
)
"""Every kind of unit. What comes in pages or pieces has so much for each hundred of them."""


# ---------------------------------------------------------------- inside the worker


class _Fence:
    """The limits of this process, once it is a worker. There is one timer, so there is one of these."""

    def __init__(self, told: Told | None = None) -> None:
        self.told = told
        self.stack: list[Unit] = []
        self.spent_memory: Unit | None = None
        """The unit that was at work when memory ran out."""

    def at_work(self) -> None:
        """Tell the parent what this process is at, and set the timer to what that may still take."""
        if self.told is None:
            return
        least = min((self.stack[-1], *(unit for unit in self.stack if unit.whole)), key=_left)
        told = [least.kind, least.where[:500], least.of[:500], least.left, time.monotonic()]
        note = json.dumps(told).encode()
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
        if _fence.told is not None:
            _pause()
        _fence.stack.append(self)
        self._since = time.process_time()
        _fence.at_work()
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
            _fence.at_work()


def unit(kind: str, where: str, of: str = "", *, times: float = 1.0) -> Unit:
    """A unit of work of one of the kinds of `LIMITS`; `times` is how many usual ones it is worth.

    A Problem names it by `where`, a file or a sheet, and by `of`, the card or chapter if there is one.
    """
    return Unit(kind, where, of, times=times)


def _pause() -> None:
    """The unit around a new one: its time stands still while the new one works."""
    if _fence.stack:
        _charge()


def _left(spent: Unit) -> float:
    return spent.left


def _charge() -> None:
    """What the unit at work has taken since it was last looked at counts for it, and for those around it."""
    current = _fence.stack[-1]
    taken = time.process_time() - current._since
    for each in {current, *(unit for unit in _fence.stack if unit.whole)}:
        each.left = max(0.001, each.left - taken)


def memory_problem() -> Problem:
    """The Problem of a worker that ran out of memory, naming the unit that it was at."""
    spent = _fence.spent_memory or (_fence.stack[-1] if _fence.stack else Unit("command", "pnp"))
    return _too_large(spent)


def _doing(spent: Unit) -> str:
    return LIMITS[spent.kind].doing + (f" ({spent.of})" if spent.of else "")


def _too_large(spent: Unit) -> Problem:
    what = f"{_doing(spent)} takes more than {MEMORY_MB / 1000:g} GB of memory."
    return error(spent.where, what, LIMITS[spent.kind].mend)


def _too_long(spent: Unit) -> Problem:
    what = f"{_doing(spent)} takes too long and was stopped."
    return error(spent.where, what, LIMITS[spent.kind].mend)


def _stopped(spent: Unit, why: str) -> Problem:
    mend = "Take out what was added last, or report it together with the file; --limits off does not help."
    return error(spent.where, f"{_doing(spent)} made a library fail ({why}).", mend)


def _killed(spent: Unit) -> Problem:
    mend = "If nobody stopped it, close other programs to make room in memory, and run it again."
    return error(spent.where, f"{_doing(spent)} was ended from outside.", mend)


# ---------------------------------------------------------------- the system's limits


if sys.platform == "win32":

    def _set_timer(seconds: float) -> None:
        """Windows has no such timer; the parent reads the clock."""
else:
    import resource

    def _set_timer(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def _limit_memory() -> int:
        """Limit this process to so many bytes more than it has; the most that it may have come to."""
        most = MEMORY_MB * MB
        with suppress(OSError, ValueError, IndexError, Unreadable):
            # pages of data and stack: man 5 proc, statm; libraries that are loaded later do not count
            pages = int(read_bounded(Path("/proc/self/statm"), inside=None, most=1000).split()[5])
            resource.setrlimit(resource.RLIMIT_DATA, (pages * resource.getpagesize() + most,) * 2)
        return _largest_bytes() + most

    def _largest_bytes() -> int:
        """The most memory that this process has had (getrusage tells bytes on macOS, else KB)."""
        told = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return told if sys.platform == "darwin" else told * 1024


# ---------------------------------------------------------------- parent and worker

_SHARED = 8192
_WATCH_S = 0.1
_GRACE_S = 0.5
"""How long a worker that got the keyboard's interrupt itself has before the parent passes it on."""
_OUT_OF_MEMORY = 77
"""How the worker ends, by its watchman, where the system did not refuse the memory itself."""


def fenced(command: Callable[[], int], *, caught: Callable[[Problem], int]) -> int:
    """Run a command in a worker and return its exit code; `caught` says what the fence caught.

    The worker prints for itself. `caught` runs in the parent and gives the exit code then.
    """
    if _is_worker():
        return _as_spawned(command)
    if not hasattr(os, "fork"):
        return _spawned(sys.argv[1:], caught=caught)
    told = mmap.mmap(-1, _SHARED)
    alive_end, parent_end = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    child = os.fork()
    if child == 0:
        os.close(parent_end)
        _work(command, told, alive_end)
    os.close(alive_end)
    try:
        code = _wait(child)
    finally:
        os.close(parent_end)
    return _verdict(code, told, caught)


def _work(command: Callable[[], int], told: Told, parent: int) -> None:
    """The worker's whole life: it never returns."""
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        most = _limit_memory()
        threading.Thread(target=_watchman, args=(parent, most), daemon=True).start()
        _fence.told = told
        with unit("command", "pnp"):
            code = command()
    except BaseException:  # the command says what it can say; this is a fault of pnp itself
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(code)


def _watchman(parent: int, most_bytes: int) -> None:
    """End this process when its parent is gone, or when it is too large and nothing refused it."""
    import select

    while not select.select([parent], [], [], _WATCH_S)[0]:
        if _largest_bytes() > most_bytes:
            os._exit(_OUT_OF_MEMORY)
    os.kill(os.getpid(), signal.SIGKILL)


def _wait(child: int) -> int:
    """The worker's exit code, negative for a signal. Signals to the parent are passed on."""

    def passed_on(number: int, _frame: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    def interrupted(_number: int, _frame: object) -> None:
        # from a keyboard the worker got the same signal; only if it goes on was the parent alone meant
        signal.signal(signal.SIGALRM, lambda *_: passed_on(signal.SIGINT, None))
        signal.setitimer(signal.ITIMER_REAL, _GRACE_S)

    before = {
        number: signal.signal(number, handler)
        for number, handler in (
            (signal.SIGINT, interrupted),
            (signal.SIGTERM, passed_on),
            (signal.SIGHUP, passed_on),
        )
    }
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _at(told: Told) -> tuple[Unit, float]:
    """The unit that the worker is at, and since when."""
    size = int.from_bytes(told[:4], "big")
    try:
        kind, where, of, left, since = json.loads(bytes(told[4 : 4 + size]))
    except ValueError:  # it was just being written, or nothing was told yet
        return Unit("command", "pnp"), time.monotonic()
    found = Unit(kind, where, of)
    found.left = left
    return found, since


def _verdict(code: int, told: Told, caught: Callable[[Problem], int]) -> int:
    spent, _ = _at(told)
    if code == _OUT_OF_MEMORY:
        return caught(_too_large(spent))
    if code >= 0:
        return code
    if -code == getattr(signal, "SIGPROF", None):
        return caught(_too_long(spent))
    if -code in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None)}:
        return 128 - code
    if -code == getattr(signal, "SIGKILL", None):
        return caught(_killed(spent))
    return caught(_stopped(spent, signal.Signals(-code).name))


# ---------------------------------------------------------------- without fork

_SHARED_NAME = "PNP_WORKER"


def _is_worker() -> bool:
    """Whether this process was started as the worker of another one."""
    return _SHARED_NAME in os.environ


def _as_spawned(command: Callable[[], int]) -> int:
    from multiprocessing.shared_memory import SharedMemory

    shared = SharedMemory(os.environ[_SHARED_NAME])
    _fence.told = shared.buf
    with unit("command", "pnp"):
        code = command()
    _fence.told = None  # lets go of the memory, which `shared` would otherwise not be rid of
    shared.close()
    return code


def _spawned(arguments: Sequence[str], *, caught: Callable[[Problem], int]) -> int:
    """The same with a worker that is started anew, watched by the clock."""
    import subprocess
    from multiprocessing.shared_memory import SharedMemory

    shared = SharedMemory(create=True, size=_SHARED)
    told = shared.buf
    assert told is not None
    worker = subprocess.Popen(
        [sys.executable, "-m", "generator", *arguments], env={**os.environ, _SHARED_NAME: shared.name}
    )
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return _verdict(worker.wait(_WATCH_S), told, caught)
            spent, since = _at(told)
            if time.monotonic() - since > CLOCK * spent.left:
                worker.kill()
                worker.wait()
                return caught(_too_long(spent))
    except KeyboardInterrupt:
        return worker.wait()
    finally:
        worker.kill()
        told.release()
        shared.close()
        with suppress(FileNotFoundError):
            shared.unlink()

"""The worker process in which a command runs, and the parent that says how it ended.

The parent does nothing but wait. The worker prints for itself; the system ends it when a unit of its work
takes too long or wants too much memory (`fence`), and the parent reads in the memory that they
share which unit that was. When the parent is killed, the worker ends too.

On Windows, where a process can neither be forked nor set itself such a timer, the worker is started anew and
the parent watches the clock; memory is not limited there.
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from generator.ground.fence import (
    MEMORY_MB,
    Telling,
    at_work,
    begin_telling,
    killed,
    stopped,
    too_large,
    too_long,
    unit,
)
from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.problems import Problem

CLOCK = 3
"""On Windows, where the clock counts and not the processor's time, a unit has so many times its seconds."""
_SHARED = 8192
_WATCH_S = 0.1
_GRACE_S = 0.5
"""How long a worker that got the keyboard's interrupt itself has before the parent passes it on."""
_OUT_OF_MEMORY = 77
"""How the worker ends, by its watchman, where the system did not refuse the memory itself."""
HOUSE = Path(__file__).resolve().parents[2]
"""The folder in which this package lies; a worker that is started anew begins there."""
_BEGIN = "import sys; sys.path.append(sys.argv.pop(1)); from generator.cli import run; sys.exit(run())"


def own_command(*arguments: str) -> list[str]:
    """The words that start pnp in a Python of its own, to be run with `HOUSE` as the current folder.

    `-P` keeps Python from looking for modules in the current folder, which may be a stranger's.
    """
    return [sys.executable, "-P", "-c", _BEGIN, str(HOUSE), *arguments]


def fenced(
    command: Callable[[], int],
    *,
    caught: Callable[[Problem], int],
    interrupted: Callable[[], object] = lambda: None,
) -> int:
    """Run a command in a worker and return its exit code; `caught` says what the fence caught.

    The worker prints for itself. `caught` runs in the parent and gives the exit code then. `interrupted` is
    called when the keyboard interrupts; the worker may be through by then and end as if it had not been.
    """
    if is_worker():
        return _as_spawned(command)
    if not hasattr(os, "fork"):
        return _spawned(sys.argv[1:], caught=caught, interrupted=interrupted)
    telling = mmap.mmap(-1, _SHARED)
    alive_end, parent_end = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    child = os.fork()
    if child == 0:
        os.close(parent_end)
        _work(command, telling, alive_end)
    os.close(alive_end)
    try:
        code = _wait(child, interrupted)
    finally:
        os.close(parent_end)
    return _verdict(code, telling, caught)


def _work(command: Callable[[], int], telling: Telling, parent: int) -> None:
    """The worker's whole life: it never returns."""
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        most = _limit_memory()
        threading.Thread(target=watchman, args=(parent, most), daemon=True).start()
        begin_telling(telling)
        with unit("command", "pnp"):
            code = tidily(command)
    except BaseException:  # the command says what it can say; this is a fault of pnp itself
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(code)


def tidily(command: Callable[[], int]) -> int:
    """Run a command that a signal to end interrupts as the keyboard does, so that it leaves nothing behind.

    Returns its exit code, or 128 and the signal's number. A signal that is ignored stays so.
    """
    code = 0

    def end(number: int, _frame: object) -> None:
        nonlocal code
        signal.signal(number, signal.SIG_IGN)  # a second one would interrupt the tidying
        code = 128 + number
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        own = command()
    except KeyboardInterrupt:  # it came where nobody hears it any more
        own = 128 + signal.SIGINT
    return code or own


def watchman(parent: int, most_bytes: int) -> None:
    """End this process when its parent is gone, or when it is too large and nothing refused it."""
    import select

    while not select.select([parent], [], [], _WATCH_S)[0]:
        if largest_bytes() > most_bytes:
            os._exit(_OUT_OF_MEMORY)
    os.kill(os.getpid(), signal.SIGKILL)


def _wait(child: int, heard: Callable[[], object]) -> int:
    """The worker's exit code, negative for a signal. Signals to the parent are passed on."""

    def passed_on(number: int, _frame: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    def interrupted(_number: int, _frame: object) -> None:
        # from a keyboard the worker got the same signal; only if it goes on was the parent alone meant
        signal.signal(signal.SIGALRM, lambda *_: passed_on(signal.SIGINT, None))
        signal.setitimer(signal.ITIMER_REAL, _GRACE_S)
        heard()

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


def _verdict(code: int, telling: Telling, caught: Callable[[Problem], int]) -> int:
    spent, _ = at_work(telling)
    if code == _OUT_OF_MEMORY:
        return caught(too_large(spent))
    if code >= 0:
        return code
    if -code == getattr(signal, "SIGPROF", None):
        return caught(too_long(spent))
    if -code in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None)}:
        return 128 - code
    if -code == getattr(signal, "SIGKILL", None):
        return caught(killed(spent))
    return caught(stopped(spent, signal.Signals(-code).name))


# ---------------------------------------------------------------- without fork

_SHARED_NAME, _STARTED_IN = "PNP_WORKER", "PNP_WORKER_FOLDER"


def is_worker() -> bool:
    """Whether this process was started as the worker of another one."""
    return _SHARED_NAME in os.environ


def _as_spawned(command: Callable[[], int]) -> int:
    from multiprocessing.shared_memory import SharedMemory

    os.chdir(os.environ[_STARTED_IN])  # what the user typed is meant from there
    shared = SharedMemory(os.environ[_SHARED_NAME])
    begin_telling(shared.buf)
    with unit("command", "pnp"):
        code = command()
    begin_telling(None)  # lets go of the memory, which `shared` would otherwise not be rid of
    shared.close()
    return code


def _spawned(
    arguments: Sequence[str], *, caught: Callable[[Problem], int], interrupted: Callable[[], object]
) -> int:
    """The same with a worker that is started anew, watched by the clock."""
    import subprocess
    from multiprocessing.shared_memory import SharedMemory

    shared = SharedMemory(create=True, size=_SHARED)
    telling = shared.buf
    assert telling is not None
    worker = subprocess.Popen(
        own_command(*arguments),
        cwd=HOUSE,
        env={**os.environ, _SHARED_NAME: shared.name, _STARTED_IN: str(Path.cwd())},
    )
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return _verdict(worker.wait(_WATCH_S), telling, caught)
            spent, since = at_work(telling)
            if time.monotonic() - since > CLOCK * spent.left:
                worker.kill()
                worker.wait()
                return caught(too_long(spent))
    except KeyboardInterrupt:
        interrupted()
        return worker.wait()
    finally:
        worker.kill()
        telling.release()
        shared.close()
        with suppress(FileNotFoundError):
            shared.unlink()


# ---------------------------------------------------------------- memory


if sys.platform != "win32":
    import resource

    def _limit_memory() -> int:
        """Limit this process to so many bytes more than it has; the most that it may have come to."""
        most = MEMORY_MB * MB
        with suppress(OSError, ValueError, IndexError, Unreadable):
            # pages of data and stack: man 5 proc, statm; libraries that are loaded later do not count
            pages = int(read_bounded(Path("/proc/self/statm"), inside=None, most=1000).split()[5])
            resource.setrlimit(resource.RLIMIT_DATA, (pages * resource.getpagesize() + most,) * 2)
        return largest_bytes() + most

    def largest_bytes() -> int:
        """The most memory that this process has had (getrusage tells bytes on macOS, else KB)."""
        usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return usage if sys.platform == "darwin" else usage * 1024

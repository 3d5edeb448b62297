"""A second process that works ahead: it makes, in order, what the first one is about to ask for.

A helper is forked off the process that it helps, so it knows all that one knows and needs to be told nothing.
What it makes comes back through a pipe, as JSON with bytes behind it, such as a drawing: nothing that a
stranger's template leads to is ever anything but a text or a number here. The pipe is all that is held
between the two: when it is full the helper waits.

Nothing depends on it. Whatever ends it early, a limit of the fence, a fault, somebody's kill, the process
that it helps does the rest itself, and what was wrong comes up there as if there had never been a helper. It
ends with that process, whatever ends that. Where the system does not say which processors there are for
this process, as on Windows and macOS, there are no helpers.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.ground import fence, worker
from generator.ground.files import MB

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

HELD = MB
"""Bytes that the pipe between both holds."""
_MOST_FILES = 4096


class Parcel(NamedTuple):
    """What a helper made for a place."""

    place: int
    """Where in the order of the work it belongs."""
    record: Mapping[str, Any]
    """What JSON can say of it."""
    parts: tuple[bytes, ...] = ()
    """What is large, as it is."""


def usable_cores() -> int:
    """How many processors this process may use, as far as helpers can be forked; else 1."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None and hasattr(os, "fork") else 1


@dataclass(slots=True)
class Helper:
    """The end of the pipe at which things are taken. `with` it, the helper ends when the block does."""

    process: ForkProcess
    pipe: Connection
    _next: Parcel | None = None
    _spent_s: float = 0.0

    def __enter__(self) -> Helper:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.end()

    def take(self, place: int) -> Parcel | None:
        """What it made for a place; None if it made nothing for it, and never will.

        Waits for it. Places are asked for in their order: what belongs to earlier ones is let go.
        """
        while self._next is None or self._next.place < place:
            self._next = self._read()
            if self._next is None:
                return None
        parcel = self._next
        if parcel.place > place:
            return None
        self._next = None
        return parcel

    def end(self) -> None:
        """End the helper, if it is still at work."""
        if not self.pipe.closed:
            self.pipe.close()
            self.process.kill()
            self.process.join()
            self.process.close()

    def _read(self) -> Parcel | None:
        """The next thing; None, and the helper is ended, if there is none, or not a whole one."""
        try:
            head = json.loads(self.pipe.recv_bytes())
            parts = tuple(self.pipe.recv_bytes() for _ in range(head["parts"]))
            parcel, spent_s = Parcel(head["place"], head["record"], parts), float(head["spent_s"])
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            self.end()
            return None
        fence.charge(spent_s - self._spent_s)
        self._spent_s = spent_s
        return parcel


def lend(work: Callable[[], Iterable[Parcel]]) -> Helper | None:
    """A helper that does a piece of work, in the order of its places; None if the system has none to lend.

    The fence holds for it as for this process, and what it takes counts for the units of work at which
    its things are taken.
    """
    from multiprocessing import Pipe, get_context

    out, into = Pipe(duplex=False)
    _widen(into.fileno())
    process = get_context("fork").Process(target=_help, args=(work, into), daemon=True)
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until it is clear who is who
    try:
        with warnings.catch_warnings():  # of threads: ours only watch, and hold nothing
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
    except OSError:
        out.close()
        return None
    finally:
        into.close()
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
    return Helper(process, out)


# ---------------------------------------------------------------- inside the helper


def _help(work: Callable[[], Iterable[Parcel]], into: Connection) -> None:
    """The helper's whole life: it never returns."""
    from multiprocessing import parent_process

    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # from a keyboard: who is helped decides what follows
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        parent = parent_process()
        assert parent is not None
        _let_go(into.fileno(), parent.sentinel)
        most = worker.largest_bytes() + fence.MEMORY_MB * MB if fence.is_on() else sys.maxsize
        threading.Thread(target=worker.watchman, args=(parent.sentinel, most), daemon=True).start()
        gc.freeze()  # what was there before is shared memory as long as nobody touches it
        fence.forked()
        for place, record, parts in work():
            head = {
                "place": place,
                "record": record,
                "parts": len(parts),
                "spent_s": time.process_time(),
            }
            for content in (json.dumps(head).encode("ascii"), *parts):
                into.send_bytes(content)
    except BaseException:  # it comes up again where the work is done then
        os._exit(1)
    finally:
        os._exit(0)


def _let_go(*pipes: int) -> None:
    """Close every file but the pipes: a lock that the helper held on to would outlive its owner."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    first = 3
    for number in sorted(pipes):
        os.closerange(first, number)
        first = max(first, number + 1)
    os.closerange(first, _MOST_FILES)


def _widen(pipe: int) -> None:
    """Let a pipe hold more, where the system allows it; a small one works as well."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, HELD)

"""The server's end of the pipe: starts the fenced worker, hears what it tells, and says why it ended."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from generator.ground.as_json import from_json
from generator.ground.messages import BadMessage, Message, receive, send
from generator.ground.problems import Problem, error
from generator.ground.worker import HOUSE

_PING_S = 600.0
"""A worker that waits has a limit too; a word now and then begins it anew."""
_GRACE_S = 1.0
_LAST_LINES = 40


@dataclass(slots=True)
class Servant:
    """One worker process. `heard` and `ended` are called in a thread of its own."""

    command: Sequence[str]
    heard: Callable[[Message], None]
    ended: Callable[[Problem], None]
    """Called once, with the reason, unless this end was the one to end it."""
    doing: str = "What draws the pictures"
    """What it does, as the beginning of a sentence."""
    _outbox: queue.SimpleQueue[Mapping[str, Any] | None] = field(default_factory=queue.SimpleQueue)
    _process: subprocess.Popen[bytes] | None = None
    _last: deque[bytes] = field(default_factory=lambda: deque(maxlen=_LAST_LINES))
    _ending: bool = False
    _threads: list[threading.Thread] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        """Whether there is a process that may be asked."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process. Raises OSError."""
        self._process = process = subprocess.Popen(
            list(self.command),
            cwd=HOUSE,  # never in a stranger's folder
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # a keyboard's interrupt is for the server, which ends its worker
        )
        ends = (self._write, process.stdin), (self._listen, process.stdout), (self._note, process.stderr)
        for work, stream in ends:
            thread = threading.Thread(target=work, args=(stream,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def ask(self, message: Mapping[str, Any]) -> None:
        """Ask for something; what comes of it is heard."""
        self._outbox.put(message)

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self._ending = True
        self._outbox.put(None)
        process = self._process
        if process is None:
            return
        for stop in (process.terminate, process.kill):
            with suppress(OSError):
                stop()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE_S)
                break
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_GRACE_S)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    # ------------------------------------------------------------ threads

    def _write(self, stream: BinaryIO) -> None:
        while True:
            try:
                message = self._outbox.get(timeout=_PING_S)
            except queue.Empty:
                message = {"do": "ping"}
            if message is None:
                return
            try:
                send(stream, message)
            except (OSError, ValueError, BadMessage):
                return

    def _listen(self, stream: BinaryIO) -> None:
        assert self._process is not None
        why = ""
        try:
            while (message := receive(stream)) is not None:
                self.heard(message)
        except (BadMessage, OSError, ValueError) as fault:
            why = str(fault)
        with suppress(OSError):
            self._process.terminate()
        self._process.wait()
        self._outbox.put(None)
        if not self._ending:
            self._threads[2].join(_GRACE_S)
            self.ended(self._reason(why))

    def _note(self, stream: BinaryIO) -> None:
        """Keep the last lines that it writes to nobody."""
        with suppress(OSError, ValueError):
            for line in stream:
                self._last.append(line[:20_000])

    def _reason(self, why: str) -> Problem:
        """The Problem that the worker's parent told as its last words; else what is known of its end."""
        for line in reversed(self._last):
            with suppress(ValueError, TypeError, KeyError):
                words = json.loads(line)
                if isinstance(words, dict) and "last_words" in words:
                    problem: Problem = from_json(Problem, words["last_words"])
                    return problem
        lines = " ".join(b" ".join(self._last).decode("utf-8", "replace").split())[-400:]
        told_why = lines or why or "it does not say why"
        fault = f"{self.doing} has ended: {told_why}."
        return error("pnp preview", fault, "Save a file of the game and it begins again.")

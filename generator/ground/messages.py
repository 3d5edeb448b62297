"""Messages between two processes through a pipe: what JSON can say, with bytes behind it."""

from __future__ import annotations

import json
import os
import queue
import struct
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

from generator.ground.files import MB

MOST_SAID = 64 * MB
"""Bytes of what JSON says in one message."""
MOST_PART = 128 * MB
"""Bytes of what stands behind it."""
_HEAD = struct.Struct("!II")


class Message(NamedTuple):
    """One message."""

    record: Mapping[str, Any]
    part: bytes = b""


class BadMessage(Exception):
    """What came through the pipe is no whole message, or one that is too large."""


def send(stream: BinaryIO, record: Mapping[str, Any], part: bytes = b"") -> None:
    """Send a message. Raises OSError if nobody is there any more, and BadMessage if it is too large."""
    head = json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    if len(head) > MOST_SAID or len(part) > MOST_PART:
        raise BadMessage("too large")
    stream.write(b"".join((_HEAD.pack(len(head), len(part)), head, part)))
    stream.flush()


def receive(stream: BinaryIO) -> Message | None:
    """The next message; None if the other end is closed. Raises BadMessage, and OSError."""
    start = stream.read(_HEAD.size)
    if not start:
        return None
    if len(start) < _HEAD.size:
        raise BadMessage("cut off")
    size, behind = _HEAD.unpack(start)
    if size > MOST_SAID or behind > MOST_PART:
        raise BadMessage("too large")
    head, part = stream.read(size), stream.read(behind)
    if len(head) < size or len(part) < behind:
        raise BadMessage("cut off")
    try:
        record = json.loads(head)
    except (ValueError, RecursionError) as fault:
        raise BadMessage("no JSON") from fault
    if not isinstance(record, dict):
        raise BadMessage("no record")
    return Message(record, part)


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Input and output of this process for messages alone: what else is printed goes where errors go."""
    input_end, output_end = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(input_end, "rb"), os.fdopen(output_end, "wb")


def attend(
    requests: BinaryIO, inbox: queue.SimpleQueue[Mapping[str, Any] | None], run: Callable[[], None]
) -> None:
    """Let `run` work while what comes through a pipe goes to its inbox: None once the other end is closed.

    It is over when `run` returns, or when nobody hears any more what it tells.
    """
    threading.Thread(target=_read, args=(requests, inbox), daemon=True).start()
    with suppress(BrokenPipeError):
        run()


def _read(requests: BinaryIO, inbox: queue.SimpleQueue[Mapping[str, Any] | None]) -> None:
    with suppress(BadMessage, OSError):
        while (message := receive(requests)) is not None:
            inbox.put(message.record)
    inbox.put(None)

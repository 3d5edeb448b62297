"""What the worker was asked to do and has not answered yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_ORDERS = 16
"""That wait for an answer at one time."""
ANSWER_S = 120.0
"""How long an answer is waited for."""


class Busy(Exception):
    """There are too many who ask."""


class NoPicture(Exception):
    """A picture cannot be made, or there is no worker to make it."""

    def __init__(self, *problems: Mapping[str, Any]) -> None:
        super().__init__()
        self.problems = problems


@dataclass(slots=True)
class Orders:
    """Everything here is done in the server's own loop."""

    _waiting: dict[int, asyncio.Future[Mapping[str, Any]]] = field(default_factory=dict)
    _count: int = 0

    async def give(
        self, ask: Callable[[Mapping[str, Any]], bool], order: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Have the worker do something; what it says to it. Raises NoPicture and Busy."""
        if len(self._waiting) >= MOST_ORDERS:
            raise Busy
        self._count += 1
        number, future = self._count, answer_to_come()
        if not ask({**order, "ask": number}):
            raise NoPicture
        self._waiting[number] = future  # what is answered is heard in this same loop, later
        try:
            return await asyncio.wait_for(asyncio.shield(future), ANSWER_S)
        except TimeoutError:
            self._waiting.pop(number, None)
            raise Busy from None

    def answer(self, record: Mapping[str, Any]) -> None:
        """The worker has answered."""
        future = self._waiting.pop(int(record["ask"]), None)
        if future is not None and not future.done():
            future.set_result(record)

    def end(self, finish: Callable[[asyncio.Future[Mapping[str, Any]]], None]) -> None:
        """Nobody answers any more; this is what is done with each who waits."""
        for future in self._waiting.values():
            if not future.done():
                finish(future)
        self._waiting.clear()


def answer_to_come() -> asyncio.Future[Any]:
    """What will be answered. Nobody may be left who waits for it; then its fault is none."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    future.add_done_callback(lambda future: None if future.cancelled() else future.exception())
    return future

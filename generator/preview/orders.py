"""What the worker was asked to do and has not answered yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.ground.messages import Message

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

    most: int = MOST_ORDERS
    _waiting: dict[int, asyncio.Future[Message]] = field(default_factory=dict)
    _count: int = 0

    async def give(self, ask: Callable[[Mapping[str, Any]], bool], order: Mapping[str, Any]) -> Message:
        """Have the worker do something; what it says to it. Raises NoPicture and Busy."""
        if len(self._waiting) >= self.most:
            raise Busy
        self._count += 1
        number = self._count
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        if not ask({**order, "ask": number}):
            raise NoPicture
        self._waiting[number] = future  # what is answered is heard in this same loop, later
        try:
            return await asyncio.wait_for(future, ANSWER_S)
        except TimeoutError:
            self._waiting.pop(number, None)
            raise Busy from None

    def answer(self, message: Message) -> None:
        """The worker has answered."""
        future = self._waiting.pop(int(message.record["ask"]), None)
        if future is not None and not future.done():
            future.set_result(message)

    def end(self, finish: Callable[[asyncio.Future[Message]], None]) -> None:
        """Nobody answers any more; this is what is done with each who waits."""
        for future in self._waiting.values():
            if not future.done():
                finish(future)
        self._waiting.clear()

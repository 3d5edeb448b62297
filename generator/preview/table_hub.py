"""What the server knows of the table: what each seat is sent, who listens, and who may do what."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.ground.messages import Message
from generator.ground.problems import Problem
from generator.preview.blank import problem_told
from generator.preview.hub import Listener, Newsroom
from generator.preview.orders import Orders

HOST_SEAT = -1
"""Whoever began the program, at no seat: sees what lies open for all."""
MOST_A_SECOND = 25.0
"""As often a seat may ask for something, on average over some seconds."""
_BURST = 60.0
HOST_ONLY = frozenset({"new", "load", "seat", "free", "write", "end", "replay", "export"})
"""What only the browser of this machine may ask for."""
FOR_SEATS = frozenset({"act", "put", "why", "undo", "note"})


@dataclass(slots=True)
class Pace:
    """How much somebody may still ask for now."""

    left: float = _BURST
    at: float = field(default_factory=time.monotonic)

    def allows(self) -> bool:
        """Whether one more is not too much."""
        now = time.monotonic()
        self.left = min(_BURST, self.left + (now - self.at) * MOST_A_SECOND)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


@dataclass(slots=True)
class TableHub:
    """The server's memory of one table. Everything in it is done in the server's own loop."""

    ask: Callable[[Mapping[str, Any]], bool] = lambda _: False
    """Hands something to the worker of the table, which is started if there is none."""
    bodies: dict[int, bytes] = field(default_factory=dict)
    """What each seat is sent, and HOST_SEAT what lies open."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What the host is told: names, kinds of seats, rules that may be played, logs, what is wrong."""
    secrets: dict[int, str] = field(default_factory=dict)
    """What lets somebody in at a seat."""
    addresses: tuple[str, ...] = ()
    """Where other machines find this one; none without `--share`."""
    newsroom: Newsroom = field(default_factory=Newsroom)
    _orders: Orders = field(default_factory=Orders)
    _paces: dict[int, Pace] = field(default_factory=dict)

    @property
    def kinds(self) -> list[str]:
        """Who holds each seat."""
        return list(self.facts.get("kinds", ()))

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret is of, as long as it is open."""
        for seat, known in self.secrets.items():
            if secrets.compare_digest(known.encode(), secret.encode()):
                return seat if seat < len(self.kinds) and self.kinds[seat] == "open" else None
        return None

    def may_see(self, visitor: int, seat: int) -> bool:
        """Whether somebody at a seat, or the host, may be sent what a seat knows."""
        if visitor != HOST_SEAT:
            return visitor == seat
        return seat == HOST_SEAT or (0 <= seat < len(self.kinds) and self.kinds[seat] == "me")

    def allows(self, visitor: int) -> bool:
        """Whether somebody has not asked for too much lately."""
        return self._paces.setdefault(visitor, Pace()).allows()

    # ------------------------------------------------------------ from the worker

    def hear(self, message: Message) -> None:
        """Take what the worker tells."""
        record = message.record
        match record.get("tell"):
            case "seat":
                self.bodies[int(record["seat"])] = message.part
                self.newsroom.publish("seat", {}, int(record["seat"]))
            case "facts":
                self.facts = dict(record["facts"])
                for seat in range(len(self.kinds)):
                    self.secrets.setdefault(seat, secrets.token_urlsafe(24))
                self.newsroom.publish("seat", {})
            case "answer":
                self._orders.answer(message)

    def lost(self, problem: Problem) -> None:
        """The worker has ended; the game is in its log."""
        fault = problem_told(problem)
        self.facts = {**self.facts, "fault": fault}
        self.forsaken(f"{fault['what']} {fault['mend']}")
        self.newsroom.publish("seat", {})

    def forsaken(self, sentence: str = "What plays the game has ended. Do it again.") -> None:
        """Nobody answers any more what the worker was asked."""
        self._orders.end(lambda order: order.set_result(Message({"ok": False, "said": sentence})))

    # ------------------------------------------------------------ for the pages

    def seats_told(self, port: int) -> Mapping[str, Any]:
        """What the host is told: the seats with their addresses, and all facts."""
        hosts = self.addresses or ("127.0.0.1",)
        links = [
            [f"http://{host}:{port}/enter?seat={self.secrets[seat]}" for host in hosts if kind == "open"]
            for seat, kind in enumerate(self.kinds)
        ]
        return {**self.facts, "links": links}

    async def do(self, visitor: int, wish: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have the worker do something; what it says to it. Raises NoPicture and Busy."""
        order = {"do": "wish", "visitor": visitor, "wish": dict(wish)}
        return (await self._orders.give(self.ask, order)).record

    def listener(self, seat: int) -> Listener | None:
        """The news for one more page at a seat; None if there are too many."""
        return self.newsroom.listener("seat", {}, seat)


def wish_of(wish: object, visitor: int) -> Mapping[str, Any] | None:
    """What somebody wants; None if their page cannot have said it."""
    if not isinstance(wish, dict) or not isinstance(wish.get("op"), str):
        return None
    allowed = FOR_SEATS | (HOST_ONLY if visitor == HOST_SEAT else frozenset())
    return wish if wish["op"] in allowed else None

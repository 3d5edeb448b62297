"""The worker's desk: what the server asks for, one thing after the other, and pictures in between."""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from generator.ground.cache import Cache
from generator.ground.fence import unit
from generator.ground.messages import BadMessage, receive, send
from generator.ground.problems import OK, Failed, Problem
from generator.preview.blank import DPIS, problem_told
from generator.preview.live import LiveGame, Superseded

Asking = Mapping[str, Any]
"""What the server asks for, in JSON."""


@dataclass(slots=True)
class Desk:
    """One worker: a game, and what is still to be done."""

    folder: Path
    cache: Cache
    answers: BinaryIO
    inbox: queue.SimpleQueue[Asking | None] = field(default_factory=queue.SimpleQueue)
    waiting: list[Asking | None] = field(default_factory=list)
    """What has come in while something else was made."""
    game: LiveGame = field(init=False)

    def __post_init__(self) -> None:
        """A game that tells through this desk."""
        self.game = LiveGame(self.folder, self.cache, self._tell, self.between)

    def run(self) -> int:
        """Work until the server is gone; the exit code."""
        while True:
            with unit("command", "pnp"):  # each wait has a limit of its own: days may pass
                asked = self.waiting.pop(0) if self.waiting else self.inbox.get()
            if asked is None:
                return OK
            with unit("command", "pnp"):
                self._do(asked)

    def between(self) -> None:
        """Hand out the pictures that were asked for. Raises Superseded if the folder has changed again."""
        while True:
            try:
                asked = self.inbox.get_nowait()
            except queue.Empty:
                break
            if asked is not None and asked.get("do") == "picture":
                self._picture(asked)
            else:
                self.waiting.append(asked)
        if any(asked is None or asked.get("do") == "update" for asked in self.waiting):
            raise Superseded

    def _do(self, asked: Asking) -> None:
        match asked.get("do"):
            case "begin":
                self.game.recall(asked.get("faces", {}))
                self._update()
            case "update":
                self._update()
            case "picture":
                self._picture(asked)
            case "printed":
                self._printed(asked)

    def _printed(self, asked: Asking) -> None:
        try:
            said, problems = self.game.record_print(asked["components"] or (), asked["only"] or ())
            done = True
        except Failed as failed:
            said, problems, done = "Nothing was recorded.", failed.problems, False
        told = {"tell": "printed", "ask": asked["ask"], "done": done, "said": said}
        self._tell({**told, "problems": [problem_told(problem) for problem in problems[:10]]}, b"")

    def _update(self) -> None:
        self.waiting = [one for one in self.waiting if one is None or one.get("do") != "update"]
        try:
            self.game.update()
        except Superseded:
            return

    def _picture(self, asked: Asking) -> None:
        id, page, dpi = str(asked["id"]), int(asked["page"]), int(asked["dpi"])
        told = {"tell": "picture", "ask": asked["ask"], "kind": asked["kind"]}
        told |= {"id": id, "page": page, "dpi": dpi}
        try:
            content = self._drawn(str(asked["kind"]), id, page, dpi)
            problems: tuple[Problem, ...] = ()
        except Failed as failed:
            content, problems = None, failed.problems
        told["made"] = content is not None
        told["problems"] = [problem_told(problem) for problem in problems[:10]]
        self._tell(told, content or b"")
        if asked["kind"] == "booklet":
            self.game.look_at_booklets()

    def _drawn(self, kind: str, id: str, page: int, dpi: int) -> bytes | None:
        game = self.game
        if dpi not in DPIS or game.drawings is None or game.printables is None:
            return None
        match kind:
            case "picture":
                game.dpi = dpi if dpi < max(DPIS) else game.dpi
                return game.drawings.png(id, dpi)
            case "sheet":
                return game.printables.sheet_png(id, page, dpi)
            case "scene":
                return game.printables.scene_png(id, dpi)
            case "booklet":
                return game.printables.booklet_png(id, page, dpi)
        return None

    def _tell(self, told: Mapping[str, Any], part: bytes) -> None:
        send(self.answers, told, part)


def work(folder: Path, cache: Cache, requests: BinaryIO, answers: BinaryIO) -> int:
    """A worker's whole life; the exit code when the server has gone."""
    desk = Desk(folder, cache, answers)
    threading.Thread(target=_read, args=(requests, desk.inbox), daemon=True).start()
    try:
        return desk.run()
    except BrokenPipeError:
        return OK


def _read(requests: BinaryIO, inbox: queue.SimpleQueue[Asking | None]) -> None:
    try:
        while (message := receive(requests)) is not None:
            inbox.put(message.record)
    except (BadMessage, OSError):
        pass
    inbox.put(None)

"""The worker's desk: what the server asks for, one thing after the other, and pictures in between."""

from __future__ import annotations

import queue
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from generator.ground.cache import Cache
from generator.ground.fence import unit
from generator.ground.messages import attend, send
from generator.ground.problems import OK, Failed, Problem
from generator.preview.blank import DPIS, problem_told
from generator.preview.editing import EditDesk
from generator.preview.live import LiveGame, Superseded
from generator.preview.pictures import icon_png

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
    editor: EditDesk = field(init=False)

    def __post_init__(self) -> None:
        """A game that tells through this desk."""
        self.game = LiveGame(self.folder, self.cache, self._tell, self.between)
        self.editor = EditDesk(self.game)

    def run(self) -> None:
        """Work until the server is gone."""
        while True:
            with unit("command", "pnp"):  # each wait has a limit of its own: days may pass
                asking = self.waiting.pop(0) if self.waiting else self.inbox.get()
            if asking is None:
                return
            with unit("command", "pnp"):
                self._do(asking)

    def between(self) -> None:
        """Hand out the pictures that were asked for, and draw what is being edited.

        Raises Superseded if the folder has changed again.
        """
        while True:
            try:
                asking = self.inbox.get_nowait()
            except queue.Empty:
                break
            if asking is not None and asking.get("do") in ("picture", "edit"):
                self._do(asking)
            else:
                self.waiting.append(asking)
        if any(asking is None or asking.get("do") == "update" for asking in self.waiting):
            raise Superseded

    def _do(self, asking: Asking) -> None:
        match asking.get("do"):
            case "begin":
                self.game.recall(asking.get("faces", {}))
                self._update()
            case "update":
                self._update()
            case "picture":
                self._picture(asking)
            case "printed":
                self._printed(asking)
            case "edit":
                answer, picture = self.editor.answer(asking["order"])
                self._tell({"tell": "edit", "ask": asking["ask"], "answer": answer}, picture)

    def _printed(self, asking: Asking) -> None:
        try:
            sentence, problems = self.game.record_print(asking["components"] or (), asking["only"] or ())
            success = True
        except Failed as failed:
            sentence, problems, success = "Nothing was recorded.", failed.problems, False
        answer = {"tell": "printed", "ask": asking["ask"], "done": success, "said": sentence}
        self._tell({**answer, "problems": [problem_told(problem) for problem in problems[:10]]}, b"")

    def _update(self) -> None:
        self.waiting = [asking for asking in self.waiting if asking is None or asking.get("do") != "update"]
        try:
            self.game.update()
        except Superseded:
            return

    def _picture(self, asking: Asking) -> None:
        content, problems = None, tuple[Problem, ...]()
        try:
            content = self._drawn(asking["kind"], asking["id"], asking["page"], asking["dpi"])
        except Failed as failed:
            problems = failed.problems
        told = [problem_told(problem) for problem in problems[:10]]
        self._tell({**asking, "tell": "picture", "problems": told}, content or b"")
        if asking["kind"] == "booklet":
            self.game.look_at_booklets()

    def _drawn(self, kind: str, id: str, page: int, dpi: int) -> bytes | None:
        game = self.game
        if dpi not in DPIS or game.drawings is None or game.printables is None:
            return None
        match kind:
            case "picture":
                game.dpi = dpi if dpi < max(DPIS) else game.dpi
                game.look(id)
                return game.drawings.png(id, dpi)
            case "sheet":
                return game.printables.sheet_png(id, page, dpi)
            case "scene":
                return game.printables.scene_png(id, dpi)
            case "icon":
                return icon_png(game.printables.project, game.drawings.fonts, id, dpi)
            case "booklet":
                return game.printables.booklet_png(id, page, dpi)
        return None

    def _tell(self, message: Mapping[str, Any], part: bytes) -> None:
        send(self.answers, message, part)


def work(folder: Path, cache: Cache, requests: BinaryIO, answers: BinaryIO) -> int:
    """A worker's whole life; the exit code when the server has gone."""
    desk = Desk(folder, cache, answers)
    attend(requests, desk.inbox, desk.run)
    return OK

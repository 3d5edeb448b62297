"""The command that shows: `pnp preview`. It prints, and returns an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.cli.command import Command, option, whole_number
from generator.ground.problems import OK, Problem
from generator.ground.worker import own_command

if TYPE_CHECKING:
    from generator.preview.serving import Preview


@dataclass(frozen=True, kw_only=True)
class ServingCommand(Command):
    """A command whose page is in the browser; its server looks into no file of the game, its worker does."""

    port: int = option(
        0,
        type=whole_number(1, 65_535, "a port is a number from 1 to 65535"),
        metavar="N",
        help="where the page is; 4759 if none is named, or a free one if that is taken",
    )
    open: bool = option(True, flag="--no-open", help="open no browser")
    worker: bool = option(False, help=argparse.SUPPRESS)

    @property
    def unfenced(self) -> bool:
        """Only its worker reads the game."""
        return not self.worker

    def run(self) -> int:
        """Serve the page, or work for who does."""
        return self.work() if self.worker else self.serve()

    def serve(self) -> int:
        """The server. Raises Failed."""
        raise NotImplementedError

    def work(self) -> int:
        """The worker, which a server has started: it speaks through pipes."""
        raise NotImplementedError

    def worker_of(self, name: str) -> list[str]:
        """The words that start the worker of a command for the same game."""
        game = str(self.game.resolve())
        return own_command(name, "--worker", "--game", game, "--limits", self.limits)

    def served(self, preview: Preview, say: Callable[[str], None]) -> int:
        """Serve until somebody ends it; `say` tells the address of the page."""
        from generator.ground.files import temporary_folder
        from generator.preview.entrance import write_redirect

        def show_next() -> None:
            print(f"To see it in another browser: {preview.link(show_next)}", flush=True)

        def begun() -> None:
            say(preview.link(show_next))
            print("The link opens it once. Leave this window open; Ctrl-C ends it.", flush=True)
            if self.open:
                import webbrowser

                webbrowser.open(write_redirect(folder, preview.link()).as_uri())

        with temporary_folder() as folder:
            preview.run(begun)
        return OK

    def last_words(self, problem: Problem) -> None:
        """What the fence caught, for the server of a worker."""
        from generator.ground.as_json import as_json

        if self.worker:
            print(f"\n{json.dumps({'last_words': as_json(problem)})}", file=sys.stderr)
        else:
            super().last_words(problem)


@dataclass(frozen=True, kw_only=True)
class PreviewCommand(ServingCommand):
    """`pnp preview`."""

    name = "preview"
    brief = "Show it in the browser, drawn anew after each save."
    about = "Show the game in the browser, and anew whenever a file of it is saved."

    cache: bool = option(
        True,
        flag="--no-cache",
        help="draw everything anew, and take and put nothing that was drawn before from your own pnp folder",
    )

    def serve(self) -> int:
        """The server of the page."""
        from generator.preview.serving import Preview, bound_socket, usual_socket

        worker = [*self.worker_of("preview"), *(["--no-cache"] if not self.cache else [])]
        bound = bound_socket(self.port) if self.port else usual_socket()
        preview = Preview(self.game, worker, bound, table_worker=self.worker_of("play"))
        return self.served(preview, lambda link: print(f"The game is shown at {link}"))

    def work(self) -> int:
        """Draw what the page shows."""
        from generator.ground.cache import NO_CACHE, open_cache
        from generator.ground.messages import own_pipes
        from generator.preview.desk import work
        from generator.preview.keeping import HeldCache

        requests, answers = own_pipes()
        cache = HeldCache(behind=open_cache(self.game) if self.cache else NO_CACHE)
        return work(self.game, cache, requests, answers)

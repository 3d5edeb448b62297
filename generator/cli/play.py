"""The command that plays: `pnp play`. It prints, and returns an exit code."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from generator.cli.command import option
from generator.cli.preview import ServingCommand
from generator.ground.problems import Failed, error

if TYPE_CHECKING:
    from generator.preview.serving import Preview

USUAL = "me,bot:greedy,bot:greedy"
EVERYWHERE = "0.0.0.0"
"""Of the network too, which somebody has asked for with `--share`."""


@dataclass(frozen=True, kw_only=True)
class PlayCommand(ServingCommand):
    """`pnp play`."""

    name = "play"
    brief = "Play it in the browser, against bots and others."
    about = "Play the game in the browser, with its own pieces, against bots and others."

    rules: str | None = option(None, metavar="NAME", help="which rules, if the game has several")
    variant: str | None = option(None, metavar="NAME", help="a variant of the sheet Variants")
    seats: str = option(
        USUAL,
        metavar="LIST",
        help=f"who sits down, parted by commas: me, open, bot:random, bot:greedy, bot:strong …; {USUAL}",
    )
    seed: int = option(1, type=int, metavar="N", help="another number, another deal")
    share: bool = option(
        False,
        help="let others of your network sit down at open seats, each with an address of its own (plain "
        "http)",
    )
    resume: str | None = option(None, metavar="FILE", help="go on with a game of the folder plays")

    def serve(self) -> int:
        """The server of the table. Raises Failed."""
        from generator.preview.serving import HOST, Preview, bound_socket, own_addresses, usual_socket

        host = EVERYWHERE if self.share else HOST
        bound = bound_socket(self.port, host) if self.port else usual_socket(host)
        workers = self.worker_of("preview"), self.worker_of("play")
        preview = Preview(self.game, workers[0], bound, table_worker=workers[1], wish=self._wish())
        if self.share:
            preview.table.addresses = own_addresses()

        def say(link: str) -> None:
            print(f"The table is at {link}")
            self._say_shared(preview)

        return self.served(preview, say)

    def _say_shared(self, preview: Preview) -> None:
        if not self.share:
            return
        if not preview.table.addresses:
            print("This machine is in no network, so that nobody else can come.")
            return
        print(
            f"Others come in at http://{preview.table.addresses[0]}:{preview.port}/ by the address of a seat,"
        )
        print(
            "which the page shows under Seats. It is plain http: whoever listens in your network can read it."
        )

    def _wish(self) -> dict[str, Any]:
        """The game that is to begin. Raises Failed."""
        from generator.table.session import is_kind

        if self.resume:
            return {"resume": PurePath(self.resume).name}
        seats = [seat.strip() for seat in self.seats.split(",")]
        if not all(map(is_kind, seats)):
            flaw = f"“{self.seats[:80]}” seats nobody whom pnp knows."
            mend = "Write me, open, or bot: with its strength, such as bot:greedy."
            raise Failed(error("--seats", flaw, mend))
        return {"seats": seats, "seed": self.seed, "rules": self.rules, "variant": self.variant}

    def work(self) -> int:
        """Play by the rules for who serves."""
        from generator.ground.messages import own_pipes
        from generator.preview.table_desk import work_at_table

        requests, answers = own_pipes()
        return work_at_table(self.game, requests, answers)

"""The command `pnp reprint`: sheets of what has changed since the last print. It returns an exit code."""

from __future__ import annotations

from dataclasses import dataclass

from generator.cli.choice import ComponentsCommand, ProfiledCommand
from generator.cli.command import MakingCommand
from generator.ground.problems import OK


@dataclass(frozen=True, kw_only=True)
class ReprintCommand(MakingCommand, ProfiledCommand, ComponentsCommand):
    """`pnp reprint`."""

    name = "reprint"
    brief = "Make sheets of only what has changed since then."
    about = (
        "Make sheets of the pieces that have changed since the last print, and a list of what to take out."
    )

    def run(self) -> int:
        """Make the sheets. Raises Failed."""
        from generator.cli.console import files_text
        from generator.ground.project import OUTPUT
        from generator.versions.reprint import reprint

        wishes, printer = self.wishes()
        with self.at_work() as (bar, cache):
            project = self.project
            summary = reprint(
                project, self.components, wishes=wishes, printer=printer, cache=cache, progress=bar
            )
        self.show(summary.problems)
        if not summary.files:
            print(f"No piece differs from what was printed on {summary.since}: there is nothing to reprint.")
            return OK
        print(files_text(summary.files, project.root / OUTPUT))
        into = f"put in {summary.printed:,}" if summary.printed else "put nothing in"
        out = f"take out {summary.pulled:,}, as the pull list shows" if summary.pulled else "take nothing out"
        print(f"Since the print of {summary.since}: {into}, {out}.")
        print("When they are printed and in their places, pnp printed records it.")
        return OK

"""The command `pnp illustrate`, which cuts the marks of a game's drawings."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from generator.cli.command import Command, option
from generator.ground.problems import Failed, error, exit_code


@dataclass(frozen=True, kw_only=True)
class IllustrateCommand(Command):
    """`pnp illustrate`."""

    name = "illustrate"
    brief = "Cut the marks of the drawings in art, as a linocut has them."
    about = (
        "Cut the marks of every drawing in the folder art whose file art/marks/… is missing or older than "
        "the drawing or art/style.toml. A build reads these files; docs/illustrating.md says how to draw."
    )

    anew: bool = option(False, help="cut all of them, also those that are up to date")

    def run(self) -> int:
        """Cut and write them. Raises Failed."""

        project = self.project
        try:
            from generator.faces.marking import cut_drawings
        except ModuleNotFoundError as fault:
            text = f"Cutting marks needs {fault.name}, which is not installed."
            raise Failed(
                error("pnp illustrate", text, 'Install it: pip install "pnp-generator[illustrate]".')
            ) from None
        cuts = cut_drawings(project.root, anew=self.anew)
        for name in cuts.written:
            print(name)
        print(f"{len(cuts.written)} cut, {cuts.kept} up to date.")
        self.show(cuts.problems, sys.stderr)
        return exit_code(cuts.problems)

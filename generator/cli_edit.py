"""The commands around the workbook itself: `pnp new`, `pnp dump` and `pnp dress`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from generator.ground.problems import OK

if TYPE_CHECKING:
    from generator.console import AddCommand


def add_commands(add: AddCommand) -> None:
    """Add the commands to the parser of `pnp`."""
    add("dump", _dump, "Print the workbook as plain text that can be compared line by line.")
    new = add("new", _new, "Begin a game: a folder with a workbook, templates and icons that builds at once.")
    new.add_argument("name", metavar="NAME", help="the folder to make; --game names the folder around it")
    add(
        "dress",
        _dress,
        "Give a workbook in .xlsx its drop-downs and notes from its sheet Fields; looks stay as they are.",
    )


def _dump(args: argparse.Namespace) -> int:
    from generator.project import open_project
    from generator.workbook.book import dump

    project = open_project(args.game)
    sys.stdout.write(dump(project.workbook, inside=project.root))
    return OK


def _new(args: argparse.Namespace) -> int:
    from generator.new_game import new_game

    made = new_game(args.name, args.game)
    print(f"Made the game folder {made}: open card_data.xlsx in it, change a card, then run")
    print(f'  pnp build --game "{made}"')
    return OK


def _dress(args: argparse.Namespace) -> int:
    from generator.project import open_project
    from generator.workbook.dress import dress
    from generator.workbook.save import versions

    project = open_project(args.game)
    if dress(project.workbook, inside=project.root):
        kept = versions(project.workbook)[0].name
        print(f"{project.workbook}: drop-downs and notes follow the sheet Fields; {kept} is as it was.")
    else:
        print(f"{project.workbook}: drop-downs and notes follow the sheet Fields already.")
    return OK

"""What several commands take: components, single cards, the cache. They have it here together."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from generator.ground.problems import Failed, Problem, error

if TYPE_CHECKING:
    from generator.ground.cache import Cache
    from generator.sheets.printer import Printer
    from generator.sheets.wishes import Wishes


def add_cards(parser: argparse.ArgumentParser) -> None:
    """Add the names of components, and --only for single cards."""
    parser.add_argument(
        "components",
        nargs="*",
        metavar="COMPONENT",
        help="names from the sheet Components; all if none is named",
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="TITLE,TITLE",
        help="only these cards, by title; one with a comma stands in double quotes, or repeat --only",
    )


def add_sheets(parser: argparse.ArgumentParser, *, layouts: str) -> None:
    """Add how sheets are printed, see `asked_for`; `layouts` says what the words of --layout are."""
    from generator.sheets.wishes import WISHES

    helps = {
        "layout": f"{layouts}; gutterfold: each card beside its back, printed on one side and folded",
        "flip": "the edge of the paper round which the printer turns it",
        "ink": "light: grounds and pictures as outlines, words in black, to spare ink",
        "backs": "duplex: behind their fronts; apart: on pages of their own, to glue on; no: fronts alone",
        "tokens": "squares: tokens share edges, for a knife; circles: each as its shape says, for a punch",
    }
    for name, words in WISHES.items():
        parser.add_argument(f"--{name}", type=str.lower, choices=words, help=helps.get(name))
    parser.add_argument(
        "--printer",
        metavar="NAME",
        help="a printer that was measured by pnp calibrate: backs are moved for it, its margins kept free",
    )


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Add --profile, see `asked_for`."""
    text = "print as pnp profile has kept it under this name; other options go before it"
    parser.add_argument("--profile", metavar="NAME", help=text)


def wished(args: argparse.Namespace) -> Wishes:
    """What the options themselves say."""
    from generator.sheets.wishes import WISHES, Wishes

    return Wishes(**{name: getattr(args, name) or "" for name in WISHES})


def asked_for(args: argparse.Namespace) -> tuple[Wishes, Printer | None]:
    """What the options say, and where they say nothing their profile; and the printer. Raises Failed."""
    from generator.sheets.printers.measured import printer_named
    from generator.sheets.printers.profiles import PrintProfile, profile_named

    wishes = wished(args)
    if wishes.layout == "gutterfold" and wishes.backs == "no":
        fault = "A gutterfold sheet is there for the backs, and --backs no leaves them out."
        raise Failed(error("--backs", fault, "Leave one of the two options out."))
    profile = profile_named(args.profile) if args.profile is not None else PrintProfile()
    name = args.printer if args.printer is not None else profile.printer
    return wishes.over(profile.wishes), printer_named(name) if name else None


def add_cache(parser: argparse.ArgumentParser) -> None:
    """Add --no-cache."""
    text = "draw everything anew instead of taking what was drawn before from your own pnp folder"
    parser.add_argument("--no-cache", dest="cache", action="store_false", help=text)


def add_going_out(parser: argparse.ArgumentParser) -> None:
    """Add --base-url and --strict, for what makes files for others."""
    parser.add_argument(
        "--base-url",
        default="",
        metavar="URL",
        help="where the files will lie, for an online table; else as the sheet Game says behind Base URL",
    )
    parser.add_argument("--strict", action="store_true", help="exit code 1 for warnings, too")


@contextmanager
def opened_cache(args: argparse.Namespace) -> Iterator[Cache]:
    """What was drawn before, unless it is not wanted; in order again when the command is through."""
    from generator.ground.cache import NO_CACHE, open_cache

    cache = open_cache(args.game) if args.cache else NO_CACHE
    try:
        yield cache
    finally:
        cache.tidy()


def titles(words: Sequence[str] | None) -> tuple[str, ...]:
    """The titles that --only names, each time that it is written. Raises Failed if there is none."""
    try:
        rows = [row for text in words or () for row in csv.reader([text], skipinitialspace=True)]
    except csv.Error:
        rows = []
    named = tuple(title.strip() for row in rows for title in row if title.strip())
    if words is not None and not named:
        mend = "Write titles with commas between them, or leave it out."
        raise Failed(error("--only", "No title is named.", mend))
    return named


def located(args: argparse.Namespace, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The Problems with their places as the files of the game name them; see `places`."""
    from generator.ground.project import Project
    from generator.workbook.places import located_in

    return located_in(Project(args.game).workbook, problems, inside=args.game) if problems else ()

"""What several commands take: components, single cards, the cache. They have it here together."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from generator.ground.problems import Failed, Problem, error

if TYPE_CHECKING:
    from generator.cache import Cache
    from generator.press.variants import Backs, InkUse
    from generator.sheets.layouts import Layout
    from generator.sheets.sheet import Flip, Paper

_PAPERS = {"a4": ("A4",), "letter": ("Letter",), "both": ("A4", "Letter")}
_INKS = {"normal": ("normal",), "light": ("light",), "both": ("normal", "light")}
_LAYOUTS = {"3x3": ("3x3",), "8up": ("8up",), "both": ("3x3", "8up")}


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


def add_sheets(parser: argparse.ArgumentParser, *, layout: str, layouts: str) -> None:
    """Add --paper, --layout, --flip, --ink and --backs; `layouts` says what `layout`, the usual one, is."""
    parser.add_argument("--paper", type=str.lower, choices=tuple(_PAPERS), default="both")
    parser.add_argument("--layout", type=str.lower, choices=tuple(_LAYOUTS), default=layout, help=layouts)
    parser.add_argument(
        "--flip",
        type=str.lower,
        choices=("long", "short"),
        default="long",
        help="the edge of the paper round which the printer turns it",
    )
    parser.add_argument(
        "--ink",
        type=str.lower,
        choices=tuple(_INKS),
        default="normal",
        help="light: grounds and pictures as outlines, words in black, to spare ink",
    )
    parser.add_argument(
        "--backs",
        type=str.lower,
        choices=("duplex", "apart", "no"),
        default="duplex",
        help="duplex: behind their fronts; apart: on pages of their own, to be glued on; no: fronts alone",
    )


def chosen_sheets(args: argparse.Namespace) -> tuple[tuple[Paper, ...], tuple[Layout, ...], Flip]:
    """The papers, the layouts and the edge that were asked for."""
    from generator.sheets.layouts import Layout
    from generator.sheets.sheet import PAPERS, Flip

    papers = tuple(paper for paper in PAPERS if paper.name in _PAPERS[args.paper])
    return papers, tuple(Layout(layout) for layout in _LAYOUTS[args.layout]), Flip(args.flip)


def chosen_inks(args: argparse.Namespace) -> tuple[tuple[InkUse, ...], Backs]:
    """In full colour, sparing ink, or both; and where the backs are printed."""
    from generator.press.variants import Backs, InkUse

    return tuple(InkUse(ink) for ink in _INKS[args.ink]), Backs(args.backs)


def add_tokens(parser: argparse.ArgumentParser) -> None:
    """Let a command cut tokens as squares or as circles, see `chosen_squares`."""
    parser.add_argument(
        "--tokens",
        type=str.lower,
        choices=("squares", "circles"),
        help="squares: tokens share their edges, for a knife; circles: each as its shape says, for a punch; "
        "without it, as the workbook says",
    )


def chosen_squares(args: argparse.Namespace) -> bool | None:
    """Whether tokens are cut as squares; None if the workbook is to say it."""
    return None if args.tokens is None else str(args.tokens) == "squares"


def add_cache(parser: argparse.ArgumentParser) -> None:
    """Add --no-cache."""
    text = "draw everything anew instead of taking what was drawn before from your own pnp folder"
    parser.add_argument("--no-cache", dest="cache", action="store_false", help=text)


@contextmanager
def opened_cache(args: argparse.Namespace) -> Iterator[Cache]:
    """What was drawn before, unless it is not wanted; in order again when the command is through."""
    from generator.cache import NO_CACHE, open_cache

    cache = open_cache(args.game) if args.cache else NO_CACHE
    try:
        yield cache
    finally:
        cache.tidy()


def titles(given: Sequence[str] | None) -> tuple[str, ...]:
    """The titles that --only names, each time that it is written. Raises Failed if there is none."""
    try:
        rows = [row for text in given or () for row in csv.reader([text], skipinitialspace=True)]
    except csv.Error:
        rows = []
    named = tuple(title.strip() for row in rows for title in row if title.strip())
    if given is not None and not named:
        mend = "Write titles with commas between them, or leave it out."
        raise Failed(error("--only", "No title is named.", mend))
    return named


def located(args: argparse.Namespace, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The Problems with their places as the files of the game name them; see `places`."""
    from generator.project import Project
    from generator.workbook.places import located_in

    return located_in(Project(args.game).workbook, problems, inside=args.game) if problems else ()

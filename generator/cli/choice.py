"""What several commands take: components and single cards, how sheets are printed, where files will lie."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.cli.command import Command, option, word
from generator.ground.problems import Failed, error
from generator.sheets.wishes import WISHES, Wishes

if TYPE_CHECKING:
    from generator.sheets.printer import Printer


@dataclass(frozen=True, kw_only=True)
class ComponentsCommand(Command):
    """A command of some components."""

    components: Sequence[str] = word(
        default=(),
        nargs="*",
        metavar="COMPONENT",
        help="names from the sheet Components; all if none is named",
    )


@dataclass(frozen=True, kw_only=True)
class CardsCommand(ComponentsCommand):
    """A command of some components, or of single cards."""

    only: Sequence[str] | None = option(
        None,
        action="append",
        metavar="TITLE,TITLE",
        help="only these cards, by title; one with a comma stands in double quotes, or repeat --only",
    )

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that --only names, each time that it is written. Raises Failed if there is none."""
        try:
            rows = [row for text in self.only or () for row in csv.reader([text], skipinitialspace=True)]
        except csv.Error:
            rows = []
        named = tuple(title.strip() for row in rows for title in row if title.strip())
        if self.only is not None and not named:
            mend = "Write titles with commas between them, or leave it out."
            raise Failed(error("--only", "No title is named.", mend))
        return named


def _wish(name: str, text: str | None = None) -> str | None:
    wish: str | None = option(None, type=str.lower, choices=WISHES[name], help=text)
    return wish


@dataclass(frozen=True, kw_only=True)
class PrintingCommand(Command):
    """A command that says how sheets are printed."""

    paper: str | None = _wish("paper")
    layout: str | None = _wish(
        "layout",
        "3x3: cards share their edges, which takes the fewest sheets; 8up: each card has its own bleed; "
        "gutterfold: each card beside its back, printed on one side and folded",
    )
    flip: str | None = _wish("flip", "the edge of the paper round which the printer turns it")
    ink: str | None = _wish("ink", "light: grounds and pictures as outlines, words in black, to spare ink")
    backs: str | None = _wish(
        "backs",
        "duplex: behind their fronts; apart: on pages of their own, to glue on; no: fronts alone",
    )
    tokens: str | None = _wish(
        "tokens", "squares: tokens share edges, for a knife; circles: each as its shape says, for a punch"
    )
    printer: str | None = option(
        None,
        metavar="NAME",
        help="a printer that was measured by pnp calibrate: backs are moved for it, its margins kept free",
    )

    @property
    def own_wishes(self) -> Wishes:
        """What the options themselves say."""
        return Wishes(**{name: getattr(self, name) or "" for name in WISHES})


@dataclass(frozen=True, kw_only=True)
class ProfiledCommand(PrintingCommand):
    """The same, where a profile may say what no option does."""

    profile: str | None = option(
        None,
        metavar="NAME",
        help="print as pnp profile has kept it under this name; other options go before it",
    )

    def wishes(self) -> tuple[Wishes, Printer | None]:
        """What the options say, and where they say nothing their profile; and the printer. Raises Failed."""
        from generator.sheets.printers.measured import printer_named
        from generator.sheets.printers.profiles import PrintProfile, profile_named

        wishes = self.own_wishes
        if wishes.layout == "gutterfold" and wishes.backs == "no":
            fault = "A gutterfold sheet is there for the backs, and --backs no leaves them out."
            raise Failed(error("--backs", fault, "Leave one of the two options out."))
        profile = profile_named(self.profile) if self.profile is not None else PrintProfile()
        name, where = profile.printer, f"--profile {profile.name}"
        if self.printer is not None:
            name, where = self.printer, "--printer"
        return wishes.over(profile.wishes), printer_named(name, where) if name else None


@dataclass(frozen=True, kw_only=True)
class GoingOutCommand(Command):
    """A command that makes files for others."""

    base_url: str = option(
        "",
        metavar="URL",
        help="where the files will lie, for an online table; else as the sheet Game says behind Base URL",
    )
    strict: bool = option(False, help="exit code 1 for warnings, too")

"""The commands around printing at home: `pnp calibrate` and `pnp profile`. They print, and return a code."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.choice import PrintingCommand
from generator.cli.command import Command, option
from generator.ground.problems import OK, Failed, error
from generator.ground.project import OUTPUT, Project, own_fonts

if TYPE_CHECKING:
    from generator.sheets.correction import Correction
    from generator.sheets.printer import Printer, PrinterMargins

CALIBRATION = "calibration"
"""The folder of the test pages in the output, if no other one is named."""
_EDGES = ("left", "top", "right", "bottom")


def _number(text: str) -> float:
    """A decimal number, with a point or a comma, as argparse wants it."""
    try:
        number = float(text.strip().replace("−", "-").replace(",", "."))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number, such as 0.7 or -1.2")
    return number


@dataclass(frozen=True, kw_only=True)
class CalibrateCommand(Command):
    """`pnp calibrate`."""

    name = "calibrate"
    brief = "Make a test page, and keep what you measure on it."
    about = "Make test pages that show how far your printer's backs are off, and keep what you read there."

    into: Path | None = option(
        None,
        type=Path,
        metavar="DIR",
        help=f"the folder of the test pages; else output/{CALIBRATION}",
    )
    save: str | None = option(
        None,
        only_one_of="ways",
        metavar="NAME",
        help="keep what was read, for this printer, in your own pnp folder",
    )
    remove: str | None = option(None, only_one_of="ways", metavar="NAME", help="forget this one")
    list: bool = option(False, only_one_of="ways", help="say which printers are kept")
    dx: float | None = option(None, type=_number, metavar="MM", help="how far the back lies off to the right")
    dy: float | None = option(None, type=_number, metavar="MM", help="how far it lies off downwards")
    rotate: float | None = option(
        None, type=_number, metavar="DEGREES", help="how far it is turned, clockwise"
    )
    margins: str | None = option(
        None,
        metavar="L,T,R,B",
        help="what stays white left, at the top, right, at the bottom, in mm",
    )
    margin_left: float | None = option(None, type=_number, metavar="MM", help="one of them")
    margin_top: float | None = option(None, type=_number, metavar="MM", help="one of them")
    margin_right: float | None = option(None, type=_number, metavar="MM", help="one of them")
    margin_bottom: float | None = option(None, type=_number, metavar="MM", help="one of them")
    flip: str | None = option(
        None,
        type=str.lower,
        choices=("long", "short"),
        help="keep these numbers for sheets that are turned round this edge alone",
    )
    page: str | None = option(
        None,
        type=str.lower,
        choices=("upright", "wide"),
        help="keep these numbers for pages that stand upright, or lie wide, alone",
    )
    printer: str | None = option(
        None, metavar="NAME", help="make test pages that are put right for this printer already"
    )

    def run(self) -> int:
        """Make the pages, or keep or say what was measured. Raises Failed."""
        from generator.sheets.printers.measured import printers, remove_printer
        from generator.sheets.printers.profiles import profiles

        if self.remove is not None:
            name = remove_printer(self.remove)
            print(f"{_told(name)} is forgotten.")
            for profile in (profile for profile in profiles().values() if profile.printer == name):
                print(f"The profile {_told(profile.name)} still names it: save that one anew.")
        elif self.list:
            saved = printers()
            for printer in saved.values():
                print(_printer_text(printer))
            if not saved:
                print("No printer is kept yet. pnp calibrate makes the test pages.")
        elif self.save is not None:
            self._save_printer(self.save)
        else:
            self._refuse_unsaved()
            self._make_pages()
        return OK

    def _save_printer(self, name: str) -> None:
        from generator.ground.home import own_folder
        from generator.sheets.printers.measured import PRINTERS, case_of, save_printer

        margins = self._margins()
        correction = self._correction()
        if correction is None and margins is None:
            fault = "Nothing is said of this printer."
            raise Failed(
                error("--save", fault, "Give what you have read: --dx 0.7 --dy -1.2 --rotate 0.1, say.")
            )
        if correction is None and (self.flip or self.page):
            mend = "Margins are those of upright paper, for all sheets: leave --flip and --page out."
            raise Failed(error("--save", "Nothing is said that --flip or --page could be for.", mend))
        case = case_of(self.flip or "", self.page or "")
        print(_printer_text(save_printer(name.strip(), case, correction, margins)))
        command = f"pnp build --printer {_typed(name)}"
        print(f"It is kept in {own_folder() / PRINTERS}; {command} prints with it.")

    def _correction(self) -> Correction | None:
        from generator.sheets.correction import Correction

        numbers = (self.dx, self.dy, self.rotate)
        return None if numbers == (None, None, None) else Correction(*(number or 0.0 for number in numbers))

    def _margins(self) -> PrinterMargins | None:
        """The four margins, said together or one by one. Raises Failed unless all four are said."""
        from generator.sheets.printer import PrinterMargins

        single = [getattr(self, f"margin_{edge}") for edge in _EDGES]
        if self.margins is None and single == [None] * 4:
            return None
        numbers: list[float | None] = [None] * 4
        if self.margins is not None:
            numbers = [_margin(part) for part in self.margins.split(",")]
        if len(numbers) == 4:
            numbers = [numbers[at] if number is None else number for at, number in enumerate(single)]
        numbers_given = [number for number in numbers if number is not None]
        if len(numbers) != 4 or len(numbers_given) != 4:
            fault = "The margins of a printer are four numbers."
            mend = "Write them in millimetres, left, top, right, bottom: --margins 4.2,4.2,4.2,12.7"
            raise Failed(error("--margins", fault, mend))
        return PrinterMargins(*numbers_given)

    def _refuse_unsaved(self) -> None:
        names = ("dx", "dy", "rotate", "margins", *(f"margin_{edge}" for edge in _EDGES), "flip", "page")
        option = next((name for name in names if getattr(self, name) is not None), None)
        if option is not None:
            fault = "What was read has to be kept under the name of the printer."
            raise Failed(error(f"--{option.replace('_', '-')}", fault, 'Add it: --save "Office laser".'))

    def _make_pages(self) -> None:
        from generator.ground.output import staged
        from generator.sheets.printers.measured import printer_named
        from generator.sheets.printers.test_page import TestPages, draw_test_pages
        from generator.sheets.sheet import PAPERS, Flip
        from generator.text.fonts import find_fonts, page_fonts_of

        printer = printer_named(self.printer) if self.printer is not None else None
        font, bold = page_fonts_of(find_fonts(own_fonts()))
        into = self.into or _usual_folder()
        with staged(into) as stage:
            for paper in PAPERS:
                for flip in Flip:
                    pages = TestPages(paper, flip)
                    stage.write(pages.name, draw_test_pages(pages, font=font, bold=bold, printer=printer))
                    print(f"  {into / pages.name}  {paper.name}, flip on the {flip} edge")
        print("Print the one for your paper and your printer on both sides, at 100 %. It says how to go on.")


def _margin(text: str) -> float | None:
    try:
        return _number(text)
    except argparse.ArgumentTypeError:
        return None


def _usual_folder() -> Path:
    """A folder in the output of the current folder, which may not be a link that leads elsewhere."""
    return Path(OUTPUT) / Project(Path()).output.joinpath(CALIBRATION).name


def _printer_text(printer: Printer) -> str:
    """A printer in lines."""
    from generator.sheets.printers.measured import case_words

    lines = [f"{_told(printer.name)}:"]
    for case, off in printer.measured:
        words = case_words(case)
        across = f"{abs(off.dx_mm):g} mm to the {'left' if off.dx_mm < 0 else 'right'}"
        along = f"{abs(off.dy_mm):g} mm {'up' if off.dy_mm < 0 else 'down'}"
        sentence = f"backs lie {across}, {along}, turned by {off.degrees:g}°"
        lines.append(f"  {sentence}{f' ({words})' if words else ''}")
    if printer.margins is not None:
        sizes = ", ".join(f"{edge} {size:g}" for edge, size in zip(_EDGES, printer.margins, strict=True))
        lines.append(f"  margins in mm: {sizes}")
    return "\n".join(lines)


def _told(name: str) -> str:
    return f"“{name.strip()}”"


def _typed(name: str) -> str:
    """A name as a terminal takes it: its quotes are straight."""
    return f'"{name.strip()}"'


@dataclass(frozen=True, kw_only=True)
class ProfileCommand(PrintingCommand):
    """`pnp profile`."""

    name = "profile"
    brief = "Keep under a name how you usually print."
    about = "Keep under a name how you usually print, for pnp build --profile."

    save: str | None = option(
        None,
        only_one_of="ways",
        metavar="NAME",
        help="keep the other options, under this name, in your own pnp folder",
    )
    remove: str | None = option(None, only_one_of="ways", metavar="NAME", help="forget this one")
    list: bool = option(False, only_one_of="ways", help="say which print profiles are kept")

    def run(self) -> int:
        """Keep, forget or say them. Raises Failed."""
        from generator.sheets.printers.profiles import PrintProfile, profiles, remove_profile, save_profile

        wishes = self.own_wishes
        if self.remove is not None:
            print(f"{_told(remove_profile(self.remove))} is forgotten.")
        elif self.save is not None:
            profile = save_profile(PrintProfile(self.save.strip(), wishes, (self.printer or "").strip()))
            print(f"{_told(profile.name)}: {profile.words()}")
            print(f"pnp build --profile {_typed(profile.name)} prints like that.")
        else:
            if wishes.said() or self.printer:
                mend = 'Add it: --save "Home A4".'
                raise Failed(error("pnp profile", "How to print has to be kept under a name.", mend))
            print_profiles = profiles()
            for print_profile in print_profiles.values():
                print(f"{_told(print_profile.name)}: {print_profile.words()}")
            if not print_profiles:
                print('None is kept yet: pnp profile --save "Home A4" --paper a4 --flip short keeps one.')
        return OK

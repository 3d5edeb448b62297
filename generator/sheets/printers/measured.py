"""Printers that were measured, kept in `printers.toml` of the user's own pnp folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.ground.home import own_folder
from generator.ground.problems import Failed, Problem, error
from generator.sheets.correction import Correction
from generator.sheets.printer import ANY, Case, Printer, PrinterMargins, faults
from generator.sheets.printers.toml_tables import KeptTable, NamedTables
from generator.sheets.sheet import Flip

PRINTERS = "printers.toml"
_KEPT = NamedTables(
    PRINTERS, "printer", "--printer", 'pnp calibrate --save "Office laser" --dx 0.7 --dy -1.2'
)
_PAGES = {"upright": False, "wide": True}
_LARGEST = 1e15
"""Whole numbers of TOML may have more digits than a float can hold."""
_NUMBERS = ("dx_mm", "dy_mm", "degrees")


def printers() -> Mapping[str, Printer]:
    """All that are kept, by name. Raises Failed if what is kept cannot be."""
    return {name: _printer(name, table) for name, table in _KEPT.tables().items()}


def printer_named(name: str, where: str = "") -> Printer:
    """One of them, which stands at `where`. Raises Failed for an unknown one, and for impossible numbers."""
    return _printer(*_KEPT.named(name, where))


def save_printer(
    name: str, case: Case, correction: Correction | None, margins: PrinterMargins | None
) -> Printer:
    """Keep what was measured; what was not stays as it is kept. Raises Failed if it cannot be so."""
    _KEPT.refuse_name(name)
    tables = _KEPT.tables()
    key = next((key for key in tables if key.casefold() == name.casefold()), name)
    printer = _printer(key, tables[key]) if key in tables else Printer(name)
    if correction is not None:
        printer = printer.with_case(case, correction)
    if margins is not None:
        printer = Printer(printer.name, printer.measured, margins)
    _refuse(faults(printer, "pnp calibrate"))
    _KEPT.keep(name, _table(printer))
    return printer


def remove_printer(name: str) -> str:
    """Forget one, and return its name. Raises Failed for a name that is not there."""
    return _KEPT.forget(name)


def case_words(case: Case) -> str:
    """Which sheets a measurement is for, in words; empty for all."""
    flip = f"flip on the {case.flip} edge" if case.flip is not None else ""
    page = "" if case.wide is None else "pages that lie wide" if case.wide else "upright pages"
    return ", ".join(word for word in (flip, page) if word)


def case_of(flip: str, page: str) -> Case:
    """The sheets that two words of the command line name; empty ones are for all."""
    return Case(Flip(flip) if flip else None, _PAGES[page] if page else None)


# ---------------------------------------------------------------- as TOML


def _table(printer: Printer) -> KeptTable:
    table: dict[str, Any] = {}
    own = []
    for case, off in printer.measured:
        numbers = dict(zip(_NUMBERS, (off.dx_mm, off.dy_mm, off.degrees), strict=True))
        if case == ANY:
            table |= numbers
        else:
            words = {"flip": str(case.flip or ""), "page": _page(case)}
            own.append({key: word for key, word in words.items() if word} | numbers)
    if printer.margins is not None:
        table["margins_mm"] = list(printer.margins)
    return {**table, "own": own} if own else table


def _page(case: Case) -> str:
    return next((word for word, wide in _PAGES.items() if wide is case.wide), "")


def _printer(name: str, table: KeptTable) -> Printer:
    """A printer out of its table. Raises Failed if anything in it is no printer's."""
    where = f"{own_folder() / PRINTERS} [{name}]"
    measured = [(ANY, _correction(table, where))] if any(key in table for key in _NUMBERS) else []
    own = table.get("own", [])
    strange = set(table) - {*_NUMBERS, "margins_mm", "own"}
    if strange or not isinstance(own, list) or not all(isinstance(table, dict) for table in own):
        raise Failed(_strange(where, sorted(strange)))
    for entry in own:
        flip, page = entry.get("flip", ""), entry.get("page", "")
        if flip not in ("", *Flip) or page not in ("", *_PAGES) or set(entry) - {*_NUMBERS, "flip", "page"}:
            raise Failed(_strange(where, ["own"]))
        measured.append((case_of(flip, page), _correction(entry, where)))
    printer = Printer(name, tuple(measured), _margins(table.get("margins_mm"), where))
    _refuse(faults(printer, where))
    return printer


def _correction(table: KeptTable, where: str) -> Correction:
    return Correction(*(_number(table.get(key, 0.0), key, where) for key in _NUMBERS))


def _margins(value: Any, where: str) -> PrinterMargins | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 4:
        raise Failed(_strange(where, ["margins_mm"]))
    return PrinterMargins(*(_number(number, "margins_mm", where) for number in value))


def _number(value: Any, key: str, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _LARGEST:
        raise Failed(_strange(where, [key]))
    return float(value)


def _strange(where: str, keys: Sequence[str]) -> Problem:
    fault = f"What is kept of this printer cannot be read: {', '.join(keys) or 'own'}."
    return error(where, fault, "Correct it, or take it away with pnp calibrate --remove and save it anew.")


def _refuse(problems: Any) -> None:
    faults = tuple(problems)
    if faults:
        raise Failed(*faults)

"""Print profiles: what somebody usually asks for, by a name, in `profiles.toml` of the user's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.ground.home import own_folder
from generator.ground.problems import Failed, Problem, error
from generator.records.cells import did_you_mean, shown
from generator.sheets.printers.measured import printer_named
from generator.sheets.printers.toml_tables import KeptTable, NamedTables
from generator.sheets.wishes import NO_WISHES, WISHES, Wishes

_KEPT = NamedTables(
    "profiles.toml", "print profile", "--profile", 'pnp profile --save "Home A4" --paper a4 --flip short'
)
_PRINTER = "printer"


@dataclass(frozen=True, slots=True)
class PrintProfile:
    """What is asked for together."""

    name: str = ""
    wishes: Wishes = NO_WISHES
    printer: str = ""
    """The name of a measured printer; empty for none."""

    def words(self) -> str:
        """It as options of the command line."""
        words = [f"--{key} {word}" for key, word in self.wishes.said().items()]
        return " ".join([*words, *([f'--printer "{self.printer}"'] if self.printer else [])])


def profiles() -> Mapping[str, PrintProfile]:
    """All that are kept, by name. Raises Failed if what is kept cannot be."""
    return {name: _profile(name, table) for name, table in _KEPT.tables().items()}


def profile_named(name: str) -> PrintProfile:
    """One of them. Raises Failed for a name that is not there, and for words that are none."""
    return _profile(*_KEPT.named(name))


def save_profile(profile: PrintProfile) -> PrintProfile:
    """Keep it, in the place of one with the same name. Raises Failed if it cannot be."""
    _KEPT.refuse_name(profile.name)
    printer = printer_named(profile.printer).name if profile.printer else ""
    if not profile.wishes.said() and not printer:
        flaw = "A profile that asks for nothing is of no use."
        raise Failed(error("--save", flaw, "Say how to print: --paper a4 --flip short, say."))
    table = {**profile.wishes.said(), **({_PRINTER: printer} if printer else {})}
    return _profile(_KEPT.keep(profile.name, table), table)


def remove_profile(name: str) -> str:
    """Forget one, and return its name. Raises Failed for a name that is not there."""
    return _KEPT.forget(name)


def _profile(name: str, table: KeptTable) -> PrintProfile:
    where = f"{own_folder() / _KEPT.file} [{name}]"
    for key, word in table.items():
        fault = _fault(key, word, where)
        if fault is not None:
            raise Failed(fault)
    words = {key: word for key, word in table.items() if key in WISHES}
    return PrintProfile(name, Wishes(**words), table.get(_PRINTER, ""))


def _fault(key: str, word: object, where: str) -> Problem | None:
    if key == _PRINTER:
        mend = "Write the name of one that pnp calibrate keeps, in quotation marks."
        return None if isinstance(word, str) else error(where, "What stands as printer is no name.", mend)
    if key not in WISHES:
        mend = did_you_mean(key, (*WISHES, _PRINTER), f"There are {', '.join((*WISHES, _PRINTER))}.")
        return error(where, f"A profile has no {shown(key)}.", mend)
    if word not in WISHES[key]:
        words = ", ".join(WISHES[key])
        text = shown(word) if isinstance(word, str) else "What is no text"
        return error(where, f"{text} is no {key}.", f"Use one of {words}.")
    return None

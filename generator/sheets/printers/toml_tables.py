"""Named things in a TOML file of the user's own pnp folder: a table a name, never in a game folder.

People may edit these files by hand, so that each value is looked at again whenever it is read.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.ground.files import MB, Unreadable, read_bounded, write_whole
from generator.ground.home import make_own_folder, own_folder
from generator.ground.problems import Failed, error
from generator.ground.spelling import nearest
from generator.records.cells import brief, fold, shown

LONGEST_NAME = 60
"""Letters of the name of a printer or a profile."""
MOST_KEPT = 200
_MOST_BYTES = MB

KeptTable = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NamedTables:
    """The tables of one file. Every method raises Failed for a file that cannot be read or written."""

    file: str
    noun: str
    """What one of them is, for people."""
    option: str
    """The option of the command line that names one."""
    save: str
    """A command that keeps one."""

    def tables(self) -> dict[str, KeptTable]:
        """All by their names, in their order; none without the file."""
        path = own_folder() / self.file
        try:
            content = read_bounded(path, inside=None, most=_MOST_BYTES)
        except Unreadable as fault:
            if fault.missing:
                return {}
            raise Failed(error(str(path), fault.what, fault.mend)) from None
        try:
            tables = tomllib.loads(content.decode())
        except (ValueError, RecursionError) as fault:  # of UTF-8, of TOML, of a number of too many digits
            flaw = f"This cannot be read as TOML: {str(fault)[:200]}."
            raise Failed(error(str(path), flaw, "Correct it, or delete it and save anew.")) from None
        for name, table in tables.items():
            if not isinstance(table, dict):
                flaw = f"{shown(name)} stands here outside of any table."
                raise Failed(error(str(path), flaw, 'A table begins with its name: ["My printer"].'))
        return tables

    def named(self, name: str, where: str = "") -> tuple[str, KeptTable]:
        """One with the name under which it is kept; case and blanks do not matter. `where` names it."""
        tables = self.tables()
        key = self._key(name, tables, where or self.option)
        return key, tables[key]

    def keep(self, name: str, table: KeptTable) -> str:
        """Keep a table in the place of one with the same name, which is returned as it is kept."""
        tables = self.tables()
        key = next((key for key in tables if key.casefold() == name.casefold()), name)
        tables[key] = table
        self._write(tables)
        return key

    def forget(self, name: str) -> str:
        """Take one away, and return its name."""
        tables = self.tables()
        key = self._key(name, tables, "--remove")
        del tables[key]
        self._write(tables)
        return key

    def refuse_name(self, name: str) -> None:
        """Raises Failed if nothing can be kept under a name."""
        tables = self.tables()
        if not fold(name) or len(name) > LONGEST_NAME or not name.isprintable():
            mend = f"Take 1 to {LONGEST_NAME} letters on one line."
            raise Failed(error("--save", f"{shown(name)} cannot be a name.", mend))
        if len(tables) >= MOST_KEPT and name not in tables:
            mend = "Remove those that are not used."
            raise Failed(error("--save", f"{MOST_KEPT} are kept already.", mend))

    def _key(self, name: str, tables: Mapping[str, KeptTable], option: str) -> str:
        for entry in tables:
            if fold(entry) == fold(name):
                return entry
        near = nearest(name, tables, count=1, cutoff=0.5)
        if near:
            mend = f"Did you mean {brief(near[0])}?"
        elif tables:
            mend = f"There {'is' if len(tables) == 1 else 'are'} {', '.join(map(brief, list(tables)[:12]))}."
        else:
            mend = f"None is kept yet: {self.save} keeps one."
        raise Failed(error(option, f"There is no {self.noun} {shown(name)}.", mend))

    def _write(self, tables: Mapping[str, KeptTable]) -> None:
        folder = own_folder()
        text = "\n".join("\n".join(_lines(name, table)) for name, table in tables.items())
        try:
            make_own_folder()
            write_whole(folder / self.file, f"{text}\n".encode(), inside=None)
        except OSError as fault:
            flaw = f"This cannot be written: {fault.strerror or fault}."
            mend = "See that the folder may be written; the environment variable PNP_HOME names another one."
            raise Failed(error(str(folder / self.file), flaw, mend)) from None


def _lines(name: str, table: KeptTable) -> Iterator[str]:
    yield f"[{_text(name)}]"
    for key, value in table.items():
        yield f"{key} = {_value(value)}"
    yield ""


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_value(part)}' for key, part in value.items())} }}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    return f"{value:g}"


def _text(value: str) -> str:
    """A basic string of TOML 1.0, whose escapes are those of JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

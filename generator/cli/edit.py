"""The commands that begin and change a game: `pnp new`, `icons`, `rename`, `dress`, `dump`, `illustrate`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.command import Command, option, word
from generator.ground.files import MB, Unreadable, files_inside, is_file_inside, read_bounded
from generator.ground.problems import OK, Failed, error, exit_code
from generator.ground.project import Project
from generator.records.cells import counted, did_you_mean, shown

if TYPE_CHECKING:
    from generator.workbook.changes import CellChange

_BESIDE = 20
"""Letters on each side of a name that are shown of a long text."""


@dataclass(frozen=True, kw_only=True)
class NewCommand(Command):
    """`pnp new`."""

    name = "new"
    brief = "Begin a game in a folder of its own, which builds at once."
    about = "Begin a game: a folder with a workbook, templates and icons that builds at once."

    folder: str = word(
        "", nargs="?", metavar="NAME", help="the folder to make; --game names the folder around it"
    )
    kind: str = option(
        "starter",
        only_one_of="what to begin with",
        metavar="KIND",
        help="what to begin with; without it tiles and tokens whose templates call functions. "
        "--kind list says which there are",
    )

    origin: str = option(
        "",
        flag="--from",
        only_one_of="what to begin with",
        metavar="GAME",
        help="a copy of a game that comes with pnp; --from list says which there are",
    )

    def run(self) -> int:
        """Make the folder. Raises Failed."""
        from generator.cli.new_game import LIST, beginnings, copied_game, new_game
        from generator.ground.problems import error

        if LIST in (self.kind, self.origin):
            print(
                "\n".join(f"  {name:<14} {about}".rstrip() for name, about in beginnings(self.origin == LIST))
            )
            return OK
        if not self.folder:
            mend = "Write one behind it, such as pnp new MyGame."
            raise Failed(error("pnp new", "The folder to make has no name.", mend))
        if self.origin:
            path = copied_game(self.folder, self.game, self.origin)
        else:
            path = new_game(self.folder, self.game, self.kind)
        print(f"Made the game folder {path}: open card_data.xlsx in it, change a card, then run")
        print(f'  pnp build --game "{path}"')
        return OK


@dataclass(frozen=True, kw_only=True)
class IconsCommand(Command):
    """`pnp icons`."""

    name = "icons"
    brief = "Say which icons come with pnp, by a word for them."
    about = "Say which icons come with pnp: all, or those for a word, such as money."

    wanted: str = word("", metavar="WORD", nargs="?", help="what an icon shows or stands for")

    def run(self) -> int:
        """Print a line for each. Raises Failed if there is none."""
        from generator.faces.shelf import icons_like, shelf_icons

        icons = icons_like(self.wanted)
        if not icons:
            known = {word for key, words in shelf_icons().items() for word in (key, *words.split())}
            fault = f"There is no icon for {shown(self.wanted)} on the shelf."
            mend = "Draw one: icons/README.txt of a new game says how."
            raise Failed(error("pnp icons", fault, did_you_mean(self.wanted, sorted(known), mend)))
        wide = max(map(len, icons)) + 2
        for key, words in icons.items():
            print(f"{f'{{{key}}}':{wide}}  {words}".rstrip())
        print("Write the word in braces into the sheet Icons (Key, without them), and as it is into a text.")
        return OK


@dataclass(frozen=True, kw_only=True)
class RenameCommand(Command):
    """`pnp rename`."""

    name = "rename"
    brief = "Write a new name into every cell that says the old one."
    about = (
        "Write a new name into every cell that says the old one, the sample game and its narration included. "
        "For an .ods file it lists what to type, and the exit code is 1."
    )

    old: str = word(metavar="OLD", help="the name as it was; in quotes if it has blanks")
    new: str = word(metavar="NEW", help="the name as it is to be")
    dry_run: bool = option(False, help="list the cells that would change, and write nothing")

    def run(self) -> int:
        """Write the name. Raises Failed."""
        from generator.workbook.changes import not_written
        from generator.workbook.guard import is_ods
        from generator.workbook.places import cells_in
        from generator.workbook.rename import give_name

        project = self.project
        workbook = project.workbook
        changes = give_name(workbook, self.old, self.new, inside=project.root, writes=not self.dry_run)
        print("\n".join(self._changes_told(workbook, changes.changes, inside=project.root)))
        cells = cells_in(workbook, tuple(changes.left), inside=project.root)
        left = dict(zip(cells, changes.left.values(), strict=True))
        left |= dict.fromkeys(_templates_saying(project, self.old), "a template")
        if changes.symbol:
            left |= _picture_named(project, self.old, self.new)
        left |= _drawing_named(project, self.old, self.new)
        if left:
            print(f"Not changed, though they say {self.old}:")
            for where, why in left.items():
                print(f"  {where}  {why}")
        if changes.changes and is_ods(workbook) and not self.dry_run:
            raise Failed(not_written(workbook, len(changes.changes)))
        return OK

    def _changes_told(self, workbook: Path, changes: Sequence[CellChange], *, inside: Path) -> Iterator[str]:
        """What became of a workbook, cell by cell, or what is to be typed into it."""
        from generator.workbook.changes import by_hand
        from generator.workbook.guard import is_ods
        from generator.workbook.places import cells_in
        from generator.workbook.save import versions

        if not changes:
            yield f"{workbook}: no cell had to be changed."
            return
        short = [
            replace(change, before=_around(change.before, self.old), after=_around(change.after, self.new))
            for change in changes
        ]
        if is_ods(workbook):
            yield f"{workbook}: to be changed by hand:"
            yield from (f"  {line}" for line in by_hand(short))
            return
        count = counted(len(changes), "cell")
        if self.dry_run:
            yield f"{workbook}: {count} would change; nothing is written."
        else:
            yield f"{workbook}: {count} changed; {versions(workbook)[0].name} is as it was."
        cells = cells_in(workbook, [change.where for change in short], inside=inside)
        for cell, cell_change in zip(cells, short, strict=True):
            yield f"  {cell}  {cell_change.before} → {cell_change.after}"


def _around(text: str, name: str) -> str:
    """A text of one line, or what stands around a name in a long one."""
    line = " ".join(text.split())
    if len(line) <= 2 * _BESIDE + len(name):
        return line
    at = max(0, line.casefold().find(name.casefold()))
    start, end = max(0, at - _BESIDE), at + len(name) + _BESIDE
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _picture_named(project: Project, old: str, new: str) -> dict[str, str]:
    """The picture of a symbol, which goes by its key, and what is to become of it."""
    file = f"icons/{new}.svg"
    if is_file_inside(project.root / file, project.root):
        return {}
    if is_file_inside(project.icons / f"{old}.svg", project.root):
        return {f"icons/{old}.svg": f"its picture: rename the file to {new}.svg"}
    return {file: "not there yet: its picture, until now one that comes with pnp"}


def _drawing_named(project: Project, old: str, new: str) -> dict[str, str]:
    """The drawing of a title, which goes by its words, and what is to become of it."""
    from generator.faces.illustrated import drawing_name

    before, after = (f"{drawing_name(name)}.svg" for name in (old, new))
    drawn, again = (is_file_inside(project.root / "art" / name, project.root) for name in (before, after))
    if not drawn or again:
        return {}
    return {f"art/{before}": f"its drawing: rename the file to {after}, and run pnp illustrate"}


def _templates_saying(project: Project, name: str) -> list[str]:
    """The lines of the game's own templates that say a name."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    paths: list[str] = []
    for ending in (".svg", ".md"):
        for path in sorted(files_inside(project.templates, project.root, ending=ending)):
            try:
                text = read_bounded(path, inside=project.root, most=MB).decode("utf-8", "replace")
            except Unreadable:
                continue
            lines = enumerate(text.splitlines(), start=1)
            paths += [f"templates/{path.name}:{number}" for number, line in lines if word.search(line)]
    return paths


@dataclass(frozen=True, kw_only=True)
class DumpCommand(Command):
    """`pnp dump`."""

    name = "dump"
    brief = "Print the workbook as text, to compare it line by line."
    about = "Print the workbook as plain text that can be compared line by line."

    def run(self) -> int:
        """Print it. Raises Failed."""
        from generator.workbook.book import dump

        project = self.project
        sys.stdout.write(dump(project.workbook, inside=project.root))
        return OK


@dataclass(frozen=True, kw_only=True)
class DressCommand(Command):
    """`pnp dress`."""

    name = "dress"
    brief = "Give the cells the drop-downs and notes that Fields declares."
    about = (
        "Give the cells of an .xlsx workbook the drop-downs, notes at headers and formats that its sheet "
        "Fields declares, so that the spreadsheet itself says what may be typed; looks stay as they are."
    )

    def run(self) -> int:
        """Write what the sheet Fields declares. Raises Failed."""
        from generator.workbook.dress import dress
        from generator.workbook.save import versions

        project = self.project
        if dress(project.workbook, inside=project.root):
            version = versions(project.workbook)[0].name
            print(
                f"{project.workbook}: drop-downs and notes follow the sheet Fields; {version} is as it was."
            )
        else:
            print(f"{project.workbook}: drop-downs and notes follow the sheet Fields already.")
        return OK


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
    begin: str | None = option(
        None, metavar="TITLE", help="first write a drawing for this title that begins with a ground"
    )
    ground: str = option("", metavar="NAME", help="which one, else hills; --ground list says which there are")

    def run(self) -> int:
        """Cut and write them. Raises Failed."""
        from generator.faces.grounds import begin_drawing, ground_names

        if self.ground == "list":
            print(", ".join(ground_names()))
            return OK
        if self.ground and self.begin is None:
            fault = "A ground is for a drawing that is begun."
            raise Failed(error("--ground", fault, 'Say for which title: --begin "Old Mill".'))
        project = self.project
        if self.begin is not None:
            for name in begin_drawing(project.root, self.begin, self.ground or "hills"):
                print(name)
            print(
                "Draw your subject into it: shapes with the label “subject”. Then run pnp illustrate again."
            )
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
        self.show(cuts.problems, notes=True)
        return exit_code(cuts.problems)

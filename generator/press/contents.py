"""What lies where in the output folder: a list for people, and the same as data for the next build."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path, PurePosixPath
from typing import Any

from generator.ground.files import MB, Unreadable, is_file_inside, read_bounded
from generator.output import CONTENTS, README, Stage
from generator.press.printing import OutputFile
from generator.records.edition import Edition
from generator.sheets.sheet import PAPERS

_MOST_LISTED, _MOST_SAID = 5 * MB, 200
"""Bytes of the list as data, and letters of a word in it."""
_OURS = re.compile(
    rf"({'|'.join(paper.name for paper in PAPERS)})/[\w.-]{{1,200}}_\1(_[\w-]{{1,40}}){{0,4}}(-\d+)?\.pdf"
)
"""The names that `printing` and the booklets give."""
_GUIDE = (
    (
        "",
        """\
What to print: the folder of your paper, every file in it once. A file holds all the copies of its
pieces that one game needs. What a build of some components, or of one paper, did not make again
stays from an earlier build; the date of a file tells.""",
    ),
    (
        r"_\d+up",
        """\
Cards, though, come in two layouts, of which one is enough. In files with 8up or the like in their
name every card has its own bleed, which forgives a cut that is a little off; in the others
neighbours share their edges, which saves cuts and paper.""",
    ),
    (
        r"_only\.pdf",
        """\
Files named only hold the cards that were asked for, to print after a change.""",
    ),
    (
        "",
        """\
How to print: at 100 % (“actual size”), never “fit to page”. The ruler on every sheet must measure
100 mm.""",
    ),
    (
        "_duplex",
        """\
Files named duplex have fronts and backs on alternating pages: print them on both sides and flip
the paper on the edge that is named. A printer for one side prints the odd pages first, then the
even ones on the back of the paper, turned over on that edge. Print one sheet first and hold it
against the light: fronts and backs should lie on each other.""",
    ),
    (
        "",
        """\
How to cut: from mark to mark. With knife and ruler keep the frame of the sheet whole, so that no
mark is lost before its cut. A guillotine takes the frame away: make the cuts of one direction first
and set its stop to the size of the piece for the other.""",
    ),
    (
        "_tiled",
        """\
Files named tiled hold one large piece. A1 is its top left page, A2 lies to the right of it, B1
below. Cut the left and the top edge of each page where it meets another, lay it on the dashed
marks of that one and glue it down.""",
    ),
)
"""What the list for people says first: paragraphs, each for the files whose names hold its pattern."""


def write_contents(
    stage: Stage, output: Path, edition: Edition, files: Sequence[OutputFile], *, complete: Iterable[str] = ()
) -> None:
    """Describe the new files and those of earlier builds that stay.

    `complete` names the papers whose whole set was made: what an earlier build left there and this one
    did not make again is stale and is deleted.
    """
    new = {file.path: file for file in files}
    papers = set(complete)
    for old in _earlier(output):
        if old.path in new:
            continue
        if old.paper in papers:
            stage.stale.append(old.path)
        elif is_file_inside(output / old.path, output):
            new[old.path] = old
    listed = [new[path] for path in sorted(new)]
    data = json.dumps([asdict(file) for file in listed], indent=1, ensure_ascii=False)
    stage.write(CONTENTS, f"{data}\n".encode())
    stage.write(README, contents_text(edition, listed).encode())


def contents_text(edition: Edition, files: Sequence[OutputFile]) -> str:
    """The list for people, paper by paper."""
    names = " ".join(file.path for file in files)
    lines = [f"{edition.game} v{edition.version}"]
    for needed, text in _GUIDE:
        if re.search(needed, names):
            lines += ["", *text.splitlines()]
    for paper in sorted({file.paper for file in files}):
        lines += ["", f"{paper}/", ""]
        own = [file for file in files if file.paper == paper]
        width = max(len(PurePosixPath(file.path).name) for file in own)
        lines += [f"  {PurePosixPath(file.path).name:<{width}}  {about(file)}" for file in own]
    return "\n".join(lines) + "\n"


def about(file: OutputFile) -> str:
    """One line about a file."""
    paper = "1 sheet of paper" if file.sheets == 1 else f"{file.sheets} sheets of paper"
    sides = f", both sides, flip on the {file.flip} edge" if file.flip else ""
    pieces = "1 piece" if file.pieces == 1 else f"{file.pieces} pieces"
    pieces += f" of {file.size}" if file.size else ""
    return f"{file.component}: {pieces}, {paper}, {file.kind}{sides}"


def _earlier(output: Path) -> list[OutputFile]:
    """The files that earlier builds listed. Whatever else the list holds is not believed."""
    try:
        data = json.loads(read_bounded(output / CONTENTS, inside=output, most=_MOST_LISTED))
    except (Unreadable, ValueError, RecursionError):
        return []
    found = [_file(entry) for entry in data] if isinstance(data, list) else []
    return [file for file in found if file is not None and _OURS.fullmatch(file.path)]


def _file(entry: Any) -> OutputFile | None:
    kinds = {"str": str, "int": int, "bool": bool}
    if not isinstance(entry, dict) or set(entry) != {field.name for field in fields(OutputFile)}:
        return None
    if any(not isinstance(entry[field.name], kinds[str(field.type)]) for field in fields(OutputFile)):
        return None
    told = (entry[field.name] for field in fields(OutputFile) if field.type == "str")
    sane = all(len(text) <= _MOST_SAID and text.isprintable() for text in told)
    return OutputFile(**entry) if sane else None

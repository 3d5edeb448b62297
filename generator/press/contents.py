"""What lies where in the output folder: a list for people, and the same as data for the next build."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import MISSING, asdict, fields
from pathlib import Path, PurePosixPath
from typing import Any

from generator.ground.files import MB, Unreadable, is_file_inside, read_bounded
from generator.ground.output import CONTENTS, README, Stage
from generator.press.files_made import write_folder_record
from generator.press.printing import OutputFile
from generator.press.summing import ink_told, set_told
from generator.records.edition import Edition
from generator.records.languages import Lexicon
from generator.sheets.sheet import PAPERS

_LINE = 98
_MOST_LISTED, _MOST_SAID = 5 * MB, 200
"""Bytes of the list as data, and letters of a word in it."""
_MOST_COUNTED = 10**10
"""Of bytes, square centimetres and pieces."""
_MOST_PAGES = 100_000
_LATER = {field.name: field.default for field in fields(OutputFile) if field.default is not MISSING}
_OURS = re.compile(
    rf"({'|'.join(paper.name for paper in PAPERS)})/[\w.-]{{1,200}}_\1(_[\w-]{{1,40}}){{0,5}}(-\d+)?"
    r"\.(pdf|svg|dxf)"
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
        "",
        """\
Of what a build makes it takes away the earlier sheets on the same paper, so that none of other
settings lie beside the new ones. What sheets were made for is in their names: “duplex” is flipped
on the long edge, “duplex-short” on the short one, and “for-” names the printer.""",
    ),
    (
        r"_\d+up",
        """\
Cards, though, come in two layouts, of which one is enough. In files with “8up” or the like in their
name every card has its own bleed, which forgives a cut that is a little off; in the others
neighbours share their edges, which saves cuts and paper.""",
    ),
    (
        r"_only\.pdf",
        """\
Files named “only” hold the cards that were asked for, to print after a change. They stand apart from
the set, and a build of everything deletes them.""",
    ),
    (
        r"_reprint\.pdf",
        """\
Files named “reprint” hold what has changed since the last print, and “PullList” the pieces to take out
for it. When they are printed, pnp printed says so to the game, and the next reprint begins there.""",
    ),
    (
        r"_Mixed-",
        """\
Files named “Mixed” hold several decks of one size, each card with the back of its own deck. Where a
deck has a file of its own too, in the same layout, one of the two is enough.""",
    ),
    (
        r" sizes, each in rows of its own",
        """\
A sheet of several sizes holds them in bands. Cut the bands apart in the white between them first;
each has marks of its own on all four sides.""",
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
Files named “duplex” have fronts and backs on alternating pages: print them on both sides and flip
the paper on the edge that is named. A printer for one side prints the odd pages first, then the
even ones on the back of the paper, turned over on that edge. Print one sheet first and hold it
against the light: fronts and backs should lie on each other.""",
    ),
    (
        r"_fronts(_light)?(_only|_reprint)?\.pdf",
        """\
Files named “fronts” hold one side. Without a file named “backs” beside them they are all there is to
print: put the cards into sleeves that are coloured behind. With one, print both, glue each page of
backs behind the page of fronts of the same number, held against the light until the marks lie on
each other, and cut when it is dry.""",
    ),
    (
        r"_gutterfold",
        """\
Files named “gutterfold” have fronts and backs on one side of the paper: print them on one side, score
and fold each page along the dashed blue line with the print outside, glue both halves together and
press them flat. When it is dry, cut by the black marks of the fronts. Where a deck has a file for
both sides of the paper, too, one of the two is enough.""",
    ),
    (
        r"_light",
        """\
Files named “light” spare ink: what is filled in full colour is an outline there, and words are black.
Of a file with and without it, one is enough.""",
    ),
    (
        "use:cards",
        """\
Cards: paper of 250–300 g/m² holds its shape and hides the back; a corner punch of 3 mm takes off
the edge. On thinner paper they want sleeves, each with an old card in it. Sleeves are sold by
the size of the card, or by their own, which is 2 to 3 mm more in width and height.""",
    ),
    (
        r"size:63\.5 × 88\.9 mm",
        """\
Sleeves for cards of 63.5 × 88.9 mm are called standard or poker, 66 × 91 mm; those for 63 × 88 mm
fit as well.""",
    ),
    (
        "use:(tokens|shared)",
        """\
Tokens and markers: glue the sheet on board of 1.5 mm and cut both together. Cubes, coins or buttons
of the right colours may replace markers.""",
    ),
    (
        "use:(board|page)",
        """\
Boards, mats and aids: paper of 200 g/m² or more; a board lies flat on board of 1.5 to 2 mm.""",
    ),
    (
        "",
        """\
How to cut: from mark to mark. With knife and ruler keep the frame of the sheet whole, so that no
mark is lost before its cut. A guillotine takes the frame away: make the cuts of one direction first
and set its stop to the size of the piece for the other.""",
    ),
    (
        "_CutGuide",
        """\
The file named “CutGuide” has the order in which each cut still has its marks, and says how far to set
the stop wherever these have come off.""",
    ),
    (
        r"_outline",
        """\
Files named “outline” are not printed: a cutting machine reads them, as SVG or as DXF, whichever its
program opens. Each has the outlines of one sheet in millimetres: what is cut, what is scored for a
fold, and the registration marks, each on a layer of its own. The marks lie 10 mm from the edges of
the paper; they are 5 mm long and 1 mm thick.""",
    ),
    (
        "_tiled",
        """\
Files named “tiled” hold one large piece. A1 is its top left page, A2 lies to the right of it, B1
below. Cut the left and the top edge of each page where it meets another, lay it on the dashed
marks of that one and glue it down.""",
    ),
)
"""What the list for people says first: paragraphs, each for files whose names or kinds hold its pattern."""


def write_contents(
    stage: Stage,
    output: Path,
    edition: Edition,
    files: Sequence[OutputFile],
    *,
    complete: Iterable[str] = (),
    errands: Iterable[str] = (),
) -> None:
    """Describe the new files and those of earlier builds that stay.

    `complete` names the papers whose whole set was made: what an earlier build in the same language left
    there and this one did not make again is stale and is deleted. So are the earlier sheets of each component
    that was made whole, on the same paper. `errands` names the papers of which a reprint was made: the older
    ones there go.
    """
    new = {file.path: file for file in files}
    papers, reprinted, listed = set(complete), set(errands), dict(new)
    whole = {(file.paper, file.name) for file in files if file.name and not file.partial}
    for old in listed_files(output):
        if old.path in new:
            continue
        same = old.language == edition.language
        again = (old.paper, old.name) in whole and not old.partial
        older = old.paper in reprinted and old.path.endswith("_reprint.pdf")
        if same and (old.paper in papers or again or older):
            stage.stale.append(old.path)
        elif is_file_inside(output / old.path, output):
            listed[old.path] = old
    every = [listed[path] for path in sorted(listed)]
    data = json.dumps([asdict(file) for file in every], indent=1, ensure_ascii=False)
    stage.write(CONTENTS, f"{data}\n".encode())
    stage.write(README, contents_text(edition, every, fresh=new).encode())
    write_folder_record(stage, output, listed)


def contents_text(
    edition: Edition, files: Sequence[OutputFile], *, fresh: Container[str] | None = None
) -> str:
    """The list for people, paper by paper, in the words of the edition.

    What holds only some pieces, for one errand, stands apart; so do those that are not `fresh`, by their
    paths: they are from an earlier errand.
    """
    word = edition.word
    names = " ".join(f"{file.path} {file.kind} use:{file.use} size:{file.size}" for file in files)
    errand = [file for file in files if file.partial and (fresh is None or file.path in fresh)]
    earlier = [file for file in files if file.partial and file not in errand]
    lines = [f"{edition.game} v{edition.version}"]
    for needed, text in _GUIDE:
        if re.search(needed, names):
            lines += ["", *(text if text not in word else wrapped(word(text))).splitlines()]
    lines += _totals([file for file in files if file.language == edition.language], word)
    lines += _listed("", [file for file in files if not file.partial], word)
    lines += _listed("for this errand alone, and no part of the set", errand, word)
    lines += _listed("from an earlier errand: not current, and no part of the set", earlier, word)
    return "\n".join(lines) + "\n"


def _totals(files: Sequence[OutputFile], word: Lexicon) -> Iterator[str]:
    """How much paper and ink one set takes, paper by paper."""
    for paper in sorted({file.paper for file in files if not file.partial}):
        own = [file for file in files if file.paper == paper]
        totals = [*set_told(own, word), *ink_told(own, word)]
        yield from ("", *wrapped(f"{paper}: {' '.join(totals)}").splitlines())


def _listed(title: str, files: Sequence[OutputFile], word: Lexicon) -> Iterator[str]:
    """Some files paper by paper, under a line that is their `title`, if there is one."""
    for paper in sorted({file.paper for file in files}):
        yield from ("", f"{paper}/{f', {word(title)}' if title else ''}", "")
        own = [file for file in files if file.paper == paper]
        width = max(len(PurePosixPath(file.path).name) for file in own)
        yield from (f"  {PurePosixPath(file.path).name:<{width}}  {about(file, word)}" for file in own)


def about(file: OutputFile, word: Lexicon | None = None) -> str:
    """One line about a file."""
    word = word or Lexicon()
    if file.aside:
        return f"{file.component}: {', '.join(word(part) for part in (file.kind, file.said) if part)}"
    paper = _counted(file.sheets, "1 sheet of paper", "{count} sheets of paper", word)
    sides = f", {word(f'both sides, flip on the {file.flip} edge')}" if file.flip else ""
    pieces = _counted(file.pieces, "1 piece", "{count} pieces", word)
    pieces += f" {word('of {size}', size=file.size)}" if file.size else ""
    sides += f", {word(file.said)}" if file.said else ""
    if file.light and file.ink:
        sides += f", {word('ink on {light} % (else {full} %)', light=file.ink, full=file.full_ink)}"
    return f"{file.component}: {pieces}, {paper}, {word.numbered(file.kind)}{sides}"


def _counted(count: int, single: str, several: str, word: Lexicon) -> str:
    return word(single) if count == 1 else word(several, count=count)


def wrapped(text: str) -> str:
    """A paragraph in lines as long as those of the English list; a number and its % stay together."""
    bound = text.replace(" %", "\u00a0%")
    lines = textwrap.fill(bound, _LINE, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\u00a0%", " %")


def listed_files(output: Path) -> list[OutputFile]:
    """The files that earlier builds listed. Whatever else the list holds is not believed."""
    data = _data(output)
    entries = [_file(entry) for entry in data] if isinstance(data, list) else []
    by_path = {file.path: file for file in entries if file is not None and _OURS.fullmatch(file.path)}
    return list(by_path.values())


def list_is_unusable(output: Path) -> bool:
    """Whether there is a list, and not all that it holds can be believed."""
    data = _data(output)
    return data is not None and not (isinstance(data, list) and len(listed_files(output)) == len(data))


def _data(output: Path) -> Any:
    """What stands in the list; None if there is none, and an empty text for what is no list."""
    try:
        return json.loads(read_bounded(output / CONTENTS, inside=output, most=_MOST_LISTED))
    except Unreadable as fault:
        return None if fault.missing else ""
    except (ValueError, RecursionError):
        return ""


def _file(entry: Any) -> OutputFile | None:
    kinds = {"str": str, "int": int, "bool": bool}
    if not isinstance(entry, dict):
        return None
    entry = {**_LATER, **entry}  # lists of older builds do not know them
    if set(entry) != {field.name for field in fields(OutputFile)}:
        return None
    if any(not isinstance(entry[field.name], kinds[str(field.type)]) for field in fields(OutputFile)):
        return None
    texts = (entry[field.name] for field in fields(OutputFile) if field.type == "str")
    sane = all(len(text) <= _MOST_SAID and text.isprintable() for text in texts)
    counts = (entry[field.name] for field in fields(OutputFile) if field.type == "int")
    sane = sane and all(0 <= count <= _MOST_COUNTED for count in counts) and entry["pages"] <= _MOST_PAGES
    return OutputFile(**entry) if sane else None

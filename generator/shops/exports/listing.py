"""What lies beside the exported files: contents.csv for a spreadsheet, README.txt for people."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple

from generator.ground.files import is_file_inside
from generator.ground.problems import Problem
from generator.ground.raster import MM_PER_INCH
from generator.press.decks import Deck
from generator.records.booklets import booklets_in
from generator.records.called import titled
from generator.records.cells import counted
from generator.records.worksheets import COMPONENTS
from generator.shops.exports.fitted import size_of
from generator.shops.exports.order import ExportedFile, Order
from generator.shops.exports.targets import Sizes, Target, TargetKind, UploadLimits

CONTENTS_CSV = "contents.csv"
HEAD = ("File", "Component", "Card", "Side", "Copies", "Product", "Size", "Bytes")
"""What the fields of an ExportedFile are called there."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_WIDTH = 100


def contents_csv(files: Iterable[ExportedFile]) -> bytes:
    """Every file in a row, for a spreadsheet program: UTF-8 that says so. No cell becomes a formula."""
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(HEAD)
    for file in files:
        cells = astuple(file)
        rows.writerow([f"'{cell}" if str(cell).startswith(_FORMULA) else cell for cell in cells])
    return out.getvalue().encode("utf-8-sig", "replace")


def readme(order: Order, files: Sequence[ExportedFile], problems: Sequence[Problem]) -> bytes:
    """What to do with the files, what each folder is, and what was left out."""
    target, edition = order.target, order.edition
    parts = [f"{edition.game} v{edition.version} for {target.title}", *_filled(target.upload)]
    parts.append("\n".join(_components(order, files)) or "Nothing of this game is here.")
    parts += _paragraph("Not here:", not_here(order, files, problems))
    parts += _filled(_said_limits(target.limits))
    parts += _filled(f"Where the numbers come from: {target.facts}")
    parts += _paragraph("What to know:", (f"{problem.what} {problem.mend}" for problem in problems))
    return ("\n\n".join(parts) + "\n").encode("utf-8", "replace")


def _paragraph(head: str, lines: Iterable[str]) -> list[str]:
    told = [textwrap.fill(f"- {line}", _WIDTH, subsequent_indent="  ") for line in dict.fromkeys(lines)]
    return ["\n".join((head, *told))] if told else []


def not_here(order: Order, files: Iterable[ExportedFile], problems: Iterable[Problem]) -> Iterator[str]:
    """Each component and booklet of the game of which there is no file, and why."""
    there, book = {file.component for file in files}, order.checked.book
    decks = {deck.name: deck for deck in order.decks}
    reasons = {(problem.place.name, problem.place.row): problem.what for problem in problems}
    for row in book.tables.get(COMPONENTS, ()):
        title, deck = titled(row), decks.get(str(row["name"]))
        if title in there:
            continue
        if deck is None:
            why = "It was not asked for."
        elif not deck.pieces:
            why = "None of its rows is printed."
        else:
            why = reasons.get((row.sheet, row.number), "There is nothing of it to show.")
        yield f"{title}: {why}"
    if order.target.kind is TargetKind.TABLETOP:
        return
    project = order.checked.project
    for plan in booklets_in(book):
        if is_file_inside(project.templates / plan.template, project.root):
            yield f"{plan.name}: pnp build makes its PDF; pnp publish packs it into the folder booklets."


def _filled(text: str) -> list[str]:
    return [textwrap.fill(text, _WIDTH)] if text else []


def _components(order: Order, files: Sequence[ExportedFile]) -> Iterator[str]:
    """A line for each component: where it is, as what, and how much of it."""
    decks: Mapping[str, Deck] = {deck.title: deck for deck in order.decks}
    for title in dict.fromkeys(file.component for file in files if file.component):
        of_it = [file for file in files if file.component == title]
        fronts = [file for file in of_it if file.side != "back"]
        folder = of_it[0].path.rpartition("/")[0] or ", ".join(file.path for file in of_it)
        pieces = sum(file.copies for file in fronts)
        backs = len(of_it) - len(fronts)
        if title == order.edition.game and title not in decks:  # what holds all the others
            yield f"{' and '.join(file.path for file in of_it)}: {title}, all in one"
            continue
        sides = [counted(len(fronts), "front", ","), *([counted(backs, "back", ",")] if backs else ())]
        pictures = f"{' and '.join(sides)} for "
        amount = f"{'' if order.target.kind is TargetKind.PDF else pictures}{counted(pieces, 'piece', ',')}"
        as_what = f" as {of_it[0].product}" if of_it[0].product else ""
        size = f", {of_it[0].size}{' pixels' if order.target.kind is TargetKind.PICTURES else ''}"
        yield f"{folder}: {title}{as_what}, {amount}{size}{_own_size(order.target, decks.get(title))}"


def _own_size(target: Target, deck: Deck | None) -> str:
    """The size that a piece gets on a screen: in millimetres, and in the target's own units."""
    if deck is None or target.sizes is not Sizes.OWN:
        return ""
    size = size_of(deck.component)
    if not target.units_per_inch:
        return f", {size}"
    per_mm = target.units_per_inch / MM_PER_INCH
    return f", {size}, there {round(size.width_mm * per_mm)} × {round(size.height_mm * per_mm)} units"


def _said_limits(limits: UploadLimits) -> str:
    """The limits of an upload, each with its number or as not known."""
    known = (
        ("megabytes a file", limits.file_mb),
        ("pixels a side", limits.side_px),
        ("pictures a component", limits.files),
    )
    if all(most is None for _, most in known):
        return "Limits of an upload are not known."
    text = (f"{noun}: {'not known' if most is None else f'at most {most:,g}'}" for noun, most in known)
    return f"Limits of an upload, which were checked where they are known: {', '.join(text)}."

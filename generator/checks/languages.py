"""The languages of a game: which there are, and what of it is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.checks.typed_words import typed_words
from generator.ground.files import Unreadable, files_inside, is_file_inside, read_bounded
from generator.ground.problems import Failed, Problem, error, warning
from generator.ground.project import Project
from generator.records.booklets import booklets_in
from generator.records.cells import as_text, brief, shown
from generator.records.languages import (
    Translations,
    folded,
    in_language,
    language_code,
    words_of,
)
from generator.records.tables import Book, Field, Table
from generator.records.worksheets import GAME, WORDS

ALL = "all"
"""What somebody names who means every language."""
MOST_NAMED = 5
"""As many cells are named in one Problem."""
_MOST_TEMPLATE = 1_000_000
_ASKED = re.compile(r"""\bword\(\s*(?:"((?:[^"\\\n]|\\.){1,500})"|'((?:[^'\\\n]|\\.){1,500})')""")
_ESCAPED = re.compile(r"\\(?:n|u00a0)")
PROGRAM_WORDS = (
    "page {page} of {pages}",
    "print on both sides, flip on the long edge",
    "print on both sides, flip on the short edge",
    "front",
    "back",
    "tile {name}",
    "{1} × {2}, edges shared",
    "{1}-up, bleed {2} mm",
    "honeycomb of {1}, edges shared",
    "{1} sizes, each in rows of its own",
    "honeycomb of {1}, bleed {2} mm",
    "one a page",
    "gutterfold of {1}, edges shared",
    "gutterfold of {1}, bleed {2} mm",
    "gutterfold, one a page",
    "{1} × {2} pages, overlap {3} mm",
    "100 mm. Print at 100 %, without “fit to page”. Cut from mark to mark, keep the frame.",
    "100 mm. Print at 100 %. Cut the left and top edges, lay them on the dashed marks.",
    "100 mm. Print at 100 %. Cut the light line and at solid marks, lay them on dashed ones.",
    "100 mm. Print at 100 %. Cut the light line, score and fold from blue dash to blue dash.",
    "100 mm. Print at 100 %. Cut from mark to mark, score and fold from blue dash to blue dash.",
    "100 mm. Print at 100 %, on one side. Fold with the print outside, glue, cut when dry.",
    "fold at the blue dashes, glue, then cut at the black marks",
    "moved for the printer {name}",
    "for this errand alone, and no part of the set",
    "from an earlier errand: not current, and no part of the set",
    "1 piece",
    "{count} pieces",
    "of {size}",
    "1 sheet of paper",
    "{count} sheets of paper",
    "One set: 1 sheet",
    "One set: {count} sheets",
    "One set",
    "and",
    "{count} for the booklets, or {both} if printed on both sides",
    "Ink covers {light} % of what is printed light, and {full} % in full colour.",
    "ink on {light} % (else {full} %)",
    "fronts alone",
    "fronts, to be glued onto their backs",
    "backs, to be glued behind their fronts",
    "both sides, flip on the long edge",
    "both sides, flip on the short edge",
    "a booklet to read, on screen or printed on one side",
    "{players} players",
    "Rulebook",
    "Contents",
    "version {version}",
    "All",
    "Others",
    "no",
    "No",
    "Cut guide",
    "Print at 100 %. Cuts are numbered in their order: solid lines go through the whole sheet, dashed "
    "ones through what came off it, laid on each other. A distance is measured from the edge that is "
    "there then, such as the one that the last cut made: set the backstop to it where marks have come "
    "off. A knife and a ruler go from mark to mark in any order, if each cut stops at the frame of the "
    "sheet and leaves it whole. Cut one sheet first, to see that it fits.",
    "1 sheet",
    "{count} sheets",
    "both sides",
    "instead of {letter}",
    "A cutting machine cuts these sheets, by the outline of the same name (SVG or DXF); it needs the "
    "corners that have no marks. To cut by hand, print without --outlines.",
    "Lay each page on the dashed marks of its neighbour and glue it down, from A1 on.",
    "Knife and ruler: cut each page at its left and its upper edge wherever another one meets it, from "
    "mark to mark, and stop both cuts where they meet: so neither takes the marks of the other. Lay "
    "the page on the dashed marks of its neighbour and glue it down, from A1 on. Then cut round the "
    "whole in the same way: each side stops at the corners, and the frame comes off last.",
    "First score the line in the middle, fold with the print outside, glue, and let it dry.",
    "1 straight cut.",
    "{count} straight cuts.",
    "{first} to {last}",
    "upright",
    "level",
    "left",
    "right",
    "upper",
    "lower",
    "{numbers}: {way}, through the whole sheet.",
    "{numbers}: {way}.",
    "{numbers}: {way}, through {count} strips laid on each other with their {edge} edges flush.",
    "The one that has marks lies uppermost.",
    "From mark to mark.",
    "From the {edge} edge: {distances} mm.",
    "{distance} (at the mark)",
    "{first} to {last}: the rest in the same way.",
    "What is left is cut with a knife, from mark to mark.",
    "A knife and a ruler, no guillotine: {ranges}, one direction after the other. Lay the ruler from "
    "mark to mark and cut only the sides that the picture shows. Stop at every corner, since the line "
    "goes on through a neighbour; keep the frame whole.",
    "Where a mark has no room, go from corner to corner, where earlier cuts end. Scissors part the "
    "pieces row by row, along their edges.",
    "Scissors or a knife, along the light line.",
    "Circles of {size} mm: scissors along the light line, or a punch of that size at the four marks.",
    "A knife and a ruler, laid from mark to mark: cut each side from corner to corner and no further. "
    "Then nothing comes off before the last side, and each one has its marks.",
    "Round the corners last: a punch of {size} mm, or scissors along the light line.",
    "Score every fold, from blue dash to blue dash, and fold away from you. Glue the tab on the left "
    "behind the back; tuck in the lids.",
    "Score every fold, from blue dash to blue dash, fold away from you, and glue the two faces.",
    "For thick tokens glue the sheet on board of 1.5 mm before you cut.",
    "tuck box",
    "standee",
    "Pull list",
    "Since the print of {printed}: take out {pieces}, put in {count}.",
    "There are no pictures of the old pieces: printed/faces.pdf is not that of the recorded print.",
    "no picture",
    "Take out {count}",
    "Changed: a new one takes its place.",
    "Changed: the new one has the mark {mark}.",
    "Changed, only this tile: {name}.",
    "Changed, only these tiles: {names}.",
    "Deleted: nothing takes its place.",
    "There are fewer copies of it now.",
    "It is called {name} now.",
    "Put in, from the sheets",
    "{component}, new",
    "When all is in its place, pnp printed records this print.",
)
"""What the program itself prints: on sheets, in the list of files, the cut guide and the pull list."""


def language_in(book: Book, text: str) -> str:
    """The code of a language that was asked for; empty for none. Raises Failed if it is not there."""
    if not text:
        return ""
    code = language_code(text)
    if code in book.languages:
        return code
    if not code:
        mend = "Write its code of two letters, such as de for German."
        raise Failed(error("--lang", f"{shown(text)} is not the code of a language.", mend))
    there = sorted(book.languages)
    mend = f"Name a column in it, such as “Title {code}” beside “Title”."
    mend = f"Use {' or '.join(there)}. {mend}" if there else mend
    raise Failed(error("--lang", f"The workbook says nothing in “{code}”.", mend))


def languages_in(book: Book, text: str) -> tuple[str, ...]:
    """The languages that somebody asked for, `all` or one of them. Raises Failed."""
    if text.casefold() == ALL:
        return tuple(sorted(book.languages))
    return tuple(filter(None, (language_in(book, text),)))


def untranslated(book: Book, project: Project, language: str) -> Iterator[Problem]:
    """Warnings for all that is not there in a language: cells, columns, words and booklets."""
    translations: Translations = book.languages.get(language, {})
    elsewhere = {
        (sheet, key) for cells in book.languages.values() for (sheet, _), row in cells.items() for key in row
    }
    for table in book.tables.values():
        for field in table.fields:
            if table.name != GAME and (table.name, field.key) in elsewhere:
                yield from _cells(table, field, translations, language)
    yield from _words(book, project, language)
    yield from typed_words(book, project, language)
    yield from _texts(book, project, language)


def _cells(table: Table, field: Field, translations: Translations, language: str) -> Iterator[Problem]:
    here = {number: row for (sheet, number), row in translations.items() if sheet == table.name}
    name = f"{field.column} {language}" if table.name != WORDS else language
    if not any(field.key in row for row in here.values()):
        if table.rows:
            flaw = f"The sheet {brief(table.name)} has no column “{brief(name)}”, which other languages have."
            yield warning(f"{table.name}!A1", flaw, f"Add it beside “{brief(field.column)}”.")
        return
    lacking = [
        (row, here[row.number][field.key].letter)
        for row in table
        if as_text(row.values.get(field.key))
        and row.number in here
        and field.key in here[row.number]
        and not here[row.number][field.key].text
    ]
    if not lacking:
        return
    cells = [f"{letter}{row.number}" for row, letter in lacking]
    first = shown(as_text(lacking[0][0].values.get(field.key)))
    rest = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
    verb = "are" if rest else "is"
    flaw = f"{first}{rest} {verb} not translated into “{language}”."
    yield warning(f"{table.name}!{cells[0]}", flaw, f"Fill in {_listed(cells)}.")


def _listed(texts: Sequence[str]) -> str:
    named = ", ".join(texts[:MOST_NAMED])
    return f"{named} and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else named


def _words(book: Book, project: Project, language: str) -> Iterator[Problem]:
    """Words that templates ask for, and those of the program itself if the workbook has any of them."""
    words = words_of(in_language(book, language))
    for name, sought in _asked(project):
        lacking = [f"“{brief(word)}”" for word in sought if word not in words]
        if lacking:
            flaw = f"The sheet {WORDS} has no {_listed(lacking)} in “{language}”."
            yield warning(f"templates/{name}", flaw, f"Add {'a row' if len(lacking) == 1 else 'rows'} to it.")
    if WORDS in book:
        lacking = [f"“{word}”" for word in PROGRAM_WORDS if word not in words]
        if lacking:
            verb = "is" if len(lacking) == 1 else "are"
            flaw = f"Of what the program itself prints, {_listed(lacking)} {verb} not there in “{language}”."
            mend = "Add rows to it, with these words in English; docs/languages.md has all of them to copy."
            yield warning(f"{WORDS}!A1", flaw, mend)


def _asked(project: Project) -> Iterator[tuple[str, list[str]]]:
    """The templates of a game, each with the words that it looks up."""
    pictures = (*files_inside(project.templates, project.root, ending=".svg"),)
    for path in (*pictures, *files_inside(project.templates, project.root, ending=".md")):
        try:
            text = read_bounded(path, inside=project.root, most=_MOST_TEMPLATE).decode("utf-8-sig")
        except (Unreadable, UnicodeDecodeError):
            continue
        words = dict.fromkeys(folded(_ESCAPED.sub(" ", a or b)) for a, b in _ASKED.findall(text))
        if words:
            yield path.name, list(words)


def _texts(book: Book, project: Project, language: str) -> Iterator[Problem]:
    for template in dict.fromkeys(plan.template for plan in booklets_in(book)):
        if not is_file_inside(project.templates / template, project.root):
            continue
        own = spoken_template(template, language)
        if not is_file_inside(project.templates / own, project.root):
            flaw = f"There is no templates/{brief(own)}, so that it is no booklet in “{language}”."
            yield warning(f"templates/{brief(template)}", flaw, f"Write this text as {brief(own)}.")


def spoken_template(template: str, language: str) -> str:
    """The name of a booklet's text in a language: `rulebook.de.md` for `rulebook.md`."""
    stem, dot, ending = template.rpartition(".")
    return f"{stem}.{language}.{ending}" if dot else f"{template}.{language}"

"""The languages of a game: which there are, and what of it is not translated."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache

from generator.faces.drawings import is_drawing
from generator.ground.files import is_file_inside
from generator.ground.problems import Failed, Problem, error, warning
from generator.ground.project import Project, program_text
from generator.records.booklets import booklets_in
from generator.records.cells import as_text, brief, fold, shown, some_of
from generator.records.languages import Translations, folded, in_language, language_code, words_of
from generator.records.tables import Book, Field, Table
from generator.records.worksheets import COMPONENTS, GAME, WORDS

ALL = "all"
"""What somebody names who means every language."""
MOST_NAMED = 5
"""As many cells are named in one Problem."""
_ASKED = re.compile(r"""\bword\(\s*(?:"((?:[^"\\\n]|\\.){1,500})"|'((?:[^'\\\n]|\\.){1,500})')""")
_ESCAPED = re.compile(r"\\(?:n|u00a0)")
_COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_DRAWN = re.compile(r"<text\b([^<>]*)>(.*?)</text>", re.DOTALL)
_LABEL = re.compile(r"""(?:label|\bid|data-name)=["']([^"'(]*)""")
"""What a text is called in a drawing, without its wishes."""
_CALLED = re.compile(r"""\btext\(\s*(?:"([^"\\\n]{1,500})"|'([^'\\\n]{1,500})')\s*[,)~]""")
_TAG, _ICON = re.compile(r"<[^<>]*>|&#?\w+;"), re.compile(r"\{[^{}]*\}|[*_]{1,2}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ASKS = re.compile(r"\blanguage\b")


@cache
def program_words() -> tuple[str, ...]:
    """What the program itself prints: on sheets, in the list of files, the cut guide and the pull list."""
    return tuple(program_text("program.txt").splitlines())


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
    yield from _typed_words(book, project, language)
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
    yield warning(f"{table.name}!{cells[0]}", flaw, f"Fill in {some_of(cells, MOST_NAMED)}.")


def _words(book: Book, project: Project, language: str) -> Iterator[Problem]:
    """Words that templates ask for, and those of the program itself if the workbook has any of them."""
    words = words_of(in_language(book, language))
    for name, sought in _asked(project):
        lacking = [f"“{brief(word)}”" for word in sought if word not in words]
        if lacking:
            flaw = f"The sheet {WORDS} has no {some_of(lacking, MOST_NAMED)} in “{language}”."
            yield warning(f"templates/{name}", flaw, f"Add {'a row' if len(lacking) == 1 else 'rows'} to it.")
    if WORDS in book:
        lacking = [f"“{word}”" for word in program_words() if word not in words]
        if lacking:
            are = f"{some_of(lacking, MOST_NAMED)} {'is' if len(lacking) == 1 else 'are'}"
            flaw = f"Of what the program itself prints, {are} not there in “{language}”."
            mend = "Add rows to it, with these words in English; docs/languages.md has all of them to copy."
            yield warning(f"{WORDS}!A1", flaw, mend)


def _asked(project: Project) -> Iterator[tuple[str, list[str]]]:
    """The templates of a game, each with the words that it looks up."""
    for name, text in project.template_texts():
        words = dict.fromkeys(folded(_ESCAPED.sub(" ", a or b)) for a, b in _ASKED.findall(text))
        if words:
            yield name, list(words)


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


# ---------------------------------------------------------------- words in templates


def _typed_words(book: Book, project: Project, language: str) -> Iterator[Problem]:
    """A warning for each line of a component's own template that has words which nothing translates.

    What the sheet Game says, such as a title, is a name and no such word. A template that asks for the
    language itself knows what it does.
    """
    names = {as_text(row.values.get("value")) for row in book.tables.get(GAME, ())}
    columns = {fold(column.column) for table in book.tables.values() for column in table.fields}
    for name in _templates(book):
        template = _COMMENT.sub(_blank, project.template_text(name) or "")
        drawing = is_drawing(template.encode())
        for line, words in _typed(template, columns) if not _ASKS.search(template) else ():
            if words not in names:
                flaw = f"“{brief(words)}” is typed into the template, so it stays as it is in “{language}”."
                mend = f'Write word("{brief(words)}") there, and add a row with it to the sheet {WORDS}.'
                if drawing:
                    mend = "Give the text the label of a column that says it in each language, or leave it."
                yield warning(f"templates/{brief(name)}:{line}", flaw, mend)


def _templates(book: Book) -> dict[str, None]:
    """The templates of all components, each once."""
    rows = book.tables.get(COMPONENTS, ())
    cells = (str(row.values.get(side) or "") for row in rows for side in ("front", "back"))
    return dict.fromkeys(cell for cell in cells if cell.endswith(".svg"))


def _typed(template: str, columns: Container[str]) -> Iterator[tuple[int, str]]:
    """The line of each text with words of its own, and these; samples of what a column fills are none."""
    bare = _CODE.sub(_blank, template)
    for drawn in _DRAWN.finditer(bare):
        words = " ".join(_TAG.sub(" ", drawn[2]).split())
        filled = any(fold(label) in columns for label in _LABEL.findall(drawn[1]))
        if _WORD.search(words) and not filled:
            yield _line(bare, drawn.start()), words
    for called in _CALLED.finditer(template):
        words = " ".join(_ICON.sub(" ", called[1] or called[2]).split())
        if _WORD.search(words):
            yield _line(template, called.start()), words


def _blank(code: re.Match[str]) -> str:
    """As many lines, and nothing in them."""
    return " " + "\n" * code[0].count("\n")


def _line(template: str, at: int) -> int:
    return template.count("\n", 0, at) + 1

"""A workbook in another language: columns such as `Title de` beside `Title`, and the sheet Words.

What things are called in the base language stays their identity: `Row.base_` keeps it, and everything that
looks a row up by a name goes by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from generator.records.cells import as_text, fold
from generator.records.grammar import Grammar
from generator.records.notation import Symbols
from generator.records.tables import Book, Field, FieldType, Row, Table, slug
from generator.records.worksheets import (
    BOOKLETS,
    COMPONENTS,
    FIELDS,
    ICONS,
    NOTATION,
    PRINT,
    PUBLISHED,
    WORDS,
    game_facts,
    is_sample_game,
)

_ISO_639_1 = """
aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cv cy da de dv dz
ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii
ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi
mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw
sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk
ur uz ve vi vo wa wo xh yi yo za zh zu
"""
CODES = frozenset(_ISO_639_1.split())
"""The codes of languages, of two letters each (ISO 639-1)."""
TRANSLATED = frozenset({FieldType.TEXT, FieldType.RICH})
"""The types of columns that may be there in several languages."""
_KEPT: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        COMPONENTS: frozenset({"name", "data", "front", "back", "shape", "layout"}),
        BOOKLETS: frozenset({"name", "template", "data", "cover", "columns"}),
        PRINT: frozenset({"component", "paper", "layout", "flip", "backs", "ink", "tokens"}),
        ICONS: frozenset({"key", "code", "emoji", "kind"}),
        NOTATION: frozenset({"kind", "word", "means", "icon"}),
    }
)
"""Columns by which the program finds things: they have no language."""
_RIGHT_TO_LEFT = frozenset(["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"])
DIRECTIONS: Mapping[str, bool] = MappingProxyType(
    {"right to left": True, "rtl": True, "left to right": False, "ltr": False}
)
"""What the sheet Game may say behind Direction, and whether it is read from right to left."""
"""Kinds of signs of the Unicode bidirectional algorithm."""
_WHOLE = frozenset({FIELDS, PUBLISHED})
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_CODE = re.compile(r"([A-Za-z]{2})(?:-[A-Za-z]{2,4})?")


@dataclass(frozen=True, slots=True)
class TranslatedCell:
    """A cell of a column such as `Title de`."""

    text: str
    letter: str
    """Its column in the sheet."""


Translations = Mapping[tuple[str, int], Mapping[str, TranslatedCell]]
"""Sheet and row -> key of the column in the base language -> the cell in another one."""


def language_code(text: str) -> str:
    """The code of a language as the program writes it, `de` or `pt-br`; empty for what is none."""
    match = _CODE.fullmatch(text.strip())
    return text.strip().lower() if match and match[1].lower() in CODES else ""


def may_be_translated(field: Field) -> bool:
    """Whether a column may stand there in other languages, too."""
    if field.sheet in _WHOLE or is_sample_game(field.sheet) or field.type not in TRANSLATED:
        return False
    return field.key != "key" and field.key not in _KEPT.get(field.sheet, ())


def language_column(header: str, fields: Mapping[str, Field]) -> tuple[str, str] | None:
    """The key and the language of a header such as `Title de`, if there is such a column `Title`.

    `fields` are those of the sheet by their keys. In the sheet Words a bare code will do.
    """
    name, _, code = header.strip().rpartition(" ")
    language = language_code(code)
    if not language:
        return None
    if not name:
        first = next((field for field in fields.values() if field.sheet == WORDS), None)
        return (first.key, language) if first is not None else None
    field = fields.get(slug(name))
    if field is None or fold(field.column) != fold(name) or not may_be_translated(field):
        return None
    return field.key, language


def language_of(book: Book) -> str:
    """The code of the language that a workbook is printed in; empty if nobody says it, which is English."""
    return book.language or language_code(game_facts(book).language)


def reads_right_to_left(book: Book) -> bool:
    """Whether its language is read from right to left: as Game says behind Direction, or by the language."""
    stated = " ".join(game_facts(book).direction.casefold().replace("-", " ").split())
    if stated in DIRECTIONS:
        return DIRECTIONS[stated]
    language, _, rest = language_of(book).partition("-")
    return language in _RIGHT_TO_LEFT or "arab" in rest or "hebr" in rest


# ---------------------------------------------------------------- words of the program


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the program itself says on paper, in the words of the sheet Words; without one in English."""

    by_english: Mapping[str, str] = field(default_factory=dict)
    """Each by the English words, `folded`."""

    def __call__(self, english: str, **values: object) -> str:
        """The words for English ones, with `{name}` filled in."""
        words = self.by_english.get(folded(english), english)
        for name, value in values.items():
            words = words.replace(f"{{{name}}}", str(value))
        return words

    def numbered(self, english: str) -> str:
        """The words for English ones in which numbers stand: `3 × 3` is `{1} × {2}`."""
        numbers = _NUMBERS.findall(english)
        places = iter(range(1, len(numbers) + 1))
        key = _NUMBERS.sub(lambda _: f"{{{next(places)}}}", english)
        return self(key, **{str(place): number for place, number in enumerate(numbers, start=1)})

    def __contains__(self, english: str) -> bool:
        return folded(english) in self.by_english


def folded(english: str) -> str:
    """English words as they are looked up: blanks and line breaks make no difference."""
    return " ".join(english.split())


def words_of(book: Book) -> Lexicon:
    """The words of a Book in its language; a workbook that is itself not English says so in Game.Language."""
    language = book.language or language_code(game_facts(book).language)
    if not language or WORDS not in book:
        return Lexicon()
    return Lexicon(dict(_words(book, language)))


def _words(book: Book, language: str) -> Iterator[tuple[str, str]]:
    translations = book.languages.get(language, {})
    for row in book[WORDS]:
        for key, cell in translations.get((row.sheet, row.number), {}).items():
            english = as_text({**row.values, **row.base_}.get(key))
            if english and cell.text:
                yield folded(english), cell.text


# ---------------------------------------------------------------- the workbook


def in_language(book: Book, language: str) -> Book:
    """The Book with the texts of a language where it has them; the same one for the base language."""
    if not language:
        return book
    translations: Translations = book.languages.get(language, {})
    names = _references(book, translations)
    tables = {name: _translated(table, translations, names) for name, table in book.tables.items()}
    spoken = replace(book, tables=MappingProxyType(tables), language=language)
    symbols = Symbols(_symbols(spoken), _grammar(spoken, translations, words_of(spoken)))
    return replace(spoken, symbols=symbols)


def _translated(
    table: Table, translations: Translations, names: Mapping[tuple[str, str], Mapping[Any, str]]
) -> Table:
    aimed = [(f.key, targets) for f in table.fields if (targets := names.get(_target(f)))]
    if not aimed and not any(sheet == table.name for sheet, _ in translations):
        return table
    return replace(
        table,
        rows=tuple(_row(row, translations.get((row.sheet, row.number), {}), aimed) for row in table),
    )


def _row(row: Row, cells: Mapping[str, TranslatedCell], aimed: list[tuple[str, Mapping[Any, str]]]) -> Row:
    new = {key: names[row.values[key]] for key, names in aimed if row.values.get(key) in names}
    new |= {key: cell.text for key, cell in cells.items() if cell.text and key in row.values}
    if not new:
        return row
    letters = {**row.letters, **{key: cell.letter for key, cell in cells.items() if cell.text}}
    return replace(
        row,
        values=MappingProxyType({**row.values, **new}),
        letters=MappingProxyType(letters),
        base_=MappingProxyType({**row.base_, **{key: row.base_.get(key, row.values[key]) for key in new}}),
    )


def _target(field: Field) -> tuple[str, str]:
    if field.type is not FieldType.REFERENCE:
        return "", ""
    sheet, column = field.target
    return fold(sheet), fold(column)


def _references(book: Book, translations: Translations) -> Mapping[tuple[str, str], Mapping[Any, str]]:
    """Sheet and column that references point at -> its value in the base language -> the other one."""
    references: dict[tuple[str, str], dict[Any, str]] = {}
    for table in book.tables.values():
        columns = {field.key: field.column for field in table.fields}
        for row in table:
            for key, cell in translations.get((row.sheet, row.number), {}).items():
                if cell.text and key in row.values:
                    names = references.setdefault((fold(table.name), fold(columns[key])), {})
                    names.setdefault(row.values[key], cell.text)
    return references


def _symbols(book: Book) -> Iterator[Any]:
    """The symbols with their names in the language of the Book."""
    names = {row.values.get("key"): as_text(row.values.get("name")) for row in book.tables.get(ICONS, ())}
    for symbol in book.symbols:
        yield replace(symbol, name=names.get(symbol.key) or symbol.name)


def _grammar(book: Book, translations: Translations, words: Lexicon) -> Grammar:
    """The words of the notation as faces print them in the language of the Book."""
    grammar = book.symbols.grammar.translated(words)
    if not grammar.stated:
        return grammar
    printed = {}
    for row in book.tables.get(NOTATION, ()):
        cell = translations.get((row.sheet, row.number), {}).get("printed")
        if cell is not None and cell.text:
            printed[fold(as_text(row.values.get("kind"))), fold(as_text(row.values.get("word")))] = cell.text
    return grammar.printing(printed)

"""One cell against its declaration: a raw value becomes a typed one, or a Problem.

The sheet Fields declares every column (see `tables.Field`); its own columns are `FIELD_FIELDS`.
Nothing here knows of files.
"""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from itertools import islice
from typing import Any

from generator.ground.problems import BadNumber, Complaint, Problem, Unlisted, warning
from generator.ground.project import is_on_shelf
from generator.ground.spelling import Guesses
from generator.records.cells import (
    EXCEL_ERRORS,
    NO,
    YES,
    Displayed,
    Raw,
    Uncached,
    as_set,
    as_text,
    brief,
    clean,
    did_you_mean,
    displayed,
    fold,
    names,
    same,
    shown,
    straight,
)
from generator.records.examples import PICTURE
from generator.records.faults import MOST_TOKENS, NotationError, mends_of, unknown_symbols
from generator.records.notation import (
    Effect,
    Requirement,
    Symbols,
    parse_effect,
    parse_requirement,
)
from generator.records.tables import NUMERIC, Bound, Field, FieldType
from generator.records.worksheets import COMPARED, FIELDS, ICONS, is_sample_game
from generator.workbook.declared import (
    DESCRIPTIONS,
    Targets,
    bounds,
    brief_list,
    known_to_the_program,
)
from generator.workbook.mends import MOST_LIKELY, MOST_LISTED, instead, may_resemble, or_there

LARGEST_NUMBER = 1_000_000_000
MOST_BY_SYMBOLS = 10_000
"""As many findings are noted that only say which symbols there are not; no more of any kind are kept."""
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,(?!\d{3}$)\d+")
"""63,5 and not 1,000, which is a thousand to many."""
_ICON = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Known:
    """What a cell may refer to: the game's symbols, and the columns that references point at.

    `whole` is false if some symbols could not be read. Then one mistake in the sheet Icons would make a
    hundred Problems elsewhere, so that unknown symbols are let pass until it is mended.
    """

    symbols: Symbols
    targets: Targets = default(default_factory=dict)
    whole: bool = True
    by_symbols: set[Problem] = default(default_factory=set)
    """What was found that only says which symbols there are not."""
    guesses: Guesses = default(default_factory=Guesses)
    """What was asked of `did_you_mean` in this run."""
    picture: str = PICTURE
    """What a path of a picture may be, in a message."""
    _choices: dict[str, Mapping[str, str]] = default(default_factory=dict)

    def choices(self, field: Field) -> Mapping[str, str]:
        """The choices of a field by their folded spelling; asked once a cell, worked out once a field."""
        if field.values not in self._choices:
            self._choices[field.values] = {fold(choice): choice for choice in reversed(field.choices)}
        return self._choices[field.values]

    def values(self, field: Field) -> Mapping[str, Any] | None:
        """The values that a reference may take; None if it points at no column."""
        sheet, column = field.target
        return self.targets.get((fold(sheet), fold(column)))


class RefusedValue(Complaint):
    """A raw value that does not fit its field."""


class UnknownSymbol(RefusedValue):
    """A raw value that names a symbol which the sheet Icons does not have."""


# ---------------------------------------------------------------- cells


def empty_value(field: Field) -> Any:
    """What an empty cell of the field holds."""
    if field.type is FieldType.REQUIREMENT:
        return Requirement()
    if field.type is FieldType.EFFECT:
        return Effect()
    return "" if field.type in {FieldType.TEXT, FieldType.RICH, FieldType.FILE} else None


def parse_cell(field: Field, raw: Raw, where: str, context: Known) -> tuple[Any, tuple[Problem, ...]]:
    """The typed value of a cell and what is wrong with it; the empty value if there is an error."""
    if raw is None and not field.required:  # as half of all cells are
        return empty_value(field), ()
    try:
        _refuse_what_no_field_takes(field, raw)
        if as_text(raw) == "":
            if field.required:
                fault = f"The cell under {shown(field.column)} is empty."
                raise RefusedValue(fault, f"Fill it in; {FIELDS} declares it as required.")
            return empty_value(field), ()
        value = _PARSERS[field.type](field, raw, context)
    except (NotationError, UnknownSymbol) as refused:
        if not context.whole:
            return empty_value(field), ()
        problem = refused.at(where)
        if len(context.by_symbols) < MOST_BY_SYMBOLS:
            context.by_symbols.add(problem)
        return empty_value(field), (problem,)
    except RefusedValue as refused:
        return empty_value(field), (refused.at(where),)
    if field.type not in NUMERIC:
        return value, _printed_otherwise(field, raw, where)
    beyond = _beyond_a_rule(field, raw, value, where)
    if isinstance(raw, str):
        fault = f"{shown(raw)} is a number that is stored as text."
        stored = warning(where, fault, "Set the format of the cell to Number and type it again.")
        return value, (stored, *beyond)
    return value, beyond


def _refuse_what_no_field_takes(field: Field, raw: Raw) -> None:
    if isinstance(raw, Uncached):
        raise RefusedValue(
            f"The result of the formula {shown(raw.formula)} is not stored in the file.",
            "Open the workbook in Excel or LibreOffice and save it once, or type the value.",
        )
    if isinstance(raw, str) and raw.strip().upper() in EXCEL_ERRORS:
        if field.type in {FieldType.EFFECT, FieldType.REQUIREMENT}:
            mend = (
                "Set the format of the cell to Text and type it again, so that it is not taken for a formula."
            )
        else:
            mend = "Correct the formula, or type the value."
        raise RefusedValue(f"The cell holds the error “{raw.strip().upper()}”.", mend)
    if isinstance(raw, float) and not math.isfinite(raw) and field.type not in NUMERIC:
        raise RefusedValue(f"{shown(raw)} is no number that can be written.", "Type another one.")
    if isinstance(raw, dt.date | dt.time | dt.timedelta):
        kind = "date" if isinstance(raw, dt.date) else "time"
        form = "Number" if field.type in NUMERIC else "Text"
        raise RefusedValue(
            f"The cell holds the {kind} {_date_text(raw)}: the spreadsheet took what was typed for a {kind}.",
            f"Set the format of the cell to {form} and type it again.",
        )


def _date_text(raw: dt.date | dt.time | dt.timedelta) -> str:
    if isinstance(raw, dt.datetime) and raw.time() == dt.time():
        return raw.date().isoformat()
    return str(raw)


def _text(field: Field, raw: Raw, context: Known) -> str:
    if isinstance(raw, str) and field.sheet not in COMPARED and not is_sample_game(field.sheet):
        return as_set(raw)
    return displayed(raw)


def _rich(field: Field, raw: Raw, context: Known) -> str:
    text = as_set(raw) if isinstance(raw, str) else displayed(raw)
    unknown = [name for name in dict.fromkeys(_ICON.findall(text)) if name not in context.symbols]
    if unknown and context.whole:
        candidates = context.guesses.names("icons", lambda: names(symbol.key for symbol in context.symbols))
        keys = [symbol.key for symbol in islice(context.symbols, MOST_LISTED + 1)]
        mend = instead([], keys, "" if keys else f"add it to the sheet {ICONS}")
        icons, guesses = [f"{{{name}}}" for name in unknown], context.guesses
        mends = (
            (icon, _shelved(name) or did_you_mean(name, candidates, mend, guesses=guesses))
            for icon, name in zip(icons[:MOST_TOKENS], unknown, strict=False)
        )
        about = Unlisted(ICONS, "Key", unknown[0]) if len(unknown) == 1 else None
        raise UnknownSymbol(unknown_symbols(icons, "icon"), mends_of(mends), about)
    if set("{}") & set(_ICON.sub("", text)):
        raise RefusedValue(f"{shown(raw)} has a brace without its partner.", "Write an icon as {key}.")
    return text


def _shelved(name: str) -> str:
    told = f"It stands on the shelf: add a row to the sheet {ICONS} with the Key {name}."
    return told if is_on_shelf(name) else ""


def _number(field: Field, raw: Raw, context: Known) -> float | int:
    mend = f"Give {DESCRIPTIONS[field.type].lower()}{bounds(field)}."
    value: float | int
    if isinstance(raw, Displayed):
        value = int(raw) if raw.is_integer() else float(raw)
    elif isinstance(raw, int | float) and not isinstance(raw, bool):
        value = raw
    else:
        text = unicodedata.normalize("NFKC", as_text(raw)).replace("−", "-").replace("–", "-")
        if not _NUMBER.fullmatch(text):
            comma = field.type is FieldType.NUMBER and _DECIMAL_COMMA.fullmatch(text) is not None
            about = BadNumber(as_text(raw), numeric=False, comma=comma)
            raise RefusedValue(f"{shown(raw)} is not a number.", _retyped(text, comma) or mend, about)
        value = float(text)
    if not abs(value) <= LARGEST_NUMBER:  # so that nan is refused too
        raise _bad_number(f"{shown(raw)} is too large.", mend, raw)
    if field.type is FieldType.INTEGER:
        if value != int(value):
            raise _bad_number(f"{shown(raw)} is not a whole number.", mend, raw)
        value = int(value)
    bound, is_, number = _outside(field, value) or (None, "", 0)
    if bound is not None and not bound.rule:
        mend = f"{mend[:-1]}{or_there(bound, field, value)}"
        raise _bad_number(f"{shown(raw)} is {is_} than {number:g}.", mend, raw)
    return value + 0  # which makes a plain 0 of the negative one


def _bad_number(fault: str, mend: str, raw: Raw) -> RefusedValue:
    return RefusedValue(fault, mend, BadNumber(as_text(raw), numeric=True))


def _outside(field: Field, value: float) -> tuple[Bound, str, float] | None:
    """The bound that a number is beyond, if it is: what it is then, and than which number."""
    if field.least is not None and value < field.least:
        return field.least_from or Bound(""), "less", field.least
    if field.most is not None and value > field.most:
        return field.most_from or Bound(""), "more", field.most
    return None


def _printed_otherwise(field: Field, raw: Raw, where: str) -> tuple[Problem, ...]:
    """A cell of text that does not come out as the sheet shows it."""
    if field.type not in {FieldType.TEXT, FieldType.RICH}:
        return ()
    if not isinstance(raw, Displayed) or not raw.code:
        return ()
    fault = f"The cell shows {shown(raw)} in a way of its own ({brief(raw.code)}); {as_text(raw)} is printed."
    return (warning(where, fault, "Set the format of the cell to Text and type what is to be printed."),)


def _beyond_a_rule(field: Field, raw: Raw, value: float, where: str) -> tuple[Problem, ...]:
    """A bound that follows another cell warns: the number was right when it was typed, and is kept."""
    outside = _outside(field, value)
    if outside is None:
        return ()
    bound, is_, number = outside
    fault = f"{shown(raw)} is {is_} than {number:g}, which is {shown(bound.rule)}."
    return (warning(where, fault, f"Change this cell, or the {number:g} in {bound.at}."),)


def _retyped(text: str, comma: bool) -> str:
    """The mend for a number that is typed as people write it and that stands there as text."""
    if comma:
        point = text.replace(",", ".")
        return f"The decimal sign of a text is the point: write {point}, or type it as a number."
    is_text = re.fullmatch(r"[+-]?\d+([.,' ]\d+)+", text)
    return "Set the format of the cell to Number and type it again." if is_text else ""


def _yes_no(field: Field, raw: Raw, context: Known) -> bool:
    if fold(as_text(raw)) in YES | NO:
        return fold(as_text(raw)) in YES
    raise RefusedValue(f"{shown(raw)} is neither yes nor no.", "Write yes or no.")


def _choice(field: Field, raw: Raw, context: Known) -> str:
    offered = context.choices(field)
    if not offered:
        return as_text(raw)  # the declaration is wrong, and a Problem already
    if fold(as_text(raw)) in offered:
        return offered[fold(as_text(raw))]
    if known_to_the_program(field, as_text(raw)):
        return as_text(raw)
    candidates = context.guesses.names(("choice", field.values), lambda: names(field.choices))
    listed = f"{field.values_at} lists them" if field.values_at else ""
    mend = f"Use one of: {brief_list(field.choices)}{f' ({listed})' if listed else ''}."
    mend = did_you_mean(as_text(raw), candidates, mend, guesses=context.guesses)
    raise RefusedValue(f"{shown(raw)} is not a choice of {shown(field.column)}.", mend)


def _reference(field: Field, raw: Raw, context: Known) -> Any:
    values = context.values(field)
    if values is None:
        return as_text(raw)  # the declaration is wrong, and a Problem already
    for text in dict.fromkeys((displayed(raw), as_text(raw))):  # 007 where a column of text shows 007
        for spell in (same, fold):
            if spell(text) in values:
                return values[spell(text)]
    sheet, column = field.target
    if fold(sheet) == fold(ICONS) and not context.whole:
        return as_text(raw)
    place = f"the column {brief(column)} of the sheet {brief(sheet)}"
    if not values:
        raise RefusedValue(f"T{place[1:]} is empty.", "Fill it; this cell names a value of it.")
    refusal = UnknownSymbol if fold(sheet) == fold(ICONS) else RefusedValue
    about = Unlisted(sheet, column, as_text(raw))
    raise refusal(f"{shown(raw)} is not in {place}.", _one_of(field, as_text(raw), values, context), about)


def _one_of(field: Field, typed: str, values: Mapping[str, Any], context: Known) -> str:
    """The mend of a reference: the values that look like what was typed, and then some of the others."""
    sheet, column = field.target
    first = islice(values.values(), 4 * (MOST_LISTED + 1))  # each value stands there by two spellings
    texts = list(dict.fromkeys(map(as_text, first)))[: MOST_LISTED + 1]
    candidates = context.guesses.names(
        ("reference", field.values), lambda: names(as_text(value) for value in values.values())
    )
    near = context.guesses.nearest(typed, candidates, count=MOST_LIKELY) if may_resemble(typed) else []
    return instead(near, texts, f"add it to {brief(sheet)}.{brief(column)}")


def _notation(parse: Callable[[str, Symbols], Any]) -> Callable[[Field, Raw, Known], Any]:
    def read(field: Field, raw: Raw, context: Known) -> Any:
        if isinstance(raw, int | float) and raw != 0:
            raise RefusedValue(
                f"The cell holds the number {brief(as_text(raw))}: a spreadsheet reads 1E2 as 100.",
                "Set the format of the cell to Text and type it again, with a space between the symbols.",
            )
        return parse(straight(as_text(raw)), context.symbols)

    return read


def _colour(field: Field, raw: Raw, context: Known) -> str:
    if isinstance(raw, str) and re.fullmatch(r"#?[0-9a-fA-F]{6}", clean(raw)):
        return "#" + clean(raw).lstrip("#").lower()
    mend = "Write # and six hexadecimal digits, such as #2b7fb8."
    raise RefusedValue(f"{shown(raw)} is not a colour.", mend)


def _file(field: Field, raw: Raw, context: Known) -> str:
    path = as_text(raw).replace("\\", "/")
    parts = path.split("/")
    if ".." in parts or path.startswith(("/", "~")) or ":" in path or "\n" in path:
        raise RefusedValue(
            f"{shown(raw)} leads out of the game folder.",
            f"Put the file into the game folder and write its path from there, such as {context.picture}.",
        )
    path = "/".join(part for part in parts if part not in {"", "."})
    apart = isinstance(raw, str) and not unicodedata.is_normalized("NFC", raw)
    return unicodedata.normalize("NFD", path) if apart else path  # on a disk these may be two names


_PARSERS: Mapping[FieldType, Callable[[Field, Raw, Known], Any]] = {
    FieldType.TEXT: _text,
    FieldType.RICH: _rich,
    FieldType.INTEGER: _number,
    FieldType.NUMBER: _number,
    FieldType.YES_NO: _yes_no,
    FieldType.CHOICE: _choice,
    FieldType.REFERENCE: _reference,
    FieldType.REQUIREMENT: _notation(parse_requirement),
    FieldType.EFFECT: _notation(parse_effect),
    FieldType.COLOUR: _colour,
    FieldType.FILE: _file,
}

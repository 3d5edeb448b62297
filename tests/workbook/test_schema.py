# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""One cell against its declaration: every type, what it accepts and how it refuses."""

from __future__ import annotations

import datetime as dt
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.records.cells import Displayed, Raw, Uncached, as_text, clean, fold
from generator.records.notation import Amount, Change, Effect, Kind, Requirement, Symbol, Symbols, Who
from generator.records.tables import Field, FieldType
from generator.workbook.declared import FIELD_FIELDS, describe, lenient_field, targeted
from generator.workbook.schema import Known, parse_cell

KNOWN = Known(
    Symbols([Symbol("energy", "E", "☀️", "Energy", Kind.TOKEN)]),
    {
        ("layers", "layer"): {"1": 1, "2": 2},
        ("cards", "title"): {"shell": "Shell", "pilot'slog": "Pilot’s Log"},
    },
)


def field(kind: FieldType, **more: Any) -> Field:
    return Field("Cards", "Thing", kind, **more)


def messages(kind: FieldType, raw: Raw, **more: Any) -> list[str]:
    return [str(problem) for problem in parse_cell(field(kind, **more), raw, "Cards!C2", KNOWN)[1]]


CHOICES = {"values": "rectangle | hexagon|two words"}
LAYER, TITLE = {"values": "Layers.Layer"}, {"values": "Cards.Title"}


@pytest.mark.parametrize(
    ("kind", "more", "raw", "value"),
    [
        (FieldType.TEXT, {}, "  Shell\u00a0", "Shell"),
        (FieldType.TEXT, {}, 7, "7"),
        (FieldType.TEXT, {}, 0.1, "0.1"),
        (FieldType.TEXT, {}, 5.0, "5"),
        (FieldType.TEXT, {}, "a\r\nb_x000D_ \u200b", "a\nb"),
        (FieldType.TEXT, {}, "“Pilot’s”", "“Pilot’s”"),
        (FieldType.TEXT, {}, None, ""),
        (FieldType.TEXT, {}, " \u00a0", ""),
        (FieldType.RICH, {}, "Take {energy} **now**", "Take {energy} **now**"),
        (FieldType.INTEGER, {}, 5, 5),
        (FieldType.INTEGER, {}, 5.0, 5),
        (FieldType.INTEGER, {}, -3, -3),
        (FieldType.INTEGER, {}, None, None),
        (FieldType.NUMBER, {}, 2.5, 2.5),
        (FieldType.YES_NO, {}, "Yes", True),
        (FieldType.YES_NO, {}, True, True),
        (FieldType.YES_NO, {}, 1, True),
        (FieldType.YES_NO, {}, "n", False),
        (FieldType.YES_NO, {}, None, None),
        (FieldType.CHOICE, CHOICES, " Hexagon", "hexagon"),
        (FieldType.CHOICE, CHOICES, "TWO  WORDS", "two words"),
        (FieldType.REFERENCE, LAYER, 2.0, 2),
        (FieldType.REFERENCE, LAYER, "2", 2),
        (FieldType.REFERENCE, TITLE, "shell ", "Shell"),
        (FieldType.REFERENCE, TITLE, "Pilot's log", "Pilot’s Log"),
        (FieldType.REQUIREMENT, {}, "2E", Requirement((Amount("energy", 2),))),
        (FieldType.REQUIREMENT, {}, None, Requirement()),
        (FieldType.REQUIREMENT, {}, 0, Requirement()),
        (FieldType.EFFECT, {}, "+1☀", Effect((Change(Who.YOU, "energy", 1),))),
        (FieldType.EFFECT, {}, "", Effect()),
        (FieldType.COLOUR, {}, "#2B7FB8", "#2b7fb8"),
        (FieldType.COLOUR, {}, "2b7fb8 ", "#2b7fb8"),
        (FieldType.FILE, {}, "art/shell.svg", "art/shell.svg"),
        (FieldType.FILE, {}, ".\\art\\shell.svg", "art/shell.svg"),
        (FieldType.FILE, {}, None, ""),
    ],
)
def test_what_the_types_accept(kind: FieldType, more: dict[str, Any], raw: Raw, value: Any) -> None:
    read, problems = parse_cell(field(kind, **more), raw, "Cards!C2", KNOWN)
    assert (read, problems) == (value, ())
    assert type(read) is type(value)


WHOLE, ANY = "Give a whole number.", "Give a number."
AS_NUMBER = "Set the format of the cell to Number and type it again."
AS_TEXT = "Set the format of the cell to Text and type it again."
HOME = "Put the file into the game folder and write its path from there, such as art/picture.svg."


@pytest.mark.parametrize(
    ("kind", "more", "raw", "message"),
    [
        (FieldType.INTEGER, {}, 5.5, f"“5.5” is not a whole number. {WHOLE}"),
        (FieldType.INTEGER, {}, "five", f"“five” is not a number. {WHOLE}"),
        (FieldType.INTEGER, {}, True, f"“TRUE” is not a number. {WHOLE}"),
        (FieldType.INTEGER, {}, "1_000", f"“1_000” is not a number. {WHOLE}"),
        (FieldType.INTEGER, {}, "1,000", f"“1,000” is not a number. {AS_NUMBER}"),
        (FieldType.INTEGER, {}, 10**400, f"“{'1' + '0' * 39}…” is too large. {WHOLE}"),
        (FieldType.INTEGER, {"least": 1}, 0, "“0” is less than 1. Give a whole number of at least 1."),
        (FieldType.INTEGER, {"most": 9}, 10, "“10” is more than 9. Give a whole number of at most 9."),
        (FieldType.NUMBER, {"least": 1, "most": 2.5}, 3, "“3” is more than 2.5. Give a number from 1 to 2.5."),
        (FieldType.NUMBER, {}, "63,5", "“63,5” is not a number. The decimal sign of a text is the point: write 63.5, or type it as a number."),
        (FieldType.NUMBER, {}, "1,000", f"“1,000” is not a number. {AS_NUMBER}"),
        (FieldType.NUMBER, {}, "nan", f"“nan” is not a number. {ANY}"),
        (FieldType.NUMBER, {}, float("nan"), f"“nan” is too large. {ANY}"),
        (FieldType.NUMBER, {}, float("inf"), f"“inf” is too large. {ANY}"),
        (FieldType.YES_NO, {}, "maybe", "“maybe” is neither yes nor no. Write yes or no."),
        (FieldType.CHOICE, CHOICES, "hexagone", "“hexagone” is not a choice of “Thing”. Did you mean “hexagon”?"),
        (FieldType.CHOICE, CHOICES, "star", "“star” is not a choice of “Thing”. Use one of: rectangle, hexagon, two words."),
        (FieldType.REFERENCE, TITLE, "Shel", "“Shel” is not in the column Title of the sheet Cards. Did you mean “Shell”? Else use Pilot’s Log, or add it to Cards.Title."),
        (FieldType.REFERENCE, LAYER, 7, "“7” is not in the column Layer of the sheet Layers. Use one of 1, 2, or add it to Layers.Layer."),
        (FieldType.REQUIREMENT, {}, 200, "The cell holds the number 200: a spreadsheet reads 1E2 as 100. Set the format of the cell to Text and type it again, with a space between the symbols."),
        (FieldType.EFFECT, {}, "+1Q", "“Q” is not a symbol of the sheet Icons. Use E (Energy)."),
        (FieldType.EFFECT, {}, "+1Q; all -1Z, no Go", "“Q”, “Z” and “Go” are not symbols of the sheet Icons. For “Q” and “Z”: Use E (Energy). For “Go”: Add a symbol of the kind action to the sheet Icons."),
        (FieldType.RICH, {}, "{enrgy}", "“{enrgy}” is not an icon of the sheet Icons. Did you mean “energy”?"),
        (FieldType.RICH, {}, "{zz}", "“{zz}” is not an icon of the sheet Icons. Use energy."),
        (
            FieldType.RICH,
            {},
            "{moon}",
            "“{moon}” is not an icon of the sheet Icons. "
            "It stands on the shelf: add a row to the sheet Icons with the Key moon.",
        ),
        (FieldType.RICH, {}, "{zz} and {enrgy}", "“{zz}” and “{enrgy}” are not icons of the sheet Icons. For “{zz}”: Use energy. For “{enrgy}”: Did you mean “energy”?"),
        (FieldType.RICH, {}, "{energy", "“{energy” has a brace without its partner. Write an icon as {key}."),
        (FieldType.COLOUR, {}, "red", "“red” is not a colour. Write # and six hexadecimal digits, such as #2b7fb8."),
        (FieldType.COLOUR, {}, 112233, "“112233” is not a colour. Write # and six hexadecimal digits, such as #2b7fb8."),
        (FieldType.FILE, {}, "../secret.svg", f"“../secret.svg” leads out of the game folder. {HOME}"),
        (FieldType.FILE, {}, "/etc/passwd", f"“/etc/passwd” leads out of the game folder. {HOME}"),
        (FieldType.FILE, {}, "C:\\x.svg", f"“C:\\x.svg” leads out of the game folder. {HOME}"),
        (FieldType.FILE, {}, "https://x.org/a.svg", f"“https://x.org/a.svg” leads out of the game folder. {HOME}"),
        (FieldType.TEXT, {"required": True}, " ", "The cell under “Thing” is empty. Fill it in; Fields declares it as required."),
        (FieldType.TEXT, {}, "#REF!", "The cell holds the error “#REF!”. Correct the formula, or type the value."),
        (FieldType.TEXT, {}, dt.datetime(2026, 2, 1), f"The cell holds the date 2026-02-01: the spreadsheet took what was typed for a date. {AS_TEXT}"),
        (FieldType.INTEGER, {}, dt.timedelta(hours=3), f"The cell holds the time 3:00:00: the spreadsheet took what was typed for a time. {AS_NUMBER}"),
        (FieldType.TEXT, {}, Uncached("=A1"), "The result of the formula “=A1” is not stored in the file. Open the workbook in Excel or LibreOffice and save it once, or type the value."),
        (FieldType.TEXT, {"required": True}, Uncached("=A1"), "The result of the formula “=A1” is not stored in the file. Open the workbook in Excel or LibreOffice and save it once, or type the value."),
    ],
)  # fmt: skip
def test_how_the_types_refuse(kind: FieldType, more: dict[str, Any], raw: Raw, message: str) -> None:
    assert messages(kind, raw, **more) == [f"error: Cards!C2: {message}"]


@pytest.mark.parametrize(("typed", "value"), [("5", 5), ("5.0", 5), ("−5", -5), ("\u00a05 ", 5)])
def test_a_number_stored_as_text_is_taken_with_a_warning(typed: str, value: int) -> None:
    read, problems = parse_cell(field(FieldType.INTEGER), typed, "Cards!C2", KNOWN)
    assert read == value
    assert [str(problem) for problem in problems] == [
        f"warning: Cards!C2: “{clean(typed)}” is a number that is stored as text. {AS_NUMBER}"
    ]


def test_unknown_symbols_pass_while_the_sheet_icons_is_broken() -> None:
    broken = Known(Symbols([]), whole=False)
    assert parse_cell(field(FieldType.EFFECT), "+1E", "Cards!C2", broken) == (Effect(), ())
    assert parse_cell(field(FieldType.RICH), "{energy}", "Cards!C2", broken) == ("{energy}", ())


def test_an_unknown_symbol_is_refused_when_the_sheet_icons_is_whole() -> None:
    assert parse_cell(field(FieldType.EFFECT), "+1E", "Cards!C2", Known(Symbols([])))[1]


@pytest.mark.parametrize(
    ("kind", "more", "text"),
    [
        (
            FieldType.INTEGER,
            {"least": 1, "most": 10, "required": True},
            "A whole number from 1 to 10. Required.",
        ),
        (FieldType.NUMBER, {"least": 0.5}, "A number of at least 0.5. May be empty."),
        (FieldType.CHOICE, CHOICES, "One of: rectangle, hexagon, two words. May be empty."),
        (FieldType.REFERENCE, LAYER, "A value of the column Layer in the sheet Layers. May be empty."),
        (
            FieldType.TEXT,
            {"unique": True, "note": "The name."},
            "Text. May be empty. No two alike.\nThe name.",
        ),
    ],
)
def test_a_field_describes_itself(kind: FieldType, more: dict[str, Any], text: str) -> None:
    assert describe(field(kind, **more)) == text


def test_a_field_is_read_leniently() -> None:
    row = {
        "Sheet": "Cards",
        "column ": "Copies",
        "TYPE": "Integer",
        "Least": 0,
        "Most": None,
        "Unique": "Yes",
    }
    assert lenient_field(row) == Field("Cards", "Copies", FieldType.INTEGER, unique=True, least=0)
    assert lenient_field({"Sheet": "Cards", "Column": "Copies", "Type": "whole"}) is None


def test_the_built_in_fields_offer_every_type() -> None:
    types = next(own for own in FIELD_FIELDS if own.column == "Type")
    assert types.values.split(" | ") == list(FieldType)


def test_spellings_that_are_one_name() -> None:
    assert fold(" Completion\u00a0BONUS\n") == fold("completion bonus")
    assert fold("Pilot’s “Log”") == fold('pilot\'s "log"')
    assert fold("☀️") == fold("☀")
    assert as_text(False) == "FALSE"


marks = st.builds(
    lambda sign, count: sign * count,
    st.sampled_from(
        ["(", "{", "}", "*", ";", "{a}", "-", "+1E;", "1 ", "É", "\x9b", "\ud800", "٣", "=", "e"]
    ),
    st.integers(1, 5000),
)
raws = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.dates(), st.times(), st.timedeltas(),
    st.builds(Uncached, st.text()), marks, st.sampled_from([10**400, -(10**5000), 1e308, -0.0, "-0", "1e999", "9" * 400]),
    st.builds(lambda number, places: Displayed(number, f"{number:.{places}f}"), st.floats(-1e14, 1e14), st.integers(1, 9)),
)  # fmt: skip


@given(
    st.sampled_from(FieldType),
    raws,
    st.booleans(),
    st.sampled_from(["", "a|b", "Layers.Layer", ".", "|".join("choice" * 50 for _ in range(50))]),
)
def test_no_value_makes_a_type_raise(kind: FieldType, raw: Raw, required: bool, values: str) -> None:
    declared = field(kind, required=required, values=values)
    value, problems = parse_cell(declared, raw, "Cards!C2", KNOWN)
    assert len(problems) <= 1
    assert all(len(problem.what) < 300 and len(problem.mend) < 700 for problem in problems)
    hash(value)


@pytest.mark.parametrize("kind", [FieldType.INTEGER, FieldType.NUMBER, FieldType.TEXT])
def test_a_negative_nothing_is_nothing(kind: FieldType) -> None:
    for raw in (-0.0, 0.0, 0):
        assert str(parse_cell(field(kind), raw, "Cards!C2", KNOWN)[0]) in {"0", "0.0"}


@pytest.mark.parametrize("raw", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("kind", FieldType)
def test_what_is_no_number_is_refused_by_every_type(kind: FieldType, raw: float) -> None:
    _, problems = parse_cell(field(kind, values="a|b"), raw, "Cards!C2", KNOWN)
    assert len(problems) == 1


# ---------------------------------------------------------------- names that differ in blanks alone


@pytest.mark.parametrize("listed", [("Sea Shell", "Seashell"), ("Seashell", "Sea Shell")])
@pytest.mark.parametrize("wanted", ["Sea Shell", "Seashell"])
def test_a_reference_finds_the_name_that_it_spells(listed: tuple[str, ...], wanted: str) -> None:
    known = Known(KNOWN.symbols, {("cards", "title"): targeted(listed)})
    reference = field(FieldType.REFERENCE, values="Cards.Title")
    for spelt in (wanted, wanted.upper(), f" {wanted.replace(' ', '  ')} "):
        assert parse_cell(reference, spelt, "A!A1", known) == (wanted, ())


def test_where_no_name_is_spelt_so_blanks_do_not_count() -> None:
    known = Known(KNOWN.symbols, {("cards", "title"): targeted(["Sea Shell", "Cell Wall"])})
    reference = field(FieldType.REFERENCE, values="Cards.Title")
    assert parse_cell(reference, "seashell", "A!A1", known) == ("Sea Shell", ())
    assert parse_cell(reference, "C ellwall", "A!A1", known) == ("Cell Wall", ())


@pytest.mark.parametrize(
    ("sheet", "text"),
    [
        ("Cards", "Donau\u00addampfer\u200e \u202aSee\u202c\ntwo"),
        ("Words", "Donau\u00addampfer\u200e \u202aSee\u202c\ntwo"),
        ("Game", "Donaudampfer See\ntwo"),
        ("Sample Game", "Donaudampfer See\ntwo"),
    ],
)
def test_signs_that_nobody_sees_stay_where_lines_are_set_and_not_in_what_is_compared(
    sheet: str, text: str
) -> None:
    pasted = "\u200bDonau\u00addampfer\u200e \u202aSee\u202c\u2028two\u00a0\ufeff"
    assert parse_cell(Field(sheet, "Text", FieldType.TEXT), pasted, "A2", Known(Symbols([])))[0] == text

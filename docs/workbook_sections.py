"""The made parts of the page about the workbook."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import openpyxl

from docs import examples
from docs.desk import Desk
from docs.texts import code, notes, one_line, plain, table
from generator.checks.every_game import check_book
from generator.checks.languages import program_words as words_on_paper
from generator.ground.files import files_inside, write_whole
from generator.ground.problems import Failed, Problem
from generator.ground.project import SHELF
from generator.ground.shapes import Shape
from generator.records.cells import as_text
from generator.records.examples import Examples
from generator.records.notation import (
    Ban,
    Call,
    Effect,
    NotationError,
    Part,
    Requirement,
    Shift,
    Who,
    effect_text,
    parse_effect,
    parse_requirement,
    requirement_text,
    signed,
)
from generator.records.sizes import SIZES
from generator.records.symbols import Kind, Symbol, Symbols
from generator.records.tables import Field, FieldType
from generator.sheets.layouts import LARGEST_CARD_MM, SMALL_MM, Layout, Use, choose_layouts
from generator.sheets.sheet import PAPERS, Format
from generator.sheets.tiles import choose_tiling
from generator.workbook.book import read_book
from generator.workbook.declared import FIELD_FIELDS, describe
from generator.workbook.located import read_sheets
from generator.workbook.schema import Known, parse_cell


def fields() -> str:
    """The columns of the sheet Fields."""
    rows = [(f"**{field.column}**", plain(one_line(describe(field)))) for field in FIELD_FIELDS]
    return table(("Column", "What it takes"), rows)


def program_words() -> str:
    """What the program itself prints, for the sheet Words."""
    return table(("English",), [(code(words),) for words in words_on_paper()])


def types() -> str:
    """Every type of a column, what may be typed there and what is refused."""
    known = Known(examples.SYMBOLS, {("lands", "name"): {name.casefold(): name for name in examples.LANDS}})
    rows = []
    for kind in FieldType:
        field, good, bad = examples.FIELDS[kind]
        for typed in good:
            _, problems = parse_cell(field, typed, "", known)
            assert not problems, problems
        _, refused = parse_cell(field, bad, "", known) if bad else (None, ())
        typed_here = ", ".join(code(as_text(typed)) for typed in good)
        rows.append(
            (
                f"**{kind}**",
                _plainly(field),
                typed_here,
                f"{code(as_text(bad))}: {_said(refused)}" if bad else "",
            )
        )
    return table(("Type", "What it takes", "You may type", "You are told, if you type"), rows)


def _plainly(field: Field) -> str:
    """What a column takes, without what only this example says."""
    values = f" The column Values says {code(field.values)}." if field.values else ""
    return (
        plain(one_line(describe(field, Examples(examples.SYMBOLS))).removesuffix(" May be empty.")) + values
    )


def _said(problems: Sequence[Problem]) -> str:
    (problem,) = problems
    return plain(f"{problem.what} {problem.mend}")


# ---------------------------------------------------------------- the notation


def kinds() -> str:
    """Every kind of symbol, and where the notation takes it: asked of the parser."""

    def taken(parse: Callable[[str, Symbols], object], typed: str, kind: Kind) -> str:
        try:
            parse(typed, Symbols([Symbol("x", "X", "", "X", kind)]))
        except NotationError:
            return "no"
        return "yes"

    rows = [
        (
            f"**{kind}**",
            one_line(notes(Kind)[kind.name]),
            taken(parse_requirement, "1X", kind),
            taken(parse_effect, "+1X", kind),
            taken(parse_effect, "no X", kind),
        )
        for kind in Kind
    ]
    return table(("Kind", "What it is", "in a requirement", "in an effect", "behind “no”"), rows)


def symbols() -> str:
    """The sheet Icons of the notation's examples."""
    rows = [(s.key, s.code, s.emoji, s.name, str(s.kind)) for s in examples.SYMBOLS]
    return table(("Key", "Code", "Emoji", "Name", "Kind"), rows)


def requirements() -> str:
    """What requirements mean."""
    rows = []
    for typed in examples.REQUIREMENTS:
        read = parse_requirement(typed, examples.SYMBOLS)
        rows.append((code(typed) or "(empty)", _asks(read), code(requirement_text(read))))
    return table(("You type", "It asks for", "A text shows it as"), rows)


def effects() -> str:
    """What effects mean."""
    rows = []
    for typed in examples.EFFECTS:
        read = parse_effect(typed, examples.SYMBOLS)
        rows.append((code(typed) or "(empty)", _does(read), code(effect_text(read, examples.SYMBOLS))))
    return table(("You type", "It means", "A text shows it as"), rows)


def refused() -> str:
    """What the notation cannot read, and what it says to that."""
    rows = [
        *(
            ("requirement", typed, _refusal(parse_requirement, typed))
            for typed in examples.REFUSED_REQUIREMENTS
        ),
        *(("effect", typed, _refusal(parse_effect, typed)) for typed in examples.REFUSED_EFFECTS),
    ]
    return table(
        ("In a column", "You type", "You are told"), [(kind, code(t), said) for kind, t, said in rows]
    )


def _refusal(parse: Callable[[str, Symbols], object], typed: str) -> str:
    try:
        parse(typed, examples.SYMBOLS)
    except NotationError as refused:
        return plain(f"{refused.what} {refused.mend}")
    raise AssertionError(f"{typed} is not refused")


def _asks(requirement: Requirement) -> str:
    amounts = [f"{a.count} {examples.SYMBOLS[a.symbol].name}" for a in requirement.amounts]
    return ", ".join(amounts) or "nothing"


def _does(effect: Effect) -> str:
    return "; then ".join(map(_part, effect.parts)) or "nothing"


def _part(part: Part) -> str:
    if isinstance(part, Call):
        return f"look the code up in the {part.table} table"
    names = {
        Who.YOU: "you",
        Who.ALL: "every player",
        Who.OTHERS: "every other player",
        Who.GROUP: "all together",
    }
    who = names.get(Who(part.who), part.who) if part.who in set(Who) else part.who
    if isinstance(part, Ban):
        return f"{who}: no {examples.SYMBOLS[part.action].name} for the rest of the round"
    if isinstance(part, Shift):
        return f"{who}: {part.amount} from {part.source} to {part.target}"
    return f"{who}: {signed(part.amount)} {examples.SYMBOLS[part.symbol].name}"


# ---------------------------------------------------------------- sheets of every game


def declared(sheet: str) -> Callable[[], str]:
    """The columns of a sheet as a new game declares them."""

    def made() -> str:
        with tempfile.TemporaryDirectory() as folder:
            book = Desk(Path(folder)).book
        rows = [
            (f"**{field.column}**", plain(one_line(describe(field, Examples(book.symbols)))))
            for field in book[sheet].fields
        ]
        return table(("Column", "What it takes"), rows)

    return made


def layouts() -> str:
    """What the column Layout does."""
    rows = [(f"**{use}**", notes(Use)[use.name]) for use in Use]
    return table(("Layout", "What you get"), rows) + (
        f"\n\nWithout one the size decides: what is at least {SMALL_MM:g} mm on its short side and at most "
        f"{LARGEST_CARD_MM:g} mm on its long one is *cards*, everything else *tokens*."
    )


def shapes() -> str:
    """What can be cut out."""
    return table(("Shape", "Width and height"), [(f"**{s}**", notes(Shape)[s.name]) for s in Shape])


def fits() -> str:
    """How many pieces of usual sizes a page holds."""
    rows = []
    for name, shape, width, height in examples.FORMATS:
        form = Format(Shape(shape), width, height)
        rows.append((name, f"{width:g} × {height:g}", *(_held(form, paper) for paper in PAPERS)))
    return table(("Piece", "Width × Height in mm", *(paper.name for paper in PAPERS)), rows)


def _held(form: Format, paper: object) -> str:
    grids = choose_layouts(form, paper, tuple(Layout))  # type: ignore[arg-type]
    tiles = choose_tiling(form, paper) if not grids else None  # type: ignore[arg-type]
    if tiles is not None:
        return f"over {len(tiles.x.windows) * len(tiles.y.windows)} pages"
    return " or ".join(dict.fromkeys(str(grid.count) for grid in grids)) + " to a page"


def slips() -> str:
    """What the program says to usual slips in the workbook of a new game."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        project = Desk(Path(folder)).project
        book = openpyxl.load_workbook(project.workbook)
        for sheet, cell, typed in examples.WORKBOOK_SLIPS:
            right, book[sheet][cell].value = book[sheet][cell].value, typed
            book.save(project.workbook)
            book[sheet][cell].value = right
            read, found = read_book(project.workbook)
            assert read is not None
            problem = (*found, *check_book(read, project))[0]
            rows.append((f"{sheet}!{cell}", code(typed), plain(f"{problem.what} {problem.mend}")))
    return table(("Cell", "You type", "You are told"), rows)


def csv_slips() -> str:
    """What the program says to usual slips in a .csv file."""
    rows = []
    for text, slip in examples.CSV_SLIPS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "card_data"
            folder.mkdir()
            content = text.encode("utf-8" if text.isascii() else "latin-1")
            write_whole(folder / "Tiles.csv", content, inside=folder)
            try:
                (problem,) = read_sheets(folder)[1]
            except Failed as failed:
                (problem,) = failed.problems
        rows.append((slip, code(problem.where), plain(f"{problem.what} {problem.mend}")))
    return table(("The slip", "Where", "You are told"), rows)


def sizes() -> str:
    """Sizes that have a name."""
    rows = [(f"**{name}**", f"{width:g} × {height:g}") for name, (width, height) in SIZES.items()]
    return table(("Size", "Width × Height in mm"), rows)


def shelf_icons() -> str:
    """The drawings of the shelf with their names, some to a line."""
    shown = [
        f'<img src="../generator/data/shelf/icons/{path.name}" width="28" alt=""> {code(path.stem)}'
        for path in files_inside(SHELF / "icons", SHELF, ending=".svg")
    ]
    shown += [""] * (-len(shown) % _ICONS_A_LINE)
    lines = [shown[at : at + _ICONS_A_LINE] for at in range(0, len(shown), _ICONS_A_LINE)]
    return table(("Icons", *[""] * (_ICONS_A_LINE - 1)), lines)


_ICONS_A_LINE = 5
SECTIONS: Mapping[str, Callable[[], str]] = {
    "sizes": sizes,
    "fields": fields,
    "program-words": program_words,
    "types": types,
    "kinds": kinds,
    "symbols": symbols,
    "requirements": requirements,
    "effects": effects,
    "refused": refused,
    "components": declared("Components"),
    "icons": declared("Icons"),
    "shelf-icons": shelf_icons,
    "layouts": layouts,
    "shapes": shapes,
    "fits": fits,
    "workbook-slips": slips,
    "csv-slips": csv_slips,
}

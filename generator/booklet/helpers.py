"""What every rulebook's text may ask for by name: counts and tables, all from the workbook.

Every function gives Markdown in which `{key}` is an icon. A sheet or a column that a function needs and
that is not there raises BadArgument, which becomes a Problem at the line of the rulebook that asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.faces.calls import misuse
from generator.faces.markup import MOST_SHOWN, BadArgument
from generator.records.notation import Kind
from generator.records.tables import Book, Row, SheetLeftOut
from generator.records.worksheets import ICONS, LAYERS, PLAYERS, RULES


def helper_names(book: Book) -> Mapping[str, Callable[..., Any]]:
    """The functions for `templates/rulebook.md`, by the names that it uses."""
    functions: tuple[Callable[..., Any], ...] = (
        count,
        copies,
        outcomes_table,
        difficulties_table,
        variants_table,
        glossary_table,
        layers_table,
        action_symbols,
        player_symbols,
        other_symbols,
    )

    return {function.__name__: _of(book, function) for function in functions}


def _of(book: Book, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function as the rulebook calls it: without the book, and with a Problem for other arguments."""

    def called(*args: Any, **options: Any) -> Any:
        wrong = misuse(function, (book, *args), options)
        if wrong is not None or not all(isinstance(arg, str) for arg in (*args, *options.values())):
            fault, mend = wrong or (f"{function.__name__}(…) takes names only.", "Write each between quotes.")
            raise BadArgument(fault, mend.replace("(book, ", "(").replace("(book)", "()"))
        return function(book, *args, **options)

    return called


def count(book: Book, sheet: str) -> int:
    """How many rows a sheet has: `count("Events")`."""
    return len(_rows(book, sheet))


def copies(book: Book, sheet: str, *icons: str) -> int:
    """How many pieces a sheet's column Copies adds up to, of all rows or of those with one of some icons."""
    rows = _rows(book, sheet, "copies", *(("icon",) if icons else ()))
    return sum(row["copies"] or 0 for row in rows if not icons or row["icon"] in icons)


def outcomes_table(book: Book, *heads: str) -> str:
    """The sheet Outcomes: From and To as one span, Name and Text. `heads` are the three heads."""
    shared = [symbol for symbol in book.symbols if symbol.kind is Kind.SHARED_TRACK]
    first = f"{{{shared[0].key}}} {shared[0].name}" if len(shared) == 1 else "From–to"
    usual = (first, "The world is", "In other words")
    rows = [f"| {' | '.join((*heads, *usual[len(heads) :])[:3])} |", "|---|---|---|"]
    for row in _rows(book, "Outcomes", "from", "to", "name", "text"):
        span = f"{row['from']}" if row["from"] == row["to"] else f"{row['from']}–{row['to']}"
        rows.append(f"| {span} | **{row['name']}** | {row['text']} |")
    return "\n".join(rows)


def difficulties_table(book: Book, kind: str = "solo difficulty") -> str:
    """The variants of a kind of which one is chosen: a column for each number in which they differ."""
    some = [variant for variant in _variants(book) if variant.kind == kind]
    keys = list(dict.fromkeys(key for variant in some for key in variant.settings))
    usual = {row["key"]: row["value"] for row in _rows(book, RULES, "key", "value")}
    columns = {key: [variant.settings.get(key, usual.get(key)) for variant in some] for key in keys}
    # what they have in common does not tell them apart
    columns = {key: values for key, values in columns.items() if len(some) < 2 or len({*values}) > 1}
    heads = [_start_icon(book, key) for key in columns]
    rows = [f"| Difficulty |{''.join(f' {head} |' for head in heads)} What it is like |"]
    rows.append("|---" * (len(heads) + 2) + "|")
    for at, variant in enumerate(some):
        numbers = "".join(f" {values[at]} |" for values in columns.values())
        rows.append(f"| **{variant.name}** |{numbers} {variant.text} |")
    return "\n".join(rows)


def variants_table(book: Book, *kinds: str) -> str:
    """The variants of some kinds, each with its settings in plain words; without a kind all of them."""
    rows = ["| Name | What changes | In numbers |", "|---|---|---|"]
    words = {row["key"]: str(row.values.get("in_words") or "") for row in _rows(book, RULES, "key")}
    for variant in _variants(book):
        if variant.kind in kinds or not kinds:
            text = (
                words.get(key, "").replace("[Value]", str(value)) for key, value in variant.settings.items()
            )
            rows.append(f"| **{variant.name}** | {variant.text} | {'; '.join(filter(None, text))} |")
    return "\n".join(rows)


def glossary_table(book: Book) -> str:
    """Every term that has a symbol, two a line."""
    rows = _rows(book, "Glossary", "icon", "term", "text")
    return _pairs(f"| {{{row['icon']}}} | **{row['term']}.** {row['text']} " for row in rows)


def layers_table(book: Book) -> str:
    """The Layers, two a line."""
    rows = _rows(book, LAYERS, "icon", "layer", "name", "text")
    return _pairs(f"| {{{row['icon']}}} | **{row['layer']} {row['name']}.** {row['text']} " for row in rows)


def action_symbols(book: Book) -> str:
    """The actions with their symbols, in one line."""
    return _named((row["icon"], row["name"]) for row in _rows(book, "Actions", "icon", "name"))


def player_symbols(book: Book) -> str:
    """Each colour with its mark."""
    return _named((row["mark"], row["name"]) for row in _rows(book, PLAYERS, "mark", "name"))


def other_symbols(book: Book) -> str:
    """Signs that are neither in the Glossary nor an action, a Layer or a player's mark."""
    icons = {row.values.get("icon") for row in book.tables.get("Glossary", ())}
    icons |= {row.values.get("mark") for row in book.tables.get(PLAYERS, ())}
    return _named(
        (row["key"], _of_any_kind(row["name"]) if row["kind"] == Kind.ANY_TOKEN else row["name"])
        for row in _rows(book, ICONS, "key", "kind", "name")
        if row["kind"] in {Kind.ANY_TOKEN, Kind.SIGN} and row["key"] not in icons
    )


def _of_any_kind(name: str) -> str:
    return name if "any" in name.casefold().split() else f"{name} of any kind"


# ---------------------------------------------------------------- inside


@dataclass(frozen=True, slots=True)
class _Variant:
    """The rows of the sheet Variants under one name: `settings` are the numbers that it changes, by Key."""

    name: str
    kind: str
    text: str
    settings: Mapping[str, Any]


def _variants(book: Book) -> list[_Variant]:
    together: dict[str, list[Row]] = {}
    for row in _rows(book, "Variants", "variant", "kind", "setting", "value", "text"):
        together.setdefault(row["variant"], []).append(row)
    return [
        _Variant(
            name,
            rows[-1]["kind"],
            next((row["text"] for row in rows if row["text"]), ""),
            {row["setting"]: row["value"] for row in rows},
        )
        for name, rows in together.items()
    ]


def _start_icon(book: Book, key: str) -> str:
    """`Start Energy` as the icon of Energy; any other number by its name."""
    name = key.casefold().removeprefix("start ")
    return next((f"{{{symbol.key}}}" for symbol in book.symbols if symbol.name.casefold() == name), key)


def _rows(book: Book, sheet: str, *columns: str) -> Sequence[Row]:
    """The rows of a sheet with these columns. Raises BadArgument, or SheetLeftOut for a faulty sheet."""
    shown = str(sheet)[:MOST_SHOWN]
    if sheet in book.faults:
        raise SheetLeftOut(str(sheet), book.faults[sheet])
    if sheet not in book:
        mend = "Add it, or take what asks for it out of the rulebook."
        raise BadArgument(f"The workbook has no sheet “{shown}” with declared columns.", mend)
    there = {field.key for field in book[sheet].fields}
    for column in columns:
        if column not in there:
            mend = "Add it, or take what asks for it out of the rulebook."
            raise BadArgument(f"The sheet {shown} has no column “{column.title()}”.", mend)
    return book[sheet].rows


def _pairs(cells: Iterable[str]) -> str:
    flat = list(cells)
    flat += ["| | "] * (len(flat) % 2)
    rows = [f"{first}{second}|" for first, second in zip(flat[::2], flat[1::2], strict=True)]
    return "\n".join(["| | | | |", "|---|---|---|---|", *rows])


def _named(signs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{{{key}}}\u00a0{name}" for key, name in signs)

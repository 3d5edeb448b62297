"""Checks of the cards that the published rulebook gives: they stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from generator.games.meaning_made.checks import published as fixed
from generator.games.meaning_made.checks.wording import typed_effect, typed_requirement
from generator.games.meaning_made.terms import terms_of
from generator.ground.problems import Problem, error
from generator.records.notation import Effect, Kind, Requirement, parse_effect, parse_requirement
from generator.records.tables import Book, Row

Given = TypeVar("Given")


def fixed_patterns(book: Book) -> Iterator[Problem]:
    """The eleven Patterns that the rulebook gives stay as they are."""
    for title, row, given in _given_rows(book, "Patterns", fixed.FIXED_PATTERNS):
        if row is None:
            yield _missing_card("Patterns", title)
            continue
        yield from _fixed_number(row, "layer", given.layer, book)
        yield from _fixed_requirement(row, given.requirement, book)
        yield from _fixed_effect(row, "bonus", given.bonus, book)


def fixed_initiatives(book: Book) -> Iterator[Problem]:
    """The five Initiatives that the rulebook gives stay as they are."""
    for title, row, given in _given_rows(book, "Initiatives", fixed.FIXED_INITIATIVES):
        if row is None:
            yield _missing_card("Initiatives", title)
            continue
        yield from _fixed_number(row, "layer", given.layer, book)
        if given.layers is None:
            yield from _fixed_tokens(row, given.tokens, book)
        else:
            asked = " ".join(part for part in (given.tokens, given.layers) if part != "none")
            yield from _fixed_requirement(row, asked, book)
        yield from _fixed_number(row, "meaning", given.meaning, book)
        yield from _fixed_number(row, "spaces", given.spaces, book)
        yield from _fixed_effect(row, "completion_bonus", given.completion_bonus, book)
        yield from _fixed_effect(row, "completion_penalty", given.completion_penalty, book)


def _given_rows(
    book: Book, sheet: str, given: Mapping[str, Given]
) -> Iterator[tuple[str, Row | None, Given]]:
    """Each card that the rulebook gives with its row; none for one that is missing beyond doubt.

    Its row may be one whose title could not be read.
    """
    rows = {row.title: row for row in book[sheet]}
    unsure = not all(rows)
    for title, card in given.items():
        if title in rows or not unsure:
            yield title, rows.get(title), card


def _missing_card(sheet: str, title: str) -> Problem:
    return error(
        sheet, f"“{title}” is missing.", "The rulebook gives this card: bring it back, spelled like this."
    )


def _fixed_number(row: Row, key: str, given: int | None, book: Book) -> Iterator[Problem]:
    if given is not None and row[key] is not None and row[key] != given:
        terms = terms_of(book)
        name = {"layer": terms.layer, "meaning": terms.meaning}.get(key, key.title())
        yield error(
            row.at(key),
            f"“{row.title}” has {name} {row[key]}; the rulebook gives {given}.",
            f"Type {given}.",
        )


def _fixed_requirement(row: Row, given: str, book: Book) -> Iterator[Problem]:
    expected = parse_requirement(given, book.symbols)
    if row.requirement.amounts and row.requirement != expected:
        asked, wanted = (typed_requirement(one, book.symbols) for one in (row.requirement, expected))
        yield error(
            row.at("requirement"),
            f"“{row.title}” asks for {asked}; the rulebook gives {wanted}.",
            f"Type {wanted}.",
        )


def _fixed_tokens(row: Row, given: str, book: Book) -> Iterator[Problem]:
    """Like `_fixed_requirement`, where the rulebook leaves the Layers open."""
    expected = parse_requirement(given, book.symbols)
    tokens = Requirement(
        tuple(a for a in row.requirement.amounts if book.symbols[a.symbol].kind is not Kind.LAYER)
    )
    if row.requirement.amounts and tokens != expected:
        terms = terms_of(book)
        asked, wanted = (typed_requirement(one, book.symbols) for one in (tokens, expected))
        yield error(
            row.at("requirement"),
            f"“{row.title}” asks for the {terms.token.many} {asked}; the rulebook gives {wanted}.",
            f"Type {wanted}, and any {terms.layer.many}.",
        )


def _fixed_effect(row: Row, key: str, given: str | None, book: Book) -> Iterator[Problem]:
    if given is None:
        return
    expected: Effect = parse_effect(given, book.symbols)
    if row[key] != expected:
        has, wanted = (typed_effect(one, book.symbols) for one in (row[key], expected))
        name = key.replace("_", " ").title()
        mend = f"Type {wanted}." if expected else "Empty the cell."
        yield error(row.at(key), f"“{row.title}” has the {name} {has}; the rulebook gives {wanted}.", mend)

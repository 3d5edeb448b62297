"""What is drawn on the pieces that lie in the output folder: the digests of their faces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.ground.output import PIECES, Stage
from generator.press.decks import Deck
from generator.press.files_made import read_list, write_list
from generator.records.identity import identities
from generator.records.languages import language_code
from generator.records.printed import printed_table
from generator.records.tables import Book
from generator.sheets.amounts import MOST_FACES

_MOST_TEXT = 40_000
_MOST_PIECES = 10 * MOST_FACES
"""In all languages."""
_DIGEST = re.compile(r"([0-9a-f]{32})?")

MadePieces = Mapping[tuple[str, str], tuple[str, str]]
"""Component and identity → the digests of front and back; that of the back may be empty."""


def write_pieces(
    stage: Stage,
    output: Path,
    book: Book,
    decks: Sequence[Deck],
    *,
    language: str,
    complete: bool,
    languages: bool = True,
) -> None:
    """List the new pieces in a language, and those of earlier builds in it unless this one is `complete`.

    Those in other languages stay in the list if `languages` lie beside each other in the folder.
    """
    whole = {deck.name for deck in decks if not deck.partial}
    listed = dict(made_pieces(output))
    earlier = {} if complete else listed.get(language, {})
    pieces = {place: faces for place, faces in earlier.items() if place[0] not in whole}
    stay = listed if languages else {}
    by_language = {**stay, language: {**pieces, **pieces_of(book, decks)}}
    entries = sorted(
        (*place, *faces, code) for code, pieces in by_language.items() for place, faces in pieces.items()
    )
    write_list(stage, PIECES, [json.dumps(entry, ensure_ascii=False) for entry in entries])


def pieces_of(book: Book, decks: Sequence[Deck]) -> MadePieces:
    """What is drawn on the pieces of some decks."""
    return dict(piece for deck in decks for piece in _of_deck(book, deck))


def _of_deck(book: Book, deck: Deck) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    table = printed_table(deck.component, book)
    names = identities(table) if table is not None else {}
    for row in deck.rows:
        identity = names[row.row.number] if row.row is not None else deck.name
        back = "" if row.back is None else deck.drawn[row.back]
        yield (deck.name, identity), (deck.drawn[row.front], back)


def made_pieces(output: Path) -> Mapping[str, MadePieces]:
    """What the builds of this folder made, by the code of the language; that of the workbook has none.

    Nothing else that the list may hold is believed.
    """
    pieces: dict[str, dict[tuple[str, str], tuple[str, str]]] = {}
    for entry in filter(_is_piece, read_list(output, PIECES, most=_MOST_PIECES)):
        pieces.setdefault(entry[4], {})[entry[0], entry[1]] = entry[2], entry[3]
    return pieces


def _is_piece(entry: Any) -> bool:
    if not isinstance(entry, list) or len(entry) != 5 or not all(isinstance(text, str) for text in entry):
        return False
    named = all(len(text) <= _MOST_TEXT for text in entry[:2]) and entry[4] == language_code(entry[4])
    return named and all(_DIGEST.fullmatch(text) for text in entry[2:4])

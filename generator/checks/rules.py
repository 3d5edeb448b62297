"""Whether the rules that a game names are known, and what there is for them to play."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.checks.declarations import lacking_columns
from generator.games import Games
from generator.ground.problems import Problem, error, warning
from generator.ground.project import Project
from generator.ground.spelling import nearest
from generator.records.cells import as_text, did_you_mean, shown
from generator.records.tables import Book, Row, slug
from generator.records.worksheets import GAME, RULES, is_sample_game, rules_named, sample_sheets

PLAYERS_KEYS = (("players_min", min), ("players_max", max))
"""Keys of the sheet Rules that say what the Key Players of the sheet Game says, too."""


def rules_are_known(book: Book, games: Games) -> Iterator[Problem]:
    """The sheet Game has Keys and Values, and its key Rules names a game that the program knows."""
    if GAME not in book:
        return
    yield from lacking_columns(book, GAME, ("key", "value"))
    keys = {slug(str(row.values.get("key") or "")): row for row in book[GAME]}
    for key in nearest("rules", keys, cutoff=0.75) if "rules" not in keys else ():
        flaw = (
            f"{shown(keys[key].values['key'])} is no key that the program reads, and there is no key “Rules”."
        )
        yield error(keys[key].at("key"), flaw, "Did you mean “Rules”?")
    for name in rules_named(book):
        if name not in games:
            row = next(row for row in book[GAME] if slug(str(row.values.get("key"))) == "rules")
            mend = "Empty the cell; a game without rules is printed all the same."
            flaw = f"The program does not know the rules of {shown(name)}."
            yield error(row.at("value"), flaw, did_you_mean(name, games, mend))


def sample_game_has_rules(book: Book, project: Project) -> Iterator[Problem]:
    """A sample game is played by the rules of its game; without any it is left out, and that is said."""
    if GAME in book.faults:
        return  # that is said, and which rules there are is not known
    played = sample_sheets(book) if rules_named(book) else ()
    for sheet, table in book.tables.items():
        if not is_sample_game(sheet) or sheet in played or not table.rows:
            continue
        flaw = "This sheet is not played and no booklet is made of it: the game has no rules here."
        mend = f"Name them in the key Rules of the sheet {GAME}, or delete the sheet."
        if played:
            flaw = "This sheet is not played and no booklet is made of it: no ruleset is called so."
            mend = f"Call it {' or '.join(played)}, or delete it."
        yield warning(f"{sheet}!A1", flaw, mend)


def players_agree(book: Book, project: Project) -> Iterator[Problem]:
    """The Key Players of Game, such as 2–6, says the same as Players Min and Players Max in Rules."""
    stated = next((row for row in _keys(book, GAME).get("players", ())), None)
    text = as_text(stated.values.get("value")) if stated is not None else ""
    numbers = [int(number) for number in re.findall(r"\d{1,3}", text)]
    rules = _keys(book, RULES)
    for key, end in PLAYERS_KEYS if numbers else ():
        for row in rules.get(key, ())[:1]:
            count, there = row.values.get("value"), end(numbers)
            if stated is None or not isinstance(count, int) or count == there:
                continue
            name, cell = shown(row.values.get("key")), stated.at("value")
            flaw = f"{name} is {count} here, but {shown(stated.values.get('key'))} in {cell} says {text}."
            mend = f"Write {there} here, or the {'fewest' if end is min else 'most'} as {count} in {cell}."
            yield warning(row.at("value"), flaw, f"{mend} Booklets and boxes show what stands there.")


def _keys(book: Book, sheet: str) -> dict[str, list[Row]]:
    """The rows of a sheet of Keys by these, as identifiers."""
    keys: dict[str, list[Row]] = {}
    for row in book.tables.get(sheet, ()):
        keys.setdefault(slug(as_text(row.values.get("key"))), []).append(row)
    return keys

# ruff: noqa: E501  (a tweak stands on a line, so that the list can be read down)
"""The first things that a designer tries, a cell or a few at a time: none is refused for being a tweak.

Each is made on the shipped workbook in memory. What follows is told exactly: notes where the published game
has something else, warnings where another cell should follow, and whether the sample game still holds. The
slow tests draw and print each of them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import generator.story.drawn
from generator.checks.checked import Checked
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.words.telling import ending
from generator.games.rulesets import sample_games
from generator.ground.cache import Cache
from generator.ground.problems import Failed, Problem, has_errors
from generator.ground.project import Project
from generator.records.tables import Book
from generator.sheets.layouts import Layout
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build
from generator.workbook.book import book_from
from generator.workbook.cell_names import letter
from generator.workbook.located import Worksheet, sheets_in
from tests.shared.game_folders import ROOT, check_game, copy_of
from tests.shared.made import start

Sheets = dict[str, Worksheet]
Edit = Callable[[Sheets], None]


# ---------------------------------------------------------------- edits by name


def row_of(sheet: Worksheet, name: object) -> int:
    return next(row for (row, column), raw in sheet.cells.items() if column == 1 and str(raw) == str(name))


def column_of(sheet: Worksheet, header: str) -> int:
    return next(column for (row, column), raw in sheet.cells.items() if row == 1 and str(raw) == header)


def type_in(name: str, row: object, header: str, value: Any) -> Edit:
    """Another value in one cell."""

    def edit(sheets: Sheets) -> None:
        sheet = sheets[name]
        place = row_of(sheet, row), column_of(sheet, header)
        sheets[name] = replace(sheet, cells={**sheet.cells, place: value})

    return edit


def rule(key: str, value: int) -> Edit:
    return type_in("Rules", key, "Value", value)


def delete(name: str, row: object) -> Edit:
    def edit(sheets: Sheets) -> None:
        sheet = sheets[name]
        gone = row_of(sheet, row)
        sheets[name] = replace(sheet, cells={at: raw for at, raw in sheet.cells.items() if at[0] != gone})

    return edit


def add(name: str, like: object, /, **values: Any) -> Edit:
    """One more row, as another is but for some cells (blanks of headers are written as _)."""

    def edit(sheets: Sheets) -> None:
        sheet = sheets[name]
        model, new = row_of(sheet, like), max(row for row, _ in sheet.cells) + 1
        cells = dict(sheet.cells)
        cells |= {(new, column): raw for (row, column), raw in sheet.cells.items() if row == model}
        cells |= {(new, column_of(sheet, key.replace("_", " "))): raw for key, raw in values.items()}
        sheets[name] = replace(sheet, cells=cells)

    return edit


def without_sheet(name: str) -> Edit:
    return lambda sheets: sheets.__delitem__(name)


def player(name: str, colour: str, mark: str) -> tuple[Edit, ...]:
    """All rows of one more player."""
    markers = {"Colour": colour, "Player": name}
    return (
        add("Players", "Orange", Name=name, Colour=colour, Mark=mark),
        add("Markers", "Orange Contribution", Name=f"{name} Contribution", Icon=mark, **markers),
        add("Track Markers", "Orange Vitals", Name=f"{name} Vitals", Mark=mark, **markers),
        add("Track Markers", "Orange Legacy", Name=f"{name} Legacy", Mark=mark, **markers),
    )


# ---------------------------------------------------------------- the tweaks


@dataclass(frozen=True)
class Tweak:
    """What is typed, and what is told of it, each as `severity Sheet: row, column`."""

    name: str
    edits: tuple[Edit, ...]
    told: tuple[str, ...] = ()
    sample_holds: bool = True
    """Whether the sample game still holds."""
    drawn: tuple[str, ...] = ()
    """What is told besides, once templates are drawn."""
    once: tuple[str, ...] = ()
    """What a build tells as part of the name that is gone, and not a second time."""


SCENE = "warning Scenes"
"""A card that lies in some scenes is gone: it is left out there."""

TWEAKS = (
    # costs
    Tweak("a Pattern costs more", (type_in("Patterns", "Shell", "Requirement", "2E 1I"),),
          ("note Patterns: Shell, Requirement",)),
    Tweak("a Pattern of our own costs more", (type_in("Patterns", "Bark", "Requirement", "5E"),)),
    Tweak("a Pattern costs Vitals", (type_in("Patterns", "Bark", "Requirement", "1E 3V"),)),
    Tweak("a Pattern asks for a Layer of Initiatives", (type_in("Patterns", "Bark", "Requirement", "1E 1Ps"),),
          ("warning Patterns: Bark, Requirement",)),
    Tweak("an Initiative costs more", (type_in("Initiatives", "Water System", "Requirement", "2E 2I 2S 1Bo"),),
          ("note Initiatives: Water System, Requirement",), sample_holds=False),
    # bonuses and rewards
    Tweak("a Bonus", (type_in("Patterns", "Pulse", "Bonus", "+2I"),),
          ("note Patterns: Pulse, Bonus",), sample_holds=False),
    Tweak("a Completion Bonus", (type_in("Initiatives", "Learning Archive", "Completion Bonus", "all +2V"),),
          ("note Initiatives: Learning Archive, Completion Bonus",), sample_holds=False),
    Tweak("a reward beyond the track", (type_in("Initiatives", "Vigil", "Meaning", 14),),
          ("warning Initiatives: Vigil, Meaning",), sample_holds=False),
    Tweak("fewer Contribution spaces", (type_in("Initiatives", "Food Network", "Spaces", 2),),
          ("note Initiatives: Food Network, Spaces",)),
    # titles
    Tweak("a Pattern has another name", (type_in("Patterns", "Shell", "Title", "Hull"),),
          ("note Patterns", SCENE), sample_holds=False, once=(SCENE,)),
    Tweak("an Initiative has another name", (type_in("Initiatives", "Stewardship", "Title", "Tending"),),
          ("note Initiatives", SCENE), sample_holds=False),
    Tweak("a Layer has another name", (type_in("Layers", 1, "Name", "Edge"),), ("note Layers: 1, Name",)),
    # Layers
    Tweak("a Pattern of another Layer", (type_in("Patterns", "Shell", "Layer", 2),),
          ("note Patterns: Shell, Layer", "note Patterns", "note Patterns")),
    Tweak("a Pattern of a Layer of Initiatives", (type_in("Patterns", "Bark", "Layer", 7),),
          ("warning Patterns: Bark, Layer", "note Patterns")),
    Tweak("an Initiative of another Layer", (type_in("Initiatives", "Vigil", "Layer", 8),)),
    Tweak("an End Initiative of another Layer", (type_in("Initiatives", "Stewardship", "Layer", 9),),
          ("note Initiatives: Stewardship, Layer",)),
    # deck sizes
    Tweak("a 61st Pattern", (add("Patterns", "Bark", Title="Crust", Requirement="2I"),),
          ("note Patterns", "note Patterns")),
    Tweak("a Pattern less", (delete("Patterns", "Shell"),),
          ("note Patterns", "note Patterns", "note Patterns", SCENE), sample_holds=False, once=(SCENE,)),
    Tweak("a 25th Initiative", (add("Initiatives", "Vigil", Title="Choir"),), ("note Initiatives",)),
    Tweak("an Event less", (delete("Events", "Static"),), ("note Events",)),
    # numbers of the rules
    Tweak("Meaning up to 15", (rule("Meaning Max", 15),),
          ("warning Outcomes: 12, To", "note Rules: Meaning Max, Value")),
    Tweak("Meaning up to 15, and an outcome for it", (rule("Meaning Max", 15), type_in("Outcomes", 12, "To", 15)),
          ("note Rules: Meaning Max, Value", "note Outcomes: 12, To")),
    Tweak("four Prism slots", (rule("Prism Size", 4),), ("note Rules: Prism Size, Value",), sample_holds=False,
          drawn=(SCENE,)),  # some scenes fill six
    Tweak("seven Prism slots", (rule("Prism Size", 7),), ("note Rules: Prism Size, Value",), sample_holds=False),
    Tweak("four open Initiatives", (rule("Index Size", 4),),
          ("warning Markers: Community, Copies", "note Rules: Index Size, Value")),
    Tweak("Legacy up to 99", (rule("Legacy Max", 99),), ("note Rules: Legacy Max, Value",)),
    Tweak("three actions a turn", (rule("Actions Per Turn", 3),),
          ("note Rules: Actions Per Turn, Value",), sample_holds=False),
    Tweak("more to start with", (rule("Start Energy", 5),), ("note Rules: Start Energy, Value",)),
    Tweak("the conversion is in play", (rule("Conversion", 1),)),
    Tweak("nine rounds, played to the last", (rule("Round Limit", 9),)),
    Tweak("two Events a round", (rule("Events Per Round", 2),),
          ("note Rules: Events Per Round, Value",), sample_holds=False),
    # which Layers Patterns have
    Tweak("seven Layers of Patterns", (rule("Pattern Layers", 7),),
          (*(f"warning Initiatives: {title}, Layer" for title in
             ("Open Door", "Quiet Room", "Morning Circle", "Night Watch", "Listening Post", "Vigil", "Common Table")),
           "note Rules: Pattern Layers, Value")),
    # colours and motifs
    Tweak("a Layer of another colour", (type_in("Layers", 1, "Colour", "#0f5f63"),)),
    Tweak("a player of another colour", (type_in("Players", "Blue", "Colour", "#102030"),)),
    Tweak("a Layer with another motif", (type_in("Layers", 1, "Motif", "waves"),)),
    # tables
    Tweak("a cell of the Event Table", (type_in("Event Table", "H", "9", "-9M"),),
          ("warning Event Table: H, 10",), sample_holds=False),
    Tweak("a row more in a table", (add("Event Table", "H", Letter="Z"),), ("warning Event Table: Z, Letter",)),
    Tweak("a row more in a table, and an Event for it",
          (add("Group Table", 1, Code=40), add("Individual Table", 1, Code=40),
           type_in("Events", "Static", "Code", 40))),
    # players
    Tweak("four players at most, and the sheet Game still says six", (rule("Players Max", 4),),
          ("warning Rules: Players Max, Value", "note Rules: Players Max, Value")),
    Tweak("four players at most", (rule("Players Max", 4), type_in("Game", "Players", "Value", "2–4")),
          ("note Rules: Players Max, Value",)),
    Tweak("eight players, without their mats",
          (rule("Players Max", 8), type_in("Game", "Players", "Value", "2–8")),
          ("warning Rules: Players Max, Value", "note Rules: Players Max, Value")),
    Tweak("eight players",
          (rule("Players Max", 8), type_in("Game", "Players", "Value", "2–8"),
           *player("Black", "#222222", "drift"), *player("Grey", "#8a8a8a", "story")),
          ("note Rules: Players Max, Value",)),
    # the sheet Published
    Tweak("nobody wants to hear of the published game",
          (without_sheet("Published"), type_in("Patterns", "Shell", "Requirement", "2E 1I"))),
)  # fmt: skip

REFUSED = (
    # what cannot be played is said at the cell that would mend it
    Tweak("an Initiative that nobody can complete", (type_in("Initiatives", "Vigil", "Requirement", "1E 11Me"),),
          ("error Initiatives: Vigil, Requirement",)),
    Tweak("an Event without its row", (delete("Event Table", "H"),)),
    Tweak("a deck smaller than its display", (rule("Prism Size", 61),), ("error Patterns", "note Rules: Prism Size, Value")),
    Tweak("more to start with than there can be", (rule("Start Vitals", 11),), ("error Rules: Start Vitals, Value",)),
)  # fmt: skip


@pytest.fixture(scope="module")
def shipped() -> Sheets:
    content = (ROOT / "card_data.xlsx").read_bytes()
    return {sheet.name: sheet for sheet in sheets_in(content, "card_data.xlsx")[0]}


def tweaked(shipped: Sheets, tweak: Tweak) -> Sheets:
    sheets = dict(shipped)
    for edit in tweak.edits:
        edit(sheets)
    return sheets


def read(sheets: Sheets) -> tuple[Book, tuple[Problem, ...]]:
    book, problems = book_from(tuple(sheets.values()), "card_data.xlsx")
    assert book is not None, problems
    return book, problems


def named(problems: Iterable[Problem], sheets: Sheets) -> list[str]:
    """Where each Problem is, by the names of its row and its column; those of the scenes are one."""
    told = [f"{problem.severity} {_place(problem.where, sheets)}" for problem in problems]
    return [each for each in told if each != SCENE] + [SCENE] * (SCENE in told)


def _place(where: str, sheets: Sheets) -> str:
    found = re.fullmatch(r"(.+)!([A-Z]+)(\d+)", where)
    if not found:
        return where
    if found[1] == "Scenes":
        return found[1]
    sheet = sheets[found[1]]
    header = next(
        raw for (row, column), raw in sheet.cells.items() if row == 1 and letter(column) == found[2]
    )
    return f"{found[1]}: {sheet.cells[int(found[3]), 1]}, {header}"


def checked(sheets: Sheets) -> Checked:
    return check_game(Project(ROOT), *read(sheets))


def test_there_are_tweaks_enough() -> None:
    assert len(TWEAKS) >= 30 and len({tweak.name for tweak in TWEAKS}) == len(TWEAKS)


@pytest.mark.quick(15)
@pytest.mark.parametrize("tweak", TWEAKS, ids=lambda tweak: tweak.name)
def test_a_tweak_is_never_refused_and_what_follows_is_told(shipped: Sheets, tweak: Tweak) -> None:
    sheets = tweaked(shipped, tweak)
    made = checked(sheets)
    assert sorted(named(made.problems, sheets)) == sorted(tweak.told)
    (sample,) = sample_games(made.loaded, made.book)
    assert has_errors(sample.problems) != tweak.sample_holds


@pytest.mark.parametrize("tweak", REFUSED, ids=lambda tweak: tweak.name)
def test_what_cannot_be_played_is_an_error(shipped: Sheets, tweak: Tweak) -> None:
    sheets = tweaked(shipped, tweak)
    with pytest.raises(Failed) as failed:
        checked(sheets)
    assert has_errors(failed.value.problems)
    assert not tweak.told or named(failed.value.problems, sheets) == list(tweak.told)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["Meaning up to 15", "eight players", "seven Layers of Patterns"])
def test_bots_play_a_tweaked_game(shipped: Sheets, name: str) -> None:
    made = checked(tweaked(shipped, next(tweak for tweak in TWEAKS if tweak.name == name)))
    assert made.loaded is not None and made.module is not None
    most = made.module.players(made.book)[-1]
    play = made.loaded.play()
    text = play.sample_text(seed=7, players=most)
    assert text.count("\tseat\t") == most
    assert not has_errors(play.replay_text(text, "played.txt").problems)


def test_a_dozen_players_have_a_name_each(shipped: Sheets) -> None:
    made = checked(tweaked(shipped, Tweak("", (rule("Players Max", 12),))))
    assert made.loaded is not None
    assert "\tPlayer 12\tseat" in made.loaded.play().sample_text(seed=7, players=12)


def test_a_meaning_without_an_outcome_is_told_without_one(shipped: Sheets) -> None:
    made = checked(tweaked(shipped, Tweak("", (rule("Meaning Max", 15),))))
    assert isinstance(made.game, Game)
    state = start(made.game, ["Alex", "Brooke"])
    assert ending(replace(state, meaning=14)).endswith("stands at 14.")
    assert ending(replace(state, meaning=12)).endswith("the world is **Flourishing**.")


# ---------------------------------------------------------------- printed


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """What one tweak leaves as it was is not drawn again for the next."""
    return Cache(tmp_path_factory.mktemp("cache"), b"k" * 32)


def printed(folder: Path, sheets: Sheets, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> Sequence[Problem]:
    """Build a tweaked game for one paper into a folder, and what is told besides its sample game.

    That a new title has no drawing yet is left out: it is so of every new title.
    """
    monkeypatch.setattr(generator.story.drawn, "read", lambda _project, **_options: read(sheets))
    summary = build(Project(folder), BuildOptions(papers=(A4,), layouts=(Layout.SPACED,)), cache=cache)
    assert len(summary.files) == 11
    return [problem for problem in summary.problems if "There is no drawing art/" not in problem.what]


@pytest.mark.slow
@pytest.mark.parametrize("tweak", TWEAKS, ids=lambda tweak: tweak.name)
def test_a_tweaked_game_is_printed(
    shipped: Sheets, tweak: Tweak, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = tweaked(shipped, tweak)
    told = printed(copy_of(ROOT, tmp_path / "game"), sheets, cache, monkeypatch)
    expected = [place for place in tweak.told if place not in tweak.once]
    assert sorted(named(told, sheets)) == sorted((*expected, *tweak.drawn))


TABLES = ("Event Table", "Group Table", "Individual Table")
ELEVENTH = Tweak(
    "an eleventh Layer",
    (
        add("Icons", "stewardship", Key="wonder", Code="Wo", Emoji="✨", Name="Wonder"),
        add("Layers", 10, Layer=11, Name="Wonder", Icon="wonder"),
        *(
            add("Fields", sheet, Column="11", Type="effect", Unique="no", Least=None, Most=None)
            for sheet in TABLES
        ),
    ),
    ("note Layers",),
)


@pytest.mark.slow
def test_a_table_has_a_column_more(
    shipped: Sheets, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An eleventh Layer: its icon, its row, and a column in each table."""
    folder = copy_of(ROOT, tmp_path / "game")
    shutil.copy(ROOT / "generator/data/shelf/icons/stewardship.svg", folder / "icons" / "wonder.svg")
    sheets = tweaked(shipped, ELEVENTH)
    for name in TABLES:
        cells = dict(sheets[name].cells)
        last = column_of(sheets[name], "10")
        cells |= {(row, last + 1): raw for (row, column), raw in cells.items() if column == last and row > 1}
        cells[1, last + 1] = "11"
        sheets[name] = replace(sheets[name], cells=cells)
    told = printed(folder, sheets, cache, monkeypatch)
    assert named(told, sheets) == list(ELEVENTH.told)

"""Pieces with digests of what is drawn on them, the record of a print, and what two versions differ in."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.versions.compare import Difference, SincePrint, compare
from generator.versions.pieces import PieceRecord, Snapshot, StatedCell
from generator.versions.record import older_records, read_record, record_of, record_text, write_record
from tests.shared.games_made import change
from tests.shared.snapshots import pairs, piece, snapshot, taken


def titles(pieces: tuple[PieceRecord, ...]) -> list[str]:
    return [each.title for each in pieces]


# ---------------------------------------------------------------- comparing


def test_nothing_differs_from_itself() -> None:
    one = taken(piece("Shell"), piece("Pulse"), facts=(StatedCell("Rules", "Start", "Value", "5"),))
    same = compare(one, one)
    assert not same
    assert same.count == 0
    assert set(same.since_print.values()) == {SincePrint.SAME}


def test_a_cell_that_changed_is_told_with_what_it_said() -> None:
    differs = compare(taken(piece("Shell", Cost="2E")), taken(piece("Shell", Cost="3E")))
    (pair,) = pairs(differs, "fields")
    assert [tuple(change) for change in pair.fields] == [("Cost", "2E", "3E")]
    assert pair.looks == ("front",)
    assert differs.since_print["Patterns", "Shell"] is SincePrint.CHANGED
    assert differs.count == 1


def test_a_row_that_changed_and_looks_the_same_is_not_printed_anew() -> None:
    old = piece("Shell", Note="old")
    new = replace(old, values=(("Note", "new"), ("Title", "Shell")))
    differs = compare(taken(old), taken(new))
    assert len(pairs(differs, "fields")) == 1 and not pairs(differs, "looks") and differs.count == 0
    assert differs.since_print["Patterns", "Shell"] is SincePrint.SAME


def test_a_number_names_a_card_that_was_renamed() -> None:
    differs = compare(taken(piece("Shell", no="3")), taken(piece("Conch", no="3")))
    assert [(pair.old.title, pair.new.title) for pair in pairs(differs, "renamed")] == [("Shell", "Conch")]
    assert differs.added == differs.removed == ()


def test_a_card_without_a_number_that_was_renamed_is_known_by_its_other_cells() -> None:
    old = taken(*(piece(title, Cost=cost, Layer="1") for title, cost in [("Shell", "2E"), ("Pulse", "1I")]))
    new = taken(*(piece(title, Cost=cost, Layer="1") for title, cost in [("Conch", "2E"), ("Pulse", "1I")]))
    differs = compare(old, new)
    assert [(pair.old.title, pair.new.title) for pair in pairs(differs, "renamed")] == [("Shell", "Conch")]


def test_a_card_of_which_only_half_is_the_same_is_another_one() -> None:
    old, half = piece("Shell", Cost="2E", Layer="1"), piece("Conch", Cost="2E", Layer="2")
    differs = compare(taken(old), taken(half))
    assert (titles(differs.added), titles(differs.removed), pairs(differs, "renamed")) == (
        ["Conch"],
        ["Shell"],
        [],
    )
    more = piece("Conch", Cost="2E", Layer="2", Kind="")
    differs = compare(taken(replace(old, values=(*old.values, ("Kind", "")))), taken(more))
    (pair,) = pairs(differs, "renamed")
    assert pair.new.title == "Conch"


def test_where_two_could_be_meant_neither_was_renamed() -> None:
    old = taken(piece("Shell", Cost="1E"))
    new = taken(piece("Conch", Cost="1E"), piece("Whelk", Cost="1E"))
    differs = compare(old, new)
    assert titles(differs.added) == ["Conch", "Whelk"] and titles(differs.removed) == ["Shell"]


def test_cards_that_were_numbered_anew_have_moved() -> None:
    old = taken(piece("Shell", no="1"), piece("Pulse", no="2"))
    new = taken(piece("Moult", no="1"), piece("Shell", no="2"), piece("Pulse", no="3"))
    differs = compare(old, new)
    assert titles(differs.added) == ["Moult"]
    assert [pair.new.title for pair in pairs(differs, "moved")] == ["Shell", "Pulse"]
    assert not pairs(differs, "renamed")


def test_a_card_in_another_deck_has_moved() -> None:
    shell = piece("Shell", Cost="2E")
    differs = compare(taken(shell), taken(replace(shell, component="Events")))
    assert [pair.new.component for pair in pairs(differs, "moved")] == ["Events"]
    assert differs.since_print["Events", "Shell"] is SincePrint.MOVED


def test_of_two_cards_with_one_title_the_one_that_is_gone_is_missed() -> None:
    first, second = piece("Shell", Cost="1E"), replace(piece("Shell", Cost="2E"), identity="Shell (2)")
    differs = compare(taken(first, second), taken(replace(second, identity="Shell")))
    assert [dict(each.values)["Cost"] for each in differs.removed] == ["1E"]
    assert not pairs(differs, "looks") and not pairs(differs, "moved")


def test_copies_are_told_as_old_and_new() -> None:
    old = taken(piece("Shell", copies=2), piece("Pulse", copies=3))
    new = taken(piece("Shell", copies=3), piece("Pulse", copies=2))
    assert [pair.copies for pair in compare(old, new).pairs] == [(2, 3), (3, 2)]
    assert compare(old, new).count == 2


def test_a_card_that_is_on_no_table_is_not_counted() -> None:
    old, new = (piece("Shell", copies=0, Cost=cost) for cost in ("1E", "2E"))
    differs = compare(taken(old), taken(new))
    assert (len(pairs(differs, "fields")), differs.count) == (1, 0)
    assert compare(taken(old), taken(replace(new, copies=1))).count == 1


def test_numbers_of_the_rules_and_cells_of_tables_are_told() -> None:
    old = (StatedCell("Event Table", "A", "Layer 1", "-1M"), StatedCell("Rules", "Start", "Value", "5"))
    new = (StatedCell("Event Table", "A", "Layer 1", "-2M"), StatedCell("Rules", "End", "Value", "9"))
    told = compare(taken(facts=old), taken(facts=new)).facts
    assert [(change.sheet, change.row, change.old, change.new) for change in told] == [
        ("Event Table", "A", "-1M", "-2M"),
        ("Rules", "End", "", "9"),
        ("Rules", "Start", "5", ""),
    ]


def test_ten_thousand_new_names_are_compared_soon() -> None:
    old = taken(*(piece(f"a{n}", Cost=str(n % 7)) for n in range(10_000)))
    new = taken(*(piece(f"b{n}", Cost=str(n % 7)) for n in range(10_000)))
    assert len(compare(old, new).added) == 10_000


# ---------------------------------------------------------------- the record


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795305600")  # 2026-11-22
    return Project(tmp_path)


SHELL = taken(
    piece("Shell", no="10"), piece("Pulse", no="9"), facts=(StatedCell("Rules", "Start", "Value", "5"),)
)


def test_a_record_is_read_as_it_was_written(project: Project) -> None:
    written = write_record(project, SHELL)
    assert read_record(project) == written
    assert written.printed == "2026-11-22"
    assert titles(written.pieces) == ["Pulse", "Shell"]
    assert not compare(written, SHELL)


def test_a_record_has_a_line_a_piece_and_is_the_same_each_time(project: Project) -> None:
    write_record(project, SHELL)
    text = (project.root / "printed/record.json").read_text("utf-8")
    assert text == record_text(write_record(project, SHELL))
    json.loads(text)
    assert len([line for line in text.splitlines() if '"component"' in line]) == 2
    assert older_records(project) == []


def test_nothing_was_recorded_where_there_is_no_record(project: Project) -> None:
    assert read_record(project) is None


def test_the_last_ten_records_are_kept(project: Project) -> None:
    for number in range(14):
        write_record(project, taken(piece("Shell", Cost=str(number))))
    costs = [
        dict(record_of(path.read_bytes(), "older").pieces[0].values)["Cost"]
        for path in older_records(project)
    ]
    assert costs == [str(number) for number in range(3, 13)]


def test_a_record_with_the_line_ends_of_windows_is_the_same(project: Project) -> None:
    written = write_record(project, SHELL)
    path = project.root / "printed/record.json"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_record(project) == written


MEND = "Take back one that pnp wrote, from printed/earlier or from git, or delete it and run pnp printed."
EDITED = "The record was changed by hand or damaged: it does not go with its seal."
NONE = "This is no record of a print, or a damaged one."


def resealed(text: str) -> str:
    body = text.rpartition('"seal"')[0]
    return f'{body}"seal": "{hashlib.sha256(body.encode()).hexdigest()}"\n}}\n'


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "a count that was edited": (lambda text: text.replace('"copies": 1', '"copies": 2'), EDITED),
    "a seal that is none": (lambda text: re.sub('"seal": "..', '"seal": "zz', text), NONE),
    "the seal of something else": (lambda text: re.sub('"seal": "....', '"seal": "0123', text), EDITED),
    "no seal": (lambda text: text.rpartition('"seal"')[0] + '"x": 1\n}\n', NONE),
    "half of it": (lambda text: text[: len(text) // 2], NONE),
    "nothing": (lambda text: "", NONE),
    "no record": (lambda text: "[]", NONE),
    "deeply nested": (lambda text: "[" * 200_000, NONE),
    "a count below nothing": (
        lambda text: resealed(text.replace('"copies": 1', '"copies": -1')),
        "The record has a count that no print can have.",
    ),
    "a count that is true": (
        lambda text: resealed(text.replace('"copies": 1', '"copies": true')),
        "The record has a count that no print can have.",
    ),
    "a path for a digest": (lambda text: resealed(text.replace('"back": "', '"back": "../')), NONE),
    "half a sign": (lambda text: resealed(text.replace('"title": "', '"title": "\\ud800')), NONE),
    "a number for a title": (lambda text: resealed(text.replace('"title": "Shell"', '"title": 5')), NONE),
    "a piece twice": (
        lambda text: resealed(text.replace('"identity": "10"', '"identity": "9"')),
        "The record has a piece twice.",
    ),
    "a later format": (
        lambda text: resealed(text.replace('"format": 1', '"format": 2')),
        "The record was written by another version of pnp, and this one cannot read it.",
    ),
}


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_record_is_a_problem(project: Project, how: str) -> None:
    write_record(project, SHELL)
    path = project.root / "printed/record.json"
    damage, what = DAMAGES[how]
    path.write_text(damage(path.read_text("utf-8")), "utf-8", newline="")
    with pytest.raises(Failed) as failed:
        read_record(project)
    (problem,) = failed.value.problems
    assert (problem.where, problem.what, problem.mend) == ("printed/record.json", what, MEND)


def test_a_record_of_a_million_pieces_is_a_problem(project: Project) -> None:
    write_record(project, SHELL)
    path = project.root / "printed/record.json"
    text = path.read_text("utf-8")
    lines = ",\n".join(["{}"] * 1_000_000)
    path.write_text(resealed(text.replace('"pieces": [', f'"pieces": [{lines},')), "utf-8")
    with pytest.raises(Failed) as failed:
        read_record(project)
    assert "more than 20,000 pieces" in failed.value.problems[0].what


def test_a_record_that_leads_out_of_the_folder_is_a_problem(project: Project, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
    outside.write_text(record_text(SHELL), "utf-8")
    (project.root / "printed").mkdir()
    (project.root / "printed/record.json").symlink_to(outside)
    with pytest.raises(Failed) as failed:
        read_record(project)
    assert failed.value.problems[0].what == "This path leaves the game folder."
    with pytest.raises(Failed) as failed:
        write_record(project, SHELL)
    said = "printed/record.json is a link, and what is recorded cannot be written."
    assert failed.value.problems[0].what == said
    assert outside.read_text("utf-8") == record_text(SHELL)


def test_a_folder_printed_that_is_a_link_is_not_written_to(project: Project, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (project.root / "printed").symlink_to(outside)
    with pytest.raises(Failed):
        write_record(project, SHELL)
    assert list(outside.iterdir()) == []


# ---------------------------------------------------------------- a folder as it is now


def now(game: Path) -> Snapshot:
    return snapshot(Project(game))


def since(before: Snapshot, game: Path) -> Difference:
    return compare(before, now(game))


def test_pieces_have_what_their_rows_say(game: Path) -> None:
    first = now(game).pieces[0]
    assert (first.component, first.identity, first.copies) == ("Tiles", "Clover Field", 2)
    assert dict(first.values) == {
        "Title": "Clover Field",
        "Land": "Meadow",
        "Cost": "1S",
        "Gift": "+1L",
        "Copies": "2",
    }
    assert len(first.mark) == 4 and len(first.front) == len(first.back) == 32


def test_a_cell_that_is_printed_changes_one_face(game: Path) -> None:
    before = now(game)
    change(game, "Tiles!C2", "2S")
    differs = since(before, game)
    assert [pair.new.title for pair in pairs(differs, "looks")] == ["Clover Field"]
    assert [tuple(one) for one in pairs(differs, "looks")[0].fields] == [("Cost", "1S", "2S")]
    assert differs.added == differs.removed == differs.facts == ()


def test_a_template_that_draws_the_same_changes_nothing(game: Path) -> None:
    before = now(game)
    path = game / "templates/tile.svg"
    text = path.read_text("utf-8")
    path.write_text(
        f"{{# a note\nof two lines #}}\n{text}".replace("</svg>", "<!-- end -->\n\n</svg>"), "utf-8"
    )
    assert not since(before, game)


def test_a_template_and_an_icon_change_the_faces_that_show_them(game: Path) -> None:
    before = now(game)
    path = game / "templates/tile-back.svg"
    path.write_text(path.read_text("utf-8").replace("</svg>", '<circle r="3" fill="#123"/></svg>'), "utf-8")
    differs = since(before, game)
    tiles = [each for each in before.pieces if each.component == "Tiles"]
    assert len(pairs(differs, "looks")) == len(tiles) and {
        pair.looks for pair in pairs(differs, "looks")
    } == {("back",)}
    assert not pairs(differs, "fields")


def test_what_cannot_be_drawn_has_no_digest(game: Path) -> None:
    (game / "templates/tile.svg").write_text("{{ nothing.here }}", "utf-8")
    tiles = [each for each in now(game).pieces if each.component == "Tiles"]
    assert {(each.front, each.mark) for each in tiles} == {("", "")}


def test_a_number_in_another_sheet_is_told_by_its_row(game: Path) -> None:
    before = now(game)
    change(game, "Game!B3", "0.2")
    (told,) = since(before, game).facts
    assert (told.sheet, told.row, told.field, told.old, told.new) == (
        "Game",
        "Version",
        "Value",
        "0.1",
        "0.2",
    )

"""Which files a build plans, what they are called, and what the list of them says; nothing is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.press.contents import about, contents_text, wrapped
from generator.press.decks import Deck
from generator.press.printing import OutputFile, file_name, misfits, plan
from generator.press.summing import OneSet, ink_told, one_set, set_told
from generator.press.variants import Backs, InkUse, varied
from generator.records.languages import Lexicon
from generator.sheets.layouts import Layout
from generator.sheets.sheet import A4, LETTER, Flip, Paper, Side
from tests.shared.decks import EDITION, deck

BOTH = tuple(Layout)
CARDS = OutputFile(
    path="A4/ReedBay_v0.3_Cards_A4_duplex.pdf",
    component="Cards",
    paper="A4",
    kind="3 × 3, edges shared",
    pages=4,
    sheets=2,
    pieces=18,
    size="63.5 × 88.9 mm",
    designs=20,
    size_bytes=1000,
    flip="long",
    partial=False,
)
MAT = replace(
    CARDS, path="A4/Mat.pdf", component="Mat", kind="one a page", sheets=1, pieces=1, size="", flip=""
)


def names(*decks: Deck, flip: Flip = Flip.LONG, layouts: tuple[Layout, ...] = BOTH) -> list[str]:
    return [file_name(each, EDITION) for each in plan(decks, (A4,), layouts, flip)]


# ---------------------------------------------------------------- what is planned


def test_a_file_is_named_after_game_component_paper_layout_and_sides() -> None:
    cards = deck(63.5, 88.9)
    assert names(cards) == [
        "A4/ReedBay_v0.3_Cards_A4_duplex.pdf",
        "A4/ReedBay_v0.3_Cards_A4_8up_duplex.pdf",
    ]
    assert names(cards, layouts=(Layout.SPACED,)) == ["A4/ReedBay_v0.3_Cards_A4_8up_duplex.pdf"]
    assert names(deck(63.5, 88.9, back=None), layouts=(Layout.BUTTED,)) == ["A4/ReedBay_v0.3_Cards_A4.pdf"]
    assert names(cards, flip=Flip.SHORT)[0] == "A4/ReedBay_v0.3_Cards_A4_duplex-short.pdf"
    assert names(deck(63.5, 88.9, partial=True))[0] == "A4/ReedBay_v0.3_Cards_A4_duplex_only.pdf"


def test_a_layout_is_named_only_where_there_are_two() -> None:
    assert names(deck(16, 16, shape="circle", back=None)) == ["A4/ReedBay_v0.3_Cards_A4.pdf"]
    assert names(deck(500, 366, layout="board", count=1)) == ["A4/ReedBay_v0.3_Cards_A4_tiled.pdf"]


def test_files_come_paper_by_paper_and_an_empty_deck_has_none() -> None:
    decks = (deck(16, 16, shape="circle"), deck(63.5, 88.9, count=0), deck(200, 180, layout="page"))
    made = plan(iter(decks), (A4, LETTER), BOTH, Flip.LONG)
    assert [(each.paper, each.deck.format.width_mm) for each in made] == [
        (A4, 16),
        (A4, 200),
        (LETTER, 16),
        (LETTER, 200),
    ]


def test_a_plan_holds_every_page() -> None:
    (butted, spaced) = plan((deck(63.5, 88.9),), (A4,), BOTH, Flip.SHORT)
    assert [len(each.imposition.sheets) for each in (butted, spaced)] == [4, 6]
    assert {each.imposition.flip for each in (butted, spaced)} == {Flip.SHORT}
    (tiled,) = plan((deck(500, 366, count=1),), (A4,), BOTH, Flip.SHORT)
    assert (len(tiled.imposition.sheets), tiled.imposition.flip) == (8, Flip.SHORT)


@pytest.mark.parametrize(
    ("paper", "most"), [(A4, "287 by 191 mm"), (LETTER, "266 by 194 mm")], ids=["A4", "Letter"]
)
def test_what_does_not_fit_a_page_is_told_with_the_size_that_would(paper: Paper, most: str) -> None:
    (told,) = misfits((deck(290, 180), deck(500, 366, layout="board"), deck(60, 60)), (paper,))
    assert told.where == "Components!F2"
    assert told.what.startswith(f"Cards (290 × 180 mm) is too large for a page of {paper.name}")
    assert f"at most {most}" in told.mend


# ---------------------------------------------------------------- inks and backs


def varied_names(
    *decks: Deck, inks: tuple[InkUse, ...] = (InkUse.NORMAL,), backs: Backs = Backs.DUPLEX
) -> list[str]:
    plans = varied(plan(decks, (A4,), (Layout.BUTTED,), Flip.LONG), inks, backs)
    return [file_name(each, EDITION).removeprefix("A4/ReedBay_v0.3_Cards_A4") for each in plans]


def test_a_file_is_named_after_its_ink_and_its_side() -> None:
    cards, alone = deck(63.5, 88.9), deck(63.5, 88.9, back=None)
    assert varied_names(cards, inks=tuple(InkUse)) == ["_duplex.pdf", "_duplex_light.pdf"]
    assert varied_names(cards, backs=Backs.APART) == ["_fronts.pdf", "_backs.pdf"]
    assert varied_names(cards, inks=(InkUse.LIGHT,), backs=Backs.NO) == ["_fronts_light.pdf"]
    assert varied_names(alone, backs=Backs.APART) == varied_names(alone, backs=Backs.NO) == [".pdf"]


def test_backs_that_are_apart_lie_as_they_do_behind_their_fronts() -> None:
    plans = plan([deck(63.5, 88.9, count=11)], (A4,), (Layout.BUTTED,), Flip.LONG)
    fronts, backs = varied(plans, (InkUse.NORMAL,), Backs.APART)
    assert [sheet.side for sheet in fronts.imposition.sheets] == [Side.FRONT] * 2
    assert backs.imposition.sheets == plans[0].imposition.sheets[1::2]
    last = fronts.imposition.sheets[1].placements, backs.imposition.sheets[1].placements
    for front, back in zip(*last, strict=True):
        assert back.trim.x_mm == pytest.approx(A4.width_mm - front.trim.right_mm)
        assert back.trim.y_mm == front.trim.y_mm
    assert not fronts.imposition.duplex and not backs.imposition.duplex


# ---------------------------------------------------------------- what one set takes


def test_one_set_takes_one_layout_of_each_component() -> None:
    up = replace(CARDS, path="A4/Cards_8up.pdf", kind="8-up, bleed 3 mm", sheets=3)
    light = replace(CARDS, path="A4/Cards_light.pdf", light=True)
    fronts, backs = (
        replace(CARDS, path=f"A4/{said}.pdf", said=said, sheets=2) for said in ("fronts", "backs")
    )
    book = replace(MAT, path="A4/Book.pdf", component="Rulebook", pages=11, sheets=11, booklet=True)
    assert one_set([CARDS, up, light]) == OneSet(2, 0, 0)
    assert one_set([fronts, backs]) == OneSet(4, 0, 0)
    assert one_set([up, MAT, book]) == OneSet(4, 11, 6)
    assert one_set([replace(CARDS, partial=True)]) is None


def test_what_one_set_takes_is_told_in_a_line() -> None:
    book = replace(MAT, path="A4/Book.pdf", component="Rulebook", pages=11, sheets=11, booklet=True)
    assert list(set_told([CARDS, MAT], Lexicon())) == ["One set: 3 sheets."]
    assert list(set_told([MAT], Lexicon())) == ["One set: 1 sheet."]
    assert list(set_told([replace(CARDS, sets=3), MAT], Lexicon())) == ["3 sets: 3 sheets."]
    both = "11 for the booklets, or 6 if printed on both sides."
    assert list(set_told([CARDS, book], Lexicon())) == [f"One set: 2 sheets, and {both}"]
    assert list(set_told([book], Lexicon())) == [f"One set: {both}"]


def test_ink_is_told_by_what_each_component_covers() -> None:
    cards = replace(CARDS, light=True, ink=8, full_ink=40, area_cm2=300)
    mat = replace(MAT, light=True, ink=4, full_ink=20, area_cm2=100)
    said = "Ink covers 7 % of what is printed light, and 35 % in full colour."
    assert list(ink_told([cards, mat], Lexicon())) == [said]
    assert list(ink_told([CARDS, MAT], Lexicon())) == []
    assert about(mat) == "Mat: 1 piece, 1 sheet of paper, one a page, ink on 4 % (else 20 %)"


# ---------------------------------------------------------------- what the list says


def test_a_line_about_a_file() -> None:
    assert about(CARDS) == (
        "Cards: 18 pieces of 63.5 × 88.9 mm, 2 sheets of paper, 3 × 3, edges shared, both sides, "
        "flip on the long edge"
    )
    assert about(MAT) == "Mat: 1 piece, 1 sheet of paper, one a page"


def test_the_list_is_by_paper_with_the_names_in_one_column() -> None:
    on_letter = replace(MAT, path="Letter/Mat.pdf", paper="Letter")
    lines = contents_text(EDITION, [MAT, CARDS, on_letter]).splitlines()
    assert lines[0] == "Reed Bay v0.3"
    column = len("  ReedBay_v0.3_Cards_A4_duplex.pdf  ")
    assert lines[-13:] == [
        "",
        "A4: One set: 3 sheets.",
        "",
        "Letter: One set: 1 sheet.",
        "",
        "A4/",
        "",
        "  Mat.pdf".ljust(column) + about(MAT),
        "  ReedBay_v0.3_Cards_A4_duplex.pdf  " + about(CARDS),
        "",
        "Letter/",
        "",
        "  Mat.pdf  " + about(MAT),
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Cards_A4_8up.pdf", "Cards, though, come in two layouts"),
        ("Cards_A4_only.pdf", "Files named “only”"),
        ("Cards_A4_duplex.pdf", "Files named “duplex”"),
        ("Board_A4_tiled.pdf", "Files named “tiled”"),
        ("Cards_A4_fronts.pdf", "Files named “fronts” hold one side."),
        ("Cards_A4_duplex_light.pdf", "Files named “light” spare ink"),
    ],
)
def test_the_list_explains_the_names_that_there_are(name: str, said: str) -> None:
    assert said in contents_text(EDITION, [replace(MAT, path=f"A4/{name}")])
    assert said not in contents_text(EDITION, [MAT])


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("cards", "Cards: paper of 250–300 g/m²"),
        ("tokens", "Tokens and markers: glue the sheet on board of 1.5 mm"),
        ("shared", "Cubes, coins or buttons"),
        ("board", "Boards, mats and aids: paper of 200 g/m²"),
    ],
)
def test_the_list_says_what_to_print_each_kind_of_piece_on(use: str, said: str) -> None:
    assert said in contents_text(EDITION, [replace(MAT, use=use)])
    assert said not in contents_text(EDITION, [MAT])


def test_the_list_names_the_sleeves_of_common_cards() -> None:
    assert "66 × 91 mm" in contents_text(EDITION, [CARDS])
    assert "66 × 91 mm" not in contents_text(EDITION, [replace(CARDS, size="44 × 68 mm")])


def test_a_number_and_its_percent_sign_stay_on_one_line() -> None:
    for before in range(60, 110):
        lines = wrapped(f"{'x' * before} of 7 % of it").splitlines()
        assert sum("7 %" in line for line in lines) == 1

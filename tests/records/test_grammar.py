# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""The sheet Notation: a game with words of its own for whom, calls, bans and places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.records.grammar import Grammar, NotationWord, Who
from generator.records.notation import (
    Ban,
    Call,
    Change,
    Effect,
    Kind,
    NotationError,
    Part,
    Shift,
    Symbol,
    Symbols,
    effect_text,
    parse_effect,
)
from generator.records.wording import typed_effect
from generator.workbook.book import read_book
from tests.shared.workbooks import FIELDS, GOOD, Rows, save, workbook

GRAMMAR = Grammar(
    who=(
        NotationWord(Who.ALL, "each", "Each"),
        NotationWord(Who.YOU, "you", ""),
        NotationWord(Who.CHOSEN, "chosen player", "Chosen player"),
        NotationWord(Who.CONTRIBUTORS, "givers", "Givers"),
        NotationWord("leader", "leader", "Leader"),
    ),
    calls=(
        NotationWord("storm", "table of storms", "Storm", "star"),
        NotationWord("refill", "refill", "Refill the river"),
    ),
    bans=(NotationWord("trade", "trading", "trading"), NotationWord("rest", "resting", "resting", "rest")),
    places=(
        NotationWord("potential", "potential", "Potential"),
        NotationWord("card", "card", "Card"),
        NotationWord("card_stack", "card stack", "", "star"),
    ),
)
SYMBOLS = Symbols(
    [
        Symbol("energy", "E", "☀️", "Energy", Kind.TOKEN),
        Symbol("health", "H", "❤️", "Health", Kind.TRACK),
        Symbol("hope", "Ho", "", "Hope", Kind.SHARED_TRACK),
        Symbol("star", "", "", "Star", Kind.SIGN),
    ],
    GRAMMAR,
)
AN_EFFECT = (
    "Write a sign, a count and a symbol, such as -2Ho or all +1H, or no trading, or table of storms, "
    "or potential>card 2, with a semicolon between two parts."
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("each -1H", [Change(Who.ALL, "health", -1)]),
        ("Chosen  Player: +1E +1H", [Change(Who.CHOSEN, "energy", 1), Change(Who.CHOSEN, "health", 1)]),
        ("leader -2Ho", [Change(Who.GROUP, "hope", -2)]),
        ("givers no trading", [Ban(Who.CONTRIBUTORS, "trade")]),
        ("no Resting", [Ban(Who.YOU, "rest")]),
        ("Table of Storms; refill", [Call("storm"), Call("refill")]),
        ("leader refill", [Call("refill", "leader")]),
        ("potential>card 2", [Shift(Who.YOU, "potential", "card", 2)]),
        ("each potential -> card", [Shift(Who.ALL, "potential", "card", 1)]),
        ("card → card stack 2E", [Shift(Who.YOU, "card", "card_stack", 2, "energy")]),
        ("card stack>potential Energy", [Shift(Who.YOU, "card_stack", "potential", 1, "energy")]),
    ],
)
def test_effects_in_the_words_of_a_game(text: str, parts: list[Part]) -> None:
    assert parse_effect(text, SYMBOLS) == Effect(tuple(parts))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("all -1H", "“all -1H” begins with “all”, which names nobody. Begin with each, you, chosen player, givers or leader, or leave it out."),
        ("group consequence", "“group consequence” begins with “group”, which names nobody. Begin with each, you, chosen player, givers or leader, or leave it out."),
        ("table of strms", "“table of strms” cannot be read as an effect. Did you mean “table of storms”?"),
        ("each refil", "“each refil” cannot be read as an effect. Did you mean “refill”?"),
        ("2E", "“2E” cannot be read as an effect. Did you mean “+2E” or “-2E”?"),
        ("each 2", f"“each 2” cannot be read as an effect. {AN_EFFECT}"),
        ("no tradin", "“tradin” is nothing that may be forbidden. Did you mean “trading”?"),
        ("no weather", "“weather” is nothing that may be forbidden. Use one of trading, resting."),
        ("no", "“no” does not say which action. Name it, such as no trading."),
        ("potental>card", "“potental” is not a place of the sheet Notation. Did you mean “potential”?"),
        ("card>bag 2", "“bag” is not a place of the sheet Notation. Use one of potential, card, card stack."),
        ("card>potential 0", "“card>potential 0” moves 0. Move 1 to 99."),
        ("card>potential>card", "“card>potential>card” goes through more than two places. Write each move as a part of its own, such as potential>card 2."),
        ("card>potential 2Q", "“Q” is not a symbol of the sheet Icons. Use one of E (Energy), H (Health), Ho (Hope)."),
        ("card>potential two many", "“card>potential two many” cannot be read as a move. Write behind the second place a count, and a symbol if you like, such as potential>card 2."),
    ],
)  # fmt: skip
def test_effects_that_the_game_has_no_words_for(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        parse_effect(text, SYMBOLS)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("each -1H; leader +1E", "Each −1{health} · Leader +1{energy}"),
        ("each no trading; no resting", "No\u00a0trading · no\u00a0resting"),
        ("table of storms; leader refill", "{star}\u00a0Storm · Leader Refill the river"),
        ("each potential>card 2E", "Each 2{energy}\u00a0Potential\u00a0→ Card"),
        ("card>card stack", "1\u00a0Card\u00a0→ {star}"),
    ],
)
def test_the_print_is_in_the_words_of_the_game(text: str, printed: str) -> None:
    assert effect_text(parse_effect(text, SYMBOLS), SYMBOLS) == printed


people = st.sampled_from([Who.YOU, Who.ALL, Who.CHOSEN, Who.CONTRIBUTORS, "leader"])
places = st.sampled_from(["potential", "card", "card_stack"])
amounts = st.integers(-99, 99).filter(bool)
parts = st.one_of(
    st.builds(Change, people, st.sampled_from(["energy", "health"]), amounts),
    st.builds(Change, st.just(Who.GROUP), st.just("hope"), amounts),
    st.builds(Ban, people, st.sampled_from(["trade", "rest"])),
    st.builds(Call, st.sampled_from(["storm", "refill"]), st.sampled_from([Who.GROUP, Who.ALL, "leader"])),
    st.builds(Shift, people, places, places, st.integers(1, 99), st.sampled_from(["", "energy", "hope"])),
)


@given(st.lists(parts, max_size=6))
def test_what_is_written_is_read_as_the_same(several: list[Part]) -> None:
    effect = Effect(tuple(several))
    assert parse_effect(typed_effect(effect, SYMBOLS), SYMBOLS) == effect
    assert effect_text(effect, SYMBOLS)


@given(st.text("EHo 12x+-;:>→cardeholigv", max_size=40) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_effect(text, SYMBOLS)
    except NotationError as refused:
        assert refused.what.endswith((".", "”."))
        assert refused.mend.endswith((".", "?"))


# ---------------------------------------------------------------- the sheet

NOTATION: Rows = (
    ("Kind", "Word", "Means", "Printed", "Icon"),
    ("who", "each", "all", "Each player", None),
    ("who", "leader", None, None, None),
    ("call", "storm", None, None, None),
    ("ban", "resting", None, None, "recycle"),
    ("place", "hand", None, None, None),
    ("place", "river", None, "the {energy} river", None),
)


def sheets(**cells: str | None) -> dict[str, Rows]:
    rows = [list(row) for row in NOTATION]
    for cell, value in cells.items():
        rows[int(cell[1:]) - 1]["ABCDE".index(cell[0])] = value
    declared = [("Notation", name, "text") for name in NOTATION[0] if name != "Printed"]
    fields = (*FIELDS, *declared, ("Notation", "Printed", "rich text"))
    cards = (
        GOOD["Cards"][0],
        ("Shell", 1, "2E", "each -1V; hand>river 2; storm; leader no resting", 1, None),
    )
    return {**GOOD, "Fields": fields, "Notation": rows, "Cards": cards}


def test_the_sheet_gives_the_words(tmp_path: Path) -> None:
    book, problems = read_book(save(workbook(sheets()), tmp_path))
    assert [str(problem) for problem in problems] == []
    assert book is not None
    assert effect_text(book["Cards"].rows[0]["bonus"], book.symbols) == (
        "Each player −1{vitals} · 2\u00a0Hand\u00a0→ the {energy} river · Storm · "
        "Leader no\u00a0{recycle}\u00a0resting"
    )


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        ("A2", "whom", "error: Notation!A2: “whom” is not a kind of word. Did you mean “who”?"),
        ("A2", None, "error: Notation!A2: The row does not say what kind of word it is. Use one of: who, call, ban, place."),
        ("B3", None, "error: Notation!B3: The row has no word. Write what one types, or delete the row."),
        ("B7", "no", "error: Notation!B7: “no” cannot be a word of an effect. Use up to 40 letters, digits and blanks, a letter first; “no” is taken."),
        ("B7", "a>b", "error: Notation!B7: “a>b” cannot be a word of an effect. Use up to 40 letters, digits and blanks, a letter first; “no” is taken."),
        ("B7", "Hand", "error: Notation!B7: “Hand” stands in B6 already. Delete one of the two rows."),
        ("C3", "evrybody", "error: Notation!C3: “evrybody” is nobody that effects know. Use one of: you, all, others, contributors, chosen; or empty the cell."),
        ("E5", "recyle", "error: Notation!E5: “recyle” is not an icon of the sheet Icons. Did you mean “recycle”?"),
        ("D7", "{rivr}", "error: Notation!D7: “{rivr}” is not an icon of the sheet Icons. Use one of energy, insight, token, vitals, recycle, story."),
    ],
)  # fmt: skip
def test_a_wrong_row_is_told_and_no_effect_for_it(
    tmp_path: Path, cell: str, value: str | None, message: str
) -> None:
    _, problems = read_book(save(workbook(sheets(**{cell: value})), tmp_path))
    assert [str(problem) for problem in problems] == [message]

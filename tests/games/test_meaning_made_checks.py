"""Every check of Meaning Made, each on the shipped workbook with something changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.checks.stated import stated_checks
from generator.games.meaning_made import RULESET
from generator.games.meaning_made.checks import cards, settings, tables
from generator.games.meaning_made.checks.comparing import at_most_as_hard, gives_at_least, harshness
from generator.games.meaning_made.checks.workbook import NEEDS
from generator.games.meaning_made.records import game_from as load
from generator.ground.problems import Problem, Severity, error, warning
from generator.records.notation import Kind, Symbols, parse_effect, parse_requirement
from generator.records.tables import Book, FieldType, Row, Table
from generator.records.wording import typed_effect, typed_requirement
from generator.workbook.book import read_book

WORKBOOK = Path(__file__).parents[2] / "card_data.xlsx"


@pytest.fixture(scope="module")
def book() -> Book:
    found, problems = read_book(WORKBOOK)
    assert found is not None, problems
    assert not problems
    return found


# ---------------------------------------------------------------- a workbook with something changed


def row(book: Book, sheet: str, name: object) -> Row:
    key = book[sheet].fields[0].key
    return next(one for one in book[sheet] if one[key] == name)


def at(book: Book, sheet: str, name: object, key: str) -> str:
    return row(book, sheet, name).at(key)


def value(book: Book, sheet: str, key: str, raw: Any) -> Any:
    kind = next(field.type for field in book[sheet].fields if field.key == key)
    if isinstance(raw, str) and kind is FieldType.REQUIREMENT:
        return parse_requirement(raw, book.symbols)
    if isinstance(raw, str) and kind is FieldType.EFFECT:
        return parse_effect(raw, book.symbols)
    return raw


def with_rows(book: Book, sheet: str, rows: Iterable[Row]) -> Book:
    return replace(book, tables={**book.tables, sheet: replace(book[sheet], rows=tuple(rows))})


def edit(book: Book, sheet: str, one: Row, **values: Any) -> Row:
    return replace(one, values={**one.values, **{k: value(book, sheet, k, v) for k, v in values.items()}})


def changed(book: Book, sheet: str, name: object, **values: Any) -> Book:
    wanted = row(book, sheet, name)
    return with_rows(
        book, sheet, (edit(book, sheet, one, **values) if one is wanted else one for one in book[sheet])
    )


def without(book: Book, sheet: str, name: object) -> Book:
    gone = row(book, sheet, name)
    return with_rows(book, sheet, (one for one in book[sheet] if one is not gone))


def with_copy(book: Book, sheet: str, name: object, **values: Any) -> Book:
    last = book[sheet].rows[-1]
    made = replace(edit(book, sheet, row(book, sheet, name), **values), number=last.number + 1)
    return with_rows(book, sheet, (*book[sheet].rows, made))


def without_field(book: Book, sheet: str, column: str) -> Book:
    old = book[sheet]
    fields = tuple(field for field in old.fields if field.column != column)
    return replace(book, tables={**book.tables, sheet: Table(sheet, fields, old.rows)})


def found(one: Callable[[Book], Iterable[Problem]], book: Book) -> list[Problem]:
    return list(one(book))


def stated(book: Book) -> list[Problem]:
    """What the sheet Checks finds."""
    return list(stated_checks(book, ()))


# ---------------------------------------------------------------- as shipped


def test_the_shipped_workbook_is_clean_and_loads(book: Book) -> None:
    assert not list(RULESET.check(book)) and not stated(book)
    game = load(book)
    assert (game.title, [card.title for card in game.initiatives if card.end]) == (
        "Meaning Made",
        ["Stewardship"],
    )
    assert (len(game.patterns), len(game.initiatives), len(game.events)) == (60, 24, 30)
    assert len({(event.letter, event.code) for event in game.events}) == 30
    assert game.rules.start_meaning == 5
    assert game.variants["Hard"].settings["start_support"] == 0


def test_only_given_cards_are_strictly_worse_than_another(book: Book) -> None:
    bare = with_rows(
        book, "Patterns", (edit(book, "Patterns", one, accepted_because="") for one in book["Patterns"])
    )
    whats = [problem.what.partition(":")[0] for problem in cards.dominated_patterns(bare)]
    assert whats == [
        "“Shell” is never worth loading while “Skin” can be had",
        "“Growth” is never worth loading while “Repair Loop” can be had",
        "“Forecast” is never worth loading while “Signal” can be had",
    ]


def test_cells_that_could_not_be_read_bring_no_second_problem(book: Book) -> None:
    broken = changed(book, "Patterns", "Bark", layer=None, requirement="")
    broken = changed(broken, "Initiatives", "Vigil", layer=None, spaces=None, requirement="", meaning=None)
    broken = changed(
        broken, "Initiatives", "Local Clinic", layer=None, spaces=None, requirement="", meaning=None
    )
    asking = (("Patterns", "Bark"), ("Initiatives", "Vigil"), ("Initiatives", "Local Clinic"))
    broken = replace(broken, unread={at(broken, *card, "requirement"): "?" for card in asking})
    broken = changed(broken, "Events", "Static", letter=None, code=None)
    broken = changed(broken, "Rules", "Vitals Max", value=None)
    broken = changed(broken, "Layers", 4, layer=None)
    broken = changed(broken, "Tokens", "Energy", copies=None)
    broken = changed(broken, "Outcomes", 0, to=None)
    broken = changed(broken, "Variants", "Easy", setting=None, value=None)
    about = {"Bark", "Vigil", "Clinic", "Static", "Vitals Max", "Energy", "Easy"}
    assert not [p for p in RULESET.check(broken) if any(name in p.what for name in about)]


# ---------------------------------------------------------------- what has to be there


def test_missing_sheet(book: Book) -> None:
    lacking = replace(book, tables={name: table for name, table in book.tables.items() if name != "Events"})
    assert list(RULESET.check(lacking)) == [
        error(
            "Events",
            "The sheet “Events” is missing, or the sheet Fields does not declare its columns.",
            "Bring it back; the rules of Meaning Made are read from it.",
        )
    ]


def test_missing_column(book: Book) -> None:
    assert found(NEEDS.missing_parts, without_field(book, "Patterns", "Bonus")) == [
        error(
            "Patterns!1:1",
            "The column “Bonus” is missing, or the sheet Fields does not declare it.",
            "Bring it back; the rules of Meaning Made are read from it.",
        )
    ]


def test_missing_or_mistaken_symbols(book: Book) -> None:
    symbols = [
        replace(one, kind=Kind.SIGN) if one.key == "vitals" else one
        for one in book.symbols
        if one.key != "support"
    ]
    assert found(NEEDS.missing_symbols, replace(book, symbols=Symbols(symbols))) == [
        error(
            "Icons", "The symbol “support” is missing.", "Add a row with the key support and the kind token."
        ),
        error(
            at(book, "Icons", "vitals", "kind"),
            "The symbol “vitals” is of the kind sign.",
            "Give it the kind track; the rules use it as that.",
        ),
    ]


# ---------------------------------------------------------------- rules and variants


def test_a_rule_is_missing(book: Book) -> None:
    assert found(settings.rule_keys, without(book, "Rules", "Donation Cap")) == [
        error("Rules", "The rule “Donation Cap” is missing.", "Bring its row back.")
    ]


def test_an_action_that_names_no_rule(book: Book) -> None:
    mistyped = changed(book, "Actions", "Gather", text="Take [Gather Token] of [5].")
    place = at(book, "Actions", "Gather", "text")
    assert found(settings.named_rules, mistyped) == [
        error(place, "“[Gather Token]” is not a number of the sheet Rules.", "Did you mean “Gather Tokens”?"),
        error(
            place,
            "“[5]” is not a number of the sheet Rules.",
            "Write a Key of that sheet, or take the brackets away.",
        ),
    ]


def test_a_rule_nobody_knows(book: Book) -> None:
    other = with_copy(book, "Rules", "Collapse", key="Luck")
    assert found(settings.rule_keys, other) == [
        error(
            at(other, "Rules", "Luck", "key"),
            "“Luck” is not a rule of Meaning Made.",
            "Correct it, or take the row out.",
        )
    ]


def test_a_rule_given_twice(book: Book) -> None:
    other = with_copy(book, "Rules", "Collapse")
    assert [p.what for p in settings.rule_keys(other)] == ["“Collapse” stands there 2 times."] * 2


@pytest.mark.parametrize(
    ("key", "wrong", "mend"),
    [
        ("Conversion", 2, "Write 0 or 1."),
        ("Prism Size", 0, "Give it a value from 1 to 60."),
        ("Start Energy", -1, "Give it a value from 0 to 99."),
        ("Players Max", 0, "Give it a value from 2 to 99."),
    ],
)
def test_a_rule_out_of_range(book: Book, key: str, wrong: int, mend: str) -> None:
    assert found(settings.rule_keys, changed(book, "Rules", key, value=wrong)) == [
        error(at(book, "Rules", key, "value"), f"“{key}” cannot be {wrong}.", mend)
    ]


@pytest.mark.parametrize("key", ["Meaning Max", "Vitals Max", "Prism Size", "Index Size", "Players Max"])
def test_every_number_of_the_rules_is_free(book: Book, key: str) -> None:
    assert not found(settings.rule_keys, changed(book, "Rules", key, value=50))


def test_rules_that_do_not_fit_each_other(book: Book) -> None:
    assert found(settings.rules_together, changed(book, "Rules", "Start Meaning", value=13)) == [
        error(
            at(book, "Rules", "Start Meaning", "value"),
            "“Start Meaning” is 13, but “Meaning Max” only 12.",
            "Lower it to 12, or raise the other in Rules!B11.",
        )
    ]
    assert found(settings.rules_together, changed(book, "Rules", "Legacy Second", value=7)) == [
        warning(
            at(book, "Rules", "Legacy Second", "value"),
            "“Legacy Second” brings more than “Legacy First”.",
            "Whoever contributes earlier should not earn less.",
        )
    ]
    assert found(settings.rules_together, without(book, "Players", "Orange")) == [
        warning(
            at(book, "Rules", "Players Max", "value"),
            "Up to 6 may play, but the sheet Players has 5 rows.",
            "Add players there, who get mats and markers, or lower this number to 5.",
        )
    ]


def test_variants(book: Book) -> None:
    place = row(book, "Variants", "Hard Mode")
    assert found(settings.variants, changed(book, "Variants", "Hard Mode", setting="Luck")) == [
        error(place.at("setting"), "“Luck” is not a rule of Meaning Made.", "Choose one from the list.")
    ]
    assert found(settings.variants, changed(book, "Variants", "Hard Mode", value=-1)) == [
        error(place.at("value"), "“Event Extra Loss” cannot be -1.", "Give it a value from 0 to 99.")
    ]
    assert found(settings.variants, changed(book, "Variants", "Hard Mode", text="")) == [
        warning(place.at("text"), "“Hard Mode” has no text for players.", "Say in a sentence what changes.")
    ]
    twice = with_copy(book, "Variants", "Hard Mode", kind="option")
    place, last = row(twice, "Variants", "Hard Mode"), twice["Variants"].rows[-1]
    assert stated(twice) == [
        error(
            last.at("setting"),
            "A variant sets each rule once. Variant “Hard Mode” and Setting “Event Extra Loss” "
            f"stand together in row {place.number} already.",
            "Change one of the two rows. Checks!A11 asks for it.",
        ),
        error(
            last.at("kind"),
            "All rows of a variant have the same kind. Kind of Variant “Hard Mode” is “option” here and "
            f"“variant” in row {place.number}.",
            "Write the same in both. Checks!A12 asks for it.",
        ),
    ]


# ---------------------------------------------------------------- Layers, outcomes, pieces


@pytest.mark.parametrize("name", ["Title", "Version"])
def test_the_game_has_a_title_and_a_version(book: Book, name: str) -> None:
    assert found(settings.game_keys, without(book, "Game", name)) == [
        error("Game", f"There is no key “{name}”.", "Add its row.")
    ]
    mistyped = changed(book, "Game", name, key=f"{name}s")
    assert found(settings.game_keys, mistyped) == [
        error(at(book, "Game", name, "key"), f"There is no key “{name}”.", f"Rename “{name}s”.")
    ]


def test_layers(book: Book) -> None:
    assert found(settings.layers, without(book, "Layers", 8)) == [
        error(
            "Layers",
            "Layer 8 is missing.",
            "Bring its row back, or number the Layers from 1 on without a gap.",
        )
    ]
    assert found(settings.layers, with_copy(book, "Layers", 8)) == [
        error("Layers", "Layer 8 stands there 2 times.", "Each of them has one row.")
    ]
    assert found(settings.layers, changed(book, "Layers", 2, icon="energy"))[0] == error(
        at(book, "Layers", 2, "icon"),
        "Layer 2 has the icon energy, which is of the kind token.",
        "Choose an icon of the kind layer, such as balance.",
    )
    spare = without(book, "Layers", 10)
    assert [problem.what for problem in settings.layers(spare)] == [
        "The icon stewardship is of the kind layer, but no row of “Layers” has it."
    ]


def test_outcomes(book: Book) -> None:
    assert found(settings.outcomes_are_whole, changed(book, "Outcomes", 1, to=1)) == [
        warning(
            at(book, "Outcomes", 1, "to"), "Meaning 2 has no outcome.", "Write 2 here, or add a row for 2."
        )
    ]
    assert found(settings.outcomes_are_whole, changed(book, "Outcomes", 1, to=3)) == [
        warning(
            at(book, "Outcomes", 3, "from"),
            "Meaning 3 has 2 outcomes; the first counts, of row 3.",
            f"Write 4 here, or a smaller number in {at(book, 'Outcomes', 1, 'to')}.",
        )
    ]
    (inside,) = found(settings.outcomes_are_whole, changed(book, "Outcomes", 1, to=4))
    assert (inside.where, inside.mend) == (
        at(book, "Outcomes", 3, "from"),
        "Give each number to one of the two rows.",
    )
    assert found(settings.outcomes_are_whole, changed(book, "Rules", "Meaning Max", value=15)) == [
        warning(
            at(book, "Outcomes", 12, "to"),
            "Meaning 13 to 15 has no outcome.",
            "Write 15 here, or add a row for 13 to 15.",
        )
    ]


def test_pieces(book: Book) -> None:
    assert found(settings.pieces, changed(book, "Tokens", "Energy", copies=17)) == [
        warning(
            at(book, "Tokens", "Energy", "copies"),
            "17 are printed of “Energy”, but 6 players start with 18.",
            "Print more.",
        )
    ]
    fewer = changed(book, "Markers", "Red Contribution", copies=3)
    assert found(settings.pieces, fewer) == []
    assert stated(fewer) == [
        warning(
            at(book, "Markers", "Red Contribution", "copies"),
            "The rules give each player so many Contribution markers. Copies of Player “Red” comes to 3; "
            "at least 4 (Contribution Markers) is wanted.",
            f"Add 1, or change {at(book, 'Rules', 'Contribution Markers', 'value')}. Checks!A7 asks for it.",
        )
    ]
    assert found(settings.pieces, changed(book, "Markers", "Filled", copies=20)) == [
        warning(
            at(book, "Markers", "Filled", "copies"),
            "20 are printed of “Filled”, but the 4 largest open Initiatives have 26.",
            "Print more.",
        )
    ]
    assert found(settings.pieces, changed(book, "Markers", "Community", copies=1)) == [
        warning(
            at(book, "Markers", "Community", "copies"),
            "1 are printed of “Community”, but open Initiatives can take 4.",
            "Print more.",
        )
    ]
    assert stated(without(book, "Track Markers", "Green Legacy")) == [
        warning(
            at(book, "Players", "Green", "name"),
            "Each player has a Legacy marker. No row of Track Markers where Icon = legacy and Copies > 0 has "
            "Player “Green”.",
            "Give it to a row there, or take it out here. Checks!A10 asks for it.",
        )
    ]


# ---------------------------------------------------------------- Patterns


@pytest.mark.parametrize(
    ("asked", "what", "mend"),
    [
        ("1E 1L", "“Bark” asks for Legacy.", "Ask for Vitals or tokens."),
        (
            "11V",
            "“Bark” asks for 11 Vitals, but 10 are the most.",
            "Ask for 10 at most, or raise “Vitals Max” in Rules!B12.",
        ),
    ],
)
def test_pattern_requirements(book: Book, asked: str, what: str, mend: str) -> None:
    place = at(book, "Patterns", "Bark", "requirement")
    other = changed(book, "Patterns", "Bark", requirement=asked)
    assert found(cards.pattern_requirements, other) == [error(place, what, mend)]


def test_an_icon_that_no_pattern_brings_can_be_paid_for(book: Book) -> None:
    other = changed(book, "Patterns", "Bark", requirement="1E 1Ps")
    assert found(cards.pattern_requirements, other) == [
        warning(
            at(book, "Patterns", "Bark", "requirement"),
            "“Bark” asks for Presence, which no Pattern can bring.",
            "Ask for Layers 1 to 6.",
        )
    ]


def test_one_cell_says_which_layers_patterns_have(book: Book) -> None:
    assert stated(changed(book, "Patterns", "Bark", layer=7)) == [
        warning(
            at(book, "Patterns", "Bark", "layer"),
            "The mats have no place for a Pattern of Layer 7. "
            "Layer is 7; at most 6 (Pattern Layers) is wanted.",
            "Give it at most 6 (Pattern Layers), or change Rules!B46. Checks!A2 asks for it.",
        )
    ]
    seven = changed(book, "Rules", "Pattern Layers", value=7)
    told = stated(seven)
    assert {problem.what for problem in told} == {
        "Layer 7 is one of Patterns; this is an Initiative. "
        "Here Layer ≤ Rules.Pattern Layers, and no row may be so."
    }
    assert [problem.where for problem in told] == [
        one.at("layer") for one in book["Initiatives"] if one.layer == 7
    ]
    assert [layer.number for layer in load(seven).pattern_layers] == [1, 2, 3, 4, 5, 6, 7]
    assert found(cards.pattern_layers, changed(book, "Rules", "Pattern Layers", value=10)) == [
        error(
            "Rules!B46",
            "“Pattern Layers” is 10; the sheet “Layers” has 10 rows.",
            "Give it a value from 1 to 9.",
        )
    ]


def test_a_deck_smaller_than_its_display(book: Book) -> None:
    assert found(cards.decks_fill_the_table, changed(book, "Rules", "Prism Size", value=61)) == [
        error(
            "Patterns",
            "There are 60 Patterns, but “Prism Size” is 61.",
            "Add Patterns, or lower “Prism Size” in Rules!B14 to 60.",
        )
    ]
    assert found(cards.decks_fill_the_table, changed(book, "Rules", "Index Size", value=24)) == [
        error(
            "Initiatives",
            "There are 23 Initiatives beside the End Initiative, but “Index Size” is 24.",
            "Add Initiatives, or lower “Index Size” in Rules!B15 to 23.",
        )
    ]


def test_ladder(book: Book) -> None:
    rows = [
        edit(book, "Patterns", one, requirement="2E") if one.layer == 6 else one for one in book["Patterns"]
    ]
    assert found(cards.ladder, with_rows(book, "Patterns", rows)) == [
        warning(
            "Patterns",
            "Of the 8 Patterns of Layer 6 that are not published ones, 0 ask for an icon of a lower Layer.",
            "Let most of them do so: higher Layers build on lower ones.",
        )
    ]


def test_dominated_patterns(book: Book) -> None:
    place = row(book, "Patterns", "Bark")
    assert found(cards.dominated_patterns, changed(book, "Patterns", "Bark", bonus="+1V")) == [
        warning(
            place.at("title"),
            "“Bark” is never worth loading while “Cell Wall” can be had: "
            "that asks for no more and gives no less.",
            "Change one of them, or say in “Accepted Because” why this is fine.",
        )
    ]
    accepted = changed(book, "Patterns", "Bark", bonus="+1V", accepted_because="It is prettier.")
    assert not found(cards.dominated_patterns, accepted)
    assert found(cards.dominated_patterns, changed(book, "Patterns", "Bark", accepted_because="Once.")) == [
        warning(
            place.at("accepted_because"),
            "No Pattern of Layer 1 is strictly better than “Bark” any more.",
            "Empty this cell.",
        )
    ]
    unread = changed(book, "Patterns", "Skin", requirement="")  # which also is what Shell is worse than
    assert not found(cards.dominated_patterns, unread)


def test_a_layer_without_its_row_is_missed_once(book: Book) -> None:
    gone = without(book, "Layers", 3)
    assert [problem.what for problem in RULESET.check(gone)] == ["Layer 3 is missing."]


@pytest.mark.parametrize(
    ("easy", "hard", "expected"),
    [
        ("1E", "1E 1I", True),
        ("1Bo", "1E", True),  # whoever has a token can pay it for the icon
        ("1E", "1Bo", False),
        ("1Bo 1E", "1E 1I", True),
        ("1Bo 1Ba", "1E 1Ba", True),
        ("1Bo 1Ba", "1E", False),
        ("1T", "1S", True),
        ("1T", "1Bo", False),
        ("1Bo", "1T", True),  # a token of any kind stands in for the icon, too
        ("2Bo", "1T 1E", True),
        ("2Bo", "1T", False),
        ("1Bo 1T", "1T 1S", True),
        ("2T", "1T 1Bo 1I", True),
        ("2T", "1T 2Bo", False),
        ("1E 1V", "1E 1I", False),
        ("1E", "1E 1V", True),
        ("1Bo", "1V", False),
    ],
)
def test_at_most_as_hard(book: Book, easy: str, hard: str, expected: bool) -> None:
    one, other = (parse_requirement(text, book.symbols) for text in (easy, hard))
    assert at_most_as_hard(one, other, book.symbols) is expected


@pytest.mark.parametrize(
    ("more", "less", "expected"),
    [
        ("+1E", "", True),
        ("", "+1E", False),
        ("+2E", "+1E", True),
        ("+1E", "+1I", False),
        ("", "-1V", True),
        ("-1V", "", False),
        ("all +1S", "you +1S", False),
        ("+1E; no Recycle", "+1E", False),
    ],
)
def test_gives_at_least(book: Book, more: str, less: str, expected: bool) -> None:
    one, other = (parse_effect(text, book.symbols) for text in (more, less))
    assert gives_at_least(one, other) is expected


# ---------------------------------------------------------------- Initiatives


@pytest.mark.parametrize(
    ("asked", "what", "mend"),
    [
        ("1E 1So", "“Vigil” asks for Social, which no Pattern can bring.", "Ask for Layers 1 to 6."),
        ("1Bo", "“Vigil” asks for no token.", "Ask for a token at least, such as 1E."),
        ("1E 1V", "“Vigil” asks for Vitals.", "An Initiative takes tokens and shows Layers; take that away."),
        (
            "1E 11Me",
            "“Vigil” asks for 11 Membership, but only 10 can be had.",
            "Ask for 10 at most, or add Patterns of that Layer.",
        ),
    ],
)
def test_initiative_requirements(book: Book, asked: str, what: str, mend: str) -> None:
    place = at(book, "Initiatives", "Vigil", "requirement")
    other = changed(book, "Initiatives", "Vigil", requirement=asked)
    assert found(cards.initiative_requirements, other) == [error(place, what, mend)]


def test_end_initiative(book: Book) -> None:
    assert found(cards.end_initiative, changed(book, "Initiatives", "Stewardship", end=False)) == [
        error("Initiatives", "No Initiative is the End Initiative.", "Write yes in its column “End”.")
    ]
    later = changed(book, "Initiatives", "Long Forest", end=True)
    assert found(cards.end_initiative, later) == [
        error(
            at(book, "Initiatives", "Long Forest", "end"),
            "“Long Forest” is a second End Initiative, beside “Stewardship”.",
            "Write no for one of them.",
        )
    ]
    assert not found(cards.end_initiative, changed(book, "Initiatives", "Stewardship", layer=9))


# ---------------------------------------------------------------- Events and tables


def test_letters_and_codes_without_a_row(book: Book) -> None:
    place = row(book, "Events", "Static")
    assert found(tables.every_letter_and_code, changed(book, "Events", "Static", letter="Q")) == [
        error(
            place.at("letter"),
            "The letter Q of “Static” has no row in the sheet Event Table.",
            "Add the row, or give the Event another letter.",
        )
    ]
    only_one = without(book, "Individual Table", 3)
    assert len(found(tables.every_letter_and_code, only_one)) == 5
    assert "The code 3 of “Static” has no row in the sheet Individual Table." in [
        problem.what for problem in tables.every_letter_and_code(only_one)
    ]


def test_rows_that_no_event_leads_to(book: Book) -> None:
    mend = "Give it to a row there, or take it out here."
    other = with_copy(book, "Event Table", "A", letter="K")
    assert stated(other) == [
        warning(
            at(other, "Event Table", "K", "letter"),
            "Each row of the Event Table has an Event that leads to it. No row of Events has Letter “K”.",
            f"{mend} Checks!A4 asks for it.",
        )
    ]
    other = with_copy(book, "Group Table", 1, code=7)
    assert stated(other) == [
        warning(
            at(other, "Group Table", 7, "code"),
            "Each row of the Group Table has an Event that leads to it. No row of Events has Code “7”.",
            f"{mend} Checks!A5 asks for it.",
        )
    ]


def test_empty_cells(book: Book) -> None:
    empty = changed(book, "Event Table", "B", _4="")
    assert not found(tables.every_cell, empty), "the reader reports a required cell itself"
    old = empty["Event Table"]
    loose = replace(old, fields=tuple(replace(field, required=False) for field in old.fields))
    loosened = replace(empty, tables={**empty.tables, "Event Table": loose})
    assert found(tables.every_cell, loosened) == [
        error(
            at(book, "Event Table", "B", "_4"),
            "This cell of the table is empty.",
            "Type an effect, such as -1M.",
        )
    ]


def test_softer_at_a_higher_layer(book: Book) -> None:
    softer = changed(book, "Event Table", "H", _10="-1M")
    before = typed_effect(row(book, "Event Table", "H")["_9"], book.symbols)
    assert found(tables.harsher_upwards, softer) == [
        warning(
            at(book, "Event Table", "H", "_10"),
            f"Row H is softer at Layer 10 (-1M) than one Layer below ({before}).",
            "Make it at least as harsh: higher Layers bring stronger effects.",
        )
    ]


def test_consequences_end(book: Book) -> None:
    assert found(tables.calls_end, changed(book, "Group Table", 2, _10="group consequence")) == [
        error(
            at(book, "Group Table", 2, "_10"),
            "A Consequence calls for another Consequence.",
            "Write what happens; only the Event Table may call for a Consequence.",
        )
    ]
    assert found(tables.calls_end, changed(book, "Event Table", "A", _10="individual consequence")) == [
        error(
            at(book, "Event Table", "A", "_10"),
            "An Event calls for an Individual Consequence, but strikes no single player.",
            "Write group consequence, or what happens.",
        )
    ]


def test_nobody_is_struck(book: Book) -> None:
    assert found(tables.somebody_is_struck, changed(book, "Event Table", "E", _1="no Recycle")) == [
        error(
            at(book, "Event Table", "E", "_1"),
            "“no Recycle” does not say whom it strikes: there is no acting player here.",
            "Begin the part with all, such as all -1V or all no Recycle.",
        )
    ]


@pytest.mark.parametrize(
    ("milder", "harsher"),
    [
        ("-1M", "-2M"),
        ("+1M", "-1M"),
        ("-1V", "all -1V"),
        ("all +1S", "all +1E"),
        ("-1M", "-1M; all no Recycle"),
        ("-3M", "-3M; group consequence"),
        ("no Recycle", "individual consequence"),
    ],
)
def test_harshness(book: Book, milder: str, harsher: str) -> None:
    one, other = (harshness(parse_effect(text, book.symbols)) for text in (milder, harsher))
    assert one < other


@pytest.mark.parametrize("text", ["none", "-2M; all -1V", "all no Recycle", "group consequence", "+1E; +1I"])
def test_effects_are_worded_as_one_types_them(book: Book, text: str) -> None:
    assert typed_effect(parse_effect(text, book.symbols), book.symbols) == text


def test_requirements_are_worded_as_one_types_them(book: Book) -> None:
    assert (
        typed_requirement(parse_requirement("2 energy, 1 boundary", book.symbols), book.symbols) == "2E 1Bo"
    )
    assert typed_requirement(parse_requirement("", book.symbols), book.symbols) == "none"


def test_dominated_patterns_only_warn(book: Book) -> None:
    problems = cards.dominated_patterns(changed(book, "Patterns", "Bark", bonus="+1V"))
    assert {problem.severity for problem in problems} == {Severity.WARNING}

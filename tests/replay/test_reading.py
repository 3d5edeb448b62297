"""Rows of a script: forgiving words, exact messages, and nothing that makes it fall over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.meaning_made.playing.vocabulary import VOCABULARY
from generator.games.meaning_made.rules.facts import Acted
from generator.ground.problems import Severity
from generator.replay.script import COLUMNS, script_from_text
from tests.shared.made import Answer, Contribute, Gather, Load, Touchpoint
from tests.shared.scripts import SEATED, played, said


def _only(row: str, before: str = "") -> object:
    """The move of the last row of a script whose rows all hold."""
    replayed = played(f"{before}\n{row}")
    assert said(replayed) == []
    return next(fact.move for fact in replayed.steps[-1].facts if isinstance(fact, Acted))


# ---------------------------------------------------------------- forgiving


@pytest.mark.parametrize(
    "row",
    [
        "1 | turn | Alex | gather | | | 1E 1I",
        "1 | turn | Alex | gather | | 1E 1I |",
        "Round 1 | Turn | alex | Gathers | | | +1I +1E",
        "r1|player turns|AL|take| | |☀️🔍",
        "1 | 2 | Alex | gather | | | 1 Energy + 1 Insight",
        "1.0 | turns | Alex | GATHER | | | 1 insight, energy",
        "1\tturn\tAlex\tgather\t\t\t1 Energy, 1 Insight",
    ],
)
def test_a_gather_in_many_words(row: str) -> None:
    assert _only(row) == Gather(1, 1)


def test_cards_in_any_case_and_empty_cells_from_above() -> None:
    before = "1 | turn | Alex | load | NEST | 1E 1I | +1S"
    move = _only(" | | | load | skin | 1e", before)
    assert isinstance(move, Load)


def test_a_single_way_to_pay_needs_no_payment() -> None:
    assert isinstance(_only("1 | turn | Alex | load | Nest"), Load)


def test_a_marker_is_what_an_empty_payment_means() -> None:
    replayed = played("1 | turn | Alex | contribute | Local Clinic")
    assert "is not legal" in said(replayed)[0]


@pytest.mark.parametrize("word", ["give", "gives", "offer", "Offers"])
def test_giving(word: str) -> None:
    replayed = played(f"1 | turn | Alex | touchpoint | Brooke | {word} 1S | accepted; all +1V")
    assert said(replayed) == []
    moves = [fact.move for fact in replayed.steps[0].facts if isinstance(fact, Acted)]
    assert moves == [Touchpoint(1, 2, True), Answer(True)]


@pytest.mark.parametrize("word", ["ask", "asks", "request", "ask for", "Requests"])
def test_asking(word: str) -> None:
    replayed = played(f"1 | turn | Alex | touchpoint | bro | {word} 1S | declined")
    assert said(replayed) == []
    moves = [fact.move for fact in replayed.steps[0].facts if isinstance(fact, Acted)]
    assert moves == [Touchpoint(1, 2, False), Answer(False)]


def test_an_answer_may_have_its_own_row() -> None:
    rows = "1 | turn | Alex | touchpoint | Brooke | ask 1S\n1 | turn | Brooke | accept | | | Brooke +1V"
    assert said(played(rows)) == []


def test_comments_headers_and_other_orders_of_columns() -> None:
    text = "# a note\n\naction | player | round | phase | gains\ngather | Alex | 1 | turn | 2E\n"
    assert said(played(text)) == []


def test_an_event_by_its_letter_and_code() -> None:
    assert said(played("1 | event | | reveal | H2 | | -2M; Meaning 3")) == []
    assert said(played("1 | event | | reveal | h-2")) == []


def test_what_follows_by_itself_needs_no_row() -> None:
    rows = "\n".join(
        f"{number} | turn | {name} | gather | | | 2E"
        for number in (1, 2)
        for name in ("Alex", "Alex", "Brooke", "Brooke")
    )
    assert said(played(rows)) == []  # Events are revealed, nobody donates


# ---------------------------------------------------------------- three kinds of mistakes, exactly

MISTAKES = (
    # unreadable
    ("1 | turn | Alex | juggle", "“juggle” is no action that the script knows."),
    ("1 | dinner | Alex | gather | | | 2E", "“dinner” is no phase that the script knows."),
    ("one | turn | Alex | gather | | | 2E", "“one” is no round that the script knows."),
    ("1 | turn | Alex", "The row has no action."),
    (
        "1 | turn | Zoe | gather | | | 2E",
        "Round 1, Zoe gather cannot be read: “Zoe” is nobody at this table: Alex, Brooke.",
    ),
    (
        "1 | turn | Alex | load | Nets | 1E",
        "Round 1, Alex load Nets cannot be read: “Nets” is no Pattern of this game. Did you mean “Nest”?",
    ),
    ("1 | turn | Alex | load", "Round 1, Alex load cannot be read: The row names no Pattern."),
    (
        "1 | turn | Alex | touchpoint | Brooke | 1S",
        "Round 1, Alex touchpoint Brooke cannot be read: A Touchpoint's payment is give or ask and a token: "
        "give 1S.",
    ),
    (
        "1 | turn | Alex | recycle | everything",
        "Round 1, Alex recycle everything cannot be read: “everything” is neither the Prism nor the Index. "
        "Write one of the two.",
    ),
    (
        "1 | event | | reveal | Z9",
        "Round 1, reveal Z9 cannot be read: No Event has the letter Z and the code 9.",
    ),
    # ambiguous
    (
        "1 | turn | Alex | gather",
        "Round 1, Alex gather is not clear: The row does not say which 2 tokens are gathered. "
        "Write them, such as 1E 1I.",
    ),
    (
        "1 | turn | Alex | load | Breath",
        "Round 1, Alex load Breath is not clear: Breath can be paid in 3 ways: 2 Energy, or 1 Energy and "
        "1 Insight, or 1 Energy and 1 Support. Write the payment.",
    ),
    # illegal
    (
        "1 | turn | Alex | gather | | | 3E",
        "Round 1, Alex gather is not legal: Gather takes 2 tokens, not 3 Energy.",
    ),
    (
        "1 | turn | Alex | gather | | | 1E 1S",
        "Round 1, Alex gather is not legal: Gather never takes Support, and the row takes "
        "1 Energy and 1 Support.",
    ),
    (
        "1 | turn | Alex | load | Nest | 1E",
        "Round 1, Alex load Nest is not legal: Nest costs 1 Energy and 1 Insight; the row pays 1 Energy.",
    ),
    (
        "1 | turn | Alex | load | Shell | 1E 1I",
        "Round 1, Alex load Shell is not legal: Shell does not lie in the Prism. "
        "It lies in the deck, 1 from the top.",
    ),
    (
        "1 | turn | Alex | contribute | Water System | 1E",
        "Round 1, Alex contribute Water System is not legal: Water System is not face up. "
        "It lies in the deck, 1 from the top.",
    ),
    (
        "1 | turn | Brooke | gather | | | 2E",
        "Alex has 2 actions left in round 1, and no row uses them.",
    ),
    (
        "1 | event | | reveal | Long Winter",
        "Round 1, reveal Long Winter is not legal: The next Event of the deck is Great Fire (H2), "
        "not Long Winter. It lies in the deck, 2 from the top.",
    ),
)


@pytest.mark.parametrize(("row", "sentence"), MISTAKES, ids=[row for row, _ in MISTAKES])
def test_a_mistake_is_told_exactly(row: str, sentence: str) -> None:
    assert said(played(row))[0] == sentence


def test_a_problem_names_the_line() -> None:
    replayed = played("1 | turn | Alex | load | Nest | 1E")
    line = len((SEATED + "x").splitlines())
    assert replayed.problems[0].where == f"game.txt:{line}"
    assert replayed.problems[0].severity is Severity.ERROR


def test_a_name_that_fits_two_players() -> None:
    setup = "0 | setup | Anna | seat\n0 | setup | Anton | seat\n"
    replayed = played("1 | turn | An | gather | | | 2E", setup=setup)
    assert said(replayed)[0].endswith("is not clear: “An” could be Anna or Anton.")


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ("", "The script names no players. Write a row of the phase setup with the action seat for each."),
        ("0 | setup | Alex | seat\n", "This game is for 2 to 6 players; 1 are named."),
        (
            SEATED + "0 | setup | | seed | soon\n",
            "“soon” is no seed; write a whole number of at most nine digits.",
        ),
        (SEATED + "0 | setup | | variant | Chaos\n", "“Chaos” is no variant of this game."),
        (
            SEATED + "0 | setup | | deck | Cards | Nest\n",
            "“Cards” is no deck: Patterns, Initiatives or Events.",
        ),
        (SEATED + "0 | setup | | deck | Patterns | Nest; Skin; Nest\n", "“Nest” stands in this deck twice."),
        (
            SEATED + "0 | setup | | deck | Initiatives | Stewardship\n",
            "“Stewardship” is the End Initiative, which lies open from the start and in no deck.",
        ),
    ],
)
def test_setup_rows_that_do_not_fit(setup: str, sentence: str) -> None:
    replayed = played("1 | turn | Alex | gather | | | 2E", setup=setup)
    assert said(replayed) == [sentence]
    assert replayed.final is None and not replayed.valid


# ---------------------------------------------------------------- stated outcomes


@pytest.mark.parametrize(
    ("gains", "wrong"),
    [
        ("+1S", ""),
        ("Support 2", ""),
        ("Alex Support = 2; Alex Energy 2", ""),
        ("+2S", "Round 1, Alex load Nest: The row states +2S; Alex’s Support changed by +1."),
        ("Support 3", "Round 1, Alex load Nest: The row states Support 3; Alex’s Support is 2."),
        ("Brooke +1V", "Round 1, Alex load Nest: The row states Brooke +1V; Brooke’s Vitals changed by +0."),
        ("Meaning 5", "Round 1, Alex load Nest: The row states Meaning 5; Meaning is 3."),
        ("joy", "“joy” states no outcome. Write a change such as +1E, or a value such as Meaning 5."),
    ],
)
def test_stated_outcomes_are_checked(gains: str, wrong: str) -> None:
    assert said(played(f"1 | turn | Alex | load | Nest | 1E 1I | {gains}")) == ([wrong] if wrong else [])


def test_the_stability_window_says_why_somebody_was_not_asked() -> None:
    turns = "".join(f"1 | turn | {name} | gather | | | 2E\n" for name in ("Alex", "Alex", "Brooke", "Brooke"))
    twice = turns + "1 | window | Alex | donate\n1 | window | Alex | donate\n1 | window | Brooke | donate"
    assert said(played(twice)) == ["Round 1, Alex donate is not legal: Alex donates 1 Support and has 0."]
    late = turns + "1 | window | Brooke | donate\n1 | window | Alex | donate"
    assert said(played(late)) == [
        "Round 1, Alex donate is not legal: Alex was asked in this round’s Stability Window already."
    ]


# ---------------------------------------------------------------- whatever strangers write

WORDS = st.sampled_from(
    ["", "1", "2", "0", "999", "turn", "event", "window", "setup", "end", "Alex", "Brooke", "gather", "load",
     "contribute", "touchpoint", "recycle", "donate", "keep", "lose", "gain", "convert", "pass", "end turn",
     "accept", "decline", "reveal", "score", "seat", "seed", "deck", "variant", "Nest", "Local Clinic",
     "Easy", "Stewardship", "Great Fire", "H2", "1E", "2I 1S", "+1E", "-2M; all -1V", "Meaning 5", "any 1E",
     "give 1S", "ask 9999T", "Prism", "Index", "marker", "²", "٣", "Patterns", "Events", "as told",
     "accepted", "-", "no"]
)  # fmt: skip
CELLS = WORDS | st.text(max_size=12)


@settings(max_examples=150)
@given(st.lists(st.lists(CELLS, max_size=9), max_size=12), st.booleans())
def test_whatever_is_written_ends_in_problems(rows: list[list[str]], seated: bool) -> None:
    text = "\n".join("|".join(cells) for cells in rows)
    replayed = played(text, setup=SEATED if seated else "")
    for problem in replayed.problems:
        assert problem.what and problem.mend and problem.where.startswith("game.txt")


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_whatever_a_file_holds_is_read(text: str) -> None:
    script, _ = script_from_text(text, "game.txt", VOCABULARY)
    assert all(getattr(row, column) is not None for row in script.rows for column in COLUMNS)


def test_a_huge_script_is_refused() -> None:
    _, problems = script_from_text("1 | turn | Alex | gather\n" * 100_000, "game.txt", VOCABULARY)
    assert len(problems) == 1 and "characters" in problems[0].what
    _, problems = script_from_text("1|turn|A|pass\n" * 6_000, "game.txt", VOCABULARY)
    assert problems[-1].what == "The script has more than 5,000 rows."


def test_a_contribution_can_be_read_back_with_boxes_for_any_type() -> None:
    setup = SEATED + "0 | setup | | variant | Long Game\n"
    replayed = played("1 | turn | Alex | contribute | Stewardship | 1E; any 1E 1I", setup=setup)
    assert said(replayed) == []
    move = replayed.steps[0].facts[0]
    assert isinstance(move, Acted) and isinstance(move.move, Contribute)
    assert tuple(move.move.tokens) == (1, 0, 0) and tuple(move.move.wild) == (1, 1, 0)

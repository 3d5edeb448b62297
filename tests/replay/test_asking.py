"""What a narration asks for in brackets: filled in where it can be, told where it cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.games.life_meaning.records import setting_from
from generator.replay.asking import ANSWERS, Answers
from generator.replay.play import Play
from generator.replay.played import Replay
from generator.replay.script import lines_text
from generator.workbook.book import read_book
from tests.shared import life_meaning
from tests.shared.life_meaning import Played, replayed, shipped_book
from tests.shared.rulesets import engine_of

GAME = """
0 | setup | Ada | seat | Ochre
0 | setup | Bo  | seat | Madder
0 | setup |     | seed | 3
0 | setup |     | deck | Projects | Mentorship Archive; Repair Hub; Community Shelter
0 | setup |     | deck | Events | Damage
1 | event |     | open | Damage
1 | turn | Ada | contribute | Mentorship Archive | 1R | | {asked}
1 | turn | Ada | touchpoint | Bo | give 1E
1 | turn | Bo | acquire | | | 1M 1S
1 | turn | Bo | stabilize
1 | stability | | check | | | not met | {told}
"""


def played(asked: str, told: str = "") -> Played:
    return replayed(GAME.format(asked=asked, told=told))


def words(replay: Played) -> list[str]:
    return [step.narration for part in replay.told().rounds for phase in part.parts for step in phase.steps]


@pytest.mark.parametrize(
    ("asked", "filled"),
    [
        # Ada had Reputation 2 and gains 1 for Layer 9; she pays her only R of 2E 1R.
        ("{reputation} [before reputation] to [after reputation]", "{reputation} 2 to 3"),
        ("[change R] paid, [change Regulation] and [Change 🔁]", "1 paid, 1 and 1"),
        ("[card], by [player]", "Mentorship Archive, by Ada"),
        ("[after Bo energy]", "2"),
        ("[after Emergency] stays", "[after Emergency] stays"),  # told below; nothing is made up
        ("[winner] wins", "[winner] wins"),  # the game is not over
    ],
)
def test_what_is_filled_in(asked: str, filled: str) -> None:
    assert words(played(asked))[1] == filled


def test_a_track_that_all_share_needs_no_name() -> None:
    # 3, less 1 by Bo, 1 more by the Event that nobody met.
    replay = played("", "[before drift] and [change drift]: [after drift]")
    assert words(replay)[-1] == "2 and 1: 3"
    assert replay.problems[0].what.startswith("The script stops in round")


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ("[after Emergency]", "“Emergency” ends with no symbol of the sheet Icons"),
        ("[chnge energy]", f"it may ask for {ANSWERS}"),
        ("[change]", f"it may ask for {ANSWERS}"),
        ("[after Cy energy]", "“Cy” is nobody at this table: Ada, Bo"),
    ],
)
def test_what_cannot_be_answered_is_told_at_its_cell(asked: str, fault: str) -> None:
    (problem, *_) = played(asked).problems
    assert problem.what == f"The narration asks for “{asked}”; {fault}."
    assert problem.mend == "Ask for something else, or write it out."


def test_a_row_without_a_player_has_to_name_one() -> None:
    (problem, *_) = played("", "[after energy]").problems
    assert problem.what.endswith("“[after energy]”; the row has no player, so it has to name one.")
    (problem, *_) = played("", "[card]").problems
    assert problem.what == "The narration asks for “[card]”; the row has nothing under Card."


def test_asking_in_the_language_of_the_sheet_words(tmp_path: Path) -> None:
    book = load_workbook(life_meaning.FOLDER / "card_data.xlsx")
    book["Game"].append(("Language", "de"))
    book["Fields"].append(("Words", "English", "text"))
    words_sheet = book.create_sheet("Words")
    for pair in (("English", "de"), ("change", "Änderung"), ("after", "nachher"), ("card", "Karte")):
        words_sheet.append(pair)
    book.save(tmp_path / "card_data.xlsx")
    german, problems = read_book(tmp_path / "card_data.xlsx")
    assert german is not None, problems
    asked = "[Karte]: [änderung R], [nachher reputation]; [change R], [vorher R]"
    replay = replayed(GAME.format(asked=asked, told=""), setting_from(german))
    assert words(replay)[1] == "Mentorship Archive: 1, 3; 1, [vorher R]"
    assert [problem.what for problem in replay.problems][:1] == [
        f"The narration asks for “[vorher R]”; it may ask for {ANSWERS}."
    ]


def test_scores_and_winners_at_the_end() -> None:
    replay = life_meaning.played(shipped_book())
    end = replay.final
    assert end is not None
    row = next(row for row in replay.script.steps if row.action == "score")
    answers = Answers(replay.engine, row, end, end)
    assert answers.filled("[winner]: [score], [score Casey], [score Group]") == "Alex: 26, 24, 19"


# ---------------------------------------------------------------- rows of the setup

BEGINS = {
    "meaning_made": ("[after energy] {energy}, [change vitals] and [after meaning]", "3 {energy}, 5 and 5"),
    "meaning_made_march": ("[after insight], [after legacy] and [after meaning]", "2, 0 and 5"),
    "life_meaning": ("[after energy], [change coherence], [after drift]", "2, 4, 3"),
    "scion": ("[after score]", "0"),
    "elementary": ("[after score]", "0"),
    "counterspell": ("[after health]", "15"),
    "symetra": ("[after potential] and [after Brooke actual]", "20 and 30"),
}
"""What a seat's narration asks for, and what it is answered by the shipped workbook, with three players."""


def of_the_setup(ruleset: str, narration: str, action: str = "seat") -> Replay[Any, Any, Any]:
    """A setup in which the first row with an action has a narration."""
    engine = engine_of(ruleset)
    lines = [*engine.deal(("Alex", "Brooke", "Casey"), seed=1)]
    at = next(at for at, line in enumerate(lines) if line.action == action)
    lines[at] = lines[at]._replace(narration=narration)
    return Play(engine).replay_text(lines_text(lines, engine.vocabulary), "game.txt")


@pytest.mark.parametrize(("ruleset", "asked", "answer"), [(key, *pair) for key, pair in BEGINS.items()])
def test_a_row_of_the_setup_is_answered_by_what_the_game_begins_with(
    ruleset: str, asked: str, answer: str
) -> None:
    replay = of_the_setup(ruleset, f"[player] on [card]: {asked}.")
    assert replay.problems == ()
    (remark,) = replay.told().setup
    mat = replay.script.setup[0].card
    assert remark.text == f"**Alex** ({mat}). Alex on {mat}: {answer}."


@pytest.mark.parametrize("ruleset", sorted(BEGINS))
def test_a_score_of_the_beginning_is_known(ruleset: str) -> None:
    replay = of_the_setup(ruleset, "[score] and [score Brooke]")
    first = replay.start
    assert replay.problems == () and first is not None
    own, next_one, _ = replay.engine.scores(first)
    assert replay.told().setup[0].text.endswith(f"). {own} and {next_one}")


def test_a_hand_is_told_with_what_it_asks_for() -> None:
    replay = of_the_setup("symetra", "[player] has [after actual].", action="hand")
    assert replay.told().setup[0].text == "**Alex**, in hand. Alex has 30."


@pytest.mark.parametrize("ruleset", sorted(BEGINS))
@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ("[before {}]", "nothing is there before the setup"),
        ("[winner]", "nobody has won there, as the game goes on"),
        ("[after Cy {}]", "“Cy” is nobody at this table: Alex, Brooke, Casey"),
        ("[chnge {}]", f"it may ask for {ANSWERS}"),
    ],
)
def test_what_a_row_of_the_setup_cannot_be_answered_is_told(ruleset: str, asked: str, fault: str) -> None:
    tracks = {"life_meaning": "coherence", "counterspell": "health", "symetra": "actual"}
    symbol = tracks.get(ruleset, "vitals" if ruleset.startswith("meaning") else "score")
    asked = asked.format(symbol)
    if (ruleset, asked) == ("counterspell", "[after Cy health]"):
        return  # all share it, so that no name is read
    replay = of_the_setup(ruleset, asked)
    (problem,) = replay.problems
    assert problem.what == f"The narration asks for “{asked}”; {fault}."
    assert (problem.where, problem.mend) == ("game.txt:2", "Ask for something else, or write it out.")
    assert replay.told().setup[0].text.endswith(f"). {asked}")
    assert replay.valid


def test_a_row_of_the_setup_that_seats_nobody_has_no_player() -> None:
    replay = of_the_setup("life_meaning", "[after energy]", action="seed")
    (problem,) = replay.problems
    assert problem.what.endswith("“[after energy]”; the row has no player, so it has to name one.")

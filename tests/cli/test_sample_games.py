"""Games that bots play, scripts that are written from games, and scripts that are mended."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from generator import cli
from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.playing.writing import lines_of
from generator.ground.problems import Failed, Severity
from generator.players.player import Greedy
from generator.players.policy import seated
from generator.replay.engine import NAMES
from generator.replay.script import ScriptLine, line_of
from tests.shared.game_folders import copy_of
from tests.shared.made import Phase, Result, State, start
from tests.shared.scripts import (
    PUBLISHED,
    ROOT,
    Played,
    Policy,
    at_random,
    engine,
    lines_text,
    play_on,
    played,
    repair_text,
    replay_text,
    sample_text,
    score_lines,
    shipped_game,
    shipped_sample,
)

VARIANTS = (
    (),
    ("Optional Conversion", "High Instability"),
    ("Long Game", "Limited Recycle"),
    ("Competitive",),
)


def written(state: State, *, seed: int) -> tuple[ScriptLine, ...]:
    """The rows that lay this first state of a game."""
    decks = (
        (*state.prism, *state.pattern_deck),
        (*state.index[:-1], *state.initiative_deck),
        state.event_deck,
    )
    return MeaningMade(state.setting.game).dealt_lines(state.names, decks, seed=seed)


def _dealt(seed: int, players: int, variants: tuple[str, ...] = ()) -> State:
    """A game as a script with this seed and explicit decks lays it."""
    game, names = shipped_game(), NAMES[:players]
    dealt = start(game, names, seed=seed, variants=variants)
    decks = {
        "pattern": (*dealt.prism, *dealt.pattern_deck),
        "initiative": (*dealt.index[:-1], *dealt.initiative_deck),
        "event": dealt.event_deck,
    }
    return start(game, names, seed=seed, decks=decks, variants=variants)


def _round_trip(seed: int, policies: tuple[Policy, ...], variants: tuple[str, ...] = ()) -> Played:
    first = _dealt(seed, len(policies), variants)
    moves = play_on(first, policies, Random(seed))
    chosen = "".join(f"0 | setup | | variant | {name}\n" for name in variants)
    lines = (*written(first, seed=seed), *lines_of(moves), *score_lines(moves))
    replayed = replay_text(chosen + lines_text(lines), "game.txt", shipped_game())
    assert replayed.problems == ()
    assert replayed.final == moves[-1].after
    return replayed


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(2, 6), st.sampled_from(VARIANTS))
def test_random_games_written_out_replay_to_the_same_end(
    seed: int, players: int, variants: tuple[str, ...]
) -> None:
    _round_trip(seed, (at_random,) * players, variants)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_games_of_bots_replay_to_the_same_end(players: int) -> None:
    final = _round_trip(players, engine(shipped_game()).policies(players)).final
    assert final is not None and final.phase is Phase.OVER


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, two, other = (sample_text(shipped_game(), seed=seed, players=4) for seed in (5, 5, 6))
    assert one == two != other
    assert replay_text(one, "game.txt", shipped_game()).valid


@pytest.mark.slow
def test_bots_are_better_than_chance_at_saving_the_world() -> None:
    def saved(policies: tuple[Policy, ...]) -> int:
        games = (play_on(_dealt(seed, 4), policies, Random(seed)) for seed in range(12))
        return sum(moves[-1].after.result is Result.END for moves in games)

    assert saved(engine(shipped_game()).policies(4)) > saved((at_random,) * 4)


@pytest.mark.slow
def test_characters_play_by_what_they_value() -> None:
    def seats(field: str, name: str) -> float:
        rules = engine(shipped_game())
        sitting = [
            seated(rules, Greedy(who, tastes=rules.tastes[who], whim=rules.whim), seat)
            for seat, who in enumerate((name, name, "racer", "racer"))
        ]
        ends = [play_on(_dealt(seed, 4), sitting, Random(seed))[-1].after for seed in range(8)]
        return sum(
            sum(map(len, end.palettes[:2])) if field == "patterns" else sum(end.vitals[:2]) for end in ends
        )

    assert seats("patterns", "engine") > seats("patterns", "racer")
    assert seats("vitals", "social") > seats("vitals", "racer")


def test_too_many_players() -> None:
    with pytest.raises(Failed, match="2 to 6 players"):
        sample_text(shipped_game(), seed=1, players=1)


# ---------------------------------------------------------------- repair


def _mended(replayed: Played) -> tuple[Played, int, int]:
    made = repair_text(replayed, seed=1)
    assert made is not None
    text, kept, rows = made
    again = replay_text(text, "mended.txt", shipped_game())
    assert again.valid, again.problems
    words = ("is marked “(read again)”", "The narration says “")  # of another step, or of another table
    told = [problem for problem in again.problems if any(word in problem.what for word in words)]
    assert [problem for problem in again.problems if problem.severity is not Severity.NOTE] == told
    assert again.final is not None and again.final.phase is Phase.OVER
    return again, kept, rows


def test_a_sound_script_stays_as_it_is() -> None:
    mended, kept, rows = _mended(shipped_sample())
    assert (kept, rows) == (len(shipped_sample().steps), 0)
    script = shipped_sample().script
    assert list(map(line_of, mended.script.rows)) == [
        *map(line_of, script.setup),
        *map(line_of, script.steps),
    ]


def test_the_published_example_mended() -> None:
    published = replay_text(PUBLISHED.read_text(encoding="utf-8"), "example.txt", shipped_game())
    mended, kept, _ = _mended(published)
    assert kept == 0  # its first Event is not named
    wanted = {(row.player, row.action, row.card) for row in published.script.steps if row.phase == "turn"}
    got = {(row.player, row.action, row.card) for row in mended.script.steps if row.phase == "turn"}
    assert len(wanted & got) >= len(wanted) * 0.7


def _sample_with(old: str, new: str) -> Played:
    script = shipped_sample().script
    text = lines_text(line_of(row) for row in (*script.setup, *script.steps))
    old, new = old.replace(" | ", "\t").replace(" |", "\t"), new.replace(" | ", "\t").replace(" |", "\t")
    assert text.count(old) == 1
    return replay_text(text.replace(old, new), "sample.txt", shipped_game())


def test_one_broken_row_changes_as_little_as_can_be() -> None:
    broken = _sample_with("5 | turn | Alex | gather |  |  | 2E", "5 | turn | Alex | load | Forecast | 3I |")
    mended, kept, rows = _mended(broken)
    assert kept == next(at for at, step in enumerate(broken.steps) if step.row.card == "Forecast")
    before = [line_of(step.row)[:6] for step in broken.steps]
    after = [line_of(step.row)[:6] for step in mended.steps]
    assert after[:kept] == before[:kept]
    same = set(before[kept + 1 :]) & set(after[kept:])
    assert len(same) >= 0.6 * len(before[kept + 1 :])
    assert mended.steps[kept + 1].row.narration  # Brooke's next row is told as before
    assert rows == len(after) - kept


def test_rows_that_are_missing_are_played() -> None:
    mended, kept, _ = _mended(
        played("1 | turn | Alex | gather | | | 2E\n1 | turn | Brooke | gather | | | 2E")
    )
    assert kept == 1
    assert [step.row.player for step in mended.steps if step.row.phase == "turn"][:4] == [
        "Alex", "Alex", "Brooke", "Brooke",
    ]  # fmt: skip


def test_an_answer_that_is_left_open_is_given() -> None:
    _, kept, rows = _mended(played("1 | turn | Alex | touchpoint | Brooke | ask 1S"))
    assert kept == 1 and rows > 0


def test_nothing_can_be_mended_without_players() -> None:
    assert repair_text(played("1 | turn | Alex | gather | | | 2E", setup=""), seed=1) is None


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(0, 30))
def test_any_script_with_a_hole_is_mended(seed: int, hole: int) -> None:
    first = _dealt(seed, 3)
    lines = [*lines_of(play_on(first, (at_random,) * 3, Random(seed)))]
    del lines[min(hole, len(lines) - 1)]
    text = lines_text((*written(first, seed=seed), *lines))
    _mended(replay_text(text, "game.txt", shipped_game()))


# ---------------------------------------------------------------- the commands


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.chdir(ROOT)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_replay_of_the_workbook(pnp) -> None:  # type: ignore[no-untyped-def]
    assert pnp("replay") == (0, f"All {len(shipped_sample().steps)} steps hold.\n", "")
    assert pnp("replay", "card_data.xlsx")[0] == 0


def test_replay_of_a_file(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = pnp("replay", str(PUBLISHED))
    assert code == 1 and "Reciprocity needs 1 Support; Brooke has 0." in out
    code, out, _ = pnp("replay", str(PUBLISHED), "--json")
    assert code == 1 and out.lstrip()[0] in "[{"
    assert pnp("replay", str(tmp_path / "none.txt"))[0] == 1
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "no text in UTF-8" in pnp("replay", str(binary))[2]
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"#" * 5_000_000)
    assert "larger than 4 MB" in pnp("replay", str(huge))[2]


def test_sample_game_and_repair(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    new = tmp_path / "new.txt"
    code, out, err = pnp("sample-game", "--seed", "4", "--players", "3", "--out", str(new))
    assert (code, out) == (0, "") and "new.txt" in err
    assert pnp("replay", str(new))[0] == 0
    code, _, err = pnp("sample-game", "--out", str(new))
    assert code == 1 and "There is such a file already." in err  # nothing is overwritten
    code, out, _ = pnp("sample-game", "--repair", str(PUBLISHED))
    assert code == 0 and replay_text(out, "mended.txt", shipped_game()).valid
    code, _, err = pnp("sample-game", "--repair")
    assert code == 0 and "nothing had to be changed" in err
    for players in ("1", "9"):
        code, _, err = pnp("sample-game", "--players", players)
        assert code == 1 and f"{players} cannot play this game; it is for 2 to 6." in err


@pytest.mark.slow
def test_a_deck_that_somebody_wants_larger_is_played_all_the_same(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The sheet Checks asks for ninety Patterns; the mend of a deleted one is the repair, which has to go."""
    folder = copy_of(ROOT / "games" / "life_meaning", tmp_path / "game")
    book = load_workbook(folder / "card_data.xlsx")
    (row,) = (cells[0].row for cells in book["Patterns"] if cells[0].value == "Thorn Hedge")
    book["Patterns"].delete_rows(row)
    book.save(folder / "card_data.xlsx")
    game = ("--game", str(folder))
    assert "sample-game --repair --write plays" in " ".join(pnp("check", *game)[1].split())
    assert pnp("sample-game", "--repair", "--write", *game)[0] == 0
    said = " ".join(pnp("check", *game)[1].split())
    assert "There are 89 rows; 90 are wanted." in said and "does not hold" not in said


def test_a_script_needs_the_rules_of_its_game(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert pnp("new", "other", "--game", str(tmp_path))[0] == 0
    for command in ("replay", "sample-game"):
        code, _, err = pnp(command, "--game", str(tmp_path / "other"))
        said = " ".join(err.split())
        assert code == 1
        assert "pnp does not know the rules of this game: it can play no sample game of it." in said
        assert "Name rules in the key Rules of the sheet Game only if they are this game’s" in said

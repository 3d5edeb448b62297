# ruff: noqa: E501  (a changed cell stands on a line, so that the list can be read down)
"""The edition of 4 March: what its rules do otherwise, its games, and what a changed cell breaks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.games import GAMES
from generator.games.kit.table import EMPTY, put
from generator.games.meaning_made.march import RULESET
from generator.games.meaning_made.march.records import ABSENT, NUMBERS, setting
from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.records import DEFAULTS, Game, Tokens
from generator.ground.problems import Severity, has_errors
from generator.ground.project import open_project
from generator.records.notation import parse_effect
from generator.records.tables import slug
from generator.replay.play import Play
from generator.replay.worlds import Verdict
from tests.shared.game_folders import check_game
from tests.shared.made import (
    COMMUNITY,
    Action,
    Answer,
    Contribute,
    Donate,
    EndTurn,
    Gather,
    Load,
    Pass,
    Phase,
    Recycle,
    Result,
    RevealEvent,
    SetupError,
    State,
    Touchpoint,
    apply,
    legal_actions,
    start,
    to_act,
    why_illegal,
)
from tests.shared.march import (
    FOLDER,
    begun,
    changed,
    done,
    pattern,
    played,
    project,
    shipped,
    shipped_book,
    with_rules,
)

EXAMPLE = Path(__file__).parents[1] / "data" / "meaning_made_march_example.txt"
ALONE = ("Alex",)
STANDARD = "Standard – Competitive Society"


def at_turn(
    game: Game | None = None, names: tuple[str, ...] = ("Alex", "Brooke", "Casey"), **fields: Any
) -> State:
    """The first turn of a game, with other fields."""
    return replace(done(begun(game, names), RevealEvent()), **fields)


def rich(state: State, *seats: int) -> State:
    """Enough tokens for whatever there is to pay."""
    tokens = state.tokens
    for seat in seats:
        tokens = put(tokens, seat, Tokens(9, 9, 9))
    return replace(state, tokens=tokens)


def effect(text: str) -> Any:
    return parse_effect(text, shipped_book().symbols)


# ---------------------------------------------------------------- what it does otherwise


def test_a_layer_that_one_has_makes_a_pattern_cheaper_by_one_of_choice() -> None:
    card = next(at for at, one in enumerate(shipped().patterns) if one.tokens == (2, 2, 0))
    state = rich(at_turn(), 0)
    state = replace(state, prism=(card, *state.prism[1:]))
    dear = [move for move in legal_actions(state) if isinstance(move, Load) and move.pattern == card]
    assert dear == [Load(card)]
    own = put(state.icons, 0, put(state.icons[0], shipped().patterns[card].layer - 1, 3))
    cheap = replace(state, icons=own)
    ways = [move for move in legal_actions(cheap) if isinstance(move, Load) and move.pattern == card]
    assert {move.saved for move in ways} == {Tokens(1, 0, 0), Tokens(0, 1, 0)}
    after = done(cheap, Load(card, saved=Tokens(0, 1, 0)))
    paid = cheap.tokens[0].energy - 2, cheap.tokens[0].insight - 1
    bonus = Counter(
        {part.symbol: part.amount for part in shipped().patterns[card].bonus.parts if hasattr(part, "symbol")}
    )
    assert (after.tokens[0].energy - bonus["energy"], after.tokens[0].insight - bonus["insight"]) == paid
    for wrong in (Load(card), Load(card, saved=Tokens(1, 1, 0)), Load(card, saved=Tokens(0, 0, 1))):
        reason = why_illegal(cheap, wrong)
        assert reason is not None and reason.rule == "load.discount"
    free = why_illegal(state, Load(card, saved=Tokens(1, 0, 0)))
    assert (
        free is not None
        and free.sentence == f"{shipped().patterns[card].title} is cheaper by 0 tokens, not by 1."
    )


def test_gaps_of_the_gallery_wait_for_phase_b() -> None:
    state = rich(at_turn(), 0)
    after = done(state, Load(state.prism[2]))
    assert after.prism[2] == EMPTY and after.pattern_deck == state.pattern_deck
    later = replace(after, phase=Phase.EVENT, actions_left=1, meaning=9)
    filled = done(later, RevealEvent())
    assert filled.prism[2] == after.pattern_deck[0] and filled.phase is Phase.TURNS
    at_once = rich(at_turn(with_rules(refill_at_once=1)), 0)
    assert done(at_once, Load(at_once.prism[2])).prism[2] == at_once.pattern_deck[0]


def test_a_project_takes_one_contribution_of_a_player_a_round() -> None:
    state = rich(
        at_turn(
            index=(
                project("Fire Brigade"),
                project("Lookout"),
                project("Tea Kitchen"),
                project("Stewardship"),
            )
        ),
        0,
        1,
    )
    after = done(state, Contribute(project("Fire Brigade"), Tokens(1)))
    reason = why_illegal(after, Contribute(project("Fire Brigade"), Tokens(1)))
    assert reason is not None
    assert reason.sentence == "Alex may contribute to Fire Brigade 1 time a round and has done so."
    assert why_illegal(after, Contribute(project("Lookout"), Tokens(1))) is None
    assert Contribute(project("Fire Brigade"), Tokens(1)) not in legal_actions(after)
    another = replace(after, player=1, actions_left=2)
    assert why_illegal(another, Contribute(project("Fire Brigade"), Tokens(1))) is None
    next_round = replace(after, gave=((),) * 4)
    assert why_illegal(next_round, Contribute(project("Fire Brigade"), Tokens(1))) is None


@pytest.mark.parametrize(
    ("meaning", "variants", "opens"),
    [
        (7, (), False),
        (8, (), True),
        (7, ("Easy start",), True),
        (8, ("Hard start",), False),
        (9, ("Hard start",), True),
        (12, ("A long road",), False),
    ],
)
def test_stewardship_opens_at_a_meaning(meaning: int, variants: tuple[str, ...], opens: bool) -> None:
    state = replace(rich(done(begun(None, variants=variants), RevealEvent()), 0), meaning=meaning)
    move = Contribute(project("Stewardship"), Tokens(1))
    reason = why_illegal(state, move)
    assert (reason is None) is opens is (move in legal_actions(state))
    if reason is not None and not variants:
        said = "Stewardship takes contributions only while Meaning is 8 or more; it is 7."
        assert (reason.rule, reason.sentence) == ("contribute.gate", said)


def test_meaning_0_ends_the_game_before_anybody_acts() -> None:
    state = replace(begun(), meaning=1)
    after, _ = apply(state, RevealEvent())
    assert (after.phase, after.result, after.pending) == (Phase.OVER, Result.COLLAPSE, ())
    assert legal_actions(after) == ()
    slow, _ = apply(replace(begun(with_rules(collapse_at_once=0)), meaning=1), RevealEvent())
    assert slow.phase is Phase.TURNS and slow.meaning == 0


def test_touchpoints_have_no_limit_and_there_is_no_recycle() -> None:
    state = rich(at_turn(actions_left=9), 0, 1)
    for _ in range(3):
        state = done(state, Touchpoint(1, 0, True), Answer(True))
    assert state.touchpoints[0] == 3 and state.vitals[:2] == (8, 8)
    assert not any(isinstance(move, Recycle) for move in legal_actions(state))
    reason = why_illegal(state, Recycle(True))
    assert reason is not None and reason.sentence == "There is no action Recycle in this game."


def test_a_player_may_take_fewer_actions() -> None:
    state = at_turn()
    assert Pass() in legal_actions(state) and Gather(1, 1) in legal_actions(state)
    assert done(state, Pass(), Pass(), EndTurn()).player == 1
    assert why_illegal(at_turn(with_rules(must_act=1)), Pass()) is not None


@pytest.mark.parametrize(("bonus_for", "gained"), [(0, (1, 1, 1)), (1, (0, 1, 0)), (2, (1, 1, 0))])
def test_whom_a_reward_without_a_name_strikes(bonus_for: int, gained: tuple[int, ...]) -> None:
    at = project("Fire Brigade")
    cards = put(shipped().initiatives, at, replace(shipped().initiatives[at], bonus=effect("+1V")))
    game = replace(with_rules(bonus_for=bonus_for), initiatives=cards)
    state = rich(at_turn(game, index=(at, *begun().index[1:])), 0, 1)
    state = done(state, Contribute(at, Tokens(1)))
    after = done(replace(state, player=1, actions_left=2), Contribute(at, Tokens(3, 0, 1)))
    assert tuple(vitals - 5 for vitals in after.vitals) == gained and after.legacy == (6, 3, 0)


def test_a_reward_can_name_contributors_and_refresh_the_gallery() -> None:
    at = project("Lookout")  # refresh the gallery; contributors +1I
    state = rich(at_turn(index=(at, *begun().index[1:])), 0)
    after = done(state, Contribute(at, Tokens(1, 3)))
    assert set(after.pattern_discard) == set(state.prism) and not set(after.prism) & set(state.prism)
    assert after.tokens[0].insight == 9 - 3 + 1 and after.tokens[1] == state.tokens[1]


def test_outputs_may_come_every_round() -> None:
    game = with_rules(bonus_each_round=1)
    card = pattern("Shoreline")
    state = rich(at_turn(game), 0)
    after = done(replace(state, prism=(card, *state.prism[1:])), Load(card))
    assert after.tokens[0] == (9, 8, 9)
    assert done(replace(after, phase=Phase.EVENT, actions_left=1, meaning=9), RevealEvent()).tokens[0] == (
        12,
        8,
        9,
    )


def test_few_players_have_fewer_events() -> None:
    sizes = {
        players: len(start(shipped(), tuple("ABCDEF"[:players]), seed=1).event_deck) for players in (2, 3, 6)
    }
    assert sizes == {2: 22, 3: 30, 6: 30}


# ---------------------------------------------------------------- alone


def window(variants: tuple[str, ...], **fields: Any) -> State:
    """The Stability Window of somebody alone who has Support."""
    state = done(begun(None, ALONE, variants=variants), RevealEvent())
    options: dict[str, Any] = {"phase": Phase.WINDOW, "meaning": 6, "tokens": (Tokens(0, 0, 1),), **fields}
    return replace(state, **options)


def community(state: State) -> list[int]:
    """How many spaces the Community has, by slot."""
    return [order.count(COMMUNITY) for order in state.orders]


@pytest.mark.parametrize(
    ("variant", "given", "kept"),
    [("Easy – Cooperative Society", 9, 6), (STANDARD, 8, 5), ("Hard – Accelerating Drift", 8, 4)],
)
def test_a_donation_alone_is_worth_more_and_none_costs(variant: str, given: int, kept: int) -> None:
    state = window((variant,))
    assert (done(state, Donate(1)).meaning, done(state, Donate(0)).meaning) == (given, kept)


def test_a_world_that_falls_for_want_of_a_donation_has_no_community_any_more() -> None:
    after = done(window((STANDARD,), meaning=1), Donate(0))
    assert (after.result, sum(community(after))) == (Result.COLLAPSE, 0)


@pytest.mark.parametrize(("number", "spaces"), [(1, 0), (2, 1), (3, 0), (4, 1)])
def test_an_easy_community_acts_every_other_round(number: int, spaces: int) -> None:
    after = done(window(("Easy – Cooperative Society",), round=number), Donate(0))
    assert sum(community(after)) == spaces


@pytest.mark.parametrize(("meaning", "spaces"), [(7, 2), (8, 1)])
def test_a_hard_community_takes_two_in_a_low_world(meaning: int, spaces: int) -> None:
    after = done(window(("Hard – Accelerating Drift",), meaning=meaning), Donate(0))
    assert sum(community(after)) == spaces


@pytest.mark.parametrize(
    ("meaning", "spaces"), [(0, 3), (2, 3), (3, 2), (5, 2), (6, 1), (8, 1), (9, 0), (12, 0)]
)
def test_its_pace_can_follow_meaning(meaning: int, spaces: int) -> None:
    game = replace(
        shipped(),
        rules=replace(shipped().rules, no_donation_loss=0, collapse=0, community=1, community_scaling=1),
    )
    state = replace(
        done(begun(game, ALONE), RevealEvent()),
        phase=Phase.WINDOW,
        meaning=meaning,
        tokens=(Tokens(0, 0, 1),),
    )
    assert sum(community(done(state, Donate(0)))) == spaces


def test_it_goes_from_the_left_takes_several_spaces_and_leaves_the_last() -> None:
    state = window(
        (STANDARD,),
        index=(project("Open Window"), project("Tea Kitchen"), project("Lookout"), project("Stewardship")),
    )
    state = replace(state, orders=((COMMUNITY, COMMUNITY), (COMMUNITY,), (), ()))
    assert community(done(state, Donate(0))) == [2, 2, 0, 0]  # the third of three spaces is the player's
    mine = replace(state, orders=((COMMUNITY, 0), (COMMUNITY,), (), ()))
    assert community(done(mine, Donate(0))) == [2, 1, 0, 0]
    right = replace(
        shipped(), rules=replace(shipped().rules, community=1, community_side=1, community_many=0)
    )
    other = replace(done(begun(right, ALONE), RevealEvent()), phase=Phase.WINDOW, tokens=(Tokens(0, 0, 1),))
    assert community(done(replace(other, orders=((), (), (COMMUNITY,), ())), Donate(0))) == [0, 1, 1, 0]


# ---------------------------------------------------------------- every number


def trace(game: Game, names: tuple[str, ...], variants: tuple[str, ...], seed: int) -> list[tuple[Any, ...]]:
    """What lies on the table after each of some moves, chosen by chance but the same way every time."""
    rng = Random(seed)
    state = start(game, names, seed=seed, variants=variants)
    passed = []
    for _ in range(260):
        legal = legal_actions(state)
        if not legal:
            break
        seat = to_act(state)
        wise: list[Action] = [move for move in legal if isinstance(move, Load | Contribute | Donate)] or [
            *legal
        ]
        state, _ = apply(state, rng.choice(wise if rng.random() < 0.8 else [*legal]))
        passed.append(
            (
                seat,
                len(legal),
                state.meaning,
                state.tokens,
                state.vitals,
                state.legacy,
                state.prism,
                state.orders,
                state.phase,
            )
        )
    return passed


ELSEWHERE = {
    "players_min",
    "players_max",
    "pattern_layers",
    "fragile",
    "community_low_meaning",
    "community_places_low",
    "bonus_for",
}
"""Numbers that no game of these shows; the tests below look at them."""
WELL = {"start_energy": 10, "start_insight": 9, "start_support": 8, "start_meaning": 10}
"""Enough of everything that Stewardship, discounts and the ends of the tracks are met."""


def games_played(key: str, number: int, well: bool, table: int) -> list[list[tuple[Any, ...]]]:
    """Some games under another number of the sheet Rules."""
    facts = {name: value for name, value in shipped_book().facts("Rules").items() if isinstance(value, int)}
    facts.update(WELL if well and key not in WELL else {})
    name, value = setting(key, number, facts)
    numbers = dict(
        setting(other, facts[other], facts) for other in NUMBERS if other not in ("layer_rule", "bonus_when")
    )
    game = with_rules(**{**numbers, name: value})
    names, variants = TABLES[table]
    try:
        return [trace(game, names, variants, seed) for seed in range(4)]
    except SetupError:
        return []


TABLES = (
    (("Alex", "Brooke", "Casey"), ()),
    (ALONE, (STANDARD,)),
    (ALONE, ("Easy – Cooperative Society", "Community scaling")),
)


@pytest.mark.quick(10)
@pytest.mark.parametrize("key", [key for key in NUMBERS if key not in ELSEWHERE])
def test_every_number_counts(key: str) -> None:
    """A number that is changed by one changes some game of a few, upwards or downwards."""
    now = int(shipped_book().facts("Rules")[key])
    others = [number for number in (now + 1, now - 1) if number >= -1]
    looks = [(well, table) for well in (False, True) for table in range(len(TABLES))]
    assert any(
        games_played(key, number, *look) != games_played(key, now, *look)
        for look in looks
        for number in others
    )


def test_the_other_numbers_count_too() -> None:
    assert [layer.name for layer in shipped().pattern_layers][-1] == "Reinforcement"
    weak = replace(at_turn(with_rules(fragile=1)), phase=Phase.WINDOW, vitals=(0, 5, 5))
    assert (
        len(legal_actions(weak)) == 1
        and len(legal_actions(replace(at_turn(), phase=Phase.WINDOW, vitals=(0, 5, 5)))) == 2
    )
    for low, places, spaces in ((6, 2, 2), (6, 3, 3), (5, 3, 1)):
        game = with_rules(community=1, community_low_meaning=low, community_places_low=places)
        state = replace(
            done(begun(game, ALONE), RevealEvent()), phase=Phase.WINDOW, meaning=6, tokens=(Tokens(0, 0, 1),)
        )
        assert sum(community(done(state, Donate(0)))) == spaces


def test_each_rule_that_a_row_turns_on_is_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "rulebook.md").read_text("utf-8")
    rows = [line.split(" | ") for line in manual.splitlines()]
    said = {slug(cells[0].strip("| ")): cells[1] for cells in rows if len(cells) == 3}
    stated = {key: str(value) for key, value in DEFAULTS.items() if key != "pattern_layers"}
    assert stated.items() <= said.items()


def test_every_row_of_the_sheet_rules_is_read() -> None:
    rows = {slug(str(row.key)) for row in shipped_book()["Rules"]}
    assert rows == set(NUMBERS) and not rows & set(ABSENT)


# ---------------------------------------------------------------- games


def test_the_shipped_game_holds_and_is_told_whole() -> None:
    replay = played(shipped_book())
    assert replay.problems == () and len(replay.steps) == 34
    told = replay.told()
    assert told.valid and told.ending is not None and "the world is **Flourishing**" in told.ending.text
    assert [row[3] for row in told.ending.rows[1:]] == ["**26**", "**25**", "**24**", "**16**"]


def test_the_folder_is_checked_by_its_rules() -> None:
    book = shipped_book()
    checked = check_game(open_project(FOLDER), book, ())
    assert checked.module is GAMES["meaning_made_march"]() is RULESET
    assert not has_errors(checked.problems) and RULESET.players(book) == range(2, 7)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_new_games_hold(players: int, seed: int) -> None:
    play = Play(MeaningMade(shipped()))
    problems = play.replay_text(play.sample_text(seed=seed, players=players), "game.txt").problems
    assert [problem.what for problem in problems if "stops in round" not in problem.what] == []


@pytest.mark.slow
def test_random_games_keep_every_card_and_come_to_both_ends() -> None:
    ends: Counter[Result | None] = Counter()
    for seed in range(10_000):
        rng = Random(seed)
        names = tuple("ABCDEF"[: 2 + seed % 5])
        game = (
            shipped()
            if seed % 2
            else with_rules(start_energy=20, start_insight=20, start_support=9, start_meaning=11)
        )
        state = start(game, names, seed=seed)
        while legal_actions(state) and state.round < 12:
            legal = legal_actions(state)
            gifts = [move for move in legal if isinstance(move, Contribute)]
            state, _ = apply(state, rng.choice(gifts or [*legal]))
        ends[state.result] += 1
        cards = [
            *state.pattern_deck,
            *state.pattern_discard,
            *state.prism,
            *(card for own in state.palettes for card in own),
        ]
        assert sorted(card for card in cards if card != EMPTY) == list(range(60))
        projects = [*state.initiative_deck, *state.index, *state.completed]
        assert sorted(card for card in projects if card != EMPTY) == list(range(24))
        if state.result is Result.COLLAPSE:
            assert state.meaning == 0
    assert ends[Result.END] >= 100 and ends[Result.COLLAPSE] >= 100, ends


# ---------------------------------------------------------------- the published example

BROKEN = (
    # The world starts at 5, as if at 7.
    (13, "reveal Burst Pipe: The row states Meaning 5; Meaning is 3."),
    (18, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (20, "Drew donate is not legal: Drew donates 1 Support and has 0."),
    (22, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (24, "Casey contribute Food Network is not legal: Casey contributes 3 Energy and has 1."),
    (25, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (26, "Brooke donate is not legal: Brooke donates 1 Support and has 0."),
    (28, "Casey contribute Learning Archive is not legal: Casey contributes 2 Energy and has 0."),
    (29, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (30, "Brooke donate is not legal: Brooke donates 1 Support and has 0."),
    (31, "Drew donate is not legal: Drew donates 1 Support and has 0."),
    # told at 7, and paid at 8 or more only
    (
        33,
        "Casey contribute Stewardship is not legal: Stewardship takes contributions only while Meaning is 8 or more; it is 7.",
    ),
    # the game ended by it, and they donate all the same
    (34, "Alex donate is not legal: The game is over."),
    (35, "Brooke donate is not legal: The game is over."),
)
"""By hand: each has one Support, and gives it in the first round that tells a donation of theirs. No action is
told but four completions, so that nobody can have more than at the beginning."""
DEPENDING = (15, 16, 17, 21, 23, 27, 32)


def test_the_published_example_is_refused_round_by_round() -> None:
    replay = Play(MeaningMade(shipped())).replay_text(EXAMPLE.read_text("utf-8"), "game.txt")
    broken = [step.row.line for step in replay.steps if step.verdict is Verdict.BROKEN]
    assert broken == [line for line, _ in BROKEN]
    said = {
        int(problem.where.rpartition(":")[2]): problem
        for problem in replay.problems
        if "left in round" not in problem.what
    }
    for line, what in BROKEN:
        assert what in said[line].what and said[line].severity is Severity.ERROR
    warned = [line for line, problem in said.items() if problem.severity is Severity.WARNING]
    assert tuple(line for line in warned if line < 36) == DEPENDING
    told = sum(6 for _ in range(4)) + 3 * 4 + 1 * 8  # the most that four Projects can bring four players
    assert told < 18 + 12 + 21 + 8, "the Legacy that is told of them"


# ---------------------------------------------------------------- one changed cell

CHANGES = (
    ("Rules", "Start Energy", "Value", 2, "Alex obtain Refrain is not legal"),
    ("Rules", "Start Insight", "Value", 1, "Alex obtain Refrain is not legal"),
    ("Rules", "Start Support", "Value", 0, "Brooke obtain Thank-You is not legal"),
    ("Rules", "Start Meaning", "Value", 4, "reveal Empty Shelf: The row states Meaning 4; Meaning is 3."),
    ("Rules", "Start Vitals", "Value", 6, "The script ends with 24 for Alex; by the rules it is 25."),
    ("Rules", "Actions Per Turn", "Value", 3, "Alex has 1 action left in round 1"),
    ("Rules", "Acquire Tokens", "Value", 1, "Alex acquire is not legal: Acquire takes 1 token"),
    ("Rules", "Layer Discount", "Value", 0, "Brooke obtain Fresh Tracks is not legal"),
    ("Rules", "Layer Rule", "Value", 0, "Brooke obtain Fresh Tracks is not legal"),
    ("Rules", "Touchpoint Vitals", "Value", 2, "Drew touchpoint Alex: The row states Drew +1V"),
    ("Rules", "Touchpoints Per Round", "Value", 0, "Drew touchpoint Alex is not legal"),
    ("Rules", "Legacy First", "Value", 5, "Alex contribute Open Window: The row states Alex +6L"),
    ("Rules", "Legacy Second", "Value", 2, "Brooke contribute First Aid Post: The row states Brooke +3L"),
    ("Rules", "End Meaning Least", "Value", 11, "Brooke contribute Stewardship is not legal: Stewardship takes contributions only while Meaning is 11 or more; it is 10."),
    ("Rules", "End Round Least", "Value", 5, "Brooke contribute Stewardship is not legal: Stewardship takes contributions from round 5 on; this is round 4."),
    ("Rules", "Donation Meaning", "Value", 2, "Drew donate: The row states Meaning 11; Meaning is 12."),
    ("Rules", "Gallery Size", "Value", 4, "Alex obtain Hunch is not legal"),
    ("Patterns", "Refrain", "Cost", "2E 2I", "Alex obtain Refrain is not legal"),
    ("Patterns", "Refrain", "Output", "+1S", "Alex obtain Refrain: The row states +3S"),
    ("Patterns", "Thank-You", "Title", "Receipt", "“Thank-You” is no Pattern of this game."),
    ("Patterns", "Hedge", "Layer", 3, "Alex obtain Hedge is not legal"),
    ("Projects", "Open Window", "Reward", "contributors +1S", "Alex obtain Refrain is not legal"),
    ("Projects", "Open Window", "Requirement", "3E 1I", "Alex contribute Open Window"),
    ("Projects", "Language Nest", "Meaning", 1, "Casey contribute Language Nest: The row states Meaning 8; Meaning is 7."),
    ("Projects", "First Aid Post", "Spaces", 1, "Brooke contribute First Aid Post is not legal"),
    ("Events", "Sick Herd", "Effect", "-3M", "reveal Sick Herd: The row states Meaning 9; Meaning is 8."),
)  # fmt: skip
HOLDING = (
    ("Rules", "Conversion Energy", "Value", 3),  # nobody converts
    ("Rules", "Legacy Max", "Value", 20),  # nobody comes beyond 18
    ("Patterns", "Flock", "Cost", "3E"),  # it lies in the Gallery at the end, and nobody obtains it
    ("Events", "Great Flood", "Effect", "-5M"),  # it stays in the deck
)


@pytest.mark.quick(10)
@pytest.mark.parametrize(("sheet", "row", "column", "value", "first"), CHANGES)
def test_a_changed_cell_is_refused_at_the_first_step_that_it_breaks(
    sheet: str, row: str, column: str, value: Any, first: str
) -> None:
    book, _ = changed(sheet, row, column, value)
    errors = [problem.what for problem in played(book).problems if problem.severity is Severity.ERROR]
    assert errors and first in errors[0], errors[:3]


@pytest.mark.parametrize(("sheet", "row", "column", "value"), HOLDING)
def test_a_changed_cell_that_no_step_touches_breaks_nothing(
    sheet: str, row: str, column: str, value: Any
) -> None:
    assert played(changed(sheet, row, column, value)[0]).problems == ()


WRONG = (
    ("Rules", "Layer Rule", "Value", 2, "“Layer Rule” is 2; it is at most 1."),
    (
        "Rules",
        "Gallery Size",
        "Value",
        99,
        "“Gallery Size” is 99, and the sheet Patterns has only 60 cards for it.",
    ),
    ("Rules", "Start Meaning", "Value", 13, "“Start Meaning” is 13, but “Meaning Max” only 12."),
    ("Rules", "Must Act", "Key", "Must Akt", "The rule “Must Act” is missing."),
    ("Variants", "Standard – Competitive Society", "Value", 7, "“Community” cannot be 7."),
    (
        "Patterns",
        "Hedge",
        "Cost",
        "1E 1V",
        "Hedge asks for Vitals, which nobody can pay: it is no kind of token.",
    ),
    (
        "Patterns",
        "Hedge",
        "Output",
        "contributors +1E",
        "Hedge changes Energy of “contributors”, whom the rules do not know here.",
    ),
    ("Events", "Late Frost", "Effect", "refresh the gallery; -1M", None),
    ("Projects", "Stewardship", "Stewardship", "no", "No Project ends the game."),
    ("Projects", "Tea Kitchen", "Stewardship", "yes", "ends the game, and so does"),
)


@pytest.mark.parametrize(("sheet", "row", "column", "value", "what"), WRONG)
def test_what_cannot_be_played_is_said_with_its_cell(
    sheet: str, row: str, column: str, value: Any, what: str | None
) -> None:
    book, problems = changed(sheet, row, column, value)
    said = [problem.what for problem in (*problems, *RULESET.check(book))]
    assert (said == []) if what is None else any(what in one for one in said), said

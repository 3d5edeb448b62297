# ruff: noqa: E501  (a changed cell stands on a line, so that the list can be read down)
"""Counterspell: what its rules do by positions, its rulings, its games, and what a changed cell breaks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.deck_of_signs.counterspell import RULESET
from generator.games.deck_of_signs.counterspell import facts as say
from generator.games.deck_of_signs.counterspell.moves import (
    Done,
    Grow,
    Lay,
    Resolve,
    Weave,
    apply,
    legal_moves,
    why_illegal,
)
from generator.games.deck_of_signs.counterspell.play import Counterspell
from generator.games.deck_of_signs.counterspell.records import LEVELS, Case, Numbers
from generator.games.deck_of_signs.counterspell.runs import lengthened
from generator.games.deck_of_signs.counterspell.state import Phase, State, actors
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.table import EMPTY
from generator.ground.problems import Failed, Severity, has_errors
from generator.ground.project import open_project
from generator.records.worksheets import RULES
from generator.replay.errors import IllegalMove
from generator.replay.moves import NOBODY
from generator.replay.play import Play
from generator.replay.repair import play_on
from tests.shared.changed_cells import shipped_workbook
from tests.shared.counterspell import (
    FOLDER,
    SHEET,
    at_spaces,
    begun,
    bots_play,
    by_chance,
    card,
    cards,
    changed,
    deck,
    engine,
    played,
    resolving,
    rules_of,
    with_numbers,
)
from tests.shared.game_folders import check_game

# On the circle of these positions the Wheel lies on I; the Eye on IV and the Knot on V oppose it.
CHAOS = ("Cup 5", "Hand 3", "Thorn 8")
"""Chaos at the Wheel, 16 in all; none of them matches."""


def resolved(
    chaos: tuple[str, ...], run: tuple[str, ...], **fields: Any
) -> tuple[tuple[str, ...], int, int, bool]:
    """The cases of space I, the Health and the cards of the deck that have gone, whether it is cleared."""
    before = resolving(at_spaces({0: chaos}, {0: run}), **fields)
    after, facts = by_chance(before)
    cases = next((fact.cases for fact in facts if isinstance(fact, say.Resolved)), ())
    gone = len(before.card_deck) - len(after.card_deck)
    return cases, before.health - after.health, gone, after.circle[0] == EMPTY


# ---------------------------------------------------------------- the nine cases


@pytest.mark.parametrize(
    ("run", "came"),
    [
        (("Hand 7", "Ladder 8", "Feather 9"), (("complete",), 0, 0, True)),
        (("Hand 5", "Eye 6", "Feather 7"), (("complete", "opposing"), 1, 0, True)),
        (("Feather 9", "Hand 10", "Ladder 11"), (("complete",), 0, 0, True)),
        (("Hand 8", "Ladder 9", "Feather 10", "Cup 11"), (("complete", "double"), 2, 0, True)),
        (("Eye 8", "Knot 9", "Eye 10", "Knot 11"), (("complete", "double"), 2, 0, True)),
        (("Eye 7", "Eye 8", "Eye 9"), (("complete", "opposing", "flush"), 2, 0, True)),
        (("Eye 8", "Eye 9", "Eye 10", "Eye 11"), (("complete", "double", "flush"), 3, 0, True)),
        (("Eye 4", "Eye 5", "Eye 6"), ((), 0, 0, False)),
        (("Eye 10", "Eye 11"), (("unanswered",), 0, 3, False)),
        ((), (("unanswered",), 0, 3, False)),
        (("Hand 11", "Hand 1", "Hand 2"), ((), 0, 0, False)),
        (("Hand 11", "Eye 1", "Hand 2"), (("cardinal",), 1, 0, True)),
        (("Eye 11", "Eye 1", "Knot 2"), (("cardinal",), 1, 0, True)),
        (("Eye 11", "Eye 1", "Eye 2"), (("cardinal flush",), 3, 0, True)),
    ],
)  # fmt: skip
def test_what_comes_of_a_run(run: tuple[str, ...], came: tuple[Any, ...]) -> None:
    assert resolved(CHAOS, run) == came


@pytest.mark.parametrize(
    ("run", "came"),
    [
        (("Eye 9", "Eye 10", "Eye 8", "Eye 11"), (("chaos cardinal",), 0, 6, False)),
        ((), (("chaos cardinal",), 0, 6, False)),
        (("Hand 11", "Hand 1", "Hand 2"), (("both cardinal",), 3, 6, True)),
        (("Eye 11", "Eye 1", "Eye 2"), (("both cardinal",), 3, 6, True)),
    ],
)
def test_a_cardinal_chain_of_chaos_wins_unless_both_have_one(
    run: tuple[str, ...], came: tuple[Any, ...]
) -> None:
    """Chaos’ Cardinal Chain costs double, and the space stays."""
    assert resolved(("Cup 11", "Anvil 2", "Thorn 1"), run) == came


def test_a_match_costs_when_the_hidden_card_is_turned_and_never_again() -> None:
    before = resolving(at_spaces({0: ("Cup 5", "Wheel 3", "Thorn 8")}, {}))
    after, facts = by_chance(before)
    assert [fact for fact in facts if isinstance(fact, say.Matched)] == [say.Matched(0, card("Wheel 3"))]
    assert len(before.card_deck) - len(after.card_deck) == 3 + 3
    again = resolving(after)
    assert len(again.card_deck) - len(by_chance(again)[0].card_deck) == 3


def test_a_hidden_card_costs_nothing_against_a_cardinal_chain_that_opposes() -> None:
    chaos = ("Cup 5", "Wheel 3", "Thorn 8")
    assert resolved(chaos, ("Hand 11", "Eye 1", "Hand 2"))[2] == 0
    assert resolved(chaos, ("Hand 11", "Hand 1", "Hand 2"))[2] == 3


def test_open_chaos_cards_that_match_cost_at_the_setup_and_as_they_are_dealt() -> None:
    state = begun()
    signs = [*state.circle]
    matches = sum(deck().sign(card) == signs[space] for space, (card,) in enumerate(state.chaos))
    assert len(state.card_deck) == 121 - 15 - 7 - 3 * matches
    bare = replace(
        at_spaces({}, {}),
        phase=Phase.CHAOS,
        card_deck=cards("Wheel 1", "Cup 2", *(f"Hand {n}" for n in range(1, 10))),
    )
    after, facts = by_chance(bare)
    assert len(after.card_deck) == 11 - 7 - 3 and say.Spent(3, 3) in facts


# ---------------------------------------------------------------- rulings


def test_only_spaces_with_three_cards_of_chaos_are_resolved() -> None:
    state = at_spaces({0: CHAOS, 1: ("Cup 6", "Cup 7")}, {1: ("Eye 7", "Eye 8", "Eye 9")})
    assert resolving(state).due == (0,)


def test_a_run_that_is_too_low_stays_and_chaos_is_dealt_no_fourth_card() -> None:
    """A complete run below Chaos’ total costs nothing; the space is resolved again in the next round."""
    after, facts = by_chance(resolving(at_spaces({0: CHAOS}, {0: ("Eye 4", "Eye 5", "Eye 6")})))
    assert after.runs[0] == cards("Eye 4", "Eye 5", "Eye 6") and after.phase is Phase.CHAOS
    grown, _ = by_chance(after)
    assert grown.chaos_count(0) == 3 and [grown.chaos_count(space) for space in range(1, 7)] == [1] * 6
    assert not any(isinstance(fact, say.Spent) for fact in facts)


def test_health_goes_before_cards() -> None:
    """Both have a Cardinal Chain, and the deck is empty: the last Health decides."""
    state = at_spaces({0: ("Cup 11", "Anvil 2", "Thorn 1")}, {0: ("Hand 11", "Hand 1", "Hand 2")}, health=3)
    after, facts = by_chance(resolving(state, deck_size=0, last=True))
    assert after.phase is Phase.OVER and after.health == 0 and facts[-1] == say.Ended(won=True)
    hurt, facts = by_chance(resolving(replace(state, health=4), deck_size=5))
    assert hurt.phase is Phase.OVER and hurt.health == 1 and facts[-1] == say.Ended(won=False)


def test_a_hidden_card_that_the_deck_cannot_pay_loses_before_the_run_counts() -> None:
    state = at_spaces({0: ("Cup 5", "Wheel 3", "Thorn 8")}, {0: ("Eye 8", "Eye 9", "Eye 10")}, health=1)
    after, _ = by_chance(resolving(state, deck_size=2))
    assert after.phase is Phase.OVER and after.health == 1 and after.card_deck == ()


def test_the_players_lose_when_the_deck_has_to_pay_and_cannot() -> None:
    state = at_spaces({0: CHAOS}, {})
    paid, _ = by_chance(resolving(state, deck_size=3))
    assert paid.phase is Phase.CHAOS and paid.card_deck == ()
    short, facts = by_chance(resolving(state, deck_size=2))
    assert short.phase is Phase.OVER and facts[-2:] == (say.Spent(3, 2), say.Ended(won=False))


def test_whoever_fills_a_hand_takes_what_there_is() -> None:
    state = replace(at_spaces({}, {}), card_deck=cards("Hand 1", "Hand 2"), card_discard=cards("Hand 3"))
    after, _ = apply(state, 0, Done())
    assert after.hands[0] == cards("Hand 1", "Hand 2") and after.card_deck == ()
    after, _ = apply(after, 1, Done())
    assert after.hands[1] == () and after.card_discard == cards("Hand 3")  # never shuffled anew


def test_a_short_deck_goes_to_the_barest_spaces_by_chance() -> None:
    table = at_spaces(dict.fromkeys((), ("Cup 5", "Cup 6")) | {0: ("Cup 5",), 1: ("Cup 6",)}, {})
    state = replace(table, phase=Phase.CHAOS, card_deck=cards(*(f"Hand {n}" for n in range(1, 7))))
    rows = {by_chance(replace(state, seed=seed))[0].covered for seed in range(12)}
    assert rows == {(0,), (1,)}  # five bare spaces first, then one of two that are alike
    reason = why_illegal(state, NOBODY, Grow((0, 1, 2, 3, 4, 5)))
    assert reason is not None and reason.rule == "chaos.even"
    after, _ = by_chance(state)
    assert after.last and after.card_deck == ()
    empty, _ = by_chance(replace(state, card_deck=()))
    assert empty.last and empty.round == state.round + 1


def test_first_player_goes_on_to_the_left() -> None:
    state = at_spaces({}, {})
    assert [replace(state, round=number).order for number in (1, 2, 3, 4)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 1, 2),
    ]


def test_a_round_that_changes_nothing_is_lost() -> None:
    """Seven runs are too low, nobody lays a card: the next round would be the same."""
    low = ("Eye 1", "Eye 2", "Eye 3")
    chaos = dict.fromkeys(range(7), ("Cup 9", "Hand 9", "Thorn 8"))
    state = at_spaces(chaos, dict.fromkeys(range(7), low), card_deck=cards("Hand 1", "Hand 2"))
    hands = cards(*(f"Ladder {n}" for n in range(5, 10)))
    open_cards = tuple(cards(*titles) for titles in chaos.values())
    shown: dict[str, Any] = {"chaos": open_cards, "covered": (), "face_down": ()}
    waiting = replace(state, phase=Phase.WEAVE, turn=0, hands=(hands,) * 3, **shown)
    after = waiting
    for seat in (0, 1, 2):
        after, _ = apply(after, seat, Done())
    while after.phase is not Phase.OVER and after.round == waiting.round:
        after, facts = by_chance(after)
    assert facts[-1] == say.Ended(won=False) and after.card_deck == waiting.card_deck
    laid, _ = apply(replace(waiting, runs=((), *waiting.runs[1:])), 0, Weave(hands[0], 0))
    assert not laid.idle


def test_at_a_long_table_the_deck_pays_for_three() -> None:
    long = with_numbers(reckoned=3)
    for level, health in zip(LEVELS, (12, 15, 18), strict=True):
        assert begun(long, players=5, level=level).health == health
    paid = resolving(at_spaces({0: CHAOS}, {}))
    four = replace(paid, names=(*paid.names, "Ada"), hands=(*paid.hands, ()), setting=long.setting)
    assert len(four.card_deck) - len(by_chance(four)[0].card_deck) == 3


# ---------------------------------------------------------------- the last resolution


def test_the_order_of_the_last_resolution() -> None:
    state = at_spaces(
        {
            0: ("Cup 5",),
            1: ("Cup 6", "Cup 7"),
            2: ("Hand 1", "Hand 2"),
            3: ("Hand 3", "Hand 4", "Hand 5"),
            5: ("Cup 9",),
        },
        {
            0: ("Key 1",),
            1: ("Key 3",),
            2: ("Key 5", "Key 6"),
            4: ("Key 8", "Key 9", "Key 10"),
            6: ("Anvil 1",),
        },
    )
    # Chaos’ set on IV, the players’ on V, pairs on III, a card against a pair on II, one against one on I,
    # Chaos alone on VI, where nothing happens, and the players alone on VII
    assert resolving(state, last=True).due == (3, 4, 2, 1, 0, 6)


@pytest.mark.parametrize(
    ("chaos", "run", "came"),
    [
        (("Cup 5", "Hand 3"), ("Eye 9", "Key 10"), (("complete", "double"), 2, 0, True)),
        (("Cup 8", "Hand 9"), ("Eye 9", "Key 10"), (("complete", "opposing"), 1, 0, True)),
        (("Cup 8", "Hand 9"), ("Key 9", "Key 10"), (("complete",), 0, 0, True)),
        (("Cup 8", "Hand 9"), ("Eye 2", "Key 3"), ((), 0, 0, False)),
        (("Cup 5", "Hand 3"), ("Eye 9",), (("complete", "opposing", "flush"), 2, 0, True)),
        (("Cup 9",), ("Key 9",), (("complete",), 0, 0, True)),
        (("Cup 9",), ("Eye 8",), ((), 0, 0, False)),
        ((), ("Eye 8",), (("opposing",), 1, 0, False)),
        ((), ("Eye 8", "Eye 9"), (("opposing",), 1, 0, False)),
        ((), ("Key 8", "Key 9"), ((), 0, 0, False)),
        ((), ("Key 8", "Key 9", "Key 10"), (("complete",), 0, 0, True)),
    ],
)
def test_what_pairs_and_single_cards_do_in_the_last_resolution(
    chaos: tuple[str, ...], run: tuple[str, ...], came: tuple[Any, ...]
) -> None:
    assert resolved(chaos, run, last=True) == came


def test_in_the_last_resolution_a_set_of_chaos_without_an_answer_is_the_end() -> None:
    state = resolving(
        at_spaces({0: CHAOS, 1: ("Cup 1",)}, {0: ("Eye 8", "Eye 9"), 1: ("Knot 5",)}), deck_size=0, last=True
    )
    after, _ = by_chance(state)
    assert after.phase is Phase.OVER and after.health == state.health


def test_health_left_after_the_last_resolution_is_a_loss() -> None:
    state = resolving(at_spaces({}, {0: ("Eye 8",)}, health=2), deck_size=0, last=True)
    after, facts = by_chance(state)
    assert (after.phase, after.health) == (Phase.OVER, 1) and facts[-1] == say.Ended(won=False)
    won, facts = by_chance(replace(state, health=1))
    assert (won.phase, won.health) == (Phase.OVER, 0) and facts[-1] == say.Ended(won=True)
    nothing = replace(at_spaces({}, {}), card_deck=(), last=True, turn=2)
    assert apply(nothing, 2, Done())[0].phase is Phase.OVER


# ---------------------------------------------------------------- runs and moves


@pytest.mark.parametrize(
    ("run", "fitting"),
    [
        ((), set(range(1, 12))),
        (("Eye 5",), {4, 6}),
        (("Eye 5", "Cup 6"), {4, 7}),
        (("Eye 11",), {10, 1}),
        (("Eye 1",), {2, 11}),
        (("Eye 1", "Cup 2"), {3, 11}),
        (("Eye 11", "Cup 1"), {2}),
        (("Eye 11", "Cup 1", "Hand 2"), set()),
        (("Eye 10", "Cup 11"), {9}),
        (("Eye 1", "Cup 2", "Hand 3"), {4}),
        (("Eye 2",), {1, 3}),
    ],
)
def test_which_numbers_lengthen_a_run(run: tuple[str, ...], fitting: set[int]) -> None:
    setting = engine().setting
    fits = {n for n in range(1, 12) if lengthened(cards(*run), card(f"Thorn {n}"), setting) is not None}
    assert fits == fitting


def test_the_moves_of_fixed_positions() -> None:
    state = replace(at_spaces({}, {}), hands=(cards("Eye 1", "Eye 2", "Cup 2", "Hand 9", "Key 11"), (), ()))
    assert len(legal_moves(state, 0)) == 5 * 7 + 1 and legal_moves(state, 1) == ()
    woven = replace(
        state,
        runs=(
            cards("Knot 1"),
            cards("Knot 10"),
            cards("Knot 3"),
            (),
            (),
            cards("Wheel 11", "Wheel 1"),
            cards("Wheel 5"),
        ),
    )
    moves = legal_moves(woven, 0)
    assert len(moves) == 2 * 5 + 1 + 3 + 2 + 2 + 2
    assert sum(isinstance(move, Weave) and move.space == 0 for move in moves) == 3  # two 2s, and the 11
    assert {type(move) for move in legal_moves(resolving(at_spaces({0: CHAOS}, {})), NOBODY)} == {Resolve}


def test_moves_that_are_not_legal_say_why() -> None:
    state = begun()
    foreign, own = state.hands[1][0], state.hands[0][0]
    runs = put_run(state, 0, "Thorn 5" if deck().number(own) not in (4, 6) else "Thorn 9")
    cases: tuple[tuple[State, int, SignMove, str], ...] = (
        (state, 0, Weave(foreign, 0), "hand"),
        (state, 1, Weave(foreign, 0), "turn.order"),
        (runs, 0, Weave(own, 0), "run"),
        (state, NOBODY, Grow((0,)), "phase"),
        (replace(state, phase=Phase.OVER), 0, Done(), "over"),
        (resolving(at_spaces({1: CHAOS}, {})), NOBODY, Resolve(0), "resolve.order"),
        (resolving(at_spaces({1: CHAOS}, {})), NOBODY, Resolve(1, card("Hand 4")), "hidden"),
    )
    for position, seat, move, rule in cases:
        reason = why_illegal(position, seat, move)
        assert reason is not None and reason.rule == rule, (move, reason)
        with pytest.raises(IllegalMove):
            apply(position, seat, move)


def put_run(state: State, space: int, *titles: str) -> State:
    return replace(
        state, runs=tuple(cards(*titles) if at == space else run for at, run in enumerate(state.runs))
    )


def test_cleared_spaces_get_tokens_that_lie_on_no_other_space() -> None:
    state = at_spaces({}, {})
    bare = replace(state, circle=(EMPTY, *state.circle[1:3], EMPTY, *state.circle[4:]), phase=Phase.LAY)
    anvil, wheel, hand = map(deck().sign_named, ("Anvil", "Wheel", "Hand"))
    for move, rule in (
        (Lay((anvil, wheel)), "lay"),
        (Lay((wheel,)), "lay"),
        (Lay((wheel, wheel)), "lay"),
        (Lay((wheel, hand), (0, 1)), "lay.spaces"),
    ):
        reason = why_illegal(bare, NOBODY, move)
        assert reason is not None and reason.rule == rule
    after, _ = apply(bare, NOBODY, Lay((hand, wheel), (0, 3)))
    assert (after.circle[0], after.circle[3]) == (hand, wheel) and after.phase is Phase.CHAOS


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize(
    ("players", "health", "size"), [(3, (12, 15, 18), 99), (4, (16, 20, 24), 87), (5, (20, 25, 30), 82)]
)
def test_the_table_of_the_setup(players: int, health: tuple[int, ...], size: int) -> None:
    for level, points in zip(LEVELS, health, strict=True):
        state = begun(players=players, level=level)
        assert state.health == points and [len(hand) for hand in state.hands] == [5] * players
        assert len(state.card_deck) + len(state.card_discard) == size
        assert {state.chaos_count(space) for space in range(7)} == {1 if players == 3 else 2}


@pytest.mark.parametrize("name", [number.name for number in fields(Numbers)])
def test_every_number_counts(name: str) -> None:
    """Another number makes another game, another table, or a workbook that contradicts itself."""
    here = getattr(engine().setting.numbers, name)
    if name.startswith("players"):
        few = name.endswith("min")
        with pytest.raises(Exception, match="This game is for"):
            begun(with_numbers(**{name: here + 1 if few else here - 1}), players=here)
    elif name == "reckoned":
        assert begun(with_numbers(reckoned=here - 1), players=5).health < begun(players=5).health
    elif name in LEVELS:
        book, _ = changed("Rules", f"Counterspell {name.title()}", "Value", here + 1, key=2)
        with pytest.raises(Failed, match="The beast has as much Health for each player"):
            check_game(open_project(FOLDER), book)
    elif name == "signs_on_circle":
        assert len(begun(with_numbers(signs_on_circle=here - 1)).circle) == len(begun().circle) - 1
    else:
        off = with_numbers(**{name: here - 1 if name == "chaos_cards" else here + 1})
        assert games_of(engine()) != games_of(off)


def games_of(rules: Counterspell) -> list[Any]:
    """Positions of games of bots, as far as numbers can change them."""
    positions: list[Any] = []
    for seed in range(3):
        first = begun(rules, seed=seed)
        moves = play_on(rules, first, rules.policies(3), Random(seed))
        positions += [(first.hands, len(first.circle))]
        positions += [
            (move.after.health, move.after.round, move.after.runs, move.after.chaos) for move in moves
        ]
    return positions


# ---------------------------------------------------------------- whole games


def random_game(players: int, seed: int) -> tuple[State, list[say.Fact]]:
    rng = Random(seed)
    state = begun(players=players, seed=seed, level=LEVELS[seed % 3])
    facts: list[say.Fact] = []
    while state.phase is not Phase.OVER and state.round < 200:
        seat = next(iter(actors(state)), NOBODY)
        state, came = apply(state, seat, rng.choice(legal_moves(state, seat)))
        facts += came
        everything = [
            *state.card_deck, *state.card_discard, *state.face_down,
            *(card for rows in (state.hands, state.chaos, state.runs) for row in rows for card in row),
        ]  # fmt: skip
        assert sorted(everything) == [*deck().cards]
        assert len(state.covered) == len(state.face_down)
        laid = [sign for sign in state.circle if sign != EMPTY]
        assert len(set(laid)) == len(laid) and 0 <= state.health <= state.difficulty.health
    return state, facts


@given(st.integers(3, 5), st.integers(0, 10**6))
def test_cards_and_tokens_are_kept_in_every_game_and_it_ends(players: int, seed: int) -> None:
    state, facts = random_game(players, seed)
    assert state.phase is Phase.OVER and isinstance(facts[-1], say.Ended)


@pytest.mark.slow
def test_a_thousand_random_games_meet_every_case() -> None:
    met: Counter[str] = Counter()
    for seed in range(1_000):
        state, facts = random_game(3 + seed % 3, seed)
        assert state.phase is Phase.OVER
        met["last"] += state.last
        for fact in facts:
            met[type(fact).__name__] += 1
            if isinstance(fact, say.Resolved):
                met.update(fact.cases or ("too low",))
    rare = {"cardinal flush", "both cardinal", "flush"}
    assert all(met[case] for case in (*Case, "too low", "Matched", "Turned") if case not in rare), met


WINS = re.compile(r"^\| (\d) \| (\d+) % \| (\d+) % \| (\d+) % \|$", re.MULTILINE)
"""A row of the rulebook’s table of won games: players, easy, normal, hard."""


@pytest.mark.slow
def test_the_rulebook_says_how_often_bots_win() -> None:
    """300 games each; the tables may be off by 4 in 100, for the workbook’s cards are dealt by chance."""
    text = (FOLDER / "templates" / "counterspell.md").read_text("utf-8")
    rows = [tuple(map(int, row)) for row in WINS.findall(text)]
    assert [row[0] for row in rows] == [3, 4, 5, 4, 5]  # then those of the long table
    for at, (players, *shares) in enumerate(rows):
        rules = engine() if at < 3 else with_numbers(reckoned=3)
        for level, share in zip(LEVELS, shares, strict=True):
            won = sum(bots_play(players, level, seed, rules).health == 0 for seed in range(300)) / 3
            assert abs(won - share) <= 4, (players, level, won)


def test_four_and_five_at_the_normal_level_almost_never_win() -> None:
    for players in (4, 5):
        assert not any(bots_play(players, "normal", seed).health == 0 for seed in range(8))


# ---------------------------------------------------------------- the sample game


def test_the_shipped_sample_game_holds_and_stops_after_four_rounds() -> None:
    replay = played(shipped_workbook(FOLDER))
    assert replay.valid and replay.problems == () and len(replay.steps) == 52
    told = replay.told()
    assert not told.whole and len(told.rounds) == 4
    assert replay.final is not None and (replay.final.health, len(replay.final.card_deck)) == (10, 30)
    met = {
        case
        for step in replay.steps
        for fact in step.facts
        if isinstance(fact, say.Resolved)
        for case in fact.cases or ("too low",)
    }
    assert met == {"complete", "opposing", "flush", "double", "cardinal", "unanswered", "too low"}


STEPS: tuple[tuple[int, str, str], ...] = (
    (5, "Payment", "Knot 11; Wheel 6; Hand 11; Hand 4"),  # a hand has five cards
    (10, "Card", "nightmare"),
    (11, "Payment", "Eye; Cup; Serpent; Wheel; Knot; Hand; Hand"),
    (12, "Payment", "Anvil 5; Ladder 2; Feather 10; Anvil 10; Hand 10; Cup 9; Knot 11"),  # in Mira’s hand
    (13, "Card", "Knot 10"),
    (14, "Space", "VIII"),
    (19, "Card", "Wheel 9"),  # it lies at I
    (19, "Player", "Lena"),
    (21, "Space", "III"),
    (23, "Space", "IV"),  # 6 and 10
    (24, "Card", "Ladder 3"),
    (27, "Space", "I; II; III; IV; V; VI"),
    (29, "Card", "Knot 6"),
    (34, "Card", "Thorn 1"),
    (38, "Space", "IV"),
    (44, "Card", "Eye 10"),
    (44, "Gains", "match, complete, opposing, -1He"),
    (44, "Gains", "complete, double, -1He"),
    (45, "Gains", "cardinal flush, -1He"),
    (46, "Gains", "too low"),
    (47, "Gains", "unanswered"),
    (50, "Gains", "complete, double, flush, -2He"),
    (51, "Payment", "Key; Cup; Knot"),
    (51, "Space", "I; II; VI"),
    (52, "Space", "I; II; III"),
    (55, "Card", "Key 2"),
    (61, "Gains", "complete, -1He"),
    (62, "Gains", "cleared"),
    (65, "Card", "4"),
)
"""Cells of the sample game that are wrong by the rules: row, column, what stands there."""


def lines_of(book: Any) -> list[dict[str, str]]:
    columns = ("round", "phase", "player", "action", "card", "payment", "gains", "space", "narration")
    return [
        {column: "" if row.values.get(column) is None else str(row.values[column]) for column in columns}
        for row in book[SHEET]
    ]


def replayed(rows: list[dict[str, str]]) -> Any:
    text = "\t".join(rows[0]) + "\n" + "\n".join("\t".join(row.values()) for row in rows)
    return Play(engine()).replay_text(text, "counterspell.txt")


@pytest.mark.parametrize(("row", "column", "text"), STEPS)
def test_a_changed_cell_of_the_sample_game_is_refused_there(row: int, column: str, text: str) -> None:
    rows = lines_of(shipped_workbook(FOLDER))
    rows[row - 2][column.lower()] = text
    replay = replayed(rows)
    assert has_errors(replay.problems)
    first = min(
        int(problem.where.rpartition(":")[2])
        for problem in replay.problems
        if problem.severity is Severity.ERROR
    )
    assert first == row, [str(problem) for problem in replay.problems]


CELLS: tuple[tuple[str, str, str, Any, int, int], ...] = (
    ("Signs", "Eye", "Name", "Sun", 1, 7),
    ("Numbers", "7", "Number", 12, 1, 7),
    ("Relations", "4", "Relation", "neutral", 2, 44),  # the Wheel no longer opposes the Eye
    ("Rules", "Counterspell Hand", "Value", 6, 2, 5),
    ("Rules", "Counterspell Chaos Cards", "Value", 2, 2, 37),
    ("Rules", "Counterspell Double", "Value", 3, 2, 50),
    ("Rules", "all", "Value", 6, 1, 11),
    ("Results", "opposing", "Effect", "-2He", 2, 44),
    ("Results", "cardinal", "Effect", "-2He; clear the space", 2, 45),
    ("Results", "double", "Instead Of", None, 2, 50),
    ("Results", "cardinal", "Effect", "-1He", 2, 51),  # space II has kept its token
)
"""Cells of other sheets, by the word in a column of their row, and the row of the sample game that they break."""


@pytest.mark.parametrize(("sheet", "row", "header", "value", "key", "broken"), CELLS)
def test_a_changed_cell_of_the_game_breaks_the_first_step_that_needs_it(
    sheet: str, row: str, header: str, value: Any, key: int, broken: int
) -> None:
    book, _ = changed(sheet, row, header, value, key=key)
    problems = [problem for problem in played(book).problems if problem.severity is Severity.ERROR]
    rows = [int("".join(filter(str.isdigit, problem.where.rpartition("!")[2]))) for problem in problems]
    assert min(rows) == broken, [f"{problem.where} {problem.what}" for problem in problems]


def test_the_rules_are_checked() -> None:
    text = {row.key: row.at("value") for row in shipped_workbook(FOLDER)[RULES]}
    assert "Counterspell Hand" in text
    for name, row, header, value, key, message in (
        ("Rules", "all", "Value", 8, 1, "“Signs On Circle” is 8"),
        ("Difficulties", "7", "Chaos", 8, 5, "8 cards of Chaos cannot be laid evenly on 7 spaces"),
        ("Difficulties", "easy", "Level", "normal", 2, "has no row for 3 players and the level easy"),
        ("Results", "complete", "When", "placed", 2, "does not say for Counterspell what “complete” does"),
        ("Results", "double", "Instead Of", "doubled", 2, "“doubled” is no other case of Counterspell."),
        ("Results", "double", "Effect", "items>middle 1", 2, "double does something that the rules"),
        ("Rules", "Counterspell Double", "Value", 0, 2, "“Counterspell Double” is 0"),
    ):
        book, problems = changed(name, row, header, value, key=key)
        said = [f"{p.where}: {p.what}" for p in (*problems, *RULESET.check(book))]
        assert any(message in sentence for sentence in said), (message, said)
    assert not has_errors(check_game(open_project(FOLDER), shipped_workbook(FOLDER)).problems)
    assert rules_of(shipped_workbook(FOLDER)).setting == engine().setting

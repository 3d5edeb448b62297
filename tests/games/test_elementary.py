"""Elementary: what its rules do by positions, its games, what is hidden, and what a changed cell breaks."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.deck_of_signs.elementary import RULESET
from generator.games.deck_of_signs.elementary import facts as say
from generator.games.deck_of_signs.elementary.moves import (
    Discard,
    Lay,
    Open,
    Play,
    Reveal,
    TurnOver,
    apply,
    legal_moves,
    why_illegal,
)
from generator.games.deck_of_signs.elementary.play import Elementary
from generator.games.deck_of_signs.elementary.records import (
    Numbers,
    SetName,
)
from generator.games.deck_of_signs.elementary.sets import chance_among, chance_of_a_set, go_together, tally_of
from generator.games.deck_of_signs.elementary.state import Phase, State, actors
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.facts import Acted, Reshuffled
from generator.games.kit.table import EMPTY
from generator.games.rulesets import own_rules
from generator.ground.problems import Severity, has_errors
from generator.replay.engine import NAMES
from generator.replay.errors import SetupError
from generator.replay.moves import NOBODY
from generator.replay.play import Play as Playing
from generator.replay.repair import play_on
from tests.shared.changed_cells import shipped_workbook
from tests.shared.elementary import (
    FOLDER,
    SHEET,
    at_turn,
    begun,
    card,
    cards,
    changed,
    deck,
    engine,
    played,
    with_numbers,
)

# ---------------------------------------------------------------- sets

SETS = {*SetName} - {SetName.KINFOLK}


@pytest.mark.parametrize(
    ("titles", "sign", "name", "points"),
    [
        (("Cup 4", "Eye 5", "Key 6"), "Wheel", SetName.CHAIN, 8),
        (("Cup 4", "Eye 5", "Key 6", "Hand 7"), "Wheel", SetName.CHAIN, 10),
        (("Cup 9", "Eye 9", "Key 9"), "Key", SetName.PACK, 15),
        (("Cup 9", "Eye 9", "Key 9", "Hand 9"), "Wheel", SetName.PACK, 12),
        (("Cup 11", "Cup 1", "Cup 2"), "Cup", SetName.CARDINAL, 37),
        (("Cup 11", "Eye 1", "Key 2"), "Wheel", SetName.CARDINAL, 12),
        (("Cup 3", "Cup 4", "Cup 5", "Cup 6"), "Wheel", SetName.CHAIN, 18),
        (("Cup 3", "Eye 3", "Key 11", "Hand 11", "Eye 11"), "Wheel", SetName.CRUSADE, 15),
        (("Cup 3", "Eye 3", "Key 11", "Hand 11", "Eye 11"), "Eye", SetName.CRUSADE, 25),
    ],
)  # fmt: skip
def test_what_a_set_scores(titles: tuple[str, ...], sign: str, name: str, points: int) -> None:
    tally = tally_of(cards(*titles), deck().sign_named(sign), engine().setting)
    assert tally is not None and (tally.name, tally.total) == (name, points)


@pytest.mark.parametrize(
    ("titles", "together"),
    [
        (("Cup 4", "Eye 5"), True),
        (("Cup 4", "Eye 6"), False),
        (("Cup 4", "Eye 4"), True),
        (("Cup 11", "Eye 1"), True),  # on the way to 11-1-2
        (("Cup 11", "Eye 1", "Key 10"), False),
        (("Cup 11", "Eye 2"), False),
        (("Cup 1", "Eye 2"), True),
        (("Cup 11", "Eye 1", "Key 2"), True),
        (("Cup 11", "Eye 1", "Key 2", "Hand 3"), False),  # nothing lengthens it
        (("Cup 3", "Eye 3", "Key 4"), False),
        (("Cup 3", "Eye 3", "Key 4", "Hand 4"), False),
        (("Cup 3", "Eye 3", "Key 4", "Hand 4", "Eye 4"), True),  # a Crusade in one play
    ],
)
def test_which_cards_go_together(titles: tuple[str, ...], together: bool) -> None:
    assert go_together(cards(*titles), engine().setting) is together


def test_too_few_cards_are_no_set() -> None:
    for titles in (("Cup 4", "Eye 5"), ("Cup 4", "Eye 4"), ("Cup 11", "Eye 1"), ("Cup 4",)):
        assert tally_of(cards(*titles), 0, engine().setting) is None


# ---------------------------------------------------------------- moves


def reason(state: State, move: SignMove, seat: int = 0) -> str:
    fault = why_illegal(state, seat, move)
    return fault.rule if fault is not None else ""


def test_a_card_to_a_hidden_token_turns_it_over_and_may_match() -> None:
    state = at_turn(["Anvil 4", "Cup 9"], {})
    token = deck().signs[state.hidden_tokens[0]]
    hit, facts = apply(state, 0, Reveal(0, card("Anvil 4")))
    assert (token, hit.score[0]) == ("Anvil", 5)
    assert hit.open_tokens[0] == deck().sign_named("Anvil") and hit.cards[0] == (card("Anvil 4"),)
    assert any(isinstance(fact, say.Revealed) and fact.points == 5 for fact in facts)
    missed, _ = apply(state, 0, Reveal(0, card("Cup 9")))
    assert missed.score[0] == 0 and len(missed.hands[0]) == 5 and missed.player == 1


def test_a_setup_card_has_to_be_met() -> None:
    """One that has its number, or the number above or below; several cards need a revealed token."""
    state = at_turn(["Cup 9", "Eye 8", "Key 8", "Hand 5"], {0: ("", ["Knot 9"])})
    assert reason(state, Reveal(0, card("Cup 9"))) == "" == reason(state, Reveal(0, card("Eye 8")))
    assert reason(state, Reveal(0, card("Hand 5"))) == "fit"
    assert reason(state, Play(0, cards("Eye 8", "Key 8"))) == "play"


def test_a_run_is_lengthened_at_both_ends_and_scored_at_once() -> None:
    state = at_turn(["Cup 4", "Eye 7", "Key 2"], {2: ("Cup", ["Hand 5", "Knot 6"])})
    after, _ = apply(state, 0, Play(2, cards("Cup 4", "Eye 7")))
    assert after.score[0] == 8 + 2 + 5
    assert (after.phase, after.space, after.cards[2]) == (Phase.LAY, 2, ())
    assert {*cards("Cup 4", "Eye 7", "Hand 5", "Knot 6")} == {*after.card_discard}
    (lay,) = legal_moves(after, NOBODY)
    laid, _ = apply(after, NOBODY, lay)
    assert laid.player == 1 and laid.open_tokens[2] == EMPTY and len(laid.hands[0]) == 5
    assert reason(after, Lay(3, after.unused[0]), NOBODY) == "lay"
    assert reason(after, Lay(2, after.hidden_tokens[0]), NOBODY) == "unused"


def test_who_can_play_has_to_play_and_else_discards() -> None:
    able = at_turn(["Cup 9"], {})
    assert reason(able, Discard(card("Cup 9"))) == "discard"
    spaces = {
        at: ("", ["Knot 3", "Eye 3", "Key 3", "Hand 3", "Cup 3", "Wheel 3", "Anvil 3"][at : at + 1])
        for at in range(7)
    }
    stuck = at_turn(["Cup 9", "Eye 10"], spaces)
    assert legal_moves(stuck, 0) == tuple(map(Discard, cards("Cup 9", "Eye 10")))
    after, _ = apply(stuck, 0, Discard(card("Eye 10")))
    assert after.phase is Phase.UNUSED and after.card_discard[-1] == card("Eye 10") and after.hands[0] == ()
    eye = replace(after, unused=(deck().sign_named("Eye"), *after.unused[1:]))
    matched, _ = apply(eye, NOBODY, TurnOver(deck().sign_named("Eye")))
    assert matched.score[0] == 5 and len(matched.hands[0]) == 5
    assert {*matched.unused} == {*eye.unused}  # it goes back


def test_a_bare_circle_gets_cards() -> None:
    state = at_turn(["Cup 4"], {1: ("Cup", ["Hand 5", "Knot 6"])})
    after, _ = apply(state, 0, Play(1, cards("Cup 4")))
    bare, _ = apply(after, NOBODY, legal_moves(after, NOBODY)[0])
    assert bare.phase is Phase.OPEN and bare.is_bare()
    (opening,) = legal_moves(bare, NOBODY)
    opened, _ = apply(bare, NOBODY, opening)
    assert sum(map(bool, opened.cards)) == 3 and opened.phase is Phase.TURN
    assert reason(bare, Open((0, 0, 1)), NOBODY) == "open" == reason(bare, Open((0, 1)), NOBODY)


def test_after_the_goal_each_of_the_others_has_one_more_turn() -> None:
    state = at_turn(["Cup 4"], {1: ("Cup", ["Hand 5", "Knot 6"])}, score=(70, 0, 0))
    after, _ = apply(state, 0, Play(1, cards("Cup 4")))
    state, facts = apply(after, NOBODY, legal_moves(after, NOBODY)[0])
    assert state.turns_left == 2 and any(isinstance(fact, say.GoalReached) for fact in facts)
    turns = 0
    while state.phase is not Phase.OVER:
        seat = next(iter(actors(state)), NOBODY)
        turns += seat != NOBODY
        state, _ = apply(state, seat, legal_moves(state, seat)[0])
    assert turns == 2


def test_other_moves_that_are_not_legal() -> None:
    state = at_turn(["Cup 9", "Eye 8"], {0: ("Cup", ["Knot 5"])})
    assert reason(state, Reveal(1, card("Hand 11"))) == "hand"
    assert reason(state, Reveal(0, card("Cup 9"))) == "reveal"
    assert reason(state, Play(0, cards("Cup 9"))) == "fit"
    assert reason(state, Lay(0, 0), NOBODY) == "phase"
    assert reason(replace(state, phase=Phase.OVER), Reveal(1, card("Cup 9"))) == "over"


def test_legal_moves_are_counted() -> None:
    """Six hidden tokens for each of two cards; at the revealed one 4 and 6 go with 5, alone and together."""
    state = at_turn(["Cup 4", "Eye 6"], {0: ("Cup", ["Knot 5"])})
    moves = legal_moves(state, 0)
    assert Counter(type(move) for move in moves) == {Reveal: 12, Play: 3}


# ---------------------------------------------------------------- what players look at


def test_of_bare_spaces_with_a_hidden_token_one_is_tried() -> None:
    state = begun()
    while state.phase is not Phase.TURN:
        state, _ = apply(state, NOBODY, legal_moves(state, NOBODY)[0])
    legal: Any = engine().legal_actions(state, state.player)
    useful: Any = engine().useful_actions(state, state.player)
    bare = [space for space in state.hidden_spaces() if not state.cards[space]]
    assert len(bare) > 1 and {move.space for move in legal} >= {*bare}
    assert {move.space for move in useful} & {*bare} == {bare[0]}
    assert {move.card for move in legal if move.space in bare} == {
        move.card for move in useful if move.space == bare[0]
    }


def test_how_likely_a_hand_makes_a_set_of_what_lies_there() -> None:
    shapes = engine().setting.shapes
    assert chance_of_a_set((5, 5), 5, shapes) == pytest.approx(1 - (10 / 11) ** 5)  # one of five is a 5
    assert chance_of_a_set((5, 5), 5, shapes) < chance_of_a_set((5, 6), 5, shapes) < 1  # a 4 or a 7
    assert chance_of_a_set((5, 9), 5, shapes) == 0  # these two never lie together


# ---------------------------------------------------------------- whole games


def random_game(rules: Elementary, players: int, seed: int) -> tuple[State, list[Any]]:
    rng = Random(seed)
    state = begun(rules, NAMES[:players], seed=seed)
    facts: list[Any] = []
    for _ in range(5_000):
        if rules.over(state):
            break
        seat = next(iter(actors(state)), NOBODY)
        state, came = apply(state, seat, rng.choice(legal_moves(state, seat)))
        facts += came
        lying = [number for there in (*state.hands, *state.cards) for number in there]
        assert sorted((*lying, *state.card_deck, *state.card_discard)) == [*deck().cards]
        tokens = [*state.unused, *state.hidden_tokens, *(sign for sign in state.open_tokens if sign != EMPTY)]
        assert sorted(tokens) == [*range(rules.setting.numbers.tokens)]
    return state, facts


@given(st.integers(2, 7), st.integers(0, 10**6))
def test_cards_and_tokens_are_kept_in_every_game(players: int, seed: int) -> None:
    state, _ = random_game(engine(), players, seed)
    assert state.phase is Phase.OVER and max(state.score) >= engine().setting.numbers.goal


@pytest.mark.slow
def test_random_games_meet_every_case() -> None:
    met: Counter[str] = Counter()
    for seed in range(600):
        _, facts = random_game(engine(), 2 + seed % 6, seed)
        for fact in facts:
            match fact:
                case say.Completed():
                    met.update((fact.tally.name, "kinfolk" if fact.tally.kinfolk else "mixed"))
                case say.Revealed():
                    met["match" if fact.points else "miss"] += 1
                case Acted(move=Discard()):
                    met["discard"] += 1
                case Reshuffled():
                    met["reshuffled"] += 1
    cases = (*SETS, "kinfolk", "match", "miss", "discard", "reshuffled")
    assert all(met[case] >= 5 for case in cases), met


def test_the_third_action_hardly_ever_comes() -> None:
    """The rulebook says so of players who know what they do: not once in a hundred turns."""
    turns = discards = 0
    for seed in range(40):
        first = begun(seed=seed)
        for move in play_on(engine(), first, engine().policies(3), Random(seed)):
            turns += move.seat != NOBODY
            discards += isinstance(move.action, Discard)
    assert turns > 1_000 and discards * 100 < turns


def game_of(rules: Elementary) -> list[Any]:
    """Positions and points of games of bots, as far as numbers can change them, and how they are told."""
    passed: list[Any] = []
    for seed in range(2):
        first = begun(rules, seed=seed)
        passed.append((first.hands, first.cards, first.unused, len(first.open_tokens)))
        moves = play_on(rules, first, rules.policies(3), Random(seed))
        passed += [(move.after.score, move.after.round) for move in moves]
        passed.append(rules.ending(moves[-1].after))
    return passed


@pytest.mark.parametrize("name", [number.name for number in fields(Numbers)])
def test_every_number_counts(name: str) -> None:
    """Another number makes another game, or another table."""
    numbers = engine().setting.numbers
    here = getattr(numbers, name)
    if name.startswith("players"):
        off = with_numbers(**{name: here + 1 if name.endswith("min") else here - 1})
        with pytest.raises(SetupError, match="This game is for"):
            begun(off, NAMES[:here])
        return
    if name == "set_size":  # of a Crusade: how large its Pack is
        four = replace(engine().setting, numbers=replace(numbers, set_size=4))
        crusade = cards("Cup 3", "Eye 3", "Key 11", "Hand 11", "Eye 11")
        assert tally_of(crusade, 0, four) is None
        return
    less = name in {"tokens", "signs_on_circle", "open_cards"}
    assert game_of(engine()) != game_of(with_numbers(**{name: here - 1 if less else here + 1}))


# ---------------------------------------------------------------- the sample game


def test_the_shipped_sample_game_holds_to_its_end() -> None:
    replay = played(shipped_workbook(FOLDER))
    assert replay.valid and replay.problems == () and len(replay.steps) == 37
    final = replay.final
    assert final is not None and final.phase is Phase.OVER and final.score == (25, 85, 81)
    scored = [fact.tally for step in replay.steps for fact in step.facts if isinstance(fact, say.Completed)]
    assert {tally.name for tally in scored} == SETS
    assert any(tally.kinfolk for tally in scored) and any(tally.further for tally in scored)


STEPS: tuple[tuple[int, str, str], ...] = (
    (12, "card", "Feather 9"),
    (13, "space", "II"),
    (14, "card", "Cup 5"),
    (14, "gains", "+9P"),
    (15, "space", "IV"),
    (15, "card", "Hand"),
    (17, "card", "Hand 10; Wheel 10; Thorn 7"),
    (17, "gains", "+12P"),
    (19, "card", "Anvil 3; Ladder 11; Serpent 11"),
    (19, "gains", "+15P"),
    (22, "space", "III"),
    (24, "gains", "+8P"),
    (26, "gains", "+8P"),
    (30, "gains", "+30P"),
    (33, "gains", "+4P"),
    (34, "card", "Knot 11"),
    (36, "gains", "+8P"),
    (39, "player", "Pia"),
    (44, "card", "Serpent 7"),
    (46, "gains", "+14P"),
    (48, "gains", "+12P"),
    (50, "card", "84"),
    (5, "payment", "Key 3; Feather 10; Anvil 9; Wheel 6"),
    (6, "payment", "Key 3; Thorn 4; Thorn 7; Hand 10; Thorn 6"),
)
"""Cells of the sample game that are wrong by the rules: row, column, what stands there."""


def replayed(row: int, column: str, text: str) -> Any:
    columns = engine().vocabulary.columns
    cells = [
        ["" if line.values.get(name) is None else str(line.values[name]) for name in columns]
        for line in shipped_workbook(FOLDER)[SHEET]
    ]
    cells[row - 2][columns.index(column)] = text
    script = "\n".join("\t".join(line) for line in (columns, *cells))
    return Playing(engine()).replay_text(script, "elementary.txt")


@pytest.mark.parametrize(("row", "column", "text"), STEPS)
def test_a_changed_cell_of_the_sample_game_is_refused_there(row: int, column: str, text: str) -> None:
    problems = [p for p in replayed(row, column, text).problems if p.severity is Severity.ERROR]
    rows = [int(problem.where.rpartition(":")[2]) for problem in problems]
    # cards that are left in the hand are told where they are drawn anew, which is the step itself
    assert rows and min(rows) == row, [str(problem) for problem in problems]


CELLS: tuple[tuple[str, str, str, Any, int, int], ...] = (
    ("Sets", "Chain", "Score", "+9P", 1, 14),
    ("Sets", "Pack", "Score", "+11P", 1, 17),
    ("Sets", "Crusade", "Score", "+14P", 1, 19),
    ("Sets", "Chain", "Each Further Card", "+3P", 1, 22),
    ("Sets", "Kinfolk", "Score", "+9P", 1, 44),
    ("Sets", "Cardinal Chain", "Score", "+11P", 1, 34),
    ("Bonuses", "Match", "Score", "+4P", 1, 19),
    ("Bonuses", "Reveal", "Score", "+4P", 1, 24),
    ("Signs", "Ladder", "Name", "Stairs", 1, 7),
    ("Rules", "Elementary Hand", "Value", 4, 2, 5),
    ("Rules", "Elementary Open Cards", "Value", 2, 2, 11),
)
"""Cells of other sheets, by the word in a column of their row, and the row of the sample game they break."""


@pytest.mark.parametrize(("sheet", "row", "header", "value", "key", "broken"), CELLS)
def test_a_changed_cell_of_the_game_breaks_the_first_step_that_needs_it(
    sheet: str, row: str, header: str, value: Any, key: int, broken: int
) -> None:
    book, _ = changed(sheet, row, header, value, key=key)
    problems = [problem for problem in played(book).problems if problem.severity is Severity.ERROR]
    rows = [int("".join(filter(str.isdigit, problem.where.rpartition("!")[2]))) for problem in problems]
    assert min(rows) == broken, [f"{problem.where} {problem.what}" for problem in problems]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (
            ("Sets", "Chain", "Least Cards", 4, 1),
            "Chain needs 4 cards, and “Set Size” in Rules!C3 is 3.",
        ),
        (
            ("Sets", "Crusade", "Least Cards", 4, 1),
            "A Crusade is a Pack and a pair, and 4 cards are too few for that.",
        ),
        (("Sets", "Pack", "Name", "Bundle", 1), "The rules of Elementary know no set Bundle."),
        (("Bonuses", "Reveal", "When", "set", 1), "“set” stands in Bonuses!D2 already."),
        (("Rules", "Elementary Hand", "Value", 0, 2), "“Elementary Hand” is 0; it is at least 1."),
    ],
)
def test_the_rules_are_checked(cell: tuple[str, str, str, Any, int], message: str) -> None:
    *where, key = cell
    book, _ = changed(*where, key=key)  # type: ignore[arg-type]
    problems = [*RULESET.check(own_rules(book, "elementary"))]
    assert message in [problem.what for problem in problems] and has_errors(problems)


def test_a_sound_workbook_has_nothing_wrong() -> None:
    assert [*RULESET.check(own_rules(shipped_workbook(FOLDER), "elementary"))] == []


# ---------------------------------------------------------------- what a strong player sees


def test_chances_by_what_is_unseen_are_the_plain_ones_while_all_numbers_are_as_likely() -> None:
    setting = begun().setting
    numbers, shapes = setting.deck.numbers, setting.shapes
    even = dict.fromkeys(numbers, 1 / len(numbers))
    without_fives = {**even, 5: 0.0}
    for lying in ((4,), (5, 5), (1,), (6, 7)):
        plain = chance_of_a_set(lying, 5, shapes)
        assert chance_among(lying, 5, shapes, even) == pytest.approx(plain)
    assert chance_among((5, 5), 5, shapes, without_fives) < chance_of_a_set((5, 5), 5, shapes)


def test_a_reply_is_a_set_where_one_can_be_made_and_else_a_legal_move() -> None:
    rules, state, rng = engine(), begun(), Random(1)
    while not rules.over(state):
        seat = next(iter(actors(state)), NOBODY)
        legal = legal_moves(state, seat)
        if seat == NOBODY:
            state = rules.step(state, seat, legal[0])
            continue
        sets = [move for move in legal if _points(state, move)]
        reply = rules.reply(state, seat)
        assert reply in legal
        assert _points(state, reply) == max(map(_points, [state] * len(sets), sets), default=0)
        state = rules.step(state, seat, reply if rng.random() < 0.8 else rng.choice(legal))


def _points(state: State, move: SignMove) -> int:
    """What a play scores as a set."""
    if not isinstance(move, Play):
        return 0
    cards = (*state.cards[move.space], *move.cards)
    tally = tally_of(cards, state.open_tokens[move.space], state.setting)
    return tally.total if tally is not None else 0

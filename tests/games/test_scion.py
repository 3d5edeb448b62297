# ruff: noqa: E501  (a changed cell stands on a line, so that the list can be read down)
"""Scion: what its rules do by positions, its games, what is hidden, and what a changed cell breaks."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.deck_of_signs.scion import RULESET
from generator.games.deck_of_signs.scion import facts as say
from generator.games.deck_of_signs.scion.moves import (
    Count,
    Lay,
    Reveal,
    Show,
    apply,
    legal_moves,
    why_illegal,
)
from generator.games.deck_of_signs.scion.outlook import _sums, foresight
from generator.games.deck_of_signs.scion.play import Scion
from generator.games.deck_of_signs.scion.records import DEAD, OPPOSED, PLACED, Numbers
from generator.games.deck_of_signs.scion.state import Laid, Phase, State, actors, winner_of
from generator.games.kit.facts import Reshuffled
from generator.games.kit.table import EMPTY
from generator.ground.problems import Severity, has_errors
from generator.ground.project import open_project
from generator.replay.engine import NAMES
from generator.replay.moves import NOBODY
from generator.replay.play import Play
from generator.replay.repair import play_on
from tests.shared.changed_cells import shipped_workbook
from tests.shared.game_folders import check_game
from tests.shared.scion import (
    CIRCLE,
    FOLDER,
    begun,
    card,
    changed,
    deck,
    engine,
    items_at,
    on_circle,
    played,
    shown,
    with_numbers,
)


def fates_of(state: State) -> dict[str, str]:
    return {deck().title(fate.card): fate.fate for fate in state.fates()}


# ---------------------------------------------------------------- a turn


@pytest.mark.parametrize(
    ("cards", "fates"),
    [
        # the Wheel on I opposes the Eye on IV and the Knot on V; the Cup on VII the Thorn and the Eye
        # what has fallen cancels nothing: Eye 7 does not fell Cup 7
        (("Wheel 9", "Eye 7", "Cup 7"), (PLACED, OPPOSED, PLACED)),
        (("Wheel 9", "Eye 7", "Ladder 7"), (PLACED, OPPOSED, PLACED)),
        (("Wheel 3", "Eye 7", "Anvil 11"), (OPPOSED, PLACED, PLACED)),
        (("Wheel 7", "Eye 7", "Cup 4"), (OPPOSED, OPPOSED, PLACED)),
        (("Wheel 7", "Anvil 7", "Thorn 7"), (PLACED, PLACED, PLACED)),
        (("Wheel 9", "Eye 7", "Knot 1"), (PLACED, OPPOSED, OPPOSED)),
        (("Serpent 11", "Eye 7", "Wheel 2"), (DEAD, PLACED, OPPOSED)),
        (("Serpent 11", "Hand 11", "Key 11"), (DEAD, DEAD, DEAD)),
        (("Wheel 9", "Wheel 8", "Wheel 7"), (PLACED, PLACED, PLACED)),
    ],
)  # fmt: skip
def test_what_becomes_of_the_cards_of_a_turn(cards: tuple[str, ...], fates: tuple[str, ...]) -> None:
    state = shown(*cards)
    assert fates_of(state) == dict(zip(cards, fates, strict=True))


def test_a_cancelled_card_lies_face_down_and_a_dead_one_brings_a_card() -> None:
    state = shown("Wheel 9", "Eye 7", "Serpent 2")
    after, facts = apply(state, NOBODY, Reveal())
    assert after.laid == (
        (Laid(card("Wheel 9"), open=True),),
        (Laid(card("Eye 7"), open=False),),
        (Laid(card("Serpent 2"), open=True),),
    )
    assert after.items[0][CIRCLE.index("Wheel")] == 1 and sum(after.items[0]) == 1
    assert [items[-1] for items in after.items] == [0, 1, 1]
    assert [len(hand) for hand in after.hands] == [
        len(hand) + drawn for hand, drawn in zip(state.hands, (0, 0, 1), strict=True)
    ]
    assert after.hands[2][-1] == state.card_deck[0] and after.turn == 2
    assert isinstance(facts[1], say.Turned)


def test_who_has_no_card_skips_the_turn_and_puts_an_item_into_the_middle() -> None:
    state = shown("Wheel 9", "", "Cup 7")
    assert actors(state) == ()
    after, facts = apply(state, NOBODY, Reveal())
    assert after.items[1][-1] == 1 and facts[1].without == (1,)


def test_after_the_last_turn_spaces_are_counted() -> None:
    state = shown("Wheel 9", "Eye 7", "Cup 7", turn=7)
    after, _ = apply(state, NOBODY, Reveal())
    assert after.phase is Phase.COUNT and legal_moves(after, NOBODY) == (Count(after.circle[0]),)


def test_moves_that_are_not_legal_say_why() -> None:
    state = on_circle()
    foreign = state.hands[1][0]
    for seat, move, rule in (
        (0, Show(foreign), "show"),
        (NOBODY, Reveal(), "reveal"),
        (NOBODY, Lay(state.circle), "phase"),
    ):
        reason = why_illegal(state, seat, move)
        assert reason is not None and reason.rule == rule
    chosen, _ = apply(state, 0, Show(state.hands[0][0]))
    reason = why_illegal(chosen, 0, Show(chosen.hands[0][0]))
    assert reason is not None and reason.rule == "turn.order"
    over = why_illegal(replace(state, phase=Phase.OVER), 0, Show(state.hands[0][0]))
    assert over is not None and over.rule == "over"


def test_the_circle_is_laid_from_living_signs() -> None:
    stacks = tuple(0 if sign == 3 else 6 for sign in range(11))
    state = on_circle(phase=Phase.CIRCLE, stacks=stacks)
    assert 3 not in legal_moves(state, NOBODY)[0].signs  # type: ignore[attr-defined]
    living = [sign for sign in range(11) if sign != 3]
    for signs, rule in (
        ((*living[:6], living[0]), "circle"),
        ((*living[:6], 3), "circle.empty"),
        (tuple(living[:6]), "circle"),
    ):
        reason = why_illegal(state, NOBODY, Lay(tuple(signs)))
        assert reason is not None and reason.rule == rule
    after, _ = apply(state, NOBODY, Lay(tuple(living[:7])))
    assert after.circle == tuple(living[:7]) and after.dead() == tuple(living[7:])
    assert (after.round, after.turn) == (state.round + 1, 1)


# ---------------------------------------------------------------- counting


def counted(state: State, sign: str) -> tuple[int, list[tuple[int, int]]]:
    space = CIRCLE.index(sign)
    tallies = state.tallies(space)
    return winner_of(tallies), [(tally.seat, tally.total) for tally in tallies]


def laid(*cards: str) -> tuple[Laid, ...]:
    return tuple(Laid(card(title), open=True) for title in cards)


def test_open_cards_and_own_items_in_harmony_count() -> None:
    """The picture of the rulebook: 14 in cards against 11 and two items on the neighbour."""
    state = on_circle(laid=(laid("Cup 4", "Cup 10"), laid("Cup 11", "Wheel 9"), laid("Cup 9")))
    state = items_at(state, {0: {"Cup": 2}, 1: {"Cup": 1, "Wheel": 2}, 2: {"Cup": 1, "Anvil": 1}})
    assert counted(state, "Cup") == (1, [(0, 14), (1, 15), (2, 9)])  # the Anvil is no neighbour of the Cup
    covered = replace(state, laid=(laid("Cup 4"), (Laid(card("Cup 11"), open=False),), laid("Cup 9")))
    assert counted(covered, "Cup") == (2, [(0, 4), (1, 4), (2, 9)])
    assert counted(state, "Eye") == (EMPTY, [])


def test_a_tie_goes_to_more_tokens_then_to_higher_cards_then_to_nobody() -> None:
    state = on_circle(laid=(laid("Cup 9"), laid("Cup 7"), laid("Cup 2")))
    state = items_at(state, {0: {"Cup": 1}, 1: {"Cup": 1, "Wheel": 1}})
    assert counted(state, "Cup") == (0, [(0, 9), (1, 9)])  # 9 in cards against 7
    cup = deck().sign_named("Cup")
    own = tuple(tuple(int(seat == 1 and sign == cup) for sign in range(11)) for seat in range(3))
    assert counted(replace(state, trophies=own), "Cup")[0] == 1
    equal = replace(state, laid=(laid("Cup 9"), laid("Cup 9"), ()))
    equal = items_at(equal, {0: {"Cup": 1}, 1: {"Cup": 1, "Wheel": 0}})
    assert counted(equal, "Cup")[0] == EMPTY


def test_points_by_the_order_in_which_stacks_were_emptied() -> None:
    none = (0,) * 8
    own = ((3, 1, 6, *none), (1, 4, 5, *none), (2, 1, 7, *none))
    state = replace(begun(), trophies=own, emptied=((0,), (1,)))
    assert [state.points(seat) for seat in range(3)] == [17, 16, 15]  # the table of the rulebook
    together = replace(state, emptied=((0, 1),))  # two first ones share the better place
    assert [together.points(seat) for seat in range(3)] == [3 * 4 + 6, 3 * 5 + 5, 3 * 3 + 7]
    later = replace(state, emptied=((0,), (1, 2)))  # two after a first count as second
    assert [later.points(seat) for seat in range(3)] == [9 + 2 * 7, 3 + 2 * 9, 6 + 2 * 8]
    third = replace(state, emptied=((0,), (1,), (2,)))
    assert third.points(0) == state.points(0)
    alike = replace(state, setting=with_numbers(alike=1).setting)
    assert [alike.points(seat) for seat in range(3)] == [17 + 5 + 6, 16 + 6 + 6, 15 + 4 + 6]


def test_the_round_that_empties_the_last_stack_ends_the_game() -> None:
    stacks = (1, 0, *(6 for _ in range(9)))
    state = on_circle(
        phase=Phase.COUNT, space=6, circle=(1, 2, 3, 4, 5, 6, 0), stacks=stacks, emptied=((1,),)
    )
    state = replace(state, items=((0, 0, 0, 0, 0, 0, 1, 0), *state.items[1:]), laid=(laid("Anvil 4"), (), ()))
    after, facts = apply(state, NOBODY, Count(0))
    assert after.phase is Phase.OVER and after.emptied == ((1,), (0,)) and after.trophies[0][0] == 1
    assert any(isinstance(fact, say.Emptied) and fact.over for fact in facts)
    longer = replace(state, setting=with_numbers(stacks_to_end=3).setting)
    assert apply(longer, NOBODY, Count(0))[0].phase is Phase.CIRCLE


# ---------------------------------------------------------------- whole games


def random_game(rules: Scion, players: int, seed: int) -> tuple[State, list[tuple[Any, ...]]]:
    rng = Random(seed)
    state = begun(rules, NAMES[:players], seed=seed)
    facts: list[tuple[Any, ...]] = []
    while not rules.over(state):
        seat = next(iter(actors(state)), NOBODY)
        state, came = apply(state, seat, rng.choice(legal_moves(state, seat)))
        facts.append(came)
        everything = [
            *state.card_deck, *state.card_discard, *(c for hand in state.hands for c in hand),
            *(one.card for own in state.laid for one in own), *(c for c in state.chosen if c != EMPTY),
        ]  # fmt: skip
        assert sorted(everything) == [*deck().cards]
        assert all(sum(own) <= rules.setting.numbers.items for own in state.items)
        for sign, left in enumerate(state.stacks):
            assert left + sum(own[sign] for own in state.trophies) == rules.setting.numbers.stack
        assert len({sign for sign in state.circle if sign != EMPTY}) == len(
            [s for s in state.circle if s != EMPTY]
        )
    return state, facts


@given(st.integers(3, 5), st.integers(0, 10**6))
def test_cards_items_and_tokens_are_kept_in_every_game(players: int, seed: int) -> None:
    state, _ = random_game(engine(), players, seed)
    assert sum(map(len, state.emptied)) >= 2 or not state.living()


@pytest.mark.slow
def test_a_thousand_random_games_meet_every_case() -> None:
    met: Counter[str] = Counter()
    for seed in range(1_000):
        _, facts = random_game(engine(), 3 + seed % 3, seed)
        for fact in (fact for step in facts for fact in step):
            match fact:
                case say.Turned():
                    met.update(fate.fate for fate in fact.fates)
                    met["without"] += len(fact.without)
                case say.Counted():
                    met["nobody" if fact.winner == EMPTY and fact.tallies else "won"] += 1
                case say.Emptied():
                    met["over" if fact.over else "first"] += 1
                    met["together"] += len(fact.signs) > 1
                case Reshuffled():
                    met["reshuffled"] += 1
    assert met["over"] == 1_000
    cases = (DEAD, OPPOSED, PLACED, "nobody", "won", "first", "together", "reshuffled")
    assert all(met[case] >= 100 for case in cases), met


def test_the_moves_of_the_first_turn() -> None:
    state = on_circle()
    assert [len(legal_moves(state, seat)) for seat in range(3)] == [7, 7, 7]
    assert legal_moves(state, NOBODY) == ()
    for seat in range(3):
        state, _ = apply(state, seat, legal_moves(state, seat)[0])
    assert legal_moves(state, NOBODY) == (Reveal(),) and legal_moves(state, 0) == ()


def game_of(rules: Scion) -> list[Any]:
    """Positions and points of a game of bots, as far as numbers can change them."""
    told: list[Any] = []
    for seed in range(3):
        first = begun(rules, seed=seed)
        told.append((first.hands, first.stacks, len(first.circle)))
        moves = play_on(rules, first, rules.policies(3), Random(seed))
        told += [(move.after.points(0), move.after.round, move.after.items) for move in moves]
    return told


@pytest.mark.quick(5)
@pytest.mark.parametrize("name", [number.name for number in fields(Numbers)])
def test_every_number_counts(name: str) -> None:
    """Another number makes another game, or another table."""
    here = getattr(engine().setting.numbers, name)
    if name.startswith("players"):
        few, many = range(3, 6)[0], range(3, 6)[-1]
        assert (few, many) == (engine().setting.numbers.players_min, engine().setting.numbers.players_max)
        off = with_numbers(**{name: here + 1 if name.endswith("min") else here - 1})
        with pytest.raises(Exception, match="This game is for"):
            begun(off, NAMES[: few if name.endswith("min") else many])
        return
    base = engine()
    more = here - 1 if name in {"signs_on_circle", "turns", "items"} else here + 1
    if name.endswith("_alike"):
        base = with_numbers(alike=1)
        off = with_numbers(**{"alike": 1, name: more})
    else:
        off = with_numbers(**{name: more})
    assert game_of(base) != game_of(off)


# ---------------------------------------------------------------- the sample game


def test_the_shipped_sample_game_holds_and_stops_after_a_round() -> None:
    replay = played(shipped_workbook(FOLDER))
    assert replay.valid and replay.problems == () and len(replay.steps) == 35
    told = replay.told()
    assert not told.whole and len(told.rounds) == 1
    final = replay.final
    assert final is not None and final.phase is Phase.CIRCLE
    assert [final.points(seat) for seat in range(3)] == [1, 1, 2]


STEPS: tuple[tuple[int, str, str], ...] = (
    (11, "Card", "Thorn 8"),
    (12, "Card", "Cup 10"),
    (13, "Card", "Wheel 10"),
    (14, "Gains", "Ines Cup; Otto Wheel; Vera Thorn"),
    (14, "Gains", "Ines middle; Otto Wheel; Vera middle"),
    (18, "Gains", "Ines middle"),
    (19, "Card", "Thorn 9"),
    (20, "Card", "Cup 11"),
    (22, "Gains", "Ines Wheel"),
    (22, "Gains", "Vera middle"),
    (26, "Gains", "Otto middle"),
    (30, "Gains", "Otto Cup"),
    (34, "Gains", "Ines Wheel"),
    (38, "Gains", "Ines Anvil"),
    (39, "Gains", "Otto"),
    (40, "Gains", "Ines"),
    (41, "Card", "Eye"),
    (42, "Gains", "Vera"),
    (43, "Card", "Ladder"),
    (45, "Gains", "Vera"),
    (46, "Card", "2"),
    (10, "Payment", "Wheel; Anvil; Thorn; Eye; Knot; Ladder; Ladder"),
)
"""Cells of the sample game that are wrong by the rules: row, column, what stands there."""


def lines_of(book: Any) -> list[dict[str, str]]:
    columns = ("round", "phase", "player", "action", "card", "payment", "gains", "narration")
    rows = []
    for row in book["Sample Game Scion"]:
        rows.append(
            {column: "" if row.values.get(column) is None else str(row.values[column]) for column in columns}
        )
    return rows


def replayed(rows: list[dict[str, str]]) -> Any:
    text = "\t".join(rows[0]) + "\n" + "\n".join("\t".join(row.values()) for row in rows)
    return Play(engine()).replay_text(text, "scion.txt")


@pytest.mark.parametrize(("row", "column", "text"), STEPS)
def test_a_changed_cell_of_the_sample_game_is_refused_there(row: int, column: str, text: str) -> None:
    rows = lines_of(shipped_workbook(FOLDER))
    rows[row - 2][column.lower()] = text
    replay = replayed(rows)
    assert has_errors(replay.problems)
    first = min(problem.where for problem in replay.problems if problem.severity is Severity.ERROR)
    assert first == f"scion.txt:{row}", [str(problem) for problem in replay.problems]


CELLS: tuple[tuple[str, str, str, Any, int, int], ...] = (
    ("Signs", "Eye", "Name", "Sun", 1, 5),  # a hand names the Eye
    ("Numbers", "7", "Number", 12, 1, 6),  # and one the Wheel 7
    ("Relations", "1", "Relation", "opposing", 1, 26),  # Anvil 4 fells Wheel 2
    ("Rules", "Scion Hand", "Value", 6, 2, 5),
    ("Rules", "Scion Support", "Value", 1, 2, 45),
    ("Rules", "Scion Stack", "Value", 1, 2, 46),  # every token empties its stack: the game is over
    ("Rules", "Scion Turns", "Value", 6, 2, 35),
    ("Results", "Its Sign is not on the circle", "Effect", "items>middle 1", 3, 33),  # no Knot 3 was drawn
    ("Results", "A card as high or higher opposes it", "Effect", "items>space 1; turn the card over", 3, 14),
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
    for name, row, header, value, message in (
        ("Rules", "all", "Value", 8, "Rules!C2: “Signs On Circle” is 8, and the sheet Spaces has 7 rows."),
        ("Relations", "1", "Relation", "friendly", "Relations!D2: “friendly” is no relation."),
    ):
        book, problems = changed(name, row, header, value)
        said = [f"{p.where}: {p.what}" for p in (*problems, *RULESET.check(book))]
        assert any(message.split(":")[0] in text for text in said), said
    assert not has_errors(check_game(open_project(FOLDER), shipped_workbook(FOLDER)).problems)


# ---------------------------------------------------------------- what a strong player sees


def test_the_chances_of_sums_are_those_of_all_ways() -> None:
    """Of 2, 3 and 3, each with the chance of a half."""
    of_eight = (1, 1, 2, 4, 4, 6, 7, 7, 8)
    assert _sums((2, 3, 3), 0.5) == tuple(ways / 8 for ways in of_eight)


def test_to_draw_promises_a_strong_player_less_where_it_costs_the_turn_of_a_card() -> None:
    state = on_circle()
    low = [one for one in deck().cards if deck().number(one) == 1]
    dead = [one for one in low if state.space_of(one) == EMPTY]
    living = [one for one in low if state.space_of(one) != EMPTY]

    def draw(count: int) -> float:
        hand = (*living[:count], *dead)[:7]
        held = replace(state, hands=(hand, *state.hands[1:]), turn=3)  # four turns are to come
        return foresight(held, 0, legal_moves(held, 0))[-1]["draw"]

    assert draw(3) == draw(4) > draw(5)

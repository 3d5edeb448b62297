# ruff: noqa: E501  (an action stands on a line, so that the table can be read down)
"""Symetra: each of its sixty actions, fusing and charging, the stack, its games, and what a changed cell breaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.kit.table import EMPTY
from generator.games.symetra import RULESET, words
from generator.games.symetra import facts as say
from generator.games.symetra.flow import actors, won_by
from generator.games.symetra.moves import (
    Announce,
    Begin,
    Close,
    Decline,
    DrawCard,
    Resolve,
    apply,
    legal_moves,
    why_illegal,
)
from generator.games.symetra.naming import choice_text
from generator.games.symetra.play import Symetra
from generator.games.symetra.records import AFFINITY, ENMITY, CardFacts, Numbers, setting_from
from generator.games.symetra.selecting import led_astray
from generator.games.symetra.state import (
    Announced,
    Charge,
    Fuse,
    Lasting,
    Lying,
    Phase,
    Selection,
    Spot,
    State,
    Use,
)
from generator.ground.problems import Failed, Severity, has_errors
from generator.ground.project import open_project
from generator.records.notation import Ban, Call, Part, Shift, Who, effect_text, parse_effect
from generator.replay.engine import NAMES
from generator.replay.errors import CellError, IllegalMove, MoveError
from generator.replay.mending import repair
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.play import Play
from generator.replay.repair import play_on
from tests.shared.changed_cells import shipped_workbook
from tests.shared.game_folders import check_game
from tests.shared.symetra import (
    FOLDER,
    after_answer,
    after_row,
    answering,
    at_turn,
    begun,
    card,
    changed,
    differences,
    engine,
    matrix_of,
    played,
    row,
    with_numbers,
)

# ---------------------------------------------------------------- the sixty actions

ACTIONS: tuple[tuple[str, str, str], ...] = (
    # Amber's card has 4 beads; Tree (3) is Rose's, Moon (3) Azure's, Seed (2) Amber's second.
    # card, what its row says, what changes: worked out by hand from the words on the card
    ("Light", "Rose", "Light-1 Amber.universal+1 Rose.hand+1 Amber.potential-2 Amber.actual+2"),
    ("Sound", "Rose", "Sound-1 Amber.universal+1 lasts:fuse_again:Rose lasts:heard_in_silence:Rose Amber.potential-2 Amber.actual+2"),
    ("Sun", "Sun 2, Seed 1", "Amber.universal+2 Amber.potential-3 Seed+1"),
    ("Water", "Seed", "Water-1 Amber.universal+1 Amber.potential-2 Seed+2"),
    ("Seed", "", "Amber.potential-1 Amber.actual+1"),
    ("Tree", "", "Tree-3 Amber.universal+3 Amber.potential-4 Amber.actual+4"),
    ("Silence", "Rose", "Silence-2 Amber.universal+2 lasts:fusing:Rose"),
    ("Shadow", "Tree", "Shadow-1 Amber.universal+1 lasts:action:Tree"),
    ("Fire", "Tree", "Fire-2 Amber.universal+2 Tree=gone Rose.universal+3"),
    ("Ice", "Tree", "Ice-2 Amber.universal+2 lasts:change_of_energy:Tree"),
    ("Poison", "Tree", "Poison-1 Amber.universal+1 Tree-2 Rose.potential+2"),
    ("Storm", "", "Storm-3 Amber.universal+3 Tree-2 Rose.universal+2 Moon-2 Azure.universal+2"),
    ("Void", "Seed", "Void-3 Amber.universal+3 Seed=gone Amber.potential+2"),
    ("Ether", "Tree", "Ether-2 Amber.universal+2 looked:Amber Amber.potential-4 Amber.actual+4"),
    ("Space", "NE of Space", "Space-1 Amber.universal+1 at:Space"),
    ("Mirror", "; Tree 2", "Mirror-2 Amber.universal+2 Anger-1 Rose.universal+1 Rose.actual-2 Tree+2"),
    ("Earth", "", "Earth-3 Amber.universal+3 lasts:loss:Amber"),
    ("Air", "Moon; NW of Moon", "Air-1 Amber.universal+1 at:Moon"),
    ("Metal", "Seed", "Metal-1 Amber.universal+1 lasts:capacity:Seed"),
    ("Moon", "Moon 1, Seed 1", "Amber.universal-1 Seed+1"),
    ("Compassion", "Rose", "Compassion-1 Amber.universal+1 Rose.potential-2 Rose.actual+2 Amber.potential-2 Amber.actual+2"),
    ("Courage", "Tree", "Courage-1 Amber.universal+1 Rose.potential-1 Tree+1 lasts:loss:Tree Amber.potential-2 Amber.actual+2"),
    ("Hope", "Rose", "Hope-2 Amber.universal+2 Rose.universal-2 Rose.actual+2 Amber.potential-3 Amber.actual+3"),
    ("Passion", "Tree", "Passion-2 Amber.universal+2 Rose.potential-3 Tree+2 Rose.universal+1 Amber.potential-3 Amber.actual+3"),
    ("Innocence", "Rose", "Innocence-1 Amber.universal+1 lasts:draw_help:Rose Amber.potential-2 Amber.actual+2"),
    ("Love", "", "Love-2 Amber.universal+2 lasts:love:Amber"),
    ("Joy", "", "Joy-1 Amber.universal+1 Amber.potential-2 Amber.actual+2 Rose.potential-1 Rose.actual+1 Azure.potential-1 Azure.actual+1"),
    ("Guilt", "Rose", "Guilt-1 Amber.universal+1 lasts:draw_harm:Rose"),
    ("Depression", "Rose", "Depression-2 Amber.universal+2 lasts:pay_more:Rose"),
    ("Anger", "Rose", "Anger-1 Amber.universal+1 Rose.actual-2 Tree+2"),
    ("Hate", "", "Hate-2 Amber.universal+2 lasts:hate:Amber"),
    ("Pride", "Pride 1, Seed 3", "Amber.universal+1 Amber.actual-4 Seed+3 lasts:most_wins:Amber"),
    ("Fear", "Rose", "Fear-2 Amber.universal+2 Tree-2 Rose.potential+2"),
    ("Envy", "Rose", "Envy-2 Amber.universal+2 Rose.actual-2 Rose.potential+2 Amber.potential-1 Amber.actual+1"),
    ("Humility", "Humility 1, Seed 1", "Humility-2 Seed-1 Amber.universal+3 lasts:least_wins:Amber"),
    ("Calm", "Rose", "Calm-1 Amber.universal+1 Tree-2 Rose.actual+2"),
    ("Longing", "", "Longing-1 Amber.universal+1 Amber.hand+1"),
    ("Wonder", "Storm", "Wonder-1 Amber.universal+1 Amber.hand+1"),
    ("Doubt", "pays; Seed 2", "Doubt-1 Amber.universal+1 Rose.actual-2 Rose.universal+3 Anger-1 Amber.actual-2 Seed+2"),
    ("Patience", "", "Patience+1 Amber.potential-1"),
    ("Order", "Rose", "Order-2 Amber.universal+2 Rose.universal-2 Tree+2 Amber.potential-3 Amber.actual+3"),
    ("Vigor", "Rose", "Vigor-1 Amber.universal+1 lasts:pay_less:Rose Amber.potential-2 Amber.actual+2"),
    ("Transcendence", "Rose", "Transcendence-3 Amber.universal+3 Rose.potential-4 Rose.actual+4 Amber.potential-4 Amber.actual+4"),
    ("Creation", "NE of Creation", "Creation-2 Amber.universal+2 Time+1 Amber.potential-1"),
    ("Movement", "Rose", "Movement-1 Amber.universal+1 lasts:charge_again:Rose lasts:free_in_stillness:Rose"),
    ("Growth", "", "Growth+1 Amber.universal+1 Amber.potential-2"),
    ("Harmony", "", "Amber.universal+1 Amber.potential-1"),
    ("Chaos", "Rose", "Chaos-1 Amber.universal+1 Rose.hand~"),
    ("Stillness", "Rose", "Stillness-2 Amber.universal+2 lasts:charging:Rose"),
    ("Destruction", "Tree", "Destruction=gone Amber.universal+4 Tree=gone Rose.universal+3"),
    ("Decay", "Tree", "Decay-1 Amber.universal+1 Tree-1 Rose.universal+1 Rose.actual-1 Rose.potential+1"),
    ("Deception", "Azure", "Deception-2 Amber.universal+2 Anger-1 Rose.universal+1 Azure.actual-2 Moon+2"),
    ("Hunger", "Rose", "Hunger-1 Amber.universal+2 Rose.actual-2 Rose.potential+2 Amber.potential-1"),
    ("Transformation", "Tree; Joy", "Transformation-2 Amber.universal+2 Tree=gone Joy+3 Amber.hand-1"),
    ("Sustenance", "Tree; Tree 2", "Sustenance-1 Amber.universal+1 Rose.universal-2 Tree+2"),
    ("Thought", "keeps", "Thought-1 Amber.universal+1 looked:Amber"),
    ("Time", "", "Time-3 Amber.universal+3"),
    ("Freedom", "Tree", "Freedom-2 Amber.universal+2 Amber.potential-4 Amber.actual+4"),
    ("Chance", "", "Chance-1 Amber.universal+1 Amber.potential-2 Amber.actual+2"),
    ("Memory", "Storm", "Memory-2 Amber.universal+2 Amber.hand+1"),
)  # fmt: skip


def used(title: str, text: str, beads: int = 4, **more: Any) -> tuple[State, State]:
    """The states before and after an action of Amber's, in her turn or as an answer to Rose's Anger."""
    if engine().setting.cards[card(title)].selects == "action":
        state = answering(title, beads, **more)
        return state, after_answer(state, title, *(part.strip() for part in text.split(";")))
    order = ("Time", "Order") if title == "Creation" else ("Order", "Time")
    deck = tuple(map(card, (name for name in (*order, "Earth", "Mirror") if name != title)))
    state = at_turn(title, beads, card_deck=deck, **more)
    return state, after_row(state, f"1|turns|Amber|use|{title}|{text}")


def test_every_card_has_a_row() -> None:
    assert {title for title, _, _ in ACTIONS} == {facts.name for facts in engine().setting.cards}
    assert all(facts.played for facts in engine().setting.cards)


@pytest.mark.parametrize(("title", "text", "expected"), ACTIONS)
def test_what_an_action_does(title: str, text: str, expected: str) -> None:
    before, after = used(title, text)
    assert differences(before, after) == {*expected.split()}


@pytest.mark.parametrize(("title", "text", "expected"), ACTIONS)
def test_an_action_is_refused_without_its_cost_and_a_second_time(
    title: str, text: str, expected: str
) -> None:
    cost = engine().setting.cards[card(title)].cost
    if cost > 1:
        with pytest.raises(MoveError, match=f"costs {cost}, and {cost - 1} lie on it"):
            used(title, text, cost - 1)
    with pytest.raises(MoveError, match=f"has used {title} in this round"):
        used(title, text, used=((0, card(title)),))


@pytest.mark.parametrize(
    ("title", "text", "message"),
    [
        ("Light", "", "The row does not say which player Light selects."),
        ("Light", "Nobody", "“Nobody” is nobody at this table"),
        ("Fire", "Joy", "Fire selects a card that lies in the matrix."),
        ("Water", "Tree", "Water selects an own card of Amber."),
        ("Space", "E of Space", "Space needs an empty space beside Space."),
        ("Space", "E of Moon", "Space needs an empty space beside Space."),
        ("Space", "NE of Tree", "Space needs an empty space beside Space."),
        ("Air", "Moon; E of Tree", "Air needs an empty space beside Moon."),
        ("Sun", "Sun 3, Seed 1", "That is none of the choices."),
        ("Sun", "Tree 3", "That is none of the choices."),
        ("Sun", "", "The row does not say what Amber chooses. Write one such as “"),
        ("Seed", "Seed 1", "There is nothing to choose, and the row says “Seed 1”."),
        ("Freedom", "Freedom", "The action of Freedom cannot be borrowed."),
        ("Time", "Fire", "is not announced"),
    ],
)
def test_a_selection_or_choice_that_cannot_be_is_refused(title: str, text: str, message: str) -> None:
    state = at_turn(title)
    with pytest.raises((MoveError, CellError), match=message):
        after_row(state, f"1|turns|Amber|use|{title}|{text}")


# ---------------------------------------------------------------- what lasts


def lasting(word: str, *, seat: int = EMPTY, on: str = "", cycle: bool = False) -> tuple[Lasting, ...]:
    return (Lasting(word, seat, card(on) if on else EMPTY, cycle, card("Sun")),)


def reason(state: State, seat: int, action: Any) -> str:
    wrong = why_illegal(state, seat, Announce(action))
    return wrong.rule if wrong is not None else ""


@pytest.mark.parametrize(
    ("has", "action", "rule"),
    [
        (lasting("fusing", seat=0), Fuse(card("Joy")), "fuse.banned"),
        (lasting("fusing", seat=0) + lasting("fuse_again", seat=0), Fuse(card("Joy")), "fuse.banned"),
        (
            lasting("fusing", seat=0) + lasting("fuse_again", seat=0) + lasting("heard_in_silence", seat=0),
            Fuse(card("Joy")),
            "",
        ),
        (lasting("charging", seat=0), Charge(1), "charge.banned"),
        (
            lasting("charging", seat=0)
            + lasting("charge_again", seat=0)
            + lasting("free_in_stillness", seat=0),
            Charge(1),
            "",
        ),
        (lasting("action", on="Sun"), Use(card("Sun")), "use.banned"),
        (lasting("change_of_energy", on="Sun"), Use(card("Sun")), "use.cost"),
        (lasting("change_of_energy", on="Seed"), Use(card("Seed")), ""),  # it costs nothing
        (lasting("pay_more", seat=0) * 3, Use(card("Sun")), "use.cost"),
        (lasting("pay_more", seat=0) * 2, Use(card("Sun")), ""),
    ],
)
def test_what_lasts_forbids_and_allows(has: tuple[Lasting, ...], action: Any, rule: str) -> None:
    assert reason(at_turn(lasting=has), 0, action) == rule


def test_a_cost_never_falls_below_nothing() -> None:
    state = at_turn(lasting=lasting("pay_less", seat=0) * 3)
    assert state.cost(0, card("Sun")) == 0


@pytest.mark.parametrize(
    ("has", "title", "rule"),
    [
        (lasting("loss", on="Tree"), "Fire", "protected"),
        (lasting("loss", seat=1), "Fire", "protected"),
        (lasting("change_of_energy", on="Tree"), "Fire", "protected"),
        (lasting("change_of_energy", on="Tree"), "Passion", "protected"),
        (lasting("loss", on="Tree"), "Passion", ""),
        (lasting("loss", on="Tree"), "Shadow", ""),
    ],
)
def test_what_is_protected_is_not_selected(has: tuple[Lasting, ...], title: str, rule: str) -> None:
    state = at_turn(title, lasting=has)
    assert reason(state, 0, Use(card(title), Selection(card=card("Tree")))) == rule


def test_a_magnet_is_struck_too_once_and_free() -> None:
    state = at_turn("Silence", lasting=lasting("draw_harm", seat=2) + lasting("draw_help", seat=1))
    after = after_row(state, "1|turns|Amber|use|Silence|Rose")
    assert after.has("fusing", seat=1) == after.has("fusing", seat=2) == 1
    assert after.universal[0] == state.universal[0] + 2
    itself = after_row(state, "1|turns|Amber|use|Silence|Azure")
    assert itself.has("fusing", seat=2) == 1 and not itself.has("fusing", seat=1)


def test_good_karma_needs_an_opponent_an_effect_and_counts_what_was_paid() -> None:
    dear = at_turn("Light", lasting=lasting("pay_more", seat=0))
    assert after_row(dear, "1|turns|Amber|use|Light|Rose").actual[0] == dear.actual[0] + 3
    own = at_turn("Light")
    assert after_row(own, "1|turns|Amber|use|Light|Amber").actual == own.actual
    bare = at_turn("Order", matrix=(Lying(card("Order"), Spot(0, 0), 0, 4),))
    assert after_row(bare, "1|turns|Amber|use|Order|Rose").actual == bare.actual
    assert after_row(own, "1|turns|Amber|use|Light|Rose", with_numbers()).actual[0] == own.actual[0] + 2
    without = at_turn("Light", rules=with_numbers(karma_bonus=-1))
    assert after_row(without, "1|turns|Amber|use|Light|Rose").actual == without.actual


def test_a_card_that_pays_its_last_bead_still_acts_and_cannot_fill_itself() -> None:
    state = at_turn("Sustenance", 1)
    after = after_row(state, "1|turns|Amber|use|Sustenance|Sustenance")
    assert after.owner(card("Sustenance")) == EMPTY and after.universal[0] == state.universal[0] + 1
    sun = after_row(at_turn("Sun", 2), "1|turns|Amber|use|Sun")
    assert sun.owner(card("Sun")) == EMPTY and sun.lying(card("Seed")).beads == 5  # type: ignore[union-attr]


def test_a_card_that_takes_the_place_of_a_wide_one_holds_no_more_than_others() -> None:
    state = at_turn("Transformation", lasting=lasting("capacity", on="Tree"))
    full = tuple(p._replace(beads=7) if p.card == card("Tree") else p for p in state.matrix)
    before = replace(state, matrix=full)
    after = after_row(before, "1|turns|Amber|use|Transformation|Tree; Joy")
    assert after.lying(card("Joy")).beads == 5  # type: ignore[union-attr]
    assert after.universal[1] == before.universal[1] + 2


def test_thought_may_discard_what_it_has_seen() -> None:
    state = at_turn("Thought")
    after = after_row(state, "1|turns|Amber|use|Thought|discards")
    assert after.card_discard[-1] == state.card_deck[0] and after.looked == ()
    keeps = after_row(state, "1|turns|Amber|use|Thought|keeps")
    assert engine().view(keeps, 0).card_deck[0] == state.card_deck[0]
    hidden = engine().determinize(engine().view(keeps, 0), 0, Random(1))
    assert hidden.card_deck[0] == state.card_deck[0]


# ---------------------------------------------------------------- fusing and charging


def fused(state: State, title: str, where: str) -> State:
    return after_row(state, f"1|turns|Amber|fuse|{title}|{where}")


def test_the_first_card_gets_potential_and_the_lock() -> None:
    state = at_turn(matrix=())
    after = fused(state, "Joy", "")
    assert differences(state, after) == {"Joy+2", "Amber.potential-1", "Amber.actual-1", "Amber.hand-1"}


def test_affinity_brings_a_bead_for_each_and_enmity_sends_one_home() -> None:
    state = at_turn()  # Joy has affinity with Sun, Tree and Seed, and nothing against Moon but its polarity
    after = fused(state, "Joy", "NE of Sun")
    assert differences(state, after) == {"Joy+3", "Amber.potential-2", "Amber.actual-1", "Amber.hand-1"}
    storm = fused(state, "Storm", "SW of Moon")  # Storm and Moon are enemies
    assert differences(state, storm) == {
        "Storm+1", "Moon-1", "Azure.potential+1", "Amber.actual-1", "Amber.hand-1",
    }  # fmt: skip


def test_enmity_with_an_own_card_brings_both_a_bead() -> None:
    own = tuple(place._replace(owner=0) for place in at_turn().matrix)
    state = at_turn(matrix=own)
    after = fused(state, "Storm", "SW of Moon")
    assert differences(state, after) == {
        "Storm+2", "Moon+1", "Amber.potential-2", "Amber.actual-1", "Amber.hand-1",
    }  # fmt: skip


def test_love_and_hate_change_how_one_fuses_and_the_later_holds() -> None:
    love, hate = lasting("love", seat=0), lasting("hate", seat=0)
    near = Lying(card("Moon"), Spot(-1, 0), 2, 3)
    state = at_turn()
    assert state.relation(0, card("Storm"), near) == ENMITY
    assert at_turn(lasting=love).relation(0, card("Storm"), near) == AFFINITY
    assert at_turn(lasting=love + hate).relation(0, card("Storm"), near) == ENMITY
    assert at_turn(lasting=hate + love).relation(0, card("Storm"), near) == AFFINITY
    assert at_turn(lasting=hate).relation(0, card("Joy"), Lying(card("Seed"), Spot(0, 1), 0, 2)) == AFFINITY


def test_a_charge_goes_onto_one_card_and_what_is_too_much_to_the_universal() -> None:
    state = at_turn()
    after = after_row(state, "1|turns|Amber|charge|Sun|3")
    assert differences(state, after) == {"Sun+1", "Amber.universal+2", "Amber.actual-3"}
    for text, message in (
        ("1|turns|Amber|charge|Sun|4", "A charge is 1 to 3 beads, and not 4."),
        ("1|turns|Amber|charge|Tree|1", "That is none of the choices."),
        ("1|turns|Amber|charge|Sun|many", "“many” is no number of beads."),
    ):
        with pytest.raises((MoveError, CellError), match=message):
            after_row(state, text)
    with pytest.raises(IllegalMove, match="Amber has charged in this turn"):
        after_row(after, "1|turns|Amber|charge|Seed|1")


def test_whoever_puts_the_last_actual_on_a_card_leaves_after_the_action() -> None:
    state = at_turn(actual=(1, 27, 27))
    after = after_row(state, "1|turns|Amber|charge|Sun|1")
    assert after.playing == (False, True, True) and after.due == (1, 2)
    assert after.all_on_cards()[0] == after.potential[0] == after.universal[0] == 0
    alone = at_turn(actual=(1, 27, 27), playing=(True, True, False), due=(0, 1))
    assert after_row(alone, "1|turns|Amber|charge|Sun|1").phase is Phase.OVER


def test_an_empty_hand_costs_and_brings_cards() -> None:
    state = at_turn(hands=((card("Joy"),), (card("Void"),), (card("Chaos"),)))
    after = fused(state, "Joy", "NE of Sun")
    assert len(after.hands[0]) == 2 and after.actual[0] == state.actual[0] - 1 - 3


def test_an_empty_deck_is_shuffled_and_a_card_discarded_for_each() -> None:
    state = at_turn(card_deck=(card("Order"),), card_discard=tuple(range(8)))
    after, _ = apply(state, 0, DrawCard())
    assert len(after.card_discard) == 3 and len(after.card_deck) == 5
    assert {*after.card_discard, *after.card_deck} == {*range(8)}


# ---------------------------------------------------------------- the stack, rounds and cycles


def test_the_last_announced_happens_first() -> None:
    state = at_turn("Fire", hands=((card("Storm"),), (card("Void"),), (card("Chaos"),)))
    there = (
        *state.matrix[:2],
        Lying(card("Time"), Spot(-1, 0), 2, 4),
        Lying(card("Doubt"), Spot(0, 1), 0, 2),
    )
    state = replace(state, matrix=there)
    after = after_row(state, "1|turns|Amber|announce|Fire|Tree")
    assert actors(after) == (1,)  # Rose could: Tree costs all its beads, but it may
    after, _ = apply(after, 1, Decline())
    after = after_row(after, "1|answer|Azure|answer|Time|Fire")
    after = after_row(after, "1|answer|Amber|answer|Doubt|Time")
    while after.asked:
        after, _ = apply(after, after.asked[0], Decline())
    assert [item.seat for item in after.stack] == [0, 2, 0]
    after = after_row(after, "1|answer||resolve|Doubt|refuses")
    after = after_row(after, "1|answer||resolve|Time")
    assert after.universal[2] == state.universal[2]  # cancelled, so that nothing was paid
    after = after_row(after, "1|answer||resolve|Fire")
    assert after.owner(card("Tree")) == EMPTY and not after.stack and actors(after) == (0,)


def test_what_was_selected_and_is_gone_cancels_and_uses_up() -> None:
    state = at_turn("Fire")
    announced = after_row(state, "1|turns|Amber|announce|Fire|Tree")
    gone = replace(announced, asked=(), matrix=tuple(p for p in announced.matrix if p.card != card("Tree")))
    after, facts = apply(gone, NOBODY, legal_moves(gone, NOBODY)[0])
    assert any(isinstance(fact, say.Cancelled) for fact in facts)
    assert after.universal == state.universal and reason(after, 0, Use(card("Fire"))) == "use.once"


def test_a_card_that_changes_hands_may_be_used_again() -> None:
    state = at_turn(used=((1, card("Sun")),))
    assert reason(state, 0, Use(card("Sun"))) == ""


def test_a_cycle_costs_and_whoever_has_too_little_leaves() -> None:
    state = replace(begun(), actual=(30, 3, 4))
    after, _ = apply(state, NOBODY, Begin())
    assert after.playing == (True, False, True) and after.actual == (27, 0, 1)


def test_winners_take_their_universal_and_the_least_may_win() -> None:
    state = at_turn(phase=Phase.CLOSE, due=(), round=3)
    assert won_by(state) == ((0,), False)
    after, _ = apply(state, NOBODY, Close())
    assert after.actual == (27 + 3 + 6, 30, 30) and after.potential == (20, 23, 23)
    assert after.wins == (1, 0, 0) and after.starter == 1 and after.cycle == 2 and not after.matrix
    least = at_turn(lasting=lasting("least_wins", seat=0, cycle=True))
    assert won_by(least) == ((1, 2), True)
    both = at_turn(
        lasting=lasting("least_wins", seat=0, cycle=True) + lasting("most_wins", seat=1, cycle=True)
    )
    assert won_by(both) == ((0,), False)
    assert won_by(at_turn(matrix=())) == ((), False)
    bare = tuple(place for place in least.matrix if place.owner != 2)  # Azure has no bead on cards
    assert won_by(replace(least, matrix=bare)) == ((1,), True)


def test_those_who_tie_play_another_cycle() -> None:
    state = at_turn(matrix=(), phase=Phase.CLOSE, due=(), cycle=3, round=9, hands=((1, 2), (3, 4), (5,)))
    after, _ = apply(state, NOBODY, Close())
    assert after.phase is Phase.BEGIN and after.cycles == 4 and after.seats == (0, 1)
    assert after.starter == 1  # of those who tie, the next after Amber, who began the last one
    ahead, _ = apply(replace(state, actual=(28, 27, 27)), NOBODY, Close())
    assert ahead.phase is Phase.OVER


def test_who_turns_up_the_highest_cost_goes_first() -> None:
    lines = [line for line in engine().deal(("Amber", "Rose"), seed=1) if line.action != "deck"]
    top = "Sun; Ice; Tree; Light"  # 2 and 2 tie, then 3 against 1
    lines = [
        line._replace(payment="Joy; Calm; Air" if line.player == "Amber" else "Hope; Fire; Moon")
        if line.action == "hand"
        else line
        for line in lines
    ]
    from generator.replay.script import ScriptLine, script_from_lines

    script = script_from_lines(
        [*lines, ScriptLine(0, "setup", "", "deck", "Cards", top)], engine().vocabulary
    )
    state = engine().begin(script)
    assert state.starter == 0 and len(state.card_discard) == 4


def test_whoever_guesses_knows_that_an_announced_card_is_in_its_hand() -> None:
    state = after_row(at_turn(), "1|turns|Amber|announce fuse|Joy|")
    for seed in range(30):
        guess = engine().determinize(engine().view(state, 1), 1, Random(seed))
        assert card("Joy") in guess.hands[0] and engine().view(guess, 1) == engine().view(state, 1)


# ---------------------------------------------------------------- rulings


def resolved_alone(state: State) -> State:
    """The state when nobody has answered what is announced, as far as nobody has to choose."""
    while state.asked:
        state, _ = apply(state, state.asked[0], Decline())
    return apply(state, NOBODY, Resolve())[0]


def test_cards_without_beads_go_after_the_lock_and_missing_potential_is_lost() -> None:
    weak = tuple(
        place._replace(beads=1) if place.card == card("Moon") else place for place in at_turn().matrix
    )
    state = at_turn(matrix=weak, potential=(0, 20, 20))
    after, facts = engine().play(row("1|turns|Amber|fuse|Storm|SW of Moon"), state, state)
    assert differences(state, after) == {
        "Storm+1",
        "Moon=gone",
        "Azure.potential+1",
        "Amber.actual-1",
        "Amber.hand-1",
    }
    lock = facts.index(say.Beads(card("Storm"), 0, 0, 1))
    assert lock < facts.index(say.Discarded(card("Moon"), 2))
    joy = fused(state, "Joy", "NE of Sun")  # two affinities, and no potential for them
    assert differences(state, joy) == {"Joy+1", "Amber.actual-1", "Amber.hand-1"}


def test_a_split_matrix_is_played_in_all_its_parts() -> None:
    apart = (Lying(card("Sun"), Spot(0, 0), 0, 4), Lying(card("Tree"), Spot(5, 0), 1, 3))
    spots = at_turn(matrix=apart).edge()
    assert {Spot(1, 0), Spot(4, 0)} <= {*spots} and len(spots) == 12


@pytest.mark.parametrize(
    ("text", "ban"), [("announce fuse|Joy|", "fusing"), ("announce charge||3", "charging")]
)
def test_a_cancelled_fuse_or_charge_gives_all_back_and_is_used_up(text: str, ban: str) -> None:
    state = at_turn()
    banned = replace(after_row(state, f"1|turns|Amber|{text}"), lasting=lasting(ban, seat=0), asked=())
    after = resolved_alone(banned)
    assert (after.hands, after.actual, after.matrix) == (state.hands, state.actual, state.matrix)
    freed = replace(after, lasting=())
    assert reason(freed, 0, Fuse(card("Joy")) if ban == "fusing" else Charge(1)).endswith(".once")


def test_where_a_card_lies_and_what_is_charged_is_chosen_when_it_happens() -> None:
    for text in ("announce fuse|Joy|", "announce charge||3"):
        happening = resolved_alone(after_row(at_turn(), f"1|turns|Amber|{text}"))
        assert happening.agenda and len(legal_moves(happening, 0)) > 1


def test_what_a_leaving_player_has_is_discarded() -> None:
    state = at_turn(actual=(1, 27, 27))
    after = after_row(state, "1|turns|Amber|charge|Sun|1")
    assert {*state.hands[0], card("Sun"), card("Seed")} <= {*after.card_discard}
    assert all(place.owner != 0 for place in after.matrix) and after.hands[0] == ()


def test_a_name_outranks_a_polarity_and_all_else_follows_from_it() -> None:
    relations = engine().setting.relations
    assert (
        relations[card("Hate")][card("Transcendence")] == AFFINITY
    )  # named; Hate is against all that is positive
    assert relations[card("Longing")][card("Patience")] == ENMITY  # named; both are neutral Emotions
    assert (
        relations[card("Hate")][card("Tree")] == ENMITY and relations[card("Hate")][card("Fire")] == AFFINITY
    )
    assert relations[card("Joy")][card("Love")] == AFFINITY == relations[card("Love")][card("Sun")]
    assert relations[card("Calm")][card("Sun")] == ""  # Calm loves what is neutral alone


def test_the_card_of_creation_is_laid_and_not_fused() -> None:
    deck = tuple(map(card, ("Joy", "Order", "Time")))  # Joy would have affinity with Tree
    state = at_turn(
        "Creation", 2, card_deck=deck, hands=((card("Storm"),), (card("Void"),), (card("Chaos"),))
    )
    after = after_row(state, "1|turns|Amber|use|Creation|NE of Creation")
    assert differences(state, after) == {"Creation=gone", "Amber.universal+2", "Joy+1", "Amber.potential-1"}
    bare = replace(state, potential=(0, 20, 20))
    empty = after_row(bare, "1|turns|Amber|use|Creation|NE of Creation")
    assert empty.owner(card("Joy")) == EMPTY and card("Joy") in empty.card_discard


def test_space_that_has_paid_its_last_bead_is_gone_and_moves_nothing() -> None:
    after = after_row(at_turn("Space", 1), "1|turns|Amber|use|Space|NE of Space")
    assert after.owner(card("Space")) == EMPTY and len(after.matrix) == 3


def test_a_borrowed_action_uses_up_the_borrower_alone_and_means_it() -> None:
    own = (*matrix_of("Freedom", 4), Lying(card("Patience"), Spot(0, -1), 0, 2))
    state = at_turn("Freedom", matrix=own)
    after = after_row(state, "1|turns|Amber|use|Freedom|Patience")  # onto “this card”, which is Freedom now
    assert differences(state, after) == {"Freedom-1", "Amber.universal+2", "Amber.potential-1"}
    assert reason(after, 0, Use(card("Patience"))) == "" and (0, card("Freedom")) in after.used


def test_longing_takes_the_last_discard() -> None:
    state = at_turn("Longing", card_discard=tuple(map(card, ("Ice", "Fire"))))
    after = after_row(state, "1|turns|Amber|use|Longing")
    assert after.hands[0][-1] == card("Fire") and after.card_discard == (card("Ice"),)


def test_an_answer_and_a_borrowed_action_are_not_led_astray() -> None:
    state = answering("Deception")
    assert led_astray(state, 0)
    doubted = replace(state, stack=(*state.stack, Announced(2, Use(card("Doubt"), Selection(action=0)))))
    assert led_astray(doubted, 1) == ()
    borrowing = Use(card("Freedom"), Selection(card=card("Seed"), inner=Selection()))
    assert led_astray(replace(state, stack=(Announced(1, borrowing),)), 0) == ()


RULINGS = {
    "What is helpful, what harmful?": test_a_magnet_is_struck_too_once_and_free,
    "What do Sound and Movement lift?": test_what_lasts_forbids_and_allows,
    "My last card is fused: when is my hand empty?": test_an_empty_hand_costs_and_brings_cards,
    "Is the card of Creation fused?": test_the_card_of_creation_is_laid_and_not_fused,
    "May a card under Ice pay?": test_what_lasts_forbids_and_allows,
    "Order for a player without cards: is that Good Karma?": test_good_karma_needs_an_opponent_an_effect_and_counts_what_was_paid,
    "Who begins the cycle of a tie?": test_those_who_tie_play_another_cycle,
    "Humility or Pride?": test_winners_take_their_universal_and_the_least_may_win,
    "What do Freedom and Ether use up?": test_a_borrowed_action_uses_up_the_borrower_alone_and_means_it,
    "Which decks do Ether and Thought look at?": test_thought_may_discard_what_it_has_seen,
    "Paying discards Creation or Space?": test_space_that_has_paid_its_last_bead_is_gone_and_moves_nothing,
    "Can Sustenance fill itself after paying its last bead?": test_a_card_that_pays_its_last_bead_still_acts_and_cannot_fill_itself,
    "Which card do Longing and Memory take?": test_longing_takes_the_last_discard,
    "What cannot be led astray?": test_an_answer_and_a_borrowed_action_are_not_led_astray,
    "How low, how full?": test_a_cost_never_falls_below_nothing,
    "Fused, and a neighbour has no bead left?": test_cards_without_beads_go_after_the_lock_and_missing_potential_is_lost,
    "The matrix falls apart?": test_a_split_matrix_is_played_in_all_its_parts,
    "What of a fuse or a charge that is cancelled?": test_a_cancelled_fuse_or_charge_gives_all_back_and_is_used_up,
}  # fmt: skip
"""Each question that the rulebook answers, and the test of the answer."""


def test_every_ruling_of_the_rulebook_has_its_test() -> None:
    text = (FOLDER / "templates" / "rulebook.md").read_text("utf-8")
    questions = text.partition("# Questions\n")[2].partition("\n# ")[0]
    assert [*RULINGS] == re.findall(r"^\*\*(.+?\?)\*\*", questions, re.MULTILINE)


# ---------------------------------------------------------------- whole games


def game_of(
    rules: Symetra, players: int = 3, seed: int = 1, *, rounds: int = 18, moves: int = 9999, look: bool = True
) -> State:
    """The end of a game played at random, or as far as it came, with a look at each of its states."""
    state, rng = begun(rules, NAMES[:players], seed=seed), Random(seed)
    while not rules.over(state) and state.round <= rounds and moves:
        seat, moves = next(iter(rules.actors(state)), NOBODY), moves - 1
        state, _ = apply(state, seat, rng.choice(legal_moves(state, seat)))
        if look:
            all_in_its_place(state)
    return state


def all_in_its_place(state: State) -> None:
    """Each colour has all its beads, no card lies twice, no two in one place, none holds too many."""
    beads = state.setting.numbers.beads
    for seat in range(len(state.names)):
        own = state.actual[seat] + state.potential[seat] + state.universal[seat] + state.all_on_cards()[seat]
        assert own == (beads if own or state.playing[seat] else 0)
    cards = [*state.card_deck, *state.card_discard, *(c for hand in state.hands for c in hand)]
    cards += [place.card for place in state.matrix]
    assert sorted(cards) == [*range(len(state.setting.cards))]
    assert len({place.spot for place in state.matrix}) == len(state.matrix)
    assert all(
        0 < place.beads <= state.capacity(place.card) or place.card == state.laid for place in state.matrix
    )


@given(players=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_beads_and_cards_are_kept_in_every_game(players: int, seed: int) -> None:
    assert game_of(engine(), players, seed, rounds=4).round >= 1


@pytest.mark.slow
def test_two_thousand_random_games_use_every_card_and_reach_every_end() -> None:
    ends: Counter[str] = Counter()
    for seed in range(2000):
        final = game_of(engine(), 2 + seed % 5, seed, rounds=40)
        assert engine().over(final)
        ends["alone" if len(final.seats) < 2 else "played out"] += 1
        ends["tied"] += final.cycle > final.setting.numbers.cycles(len(final.names))
    assert ends["played out"] > 1900 and ends["alone"] and ends["tied"]


def test_relations_are_mutual_and_no_card_is_related_to_itself() -> None:
    relations = engine().setting.relations
    for first, row_of in enumerate(relations):
        assert not row_of[first]
        assert all(relations[second][first] == kind for second, kind in enumerate(row_of))


def test_the_moves_of_a_first_turn() -> None:
    state, _ = apply(begun(), NOBODY, Begin())
    assert len(legal_moves(state, state.due[0])) == 1 + 3  # draw, or fuse one of three: no card to charge yet
    busy = at_turn()  # draw; fuse Storm or Joy; charge 1, 2 or 3; Sun, Seed
    assert len(legal_moves(busy, 0)) == 1 + 2 + 3 + 2
    assert legal_moves(answering("Time"), 0)[0] == Decline()
    assert len(legal_moves(answering("Time"), 0)) == 1 + 1 + 1  # Time on Anger, and Seed


TELLING = {
    "least_actual": (91,),
    "empty_hand_cost": (79,),
    "empty_hand_cards": (79,),
    "empty_card": (31,),
    "wide_capacity": (192, 63),
}
"""Games that a rare number changes: tried first."""


@pytest.mark.parametrize("name", [number.name for number in fields(Numbers)])
def test_every_number_counts(name: str) -> None:
    """Another number makes another game."""
    here = getattr(engine().setting.numbers, name)
    players = int(name[-1]) if name.startswith("cycles_") else 4
    least = -1 if name == "karma_bonus" else 1 if name.startswith(("beads", "cycles", "rounds")) else 0
    if name == "least_actual":
        least = here  # one less leaves with nothing after the payment, too
    for more in {here + 1, max(here - 1, least)} - {here} if name != "beads" else {10}:
        rules = with_numbers(**{name: more})
        games = (
            tuple(game_of(each, players, seed, rounds=30, look=False) for each in (engine(), rules))
            for seed in (*TELLING.get(name, ()), *range(300))
        )
        assert any(State.values(one)[1:] != State.values(other)[1:] for one, other in games), more


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("Capacity", "Every card holds five."),
        ("AI Actual", "An absent player has as many beads as all."),
        ("AI Potential", "An absent player has as many beads as all."),
        ("Solo Beads", "Solo Beads"),
    ],
)
def test_a_number_that_no_rule_reads_is_held_by_a_check_or_by_the_published_game(key: str, said: str) -> None:
    book, _ = changed("Rules", key, "Value", 7)
    try:
        problems = check_game(open_project(FOLDER), book).problems
    except Failed as failed:
        problems = failed.problems
    assert any(said in problem.what for problem in problems)


def test_a_useful_move_wastes_no_bead() -> None:
    full = at_turn(beads=5)  # Sun is full; Seed has room for 3
    moves = engine().useful_actions(full, 0)
    assert [
        move.action.beads for move in moves if isinstance(move, Announce) and isinstance(move.action, Charge)
    ] == [1, 2, 3]
    fuller = replace(
        full, matrix=tuple(p._replace(beads=4) if p.card == card("Seed") else p for p in full.matrix)
    )
    moves = engine().useful_actions(fuller, 0)
    assert [
        move.action.beads for move in moves if isinstance(move, Announce) and isinstance(move.action, Charge)
    ] == [1]
    charging = resolved_alone(after_row(full, "1|turns|Amber|announce charge||3"))
    assert [
        choice_text(Played(charging, 0, move, charging, ())) for move in engine().useful_actions(charging, 0)
    ] == ["Seed"]
    assert len(engine().legal_actions(charging, 0)) == 2


def test_bots_play_a_whole_game() -> None:
    state = begun(seed=5)
    moves = play_on(engine(), state, engine().policies(3), Random(5))
    assert engine().over(moves[-1].after)


@pytest.mark.slow
def test_ties_are_as_rare_as_the_rulebook_says() -> None:
    """Simple players: hardly any game ends with two on the same actual, or is won without a cycle."""
    counts: Counter[str] = Counter()
    for seed in range(90):
        state = begun(names=NAMES[: 2 + seed % 3], seed=seed)
        final = play_on(engine(), state, engine().policies(2 + seed % 3), Random(seed))[-1].after
        best = max(final.actual)
        first = [seat for seat in final.seats if final.actual[seat] == best]
        counts["tied"] += len(first) > 1
        counts["further cycle"] += final.cycle > final.setting.numbers.cycles(len(final.names))
        counts["without a cycle"] += not any(final.wins[seat] for seat in first)
        counts["most cycles"] += any(final.wins[seat] == max(final.wins) for seat in first)
    assert counts["tied"] <= 9 and counts["further cycle"] <= 4, counts
    assert counts["without a cycle"] <= 2 and counts["most cycles"] >= 72, counts


# ---------------------------------------------------------------- the sample game


def test_the_shipped_sample_game_holds_and_stops_after_a_cycle() -> None:
    replay = played(shipped_workbook(FOLDER))
    assert replay.valid and replay.problems == () and len(replay.steps) == 43
    final = replay.final
    assert final is not None and final.actual == (25, 43, 23) and final.wins == (0, 1, 0)
    facts = [fact for step in replay.steps for fact in step.facts]
    assert sum(isinstance(fact, say.Cancelled) for fact in facts) == 1
    assert sum(isinstance(fact, say.Karma) for fact in facts) == 1


STEPS: tuple[tuple[int, str, str], ...] = (
    (11, "Card", "Water"),  # Amber does not hold it
    (12, "Payment", "4"),
    (12, "Card", "Growth"),
    (13, "Card", "Fire"),
    (15, "Payment", "E of Decay"),
    (15, "Payment", "E of Fire"),
    (16, "Card", "Sun"),
    (19, "Payment", "5"),
    (20, "Gains", "Amber -2 actual"),
    (20, "Payment", "Time"),
    (22, "Payment", "E of Sun"),
    (23, "Payment", "Sun 2, Fire 2"),
    (23, "Payment", "Sun 3, Growth 1"),
    (27, "Gains", "Rose +3 actual"),
    (27, "Payment", "Amer"),
    (31, "Payment", "9"),
    (33, "Card", "Time"),
    (35, "Payment", "Tree"),
    (36, "Card", "Hunger"),
    (37, "Payment", "Sun"),
    (38, "Gains", "Azure -3 actual"),
    (41, "Payment", "Sun 1, Fire 1"),
    (46, "Payment", "9"),
    (52, "Gains", "Rose Actual 42"),
    (53, "Card", "26"),
)  # fmt: skip
"""Cells of the sample game that are wrong by the rules: row, column, what stands there."""


def lines_of(book: Any) -> list[dict[str, str]]:
    columns = ("round", "phase", "player", "action", "card", "payment", "gains", "narration")
    return [
        {column: "" if line.values.get(column) is None else str(line.values[column]) for column in columns}
        for line in book["Sample Game"]
    ]


@pytest.mark.parametrize(("number", "column", "text"), STEPS)
def test_a_changed_cell_of_the_sample_game_is_refused_there(number: int, column: str, text: str) -> None:
    lines = lines_of(shipped_workbook(FOLDER))
    lines[number - 2][column.lower()] = text
    script = "\t".join(lines[0]) + "\n" + "\n".join("\t".join(line.values()) for line in lines)
    replay = Play(engine()).replay_text(script, "symetra.txt")
    wrong = [problem for problem in replay.problems if problem.severity is Severity.ERROR]
    rows = [int(problem.where.rpartition(":")[2]) for problem in wrong]
    assert min(rows, default=0) == number, [str(problem) for problem in replay.problems]


CELLS: tuple[tuple[str, str, str, Any, int, int], ...] = (
    ("Rules", "Lock", "Value", 2, 1, 53),
    ("Rules", "Cycle Cost", "Value", 4, 1, 10),
    ("Rules", "Karma Bonus", "Value", 2, 1, 27),
    ("Rules", "Doubt", "Value", 3, 1, 38),
    ("Cards", "Sun", "Cost", 5, 1, 13),
    ("Cards", "Decay", "Action", "owner card>universal 1E", 1, 20),
    ("Cards", "Time", "Cost", 5, 1, 36),
)
"""Cells of other sheets, and the row of the sample game that they break."""


@pytest.mark.parametrize(("sheet", "line", "header", "value", "key", "broken"), CELLS)
def test_a_changed_cell_of_the_game_breaks_the_first_step_that_needs_it(
    sheet: str, line: str, header: str, value: Any, key: int, broken: int
) -> None:
    book, _ = changed(sheet, line, header, value, key=key)
    problems = [problem for problem in played(book).problems if problem.severity is Severity.ERROR]
    rows = [int("".join(filter(str.isdigit, problem.where.rpartition("!")[2]))) for problem in problems]
    assert min(rows, default=0) == broken, [f"{problem.where} {problem.what}" for problem in problems]


def test_a_repair_plays_on_from_a_broken_step() -> None:
    book, _ = changed("Cards", "Time", "Cost", 5)
    repaired = repair(played(book), seed=1)
    assert repaired is not None and repaired.kept >= 24
    again = Play(Symetra(played(book).engine.setting)).replay_text(repaired.text, "again")  # type: ignore[attr-defined]
    errors = [str(problem) for problem in again.problems if problem.severity is Severity.ERROR]
    assert not errors


# ---------------------------------------------------------------- checks


@pytest.mark.parametrize("word", ["actual", "doubt"])
def test_a_word_that_means_something_else_is_told_at_the_first_step_that_needs_it(word: str) -> None:
    book, _ = changed("Notation", word, "Means", "something else", key=2)
    first, *_ = played(book).problems
    assert "The rules do not know all words of" in first.what


def test_a_word_that_nobody_plays_is_a_warning_at_its_card() -> None:
    book, _ = changed("Cards", "Storm", "Action", "hand>own cards 2C")
    said = [f"{p.severity} {p.where}: {p.what}" for p in RULESET.check(book)]
    assert said == ["warning Cards!L13: The rules of Symetra do not play “hand>own cards” of Storm."]
    rules = Symetra(played(book).engine.setting)  # type: ignore[attr-defined]
    assert rules.cards_left_alone() == ("Storm",)
    state = at_turn("Storm", 4, rules)
    assert not [
        move
        for move in legal_moves(state, 0)
        if isinstance(move, Announce) and move.action == Use(card("Storm"))
    ]
    assert reason(state, 0, Use(card("Storm"))) == "use.unknown"
    text = "1|turns|Amber|decide|Storm|Rose Tree>universal 2; Azure potential>actual 1"
    after = after_row(state, text, rules)
    assert differences(state, after) == {
        "Storm-3", "Amber.universal+3", "Tree-2", "Rose.universal+2", "Azure.potential-1", "Azure.actual+1",
    }  # fmt: skip
    for payment, message in (
        ("Rose Tree>universal 4", "Rose has 3 beads at Tree, and not 4."),
        ("Rose Tree>Moon 1", "Beads go between a card and a pool, or two pools."),
        ("Rose takes two", "moves nothing. Write Amber potential>actual 2."),
    ):
        with pytest.raises((MoveError, CellError), match=message):
            after_row(state, f"1|turns|Amber|decide|Storm|{payment}", rules)
    with pytest.raises(MoveError, match="The rules play Sun: use it"):
        after_row(at_turn(), "1|turns|Amber|decide|Sun|Rose potential>actual 1")


@pytest.mark.parametrize(
    ("action", "text", "expected"),
    [
        ("each actual>potential 1E; chosen no charging", "Rose", "Amber.actual-1 Amber.potential+1 Rose.actual-1 Rose.potential+1 Azure.actual-1 Azure.potential+1 lasts:charging:Rose"),
        ("chosen potential>own cards 4E; discard>hand 1C", "Azure", "Azure.potential-4 Moon+2 Azure.universal+2 Amber.hand+1"),
        ("others universal>actual 1E; chosen pay more; least wins", "Rose", "Rose.universal-1 Rose.actual+1 Azure.universal-1 Azure.actual+1 lasts:pay_more:Rose lasts:least_wins:Amber"),
    ],
)  # fmt: skip
def test_a_new_action_of_known_words_is_printed_and_played(action: str, text: str, expected: str) -> None:
    """Fear selects a player and costs 2: a designer writes it another action."""
    book, problems = changed("Cards", "Fear", "Action", action)
    assert not has_errors(problems) and [*RULESET.check(book)] == []
    rules = Symetra(setting_from(book))
    state = at_turn("Fear", rules=rules)
    after = after_row(state, f"1|turns|Amber|use|Fear|{text}", rules)
    assert differences(state, after) - {"Fear-2", "Amber.universal+2"} == {*expected.split()}
    printed = effect_text(parse_effect(action, book.symbols), book.symbols)
    assert "Chosen player: " in printed


def test_an_action_that_selects_too_little_is_a_warning_at_its_card() -> None:
    for title, action, message in (
        ("Storm", "chosen no charging", "“chosen no charging” of Storm is about a player, and the card selects nothing."),
        ("Light", "owner card>universal 1E", "“owner card>universal” of Light is about a card, and the card selects player."),
        ("Fire", "deck>space 1C", "“deck>space” of Fire is about a space, and the card selects card."),
        ("Fire", "doubt", "“doubt” of Fire is about an action, and the card selects card."),
    ):  # fmt: skip
        book, _ = changed("Cards", title, "Action", action)
        assert [problem.what for problem in RULESET.check(book)] == [message]
        assert not setting_from(book).cards[card(title)].played


def parts_of(who: str) -> Iterator[Part]:
    for source, target in product(words.SOURCES, words.TARGETS):
        yield from (Shift(who, source, target, amount, "bead") for amount in (1, 3))
    yield from (Shift(who, source, target, 2, "card") for source, target in words.CARDS_MOVED)
    yield from (Ban(who, ban) for ban in words.BANS_OF)
    yield from (Call(call, Who.GROUP if who == Who.YOU else who) for call in words.CALLS)


WHO = (Who.YOU, Who.CHOSEN, Who.ALL, Who.OTHERS, "owner", "up_to", "owner_up_to", "that_card", "yours")
PARTS = tuple(part for who in WHO for part in parts_of(who) if words.plays(part))
"""All that a designer can write, each with its players."""


def made_up(rng: Random) -> Symetra:
    """The rules over sixty cards whose actions are put together by chance from known words."""
    kinds = (
        "nothing",
        "player",
        "card",
        "own card",
        "space",
        "deck",
        "action",
        "card and deck",
        "card and space",
    )

    def action(facts: CardFacts) -> CardFacts:
        selects = rng.choice(kinds)
        parts = tuple(part for part in rng.sample(PARTS, 40) if not words.lacks(part, selects))[
            : rng.randint(1, 3)
        ]
        deed = rng.choice(("", "helpful", "harmful"))
        return replace(
            facts, selects=selects, parts=parts, deed=deed, cycle=rng.random() < 0.3, cost=rng.randint(0, 2)
        )

    setting = engine().setting
    return Symetra(replace(setting, cards=tuple(map(action, setting.cards))))


@pytest.mark.parametrize("seed", [0, 1, pytest.param(range(2, 500), marks=pytest.mark.slow)])
def test_any_action_of_known_words_keeps_beads_and_cards(seed: int | range) -> None:
    for number in seed if isinstance(seed, range) else (seed,):
        game_of(made_up(Random(number)), 2 + number % 5, number, rounds=6, moves=600)


def test_the_rules_are_checked() -> None:
    for name, line, header, value, message in (
        ("Rules", "Hand", "Value", 9, "“Hand” is 9, and of 60 cards 6 players find none to draw then."),
        ("Rules", "Charge Least", "Value", 4, "“Charge Least” is 4, but “Charge Most” only 3."),
        ("Rules", "Doubt", "Key", "Doubts", "The rule “Doubt” is missing."),
        ("Rules", "Doubt", "Value", 3, "“Doubt” is 3, and the cards print “The action is cancelled unless"),
        (
            "Rules",
            "Pay More",
            "Value",
            2,
            "“Pay More” is 2, and the cards print “every card action costs 1 more",
        ),
    ):
        book, problems = changed(name, line, header, value)
        said = [problem.what for problem in (*problems, *RULESET.check(book))]
        assert any(text.startswith(message) for text in said), said
    assert not has_errors(check_game(open_project(FOLDER), shipped_workbook(FOLDER)).problems)

"""What a move tells: every fact with its numbers, for the narration and the checks of stated outcomes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.pending import Choose, Settle
from tests.shared.made import (
    EMPTY,
    Contribute,
    Convert,
    Donate,
    EndTurn,
    Gather,
    Load,
    Phase,
    Recycle,
    Take,
    why_illegal,
)
from tests.shared.small_game import (
    PATTERNS,
    N,
    P,
    at_turn,
    built,
    do,
    facts_of,
    holding,
    make_game,
    reveal,
    tell,
)


def test_a_contribution_tells_what_lies_where() -> None:
    _, told = tell(at_turn(), Contribute(N["Local Clinic"], Tokens(2, 0, 1)))
    clinic = N["Local Clinic"]
    assert facts_of(told, say.Contributed) == [say.Contributed(0, clinic, Tokens(2, 0, 1), Tokens())]
    assert facts_of(told, say.MarkerPlaced) == [say.MarkerPlaced(0, clinic, 1)]
    paid = facts_of(told, say.Changed)
    assert paid == [say.Changed("energy", 0, 3, 1, -2), say.Changed("support", 0, 1, 0, -1)]


def test_boxes_for_any_token_are_told_apart() -> None:
    game = make_game(end_extra_tokens=2)
    _, told = tell(at_turn(game), Contribute(N["Stewardship"], Tokens(1, 0, 0), Tokens(1, 0, 1)))
    (fact,) = facts_of(told, say.Contributed)
    assert (fact.tokens, fact.wild) == (Tokens(1, 0, 0), Tokens(1, 0, 1))


def test_recycling_tells_what_went_and_what_came() -> None:
    before = at_turn()
    after, told = tell(before, Recycle(True))
    assert facts_of(told, say.Discarded) == [say.Discarded("pattern", before.prism)]
    shown = [say.Revealed("pattern", card, slot) for slot, card in enumerate(after.prism)]
    assert facts_of(told, say.Revealed) == shown
    after, told = tell(before, Recycle(False))
    assert facts_of(told, say.Discarded) == [say.Discarded("initiative", before.index[:-1])]
    assert [(fact.deck, fact.card) for fact in facts_of(told, say.Revealed)] == [
        ("initiative", card) for card in after.index[:-1]
    ]


def test_a_slot_without_a_card_is_told_as_empty() -> None:
    after, told = tell(at_turn(pattern_deck=()), Load(P["Shell"]))
    assert after.prism[0] == EMPTY
    assert facts_of(told, say.Emptied) == [say.Emptied("pattern", 0)]
    assert facts_of(told, say.Revealed) == []


@pytest.mark.parametrize(("energy", "open_still"), [(1, False), (2, True), (3, True)])
def test_a_turn_stays_open_while_a_conversion_can_be_paid(energy: int, open_still: bool) -> None:
    state = holding(at_turn(make_game(conversion=1), actions_left=1), (energy, 0, 0))
    after = do(state, Gather(0, 2))
    assert (after.player == 0) is open_still
    if open_still:
        assert why_illegal(after, Convert()) is None
        assert do(after, EndTurn()).player == 1
        assert do(after, Convert()).player == 1, "nothing is left to be done"


def test_a_turn_with_a_ban_on_conversion_ends_by_itself() -> None:
    state = holding(at_turn(make_game(conversion=1), actions_left=1, banned=(1 << 6, 0, 0, 0)), (5, 0, 0))
    assert do(state, Gather(0, 2)).player == 1


def test_the_last_boxes_of_a_started_initiative_complete_it() -> None:
    state = built(at_turn(), "Local Clinic", (2, 1, 0), (1,))
    after, told = tell(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1)))
    assert facts_of(told, say.Completed) == [say.Completed(N["Local Clinic"], (1, 0))]
    assert after.legacy == (3, 6, 0, 0)
    assert replace(after, legacy=state.legacy) != state


@pytest.mark.parametrize("support", [0, 1])
def test_a_donation_spends_no_action(support: int) -> None:
    window = at_turn(phase=Phase.WINDOW, actions_left=0)
    assert do(window, Donate(support)).actions_left == 0


def test_whoever_holds_nothing_chooses_what_to_gain_and_loses_nothing() -> None:
    empty = holding(at_turn(), (0, 0, 0))
    gaining = replace(empty, pending=(Settle(1), Choose(1, 1, False), Choose(0, 2, True)))
    after = do(gaining, Take(Tokens(1, 0, 1)))
    assert after.tokens[0] == Tokens(1, 0, 1) and after.tokens[1] == Tokens()
    assert after.choice is None, "Brooke has nothing to choose from"
    game = make_game(event_table={"A": "all +1T"}, start_energy=0, start_insight=0, start_support=0)
    state, _ = reveal(game, events=(0,))
    assert isinstance(state.choice, Choose) and state.choice.gain


def test_a_round_without_an_event_discards_none() -> None:
    state = at_turn(phase=Phase.WINDOW, player=3, events=(), actions_left=0)
    after, told = tell(state, Donate(0))
    assert after.round == 2 and facts_of(told, say.Discarded) == []
    _, told = tell(replace(state, events=(2,)), Donate(0))
    assert facts_of(told, say.Discarded) == [say.Discarded("event", (2,))]


def test_a_card_lies_in_one_place_while_its_bonus_is_chosen() -> None:
    game = make_game(patterns=[*PATTERNS, ("Harvest", 1, "1E", "+1T")])
    number = len(PATTERNS)
    state = at_turn(game, prism=(number, 1, 2, 3, 4, 5), pattern_deck=(6, 7))
    chosen = do(state, Load(number))
    assert isinstance(chosen.choice, Choose)
    assert chosen.palettes[0] == (number,) and chosen.prism[0] == EMPTY
    assert do(chosen, Take(Tokens(0, 0, 1))).prism[0] == 6

"""Facts as words: what the appendix says of each step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.meaning_made.words.narrate import headline, outcomes, rule_shown
from generator.records.richtext import parse_rich
from generator.replay.sample import sample_game
from generator.replay.worlds import Step
from tests.scripts import at_random, engine, lines_text, played, shipped_game, shipped_sample


def _step(number: int, player: str, action: str, card: str = "") -> Step:
    """The first step of the sample game like this."""
    return next(
        step
        for step in shipped_sample().steps
        if (step.row.round, step.row.player, step.row.action) == (number, player, action)
        and card in ("", step.row.card)
    )


def _told(step: Step) -> tuple[str, str, str]:
    told = outcomes(step, shipped_game()).replace("\N{NO-BREAK SPACE}", " ")
    return headline(step, shipped_game()), told, rule_shown(step)


TOLD = (
    (
        (1, "", "reveal"),
        "The Event **Great Fire** (H2) is revealed.",
        "Row H, column 1: −2{meaning}. {meaning} falls to 3.",
        "Lookup: the row of the Event’s letter, the column of the highest Layer in play.",
    ),
    (
        (1, "Alex", "load", "Nest"),
        "**Alex** loads **Nest** for {energy}{insight}.",
        "{boundary} joins Alex’s Palette. Alex +1{support}. New in the Prism: Posture.",
        "Load: pay exactly what the Pattern shows, then take its Bonus once.",
    ),
    (
        (1, "Casey", "contribute"),
        "**Casey** contributes {energy}{energy} to **Shared Workshop**.",
        "Casey takes the first place there. Still open: {insight}{insight}; still missing: {form}.",
        "Contribution Order: the first contribution takes the best open space.",
    ),
    (
        (1, "Casey", "touchpoint"),
        "**Casey** asks **Alex** for {support}.",
        "Alex declines; the action is spent.",
        "Touchpoint: a refusal costs the action.",
    ),
    (
        (1, "Drew", "touchpoint"),
        "**Drew** offers **Alex** {energy}.",
        "Alex accepts. Both +1{vitals}: Drew 6, Alex 6.",
        "Touchpoint: if the token changes hands, both gain Vitals.",
    ),
    (
        (2, "Alex", "load", "Breath"),
        "**Alex** loads **Breath** for {energy}; {boundary} is in the Palette already.",
        "{balance} joins Alex’s Palette. Alex +1{vitals}, now 6. New in the Prism: Fever.",
        "Discount: Layer icons in the Palette are looked at, not spent.",
    ),
    (
        (3, "", "reveal"),
        "The Event **Whispering Campaign** (D5) is revealed.",
        "Row D, column 4: −1{meaning} · No {touchpoint} Touchpoint. {meaning} falls to 4. "
        "No {touchpoint} Touchpoint for anyone this round.",
        "Restrictions hold until the round is over.",
    ),
    (
        (3, "Casey", "load", "Metamorphosis"),
        "**Casey** loads **Metamorphosis** for 2{vitals}; {boundary}{balance} are in the Palette already.",
        "Casey −2{vitals}, now 0. Casey is {fragile} Fragile. Individual {consequence} for Casey, "
        "code 5, column 5: −2{token}.",
        "Fragile: falling to 0 Vitals brings one Individual Consequence.",
    ),
    (
        (3, "Drew", "load", "Budding"),
        "**Drew** loads **Budding** for {energy}{insight}; a token stands in for {boundary}.",
        "{form} joins Drew’s Palette. Drew +1{vitals}, now 6. New in the Prism: Comfort.",
        "Substitute: a missing Layer icon costs a token of any type.",
    ),
    (
        (4, "", "reveal"),
        "The Event **Empty Granary** (A4) is revealed.",
        "Row A, column 8: −2{meaning} · All −1{energy}. {meaning} falls to 3. All −1{energy}; Drew had none.",
        "Lookup: the row of the Event’s letter, the column of the highest Layer in play.",
    ),
    (
        (4, "Brooke", "contribute", "Town Council"),
        "**Brooke** joins **Town Council** with the marker alone.",
        "Brooke takes the third place there. **Town Council is complete.** Alex +6{legacy}, now 9. "
        "Drew +3{legacy}, now 6. Brooke +1{legacy}, now 7. {meaning} rises to 7. Brooke +1{support}. "
        "New in the Index: Mutual Aid Fund.",
        "Marker alone: with all boxes filled, joining is enough to bring a missing Layer.",
    ),
    (
        (4, "Brooke", "recycle"),
        "**Brooke** recycles the {prism} Prism.",
        "Posture, Comfort, Shell, Threshold, Sleep and Forecast go. "
        "New in the Prism: Ritual, Regeneration, Habit, Taste, Kinship and Practice.",
        "Recycle: all cards of the Prism, or all unstarted Initiatives, are replaced.",
    ),
    (
        (4, "Drew", "touchpoint"),
        "**Drew** asks **Casey** for {energy}.",
        "Casey accepts. Both +2{vitals}: Drew 7, Casey 2. Casey is no longer Fragile.",
        "Touchpoint with a Fragile player: both gain more.",
    ),
    (
        (4, "Alex", "keep"),
        "**Alex** donates nothing.",
        "",
        "Donation: everybody may give Support in the Stability Window, and nobody must.",
    ),
    (
        (6, "Casey", "donate"),
        "**Casey** donates {support}.",
        "{meaning} rises to 10.",
        "Donation cap: the donations of a round bring only so much Meaning.",
    ),
)


@pytest.mark.parametrize(("which", "head", "comes", "rule"), TOLD)
def test_a_step_in_words(which: tuple[int, str, str, str], head: str, comes: str, rule: str) -> None:
    assert _told(_step(*which)) == (head, comes, rule)


def test_a_completion_penalty_is_told_in_its_order() -> None:
    told = outcomes(_step(4, "Casey", "contribute", "Water System"), shipped_game())
    parts = ("complete", "+6{legacy}", "rises to 8", "turns over Red Tape, for its code 3 alone", "Group")
    places = [told.index(part) for part in parts]
    assert places == sorted(places)
    assert told.endswith("New in the Index: Vigil.")


def test_the_end_is_told() -> None:
    assert outcomes(shipped_sample().steps[-1], shipped_game()).endswith(
        "The End Initiative is complete, and the game ends."
    )


def test_every_step_of_the_sample_game_names_a_rule() -> None:
    assert all(rule_shown(step) for step in shipped_sample().steps)


def test_a_broken_step_is_told_as_it_is_written_with_the_rule_that_it_breaks() -> None:
    (step,) = played("1 | turn | Alex | load | Shell | 1E 1I").steps
    assert _told(step) == (
        "**Alex**: load Shell, 1E 1I.",
        "",
        "Only a Pattern that lies face up in the Prism can be loaded.",
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_whatever_happens_can_be_told(seed: int, players: int) -> None:
    game = shipped_game()
    text = lines_text(sample_game(engine(game), seed=seed, players=players, policies=(at_random,) * players))
    for step in played(text, setup="").steps:
        head, comes, rule = _told(step)
        assert head and rule
        for said in (head, comes, rule):
            assert parse_rich(said, game.book.symbols)[1] == ()
            assert "  " not in said and ".." not in said

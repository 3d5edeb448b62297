"""Facts as words: what the appendix says of each step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.booklet.results import results_text
from generator.games.kit.shown import seats_of
from generator.games.meaning_made.words.narrate_rules import rules_shown
from generator.games.meaning_made.words.table import table_of
from generator.records.languages import Lexicon
from generator.records.richtext import parse_rich
from generator.replay.differences import differences
from generator.replay.told import TableChange
from generator.replay.worlds import Step
from tests.shared.scripts import (
    engine,
    lines_text,
    played,
    random_game,
    shipped_game,
    shipped_sample,
    steps_of,
)

RULES = engine(shipped_game())


def _step(number: int, player: str, action: str, card: str = "") -> Step:
    """The first step of the sample game like this."""
    return next(
        step
        for step in shipped_sample().steps
        if (step.row.round, step.row.player, step.row.action) == (number, player, action)
        and card in ("", step.row.card)
    )


def _told(step: Step) -> tuple[str, str, str, str]:
    told = RULES.outcome(step), results_text(_changed(step), Lexicon())
    comes, changed = (text.replace("\N{NO-BREAK SPACE}", " ") for text in told)
    return RULES.headline(step), comes, changed, rules_shown(step)[-1]


def _changed(step: Step) -> tuple[TableChange, ...]:
    seats = seats_of(shipped_sample().script, shipped_game().book)
    before, after = (table_of(state, seats) for state in (step.before, step.after))
    return differences(before, after, acting=step.row.player)


TOLD = (
    (
        (1, "", "reveal"),
        "The Event **Great Fire** (H2) is revealed.",
        "Row H, column 1: −2{meaning}.",
        "{meaning} 5→3",
        "Lookup: the row of the Event’s letter, the column of the highest Layer in play.",
    ),
    (
        (1, "Alex", "load", "Nest"),
        "**Alex** loads **Nest** for {energy}{insight}.",
        "",
        "**Alex** {energy} 3→2, {insight} 2→1, {support} 1→2, {boundary} 0→1 · **Prism** Nest → Posture",
        "Load: pay exactly what the Pattern asks for, then take its Bonus once.",
    ),
    (
        (1, "Casey", "contribute"),
        "**Casey** contributes {energy}{energy} to **Shared Workshop**.",
        "Casey takes the first Contribution space. Still open: {insight} {insight}; still missing: {form}.",
        "**Casey** {energy} 3→1 · **Shared Workshop** {energy} 0→2 + {mark_green}",
        "Contribution Order: a first contribution to an Initiative takes its best open space.",
    ),
    (
        (1, "Casey", "touchpoint"),
        "**Casey** asks **Alex** for {support}.",
        "Alex declines; the action is spent.",
        "Nothing changes.",
        "Touchpoint: a refusal costs the action.",
    ),
    (
        (1, "Drew", "touchpoint"),
        "**Drew** offers **Alex** {energy}.",
        "Alex accepts.",
        "**Drew** {energy} 3→2, {vitals} 5→6 · **Alex** {energy} 2→3, {vitals} 5→6",
        "Touchpoint: if the token changes hands, both gain Vitals.",
    ),
    (
        (2, "Alex", "load", "Breath"),
        "**Alex** loads **Breath** for {energy}; {boundary} is in the Palette already.",
        "",
        "**Alex** {energy} 3→2, {vitals} 5→6, {balance} 0→1 · **Prism** Breath → Fever",
        "Discount: Layer icons in the Palette are looked at, not spent.",
    ),
    (
        (3, "", "reveal"),
        "The Event **Whispering Campaign** (D5) is revealed.",
        "Row D, column 4: −1{meaning} · No {touchpoint} Touchpoint.",
        "{meaning} 5→4",
        "“No” bans an action until the round is over.",
    ),
    (
        (3, "Casey", "load", "Metamorphosis"),
        "**Casey** loads **Metamorphosis** for 2{vitals}; {boundary}{balance} are in the Palette already.",
        "Casey is {fragile} Fragile. "
        "Individual Consequence {consequence} for Casey, code 5, column 5: −2{token}.",
        "**Casey** {fragile} 2→0",
        "Fragile: falling to 0 Vitals brings one Individual Consequence.",
    ),
    (
        (3, "Drew", "load", "Budding"),
        "**Drew** loads **Budding** for {energy}{insight}; a token stands in for {boundary}.",
        "",
        "**Drew** {energy} 1→0, {insight} 2→1, {vitals} 5→6, {form} 0→1 · **Prism** Budding → Comfort",
        "Substitute: a missing Layer icon costs a token of any kind.",
    ),
    (
        (4, "", "reveal"),
        "The Event **Empty Granary** (A4) is revealed.",
        "Row A, column 8: −2{meaning} · All −1{energy}. Drew had no {energy}.",
        "{meaning} 5→3 · **Alex** {energy} 2→1 · **Brooke** {energy} 1→0 · **Casey** {energy} 5→4",
        "Lookup: the row of the Event’s letter, the column of the highest Layer in play.",
    ),
    (
        (4, "Brooke", "contribute", "Town Council"),
        "**Brooke** joins **Town Council** with the marker alone.",
        "Brooke takes the third Contribution space. **Town Council is complete.**",
        "**Brooke** {support} 1→2, {legacy} 6→7 · **Alex** {legacy} 3→9 · **Drew** {legacy} 3→6 · "
        "{meaning} 5→7 · **Index** Town Council → Mutual Aid Fund",
        "Marker alone: with all boxes filled, joining is enough to bring a missing Layer.",
    ),
    (
        (4, "Brooke", "recycle"),
        "**Brooke** recycles the {prism} Prism.",
        "",
        "**Prism** Posture, Comfort, Shell, Threshold, Sleep, Forecast → "
        "Ritual, Regeneration, Habit, Taste, Kinship, Practice",
        "Recycle: all cards of the Prism, or all unstarted Initiatives of the Index, are replaced.",
    ),
    (
        (4, "Drew", "touchpoint"),
        "**Drew** asks **Casey** for {energy}.",
        "Casey accepts. Casey is no longer Fragile.",
        "**Drew** {energy} 0→1, {vitals} 5→7 · **Casey** {energy} 1→0, {vitals} 0→2",
        "Touchpoint with a Fragile player: both gain more.",
    ),
    (
        (4, "Alex", "keep"),
        "**Alex** donates nothing.",
        "",
        "Nothing changes.",
        "Donation: everybody may give Support in the Stability Window, and nobody must.",
    ),
    (
        (6, "Casey", "donate"),
        "**Casey** donates {support}.",
        "",
        "**Casey** {support} 1→0 · {meaning} 9→10",
        "Donation cap: further donations would bring no more Meaning in this round.",
    ),
)


@pytest.mark.parametrize(("which", "head", "comes", "changed", "rule"), TOLD)
def test_a_step_in_words(
    which: tuple[int, str, str, str], head: str, comes: str, changed: str, rule: str
) -> None:
    assert _told(_step(*which)) == (head, comes, changed, rule)


def test_a_completion_penalty_is_told_in_its_order() -> None:
    told = RULES.outcome(_step(4, "Casey", "contribute", "Water System"))
    assert told == (
        "Casey takes the first Contribution space. **Water System is complete.** {meaning} rises to 8. "
        "The Completion Penalty {completion_penalty} turns over **Red Tape**, for its code 3 alone. "
        "Group Consequence {consequence}, code 3, column 8: −1{meaning} · All −1{vitals}. "
        "{meaning} falls to 7. Casey stays at 0{vitals}."
    )


def test_the_end_is_told() -> None:
    assert RULES.outcome(shipped_sample().steps[-1]).endswith(
        "The End Initiative is complete, and the game ends."
    )


def test_every_step_of_the_sample_game_names_a_rule() -> None:
    assert all(rules_shown(step) for step in shipped_sample().steps)


def test_a_broken_step_is_told_as_it_is_written_with_the_rule_that_it_breaks() -> None:
    (step,) = played("1 | turn | Alex | load | Shell | 1E 1I").steps
    assert _told(step) == (
        "**Alex**: load Shell, 1E 1I.",
        "",
        "Nothing changes.",
        "Only a Pattern that lies face up in the Prism can be loaded.",
    )


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_whatever_happens_can_be_told(seed: int, players: int) -> None:
    text = lines_text(random_game(seed=seed, players=players))
    replay = played(text, setup="")
    assert all(rules_shown(step) for step in replay.steps)
    for step in steps_of(replay.told()):
        assert step.headline
        for said in (step.headline, step.outcome, results_text(step.results, Lexicon()), *step.rules):
            assert parse_rich(said, shipped_game().book.symbols)[1] == ()
            assert "  " not in said and ".." not in said

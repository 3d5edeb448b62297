"""The published example of play has to be rejected, with every broken step named.

The list was written by hand from a ledger of everybody's tokens, kept along the published text.
"""

from __future__ import annotations

from generator.ground.problems import Severity
from generator.replay.played import Replay
from generator.replay.worlds import Verdict
from tests.shared.made import scores
from tests.shared.scripts import PUBLISHED, replay_text, shipped_game

NO_EVENT = "reveal ? cannot be read: The row names no Event"
BROKEN = (
    # line, round, what is wrong: the holdings are those of the ledger
    (14, 1, NO_EVENT),
    (25, 2, NO_EVENT),
    (28, 2, "Brooke load Reciprocity is not legal: Reciprocity needs 1 Support; Brooke has 0."),
    (35, 3, NO_EVENT),
    (37, 3, "Alex load Pulse is not legal: Pulse does not lie in the Prism. It lies in Drew’s Palette."),
    (42, 3, "Drew load Growth is not legal: Growth needs 1 Insight; Drew has 0."),
    (43, 3, "Drew contribute Food Network is not legal: Drew contributes 2 Insight and has 0."),
    (44, 3, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (46, 3, "Casey donate is not legal: Casey donates 1 Support and has 0."),
    (47, 4, NO_EVENT),
    (50, 4, "Brooke load Trust is not legal: Trust needs 1 Support; Brooke has 0."),
    (54, 4, "Drew load Signal is not legal: Signal needs 2 Insight; Drew has 0."),
    (55, 4, "Drew contribute Learning Archive is not legal: Drew contributes 1 Support and has 0."),
    (57, 4, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (58, 5, NO_EVENT),
    (59, 5, "Alex contribute Learning Archive is not legal: Alex contributes 1 Insight and has 0."),
    (60, 5, "Brooke contribute Water System is not legal: Brooke contributes 1 Support and has 0."),
    (63, 5, "Drew load Focus is not legal: Focus needs 1 Insight; Drew has 0."),
    (64, 5, "Drew contribute Stewardship is not legal: Drew contributes 1 Insight and has 0."),
    (65, 5, "Alex donate is not legal: Alex donates 1 Support and has 0."),
    (66, 5, "Brooke donate is not legal: Brooke donates 1 Support and has 0."),
    (67, 5, "Drew donate is not legal: Drew donates 1 Support and has 0."),
    (68, 6, NO_EVENT),
    (73, 6, "Casey contribute Stewardship is not legal: Casey contributes 1 Support and has 0."),
)
MISSING = (
    # line before which an action is missing
    (60, "Alex has 1 action left in round 5, and no row uses them."),
    (61, "Brooke has 1 action left in round 5, and no row uses them."),
)
DEPENDING = (
    # line, and the line of the broken step behind it
    (24, 14, "Brooke donate"),  # Meaning 5, because no Event took any
    (31, 28, "Casey contribute Local Clinic"),  # Meaning
    (34, 28, "Drew donate"),  # Meaning
    (45, 28, "Brooke donate"),  # the Support that Reciprocity would have given back
    (52, 43, "Casey contribute Food Network"),  # completes only with what Drew contributed
    (56, 50, "Brooke donate"),  # the Support that Trust would have given back
)
SCORES = ((74, 8), (75, 5), (76, 11), (77, 5))
"""The line of each score, and what it is if the broken steps are left out."""


def _played() -> Replay:
    return replay_text(PUBLISHED.read_text(encoding="utf-8"), "example.txt", shipped_game())


def test_every_broken_step_is_named_and_no_other() -> None:
    found = [p for p in _played().problems if p.severity is Severity.ERROR]
    broken = {(f"example.txt:{line}", f"Round {number}, {what}") for line, number, what in BROKEN}
    missing = {(f"example.txt:{line}", what) for line, what in MISSING}
    for problem in found:
        at = next(
            (w for w in broken | missing if w[0] == problem.where and problem.what.startswith(w[1])), None
        )
        assert at is not None, f"not in the ledger: {problem}"
        (broken if at in broken else missing).discard(at)
    assert not broken | missing
    assert len(found) == len(BROKEN) + len(MISSING)


def test_what_depends_on_a_broken_step_is_marked_as_such() -> None:
    warnings = [p for p in _played().problems if p.severity is Severity.WARNING]
    for line, behind, what in DEPENDING:
        found = [p for p in warnings if p.where == f"example.txt:{line}"]
        assert len(found) == 1, line
        assert f"{what} depends on a broken step" in found[0].what
        assert f"at example.txt:{behind})" in found[0].what
    (scores,) = (p for p in warnings if "scores" in p.what)
    assert scores.where == f"example.txt:{SCORES[0][0]}", "they are told once"
    (stops,) = (p for p in warnings if "stops in round 6" in p.what)
    assert len(warnings) == len(DEPENDING) + 2 and stops.where == "example.txt:77"


def test_the_verdicts_are_kept_with_the_steps() -> None:
    played = _played()
    lines = {
        verdict: {int(step.row.places[""].split(":")[1]) for step in played.steps if step.verdict is verdict}
        for verdict in Verdict
    }
    assert lines[Verdict.BROKEN] == {line for line, *_ in BROKEN}
    assert lines[Verdict.DEPENDS] == {line for line, *_ in DEPENDING}
    assert len(lines[Verdict.HOLDS]) == len(played.steps) - len(BROKEN) - len(DEPENDING)
    assert not played.valid


def test_broken_steps_are_left_out_of_the_game_that_goes_on() -> None:
    final = _played().final
    assert final is not None
    assert scores(final) == tuple(have for _, have in SCORES)
    assert final.legacy == (3, 0, 6, 0)  # only Local Clinic was ever completed

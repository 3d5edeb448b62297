"""How many pieces of a build differ from the last print, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from generator.ground.project import Project
from generator.versions.compare import Difference, compare, wanted_only
from generator.versions.pieces import snapshot_of_decks
from generator.versions.record import read_record

if TYPE_CHECKING:
    from generator.checks.checked import Checked
    from generator.press.decks import Deck


def since_print_text(
    project: Project, checked: Checked, decks: Iterable[Deck], *, components: Sequence[str] = ()
) -> str:
    """The sentence about what was drawn just now; empty if no print was recorded.

    Of single `components` only theirs is told, and it says so; of booklets, which have no pieces, that pnp
    diff tells the rest. Raises Failed for a damaged record.
    """
    record = read_record(project)
    if record is None:
        return ""
    drawn = tuple(decks)
    if components and not drawn:
        return f"No pieces were built; pnp diff says what differs from what was printed on {record.printed}."
    differs = compare(record, snapshot_of_decks(checked, drawn, facts=False))
    if components:
        differs = wanted_only(differs, [deck.name for deck in drawn])
        sentence = _sentence(differs)
        return f"Of what was built: {sentence[:1].lower()}{sentence[1:]} pnp diff looks at the whole game."
    return _sentence(differs)


def _sentence(differs: Difference) -> str:
    day = differs.old.printed
    if not differs.count:
        return f"No piece differs from what was printed on {day}."
    if differs.count == 1:
        return f"1 piece differs from what was printed on {day}; pnp reprint makes a sheet of it alone."
    return (
        f"{differs.count:,} pieces differ from what was printed on {day}; "
        "pnp reprint makes sheets of these alone."
    )

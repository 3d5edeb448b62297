"""What a step changed as one line of rich text: `**Alex** {energy} 3→2 · **Prism** Nest → Posture`."""

from __future__ import annotations

from collections.abc import Sequence

from generator.records.languages import Lexicon
from generator.replay.told import Moved, Sign, TableChange

_FIXED = "\N{NO-BREAK SPACE}"
_NOTHING = "–"


def results_text(changes: Sequence[TableChange], word: Lexicon) -> str:
    """All that changed, or that nothing did."""
    return f"{_FIXED}· ".join(map(_change, changes)) or word("Nothing changes.")


def _change(change: TableChange) -> str:
    values = [", ".join(map(_moved, change.shifts)), _cards(change)]
    markers = [_markers("−", change.left), _markers("+", change.joined)]
    text = " ".join(filter(None, values)) + "".join(markers)
    return f"**{change.name}**{_FIXED}{text.strip(_FIXED)}" if change.name else text


def _moved(moved: Moved) -> str:
    begin = f"{{{moved.sign.icon}}}{_FIXED}" if moved.sign.icon else f"{moved.name} " if moved.name else ""
    return f"{begin}{moved.before or _NOTHING}→{moved.after or _NOTHING}"


def _cards(change: TableChange) -> str:
    if not (change.gone or change.new):
        return ""
    arrow = f"{_FIXED}→{_FIXED}"
    return f"{', '.join(change.gone) or _NOTHING}{arrow}{', '.join(change.new) or _NOTHING}"


def _markers(sign: str, markers: Sequence[Sign]) -> str:
    icons = "".join(f"{{{marker.icon}}}" for marker in markers if marker.icon)
    return f"{_FIXED}{sign}{_FIXED}{icons}" if icons else ""

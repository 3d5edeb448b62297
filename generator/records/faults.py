"""What the notation cannot read: one fault for each token, and all faults of a text in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.ground.problems import Complaint
from generator.records.cells import shown

MOST_TOKENS = 5
"""As many bad tokens of one text are told one by one; the others are counted."""


class NotationError(Complaint):
    """A text that the notation cannot read."""

    def __init__(self, what: str, mend: str, *, token: str = "", unknown: bool = False) -> None:
        super().__init__(what, mend)
        self.token = token
        """The part of the text that is meant; nothing if it is all of it."""
        self.unknown = unknown
        """Whether the token is no symbol at all."""


def raise_all(faults: Sequence[NotationError]) -> None:
    """Raise what was found in one text as one NotationError; nothing was found, nothing is raised."""
    distinct = list({(fault.what, fault.mend): fault for fault in faults}.values())
    if len(distinct) == 1:
        raise distinct[0]
    if distinct:
        mends = mends_of((fault.token or fault.what, fault.mend) for fault in distinct[:MOST_TOKENS])
        raise NotationError(_whats(distinct), mends)


def unknown_symbols(tokens: Sequence[str], kind: str = "symbol") -> str:
    """That tokens stand for no symbol, or no `icon`, in a sentence.

    >>> unknown_symbols(["X", "Q"])
    '“X” and “Q” are not symbols of the sheet Icons.'
    """
    quoted = [shown(token) for token in tokens[:MOST_TOKENS]]
    beyond = len(tokens) - len(quoted)
    if len(tokens) == 1:
        return f"{quoted[0]} is not {'an' if kind == 'icon' else 'a'} {kind} of the sheet Icons."
    rest = f"{beyond} more" if beyond else quoted.pop()
    return f"{', '.join(quoted)} and {rest} are not {kind}s of the sheet Icons."


def mends_of(pairs: Iterable[tuple[str, str]]) -> str:
    """Tokens and their mends in one: a mend that is that of all is said once.

    >>> mends_of([("X", "Use E."), ("Q", "Use E.")])
    'Use E.'
    >>> mends_of([("Enrgy", "Did you mean E?"), ("Q", "Use I."), ("Z", "Use I.")])
    'For “Enrgy”: Did you mean E? For “Q” and “Z”: Use I.'
    """
    tokens: dict[str, list[str]] = {}
    for token, mend in pairs:
        tokens.setdefault(mend, []).append(shown(token))
    if len(tokens) == 1:
        return next(iter(tokens))
    return " ".join(f"For {' and '.join(named)}: {mend}" for mend, named in tokens.items())


def _whats(faults: Sequence[NotationError]) -> str:
    unknown = [fault.token for fault in faults if fault.unknown]
    rest = [fault.what for fault in faults if not fault.unknown]
    beyond = len(rest) - MOST_TOKENS
    if beyond > 0:
        rest[MOST_TOKENS:] = [f"{beyond} more cannot be read."]
    return " ".join([*([unknown_symbols(unknown)] if unknown else []), *rest])

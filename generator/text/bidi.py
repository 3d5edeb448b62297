"""Which way each character of a text runs, by the Unicode Bidirectional Algorithm (UAX #9, revision 51).

Hebrew and Arabic run from right to left, numbers and Latin words within them from left to right. No library
that installs everywhere tells the levels: python-bidi gives the reordered text alone, of which neither lines
nor icons can be made. The tests hold these rules against it. They have the names that the standard gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional, category, mirrored, normalize

DEEPEST = 125
"""Embeddings inside each other (BD2)."""
MOST_BRACKETS = 63
"""Opening brackets that wait for their closing ones (BD16)."""

_STRONG_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
_RIGHT = re.compile(f"[{_STRONG_RIGHT}]")
_TURNING = re.compile(f"[{_STRONG_RIGHT}\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SIGN = re.compile(r"(?<![\w.,+\-\u2212\u2013])[+\-\u2212\u2013](?=[0-9])")
"""A sign that belongs to the number behind it, not one between two numbers."""

_EMBEDS = {"LRE": 0, "RLE": 1, "LRO": 0, "RLO": 1}
_OVERRIDES = {"LRO": "L", "RLO": "R"}
_ISOLATES = {"LRI": 0, "RLI": 1, "FSI": 0}
_REMOVED = {"BN", "LRE", "RLE", "LRO", "RLO", "PDF"}
_NEUTRAL = {"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"}
_BLANK = {"S", "B", "WS", "LRI", "RLI", "FSI", "PDI", "BN", *_REMOVED}


def turns(text: str) -> bool:
    """Whether something in a text may run from right to left."""
    return not text.isascii() and _TURNING.search(text) is not None


def base_is_rtl(text: str, rtl: bool) -> bool:
    """Whether a paragraph runs from right to left, in a language that does (`rtl`) or does not.

    In one that does, every paragraph that has a letter of such a script; elsewhere what begins with one (P2,
    P3). Numbers and signs alone stand as they are typed.
    """
    if rtl:
        return _RIGHT.search(text) is not None
    return turns(text) and _first_strong([bidirectional(sign) for sign in text]) == 1


def levels_of(text: str, rtl: bool) -> list[int]:
    """The embedding level of each character of one paragraph; odd ones run from right to left."""
    base, classes = int(rtl), [bidirectional(sign) or "L" for sign in text]
    for sign in _SIGN.finditer(text):  # HL2: a sign is part of its number
        classes[sign.start()] = "EN"
    levels, kinds = _explicit(classes, base)
    for sequence in list(_sequences(levels, classes, base)):
        _weak(sequence, kinds)
        _brackets(sequence, kinds, text)
        _neutral(sequence, kinds)
        for at in sequence.places:  # I1, I2
            if levels[at] % 2:
                levels[at] += kinds[at] in ("L", "EN", "AN")
            else:
                levels[at] += {"R": 1, "AN": 2, "EN": 2}.get(kinds[at], 0)
    for at, kind in enumerate(classes):
        if kind in _REMOVED:
            levels[at] = levels[at - 1] if at else base
    blank = True
    for at in range(len(text) - 1, -1, -1):  # L1
        blank = classes[at] in ("S", "B") or (blank and classes[at] in _BLANK)
        if blank:
            levels[at] = base
    return levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """The places of things with these levels from left to right (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        is_high = [other >= level for other in levels]
        runs = [(high, [*run]) for high, run in groupby(order, is_high.__getitem__)]
        order = [at for high, run in runs for at in (reversed(run) if high else run)]
    return order


def in_visual_order(parts: Sequence[str], *, rtl: bool) -> list[str]:
    """Letters from left to right; each with its marks stays as it is."""
    levels, at, starts = levels_of("".join(parts), rtl), 0, []
    for part in parts:
        starts.append(levels[at])
        at += len(part)
    return [parts[place] for place in visual_order(starts)]


def _first_strong(classes: Sequence[str]) -> int:
    depth = 0
    for kind in classes:
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def _matching(classes: Sequence[str]) -> dict[int, int]:
    """The end of each isolate that has one (BD9)."""
    waiting: list[int] = []
    ends: dict[int, int] = {}
    for at, kind in enumerate(classes):
        if kind in _ISOLATES:
            waiting.append(at)
        elif kind == "PDI" and waiting:
            ends[waiting.pop()] = at
    return ends


@dataclass(slots=True)
class _Status:
    level: int
    override: str = ""
    isolate: bool = False


@dataclass(slots=True)
class _Explicit:
    """X1: the embeddings that are open, and those that were too deep."""

    stack: list[_Status]
    isolates_over: int = 0
    embeddings_over: int = 0
    isolates: int = 0

    def open(self, right: int, override: str, *, isolate: bool) -> None:
        """X2 to X5c."""
        level = self.stack[-1].level
        level = (level + 1) | 1 if right else (level + 2) & ~1
        if level <= DEEPEST and not self.isolates_over and not self.embeddings_over:
            self.isolates += isolate
            self.stack.append(_Status(level, override, isolate))
        elif isolate:
            self.isolates_over += 1
        elif not self.isolates_over:
            self.embeddings_over += 1

    def close_isolate(self) -> None:
        """X6a."""
        if self.isolates_over:
            self.isolates_over -= 1
        elif self.isolates:
            self.embeddings_over = 0
            while not self.stack.pop().isolate:
                pass
            self.isolates -= 1

    def close(self) -> None:
        """X7."""
        if self.isolates_over:
            return
        if self.embeddings_over:
            self.embeddings_over -= 1
        elif len(self.stack) > 1 and not self.stack[-1].isolate:
            self.stack.pop()


def _explicit(classes: Sequence[str], base: int) -> tuple[list[int], list[str]]:
    """Levels and classes after the explicit marks (X1 to X8)."""
    levels, kinds = [base] * len(classes), list(classes)
    marks, ends = _Explicit([_Status(base)]), _matching(classes)
    for at, kind in enumerate(classes):
        if kind == "PDI":
            marks.close_isolate()
        status = marks.stack[-1]
        levels[at] = status.level
        if kind in _EMBEDS:
            marks.open(_EMBEDS[kind], _OVERRIDES.get(kind, ""), isolate=False)
        elif kind == "PDF":
            marks.close()
        elif kind == "B":
            levels[at] = base
        elif kind != "BN" and status.override:
            kinds[at] = status.override
        if kind in _ISOLATES:
            inner = classes[at + 1 : ends.get(at, len(classes))]
            right = _first_strong(inner) if kind == "FSI" else _ISOLATES[kind]
            marks.open(right, "", isolate=True)
    return levels, kinds


@dataclass(frozen=True, slots=True)
class _Sequence:
    """An isolating run sequence (BD13): the places of its characters, and what is before and behind."""

    places: list[int]
    level: int
    before: str
    after: str


def _sequences(levels: Sequence[int], classes: Sequence[str], base: int) -> Iterator[_Sequence]:
    """X10."""
    places = [at for at, kind in enumerate(classes) if kind not in _REMOVED]
    runs = [[*run] for _, run in groupby(places, levels.__getitem__)]
    ends = _matching(classes)
    starts, continued = {run[0]: run for run in runs}, set(ends.values())
    position = {at: number for number, at in enumerate(places)}
    for run in runs:
        if run[0] in continued and classes[run[0]] == "PDI":
            continue
        sequence = list(run)
        while (end := ends.get(sequence[-1])) is not None and end in starts:
            sequence += starts[end]
        level, last = levels[sequence[0]], sequence[-1]
        first, behind = position[sequence[0]], position[last] + 1
        before = levels[places[first - 1]] if first else base
        open_ended = classes[last] in _ISOLATES and last not in ends
        after = base if open_ended or behind == len(places) else levels[places[behind]]
        yield _Sequence(sequence, level, *("LR"[max(level, side) % 2] for side in (before, after)))


def _weak(sequence: _Sequence, kinds: list[str]) -> None:
    """W1 to W7."""
    places, before = sequence.places, sequence.before
    for at in places:  # W1
        if kinds[at] == "NSM":
            kinds[at] = before if before not in ("LRI", "RLI", "FSI", "PDI") else "ON"
        before = kinds[at]
    strong = sequence.before
    for at in places:  # W2, W3
        if kinds[at] in ("L", "R", "AL"):
            strong = kinds[at]
        elif kinds[at] == "EN" and strong == "AL":
            kinds[at] = "AN"
    for at in places:
        kinds[at] = "R" if kinds[at] == "AL" else kinds[at]
    for left, at, right in zip(places, places[1:], places[2:], strict=False):  # W4
        around = kinds[left]
        if around == kinds[right] and (
            (around == "EN" and kinds[at] in ("ES", "CS")) or (around == "AN" and kinds[at] == "CS")
        ):
            kinds[at] = around
    _terminators(places, kinds)
    strong = sequence.before
    for at in places:  # W7
        if kinds[at] in ("L", "R"):
            strong = kinds[at]
        elif kinds[at] == "EN" and strong == "L":
            kinds[at] = "L"


def _terminators(places: Sequence[int], kinds: list[str]) -> None:
    """W5 and W6: percent and currency belong to their number; other separators are neutral."""
    for start, end in _runs(places, kinds, {"ET"}):
        sides = [*(places[start - 1 : start] if start else ()), *places[end : end + 1]]
        if any(kinds[side] == "EN" for side in sides):
            for at in places[start:end]:
                kinds[at] = "EN"
    for at in places:
        if kinds[at] in ("ES", "ET", "CS"):
            kinds[at] = "ON"


def _runs(places: Sequence[int], kinds: Sequence[str], wanted: Set[str]) -> list[tuple[int, int]]:
    """Where characters of some classes stand together in a sequence: the first one, and behind the last."""
    runs = groupby(range(len(places)), lambda number: kinds[places[number]] in wanted)
    inside = [[*run] for fits, run in runs if fits]
    return [(run[0], run[-1] + 1) for run in inside]


def _side(kind: str) -> str:
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


@lru_cache(maxsize=512)
def _closing(sign: str) -> str:
    """The bracket that closes an opening one; empty for other signs (BidiBrackets.txt).

    >>> _closing("("), _closing("["), _closing("\u2329"), _closing("a")
    (')', ']', '\u3009', '')
    """
    if category(sign) != "Ps" or not mirrored(sign):
        return ""
    after = (chr(ord(sign) + step) for step in (1, 2))
    return normalize("NFC", next((bracket for bracket in after if category(bracket) == "Pe"), ""))


def _pairs(sequence: _Sequence, kinds: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Brackets that belong together, by their places in the sequence (BD16)."""
    waiting: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for number, at in enumerate(sequence.places):
        if kinds[at] != "ON":
            continue
        sign = normalize("NFC", text[at])
        if closing := _closing(text[at]):
            if len(waiting) == MOST_BRACKETS:
                return []
            waiting.append((closing, number))
        elif any(sign == closing for closing, _ in waiting):
            while True:
                closing, start = waiting.pop()
                if closing == sign:
                    pairs.append((start, number))
                    break
    return sorted(pairs)


def _brackets(sequence: _Sequence, kinds: list[str], text: str) -> None:
    """N0: a pair of brackets runs as what stands in it, or as what stands before it."""
    places, own = sequence.places, "LR"[sequence.level % 2]
    original = [kinds[at] for at in places]
    marks = [bidirectional(text[at]) == "NSM" for at in places]
    for start, end in _pairs(sequence, kinds, text):
        inside = {_side(kinds[at]) for at in places[start + 1 : end]} - {""}
        if not inside:
            continue
        kind = own
        if own not in inside:
            sides = (_side(kinds[at]) for at in reversed(places[:start]))
            context = next((side for side in sides if side), sequence.before)
            kind = context if context != own else own
        for number in (start, end):
            kinds[places[number]] = kind
            number += 1
            while number < len(places) and marks[number] and original[number] == "ON":
                kinds[places[number]] = kind
                number += 1


def _neutral(sequence: _Sequence, kinds: list[str]) -> None:
    """N1 and N2."""
    places = sequence.places
    for start, end in _runs(places, kinds, _NEUTRAL):
        before = _side(kinds[places[start - 1]]) if start else sequence.before
        after = _side(kinds[places[end]]) if end < len(places) else sequence.after
        for at in places[start:end]:
            kinds[at] = before if before == after else "LR"[sequence.level % 2]

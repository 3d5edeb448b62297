"""Where lines may break inside of words: in scripts that write no spaces, and at hyphens of a language.

Chinese, Japanese, Thai and their like are broken by the rules of Unicode (UAX #14), with the dictionaries of
ICU where a script has words but no spaces; what no line may begin or end with is one of these rules. Both
libraries are imported where they are needed: most games wait for neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate

HERE = "\u200b"
"""The zero width space: a line may break here."""
SOFT_HYPHEN = "\u00ad"
"""A line may break here, and then ends in a hyphen."""
LEAST_LETTERS = 5
"""Letters of a word that is hyphenated."""

_SPACELESS = (
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u2e80-\u312f\u3130-\ua4cf\uac00-\ud7ff"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
)
_HAS_SPACELESS = re.compile(f"[{_SPACELESS}]")
_LOCALES = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_LETTER = re.compile(rf"\{{[^{{}}]*\}}|[^\W\d_]{{{LEAST_LETTERS},}}")
_HYPHENLESS = re.compile(f"[\u0590-\u0dff{_SPACELESS}]")
"""Letters of scripts that part no word with a hyphen."""
_OBJECT = "\u4e00"
"""What an icon counts as: an ideograph."""


def breaks_anywhere(text: str) -> bool:
    """Whether a text has letters between which lines break without a space."""
    return not text.isascii() and _HAS_SPACELESS.search(text) is not None


def places_of(texts: list[str | None]) -> list[list[int]]:
    """For each part of a line the places within it where the line may break without a space.

    A part that is None is an icon; it never leaves the number before it.
    """
    line = "".join(_OBJECT if text is None else text for text in texts)
    if not breaks_anywhere("".join(text or "" for text in texts)):
        return [[] for _ in texts]
    ends = [*accumulate(1 if text is None else len(text) for text in texts)]
    spans = list(zip(texts, [0, *ends], ends, strict=False))
    icons = {start for text, start, _ in spans if text is None}
    wanted = [place for place in _uax14(line) if _opens(line, place, icons)]
    return [
        [] if text is None else [place - start for place in wanted if start <= place <= end]
        for text, start, end in spans
    ]


def _opens(line: str, place: int, icons: set[int]) -> bool:
    before, after = line[place - 1], line[place]
    if before == " " or (place in icons and before.isdigit()):
        return False
    sides = [sign for at, sign in ((place - 1, before), (place, after)) if at not in icons]
    return any(_HAS_SPACELESS.match(sign) for sign in sides)


def _uax14(line: str) -> Iterator[int]:
    from icu4py.breakers import LineBreaker

    locale = next((name for name, letters in _LOCALES if letters.search(line)), "zh")
    at = 0
    for part in LineBreaker(line, locale):
        at += len(part)
        if at < len(line):
            yield at


def hyphenated(text: str, language: str) -> str | None:
    """A text with soft hyphens in its words; None if nothing is known of the language.

    `language` is a code; an empty one is English. Names in braces stay, and so does a text of a script that
    has no hyphens.
    """
    inserted = _hyphens(language.replace("-", "_") or "en_US")
    if inserted is None:
        return text if _HYPHENLESS.search(text) else None
    return _LETTER.sub(lambda match: match[0] if match[0][0] == "{" else inserted(match[0]), text)


@lru_cache(maxsize=8)
def _hyphens(language: str) -> Callable[[str], str] | None:
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        return None
    dictionary = pyphen.Pyphen(lang=known)
    return lambda word: str(dictionary.inserted(word, hyphen=SOFT_HYPHEN))

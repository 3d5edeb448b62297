"""What a spreadsheet's cell holds before its column is known, and how two spellings compare."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.ground.spelling import Guesses, Names

LONGEST_SHOWN = 40
EXCEL_ERRORS = frozenset(
    ("#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA")
)

YES, NO = frozenset({"yes", "y", "true", "1", "x"}), frozenset({"no", "n", "false", "0"})
"""How a truth value may be typed, folded."""
_ENDLESS = 10**4000
"""Beyond what any spreadsheet holds; Python refuses to write numbers of some thousand digits."""

_QUOTES = str.maketrans(dict.fromkeys("‘’‚‛′", "'") | dict.fromkeys("“”„‟″«»", '"'))
_UNSEEN = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
"""Soft hyphens and signs of direction: no font draws them, and two names do not differ by them."""
_PLAINER = str.maketrans(
    dict.fromkeys("\u2007\t", " ") | dict.fromkeys("\u2028\u2029", "\n") | {"\ufeff": "", "\u2060": ""}
)
_BLANKS = _PLAINER | str.maketrans(dict.fromkeys("\u00a0\u202f", " ") | dict.fromkeys(_UNSEEN, ""))
_UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_LINE_BREAK = re.compile(r"(?:_x000D_|\r)(?:_x000A_|\n)?")
"""As Windows has it, and as some programs write that into cells."""


@dataclass(frozen=True, slots=True)
class Uncached:
    """A formula whose result is not stored in the file."""

    formula: str


class Displayed(float):
    """A number whose cell shows more than its digits: 1.0, 007, 25%. That counts where a text is wanted."""

    def __new__(cls, number: float, text: str, code: str = "") -> Displayed:
        """The number and what its cell shows; `code` is a format that is not understood here."""
        displayed = super().__new__(cls, number)
        displayed.text, displayed.code = text, code
        return displayed

    text: str
    code: str


_MOST_FOLDED = 4_096
"""So many texts are compared without being folded again: the same names are asked for at every row."""
Raw = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta | Uncached | None


def _is_plain(text: str) -> bool:
    """Whether a text is of one line, without anything that has to be translated."""
    return text.isascii() and text.isprintable() and "_x000D_" not in text


def clean(text: str) -> str:
    """A text as it was meant: plain blanks, no control characters, nothing blank at either end.

    Letters with marks are composed, so that a name is one name, however its letters were typed.
    """
    if _is_plain(text):  # as nearly every text is
        return text.strip()
    return _composed(text, _BLANKS)


def as_set(text: str) -> str:
    """A text as it is set in lines: `clean`, but soft hyphens, fixed blanks and signs of direction stay."""
    return text.strip() if _is_plain(text) else _composed(text, _PLAINER).strip("\u200b\u00ad\u00a0\u202f \n")


def _composed(text: str, plainer: dict[int, str]) -> str:
    text = _LINE_BREAK.sub("\n", unicodedata.normalize("NFC", text))
    text = _UNPRINTABLE.sub("", text.translate(plainer))
    return "\n".join(map(str.rstrip, text.split("\n"))).strip()


def straight(text: str) -> str:
    """The text with straight quotes in the place of typographic ones."""
    return text.translate(_QUOTES)


@lru_cache(_MOST_FOLDED)
def fold(text: str) -> str:
    """What two spellings of one name share: neither case nor blanks nor the kind of quotes matter."""
    if _is_plain(text):
        return "".join(text.split()).lower()
    return "".join(straight(clean(text)).split()).replace("\ufe0f", "").casefold()


@lru_cache(_MOST_FOLDED)
def same(text: str) -> str:
    """What makes two values of a unique column alike: only case, quotes and runs of blanks may differ."""
    return " ".join((text if _is_plain(text) else straight(clean(text))).split()).casefold()


def as_text(raw: Raw) -> str:
    """A cell's value as text: `5.0` is 5, a truth value TRUE, a date its ISO form."""
    if raw is None or isinstance(raw, Uncached):
        return ""
    if isinstance(raw, bool):
        return "TRUE" if raw else "FALSE"
    if isinstance(raw, float):
        return f"{raw + 0.0:.15g}"  # which makes a plain 0 of the negative one
    if isinstance(raw, int):
        return str(raw) if abs(raw) < _ENDLESS else ("inf" if raw > 0 else "-inf")
    return clean(str(raw))


def displayed(raw: Raw) -> str:
    """The text that a cell shows, where that is more than its value: a version 1.0 is 1.0."""
    return raw.text if isinstance(raw, Displayed) else as_text(raw)


def shown(raw: Raw) -> str:
    """A value in a message, quoted and not too long."""
    return f"“{brief(' '.join(as_text(raw).split()))}”"


def brief(text: str) -> str:
    """A name in a message, not too long.

    >>> brief("Pattern " * 10)
    'Pattern Pattern Pattern Pattern Pattern…'
    """
    return f"{text[:LONGEST_SHOWN].rstrip()}…" if len(text) > LONGEST_SHOWN else text


def names(words: Iterable[str]) -> Names:
    """Known names as cells are compared with them: by `fold`."""
    return Names(words, fold=fold)


def some_of(texts: Sequence[str], most: int) -> str:
    """The first of some texts for a sentence, and how many more there are.

    >>> some_of(["A1", "A2", "A3"], 2)
    'A1, A2 and 1 more'
    """
    rest = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {rest} more" if rest > 0 else "")


def counted(number: int, noun: str, form: str = "") -> str:
    """So many of something; `form` is how the number is written.

    >>> counted(1, "file"), counted(1_200, "sheet", ",")
    ('1 file', '1,200 sheets')
    """
    return f"{number:{form}} {noun}{'' if number == 1 else 's'}"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words in a sentence.

    >>> listed(["Cup", "Eye", "Wheel"], "or")
    'Cup, Eye or Wheel'
    """
    return f" {joint} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def there_are(kind: str, words: Iterable[str], *, most: int = 12) -> str:
    """A mend that lists what there is: `The scenes here are “Set up” and “The end”.`"""
    quotes = [shown(word) for word in dict.fromkeys(words)]
    if len(quotes) > most:
        return f"The {kind} here are {', '.join(quotes[:most])} …"
    return f"The {kind} here are {listed(quotes)}."


def did_you_mean(
    wrong: str, spellings: Iterable[str] | Names, otherwise: str, *, guesses: Guesses | None = None
) -> str:
    """A mend: the known spelling that is closest, or `otherwise`. A number resembles none.

    Whoever asks once a row hands over `Names` that were made once, and the run's `guesses`.
    """
    if clean(wrong).isdecimal():
        return otherwise
    likely = spellings if isinstance(spellings, Names) else names(spellings)
    close = (guesses or Guesses()).nearest(wrong, likely)
    return f"Did you mean “{close[0]}”?" if close else otherwise


def quoted(name: str) -> str:
    """A name as a word of the command line."""
    plain = re.fullmatch(r"[\w.-]+", name)
    return name if plain else '"' + name.replace('"', '\\"') + '"'

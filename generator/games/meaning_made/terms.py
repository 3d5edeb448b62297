"""What this workbook calls the pieces and the actions, in the forms that sentences need.

A designer who renames a row of the sheet Icons or Actions reads the new word in every sentence. A field
of Terms is named like the key of its icon and holds the published word until the workbook has another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType

from generator.games.kit.english import Term
from generator.records.cells import brief
from generator.records.tables import Book

DECKS = ("pattern", "initiative", "event")
"""The decks by the key of their icon."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The words for pieces and actions, by the key of their icon."""

    energy: Term = field(default=Term("Energy"))
    insight: Term = field(default=Term("Insight"))
    support: Term = field(default=Term("Support"))
    token: Term = field(default=Term("token"))
    meaning: Term = field(default=Term("Meaning"))
    vitals: Term = field(default=Term("Vitals"))
    legacy: Term = field(default=Term("Legacy"))
    layer: Term = field(default=Term("Layer"))
    pattern: Term = field(default=Term("Pattern"))
    initiative: Term = field(default=Term("Initiative"))
    event: Term = field(default=Term("Event"))
    prism: Term = field(default=Term("Prism"))
    palette: Term = field(default=Term("Palette"))
    index: Term = field(default=Term("Index"))
    end: Term = field(default=Term("End Initiative"))
    order: Term = field(default=Term("Contribution Order"))
    bonus: Term = field(default=Term("Bonus"))
    completion_bonus: Term = field(default=Term("Bonus"))
    completion_penalty: Term = field(default=Term("Completion Penalty"))
    consequence: Term = field(default=Term("Consequence"))
    discount: Term = field(default=Term("Discount"))
    community: Term = field(default=Term("Community"))
    fragile: Term = field(default=Term("Fragile"))
    score: Term = field(default=Term("Score"))
    collapse: Term = field(default=Term("Collapse"))
    gather: Term = field(default=Term("Gather"))
    load: Term = field(default=Term("Load"))
    contribute: Term = field(default=Term("Contribute"))
    touchpoint: Term = field(default=Term("Touchpoint"))
    recycle: Term = field(default=Term("Recycle"))
    donate: Term = field(default=Term("Donate"))
    convert: Term = field(default=Term("Convert"))

    @property
    def tokens(self) -> tuple[Term, Term, Term]:
        """The three tokens in the order of TOKENS."""
        return self.energy, self.insight, self.support

    def deck(self, key: str) -> Term:
        """What a card of one of the DECKS is called."""
        return dict(zip(DECKS, (self.pattern, self.initiative, self.event), strict=True))[key]

    @property
    def penalty(self) -> str:
        """The Completion Penalty in short."""
        return "Penalty" if self.completion_penalty.endswith(" Penalty") else self.completion_penalty

    def __getattr__(self, name: str) -> Term:
        """A form of an action's word, such as `contribution`: that of the published one, or else its own."""
        if name not in FORMS:
            raise AttributeError(name)
        action, form, otherwise = FORMS[name]
        word: Term = getattr(self, action)
        return Term(form if word == getattr(STANDARD, action) else otherwise.format(word=word))


FORMS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "contribution": ("contribute", "contribution", "{word}"),
        "contributor": ("contribute", "contributor", "player"),
        "contributed": ("contribute", "contributed", "paid by {word}"),
        "loaded": ("load", "loaded", "taken by {word}"),
        "loading": ("load", "loading", "{word.a}"),
        "has_loaded": ("load", "loaded", "used {word} on"),
        "gathered": ("gather", "gathered", "taken by {word}"),
        "donation": ("donate", "donation", "{word}"),
        "donating": ("donate", "Donating", "{word}"),
        "conversion": ("convert", "conversion", "{word}"),
        "collapses": ("collapse", "the world collapses", "{word}"),
    }
)
"""What English makes of the published words by no rule; of another word stands what comes last."""


STANDARD = Terms()
"""The words of the published rules."""
_SHORT = frozenset({"prism", "palette", "index", "collapse", "completion_bonus"})
"""Sentences say the last word alone: the Pattern Prism is the Prism."""
ACTIONS = ("gather", "load", "contribute", "touchpoint", "recycle", "donate", "convert")
"""The actions by the key of their icon."""


def terms_of(
    book: Book,
    *,
    keys: Mapping[str, str] = MappingProxyType({}),
    words: Mapping[str, str] = MappingProxyType({}),
) -> Terms:
    """The words of a workbook; the published ones, where it has no row or no name.

    `keys` are the keys of icons that an edition calls otherwise, by the fields of Terms; `words` are words
    that no icon has.
    """
    rows = book.tables.get("Actions", ())
    actions = {str(row.values.get("icon")): str(row.values.get("name") or "") for row in rows}
    icons = {symbol.key: symbol.name for symbol in book.symbols}
    terms: dict[str, Term] = {}
    for form in fields(Terms):
        key, published = form.name, getattr(STANDARD, form.name)
        own = keys.get(key, key)
        icon = words.get(key, "") or icons.get(own, "")
        names = (actions.get(own, ""), icon) if key in ACTIONS else (icon,)
        terms[key] = _named(key, names, published) if any(names) else published
    return Terms(**terms)


def _named(key: str, names: tuple[str, ...], published: Term) -> Term:
    """The first name that is another than the published one."""
    for name in (" ".join(name.split()) for name in names):
        if not name or name == published or (key in _SHORT and name.endswith(f" {published}")):
            continue
        word = Term(brief(name))
        return word if published[0].isupper() else word.low
    return published

"""Names of pieces and actions in the forms that sentences need, by the rules of English."""

from __future__ import annotations

_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = tuple("aeiou")
_SPOKEN_WITH_Y = ("uni", "use", "usu", "eu")


class Term(str):
    """The name of a piece or of an action. As a text it is the name itself.

    >>> initiative, carry = Term("Initiative"), Term("Carry On")
    >>> initiative.many, initiative.a, carry.does
    ('Initiatives', 'an Initiative', 'carries on')
    """

    __slots__ = ()

    @property
    def many(self) -> Term:
        """The plural, by the rules of English for words without one of their own."""
        if self.endswith("ies"):
            return self
        return Term(f"{self[:-2]}es" if self.endswith("is") else _with_s(self))

    @property
    def a(self) -> Term:
        """With its article."""
        folded = self.casefold()
        an = folded.startswith(_VOWELS) and not folded.startswith(_SPOKEN_WITH_Y)
        return Term(f"{'an' if an else 'a'} {self}")

    @property
    def low(self) -> Term:
        """As within a sentence; what stands in capitals throughout, such as XP, stays so."""
        return Term(
            " ".join(part if len(part) > 1 and part.isupper() else part.lower() for part in self.split())
        )

    @property
    def begun(self) -> Term:
        """As the first of its own words, which are written large."""
        return Term(f"{self[:1].upper()}{self[1:]}")

    @property
    def does(self) -> str:
        """As the verb of a sentence about somebody: `gathers`. Of several words the first is the verb."""
        verb, blank, rest = self.low.partition(" ")
        return f"{_with_s(verb)}{blank}{rest}"


def _with_s(word: str) -> str:
    folded = word.casefold()
    if folded.endswith("y") and not folded[:-1].endswith(_VOWELS):
        return f"{word[:-1]}ies"
    return f"{word}es" if folded.endswith(_HISSING) else f"{word}s"


def counted(count: int, name: str) -> str:
    """A count with what is counted: `1 token`, `3 tokens`."""
    return f"{count} {name if count == 1 else Term(name).many}"

"""`<style>` in a drawing: its rules as attributes of the elements that they are about.

Drawing programs write rules for classes, ids and tags, which is what is understood here; a rule for anything
else that paper knows is a Problem. Rules count by the cascade of CSS: `!important`, then `style=""`, then the
sheet by specificity and order, then attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import tinycss2

from generator.ground.problems import Problem, error
from generator.svg.nodes import Facts, Node

MOST_RULES = 2_000
MOST_LETTERS = 500_000
"""Of all style sheets of one drawing."""
_WITHOUT_EFFECT = frozenset({"font-face", "charset", "namespace", "keyframes", "page"})
"""Fonts come out of the folder `fonts`, and a design does not move."""
_NOT_ON_PAPER = frozenset({"hover", "focus", "active", "visited"})
_MEND = "Export the drawing with its looks as attributes (in Illustrator: Presentation Attributes)."


class _Declaration(NamedTuple):
    """What one rule says of one property. `rank` orders it among others: the largest counts."""

    name: str
    value: str
    important: bool
    rank: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Selector:
    """An element's tag, id and classes, as far as a rule asks for them."""

    tag: str = ""
    id: str = ""
    classes: frozenset[str] = frozenset()

    @property
    def specificity(self) -> tuple[int, int, int]:
        return int(bool(self.id)), len(self.classes), int(bool(self.tag))

    def fits(self, node: Node, classes: frozenset[str]) -> bool:
        own = node.attrs.get("id", "")
        return self.tag in ("", node.tag) and self.id in ("", own) and self.classes <= classes


StyleRule = tuple[_Selector, Sequence[_Declaration]]


def apply_style_sheets(root: Node) -> tuple[Problem, ...]:
    """Lay the rules of a tree's `<style>` elements over its attributes.

    The Problems are those of rules that ask for what is not understood here; they have no effect.
    """
    read = [*_rules(root)]
    rules = [rule for rule in read if not isinstance(rule, Problem)]
    for node in root.walk() if rules else ():
        declared = _declared(node, rules)
        if declared:
            node.attrs = {**node.attrs, **declared}
            node.facts = Facts(declared=node.facts.declared | declared.keys())
    return tuple(rule for rule in read if isinstance(rule, Problem))


def _declared(node: Node, rules: Iterable[StyleRule]) -> Mapping[str, str]:
    """The properties that rules give an element, without those that its own style="" says better."""
    classes = frozenset(node.attrs.get("class", "").split())
    asked = [d for selector, declared in rules if selector.fits(node, classes) for d in declared]
    asked.sort(key=lambda declaration: (declaration.important, declaration.rank))
    own = node.facts.declared
    return {d.name: d.value for d in asked if d.important or d.name not in own}


def _rules(root: Node) -> Iterator[StyleRule | Problem]:
    letters = count = 0
    for sheet in (node for node in root.walk() if node.tag == "style"):
        letters += len(sheet.text)
        if letters > MOST_LETTERS:
            yield error(sheet.where, f"The style sheets hold more than {MOST_LETTERS:,} letters.", _MEND)
            return
        for rule in tinycss2.parse_stylesheet(sheet.text, skip_comments=True, skip_whitespace=True):
            for part in _parts(rule, sheet.where):
                count += 1
                if count > MOST_RULES:
                    yield error(sheet.where, f"The style sheets hold more than {MOST_RULES:,} rules.", _MEND)
                    return
                yield part if isinstance(part, Problem) else _ranked(*part, count)


def _ranked(selector: _Selector, declarations: Sequence[Any], count: int) -> StyleRule:
    rank = (*selector.specificity, count)
    return selector, [
        _Declaration(d.lower_name, tinycss2.serialize(d.value).strip(), d.important, rank)
        for d in declarations
    ]


def _parts(rule: Any, where: str) -> Iterator[tuple[_Selector, Sequence[Any]] | Problem]:
    """A rule for each of its selectors, with its declarations."""
    if rule.type == "at-rule" and rule.lower_at_keyword in _WITHOUT_EFFECT:
        return
    if rule.type != "qualified-rule":
        name = f"@{rule.at_keyword[:30]}" if rule.type == "at-rule" else "something that is no rule"
        yield error(where, f"The style sheet holds {name}, which is not understood here.", _MEND)
        return
    declared = tinycss2.parse_declaration_list(rule.content, skip_comments=True)
    declarations = [declaration for declaration in declared if declaration.type == "declaration"]
    for words in _parted(rule.prelude):
        if _on_screens(words):
            continue
        selector = _selector(words)
        if selector is None:
            shown = tinycss2.serialize(words).strip()[:60]
            yield error(
                where, f"The style sheet has a rule for “{shown}”, which is not understood here.", _MEND
            )
        else:
            yield selector, declarations


def _on_screens(tokens: Sequence[Any]) -> bool:
    """Whether a selector asks for a pointer, which paper has not."""
    pairs = pairwise(tokens)
    return any(
        a.type == "literal" and a.value == ":" and b.type == "ident" and b.lower_value in _NOT_ON_PAPER
        for a, b in pairs
    )


def _parted(prelude: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The selectors of a list that is parted by commas."""
    words: list[Any] = []
    for token in (*prelude, None):
        if token is None or (token.type == "literal" and token.value == ","):
            yield words
            words = []
        else:
            words.append(token)


def _selector(tokens: Sequence[Any]) -> _Selector | None:
    """A selector of one element; None for one that asks for more than tag, id and classes."""
    tag = identifier = ""
    classes: set[str] = set()
    rest = [token for token in tokens if token.type != "comment"]
    while rest and rest[0].type == "whitespace":
        rest.pop(0)
    while rest and rest[-1].type == "whitespace":
        rest.pop()
    dot = False
    for at, token in enumerate(rest):
        if dot and token.type == "ident":
            classes.add(token.value)
            dot = False
        elif token.type == "ident" and at == 0:
            tag = token.value
        elif token.type == "hash" and not identifier:
            identifier = token.value
        elif token.type == "literal" and token.value == "." and not dot:
            dot = True
        elif not (token.type == "literal" and token.value == "*" and at == 0):
            return None
    return None if dot or not rest else _Selector(tag, identifier, frozenset(classes))

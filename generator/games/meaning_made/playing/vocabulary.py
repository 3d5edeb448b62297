"""The words of a script of Meaning Made."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from generator.games.meaning_made.terms import ACTIONS, Terms
from generator.replay.script import Vocabulary, folded

VOCABULARY = Vocabulary(
    phases=MappingProxyType(
        {
            "event": "event", "events": "event", "1": "event",
            "turn": "turn", "turns": "turn", "player turns": "turn", "player turn": "turn", "2": "turn",
            "window": "window", "stability window": "window", "stability": "window", "3": "window",
        }
    ),
    actions=MappingProxyType(
        {
            "variant": "variant",
            "reveal": "reveal", "event": "reveal", "flip": "reveal",
            "gather": "gather", "take": "gather", "gathers": "gather",
            "load": "load", "loads": "load",
            "contribute": "contribute", "contributes": "contribute", "contribution": "contribute",
            "touchpoint": "touchpoint", "touch": "touchpoint",
            "accept": "accept", "accepts": "accept", "decline": "decline", "declines": "decline",
            "recycle": "recycle", "recycles": "recycle",
            "convert": "convert", "converts": "convert", "conversion": "convert",
            "pass": "pass", "passes": "pass", "end turn": "end turn",
            "donate": "donate", "donates": "donate", "donation": "donate", "give": "donate",
            "keep": "keep", "keeps": "keep", "no donation": "keep",
            "lose": "lose", "loses": "lose", "choose": "lose", "gain": "gain",
        }
    ),
    inheriting=frozenset({"turn"}),
    deeds=MappingProxyType(
        {
            "accepted": "accepted", "accepts": "accepted",
            "declined": "declined", "declines": "declined",
            "completed": "completed", "completes": "completed", "complete": "completed",
        }
    ),
)  # fmt: skip
"""What people write, to the words that the engine uses."""
_FIXED = frozenset(VOCABULARY.all_actions.values()) - {*ACTIONS}
"""Words of the engine that no action of a workbook may take over."""


def vocabulary_in(terms: Terms) -> Vocabulary:
    """The words above and those of a workbook, which come first: people write what their cards say."""
    phases, actions = dict(VOCABULARY.phases), dict(VOCABULARY.actions)
    own = {key: getattr(terms, key) for key in ACTIONS}
    for key, word in own.items():
        actions |= {form: key for form in map(folded, (word, word.does)) if form and form not in _FIXED}
    event = {form for form in map(folded, (terms.event, terms.event.many)) if form}
    phases |= {form: "event" for form in event if form not in VOCABULARY.all_phases}
    actions |= {form: "reveal" for form in event if form not in actions}
    words = replace(VOCABULARY, phases=MappingProxyType(phases), actions=MappingProxyType(actions))
    called = {key: word.low for key, word in own.items() if words.action(word) == key}
    if words.phase(terms.event) == "event":
        called["event"] = terms.event.low
    return replace(words, called=MappingProxyType({key: word for key, word in called.items() if word != key}))

"""The words of a script of Meaning Made."""

from __future__ import annotations

from types import MappingProxyType

from generator.replay.script import Vocabulary

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

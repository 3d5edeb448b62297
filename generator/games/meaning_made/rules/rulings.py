"""The rules by id: an illegal move names the one that forbids it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.games.meaning_made.terms import STANDARD, Terms

_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "over": "After the end of the game nothing more is done.",
        "phase": "Each phase of a round has its own moves.",
        "choice": "A choice that is due comes before everything else.",
        "event": "A round begins with its {w.event.many}.",
        "actions": "A turn has a fixed number of actions.",
        "restricted": "An action that an effect bans is not taken for the rest of the round.",
        "gather": (
            "{w.gather} takes a fixed number of {w.energy} and {w.insight}, in any mix, never {w.support}."
        ),
        "load.face-up": "Only {w.pattern.a} that lies face up in the {w.prism} can be {w.loaded}.",
        "load.tokens": "{w.load.a.begun} pays exactly the {w.token.many} that the {w.pattern} shows.",
        "load.wild": "A missing {w.layer} icon, or a surcharge, is paid with {w.token.many} of any kind.",
        "load.discount": (
            "Whoever has {w.pattern.a} of the same {w.layer} pays fewer {w.token.many}, of their choice."
        ),
        "load.vitals": "{w.pattern.a.begun} that costs {w.vitals} needs that many {w.vitals}.",
        "contribute.face-up": "Only a face-up {w.initiative} takes {w.contribution.many}.",
        "contribute.boxes": "{w.token.a.begun} goes into an unfilled box for it.",
        "contribute.tokens": (
            "{w.token.many.begun} that are {w.contributed} come from the player's own supply."
        ),
        "contribute.nothing": "{w.contribution.a.begun} fills a box, or brings a missing {w.layer}.",
        "contribute.once": "A player {w.contribute.does} to {w.initiative.a} only so often in a round.",
        "contribute.gate": "The {w.end} takes {w.contribution.many} only while {w.meaning} is high enough.",
        "contribute.marker": "A first {w.contribution} needs {w.contribution.begun.a} marker.",
        "contribute.space": "A first {w.contribution} needs an open {w.contribution.begun} space.",
        "touchpoint.player": "{w.touchpoint.a.begun} joins two different players.",
        "touchpoint.once": "A player starts only so many {w.touchpoint.many} a round.",
        "touchpoint.tokens": "Only {w.token.many} that somebody has can change hands.",
        "recycle.off": "Whether there is {w.recycle}, the rules say.",
        "recycle.nothing": "{w.recycle} discards at least one card.",
        "recycle.limit": "The group may {w.recycle} only so often in a round.",
        "convert.off": "{w.conversion.begun} is an optional rule.",
        "convert.once": "A player {w.convert.does} only so often in a turn.",
        "convert.tokens": "{w.conversion.a.begun} is paid in {w.energy}.",
        "pass": "A player passes only when no action is possible.",
        "end-turn": "A turn ends when its actions are spent.",
        "donate.fragile": "{w.fragile.a.begun} player {w.donate.does} no {w.support}.",
        "donate.cap": "{w.donation.many.begun} bring the world only so much {w.meaning} in a round.",
        "donate.limit": "A player {w.donate.does} only so much {w.support} in a round.",
        "donate.tokens": "{w.donation.a.begun} is paid in {w.support}.",
        "lose": "A loss takes exactly its number of {w.token.many}, as far as the player has them.",
        "take": "A gain brings exactly its number of {w.token.many}.",
    }
)


def rules_in(terms: Terms) -> Mapping[str, str]:
    """All rules by id, in the words of a workbook."""
    return MappingProxyType({rule: text.format(w=terms) for rule, text in _TEXTS.items()})


RULES = rules_in(STANDARD)
"""The rules by id, in the words of the published game."""

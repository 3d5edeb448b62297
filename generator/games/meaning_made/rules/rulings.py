"""The rules by id, and every ruling on what the rulebook leaves open, in one place.

An illegal move names the id of the rule that forbids it. Each ruling names the test that holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from generator.games.meaning_made.terms import STANDARD, Terms, begun

_TEXTS: Mapping[str, Callable[[Terms], str]] = MappingProxyType(
    {
        "over": lambda w: "After the end of the game nothing more is done.",
        "phase": lambda w: "Each phase of a round has its own moves.",
        "choice": lambda w: "A choice that is due comes before everything else.",
        "event": lambda w: f"A round begins with its {w.event.many}.",
        "actions": lambda w: "A turn has a fixed number of actions.",
        "restricted": lambda w: "An action that an effect bans is not taken for the rest of the round.",
        "gather": lambda w: (
            f"{w.gather} takes a fixed number of {w.energy} and {w.insight}, in any mix, never {w.support}."
        ),
        "load.face-up": lambda w: f"Only {w.pattern.a} that lies face up in the {w.prism} can be {w.loaded}.",
        "load.tokens": lambda w: (
            f"{begun(w.load.a)} pays exactly the {w.token.many} that the {w.pattern} shows."
        ),
        "load.wild": lambda w: (
            f"A missing {w.layer} icon, or a surcharge, is paid with {w.token.many} of any kind."
        ),
        "load.discount": lambda w: (
            f"Whoever has {w.pattern.a} of the same {w.layer} pays fewer {w.token.many}, of their choice."
        ),
        "load.vitals": lambda w: f"{begun(w.pattern.a)} that costs {w.vitals} needs that many {w.vitals}.",
        "contribute.face-up": lambda w: f"Only a face-up {w.initiative} takes {w.contribution.many}.",
        "contribute.boxes": lambda w: f"{begun(w.token.a)} goes into an unfilled box for it.",
        "contribute.tokens": lambda w: (
            f"{begun(w.token.many)} that are {w.contributed} come from the player's own supply."
        ),
        "contribute.nothing": lambda w: (
            f"{begun(w.contribution.a)} fills a box, or brings a missing {w.layer}."
        ),
        "contribute.once": lambda w: (
            f"A player {w.contribute.does} to {w.initiative.a} only so often in a round."
        ),
        "contribute.gate": lambda w: (
            f"The {w.end} takes {w.contribution.many} only while {w.meaning} is high enough."
        ),
        "contribute.marker": lambda w: f"A first {w.contribution} needs {w.contribution.begun.a} marker.",
        "contribute.space": lambda w: f"A first {w.contribution} needs an open {w.contribution.begun} space.",
        "touchpoint.player": lambda w: f"{begun(w.touchpoint.a)} joins two different players.",
        "touchpoint.once": lambda w: f"A player starts only so many {w.touchpoint.many} a round.",
        "touchpoint.tokens": lambda w: f"Only {w.token.many} that somebody has can change hands.",
        "recycle.off": lambda w: f"Whether there is {w.recycle}, the rules say.",
        "recycle.nothing": lambda w: f"{w.recycle} discards at least one card.",
        "recycle.limit": lambda w: f"The group may {w.recycle} only so often in a round.",
        "convert.off": lambda w: f"{begun(w.conversion)} is an optional rule.",
        "convert.once": lambda w: f"A player {w.convert.does} only so often in a turn.",
        "convert.tokens": lambda w: f"{begun(w.conversion.a)} is paid in {w.energy}.",
        "pass": lambda w: "A player passes only when no action is possible.",
        "end-turn": lambda w: "A turn ends when its actions are spent.",
        "donate.fragile": lambda w: f"{begun(w.fragile.a)} player {w.donate.does} no {w.support}.",
        "donate.cap": lambda w: (
            f"{begun(w.donation.many)} bring the world only so much {w.meaning} in a round."
        ),
        "donate.limit": lambda w: f"A player {w.donate.does} only so much {w.support} in a round.",
        "donate.tokens": lambda w: f"{begun(w.donation.a)} is paid in {w.support}.",
        "lose": lambda w: (
            f"A loss takes exactly its number of {w.token.many}, as far as the player has them."
        ),
        "take": lambda w: f"A gain brings exactly its number of {w.token.many}.",
    }
)


def rule_text(rule: str, terms: Terms) -> str:
    """A rule by its id, in the words of a workbook; empty if there is none such."""
    text = _TEXTS.get(rule)
    return text(terms) if text is not None else ""


def rules_in(terms: Terms) -> Mapping[str, str]:
    """All rules by id, in the words of a workbook."""
    return MappingProxyType({rule: text(terms) for rule, text in _TEXTS.items()})


RULES = rules_in(STANDARD)
"""The rules by id, in the words of the published game."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision, and the test in tests/games/test_rules_rulings.py that fails if it is not kept."""

    number: int
    title: str
    text: str
    test: str


def _rulings(*entries: tuple[str, str, str]) -> tuple[Ruling, ...]:
    return tuple(Ruling(number, *entry) for number, entry in enumerate(entries, start=1))


RULINGS = _rulings(
    (
        "Vitals as a cost",
        "Whoever pays Vitals for a Pattern must have them. Paying the last one is legal and makes Fragile.",
        "test_ruling_1_vitals_cost",
    ),
    (
        "One consequence for each fall",
        "Falling to 0 Vitals brings one Individual Consequence, with the code of the current Event. "
        "While it is being resolved the same player gets no other.",
        "test_ruling_2_one_consequence_a_fall",
    ),
    (
        "A penalty has its own Event",
        "A Group Consequence as Completion Penalty turns over the next Event, "
        "looks up nothing but its code, and discards it.",
        "test_ruling_3_penalty_reveals_an_event",
    ),
    (
        "Tracks and tokens stop at their ends",
        "A track stays within its ends. A loss takes the tokens that are there and no more.",
        "test_ruling_4_tracks_clamp",
    ),
    (
        "The loser chooses",
        "When tokens of any kind are lost, the losing player says which. So it is with gains.",
        "test_ruling_5_the_loser_chooses",
    ),
    (
        "Full Contribution spaces",
        "Where every Contribution space is taken, only players who have a marker there contribute.",
        "test_ruling_6_no_open_space",
    ),
    (
        "Where Initiatives go",
        "A completed Initiative leaves the game. A recycled one is discarded, "
        "and only Recycle shuffles the discards into a new deck.",
        "test_ruling_7_completed_initiatives_leave",
    ),
    (
        "Ties and collapse",
        "Tied players share the win. After a collapse nobody wins, and the scores are still shown.",
        "test_ruling_8_ties_and_collapse",
    ),
    (
        "How long a ban lasts",
        "A ban for this round holds until that round’s Stability Window is over.",
        "test_ruling_9_ban_lasts_through_the_window",
    ),
    (
        "An icon asked for twice",
        "Two icons of one Layer need two Patterns of it, in the contributors’ Palettes together.",
        "test_ruling_10_icon_twice",
    ),
    (
        "Passing",
        "A player with no legal action passes that action, and the pass is recorded.",
        "test_ruling_11_pass",
    ),
    (
        "A fixed number of rounds",
        "A game of a fixed number of rounds, as Competitive is, is played to the last of them. In it a "
        "completed End Initiative scores as any other and does not end the game; its place stays empty.",
        "test_ruling_12_a_fixed_number_of_rounds",
    ),
    (
        "Where the Community goes",
        "It joins the rightmost Initiative with an open space on which it has no marker yet, the End "
        "Initiative last: at most one marker on each, and as many markers as it needs.",
        "test_ruling_13_where_the_community_goes",
    ),
    (
        "Forced choices make themselves",
        "Where a choice has one outcome it is not asked for: a loss of all that is there, "
        "or a request for a token that the other player lacks.",
        "test_ruling_14_forced_choices",
    ),
    (
        "A discount is always used",
        "A Layer icon that a player’s own Palette shows is not paid for with a token.",
        "test_ruling_15_discount_is_used",
    ),
    (
        "You, when nobody acts",
        "In an Event or a Group Consequence “you” is each player in player order, and “others” is nobody.",
        "test_ruling_16_you_in_an_event",
    ),
    (
        "Two Events in a round",
        "When a round has several Events, the current one is the last that was revealed for the round.",
        "test_ruling_17_the_last_event_is_current",
    ),
    (
        "Consequences interrupt",
        "A fall to 0 Vitals brings its consequence at once, in player order if several fall, "
        "before the rest of what caused it.",
        "test_ruling_18_consequences_interrupt",
    ),
    (
        "When a card counts as in play",
        "A loaded Pattern counts for the highest Layer before its Bonus, "
        "a completed Initiative before its Bonus and its Penalty.",
        "test_ruling_19_highest_layer_before_bonus",
    ),
    (
        "Several completions at once",
        "If one Load completes several Initiatives, they are resolved from left to right, "
        "the End Initiative last.",
        "test_ruling_20_completions_from_left_to_right",
    ),
    (
        "The End Initiative’s penalty",
        "Where the End Initiative ends the game, it does so after its rewards; a Completion Penalty on it "
        "does nothing.",
        "test_ruling_21_end_has_no_penalty",
    ),
    (
        "Recycle needs a card to discard",
        "Recycle is legal only if it discards a card. It then fills every empty space of its area.",
        "test_ruling_22_recycle_needs_a_card",
    ),
    (
        "Asking for what is not there",
        "A player may request a token that the other does not have; the action is spent. "
        "Giving needs the token.",
        "test_ruling_23_request_of_a_missing_token",
    ),
    (
        "A ban on Touchpoints",
        "Whoever may not take the action Touchpoint may still answer one.",
        "test_ruling_24_banned_player_may_answer",
    ),
    (
        "Recycled with the Community on it",
        "An Initiative on which only the Community stands is unstarted; Recycle takes the marker off.",
        "test_ruling_25_recycle_under_the_community",
    ),
    (
        "Converting after the last action",
        "A turn stays open after its last action while a conversion is still possible.",
        "test_ruling_26_convert_after_the_last_action",
    ),
    (
        "Boxes for any token",
        "A token of any kind may be put into a box for any token even while a box of its own type is open.",
        "test_ruling_27_any_boxes",
    ),
    (
        "Cooperative play",
        "When Legacy is not scored, all players win if the End Initiative completes, and otherwise nobody.",
        "test_ruling_28_cooperative_win",
    ),
    (
        "A ban comes too late for what is paid",
        "Whoever falls to 0 Vitals while paying for a Pattern suffers the consequence before the card is "
        "placed. It is placed all the same, even if the consequence bans Load.",
        "test_ruling_29_a_paid_pattern_is_placed",
    ),
    (
        "Several Layers missing",
        "Where all boxes are filled, a marker alone may join that brings one of the missing Layers, "
        "even if another is missing still.",
        "test_ruling_30_one_of_several_missing_layers",
    ),
    (
        "The code of a fall",
        "An Individual Consequence has the code of the round’s current Event, "
        "also for whoever falls by the Event that a Completion Penalty has revealed.",
        "test_ruling_31_the_code_of_a_fall",
    ),
    (
        "Whom a ban binds",
        "A ban of an Individual Consequence binds its player alone.",
        "test_ruling_32_a_ban_on_one_player",
    ),
    (
        "When markers come back",
        "A Contribution marker stays until its Initiative is completed. A player whose markers are all out "
        "contributes only where one of them stands.",
        "test_ruling_33_markers_that_are_out",
    ),
    (
        "Where donations stop",
        "Once the donations of a round have raised Meaning by their cap, nobody donates any more in that "
        "round: no Support is given in vain.",
        "test_ruling_34_where_donations_stop",
    ),
)

"""Touchpoints and their answers, and tokens of any kind that somebody loses or gains by choice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from generator.games.kit.cells import in_cell
from generator.games.kit.english import counted
from generator.games.kit.table import put
from generator.games.kit.tokens import of_kind
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.cells import (
    tokens_in,
    tokens_named,
    tokens_text,
    tokens_typed,
)
from generator.games.meaning_made.rules.doing import Action
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.pending import Answering, Choose
from generator.games.meaning_made.rules.state import State, mixes
from generator.replay.errors import CellError, IllegalMove, Reason, UnreadableMove
from generator.replay.names import player_named
from generator.replay.script import ScriptRow

_ASKED = re.compile(r"(give|gives|offer|offers|ask|asks|request|requests)\b(.*)")


@dataclass(frozen=True, slots=True)
class Touchpoint(Action):
    """Give (`give`) the other player tokens of one type, or request them."""

    other: int
    token: int
    give: bool
    key = word = "touchpoint"
    spends = 1
    called = "{w.touchpoint}"

    @classmethod
    def ways(cls, state: State) -> Iterable[Touchpoint]:
        """Giving what there is, requesting anything, while the player may."""
        player = state.player
        if not state.may_touch(player):
            return ()
        least = state.setting.rules.touchpoint_tokens
        energy, insight, support = state.tokens[player]
        return _touchpoints(player, len(state.names), (energy >= least, insight >= least, support >= least))

    def why_not(self, state: State, seat: int) -> Reason | None:
        """There is such a player and such a token, and the player may still do it."""
        rules, terms = state.setting.rules, state.terms
        if self.token not in range(3):
            return Reason("touchpoint.tokens", f"There is no such {terms.token}.")
        if not 0 <= self.other < len(state.names) or self.other == seat:
            return Reason("touchpoint.player", f"{state.me} needs another player for {terms.touchpoint.a}.")
        if not state.may_touch(seat):
            limit = counted(rules.touchpoints_per_round, terms.touchpoint)
            return Reason("touchpoint.once", f"{state.me} may start {limit} a round and has done so.")
        have = state.tokens[seat][self.token]
        if self.give and have < rules.touchpoint_tokens:
            gift = f"{rules.touchpoint_tokens} {terms.tokens[self.token]}"
            return Reason("touchpoint.tokens", f"{state.me} offers {gift} and has {have}.")
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """The other one has to answer."""
        draft.touchpoints = put(draft.touchpoints, seat, draft.touchpoints[seat] + 1)
        draft.work.append(Answering(self.other, seat, self.token, self.give))

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Touchpoint:
        """`give 1S` or `ask for 1S`, and with whom."""
        terms, wanted = state.terms, state.setting.rules.touchpoint_tokens
        partner = in_cell("card", lambda: player_named(row.card, state.names))
        match = _ASKED.fullmatch(row.payment.casefold().strip())
        if match is None:
            example = tokens_typed((0, 0, 1), state)
            payment = f"{terms.touchpoint.a.begun}'s payment is give or ask and {terms.token.a}"
            raise CellError("payment", UnreadableMove(f"{payment}: give {example}."))
        text = row.payment.strip()[len(match[1]) :].removeprefix(" for")
        tokens = in_cell("payment", lambda: tokens_named(text, state))
        kinds = [token for token, count in enumerate(tokens) if count]
        if len(kinds) != 1 or sum(tokens) != wanted:
            moves = f"{terms.touchpoint.a.begun} moves {wanted} {terms.token} of one kind"
            reason = Reason("touchpoint.tokens", f"{moves}, not {tokens_text(tokens, terms)}.")
            raise CellError("payment", IllegalMove(reason))
        return cls(partner, kinds[0], match[1][0] in "go")

    def cells(self, state: State) -> dict[str, str]:
        """The partner, and what is given or asked for."""
        moved = of_kind(self.token, state.setting.rules.touchpoint_tokens, TOKENS)
        payment = f"{'give' if self.give else 'ask'} {tokens_typed(moved, state)}"
        return {"card": state.names[self.other], "payment": payment}

    def told(self, state: State, who: str) -> str:
        """`**Alex** offers **Drew** {support}.`"""
        partner, token = state.names[self.other], f"{{{TOKENS[self.token]}}}"
        return (
            f"{who} offers **{partner}** {token}." if self.give else f"{who} asks **{partner}** for {token}."
        )


@lru_cache(maxsize=1 << 10)
def _touchpoints(player: int, players: int, givable: tuple[bool, bool, bool]) -> tuple[Touchpoint, ...]:
    partners = [partner for partner in range(players) if partner != player]
    gifts = [Touchpoint(partner, token, True) for partner in partners for token in range(3) if givable[token]]
    return (*gifts, *(Touchpoint(partner, token, False) for partner in partners for token in range(3)))


@dataclass(frozen=True, slots=True)
class Answer(Action):
    """The other player's answer to a Touchpoint."""

    accept: bool
    called = "An answer to {w.touchpoint.a}"

    def do(self, draft: Draft, seat: int) -> None:
        """The tokens change hands and both gain Vitals, or the action is spent."""
        choice = draft.work.pop()
        assert isinstance(choice, Answering)
        asker, other = choice.asker, choice.player
        draft.facts.append(say.Answered(asker, other, self.accept, True))
        if not self.accept:
            return
        giver, receiver = (asker, other) if choice.give else (other, asker)
        draft.change_token(giver, choice.token, -draft.rules.touchpoint_tokens)
        draft.change_token(receiver, choice.token, draft.rules.touchpoint_tokens)
        gain = draft.touchpoint_gain(asker, other)
        if gain:
            draft.change_vitals(asker, gain)
            draft.change_vitals(other, gain)

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Answer:
        """By its action."""
        return cls(row.action == "accept")

    def cells(self, state: State) -> dict[str, str]:
        """By its action."""
        return {"action": "accept" if self.accept else "decline"}

    def told(self, state: State, who: str) -> str:
        """`**Drew** accepts.`"""
        return f"{who} {'accepts' if self.accept else 'declines'}."


@dataclass(frozen=True, slots=True)
class Lose(Action):
    """Choose which tokens a loss of any type takes."""

    tokens: Tokens
    word = "lose"
    called = "Choosing a loss"
    says = "{who} gives up {tokens}."

    def do(self, draft: Draft, seat: int) -> None:
        """They go."""
        draft.work.pop()
        draft.pay(seat, self.tokens)

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Lose | Take:
        """What stands under Payment, Gains or Card; whether it is lost or gained, the choice says."""
        tokens = tokens_in(row, "payment" if row.payment else "gains" if row.gains else "card", state)
        gain = isinstance(state.choice, Choose) and state.choice.gain
        return Take(tokens) if gain or row.action == "gain" else Lose(tokens)

    def cells(self, state: State) -> dict[str, str]:
        """The tokens."""
        return {"payment": tokens_typed(self.tokens, state)}


@dataclass(frozen=True, slots=True)
class Take(Lose):
    """Choose which tokens a gain of any type brings."""

    word = "gain"
    called = "Choosing a gain"
    says = "{who} takes {tokens}."

    def do(self, draft: Draft, seat: int) -> None:
        """They come."""
        draft.work.pop()
        draft.change_tokens(seat, self.tokens)


def options(state: State, choice: Choose | Answering) -> tuple[Answer | Lose, ...]:
    """The ways to make a choice. One option means that the choice is forced."""
    if isinstance(choice, Answering):
        return (Answer(True), Answer(False)) if state.can_exchange(choice) else (Answer(False),)
    if choice.gain:
        return tuple(Take(tokens) for tokens in mixes(choice.amount, *(choice.amount,) * 3))
    return tuple(Lose(lost) for lost in state.losses(choice))


def not_chosen(state: State, action: Action, choice: Choose | Answering | None) -> Reason | None:
    """Why an action does not make the choice that is due, or None if it does."""
    terms = state.terms
    if choice is None:
        out = "is out of place: nobody has to choose now."
        return Reason("choice", f"{action.called.format(w=terms)} {out}")
    if action in options(state, choice):
        return None
    who = state.names[choice.player]
    if isinstance(choice, Answering):
        if isinstance(action, Answer) and not state.can_exchange(choice):
            giver = state.names[choice.asker if choice.give else choice.player]
            return Reason("touchpoint.tokens", f"{giver} has no {terms.tokens[choice.token]} to hand over.")
        asker = state.names[choice.asker]
        return Reason("choice", f"{who} must first answer the {terms.touchpoint} of {asker}.")
    verb, kind = ("take", Take) if choice.gain else ("lose", Lose)
    amount = counted(choice.amount, terms.token)
    if type(action) is kind:
        having = "" if choice.gain else f"; {who} has {tokens_text(state.tokens[choice.player], terms)}"
        return Reason(verb, f"{who} must {verb} {amount}, not {tokens_text(action.tokens, terms)}{having}.")
    return Reason("choice", f"{who} must first choose {amount} to {verb}.")

"""What nobody does, and what a player does in a turn or a Stability Window without card or partner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from generator.games.kit.english import counted
from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.cells import icons, tokens_in, tokens_text, tokens_typed
from generator.games.meaning_made.rules.doing import Action, banned
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import reveal_event
from generator.games.meaning_made.rules.rounds import end_turn
from generator.games.meaning_made.rules.state import Phase, State
from generator.records.notation import effect_text
from generator.replay.errors import AmbiguousMove, CellError, IllegalMove, Reason, UnreadableMove, shown
from generator.replay.script import ScriptRow


@dataclass(frozen=True, slots=True)
class RevealEvent(Action):
    """The table turns over the top Event and resolves it."""

    phase = Phase.EVENT
    word = "reveal"
    spends = 1
    called = "Revealing {w.event.a}"

    def do(self, draft: Draft, seat: int) -> None:
        """Put its effect in line."""
        reveal_event(draft)

    def told(self, state: State, who: str) -> str:
        """`The Event **Long Winter** (A2) is revealed.`"""
        word, game = state.terms.event, state.setting.game
        if not (state.event_deck or state.event_discard):
            return f"The {word} deck is empty."
        if not state.event_deck:
            return f"The discarded {word.many} become a new deck, and its top card is revealed."
        event = game.events[state.event_deck[0]]
        sign = f"{event.letter}{event.code}" if event.effect is None else ""
        sign = sign or effect_text(state.setting.event_effects[state.event_deck[0]][0], game.book.symbols)
        return f"The {word} **{event.title}** ({sign}) is revealed."


@dataclass(frozen=True, slots=True)
class Gather(Action):
    """Take Energy and Insight from the supply."""

    energy: int
    insight: int
    key = word = "gather"
    spends = 1
    called = "{w.gather}"
    says = "{who} {w.gather.does} {tokens}."

    @property
    def tokens(self) -> Tokens:
        """What it takes."""
        return Tokens(self.energy, self.insight)

    @classmethod
    def ways(cls, state: State) -> tuple[Gather, ...]:
        """Every mix of Energy and Insight."""
        return _gathers(state.setting.rules.gather_tokens)

    def why_not(self, state: State, seat: int) -> Reason | None:
        """So many tokens."""
        count, terms = state.setting.rules.gather_tokens, state.terms
        if min(self.tokens) >= 0 and sum(self.tokens) == count:
            return None
        due = counted(count, terms.token)
        return Reason("gather", f"{terms.gather} takes {due}, not {tokens_text(self.tokens, terms)}.")

    def do(self, draft: Draft, seat: int) -> None:
        """Take them."""
        draft.change_tokens(seat, self.tokens)

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Gather:
        """The tokens stand under Gains, or under Payment."""
        terms = state.terms
        if not (row.gains or row.payment):
            which = f"which {state.setting.rules.gather_tokens} {terms.token.many} are {terms.gathered}"
            fault = f"The row does not say {which}. Write them, such as {tokens_typed((1, 1, 0), state)}."
            raise CellError("gains", AmbiguousMove(fault))
        column = "gains" if row.gains else "payment"
        tokens = tokens_in(row, column, state)
        if tokens.support:
            never = f"{terms.gather} never takes {terms.support}"
            reason = Reason("gather", f"{never}, and the row takes {tokens_text(tokens, terms)}.")
            raise CellError(column, IllegalMove(reason))
        return cls(tokens.energy, tokens.insight)

    def cells(self, state: State) -> dict[str, str]:
        """The tokens."""
        return {"gains": tokens_typed(self.tokens, state)}


@lru_cache(maxsize=64)
def _gathers(amount: int) -> tuple[Gather, ...]:
    return tuple(Gather(amount - insight, insight) for insight in range(amount + 1))


@dataclass(frozen=True, slots=True)
class Recycle(Action):
    """Refresh the Prism, or the unstarted Initiatives of the Index."""

    prism: bool
    key = word = "recycle"
    spends = 1
    called = "{w.recycle}"

    @classmethod
    def ways(cls, state: State) -> list[Recycle]:
        """What there is to discard, while the group may."""
        rules = state.setting.rules
        if not rules.recycle or (rules.recycles_per_round and state.recycles >= rules.recycles_per_round):
            return []
        prism = [cls(True)] if any(card != EMPTY for card in state.prism) else []
        return [*prism, cls(False)] if state.unstarted() else prism

    def why_not(self, state: State, seat: int) -> Reason | None:
        """It is in play, the group may still do it, and a card would go."""
        limit, terms = state.setting.rules.recycles_per_round, state.terms
        if not state.setting.rules.recycle:
            return Reason("recycle.off", f"There is no action {terms.recycle} in this game.")
        if limit and state.recycles >= limit:
            often = f"{counted(limit, 'time')} a round and has done so"
            return Reason("recycle.limit", f"The group may {terms.recycle} {often}.")
        if self in self.ways(state):
            return None
        area = f"No {terms.initiative} of the {terms.index} is unstarted"
        area = f"The {terms.prism} is empty" if self.prism else area
        return Reason("recycle.nothing", f"{area}, so {terms.recycle} would discard nothing.")

    def do(self, draft: Draft, seat: int) -> None:
        """Discard and fill."""
        draft.recycles += 1
        if self.prism:
            draft.refresh_prism()
            return
        slots = draft.unstarted()
        gone = tuple(draft.index[slot] for slot in slots)
        draft.initiative_discard = (*draft.initiative_discard, *gone)
        draft.facts.append(say.Discarded("initiative", gone))
        for slot in slots:
            draft.empty_slot(slot)
        for slot in range(draft.end_slot):
            if draft.index[slot] == EMPTY:
                draft.turn_up("initiative", "index", slot)

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Recycle:
        """Prism or Index, or what lies there."""
        area, terms = row.card.strip().casefold(), state.terms
        if area in (terms.prism.casefold(), terms.index.casefold()):
            return cls(area == terms.prism.casefold())
        prism = any(word in area for word in ("prism", "pattern", terms.pattern.casefold()))
        index = any(word in area for word in ("index", "initiative", terms.initiative.casefold()))
        if prism == index:
            neither = f"is neither the {terms.prism} nor the {terms.index}"
            raise CellError("card", UnreadableMove(f"“{shown(row.card)}” {neither}. Write one of the two."))
        return cls(prism)

    def cells(self, state: State) -> dict[str, str]:
        """Which of the two."""
        return {"card": state.terms.prism if self.prism else state.terms.index}

    def told(self, state: State, who: str) -> str:
        """`**Alex** recycles the {prism} Prism.`"""
        terms = state.terms
        area = f"the unstarted {terms.initiative.many} of the {{index}} {terms.index}"
        return f"{who} {terms.recycle.does} {f'the {{prism}} {terms.prism}' if self.prism else area}."


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Turn Energy into Support; not an action, and in play only with the optional rule."""

    key = word = "convert"
    spends = 0
    called = "{w.conversion.begun}"

    def why_not(self, state: State, seat: int) -> Reason | None:
        """It is in play, the player may still do it, and the Energy is there."""
        if state.may_convert():
            return None
        rules, terms = state.setting.rules, state.terms
        if not rules.conversion:
            optional = f"{terms.conversion.begun} is an optional rule, and it is not in play."
            return Reason("convert.off", optional)
        if state.conversions >= rules.conversions_per_turn:
            often = f"{counted(rules.conversions_per_turn, 'time')} a turn and has done so"
            return Reason("convert.once", f"{state.me} may {terms.convert.low} {often}.")
        costs = f"{terms.conversion.a.begun} costs {rules.conversion_energy} {terms.energy}"
        return Reason("convert.tokens", f"{costs}; {state.me} has {state.tokens[seat].energy}.")

    def do(self, draft: Draft, seat: int) -> None:
        """Energy goes, Support comes."""
        draft.conversions += 1
        rules = draft.rules
        draft.change_tokens(seat, (-rules.conversion_energy, 0, rules.conversion_support))

    def told(self, state: State, who: str) -> str:
        """`**Alex** converts {energy}{energy} into {support}.`"""
        rules = state.setting.rules
        paid, gained = icons((rules.conversion_energy, 0, 0)), icons((0, 0, rules.conversion_support))
        return f"{who} {state.terms.convert.does} {paid} into {gained}."


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing with an action, because nothing is possible."""

    word = "pass"
    spends = 1
    called = "Passing"
    says = "{who} passes."


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End a turn whose actions are spent, where a conversion would still be possible."""

    word = "end turn"
    called = "Ending the turn"
    says = "{who} ends the turn."

    def why_not(self, state: State, seat: int) -> Reason | None:
        """No action is left."""
        if not state.actions_left:
            return None
        left = counted(state.actions_left, "action")
        return Reason("end-turn", f"{state.me} still has {left} in this turn.")

    def do(self, draft: Draft, seat: int) -> None:
        """The next turn, or the Stability Window."""
        end_turn(draft)


@dataclass(frozen=True, slots=True)
class Donate(Action):
    """Give Support to the world in the Stability Window; 0 keeps it."""

    support: int
    phase = Phase.WINDOW
    word = "donate"
    spends = 0
    called = "{w.donating}"

    @classmethod
    def ways(cls, state: State) -> Iterable[Donate]:
        """Nothing, or as much as may be given."""
        return map(cls, range(state.most_donated(state.player) + 1))

    def why_not(self, state: State, seat: int) -> Reason | None:
        """The player may donate so much, it is there, and it would bring Meaning."""
        if self.support == 0:
            return None
        rules, terms, have = state.setting.rules, state.terms, state.tokens[seat].support
        if not state.may(seat, "donate"):
            return banned(state, seat, "donate")
        if state.fragile(seat):
            return not_while_fragile(state, seat)
        if not 0 <= self.support <= rules.donation_support:
            most = f"A player {terms.donate.does} at most {rules.donation_support} {terms.support} a round"
            return Reason("donate.limit", f"{most}, not {self.support}.")
        if self.support > state.donation_room():
            brought = f"{terms.donation.many.begun} have brought {state.donated} {terms.meaning} this round"
            return Reason("donate.cap", f"{brought}; the cap is {rules.donation_cap}.")
        return donates_too_much(state, seat, self.support) if self.support > have else None

    def do(self, draft: Draft, seat: int) -> None:
        """The Support goes, Meaning rises as far as the cap lets it."""
        if not self.support:
            return
        draft.change_token(seat, 2, -self.support)
        rules = draft.rules
        brought = min(self.support * rules.donation_meaning, rules.donation_cap - draft.donated)
        draft.donated += brought
        draft.change_meaning(brought)

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Donate:
        """One Support, unless the row says how much."""
        if row.action == "keep":
            return cls(0)
        return cls(tokens_in(row, "payment", state).support if row.payment else 1)

    def cells(self, state: State) -> dict[str, str]:
        """How much, if it is not one."""
        if not self.support:
            return {"action": "keep"}
        return {"payment": tokens_typed((0, 0, self.support), state) if self.support > 1 else ""}

    def told(self, state: State, who: str) -> str:
        """`**Alex** donates {support}.`"""
        return f"{who} {state.terms.donate.does} {icons((0, 0, self.support)) or 'nothing'}."


def not_while_fragile(state: State, seat: int) -> Reason:
    """Why somebody at 0 Vitals donates nothing."""
    terms = state.terms
    why = f"{terms.fragile.a} player may not {terms.donate.low}"
    return Reason("donate.fragile", f"{state.names[seat]} has 0 {terms.vitals}: {why}.")


def donates_too_much(state: State, seat: int, support: int) -> Reason:
    """Why somebody does not donate what is not there."""
    gift = f"{state.terms.donate.does} {support} {state.terms.support}"
    return Reason("donate.tokens", f"{state.names[seat]} {gift} and has {state.tokens[seat].support}.")
